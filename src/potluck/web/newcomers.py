"""Tabs that have not said which table they are at: told so and let go when it takes too long.

A page of ours says hello as soon as its line is open. So an address has a bounded number that has not, and
the one that has waited longest makes room for the next. Who is let go may come again.
"""

from potluck.play.errors import PotluckError
from potluck.web.errors import HelloFirst, TooManySockets
from potluck.web.limiting import household
from potluck.web.settings import HELLO_SECONDS
from potluck.web.tab import Tab
from potluck.web.waiting import Waiting


class Newcomers:
    """Those of a process; lives on the event loop."""

    def __init__(self, most: int) -> None:
        """At most `most` of an address."""
        self._most = most
        self._waiting = Waiting[Tab]()

    def came(self, tab: Tab, address: str) -> None:
        """A new line."""
        whose = household(address)
        self._waiting.begin(tab, whose)
        oldest = self._waiting.surplus(whose, self._most)
        if oldest is not None:
            self._let_go(oldest, TooManySockets())

    def left(self, tab: Tab) -> None:
        """It says hello, or is gone."""
        self._waiting.end(tab)

    def look_through(self, now: float) -> None:
        """Let go of who is late, at loop time `now`."""
        for tab in self._waiting.late(now, HELLO_SECONDS):
            self._let_go(tab, HelloFirst())

    def _let_go(self, tab: Tab, why: PotluckError) -> None:
        self.left(tab)
        tab.dismiss(why, final=False)
