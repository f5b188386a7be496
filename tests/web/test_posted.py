"""A tab's line by GET and POST, where sockets are blocked: the same messages, and no way round any limit."""

import json
import logging
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar

import httpx
import pytest

from potluck.web import pulse
from potluck.web.posted import Posted
from potluck.web.settings import MESSAGE_BYTES, Limits, WebSettings
from potluck.web.tab import Tab
from tests.web.conftest import ROOMY, Started
from tests.web.house import ME, OPEN, Person, Server, assert_worded, served, wait_for


class Posting:
    """A person's tab that has no socket."""

    opened: ClassVar[list["Posting"]] = []

    def __init__(self, person: Person) -> None:
        self.person = person
        made = person.post("/api/line")
        assert made.status_code == 200, made.text
        self.id: str = made.json()["line"]
        self.proof = {"Authorization": f"line {self.id}"}
        self._heard: list[str] = []
        self.look: dict[str, Any] | None = None
        cookies = "; ".join(f"{name}={value}" for name, value in person.cookies.items())
        self.leaving = {**self.proof, "X-Potluck": "1", "Cookie": cookies}
        self.opened.append(self)

    def say(self, *texts: str | bytes) -> httpx.Response:
        body = b"\n".join(each.encode() if isinstance(each, str) else each for each in texts)
        return self.person.post("/api/line/said", content=body, headers=self.proof)

    def send(self, kind: str, **fields: Any) -> None:
        assert self.say(json.dumps({"t": kind, **fields})).status_code == 204

    def hear(self) -> httpx.Response:
        return self.person.get("/api/line/heard", headers=self.proof)

    def raw(self) -> str:
        """The next message that is no ping."""
        while True:
            while self._heard:
                text = self._heard.pop(0)
                message = json.loads(text)
                if message["t"] == "ping":
                    self.send("pong")
                    continue
                if message["t"] == "look" or (message["t"] == "welcome" and message["look"]):
                    self.look = message["look"]
                return text
            answer = self.hear()
            assert answer.status_code == 200, answer.text
            self._heard = answer.text.split("\n") if answer.text else []

    def next(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.raw())
        return found

    def done(self, client_id: str) -> int:
        """The version that a submission led to; a look may tell of it."""
        while True:
            told = self.next()
            if told.get("done") == client_id:
                return int(told["look"]["version"])
            if told["t"] == "done" and told["id"] == client_id:
                return int(told["version"])
            assert told["t"] in ("look", "room")

    def batch(self) -> list[dict[str, Any]]:
        """All messages of the next answer."""
        return [json.loads(text) for text in self.hear().text.split("\n") if text]

    def hello(self, table: str, token: str | None = None, **fields: Any) -> dict[str, Any]:
        self.send("hello", build="dev", table=table, seat_token=token, **fields)
        return self.next()

    def over(self) -> bool:
        answer = self.hear()
        if answer.status_code == 200:
            return False
        assert answer.status_code == 410
        assert_worded(answer.json()["why"], "error.line_unknown")
        return True


@pytest.fixture(autouse=True)
def _leaving() -> Iterator[None]:
    """A line that nobody closes is dropped some time, in the middle of another test."""
    yield
    for tab in Posting.opened:
        with suppress(httpx.TransportError):  # its server is gone
            httpx.post(f"{tab.person.server.origin}/api/line/closed", headers=tab.leaving)
    Posting.opened.clear()


def line_up(server: Server, person: Person) -> tuple[Posting, Tab]:
    """A line, and the server's end of it."""
    before = set(server.hub._tabs)
    made = Posting(person)
    wait_for(lambda: bool(server.hub._tabs - before))
    [tab] = server.hub._tabs - before
    return made, tab


@pytest.fixture
def unasked(monkeypatch: pytest.MonkeyPatch) -> None:
    """No ping answers a GET that waits."""
    monkeypatch.setattr(Tab, "ping", lambda tab: None)


def test_a_move_by_post_is_told_by_get_and_on_sockets(server: Server, started: Started) -> None:
    seat = started.mover
    tab = Posting(started.people[seat])
    assert tab.hello(started.table, started.tokens[seat])["t"] == "welcome"
    assert tab.look is not None
    move = {"id": "m1", "version": tab.look["version"], "moves": [tab.look["legal"][0]["text"]]}
    tab.send("move", **move)
    version = tab.done("m1")
    other = started.tabs[1 - seat]
    assert other.until("look")["look"]["version"] > 0
    # Sent again, as after a lost answer, it is answered as it was the first time.
    again = Posting(started.people[seat])
    again.hello(started.table, started.tokens[seat])
    again.send("move", **move)
    assert again.done("m1") == version


