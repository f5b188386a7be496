"""The log of a server: discreet whatever fails and whoever says it, and short however often it happens."""

import asyncio
import io
import logging
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NoReturn

import msgspec
import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.exc import IntegrityError, OperationalError
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from potluck.play.errors import MoveUnknown
from potluck.tables.discreet import kind, told
from potluck.tables.due import Thought, Whose
from potluck.tables.worker import _answer
from potluck.web import logs
from potluck.web.logs import MINUTE, Log
from tests.web.house import Person, Server, served, wait_for

SECRET = "guess sugars for Ann"


class Ear:
    """What a log of its own has said."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._stream = io.StringIO()
        self.log = Log(lambda: self.seconds)
        self.log.setStream(self._stream)

    @property
    def said(self) -> str:
        return self._stream.getvalue()

    @property
    def lines(self) -> list[str]:
        return self.said.splitlines()


@pytest.fixture
def ear() -> Ear:
    return Ear()


@contextmanager
def heard(ear: Ear) -> Iterator[None]:
    """Whatever anybody logs goes to this ear."""
    root = logging.getLogger()
    before = root.level
    root.addHandler(ear.log)
    root.setLevel(logging.INFO)
    try:
        yield
    finally:
        root.removeHandler(ear.log)
        root.setLevel(before)


def fail(error: Exception) -> NoReturn:
    raise error


def test_a_database_that_cannot_be_had_is_one_line(ear: Ear, tmp_path: Path) -> None:
    """Locked, full: what the host can do about it is not in our code."""
    engine = create_engine(f"sqlite:///{tmp_path}/full.db")
    with heard(ear), engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 1")
        for statement in ("CREATE TABLE big (text)", "SELECT * FROM nowhere"):
            try:
                connection.exec_driver_sql(statement)
            except OperationalError:
                logging.getLogger("potluck.web").exception("a thing failed")
    engine.dispose()
    assert ear.lines[0].endswith("a thing failed: OperationalError (OperationalError (SQLITE_FULL))")
    assert ear.lines[1].endswith("a thing failed")
    assert ", in " in ear.lines[2]


def test_a_failure_is_told_by_kind_and_place_without_its_words(ear: Ear) -> None:
    with heard(ear):
        try:
            try:
                fail(MoveUnknown(SECRET))
            except MoveUnknown as first:
                raise RuntimeError(SECRET) from first
        except RuntimeError:
            logging.getLogger("potluck.web").exception("it failed")
    assert SECRET not in ear.said
    assert re.search(r"MoveUnknown \(error\.move_unknown\)[^$]*RuntimeError", ear.said)
    assert "in fail" in ear.said


def test_a_failure_within_a_sentence_is_told_by_its_kind(ear: Ear) -> None:
    with heard(ear):
        logging.getLogger("potluck.web").warning("it failed: %s", OSError(28, "No space left", SECRET))
    assert SECRET not in ear.said
    assert "it failed: OSError (No space left)" in ear.said


def test_a_failed_statement_is_told_without_its_values() -> None:
    engine = create_engine("sqlite://")
    insert = text("INSERT INTO seats VALUES (:token)")
    with engine.connect() as connection:
        connection.execute(text("CREATE TABLE seats (token TEXT PRIMARY KEY)"))
        connection.execute(insert, {"token": SECRET})
        with pytest.raises(IntegrityError) as failed:
            connection.execute(insert, {"token": SECRET})
    engine.dispose()
    assert SECRET in str(failed.value)
    assert SECRET not in told(failed.value)
    assert kind(failed.value) == "IntegrityError (IntegrityError (SQLITE_CONSTRAINT_PRIMARYKEY))"


def test_what_the_event_loop_says_names_neither_call_nor_values(ear: Ear) -> None:
    async def running() -> None:
        asyncio.get_running_loop().call_soon(fail, ValueError(SECRET))
        await asyncio.sleep(0.01)

    with heard(ear):
        asyncio.run(running())
    assert SECRET not in ear.said
    assert "ValueError" in ear.said


def test_a_thread_that_fails_says_so_discreetly(ear: Ear, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threading, "excepthook", logs._thread_failed)
    with heard(ear):
        thread = threading.Thread(target=fail, args=(ValueError(SECRET),))
        thread.start()
        thread.join()
    assert SECRET not in ear.said
    assert "ValueError" in ear.said


def test_a_worker_tells_how_it_failed_without_what_it_was_told() -> None:
    thought = Thought(Whose("table", 0, "stir", 1, "easy", "0"), "0", False, [], 1, b"", 0, b"")
    answer = _answer(lambda _: fail(ValueError(SECRET)), msgspec.msgpack.encode(thought))
    assert SECRET not in (answer.failed or "")
    assert "ValueError" in (answer.failed or "")


def test_what_comes_again_is_counted_once_a_minute(ear: Ear) -> None:
    log = logging.getLogger("potluck.web")
    with heard(ear):
        for _ in range(1000):
            log.warning("one kind")
        log.warning("another kind")
        log.info("no failure")
        log.info("no failure")
        assert [line.rpartition("potluck.web ")[2] for line in ear.lines] == [
            "one kind", "another kind", "no failure", "no failure",
        ]  # fmt: skip
        ear.seconds = MINUTE
        ear.log.count()
        assert "one kind (999 times more)" in ear.lines[4]
        log.warning("one kind")  # a new minute
        assert ear.lines[5].endswith("one kind")
        assert len(ear.lines) == 6


def test_as_many_kinds_as_one_likes_make_few_lines(ear: Ear) -> None:
    with heard(ear):
        for number in range(5000):
            logging.getLogger("potluck.web").warning("kind %d", number)
    assert len(ear.lines) < 300


def test_refused_requests_are_a_line_a_kind(tmp_path: Path, ear: Ear) -> None:
    with served(tmp_path) as server, heard(ear):
        for number in range(20):
            assert server.get(f"/api/tables/nothing{number}").status_code == 404
            assert server.get("/", headers={"Host": "evil.example"}).status_code == 421
    refused = [line for line in ear.lines if "refused" in line]
    assert len([line for line in refused if "more" not in line]) == 2


def test_refused_sockets_are_a_line_a_kind(tmp_path: Path, ear: Ear) -> None:
    with served(tmp_path) as server, heard(ear):
        for number in range(5):
            for path, origin in (("/socket", f"http://evil{number}.example"), ("/nowhere", server.origin)):
                with pytest.raises(InvalidStatus):
                    connect(f"ws://127.0.0.1:{server.port}{path}", origin=Origin(origin), legacy=True)
            ana = Person(server, "Ana")
            for fields in ({"build": "old"}, {"build": "dev", "seat_token": f"{SECRET}{number}"}):
                tab = ana.tab("", hello=False)
                tab.send("hello", table="nothing", **fields)
                assert tab.until("refused")["final"]
        answers = server.get("/metrics").text
    refused = [line.partition("refused ")[2] for line in ear.lines if "refused" in line]
    assert sorted(line for line in refused if "more" not in line) == [
        "a tab: Reload (error.reload)",
        "a tab: TableUnknown (error.table_unknown)",
        "socket handler=- status=403",
    ]
    assert SECRET not in ear.said
    assert 'potluck_answers_total{status="403"} 10' in answers
    assert 'status="101"' not in answers


@pytest.mark.parametrize(
    "sent",
    [
        b"\xff\xfe\xfd\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /\xff\xff HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nCookie: \xff\xfe=\xff\r\n\r\n",
        b"POST /api/me HTTP/1.1\r\nHost: localhost\r\nX-Potluck: 1\r\nContent-Length: x\r\n\r\n",
        b"GET /socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: \xff\r\nSec-WebSocket-Version: 13\r\n\r\n",
        b"GET /socket HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nUpgrade: websocket\r\n"
        b"Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        b"Sec-WebSocket-Version: 13\r\n\r\n\x81\x82\x00\x00\x00\x00\xff\xfe",
        b"GET /socket HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nUpgrade: websocket\r\n"
        b"Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        b"Sec-WebSocket-Version: 13\r\n\r\n\xff\xff\xff\xff\xff",
    ],
)  # fmt: skip
def test_bad_bytes_make_no_traceback(server: Server, ear: Ear, sent: bytes) -> None:
    with heard(ear):
        for _ in range(5):
            with socket.create_connection(("127.0.0.1", server.port), timeout=5) as connection:
                connection.sendall(sent)
                connection.settimeout(0.3)
                with suppress(TimeoutError, ConnectionError):
                    while connection.recv(4096):
                        pass
    assert "File " not in ear.said, ear.said
    assert len(ear.lines) <= 2, ear.said


@pytest.mark.parametrize("stays", [True, False])
def test_a_socket_that_is_refused_is_no_error(ear: Ear, tmp_path: Path, stays: bool) -> None:
    """Nor is one whose client does not wait for the answer."""
    head = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    head += "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nOrigin: http://evil.example\r\n\r\n"
    with heard(ear), served(tmp_path) as server:
        with socket.create_connection(("127.0.0.1", server.port)) as stranger:
            stranger.sendall(f"GET /socket HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n{head}".encode())
            if stays:
                assert stranger.recv(100).startswith(b"HTTP/1.1 403")
        wait_for(lambda: "refused socket" in ear.said)
        assert server.get("/healthz").status_code == 200
    assert "ERROR" not in ear.said
