"""The server is killed again and again, in the middle of everything; nothing that was acknowledged is lost.

One person and two bots play game after game. The server ends by SIGKILL at a seeded instant: at the
n-th pass of a place named in `potluck.tables.crash`, or at a random time. It is started again, the tab
comes back by itself and sends again what was not answered, as the browser's does. In the end every
acknowledged move is in the final record exactly once, in order; the bots have gone on; the events of
the tab's stream were told once each; and after no kill is any process of the server left over.
"""

import asyncio
import json
import os
import random
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple
from uuid import uuid4

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from potluck.play.record import Record, verify
from potluck.play.registry import game as installed
from potluck.tables import crash
from potluck.tables.service import Tables
from tests.served import free_port
from tests.tables.house import broken

ROOT: Final = Path(__file__).resolve().parents[2]
MARK: Final = "POTLUCK_TEST_MARK"
SEAT: Final = 0
RANDOM_TIME: Final = "random.time"
KINDS: Final = (*crash.PLACES, RANDOM_TIME)
# Bounds for a machine that is busy with other things; nothing waits for them where all goes well.
# The place is not passed so often before the game ends: then it is killed at this time anyhow.
PATIENCE: Final = 60.0
# A worker that is just being started notices that its parent is gone once it has imported everything.
ORPHANS_END_WITHIN: Final = 30.0
GAME_ENDS_WITHIN: Final = 180.0


class Instant(NamedTuple):
    """Where the server is killed: at the n-th pass of a place, or n hundredths of a second after hello."""

    place: str
    nth: int


def instants(seed: int, count: int) -> list[Instant]:
    """All kinds equally often, in a seeded order."""
    rng = random.Random(seed)
    kinds = [KINDS[number % len(KINDS)] for number in range(count)]
    rng.shuffle(kinds)
    return [Instant(kind, rng.randint(0, 60) if kind == RANDOM_TIME else rng.randint(1, 3)) for kind in kinds]


def processes(mark: str) -> list[int]:
    """The processes that carry a mark in their environment, and are not dead already."""
    wanted = f"{MARK}={mark}".encode()
    found = []
    for folder in Path("/proc").iterdir():
        if not folder.name.isdecimal() or int(folder.name) == os.getpid():
            continue
        try:
            if wanted in (folder / "environ").read_bytes().split(b"\0"):
                found.append(int(folder.name))
        except OSError:
            continue
    return found


class Game(NamedTuple):
    """A table of ours, and what it has acknowledged."""

    table: str
    token: str
    acknowledged: list[str]


