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
from tests.web.house import Server, served, wait_for


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with served(tmp_path) as running:
        yield running


def timed(work: Callable[[], Any]) -> float:
    began = time.monotonic()
    work()
    return time.monotonic() - began


def test_who_looks_does_not_notice(server: Server, started: Started, tmp_path: Path) -> None:
    mover = started.tabs[started.mover]
    with closing(sqlite3.connect(tmp_path / "potluck.db", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        mover.send_move("m")
        with ThreadPoolExecutor(8) as crowd:
            for number in range(8):  # they write, and wait
                crowd.submit(started.people[0].post, "/api/me", json={"name": f"Ana {number}"})
            time.sleep(0.8)
            for path in (started.path, f"{started.path}/view", "/api/house"):
                assert timed(partial(server.get, path)) < 2.5, path
            tab = started.people[1].tab(started.table)  # welcomed
            tab.close()
        assert server.get("/healthz").status_code == 503
        other.execute("ROLLBACK")
    assert mover.answer("m")["t"] == "done"
    wait_for(lambda: server.get("/healthz").status_code == 200)
