"""The one thread that makes moves: it takes what waits, drafts it, writes it down together, tells of it.

A commit to the disk costs as much for ten submissions as for one. So whatever waits makes one group: each is
checked and played on clones, all are written in one transaction, and only when that is on the disk do the
games in memory take them over, are looks made and is anybody told. What is refused among them is refused
alone; if the transaction fails, nothing of the group has happened.

Nothing slow is done here. A game that is not in memory, or that somebody else has just now, is waited for
in another thread, and a look that takes its time is left to whoever wants it. The order of locks: games,
then the database. So nobody may wait for the writer, nor for a game, with the database's turn or a game
in hand.
"""

import asyncio
import logging
import threading
from collections import deque
from collections.abc import Callable, Sequence, Set
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from queue import Empty, SimpleQueue
from time import perf_counter
from typing import Final

from sqlalchemy.exc import OperationalError

from potluck.play.errors import PotluckError
from potluck.play.seats import Seat
from potluck.tables import crash, discreet
from potluck.tables.cleaning import check_client_id
from potluck.tables.database import Database
from potluck.tables.drafts import Draft
from potluck.tables.games_in_memory import GamesInMemory
from potluck.tables.ledger import Ledger
from potluck.tables.log import Conflict
from potluck.tables.playing import Playing
from potluck.tables.refusals import NotWritten, SeatNotYours, TableBroken
from potluck.tables.room import Receipt, Status
from potluck.tables.table_rows import TOUCH_SECONDS
from potluck.tables.turn import Locked
from potluck.tables.vantage import Told
from potluck.tables.wishes import Audience, Outcome, Place, Shown, Wish, Written

_log: Final = logging.getLogger(__name__)

_MOST: Final = 64  # submissions in one group
_GROUP_SECONDS: Final = 0.004  # when a group has taken so long to draft, the rest makes the next
_PATIENCE: Final = 0.002  # seconds to wait for a game that another thread has
_TRIES: Final = 50  # of a submission that others were quicker with
_LOADERS: Final = 2

_Call = Callable[[], None]


class _Drafted:
    """A wish on its way into the log."""

    __slots__ = ("delivered", "draft", "outcome", "playing", "used", "wish")

    def __init__(self, wish: Wish, playing: Playing, draft: Draft) -> None:
        at = draft.logged.at
        self.wish = wish
        self.playing = playing
        self.draft = draft
        self.used = (
            draft.over or abs(at - playing.touched) > TOUCH_SECONDS
        )  # the table's row is brought up to date
        self.outcome: Outcome | None = None  # of what was not written
        self.delivered: dict[int, int] = {}

    @property
    def status(self) -> Status | None:
        return ("over" if self.draft.over else "playing") if self.used else None