class Player:
    """The person's browser: one tab that plays, re-sends, and comes back by itself."""

    def __init__(self, port: int, seed: int) -> None:
        self.origin = f"http://127.0.0.1:{port}"
        self.url = f"ws://127.0.0.1:{port}/socket"
        self.client = httpx.Client(base_url=self.origin, headers={"X-Potluck": "1"}, timeout=30)
        self.rng = random.Random(seed)
        self.games: list[Game] = []
        self.unanswered: dict[str, Any] | None = None
        self.sent = 0
        self.resent = 0
        self.back = asyncio.Event()
        self.events = 0
        self.version = 0

    async def play(self) -> None:
        """For ever; to be cancelled."""
        while True:
            try:
                if not self.games:
                    await asyncio.to_thread(self.begin)
                async with connect(self.url, origin=Origin(self.origin), compression=None, proxy=None) as tab:
                    await self.sit(tab)
            except (OSError, WebSocketException, httpx.HTTPError, EOFError):
                await asyncio.sleep(0.02)

    def begin(self) -> None:
        """A new table with two bots; at every other one of them thinks in a worker."""
        if self.client.cookies.get("potluck.guest") is None:
            self.client.post("/api/me", json={"name": "Ana"}).raise_for_status()
        level = "random" if len(self.games) % 2 else "easy"
        plans = [{"kind": "me"}, {"kind": "bot", "level": "random"}, {"kind": "bot", "level": level}]
        body = {
            "game": "cooking_rumble",
            "options": {},
            "seats": plans,
            "nonce": self.rng.randbytes(16).hex(),
        }
        made = self.client.post("/api/tables", json=body)
        assert made.status_code == 200, made.text
        # Killed between the two: this table never starts, the next one is made.
        self.client.post(f"/api/tables/{made.json()['table']}/start", json={}).raise_for_status()
        self.games.append(Game(made.json()["table"], made.json()["seat_token"], []))
        self.events = self.version = 0

    async def sit(self, tab: Any) -> None:
        """Say hello, send again what was not answered, play on until the connection breaks."""
        game = self.games[-1]
        hello = {"t": "hello", "build": "dev", "table": game.table, "seat_token": game.token}
        await tab.send(json.dumps({**hello, "events": self.events}))
        self.back.set()
        look: dict[str, Any] | None = None
        while True:
            message = json.loads(await tab.recv())
            match message["t"]:
                case "ping":
                    await tab.send('{"t":"pong"}')
                case "welcome" | "look":
                    if message["look"] is None:
                        continue
                    look = message["look"]
                    self.follow(look)
                    if message["t"] == "welcome" and self.unanswered is not None:
                        self.resent += 1
                        await tab.send(json.dumps(self.unanswered))
                    if message.get("done") is not None:
                        self.acknowledge(message["done"])
                case "done":
                    self.acknowledge(message["id"])
                case "refused":
                    # Sent again, it can only be refused if it was never written down.
                    assert message["id"] is not None, message
                    assert message["why"]["key"] in (
                        "error.stale",
                        "error.out_of_turn",
                        "error.table_over",
                    ), message
                    self.unanswered, self.version = None, 0
            if look is None:
                continue
            if look["view"]["places"] is not None and self.unanswered is None:
                await asyncio.to_thread(self.begin)
                return
            if look["legal"] and self.unanswered is None and look["version"] > self.version:
                self.version = look["version"]
                self.sent += 1
                text = self.rng.choice(look["legal"])["text"]
                move = {"t": "move", "id": f"c{self.sent}", "version": look["version"], "moves": [text]}
                self.unanswered = move
                await tab.send(json.dumps(move))

    def acknowledge(self, client_id: str) -> None:
        """The submission counts."""
        assert self.unanswered is not None
        assert client_id == self.unanswered["id"]
        self.games[-1].acknowledged.append(self.unanswered["moves"][0])
        self.unanswered = None

    def follow(self, look: dict[str, Any]) -> None:
        """Every event once: the next one is the one after the last."""
        assert look["first"] == self.events, (look["first"], self.events)
        self.events += len(look["events"])


class Server:
    """A server that a nest has forked."""

    def __init__(self, process: int, ended: asyncio.Task[int]) -> None:
        self.process = process
        self._ended = ended

    @property
    def returncode(self) -> int | None:
        return self._ended.result() if self._ended.done() else None

    async def wait(self) -> int:
        return await asyncio.shield(self._ended)

    async def end(self, how: signal.Signals) -> None:
        """Send a signal and wait; nothing happens to a server that has ended."""
        if self.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self.process, how)
            await asyncio.wait_for(self.wait(), PATIENCE)


class Nest:
    """Forks servers, one after the other."""

    def __init__(self, nest: asyncio.subprocess.Process, port: int, database: str) -> None:
        self._nest = nest
        self._port = port
        self._database = database

    @classmethod
    async def open(cls, port: int, database: str) -> "Nest":
        nest = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.crash.nest",
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, cwd=ROOT,
        )  # fmt: skip
        return cls(nest, port, database)

    async def start(self, mark: str, instant: Instant | None) -> Server:
        environment = {MARK: mark, "POTLUCK_CRASH": ""}
        if instant is not None and instant.place != RANDOM_TIME:
            environment["POTLUCK_CRASH"] = f"{instant.place}:{instant.nth}"
        wish = {"port": self._port, "database": self._database, "environment": environment}
        assert self._nest.stdin is not None
        self._nest.stdin.write(json.dumps(wish).encode() + b"\n")
        return Server(await self._number(), asyncio.create_task(self._number()))

    async def _number(self) -> int:
        assert self._nest.stdout is not None
        return int(await self._nest.stdout.readline())

    async def close(self) -> None:
        assert self._nest.stdin is not None
        self._nest.stdin.close()
        await asyncio.wait_for(self._nest.wait(), PATIENCE)


