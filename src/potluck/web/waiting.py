"""Who stands where nobody may stand for long, by address: so the one who has waited longest makes room."""

import asyncio
from collections import defaultdict
from typing import Generic, TypeVar

Who = TypeVar("Who")


class Waiting(Generic[Who]):
    """Those of a process; lives on the event loop."""

    def __init__(self) -> None:
        self._here: dict[Who, tuple[str, float]] = {}  # whose, and since when; the oldest first
        self._of: defaultdict[str, dict[Who, None]] = defaultdict(dict)  # the same by address

    def __contains__(self, who: Who) -> bool:
        """Whether somebody is one of them."""
        return who in self._here

    def begin(self, who: Who, whose: str) -> None:
        """One more, of an address."""
        self._here[who] = whose, asyncio.get_running_loop().time()
        self._of[whose][who] = None

    def end(self, who: Who) -> None:
        """Not any more; it may be that it was none of them."""
        if who not in self._here:
            return
        whose, _ = self._here.pop(who)
        del self._of[whose][who]
        if not self._of[whose]:
            del self._of[whose]

    def oldest(self) -> Who | None:
        """Who has waited longest."""
        return next(iter(self._here), None)

    def surplus(self, whose: str, most: int) -> Who | None:
        """Who has waited longest of an address that has more than so many."""
        of = self._of.get(whose, {})
        return next(iter(of)) if len(of) > most else None

    def late(self, now: float, seconds: float) -> list[Who]:
        """Who has waited for so long, at loop time `now`."""
        found = []
        for who, (_, since) in self._here.items():
            if now - since < seconds:
                break
            found.append(who)
        return found
