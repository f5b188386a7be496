"""Many tables at once: set up, played at a rate for a while, measured (`bench.load`)."""

import asyncio
import gc
import itertools
import math
import random
import sqlite3
import time
from collections import deque
from collections.abc import Awaitable, Iterable
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import httpx
from bench.people import Book, Person, Place
from bench.served import Usage, descendants, megabytes, resident, usage
from msgspec import Struct

GAMES: Final = {"cooking_rumble": (2, 3), "chef_alfredo": (2, 3), "secret_recipe": (2, 3)}
AT_ONCE: Final = 8  # requests while tables are set up
ANSWER_SECONDS: Final = 10.0  # after the clock has stopped, answers are waited for so long
SPARE: Final = 0.02  # tables in reserve for every move at a table: a third of the games end within 30 moves
LATE: Final = 0.025  # seconds; if one of a hundred timers fires later, it is said
BUSY: Final = 0.8  # of a core; a generator that takes more measures itself
LOOKS_SECONDS: Final = 0.05  # how often it is looked whether all answers are here
WINDUP: Final = 1.0  # everybody is there; nobody has moved yet


class Measured(Struct):
    """What came out. Times in milliseconds, CPU in parts of one core, memory in MiB."""

    tables: int
    period: float
    seconds: float
    acks: int  # moves of people that were due in the time, all answered or given up
    p50: float
    p90: float
    p99: float
    worst: float
    people_moves: float  # a second, in the log
    bot_moves: float
    cpu_change: float  # of the server process for an entry in the log, in milliseconds
    server: float
    workers: float
    load: float
    others: float  # whatever else the machine was doing
    memory: float  # of the server process
    memory_workers: float
    lag: float  # 99 of 100 timers of the generator were no later
    waits: int  # a move was due, but bots were
    refused: dict[str, int]
    lost: int
    unanswered: int
    idle: int  # people who found no other table when their game was over

    @property
    def remarks(self) -> list[str]:
        """What else has to be known of these figures."""
        found = []
        if self.load > BUSY:
            found.append("THE LOAD WAS THE LIMIT")
        if self.lag > LATE * 1000:
            found.append(f"timers {self.lag:.0f} ms late: the cores were full")
        if self.refused or self.lost or self.unanswered:
            found.append(f"refused {self.refused}, lost {self.lost}, unanswered {self.unanswered}")
        if self.idle:
            found.append(f"{self.idle} people had no table left to go to")
        return found


