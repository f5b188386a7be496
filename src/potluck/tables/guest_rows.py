"""The stored rows of guests. All of it happens inside a caller's transaction."""

from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, and_, insert, select, update

from potluck.tables.refusals import GuestUnknown
from potluck.tables.schema import guests, seats, tables


class Guest(Struct, frozen=True):
    """Somebody with a name."""

    id: str
    name: str


def add(connection: Connection, guest: Guest, now: float) -> None:
    """Write a new guest down."""
    connection.execute(insert(guests).values(id=guest.id, name=guest.name, created=now, seen=now))


def rename(connection: Connection, guest: str, name: str) -> None:
    """Give a guest another name."""
    connection.execute(update(guests).where(guests.c.id == guest).values(name=name))


def find(connection: Connection, guest: str) -> Guest | None:
    """The guest of an id."""
    row = connection.execute(select(guests.c.id, guests.c.name).where(guests.c.id == guest)).one_or_none()
    return None if row is None else Guest(row.id, row.name)


def known(connection: Connection, guest: str, now: float) -> Guest:
    """The guest of an id, noted as seen; raises GuestUnknown."""
    found = find(connection, guest)
    if found is None:
        raise GuestUnknown("no such guest")
    connection.execute(update(guests).where(guests.c.id == guest).values(seen=now))
    return found


def forgotten(unseen_since: float) -> ColumnElement[bool]:
    """Of a guest who was not seen since then and neither sits at, has a seat at nor hosts a table."""
    sitting = select(seats.c.guest).where(seats.c.guest.is_not(None))
    owning = select(seats.c.owner).where(seats.c.owner.is_not(None))
    hosting = select(tables.c.host)
    return and_(
        guests.c.seen < unseen_since,
        guests.c.id.not_in(sitting),
        guests.c.id.not_in(owning),
        guests.c.id.not_in(hosting),
    )
