"""The stored row of a table: added, read, locked, touched, inside a caller's transaction."""

from typing import Any, Final

from sqlalchemy import Connection, bindparam, func, insert, select, update

from potluck.play.game import Game
from potluck.tables.refusals import NotHost, TableClosed, TableStarted, TableUnknown, TooManyTables
from potluck.tables.schema import tables
from potluck.tables.settings import DAY, HOUR, Settings

TOUCH_SECONDS: Final = 60.0  # how old the "last used" of a table in use may be

_TABLE = select(tables).where(tables.c.id == bindparam("table"))


def table_row(connection: Connection, table: str, *, lock: bool = False) -> Any:
    """The stored table; with `lock` nobody else changes it until the end.

    Raises TableUnknown, TableClosed.
    """
    query = _TABLE.with_for_update() if lock else _TABLE
    row = connection.execute(query, {"table": table}).one_or_none()
    if row is None:
        raise TableUnknown(f"no table {table[:40]!r}")
    if row.closed is not None:
        raise TableClosed("the table was closed")
    return row


def open_table(connection: Connection, table: str) -> Any:
    """The stored table, locked; raises TableUnknown, and TableStarted once the game has begun."""
    row = table_row(connection, table, lock=True)
    if row.status != "open":
        raise TableStarted("the game has started")
    return row


def check_host(row: Any, guest: str) -> None:
    """Raise NotHost unless this guest made the table."""
    if row.host != guest:
        raise NotHost("only the host may do this")


def add_table(
    connection: Connection,
    table: str,
    host: str,
    rules: Game,
    options: str,
    seed: bytes,
    now: float,
    start: str | None = None,
) -> None:
    """A new table, not started; `options` as JSON, `start` a position to begin from."""
    connection.execute(
        insert(tables).values(
            id=table,
            game=rules.about.id,
            rules=rules.rules,
            deck=rules.deck,
            options=options,
            host=host,
            status="open",
            seed=seed.hex(),
            start=start,
            created=now,
            updated=now,
        )
    )


def check_many(connection: Connection, host: str, settings: Settings, now: float) -> None:
    """Raise TooManyTables if this guest has made enough for now."""
    mine = select(func.count()).select_from(tables).where(tables.c.host == host)
    going = (tables.c.status != "over") & tables.c.closed.is_(None) & (tables.c.updated > now - DAY)
    unfinished = connection.execute(mine.where(going)).scalar_one()
    recent = connection.execute(mine.where(tables.c.created > now - HOUR)).scalar_one()
    if unfinished >= settings.tables_unfinished or recent >= settings.tables_per_hour:
        raise TooManyTables(f"{unfinished} unfinished tables, {recent} made within an hour")


def touch(connection: Connection, table: str, now: float) -> None:
    """Note that the table was used."""
    change(connection, table, updated=now)


def change(connection: Connection, table: str, **values: Any) -> None:
    """Change columns of one table."""
    connection.execute(update(tables).where(tables.c.id == table).values(**values))


def no_more_rematch(connection: Connection, table: str) -> None:
    """The table that this one played on from may ask for another."""
    connection.execute(update(tables).where(tables.c.rematch == table).values(rematch=None))
