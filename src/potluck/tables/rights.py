"""Who may do what a host may: whoever made the table, and while they are away somebody who is there."""

from collections.abc import Sequence
from typing import Any

from potluck.tables.presence import Here
from potluck.tables.refusals import NotHost
from potluck.tables.seat_rows import SeatRow, theirs


def holder(table: Any, rows: Sequence[SeatRow], here: Here) -> str:
    """The guest who holds the host's rights now.

    The host, while they are there or not gone for long; else who sits first of those who are there, and the
    host again if nobody is.
    """
    host: str = table.host
    lapse = lapses(host, rows, here)
    if lapse is None or lapse > here.now:
        return host
    found = (row.guest for row in rows if row.kind == "human" and here.about(row.seat, row.seen))
    return next((guest for guest in found if guest is not None), host)


def holds(table: Any, rows: Sequence[SeatRow], here: Here, guest: str) -> bool:
    """Whether this guest may do what a host may; the host is back by doing it."""
    return guest in (table.host, holder(table, rows, here))


def check_rights(table: Any, rows: Sequence[SeatRow], here: Here, guest: str) -> None:
    """Raise NotHost unless this guest may do what a host may."""
    if not holds(table, rows, here, guest):
        raise NotHost("only the host may do this")


def lapses(host: str, rows: Sequence[SeatRow], here: Here) -> float | None:
    """When the host's rights pass on (a time that may have passed); None while the host is there."""
    times = [here.guest_lapses(host), *(here.seat_lapses(row.seat, row.seen) for row in theirs(rows, host))]
    gone = [each for each in times if each is not None]
    return max(gone) if len(gone) == len(times) else None
