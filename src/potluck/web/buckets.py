"""Buckets of tokens: so much at once, and so much in a time from then on. A hit costs a microsecond.

`limits`, which `limiting.py` has for rarer things, starts a thread to forget each hit: half a move's cost.
"""

import time
from typing import Final

_MANY: Final = 1024
_PAGE: Final = 4096  # bytes of a frame that cost as much as a frame
_DEAR: Final = 20.0  # times what anything costs whose common bucket is empty


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

    def take(self, who: str, cost: float = 1.0) -> bool:
        """Whether there were so many tokens in somebody's bucket; if so they are gone."""
        bucket = self._kept.get(who)
        if bucket is None:
            if len(self._kept) >= self._room:
                self._kept = {each: kept for each, kept in self._kept.items() if not kept.full}
                self._room = max(_MANY, 2 * len(self._kept))
            bucket = self._kept[who] = Bucket(self._most, self._seconds)
        return bucket.take(cost)


class Purse:
    """A bucket of one's own beside one that is shared. Once that is empty everything is dear.

    So of many who together send too much each is soon at an end, and who sends little goes on.
    """

    def __init__(self, own: Bucket, shared: Buckets, whose: str) -> None:
        self._own = own
        self._shared = shared
        self._whose = whose

    def take(self, frames: int = 1, size: int = 0) -> bool:
        """Whether so many frames, of so many bytes together, could be paid; if so they are."""
        cost = frames + size // _PAGE
        return self._own.take(cost if self._shared.take(self._whose, cost) else _DEAR * cost)
