"""How tabs are heard and told of moves: signs of life, looks that answer, nothing that was not asked for."""

import json
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.client import ClientProtocol
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame
from websockets.uri import parse_uri

from potluck.tables.writer import Writer
from potluck.web import pulse, serve
from potluck.web.line import Plain
from potluck.web.settings import WebSettings
from tests.web import house
from tests.web.conftest import ROOMY, Started
from tests.web.house import ME, WAIT, Person, Server, Tab, keep_alive, served, wait_for


def look_of(tab: Tab) -> dict[str, Any]:
    assert tab.look is not None
    return tab.look


def frames(server: Server, tab: Tab) -> list[dict[str, Any]]:
    server.settle()
    return [json.loads(text) for text in tab.waiting()]


def test_a_move_is_one_frame_for_its_mover_and_one_for_the_others(server: Server, started: Started) -> None:
    seat = started.mover
    mover, other = started.tabs[seat], started.tabs[1 - seat]
    watcher = Person(server, "Cy").tab(started.table)
    for tab in (mover, other, watcher):
        frames(server, tab)
    mover.send_move("m1")
    told = mover.next()
    assert (told["t"], told["done"]) == ("look", "m1")
    assert frames(server, mover) == []
    for tab in (other, watcher):
        [told] = frames(server, tab)
        assert told["t"] == "look"
        assert "done" not in told


def test_two_tabs_of_a_seat_are_told_alike_but_for_the_answer(server: Server, started: Started) -> None:
    seat = started.mover
    twin = started.people[seat].tab(started.table, started.tokens[seat])
    frames(server, twin)
    frames(server, started.tabs[seat])
    started.tabs[seat].send_move("m1")
    told = started.tabs[seat].next()
    [same] = frames(server, twin)
    assert told.pop("done") == "m1"
    assert same == told


def test_a_repeated_id_is_answered_again_on_the_same_line(server: Server, started: Started) -> None:
    tab = started.tabs[started.mover]
    version, text = look_of(tab)["version"], look_of(tab)["legal"][0]["text"]
    for _ in range(3):
        tab.send("move", id="m1", version=version, moves=[text])
        assert tab.answer("m1") == {"t": "done", "id": "m1", "version": version + 1}


def test_what_one_tab_asks_is_answered_in_order(server: Server, started: Started) -> None:
    tab = started.tabs[started.mover]
    version, legal = look_of(tab)["version"], look_of(tab)["legal"]
    tab.send("say", id="1", text="hello")
    tab.send("why", id="2", version=version, moves=[legal[0]["text"]])
    tab.send("move", id="3", version=version, moves=[legal[0]["text"]])
    tab.send("move", id="4", version=10**6, moves=[legal[0]["text"]])
    tab.socket.send("nonsense")
    tab.send("say", id="5", text="bye")
    answers: list[Any] = []
    while len(answers) < 6:
        message = tab.next()
        if message["t"] in ("done", "refused", "reasons"):
            answers.append(message["id"])
        elif message.get("done"):
            answers.append(message["done"])
    assert answers == ["1", "2", "3", "4", None, "5"]


def test_sections_come_only_where_they_are_asked_for(server: Server, started: Started) -> None:
    seat = started.mover
    tab, person = started.tabs[seat], started.people[seat]
    asks = person.tab(started.table, started.tokens[seat], sections=True)
    assert look_of(asks)["sections"]
    assert look_of(tab)["sections"] is None
    frames(server, asks)
    tab.send_move("m1")
    assert tab.next()["look"]["sections"] is None
    [told] = frames(server, asks)
    assert told["look"]["sections"]
    url = f"/api/tables/{started.table}/view"
    headers = {"Authorization": f"Seat {started.tokens[seat]}"}
    assert person.get(url, headers=headers).json()["look"]["sections"] == told["look"]["sections"]
    assert person.get(f"{url}?sections=0", headers=headers).json()["look"]["sections"] is None
    assert person.get(f"{url}?sections=yes", headers=headers).status_code == 400