def test_the_bytes_are_those_of_a_socket(server: Server, started: Started) -> None:
    watcher = Person(server, None)
    posting, tab = Posting(watcher), watcher.tab(started.table, hello=False)
    tab.send("hello", build="dev", table=started.table, seat_token=None)
    socketed = tab.raw()
    posting.send("hello", build="dev", table=started.table, seat_token=None)
    welcomed = json.loads(posting.raw()), json.loads(socketed)
    for each in welcomed:
        del each["room"]["watching"]
    assert welcomed[0] == welcomed[1]
    server.settle()
    seat = started.mover
    mover = started.tabs[seat]
    assert mover.look is not None
    mover.move(mover.look["legal"][0]["text"], "m1")

    def look(told: Any) -> str:
        while True:
            text: str = told.raw()
            if json.loads(text)["t"] == "look":
                return text

    assert look(posting) == look(tab)


def test_a_line_is_its_openers_alone(server: Server, started: Started) -> None:
    ana, bo = started.people
    tab = Posting(ana)
    assert tab.hello(started.table, started.tokens[0])["t"] == "welcome"
    for asked in (
        bo.get("/api/line/heard", headers=tab.proof),
        bo.post("/api/line/said", content=b'{"t":"pong"}', headers=tab.proof),
        httpx.get(f"{server.origin}/api/line/heard", headers=tab.proof),
        ana.get("/api/line/heard"),
        ana.get("/api/line/heard", headers={"Authorization": "line nonsense"}),
    ):
        assert asked.status_code == 410
        assert_worded(asked.json()["why"], "error.line_unknown")
    bo.post("/api/line/closed", headers=tab.proof)
    assert not tab.over()


def test_who_gets_a_name_meanwhile_keeps_the_line(server: Server, started: Started) -> None:
    watcher = Person(server, None)
    tab = Posting(watcher)
    assert watcher.post("/api/me", json={"name": "Cy"}).status_code == 200
    assert tab.hello(started.table)["t"] == "welcome"


def test_answers_are_not_kept_and_not_compressed(server: Server, started: Started) -> None:
    tab = Posting(started.people[0])
    tab.send("hello", build="dev", table=started.table, seat_token=started.tokens[0])
    answer = tab.hear()
    assert answer.headers["cache-control"] == "no-store"
    assert "content-encoding" not in answer.headers


def test_a_foreign_page_opens_no_line(server: Server) -> None:
    for headers in ({"X-Potluck": "0"}, {"Origin": "http://evil.example"}):
        assert Person(server, "Ana").post("/api/line", headers=headers).status_code == 403


def test_a_page_that_is_left_says_so(server: Server, started: Started) -> None:
    tab, end = line_up(server, started.people[0])
    assert started.people[0].post("/api/line/closed", headers=tab.proof).status_code == 204
    wait_for(lambda: end not in server.hub._tabs)
    assert tab.over()
    # Its GET may have ended it first: that is no error to show.
    assert started.people[0].post("/api/line/closed", headers=tab.proof).status_code == 204


@pytest.mark.usefixtures("unasked")
def test_a_get_that_is_given_up_ends_the_line(server: Server, started: Started) -> None:
    tab, end = line_up(server, started.people[0])
    cookie = f"potluck.guest={started.people[0].cookies['potluck.guest']}"
    with socket.create_connection(("127.0.0.1", server.port)) as line:
        host = f"Host: 127.0.0.1:{server.port}\r\nCookie: {cookie}\r\nAuthorization: line {tab.id}\r\n"
        line.sendall(f"GET /api/line/heard HTTP/1.1\r\n{host}\r\n".encode())
        mine = end.line
        assert isinstance(mine, Posted)
        wait_for(lambda: mine._asked is not None)  # it has come
        assert end in server.hub._tabs
    wait_for(lambda: end not in server.hub._tabs)


@pytest.mark.usefixtures("unasked")
def test_two_gets_at_once_are_no_tab_of_ours(started: Started) -> None:
    tab = Posting(started.people[0])
    with ThreadPoolExecutor(2) as both:
        answers = list(both.map(lambda _: tab.hear().status_code, range(2)))
    assert answers == [410, 410]
    assert tab.over()


def test_a_hello_of_another_build_is_the_last_word(server: Server, started: Started) -> None:
    tab = Posting(started.people[0])
    tab.send("hello", build="old", table=started.table, seat_token=None)
    refused = tab.next()
    assert refused["final"]
    assert_worded(refused["why"], "error.reload")
    assert tab.over()


def test_what_is_too_large_is_refused(server: Server, started: Started) -> None:
    tab = Posting(started.people[0])
    answer = tab.say("x" * (MESSAGE_BYTES + 1))
    assert answer.status_code == 413
    assert_worded(answer.json()["why"], "error.too_large")
    assert tab.over()