class Writer:
    """One per process and database."""

    def __init__(
        self,
        database: Database,
        games: GamesInMemory,
        now: Callable[[], float],
        tell: Callable[[str, bool], None],
    ) -> None:
        """The thread begins with the first wish. `tell`: after the commit, which table, and if it is over."""
        self._database = database
        self._games = games
        self._now = now
        self._tell = tell
        self._waiting: SimpleQueue[Wish | Shown | None] = SimpleQueue()
        self._audience: Audience | None = None
        self._loop: asyncio.AbstractEventLoop | None = None  # the audience's
        self._followers: list[tuple[Callable[[str], None], asyncio.AbstractEventLoop]] = []
        self._guard = threading.Lock()
        self._thread: threading.Thread | None = None
        self._loaders = ThreadPoolExecutor(_LOADERS, thread_name_prefix="games")
        self._closed = False
        self._ledger: Ledger | None = None
        self._brought: list[Wish] = []  # of the group at hand, what is another thread's now
        self._lost: str | None = None  # why the group at hand cannot have the database

    # Asked from any thread

    def attach(self, audience: Audience | None, loop: asyncio.AbstractEventLoop | None) -> None:
        """From now on this is who shows tables to people, on that loop; None: nobody."""
        self._audience, self._loop = audience, loop

    def follow(self, follower: Callable[[str], None], loop: asyncio.AbstractEventLoop) -> None:
        """From now on this is told on its loop at which table something was made, before that is settled."""
        self._followers.append((follower, loop))

    def put(self, wish: Wish) -> None:
        """Ask for something; `wish.settle` is told what came of it. Does not wait. Raises ClientIdInvalid."""
        if wish.bot is None:
            check_client_id(wish.client_id)
        self._put(wish)

    async def shown(self, table: str, seat: Seat, token: str, upto: int) -> None:
        """Note, with what is written next, that a seat was shown its events before `upto`.

        Nothing happens unless the token opens the seat; the cursor never moves back.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()

        def settle() -> None:
            if not future.done():
                future.set_result(None)

        self._put(Shown(table, seat, token, upto, settle, loop))
        await future

    async def submitted(self, wish: Wish) -> Receipt:
        """As `put`, and wait on the event loop; raises what the submission is refused with."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Receipt] = loop.create_future()

        def settle(outcome: Outcome) -> None:
            if future.cancelled():
                return
            if isinstance(outcome, Receipt):
                future.set_result(outcome)
            else:
                future.set_exception(outcome)

        wish.settle, wish.loop = settle, loop
        self.put(wish)
        return await future

    def submit(self, wish: Wish) -> Receipt:
        """As `submitted`, but wait in this thread, which may hold no game."""
        future: Future[Receipt] = Future()

        def settle(outcome: Outcome) -> None:
            if isinstance(outcome, Receipt):
                future.set_result(outcome)
            else:
                future.set_exception(outcome)

        wish.settle, wish.loop = settle, None
        self.put(wish)
        return future.result()

    def close(self) -> None:
        """Do what waits, and end the thread; once the database cannot be had, refuse what is left."""
        with self._guard:
            self._closed = True
        self._loaders.shutdown(wait=True)
        if self._thread is not None:
            self._waiting.put(None)
            self._thread.join()

    def _put(self, asked: Wish | Shown) -> None:
        with self._guard:  # nothing is put behind the end
            if self._closed:
                raise RuntimeError("the tables are closed")
            if self._thread is None:
                thread = threading.Thread(target=self._run, name="writer", daemon=True)
                thread.start()
                self._thread = thread
            self._waiting.put(asked)

    # The thread

    def _run(self) -> None:
        self._ledger = Ledger(self._database)
        later: deque[Wish] = deque()
        ending = False
        while later or not ending:
            wishes = [later.popleft() for _ in range(min(len(later), _MOST))]
            shown: list[Shown] = []
            while len(wishes) + len(shown) < _MOST and not ending:
                try:
                    asked = self._waiting.get(block=not (wishes or shown))
                except Empty:
                    break
                if asked is None:
                    ending = True
                elif isinstance(asked, Shown):
                    shown.append(asked)
                else:
                    wishes.append(asked)
            try:
                later.extend(self._group(wishes, shown))
            except Exception as error:  # a fault of ours: nobody is to wait for ever
                _log.exception("a group could not be written")
                self._give_up([wish for wish in wishes if wish not in self._brought], shown, error)
        self._ledger.close()

    def _give_up(self, wishes: Sequence[Wish], shown: Sequence[Shown], error: Exception) -> None:
        """Tell those who have not been told yet."""
        try:
            self._hand_back([], [(wish, error) for wish in wishes], shown)
        except Exception:
            _log.exception("a group could not be answered")

    def _group(self, wishes: Sequence[Wish], shown: Sequence[Shown], *, waited: bool = False) -> list[Wish]:
        """Do what can be done at once; what is left makes the next group, in its order.

        Where another process has the database, it is waited for once, and nobody's game is held meanwhile.
        """
        news: list[Written] = []
        outcomes: list[tuple[Wish, Outcome]] = []
        left: list[Wish] = []
        drafts: dict[str, _Drafted] = {}
        began = perf_counter()
        taken: list[str] = []
        self._brought.clear()
        if not (self._closed or waited):  # who closes is not kept waiting a second time
            self._lost = None
        try:
            for nth, wish in enumerate(wishes):
                # Of a table one: the next is played on what this one comes to, if it comes to something.
                if wish.table in drafts or (nth and perf_counter() - began > _GROUP_SECONDS):
                    left.append(wish)
                    continue
                playing = self._games.take(wish.table, _PATIENCE)
                if playing is None:
                    self._bring(wish)
                    continue
                taken.append(wish.table)
                found = self._draft(wish, playing)
                if isinstance(found, _Drafted):
                    drafts[wish.table] = found
                else:
                    self._games.give(taken.pop())
                    outcomes.append((wish, found))
            if outcomes:  # they need not wait for what is written
                self._hand_back([], outcomes)
                outcomes = []
            locked = not self._write(list(drafts.values()), shown, waited=waited)
            for each in drafts.values() if not locked else ():
                if each.outcome is None:
                    each.outcome = self._adopt(each, news)
        finally:
            for table in taken:
                self._games.give(table)
        if locked:
            kept = {id(wish) for wish in left} | {id(each.wish) for each in drafts.values()}
            self._wait()
            return self._group([wish for wish in wishes if id(wish) in kept], shown, waited=True)
        for each in drafts.values():
            if isinstance(each.outcome, Conflict):
                self._bring(each.wish)
            elif each.outcome is not None:
                outcomes.append((each.wish, each.outcome))
        if self._lost is not None:  # what is left has waited as long as the others
            outcomes += [(wish, NotWritten(self._lost)) for wish in left]
            left = []
        self._hand_back(news, outcomes, shown)
        return left

    def _wait(self) -> None:
        """Until something may be written; or until it is clear that nothing can be."""
        assert self._ledger is not None
        try:
            self._ledger.wait()
        except self._ledger.failure as error:
            self._lose(error)

    def _draft(self, wish: Wish, playing: Playing) -> _Drafted | Outcome:
        """Play it on clones; what memory alone would refuse is asked again of the log."""
        if self._lost is not None:
            return NotWritten(self._lost)
        try:
            while True:
                first = playing.receipts.get((wish.seat, wish.client_id))
                if first is not None:
                    self._prove(wish)
                    return Receipt(wish.client_id, first)
                try:
                    return _Drafted(wish, playing, self._wished(wish, playing))
                except PotluckError:
                    if not self._games.catch_up(wish.table, playing):
                        # Nobody is told why a seat may not do something but who holds it.
                        self._prove(wish)
                        raise
        except PotluckError as error:
            return error
        except OperationalError as error:  # what others have appended could not be read
            return self._lose(error.orig or error)
        except Exception as error:
            _log.exception("a submission could not be drafted")
            return error

    def _wished(self, wish: Wish, playing: Playing) -> Draft:
        if wish.bot is not None and playing.bots.get(wish.seat) != wish.bot:
            raise SeatNotYours("somebody else plays this seat now")
        if wish.back is not None:
            return playing.draft_undo(wish.seat, wish.version, wish.back, wish.client_id, self._now())
        return playing.draft_moves(wish.seat, wish.version, wish.moves, wish.client_id, self._now())

    def _prove(self, wish: Wish) -> None:
        assert self._ledger is not None
        if wish.token is not None:
            try:
                self._ledger.prove(wish.table, wish.seat, wish.token)
            except self._ledger.failure as error:
                raise self._lose(error) from error

    def _lose(self, error: BaseException) -> NotWritten:
        """Why nothing was written; if the database cannot be had, the rest of the group does not try."""
        assert self._ledger is not None
        refusal = NotWritten(type(error).__name__)
        if isinstance(error, self._ledger.lost):
            self._lost = type(error).__name__
        return refusal

    def _write(self, drafts: Sequence[_Drafted], shown: Sequence[Shown] = (), *, waited: bool = True) -> bool:
        """All in one transaction; of what was not written the outcome says why.

        False if another process has the database and it was not waited for: then nothing has come of it yet.
        """
        ledger = self._ledger
        assert ledger is not None
        if drafts:
            crash.here("append.before")
        elif not shown:
            return True
        if self._lost is not None:
            for each in drafts:
                each.outcome = NotWritten(self._lost)
            return True
        try:
            with ledger.transaction():
                for told in shown:
                    ledger.shown(told)
                for each in drafts:
                    each.outcome = self._enter(each)
                if drafts:
                    crash.here("append.inside")
        except ledger.clash as error:
            if shown:  # it has no part in the clash
                self._write([], shown)
            if len(drafts) == 1:
                drafts[0].outcome = Conflict(str(error))
            else:
                for each in drafts:  # one of them is to blame
                    self._write([each])
            return True
        except ledger.failure as error:
            if isinstance(error, Locked) and not waited:
                return False
            _log.warning("submissions could not be written: %s", discreet.kind(error))
            for each in drafts:
                each.outcome = self._lose(error)
            return True
        if drafts:
            crash.here("append.after")
        return True

    def _enter(self, drafted: _Drafted) -> Exception | None:
        assert self._ledger is not None
        wish, logged = drafted.wish, drafted.draft.logged
        try:
            self._ledger.enter(wish.table, wish.seat, wish.token, logged, drafted.status)
        except Conflict as error:
            return error  # somebody was first: begin again from what is written
        except PotluckError as error:
            self._games.drop(wish.table)  # it may be gone
            return error
        if drafted.playing.forgets:
            drafted.delivered = dict(self._ledger.delivered(wish.table))
        return None

    def _adopt(self, drafted: _Drafted, news: list[Written]) -> Outcome:
        """It is on the disk: let it happen, and see what there is to be seen."""
        wish, playing, draft = drafted.wish, drafted.playing, drafted.draft
        versions, undo = playing.versions, playing.undo
        try:
            playing.adopt(draft)
        except Exception:
            _log.exception("what was written could not be adopted")
            self._games.drop(wish.table)  # who looks has it read again, and who asked finds the receipt there
            news.append(Written(wish.table, draft.over, {}, None, Receipt(wish.client_id, wish.version)))
            return Conflict(wish.table)
        receipt = Receipt(wish.client_id, playing.receipts[wish.seat, wish.client_id])
        if drafted.used:
            playing.touched = draft.logged.at
        same = (
            frozenset()
            if playing.undo != undo
            else {
                viewer for viewer, version in versions.items() if playing.vantage(viewer).version == version
            }
        )
        news.append(Written(wish.table, draft.over, self._looks(drafted, same), wish.owner, receipt))
        return receipt

    def _looks(self, drafted: _Drafted, same: Set[Seat | None]) -> dict[Place, Told | None]:
        """What those who look at the table see now; nothing new to the viewers in `same`."""
        looks: dict[Place, Told | None] = {}
        if self._audience is None:
            return looks
        playing = drafted.playing
        try:
            for place in self._audience.places(drafted.wish.table):
                viewer, first, sections = place
                if viewer in same:
                    looks[place] = None
                elif not playing.vantage(viewer).heavy:
                    shown = first if viewer is None else max(first, drafted.delivered.get(viewer, 0))
                    looks[place] = playing.told(viewer, first, shown, sections=sections)
        except Exception:
            _log.exception("a look could not be made")  # whoever wants it will hear of it, too
        return looks

    # Elsewhere

    def _bring(self, wish: Wish) -> None:
        """Have the game read, or waited for, in another thread, and then try again."""
        wish.tries += 1
        if wish.tries > _TRIES:
            self._hand_back([], [(wish, TableBroken("the log could not be written"))])
            return
        try:
            self._loaders.submit(self._read, wish)
        except RuntimeError:  # it is being closed
            self._hand_back([], [(wish, NotWritten("the tables are being closed"))])
        else:
            self._brought.append(wish)

    def _read(self, wish: Wish) -> None:
        try:
            with self._games.use(wish.table):
                pass
        except Exception as error:
            if not isinstance(error, PotluckError):
                _log.exception("a game could not be read")
            self._hand_back([], [(wish, error)])
        else:
            self._waiting.put(wish)

    def _hand_back(
        self,
        news: Sequence[Written],
        outcomes: Sequence[tuple[Wish, Outcome]],
        shown: Sequence[Shown] = (),
    ) -> None:
        """Wake every loop once; whoever listens hears of it before who waits in a thread goes on."""
        calls: dict[asyncio.AbstractEventLoop | None, list[_Call]] = {}
        audience, loop = self._audience, self._loop
        if audience is not None and news:
            calls[loop] = [partial(audience.written, each) for each in news]
        for follower, where in self._followers if news else ():
            calls.setdefault(where, []).extend(partial(follower, each.table) for each in news)
        for wish, outcome in outcomes:
            calls.setdefault(wish.loop, []).append(partial(_settle, wish, outcome))
        for told in shown:
            calls.setdefault(told.loop, []).append(told.settle)
        _all([partial(self._tell, written.table, written.over) for written in news])
        here = calls.pop(None, [])
        for each, there in calls.items():
            assert each is not None
            try:
                each.call_soon_threadsafe(_all, there)
            except RuntimeError:  # that loop has ended, and with it whoever waited
                _log.debug("nobody is there any more")
        _all(here)


def _settle(wish: Wish, outcome: Outcome) -> None:
    """Where the wish is waited for; the first outcome counts."""
    if not wish.settled:
        wish.settled = True
        wish.settle(outcome)


def _all(calls: Sequence[_Call]) -> None:
    for call in calls:
        try:
            call()
        except Exception:
            _log.exception("telling of a move failed")
