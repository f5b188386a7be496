"""How many tables one server carries, and what a quiet evening of many of them takes.

    python -m bench.load knee                       the most tables with ack p99 under 250 ms for 60 s
    python -m bench.load knee --against CHECKOUT    the same for another checkout, in turns
    python -m bench.load at --tables 200            one step of that, at so many tables
    python -m bench.load idle                       2,000 tables with a move every 10 s: memory and acks
    ... --json FILE                                 everything that was measured, to keep

Server and load share this machine's cores. The server is a process as `potluck serve` runs it: SQLite with
synchronous=FULL, one bot worker on two cores, limits on strangers lifted. At every table sits one person,
on a socket of their own, with one or two bots of the level "random", so that figures tell of the table and
not of thinking; what the workers use is stated apart. The three games and two or three seats take turns. A
person moves every 2 s if it is their turn; a bot moves BOT_PAUSE after it became due, as at home. A game
that is over is followed by the next at another table. All tables of a step stand before its clock starts.

An ack is timed from when the move was due until its answer is here: `done`, or a look that says so. A move
that the server's slowness has put off counts from when it was due (`bench.people`). The generator is one
process; its own CPU is stated, and a step in which it was the limit or its timers were late says so.

The knee is looked for by doubling and then by halves. Two checkouts take turns step by step, so that a
busy neighbour disturbs both alike; each is served with what it depends on, uvloop or not. Beside them a bare
echo by the same libraries: its round trip at the rate of the knee, and the most it does.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec
from bench.crowd import Crowd, Measured
from bench.echo import Echoed, echoed
from bench.served import ROOT, served

GOAL_SECONDS: Final = 0.25
PERIOD: Final = 2.0
IDLE_PERIOD: Final = 10.0
IDLE_TABLES: Final = 2000
BOT_PAUSE: Final = 0.7

_HEAD: Final = (
    f"{'':12}{'tables':>7}{'acks':>7}{'p50 ms':>9}{'p90':>8}{'p99':>9}{'worst':>9}{'moves/s':>9}{'bots/s':>8}"
    f"{'ms/move':>9}{'server':>8}{'workers':>8}{'load':>6}{'others':>7}{'MiB':>6}"
)


class House:
    """One checkout's server."""

    def __init__(self, name: str, crowd: Crowd, seconds: float, warm: float) -> None:
        self.name = name
        self.steps: list[Measured] = []
        self._crowd = crowd
        self._seconds = seconds
        self._warm = warm

    async def measure(self, tables: int, period: float) -> Measured:
        """One step; prints its line."""
        step = await self._crowd.measure(tables, period, self._seconds, self._warm)
        self.steps.append(step)
        print(line(self.name, step), flush=True)
        return step


def line(name: str, step: Measured) -> str:
    """A row of the table."""
    remarks = step.remarks
    return (
        f"{name:12}{step.tables:7}{step.acks:7}{step.p50:9.1f}{step.p90:8.1f}{step.p99:9.1f}{step.worst:9.1f}"
        f"{step.people_moves:9.1f}{step.bot_moves:8.1f}{step.cpu_change:9.2f}{step.server:8.0%}{step.workers:8.0%}"
        f"{step.load:6.0%}{step.others:7.0%}{step.memory:6.0f}{'   ' if remarks else ''}{'; '.join(remarks)}"
    )


def search(start: int, most: int, near: float) -> Generator[int, bool, int]:
    """Asks for numbers of tables, is told whether each was carried; returns the most that was (0: none).

    Doubles from `start` up to `most`, then halves the gap until what fails is at most `near` times as many.
    """
    good, bad, tables = 0, most + 1, min(start, most)
    while True:
        if (yield tables):
            good = tables
        else:
            bad = tables
        if bad > most and good < most:
            tables = min(most, good * 2)
            continue
        if bad <= max(good * near, good + 1):
            return good
        tables = (good + bad) // 2


