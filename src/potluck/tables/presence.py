"""Who is at which table just now, and since when those who are not have been gone.

web/ tells of every tab: which seats it proves, whose browser it is. Who plays without a socket is noticed
by what they ask. A person is *away* once they have been gone for the grace time, counted from the last
sign of them and from the start of this process at the earliest: after a restart everybody has to come back.
When a seat's last tab goes, the time and how much it was sent are kept until they are written down.

How long somebody has been gone is counted on a clock that nobody can set. The wall clock only gives these
times a date, and compares them with what is written down. When it is found to have leapt,
that comparison is worth nothing: everybody has the grace time once more, and nobody has been gone for long.
"""

import logging
import math
import threading
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Final, NamedTuple

from potluck.play.seats import Seat

_log: Final = logging.getLogger(__name__)

# By less a clock is only corrected; what is dated so far ahead was dated by a clock that was set back since.
LEAP_SECONDS: Final = 60.0
_CORRECTED_SECONDS: Final = 1.0  # less is how two readings differ
_NOTED_SECONDS: Final = 20.0  # how often a sign of somebody without a tab is written down
_GUESTS_SECONDS: Final = 3600.0  # how long it is known when a guest was last here; no row tells it


class Here(NamedTuple):
    """One table at one moment. Times are in seconds since 1970, as far apart as on the steady clock."""

    now: float
    grace: float
    began: float  # when this process began to look, or the wall clock leapt last
    ahead: float  # seconds; a time written down that is further ahead of `now` counts for nothing
    seats: frozenset[Seat]  # with a tab
    guests: frozenset[str]  # with a tab, at a seat or not
    watching: int  # tabs without a seat
    last_seats: Mapping[Seat, float]  # the last sign of each, as far as this process knows
    last_guests: Mapping[str, float]
    sent: Mapping[Seat, int]  # what is not yet written down of how much tabs that left had been sent

    def about(self, seat: Seat, seen: float | None) -> bool:
        """Whether somebody plays there now: with a tab, or without one here but not long ago."""
        return seat in self.seats or self.now - self._sign(seat, seen) < self.grace

    def with_us(self, guest: str) -> bool:
        """The same of a guest, whichever seat they play."""
        return guest in self.guests or self.now - self.last_guests.get(guest, -math.inf) < self.grace

    def seat_lapses(self, seat: Seat, seen: float | None) -> float | None:
        """When a person counts as away (a time that may have passed); None: they are here."""
        if seat in self.seats:
            return None
        return self.silent(seat, seen) + self.grace

    def guest_lapses(self, guest: str) -> float | None:
        """The same of a guest, whether they sit or not, as far as this process knows."""
        return None if guest in self.guests else self.guest_silent(guest) + self.grace

    def guest_silent(self, guest: str) -> float:
        """When a guest was last here, as a time to count from; it is known for an hour."""
        return self.now if guest in self.guests else max(self.began, self.last_guests.get(guest, -math.inf))

    def away(self, seat: Seat, seen: float | None) -> float | None:
        """Since when a person has been gone, if they are away."""
        lapses = self.seat_lapses(seat, seen)
        return None if lapses is None or lapses > self.now else self.gone(seat, seen)

    def silent(self, seat: Seat, seen: float | None) -> float:
        """The same as a time to count from: nobody is missed before this process began to look."""
        return max(self.began, self.gone(seat, seen))

    def gone(self, seat: Seat, seen: float | None) -> float:
        """When somebody was last here; where nobody wrote it down, when we began to look."""
        sign = self._sign(seat, seen)
        return self.began if sign == -math.inf else sign

    def _sign(self, seat: Seat, seen: float | None) -> float:
        """The last sign of somebody that is known of."""
        noted = -math.inf if seen is None or seen > self.now + self.ahead else seen
        return max(self.last_seats.get(seat, -math.inf), noted)


class _Tab(NamedTuple):
    table: str
    guest: str | None
    seats: frozenset[Seat]
    looks: Seat | None


class _Table:
    """Times are of the steady clock."""

    def __init__(self) -> None:
        self.tabs: set[Hashable] = set()
        self.last_seats: dict[Seat, float] = {}
        self.last_guests: dict[str, float] = {}
        self.noted: dict[Seat, float] = {}  # when a sign of each was last given to be written down


class Left(NamedTuple):
    """What is written down of somebody who has left a seat."""

    seen: float
    sent: int  # events of its stream that its tab has been sent


