"""What has lasted is not looked at while people play, and is once they have stopped."""

import asyncio
import gc
import weakref
from collections.abc import Iterator
from types import SimpleNamespace
from typing import cast

import pytest

from potluck.web import garbage
from potluck.web.garbage import collecting
from potluck.web.hub import Hub


class House:
    """A hub, as far as anybody asks here."""

    def __init__(self) -> None:
        self.moves = 0


class Circle:
    """Garbage that only a collection finds."""

    def __init__(self) -> None:
        self.me = self


class Minutes:
    """Stands in for asyncio's sleep: a test says when a minute is over."""

    def __init__(self) -> None:
        self._over = asyncio.Semaphore(0)
        self._begun = asyncio.Semaphore(0)

    def pass_in(self, patch: pytest.MonkeyPatch) -> None:
        stand_in = SimpleNamespace(
            sleep=self._sleep, gather=asyncio.gather, get_running_loop=asyncio.get_running_loop
        )
        patch.setattr(garbage, "asyncio", stand_in)

    async def _sleep(self, seconds: float) -> None:
        assert seconds == garbage.EVERY_SECONDS
        self._begun.release()
        await self._over.acquire()

    async def begun(self) -> None:
        await self._begun.acquire()

    async def passes(self) -> None:
        self._over.release()
        await self._begun.acquire()


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    threshold = gc.get_threshold()
    yield
    assert gc.get_threshold() == threshold
    assert gc.get_freeze_count() == 0
    gc.collect()


def old_circle() -> weakref.ref[Circle]:
    """Garbage that has come to be of the old generation."""
    circle = Circle()
    gc.collect(1)
    gc.collect(1)
    return weakref.ref(circle)


async def evening(patch: pytest.MonkeyPatch) -> list[bool]:
    """Whether old garbage was there still after: a minute with moves, one without, the next one without."""
    minutes, house = Minutes(), House()
    minutes.pass_in(patch)
    found = []
    async with collecting(cast(Hub, house)):
        await minutes.begun()
        assert gc.get_freeze_count() > 0
        assert gc.get_threshold() == garbage.THRESHOLDS
        circle = old_circle()
        for moves in (3, 0):
            house.moves += moves
            await minutes.passes()
            found.append(circle() is not None)
        again = old_circle()  # nothing has been played since: not worth another look
        await minutes.passes()
        found.append(again() is not None)
    return found


def test_old_garbage_waits_for_a_quiet_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    assert asyncio.run(evening(monkeypatch)) == [True, False, True]


def test_at_the_latest_it_is_collected_after_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "AT_LATEST_SECONDS", 0.0)
    assert asyncio.run(evening(monkeypatch)) == [False, False, False]


def test_young_garbage_goes_every_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> bool:
        minutes, house = Minutes(), House()
        minutes.pass_in(monkeypatch)
        async with collecting(cast(Hub, house)):
            await minutes.begun()
            circle = weakref.ref(Circle())
            house.moves += 1
            await minutes.passes()
            return circle() is None

    assert asyncio.run(play())
