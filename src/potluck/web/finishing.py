"""Keeps what is left of finished games while their rules are installed: an update may take those away.

A game that ends is kept at once; at a start those follow that are not kept yet, such as the ones of older
versions.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Final

from potluck.play.errors import PotluckError
from potluck.tables.discreet import kind
from potluck.web.hub import Hub
from potluck.web.resting import one_by_one

log = logging.getLogger("potluck.web")

_RESTS: Final = 4.0  # of the time that keeping a game took


@asynccontextmanager
async def finishing(hub: Hub) -> AsyncIterator[None]:
    """Keep what ends until the block does; what has ended by then is kept before it is left."""
    loop = asyncio.get_running_loop()
    ended: asyncio.Queue[str | None] = asyncio.Queue()

    def heard(table: str, what: frozenset[str]) -> None:
        # From any thread. A move alone changes looks; an end changes the room, too.
        if what >= {"look", "room"}:
            hub.loop.soon(ended.put_nowait, table)

    hub.tables.listen(heard)
    lacking = loop.create_task(_keep_what_lacks_it(hub))
    ending = loop.create_task(_keep_what_ends(hub, ended))
    try:
        yield
    finally:
        lacking.cancel()
        ended.put_nowait(None)
        await asyncio.gather(lacking, ending, return_exceptions=True)


async def _keep_what_ends(hub: Hub, ended: asyncio.Queue[str | None]) -> None:
    while (table := await ended.get()) is not None:
        await _keep(hub, table)


async def _keep_what_lacks_it(hub: Hub) -> None:
    try:
        await hub.run(hub.tables.note_decks)
        await one_by_one(await hub.run(hub.tables.unkept), partial(_keep, hub), _RESTS)
    except Exception:
        log.exception("looking for finished games failed")


async def _keep(hub: Hub, table: str) -> None:
    try:
        await hub.run(partial(hub.tables.keep, table))
    except PotluckError as error:  # gone, or not to be read: the sweeper names those
        log.debug("a finished game is not kept: %s", kind(error))
    except Exception:
        log.exception("keeping a finished game failed")
