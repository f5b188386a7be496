"""Bots think in other processes, which may die, get stuck, stop, fail, and never outlive us."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Coroutine
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import pytest

from potluck.tables import thinker
from potluck.tables.due import BotDue
from potluck.tables.pool import BotFailed, Pool, ThoughtTooLong, WorkersDie

from . import thoughts
from .processes import alive, all_end

ROOT = Path(__file__).parents[2]

Choose = Callable[..., Coroutine[Any, Any, Any]]


def use(pool: Pool, work: Callable[[Choose], Coroutine[Any, Any, Any]], loop: Any = None) -> Any:
    """Do something with a pool's `choose`, whose errors are returned; and close it. `loop` makes a loop."""

    async def choose(due: BotDue, nodes: int = 10) -> Any:
        return (await asyncio.gather(pool.choose(due, nodes), return_exceptions=True))[0]

    async def main() -> Any:
        try:
            return await work(choose)
        finally:
            pool.close()

    with asyncio.Runner(loop_factory=loop) as runner:
        return runner.run(main())


def think(pool: Pool, *dues: BotDue) -> list[Any]:
    """Choose for all of them at once; errors are returned."""

    async def all_of_them(choose: Choose) -> list[Any]:
        return await asyncio.gather(*(choose(due) for due in dues))

    found: list[Any] = use(pool, all_of_them)
    return found


@pytest.mark.parametrize("method", ["forkserver", "spawn"])
def test_thoughts_come_back_from_other_processes(method: str) -> None:
    pids = think(Pool(2, 30, thoughts.pid, method), *[thoughts.due()] * 6)
    assert os.getpid() not in pids
    assert 1 <= len(set(pids)) <= 2


@pytest.mark.parametrize(("kind", "pair"), [("uvloop", "local"), ("uvloop", "tcp"), ("asyncio", "tcp")])
def test_other_loops_and_other_sockets(monkeypatch: pytest.MonkeyPatch, kind: str, pair: str) -> None:
    """The loop that servers run in, and a pair of sockets as Windows has it."""

    async def work(choose: Choose) -> list[int]:
        first = await choose(thoughts.due())
        os.kill(first, signal.SIGKILL)
        return [first, await choose(thoughts.due()), await choose(thoughts.due())]

    if pair == "tcp":
        monkeypatch.setattr(socket, "socketpair", connected)
    one, two, three = use(Pool(1, 30, thoughts.pid), work, pytest.importorskip(kind).new_event_loop)
    assert isinstance(two, int)
    assert one != two == three


