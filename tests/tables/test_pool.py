"""Bots think in other processes, which may die, get stuck, fail, and never outlive us."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from potluck.tables.pool import Pool, ThoughtTooLong, WorkersDie

from . import thoughts
from .processes import alive, all_end

ROOT = Path(__file__).parents[2]


def think(pool: Pool, *dues: Any, nodes: int = 10) -> list[Any]:
    """Choose for all of them at once; errors are returned."""

    async def main() -> list[Any]:
        return await asyncio.gather(*(pool.choose(due, nodes) for due in dues), return_exceptions=True)

    try:
        return asyncio.run(main())
    finally:
        pool.close()


def test_thoughts_come_back_from_other_processes() -> None:
    pids = think(Pool(2, 30, thoughts.pid), *[thoughts.due()] * 6)
    assert os.getpid() not in pids
    assert 1 <= len(set(pids)) <= 2


def test_a_killed_worker_is_replaced_and_its_thought_thought_again(tmp_path: Path) -> None:
    others = [thoughts.due(tmp_path / "mark") for _ in range(4)]
    assert think(Pool(2, 30, thoughts.die_once), *others) == [3] * 4


def test_a_thought_that_always_kills_is_given_up() -> None:
    (error,) = think(Pool(1, 30, thoughts.die), thoughts.due())
    assert isinstance(error, WorkersDie)


def test_a_stuck_thought_ends_at_its_deadline() -> None:
    began = time.monotonic()
    (error,) = think(Pool(1, 0.5, thoughts.spin), thoughts.due())
    assert isinstance(error, ThoughtTooLong)
    assert time.monotonic() - began < 20


def test_a_bots_own_error_is_told_and_costs_no_worker() -> None:
    errors = think(Pool(1, 30, thoughts.fail), thoughts.due(), thoughts.due())
    assert [type(error) for error in errors] == [ZeroDivisionError] * 2


def test_closing_ends_workers_in_the_middle_of_a_thought(tmp_path: Path) -> None:
    async def main() -> int:
        pool = Pool(1, 60, thoughts.sleep)
        task = asyncio.create_task(pool.choose(thoughts.due(tmp_path / "pid"), 1))
        worker = int(await asyncio.to_thread(written, tmp_path / "pid"))
        pool.close()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        return worker

    worker = asyncio.run(main())
    until = time.monotonic() + 10
    while alive(worker) and time.monotonic() < until:
        time.sleep(0.05)
    assert not alive(worker)


def written(path: Path, seconds: float = 30.0) -> str:
    """Wait for a file to have something in it."""
    until = time.monotonic() + seconds
    while not (path.exists() and path.read_text()):
        assert time.monotonic() < until, f"{path.name} was not written"
        time.sleep(0.05)
    return path.read_text()


SERVER = """
import asyncio, sys
from pathlib import Path
from potluck.tables.pool import Pool
from tests.tables import thoughts

async def main():
    pool = Pool(2, 600, getattr(thoughts, sys.argv[1]))
    got = await asyncio.gather(*(pool.choose(thoughts.due(sys.argv[2]), 1) for _ in range(2)))
    Path(sys.argv[2]).write_text(str(got))
    await asyncio.sleep(600)

if __name__ == "__main__":
    asyncio.run(main())
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")
@pytest.mark.parametrize("thought", ["sleep", "first"])
def test_no_worker_outlives_a_killed_server(tmp_path: Path, thought: str) -> None:
    """Neither one that is thinking nor one that waits for something to think about."""
    script = tmp_path / "server.py"
    script.write_text(SERVER)
    server = subprocess.Popen(
        [sys.executable, str(script), thought, str(tmp_path / "mark")],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        start_new_session=True,
    )
    try:
        written(tmp_path / "mark")
        os.kill(server.pid, signal.SIGKILL)
        server.wait()
        assert all_end(server.pid)
    finally:
        server.kill()
        server.wait()
