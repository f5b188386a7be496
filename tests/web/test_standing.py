"""A lost seat, a closed table, a seat link looked at, the addresses that friends reach."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from potluck.play.chance import commitment
from potluck.play.record import Record, verify
from potluck.play.registry import game
from potluck.web import api_house
from potluck.web.addresses import reachable
from potluck.web.settings import WebSettings
from tests.web.conftest import ROOMY, Started
from tests.web.house import ME, OPEN, Person, Server, assert_worded, served

BOT = {"kind": "bot", "level": "random"}


@pytest.fixture
def person(server: Server) -> Callable[[str], Person]:
    return lambda name: Person(server, name)


def test_a_lost_seat_is_offered_to_its_guest_alone_and_taken_back(server: Server, started: Started) -> None:
    ana, bo = started.people
    watching = ana.tab(started.table, hello=False)
    watching.send("hello", build="dev", table=started.table)
    welcome = watching.until("welcome")
    assert (welcome["seat"], welcome["yours"], welcome["host"]) == (None, [0], True)
    stranger = Person(server, None).tab(started.table, hello=False)
    stranger.send("hello", build="dev", table=started.table)
    welcome = stranger.until("welcome")
    assert (welcome["yours"], welcome["host"]) == ([], False)
    taken = ana.post(f"/api/tables/{started.table}/reclaim", json={"seat": 0})
    token = taken.json()["seat_token"]
    # The tab that had the seat is told, the new token opens it.
    moved = started.tabs[0].until("refused")
    assert moved["final"]
    assert moved["why"]["key"] == "error.seat_moved"
    watching.send("hello", build="dev", table=started.table, seat_token=token)
    assert watching.until("welcome")["seat"] == 0
    for who, seat, status, key in (
        (bo, 0, 403, "error.seat_not_yours"),
        (ana, 9, 409, "error.seat_unknown"),
        (Person(server, None), 0, 401, "error.guest_unknown"),
    ):
        refused = who.post(f"/api/tables/{started.table}/reclaim", json={"seat": seat})
        assert refused.status_code == status
        assert_worded(refused.json()["why"], key)
    assert [each["table"] for each in ana.get("/api/me").json()["tables"]] == [started.table]
    watching.close()
    stranger.close()


def test_everybody_sees_that_a_game_was_ended_and_how_it_stood(started: Started, server: Server) -> None:
    ana, bo = started.people
    path = f"/api/tables/{started.table}"
    refused = Person(server, "Cy").post(f"{path}/close", json={})
    assert refused.status_code == 403
    assert_worded(refused.json()["why"], "error.not_seated")
    assert bo.post(f"{path}/close", json={}).json() == {"carried": False}
    watching = Person(server, None).tab(started.table)
    assert ana.get(f"{path}/record").status_code == 409
    assert ana.post(f"{path}/close", json={}).json() == {"carried": True}
    for tab in (*started.tabs, watching):
        look = tab.until("look")["look"]
        assert (look["legal"], look["view"]["waiting"]) == ([], [])
        assert_worded(look["prompt"], "prompt.closed")
        assert_worded(look["events"][-1], "event.closed")
    late = bo.tab(started.table, started.tokens[1], hello=False)
    late.send("hello", build="dev", table=started.table, seat_token=started.tokens[1])
    room = late.until("welcome")["room"]
    assert room["status"] == "over"
    assert room["ended"] == {"why": "closed", "scores": [0, 0], "places": [1, 1]}
    assert commitment(bytes.fromhex(room["seed"])) == room["commitment"]
    refusal = late.move("guess sugars", "m1")
    assert_worded(refusal["why"], "error.table_over")
    for each in (ana, bo):
        record = each.get(f"{path}/record")
        assert record.status_code == 200
        assert verify(Record.parse(record.text), game("cooking_rumble")) > 0
        assert [mine["status"] for mine in each.get("/api/me").json()["tables"]] == ["over"]
    assert bo.post(f"{path}/rematch", json={"seat_token": started.tokens[1]}).status_code == 200
    late.close()
    watching.close()


def test_a_table_closed_before_the_start_tells_too(person: Callable[[str], Person]) -> None:
    ana = person("Ana")
    made = ana.new_table([ME, OPEN])
    tab = ana.tab(made["table"], made["seat_token"])
    assert ana.post(f"/api/tables/{made['table']}/close", json={}).status_code == 200
    assert tab.until("refused", final=True)["why"]["key"] == "error.table_closed"
    tab.close()


def test_a_seat_link_tells_who_opens_it_what_it_does(started: Started, server: Server) -> None:
    ana, bo = started.people
    path = f"/api/tables/{started.table}/link"
    code = ana.post(path, json={"seat_token": started.tokens[0]}).json()["code"]
    shown = bo.get(f"/api/links/{code}").json()
    assert shown == {
        "table": started.table, "game": "cooking_rumble", "name": "Ana", "own": False, "beside": ["Bo"],
        "gives": "seat",
    }  # fmt: skip
    assert ana.get(f"/api/links/{code}").json()["own"]
    assert Person(server, None).get(f"/api/links/{code}").json()["beside"] == []
    assert bo.post(f"/api/links/{code}", json={}).json()["seat"] == 0
    for gone in (bo.get(f"/api/links/{code}"), ana.post(f"/api/links/{code}", json={})):
        assert gone.status_code == 404
        assert_worded(gone.json()["why"], "error.link_used")
        assert gone.json()["table"] == started.table, "it can still be watched"


@pytest.fixture
def anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setattr(
        api_house, "reachable", lambda host, names: ["192.168.7.5", "kitchen.local"] if not host else []
    )
    settings = WebSettings(f"sqlite:///{tmp_path}/potluck.db", host="", bot_workers=0, limits=ROOMY)
    with served(tmp_path, settings) as running:
        yield running


def test_who_sits_at_the_server_is_told_where_friends_reach_it(anywhere: Server) -> None:
    me = Person(anywhere, None)
    origins = [f"http://{each}:{anywhere.port}" for each in ("192.168.7.5", "kitchen.local")]
    assert me.get("/api/reach").json() == {"origins": origins}
    # By another name than a loopback one, nothing is told.
    other = {"Host": f"192.168.7.5:{anywhere.port}"}
    assert me.get("/api/reach", headers=other).json() == {"origins": None}
    assert me.get("/api/house").text == me.get("/api/house", headers=other).text
    codes = [me.get("/api/qr", params={"text": "/t/abc", "at": each}) for each in origins]
    plain = me.get("/api/qr", params={"text": "/t/abc"})
    assert len({each.text for each in (*codes, plain)}) == 3
    for wrong in ("http://evil.example", "http://192.168.7.5", origins[0] + "/", ""):
        refused = me.get("/api/qr", params={"text": "/t/abc", "at": wrong})
        assert refused.status_code == 400
        assert_worded(refused.json()["why"], "error.message_invalid")
    assert me.get("/api/qr", params={"text": "/t/abc", "at": origins[1]}, headers=other).status_code == 400


def test_a_server_on_loopback_reaches_nobody(server: Server) -> None:
    assert Person(server, None).get("/api/reach").json() == {"origins": []}
    assert (
        reachable("127.0.0.1", ["games.example"]) == reachable("localhost", []) == reachable("::1", []) == []
    )
    assert reachable("10.0.0.5", ["games.example"]) == ["10.0.0.5", "games.example"]
    assert "games.example" in reachable("0.0.0.0", ["games.example"])


def test_the_opener_policy_is_sent_where_it_is_heeded(server: Server) -> None:
    me, name = Person(server, None), "cross-origin-opener-policy"
    # What a browser sends to https and to its own machine only.
    told = me.get("/api/house", headers={"Sec-Fetch-Site": "same-origin"})
    assert told.headers[name] == "same-origin"
    assert name not in me.get("/api/house").headers


def test_a_name_keeps_few_marks_on_a_letter(server: Server) -> None:
    zalgo = "Z" + "\u0335\u0321\u0353\u0347\u031a\u030b" + "oe\u0301"
    assert (
        Person(server, None).post("/api/me", json={"name": zalgo}).json()["name"]
        == "Z\u0335\u0321\u0353o\u00e9"
    )
