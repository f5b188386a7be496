"""Cooks with a memory: three levels that differ by how much they keep in mind and how well they bluff.

A bot knows what its own event stream has told it and what its view shows, and it forgets like a
person: it keeps in mind at most `size` pots at a time (the longest unvisited goes first), and at every
event each remembered pot slips away with probability `decay`, decided by a hash of (seed, event number,
pot). So the memory is a fold over the stream: a bot rebuilt after a restart remembers the same.
What it cannot remember it estimates by counting, and where a choice can be read it is mixed.
"""

from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from potluck.games.chef_alfredo.rules import DOUBT, FIRST_POT, FIRST_SWAP, POTS, SWAPS, TRUST
from potluck.play.chance import Chance
from potluck.play.game import Bot
from potluck.play.moves import Move
from potluck.play.phrase import Event

if TYPE_CHECKING:
    from potluck.games.chef_alfredo.view import ChefAlfredoView

_GRAIN: Final = 1 << 20  # probabilities are compared on this scale


class Level:
    """What sets one level apart: memory size in pots, decay per event, and nerve.

    `denial` is what taking a point from the thrower is worth beside the own point (0: does not care),
    `tempo` what losing one's own turn costs, both in points; `bluffs` mixes unknown pots evenly and
    hides knowledge when swapping.
    """

    def __init__(self, size: int, decay: float, denial: float, tempo: float, bluffs: bool) -> None:
        self.size = size
        self.decay = int(decay * _GRAIN)
        self.denial = denial
        self.tempo = tempo
        self.bluffs = bluffs


EASY: Final = Level(size=2, decay=0.06, denial=0.0, tempo=0.9, bluffs=False)
MEDIUM: Final = Level(size=3, decay=0.02, denial=0.5, tempo=0.7, bluffs=False)
STRONG: Final = Level(size=4, decay=0.004, denial=1.0, tempo=0.7, bluffs=True)


class Memory:
    """Which tile the bot believes to be in which pot; oldest impression first."""

    def __init__(self, level: Level, seed: int) -> None:
        self._level = level
        self._seed = seed
        self._count = 0
        self._pots: dict[int, int] = {}

    def notice(self, event: Event) -> None:
        """Fold in one event of the own stream."""
        self._count += 1
        self._forget()
        args = event.args
        name = event.key.rpartition(".")[2]
        if name == "look":
            for pot, letter in enumerate("abcd"):
                self._learn(pot, args[f"tile_{letter}"])
        elif name in ("lift", "tile"):
            self._learn(args["pot"], args["tile"])
        elif name == "swap":
            one, two = args["pot"], args["other"]
            assert isinstance(one, int)
            assert isinstance(two, int)
            self._pots = {{one: two, two: one}.get(pot, pot): tile for pot, tile in self._pots.items()}

    def _learn(self, pot: object, tile: object) -> None:
        assert isinstance(pot, int)
        assert isinstance(tile, int)
        # A tile has one place: an older impression that contradicts what was just seen is dropped.
        self._pots = {p: t for p, t in self._pots.items() if p != pot and t != tile}
        self._pots[pot] = tile
        while len(self._pots) > self._level.size:
            del self._pots[next(iter(self._pots))]

    def _forget(self) -> None:
        for pot in list(self._pots):
            key = f"{self._seed}:{self._count}:{pot}".encode()
            if int.from_bytes(blake2b(key, digest_size=4).digest(), "little") % _GRAIN < self._level.decay:
                del self._pots[pot]

    def chances(self, kind: int) -> list[float]:
        """For each pot the probability that it cooks `kind`, as far as the bot remembers."""
        for pot, tile in self._pots.items():
            if tile == kind:
                return [1.0 if pot == here else 0.0 for here in range(POTS)]
        unknown = POTS - len(self._pots)
        return [0.0 if pot in self._pots else 1.0 / unknown for pot in range(POTS)]

    def known(self) -> Mapping[int, int]:
        """Pot to tile, as remembered."""
        return self._pots


class Cook:
    """A bot of one level."""

    def __init__(self, level: Level, seed: int) -> None:
        self._level = level
        self._memory = Memory(level, seed)

    def notice(self, events: Sequence[Event]) -> None:
        """Fold in the next events of the own stream."""
        for event in events:
            self._memory.notice(event)

    def choose(self, view: "ChefAlfredoView", legal: Sequence[Move], nodes: int, chance: Chance) -> Move:
        """Pick by the step: where to throw, what to swap, whether to trust."""
        if len(legal) == 1:
            return legal[0]
        if view.step == "choose":
            return self._pot(view, chance)
        if view.step == "swap":
            return self._swap(chance)
        return self._answer(view, chance)

    def _pot(self, view: "ChefAlfredoView", chance: Chance) -> Move:
        """The likeliest pot; evenly among equals, so that an unsure throw looks like a sure one."""
        assert view.die is not None
        chances = self._memory.chances(view.die)
        best = max(chances)
        among = [pot for pot in range(POTS) if chances[pot] == best]
        return FIRST_POT + among[chance.below(len(among))]

    def _swap(self, chance: Chance) -> Move:
        """A bluffing cook moves a pot it remembers well (it can follow, others may slip); others any."""
        pairs = list(range(len(SWAPS)))
        if self._level.bluffs:
            known = self._memory.known()
            sure = [i for i in pairs if SWAPS[i][0] in known and SWAPS[i][1] in known]
            pairs = sure or pairs
        return FIRST_SWAP + pairs[chance.below(len(pairs))]

    def _answer(self, view: "ChefAlfredoView", chance: Chance) -> Move:
        """Doubt when it is worth more than the turn it may cost (CA-12).

        Trusting gives the thrower a point either way. A right doubt takes that point and gives one; a
        wrong doubt costs the own next turn.
        """
        assert view.die is not None
        assert view.chosen is not None
        right = self._memory.chances(view.die)[view.chosen]
        if 0.0 < right < 1.0:
            # The thrower meant to hit: somebody who remembers nothing still guesses better than blind.
            right = _THROWER_SKILL + (1.0 - _THROWER_SKILL) * right
        gain = (1.0 - right) * (1.0 + self._level.denial) - right * self._level.tempo
        if abs(gain) < _CLOSE and self._level.bluffs:
            return DOUBT if chance.below(2) else TRUST
        return DOUBT if gain > 0 else TRUST


_THROWER_SKILL: Final = 0.6
_CLOSE: Final = 0.05

LEVELS: Final[Mapping[str, Callable[[int], Bot]]] = {
    "easy": lambda seed: Cook(EASY, seed),
    "medium": lambda seed: Cook(MEDIUM, seed),
    "strong": lambda seed: Cook(STRONG, seed),
}
