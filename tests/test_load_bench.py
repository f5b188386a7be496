"""The load bench: it plays, it counts from when a move was due, and it finds the knee."""

import asyncio
import json
from collections import deque
from pathlib import Path
from typing import Any

import pytest
from bench import load
from bench.crowd import part
from bench.people import Book, Person, Place
from websockets.asyncio.server import ServerConnection, serve


def look(version: int, *, over: bool = False) -> dict[str, Any]:
    legal = [] if over else [{"text": "guess sugars", "phrase": {}}]
    view = {"places": [1] if over else None}
    return {"version": version, "view": view, "legal": legal, "first": version - 1, "events": [{"key": "e"}]}


class Slow:
    """A server that answers every move so many seconds late, in the old way or in the new one.

    A game of it is over after so many moves.
    """

    def __init__(self, seconds: float, *, new: bool, ends: int = 10**6) -> None:
        self.moves: list[dict[str, Any]] = []
        self.tables: list[str] = []
        self._ends = ends
        self._seconds = seconds
        self._new = new

    async def __call__(self, socket: ServerConnection) -> None:
        version = 1
        async for raw in socket:
            message = json.loads(raw)
            if message["t"] == "hello":
                self.tables.append(message["table"])
                await socket.send(json.dumps({"t": "welcome", "look": look(version)}))
            elif message["t"] == "move":
                self.moves.append(message)
                assert message["version"] == version
                version += 1
                await asyncio.sleep(self._seconds)
                now = look(version, over=version > self._ends)
                if self._new:
                    await socket.send(json.dumps({"t": "look", "look": now, "done": message["id"]}))
                else:
                    await socket.send(json.dumps({"t": "done", "id": message["id"], "version": version}))
                    await socket.send(json.dumps({"t": "look", "look": now}))


class Noted(Book):
    """A book that says when it has so many answers."""

    async def full(self, answers: int) -> None:
        for _ in range(1000):
            if len(self.acks) >= answers:
                return
            await asyncio.sleep(0.01)


async def played(server: Slow, *, period: float, moves: int) -> list[float]:
    """What one person's answers took, in order, after so many moves."""
    async with serve(server, "127.0.0.1", 0, compression=None) as listening:
        port = next(iter(listening.sockets)).getsockname()[1]
        person, book = Person(port, Place("t", "token", ""), deque(), 0), Noted()
        await person.come(book)
        person.play(asyncio.get_running_loop().time(), period)
        await book.full(moves)
        await person.go()
        assert not book.refused
        assert book.lost == 0
        return [took for _, took in book.acks[:moves]]


@pytest.mark.parametrize("new", [False, True], ids=["done apart", "done in the look"])
def test_what_is_late_counts_from_when_it_was_due(new: bool) -> None:
    # A move is due every 0.1 s and answered after 0.25: the second one is made 0.15 s after it was due.
    server = Slow(0.25, new=new)
    took = asyncio.run(played(server, period=0.1, moves=2))
    assert 0.25 <= took[0] < 1.0
    assert 0.40 <= took[1] < 1.5
    assert len({move["id"] for move in server.moves}) == len(server.moves)


@pytest.mark.parametrize("new", [False, True], ids=["done apart", "done in the look"])
def test_a_prompt_answer_is_timed_as_it_is(new: bool) -> None:
    took = asyncio.run(played(Slow(0.02, new=new), period=0.5, moves=3))
    assert all(0.02 <= each < 0.4 for each in took)


def test_who_is_done_goes_to_another_table_and_it_is_said_when_there_is_none() -> None:
    async def evening(server: Slow) -> Noted:
        async with serve(server, "127.0.0.1", 0, compression=None) as listening:
            port = next(iter(listening.sockets)).getsockname()[1]
            spare, book = deque([Place("second", "token", "")]), Noted()
            person = Person(port, Place("first", "token", ""), spare, 0)
            await person.come(book)
            person.play(asyncio.get_running_loop().time(), 0.02)
            await book.full(4)
            await asyncio.sleep(0.1)
            await person.go()
            return book

    server = Slow(0.0, new=True, ends=2)
    book = asyncio.run(evening(server))
    assert server.tables == ["first", "second"]
    assert len(book.acks) == len(server.moves) == 4
    assert (book.idle, book.lost, dict(book.refused)) == (1, 0, {})


@pytest.mark.parametrize("limit", [0, 1, 3, 99, 100, 101, 640, 1500, 4000, 9999])
@pytest.mark.parametrize("start", [1, 100])
def test_the_knee_is_found(limit: int, start: int) -> None:
    looking = load.search(start, 4000, 1.08)
    tried = [next(looking)]
    found = -1
    while found < 0:
        try:
            tried.append(looking.send(tried[-1] <= limit))
        except StopIteration as end:
            found = end.value
    carried = min(limit, 4000)
    assert found <= carried
    assert carried <= max(found * 1.08, found + 1)
    assert found == 0 or found in tried
    assert len(set(tried)) == len(tried) < 25


def test_a_share_of_all_values() -> None:
    values = [float(number) for number in range(100, 0, -1)]
    assert [part(values, share) for share in (0.5, 0.99, 1.0)] == [50.0, 99.0, 100.0]
    assert part([7.0], 0.99) == 7.0


@pytest.mark.slow
def test_a_short_step_at_a_real_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "load.json"
    given = ["at", "--tables", "6", "--seconds", "3", "--warm", "1", "--json", str(kept)]
    assert load.main(given) == 0
    found = json.loads(kept.read_text(encoding="utf-8"))
    [step] = found["steps"]["here"]
    assert step["acks"] > 0
    assert step["people_moves"] * step["seconds"] >= 0.8 * step["acks"]
    assert step["bot_moves"] > 0
    assert (step["refused"], step["lost"], step["unanswered"], step["idle"]) == ({}, 0, 0, 0)
    assert 0 < step["p50"] <= step["p90"] <= step["p99"] <= step["worst"]
    assert step["server"] > 0
    assert step["memory"] > 20
    assert found["echo"]["most"] > found["echo"]["rate"] > 0
    shown = capsys.readouterr().out
    assert "bare echo" in shown
    assert shown.splitlines()[1].startswith("here")
