"""What a bare echo by the server's libraries does on the same machine: the reference of `bench.load`."""

import asyncio
import random
from typing import Any, Final

from bench.crowd import part
from bench.served import cpu_seconds, served
from bench.wire import Wire
from msgspec import Struct

_MESSAGE: Final = b'{"t":"move","id":"0123456789abcdef-1","version":12,"moves":["guess sugars"]}'
_AT_ONCE: Final = 32  # sockets of the attempt at the most


class Echoed(Struct):
    """What came out; times in milliseconds."""

    sockets: int
    rate: float  # round trips a second
    p50: float
    p99: float
    cpu_trip: float  # of the echo server, for one round trip at that rate
    most: float  # round trips a second that generator and echo reach together


class _Socket:
    """Sends, and times what comes back."""

    def __init__(self, took: list[float], again: bool) -> None:
        self._took = took
        self._again = again
        self._due: list[float] = []
        self._loop = asyncio.get_running_loop()
        self.wire: Wire | None = None
        self.timer: asyncio.TimerHandle | None = None

    def heard(self, _: Any) -> None:
        """It is back."""
        now = self._loop.time()
        self._took.append(now - self._due.pop(0))
        if self._again:
            self.send(now)

    def send(self, due: float) -> None:
        """One that was due then."""
        assert self.wire is not None
        self._due.append(due)
        self.wire.send(_MESSAGE)

    def tick(self, due: float, period: float) -> None:
        """Send now and every `period` seconds."""
        self.send(due)
        self.timer = self._loop.call_at(due + period, self.tick, due + period, period)


async def _sockets(port: int, count: int, took: list[float], *, again: bool) -> list[_Socket]:
    found = []
    for _ in range(count):
        socket = _Socket(took, again)
        socket.wire = await Wire.connect(port, "", socket.heard, lambda: None)
        found.append(socket)
    return found


async def _measure(port: int, process: int, count: int, period: float, seconds: float) -> Echoed:
    loop, rng = asyncio.get_running_loop(), random.Random(0)
    took: list[float] = []
    sockets = await _sockets(port, count, took, again=False)
    before, began = cpu_seconds(process), loop.time()
    for socket in sockets:
        due = loop.time() + rng.random() * period
        socket.timer = loop.call_at(due, socket.tick, due, period)
    await asyncio.sleep(seconds)
    spent, wall = cpu_seconds(process) - before, loop.time() - began
    for socket in sockets:
        if socket.timer is not None:
            socket.timer.cancel()
    await asyncio.sleep(0.2)
    for socket in sockets:
        if socket.wire is not None:
            socket.wire.close()

    flat_out: list[float] = []
    busy = await _sockets(port, _AT_ONCE, flat_out, again=True)
    for socket in busy:
        socket.send(loop.time())
    began = loop.time()
    await asyncio.sleep(seconds / 2)
    most = len(flat_out) / (loop.time() - began)
    for socket in busy:
        if socket.wire is not None:
            socket.wire.close()
    return Echoed(
        sockets=count,
        rate=len(took) / wall,
        p50=part(took, 0.5) * 1000,
        p99=part(took, 0.99) * 1000,
        cpu_trip=spent / max(1, len(took)) * 1000,
        most=most,
    )


def echoed(sockets: int, period: float, seconds: float) -> Echoed:
    """So many sockets that each send something every `period` seconds; then a few as fast as they can."""
    with served("bench.echo_server", healthy="/") as (port, process):
        return asyncio.run(_measure(port, process, sockets, period, seconds))
