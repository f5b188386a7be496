"""Connections that ask for nothing, by halves, or do not take their answer: they cost others nothing."""

import asyncio
import errno
import os
import resource
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest
from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.http.h11_impl import H11Protocol

from potluck.web import door, serve
from potluck.web.door import Door, files
from potluck.web.settings import Limits, WebSettings
from tests.served import NO_TLS, Serving
from tests.web.house import WAIT, Person, Server, hear, served, wait_for

BODY = "Content-Length: 12\r\n\r\n"
HEAD = "POST /api/me HTTP/1.1\r\nHost: localhost\r\nX-Potluck: 1\r\n"


def call(port: int, said: bytes = b"") -> socket.socket:
    made = socket.create_connection(("127.0.0.1", port), WAIT)
    made.sendall(said)
    return made


def is_over(made: socket.socket) -> bool:
    """Whether the other side has ended it."""
    made.settimeout(0.01)
    try:
        while made.recv(1 << 16):
            pass
    except TimeoutError:
        return False
    except ConnectionError:
        pass
    return True


@pytest.fixture(
    params=[AutoHTTPProtocol, pytest.param(H11Protocol, marks=pytest.mark.slow)], ids=["fast", "h11"]
)
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "AutoHTTPProtocol", request.param)


@contextmanager
def impatient(folder: Path, monkeypatch: pytest.MonkeyPatch, **limits: int) -> Iterator[Server]:
    monkeypatch.setattr(door, "REQUEST_SECONDS", 1.0)
    monkeypatch.setattr(door, "TAKING_SECONDS", 1.0)
    settings = WebSettings(f"sqlite:///{folder}/potluck.db", bot_workers=0, limits=Limits(**limits))
    with served(folder, settings) as server:
        yield server


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize(
    "said",
    [
        "",
        "GET / HT",
        HEAD,
        f"{HEAD}{BODY}",
        f'{HEAD}{BODY}{{"name',
    ],
    ids=["nothing", "half a line", "half a head", "no body", "half a body"],
)
def test_a_request_has_to_be_here_in_time(
    said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with impatient(tmp_path, monkeypatch) as server:
        made = call(server.port, said.encode())
        wait_for(lambda: is_over(made))
        assert server.get("/healthz").status_code == 200
    assert "Traceback" not in caplog.text
    assert not [each for each in caplog.records if each.exc_info]


@pytest.mark.usefixtures("parser")
def test_drop_by_drop_is_not_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with impatient(tmp_path, monkeypatch) as server:
        slow, again = (
            call(server.port),
            call(server.port, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"),
        )
        again.recv(1 << 16)

        for made in (slow, again):

            def over(made: socket.socket = made) -> bool:
                with suppress(ConnectionError):
                    made.sendall(b"G")
                return is_over(made)

            wait_for(over)


@pytest.mark.usefixtures("parser")
def test_who_asks_is_left_in_peace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer may take longer than a request; a tab may stay."""
    with impatient(tmp_path, monkeypatch) as server:
        ana = Person(server, "Ana")
        tab = ana.tab("", hello=False)
        counts = server.tables.counts

        def slow() -> Any:
            time.sleep(3)
            return counts()

        monkeypatch.setattr(server.tables, "counts", slow)
        assert ana.get("/metrics").status_code == 200
        tab.send("undo", id="u", version=1, moves=1)
        assert tab.answer("u")["t"] == "refused"


@pytest.mark.slow
@pytest.mark.usefixtures("parser")
def test_an_answer_has_to_be_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with impatient(tmp_path, monkeypatch) as server:
        made = socket.socket()
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        made.connect(("127.0.0.1", server.port))
        ask = b"GET /api/words/en HTTP/1.1\r\nHost: localhost\r\n\r\n"
        made.sendall(ask * 200)
        connections = server._server.server_state.connections
        wait_for(lambda: bool(connections))
        wait_for(lambda: not connections)
        made.close()


def test_the_oldest_of_an_address_makes_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with impatient(tmp_path, monkeypatch, waiting_per_address=3) as server:
        monkeypatch.setattr(door, "REQUEST_SECONDS", 600.0)
        tab = Person(server, "Ana").tab("", hello=False)
        calls = [call(server.port) for _ in range(3)]
        assert server.get("/healthz").status_code == 200
        wait_for(lambda: is_over(calls[0]))
        assert not is_over(calls[1])
        assert not is_over(calls[2])
        tab.send("undo", id="u", version=1, moves=1)
        assert tab.answer("u")["t"] == "refused"


def test_connections_of_an_address_come_at_a_bounded_rate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with impatient(tmp_path, monkeypatch, connections_per_address_minute=20) as server:
        monkeypatch.setattr(door, "REQUEST_SECONDS", 600.0)
        calls = [call(server.port) for _ in range(30)]
        wait_for(lambda: sum(is_over(each) for each in calls) >= 9)
        for each in calls:
            each.close()


# One request after the other

ASK = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
FOREIGN = b"GET / HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n"


def everything(made: socket.socket) -> bytes:
    """All that comes until the other side has ended it."""
    made.settimeout(WAIT)
    read = b""
    with suppress(ConnectionError):
        while piece := made.recv(1 << 16):
            read += piece
    return read


@pytest.mark.usefixtures("parser")
def test_what_is_asked_ahead_is_answered_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with impatient(tmp_path, monkeypatch) as server:
        made = call(server.port, (ASK + FOREIGN) * 100)
        wanted = ["200", "421"] * 100
        read = hear(made, lambda said: said.count(b"\r\n\r\n") == len(wanted))
        assert [part.split()[0].decode() for part in read.split(b"HTTP/1.1 ")[1:]] == wanted


@pytest.mark.usefixtures("parser")
def test_only_so_much_is_asked_ahead(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with impatient(tmp_path, monkeypatch) as server:
        made = call(server.port)
        with suppress(ConnectionError):
            made.sendall(FOREIGN * 200_000)
        wait_for(lambda: is_over(made))
        assert server.get("/healthz").status_code == 200
        assert server._server.server_state.total_requests < 20_000
    assert "dropped a connection that asked on before it was answered" in caplog.text


@pytest.mark.usefixtures("parser")
def test_a_head_that_does_not_end_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with impatient(tmp_path, monkeypatch) as server:
        for begun in (b"GET /", b"GET / HTTP/1.1\r\nX-A: "):
            made = call(server.port, ASK)
            assert made.recv(1 << 16).startswith(b"HTTP/1.1 200 ")
            made.sendall(begun + b"a" * 66_000)
            assert b"HTTP/1.1 400 " in everything(made)


@pytest.mark.parametrize(("length", "left"), [(1 << 20, True), (1 << 23, False)])
def test_a_body_that_was_answered_early_is_read_off_to_a_point(
    length: int, left: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with impatient(tmp_path, monkeypatch) as server:
        head = FOREIGN.replace(b"GET", b"POST")[:-2] + b"Content-Length: %d\r\n\r\n" % length
        made = call(server.port, head)
        answer = hear(made, lambda said: said.endswith(b"}"))  # it may come in two pieces
        assert answer.startswith(b"HTTP/1.1 421 ")
        with suppress(ConnectionError):
            made.sendall(b"a" * length + ASK)
        made.settimeout(WAIT)
        read = b""
        with suppress(ConnectionError):
            read = made.recv(1 << 16)
        assert read.startswith(b"HTTP/1.1 200 ") is left


@pytest.mark.parametrize(
    "asked",
    [
        FOREIGN,
        ASK.replace(b"healthz", b"api/nothing"),
        ASK.replace(b"GET", b"POST"),
        ASK.replace(b"GET /healthz", b"POST /api/me").replace(b"\r\n\r\n", b"\r\nContent-Length: 0\r\n\r\n"),
        ASK.replace(b"GET /healthz", b"PUT /nowhere"),
        ASK.replace(b"/healthz", b"/api/line/none"),
    ],
    ids=["host", "path", "method", "origin", "neither", "line"],
)
def test_every_request_is_counted_and_too_many_end_the_connection(
    asked: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with impatient(tmp_path, monkeypatch, requests_per_address_minute=10) as server:
        read = everything(call(server.port, asked * 50))
        statuses = [part.split()[0] for part in read.split(b"HTTP/1.1 ")[1:]]
        assert len(statuses) == 11
        assert statuses[-1] == b"429"
        assert b"429" not in statuses[:-1]


# Without a network


class Line:
    """A connection that asks for nothing yet."""

    def __init__(self, address: str, connections: set["Line"]) -> None:
        self.client = (address, 1)
        self.connections = connections
        self.transport = self
        self.over = self.asks = False
        self.unread = None
        connections.add(self)

    def abort(self) -> None:
        self.over = True
        self.connections.discard(self)


def test_room_is_made_by_who_asks_for_nothing_and_a_proxy_is_no_address() -> None:
    asyncio.run(_room_is_made())


async def _room_is_made() -> None:
    connections: set[Line] = set()
    stood = Door(Limits(waiting_per_address=2), 6, {"10.0.0.1"}.__contains__)

    def come(address: str) -> Any:
        line: Any = Line(address, connections)
        stood.came(line)
        return line

    proxied = [come("10.0.0.1") for _ in range(4)]
    proxied[0].asks = True
    stood.heard(proxied[0])
    assert not any(line.over for line in proxied)
    ones = [come("192.0.2.1") for _ in range(3)]
    assert [line.over for line in ones] == [True, False, False]
    come("192.0.2.2")
    assert [line.over for line in proxied] == [False, True, False, False]


def test_a_connection_that_cannot_be_taken_in_makes_room(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As asyncio tells it, a hundred times in a row."""

    async def fail() -> list[bool]:
        connections: set[Line] = set()
        stood = Door(Limits(), 1000, {"10.0.0.1"}.__contains__)
        lines = [Line("192.0.2.1", connections) for _ in range(3)]
        for line in lines:
            stood.came(cast("Any", line))
        lines[2].asks = True
        stood.heard(cast("Any", lines[2]))
        loop = asyncio.get_running_loop()
        for _ in range(3):
            stood.complain(loop, {"exception": OSError(errno.EMFILE, "Too many open files")})
        stood.complain(loop, {"message": "something else"})
        return [line.over for line in lines]

    assert asyncio.run(fail()) == [True, True, False]
    assert set(caplog.messages) == {
        "a connection could not be taken in: OSError (Too many open files)",
        "dropped a connection that asked for nothing: there are too many",
        "something else",
    }
    assert sum("dropped" in message for message in caplog.messages) == 2, "nobody else was there to drop"


def test_files_are_as_many_as_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    had: list[tuple[int, int]] = [(1024, 4096)]
    known = SimpleNamespace(
        RLIMIT_NOFILE=7,
        RLIM_INFINITY=-1,
        getrlimit=lambda _: had[-1],
        setrlimit=lambda _, wanted: had.append(wanted),
    )
    monkeypatch.setitem(sys.modules, "resource", known)
    assert files() == 4096 - 128
    assert had[-1] == (4096, 4096)
    had.append((100, 100))
    assert files() == 100 - 33
    had.append((256, -1))
    assert files() == 65_536 - 128
    assert had[-1] == (65_536, -1)


# A whole server


@pytest.mark.parametrize(
    "ready_made", [True, pytest.param(False, marks=pytest.mark.slow)], ids=["uvloop", "asyncio"]
)
def test_a_thousand_half_open_connections_stop_nobody(
    ready_made: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though the server may have few files only."""
    if not ready_made:
        for name in ("uvloop", "httptools"):
            (tmp_path / f"{name}.py").write_text("raise ImportError\n")
        monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), *filter(None, sys.path)]))
    mine = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = mine[1] if mine[1] == resource.RLIM_INFINITY else min(2048, mine[1])
    resource.setrlimit(resource.RLIMIT_NOFILE, (2048 if most == resource.RLIM_INFINITY else most, mine[1]))
    try:
        with ExitStack() as stack:
            server = stack.enter_context(Serving(tmp_path / "potluck.db", files=300))
            calls = [stack.enter_context(call(server.port, b"GET / HT")) for _ in range(1000)]
            for _ in range(5):
                answer = httpx.get(f"{server.origin}/healthz", verify=NO_TLS, timeout=10)
                assert answer.status_code == 200
            assert sum(is_over(each) for each in calls) > 700
            said = server.said()
            assert "Traceback" not in said
            assert len(said) < 4000, said
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, mine)
