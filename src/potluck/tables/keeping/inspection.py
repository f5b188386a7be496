"""A look into a database file: whether it is whole, whether it is ours, what is in it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from msgspec import Struct

from potluck.tables.database import OURS, revisions
from potluck.tables.keeping.problems import KeepingError, reason

_BUSY_SECONDS: Final = 15.0

# SQLite makes a small file of its own beside a database before it reads it.
_NO_ROOM: Final = frozenset((sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE))


class Found(Struct, frozen=True):
    """What a database holds."""

    revision: str  # of the schema
    tables: int  # of games


@contextmanager
def opened(file: Path, *, called: Path | None = None, write: bool = False) -> Iterator[sqlite3.Connection]:
    """A connection to a file that is there; SQLite's errors become a KeepingError.

    `called`: what the person calls it, if that is another name.
    """
    mode = "rw" if write else "ro"
    address = f"{file.absolute().as_uri()}?mode={mode}"
    try:
        with closing(
            sqlite3.connect(address, uri=True, timeout=_BUSY_SECONDS, isolation_level=None)
        ) as connection:
            # The file may come from anybody: nothing in it is to run but what SQLite itself brings.
            connection.execute("PRAGMA trusted_schema = OFF")
            yield connection
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", None) in _NO_ROOM:
            raise KeepingError(
                "terminal.db_no_room", folder=str(file.parent), reason=reason(error)
            ) from error
        raise KeepingError("terminal.db_broken", file=str(called or file), reason=reason(error)) from error


def inspect(connection: sqlite3.Connection, file: Path) -> Found:
    """What a database holds; raises KeepingError if it is damaged, not of Potluck, or of a newer one.

    `file` is what the person calls it.
    """
    (verdict,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if verdict != "ok":
        raise KeepingError("terminal.db_damaged", file=str(file), reason=str(verdict).splitlines()[-1])
    named = connection.execute("SELECT type, name FROM sqlite_master").fetchall()
    strange = any(kind not in ("table", "index") for kind, _ in named)
    if strange or not {name for kind, name in named if kind == "table"} >= OURS:
        raise KeepingError("terminal.db_foreign", file=str(file))
    revision = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    if revision is None:
        raise KeepingError("terminal.db_foreign", file=str(file))
    if revision[0] not in revisions():
        raise KeepingError("terminal.db_newer", file=str(file))
    (number,) = connection.execute("SELECT count(*) FROM tables WHERE closed IS NULL").fetchone()
    return Found(revision[0], number)


def untouched(connection: sqlite3.Connection, file: Path) -> bool:
    """Whether a database of ours has neither a table nor a guest; raises KeepingError as `inspect` does."""
    inspect(connection, file)
    query = "SELECT EXISTS (SELECT 1 FROM tables) OR EXISTS (SELECT 1 FROM guests)"
    (touched,) = connection.execute(query).fetchone()
    return not touched
