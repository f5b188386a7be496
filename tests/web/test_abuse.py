"""Everything a stranger can get wrong or try: refused in words, and nothing changes (issue 2, web)."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.requests import HTTPConnection
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from potluck.tables.schema import guests, metadata
from potluck.web.identity import Identity
from potluck.web.settings import Limits, WebSettings
from tests.served import NO_TLS
from tests.web.conftest import Started
from tests.web.house import ME, OPEN, Person, Server, assert_worded, served


def dump(server: Server) -> dict[str, list[tuple[Any, ...]]]:
    """The whole database but for its guests: rows by table."""
    with server.tables.ground.database.read() as connection:
        kept = [each for each in metadata.sorted_tables if each is not guests]
        return {each.name: [tuple(row) for row in connection.execute(each.select())] for each in kept}


def knock(server: Server, origin: str | None) -> Any:
    """Try to open a socket from a page of this origin."""
    return connect(
        f"ws://127.0.0.1:{server.port}/socket", origin=None if origin is None else Origin(origin), legacy=True
    )


def refused(response: httpx.Response, status: int, key: str) -> None:
    assert response.status_code == status, response.text
    assert_worded(response.json()["why"], key)


# Sockets


@pytest.mark.parametrize("token", ["nonsense", "", "x" * 200])
def test_wrong_seat_token_on_hello(server: Server, started: Started, token: str) -> None:
    before = dump(server)
    tab = started.people[0].tab(started.table, hello=False)
    tab.send("hello", build="dev", table=started.table, seat_token=token)
    answer = tab.next()
    assert answer["t"] == "refused"
    assert answer["final"]
    assert_worded(answer["why"], "error.seat_token_wrong")
    with pytest.raises(ConnectionClosed):
        tab.next()
    assert dump(server) == before


def test_seat_token_of_another_table(server: Server, started: Started) -> None:
    other = started.people[0].new_table([ME, OPEN])
    tab = started.people[0].tab(started.table, hello=False)
    tab.send("hello", build="dev", table=started.table, seat_token=other["seat_token"])
    assert_worded(tab.next()["why"], "error.seat_token_wrong")


def test_unknown_table(server: Server) -> None:
    tab = Person(server, "Ana").tab("", hello=False)
    tab.send("hello", build="dev", table="nowhere")
    answer = tab.next()
    assert answer["final"]
    assert_worded(answer["why"], "error.table_unknown")


def test_another_build_is_told_to_reload(server: Server, started: Started) -> None:
    tab = Person(server, "Ana").tab("", hello=False)
    tab.send("hello", build="old", table=started.table)
    answer = tab.next()
    assert answer["final"]
    assert_worded(answer["why"], "error.reload")


@pytest.mark.parametrize("origin", ["http://evil.example", "https://evil.example:8000", "null", None])
def test_foreign_origin_of_a_socket(server: Server, started: Started, origin: str | None) -> None:
    before = dump(server)
    with pytest.raises(InvalidStatus) as refusal:
        knock(server, origin)
    assert refusal.value.response.status_code == 403
    assert_worded(json.loads(refusal.value.response.body)["why"], "error.origin_foreign")
    assert dump(server) == before


def test_another_port_of_this_machine_is_foreign(server: Server) -> None:
    with pytest.raises(InvalidStatus):
        knock(server, f"http://127.0.0.1:{server.port + 1}")


def test_move_out_of_turn(server: Server, started: Started) -> None:
    before = dump(server)
    idle = started.tabs[1 - started.mover]
    answer = idle.move("card fruits", "m1")
    assert answer["t"] == "refused"
    assert not answer["final"]
    assert_worded(answer["why"], "error.out_of_turn")
    assert dump(server) == before


@pytest.mark.parametrize("text", ["dance", "card", "card fruits ", "", "card\u0000", "pan z"])
def test_unknown_move(server: Server, started: Started, text: str) -> None:
    before = dump(server)
    answer = started.tabs[started.mover].move(text, "m1")
    assert_worded(answer["why"], "error.move_unknown")
    assert dump(server) == before


def test_illegal_move_says_why(server: Server, started: Started) -> None:
    before = dump(server)
    answer = started.tabs[started.mover].move("guess fruits", "m1")
    assert answer["t"] == "refused"
    assert answer["why"]["key"].startswith(("cooking_rumble.refuse.", "error."))
    assert dump(server) == before


def test_replayed_client_id_is_answered_as_the_first_time(server: Server, started: Started) -> None:
    tab = started.tabs[started.mover]
    assert tab.look is not None
    version, text = tab.look["version"], tab.look["legal"][0]["text"]
    message = {"id": "once", "version": version, "moves": [text]}
    tab.send("move", **message)
    first = tab.answer("once")
    assert first["t"] == "done"
    before = dump(server)
    tab.send("move", **message)
    assert tab.answer("once") == first
    tab.send("move", **{**message, "moves": ["card fruits"]})
    assert tab.answer("once") == first
    assert dump(server) == before


def test_stale_move_is_answered_with_the_current_look(server: Server, started: Started) -> None:
    tab = started.tabs[started.mover]
    assert tab.look is not None
    old, text = tab.look["version"], tab.look["legal"][0]["text"]
    assert tab.move(text, "m1")["t"] == "done"
    server.settle()
    tab.waiting()
    current = tab.look
    before = dump(server)
    tab.send("move", id="m2", version=old, moves=[text])
    assert_worded(tab.answer("m2")["why"], "error.stale")
    look = tab.until("look")["look"]
    assert look["version"] == current["version"]
    assert look["view"] == current["view"]
    assert dump(server) == before


def test_a_version_from_the_future(server: Server, started: Started) -> None:
    tab = started.tabs[started.mover]
    assert tab.look is not None
    tab.send("move", id="m1", version=10**6, moves=[tab.look["legal"][0]["text"]])
    assert_worded(tab.answer("m1")["why"], "error.stale")


@pytest.mark.parametrize("size", [65_600, 1_000_000])
def test_a_message_of_a_megabyte(server: Server, started: Started, size: int) -> None:
    before = dump(server)
    tab = started.people[0].tab(started.table)
    tab.socket.send(json.dumps({"t": "say", "id": "x", "text": "a" * size}))
    answer = tab.until("refused")
    assert answer["final"]
    assert_worded(answer["why"], "error.too_large")
    with pytest.raises(ConnectionClosed):
        tab.next()
    assert dump(server) == before
    # Everybody else plays on.
    mover = started.tabs[started.mover]
    assert mover.look is not None
    assert mover.move(mover.look["legal"][0]["text"], "m1")["t"] == "done"


def test_a_message_too_large_to_be_read_closes_only_its_own_socket(server: Server, started: Started) -> None:
    tab = started.people[0].tab(started.table)
    with pytest.raises(ConnectionClosed):  # noqa: PT012
        tab.socket.send("a" * 5_000_000)
        while True:
            tab.next()
    started.tabs[0].send("say", id="s1", text="still here")
    assert started.tabs[0].answer("s1")["t"] == "done"


NONSENSE = [
    "",
    "{",
    "[]",
    "null",
    "\ud83d",
    '"hello"',
    '{"t": "fly"}',
    '{"t": "move"}',
    '{"t": "move", "id": 5, "version": 1, "moves": []}',
    '{"t": "move", "id": "x", "version": -1, "moves": ["a"]}',
    '{"t": "move", "id": "x", "version": 1e99, "moves": ["a"]}',
    '{"t": "move", "id": "x", "version": 1, "moves": []}',
    '{"t": "move", "id": "x", "version": 1, "moves": ["a"], "seat": 0}',
    '{"t": "hello", "build": "dev", "table": "x", "events": 99999999999999999999}',
    '{"t": "say", "id": "", "text": "x"}',
    "[" * 60_000,
    '{"t":' * 10_000,
]


@pytest.mark.parametrize("text", NONSENSE, ids=range(len(NONSENSE)))
def test_nonsense_on_a_socket(server: Server, started: Started, text: str) -> None:
    before = dump(server)
    tab = started.tabs[0]
    tab.socket.send(text.encode("utf-8", "surrogatepass"))
    answer = tab.until("refused")
    assert_worded(answer["why"], "error.message_invalid")
    assert not answer["final"]
    assert dump(server) == before
    tab.send("say", id="s1", text="still here")
    assert tab.answer("s1")["t"] == "done"


def test_nonsense_with_an_id_is_refused_by_that_id(server: Server, started: Started) -> None:
    started.tabs[0].socket.send('{"t": "move", "id": "m7", "version": "one", "moves": []}')
    assert started.tabs[0].until("refused")["id"] == "m7"


def test_before_hello_nothing_is_done(server: Server, started: Started) -> None:
    before = dump(server)
    tab = started.people[0].tab("", hello=False)
    tab.send("say", id="s1", text="hi")
    assert_worded(tab.answer("s1")["why"], "error.hello_first")
    tab.send("move", id="m1", version=1, moves=["card fruits"])
    assert_worded(tab.answer("m1")["why"], "error.hello_first")
    assert dump(server) == before


def test_spectators_cannot_move(server: Server, started: Started) -> None:
    before = dump(server)
    tab = Person(server, "Cy").tab(started.table)
    tab.send("move", id="m1", version=1, moves=["card fruits"])
    assert_worded(tab.answer("m1")["why"], "error.watchers_cannot")
    tab.send("undo", id="m2", version=1, moves=1)
    assert_worded(tab.answer("m2")["why"], "error.watchers_cannot")
    assert dump(server) == before


def test_who_is_no_guest_cannot_talk(server: Server, started: Started) -> None:
    tab = Person(server, None).tab(started.table)
    tab.send("say", id="s1", text="hi")
    assert_worded(tab.answer("s1")["why"], "error.guest_unknown")


def test_a_flood_of_messages_is_slowed_and_then_cut(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        tab = Person(server, "Ana").tab("", hello=False)
        for number in range(400):
            try:
                tab.send("undo", id=f"u{number}", version=1, moves=1)
            except ConnectionClosed:
                break
        keys = []
        final = False
        while not final:
            message = tab.until("refused")
            keys.append(message["why"]["key"])
            final = message["final"]
        assert keys[0] == "error.hello_first"
        assert_worded(message["why"], "error.too_fast")
        with pytest.raises(ConnectionClosed):
            tab.next()


def test_too_many_sockets_of_one_guest(tmp_path: Path) -> None:
    settings = WebSettings(
        f"sqlite:///{tmp_path}/potluck.db", bot_workers=0, limits=Limits(sockets_per_guest=3)
    )
    with served(tmp_path, settings) as server:
        ana = Person(server, "Ana")
        tabs = [ana.tab("", hello=False) for _ in range(3)]
        with pytest.raises(InvalidStatus) as refusal:
            ana.tab("", hello=False)
        assert refusal.value.response.status_code == 429
        assert_worded(json.loads(refusal.value.response.body)["why"], "error.too_many_sockets")
        tabs[0].close()
        server.settle()
        ana.tab("", hello=False)


# HTTP


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"X-Potluck": "0"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_foreign_posts(server: Server, started: Started, headers: dict[str, str]) -> None:
    before = dump(server)
    body = {"seat_token": started.tokens[0]}
    response = started.people[0].post(f"/api/tables/{started.table}/link", json=body, headers=headers)
    refused(response, 403, "error.origin_foreign")
    assert dump(server) == before


def test_foreign_host(server: Server) -> None:
    for host in (
        "evil.example",
        "127.0.0.1.evil.example",
        "",
        "8.8.8.8",
        "localhost:8000.evil.example",
        "localhost:evil.example",
        "localhost:8000@evil.example",
        "localhost:80:evil.example",
        "[::1].evil.example",
        "[::1]evil.example:8000",
        "[::1]:8000.evil.example",
        "[127.0.0.1]@evil.example",
        "localhost/evil.example",
        "localhost evil.example",
        "localhost, evil.example",
        "localhost..",
    ):
        refused(server.get("/api/house", headers={"Host": host}), 421, "error.host_foreign")


def test_own_hosts(server: Server) -> None:
    for host in (
        "localhost",
        f"localhost:{server.port}",
        "127.0.0.1",
        "[::1]:99",
        "192.168.1.7:8000",
        "LOCALHOST.",
    ):
        assert server.get("/api/house", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        {"game": "cooking_rumble", "options": {"fast": True}, "seats": [ME, OPEN]},
        {"game": "cooking_rumble", "options": {"expert": "yes"}, "seats": [ME, OPEN]},
        {"game": "cooking_rumble", "options": {"expert": 1}, "seats": [ME, OPEN]},
        {"game": "cooking_rumble", "options": {str(n): n for n in range(1000)}, "seats": [ME, OPEN]},
        {"game": "cooking_rumble", "options": {"expert": {"a": [[[[]]]]}}, "seats": [ME, OPEN]},
        {"game": "cooking_rumble", "options": {}, "seats": [ME]},
        {"game": "cooking_rumble", "options": {}, "seats": []},
        {"game": "cooking_rumble", "options": {}, "seats": [ME] + [OPEN] * 40},
    ],
)
def test_nonsense_options(server: Server, body: dict[str, Any]) -> None:
    ana = Person(server, "Ana")
    before = dump(server)
    refused(ana.post("/api/tables", json={**body, "nonce": "00" * 16}), 400, "error.options_invalid")
    assert dump(server) == before


def test_other_nonsense_tables(server: Server) -> None:
    ana = Person(server, "Ana")
    before = dump(server)
    good: dict[str, Any] = {"game": "cooking_rumble", "options": {}, "seats": [ME, OPEN], "nonce": "00" * 16}
    changes: list[tuple[str, dict[str, Any]]] = [
        ("error.rules_unknown", {"game": "chess"}),
        ("error.level_unknown", {"seats": [ME, {"kind": "bot", "level": "divine"}]}),
        ("error.seat_taken", {"seats": [ME, ME]}),
        ("error.nonce_invalid", {"nonce": "00"}),
        ("error.message_invalid", {"nonce": "xy"}),
        ("error.message_invalid", {"seats": [{"kind": "king"}, OPEN]}),
        ("error.message_invalid", {"start": "x"}),
        ("error.message_invalid", {"seats": [OPEN] * 1000}),
    ]
    for key, change in changes:
        response = ana.post("/api/tables", json={**good, **change})
        assert 400 <= response.status_code < 500
        assert_worded(response.json()["why"], key)
    assert dump(server) == before


def test_a_body_of_a_megabyte(server: Server) -> None:
    ana = Person(server, "Ana")
    before = dump(server)
    for size in (65_537, 1_000_000):
        refused(ana.post("/api/me", content=b'{"name":"' + b"a" * size + b'"}'), 413, "error.too_large")
    assert ana.get("/api/me").json()["name"] == "Ana"
    assert dump(server) == before


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b'{"name": 5}', b'{"name": "A", "x": 1}', b"\xff\xfe", b"[" * 60_000]
)
def test_nonsense_bodies(server: Server, body: bytes) -> None:
    refused(Person(server, "Ana").post("/api/me", content=body), 400, "error.message_invalid")


@pytest.mark.parametrize("wanted", [40, pytest.param(500, marks=pytest.mark.slow)])
def test_tables_without_end_of_one_guest(server: Server, wanted: int) -> None:
    ana = Person(server, "Ana")
    body = {"game": "cooking_rumble", "options": {}, "seats": [ME, OPEN], "nonce": "00" * 16}
    answers = [ana.post("/api/tables", json=body) for _ in range(wanted)]
    made = [answer for answer in answers if answer.status_code == 200]
    assert 1 <= len(made) <= 30
    for answer in answers[len(made) :]:
        assert answer.status_code == 429
        assert_worded(answer.json()["why"])
    assert len(ana.get("/api/me").json()["tables"]) == len(made)
    # Somebody else still can.
    assert Person(server, "Bo").post("/api/tables", json=body).status_code == 200


def test_guests_without_end(tmp_path: Path) -> None:
    limits = Limits(guests_per_address_hour=5)
    with served(tmp_path, WebSettings(f"sqlite:///{tmp_path}/p.db", bot_workers=0, limits=limits)) as server:
        answers = [Person(server, None).post("/api/me", json={"name": "Ana"}) for _ in range(8)]
        assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 3
        assert_worded(answers[-1].json()["why"], "error.too_many_guests")


def test_codes_cannot_be_tried_without_end(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        ana = Person(server, "Ana")
        answers = [ana.post(f"/api/links/{number}", json={}) for number in range(70)]
        refused(answers[0], 404, "error.link_void")
        refused(answers[-1], 429, "error.too_fast")


def test_only_a_few_cookies_of_our_name_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    identity = Identity("key")
    looked_at = 0
    unsign = identity._signer.unsign

    def counted(value: Any) -> bytes:
        nonlocal looked_at
        looked_at += 1
        return unsign(value)

    monkeypatch.setattr(identity._signer, "unsign", counted)
    good = f"potluck.guest={identity.sign('ana')}"

    def guest(*cookies: str) -> str | None:
        scope = {"type": "http", "headers": [(b"cookie", "; ".join(cookies).encode())]}
        return identity.guest_id(HTTPConnection(scope))

    assert guest("other=1", "potluck.guest=a.b", good) == "ana"
    looked_at = 0
    assert guest(*["potluck.guest=a.b"] * 3000, good) is None
    assert looked_at < 10


def test_a_forged_cookie_is_nobody(server: Server) -> None:
    ana = Person(server, "Ana")
    value = ana.cookies["potluck.guest"]
    guest = value.partition(".")[0]
    for forged in (
        guest,
        f"{guest}.",
        f"{guest}.AAAA",
        value[:-5] + ("A" if value[-5] != "A" else "B") + value[-4:],
        "0" * 32 + value[32:],
        "x" * 5000,
    ):
        stranger = Person(server, None)
        stranger.cookies.set("potluck.guest", forged)
        assert stranger.get("/api/me").json()["name"] is None


@pytest.mark.parametrize("what", ["leave", "link", "nonce"])
def test_wrong_seat_tokens_in_posts(server: Server, what: str) -> None:
    ana = Person(server, "Ana")
    made = ana.new_table([ME, OPEN])
    before = dump(server)
    body = {"seat_token": "wrong", **({"nonce": "22" * 16} if what == "nonce" else {})}
    refused(ana.post(f"/api/tables/{made['table']}/{what}", json=body), 403, "error.seat_token_wrong")
    assert dump(server) == before


def test_only_the_host_arranges_and_starts(server: Server) -> None:
    ana, bo = Person(server, "Ana"), Person(server, "Bo")
    table = ana.new_table([ME, OPEN])["table"]
    before = dump(server)
    refused(bo.post(f"/api/tables/{table}/start", json={}), 403, "error.not_host")
    refused(bo.post(f"/api/tables/{table}/arrange", json={"seat": 0, "plan": OPEN}), 403, "error.not_host")
    refused(ana.post(f"/api/tables/{table}/start", json={}), 409, "error.seats_open")
    refused(Person(server, None).post(f"/api/tables/{table}/start", json={}), 401, "error.guest_unknown")
    assert dump(server) == before


def test_moves_by_post_are_checked_alike(server: Server, started: Started) -> None:
    before = dump(server)
    url = f"/api/tables/{started.table}/moves"
    body = {"id": "m1", "version": 1, "moves": ["card fruits"]}
    ana = started.people[0]
    cases: list[tuple[dict[str, str], str]] = [
        ({}, "error.watchers_cannot"),
        ({"Authorization": "Seat wrong"}, "error.seat_token_wrong"),
    ]
    for headers, key in cases:
        answer = ana.post(url, json=body, headers=headers)
        assert answer.status_code == 403
        assert answer.json()["id"] == "m1"
        assert_worded(answer.json()["why"], key)
    idle = 1 - started.mover
    answer = ana.post(url, json=body, headers={"Authorization": f"Seat {started.tokens[idle]}"})
    assert answer.status_code == 409
    assert_worded(answer.json()["why"], "error.out_of_turn")
    assert dump(server) == before


def test_paths_lead_nowhere_else(server: Server) -> None:
    with httpx.Client(base_url=server.origin, verify=NO_TLS) as client:
        for path in (
            "/../../pyproject.toml",
            "/assets/%2e%2e/index.html",
            "/assets/..%2f..%2fapp.py",
            "/api/nothing",
            "/x.db",
        ):
            refused(client.get(path), 404, "error.page_unknown")
        refused(client.get("/api/qr?text=//evil.example"), 400, "error.message_invalid")
        refused(client.get("/api/qr?text=https://evil.example"), 400, "error.message_invalid")
        refused(client.get("/api/words/xx"), 404, "error.page_unknown")
        refused(client.get("/api/rules/chess"), 404, "error.rules_unknown")
        refused(client.put("/api/me", headers={"X-Potluck": "1"}), 405, "error.method_wrong")
