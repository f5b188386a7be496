"""The stored rows of seats, inside a caller's transaction."""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, case, insert, or_, select, update

from potluck.play.seats import Seat, seat_name
from potluck.tables import link_rows
from potluck.tables.guest_rows import known
from potluck.tables.refusals import (
    SeatNotYours,
    SeatTaken,
    SeatTokenWrong,
    SeatUnknown,
)
from potluck.tables.schema import guests, seats
from potluck.tables.secrets import same_hash, token_hash
from potluck.tables.table_rows import open_table, table_row

_EMPTY: dict[str, Any] = {
    "kind": "open",
    "guest": None,
    "name": None,
    "level": None,
    "bot_seed": None,
    "nonce": None,
    "token": None,
    "delivered": 0,
    "seen": None,
    "owner": None,
    "owner_name": None,
    "owner_token": None,
    "owner_delivered": None,
    "conceded": None,
    "called": None,
    "owner_called": None,
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
    seen: float | None  # when somebody was last there
    owner: str | None  # a guest in whose place another person plays, or played before the bot
    owner_name: str | None  # of the seat then; None: the guest's
    owner_token: str | None  # hash
    owner_delivered: int | None
    conceded: float | None
    called: str | None  # at this table: its person, or a bot that plays for nobody; see `naming`
    owner_called: str | None


_SEATS = (
    select(*(seats.c[name] for name in SeatRow._fields))
    .where(seats.c.table_id == bindparam("table"))
    .order_by(seats.c.seat)
)
_NAMES = select(guests.c.id, guests.c.name).where(guests.c.id.in_(bindparam("ids", expanding=True)))


def read(connection: Connection, table: str) -> list[SeatRow]:
    """All seats in order."""
    return [SeatRow(*row) for row in connection.execute(_SEATS, {"table": table})]


def read_many(connection: Connection, tables: Sequence[str]) -> dict[str, list[SeatRow]]:
    """All seats of these tables, in order."""
    query = select(seats.c.table_id, *(seats.c[name] for name in SeatRow._fields))
    query = query.where(seats.c.table_id.in_(tables)).order_by(seats.c.table_id, seats.c.seat)
    found: dict[str, list[SeatRow]] = {}
    for table, *row in connection.execute(query):
        found.setdefault(table, []).append(SeatRow(*row))
    return found


def find(rows: Sequence[SeatRow], seat: Seat) -> SeatRow:
    """One of them; raises SeatUnknown."""
    if not 0 <= seat < len(rows):
        raise SeatUnknown(f"there is no seat {seat_name(seat)}")
    return rows[seat]


def own_names(connection: Connection, rows: Sequence[SeatRow]) -> list[tuple[str | None, str | None]]:
    """What each seat's guest, and its owner, are called by themselves: by the seat's own name, else theirs.

    Who has been forgotten as a guest is called what they were called last.
    """
    ids = {guest for row in rows for guest in (row.guest, row.owner) if guest is not None}
    by_id = {row.id: row.name for row in connection.execute(_NAMES, {"ids": sorted(ids)})} if ids else {}
    return [
        (
            row.guest and (row.name or by_id.get(row.guest) or row.called),
            row.owner and (row.owner_name or by_id.get(row.owner) or row.owner_called),
        )
        for row in rows
    ]


def theirs(rows: Sequence[SeatRow], guest: str | None) -> list[SeatRow]:
    """The seats that this guest plays, in person or for somebody on their device."""
    return [row for row in rows if guest is not None and row.guest == guest and row.kind == "human"]


def claimants(row: SeatRow) -> list[str]:
    """The guests whose seat this is: who plays it, or for whom a bot does."""
    if row.kind == "human":
        return [] if row.guest is None else [row.guest]
    if row.kind == "open" or row.conceded is not None:
        return []
    return [guest for guest in (row.guest, row.owner) if guest is not None]


def replaced(row: SeatRow, guest: str) -> bool:
    """Whether another person plays this guest's seat."""
    return row.kind == "human" and row.owner == guest != row.guest


def to_take_back(rows: Sequence[SeatRow], guest: str | None) -> list[Seat]:
    """The seats this guest may come back to, from a bot at once, from another person if they agree."""
    if guest is None:
        return []
    return [
        row.seat for row in rows if (row.kind == "bot" and guest in claimants(row)) or replaced(row, guest)
    ]


def again(rows: Sequence[SeatRow], here: Collection[str]) -> list[SeatRow]:
    """The seats of a rematch: as at the end, but who is `here` and was replaced by a bot sits again."""
    found: list[SeatRow] = []
    for row in rows:
        if row.kind == "bot" and row.owner in here:
            row = row._replace(guest=row.owner, name=row.owner_name, token=row.owner_token)
            row = row._replace(called=row.owner_called)
        if row.kind == "bot" and row.guest in here:
            row = row._replace(kind="human", level=None)
        found.append(row)
    return found


def own(rows: Sequence[SeatRow], guest: str) -> SeatRow | None:
    """Where a guest sits in person, not somebody else on their device."""
    return next((row for row in theirs(rows, guest) if row.name is None), None)


def opened(rows: Sequence[SeatRow], token: str) -> Seat | None:
    """The seat a token opens, if any; every seat is compared, in constant time.

    The token of a seat that a bot plays opens nothing; it is kept for who comes back.
    """
    hashed = token_hash(token)
    found = [row for row in rows if row.token is not None and same_hash(row.token, hashed)]
    return found[0].seat if found and found[0].kind == "human" else None


def kept(rows: Sequence[SeatRow], token: str) -> list[Seat]:
    """The seat whose owner had this token, and may come back by it, while a bot or somebody else plays it."""
    hashed = token_hash(token)
    return [
        row.seat
        for row in rows
        for theirs in (row.token if row.kind == "bot" else None, row.owner_token)
        if theirs is not None and same_hash(theirs, hashed)
    ]


def holder(rows: Sequence[SeatRow], token: str) -> Seat:
    """The seat that a token opens, as `opened` finds it; raises SeatTokenWrong."""
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
    link_rows.void(connection, table, seat)


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
    values = {"kind": "human", "guest": guest, "name": name, "nonce": nonce and nonce.hex(), "seen": now}
    values["called"] = before.called if before is not None else wanted.called if mine else None
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
    kept = {name: getattr(now, name) for name in ("nonce", "token", "seen", "called")}
    put(connection, table, seat, kind="human", guest=guest, **kept)


def leave(connection: Connection, table: str, seat: Seat, seen: float, sent: int) -> None:
    """Note when somebody was last there, and how many events of the stream they had been sent by then."""
    later = case((or_(seats.c.seen.is_(None), seats.c.seen < seen), seen), else_=seats.c.seen)
    more = case((seats.c.delivered < sent, sent), else_=seats.c.delivered)
    put(connection, table, seat, seen=later, delivered=more)


def reclaim(connection: Connection, guest: str, table: str, seat: Seat, token: str, now: float) -> None:
    """Give a guest a new proof of a seat that is theirs; the old one and a link under way are void.

    Raises GuestUnknown, TableUnknown, TableClosed, SeatUnknown, SeatNotYours.
    """
    known(connection, guest, now)
    table_row(connection, table, lock=True)
    row = find(read(connection, table), seat)
    if row.kind != "human" or row.guest != guest:
        raise SeatNotYours("this seat is not this guest's")
    renew(connection, table, seat, token, now)


def renew(connection: Connection, table: str, seat: Seat, token: str, now: float) -> None:
    """From now on this token proves a seat; the old one and a link under way are void."""
    put(connection, table, seat, token=token_hash(token), seen=now)
    link_rows.void(connection, table, seat)


def alone(row: Any, rows: Sequence[SeatRow], guest: str | None) -> bool:
    """Whether a guest made this table or plays at it, and nobody else does or may come back to a seat."""
    ours = guest is not None and (row.host == guest or bool(theirs(rows, guest)))
    others = {other for each in rows for other in (*claimants(each), each.owner)} - {guest, None}
    return ours and not others


def seat_of_guest(rows: Sequence[SeatRow], guest: str) -> Seat | None:
    """Their own seat, else one on their device."""
    row = own(rows, guest)
    return next((each.seat for each in theirs(rows, guest)), None) if row is None else row.seat