class Crowd:
    """The people at the tables of one server."""

    def __init__(self, port: int, process: int, database: Path, seed: int = 1) -> None:
        self._port = port
        self._process = process
        self._database = database
        self._rng = random.Random(seed)
        self._kinds = itertools.cycle([(game, seats) for seats in (2, 3) for game in GAMES])
        self._spare: deque[Place] = deque()
        self._people: list[Person] = []

    async def set_up(self, tables: int, moves: float) -> None:
        """Have so many people with a started table each, and tables in reserve for so many moves of each."""
        reserve = math.ceil(tables * moves * SPARE) + 2
        wanted = max(0, tables - len(self._people)) + reserve - len(self._spare)
        origin = f"http://127.0.0.1:{self._port}"
        limits = httpx.Limits(max_connections=AT_ONCE, max_keepalive_connections=AT_ONCE)
        async with httpx.AsyncClient(base_url=origin, timeout=60, limits=limits) as client:
            await _few_at_a_time(self._make(client) for _ in range(wanted))
        while len(self._people) < tables:
            number = len(self._people)
            self._people.append(Person(self._port, self._spare.popleft(), self._spare, number))

    async def _make(self, client: httpx.AsyncClient) -> None:
        async def ask(path: str, cookie: str = "", **body: Any) -> httpx.Response:
            headers = {"X-Potluck": "1", **({"Cookie": cookie} if cookie else {})}
            return (await client.post(path, json=body, headers=headers)).raise_for_status()

        game, seats = next(self._kinds)
        guest = await ask("/api/me", name="Ana")
        cookie = guest.headers["set-cookie"].partition(";")[0]
        client.cookies.clear()
        bots = [{"kind": "bot", "level": "random"} for _ in range(seats - 1)]
        plan = {"game": game, "options": {}, "seats": [{"kind": "me"}, *bots]}
        made = (await ask("/api/tables", cookie, **plan, nonce=self._rng.randbytes(16).hex())).json()
        await ask(f"/api/tables/{made['table']}/start", cookie)
        self._spare.append(Place(made["table"], made["seat_token"], cookie))

    async def measure(self, tables: int, period: float, seconds: float, warm: float) -> Measured:
        """Let so many play for `warm` seconds, then for `seconds` that count."""
        await self.set_up(tables, (warm + seconds) / period)
        people = self._people[:tables]
        book = Book()
        loop = asyncio.get_running_loop()
        await _few_at_a_time(person.come(book) for person in people)
        gc.collect()
        gc.freeze()
        gc.disable()
        try:
            began = loop.time() + WINDUP
            for person in people:
                person.play(began + self._rng.random() * period, period)
            await asyncio.sleep(began + warm - loop.time())
            first, first_wall, before = loop.time(), time.time(), usage(self._process)
            await asyncio.sleep(seconds)
            last, last_wall, after = loop.time(), time.time(), usage(self._process)
            memory = resident(self._process), megabytes(descendants(self._process))
            for person in people:
                person.rest()
            for _ in range(round(ANSWER_SECONDS / LOOKS_SECONDS)):
                if all(person.unanswered is None for person in people):
                    break
                await asyncio.sleep(LOOKS_SECONDS)
            # Who still waits has waited so long at least.
            open_since = [due for person in people if (due := person.unanswered) is not None]
            book.acks += [(due, loop.time() - due) for due in open_since]
        finally:
            gc.enable()
            gc.unfreeze()
            await asyncio.gather(*(person.go() for person in people))
        within = [took for due, took in book.acks if first <= due < last]
        lags = [late for due, late in book.lags if first <= due < last]
        moves = _moves(self._database, first_wall, last_wall)
        spent = Usage(*(now - then for now, then in zip(after, before, strict=True)))
        changes = sum(moves)
        p50, p90, p99, worst = (part(within, share) * 1000 for share in (0.5, 0.9, 0.99, 1.0))
        return Measured(
            tables=tables,
            period=period,
            seconds=seconds,
            acks=len(within),
            p50=p50,
            p90=p90,
            p99=p99,
            worst=worst,
            people_moves=moves[0] / spent.wall,
            bot_moves=moves[1] / spent.wall,
            cpu_change=spent.server / changes * 1000 if changes else math.nan,
            server=spent.server / spent.wall,
            workers=spent.workers / spent.wall,
            load=spent.load / spent.wall,
            others=max(0.0, spent.machine - spent.server - spent.workers - spent.load) / spent.wall,
            memory=memory[0],
            memory_workers=memory[1],
            lag=part(lags, 0.99) * 1000,
            waits=sum(first <= due < last for due in book.waits),
            refused=dict(book.refused),
            lost=book.lost,
            unanswered=len(open_since),
            idle=book.idle,
        )


async def _few_at_a_time(tasks: Iterable[Awaitable[None]]) -> None:
    turns = asyncio.Semaphore(AT_ONCE)

    async def in_turn(task: Awaitable[None]) -> None:
        async with turns:
            await task

    await asyncio.gather(*(in_turn(task) for task in tasks))


def part(values: list[float], share: float) -> float:
    """The value that this share of all does not exceed; not a number for none."""
    return sorted(values)[max(0, math.ceil(len(values) * share) - 1)] if values else math.nan


def _moves(database: Path, first: float, last: float) -> tuple[int, int]:
    """Entries of the log in a time: by people, by bots."""
    query = (
        "SELECT ltrim(client_id, char(1)) LIKE 'bot-%', count(*) FROM entries "
        "WHERE at >= ? AND at < ? AND client_id IS NOT NULL GROUP BY 1"
    )
    with closing(sqlite3.connect(database)) as connection:
        found = dict(connection.execute(query, (first, last)).fetchall())
    return found.get(0, 0), found.get(1, 0)
