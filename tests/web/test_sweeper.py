"""Broken tables are named in the log, one after the other, while everybody else plays on."""

import asyncio
import logging
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from potluck.web import resting, sweeper
from potluck.web.hub import Hub


class House:
    """Tables of which some cannot be opened."""

    def __init__(self) -> None:
        self.looked_at: list[str] = []

    def every(self) -> list[str]:
        return ["a", "b", "c", "d"]

    def trouble(self, table: str) -> str | None:
        self.looked_at.append(table)
        return "log entry 0: nonsense" if table in "bd" else None


class Runs:
    """Runs what it is given, and notes what else the loop came to do meanwhile."""

    def __init__(self) -> None:
        self.tables = House()
        self.runs = 0

    async def run(self, work: Callable[[], Any]) -> Any:
        self.runs += 1
        await asyncio.sleep(0.01)
        return work()


def test_each_table_is_looked_at_by_itself_and_rests_follow(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub = Runs()
    rests: list[float] = []

    async def rest(seconds: float) -> None:
        rests.append(seconds)

    monkeypatch.setattr(resting, "asyncio", SimpleNamespace(sleep=rest))
    with caplog.at_level(logging.WARNING, "potluck.web"):
        asyncio.run(sweeper._name_broken(cast(Hub, hub)))
    assert hub.tables.looked_at == ["a", "b", "c", "d"]
    assert hub.runs == 1 + 4
    assert len(rests) == 4
    assert all(rest >= 9 * 0.01 for rest in rests)
    assert [record.getMessage() for record in caplog.records] == [
        "a table cannot be opened: log entry 0: nonsense",
        "a table cannot be opened: log entry 0: nonsense",
    ]
