"""Where the files of a database lie."""

import os
import re
import stat
from pathlib import Path
from typing import Final
from urllib.parse import quote, unquote

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

# What SQLite writes beside a database, by what is added to its name.
BESIDE: Final = ("-wal", "-shm", "-journal")
OWNER_ONLY: Final = 0o600
_MEMORY: Final = ":memory:"


def file_url(file: Path) -> str:
    """The SQLAlchemy URL that is read back as exactly this absolute file, whatever its name holds."""
    # Letters beyond ASCII mean nothing in a URL; neither do those that stand for bytes that are no text.
    path = re.sub(r"[\x00-\x7f]+", lambda plain: quote(plain[0], safe=" +/:"), file.as_posix())
    return f"sqlite:///{path}"


def database_file(database: str) -> Path | None:
    """The file of an SQLAlchemy URL; None if it is not in a file of SQLite."""
    try:
        url = make_url(database)
    except ArgumentError:
        return None
    if url.get_backend_name() != "sqlite" or url.database in (None, "", _MEMORY):
        return None
    if not url.database.startswith("file:") or url.query.get("uri") not in ("true", "1", "yes"):
        return Path(url.database)
    path, _, query = url.database.removeprefix("file:").partition("?")
    if "mode=memory" in query or url.query.get("mode") == "memory":
        return None
    name = unquote(path.removeprefix("//localhost").removeprefix("//"))
    return None if name in ("", _MEMORY) else Path(name)


def key_file(database: str) -> Path | None:
    """Where the key that signs the guests' cookies lies or is to be made; None without a file."""
    places = key_places(database)
    there = (each for each in places if os.path.lexists(each))
    return next(there, places[-1]) if places else None


def key_places(database: str) -> list[Path]:
    """Where a key may lie; a new one is made in the last place, beside the real file.

    Older versions made it beside a symbolic link, and named it by the whole `file:` address: people's
    cookies are signed with what lies there.
    """
    file = database_file(database)
    if file is None:
        return []
    models = (Path(make_url(database).database or ""), file, true_path(file))
    places = [beside(each, ".key") for each in models]
    # One name by several ways: the first, as the person wrote it.
    return list({true_path(each.parent) / each.name: each for each in reversed(places)}.values())[::-1]


def true_path(file: Path) -> Path:
    """The same file without links and detours."""
    return Path(os.path.realpath(file))


def beside(file: Path, added: str) -> Path:
    """A file in the same folder with something added to the name."""
    return file.with_name(file.name + added)


def tighten(file: Path) -> bool:
    """Leave a file to its owner alone; False if others may use it and that cannot be mended."""
    if os.name == "nt":
        return True
    try:
        mode = stat.S_IMODE(file.stat().st_mode)
        if mode & ~(OWNER_ONLY | stat.S_IXUSR):
            file.chmod(mode & OWNER_ONLY)
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return True


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
