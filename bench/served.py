"""The server processes that the benches measure, and what the system says of them."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

import httpx

ROOT: Final = Path(__file__).resolve().parents[1]
START_SECONDS: Final = 60.0
PLAIN: Final = "POTLUCK_BENCH_PLAIN"  # set for a server that does without what its checkout does not ask for
_TICK: Final = os.sysconf("SC_CLK_TCK")


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextmanager
def served(
    module: str, *arguments: str, checkout: Path = ROOT, healthy: str = "/healthz"
) -> Iterator[tuple[int, int]]:
    """Run `python -m module PORT arguments` until it answers; its port and process id.

    `checkout` is whose `src` is served; everything else, and `module` itself, is of this checkout.
    """
    port = free_port()
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(checkout / "src"), str(ROOT)])}
    if not _wants_uvloop(checkout):
        environment[PLAIN] = "1"
    process = subprocess.Popen(
        [sys.executable, "-m", module, str(port), *arguments], cwd=ROOT, env=environment
    )
    try:
        until = time.monotonic() + START_SECONDS
        while True:
            try:
                httpx.get(f"http://127.0.0.1:{port}{healthy}").raise_for_status()
                break
            except httpx.HTTPError:
                if process.poll() is not None or time.monotonic() > until:
                    raise
                time.sleep(0.05)
        yield port, process.pid
    finally:
        process.terminate()
        try:
            process.wait(START_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wants_uvloop(checkout: Path) -> bool:
    """Whether a checkout depends on the faster event loop and HTTP parser that may be installed here."""
    return "uvloop" in (checkout / "pyproject.toml").read_text(encoding="utf-8")


class Usage(NamedTuple):
    """CPU seconds, user and system, since each process began."""

    server: float
    workers: float  # all that descend from the server
    load: float  # this process
    machine: float  # whatever ran on any core
    wall: float


def cpu_seconds(process: int) -> float:
    """User and system time of a process with all its threads, without its children."""
    # The clock of another process, as clock_getcpuclockid(3) makes its number on Linux: exact, where
    # /proc/<pid>/stat counts in hundredths of a second.
    return time.clock_gettime((~process << 3) | 2)


def usage(server: int) -> Usage:
    """What has been used up to now."""
    with open("/proc/stat", encoding="ascii") as file:
        busy = [int(each) for each in file.readline().split()[1:]]
    idle = busy[3] + busy[4]
    stolen = busy[7]
    return Usage(
        cpu_seconds(server),
        cpu_below(server),
        time.process_time(),
        (sum(busy[:8]) - idle - stolen) / _TICK,
        time.monotonic(),
    )


def cpu_below(process: int) -> float:
    """The same of all that descend from a process."""
    return sum(_cpu_if_there(each) for each in descendants(process))


def _cpu_if_there(process: int) -> float:
    try:
        return cpu_seconds(process)
    except OSError:
        return 0.0  # it has just ended


def descendants(process: int) -> list[int]:
    """Children, their children and so on, as far as they still run."""
    parents: dict[int, list[int]] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                parents.setdefault(int(_stat(int(folder.name))[1]), []).append(int(folder.name))
            except OSError:
                continue
    found: list[int] = []
    waiting = [process]
    while waiting:
        children = parents.get(waiting.pop(), [])
        found += children
        waiting += children
    return found


def megabytes(processes: Sequence[int]) -> float:
    """Memory of processes in MiB, what they share counted once (their proportional set size)."""
    total = 0
    for process in processes:
        try:
            lines = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii").splitlines()
        except OSError:
            continue
        total += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total / 1024


def resident(process: int) -> float:
    """Resident memory of one process in MiB."""
    return (
        int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
        * os.sysconf("SC_PAGE_SIZE")
        / 2**20
    )


def _stat(process: int) -> list[str]:
    """The fields of /proc/<pid>/stat from the third on: state, parent, ..."""
    return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rsplit(") ", 1)[1].split()