def connected() -> tuple[socket.socket, socket.socket]:
    """Two ends of a connection by the loopback address."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        one = socket.create_connection(server.getsockname())
        return one, server.accept()[0]


def test_a_killed_worker_is_replaced_and_its_thought_thought_again(tmp_path: Path) -> None:
    others = [thoughts.due(tmp_path / "mark") for _ in range(4)]
    assert think(Pool(2, 30, thoughts.die_once), *others) == [3] * 4


def test_a_worker_that_dies_while_it_has_nothing_to_do_is_replaced() -> None:
    async def work(choose: Choose) -> tuple[int, int]:
        first = await choose(thoughts.due())
        os.kill(first, signal.SIGKILL)
        return first, await choose(thoughts.due())

    first, second = use(Pool(1, 30, thoughts.pid), work)
    assert isinstance(second, int)
    assert second != first


def test_a_thought_that_always_kills_is_given_up() -> None:
    (error,) = think(Pool(1, 30, thoughts.die), thoughts.due())
    assert isinstance(error, WorkersDie)


def test_a_stuck_thought_ends_at_its_deadline() -> None:
    began = time.monotonic()
    (error,) = think(Pool(1, 0.5, thoughts.spin), thoughts.due())
    assert isinstance(error, ThoughtTooLong)
    assert time.monotonic() - began < 20


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="needs SIGSTOP")
def test_a_worker_that_stopped_is_replaced() -> None:
    """One that is stopped does not die and cannot end itself; nobody waits for it for ever."""

    async def work(choose: Choose) -> tuple[int, int]:
        first = await choose(thoughts.due())
        os.kill(first, signal.SIGSTOP)
        return first, await choose(thoughts.due())

    first, second = use(Pool(1, 0.5, thoughts.pid), work)
    assert isinstance(second, int)
    assert second != first
    assert ends(first)


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="needs SIGSTOP")
def test_nobody_waits_for_the_deadline_of_a_worker_that_stopped() -> None:
    """It may be the only one that all bots have."""

    async def work(choose: Choose) -> tuple[int, int]:
        first = await choose(thoughts.due())
        os.kill(first, signal.SIGSTOP)
        async with asyncio.timeout(30):
            return first, await choose(thoughts.due())

    first, second = use(Pool(1, 600, thoughts.pid), work)
    assert second != first
    assert ends(first)


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="needs SIGSTOP")
def test_a_worker_that_stopped_does_not_hold_up_the_others() -> None:
    async def work(choose: Choose) -> float:
        dues = [thoughts.due("one"), thoughts.due("two")]
        one, two = await asyncio.gather(*map(choose, dues))
        assert one != two
        os.kill(one, signal.SIGSTOP)
        waiting = asyncio.create_task(choose(dues[0]))
        await asyncio.sleep(0)
        began = time.monotonic()
        for _ in range(20):
            assert await choose(dues[1]) == two
        waiting.cancel()
        return time.monotonic() - began

    assert use(Pool(2, 60, thoughts.pid), work) < 30


def test_a_bots_own_error_is_told_and_costs_no_worker(tmp_path: Path) -> None:
    errors = think(Pool(1, 30, thoughts.fail), *[thoughts.due(tmp_path / "pids")] * 2)
    assert [type(error) for error in errors] == [BotFailed] * 2
    assert "ZeroDivisionError" in str(errors[0])
    assert len(set((tmp_path / "pids").read_text().split())) == 1


def test_a_worker_that_has_grown_too_large_is_replaced() -> None:
    pool = Pool(1, 30, thoughts.grow)

    async def work(choose: Choose) -> list[int]:
        return [await choose(thoughts.due(told=many)) for many in (0, 0, 600, 0)]

    pids = use(pool, work)
    assert pids[0] == pids[1] == pids[2] != pids[3]


def test_closing_ends_workers_in_the_middle_of_a_thought(tmp_path: Path) -> None:
    async def main() -> int:
        pool = Pool(1, 60, thoughts.sleep)
        task = asyncio.create_task(pool.choose(thoughts.due(tmp_path / "pid"), 1))
        worker = int(await asyncio.to_thread(written, tmp_path / "pid"))
        pool.close()
        await asyncio.gather(task, return_exceptions=True)
        return worker

    assert ends(asyncio.run(main()))


def test_whoever_stops_waiting_takes_the_worker_along(tmp_path: Path) -> None:
    """Its answer would else be taken for the next one's."""

    async def main() -> tuple[int, int]:
        pool = Pool(1, 60, thoughts.slow_first)
        task = asyncio.create_task(pool.choose(thoughts.due(tmp_path / "pid"), 1))
        worker = int(await asyncio.to_thread(written, tmp_path / "pid"))
        task.cancel()
        try:
            return worker, await pool.choose(thoughts.due(tmp_path / "pid"), 1)
        finally:
            pool.close()

    worker, answer = asyncio.run(main())
    assert answer == 3
    assert ends(worker)


def test_a_closed_pool_thinks_no_more() -> None:
    pool = Pool(1, 30, thoughts.first)
    pool.close()
    (error,) = think(pool, thoughts.due())
    assert isinstance(error, RuntimeError)


