"""The stored one-time links to seats, inside a caller's transaction. Of a code only the hash is kept."""

from typing import Any, Final, Literal

from sqlalchemy import Connection, delete, insert, select, update

from potluck.play.seats import Seat
from potluck.tables.refusals import LinkLate, LinkUsed, LinkVoid
from potluck.tables.schema import links
from potluck.tables.secrets import token_hash

# To another device of whoever plays the seat; or to somebody else who plays it on in their place.
Gives = Literal["seat", "place"]
_USED: Final = "used"  # stored instead: the newest of each seat is kept, so that whoever is late is told


def add(connection: Connection, table: str, seat: Seat, gives: Gives, code: str, expires: float) -> None:
    """Make a one-time code; an older one of this sort is void."""
    void(connection, table, seat, gives)
    connection.execute(
        insert(links).values(code=token_hash(code), table_id=table, seat=seat, gives=gives, expires=expires)
    )


def void(connection: Connection, table: str, seat: Seat, gives: Gives | None = None) -> None:
    """No code (of this sort) opens this seat any more."""
    of_sort = links.c.gives != _USED if gives is None else links.c.gives == gives
    connection.execute(delete(links).where(links.c.table_id == table, links.c.seat == seat, of_sort))


def find(connection: Connection, code: str, now: float) -> Any:
    """The stored link of a code; raises LinkVoid, LinkUsed, LinkLate."""
    link = connection.execute(select(links).where(links.c.code == token_hash(code))).one_or_none()
    if link is None:
        raise LinkVoid("there is no such link")
    if link.gives == _USED:
        raise LinkUsed(link.table_id)
    if link.expires < now:
        raise LinkLate(link.table_id)
    return link


def use_up(connection: Connection, link: Any) -> None:
    """It opens nothing any more, but tells whoever opens it that it was used; raises LinkUsed if it was."""
    of_seat = (links.c.table_id == link.table_id) & (links.c.seat == link.seat)
    connection.execute(delete(links).where(of_seat, links.c.gives == _USED))
    of_it = (links.c.code == link.code) & (links.c.gives == link.gives)
    if connection.execute(update(links).where(of_it).values(gives=_USED)).rowcount == 0:
        raise LinkUsed(link.table_id)
