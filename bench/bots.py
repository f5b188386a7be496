"""What a bot's move costs a server, and what its workers are sent.

    python -m bench.bots                     every game, its weakest and strongest level and "random"
    python -m bench.bots --against PATH      the same with another checkout in turns, and the ratio

Whole games on SQLite with synchronous=FULL, bots without a pause in one worker; with one person, who plays at
random, and without. Counted is the CPU time, user and system, of the server's process and its workers, over
the moves made, the person's among them; what the person looks at is taken off. Bytes are those of views and
events sent to workers in a game. Both checkouts have a process of their own and play the same cases one
after the other.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from bench.served import cpu_below

from potluck.play.errors import PotluckError

ROOT: Final = Path(__file__).resolve().parents[1]
GAMES: Final = ("cooking_rumble", "chef_alfredo", "secret_recipe")
PATIENCE: Final = 60.0  # seconds a choice may take

T = TypeVar("T")


def cpu_of_us() -> float:
    """User and system time of this process and of all that descend from it."""
    return time.process_time() + cpu_below(os.getpid())


class Case:
    """Games in a process that has one checkout imported. Asks only what every checkout can be asked."""

    def __init__(self, folder: str) -> None:
        """Open a house in a folder."""
        from potluck.tables.bots import BotDriver
        from potluck.tables.pool import Pool
        from potluck.tables.service import Tables
        from potluck.tables.settings import Settings

        settings = Settings(bot_pause=0.0, tables_per_hour=10**6, tables_unfinished=10**6)
        self.tables = Tables(f"sqlite:///{folder}/potluck.db", settings=settings)
        pool: Any = Pool(1, settings.bot_deadline)
        self.pool = pool
        self.driver = BotDriver(self.tables, pool=self.pool)
        self.guest = self.tables.new_guest("Ada").id
        self._aside = 0.0  # CPU seconds of the person and of the bench itself
        self._sent = 0
        if not hasattr(Pool, "sent"):  # an older one: every choice is sent everything
            choose = pool.choose

            async def counted(due: Any, nodes: int) -> int:
                self._sent += len(due.view) + len(due.events)
                return int(await choose(due, nodes))

            pool.choose = counted

    def _sent_so_far(self) -> int:
        return int(getattr(self.pool, "sent", self._sent))

    def _put_aside(self, work: Callable[[], T]) -> T:
        began = time.thread_time()
        try:
            return work()
        finally:
            self._aside += time.thread_time() - began

    async def play(self, game: str, level: str, person: bool, games: int, seed: int) -> dict[str, float]:
        """CPU milliseconds a move, how many of those a game has, bytes sent in a game."""
        rng = random.Random(seed)
        moves = 0
        sent, before = self._sent_so_far(), cpu_of_us() - self._aside
        for _ in range(games):
            moves += await self._game(game, level, person, rng)
        return {
            "ms": (cpu_of_us() - self._aside - before) / moves * 1000,
            "moves": moves / games,
            "bytes": (self._sent_so_far() - sent) / games,
        }

    async def _game(self, game: str, level: str, person: bool, rng: random.Random) -> int:
        """Play one; how many moves were made."""
        from potluck.play.record import Record
        from potluck.tables.room import SeatPlan

        tables = self.tables
        plans = [SeatPlan("me") if person else SeatPlan("bot", level), SeatPlan("bot", level)]
        made = self._put_aside(partial(tables.create, self.guest, game, {}, plans, b"a nonce of ours"))
        loop = asyncio.get_running_loop()
        changed, over = asyncio.Event(), asyncio.Event()

        def heard(table: str, what: frozenset[str]) -> None:
            if table != made.table:
                return
            if "room" in what:  # by now only the end changes it
                loop.call_soon_threadsafe(over.set)
            loop.call_soon_threadsafe(changed.set)

        self._put_aside(partial(tables.start, self.guest, made.table))
        tables.listen(heard)
        moves = 0
        while not over.is_set():
            look = self._put_aside(partial(tables.look, made.table, 0, 10**9)) if person else None
            if look is not None and look.legal:
                moves += 1
                text = rng.choice(look.legal).text
                submit = partial(tables.submit, made.table, 0, f"m{moves}", look.version, [text])
                with contextlib.suppress(PotluckError):  # a bot was there first with a free move
                    await asyncio.to_thread(submit)
            else:
                await asyncio.wait_for(changed.wait(), PATIENCE)
                changed.clear()
        return len(Record.parse(self._put_aside(partial(tables.record, made.table))).moves)


async def serve() -> None:
    """Play the cases that are asked for on the standard input, a line of JSON each."""
    with tempfile.TemporaryDirectory() as folder:
        case = Case(folder)
        await case.driver.start()
        while line := await asyncio.to_thread(sys.stdin.readline):
            print(json.dumps(await case.play(**json.loads(line))), flush=True)
        await case.driver.stop()
        case.tables.close()


class Checkout:
    """A process that plays with the sources of one checkout."""

    def __init__(self, path: Path) -> None:
        """Start it."""
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__).resolve()), "--serve"],
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(path / "src"), str(ROOT)])},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def play(self, **case: Any) -> dict[str, float]:
        """Have it play a case."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(json.dumps(case), file=self._process.stdin, flush=True)
        answer = self._process.stdout.readline()
        if not answer:
            raise SystemExit("a checkout's process has ended; its errors are above")
        found: dict[str, float] = json.loads(answer)
        return found

    def end(self) -> None:
        """Let it end."""
        self._process.communicate("")