def test_starting_a_worker_does_not_hold_up_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    start = BaseProcess.start
    starting, turned = threading.Event(), threading.Event()

    def slowly(process: BaseProcess) -> None:
        starting.set()
        assert turned.wait(10), "the loop stands still"
        start(process)

    async def work(choose: Choose) -> int:
        task = asyncio.create_task(choose(thoughts.due()))
        while not starting.is_set() and not task.done():  # noqa: ASYNC110 (another thread's)
            await asyncio.sleep(0.005)
        turned.set()
        found: int = await task
        return found

    monkeypatch.setattr(BaseProcess, "start", slowly)
    assert use(Pool(1, 30, thoughts.first), work) == 3


def test_a_worker_that_does_not_begin_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinker, "_START_SECONDS", 0.3)
    monkeypatch.setattr(BaseProcess, "start", lambda process: time.sleep(0.5))
    began = time.monotonic()
    (error,) = think(Pool(1, 30, thoughts.first), thoughts.due())
    assert isinstance(error, WorkersDie)
    assert time.monotonic() - began < 20


def test_starts_that_never_come_back_take_no_thread_from_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """As when the process that starts workers was stopped."""
    gate = threading.Event()
    monkeypatch.setattr(thinker, "_START_SECONDS", 0.05)
    monkeypatch.setattr(BaseProcess, "start", lambda process: gate.wait(60))

    async def work(choose: Choose) -> str:
        for _ in range(15):
            assert isinstance(await choose(thoughts.due()), WorkersDie)
        async with asyncio.timeout(5):
            return await asyncio.to_thread(lambda: "had")

    try:
        assert use(Pool(1, 30, thoughts.first), work) == "had"
    finally:
        gate.set()


def ends(pid: int, seconds: float = 10) -> bool:
    """Wait for a process to end."""
    until = time.monotonic() + seconds
    while alive(pid) and time.monotonic() < until:
        time.sleep(0.05)
    return not alive(pid)


def written(path: Path, seconds: float = 30.0) -> str:
    """Wait for a file to have something in it."""
    until = time.monotonic() + seconds
    while not (path.exists() and path.read_text()):
        assert time.monotonic() < until, f"{path.name} was not written"
        time.sleep(0.05)
    return path.read_text()


def environment() -> dict[str, str]:
    """For a script that imports the tests."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])}


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
        env=environment(),
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


STOPPED = """
import asyncio, logging, os, signal, sys
from pathlib import Path
from potluck.tables import thinker
from potluck.tables.pool import Pool
from tests.tables import thoughts

async def main():
    logging.basicConfig()
    thinker._FORK_SECONDS = 60.0
    pool = Pool(2, 60, thoughts.starter, "forkserver")
    starter = await pool.choose(thoughts.due(), 1)
    assert starter != os.getpid()
    thinker._FORK_SECONDS = 3.0
    os.kill(starter, signal.SIGSTOP)
    Path(sys.argv[1]).write_text(str(starter))
    async with asyncio.timeout(50):
        found = await asyncio.gather(*(pool.choose(thoughts.due(), 1) for _ in range(2)))
    assert sorted(found) == sorted((starter, os.getpid())), found
    pool.close()

if __name__ == "__main__":
    asyncio.run(main())
"""


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="needs SIGSTOP")
def test_workers_start_without_a_starter_that_stopped_and_the_server_ends_without_it(tmp_path: Path) -> None:
    script, mark, said = (tmp_path / name for name in ("server.py", "starter", "said"))
    script.write_text(STOPPED)
    try:
        with said.open("w") as errors:  # no pipe: what is stopped would keep it open
            ended = subprocess.run(
                [sys.executable, str(script), str(mark)],
                env=environment(),
                stderr=errors, timeout=60, check=False,
            )  # fmt: skip
        assert ended.returncode == 0, said.read_text()
        assert said.read_text().count("what starts bot workers stands still") == 1
    finally:
        os.kill(int(mark.read_text()), signal.SIGKILL)
