"""When what nobody touches may go: by a clock that cannot be put forward, and not without grace.

The wall clock may be wrong and be set right, or the other way round, while this process runs or before it
was started. So age counts only as far as this process cannot contradict it: a leap of the wall clock
against the monotonic one adds nothing, and what is cleared away must have been overdue an hour ago
already, by a sweep of this process that came after its start and after the last leap either way.
"""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Final

from potluck.tables.room import Status
from potluck.tables.settings import Settings

_log: Final = logging.getLogger(__name__)

_LEAP_SECONDS: Final = 60.0  # by less a clock is only corrected
_TOLD_PART: Final = 4  # when a table goes is told in the last quarter of its time at the earliest
_TOLD_TO: Final = 600  # what is told is rounded down to this


def unsleeping() -> float:
    """Seconds on a clock that nobody can set; where there is one, it goes on while the machine sleeps."""
    if hasattr(time, "clock_gettime"):
        return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))
    return time.monotonic()


class Expiry:
    """How long tables are kept, and by which clock. Thread-safe."""

    def __init__(
        self, settings: Settings, now: Callable[[], float], monotonic: Callable[[], float] = unsleeping
    ) -> None:
        """`now` is the wall clock, in seconds since 1970."""
        self._settings = settings
        self._now = now
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._offset = self._slowest = now() - monotonic()
        self._since = now()  # of the grace, on the steady clock
        self._sweeps: deque[tuple[float, float]] = deque()  # monotonic and steady time of each

    def kept(self, status: Status) -> float:
        """Seconds that a table is kept after it was last touched."""
        settings = self._settings
        return {
            "open": settings.open_seconds,
            "playing": settings.idle_seconds,
            "over": settings.finished_seconds,
        }[status]

    def sweep_time(self) -> float | None:
        """The time by which a sweep that begins now judges; None: it must not remove anything.

        To be called once a sweep. It is the time of the newest earlier sweep that is old enough, so what was
        overdue then and is still as it was has had its grace.
        """
        with self._lock:
            steady = self._steady()
            ticks = self._monotonic()
            self._sweeps.append((ticks, steady))
            old = ticks - self._settings.grace_seconds
            if self._sweeps[0][0] > old:
                return None
            while len(self._sweeps) > 1 and self._sweeps[1][0] <= old:
                self._sweeps.popleft()
            return min(self._sweeps[0][1], steady)

    def told(self, status: Status, touched: float) -> int | None:
        """When a table goes that was last touched then, in seconds since 1970; None while that is far off."""
        with self._lock:
            steady = self._steady()
            ahead = self._now() - steady  # what the wall clock has leapt since the start
            due = max(touched + self.kept(status), self._since) + self._settings.grace_seconds
        if due - steady > min(self._settings.told_seconds, self.kept(status) / _TOLD_PART):
            return None
        return int(due + ahead) // _TOLD_TO * _TOLD_TO

    def _steady(self) -> float:
        """The wall clock without the leaps ahead that it made since the start."""
        ticks, now = self._monotonic(), self._now()
        offset = now - ticks
        leap = offset - self._offset
        self._offset = offset
        self._slowest = min(self._slowest, offset)
        steady = ticks + self._slowest
        if abs(leap) > _LEAP_SECONDS:
            _log.warning("the clock was set by %+.0f s: nothing is cleared away for a while", leap)
            self._sweeps.clear()
            self._since = steady
        return steady
