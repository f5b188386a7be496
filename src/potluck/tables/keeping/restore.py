"""A backup becomes the database again: checked first, put in place at one stroke, nothing thrown away.

What was there before is kept under another name. Its WAL must not stay beside the restored file: SQLite
would take it for that file's own and mix the two.
"""

import os
import shutil
import sqlite3
import tempfile
import time
from contextlib import closing
from datetime import datetime
from itertools import count
from pathlib import Path

from msgspec import Struct

from potluck.tables.keeping import container, inspection
from potluck.tables.keeping.container import DATABASE, KEY, Container, Part
from potluck.tables.keeping.lock import holding
from potluck.tables.keeping.paths import (
    BESIDE,
    OWNER_ONLY,
    beside,
    database_file,
    key_places,
    owned_like,
    sync_folder,
    true_path,
)
from potluck.tables.keeping.problems import KeepingError, check_folder, check_name, reason
from potluck.tables.turn import is_locked


class Restored(Struct, frozen=True):
    """A backup that is in place."""

    tables: int
    made: datetime  # when the backup was made
    aside: Path | None  # what was there before


def restore(archive: Path, database: str, *, force: bool = False) -> Restored:
    """Put a backup where the database of an SQLAlchemy URL lies.

    With `force` over another one, which is kept aside. Raises KeepingError: then nothing has changed.
    """
    given = database_file(database)
    if given is None:
        raise KeepingError("terminal.db_elsewhere")
    file = true_path(given)
    # By whatever name it is restored: beside the real file, and none that would be taken instead.
    key = true_path(beside(file, ".key"))
    others = [each for each in key_places(database) if os.path.lexists(each) and true_path(each) != key]
    check_name(given)
    if file.is_dir():
        raise KeepingError("terminal.db_folder", file=str(file))
    check_folder(file.parent)
    with container.opened(archive) as backup, holding(file):
        if not force and not _nothing_in(file):
            raise KeepingError("terminal.restore_exists", file=str(file))
        backup.check_room(file.parent)
        try:
            with tempfile.TemporaryDirectory(dir=file.parent, prefix=".potluck-restore-") as folder:
                return _restore(backup, archive, Path(folder), file, key, others)
        except OSError as error:
            raise KeepingError("terminal.restore_failed", file=str(file), reason=reason(error)) from error


def _restore(
    backup: Container, archive: Path, folder: Path, file: Path, key: Path, others: list[Path]
) -> Restored:
    manifest = backup.manifest
    owner = file if file.exists() else file.parent
    fresh = _unpacked(backup, DATABASE, manifest.database, folder / "database", owner)
    with inspection.opened(fresh, called=archive) as connection:
        found = inspection.inspect(connection, archive)
    fresh_key = None
    if manifest.key is not None:
        fresh_key = _unpacked(backup, KEY, manifest.key, folder / "key", owner)
    aside, moved = _set_aside(file, key if fresh_key is not None else None)
    had_key = key.exists()
    try:
        if fresh_key is not None:
            moved += _keys_aside(others)
            os.replace(fresh_key, key)
        os.replace(fresh, file)
    except OSError:
        if not had_key:
            key.unlink(missing_ok=True)
        _put_back(moved)
        raise
    sync_folder(file.parent)
    return Restored(found.tables, manifest.made, aside)


def _nothing_in(file: Path) -> bool:
    """Whether there is no database, or one at which nobody has been: no table, no guest."""
    if not file.exists() or file.stat().st_size == 0:
        return True
    try:
        with inspection.opened(file) as connection:
            return inspection.untouched(connection, file)
    except KeepingError:
        return False  # whatever it is, it is not to be lost


def _unpacked(backup: Container, name: str, part: Part, target: Path, owner: Path) -> Path:
    handle = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), OWNER_ONLY)
    with os.fdopen(handle, "wb") as out:
        backup.take(name, part, out)
        out.flush()
        os.fsync(out.fileno())
    owned_like(target, owner)
    return target


def _set_aside(file: Path, key: Path | None) -> tuple[Path | None, list[tuple[Path, Path]]]:
    """Keep what is there under another name, and say which file has which now.

    Database and key have their own name still, until it is given to the new ones; `key` only if there is a
    new one. The files beside the database lose theirs: they belong to the old one.
    """
    if file.exists():
        _fold(file)
    old = [each for each in (file, key) if each is not None and each.exists()]
    stray = [each for added in BESIDE if (each := beside(file, added)).exists()]
    if not old and not stray:
        return None, []
    aside = _free_name(file)
    moved: list[tuple[Path, Path]] = []
    try:
        for each in old:
            name = aside if each == file else beside(aside, ".key")
            _second_name(each, name)
            moved.append((each, name))
        for each in stray:
            name = beside(aside, each.name.removeprefix(file.name))
            os.replace(each, name)
            moved.append((each, name))
        sync_folder(file.parent)
    except OSError:
        _put_back(moved)
        raise
    return aside, moved


def _keys_aside(keys: list[Path]) -> list[tuple[Path, Path]]:
    """Keep keys that lie beside a link to the database in their folder, under names that nobody looks for."""
    moved: list[tuple[Path, Path]] = []
    try:
        for each in keys:
            name = _free_name(each)
            os.replace(each, name)
            moved.append((each, name))
    except OSError:
        _put_back(moved)
        raise
    return moved


def _free_name(file: Path) -> Path:
    """A name that tells what it is and when it came to be, and that nothing has."""
    stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime())
    for number in count(1):
        name = beside(file, f".before-{stamp}" + (f"-{number}" if number > 1 else ""))
        if not any(beside(name, added).exists() for added in ("", ".key", *BESIDE)):
            return name
    raise AssertionError


def _put_back(moved: list[tuple[Path, Path]]) -> None:
    """As it was before."""
    for before, name in moved:
        os.replace(name, before)
        name.unlink(missing_ok=True)  # two names of one file: the replacing does nothing then


def _fold(file: Path) -> None:
    """Bring the old database's WAL home, so that its file is all of it; raises KeepingError if it is in use.

    Only SQLite knows of servers without our lock. What is damaged is kept as it is.
    """
    try:
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=rw", uri=True, timeout=2.0)) as connection:
            (mode,) = connection.execute("PRAGMA journal_mode = DELETE").fetchone()
    except sqlite3.OperationalError as error:
        if is_locked(error):
            raise KeepingError("terminal.in_use", file=str(file)) from None
        return
    except sqlite3.DatabaseError:
        return
    if mode != "delete":
        raise KeepingError("terminal.in_use", file=str(file))


def _second_name(file: Path, name: Path) -> None:
    """Let a file have another name as well, or a copy of that name."""
    try:
        os.link(file, name)
    except OSError:
        shutil.copy2(file, name)
        with name.open("rb+") as copied:
            os.fsync(copied.fileno())
