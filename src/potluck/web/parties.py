"""The tabs at each table: every one of them is told of what changes there.

What a move changes the writer has worked out by then (`written`); for everything else a table's tabs are told
by one task at a time, which reads what they need (`news`), as long as something has changed.
"""

import asyncio
import logging
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import partial
from itertools import count
from typing import Final, TypeVar

import msgspec

from potluck.play.errors import PotluckError
from potluck.tables import crash
from potluck.tables.discreet import kind
from potluck.tables.ground import Change
from potluck.tables.refusals import TableClosed, TableSwept, TableUnknown
from potluck.tables.room import Room
from potluck.tables.service import Around, Place, Tables, Written
from potluck.web import news
from potluck.web.loop import Loop
from potluck.web.messages import Also, Mine, Refused, Roomed, looked
from potluck.web.news import Job
from potluck.web.settings import PRESENCE_SECONDS
from potluck.web.tab import Tab

log = logging.getLogger("potluck.web")

# A tab's token no longer opens its seat: told the tab, the room now, and a token that it may come back by.
Lost = Callable[[Tab, Room, str | None], None]

EVERYTHING: Final[tuple[Change, ...]] = ("look", "room", "chat")
_FIRST_PAUSE: Final = 0.5  # seconds until tabs are told what could not be read; twice as long every time
_LONGEST_PAUSE: Final = 15.0

_encode: Final = msgspec.json.Encoder().encode
T = TypeVar("T")


class _Party:
    """The tabs at one table."""

    def __init__(self) -> None:
        self.tabs: set[Tab] = set()
        self.changed: set[Change] = set()
        self.working = False
        self.timer: asyncio.TimerHandle | None = None
        self.room: Room | None = None  # as last read
        self.roomed = b""  # the same as it is sent
        self.lapse: asyncio.TimerHandle | None = None  # when time alone changes the room
        self.retry: asyncio.TimerHandle | None = None  # when what could not be told is told
        self.pause = _FIRST_PAUSE
        # Which change of the room was heard of last, and which the tabs' seats were looked at after.
        self.heard = self.checked = 0

    @property
    def doubtful(self) -> bool:
        """Whether a tab may have lost its seat since we looked: it is shown nothing before we have again."""
        return self.heard != self.checked


