"""Lines that do not say which table they are at are let go, in words, and keep nobody out."""

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed

from potluck.web import newcomers
from potluck.web.settings import WebSettings
from tests.web.conftest import ROOMY, Started
from tests.web.house import Person, Server, Tab, assert_worded, keep_alive, served, wait_for


@contextmanager
def house(folder: Path, **limits: int) -> Iterator[Server]:
    settings = WebSettings(f"sqlite:///{folder}/potluck.db", bot_workers=0, limits=replace(ROOMY, **limits))
    with served(folder, settings) as server:
        yield server


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(newcomers, "HELLO_SECONDS", 0.5)


def end_of(tab: Tab) -> dict[str, Any]:
    """What a tab is told last."""
    last: dict[str, Any] = {}
    with suppress(ConnectionClosed):
        while True:
            last = tab.next()
    return last


@pytest.mark.usefixtures("impatient")
def test_a_socket_that_never_says_its_table_is_told_so_and_let_go(tmp_path: Path) -> None:
    with house(tmp_path) as server:
        game = Started(server, "Ana", "Bo")
        game.come()
        silent = Person(server, None).tab("", hello=False)
        talking = Person(server, None).tab("", hello=False)
        talking.send("undo", id="u", version=1, moves=1)
        assert_worded(talking.answer("u")["why"], "error.hello_first")
        for tab in (silent, talking):
            last = end_of(tab)
            assert (last["t"], last["final"]) == ("refused", False)  # a page that was asleep may come again
            assert_worded(last["why"], "error.hello_first")
        assert server.hub.sockets == 2  # who has said it stays
        game.close()


@pytest.mark.usefixtures("impatient")
def test_a_line_over_requests_that_never_says_its_table_neither(tmp_path: Path) -> None:
    with house(tmp_path) as server:
        ana = Person(server, "Ana")
        line = {"Authorization": f"line {ana.post('/api/line').json()['line']}"}
        heard: list[dict[str, Any]] = []
        while not heard or heard[-1]["t"] != "refused":
            answer = ana.get("/api/line/heard", headers=line)
            assert answer.status_code == 200, answer.text
            heard += map(json.loads, answer.text.splitlines())
        assert_worded(heard[-1]["why"], "error.hello_first")
        wait_for(lambda: server.hub.sockets == 0)
        assert ana.get("/api/line/heard", headers=line).status_code == 410


def test_of_too_many_the_oldest_makes_room(tmp_path: Path) -> None:
    with house(tmp_path, newcomers_per_address=3) as server:
        game = Started(server, "Ana", "Bo")
        game.come()  # who has said it is none of them
        silent = [Person(server, None).tab("", hello=False) for _ in range(4)]
        late = game.open(0)  # says hello at once, and is seated
        for tab in silent[:2]:
            last = end_of(tab)
            assert_worded(last["why"], "error.too_many_sockets")
            assert not last["final"]
        keep_alive(late, lambda _: server.hub.sockets == 5)
        for tab in (late, *silent):
            tab.close()
        game.close()


def test_who_is_gone_makes_room_too(tmp_path: Path) -> None:
    with house(tmp_path, newcomers_per_address=1) as server:
        for _ in range(3):
            tab = Person(server, None).tab("", hello=False)
            assert tab.socket.ping().wait(5)
            assert not tab.waiting()
            tab.close()
            wait_for(lambda: server.hub.sockets == 0)
        assert not server.hub._newcomers._waiting._of
