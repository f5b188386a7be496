"""Long work on many tables, one after the other and with rests: people are playing."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable


async def one_by_one(tables: Iterable[str], work: Callable[[str], Awaitable[None]], rests: float) -> None:
    """Do something with each table, and then rest `rests` times as long as that took."""
    for table in tables:
        began = time.monotonic()
        await work(table)
        await asyncio.sleep(rests * (time.monotonic() - began))
