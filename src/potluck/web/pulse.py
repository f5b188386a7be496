"""Asks every tab now and then whether somebody is there, and drops those that nobody hears of.

A tab is asked every three seconds, unless it has said something since and has been told something: then both
sides know that the line holds. Tabs take turns: a thousand asked at once, and their thousand answers, would
hold up everybody's moves.
"""

import logging
from typing import Final

from potluck.web.settings import PING_SECONDS, SEND_SECONDS, SILENCE_SECONDS
from potluck.web.tab import Tab

log = logging.getLogger("potluck.web")

TURNS: Final = 15


class Pulse:
    """The tabs of a process, in turns; lives on the event loop."""

    def __init__(self) -> None:
        self._turns: list[set[Tab]] = [set() for _ in range(TURNS)]
        self._turn = 0

    @property
    def pause(self) -> float:
        """Seconds between one turn and the next."""
        return PING_SECONDS / TURNS

    def add(self, tab: Tab) -> None:
        """A new tab."""
        min(self._turns, key=len).add(tab)

    def discard(self, tab: Tab) -> None:
        """It is gone."""
        for turn in self._turns:
            turn.discard(tab)

    def beat(self, now: float) -> bool:
        """Ask those whose turn it is at loop time `now`; whether all have had theirs once more."""
        turn = self._turns[self._turn]
        self._turn = (self._turn + 1) % TURNS
        for tab in list(turn):
            try:
                self._ask(tab, now)
            except Exception:
                log.exception("a tab could not be asked")
                tab.kill()
        return self._turn == 0

    @staticmethod
    def _ask(tab: Tab, now: float) -> None:
        silent = now - tab.heard
        stuck = tab.sending is not None and now - tab.sending > SEND_SECONDS
        if stuck or (silent > SILENCE_SECONDS and not tab.deaf):
            tab.kill()
        elif not tab.closing and not (tab.told and silent < PING_SECONDS):
            tab.ping()
        tab.told = False
