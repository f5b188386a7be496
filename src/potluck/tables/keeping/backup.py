"""A backup of a database while it is served: one consistent copy and the key of its cookies, in one file.

The copy is made by SQLite itself in one step, within one read transaction. In WAL mode nobody waits for
a reader, so the server goes on. (In several steps it would begin anew at every move of a busy house.)
"""

import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Final

from msgspec import Struct

from potluck import __version__
from potluck.tables.keeping import container, inspection
from potluck.tables.keeping.key import stored_key
from potluck.tables.keeping.paths import (
    BESIDE,
    OWNER_ONLY,
    beside,
    database_file,
    key_file,
    key_places,
    sync_folder,
    true_path,
)
from potluck.tables.keeping.problems import KeepingError, check_folder, check_name, reason

_GIVE_UP_SECONDS: Final = 60.0  # while another program keeps everybody out


class Made(Struct, frozen=True):
    """A backup that has been made."""

    tables: int
    key: bool  # whether there was one


def back_up(database: str, target: Path, *, force: bool = False) -> Made:
    """Write a backup of an SQLAlchemy URL's database to a file, for its owner's eyes only, all or nothing.

    Raises KeepingError.
    """
    file = source_file(database)
    given, target = target, true_path(target)
    _check_target(given, target, file, database, force)
    try:
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=".potluck-backup-") as folder:
            fresh = Path(folder) / "backup"
            with open(fresh, "xb", opener=_private) as out:
                made = write_to(database, out, Path(folder))
                out.flush()
                os.fsync(out.fileno())
            _put(fresh, given, target, force)
        sync_folder(target.parent)
    except OSError as error:
        raise KeepingError("terminal.backup_failed", file=str(given), reason=reason(error)) from error
    return made


def stream(database: str, out: IO[bytes]) -> Made:
    """Write a backup to where a program reads it, once it is whole. Raises KeepingError."""
    folder = true_path(source_file(database)).parent
    check_folder(folder)
    try:
        with tempfile.TemporaryDirectory(dir=folder, prefix=".potluck-backup-") as workshop:
            with open(Path(workshop) / "backup", "xb+", opener=_private) as whole:
                made = write_to(database, whole, Path(workshop))
                whole.seek(0)
                shutil.copyfileobj(whole, out)
            out.flush()
    except OSError as error:
        raise KeepingError("terminal.backup_failed", file="-", reason=reason(error)) from error
    return made


def write_to(database: str, out: IO[bytes], workshop: Path) -> Made:
    """Write a backup to an open file, by way of a folder of ours with room for it; raises KeepingError."""
    file = source_file(database)
    copy, key = workshop / "copy", workshop / "key"
    with open(copy, "xb", opener=_private):
        pass
    found = _copy(file, copy)
    has_key = _copy_key(key_file(database), key)
    manifest = container.Manifest(
        potluck="backup",
        format=container.FORMAT,
        version=__version__,
        revision=found.revision,
        made=datetime.now(UTC).replace(microsecond=0),
        tables=found.tables,
        database=container.part_of(copy),
        key=container.part_of(key) if has_key else None,
    )
    container.write(out, manifest, copy, key if has_key else None)
    return Made(found.tables, has_key)


def source_file(database: str) -> Path:
    """The file of a database that is there; raises KeepingError for any other."""
    file = database_file(database)
    if file is None:
        raise KeepingError("terminal.db_elsewhere")
    check_name(file)
    if file.is_dir():
        raise KeepingError("terminal.db_folder", file=str(file))
    if not file.exists():
        raise KeepingError("terminal.db_missing", file=str(file))
    return file


def _check_target(given: Path, target: Path, file: Path, database: str, force: bool) -> None:
    check_name(given)
    if target.is_dir():
        raise KeepingError("terminal.backup_folder", file=str(given))
    check_folder(target.parent)
    own = [true_path(file), *(beside(true_path(file), added) for added in (*BESIDE, ".lock"))]
    own += map(true_path, key_places(database))
    if target in own or any(_same(target, each) for each in own):
        raise KeepingError("terminal.backup_itself", file=str(given))
    if target.exists() and not force:
        raise KeepingError("terminal.backup_exists", file=str(given))
    if target.exists() and not target.is_file():
        raise KeepingError("terminal.backup_folder", file=str(given))


def _same(one: Path, other: Path) -> bool:
    """Whether two names are of one file (hard links)."""
    return one.exists() and other.exists() and one.samefile(other)


def _copy(file: Path, copy: Path) -> inspection.Found:
    """Copy a database as it is at one moment, and look whether the copy is whole and ours."""
    began = time.monotonic()

    def not_for_ever(status: int, remaining: int, total: int) -> None:
        if status != sqlite3.SQLITE_DONE and time.monotonic() - began > _GIVE_UP_SECONDS:
            raise KeepingError("terminal.in_use", file=str(file))

    with inspection.opened(file, write=True) as source, _blank(copy) as target:
        source.execute("SELECT count(*) FROM sqlite_master").fetchone()  # says so if it is no database
        try:
            source.backup(target, pages=-1, progress=not_for_ever)
            # By itself: no files beside it, nothing to be found missing later.
            target.execute("PRAGMA journal_mode = DELETE")
        except sqlite3.OperationalError as error:
            raise OSError(0, reason(error)) from error
        return inspection.inspect(target, file)


@contextmanager
def _blank(copy: Path) -> Iterator[sqlite3.Connection]:
    target = sqlite3.connect(copy, isolation_level=None)
    try:
        target.execute("PRAGMA synchronous = OFF")  # it is unpacked and looked at before anybody needs it
        yield target
    finally:
        target.close()


def _copy_key(source: Path | None, target: Path) -> bool:
    """Copy the key, if there is a whole one; raises KeepingError if it cannot be used."""
    if source is None:
        return False
    text = stored_key(source)
    if text is None:
        return False
    with open(target, "xb", opener=_private) as out:
        out.write(text.encode())
    return True


def _put(fresh: Path, given: Path, target: Path, force: bool) -> None:
    """Give a whole file its name; without `force` never over another."""
    if force:
        os.replace(fresh, target)
        return
    try:
        os.link(fresh, target)
    except FileExistsError:
        raise KeepingError("terminal.backup_exists", file=str(given)) from None
    except OSError:  # a stick that knows no second names
        if target.exists():
            raise KeepingError("terminal.backup_exists", file=str(given)) from None
        os.replace(fresh, target)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, OWNER_ONLY)


__all__ = ["Made", "back_up", "stream"]