async def kill_at(instant: Instant, server: Server, player: Player) -> bool:
    """Wait until the server has ended; whether it was the instant and not our patience."""
    if instant.place == RANDOM_TIME:
        player.back.clear()
        await asyncio.wait_for(player.back.wait(), PATIENCE)
        await asyncio.sleep(instant.nth / 100)
        await server.end(signal.SIGKILL)
        return True
    try:
        await asyncio.wait_for(server.wait(), PATIENCE)
    except TimeoutError:
        await server.end(signal.SIGKILL)
        return False
    return True


async def nothing_left(mark: str) -> None:
    until = time.monotonic() + ORPHANS_END_WITHIN
    while processes(mark):
        assert time.monotonic() < until, f"left over: {processes(mark)}"
        await asyncio.sleep(0.02)


async def many_kills(folder: Path, seed: int, count: int) -> None:
    port = free_port()
    database = f"sqlite:///{folder}/potluck.db"
    player = Player(port, seed)
    playing = asyncio.create_task(player.play())
    nest = await Nest.open(port, database)
    met = 0
    try:
        for instant in instants(seed, count):
            mark = uuid4().hex
            server = await nest.start(mark, instant)
            try:
                met += await kill_at(instant, server, player)
                assert server.returncode == -signal.SIGKILL, (
                    f"{instant}: ended by itself with {server.returncode}"
                )
            finally:
                await server.end(signal.SIGKILL)
            await nothing_left(mark)
            assert not playing.done() or not playing.exception(), "the tab has given up"
        await last_run(nest, player)
    finally:
        await nest.close()
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        if playing.done() and not playing.cancelled() and playing.exception():
            raise AssertionError("the tab has given up") from playing.exception()
    assert met >= count * 0.9, f"only {met} of {count} instants were met"
    check(database, player)


async def last_run(nest: Nest, player: Player) -> None:
    """Without a kill, until the game then running is over: the bots go on, so does the person."""
    mark = uuid4().hex
    server = await nest.start(mark, None)
    try:
        count = len(player.games)
        until = time.monotonic() + GAME_ENDS_WITHIN
        while len(player.games) <= max(count, 1):
            assert time.monotonic() < until, "the game does not end"
            await asyncio.sleep(0.05)
    finally:
        await server.end(signal.SIGTERM)
    await nothing_left(mark)


def check(database: str, player: Player) -> None:
    """Everything acknowledged is in the records once, and the records follow the rules."""
    tables = Tables(database)
    try:
        assert broken(tables) == []
        finished = player.games[:-1]
        assert finished
        for game in finished:
            record = Record.parse(tables.record(game.table))
            verify(record, installed(record.game))
            mine = [move.text for move in record.moves if move.seat == SEAT]
            assert mine == game.acknowledged
            assert {move.seat for move in record.moves} == {0, 1, 2}
        assert sum(len(game.acknowledged) for game in finished) >= 10
    finally:
        tables.close()


# The processes are found and killed as POSIX has it.
pytestmark = pytest.mark.skipif(not Path("/proc").is_dir(), reason="needs /proc and SIGKILL")


@pytest.mark.slow
@pytest.mark.parametrize("lane", [0, 1])
def test_two_hundred_kills(tmp_path: Path, lane: int) -> None:
    asyncio.run(many_kills(tmp_path, seed=100 + lane, count=100))