def measure(checkouts: list[Checkout], rounds: int, games: int, only: str | None) -> None:
    """Print a line a case."""
    from potluck.bots.levels import levels
    from potluck.play.registry import game as installed

    print(f"{'game, level':<34}{'ms/move':>12}{'bytes/game':>12}{'moves':>11}   against: ms, bytes")
    for name in GAMES if only is None else (only,):
        every = list(levels(installed(name)))
        for level in dict.fromkeys((every[0], every[1], every[-1])):
            for person in (False, True):
                case = {"game": name, "level": level, "person": person, "games": games}
                for checkout in checkouts:
                    checkout.play(**{**case, "games": 1}, seed=0)  # warm
                found: list[list[dict[str, float]]] = [[] for _ in checkouts]
                for seed in range(1, rounds + 1):
                    for checkout, results in zip(checkouts, found, strict=True):
                        results.append(checkout.play(**case, seed=seed))
                _line(f"{name}, {level}{', person' if person else ''}", found)


def _line(label: str, found: list[list[dict[str, float]]]) -> None:
    def middle(results: list[dict[str, float]], what: str) -> float:
        return statistics.median(result[what] for result in results)

    ours = found[0]
    text = f"{label:<34}{middle(ours, 'ms'):>12.2f}{middle(ours, 'bytes'):>12,.0f}"
    text += f"{middle(ours, 'moves'):>11.0f}"
    for theirs in found[1:]:
        ratio = middle(ours, "ms") / middle(theirs, "ms")
        text += f"   {middle(theirs, 'ms'):6.2f} ({ratio:4.2f}), {middle(theirs, 'bytes'):,.0f}"
    print(text, flush=True)


def main(arguments: list[str]) -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--against", type=Path, help="another checkout")
    parser.add_argument("--rounds", type=int, default=3, help="of each case (default 3); the median is shown")
    parser.add_argument("--games", type=int, default=3, help="in each round (default 3)")
    parser.add_argument("--game", choices=GAMES, help="only this one")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args(arguments)
    if chosen.serve:
        asyncio.run(serve())
        return
    paths = [ROOT, *([chosen.against] if chosen.against else [])]
    checkouts = [Checkout(path.resolve()) for path in paths]
    try:
        measure(checkouts, chosen.rounds, chosen.games, chosen.game)
    finally:
        for checkout in checkouts:
            checkout.end()


if __name__ == "__main__":
    main(sys.argv[1:])
