"""A kept connection to the database for a thread that does the same few things again and again.

Its statements are SQLAlchemy's, compiled once; the driver runs them, which costs a tenth.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import Any, Final, NamedTuple, cast

from sqlalchemy import Engine, Executable
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.pool import PoolProxiedConnection

from potluck.tables.file_watch import FileWatch
from potluck.tables.turn import Locked, Turn, is_locked

_BRIEF_MILLISECONDS: Final = 50
_LONGER: Final = 5  # times as long as anybody waits whoever holds nothing


class Statement(NamedTuple):
    """A statement compiled for one driver."""

    sql: str
    order: Sequence[str] | None  # of its values; None: the driver takes them by name


class Hand:
    """One thread's connection, kept open.

    Values are plain numbers, text and None. What fails raises the driver's own errors: `clash`
    where a row is there already, `lost` where the database could not be had (somebody has it locked, the disk
    is full, nobody answers), else `failure`; both are kinds of `failure`. Whoever writes holds games that
    others want to look at: so `write` raises Locked after a moment, and `wait` waits, with nothing held;
    after it has, the next `write` is as patient as anybody.
    """

    def __init__(
        self, engine: Engine, turn: Turn | None, watch: FileWatch | None, begin: str | None, patience: int
    ) -> None:
        """`turn` is held while writing, to the file that is watched; `begin` begins a transaction, where the
        driver does not.

        `patience`: milliseconds that anybody waits for another process.
        """
        driver = engine.dialect.loaded_dbapi
        self.clash: type[Exception] = driver.IntegrityError
        self.failure: type[Exception] = driver.Error
        self.lost: type[Exception] = driver.OperationalError
        self._engine = engine
        self._turn = turn
        self._watch = watch
        self._begin = begin
        self._patience = patience
        self._waited = False
        self._timeout = -1  # of the connection, in milliseconds
        self._connection: PoolProxiedConnection | None = None
        self._cursor: DBAPICursor | None = None

    def prepare(self, statement: Executable) -> Statement:
        """Compile a statement; its values are named by its parameters."""
        compiled = cast(Any, statement).compile(dialect=self._engine.dialect)
        return Statement(str(compiled), compiled.positiontup)

    def run(self, statement: Statement, **values: Any) -> Sequence[Any]:
        """The rows of a query, as part of `write` or `read`."""
        assert self._cursor is not None
        order = statement.order
        given: Any = values if order is None else [values[name] for name in order]
        self._cursor.execute(statement.sql, given)
        return self._cursor.fetchall() if self._cursor.description else ()

    @contextmanager
    def write(self) -> Iterator[None]:
        """A transaction, committed at the end, rolled back by any exception."""
        waited, self._waited = self._waited, False
        patience = self._patience if waited else min(self._patience, _BRIEF_MILLISECONDS)
        turn = nullcontext() if self._turn is None else self._turn.taken(patient=waited)
        with turn, self._transaction(self._begin, patience):
            yield

    def wait(self) -> None:
        """Wait until the database may be written to; the caller holds no game. Raises Locked in the end."""
        if self._turn is None or self._begin is None:
            return
        with self._turn.taken(patient=True), self._transaction(self._begin, _LONGER * self._patience):
            self._waited = True

    @contextmanager
    def read(self) -> Iterator[None]:
        """For one query; it waits for nobody who writes."""
        with self._transaction(None):
            yield

    @contextmanager
    def _transaction(self, begin: str | None, patience: int = 0) -> Iterator[None]:
        if self._connection is None or self._cursor is None:
            self._connection = self._engine.raw_connection()
            self._cursor = self._connection.cursor()
            self._timeout = -1
        try:
            if begin is not None:
                self._start(begin, patience)
            yield
            self._connection.commit()
        except BaseException as error:
            self._undo(error)
            raise

    def _start(self, begin: str, patience: int) -> None:
        assert self._cursor is not None
        assert self._turn is not None
        if self._watch is not None:
            self._watch.look(self._cursor.execute)
        if patience != self._timeout:
            self._cursor.execute(f"PRAGMA busy_timeout = {patience}")
            self._timeout = patience
        try:
            with self._turn.beginning():
                self._cursor.execute(begin)
        except self.lost as error:
            if not is_locked(error):
                raise
            if patience > _BRIEF_MILLISECONDS:
                self._turn.in_vain()
            raise Locked from error
        if self._watch is not None:
            self._watch.mark(self._cursor.execute)

    def _undo(self, error: BaseException) -> None:
        assert self._connection is not None
        try:
            self._connection.rollback()
            whole = isinstance(error, self.clash) or not isinstance(error, self.failure)
        except self.failure:
            whole = False
        if not whole:  # whatever is the matter with it, the next one is new
            self.close()

    def close(self) -> None:
        """Close the connection; whatever is asked next opens a new one."""
        connection, self._connection, self._cursor = self._connection, None, None
        if connection is not None:
            connection.invalidate()
