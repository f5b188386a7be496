"""A kept connection to the database for a thread that does the same few things again and again.

Its statements are SQLAlchemy's, compiled once; the driver runs them, which costs a tenth.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from typing import Any, NamedTuple, cast

from sqlalchemy import Engine, Executable
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.pool import PoolProxiedConnection

from potluck.tables.turn import Turn


class Statement(NamedTuple):
    """A statement compiled for one driver."""

    sql: str
    order: Sequence[str] | None  # of its values; None: the driver takes them by name


class Hand:
    """One thread's connection, kept open.

    Values are plain numbers, text and None. What fails raises the driver's own errors: `clash`
    where a row is there already, `lost` where the database could not be had (somebody has it locked, the disk
    is full, nobody answers), else `failure`; both are kinds of `failure`.
    """

    def __init__(self, engine: Engine, turn: Turn | None, begin: str | None) -> None:
        """`turn` is held while writing; `begin` begins a transaction, where the driver does not."""
        driver = engine.dialect.loaded_dbapi
        self.clash: type[Exception] = driver.IntegrityError
        self.failure: type[Exception] = driver.Error
        self.lost: type[Exception] = driver.OperationalError
        self._engine = engine
        self._turn = turn
        self._begin = begin
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
        with nullcontext() if self._turn is None else self._turn.taken(), self._transaction(self._begin):
            yield

    @contextmanager
    def read(self) -> Iterator[None]:
        """For one query; it waits for nobody who writes."""
        with self._transaction(None):
            yield

    @contextmanager
    def _transaction(self, begin: str | None) -> Iterator[None]:
        if self._connection is None or self._cursor is None:
            self._connection = self._engine.raw_connection()
            self._cursor = self._connection.cursor()
        try:
            if begin is not None:
                self._start(begin)
            yield
            self._connection.commit()
        except BaseException as error:
            self._undo(error)
            raise

    def _start(self, begin: str) -> None:
        assert self._cursor is not None
        try:
            self._cursor.execute(begin)
        except self.lost:
            if self._turn is not None:
                self._turn.in_vain()
            raise

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
