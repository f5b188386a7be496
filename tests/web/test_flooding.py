"""A socket that sends more than it should, or does not read: nobody else notices, and it is dropped."""

import json
import socket
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from potluck.web import pulse
from potluck.web.line import Direct
from potluck.web.pulse import Pulse
from potluck.web.serve import Protocol
from potluck.web.session import Session
from potluck.web.settings import Limits, WebSettings
from potluck.web.tab import Tab
from tests.web.conftest import ROOMY, Started
from tests.web.house import ME, OPEN, WAIT, Person, Server, assert_worded, hear, served, wait_for

_CONTINUATION, _TEXT, _PING, _PONG = 0, 1, 9, 10
_PONGED = b"\x8a\x00"  # a server's answer to an empty ping


def frame(opcode: int, data: bytes) -> bytes:
    """A client's frame of up to 64 KiB, masked with zeros."""
    size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2)
    return bytes([0x80 | opcode]) + size + bytes(4) + data


def text(kind: str, **fields: Any) -> bytes:
    return frame(_TEXT, json.dumps({"t": kind, **fields}).encode())


def knock(server: Server) -> tuple[socket.socket, Tab]:
    """A bare socket, and the server's end of it."""
    before = set(server.hub._tabs)
    made = socket.create_connection(("127.0.0.1", server.port), WAIT)
    head = f"GET /socket HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nOrigin: {server.origin}\r\n"
    head += "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    made.sendall(f"{head}Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode())
    wait_for(lambda: bool(set(server.hub._tabs) - before))
    [tab] = set(server.hub._tabs) - before
    return made, tab


def test_an_inbox_full_of_refusals_is_answered_whole(server: Server, started: Started) -> None:
    """All in one chunk, behind a message that takes a while."""
    tab = Person(server, "Cy").tab(started.table)
    moves = [f"m{number}" for number in range(300)]
    chunk = text("describe", on=False)
    chunk += b"".join(text("move", id=each, version=1, moves=["x"]) for each in moves)
    tab.socket.socket.sendall(chunk)
    assert [tab.until("refused")["id"] for _ in moves] == moves
    tab.send("move", id="last", version=1, moves=["x"])
    assert tab.answer("last")["t"] == "refused"


