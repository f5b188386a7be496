"""A table from its making to a rematch, over HTTP and sockets, as a browser would use them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from potluck.web import pulse
from potluck.web.hub import Hub
from potluck.web.settings import WebSettings
from potluck.web.tab import Tab as ServerTab
from tests.web.conftest import Started
from tests.web.house import ME, OPEN, Person, Server, Tab, assert_worded, keep_alive, served, wait_for


def play_on(started: Started, most: int = 400) -> None:
    """Play to the end, always the last legal move, one look after the other."""
    for number in range(most):
        before = [tab.look["version"] if tab.look else 0 for tab in started.tabs]
        mover = started.tabs[started.mover]
        assert mover.look is not None
        legal = mover.look["legal"]
        assert mover.move(legal[-1 - number % len(legal)]["text"], f"p{number}")["t"] == "done"
        for tab, version in zip(started.tabs, before, strict=True):
            while tab.look is None or tab.look["version"] == version:
                tab.next()
        if mover.look["view"]["places"]:
            return
    raise AssertionError("the game does not end")


def test_a_whole_game_and_a_rematch(server: Server, started: Started) -> None:
    assert started.people[0].get(f"/api/tables/{started.table}/record").status_code == 409
    play_on(started)
    server.settle()
    ana, bo = started.people
    room = ana.get(f"/api/tables/{started.table}").json()
    assert room["status"] == "over"
    assert room["seed"]
    record = bo.get(f"/api/tables/{started.table}/record")
    assert record.status_code == 200
    assert room["commitment"] in record.text
    body = {"seat_token": started.tokens[1]}
    again = bo.post(f"/api/tables/{started.table}/rematch", json=body).json()["table"]
    assert ana.post(
        f"/api/tables/{started.table}/rematch", json={"seat_token": started.tokens[0]}
    ).json() == {"table": again}
    while started.tabs[0].until("room")["room"]["rematch"] != again:
        pass
    # The old token opens the same seat; new luck is mixed in first.
    nonce = {"seat_token": started.tokens[1], "nonce": "77" * 16}
    assert bo.post(f"/api/tables/{again}/nonce", json=nonce).status_code == 200
    tab = started.tabs[1]
    tab.send("hello", build="dev", table=again, seat_token=started.tokens[1])
    welcome = tab.until("welcome")
    assert (welcome["seat"], welcome["room"]["table"], welcome["look"]) == (1, again, None)
    assert ana.post(f"/api/tables/{again}/start", json={}).status_code == 200
    assert tab.until("look")["look"]["version"] == 1


def test_every_event_arrives_once_and_in_order(server: Server, started: Started) -> None:
    watcher = Person(server, "Cy").tab(started.table)
    play_on(started)
    server.settle()
    seen: list[Any] = []
    for text in watcher.waiting():
        message = json.loads(text)
        if message["t"] == "look":
            assert message["look"]["first"] == len(seen)
            seen += message["look"]["events"]
    late = Person(server, "Di").tab(started.table)
    assert late.look is not None
    assert late.look["events"] == seen
    assert len(seen) > 20


def test_a_tab_that_comes_back_gets_what_it_missed(server: Server, started: Started) -> None:
    seat = 1 - started.mover
    mover = started.tabs[started.mover]
    gone = started.tabs[seat]
    mover.send("say", id="s1", text="first")
    gone.until("chat")
    have = len(gone.look["events"]) if gone.look else 0
    gone.close()
    mover.send("say", id="s2", text="second")
    assert mover.look is not None
    assert mover.move(mover.look["legal"][0]["text"], "m1")["t"] == "done"
    back = started.people[seat].tab(started.table, hello=False)
    token = started.tokens[seat]
    back.send("hello", build="dev", table=started.table, seat_token=token, events=have, chat=1)
    welcome = back.next()
    assert [line["text"] for line in welcome["chat"]] == ["second"]
    assert welcome["look"]["first"] == have
    assert welcome["look"]["events"]


def test_a_resent_move_after_reconnecting_counts_once(server: Server, started: Started) -> None:
    seat = started.mover
    tab = started.tabs[seat]
    assert tab.look is not None
    message = {"id": "lost", "version": tab.look["version"], "moves": [tab.look["legal"][0]["text"]]}
    tab.send("move", **message)
    tab.socket.close()  # before the answer was read
    back = started.people[seat].tab(started.table, started.tokens[seat])
    back.send("move", **message)
    answer = back.answer("lost")
    assert answer["t"] == "done"
    assert answer["version"] == message["version"] + 1


def test_undo(server: Server, started: Started) -> None:
    seat = started.mover
    tab = started.tabs[seat]
    assert tab.look is not None
    before = tab.look["view"]
    wild = next(move["text"] for move in tab.look["legal"] if move["text"].startswith("wild"))
    assert tab.move(wild, "m1")["t"] == "done"
    server.settle()
    other = started.tabs[1 - seat]
    for each in (tab, other):
        each.waiting()
        assert each.look is not None
        assert each.look["undo"] == {"seat": seat, "moves": 1}
    other.send("undo", id="u0", version=other.look["version"] if other.look else 0, moves=1)
    assert other.answer("u0")["t"] == "refused"
    tab.send("undo", id="u1", version=tab.look["version"], moves=1)
    assert tab.answer("u1")["t"] == "done"
    server.settle()
    tab.waiting()
    assert tab.look["view"] == before
    tab.send("undo", id="u2", version=tab.look["version"], moves=1)
    assert_worded(tab.answer("u2")["why"], "error.undo_impossible")


def test_chat_reaches_everybody_and_is_said_once(server: Server, started: Started) -> None:
    watcher = Person(server, "Cy").tab(started.table)
    watcher.send("say", id="s1", text="  good\n luck ")
    watcher.send("say", id="s1", text="good luck")
    for tab in [*started.tabs, watcher]:
        [line] = tab.until("chat")["lines"]
        assert (line["seat"], line["name"], line["text"]) == (None, "Cy", "good luck")
    server.settle()
    assert not [text for text in started.tabs[0].waiting() if '"chat"' in text]


def test_a_seat_moves_to_another_device(server: Server, started: Started) -> None:
    ana = started.people[0]
    code = ana.post(f"/api/tables/{started.table}/link", json={"seat_token": started.tokens[0]}).json()[
        "code"
    ]
    phone = Person(server, "Ana")
    moved = phone.post(f"/api/links/{code}", json={}).json()
    assert (moved["table"], moved["seat"]) == (started.table, 0)
    told = started.tabs[0].until("refused")
    assert told["final"]
    assert_worded(told["why"], "error.seat_moved")
    with pytest.raises(ConnectionClosed):
        started.tabs[0].next()
    tab = phone.tab(started.table, moved["seat_token"])
    assert tab.look is not None
    old = ana.tab("", hello=False)
    old.send("hello", build="dev", table=started.table, seat_token=started.tokens[0])
    assert_worded(old.next()["why"], "error.seat_token_wrong")
    assert phone.post(f"/api/links/{code}", json={}).status_code == 404


def test_presence_and_watchers(server: Server, started: Started) -> None:
    watcher = Person(server, "Cy").tab(started.table)
    assert started.tabs[0].until("room")["room"]["watching"] == 1
    started.tabs[1].close()
    room = started.tabs[0].until("room")["room"]
    assert [seat["present"] for seat in room["seats"]] == [True, False]
    watcher.close()
    assert started.tabs[0].until("room")["room"]["watching"] == 0


def test_who_leaves_before_the_start_watches_on(server: Server) -> None:
    ana, bo = Person(server, "Ana"), Person(server, "Bo")
    table = ana.new_table([ME, OPEN])["table"]
    token = bo.sit(table, 1)
    tab = bo.tab(table, token)
    assert bo.post(f"/api/tables/{table}/leave", json={"seat_token": token}).status_code == 200
    welcome = tab.until("welcome")
    assert welcome["seat"] is None
    assert welcome["room"]["seats"][1]["kind"] == "open"


def test_a_table_is_arranged_and_played_against_nobody_present(server: Server) -> None:
    ana = Person(server, "Ana")
    made = ana.new_table([ME, OPEN, OPEN])
    url = f"/api/tables/{made['table']}"
    assert ana.post(f"{url}/arrange", json={"seat": 2, "plan": ME}).status_code == 200
    tab = ana.tab(made["table"], made["seat_token"])
    room = tab_room(tab, ana, made["table"])
    assert [seat["kind"] for seat in room["seats"]] == ["open", "open", "human"]
    assert room["host"] == 2


def tab_room(_: Tab, person: Person, table: str) -> dict[str, Any]:
    room: dict[str, Any] = person.get(f"/api/tables/{table}").json()
    return room


def test_a_move_by_post_and_the_view_by_get(server: Server, started: Started) -> None:
    seat = started.mover
    headers = {"Authorization": f"Seat {started.tokens[seat]}"}
    person = started.people[seat]
    view = person.get(f"/api/tables/{started.table}/view", headers=headers).json()
    assert (view["t"], view["seat"]) == ("welcome", seat)
    body = {"id": "h1", "version": view["look"]["version"], "moves": [view["look"]["legal"][0]["text"]]}
    done = person.post(f"/api/tables/{started.table}/moves", json=body, headers=headers).json()
    assert done == {"t": "done", "id": "h1", "version": view["look"]["version"] + 1}
    fresh = person.get(f"/api/tables/{started.table}/view?first=1", headers=headers).json()
    assert fresh["look"]["first"] == 1
    spectator = server.get(f"/api/tables/{started.table}/view").json()
    assert spectator["seat"] is None
    assert spectator["look"]["legal"] == []


def test_a_slow_reader_blocks_nobody_and_loses_no_event(
    server: Server, started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    held: list[ServerTab] = []
    ready: Callable[[ServerTab], bool] = vars(ServerTab)["ready"].fget
    monkeypatch.setattr(ServerTab, "ready", property(lambda tab: tab not in held and ready(tab)))
    slow = Person(server, "Cy").tab(started.table)
    server.settle()
    slow.waiting()
    held += [tab for tab in server.hub._tabs if tab.table == started.table and tab.seat is None]
    assert len(held) == 1
    play_on(started)  # everybody else plays a whole game meanwhile
    assert slow.waiting() == []
    [tab] = held
    held.clear()
    server.loop.call_soon_threadsafe(server.hub.took, tab)
    server.settle()
    looks = [json.loads(text)["look"] for text in slow.waiting() if '"t":"look"' in text]
    assert len(looks) == 1
    full = started.people[0].get(f"/api/tables/{started.table}/view").json()["look"]
    assert looks[0]["events"] == full["events"]
    assert looks[0]["view"] == full["view"]


def test_silent_tabs_are_dropped_and_live_ones_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pulse, "PING_SECONDS", 0.1)
    monkeypatch.setattr(pulse, "SILENCE_SECONDS", 0.5)
    with served(tmp_path) as server:
        ana = Person(server, "Ana")
        made = ana.new_table([ME, OPEN])
        silent = ana.tab(made["table"], made["seat_token"])
        alive = ana.tab(made["table"], made["seat_token"])
        keep_alive(alive, lambda _: server.hub.sockets == 1)
        with pytest.raises(ConnectionClosed):  # noqa: PT012
            while True:
                silent.socket.recv(1)
        alive.send("say", id="s1", text="here")
        assert alive.answer("s1")["t"] == "done"
        assert server.hub.sockets == 1


def test_a_reader_that_takes_nothing_is_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pulse, "PING_SECONDS", 0.1)
    monkeypatch.setattr(pulse, "SEND_SECONDS", 0.3)
    with served(tmp_path) as server:
        stuck = Person(server, "Ana").tab("", hello=False)
        server.settle()
        [tab] = server.hub._tabs
        tab.heard = 1e12  # it speaks, it only does not read
        flood = ("x" * 1_000_000).encode()

        def pour() -> None:
            for _ in range(64):
                tab.reply(flood)

        stuck.socket.recv_bufsize = 1
        server.loop.call_soon_threadsafe(pour)
        wait_for(lambda: server.hub.sockets == 0)


def test_hub_forgets_empty_tables(server: Server) -> None:
    ana = Person(server, "Ana")
    made = ana.new_table([ME, OPEN])
    tab = ana.tab(made["table"], made["seat_token"])
    assert made["table"] in server.hub._parties
    tab.close()
    wait_for(lambda: made["table"] not in server.hub._parties)
    assert isinstance(server.hub, Hub)


def test_the_cookie(tmp_path: Path) -> None:
    settings = WebSettings(f"sqlite:///{tmp_path}/potluck.db", bot_workers=0, trusted_proxy="127.0.0.1")
    with served(tmp_path, settings) as server:
        plain = Person(server, None).post("/api/me", json={"name": "Ana"})
        cookie = plain.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert "Secure" not in cookie
        headers = {"X-Forwarded-Proto": "https"}
        safe = Person(server, None).post("/api/me", json={"name": "Ana"}, headers=headers)
        assert "Secure" in safe.headers["set-cookie"]
    # The same key after a restart, for its owner's eyes only.
    key = tmp_path / "potluck.db.key"
    assert key.stat().st_mode & 0o777 == 0o600
    with served(tmp_path, settings) as server:
        again = server.get("/api/me", cookies=dict(plain.cookies))
        assert again.json()["name"] == "Ana"


def test_a_new_name_is_seen_at_the_table(server: Server, started: Started) -> None:
    assert started.people[0].post("/api/me", json={"name": "Anna"}).json()["name"] == "Anna"
    assert started.tabs[1].until("room")["room"]["seats"][0]["name"] == "Anna"
    mine = started.people[0].get("/api/me").json()["tables"]
    assert [table["table"] for table in mine] == [started.table]
