"""A server after an update has raised a game's rules: finished games open as before, others say why not."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from potluck.play import registry
from potluck.play.chance import commitment
from potluck.play.game import Game as Rules
from potluck.play.record import Record, verify
from potluck.web.settings import WebSettings
from tests.tables.raised import Raised
from tests.tables.stir import Stir
from tests.web.conftest import ROOMY
from tests.web.house import ME, OPEN, Person, Server, Tab, assert_worded, served

Installed = dict[str, Rules]


@pytest.fixture
def games(monkeypatch: pytest.MonkeyPatch) -> Installed:
    found: Installed = {**registry.games(), "stir": Stir()}
    monkeypatch.setattr(registry, "games", lambda: found)
    return found


def look_at(tab: Tab, version: int) -> None:
    """Read until the look of a version is here; it may have come with the answer."""
    while tab.look is None or tab.look["version"] < version:
        tab.next()


class Evening:
    """Ana and Bo have a finished game, one in progress, one not started; and Ana plays against a bot."""

    def __init__(self, server: Server) -> None:
        self.ana, self.bo = Person(server, "Ana"), Person(server, "Bo")
        self.done, self.going, self.open = (self._table(turns) for turns in (2, 4, 4))
        self.alone, self.key = self._made([ME, {"kind": "bot", "level": "random"}], 4)
        for table, tokens in (self.done, self.going):
            assert self.ana.post(f"/api/tables/{table}/start", json={}).status_code == 200
            for seat, person in enumerate((self.ana, self.bo)):
                if seat == 0 or table == self.done[0]:
                    tab = person.tab(table, tokens[seat])
                    look_at(tab, tab.move("put a", f"a{seat}")["version"])
                    if table == self.done[0]:
                        assert tab.move("done", f"b{seat}")["t"] == "done"
                    tab.close()
        assert self.ana.post(f"/api/tables/{self.alone}/start", json={}).status_code == 200
        server.settle()

    def _made(self, seats: list[dict[str, Any]], turns: int) -> tuple[str, str]:
        made = self.ana.new_table(seats, game="stir", options={"turns": turns})
        return made["table"], made["seat_token"]

    def _table(self, turns: int) -> tuple[str, list[str]]:
        table, token = self._made([ME, OPEN], turns)
        return table, [token, self.bo.sit(table, 1)]

    @contextmanager
    def at(self, folder: Path) -> Iterator[Server]:
        """The same people at a server that was started anew on these tables."""
        with server_in(folder) as server:
            for person in (self.ana, self.bo):
                person.server = server
                person.base_url = server.origin
            yield server

    def welcome(self, person: Person, table: str, token: str | None) -> dict[str, Any]:
        tab = person.tab(table, token, hello=False)
        tab.send("hello", build="dev", table=table, seat_token=token, sections=True)
        said: dict[str, Any] = tab.next()
        tab.close()
        return said


def server_in(folder: Path) -> Any:
    return served(folder, WebSettings(f"sqlite:///{folder}/potluck.db", bot_workers=0, limits=ROOMY))


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> tuple[Evening, dict[str, Any], Path]:
    """Before the update; with what was welcomed at the finished table by viewer, and its record."""
    folder = tmp_path_factory.mktemp("before")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "games", {**registry.games(), "stir": Stir()}.copy)
        with server_in(folder) as server:
            evening = Evening(server)
            table, tokens = evening.done
            said: dict[str, Any] = {
                "looks": [evening.welcome(evening.ana, table, token)["look"] for token in (*tokens, None)],
                "room": evening.ana.get(f"/api/tables/{table}").json(),
                "record": evening.ana.get(f"/api/tables/{table}/record").text,
                "view": view(evening.bo, table, tokens[1]),
            }
    return evening, said, folder


@pytest.fixture
def folder(before: tuple[Evening, dict[str, Any], Path], tmp_path: Path) -> Path:
    """The tables of that evening, for one test."""
    return shutil.copytree(before[2], tmp_path / "after")


def view(person: Person, table: str, token: str) -> Any:
    headers = {"Authorization": f"Seat {token}"}
    return person.get(f"/api/tables/{table}/view", headers=headers).json()["look"]


def test_a_finished_game_opens_as_before(
    before: tuple[Evening, dict[str, Any], Path], folder: Path, games: Installed
) -> None:
    people, said, _ = before
    games["stir"] = Raised()
    with people.at(folder):
        table, tokens = people.done
        looks = [people.welcome(people.ana, table, token)["look"] for token in (*tokens, None)]
        assert looks == said["looks"]
        assert view(people.bo, table, tokens[1]) == said["view"]
        room = people.ana.get(f"/api/tables/{table}").json()
        assert room == {**said["room"], "older": True}
        assert people.bo.get(f"/api/tables/{table}/record").text == said["record"]
        assert verify(Record.parse(said["record"]), Stir()) > 0
        again = people.bo.post(f"/api/tables/{table}/rematch", json={"seat_token": tokens[1]}).json()["table"]
        assert people.ana.get(f"/api/tables/{again}").json()["status"] == "open"
        tab = people.ana.tab(table, tokens[0])
        refused = tab.move("put a", "late")
        assert_worded(refused["why"])
        tab.close()


def test_a_game_in_progress_says_why_at_every_door(
    before: tuple[Evening, dict[str, Any], Path], folder: Path, games: Installed
) -> None:
    people, _, _ = before
    games["stir"] = Raised()
    with people.at(folder) as server:
        table, tokens = people.going
        path, seat = f"/api/tables/{table}", {"Authorization": f"Seat {tokens[0]}"}
        tab = people.ana.tab(table, tokens[0], hello=False)
        tab.send("hello", build="dev", table=table, seat_token=tokens[0])
        said = tab.until("welcome")
        assert said["look"] is None
        assert said["room"]["unplayable"] == {"key": "unplayable.rules", "args": {"rules": 1, "installed": 2}}
        assert_worded(said["room"]["unplayable"])
        for kind, fields in (
            ("move", {"version": 1, "moves": ["put a"]}),
            ("undo", {"version": 1, "moves": 1}),
            ("why", {"version": 1, "moves": ["put a"]}),
            ("try", {"version": 1, "moves": ["put a"]}),
        ):
            tab.send(kind, id=kind, **fields)
            assert tab.until("refused", id=kind)["why"] == said["room"]["unplayable"]
        for door in ("moves", "why", "try"):
            body = {"id": "m", "version": 1, "moves": ["put a"]}
            answer = people.ana.post(f"{path}/{door}", json=body, headers=seat)
            assert answer.status_code == 409
            assert answer.json()["why"] == said["room"]["unplayable"]
        tab.send("say", id="c", text="what now?")
        tab.until("chat")
        assert view(people.bo, table, tokens[1]) is None
        assert people.ana.get(f"{path}/record").status_code == 409
        listed = {mine["table"] for mine in people.ana.get("/api/me").json()["tables"]}
        assert listed == {people.done[0], table, people.open[0], people.alone}
        assert "potluck_tables" in people.ana.get("/metrics").text
        # Who plays alone has the record at once; the others once they have closed the table.
        alone = people.ana.get(f"/api/tables/{people.alone}/record")
        assert (alone.status_code, "\nseed: " in alone.text) == (200, False)
        assert people.bo.get(f"/api/tables/{people.alone}/record").status_code == 409
        server.tables.end(table)
        room = tab.until("room")["room"]
        while room["status"] != "over":
            room = tab.until("room")["room"]
        assert room["ended"] == {"why": "closed", "scores": [], "places": []}
        assert commitment(bytes.fromhex(room["seed"])) == room["commitment"]
        record = Record.parse(people.bo.get(f"{path}/record").text)
        assert verify(record, Stir()) > 0
        tab.close()


def test_a_table_that_was_not_started_starts(
    before: tuple[Evening, dict[str, Any], Path], folder: Path, games: Installed
) -> None:
    people, _, _ = before
    games["stir"] = Raised()
    with people.at(folder):
        table, tokens = people.open
        assert people.ana.post(f"/api/tables/{table}/start", json={}).status_code == 200
        tab = people.ana.tab(table, tokens[0])
        made = tab.move("put a", "m")
        assert made["t"] == "done"
        look_at(tab, made["version"])
        assert tab.look is not None
        assert tab.look["view"]["pots"] == [2, 0, 0]
        tab.close()


def test_with_its_older_rules_the_game_goes_on(
    before: tuple[Evening, dict[str, Any], Path], folder: Path, games: Installed
) -> None:
    people, _, _ = before
    games["stir"] = Raised(older={1: Stir()})
    with people.at(folder):
        table, tokens = people.going
        tab = people.ana.tab(table, tokens[0])
        made = tab.move("put b", "m")
        assert made["t"] == "done"
        look_at(tab, made["version"])
        assert tab.look is not None
        assert tab.look["view"]["pots"] == [1, 1, 0]
        assert people.ana.get(f"/api/tables/{table}").json()["older"]
        tab.close()


def test_what_ends_is_kept_at_once_and_what_lacks_it_at_the_start(tmp_path: Path, games: Installed) -> None:
    with server_in(tmp_path) as server:
        people = Evening(server)
    # Stopping has waited for it.
    with server_in(tmp_path) as server:
        assert server.tables.unkept() == []
        server.tables.end(people.going[0])
    with server_in(tmp_path) as server:
        assert server.tables.unkept() == []
