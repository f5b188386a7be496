"""A table that was left for too long goes, and whoever still has it open is told so."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from potluck.tables.service import Tables
from potluck.tables.settings import DAY, HOUR
from potluck.web.settings import WebSettings
from tests.web.conftest import ROOMY
from tests.web.house import ME, OPEN, Person, Server, Tab, assert_worded, served

BOT = {"kind": "bot", "level": "random"}


@pytest.fixture
def clock() -> list[float]:
    return [1_000_000_000.0]


@pytest.fixture
def kept(tmp_path: Path, clock: list[float]) -> Iterator[Server]:
    settings = WebSettings(f"sqlite:///{tmp_path}/potluck.db", bot_workers=0, limits=ROOMY)
    with served(tmp_path, settings, now=lambda: clock[0], monotonic=lambda: clock[0]) as server:
        yield server


def last_word(tab: Tab, client_id: str | None = None) -> dict[str, Any]:
    """Why a tab is let go; nothing comes after it."""
    last = tab.until("refused")
    assert (last["id"], last["final"]) == (client_id, True)
    with pytest.raises(ConnectionClosed):
        tab.raw()
    why: dict[str, Any] = last["why"]
    return why


@pytest.mark.parametrize("begun", [False, True])
def test_every_tab_is_told_that_its_table_went(kept: Server, clock: list[float], begun: bool) -> None:
    """A full table that waits for its start, a game left for weeks; players and spectators."""
    ana, eve = Person(kept, "Ana"), Person(kept, None)
    made = ana.new_table([ME, BOT])
    table = made["table"]
    if begun:
        assert ana.post(f"/api/tables/{table}/start", json={}).status_code == 200
    elsewhere = ana.new_table([ME, OPEN])
    assert kept.tables.sweep() == 0
    clock[0] += (30 if begun else 1) * DAY
    kept.tables.say(elsewhere["table"], ana.guest, 0, "1", "this one is used")
    tabs = [ana.tab(table, made["seat_token"]), eve.tab(table)]
    other = ana.tab(elsewhere["table"], elsewhere["seat_token"])
    clock[0] += 1
    assert kept.tables.sweep() == 0
    for tab in tabs:
        tab.waiting()
        assert not tab.closed
    clock[0] += HOUR
    assert kept.tables.sweep() == 1
    for tab in tabs:
        assert_worded(last_word(tab), "error.table_swept")
    other.waiting()
    assert not other.closed
    refused = ana.get(f"/api/tables/{table}/view")
    assert refused.status_code == 404


def test_a_tab_is_told_when_another_server_has_cleared_its_table_away(
    kept: Server, clock: list[float], tmp_path: Path
) -> None:
    """Nothing told this process: its tab hears of it with the next thing it wants, for good."""
    ana = Person(kept, "Ana")
    made = ana.new_table([ME, BOT])
    table = made["table"]
    ana.post(f"/api/tables/{table}/start", json={})
    tab = ana.tab(table, made["seat_token"])
    kept.settle()  # nothing is left to be told that would be looked up later
    tab.waiting()
    other = Tables(f"sqlite:///{tmp_path}/potluck.db", now=lambda: clock[0], monotonic=lambda: clock[0])
    clock[0] += 31 * DAY
    assert other.sweep() == 0
    clock[0] += HOUR
    assert other.sweep() == 1
    other.close()
    tab.send("say", id="s1", text="hello?")
    assert_worded(last_word(tab, "s1"), "error.table_swept")


def test_the_lobby_and_the_table_say_when_it_goes(kept: Server, clock: list[float]) -> None:
    """In its last quarter: nobody who has just made a table wants to read of its end."""
    ana = Person(kept, "Ana")
    made = ana.new_table([ME, OPEN])
    began = clock[0]

    def told() -> int | None:
        tab = ana.tab(made["table"], made["seat_token"], hello=False)
        tab.send("hello", build="dev", table=made["table"], seat_token=made["seat_token"])
        shown: int | None = tab.until("welcome")["room"]["expires"]
        (listed,) = ana.get("/api/me").json()["tables"]
        assert listed["expires"] == shown
        return shown

    assert told() is None
    clock[0] += 20 * HOUR
    shown = told()
    assert shown is not None
    assert 24 * HOUR < shown - began <= 25 * HOUR