class Parties:
    """All tables somebody looks at here.

    Everything is for the event loop but `heard`, `places`, and what `run` is given.
    """

    def __init__(self, tables: Tables, loop: Loop, executor: Executor, lost: Lost) -> None:
        """`lost` is told of tabs that have lost their seat."""
        self._tables = tables
        self._presence = tables.ground.presence
        self._loop = loop
        self._executor = executor
        self._lost = lost
        self._here = threading.local()
        self._parties: dict[str, _Party] = {}
        self._counted = count(1)  # changes of rooms
        self.pushes = 0  # looks sent

    def __contains__(self, table: object) -> bool:
        return table in self._parties

    def __len__(self) -> int:
        return len(self._parties)

    @property
    def busy(self) -> bool:
        """Whether any of them is being told something, or will be in a moment."""
        return any(party.working or party.timer or party.retry for party in self._parties.values())

    def at(self, table: str) -> list[Tab]:
        """The tabs at a table."""
        party = self._parties.get(table)
        return [] if party is None else list(party.tabs)

    def looking(self, table: str, seat: int | None) -> list[Tab]:
        """Those that look at a seat; none at no seat."""
        return [tab for tab in self.at(table) if seat is not None and tab.seat == seat]

    def join(self, table: str, tab: Tab) -> None:
        """A tab that knows everything is there from now on, and hears of what changes."""
        self._parties.setdefault(table, _Party()).tabs.add(tab)
        self.presence_changed(table)

    def part(self, tab: Tab) -> None:
        """A tab is at no table any more."""
        table, tab.table = tab.table, None
        party = self._parties.get(table) if table is not None else None
        if table is None or party is None or tab not in party.tabs:
            return
        party.tabs.discard(tab)
        if party.tabs:
            self.presence_changed(table)
            return
        for timer in (party.timer, party.lapse, party.retry):
            if timer is not None:
                timer.cancel()
        del self._parties[table]

    # What is heard

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

    def heard(self, table: str, what: frozenset[Change]) -> None:
        """Something has changed, and is written down; from any thread."""
        party = self._parties.get(table)
        if party is not None and "room" in what:
            party.heard = next(self._counted)  # at once: what the loop shows from now on may be another's
        heard = getattr(self._here, "heard", None)
        if heard is not None:
            heard.append((table, what))
        elif party is not None:
            self._loop.soon(self.changed, table, what)

    def changed(self, table: str, what: Iterable[Change]) -> None:
        """Something at a table is no longer as the tabs know it."""
        party = self._parties.get(table)
        if party is None or not self._loop.runs:
            return
        party.changed.update(what)
        if not party.working and party.retry is None:
            party.working = True
            self._loop.spawn(self._tell(table, party))

    def presence_changed(self, table: str) -> None:
        """Somebody has come or gone; it is told in a moment, for they may be back."""
        party = self._parties[table]
        if party.timer is None and self._loop.runs:
            party.timer = self._loop.later(PRESENCE_SECONDS, self._show_presence, table, party)

    def _show_presence(self, table: str, party: _Party) -> None:
        party.timer = None
        self.changed(table, ("room",))

    # Moves

    def places(self, table: str) -> Iterable[Place]:
        """Where the tabs at a table stand; asked by the writer's thread. Who moves on is told anew."""
        party = self._parties.get(table)
        return () if party is None else {tab.place for tab in tuple(party.tabs)}

    def written(self, written: Written) -> None:
        """A move is in the log: show every tab what the writer has made of it for where the tab stands."""
        if written.owner is not None:
            crash.here("acknowledge")
        party = self._parties.get(written.table)
        if party is None or not self._loop.runs:
            return
        crash.here("push")
        # What is being told already, or could not be told, comes first: a tab may have lost its seat.
        later: set[Change] = {"look"} if party.working or party.retry or party.doubtful else set()
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
        if told is None or told.version < max(tab.version, tab.receipt):
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

    # Everything else

    async def _tell(self, table: str, party: _Party) -> None:
        try:
            while party.changed and party.tabs:
                what, party.changed = party.changed, set()
                heard = party.heard
                if heard != party.checked:
                    what.add("room")
                jobs = news.noted(party.tabs, what)
                if not jobs:
                    continue
                if not news.read_at_once(self._tables, table, party.room, jobs):
                    around = await self.run(partial(news.read, self._tables, table, party.room, jobs))
                    if around is not None:
                        party.room, party.roomed = around.room, _encode(Roomed(around.room))
                        self._await_lapse(table, party, around)
                if "room" in what:
                    party.checked = heard
                party.pause = _FIRST_PAUSE
                crash.here("push")
                if party.doubtful:
                    party.changed.update(EVERYTHING)  # somebody has taken a seat since it was read
                    continue
                for job in jobs:
                    with _alone(job.tab):
                        self._deliver(table, job, party)
        except TableClosed as error:
            _dismiss(party.tabs, error)
        except TableUnknown:
            _dismiss(party.tabs, TableSwept())  # it was there, or they would not be
        except PotluckError as error:
            log.info("the tabs of a table were told nothing: %s", kind(error))
        except Exception:
            log.exception("the tabs of a table could not be told something; it is tried again")
            self._retry(table, party)
        finally:
            party.working = False

    def _retry(self, table: str, party: _Party) -> None:
        """Tell the tabs everything once it can be read."""
        party.changed.update(EVERYTHING)
        if self._loop.runs and self._parties.get(table) is party:
            party.retry = self._loop.later(party.pause, self._try_again, table, party)
            party.pause = min(2 * party.pause, _LONGEST_PAUSE)

    def _try_again(self, table: str, party: _Party) -> None:
        party.retry = None
        self.changed(table, EVERYTHING)

    def _await_lapse(self, table: str, party: _Party, around: Around) -> None:
        """Look at the room again when time alone has changed it; do what has been carried."""
        if party.lapse is not None:
            party.lapse.cancel()
            party.lapse = None
        if not self._loop.runs or self._parties.get(table) is not party:
            return
        if around.seconds is not None:
            party.lapse = self._loop.later(around.seconds, self.changed, table, ("room",))
        if around.due:
            self._loop.spawn(self._settle(table))

    async def _settle(self, table: str) -> None:
        try:
            await self.run(partial(self._tables.settle, table))
        except PotluckError as error:
            log.info("what was carried at a table could not be done: %s", kind(error))

    def _deliver(self, table: str, job: Job, party: _Party) -> None:
        tab, room = job.tab, party.room
        if tab.table != table or tab.seat_token != job.seat_token or tab.closing or tab.seating:
            return  # it has left or said hello again meanwhile
        if job.lost and room is not None:
            self._lost(tab, room, job.kept_token)
            return
        if job.chat is not None and tab.lines == job.lines:
            tab.lines = job.next_line
            tab.reply(job.chat)
        if job.also is not None and job.also != tab.also and job.also_tokens is tab.also_tokens:
            tab.also = job.also
            tab.reply(_encode(Also(job.also)))
            here = [each for each in (tab.seat, *tab.also) if each is not None]
            self._presence.come(tab, table, tab.guest, here, tab.seat)
            self.presence_changed(table)
        if job.mine is not None and job.mine != tab.mine:
            tab.mine = mine = job.mine
            tab.reply(_encode(Mine(mine.yours, mine.back, mine.host, mine.says, mine.closing)))
        look = shown = None
        stands = tab.events, tab.version, tab.sections
        older = job.next_version < tab.receipt
        if job.look is not None and not older and stands == (job.events, job.version, job.sections):
            look = job.look
            tab.events, tab.version, tab.undo = job.next_event, job.next_version, job.next_undo
            self.pushes += 1
        if room is not None and room != tab.room:
            tab.room, shown = room, party.roomed
        if look is not None or shown is not None:
            tab.offer(look, shown)


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