def test_everybody_else_has_turns_between_the_messages_of_one(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    step = 0
    heard: Counter[int] = Counter()
    begun: Counter[int] = Counter()
    hear, begin = Session._hear, Session._begin

    def counted_hear(self: Session, raw: str | bytes) -> None:
        heard[step] += 1
        hear(self, raw)

    def counted_begin(self: Session, message: Any) -> None:
        begun[step] += 1
        begin(self, message)

    def turn() -> None:
        nonlocal step
        step += 1
        if not over:
            server.loop.call_soon(turn)

    over = False
    monkeypatch.setattr(Session, "_hear", counted_hear)
    monkeypatch.setattr(Session, "_begin", counted_begin)
    made, _ = knock(server)
    server.loop.call_soon_threadsafe(turn)
    try:
        made.sendall(text("undo", id="u", version=1, moves=1) * 300 + text("pong") * 2000)
        wait_for(lambda: heard.total() == 2300 and begun.total() == 300)
    finally:
        over = True
    assert max(begun.values()) <= 16  # eight in a step; the turns counted here lie anywhere in it
    assert max(heard.values()) <= 2 * 2048 // len(text("pong")) + 2
    made.close()


def test_nonsense_without_end_is_cut(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        tab = Person(server, None).tab("", hello=False)
        tab.socket.socket.sendall(frame(_TEXT, b"") * 400)
        answer = tab.until("refused")
        assert_worded(answer["why"], "error.message_invalid")
        while not answer["final"]:
            answer = tab.until("refused")
        with pytest.raises(ConnectionClosed):
            tab.next()
        wait_for(lambda: server.hub.sockets == 0)


def ended(made: socket.socket) -> bytes:
    """All that a bare socket is still told until it ends."""
    said = b""
    with suppress(ConnectionError):
        while more := made.recv(1 << 16):
            said += more
    return said


def ponged(made: socket.socket, times: int) -> None:
    """Have that many empty pings answered."""
    made.sendall(frame(_PING, b"") * times)
    hear(made, lambda said: said.count(_PONGED) >= times)


FLOODS = {
    "continuations": bytes([_TEXT, 0x80]) + bytes(4) + (bytes([_CONTINUATION, 0x80]) + bytes(4)) * 5000,
    "pings": frame(_PING, b"") * 5000,
    "pongs": frame(_PONG, b"") * 5000,
    "pieces": frame(_PONG, b"x" * 125) * 5000,
    "bytes": frame(_TEXT, b'{"t":"pong"}'.ljust(65535)) * 60,
    "messages": text("pong") * 5000,
    "nonsense": frame(_TEXT, b"{") * 5000,
}


@pytest.mark.parametrize("kind", FLOODS)
def test_a_flood_of_any_kind_is_told_why_and_cut(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And hardly any of it is looked at."""
    looked_at = 0
    pays = Protocol._pays

    def counted(self: Protocol, event: Any) -> bool:
        nonlocal looked_at
        looked_at += 1
        return pays(self, event)

    monkeypatch.setattr(Protocol, "_pays", counted)
    with served(tmp_path) as server:
        made, _ = knock(server)
        with suppress(ConnectionError):
            made.sendall(FLOODS[kind])
        said = ended(made)
        assert b'"final":true' in said
        assert b"error.too_fast" in said or b"error.message_invalid" in said
        wait_for(lambda: server.hub.sockets == 0)
        assert looked_at < 1300
        made.close()


def test_many_who_each_send_what_they_may_are_cut_and_who_sends_little_is_not(tmp_path: Path) -> None:
    limits = Limits(frames_per_address_second=20)
    settings = WebSettings(f"sqlite:///{tmp_path}/potluck.db", bot_workers=0, limits=limits)
    with served(tmp_path, settings) as server:
        spent, *many = [knock(server)[0] for _ in range(8)]
        quiet = Person(server, "Ana").tab("", hello=False)
        ponged(spent, 200)
        for each in many:
            each.sendall(frame(_PING, b"") * 100)
        for each in many:
            assert b"error.too_fast" in ended(each)
        for number in range(10):
            quiet.send("undo", id=f"u{number}", version=1, moves=1)
            assert quiet.answer(f"u{number}")["why"]["key"] == "error.hello_first"
        for each in (spent, *many):
            each.close()


def test_sockets_and_lines_of_an_address_spend_the_same(tmp_path: Path) -> None:
    limits = Limits(frames_per_address_second=5)
    settings = WebSettings(f"sqlite:///{tmp_path}/potluck.db", bot_workers=0, limits=limits)
    with served(tmp_path, settings) as server:
        ana = Person(server, "Ana")
        line = {"Authorization": f"line {ana.post('/api/line').json()['line']}"}
        made, _ = knock(server)
        ponged(made, 50)
        pongs = b"\n".join([b'{"t":"pong"}'] * 40)
        assert ana.post("/api/line/said", content=pongs, headers=line).status_code == 429
        made.close()


def test_a_table_is_looked_at_from_the_beginning_only_so_often(tmp_path: Path) -> None:
    limits = Limits(hellos_per_address_minute=3)
    settings = WebSettings(f"sqlite:///{tmp_path}/potluck.db", bot_workers=0, limits=limits)
    with served(tmp_path, settings) as server:
        ana = Person(server, "Ana")
        table = ana.new_table([ME, OPEN])["table"]
        tab = ana.tab(table)
        for _ in range(2):
            tab.send("hello", build="dev", table=table)
            tab.until("welcome")
        tab.send("hello", build="dev", table=table)
        with pytest.raises(ConnectionClosed):
            tab.until("welcome")


def test_a_message_in_parts_without_end_takes_no_more_than_its_bytes(server: Server) -> None:
    made, tab = knock(server)
    made.sendall(b"\x01\x80" + bytes(4) + (b"\x00\x80" + bytes(4)) * 5000 + b"\x00\x81" + bytes(4) + b"{")
    assert isinstance(tab.line, Direct)
    wire: Any = tab.line._wire
    wait_for(lambda: bool(wire.frames) and wire.frames[0][-1:] == b"{")
    assert len(wire.frames) == 1
    made.sendall(b"\x80\x81" + bytes(4) + b"}")
    said = b""
    while b"refused" not in said:
        said += made.recv(1 << 16)
    assert b"error.message_invalid" in said
    made.close()


def test_who_never_reads_is_not_read_on_and_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though all that it is sent are the protocol's own answers to its pings."""
    monkeypatch.setattr(pulse, "PING_SECONDS", 0.1)
    settings = WebSettings(f"sqlite:///{tmp_path}/potluck.db", bot_workers=0, limits=ROOMY)
    with served(tmp_path, settings) as server:
        made, tab = knock(server)
        made.settimeout(1)
        with pytest.raises((TimeoutError, ConnectionError)):  # noqa: PT012
            for _ in range(400):
                made.sendall(frame(_PING, b"x" * 125) * 1000)
        assert tab.sending is not None
        assert isinstance(tab.line, Direct)
        wire: Any = tab.line._wire
        assert wire.transport.get_write_buffer_size() < 100_000
        monkeypatch.setattr(pulse, "SEND_SECONDS", 0.1)
        wait_for(lambda: server.hub.sockets == 0)
        made.close()


# One tab's failure


def broken() -> None:
    raise RuntimeError("broken for the test")


def test_a_tab_that_cannot_be_told_is_the_only_one(
    server: Server, started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = set(server.hub._tabs)
    bad = [Person(server, "Cy").tab(started.table) for _ in range(3)]
    ends = set(server.hub._tabs) - before
    good = [Person(server, "Di").tab(started.table) for _ in range(3)]
    server.settle()
    for tab in good:
        tab.waiting()
    for end in ends:
        monkeypatch.setattr(end.line, "flush", broken)
    mover = started.tabs[started.mover]
    mover.send_move("m1")
    assert mover.answer("m1")
    assert mover.look is not None
    for tab in good:
        assert tab.until("look")["look"]["version"] == mover.look["version"]
    wait_for(lambda: not ends & server.hub._tabs)
    for tab in bad:
        with pytest.raises(ConnectionClosed):  # noqa: PT012
            while True:
                tab.next()


def test_the_pulse_goes_on_after_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    beats = 0

    def beat(self: Pulse, now: float) -> bool:
        nonlocal beats
        beats += 1
        raise RuntimeError("broken for the test")

    monkeypatch.setattr(pulse, "PING_SECONDS", 0.1)
    monkeypatch.setattr(Pulse, "beat", beat)
    with served(tmp_path):
        wait_for(lambda: beats > 2)


def test_a_tab_that_cannot_be_asked_is_dropped_and_the_others_are_asked() -> None:
    class Line:
        def __init__(self, tab: Tab, *, good: bool) -> None:
            self.flushed = self.killed = False
            self._good = good
            tab.line = self
            tab.heard = 100.0

        def flush(self) -> None:
            if not self._good:
                broken()
            self.flushed = True

        def kill(self) -> None:
            self.killed = True

    beats = Pulse()
    tabs = [Tab() for _ in range(4 * pulse.TURNS)]
    lines = [Line(tab, good=number % 2 == 0) for number, tab in enumerate(tabs)]
    for tab in tabs:
        beats.add(tab)
    while not beats.beat(100.0):
        pass
    assert all(line.flushed is not line.killed for line in lines)
    assert [line.flushed for line in lines] == [number % 2 == 0 for number in range(len(lines))]
