"""The log of a server: discreet, and one line for what goes wrong again and again.

A log is read by others than the players and kept for years. Of an exception it says kind and place
(`discreet`), whoever logs it: we, uvicorn, asyncio or a thread that nobody waits for. A kind of failure or
refusal is said when it first happens; how often it came again is said once a minute.
"""

import asyncio
import logging
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

from potluck.tables import discreet
from potluck.tables.database import out_of_reach

log = logging.getLogger("potluck.web")

MINUTE: Final = 60.0
_KINDS: Final = 200  # told apart in a minute
_FORMAT: Final = "%(asctime)s %(levelname)s %(name)s %(message)s"
_QUIET: Final = ("alembic", "asyncio", "websockets", "markdown_it")


class _Formatter(logging.Formatter):
    """Says of exceptions what may be said."""

    def formatException(self, ei: Any) -> str:  # noqa: N802 (the library's name)
        return discreet.told(ei[1]) if ei[1] is not None else ""


class Log(logging.StreamHandler[Any]):
    """Writes to the error stream, and keeps count of what comes again."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        """`now` in seconds, from whenever."""
        super().__init__(sys.stderr)
        self.setFormatter(_Formatter(_FORMAT))
        self._now = now
        self._began = now()
        self._again: dict[tuple[str, int, str], int] = {}

    def handle(self, record: logging.LogRecord) -> bool:
        """Write a record, or count it; anything that failed, or was refused, counts."""
        discreetly = _discreet(record)
        with _held(self):
            self.count()
            if record.levelno < logging.WARNING and not getattr(record, "refused", False):
                return bool(super().handle(discreetly))
            said = discreetly.getMessage() if len(self._again) < _KINDS else str(record.msg)
            key = record.name, record.levelno, said
            if key in self._again:
                self._again[key] += 1
                return False
            self._again[key] = 0
            return bool(super().handle(discreetly))

    def count(self, *, now: bool = False) -> None:
        """Say what came again, if a minute has passed; or `now`."""
        with _held(self):
            moment = self._now()
            if not now and moment - self._began < MINUTE:
                return
            self._began = moment
            again, self._again = self._again, {}
            for (name, level, said), number in again.items():
                if number:
                    more = "%s (%d times more)"
                    super().handle(logging.LogRecord(name, level, "", 0, more, (said, number), None))

    def close(self) -> None:
        """Say what is left."""
        self.count(now=True)
        super().close()


def _held(handler: logging.Handler) -> threading.RLock:
    assert handler.lock is not None
    return handler.lock


def _discreet(record: logging.LogRecord) -> logging.LogRecord:
    """The same without what others' messages hold."""
    found = logging.makeLogRecord(record.__dict__)
    found.exc_text = None  # another handler's wording
    error = record.exc_info[1] if record.exc_info else None
    if record.name == "asyncio":  # it writes down what it was to call, with all that this was given
        found.msg, found.args = "the event loop met a failure", None
    elif isinstance(record.args, tuple):
        found.args = tuple(
            discreet.kind(each) if isinstance(each, BaseException) else each for each in record.args
        )
    if error is not None and out_of_reach(error):  # where in the code that came to light says nothing
        found.msg, found.args, found.exc_info = f"{found.getMessage()}: {discreet.kind(error)}", None, None
    if isinstance(error, UnicodeDecodeError) and record.name.startswith("uvicorn"):
        found.exc_info = None  # bytes that somebody sent, no fault of ours
    return found


def begin(*, verbose: bool) -> None:
    """From now on everything that is said goes to the error stream, and through here."""
    logging.basicConfig(level=logging.DEBUG if verbose else logging.INFO, handlers=[Log()])
    for noisy in _QUIET:
        logging.getLogger(noisy).setLevel(logging.WARNING)
    threading.excepthook = _thread_failed
    sys.unraisablehook = _nobody_caught


@asynccontextmanager
async def counting() -> AsyncIterator[None]:
    """While the block runs, what came again is said every minute, however quiet it has become."""
    task = asyncio.get_running_loop().create_task(_count())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _count() -> None:
    while True:
        await asyncio.sleep(MINUTE)
        for handler in logging.getLogger().handlers:
            if isinstance(handler, Log):
                handler.count()


def _thread_failed(failed: threading.ExceptHookArgs) -> None:
    if failed.exc_value is not None and not isinstance(failed.exc_value, SystemExit):
        log.error("a thread has failed", exc_info=failed.exc_value)


def _nobody_caught(failed: "sys.UnraisableHookArgs") -> None:
    if failed.exc_value is not None:
        log.error("something failed where nobody could be told", exc_info=failed.exc_value)
