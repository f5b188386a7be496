"""Nudges: somebody who sits at a table reminds another that it waits for them. Never twice in one turn.

What a nudge is checked against is what everybody may know (`tables/waiting.py`), so its answer tells
nobody who has chosen in secret. The limits are kept in memory, per process, like all others.
"""

from collections import OrderedDict
from typing import Final

import msgspec

from potluck.play.errors import PotluckError
from potluck.play.seats import Seat
from potluck.tables.ground import Change
from potluck.tables.service import Waits
from potluck.web.errors import NudgeAgain, NudgeAway, NudgeEarly, NudgeNobody, WatchersCannot
from potluck.web.hub import Hub
from potluck.web.messages import Done, Nudge, Nudged
from potluck.web.tab import Tab

_REMEMBERED: Final = 10_000  # seats that were nudged; of the others it has been long

_encode: Final = msgspec.json.Encoder().encode


class _Nudged(msgspec.Struct):
    """The last nudge of a seat."""

    at: float
    this_turn: bool = True  # it has been waited for ever since


class Nudges:
    """One per server; lives on the event loop."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._last: OrderedDict[tuple[str, Seat], _Nudged] = OrderedDict()
        self._nudged: dict[str, set[Seat]] = {}  # in this turn of theirs; read from any thread
        hub.tables.listen(self._heard)

    async def nudge(self, tab: Tab, table: str, message: Nudge) -> None:
        """Remind a seat in a tab's name.

        Raises WatchersCannot, SeatTokenWrong, NudgeNobody, NudgeEarly, NudgeAgain, NudgeAway and what
        `Tables.waits` raises.
        """
        by, seat, token = tab.seat, message.seat, tab.seat_token
        tables = self._hub.tables

        def ask() -> Waits:
            tables.seat_of(table, token)  # it may have lost the seat without having heard of it
            return tables.waits(table)

        if by is None:
            raise WatchersCannot
        waits = await self._hub.run(ask)
        if seat == by or seat in tab.also or seat not in waits.seats:
            raise NudgeNobody(f"nobody waits for seat {seat}")
        # From here on nothing awaits: of two nudges at the same moment one is the second.
        now = tables.ground.now()
        self._check(table, seat, waits, now)
        theirs = self._hub.playing(table, seat)
        if not theirs:
            raise NudgeAway("no tab of that seat is here")
        self._remember(table, seat, now)
        told = _encode(Nudged(seat, by))
        for each in theirs:
            each.reply(told)
        tab.reply(_encode(Done(message.id, 0)))

    def _check(self, table: str, seat: Seat, waits: Waits, now: float) -> None:
        settings = self._hub.tables.settings
        last = self._last.get((table, seat))
        if last is not None and (last.this_turn or 0 <= now - last.at < settings.nudge_apart):
            raise NudgeAgain("once a turn, and not twice in a minute")
        if 0 <= now - waits.still < settings.nudge_after:
            raise NudgeEarly("not yet", n=round(settings.nudge_after))

    def _remember(self, table: str, seat: Seat, now: float) -> None:
        self._last[table, seat] = _Nudged(now)
        self._last.move_to_end((table, seat))
        self._nudged.setdefault(table, set()).add(seat)
        while len(self._last) > _REMEMBERED:
            (old, who), _ = self._last.popitem(last=False)
            self._turn_over(old, {who})

    # Turns end

    def _heard(self, table: str, what: frozenset[Change]) -> None:
        # From any thread, after a commit.
        if "look" in what and table in self._nudged:
            self._hub.loop.soon(self._look_again, table)

    def _look_again(self, table: str) -> None:
        self._hub.loop.spawn(self._see_who_is_done(table))

    async def _see_who_is_done(self, table: str) -> None:
        try:
            waits = await self._hub.run(lambda: self._hub.tables.waits(table))
        except PotluckError:  # the table is gone
            self._turn_over(table, self._nudged.get(table, set()))
            return
        self._turn_over(table, self._nudged.get(table, set()) - waits.seats)

    def _turn_over(self, table: str, seats: set[Seat]) -> None:
        for seat in list(seats):
            if (last := self._last.get((table, seat))) is not None:
                last.this_turn = False
        left = self._nudged.get(table, set()) - seats
        if left:
            self._nudged[table] = left
        else:
            self._nudged.pop(table, None)
