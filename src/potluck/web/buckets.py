"""Buckets of tokens: so much at once, and so much in a time from then on. A hit costs a microsecond.

`limits`, which `limiting.py` has for rarer things, starts a thread to forget each hit: half a move's cost.
"""

import time
from typing import Final

_MANY: Final = 1024


class Bucket:
    """Holds `most` tokens, is full at first and fills within `seconds`."""

    __slots__ = ("_at", "_left", "_most", "_rate")

    def __init__(self, most: float, seconds: float) -> None:
        self._most = self._left = float(most)
        self._rate = most / seconds
        self._at = time.monotonic()

    def take(self, cost: float = 1.0) -> bool:
        """Whether there were so many tokens; if so they are gone."""
        now = time.monotonic()
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < cost:
            return False
        self._left -= cost
        return True

    @property
    def full(self) -> bool:
        """Whether it holds all it can: nothing is lost if it is forgotten."""
        return self._left + (time.monotonic() - self._at) * self._rate >= self._most


class Buckets:
    """One for each of many; full ones are forgotten."""

    def __init__(self, most: float, seconds: float) -> None:
        self._most = most
        self._seconds = seconds
        self._kept: dict[str, Bucket] = {}
        self._room = _MANY

    def take(self, who: str) -> bool:
        """Whether there was a token in somebody's bucket; if so it is gone."""
        bucket = self._kept.get(who)
        if bucket is None:
            if len(self._kept) >= self._room:
                self._kept = {each: kept for each, kept in self._kept.items() if not kept.full}
                self._room = max(_MANY, 2 * len(self._kept))
            bucket = self._kept[who] = Bucket(self._most, self._seconds)
        return bucket.take()
