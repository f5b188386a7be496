"""The processes that bots think in, so that a thought never delays a move of a person.

Forkserver where there is one (a fork of a threaded server could deadlock) and as long as it answers, else
spawn. Whoever is due first is thought for first, by whichever worker is free; among those, by the one that
was told most of this bot's stream, for then only the rest is sent. When a worker dies or stands still it is
replaced and what it was thinking is thought again; when this process dies, however suddenly, the workers
notice and end (`worker`).
"""

import asyncio
import logging
import multiprocessing
import os
from typing import Any, Final

from potluck.bots.levels import thoughtless
from potluck.bots.random import RandomBot
from potluck.play.chance import Fast
from potluck.play.registry import game as installed
from potluck.tables import crash
from potluck.tables.due import BotDue
from potluck.tables.folds import Folds
from potluck.tables.thinker import DeadlinePassed, NothingStarts, Thinker, WorkerDied
from potluck.tables.worker import Think

_log: Final = logging.getLogger(__name__)
_TRIES: Final = 3
_FORKSERVER: Final = "forkserver"
_SPAWN: Final = "spawn"


class ThoughtTooLong(Exception):
    """The deadline passed, and the worker is gone."""


class WorkersDie(Exception):
    """Workers died again and again while thinking about this."""


class BotFailed(Exception):
    """The bot raised an error; this is its traceback."""


class Pool:
    """A few worker processes, started when there is something to think about."""

    def __init__(
        self, workers: int | None, deadline: float, think: Think | None = None, method: str | None = None
    ) -> None:
        """`deadline` in seconds bounds one thought.

        `think` is asked in place of bots; it must be importable in another process. `method` is how
        `multiprocessing` starts one.
        """
        ways = _Ways(method)
        count = workers or max(1, min(4, (os.cpu_count() or 2) - 1))
        self._think = think
        self._deadline = deadline
        self._desks = [_Desk(ways, deadline, think) for _ in range(count)]
        # Only as many thoughts as workers are handed out: so one begins when its clock does. First come,
        # first served.
        self._free = asyncio.Semaphore(count)
        self._closed = False

    async def choose(self, due: BotDue, nodes: int) -> int:
        """What the bot would do.

        Raises ThoughtTooLong, WorkersDie, BotFailed.
        """
        if self._think is None and thoughtless(installed(due.whose.game, due.whose.rules), due.whose.level):
            crash.here("bot.thinking")
            return RandomBot().choose(None, due.offered, nodes, Fast(due.luck))
        async with self._free:
            for _ in range(_TRIES):
                if self._closed:
                    raise RuntimeError("the pool is closed")
                desk = self._best(due)
                desk.busy = True
                try:
                    return await desk.choose(due, nodes)
                except DeadlinePassed:
                    raise ThoughtTooLong(f"no move within {self._deadline} s") from None
                except WorkerDied:
                    _log.warning("a bot worker died; it is replaced")
                finally:
                    desk.busy = False
        raise WorkersDie(f"{_TRIES} workers died")

    def _best(self, due: BotDue) -> "_Desk":
        return min((desk for desk in self._desks if not desk.busy), key=lambda desk: desk.merit(due))

    @property
    def sent(self) -> int:
        """Bytes of views and events that were sent to workers so far."""
        return sum(desk.sent for desk in self._desks)

    def close(self) -> None:
        """End the workers now, thinking or not."""
        self._closed = True
        for desk in self._desks:
            desk.close()


class _Ways:
    """How `multiprocessing` makes processes: the one way that all workers start by, until it fails."""

    def __init__(self, method: str | None) -> None:
        methods = multiprocessing.get_all_start_methods()
        chosen = method or (_FORKSERVER if _FORKSERVER in methods else _SPAWN)
        self.context: Any = multiprocessing.get_context(chosen)
        if chosen == _FORKSERVER:
            self.context.set_forkserver_preload(["potluck.tables.worker"])

    def other(self, failed: Any) -> Any:
        """Another way than one that makes no process; None if there is none."""
        if self.context is failed:
            if failed.get_start_method() == _SPAWN:
                return None
            _log.warning("what starts bot workers stands still; from now on they start without it")
            self.context = multiprocessing.get_context(_SPAWN)
        return self.context


class _Desk:
    """A place for a worker, and how far the bots that it keeps have been told."""

    def __init__(self, ways: _Ways, deadline: float, think: Think | None) -> None:
        self._ways = ways
        self._deadline = deadline
        self._think = think
        self._worker: Thinker | None = None
        self._told: Folds[int] = Folds()  # how many undos there were then
        self._closed = False
        self.busy = False
        self.sent = 0

    def merit(self, due: BotDue) -> tuple[int, bool, int]:
        """Less is better: much told, a worker that is running, few bots in its mind."""
        idle = self._worker is None or self._worker.gone
        return (0 if idle else -self._known(due), idle, len(self._told))

    async def choose(self, due: BotDue, nodes: int) -> int:
        """The worker's choice. Raises WorkerDied, DeadlinePassed, BotFailed, OSError."""
        worker = self._worker
        if worker is None or worker.gone:
            self._told.clear()
            worker = self._worker = await self._start()
            if self._closed:
                worker.kill()
        known = self._known(due)
        # Until the answer has come it is not known what the worker keeps.
        self._told.take(due.whose)
        while True:
            thought = due.thought(nodes, known)
            self.sent += len(thought.view) + len(thought.events)
            answer = await worker.ask(thought)
            if answer.failed:
                raise BotFailed(answer.failed)
            if answer.move is not None:
                self._told.keep(due.whose, len(due.events), due.undone)
                return answer.move
            if known == 0:
                raise BotFailed("it was told everything and says it lacks something")
            known = 0

    async def _start(self) -> Thinker:
        way = self._ways.context
        while True:
            try:
                return await Thinker.start(way, self._deadline, self._think)
            except NothingStarts:
                way = self._ways.other(way)
                if way is None:
                    raise

    def _known(self, due: BotDue) -> int:
        """How many of the bot's events the worker has taken in, if those that it has are still true."""
        told, undone = self._told.look(due.whose) or (0, 0)
        return told if undone == due.undone and told <= len(due.events) else 0

    def close(self) -> None:
        """End the worker."""
        self._closed = True
        if self._worker is not None:
            self._worker.kill()
