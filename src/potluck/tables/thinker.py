"""One worker process as the server sees it: started, asked one thing at a time, killed when it is stuck.

Socket and answers are handled on the event loop itself: a thought costs no thread here. A socket pair and
`multiprocessing` are to be had on every system. Only the start, which takes long, happens in a thread.
"""

import asyncio
import contextlib
import socket
import threading
import time
from collections.abc import Callable
from typing import Any, Final

import msgspec

from potluck.tables import crash, worker
from potluck.tables.due import Answer, Thought

_START_SECONDS: Final = 60.0  # a worker may take to import everything, on a slow and busy machine
_FORK_SECONDS: Final = 5.0  # and until there is a process at all
# A worker ends itself at its deadline. If it cannot, it is not running at all.
_GRACE_SECONDS: Final = 1.0
_BEGIN_SECONDS: Final = 3.0  # one that does not even begin has been stopped: nobody waits for its deadline

_encode: Final = msgspec.msgpack.Encoder().encode
_answer: Final = msgspec.msgpack.Decoder(Answer)


async def _aside(work: Callable[[], object]) -> None:
    """Do something in a thread of its own: one that never comes back keeps no other from being had."""
    loop = asyncio.get_running_loop()
    done = loop.create_future()

    def settle(error: BaseException | None) -> None:
        if not done.done():
            done.set_result(None) if error is None else done.set_exception(error)

    def run() -> None:
        failed: BaseException | None = None
        try:
            work()
        except Exception as error:
            failed = error
        with contextlib.suppress(RuntimeError):  # the loop has ended meanwhile
            loop.call_soon_threadsafe(settle, failed)

    threading.Thread(target=run, name="starts a worker", daemon=True).start()
    await done


class WorkerDied(Exception):
    """A worker ended, or had to be ended, before it answered."""


class NothingStarts(WorkerDied):
    """There is no process: what should make it has been stopped, or the machine is on its knees."""


class DeadlinePassed(WorkerDied):
    """It ended because the thought took too long."""


class Thinker(asyncio.Protocol):
    """A worker process. `start` makes one."""

    def __init__(self, process: Any, deadline: float) -> None:
        """`process` is running; `deadline` in seconds bounds a thought."""
        self._process = process
        self._deadline = deadline
        self._transport: Any = None
        self._received = bytearray()
        self._asked: asyncio.Future[bytes] | None = asyncio.get_running_loop().create_future()
        self._ready = self._asked  # the first frame is not asked for
        self._began = 0.0
        self._late: asyncio.TimerHandle | None = None
        self.gone = False

    @classmethod
    async def start(cls, context: Any, deadline: float, think: worker.Think | None) -> "Thinker":
        """Start a process of a context of `multiprocessing`. Raises NothingStarts, WorkerDied, OSError."""
        ours, theirs = socket.socketpair()
        process = context.Process(target=worker.serve, args=(theirs, deadline, think), daemon=True)

        def begin() -> None:
            with theirs:
                process.start()
            # Workers end with us. When we end nobody is to wait for them: what tells of it may be stopped.
            process.join = lambda: None

        thinker: Thinker | None = None
        try:
            async with asyncio.timeout(_START_SECONDS):
                try:
                    async with asyncio.timeout(_FORK_SECONDS):
                        await _aside(begin)
                except TimeoutError:
                    raise NothingStarts("no process was made") from None
                ours.setblocking(False)
                _, thinker = await asyncio.get_running_loop().create_connection(
                    lambda: cls(process, deadline), sock=ours
                )
                await thinker._ready
            return thinker
        except BaseException as error:
            if thinker is not None:
                thinker.kill()
            else:
                ours.close()  # a worker that has begun after all ends with it
            if isinstance(error, TimeoutError):
                raise WorkerDied("it did not begin") from None
            raise

    async def ask(self, thought: Thought) -> Answer:
        """What the worker makes of it. Raises WorkerDied, DeadlinePassed. One at a time."""
        if self.gone:
            raise WorkerDied("it is gone")
        loop = asyncio.get_running_loop()
        asked = self._asked = loop.create_future()
        self._began = time.monotonic()
        self._late = loop.call_later(min(_BEGIN_SECONDS, self._deadline + _GRACE_SECONDS), self._stands_still)
        try:
            self._transport.write(worker.framed(_encode(thought)))
            crash.here("bot.thinking")
            return _answer.decode(await asked)
        finally:
            self._late.cancel()
            if not asked.done() or asked.cancelled():
                self.kill()  # who asked has gone; the answer would be taken for the next one's

    def kill(self) -> None:
        """End the process now, whatever it does."""
        self.gone = True
        if self._process.is_alive():
            self._process.kill()
        if self._transport is not None and not self._transport.is_closing():
            self._transport.abort()

    # What the loop calls

    def _stands_still(self) -> None:
        """It does not end itself, as it should have: it was stopped, or the machine is on its knees."""
        self._failed(WorkerDied("it stands still"))
        self.kill()

    def _failed(self, error: WorkerDied) -> None:
        if self._asked is not None and not self._asked.done():
            self._asked.set_exception(error)

    def connection_made(self, transport: Any) -> None:
        """The line is there."""
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Part of an answer."""
        self._received += data
        while (frame := self._frame()) is not None:
            if frame == worker.BEGUN and self._ready.done():
                self._has_begun()
            else:
                self._answered(frame)

    def _frame(self) -> bytes | None:
        """The next one that has come whole."""
        end = worker.LENGTH_BYTES + int.from_bytes(self._received[: worker.LENGTH_BYTES], "big")
        if len(self._received) < max(end, worker.LENGTH_BYTES):
            return None
        frame = bytes(self._received[worker.LENGTH_BYTES : end])
        del self._received[:end]
        return frame

    def _has_begun(self) -> None:
        if self._late is not None and not self._late.cancelled():
            self._late.cancel()
            left = self._began + self._deadline + _GRACE_SECONDS - time.monotonic()
            self._late = asyncio.get_running_loop().call_later(left, self._stands_still)

    def _answered(self, answer: bytes) -> None:
        if self._asked is not None and not self._asked.done():
            self._asked.set_result(answer)

    def connection_lost(self, exc: Exception | None) -> None:
        """The worker has ended."""
        self.gone = True
        late = self._began > 0 and time.monotonic() - self._began >= self._deadline
        self._failed(DeadlinePassed() if late else WorkerDied())
