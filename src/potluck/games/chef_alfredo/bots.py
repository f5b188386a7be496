"""Cooks of three levels, who differ by how much they keep in mind, how well they listen, and their nerve.

A cook knows what its own event stream has told it (memory.py) and what its view shows. Nobody throws
wrong on purpose: a right throw takes a cooking tile whatever the neighbour says. So bluffing is what to
do without knowing: throw as if one knew, where the neighbour can tell least; doubt when it pays.
"""

from collections.abc import Sequence
from math import exp
from typing import Final, NamedTuple

from potluck.games.chef_alfredo.material import POTS
from potluck.games.chef_alfredo.memory import Memory
from potluck.games.chef_alfredo.table import DOUBT, POT, SWAP, SWAPS, TRUST
from potluck.games.chef_alfredo.view import ChefAlfredoView
from potluck.play.chance import Chance
from potluck.play.game import Levels
from potluck.play.moves import Move
from potluck.play.phrase import Event

_GRAIN: Final = 1 << 20  # choices are mixed on this scale
_TURN: Final = 0.6  # cooking tiles that a turn brings on average: what a wrong doubt costs (CA-12b)


class Level(NamedTuple):
    """What sets one level apart."""

    size: int  # pots kept in mind
    decay: float  # chance to lose an impression, at every event
    slip: float  # chance to lose one when its pot changes places
    listens: bool  # learns from what others throw, trust and doubt
    denies: bool  # counts a cooking tile that another does not get
    nerve: float  # points of difference at which choices begin to be mixed; 0: never mixes


EASY: Final = Level(size=2, decay=0.06, slip=0.3, listens=False, denies=False, nerve=0.5)
MEDIUM: Final = Level(size=3, decay=0.025, slip=0.1, listens=True, denies=False, nerve=0.2)
STRONG: Final = Level(size=4, decay=0.008, slip=0.03, listens=True, denies=True, nerve=0.05)


class Cook:
    """A bot of one level."""

    def __init__(self, level: Level, seed: int) -> None:
        """`seed` decides what it forgets."""
        self._level = level
        self._memory = Memory(level.size, level.decay, level.slip, level.listens, seed)

    def notice(self, events: Sequence[Event]) -> None:
        """Fold in the next events of the own stream."""
        for event in events:
            self._memory.notice(event)

    def choose(self, view: ChefAlfredoView, legal: Sequence[Move], nodes: int, chance: Chance) -> Move:
        """Pick by the step: where to throw, what to swap, whether to trust."""
        if len(legal) == 1:
            return legal[0]
        if view.step == "choose":
            return self._pot(view, chance)
        if view.step == "swap":
            return self._swap(chance)
        return self._answer(view, chance)

    def _pot(self, view: ChefAlfredoView, chance: Chance) -> Move:
        """The likeliest pot (CA-9); among equals where the neighbour looked longest ago, or any."""
        assert view.die is not None
        chances = self._memory.chances(view.die)
        best = max(chances)
        among = [pot for pot in range(POTS) if chances[pot] > best - 1e-9]
        if self._level.listens:
            ages = {pot: self._memory.age(view.neighbour, pot) for pot in among}
            oldest = max(ages.values())
            among = [pot for pot in among if ages[pot] == oldest]
        return POT + among[chance.below(len(among))]

    def _swap(self, chance: Chance) -> Move:
        """Two pots it does not know, if there are (CA-8): only others have something to lose then."""
        pairs = list(range(len(SWAPS)))
        if self._level.listens:
            sure = self._memory.sure()
            unknown = [i for i in pairs if SWAPS[i][0] not in sure and SWAPS[i][1] not in sure]
            pairs = unknown or pairs
        return SWAP + pairs[chance.below(len(pairs))]

    def _answer(self, view: ChefAlfredoView, chance: Chance) -> Move:
        """Doubt when that is worth more than the turn it may cost (CA-11, CA-12).

        Trust gives the thrower a cooking tile. A right doubt keeps it from them and brings one; a wrong
        doubt costs the own turn. Where the two are close the answer is mixed, so that it cannot be read.
        """
        assert view.die is not None
        assert view.chosen is not None
        right = self._memory.right(view.chosen, view.die, view.active)
        prize = 1.0 + (1.0 / (view.seats - 1) if self._level.denies else 0.0)
        gain = (1.0 - right) * prize - right * _TURN
        if right in (0.0, 1.0) or self._level.nerve == 0.0:
            return DOUBT if gain > 0 else TRUST
        doubt = 1.0 / (1.0 + exp(-gain / self._level.nerve))
        return DOUBT if chance.below(_GRAIN) < doubt * _GRAIN else TRUST


LEVELS: Final[Levels] = {
    "easy": lambda seed: Cook(EASY, seed),
    "medium": lambda seed: Cook(MEDIUM, seed),
    "strong": lambda seed: Cook(STRONG, seed),
}
