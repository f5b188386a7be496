"""Games made to leak in a step that play seldom gets to: conformance must find each (test_leaks.py).

Each function patches one rule of a game so that a viewer is told what it may not know, once in a while.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

import pytest

from potluck.games.chef_alfredo.table import EVENT_EMPTIED, EVENT_LIFT
from potluck.games.cooking_rumble.table import EVENT_ILLEGAL
from potluck.games.secret_recipe.table import EVENT_ASKED, EVENT_ASKED_NO, EVENT_ASKED_YES
from potluck.play.chance import Chance
from potluck.play.notes import Note
from potluck.play.seats import SPECTATORS


class Leak(NamedTuple):
    """A leak, and where conformance is to look for it."""

    patch: Callable[[pytest.MonkeyPatch], None]
    seats: int
    told: str  # the event that says it


def _tea(patch: pytest.MonkeyPatch) -> None:
    """SR-22: the active player reads what everybody asks at a tea break, and the answers."""
    from potluck.games.secret_recipe import discussion
    from potluck.games.secret_recipe.tea import answer_tea as sound

    def telling(board: Any, notes: list[Note]) -> int:
        active = 1 << board.active
        jot: list[Note] = []
        learned = sound(board, jot)
        for kind, readers, args in jot:
            if kind in (EVENT_ASKED_YES, EVENT_ASKED_NO):
                readers |= active
            elif kind == EVENT_ASKED:
                readers &= ~active
            notes.append((kind, readers, args))
        return learned

    patch.setattr(discussion, "answer_tea", telling)


def _scarce(patch: pytest.MonkeyPatch) -> None:
    """CA-16: when an ingredient has run out, the neighbour sees a tile, too."""
    from potluck.games.chef_alfredo.rules import State

    sound = State._roll

    def telling(self: State, chance: Chance, notes: list[Note] | None) -> None:
        sound(self, chance, notes)
        if notes and notes[-1][0] == EVENT_EMPTIED:
            notes.append((EVENT_LIFT, 1 << self.neighbour(), (0, self.tiles[0])))

    patch.setattr(State, "_roll", telling)


def _last_tile(patch: pytest.MonkeyPatch) -> None:
    """CR-8: once somebody has completed two tiles, spectators are told which card goes down."""
    from potluck.games.cooking_rumble.rules import State

    sound = State._play_card

    def telling(self: State, seat: int, kind: int, notes: list[Note] | None) -> None:
        sound(self, seat, kind, notes)
        if notes is not None and max(taken.bit_count() for taken in self.taken) > 1:
            notes.append((EVENT_ILLEGAL, SPECTATORS, (self.active, self.judge, kind)))

    patch.setattr(State, "_play_card", telling)


LEAKS: Final[Mapping[str, Leak]] = {
    "secret_recipe": Leak(_tea, 3, "asked_yes"),
    "chef_alfredo": Leak(_scarce, 3, "lift"),
    "cooking_rumble": Leak(_last_tile, 3, "illegal"),
}
