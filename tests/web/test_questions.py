"""The two private questions over the network: why not these moves, and what if I made them."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from potluck.tables.trying import MAX_ASKED
from potluck.web.settings import MESSAGE_BYTES, Limits, WebSettings
from tests.web.conftest import Started
from tests.web.house import ME, Person, Server, Tab, assert_worded, served
from tests.web.test_abuse import dump


def look_of(tab: Tab) -> dict[str, Any]:
    assert tab.look is not None
    return tab.look


def ask(tab: Tab, kind: str, *moves: Any, version: int | None = None) -> dict[str, Any]:
    """The answer to a question, whatever it is."""
    number = look_of(tab)["version"] if version is None else version
    tab.send(kind, id="q1", version=number, moves=moves)
    while True:
        message = tab.next()
        if message.get("id") == "q1":
            return message


def test_why_says_a_reason_for_each_move(server: Server, started: Started) -> None:
    before = dump(server)
    seat = started.mover
    tab, idle = started.tabs[seat], started.tabs[1 - seat]
    legal = look_of(tab)["legal"]
    answer = ask(tab, "why", "guess fruits", legal[0]["text"], legal[0]["phrase"])
    assert (answer["t"], answer["version"]) == ("reasons", look_of(tab)["version"])
    assert answer["why"][1:] == [None, None]
    assert answer["why"][0]["key"].startswith("cooking_rumble.refuse.")
    waiting = ask(idle, "why", legal[0]["text"])
    assert waiting["why"][0]["key"].endswith("refuse.wait")
    assert dump(server) == before


def test_who_watches_may_ask_why_and_not_what_if(server: Server, started: Started) -> None:
    tab = Person(server, "Cy").tab(started.table)
    legal = look_of(started.tabs[started.mover])["legal"]
    answer = ask(tab, "why", legal[0]["text"])
    assert answer["why"][0]["key"].endswith("refuse.watching")
    refused = ask(tab, "try", legal[0]["text"])
    assert refused["t"] == "refused"
    assert_worded(refused["why"], "error.watchers_cannot")


def test_a_trial_is_told_to_who_asked_and_nothing_happens(server: Server, started: Started) -> None:
    before = dump(server)
    seat = started.mover
    tab, idle = started.tabs[seat], started.tabs[1 - seat]
    wild = next(move for move in look_of(tab)["legal"] if move["text"].startswith("wild"))
    answer = ask(tab, "try", wild["phrase"])
    assert answer["t"] == "tried"
    assert set(answer) == {"t", "id", "version", "view", "legal", "hints", "prompt"}
    assert answer["view"]["seat"] == seat
    assert answer["view"] != look_of(tab)["view"]
    assert answer["legal"]
    server.settle()
    assert idle.waiting() == []
    assert tab.waiting() == []
    assert dump(server) == before
    # The card passes the turn on: where that leads is seen when it is done.
    card = next(move for move in look_of(tab)["legal"] if move["text"].startswith("card"))
    refused = ask(tab, "try", card["text"])
    assert_worded(refused["why"], "error.trial_ends")
    assert dump(server) == before


def test_a_stale_question_is_answered_like_a_stale_move(server: Server, started: Started) -> None:
    tab = started.tabs[started.mover]
    old = look_of(tab)["version"]
    card = next(move for move in look_of(tab)["legal"] if move["text"].startswith("card"))
    assert tab.move(card["text"], "m1")["t"] == "done"
    server.settle()
    tab.waiting()
    for kind in ("why", "try"):
        answer = ask(tab, kind, card["text"], version=old)
        assert_worded(answer["why"], "error.stale")
        assert tab.until("look")["look"]["version"] == look_of(tab)["version"]


def test_the_same_without_a_socket(server: Server, started: Started) -> None:
    seat = started.mover
    tab, person = started.tabs[seat], started.people[seat]
    version, legal = look_of(tab)["version"], look_of(tab)["legal"]
    card = next(each for each in legal if each["text"].startswith("card "))
    headers = {"Authorization": f"Seat {started.tokens[seat]}"}
    before = dump(server)

    def post(kind: str, headers: dict[str, str], **changes: Any) -> httpx.Response:
        body = {"id": "q1", "version": version, "moves": [legal[0]["phrase"]], **changes}
        return person.post(f"/api/tables/{started.table}/{kind}", json=body, headers=headers)

    assert post("why", headers).json() == ask(tab, "why", legal[0]["phrase"])
    assert post("try", headers).json() == ask(tab, "try", legal[0]["phrase"])
    assert post("why", {}).json()["why"][0]["key"].endswith("refuse.watching")
    wrong: list[tuple[str, int, str, dict[str, str], dict[str, Any]]] = [
        ("try", 403, "error.watchers_cannot", {}, {}),
        ("why", 403, "error.seat_token_wrong", {"Authorization": "Seat nonsense"}, {}),
        ("why", 409, "error.stale", headers, {"version": 99}),
        ("try", 409, "error.stale", headers, {"version": 99}),
        ("try", 400, "error.move_unknown", headers, {"moves": ["dance"]}),
        ("try", 409, "error.trial_ends", headers, {"moves": [card["text"]]}),
    ]
    for kind, status, key, sent, changes in wrong:
        refused = post(kind, sent, **changes)
        assert refused.status_code == status, (kind, key, refused.text)
        assert (refused.json()["t"], refused.json()["id"]) == ("refused", "q1")
        assert_worded(refused.json()["why"], key)
    for changes in ({"moves": []}, {"moves": ["a"] * (MAX_ASKED + 1)}, {"more": 1}, {"moves": [{"key": 1}]}):
        refused = post("why", headers, **changes)
        assert refused.status_code == 400
        assert_worded(refused.json()["why"], "error.message_invalid")
    assert dump(server) == before


@pytest.mark.parametrize(
    "message",
    [
        {"t": "why"},
        {"t": "why", "id": "x", "version": 1, "moves": []},
        {"t": "why", "id": "x", "version": 1, "moves": ["a"] * (MAX_ASKED + 1)},
        {"t": "why", "id": "x", "version": 1, "moves": ["a"], "seat": 0},
        {"t": "why", "id": "x", "version": 1, "moves": [7]},
        {"t": "why", "id": "x", "version": 1, "moves": [{"key": "a", "args": {"b": "c"}}]},
        {"t": "why", "id": "x", "version": 1, "moves": [{"key": "a", "args": {"b": 1.5}}]},
        {"t": "why", "id": "x", "version": 1, "moves": [{"key": "a", "more": 1}]},
        {
            "t": "why",
            "id": "x",
            "version": 1,
            "moves": [{"key": "a", "args": {str(n): n for n in range(20)}}],
        },
        {"t": "try", "id": "x", "version": 1, "moves": ["a"] * 65},
        {"t": "try", "id": "x", "version": 1, "moves": ["a" * 201]},
        {"t": "move", "id": "x", "version": 1, "moves": [{"key": "a", "args": {"b": [1] * 65}}]},
        {"t": "hello", "build": "dev", "table": "x", "shown": -1},
    ],
    ids=range(13),
)
def test_nonsense_is_refused(server: Server, started: Started, message: dict[str, Any]) -> None:
    before = dump(server)
    tab = started.tabs[0]
    tab.socket.send(json.dumps(message))
    answer = tab.until("refused")
    assert_worded(answer["why"], "error.message_invalid")
    assert not answer["final"]
    assert dump(server) == before


@pytest.mark.parametrize("args", [{}, {"kind": [0]}, {"kind": 9}, {"kind": 2**31}, {"kind": 0, "more": 0}])
def test_a_move_by_wrong_fields_is_unknown(server: Server, started: Started, args: dict[str, Any]) -> None:
    tab = started.tabs[started.mover]
    for kind in ("why", "try", "move"):
        answer = ask(tab, kind, {"key": "cooking_rumble.move.card", "args": args})
        assert_worded(answer["why"], "error.move_unknown")


def test_the_longest_question_fits_a_message(server: Server, started: Started) -> None:
    tab = started.tabs[started.mover]
    longest = max((move["phrase"] for move in look_of(tab)["legal"]), key=lambda phrase: len(str(phrase)))
    assert len(json.dumps([longest] * MAX_ASKED)) < MESSAGE_BYTES
    assert len(ask(tab, "why", *[longest] * MAX_ASKED)["why"]) == MAX_ASKED


def test_a_move_named_by_its_fields_is_made(server: Server, started: Started) -> None:
    tab = started.tabs[started.mover]
    phrase = look_of(tab)["legal"][0]["phrase"]
    tab.send("move", id="m1", version=look_of(tab)["version"], moves=[phrase])
    assert tab.answer("m1")["t"] == "done"


def test_questions_are_slowed_like_moves(tmp_path: Path) -> None:
    limits = Limits(messages_per_socket_second=4)
    settings = WebSettings(f"sqlite:///{tmp_path}/potluck.db", bot_workers=0, limits=limits)
    with served(tmp_path, settings) as slow:
        ana = Person(slow, "Ana")
        made = ana.new_table([ME, {"kind": "bot", "level": "random"}])
        assert ana.post(f"/api/tables/{made['table']}/start", json={}).status_code == 200
        tab = ana.tab(made["table"], made["seat_token"])
        version = look_of(tab)["version"]
        for number in range(12):
            tab.send("why", id=f"q{number}", version=version, moves=["card fruits"])
        answers: list[dict[str, Any]] = []
        while len(answers) < 12:
            message = tab.next()
            if "id" in message:
                answers.append(message)
        told = [answer["t"] for answer in answers]
        assert told[0] == "reasons"
        refused = [answer for answer in answers if answer["t"] == "refused"]
        assert refused
        for each in refused:
            assert_worded(each["why"], "error.too_fast")
