"""A bounded memory of bots and of how far each has been told; what was not used for longest goes first.

A worker keeps the bots themselves, the server how far it has told each: both by the same rule, so they agree
on what is still there. Nothing hangs on it: what is missing is rebuilt from the whole stream.
"""

from collections import OrderedDict
from typing import Final, Generic, TypeVar

from potluck.tables.due import Whose

# A bot may remember every event it was told: so many events are a hundred megabytes or so.
MOST_BOTS: Final = 1024
MOST_EVENTS: Final = 200_000

T = TypeVar("T")


class Folds(Generic[T]):
    """Of each bot something that follows from its first so many events."""

    def __init__(self, bots: int = MOST_BOTS, events: int = MOST_EVENTS) -> None:
        """Keep at most so many bots that were told at most so many events together."""
        self._bots = bots
        self._events = events
        self._told = 0
        self._kept: OrderedDict[Whose, tuple[int, T]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def look(self, whose: Whose) -> tuple[int, T] | None:
        """How many events it was told, and what came of them."""
        return self._kept.get(whose)

    def take(self, whose: Whose) -> tuple[int, T] | None:
        """The same, which is then no longer kept."""
        found = self._kept.pop(whose, None)
        if found is not None:
            self._told -= found[0]
        return found

    def keep(self, whose: Whose, told: int, fold: T) -> None:
        """Keep what came of the first `told` events, and let go of what is too much."""
        self.take(whose)
        self._kept[whose] = told, fold
        self._told += told
        while self._kept and (len(self._kept) > self._bots or self._told > self._events):
            _, (gone, _) = self._kept.popitem(last=False)
            self._told -= gone

    def clear(self) -> None:
        """Keep nothing."""
        self._kept.clear()
        self._told = 0
