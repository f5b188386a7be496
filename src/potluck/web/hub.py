"""Who is at which table with which tab, and what each tab is told when something changes.

A change at a table is worked through once for all its tabs, in one worker thread: every viewer's
look from the tab's own place in its event stream, the room, new talk. A tab gets bytes only when what
*it* may know has changed (its look's version, its room, its lines), so neither a message nor its
timing tells of anything else. A tab that is slow to read keeps at most one look and one room waiting,
and is not given another before it has taken them: looks are skipped, events never, and nobody waits.
"""

import asyncio
import logging
import threading
from collections import deque
from collections.abc import Callable, Coroutine, Iterable, Sequence
from concurrent.futures import Executor
from functools import partial
from typing import Any, Final, TypeVar

import msgspec
from msgspec import Struct

from potluck.play.errors import PotluckError
from potluck.tables import crash
from potluck.tables.refusals import TableClosed
from potluck.tables.room import ChatLine, Room
from potluck.tables.service import Glance, Tables
from potluck.web.errors import SeatElsewhere, SeatMoved
from potluck.web.messages import Also, Chatted, Looked, Ping, Refused, Roomed, Welcome
from potluck.web.settings import PING_SECONDS, PRESENCE_SECONDS, SEND_SECONDS, SILENCE_SECONDS

log = logging.getLogger("potluck.web")

LOOK: Final = "look"
ROOM: Final = "room"
CHAT: Final = "chat"
EVERYTHING: Final = frozenset({LOOK, ROOM, CHAT})

_encode = msgspec.json.Encoder().encode
_PING: Final = _encode(Ping())
T = TypeVar("T")


class Tab:
    """One connected tab at one table: what it has, and what waits to be sent to it."""

    def __init__(self, kill: Callable[[], None], guest: str | None = None) -> None:
        self.kill = kill  # ends the connection without a word
        self.guest = guest  # whose browser it is, by the cookie
        self.table: str | None = None  # None: has not said hello
        self.seat: int | None = None
        self.seat_token: str | None = None
        self.also_tokens: Sequence[str] = ()  # of the other seats on this device
        self.also: list[int | None] = []  # what they open
        self.seating = False  # it has said hello (again) and is not welcomed yet: nothing is for it
        self.events = 0  # of its stream, sent or about to be
        self.forgets = False  # its game shows every event once
        self.lines = 0  # of chat
        self.version = -1  # of the last look
        self.room: Room | None = None  # the last one, as sent
        self.stale: set[str] = set()  # what changed while it was not ready
        self.heard = 0.0  # loop time of its last message
        self.sending: float | None = None  # loop time at which the send now under way began
        self.closing = False  # after what waits, the socket is closed
        self.wake = asyncio.Event()  # something waits
        self.taken = asyncio.Event()  # nothing does
        self._replies: deque[str] = deque()
        self._look: str | None = None
        self._room: str | None = None

    def reply(self, message: bytes, *, close: bool = False) -> None:
        """Queue something that must not be lost or merged; with `close`, nothing follows it."""
        if self.closing:
            return
        self._replies.append(message.decode())
        self.closing = close
        self.wake.set()
        self.taken.clear()

    def welcome(self, message: bytes, *, close: bool = False) -> None:
        """Queue the answer to hello, or a goodbye; it makes older looks and rooms pointless."""
        self._look = self._room = None
        self.reply(message, close=close)

    def offer(self, look: bytes | None, room: bytes | None) -> None:
        """Put a look or room into their free places."""
        if look is not None:
            self._look = look.decode()
        if room is not None:
            self._room = room.decode()
        self.wake.set()

    def ping(self) -> None:
        """Ask whether somebody is there, unless messages already wait to be taken."""
        if not self._replies:
            self.reply(_PING)

    @property
    def speaker(self) -> int | None:
        """The seat that talks: the one looked at, before the start any of this device."""
        return (
            self.seat
            if self.seat is not None
            else next((each for each in self.also if each is not None), None)
        )

    @property
    def ready(self) -> bool:
        """Whether nothing waits: only then is there a new look for it."""
        return self._look is None and self._room is None and self.sending is None

    @property
    def backlog(self) -> int:
        """How many answers wait."""
        return len(self._replies)

    def take(self) -> list[str]:
        """Everything that waits, in the order it is to be sent: answers, then the look, then the room."""
        waiting = [*self._replies, *(each for each in (self._look, self._room) if each is not None)]
        self._replies.clear()
        self._look = self._room = None
        self.wake.clear()
        self.taken.set()
        return waiting


