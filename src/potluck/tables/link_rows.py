"""The stored one-time links to seats, inside a caller's transaction. Of a code only the hash is kept."""

from typing import Any, Literal

from sqlalchemy import Connection, delete, insert, select

from potluck.play.seats import Seat
from potluck.tables.refusals import LinkVoid
from potluck.tables.schema import links
from potluck.tables.secrets import token_hash

# To another device of whoever plays the seat; or to somebody else who plays it on in their place.
Gives = Literal["seat", "place"]


def add(connection: Connection, table: str, seat: Seat, gives: Gives, code: str, expires: float) -> None:
    """Make a one-time code; an older one of this sort is void."""
    void(connection, table, seat, gives)
    connection.execute(
        insert(links).values(code=token_hash(code), table_id=table, seat=seat, gives=gives, expires=expires)
    )


def void(connection: Connection, table: str, seat: Seat, gives: Gives | None = None) -> None:
    """No code (of this sort) opens this seat any more."""
    of_seat = delete(links).where(links.c.table_id == table, links.c.seat == seat)
    connection.execute(of_seat if gives is None else of_seat.where(links.c.gives == gives))


def find(connection: Connection, code: str, now: float) -> Any:
    """The stored link of a code; raises LinkVoid."""
    link = connection.execute(select(links).where(links.c.code == token_hash(code))).one_or_none()
    if link is None or link.expires < now:
        raise LinkVoid("the link is used up or too old")
    return link


def use_up(connection: Connection, code: str) -> None:
    """It opens nothing any more; raises LinkVoid if somebody was first."""
    used = connection.execute(delete(links).where(links.c.code == token_hash(code)))
    if used.rowcount == 0:
        raise LinkVoid("the link is used up or too old")
