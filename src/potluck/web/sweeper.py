"""Housekeeping while the application runs: broken tables are named once, abandoned ones cleared away."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from potluck.web.hub import Hub

log = logging.getLogger("potluck.web")

_EVERY_SECONDS: Final = 300.0
_AT_FIRST_SECONDS: Final = 5.0  # not while the first page is being opened


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
    try:
        for table, reason in await hub.run(hub.tables.broken):
            log.warning("table %s cannot be opened: %s", table, reason)
    except Exception:
        log.exception("looking for broken tables failed")
    while True:
        await asyncio.sleep(_EVERY_SECONDS)
        await _sweep_once(hub)


async def _sweep_once(hub: Hub) -> None:
    try:
        swept = await hub.run(hub.tables.sweep)
        if swept:
            log.info("swept tables=%d", swept)
    except Exception:
        log.exception("sweeping failed")
