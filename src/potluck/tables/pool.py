"""The processes that bots think in, so that a thought never delays a move of a person.

Forkserver where there is one (a fork of a threaded server could deadlock), else spawn. When a worker
dies the pool is rebuilt and what it was thinking is thought again; when this process dies, however
suddenly, the workers notice and end (`worker`).
"""

import asyncio
import logging
import multiprocessing
import os
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import Connection
from typing import Any, Final

from potluck.tables import crash, worker
from potluck.tables.due import BotDue

_log: Final = logging.getLogger(__name__)
_TRIES: Final = 3

# Rules, views and levels are plain Python: what is installed here is installed there.
Think = Callable[[BotDue, int], int]


class ThoughtTooLong(Exception):
    """The deadline passed, and the worker is gone."""


class WorkersDie(Exception):
    """Workers died again and again while thinking about this."""


class Pool:
    """A few worker processes, started when there is something to think about."""

    def __init__(self, workers: int | None, deadline: float, think: Think = worker.choose) -> None:
        """`deadline` in seconds bounds one thought; `think` must be importable in another process."""
        self._workers = workers or max(1, min(4, (os.cpu_count() or 2) - 1))
        self._deadline = deadline
        self._think = think
        methods = multiprocessing.get_all_start_methods()
        self._context: Any = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
        if "forkserver" in methods:
            self._context.set_forkserver_preload(["potluck.tables.worker"])
        # Only as many thoughts as workers are handed out: so one begins when its clock does.
        self._free = asyncio.Semaphore(self._workers)
        self._executor: ProcessPoolExecutor | None = None
        self._leash: Connection | None = None  # the workers end when it is closed
        self._closed = False

    async def choose(self, due: BotDue, nodes: int) -> int:
        """What the bot would do.

        Raises ThoughtTooLong, WorkersDie, or whatever the bot raised.
        """
        async with self._free:
            for _ in range(_TRIES):
                executor = self._running()
                began = time.monotonic()
                try:
                    future = executor.submit(worker.within, self._deadline, self._think, due, nodes)
                    crash.here("bot.thinking")
                    return int(await asyncio.wrap_future(future))
                except BrokenProcessPool:
                    self._rebuild(executor)
                    if time.monotonic() - began >= self._deadline:
                        raise ThoughtTooLong(f"no move within {self._deadline} s") from None
        raise WorkersDie(f"{_TRIES} workers died")

    def _running(self) -> ProcessPoolExecutor:
        if self._closed:
            raise RuntimeError("the pool is closed")
        if self._executor is None:
            reader, self._leash = self._context.Pipe(duplex=False)
            self._executor = ProcessPoolExecutor(
                self._workers, mp_context=self._context, initializer=worker.begin, initargs=(reader,)
            )
        return self._executor

    def _rebuild(self, broken: ProcessPoolExecutor) -> None:
        # Several thoughts notice one broken pool; the first clears it away.
        if broken is self._executor:
            _log.warning("a bot worker died; the pool is rebuilt")
            self._end()

    def _end(self) -> None:
        if self._leash is not None:
            self._leash.close()
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)
        self._executor = self._leash = None

    def close(self) -> None:
        """End the workers now, thinking or not."""
        self._closed = True
        self._end()
