"""A real server for the tests: uvicorn on a free port in a thread, its people with their cookies and tabs."""

import asyncio
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from potluck.locale import LANGUAGES, house_catalogue
from potluck.tables.service import Tables
from potluck.web.app import app
from potluck.web.hub import Hub
from potluck.web.serve import server
from potluck.web.settings import WebSettings
from tests.fresh import fresh
from tests.served import NO_TLS

WAIT = 30.0  # bounds what never takes long, on a machine that is busy with other things too


def wait_for(what: Callable[[], bool], seconds: float = WAIT) -> None:
    """Until something is so that nobody tells of."""
    until = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < until, "it does not come to that"
        time.sleep(0.005)


def hear(made: socket.socket, enough: Callable[[bytes], bool]) -> bytes:
    """What a bare socket is told until it is enough; it is not to end before."""
    said = b""
    while not enough(said):
        more = made.recv(1 << 16)
        assert more, said
        said += more
    return said


class Server:
    """A running server."""

    def __init__(self, settings: WebSettings, tables: Tables) -> None:
        self.tables = tables
        self.app = app(settings, tables)
        self.hub: Hub = self.app.state.hub
        self._listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        self._listener.bind(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.origin = f"http://127.0.0.1:{self.port}"
        self._server = server(self.app, settings)
        self._thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.loop.run_until_complete(self._server.serve(sockets=[self._listener]))
        self.loop.close()

    def start(self) -> None:
        self._thread.start()
        wait_for(lambda: self._server.started)

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(WAIT)
        assert not self._thread.is_alive()

    def get(self, path: str, **more: Any) -> httpx.Response:
        """What is answered to somebody who has never been here."""
        return httpx.get(f"{self.origin}{path}", verify=NO_TLS, timeout=WAIT, **more)

    def settle(self) -> None:
        """Wait until everything that happened so far has been sent to every tab."""
        until = time.monotonic() + WAIT
        calm = 0
        while calm < 2:
            assert time.monotonic() < until, "the server does not come to rest"
            asked = asyncio.run_coroutine_threadsafe(self._busy(), self.loop)
            calm = 0 if asked.result(WAIT) else calm + 1

    async def _busy(self) -> bool:
        for _ in range(3):
            await asyncio.sleep(0)
        return self.hub.busy


class Tab:
    """A person's tab: a socket and what came in."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.look: dict[str, Any] | None = None
        self.closed = False

    def send(self, kind: str, **fields: Any) -> None:
        self.socket.send(json.dumps({"t": kind, **fields}))

    def raw(self) -> str:
        """The next message that is no ping, as it came."""
        while True:
            text = self.socket.recv(WAIT)
            assert isinstance(text, str)
            message = json.loads(text)
            if message["t"] == "ping":
                with suppress(ConnectionClosed):  # what came before the end is still to be read
                    self.send("pong")
                continue
            if message["t"] == "look" or (message["t"] == "welcome" and message["look"]):
                self.look = message["look"]
            return text

    def next(self) -> dict[str, Any]:
        got: dict[str, Any] = json.loads(self.raw())
        return got

    def until(self, kind: str, **fields: Any) -> dict[str, Any]:
        """The next message of a kind (with these fields); what comes before it is passed over."""
        while True:
            message = self.next()
            if message["t"] == kind and all(message[name] == value for name, value in fields.items()):
                return message

    def waiting(self) -> list[str]:
        """All messages that are there, without waiting; call `Server.settle` first."""
        assert self.socket.ping().wait(WAIT)  # answered after everything sent before it
        found: list[str] = []
        while True:
            try:
                text = self.socket.recv(0)
            except TimeoutError:
                return found
            except ConnectionClosed:
                self.closed = True
                return found
            assert isinstance(text, str)
            message = json.loads(text)
            if message["t"] == "ping":
                with suppress(ConnectionClosed):
                    self.send("pong")
                continue
            if message["t"] == "look":
                self.look = message["look"]
            found.append(text)

    def move(self, text: str, client_id: str) -> dict[str, Any]:
        assert self.look is not None
        self.send("move", id=client_id, version=self.look["version"], moves=[text])
        return self.answer(client_id)

    def send_move(self, client_id: str) -> None:
        """Send the first move there is, without waiting for its answer."""
        assert self.look is not None
        text = self.look["legal"][0]["text"]
        self.send("move", id=client_id, version=self.look["version"], moves=[text])

    def answer(self, client_id: str) -> dict[str, Any]:
        """The done or refused of an id; a look may carry the done."""
        while True:
            message = self.next()
            if message["t"] == "look" and message.get("done") == client_id:
                return {"t": "done", "id": client_id, "version": message["look"]["version"]}
            if message["t"] in ("done", "refused") and message["id"] == client_id:
                return message

    def close(self) -> None:
        self.socket.close()


def keep_alive(tab: Tab, until: Callable[[list[dict[str, Any]]], bool]) -> list[dict[str, Any]]:
    """Answer a tab's pings until something is so, maybe of all the other messages that came: these."""
    found: list[dict[str, Any]] = []

    def so() -> bool:
        with suppress(TimeoutError):
            message = json.loads(tab.socket.recv(0.02))
            if message["t"] == "ping":
                tab.send("pong")
            else:
                found.append(message)
        return until(found)

    wait_for(so)
    return found


class Person(httpx.Client):
    """Somebody with a browser: an HTTP client that keeps its cookie, and tabs."""

    def __init__(self, server: Server, name: str | None) -> None:
        super().__init__(base_url=server.origin, headers={"X-Potluck": "1"}, timeout=WAIT, verify=NO_TLS)
        self.server = server
        if name is not None:
            assert self.post("/api/me", json={"name": name}).status_code == 200

    @property
    def guest(self) -> str:
        """The id in the cookie."""
        return self.cookies["potluck.guest"].partition(".")[0]

    def tab(self, table: str, seat_token: str | None = None, *, hello: bool = True, **fields: Any) -> Tab:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        opened = connect(
            f"ws://127.0.0.1:{self.server.port}/socket",
            origin=Origin(self.server.origin),
            additional_headers={"Cookie": cookies} if cookies else {},
            max_size=None,
            max_queue=None,
            compression=None,
            ping_interval=None,
            legacy=True,
        )
        tab = Tab(opened)
        if hello:
            tab.send("hello", **{"build": "dev", "table": table, "seat_token": seat_token, **fields})
            assert tab.next()["t"] == "welcome"
        return tab

    def new_table(self, seats: list[dict[str, Any]], **fields: Any) -> dict[str, Any]:
        body = {"game": "cooking_rumble", "options": {}, "seats": seats, "nonce": "00" * 16, **fields}
        response = self.post("/api/tables", json=body)
        assert response.status_code == 200, response.text
        made: dict[str, Any] = response.json()
        return made

    def sit(self, table: str, seat: int) -> str:
        """Take an open seat; its token."""
        sat = self.post(f"/api/tables/{table}/sit", json={"seat": seat, "nonce": f"{seat:02}" * 16})
        assert sat.status_code == 200, sat.text
        token: str = sat.json()["seat_token"]
        return token


ME = {"kind": "me"}
OPEN = {"kind": "open"}


@contextmanager
def served(folder: Path, web: WebSettings | None = None, **tables: Any) -> Iterator[Server]:
    """A server with a database in a folder, without bots unless the settings say so."""
    url = fresh(folder / "potluck.db")
    chosen = web or WebSettings(database=url, bot_workers=0)
    opened = Tables(url, **tables)
    server = Server(chosen, opened)
    server.start()
    try:
        yield server
    finally:
        server.stop()
        opened.close()


def assert_worded(why: dict[str, Any], key: str | None = None) -> None:
    """A refusal says why, in words that exist in every language."""
    if key is not None:
        assert why["key"] == key
    for language in LANGUAGES:
        assert house_catalogue(language).get(why["key"]), f"{why['key']} has no words in {language}"
