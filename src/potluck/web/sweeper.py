"""Housekeeping while the application runs: broken tables are named once, abandoned ones cleared away."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Final

from potluck.web.hub import Hub
from potluck.web.resting import one_by_one

log = logging.getLogger("potluck.web")

_EVERY_SECONDS: Final = 300.0
_AT_FIRST_SECONDS: Final = 5.0  # not while the first page is being opened
_RESTS: Final = 9  # times as long as a game took to look at


@asynccontextmanager
async def sweeping(hub: Hub) -> AsyncIterator[None]:
    """Keep house in the background until the block ends."""
    task = asyncio.get_running_loop().create_task(_sweep(hub))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _sweep(hub: Hub) -> None:
    await asyncio.sleep(_AT_FIRST_SECONDS)
    await _sweep_once(hub)  # the grace of what is overdue begins here
    looking = asyncio.create_task(_name_broken(hub))
    try:
        while True:
            await asyncio.sleep(_EVERY_SECONDS)
            await _sweep_once(hub)
    finally:
        looking.cancel()


async def _name_broken(hub: Hub) -> None:
    """Replay every game once."""

    async def look(table: str) -> None:
        reason = await hub.run(partial(hub.tables.trouble, table))
        if reason is not None:
            log.warning("a table cannot be opened: %s", reason)

    try:
        await one_by_one(await hub.run(hub.tables.every), look, _RESTS)
    except Exception:
        log.exception("looking for broken tables failed")


async def _sweep_once(hub: Hub) -> None:
    try:
        swept = await hub.run(hub.tables.sweep)
        if swept:
            log.info("swept tables=%d", swept)
    except Exception:
        log.exception("sweeping failed")
