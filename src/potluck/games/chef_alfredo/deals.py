"""Redeals of Chef Alfredo: hidden tiles in any order, each hidden ingredient thrown anywhere (CA-15).

Tiles the viewer sees stay; the others are permuted uniformly. Every ingredient that is out of its
container, in no open pot, was thrown into some closed pot: each labelled way to have thrown them that
fits the pots is equally likely.

A view forgets (CA-20), so a redealer can be told what its cook remembers: a mapping from hotplate to
tile. What can be seen now counts before what is remembered; of two memories of one tile the later one
in the mapping counts, as the fresher. Whatever is then left of the memory holds in every deal.
"""

from collections.abc import Callable, Mapping
from math import comb

from potluck.games.chef_alfredo.material import KINDS, PER_KIND, POTS
from potluck.games.chef_alfredo.rules import NO_POT, UNROLLED, State, blank
from potluck.games.chef_alfredo.table import STEPS
from potluck.games.chef_alfredo.view import ChefAlfredoView
from potluck.play.bag import draw_from
from potluck.play.chance import Chance, below_any
from potluck.play.reading import number_of


def redealer(view: ChefAlfredoView, memory: Mapping[int, int] | None = None) -> Callable[[Chance], State]:
    """Deals that agree with a view, and with what is remembered: hotplate to tile.

    Raises ValueError for a hotplate or a tile that there is not.
    """
    return _Redeal(view, memory or {})


def _known(view: ChefAlfredoView, memory: Mapping[int, int]) -> dict[int, int]:
    """Hotplate to tile: what the viewer sees, then what the viewer remembers besides."""
    known = dict(enumerate(view.look or []))
    for seen in (view.lifted, view.poured, *(view.pots or [])):
        if seen is not None:
            known[seen.pot] = seen.tile
    for pot, tile in reversed(list(memory.items())):
        if not (0 <= pot < POTS and 0 <= tile < len(KINDS)):
            raise ValueError(f"there is no tile {tile} on hotplate {pot} to remember")
        if pot not in known and tile not in known.values():
            known[pot] = tile
    return known


class _Redeal:
    """One preparation, many deals (called with a chance)."""

    def __init__(self, view: ChefAlfredoView, memory: Mapping[int, int]) -> None:
        self._view = view
        self._known = _known(view, memory)
        self._fixed: dict[int, list[int]] = {}
        if view.lifted is not None:
            self._fixed[view.lifted.pot] = view.lifted.inside
        if view.poured is not None:
            self._fixed[view.poured.pot] = [0, 0, 0, 0]
        self._fixed.update((seen.pot, seen.inside) for seen in view.pots or [])
        self._open = [pot for pot in range(POTS) if pot not in self._fixed]
        hidden = [PER_KIND - left for left in view.containers]
        for inside in self._fixed.values():
            hidden = [total - here for total, here in zip(hidden, inside, strict=True)]
        # The throw just made lies in the marked pot for certain, whoever looks.
        self._sure = view.chosen if view.chosen is not None and view.lifted is None else None
        if self._sure is not None and view.die is not None:
            hidden[view.die] -= 1
        self._balls = [kind for kind, count in enumerate(hidden) for _ in range(count)]
        room = view.pot_capacity
        self._room = [room - (pot == self._sure) for pot in self._open]
        self._ways = _ways(self._room, len(self._balls))

    def __call__(self, chance: Chance) -> State:
        view = self._view
        state = blank(view.seats, view.points_to_end, view.round_limit, view.pot_capacity)
        state.step = number_of(STEPS, view.step)
        state.active = view.active
        state.turns = view.turns
        state.die = view.die if view.die is not None else UNROLLED
        state.points = view.scores[:]
        state.chosen = view.chosen if view.chosen is not None else NO_POT
        for seat in view.ready:
            state.ready |= 1 << seat
        if view.poured is not None:
            state.poured = view.poured.pot
            state.poured_inside = view.poured.inside[:]
        rest = [tile for tile in range(POTS) if tile not in self._known.values()]
        state.tiles = [
            self._known[pot] if pot in self._known else draw_from(rest, chance) for pot in range(POTS)
        ]
        self._throw(state, chance)
        return state

    def _throw(self, state: State, chance: Chance) -> None:
        for pot, inside in self._fixed.items():
            state.inside[pot] = inside[:]
        if self._sure is not None:
            state.inside[self._sure][state.die] += 1
        balls = self._balls[:]
        for i, pot in enumerate(self._open):
            # How many land here: in proportion to the ways of choosing them and placing the rest.
            pick = below_any(chance, self._ways[i][len(balls)])
            size = 0
            while pick >= (weight := comb(len(balls), size) * self._ways[i + 1][len(balls) - size]):
                pick -= weight
                size += 1
            for _ in range(size):
                state.inside[pot][draw_from(balls, chance)] += 1


def _ways(room: list[int], balls: int) -> list[list[int]]:
    """ways[i][n]: in how many labelled ways n balls fit into the pots from i on."""
    ways = [[0] * (balls + 1) for _ in range(len(room) + 1)]
    ways[len(room)][0] = 1
    for i in range(len(room) - 1, -1, -1):
        for n in range(balls + 1):
            ways[i][n] = sum(comb(n, k) * ways[i + 1][n - k] for k in range(min(room[i], n) + 1))
    return ways