class _Job(Struct):
    """What one tab needs, noted on the loop and filled in by a worker thread."""

    tab: Tab
    seat: int | None
    seat_token: str | None
    also_tokens: Sequence[str]
    events: int
    lines: int
    version: int
    looks: bool
    talks: bool
    checks: bool
    look: bytes | None = None
    next_event: int = 0
    next_version: int = 0
    chat: bytes | None = None
    next_line: int = 0
    lost: bool = False  # the seat token no longer holds
    also: list[int | None] | None = None  # what the other tokens open now


class _Party:
    """The tabs at one table."""

    def __init__(self) -> None:
        self.tabs: set[Tab] = set()
        self.changed: set[str] = set()
        self.working = False
        self.timer: asyncio.TimerHandle | None = None
        self.who: tuple[set[int], int] = (set(), 0)  # present and watching, as the room shows it
        self.room: Room | None = None  # as last read


def _places(jobs: list[_Job]) -> list[tuple[int | None, int]]:
    """Whose looks from where, each once."""
    return list(dict.fromkeys((job.seat, job.events) for job in jobs if job.looks))


class Hub:
    """All tabs of this process. Everything but `_work` runs on the event loop."""

    def __init__(self, tables: Tables, build: str, executor: Executor) -> None:
        self.tables = tables
        self._build = build
        self._executor = executor
        self._here = threading.local()
        self._parties: dict[str, _Party] = {}
        self._tabs: set[Tab] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ticker: asyncio.Task[None] | None = None
        self.pushes = 0  # looks sent since the start, for /metrics
        self.moves = 0  # submissions accepted

    def start(self) -> None:
        """Begin to listen to the tables and to ping the tabs."""
        self._loop = asyncio.get_running_loop()
        self.tables.listen(self._heard)
        self._ticker = self._loop.create_task(self._tick())

    async def stop(self) -> None:
        """Let go of everything."""
        tasks = [*self._tasks, *([self._ticker] if self._ticker else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._loop = None

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

    def disconnect(self, tab: Tab) -> None:
        """A socket is gone."""
        self._tabs.discard(tab)
        self._leave(tab)

    def presence(self, table: str) -> tuple[set[int], int]:
        """The seats with a tab, and the number of tabs that only watch."""
        party = self._parties.get(table)
        tabs = party.tabs if party else ()
        here = [{tab.seat, *tab.also} - {None} for tab in tabs]
        return {seat for seats in here for seat in seats if seat is not None}, sum(
            not seats for seats in here
        )

    async def welcome(
        self, tab: Tab, table: str, seat_token: str | None, also: Sequence[str], events: int, lines: int
    ) -> None:
        """Seat a tab at a table and tell it everything. Refusals of the tables pass through."""
        tab.seating = True

        def ask() -> tuple[bool, int | None]:
            return self.tables.forgets(table), self.tables.seat_of(table, seat_token)

        def read() -> tuple[int | None, Room, Welcome]:
            seat = self.tables.seat_of(table, seat_token)
            beside = self.tables.seats_of(table, also) if also else []
            here = {each for each in (seat, *beside) if each is not None}
            room = self.tables.room(table, present | here, watching + (not here and first))
            look = self.tables.look(table, seat, events)
            chat = self.tables.chat(table, lines)
            me = self.tables.standing(tab.guest, table)
            return seat, room, Welcome(self._build, seat, beside, room, look, chat, me.yours, me.host)

        try:
            forgets, seat = await self.run(ask)
            if forgets and seat is not None:
                self._take_over(tab, table, seat)
            present, watching = self.presence(table)
            first = tab not in (party.tabs if (party := self._parties.get(table)) else ())
            seat, room, message = await self.run(read)
        finally:
            tab.seating = False
        self._leave(tab)
        tab.table, tab.seat, tab.seat_token = table, seat, seat_token
        tab.also_tokens, tab.also = also, message.also
        tab.events, tab.version, tab.forgets = events, -1, forgets
        if message.look is not None:
            tab.events = message.look.first + len(message.look.events)
            tab.version = message.look.version
        tab.lines = message.chat[-1].index + 1 if message.chat else lines
        tab.room = room
        tab.stale.clear()
        party = self._parties.setdefault(table, _Party())
        party.tabs.add(tab)
        if forgets and seat is not None:
            self._take_over(tab, table, seat)  # two may have come at the same moment
        tab.welcome(_encode(message))
        self._presence_changed(table, party)
        # Whatever was committed between reading and joining was told to the party without this tab.
        self.changed(table, EVERYTHING)

    async def run(self, work: Callable[[], T]) -> T:
        """Do something with the tables in a worker thread; tabs hear of what it changed."""
        heard: list[tuple[str, frozenset[str]]] = []

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

    def changed(self, table: str, what: Iterable[str]) -> None:
        """Something at a table is no longer as the tabs know it."""
        party = self._parties.get(table)
        if party is None or self._loop is None:
            return
        party.changed.update(what)
        if not party.working:
            party.working = True
            self._spawn(self._tell(table, party))

    def took(self, tab: Tab) -> None:
        """A tab has taken what waited for it; bring it up to date if it missed something."""
        if tab.stale and tab.table is not None and tab.ready:
            self.changed(tab.table, tab.stale)

    async def shown(self, tab: Tab, upto: int) -> None:
        """A tab's person has been shown its events before `upto`, of those that it was sent."""
        table, seat = tab.table, tab.seat
        if tab.forgets and seat is not None and table is not None:
            upto = min(upto, tab.events)
            await self.run(lambda: self.tables.acknowledge(table, seat, upto))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _heard(self, table: str, what: frozenset[str]) -> None:
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
        table, tab.table = tab.table, None
        party = self._parties.get(table) if table is not None else None
        if table is None or party is None or tab not in party.tabs:
            return
        party.tabs.discard(tab)
        if party.tabs:
            self._presence_changed(table, party)
        else:
            if party.timer is not None:
                party.timer.cancel()
            del self._parties[table]

    def _presence_changed(self, table: str, party: _Party) -> None:
        if party.timer is None and self._loop is not None:
            party.timer = self._loop.call_later(PRESENCE_SECONDS, self._show_presence, table, party)

    def _show_presence(self, table: str, party: _Party) -> None:
        party.timer = None
        self.changed(table, {ROOM})

    async def _tell(self, table: str, party: _Party) -> None:
        try:
            while party.changed and party.tabs:
                what, party.changed = party.changed, set()
                jobs = self._jobs(party, what)
                if not jobs:
                    continue
                party.who = self.presence(table)
                room = self._at_once(table, party, jobs)
                if room is None:
                    room = await self.run(partial(self._work, table, party, jobs))
                party.room = room
                crash.here("push")
                for job in jobs:
                    self._deliver(table, job, room)
        except TableClosed as error:
            for tab in list(party.tabs):
                tab.reply(_encode(Refused(None, error.phrase, final=True)), close=True)
        except PotluckError:
            # The table is gone (swept away): tabs hear of it with their next message.
            log.info("table gone while tabs were open")
        except Exception:
            log.exception("pushing to the tabs of a table failed")
        finally:
            party.working = False

    def _jobs(self, party: _Party, what: set[str]) -> list[_Job]:
        jobs = []
        for tab in party.tabs:
            if tab.closing or tab.seating:
                continue  # a welcome tells everything, whatever changes meanwhile
            if not tab.ready:
                tab.stale |= what
                continue
            wanted = what | tab.stale
            tab.stale.clear()
            jobs.append(
                _Job(
                    tab, tab.seat, tab.seat_token, tab.also_tokens, tab.events, tab.lines, tab.version,
                    LOOK in wanted, CHAT in wanted, ROOM in wanted,
                )
            )  # fmt: skip
        return jobs

    def _work(self, table: str, party: "_Party", jobs: list[_Job]) -> Room:
        """In a worker thread: everything that may have to be read."""
        self._read_looks(jobs, self.tables.glance(table, _places(jobs)))
        for job in jobs:
            if job.checks and job.seat is not None:
                try:
                    job.lost = self.tables.seat_of(table, job.seat_token) != job.seat
                except PotluckError:
                    job.lost = True
            if job.checks and job.also_tokens:
                job.also = self.tables.seats_of(table, job.also_tokens)
        self._read_chat(table, [job for job in jobs if job.talks])
        present, watching = party.who
        return self.tables.room(table, present, watching)

    def _at_once(self, table: str, party: "_Party", jobs: list[_Job]) -> Room | None:
        """On the loop: a move is told from memory, if nobody else has the game just now."""
        if party.room is None or any(job.checks or job.talks for job in jobs):
            return None
        glance = self.tables.glance(table, _places(jobs), wait=False)
        if glance is None:
            return None
        self._read_looks(jobs, glance)
        return msgspec.structs.replace(party.room, undo=glance[1])

    def _read_looks(self, jobs: list[_Job], glance: Glance | None) -> None:
        """Encode for all; tabs that stand at the same place of the same stream share the bytes."""
        assert glance is not None
        places, looks = _places(jobs), glance[0]
        encoded: dict[tuple[int | None, int], bytes] = {}
        for job in jobs:
            if job.looks:
                place = (job.seat, job.events)
                look = looks[places.index(place)]
                if look is not None:
                    job.next_version, job.next_event = look.version, look.first + len(look.events)
                    if (job.next_version, job.next_event) != (job.version, job.events):
                        if place not in encoded:
                            encoded[place] = _encode(Looked(look))
                        job.look = encoded[place]

    def _read_chat(self, table: str, jobs: list[_Job]) -> None:
        said: dict[int, list[ChatLine]] = {}
        for job in jobs:
            if job.lines not in said:
                said[job.lines] = self.tables.chat(table, job.lines)
            lines = said[job.lines]
            if lines:
                job.chat, job.next_line = _encode(Chatted(lines)), lines[-1].index + 1

    def _deliver(self, table: str, job: _Job, room: Room | None) -> None:
        tab = job.tab
        if tab.table != table or tab.seat_token != job.seat_token or tab.closing or tab.seating:
            return  # it has left or said hello again meanwhile
        if job.lost and room is not None:
            self._lost(table, tab, room)
            return
        if job.chat is not None and tab.lines == job.lines:
            tab.lines = job.next_line
            tab.reply(job.chat)
        if job.also is not None and job.also != tab.also and job.also_tokens is tab.also_tokens:
            tab.also = job.also
            tab.reply(_encode(Also(job.also)))
            self._presence_changed(table, self._parties[table])
        look = shown = None
        if job.look is not None and tab.events == job.events and tab.version == job.version:
            look = job.look
            tab.events, tab.version = job.next_event, job.next_version
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

    def _lost(self, table: str, tab: Tab, room: Room) -> None:
        """A seat's tab whose token no longer holds: the seat plays elsewhere, or was given up."""
        if tab.seat is not None and room.seats[tab.seat].kind == "human":
            tab.reply(_encode(Refused(None, SeatMoved().phrase, final=True)), close=True)
            return
        self._spawn(self.welcome(tab, table, None, tab.also_tokens, 0, tab.lines))

    async def _tick(self) -> None:
        assert self._loop is not None
        while True:
            await asyncio.sleep(PING_SECONDS)
            now = self._loop.time()
            for tab in list(self._tabs):
                stuck = tab.sending is not None and now - tab.sending > SEND_SECONDS
                if stuck or now - tab.heard > SILENCE_SECONDS:
                    tab.kill()
                elif not tab.closing:
                    tab.ping()