async def knee(houses: list[House], start: int, most: int, near: float) -> dict[str, int]:
    """The most tables of each."""
    searches = [(house, search(start, most, near)) for house in houses]
    next_up = [(house, looking, next(looking)) for house, looking in searches]
    found: dict[str, int] = {}
    while next_up:
        house, looking, tables = next_up.pop(0)
        step = await house.measure(tables, PERIOD)
        try:
            next_up.append((house, looking, looking.send(step.p99 < GOAL_SECONDS * 1000)))
        except StopIteration as end:
            found[house.name] = end.value
    return found


@contextmanager
def house(name: str, checkout: Path, seconds: float, warm: float) -> Iterator[House]:
    """A running server of a checkout."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        database = Path(folder) / "potluck.db"
        server = served("bench.load_server", f"sqlite:///{database}", str(BOT_PAUSE), checkout=checkout)
        with server as (port, process):
            yield House(name, Crowd(port, process, database), seconds, warm)


def commit(checkout: Path) -> str:
    """Which commit a checkout is at, for the figures to keep; "" if that cannot be told."""
    asked = ["git", "-C", str(checkout), "describe", "--always", "--dirty"]
    return subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()


def arguments(given: list[str]) -> argparse.Namespace:
    """What is to be measured."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["knee", "at", "idle"])
    parser.add_argument("--seconds", type=float, default=60.0, help="that every step counts")
    parser.add_argument("--warm", type=float, default=5.0, help="seconds before them that do not")
    parser.add_argument("--against", type=Path, help="another checkout to measure in turns with this one")
    parser.add_argument(
        "--tables", type=int, help="of `at` (200) and `idle` (2000); where `knee` begins (100)"
    )
    parser.add_argument("--most", type=int, default=4000, help="tables `knee` tries")
    parser.add_argument("--near", type=float, default=1.08, help="`knee` ends when what fails is so near")
    parser.add_argument("--rounds", type=int, default=1, help="of `at` and `idle`")
    parser.add_argument("--json", type=Path, help="write everything there")
    return parser.parse_args(given)


async def measure(chosen: argparse.Namespace, houses: list[House]) -> dict[str, int]:
    """All steps; the knees if they were asked for."""
    if chosen.what == "knee":
        return await knee(houses, chosen.tables or 100, chosen.most, chosen.near)
    period = IDLE_PERIOD if chosen.what == "idle" else PERIOD
    tables = chosen.tables or (IDLE_TABLES if chosen.what == "idle" else 200)
    for _ in range(chosen.rounds):
        for each in houses:
            await each.measure(tables, period)
    return {}


def echo_line(echo: Echoed) -> str:
    """What the bare echo did."""
    return (
        f"bare echo: {echo.sockets} sockets, {echo.rate:.0f} round trips/s: p50 {echo.p50:.1f} ms, "
        f"p99 {echo.p99:.1f} ms, {echo.cpu_trip:.3f} ms of its CPU each; "
        f"at most {echo.most:.0f} round trips/s"
    )


def main(given: list[str]) -> int:
    """Measure and print; 1 if a knee asked for was not found."""
    chosen = arguments(given)
    print(_HEAD, flush=True)
    with house("here", ROOT, chosen.seconds, chosen.warm) as here:
        if chosen.against is None:
            houses = [here]
            knees = asyncio.run(measure(chosen, houses))
        else:
            with house("against", chosen.against.resolve(), chosen.seconds, chosen.warm) as other:
                houses = [here, other]
                knees = asyncio.run(measure(chosen, houses))
    last = here.steps[-1]
    tables = knees.get("here") or last.tables
    echo = echoed(tables, last.period, min(chosen.seconds, 10.0))
    print(echo_line(echo))
    for name, most in knees.items():
        print(f"{name}: {most} tables with p99 under {GOAL_SECONDS * 1000:.0f} ms")
    for each in houses:
        step = each.steps[-1]
        print(f"{each.name}: workers' memory {step.memory_workers:.0f} MiB, server's {step.memory:.0f} MiB")
    if chosen.json is not None:
        checkouts = {"here": ROOT, "against": chosen.against}
        kept = {
            "commits": {each.name: commit(checkouts[each.name]) for each in houses},
            "knees": knees,
            "steps": {each.name: msgspec.to_builtins(each.steps) for each in houses},
            "echo": msgspec.to_builtins(echo),
        }
        chosen.json.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")
    return 0 if all(knees.values()) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
