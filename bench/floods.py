"""What a rude stranger costs everybody else: moves at some tables, beside one kind of flood after the other.

    python -m bench.floods                          this checkout
    python -m bench.floods --against CHECKOUT       another one beside it, in turns

The server runs with its usual limits. The stranger is a process of its own on this machine, at one address:
it pours what it can into one connection (`many`: a little into each of many) and opens the next as soon as
that is cut off. So it takes a core that the server would else have; "nobody" is the same without it, "cut"
how many of its connections were ended. Times are those of `bench.load`: from when a move was due to its
answer. "server" is the part of a core that the server used.
"""

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException
from itertools import count
from pathlib import Path
from socket import create_connection, socket
from typing import Final

from bench.crowd import Crowd, Measured
from bench.served import ROOT, served
from websockets.frames import Frame, Opcode

TABLES: Final = 6
PERIOD: Final = 1.0
WARM: Final = 2.0
NOBODY: Final = "nobody"
HALF_OPEN: Final = "half-open"
OPENINGS: Final = "openings"
POSTED: Final = "posted"  # lines over requests, of nothing but line feeds
MANY: Final = "many"  # sockets, each within its own limit
_SOCKETS: Final = 400
_COMINGS: Final = 40  # of them at once
_PINGS: Final = 70  # a second and socket
_BOT_PAUSE: Final = 0.3
_HEAD: Final = f"{'':16}{'checkout':14}{'acks':>6}{'p50 ms':>9}{'p99':>9}{'worst':>9}{'server':>8}{'cut':>8}"


def frame(opcode: Opcode, data: bytes = b"", *, fin: bool = True) -> bytes:
    """A client's."""
    return Frame(opcode, data, fin).serialize(mask=True)


CHUNKS: Final = {
    "continuations": frame(Opcode.CONT, fin=False) * 4000,
    "pings": frame(Opcode.PING) * 4000,
    "pongs": frame(Opcode.PONG) * 4000,
    "messages": frame(Opcode.TEXT, b'{"t":"pong"}') * 2000,
    "nonsense": frame(Opcode.TEXT, b"{") * 2000,
    "large": frame(Opcode.TEXT, b'{"t":"pong"}'.ljust(65535)) * 8,
}
_FOREIGN: Final = b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n"
# What is poured without waiting for an answer: how it begins, and what comes again and again.
POURED: Final = {
    "pipelined": (b"", _FOREIGN * 500),
    "head": (b"GET / HTTP/1.1\r\nHost: localhost\r\n", b"a: b\r\n" * 40_000),
    "address": (b"GET /", b"a" * (1 << 18)),
}
KINDS: Final = (NOBODY, *CHUNKS, OPENINGS, HALF_OPEN, *POURED, POSTED, MANY)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--against", type=Path, default=None, metavar="CHECKOUT")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--kind", choices=KINDS, action="append")
    parser.add_argument("--flood", type=int, metavar="PORT", help="be the stranger")
    chosen = parser.parse_args()
    if chosen.flood:
        flood(chosen.flood, chosen.kind[0])
        return
    print(_HEAD)
    checkouts = [ROOT] if chosen.against is None else [chosen.against.resolve(), ROOT]
    for kind in chosen.kind or KINDS:
        for checkout in checkouts:
            measured, cut = beside(kind, checkout, chosen.seconds)
            print(
                f"{kind:16}{checkout.name:14}{measured.acks:6}{measured.p50:9.1f}{measured.p99:9.1f}"
                f"{measured.worst:9.1f}{measured.server:8.2f}{cut:>8}",
                flush=True,
            )


def beside(kind: str, checkout: Path, seconds: float) -> tuple[Measured, str]:
    """Moves beside one kind of flood."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder, "potluck.db")
        options = (f"sqlite:///{database}", str(_BOT_PAUSE), "limited")
        with served("bench.load_server", *options, checkout=checkout) as (port, process):
            command = [sys.executable, "-m", "bench.floods", "--flood", str(port), "--kind", kind]
            return asyncio.run(_measured(Crowd(port, process, database), command, seconds))


async def _measured(crowd: Crowd, command: list[str], seconds: float) -> tuple[Measured, str]:
    await crowd.set_up(TABLES, (seconds + WARM) / PERIOD)
    stranger = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdout=subprocess.PIPE)
    try:
        measured = await crowd.measure(TABLES, PERIOD, seconds, WARM)
    finally:
        stranger.terminate()
        said, _ = await stranger.communicate()
    return measured, said.decode().split()[-1] if said else "0"


def flood(port: int, kind: str) -> None:
    """Be rude until killed."""
    if kind == NOBODY:
        time.sleep(3600)
    if kind == HALF_OPEN:
        _half_open(port)
    if kind == MANY:
        _many(port)
    for cut in count(1):
        with suppress(OSError, HTTPException):
            if kind in POURED:
                _pour(port, *POURED[kind])
            elif kind == POSTED:
                _post(port)
            else:
                with _knock(port) as made:
                    if kind == OPENINGS:
                        continue
                    if kind == "continuations":
                        made.sendall(frame(Opcode.TEXT, fin=False))
                    while True:
                        made.sendall(CHUNKS[kind])
        print(cut, flush=True)


def _knock(port: int) -> socket:
    made = create_connection(("127.0.0.1", port), 5)
    head = f"GET /socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
    head += "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    made.sendall(f"{head}Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode())
    made.recv(4096)
    return made


def _pour(port: int, begin: bytes, again: bytes) -> None:
    """Into one connection, reading off what is answered only so that it does not stand still."""
    with create_connection(("127.0.0.1", port), 5) as made:
        made.sendall(begin)
        made.setblocking(False)
        sent = 0
        while True:
            with suppress(BlockingIOError):
                sent = (sent + made.send(again[sent:])) % len(again)
            with suppress(BlockingIOError):
                if not made.recv(1 << 16):
                    return


def _post(port: int) -> None:
    """One line after the other, until one is refused."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=5)) as made:
        made.request("POST", "/api/line", b"", {"X-Potluck": "1"})
        line = json.loads(made.getresponse().read()).get("line", "")
        while True:
            made.request(
                "POST", "/api/line/said", b"\n" * 65_000, {"X-Potluck": "1", "Authorization": f"line {line}"}
            )
            answer = made.getresponse()
            answer.read()
            if answer.status >= 400:
                return


def _many(port: int) -> None:
    """What is cut off comes again."""
    held: list[socket] = []
    cut = 0
    while True:
        began = time.monotonic()
        for _ in range(min(_COMINGS, _SOCKETS - len(held))):
            with suppress(OSError):
                held.append(_knock(port))
                held[-1].setblocking(False)
        for each in list(held):
            try:
                each.send(frame(Opcode.PING) * (_PINGS // 10))
                while each.recv(1 << 16):
                    pass
                raise ConnectionError
            except BlockingIOError:
                pass
            except OSError:
                held.remove(each)
                each.close()
                cut += 1
                print(cut, flush=True)
        time.sleep(max(0.0, began + 0.1 - time.monotonic()))


def _half_open(port: int) -> None:
    held: list[socket] = []
    while True:
        with suppress(OSError):
            made = create_connection(("127.0.0.1", port), 5)
            made.sendall(b"GET / HT")
            held.append(made)
        if len(held) > 1000:
            held.pop(0).close()
        time.sleep(0.001)


if __name__ == "__main__":
    main()
