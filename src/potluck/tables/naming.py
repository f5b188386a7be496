"""What everybody at a table is called there: a guest's name, told apart from the others'.

Two people at a table never show the same name, nor names that look the same: who comes later gets a number.
A bot that plays for nobody is called after a herb, and gives way to a person of that name. What somebody is
called is written down with the seat, so that nobody's coming or going calls the others anything else.
"""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from potluck.locale.alike import Taken
from potluck.play.seats import Seat
from potluck.tables import herbs, seat_rows
from potluck.tables.log import Logged, Named
from potluck.tables.schema import chat
from potluck.tables.seat_rows import SeatRow


class NewName(NamedTuple):
    """What is said of a seat is said under another name from now on."""

    seat: Seat
    before: str
    after: str
    guest: str | None  # who is called so; None: a bot
    same: bool  # they played the seat before
    plays: bool = True  # else somebody plays for them


def settle(
    connection: Connection, table: str, before: Sequence[SeatRow], anew: str | None = None
) -> list[NewName]:
    """Call everybody at a table something, in the transaction that changed its seats or their names.

    `before` are its seats as they were, none of a new table; `anew` is a guest who has taken another name.
    What is new for those who were called something then.
    """
    rows = seat_rows.read(connection, table)
    seated = {guest for row in rows for guest in (row.guest, row.owner) if guest is not None}
    watchers = _watchers(connection, table, seated)
    names = _called(table, rows, seat_rows.own_names(connection, rows), watchers, anew)
    for row, named in zip(rows, names, strict=True):
        if named != row:
            changed = {"called": named.called, "owner_called": named.owner_called}
            seat_rows.put(connection, table, row.seat, **changed)
    news: list[NewName] = []
    for was, now in zip(before, names, strict=False):
        if was.called is not None and now.called is not None and now.called != was.called:
            news.append(NewName(now.seat, was.called, now.called, now.guest, was.guest == now.guest))
        both = was.owner_called, now.owner_called
        if was.owner is not None and was.owner == now.owner and both[0] and both[1] and both[0] != both[1]:
            news.append(NewName(now.seat, both[0], both[1], now.owner, True, plays=False))
    return news


def logged(news: Sequence[NewName], first: int, at: float) -> list[Logged]:
    """What the log of a game in play says of new names, from this number on."""
    entries = [Named(each.seat, each.before, each.after, each.same) for each in news if each.plays]
    return [Logged(seq, entry, at) for seq, entry in enumerate(entries, first)]


def named(connection: Connection, table: str, rows: Sequence[SeatRow]) -> list[SeatRow]:
    """The rows, with names also where an older version wrote none down."""
    if all(row.kind == "open" or row.called is not None for row in rows):
        return list(rows)
    return _called(table, rows, seat_rows.own_names(connection, rows))


def player(row: SeatRow) -> str | None:
    """What who plays a seat is called; None for a bot that plays for somebody."""
    return None if row.kind == "bot" and row.guest is not None else row.called


def owner(row: SeatRow) -> str | None:
    """What they are called for whom a bot or somebody else plays; None where nobody is replaced."""
    return person(row) if row.kind == "bot" or row.owner is not None else None


def person(row: SeatRow) -> str | None:
    """What the person is called who sat on a seat first, whoever plays it now; None: nobody ever did."""
    if row.owner is not None:
        return row.owner_called
    return None if row.guest is None else row.called


def about(row: SeatRow) -> str | None:
    """By whose name others know a seat: who plays it, or for whom a bot does; None for an open chair."""
    return player(row) or owner(row)


def _called(
    table: str,
    rows: Sequence[SeatRow],
    own: Sequence[tuple[str | None, str | None]],
    watchers: Collection[str] = (),
    anew: str | None = None,
) -> list[SeatRow]:
    """The rows with what they are called, whose people are called so by themselves.

    Whoever is called something that fits keeps it, but for the guest who is called `anew`; then the others,
    by seat, people first: like nobody who has talked as a watcher.
    """
    taken = Taken()
    found: list[dict[str, Any]] = [{"called": None, "owner_called": None} for _ in rows]
    people = [
        (names, column, name, None if who == (anew, None) else called)
        for row, (guest, owner), names in zip(rows, own, found, strict=True)
        for column, name, called, who in (
            ("owner_called", owner, row.owner_called, (row.owner, row.owner_name)),
            ("called", guest, row.called, (row.guest, row.name)),
        )
        if name is not None
    ]
    bots = [(names, row.called) for row, names in zip(rows, found, strict=True) if nobodys(row)]
    for names, column, name, called in people:
        if called is not None and _fits(called, name) and taken.free(called):
            names[column] = called
            taken.add(called)
    for watching in watchers:
        taken.add(watching)
    for names, column, name, _ in people:
        names[column] = names[column] or taken.tell_apart(name)
    for names, called in bots:
        if called is not None and taken.free(called):
            names["called"] = called
            taken.add(called)
    for names, _ in bots:
        if names["called"] is None:
            herb = next(each for each in herbs.drawn(table) if taken.free(each))
            names["called"] = herb
            taken.add(herb)
    return [row._replace(**names) for row, names in zip(rows, found, strict=True)]


def nobodys(row: SeatRow) -> bool:
    """Whether a bot plays a seat on which nobody ever sat."""
    return row.kind == "bot" and row.guest is None


def here(rows: Sequence[SeatRow], guest: str) -> str | None:
    """What somebody is called who has a seat here, whoever plays it now; None: they have none."""
    for row in rows:
        if is_of(row, guest):
            return row.called if row.guest == guest and row.name is None else row.owner_called
    return None


def is_of(row: SeatRow, guest: str) -> bool:
    """Whether a seat is somebody's own, whoever plays it now, and not of another one on their device."""
    return (row.guest == guest and row.name is None) or (row.owner == guest and row.owner_name is None)


def watcher(connection: Connection, table: str, rows: Sequence[SeatRow], guest: str, name: str) -> str:
    """What somebody is called who talks and has no seat: as nobody who has one, nor who talked before."""
    names = [row.called for row in rows] + [row.owner_called for row in rows]
    names += _watchers(connection, table, [guest])
    return Taken(each for each in names if each is not None).tell_apart(name)


def _watchers(connection: Connection, table: str, but: Collection[str]) -> Sequence[str]:
    """What everybody but these guests was called who talked without a seat."""
    said = (chat.c.table_id == table) & chat.c.seat.is_(None) & chat.c.guest.not_in(but)
    return connection.execute(select(chat.c.name).where(said).distinct()).scalars().all()


def _fits(name: str, own: str) -> bool:
    """Whether somebody called so by themselves may be called this at a table: it, or it with a number."""
    rest = name.removeprefix(own)
    return name.startswith(own) and (not rest or (rest[0] == " " and rest[1:].isdecimal()))
