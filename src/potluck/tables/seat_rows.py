"""The stored rows of seats and of the links that move them, inside a caller's transaction."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from potluck.play.seats import Seat, seat_name
from potluck.tables.guest_rows import known
from potluck.tables.refusals import (
    GuestUnknown,
    LinkVoid,
    SeatNotYours,
    SeatTaken,
    SeatTokenWrong,
    SeatUnknown,
)
from potluck.tables.schema import guests, links, seats
from potluck.tables.secrets import same_hash, token_hash
from potluck.tables.table_rows import change, open_table, table_row

_EMPTY: dict[str, Any] = {
    "kind": "open",
    "guest": None,
    "name": None,
    "level": None,
    "bot_seed": None,
    "nonce": None,
    "token": None,
    "delivered": 0,
}


class SeatRow(NamedTuple):
    """A seat as it is stored."""

    seat: Seat
    kind: str
    guest: str | None
    name: str | None  # its own; None: the guest's
    level: str | None
    bot_seed: str | None
    nonce: str | None
    token: str | None  # hash
    delivered: int


_SEATS = (
    select(*(seats.c[name] for name in SeatRow._fields))
    .where(seats.c.table_id == bindparam("table"))
    .order_by(seats.c.seat)
)
_NAMES = select(guests.c.id, guests.c.name).where(guests.c.id.in_(bindparam("ids", expanding=True)))


def read(connection: Connection, table: str) -> list[SeatRow]:
    """All seats in order."""
    return [SeatRow(*row) for row in connection.execute(_SEATS, {"table": table})]


def find(rows: Sequence[SeatRow], seat: Seat) -> SeatRow:
    """One of them; raises SeatUnknown."""
    if not 0 <= seat < len(rows):
        raise SeatUnknown(f"there is no seat {seat_name(seat)}")
    return rows[seat]


def names(connection: Connection, rows: Sequence[SeatRow]) -> list[str | None]:
    """The name of the person on each seat: the seat's own, else the guest's; None for a bot."""
    called = people(connection, rows)
    return [None if row.kind == "bot" else name for row, name in zip(rows, called, strict=True)]


def people(connection: Connection, rows: Sequence[SeatRow]) -> list[str | None]:
    """The same, but where a bot plays for somebody who sat there: their name."""
    wanted = [row.guest for row in rows if row.guest is not None]
    if not wanted:
        return [None] * len(rows)
    found = connection.execute(_NAMES, {"ids": wanted}).all()
    by_id = {row.id: row.name for row in found}
    return [row.name or (None if row.guest is None else by_id.get(row.guest)) for row in rows]


def theirs(rows: Sequence[SeatRow], guest: str | None) -> list[SeatRow]:
    """The seats that this guest plays, in person or for somebody on their device."""
    return [row for row in rows if guest is not None and row.guest == guest and row.kind == "human"]


def own(rows: Sequence[SeatRow], guest: str) -> SeatRow | None:
    """Where a guest sits in person, not somebody else on their device."""
    return next((row for row in theirs(rows, guest) if row.name is None), None)


def opened(rows: Sequence[SeatRow], token: str) -> Seat | None:
    """The seat a token opens, if any; every seat is compared, in constant time."""
    hashed = token_hash(token)
    found = [row.seat for row in rows if row.token is not None and same_hash(row.token, hashed)]
    return found[0] if found else None


def holder(rows: Sequence[SeatRow], token: str) -> Seat:
    """The same; raises SeatTokenWrong."""
    seat = opened(rows, token)
    if seat is None:
        raise SeatTokenWrong("this token opens no seat here")
    return seat


def put(connection: Connection, table: str, seat: Seat, **values: Any) -> None:
    """Change columns of one seat; `clear` puts it back to open first."""
    connection.execute(update(seats).where(seats.c.table_id == table, seats.c.seat == seat).values(**values))


def clear(connection: Connection, table: str, seat: Seat) -> None:
    """Open a seat; its token and its link are void from now on."""
    put(connection, table, seat, **_EMPTY)
    void_links(connection, table, seat)


def add_seat(connection: Connection, table: str, seat: Seat, **values: Any) -> None:
    """A seat of a new table."""
    connection.execute(insert(seats).values(table_id=table, seat=seat, **{**_EMPTY, **values}))


def sit(
    connection: Connection,
    table: str,
    guest: str,
    seat: Seat,
    nonce: bytes | None,
    token: str,
    now: float,
    name: str | None = None,
) -> None:
    """Seat a guest on an open seat, or again on one of theirs; they leave their other seat.

    With a name it is somebody else on their device, and nobody leaves anything.
    Raises GuestUnknown, TableUnknown, TableStarted, SeatUnknown, SeatTaken.
    """
    known(connection, guest, now)
    open_table(connection, table)
    rows = read(connection, table)
    wanted = find(rows, seat)
    mine = wanted.guest == guest and (wanted.name is None) == (name is None)
    if wanted.kind != "open" and not mine:
        raise SeatTaken("somebody else sits there")
    before = own(rows, guest) if name is None else None
    if before is not None:
        clear(connection, table, before.seat)
    clear(connection, table, seat)
    values = {"kind": "human", "guest": guest, "name": name, "nonce": nonce and nonce.hex()}
    put(connection, table, seat, **values, token=token_hash(token))


def move_host(connection: Connection, table: str, guest: str, seat: Seat) -> None:
    """The seated host takes another seat that is not a person's; token and nonce go along.

    Raises SeatUnknown, SeatTaken.
    """
    rows = read(connection, table)
    wanted = find(rows, seat)
    now = own(rows, guest)
    if now is None:
        raise SeatUnknown("the host does not sit yet, and sits down like everybody")
    if wanted.seat == now.seat:
        return
    if wanted.kind == "human":
        raise SeatTaken("somebody else sits there")
    clear(connection, table, now.seat)
    clear(connection, table, seat)
    put(connection, table, seat, kind="human", guest=guest, nonce=now.nonce, token=now.token)


def give_to_bot(connection: Connection, table: str, seat: Seat, level: str, bot_seed: str) -> None:
    """A bot plays a seat on; who sat there is remembered, their token and a link under way are void."""
    put(connection, table, seat, kind="bot", level=level, bot_seed=bot_seed, token=None)
    void_links(connection, table, seat)


def give_to_person(
    connection: Connection, table: str, row: SeatRow, guest: str | None, delivered: int, now: float
) -> None:
    """A person plays on where a bot did: who sat there, else `guest`. They prove themselves by `reclaim`.

    `delivered`: how many events of the seat's stream have been told to the bot. Raises GuestUnknown (also if
    nobody is named for a seat nobody sat on), SeatTaken for a seat kept for somebody else and for somebody
    who sits at this table already.
    """
    wanted = guest or row.guest
    if wanted is None:
        raise GuestUnknown("nobody has sat there")
    if row.guest not in (None, wanted) or own(read(connection, table), wanted):
        raise SeatTaken("this seat is not for them")
    known(connection, wanted, now)
    put(
        connection,
        table,
        row.seat,
        kind="human",
        guest=wanted,
        level=None,
        bot_seed=None,
        token=None,
        delivered=delivered,
    )


def add_link(connection: Connection, table: str, seat: Seat, code: str, expires: float) -> None:
    """Make a one-time code for a seat; an older one is void."""
    void_links(connection, table, seat)
    connection.execute(
        insert(links).values(code=token_hash(code), table_id=table, seat=seat, expires=expires)
    )


def void_links(connection: Connection, table: str, seat: Seat) -> None:
    """No code opens this seat any more."""
    connection.execute(delete(links).where(links.c.table_id == table, links.c.seat == seat))


def reclaim(connection: Connection, guest: str, table: str, seat: Seat, token: str, now: float) -> None:
    """Give a guest a new proof of a seat that is theirs; the old one and a link under way are void.

    Raises GuestUnknown, TableUnknown, TableClosed, SeatUnknown, SeatNotYours.
    """
    known(connection, guest, now)
    table_row(connection, table, lock=True)
    row = find(read(connection, table), seat)
    if row.kind != "human" or row.guest != guest:
        raise SeatNotYours("this seat is not this guest's")
    put(connection, table, seat, token=token_hash(token))
    void_links(connection, table, seat)


def linked(connection: Connection, code: str, now: float) -> tuple[str, SeatRow]:
    """The table and seat that a code would move; it is not used up. Raises LinkVoid, TableClosed."""
    query = select(links).where(links.c.code == token_hash(code))
    link = connection.execute(query).one_or_none()
    if link is None or link.expires < now:
        raise LinkVoid("the link is used up or too old")
    table_row(connection, link.table_id)
    row = find(read(connection, link.table_id), link.seat)
    if row.kind != "human":
        raise LinkVoid("nobody sits there any more")
    return link.table_id, row


def may_close(row: Any, rows: Sequence[SeatRow], guest: str) -> bool:
    """Whether a guest may close a table: its host, and who plays against bots alone."""
    played = theirs(rows, guest)
    return row.host == guest or (bool(played) and all(each in played or each.kind == "bot" for each in rows))


def alone(row: Any, rows: Sequence[SeatRow], guest: str | None) -> bool:
    """Whether a guest made this table or plays at it, and nobody else plays there in person."""
    played = theirs(rows, guest)
    ours = guest is not None and (row.host == guest or bool(played))
    return ours and all(each in played or each.kind == "bot" for each in rows)


def redeem(connection: Connection, guest: str, code: str, token: str, now: float) -> tuple[str, Seat]:
    """Move a seat to this guest's device: the code is used up, the old token void.

    Who comes from a shared device is called like their own guest from now on; a guest who sits here
    already plays the seat too, under the name it has.
    Raises GuestUnknown, LinkVoid.
    """
    known(connection, guest, now)
    hashed = token_hash(code)
    link = connection.execute(select(links).where(links.c.code == hashed)).one_or_none()
    if link is None or link.expires < now:
        raise LinkVoid("the link is used up or too old")
    used = connection.execute(delete(links).where(links.c.code == hashed))
    if used.rowcount == 0:
        raise LinkVoid("the link is used up or too old")
    table = table_row(connection, link.table_id, lock=True)
    rows = read(connection, link.table_id)
    row = find(rows, link.seat)
    if row.kind != "human":
        raise LinkVoid("nobody sits there any more")
    if row.guest == table.host and row.name is None:
        change(connection, table.id, host=guest)
    settled = own(rows, guest)
    shared = settled is not None and settled.seat != row.seat
    name = names(connection, rows)[row.seat] if shared else None
    put(connection, table.id, row.seat, guest=guest, name=name, token=token_hash(token))
    return table.id, row.seat


def seat_of_guest(rows: Sequence[SeatRow], guest: str) -> Seat | None:
    """Their own seat, else one on their device."""
    row = own(rows, guest)
    return next((each.seat for each in theirs(rows, guest)), None) if row is None else row.seat
