"""Sees to it that bots move: finds out who is due, lets them think in the pool, submits as their seat.

"A bot must move" is read off the state, at the start and whenever a table changes; nothing is queued
that a restart could lose. A bot's submission carries an id made of its version, so a move that was
written down before a crash is not made twice.

What this process has just done it knows without asking the log. Where another process was quicker the
submission is refused, and the log is asked.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from itertools import islice
from typing import Final

from potluck.play.chance import Fast
from potluck.play.errors import PotluckError
from potluck.play.moves import PASS
from potluck.tables.discreet import kind
from potluck.tables.due import BotDue
from potluck.tables.pool import BotFailed, Pool, ThoughtTooLong, WorkersDie
from potluck.tables.refusals import TableBroken, TableClosed, TableNotStarted, TableUnknown
from potluck.tables.service import Tables

_log: Final = logging.getLogger(__name__)
_FEWER: Final = 8  # a second try thinks about this part of the nodes
_LONGEST_BACKOFF: Final = 60.0
_AHEAD: Final = 64  # so many games ahead it is looked, at a start, whether somebody has come back to one

_GONE: Final = (TableClosed, TableUnknown, TableBroken, TableNotStarted)


class BotDriver:
    """One per process; lives in the event loop that `start` is called in."""

    def __init__(self, tables: Tables, workers: int | None = None, pool: Pool | None = None) -> None:
        """Think in `workers` processes, by default one core's fewer than there are, at most 4."""
        self._tables = tables
        self._workers = workers
        self._pool = pool
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()  # changed while their task was running
        self._asked: dict[str, dict[int, int]] = {}  # by table and seat: version at which a bystander passed
        self._thinking = 0
        self._taking_up: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Listen, and begin to take up every game in which a bot is due."""
        self._loop = asyncio.get_running_loop()
        if self._pool is None:
            self._pool = Pool(self._workers, self._tables.settings.bot_deadline)
        # Of moves it is told by the writer, on this loop and together with who made them.
        self._tables.follow(self._moved, self._loop)
        self._tables.listen(self._heard, moves=False)
        tables = await asyncio.to_thread(self._tables.playing)
        self._taking_up = self._loop.create_task(self._take_up(OrderedDict.fromkeys(tables)))

    async def stop(self) -> None:
        """End all thoughts; what was not submitted is thought again after the next start."""
        self._loop = None
        tasks = [*self._tasks.values(), *([self._taking_up] if self._taking_up else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._pool is not None:
            self._pool.close()

    def waiting(self) -> int:
        """How many choices bots owe at this moment."""
        return self._thinking

    async def _take_up(self, tables: OrderedDict[str, None]) -> None:
        """Wake the tables at which a bot is due, one by one: a replay takes its time, and people come first.

        A game that is in memory by now is one that somebody has come back to.
        """
        while tables:
            near = islice(tables, _AHEAD)
            table = next(filter(self._tables.in_memory, near), next(iter(tables)))
            del tables[table]
            if table in self._tasks:
                continue
            try:
                due = await asyncio.to_thread(self._tables.bots_due, table)
            except _GONE as error:
                _log.info("bots leave a table: %s", kind(error))
                continue
            except Exception:
                _log.exception("whether a bot is due could not be read")
                due = None  # to be tried again
            if due != []:
                self._wake(table)

    def _moved(self, table: str) -> None:
        if self._tables.has_bots(table):
            self._wake(table)

    def _heard(self, table: str, what: frozenset[str]) -> None:
        loop = self._loop
        if loop is None or "look" not in what:
            return
        if self._tables.has_bots(table):
            try:
                loop.call_soon_threadsafe(self._wake, table)
            except RuntimeError:
                _log.debug("the loop has ended before the bots were stopped")

    def _wake(self, table: str) -> None:
        if self._loop is None:
            return
        if table in self._tasks:
            self._again.add(table)
        else:
            self._tasks[table] = self._loop.create_task(self._serve(table))

    async def _serve(self, table: str) -> None:
        """Let the bots of one table move until none is due."""
        failures = 0
        try:
            while True:
                self._again.discard(table)
                try:
                    moved = await self._round(table, at_hand=not failures)
                    failures = 0
                except _GONE as error:
                    _log.info("bots leave a table: %s", kind(error))
                    self._asked.pop(table, None)
                    return
                except PotluckError as error:
                    # Overtaken by a free move or an undo: ask again, on what is so now. Refused twice
                    # in a row is no coincidence any more.
                    _log.info("a bot was refused: %s", kind(error))
                    failures += 1
                    await asyncio.sleep(_backoff(failures - 1))
                    continue
                except Exception:
                    failures += 1
                    _log.exception("the bots of a table failed")
                    await asyncio.sleep(_backoff(failures))
                    continue
                if not moved and table not in self._again:
                    return
        finally:
            del self._tasks[table]
            self._again.discard(table)

    async def _round(self, table: str, *, at_hand: bool) -> bool:
        """Ask every bot that is due once; whether one of them moved.

        Who is due is read from memory (`at_hand`), if it can be had at once, or from the log.
        """
        due_at = time.monotonic()
        due = self._tables.bots_due_at_hand(table) if at_hand else None
        if due is None:
            due = await asyncio.to_thread(self._tables.bots_due, table)
        if not due:
            self._asked.pop(table, None)
            return False
        asked = self._asked.setdefault(table, {})
        free = [each for each in due if each.free and asked.get(each.whose.seat) != each.version]
        for each in free:
            move = await self._choose(each)
            if move != PASS:
                await self._submit(each, move, due_at)
                return True
            asked[each.whose.seat] = each.version
        owing = [each for each in due if not each.free]
        if len(owing) == 1:
            await self._move(owing[0], due_at)
            return True
        # Simultaneous choices: nobody waits for another's thought.
        done = await asyncio.gather(*(self._move(each, due_at) for each in owing), return_exceptions=True)
        for refused in done:
            if refused is not None:
                raise refused
        return bool(owing)

    async def _move(self, due: BotDue, due_at: float) -> None:
        self._thinking += 1
        try:
            await self._submit(due, await self._choose(due), due_at)
        finally:
            self._thinking -= 1

    async def _choose(self, due: BotDue) -> int:
        """The bot's choice; with less thinking if it fails, and any offered move if it fails again."""
        assert self._pool is not None
        if due.free and due.offered == [PASS]:
            return PASS
        nodes = self._tables.settings.bot_nodes
        for budget in (nodes, max(1, nodes // _FEWER)):
            try:
                move = await self._pool.choose(due, budget)
            except (ThoughtTooLong, WorkersDie) as error:
                _log.warning("bot %s of %s: %s", due.whose.level, due.whose.game, error)
            except BotFailed as error:
                _log.error("bot %s of %s failed:\n%s", due.whose.level, due.whose.game, str(error))
            except Exception:
                _log.exception("bot %s of %s failed", due.whose.level, due.whose.game)
            else:
                if move in due.offered:
                    return move
                _log.error("bot %s of %s chose what it was not offered", due.whose.level, due.whose.game)
        return PASS if due.free else due.offered[Fast(due.luck).below(len(due.offered))]

    async def _submit(self, due: BotDue, move: int, due_at: float) -> None:
        # The pause counts from when the choice was due: what a bot has in hand must not show in its pace.
        await asyncio.sleep(max(0.0, due_at + self._tables.settings.bot_pause - time.monotonic()))
        await self._tables.submitted(self._tables.bot_wish(due, move))


def _backoff(failures: int) -> float:
    """Seconds to wait after so many failures in a row."""
    return min(_LONGEST_BACKOFF, 0.1 * 4**failures) if failures else 0.0
