"""The one place that knows which database this is: opening, pragmas, transactions, migrations.

SQLite by default, in WAL mode with `synchronous=FULL`: what a commit returned from survives a power
cut. Everything else in tables/ is SQLAlchemy Core that PostgreSQL takes as well.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, Final

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, select
from sqlalchemy.exc import DatabaseError, OperationalError

from potluck.tables.file_watch import FileLost, FileWatch, make_private
from potluck.tables.hand import Hand
from potluck.tables.keeping.paths import database_file, true_path
from potluck.tables.schema import metadata
from potluck.tables.turn import Turn, is_locked

_BUSY_MILLISECONDS: Final = 3_000  # to wait for another process; whoever looks at the same game waits too
_AT_ONCE: Final = "BEGIN IMMEDIATE"  # a writer takes its turn when it begins
_BEGIN: Final = "potluck_begin"  # the statement that begins a transaction; none for a single query
OURS: Final = frozenset(("alembic_version", "guests", "tables", "seats", "entries"))  # of every revision
_MIGRATIONS: Final = Path(__file__).with_name("migrations")


class DatabaseTooNew(RuntimeError):
    """The file was written by a newer Potluck; this one must not touch it."""


class DatabaseForeign(RuntimeError):
    """The file is another program's; not even its journal may be changed."""


class Database:
    """One database, shared by the threads of this process and, if it must be, by other processes."""

    def __init__(self, url: str) -> None:
        """Open, creating the file if needed, and bring its schema up to date.

        Raises DatabaseTooNew, DatabaseForeign.
        """
        self._watch: FileWatch | None = None
        file = database_file(url)
        if file is not None:
            file = true_path(file)  # SQLite's own files lie beside that
            _check_ours(file)
            make_private(file)
            self._watch = FileWatch(file)
        self._engine = create_engine(url, hide_parameters=True)
        self._sqlite = self._engine.dialect.name == "sqlite"
        self._turn = Turn()
        if self._sqlite:
            _prepare_sqlite(self._engine, self._watch)
        try:
            with self.write() as connection:
                migrate(connection)
        except BaseException:
            self._let_go()
            raise

    @property
    def shared(self) -> bool:
        """Whether other processes may serve it, too; of an SQLite file only one does."""
        return not self._sqlite

    def close(self) -> None:
        """Give the file back."""
        if self._watch is not None:  # the last connection moves what was written lately into the file
            with suppress(DatabaseError), self._engine.connect() as connection:
                self._look(self._watch, connection)
        self._let_go()

    def _let_go(self) -> None:
        watch, self._watch = self._watch, None
        self._engine.dispose()
        if watch is not None:
            watch.close()

    def check(self) -> None:
        """Raise what is the matter if games could not be read, or not be written where they will be found.

        Of each table it reads the beginning: what lies further back may be damaged all the same.
        """
        with self.write() as connection:
            if self._watch is not None:  # one page, so that a full or read-only disk shows
                self._watch.mark(connection.exec_driver_sql, now=True)
            connection.exec_driver_sql("SELECT version_num FROM alembic_version").one()
        with self.read() as connection:
            if self._sqlite:  # from the file, not from memory
                connection.exec_driver_sql("PRAGMA shrink_memory")
            for table in metadata.sorted_tables:
                connection.execute(select(table).limit(1)).first()
        if self._watch is not None:
            self._watch.check()

    def hand(self) -> Hand:
        """A connection for one thread that writes again and again; it takes turns with `write`."""
        if self._sqlite:
            return Hand(self._engine, self._turn, self._watch, _AT_ONCE, _BUSY_MILLISECONDS)
        return Hand(self._engine, None, None, None, 0)

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """For one query."""
        with self._engine.connect() as connection:
            yield connection

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """For several queries that see the same moment."""
        with self._engine.connect() as connection:
            yield connection.execution_options(**{_BEGIN: "BEGIN"})

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction, committed at the end, rolled back by any exception.

        Raises OperationalError if another process has the database locked for too long, or if the file is
        not what was opened any more.
        """
        if not self._sqlite:
            with self._engine.begin() as connection:
                yield connection
            return
        with ExitStack() as stack:
            try:
                stack.enter_context(self._turn.taken())
            except sqlite3.OperationalError as error:
                raise OperationalError(_AT_ONCE, None, error) from None
            connection = stack.enter_context(self._engine.connect())
            if self._watch is not None:
                self._look(self._watch, connection)
            # A reader that becomes a writer could be refused halfway.
            marked = connection.execution_options(**{_BEGIN: _AT_ONCE})
            try:
                with self._turn.beginning():
                    stack.enter_context(marked.begin())
            except OperationalError as error:
                if is_locked(error.orig):
                    self._turn.in_vain()
                raise
            if self._watch is not None:
                self._watch.mark(marked.exec_driver_sql)
            yield marked

    @staticmethod
    def _look(watch: FileWatch, connection: Connection) -> None:
        driver: Any = connection.connection.dbapi_connection
        try:
            watch.look(driver.execute)
        except FileLost as error:
            raise OperationalError(_AT_ONCE, None, error) from None


def _prepare_sqlite(engine: Engine, watch: FileWatch | None) -> None:
    @event.listens_for(engine, "do_connect")
    def _begin_connecting(*_: Any) -> None:
        # By its name SQLite would open another file, and take our WAL for its.
        if watch is not None:
            watch.named()

    @event.listens_for(engine, "connect")
    def _connect(dbapi: Any, _record: Any) -> None:
        # Python's driver would begin transactions by its own rules; we begin them ourselves.
        dbapi.isolation_level = None
        for pragma in (
            f"busy_timeout = {_BUSY_MILLISECONDS}",
            "journal_mode = WAL",
            "synchronous = FULL",
            "foreign_keys = ON",
        ):
            dbapi.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        how = connection.get_execution_options().get(_BEGIN)
        if how is not None:
            connection.exec_driver_sql(how)


def _check_ours(file: Path) -> None:
    """Look at a file before anything is changed in it; raises DatabaseForeign."""
    try:
        if file.stat().st_size == 0:
            return
    except OSError:  # not there, or SQLite will say what is the matter
        return
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True)) as connection:
            found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    except sqlite3.Error as error:
        raise OperationalError("SELECT", None, error) from None
    names = {name for (name,) in found}
    if names and not names >= OURS:
        raise DatabaseForeign(f"a database of {len(names)} tables that are not ours")


def out_of_reach(error: BaseException | None) -> bool:
    """Whether the database could not be had: locked, full, gone; not a fault in what was asked of it."""
    driver = getattr(error, "orig", None) or error
    if not isinstance(error, OperationalError | sqlite3.OperationalError):
        return False
    return getattr(driver, "sqlite_errorcode", None) != sqlite3.SQLITE_ERROR


@cache
def revisions() -> tuple[str, ...]:
    """The revisions of the schema that this version knows, newest first."""
    script = ScriptDirectory.from_config(_config())
    return tuple(revision.revision for revision in script.walk_revisions())


def migrate(connection: Connection) -> None:
    """Bring the schema to the newest revision within the connection's transaction."""
    config = _config()
    config.attributes["connection"] = connection
    known = revisions()
    now = MigrationContext.configure(connection).get_current_revision()
    if now == known[0]:
        return
    if now is not None and now not in known:
        raise DatabaseTooNew(f"the database is at revision {now[:40]!r}, which this version does not know")
    command.upgrade(config, "head")


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    return config
