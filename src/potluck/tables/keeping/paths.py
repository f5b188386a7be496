"""Where the files of a database lie."""

import os
from pathlib import Path
from typing import Final
from urllib.parse import unquote

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

# What SQLite writes beside a database, by what is added to its name.
BESIDE: Final = ("-wal", "-shm", "-journal")
OWNER_ONLY: Final = 0o600


def database_file(database: str) -> Path | None:
    """The file of an SQLAlchemy URL; None if it is not in a file of SQLite."""
    try:
        url = make_url(database)
    except ArgumentError:
        return None
    if url.get_backend_name() != "sqlite" or not url.database or ":memory:" in url.database:
        return None
    if not url.database.startswith("file:") or url.query.get("uri") not in ("true", "1", "yes"):
        return Path(url.database)
    path, _, query = url.database.removeprefix("file:").partition("?")
    if "mode=memory" in query or url.query.get("mode") == "memory":
        return None
    return Path(unquote(path.removeprefix("//localhost").removeprefix("//")))


def key_file(database: str) -> Path | None:
    """Where the key that signs the guests' cookies lies; None if the database is not in a file."""
    url = make_url(database)
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return None
    return Path(url.database).with_name(Path(url.database).name + ".key")


def true_path(file: Path) -> Path:
    """The same file without links and detours."""
    return Path(os.path.realpath(file))


def beside(file: Path, added: str) -> Path:
    """A file in the same folder with something added to the name."""
    return file.with_name(file.name + added)


def owned_like(path: Path, model: Path) -> None:
    """Give a file that an administrator made to whoever has the other one: they are to serve it."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return
    owner = model.stat()
    os.chown(path, owner.st_uid, owner.st_gid)


def sync_folder(folder: Path) -> None:
    """Have a renaming in this folder survive a power cut, where the system can do that."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
