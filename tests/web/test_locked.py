"""Another program has the database of a running server: who looks is answered, and the loop goes on."""

import logging
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from potluck.tables import database
from tests.web.conftest import Started
from tests.web.house import ME, OPEN, Person, Server, assert_worded, served, wait_for


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with served(tmp_path) as running:
        yield running


@pytest.fixture
def impatient(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """It waits for another program only for a moment."""
    monkeypatch.setattr(database, "_BUSY_MILLISECONDS", 60)
    with served(tmp_path) as running:
        yield running


@contextmanager
def taken(folder: Path) -> Iterator[None]:
    """Another program has the database."""
    with closing(sqlite3.connect(folder / "potluck.db", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.execute("ROLLBACK")


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


def test_every_request_that_writes_says_that_nothing_has_changed(
    impatient: Server, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    ana, bo = Person(impatient, "Ana"), Person(impatient, "Bo")
    lobby = ana.new_table([ME, OPEN, OPEN])
    path = f"/api/tables/{lobby['table']}"
    mine, his = {"seat_token": lobby["seat_token"]}, {"seat_token": bo.sit(lobby["table"], 1)}
    game = Started(impatient, "Cy", "Di")
    link = ana.post(f"{path}/link", json=mine).json()
    tab = game.open(0)
    cy = game.people[0]
    nonce = "11" * 16
    asked = [
        (Person(impatient, None), "/api/me", {"name": "Eve"}),
        (ana, "/api/me", {"name": "Anna"}),
        (ana, "/api/tables", {"game": "cooking_rumble", "options": {}, "seats": [ME, OPEN], "nonce": nonce}),
        (bo, f"{path}/leave", his),
        (bo, f"{path}/nonce", {**his, "nonce": nonce}),
        (Person(impatient, "Fay"), f"{path}/sit", {"seat": 2, "nonce": nonce}),
        (ana, f"{path}/link", mine),
        (ana, f"{path}/close", {}),
        (bo, f"/api/links/{link['code']}", {}),
        (cy, f"{game.path}/reclaim", {"seat": 0}),
        (cy, f"{game.path}/concede", {"seat_token": game.tokens[0]}),
    ]
    with taken(tmp_path), caplog.at_level(logging.WARNING):
        for person, path, body in asked:
            answer = person.post(path, json=body)
            assert answer.status_code == 503, (path, answer.text)
            assert_worded(answer.json()["why"], "error.not_written")
        tab.send("say", id="s", text="hello?")
        assert_worded(tab.until("refused", id="s")["why"], "error.not_written")
    for person, path, body in asked[:2]:
        assert person.post(path, json=body).status_code == 200
    assert not [record for record in caplog.records if record.exc_info and record.name == "uvicorn.error"]


def test_a_fault_of_ours_is_still_said_to_be_one(impatient: Server, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "potluck.db")) as other:
        other.execute("ALTER TABLE guests RENAME TO elsewhere")
    answer = Person(impatient, None).post("/api/me", json={"name": "Eve"})
    assert answer.status_code == 500
    assert_worded(answer.json()["why"], "error.broken")
    assert impatient.get("/healthz").status_code == 503
