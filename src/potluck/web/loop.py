"""The event loop of a server: what it does that nobody waits for, and the way to it from other threads."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

log = logging.getLogger("potluck.web")


class Loop:
    """One per server. Everything but `soon` is called on the loop itself."""

    def __init__(self) -> None:
        """It does not run yet."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> asyncio.AbstractEventLoop:
        """From now on there are tasks; the loop itself."""
        self._loop = asyncio.get_running_loop()
        return self._loop

    async def stop(self) -> None:
        """Nothing is begun any more, and what is being done is cancelled."""
        self._loop = None
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @property
    def runs(self) -> bool:
        """Whether anything may be begun."""
        return self._loop is not None

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside everything else."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def later(self, seconds: float, call: Callable[..., object], *given: object) -> asyncio.TimerHandle:
        """Call something in so many seconds."""
        return asyncio.get_running_loop().call_later(seconds, call, *given)

    def soon(self, call: Callable[..., object], *given: object) -> None:
        """Have something called on the loop, from any thread; nothing happens once it has ended."""
        loop = self._loop
        if loop is None:
            return
        try:
            loop.call_soon_threadsafe(call, *given)
        except RuntimeError:  # it has just been closed
            return

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            log.error("something failed that nobody waits for", exc_info=error)
