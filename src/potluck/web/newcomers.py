"""Tabs that have not said which table they are at: told so and let go when it takes too long.

A page of ours says hello as soon as its line is open. So an address has a bounded number that has not, and
the one that has waited longest makes room for the next. Who is let go may come again.
"""

import asyncio
from collections import defaultdict

from potluck.play.errors import PotluckError
from potluck.web.errors import HelloFirst, TooManySockets
from potluck.web.limiting import household
from potluck.web.settings import HELLO_SECONDS
from potluck.web.tab import Tab


class Newcomers:
    """Those of a process; lives on the event loop."""

    def __init__(self, most: int) -> None:
        """At most `most` of an address."""
        self._most = most
        self._here: dict[Tab, tuple[str, float]] = {}  # whose, and since when; the oldest first
        self._of: defaultdict[str, dict[Tab, None]] = defaultdict(dict)  # the same by address

    def came(self, tab: Tab, address: str) -> None:
        """A new line."""
        whose = household(address)
        self._here[tab] = whose, asyncio.get_running_loop().time()
        self._of[whose][tab] = None
        if len(self._of[whose]) > self._most:
            self._let_go(next(iter(self._of[whose])), TooManySockets())

    def left(self, tab: Tab) -> None:
        """It says hello, or is gone."""
        if tab not in self._here:
            return
        whose, _ = self._here.pop(tab)
        del self._of[whose][tab]
        if not self._of[whose]:
            del self._of[whose]

    def look_through(self, now: float) -> None:
        """Let go of who is late, at loop time `now`."""
        for tab, (_, since) in list(self._here.items()):
            if now - since < HELLO_SECONDS:
                break
            self._let_go(tab, HelloFirst())

    def _let_go(self, tab: Tab, why: PotluckError) -> None:
        self.left(tab)
        tab.dismiss(why, final=False)
