"""What it costs to ask a worker that need not think: `python -m bench.asking [--rounds 5]`.

The server's own line to a worker, and `concurrent.futures`, which it used before, in turns with the same
worker's half. CPU time, user and system, of both processes a thought.
"""

import argparse
import asyncio
import multiprocessing
import statistics
import sys
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from bench.bots import cpu_of_us

from potluck.tables.due import BotDue, Thought, Whose
from potluck.tables.pool import Pool


def first(thought: Thought) -> int:
    """Thinks nothing."""
    return thought.offered[0]


class ByExecutor:
    """Asks by `concurrent.futures`, as this server did before it had lines of its own."""

    def __init__(self) -> None:
        """One worker, not started."""
        self._executor = ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("forkserver"))

    async def choose(self, due: BotDue, nodes: int) -> int:
        """What it thinks."""
        return await asyncio.get_running_loop().run_in_executor(self._executor, first, due.thought(nodes))

    def close(self) -> None:
        """End it."""
        self._executor.shutdown()


async def ask(pool: Any, count: int) -> float:
    """CPU microseconds a thought, of this process and the worker, for one that is told 3 KB."""
    due = BotDue(Whose("table", 0, "", 1, "", "1"), 2, 3, False, list(range(20)), bytes(3000), [], 0)
    before = cpu_of_us()
    for _ in range(count):
        await pool.choose(due, 1)
    return (cpu_of_us() - before) / count * 1e6


async def measure(rounds: int, count: int) -> None:
    """Print what asking costs by either way, in turns."""
    pools: dict[str, Any] = {"a line of one's own": Pool(1, 10.0, first), "concurrent.futures": ByExecutor()}
    found: dict[str, list[float]] = {name: [] for name in pools}
    for pool in pools.values():
        await ask(pool, 100)  # warm
    for _ in range(rounds):
        for name, pool in pools.items():
            found[name].append(await ask(pool, count))
    for name, pool in pools.items():
        print(f"{name:<22}{statistics.median(found[name]):6.0f} us of CPU a thought")
        pool.close()


def main(arguments: list[str]) -> None:
    """Measure both."""
    parser = argparse.ArgumentParser(description="What it costs to ask a worker that need not think.")
    parser.add_argument("--rounds", type=int, default=5, help="of each; the median is shown (default 5)")
    parser.add_argument("--thoughts", type=int, default=2000, help="in each round (default 2000)")
    chosen = parser.parse_args(arguments)
    asyncio.run(measure(chosen.rounds, chosen.thoughts))


if __name__ == "__main__":
    main(sys.argv[1:])