def test_sections_can_be_asked_for_in_the_middle_of_a_game(server: Server, started: Started) -> None:
    tab = started.tabs[0]
    tab.send("describe", on=True)
    [told] = frames(server, tab)
    assert told["look"]["sections"]
    assert told["look"]["version"] == look_of(started.tabs[0])["version"]
    assert told["look"]["events"] == []
    tab.send("describe", on=True)
    tab.send("describe", on=False)
    assert frames(server, tab) == []
    started.tabs[started.mover].send_move("m1")
    assert tab.until("look")["look"]["sections"] is None


def test_in_the_middle_of_talk_a_move_is_told_too(server: Server, started: Started) -> None:
    """While something else is being told, looks go along with it and none is lost."""
    seat = started.mover
    tab, other = started.tabs[seat], started.tabs[1 - seat]
    for number in range(8):
        other.send("say", id=f"s{number}", text="chatter")
    tab.send_move("m1")
    assert tab.answer("m1")["t"] == "done"
    server.settle()
    for each in started.tabs:
        each.waiting()
    full = [server.tables.look(started.table, at, 0) for at in (0, 1)]
    for at, look in enumerate(full):
        assert look is not None
        assert look_of(started.tabs[at])["version"] == look.version
        assert look_of(started.tabs[at])["view"] == msgspec.to_builtins(look.view)


# Signs of life


