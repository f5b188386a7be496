"""One tab with the tokens of several seats: presence, what it is told of whom, what is refused."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from potluck.play import registry
from tests.tables.stir import Stir
from tests.web.house import ME, Person, Server, assert_worded

HERE = {"kind": "here", "name": "Ben"}


@pytest.fixture
def person(server: Server) -> Callable[[str], Person]:
    return lambda name: Person(server, name)


def test_all_seats_of_a_device_are_present_and_only_the_one_looked_at_is_told(
    server: Server, person: Callable[[str], Person]
) -> None:
    ana, cy = person("Ana"), person("Cy")
    made = ana.new_table([ME, HERE, {"kind": "open"}])
    table, own, ben = made["table"], made["seat_token"], made["here"][0]
    friend = cy.post(f"/api/tables/{table}/sit", json={"seat": 2, "nonce": "22" * 16}).json()["seat_token"]
    watching = cy.tab(table, friend)
    tab = ana.tab(table, hello=False)
    tab.send("hello", build="dev", table=table, also=[own, "void", ben])
    welcome = tab.until("welcome")
    assert (welcome["seat"], welcome["also"]) == (None, [0, None, 1])
    room = watching.until("room")["room"]
    assert [seat["present"] for seat in room["seats"]] == [True, True, True]
    assert room["watching"] == 0
    ana.post(f"/api/tables/{table}/start", json={})
    look = tab.until("look")["look"]
    assert (look["view"]["seat"], look["view"]["card"], look["legal"]) == (None, None, [])
    # Covered, it may talk (somebody here does) and not move.
    tab.send("move", id="m", version=look["version"], moves=["card fruits"])
    assert_worded(tab.answer("m")["why"], "error.watchers_cannot")
    tab.send("say", id="s", text="hello")
    assert tab.answer("s")["t"] == "done"
    line = watching.until("chat")["lines"][0]
    assert (line["seat"], line["name"]) == (0, "Ana")
    # Said hello as one of them, it is told of that seat alone, and the others stay present.
    for token, seat, other in ((own, 0, ben), (ben, 1, own)):
        tab.send("hello", build="dev", table=table, seat_token=token, also=[other])
        welcome = tab.until("welcome")
        assert (welcome["seat"], welcome["also"], welcome["look"]["view"]["seat"]) == (seat, [1 - seat], seat)
        server.settle()
        seats = [json.loads(text) for text in tab.waiting()]
        assert {each["look"]["view"]["seat"] for each in seats if each["t"] == "look"} <= {seat}
        present = ana.get(f"/api/tables/{table}").json()
        assert [each["present"] for each in present["seats"]] == [True, True, True]
        assert present["watching"] == 0
    tab.close()


def test_a_device_hears_when_one_of_its_other_seats_has_moved_away(
    server: Server, person: Callable[[str], Person]
) -> None:
    ana, ben = person("Ana"), person("Benno")
    made = ana.new_table([ME, HERE])
    table, own, other = made["table"], made["seat_token"], made["here"][0]
    tab = ana.tab(table, own, also=[other])
    code = ana.post(f"/api/tables/{table}/link", json={"seat_token": other}).json()["code"]
    moved = ben.post(f"/api/links/{code}", json={}).json()
    assert (moved["seat"], moved["here"]) == (1, [])
    assert tab.until("also")["seats"] == [None]
    while tab.until("room")["room"]["seats"][1]["present"]:
        pass
    assert ana.get(f"/api/tables/{table}").json()["seats"][1]["name"] == "Benno"


def test_nonsense_about_people_here_is_refused(server: Server, person: Callable[[str], Person]) -> None:
    ana, cy = person("Ana"), person("Cy")
    body = {"game": "cooking_rumble", "options": {}, "nonce": "00" * 16}
    for wish, key in (
        ({"kind": "here"}, "error.name_invalid"),
        ({"kind": "here", "name": " "}, "error.name_invalid"),
        ({"kind": "me", "name": "Ben"}, "error.name_invalid"),
        ({"kind": "here", "name": "Ben", "level": "easy"}, "error.level_unknown"),
        ({"kind": "there", "name": "Ben"}, "error.message_invalid"),
    ):
        answer = ana.post("/api/tables", json={**body, "seats": [ME, wish]})
        assert answer.status_code == 400
        assert_worded(answer.json()["why"], key)
    made = ana.new_table([ME, HERE, {"kind": "open"}])
    plan: dict[str, Any] = {"seat": 2, "plan": {"kind": "here", "name": "Dan"}}
    refused = cy.post(f"/api/tables/{made['table']}/arrange", json=plan)
    assert (refused.status_code, refused.json()["why"]["key"]) == (403, "error.not_host")
    assert ana.post(f"/api/tables/{made['table']}/arrange", json=plan).json()["seat_token"]
    tab = ana.tab(made["table"], hello=False)
    tab.send("hello", build="dev", table=made["table"], also=["x"] * 17)
    assert_worded(tab.until("refused")["why"], "error.message_invalid")
    # A token that opens nothing is no reason to be turned away, and opens nothing.
    tab.send("hello", build="dev", table=made["table"], also=["x" * 43])
    assert tab.until("welcome")["also"] == [None]
    assert ana.get(f"/api/tables/{made['table']}").json()["watching"] == 1


def test_where_memory_counts_every_seat_of_a_passed_device_is_told_once(
    server: Server, person: Callable[[str], Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    known = {**registry.games(), "forget": Stir("forget", forgets=True)}
    monkeypatch.setattr(registry, "games", lambda: known)
    ana = person("Ana")
    made = ana.new_table([ME, HERE], game="forget")
    table, tokens = made["table"], [made["seat_token"], made["here"][0]]
    ana.post(f"/api/tables/{table}/start", json={})
    tab = ana.tab(table, hello=False)
    told: list[list[str]] = [[], []]

    def look_as(seat: int | None) -> None:
        own = None if seat is None else tokens[seat]
        others = [token for token in tokens if token != own]
        tab.send("hello", build="dev", table=table, seat_token=own, also=others)
        welcome = tab.until("welcome")
        assert welcome["seat"] == seat
        events = [event["key"].rpartition(".")[2] for event in welcome["look"]["events"]]
        if seat is None:
            assert events == []
        else:
            took(seat, welcome["look"])

    def took(seat: int, look: dict[str, Any]) -> None:
        told[seat] += [event["key"].rpartition(".")[2] for event in look["events"]]
        tab.send("shown", events=look["first"] + len(look["events"]))

    def hear() -> None:
        server.settle()
        for text in tab.waiting():
            message = json.loads(text)
            if message["t"] == "look":
                took(message["look"]["view"]["seat"], message["look"])

    def do(move: str, number: int) -> None:
        assert tab.move(move, f"m{number}")["t"] == "done"
        hear()

    look_as(None)
    look_as(0)
    turn = tab.look["view"]["waiting"][0] if tab.look else 0
    look_as(None)
    look_as(turn)
    do("put a", 1)
    do("hide", 2)
    do("done", 3)
    for seat in (None, 1 - turn, None, turn, None, 1 - turn):
        look_as(seat)
        hear()
    assert told[turn] == ["put", "hid", "done"]
    assert told[1 - turn] == ["put", "done"]
    tab.close()
