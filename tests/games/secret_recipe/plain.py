"""The plain way to solve a puzzle of recipe tiles: the oracle of the exact knowledge.

One sweep over the slots, in a dictionary keyed by how many tiles of each kind are used (their sum is the
slot's number) and which "has" answers of the recipe are met. Slow, exact, and independent of
knowledge.py, which works the other way round: kind by kind.
"""

from collections.abc import Sequence
from math import factorial, prod

from potluck.games.secret_recipe.knowledge import Puzzle, Solution

# Used tiles by kind, and the open "has" answers (as a mask) that are met.
_Key = tuple[tuple[int, ...], int]


def arrangements(counts: Sequence[int]) -> int:
    """In how many ways these tiles fill as many free places."""
    return factorial(sum(counts)) // prod(factorial(count) for count in counts)


def solve_plainly(puzzle: Puzzle) -> Solution:
    """The counts, by dictionary. Slots are swept in order, so equal recipes should be neighbours."""
    kinds = len(puzzle.counts)
    slots = len(puzzle.masks)
    layers: list[dict[_Key, int]] = [{((0,) * kinds, 0): 1}]
    for slot in range(slots):
        layer: dict[_Key, int] = {}
        for key, ways in layers[-1].items():
            for kind in range(kinds):
                nxt = _step(puzzle, slot, key, kind)
                if nxt is not None:
                    layer[nxt] = layer.get(nxt, 0) + ways
        layers.append(layer)
    met = (1 << len(puzzle.wants)) - 1
    behind: dict[_Key, int] = {}
    free = [0] * kinds
    for key, ways in layers[-1].items():
        left = [count - used for count, used in zip(puzzle.counts, key[0], strict=True)]
        if key[1] == met and sum(left) == puzzle.free:
            behind[key] = arrangements(left)
            for kind in range(kinds):
                if left[kind]:
                    fewer = [count - (at == kind) for at, count in enumerate(left)]
                    free[kind] += ways * arrangements(fewer)
    counted = [[0] * kinds for _ in range(slots)]
    for slot in reversed(range(slots)):
        before: dict[_Key, int] = {}
        for key, ways in layers[slot].items():
            for kind in range(kinds):
                nxt = _step(puzzle, slot, key, kind)
                if nxt is not None and nxt in behind:
                    before[key] = before.get(key, 0) + behind[nxt]
                    counted[slot][kind] += ways * behind[nxt]
        behind = before
    deals = sum(behind.values())
    return Solution(deals, counted, free)


def _step(puzzle: Puzzle, slot: int, key: _Key, kind: int) -> _Key | None:
    used, met = key
    if not puzzle.masks[slot] >> kind & 1 or used[kind] == puzzle.counts[kind]:
        return None
    for at, want in enumerate(puzzle.wants):
        if want == (puzzle.recipes[slot], kind):
            met |= 1 << at
    return (*used[:kind], used[kind] + 1, *used[kind + 1 :]), met
