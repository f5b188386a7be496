"""Who is at which table with which tab; sees to it that every tab hears of what changes there."""

import asyncio
import logging
import threading
from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import partial
from typing import Any, Final, TypeVar

import msgspec

from potluck.play.errors import PotluckError
from potluck.tables import crash
from potluck.tables.ground import Change
from potluck.tables.refusals import TableClosed, TableSwept, TableUnknown
from potluck.tables.room import Room
from potluck.tables.service import Around, Place, Standing, Tables, Written
from potluck.web import news
from potluck.web.errors import SeatElsewhere, SeatMoved
from potluck.web.messages import Also, Mine, Refused, Roomed, Welcome, looked
from potluck.web.news import Job
from potluck.web.pulse import Pulse
from potluck.web.settings import PRESENCE_SECONDS
from potluck.web.tab import Tab

log = logging.getLogger("potluck.web")

EVERYTHING: Final[tuple[Change, ...]] = ("look", "room", "chat")

_encode = msgspec.json.Encoder().encode
T = TypeVar("T")


class _Party:
    """The tabs at one table."""

    def __init__(self) -> None:
        self.tabs: set[Tab] = set()
        self.changed: set[Change] = set()
        self.working = False
        self.timer: asyncio.TimerHandle | None = None
        self.room: Room | None = None  # as last read
        self.lapse: asyncio.TimerHandle | None = None  # when time alone changes the room