def test_nonsense_is_answered_and_then_ended(server: Server, started: Started) -> None:
    tab = Posting(started.people[0])
    tab.say(b"\xff\xfe", "{", "")
    for _ in range(3):
        assert_worded(tab.next()["why"], "error.message_invalid")
    for _ in range(200):
        if tab.say(*["{"] * 20).status_code == 410:
            break
        tab.hear()
    assert tab.over()


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Server]:
    limits = Limits(sockets_per_guest=2, messages_per_socket_second=5)
    settings = WebSettings(f"sqlite:///{tmp_path}/potluck.db", bot_workers=0, limits=limits)
    with served(tmp_path, settings) as running:
        yield running


def test_lines_are_counted_as_sockets_are(strict: Server) -> None:
    ana = Person(strict, "Ana")
    tabs = [Posting(ana), Posting(ana)]
    third = ana.post("/api/line")
    assert third.status_code == 429
    assert_worded(third.json()["why"], "error.too_many_sockets")
    ana.post("/api/line/closed", headers=tabs[0].proof)
    wait_for(lambda: strict.hub.sockets == 1)
    Posting(ana)


def test_messages_are_counted_as_those_of_sockets_are(strict: Server) -> None:
    ana = Person(strict, "Ana")
    made = ana.new_table([ME, OPEN])
    tab = Posting(ana)
    tab.hello(made["table"], made["seat_token"])
    say = [json.dumps({"t": "say", "id": f"s{number}", "text": "hi"}) for number in range(12)]
    assert tab.say(*say).status_code == 204
    told = [tab.next() for _ in range(14)]
    assert "error.too_fast" in [each["why"]["key"] for each in told if each["t"] == "refused"]


def test_a_line_that_asks_for_nothing_is_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pulse, "PING_SECONDS", 0.2)
    settings = WebSettings(f"sqlite:///{tmp_path}/potluck.db", bot_workers=0, limits=ROOMY)
    with served(tmp_path, settings) as server:
        tab, _ = line_up(server, Person(server, "Ana"))
        monkeypatch.setattr(pulse, "SEND_SECONDS", 0.3)
        wait_for(lambda: server.hub.sockets == 0)
        assert tab.over()


def test_a_slow_tab_holds_up_nobody_and_skips_looks(server: Server, started: Started) -> None:
    """While it asks for nothing only one look waits for it; of what happens it misses nothing."""
    watcher = Posting(Person(server, None))
    welcomed = watcher.hello(started.table)["look"]
    played = 0
    for number in range(1000):
        for tab in started.tabs:
            tab.waiting()
        mover = next((tab for tab in started.tabs if tab.look and tab.look["legal"]), None)
        if mover is None or mover.look is None:
            time.sleep(0.02)
            continue
        played += mover.move(mover.look["legal"][0]["text"], f"m{number}")["t"] == "done"
        if played == 6:
            break
    for tab in started.tabs:
        tab.waiting()
    looks: list[dict[str, Any]] = []
    while found := [each["look"] for each in watcher.batch() if each["t"] == "look"]:
        assert len(found) == 1
        looks += found
    assert 0 < len(looks) < 6
    assert looks[-1]["view"]["waiting"] == next(
        tab.look["view"]["waiting"] for tab in started.tabs if tab.look
    )
    reached = welcomed["first"] + len(welcomed["events"])
    for look in looks:
        assert look["first"] == reached
        reached += len(look["events"])


def test_nothing_of_a_line_is_logged(
    server: Server, started: Started, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        tab = Posting(started.people[0])
        tab.hello(started.table, started.tokens[0])
        tab.send("pong")
    ours = [each.getMessage() for each in caplog.records if each.name.startswith("potluck")]
    assert not [each for each in ours if tab.id in each or "handler=said" in each]


@pytest.mark.parametrize("texts", [[b""] * 65_000, [b'{"t":"pong"}'] * 5000], ids=["nothing", "pongs"])
def test_many_messages_in_one_request_are_refused_and_end_the_line(
    texts: list[bytes], tmp_path: Path
) -> None:
    with served(tmp_path) as server:
        line = Posting(Person(server, "Ana"))
        answer = line.say(*texts)
        assert answer.status_code == 429
        assert_worded(answer.json()["why"], "error.too_fast")
        assert line.over()


def test_a_line_that_says_something_without_pause_is_cut(tmp_path: Path) -> None:
    limits = Limits(posts_per_guest_minute=10**6, posts_per_address_minute=10**6, frames_per_socket_second=5)
    settings = WebSettings(f"sqlite:///{tmp_path}/potluck.db", bot_workers=0, limits=limits)
    with served(tmp_path, settings) as server:
        line = Posting(Person(server, "Ana"))
        said = [line.say('{"t":"pong"}').status_code for _ in range(15)]
        assert said[:10] == [204] * 10
        assert 429 in said
        assert line.over()
