"""Python's garbage collection, kept from holding everybody up.

A full collection looks at every object there is: with thousands of games in memory it takes a second, in
which nobody's move is answered. But next to nothing is garbage of that kind: games are freed when the last
reference to them goes, and what a request or a socket leaves behind in circles is young. So what has lasted
is set aside once a minute and not looked at again, until the house has been quiet for that long or the day
is over.
"""

import asyncio
import gc
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from potluck.web.hub import Hub

EVERY_SECONDS: Final = 60.0
AT_LATEST_SECONDS: Final = 24 * 3600.0
# The young are looked at less often than Python has it: most of what a move makes is gone by itself.
THRESHOLDS: Final = (10_000, 10, 10)


@asynccontextmanager
async def collecting(hub: Hub) -> AsyncIterator[None]:
    """Collect this way until the block ends."""
    before = gc.get_threshold()
    gc.set_threshold(*THRESHOLDS)
    gc.freeze()  # what was imported stays
    task = asyncio.get_running_loop().create_task(_collect(hub))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        gc.set_threshold(*before)
        gc.unfreeze()


async def _collect(hub: Hub) -> None:
    clean = moves = hub.moves  # how many there had been at the last full collection, and a minute ago
    last = time.monotonic()
    while True:
        await asyncio.sleep(EVERY_SECONDS)
        quiet, now = hub.moves == moves, time.monotonic()
        moves = hub.moves
        if (quiet and moves != clean) or now - last >= AT_LATEST_SECONDS:
            _all()
            clean, last = moves, now
        elif not quiet:
            gc.collect(1)
            gc.freeze()


def _all() -> None:
    gc.unfreeze()
    gc.collect()
    gc.freeze()
