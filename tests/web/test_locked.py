"""Another program has the database of a running server: who looks is answered, and the loop goes on."""

import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.web.conftest import Started
from tests.web.house import Server, served


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Server]:
    with served(tmp_path) as running:
        yield running


def timed(work: Callable[[], Any]) -> float:
    began = time.monotonic()
    work()
    return time.monotonic() - began


def test_who_looks_does_not_notice(own: Server, tmp_path: Path) -> None:
    sitting = Started(own, "Ana", "Bo")
    sitting.come()
    seat = next(seat for seat, tab in enumerate(sitting.tabs) if tab.look and tab.look["legal"])
    mover = sitting.tabs[seat]
    assert mover.look is not None
    with closing(sqlite3.connect(tmp_path / "potluck.db", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        text = mover.look["legal"][0]["text"]
        mover.send("move", id="m", version=mover.look["version"], moves=[text])
        with ThreadPoolExecutor(8) as crowd:
            for number in range(8):  # they write, and wait
                crowd.submit(sitting.people[0].post, "/api/me", json={"name": f"Ana {number}"})
            time.sleep(0.8)
            for path in (sitting.path, f"{sitting.path}/view", "/api/house"):
                assert timed(partial(own.get, path)) < 2.5, path
            tab = sitting.people[1].tab(sitting.table)  # welcomed
            tab.close()
        assert own.get("/healthz").status_code == 503
        other.execute("ROLLBACK")
    assert mover.answer("m")["t"] == "done"
    time.sleep(1.1)  # health is looked at once a second
    assert own.get("/healthz").status_code == 200
    sitting.close()