class Presence:
    """All tables of this process. Thread-safe."""

    def __init__(
        self,
        now: Callable[[], float],
        monotonic: Callable[[], float],
        grace: float,
        *,
        kept: float = 0.0,
        shared: bool = False,
    ) -> None:
        """`now`: the wall clock; `grace`: seconds after which who is gone is away.

        `kept`: seconds that the last sign of somebody is remembered, if longer than that. `shared`: other
        processes, maybe by other clocks, write down who is here; what they say is believed.
        """
        self._now = now
        self._monotonic = monotonic
        self._grace = grace
        self._kept = max(grace, kept)
        self._ahead = math.inf if shared else LEAP_SECONDS
        self._began = monotonic()
        self._offset = self._before = now() - self._began  # of the wall clock: as told, at the last leap
        self._lock = threading.Lock()
        self._tabs: dict[Hashable, _Tab] = {}
        self._tables: dict[str, _Table] = {}
        self._left: dict[tuple[str, Seat], Left] = {}

    def come(
        self,
        tab: Hashable,
        table: str,
        guest: str | None,
        seats: Iterable[Seat],
        looks: Seat | None = None,
        sent: int = 0,
    ) -> None:
        """A tab proves these seats now (none: it watches) and is told what `looks` may know.

        `sent`: how many events it had been sent of the stream that it looked at before.
        """
        with self._lock:
            self._go(tab, sent)
            self._tabs[tab] = _Tab(table, guest, frozenset(seats), looks)
            self._tables.setdefault(table, _Table()).tabs.add(tab)

    def go(self, tab: Hashable, sent: int = 0) -> None:
        """A tab is gone. `sent`: how many events of its seat's stream it had been sent."""
        with self._lock:
            self._go(tab, sent)

    def notice(self, table: str, seat: Seat | None, guest: str | None = None) -> bool:
        """Somebody plays without a tab; whether they had been gone for the grace time."""
        with self._lock:
            now = self._ticks()
            found = self._tables.setdefault(table, _Table())
            if seat is not None and any(seat in self._tabs[tab].seats for tab in found.tabs):
                return False
            before = -math.inf
            if guest is not None:
                before = found.last_guests.get(guest, -math.inf)
                found.last_guests[guest] = now
            if seat is not None:
                before = found.last_seats.get(seat, -math.inf)
                found.last_seats[seat] = now
                if now - found.noted.get(seat, -math.inf) >= _NOTED_SECONDS:
                    found.noted[seat] = now
                    self._leave(table, seat, self._dated(now), 0)
            return now - max(before, self._began) >= self._grace

    def at(self, table: str) -> Here:
        """Who is at a table."""
        with self._lock:
            now = self._dated(self._ticks())
            began = self._dated(self._began)
            found = self._tables.get(table) or _Table()
            tabs = [self._tabs[tab] for tab in found.tabs]
            return Here(
                now=now,
                grace=self._grace,
                began=began,
                ahead=self._ahead,
                seats=frozenset(seat for tab in tabs for seat in tab.seats),
                guests=frozenset(tab.guest for tab in tabs if tab.guest is not None),
                watching=sum(not tab.seats for tab in tabs),
                last_seats={seat: self._dated(at) for seat, at in found.last_seats.items()},
                last_guests={guest: self._dated(at) for guest, at in found.last_guests.items()},
                sent={seat: left.sent for (of, seat), left in self._left.items() if of == table},
            )

    @property
    def unwritten(self) -> bool:
        """Whether `take` gives anything."""
        return bool(self._left)

    def remind(self) -> None:
        """Have it written down who is here, for other processes that serve the same tables."""
        with self._lock:
            now = self._dated(self._ticks())
            for tab in self._tabs.values():
                for seat in tab.seats:
                    self._leave(tab.table, seat, now, 0)

    def take(self) -> dict[tuple[str, Seat], Left]:
        """What is to be written down; it is the caller's now. Memory forgets what it need not hold."""
        with self._lock:
            left, self._left = self._left, {}
            self._forget()
        return left

    def put_back(self, left: Mapping[tuple[str, Seat], Left]) -> None:
        """It could not be written down."""
        with self._lock:
            for (table, seat), (seen, sent) in left.items():
                self._leave(table, seat, seen, sent)

    def _ticks(self) -> float:
        """The steady clock; every reading finds out whether the wall clock has been set meanwhile."""
        ticks = self._monotonic()
        offset = self._now() - ticks
        if abs(offset - self._offset) > _CORRECTED_SECONDS:
            self._offset = offset
        leap = offset - self._before
        if abs(leap) > LEAP_SECONDS:
            _log.warning("the clock was set by %+.0f s: who is away counts anew", leap)
            self._before = offset
            self._began = ticks
        return ticks

    def _dated(self, ticks: float) -> float:
        """A time of the steady clock as one of the wall clock."""
        return ticks + self._offset

    def _go(self, tab: Hashable, sent: int = 0) -> None:
        gone = self._tabs.pop(tab, None)
        if gone is None:
            return
        now = self._ticks()
        found = self._tables[gone.table]
        found.tabs.discard(tab)
        if gone.guest is not None:
            found.last_guests[gone.guest] = now
        for seat in gone.seats:
            found.last_seats[seat] = found.noted[seat] = now
            self._leave(gone.table, seat, self._dated(now), sent if seat == gone.looks else 0)

    def _leave(self, table: str, seat: Seat, seen: float, sent: int) -> None:
        before = self._left.get((table, seat), Left(0.0, 0))
        self._left[table, seat] = Left(max(seen, before.seen), max(sent, before.sent))

    def _forget(self) -> None:
        """Of who has been away for some time the rows know enough; of watchers nobody asks any more."""
        now = self._ticks()
        old, long_ago = now - self._kept, now - max(self._kept, _GUESTS_SECONDS)
        for table, found in list(self._tables.items()):
            found.last_seats = {seat: at for seat, at in found.last_seats.items() if at > old}
            found.last_guests = {guest: at for guest, at in found.last_guests.items() if at > long_ago}
            found.noted = {seat: at for seat, at in found.noted.items() if seat in found.last_seats}
            if not (found.tabs or found.last_seats or found.last_guests):
                del self._tables[table]