@pytest.fixture
def slow_moves(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Until the event is set the writer makes no move."""
    gate = threading.Event()
    plain = Writer._group

    def group(self: Writer, *given: Any) -> Any:
        gate.wait(WAIT)
        return plain(self, *given)

    monkeypatch.setattr(Writer, "_group", group)
    yield gate
    gate.set()


def answered(messages: list[dict[str, Any]]) -> list[str]:
    """The ids of the moves that these answer."""
    return [
        each.get("done") or each["id"]
        for each in messages
        if each["t"] in ("done", "refused") or each.get("done")
    ]


@pytest.mark.parametrize("backlog", [1, 5, 200])
def test_a_tab_that_answers_pings_is_not_dropped_for_its_slow_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, slow_moves: threading.Event, backlog: int
) -> None:
    """Its pongs do not wait behind its moves, however many of them there are."""
    monkeypatch.setattr(pulse, "PING_SECONDS", 0.1)
    monkeypatch.setattr(pulse, "SILENCE_SECONDS", 0.6)
    with served(
        tmp_path, WebSettings(f"sqlite:///{tmp_path}/potluck.db", bot_workers=0, limits=ROOMY)
    ) as server:
        game = Started(server, "Ana", "Bo")
        tab = game.open(0)
        silent = game.people[1].tab(game.table)
        for number in range(backlog):
            tab.send("move", id=f"m{number}", version=1, moves=["guess fruits"])
        found = keep_alive(tab, lambda _: server.hub.sockets == 1)
        assert answered(found) == []
        slow_moves.set()
        found = keep_alive(tab, lambda found: len(answered(found)) == backlog)
        assert answered(found) == [f"m{number}" for number in range(backlog)]
        with pytest.raises(ConnectionClosed):  # noqa: PT012
            while True:
                silent.socket.recv(WAIT)


def test_a_tab_that_sends_and_never_answers_a_ping_is_dropped_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, slow_moves: threading.Event
) -> None:
    monkeypatch.setattr(pulse, "PING_SECONDS", 0.1)
    monkeypatch.setattr(pulse, "SILENCE_SECONDS", 0.6)
    with served(tmp_path) as server:
        ana = Person(server, "Ana")
        made = ana.new_table([ME, {"kind": "bot", "level": "random"}])
        ana.post(f"/api/tables/{made['table']}/start", json={}).raise_for_status()
        tab = ana.tab(made["table"], made["seat_token"])
        for number in range(3):
            tab.send("move", id=f"m{number}", version=1, moves=["guess fruits"])
        with pytest.raises(ConnectionClosed):  # noqa: PT012
            while True:
                tab.socket.recv(WAIT)
        slow_moves.set()


class Late:
    """A peer that reads nothing before it is told to."""

    def __init__(self, server: Server) -> None:
        self.socket = socket.create_connection(("127.0.0.1", server.port))
        self._protocol = ClientProtocol(parse_uri(f"ws://127.0.0.1:{server.port}/socket"))
        request = self._protocol.connect()
        request.headers["Origin"] = server.origin
        self._protocol.send_request(request)
        self.socket.sendall(b"".join(self._protocol.data_to_send()))

    def read(self, most: int) -> list[bytes]:
        """The next frames that come, up to so many, pings left out."""
        found: list[bytes] = []
        self.socket.settimeout(WAIT)
        while len(found) < most:
            self._protocol.receive_data(self.socket.recv(1 << 16))
            came = self._protocol.events_received()
            frames = [bytes(event.data) for event in came if isinstance(event, Frame)]
            found += [each for each in frames if each != b'{"t":"ping"}']
        return found


def test_a_pause_in_taking_leaves_answers_whole_and_in_order(server: Server) -> None:
    """Large answers to a peer that reads late: more than the system's buffers hold at once."""
    before = set(server.hub._tabs)
    late = Late(server)
    wait_for(lambda: bool(set(server.hub._tabs) - before))
    [mine] = set(server.hub._tabs) - before
    big = [b"x" * 300_000 + b"%d" % number for number in range(40)]

    def pour() -> None:
        for text in big:
            mine.reply(text)

    server.loop.call_soon_threadsafe(pour)
    wait_for(lambda: mine.sending is not None)
    assert 0 < mine.backlog < len(big)
    assert late.read(len(big)) == big
    wait_for(lambda: mine.sending is None)
    assert mine.ready
    late.socket.close()


# Any ASGI server


def test_a_server_of_another_make_serves_as_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing but speed hangs on our own protocol."""

    def plain(application: Any, settings: WebSettings) -> uvicorn.Server:
        made = serve.server(application, settings).config
        made.http, made.ws = "auto", WebSocketsSansIOProtocol
        return uvicorn.Server(made)

    monkeypatch.setattr(house, "server", plain)
    settings = WebSettings(f"sqlite:///{tmp_path}/potluck.db", bot_workers=0, limits=ROOMY)
    with served(tmp_path, settings) as server:
        game = Started(server, "Ana", "Bo")
        game.come()
        watcher = game.people[0].tab(game.table)
        assert all(isinstance(each.line, Plain) for each in server.hub._tabs)
        frames(server, watcher)
        tab = game.tabs[game.mover]
        tab.send_move("m1")
        assert tab.until("look")["done"] == "m1"
        assert watcher.until("look")["look"]["version"] == look_of(tab)["version"] == 2
        tab.send("hello", build="other", table=game.table)
        assert tab.until("refused")["final"]
        with pytest.raises(ConnectionClosed):
            tab.next()
        watcher.close()


def test_a_frame_that_is_no_text_ends_the_line_as_the_protocol_has_it(server: Server) -> None:
    tab = Person(server, "Ana").tab("", hello=False)
    tab.socket.send(b'{"t":"pong"}')  # bytes are read as well
    tab.socket.send(b"\xff\xfe")
    assert tab.next()["t"] == "refused"
    with tab.socket.send_context():
        tab.socket.protocol.send_text(b"\xff\xfe")
    with pytest.raises(ConnectionClosed) as closed:
        tab.next()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1007


def test_what_is_sent_to_a_connection_that_is_gone_is_dropped(server: Server) -> None:
    tab = Person(server, "Ana").tab("", hello=False)
    server.settle()
    [mine] = [each for each in server.hub._tabs if each.table is None and not each.closing]
    tab.socket.socket.close()

    def gone() -> bool:
        server.loop.call_soon_threadsafe(mine.reply, b'{"t":"ping"}')
        return mine not in server.hub._tabs

    wait_for(gone)
