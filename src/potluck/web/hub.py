"""Who is at which table with which tab: coming and going, and which seat a tab plays.

What the tabs are told once they are there is the business of `parties`.
"""

import asyncio
import logging
from collections.abc import Sequence
from concurrent.futures import Executor
from typing import Final

import msgspec

from potluck.play.errors import PotluckError
from potluck.tables.room import Room
from potluck.tables.service import Standing, Tables
from potluck.web.errors import SeatElsewhere, SeatMoved
from potluck.web.loop import Loop
from potluck.web.messages import Refused, Welcome
from potluck.web.newcomers import Newcomers
from potluck.web.parties import EVERYTHING, Parties
from potluck.web.pulse import Pulse
from potluck.web.tab import Tab

log = logging.getLogger("potluck.web")

_encode: Final = msgspec.json.Encoder().encode


class Hub:
    """All tabs of this process. Everything but what `run` is given runs on the event loop."""

    def __init__(self, tables: Tables, build: str, executor: Executor, newcomers: int) -> None:
        """At most so many `newcomers` of an address wait to be told which table they are at."""
        self.tables = tables
        self.loop = Loop()
        self._presence = tables.ground.presence
        self._build = build
        self._parties = Parties(tables, self.loop, executor, self._lost)
        self.run = self._parties.run
        self.changed = self._parties.changed
        self._tabs: set[Tab] = set()
        self._pulse = Pulse()
        self._newcomers = Newcomers(newcomers)
        self._noting = False  # who left is being written down
        self.moves = 0  # submissions accepted

    def start(self) -> None:
        """Begin to listen to the tables and to ping the tabs."""
        loop = self.loop.start()
        self.tables.listen(self._parties.heard, moves=False)
        self.tables.attach(self._parties, loop)
        self.loop.spawn(self._tick())
        if self.tables.ground.database.shared:
            self.loop.spawn(self._remind())

    async def stop(self) -> None:
        """Let go of everything."""
        await self.loop.stop()
        self.tables.attach(None, None)
        for tab in list(self._tabs):
            self._leave(tab)
        await self._write_notes()

    @property
    def sockets(self) -> int:
        """Open tabs."""
        return len(self._tabs)

    @property
    def parties(self) -> int:
        """Tables with an open tab."""
        return len(self._parties)

    @property
    def busy(self) -> bool:
        """Whether anything is still to be told to a tab that takes it."""
        waiting = any(tab.backlog or not tab.ready for tab in self._tabs if not tab.closing)
        return waiting or self._parties.busy

    @property
    def pushes(self) -> int:
        """Looks sent since the start, for /metrics."""
        return self._parties.pushes

    def connect(self, tab: Tab, address: str) -> None:
        """A line is open; it has said nothing yet."""
        self._tabs.add(tab)
        self._newcomers.came(tab, address)
        self._pulse.add(tab)

    def disconnect(self, tab: Tab) -> None:
        """A socket is gone."""
        self._tabs.discard(tab)
        self._pulse.discard(tab)
        self._newcomers.left(tab)
        self._leave(tab)

    def playing(self, table: str, seat: int) -> list[Tab]:
        """The tabs on whose device a seat is played, looked at or not."""
        tabs = self._parties.at(table)
        return [tab for tab in tabs if not tab.closing and (tab.seat == seat or seat in tab.also)]

    async def welcome(
        self,
        tab: Tab,
        table: str,
        seat_token: str | None,
        also: Sequence[str],
        events: int,
        shown: int,
        lines: int,
        sections: bool,
    ) -> None:
        """Seat a tab at a table and tell it everything. Refusals of the tables pass through."""
        tab.seating = True
        self._newcomers.left(tab)
        sent = self._sent(tab)

        def ask() -> tuple[bool, int | None]:
            return self.tables.forgets(table), self.tables.holds(table, seat_token)

        def read() -> tuple[Room, Welcome, str | None, Standing]:
            seat = self.tables.holds(table, seat_token)
            beside = self.tables.seats_of(table, also) if also else []
            here = [each for each in (seat, *beside) if each is not None]
            self._presence.come(tab, table, tab.guest, here, seat, sent)
            around = self.tables.around(table)
            kept = seat_token if seat is None else None
            mine = around.standing(tab.guest, kept)
            begins = (events, shown) if kept is None else (0, 0)  # it had another stream
            look = self.tables.look(table, seat, *begins, sections=sections)
            chat = self.tables.chat(table, lines)
            since = bot_from = None
            if seat is not None and look is not None:
                since = min(max(seen, shown, around.sent(seat)), look.first + len(look.events))
                bot_from = self.tables.bot_from(table, seat, since)
            message = Welcome(
                self._build, seat, beside, around.room, look, chat,
                mine.yours, mine.host, mine.back, since, bot_from, mine.says, mine.closing,
            )  # fmt: skip
            return around.room, message, kept, mine

        try:
            forgets, seat = await self.run(ask)
            if forgets and seat is not None:
                self._take_over(tab, table, seat)
            seen = max([self._sent(each) for each in self._parties.looking(table, seat)], default=0)
            room, message, kept, mine = await self.run(read)
        except BaseException:
            self._presence.go(tab)
            raise
        finally:
            tab.seating = False
        if tab not in self._tabs:  # the socket has closed meanwhile
            self._presence.go(tab)
            return
        self._parties.part(tab)
        seat = message.seat
        tab.table, tab.seat, tab.seat_token = table, seat, None if seat is None else seat_token
        tab.kept_token, tab.also_tokens, tab.also = kept, also, message.also
        tab.events, tab.version, tab.forgets, tab.sections = events, -1, forgets, sections
        tab.receipt = -1
        if message.look is not None:
            tab.events = message.look.first + len(message.look.events)
            tab.version, tab.undo = message.look.version, message.look.undo
        tab.lines = message.chat[-1].index + 1 if message.chat else lines
        tab.room, tab.mine = room, mine
        tab.stale.clear()
        self._parties.join(table, tab)
        if forgets and seat is not None:
            self._take_over(tab, table, seat)  # two may have come at the same moment
        tab.welcome(_encode(message))
        self._note()
        # Whatever was committed between reading and joining was told to the party without this tab.
        self.changed(table, EVERYTHING)

    def describe(self, tab: Tab, on: bool) -> None:
        """From now on a tab's looks have sections, or not."""
        missing = on and not tab.sections
        tab.sections = on
        if missing:
            self.resend(tab)

    def resend(self, tab: Tab) -> None:
        """Have the current look sent, whatever the tab thinks it has."""
        if tab.table is not None:
            tab.version = -1
            self.changed(tab.table, ("look",))

    def took(self, tab: Tab) -> None:
        """A tab has taken what waited for it; bring it up to date if it missed something."""
        if tab.stale and tab.table is not None and tab.ready:
            self.changed(tab.table, tab.stale)

    async def shown(self, tab: Tab, upto: int) -> None:
        """A tab's person has been shown its events before `upto`, of those that it was sent."""
        if tab.forgets and tab.seat is not None and tab.table is not None:
            await self.tables.shown(tab.table, tab.seat, tab.seat_token or "", min(upto, tab.events))

    def _leave(self, tab: Tab) -> None:
        self._presence.go(tab, self._sent(tab))
        self._parties.part(tab)
        self._note()

    @staticmethod
    def _sent(tab: Tab) -> int:
        """How many events of its stream a tab's person may have seen; where they forget, `shown` tells."""
        return 0 if tab.table is None or tab.seat is None or tab.forgets else tab.events

    def _note(self) -> None:
        """Have it written down who has left."""
        if self.loop.runs and self._presence.unwritten and not self._noting:
            self._noting = True
            self.loop.spawn(self._write_notes())

    async def _remind(self) -> None:
        """Other processes know only from the database who is here."""
        while True:
            await asyncio.sleep(self.tables.settings.away_seconds / 3)
            self._presence.remind()
            self._note()

    async def _write_notes(self) -> None:
        try:
            while self._presence.unwritten:
                await self.run(self.tables.note_who_left)
        except Exception:
            log.exception("who left could not be written down")
        finally:
            self._noting = False

    def _take_over(self, tab: Tab, table: str, seat: int) -> None:
        """Where memory is the game, the newest tab plays the seat: two would show the same thing twice."""
        for other in self._parties.looking(table, seat):
            if other is not tab:
                other.welcome(_encode(Refused(None, SeatElsewhere().phrase, final=True)), close=True)
                self._leave(other)

    def _lost(self, tab: Tab, room: Room, kept_token: str | None) -> None:
        """A seat's tab whose token no longer holds: the seat plays elsewhere, or somebody else plays it."""
        if tab.seat is not None and tab.room is not None:
            before, now = tab.room.seats[tab.seat], room.seats[tab.seat]
            if now.kind == "human" and now.owner == before.owner:
                tab.reply(_encode(Refused(None, SeatMoved().phrase, final=True)), close=True)
                return
        if tab.table is not None:
            self.loop.spawn(self._welcome_anew(tab, tab.table, kept_token))

    async def _welcome_anew(self, tab: Tab, table: str, kept_token: str | None) -> None:
        try:
            await self.welcome(tab, table, kept_token, tab.also_tokens, 0, 0, tab.lines, tab.sections)
        except PotluckError as error:
            tab.reply(_encode(Refused(None, error.phrase, final=True)), close=True)
        except Exception:
            log.exception("a tab could not be seated anew")
            tab.kill()  # it comes again

    async def _tick(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(self._pulse.pause)
            try:
                self._newcomers.look_through(loop.time())
                if self._pulse.beat(loop.time()):
                    self._note()  # also who plays without a tab
            except Exception:
                log.exception("the tabs could not be asked whether they are there")