class Hub:
    """All tabs of this process. Everything but what `run` is given runs on the event loop."""

    def __init__(self, tables: Tables, build: str, executor: Executor) -> None:
        self.tables = tables
        self._presence = tables.ground.presence
        self._build = build
        self._executor = executor
        self._here = threading.local()
        self._parties: dict[str, _Party] = {}
        self._tabs: set[Tab] = set()
        self._pulse = Pulse()
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ticker: asyncio.Task[None] | None = None
        self._noting = False  # who left is being written down
        self.pushes = 0  # looks sent since the start, for /metrics
        self.moves = 0  # submissions accepted

    def start(self) -> None:
        """Begin to listen to the tables and to ping the tabs."""
        self._loop = asyncio.get_running_loop()
        self.tables.listen(self._heard, moves=False)
        self.tables.attach(self, self._loop)
        self._ticker = self._loop.create_task(self._tick())
        if self.tables.ground.database.shared:
            self._spawn(self._remind())

    async def stop(self) -> None:
        """Let go of everything."""
        tasks = [*self._tasks, *([self._ticker] if self._ticker else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.tables.attach(None, None)
        self._loop = None
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
        return waiting or any(party.working or party.timer for party in self._parties.values())

    def connect(self, tab: Tab) -> None:
        """A socket is open; it has said nothing yet."""
        self._tabs.add(tab)
        self._pulse.add(tab)

    def disconnect(self, tab: Tab) -> None:
        """A socket is gone."""
        self._tabs.discard(tab)
        self._pulse.discard(tab)
        self._leave(tab)

    def tabs_of(self, table: str, seat: int) -> list[Tab]:
        """The tabs on whose device a seat is played, looked at or not."""
        party = self._parties.get(table)
        tabs = party.tabs if party else ()
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
        sent = self._sent(tab)

        def ask() -> tuple[bool, int | None]:
            return self.tables.forgets(table), self.tables.holds(table, seat_token)

        def read() -> tuple[Room, Welcome, str | None]:
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
                mine.yours, mine.host, mine.back, since, bot_from,
            )  # fmt: skip
            return around.room, message, kept

        try:
            forgets, seat = await self.run(ask)
            if forgets and seat is not None:
                self._take_over(tab, table, seat)
            seen = max([self._sent(each) for each in self._party_of(table, seat)], default=0)
            room, message, kept = await self.run(read)
        except BaseException:
            self._presence.go(tab)
            raise
        finally:
            tab.seating = False
        if tab not in self._tabs:  # the socket has closed meanwhile
            self._presence.go(tab)
            return
        self._part(tab)
        seat = message.seat
        tab.table, tab.seat, tab.seat_token = table, seat, None if seat is None else seat_token
        tab.kept_token, tab.also_tokens, tab.also = kept, also, message.also
        tab.events, tab.version, tab.forgets, tab.sections = events, -1, forgets, sections
        if message.look is not None:
            tab.events = message.look.first + len(message.look.events)
            tab.version, tab.undo = message.look.version, message.look.undo
        tab.lines = message.chat[-1].index + 1 if message.chat else lines
        tab.room, tab.mine = room, Standing(message.yours, message.host, message.back)
        tab.stale.clear()
        party = self._parties.setdefault(table, _Party())
        party.tabs.add(tab)
        if forgets and seat is not None:
            self._take_over(tab, table, seat)  # two may have come at the same moment
        tab.welcome(_encode(message))
        self._note()
        self._presence_changed(table, party)
        # Whatever was committed between reading and joining was told to the party without this tab.
        self.changed(table, EVERYTHING)

    async def run(self, work: Callable[[], T]) -> T:
        """Do something with the tables in a worker thread; tabs hear of what it changed."""
        heard: list[tuple[str, frozenset[Change]]] = []

        def working() -> T:
            # What is heard meanwhile comes back with the result: waking the loop once is cheaper.
            self._here.heard = heard
            try:
                return work()
            finally:
                self._here.heard = None

        try:
            return await asyncio.get_running_loop().run_in_executor(self._executor, working)
        finally:
            for table, what in heard:
                self.changed(table, what)

    def changed(self, table: str, what: Iterable[Change]) -> None:
        """Something at a table is no longer as the tabs know it."""
        party = self._parties.get(table)
        if party is None or self._loop is None:
            return
        party.changed.update(what)
        if not party.working:
            party.working = True
            self._spawn(self._tell(table, party))

    def places(self, table: str) -> Iterable[Place]:
        """Where the tabs at a table stand; asked by the writer's thread. Who moves on is told anew."""
        party = self._parties.get(table)
        return () if party is None else {tab.place for tab in tuple(party.tabs)}

    def written(self, written: Written) -> None:
        """A move is in the log: show every tab what the writer has made of it for where the tab stands."""
        if written.owner is not None:
            crash.here("acknowledge")
        party = self._parties.get(written.table)
        if party is None or self._loop is None:
            return
        crash.here("push")
        # What is being told already is told first: it may be that a tab has lost its seat.
        later: set[Change] = {"look"} if party.working else set()
        frames: dict[Place, bytes] = {}
        for tab in list(party.tabs) if not later else ():
            if tab.closing or tab.seating:
                continue
            if not tab.ready:
                tab.stale.add("look")
            elif tab.place in written.looks:
                with _alone(tab):
                    self._show(tab, written, frames)
            else:
                later.add("look")
        if written.over:
            later.add("room")
        if later:
            self.changed(written.table, later)

    def _show(self, tab: Tab, written: Written, frames: dict[Place, bytes]) -> None:
        told, place = written.looks[tab.place], tab.place
        if told is None or told.version < tab.version:
            return  # nothing new, or the tab has seen what came after it
        if (told.version, told.next, told.undo) == (tab.version, tab.events, tab.undo):
            return
        tab.version, tab.events, tab.undo = told.version, told.next, told.undo
        self.pushes += 1
        if tab is written.owner and told.version == written.receipt.version:
            tab.answered = written.receipt.id
            tab.offer(looked(told.raw, tab.answered), None)
            return
        if place not in frames:
            frames[place] = looked(told.raw)
        tab.offer(frames[place], None)

    def took(self, tab: Tab) -> None:
        """A tab has taken what waited for it; bring it up to date if it missed something."""
        if tab.stale and tab.table is not None and tab.ready:
            self.changed(tab.table, tab.stale)

    def describe(self, tab: Tab, on: bool) -> None:
        """From now on a tab's looks have sections, or not."""
        missing = on and not tab.sections
        tab.sections = on
        if missing:
            self.again(tab)

    def again(self, tab: Tab) -> None:
        """Have the current look sent, whatever the tab thinks it has."""
        if tab.table is not None:
            tab.version = -1
            self.changed(tab.table, ("look",))

    async def shown(self, tab: Tab, upto: int) -> None:
        """A tab's person has been shown its events before `upto`, of those that it was sent."""
        if tab.forgets and tab.seat is not None and tab.table is not None:
            await self.tables.shown(tab.table, tab.seat, tab.seat_token or "", min(upto, tab.events))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _heard(self, table: str, what: frozenset[Change]) -> None:
        # From any thread, after a commit.
        heard = getattr(self._here, "heard", None)
        if heard is not None:
            heard.append((table, what))
            return
        if self._loop is not None and table in self._parties:
            try:
                self._loop.call_soon_threadsafe(self.changed, table, what)
            except RuntimeError:  # the loop has just been closed
                return

    def _leave(self, tab: Tab) -> None:
        self._presence.go(tab, self._sent(tab))
        self._part(tab)
        self._note()

    def _part(self, tab: Tab) -> None:
        table, tab.table = tab.table, None
        party = self._parties.get(table) if table is not None else None
        if table is None or party is None or tab not in party.tabs:
            return
        party.tabs.discard(tab)
        if party.tabs:
            self._presence_changed(table, party)
        else:
            for timer in (party.timer, party.lapse):
                if timer is not None:
                    timer.cancel()
            del self._parties[table]

    @staticmethod
    def _sent(tab: Tab) -> int:
        """How many events of its stream a tab's person may have seen; where they forget, `shown` tells."""
        return 0 if tab.table is None or tab.seat is None or tab.forgets else tab.events

    def _party_of(self, table: str, seat: int | None) -> list[Tab]:
        party = self._parties.get(table)
        return [] if party is None or seat is None else [tab for tab in party.tabs if tab.seat == seat]

    def _note(self) -> None:
        """Have it written down who has left."""
        if self._loop is not None and self._presence.unwritten and not self._noting:
            self._noting = True
            self._spawn(self._write_notes())

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

    def _presence_changed(self, table: str, party: _Party) -> None:
        if party.timer is None and self._loop is not None:
            party.timer = self._loop.call_later(PRESENCE_SECONDS, self._show_presence, table, party)

    def _show_presence(self, table: str, party: _Party) -> None:
        party.timer = None
        self.changed(table, ("room",))

    async def _tell(self, table: str, party: _Party) -> None:
        try:
            while party.changed and party.tabs:
                what, party.changed = party.changed, set()
                jobs = news.noted(party.tabs, what)
                if not jobs:
                    continue
                if not news.read_at_once(self.tables, table, party.room, jobs):
                    around = await self.run(partial(news.read, self.tables, table, party.room, jobs))
                    if around is not None:
                        party.room = around.room
                        self._await_lapse(table, party, around)
                room = party.room
                crash.here("push")
                for job in jobs:
                    with _alone(job.tab):
                        self._deliver(table, job, room)
        except TableClosed as error:
            _dismiss(party.tabs, error)
        except TableUnknown:
            _dismiss(party.tabs, TableSwept())  # it was there, or they would not be
        except PotluckError as error:
            log.info("the tabs of a table were told nothing: %s", error)
        except Exception:
            log.exception("pushing to the tabs of a table failed")
        finally:
            party.working = False

    def _await_lapse(self, table: str, party: _Party, around: Around) -> None:
        """Look at the room again when time alone has changed it; do what has been carried."""
        if party.lapse is not None:
            party.lapse.cancel()
            party.lapse = None
        if self._loop is None or self._parties.get(table) is not party:
            return
        if around.seconds is not None:
            party.lapse = self._loop.call_later(around.seconds, self.changed, table, ("room",))
        if around.due:
            self._spawn(self._settle(table))

    async def _settle(self, table: str) -> None:
        try:
            await self.run(partial(self.tables.settle, table))
        except PotluckError as error:
            log.info("what was carried at a table could not be done: %s", error)

    def _deliver(self, table: str, job: Job, room: Room | None) -> None:
        tab = job.tab
        if tab.table != table or tab.seat_token != job.seat_token or tab.closing or tab.seating:
            return  # it has left or said hello again meanwhile
        if job.lost and room is not None:
            self._lost(table, tab, room, job.kept_token)
            return
        if job.chat is not None and tab.lines == job.lines:
            tab.lines = job.next_line
            tab.reply(job.chat)
        if job.also is not None and job.also != tab.also and job.also_tokens is tab.also_tokens:
            tab.also = job.also
            tab.reply(_encode(Also(job.also)))
            here = [each for each in (tab.seat, *tab.also) if each is not None]
            self._presence.come(tab, table, tab.guest, here, tab.seat)
            self._presence_changed(table, self._parties[table])
        if job.mine is not None and job.mine != tab.mine:
            tab.mine = job.mine
            tab.reply(_encode(Mine(job.mine.yours, job.mine.back, job.mine.host)))
        look = shown = None
        if job.look is not None and (tab.events, tab.version, tab.sections) == (
            job.events,
            job.version,
            job.sections,
        ):
            look = job.look
            tab.events, tab.version, tab.undo = job.next_event, job.next_version, job.next_undo
            self.pushes += 1
        if room is not None and room != tab.room:
            tab.room = room
            shown = _encode(Roomed(room))
        if look is not None or shown is not None:
            tab.offer(look, shown)

    def _take_over(self, tab: Tab, table: str, seat: int) -> None:
        """Where memory is the game, the newest tab plays the seat: two would show the same thing twice."""
        party = self._parties.get(table)
        for other in list(party.tabs) if party is not None else ():
            if other is not tab and other.seat == seat:
                other.welcome(_encode(Refused(None, SeatElsewhere().phrase, final=True)), close=True)
                self._leave(other)

    def _lost(self, table: str, tab: Tab, room: Room, kept_token: str | None) -> None:
        """A seat's tab whose token no longer holds: the seat plays elsewhere, or somebody else plays it."""
        if tab.seat is not None and tab.room is not None:
            before, now = tab.room.seats[tab.seat], room.seats[tab.seat]
            if now.kind == "human" and now.owner == before.owner:
                tab.reply(_encode(Refused(None, SeatMoved().phrase, final=True)), close=True)
                return
        also, sections = tab.also_tokens, tab.sections
        self._spawn(self._again(tab, table, kept_token, also, sections))

    async def _again(
        self, tab: Tab, table: str, kept_token: str | None, also: Sequence[str], sections: bool
    ) -> None:
        try:
            await self.welcome(tab, table, kept_token, also, 0, 0, tab.lines, sections)
        except PotluckError as error:
            tab.reply(_encode(Refused(None, error.phrase, final=True)), close=True)

    async def _tick(self) -> None:
        assert self._loop is not None
        while True:
            await asyncio.sleep(self._pulse.pause)
            try:
                if self._pulse.beat(self._loop.time()):
                    self._note()  # also who plays without a tab
            except Exception:
                log.exception("the tabs could not be asked whether they are there")


@contextmanager
def _alone(tab: Tab) -> Iterator[None]:
    """If a tab cannot be told something, it is the only one that ends."""
    try:
        yield
    except Exception:
        log.exception("a tab could not be told something")
        tab.kill()


def _dismiss(tabs: Iterable[Tab], why: PotluckError) -> None:
    """There is nothing any more where these tabs are."""
    goodbye = _encode(Refused(None, why.phrase, final=True))
    for tab in list(tabs):
        with _alone(tab):
            tab.reply(goodbye, close=True)
