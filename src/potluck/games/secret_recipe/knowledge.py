"""The exact chances of Secret Recipe: what a view alone says about every hidden slot and shelf (SR-62).

What a viewer knows is a small counting puzzle: tiles of nine kinds (or fewer, in tests), hidden slots in
recipes of four, each with the kinds it may still be, "has" answers that want a kind at least once in a
recipe's hidden slots, and free places about which nothing is known (shelves not peeked at). A deal puts every
tile in a slot or on a free place; deals are counted as arrangements of kinds, all equally likely.

Method. Only slots about which something is known are told apart; the others are free places like
the unpeeked shelves. The sweep goes over the kinds. After kind k the state is the set of slots that
kinds 0..k fill, a row of 2**n whole numbers (n slots told apart, at most 12 for a seat and 16 for
spectators): how many ways there are, the free places included as a multinomial factor, one binomial a
kind. A kind's tiles go into a subset of its allowed slots, added slot by slot as one slice addition each.
"Has" answers are inclusion and exclusion inside the kind's own step, so they cost no state. One sweep forward
and one backward meet in products whose sums are the marginals. Exact sampling walks the forward
rows back. All numbers are exact in 64 bits without sign: 25 tiles have fewer than 1.04e19 arrangements, and
sums and differences on the way may wrap, which does no harm modulo 2**64.
"""

from collections.abc import Sequence
from functools import cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from potluck.play.chance import Chance, below_any

Ways = NDArray[np.uint64]
Ints = NDArray[Any]


class Puzzle:
    """Tiles to place; flat data, equal puzzles have equal `key`."""

    __slots__ = ("counts", "free", "masks", "recipes", "wants")

    def __init__(
        self,
        counts: Sequence[int],
        masks: Sequence[int],
        recipes: Sequence[int],
        wants: Sequence[tuple[int, int]],
        free: int,
    ) -> None:
        """`counts` by kind; per slot its kinds (mask) and recipe; `wants`: (recipe, kind)."""
        self.counts = tuple(counts)
        self.masks = tuple(masks)
        self.recipes = tuple(recipes)
        self.wants = tuple(sorted(set(wants)))
        self.free = free

    @property
    def key(self) -> tuple[object, ...]:
        """What the answer depends on."""
        return (self.counts, self.masks, self.recipes, self.wants, self.free)


class Solution:
    """Exact counts of the deals of a puzzle, all whole numbers."""

    __slots__ = ("deals", "free", "slots")

    def __init__(self, deals: int, slots: list[list[int]], free: list[int]) -> None:
        """`slots[s][k]`: deals with kind k in slot s; `free[k]`: with kind k on one certain free place."""
        self.deals = deals
        self.slots = slots
        self.free = free

    def chances(self, slot: int) -> list[float]:
        """The probability of each kind in a slot."""
        return [count / self.deals for count in self.slots[slot]]


@cache
def _sizes(slots: int) -> Ints:
    """How many slots each set holds."""
    sizes: Ints = np.zeros(1 << slots, dtype=np.intp)
    for slot in range(slots):
        sizes[1 << slot : 2 << slot] = sizes[: 1 << slot] + 1
    return sizes


class Knowledge:
    """A solved puzzle: the number of deals, marginals, samples. Counts are exact ints."""

    def __init__(self, puzzle: Puzzle) -> None:
        """Sweep forward; the backward sweep waits until marginals are asked for."""
        self.puzzle = puzzle
        everything = 0
        for kind, count in enumerate(puzzle.counts):
            if count:
                everything |= 1 << kind
        wanted = {recipe for recipe, _ in puzzle.wants}
        # Slots told apart; the others are as free as a shelf.
        self._told = [
            slot
            for slot, mask in enumerate(puzzle.masks)
            if mask & everything != everything or puzzle.recipes[slot] in wanted
        ]
        self._loose = [slot for slot in range(len(puzzle.masks)) if slot not in set(self._told)]
        self._n = len(self._told)
        self._free = puzzle.free + len(self._loose)
        self._kinds = [kind for kind, count in enumerate(puzzle.counts) if count]
        self._sizes = _sizes(self._n)
        # Per kind: the (sign, allowed slots) terms of inclusion and exclusion.
        self._terms = [self._terms_of(kind) for kind in self._kinds]
        self._forward = [np.zeros(1 << self._n, dtype=np.uint64)]
        self._forward[0][0] = 1
        for step in range(len(self._kinds)):
            self._forward.append(self._step(step, self._forward[-1], backward=False))
        fits = self._n + self._free == sum(puzzle.counts)
        unmet = any(puzzle.counts[kind] == 0 for _, kind in puzzle.wants)
        self.deals = int(self._forward[-1][-1]) if fits and not unmet else 0
        self._solution: Solution | None = None
        self._choices: dict[tuple[int, int], tuple[list[int], list[int]]] = {}

    def _terms_of(self, kind: int) -> list[tuple[bool, list[int]]]:
        puzzle = self.puzzle
        allowed = [at for at, slot in enumerate(self._told) if puzzle.masks[slot] >> kind & 1]
        terms = [(False, allowed)]
        for recipe, wanted in puzzle.wants:
            if wanted == kind:
                terms += [
                    (not minus, [at for at in slots if puzzle.recipes[self._told[at]] != recipe])
                    for minus, slots in terms
                ]
        return terms

    def _weights(self, step: int, placed: int) -> Ways:
        """By slots filled before: the ways this kind's tiles, less `placed`, fill free places."""
        count = self.puzzle.counts[self._kinds[step]]
        gone = sum(self.puzzle.counts[kind] for kind in self._kinds[:step])
        weights = np.zeros(self._n + 1, dtype=np.uint64)
        for filled in range(self._n + 1):
            places = self._free - (gone - filled)
            if gone >= filled and places >= count - placed:
                weights[filled] = comb(places, count - placed)
        return weights

    def _step(self, step: int, row: Ways, backward: bool) -> Ways:
        """One kind's tiles added to (or, backward, still to be added to) every set of slots."""
        total: Ways = np.zeros_like(row)
        count = self.puzzle.counts[self._kinds[step]]
        for minus, slots in self._terms[step]:
            most = min(count, len(slots))
            # table[j]: j tiles of this kind placed.
            table = np.zeros((most + 1, row.size), dtype=np.uint64)
            table[0] = row
            here, there = (1, 0) if backward else (0, 1)
            for slot in slots:
                cut = table.reshape(most + 1, -1, 2, 1 << slot)
                cut[1:, :, there, :] += cut[:-1, :, here, :]
            for placed in range(most + 1):
                weights = self._weights(step, placed)
                if not weights.any():
                    continue
                if backward:
                    part = table[placed] * weights[self._sizes]
                else:
                    part = table[placed] * weights[np.maximum(self._sizes - placed, 0)]
                total = total - part if minus else total + part
        return total

    @property
    def solution(self) -> Solution:
        """Marginal counts of every slot and of one free place."""
        if self._solution is None:
            self._solution = self._marginals()
        return self._solution

    def _marginals(self) -> Solution:
        kinds = len(self.puzzle.counts)
        slots = [[0] * kinds for _ in self.puzzle.masks]
        free = [0] * kinds
        if self.deals == 0:
            return Solution(0, slots, free)
        behind = np.zeros(1 << self._n, dtype=np.uint64)
        behind[-1] = 1
        # filled[k][s]: deals in which slot s is filled by one of the first k kinds.
        filled = [[self.deals] * self._n]
        for step in reversed(range(len(self._kinds))):
            behind = self._step(step, behind, backward=True)
            both = self._forward[step] * behind
            filled.append([int(both.reshape(-1, 2, 1 << at)[:, 1, :].sum()) for at in range(self._n)])
        filled.reverse()
        for step, kind in enumerate(self._kinds):
            placed = 0
            for at, slot in enumerate(self._told):
                count = filled[step + 1][at] - filled[step][at]
                slots[slot][kind] = count
                placed += count
            if self._free:
                # A kind's tiles are all somewhere: what is not in slots is shared by the free places.
                free[kind] = (self.puzzle.counts[kind] * self.deals - placed) // self._free
        for slot in self._loose:
            slots[slot] = free[:]
        return Solution(self.deals, slots, free if self.puzzle.free else [0] * kinds)

    def sample(self, chance: Chance) -> tuple[list[int], list[int]]:
        """A deal, all equally likely: the kind of every slot, and of every free place in order."""
        where = (1 << self._n) - 1
        slots = [-1] * len(self.puzzle.masks)
        rest: list[int] = []
        for step in reversed(range(len(self._kinds))):
            kind = self._kinds[step]
            subsets, upto = self._choice(step, where)
            pick = below_any(chance, upto[-1])
            low, high = 0, len(upto) - 1
            while low < high:
                middle = (low + high) // 2
                if pick < upto[middle]:
                    high = middle
                else:
                    low = middle + 1
            subset = subsets[low]
            where &= ~subset
            for at, slot in enumerate(self._told):
                if subset >> at & 1:
                    slots[slot] = kind
            rest += [kind] * (self.puzzle.counts[kind] - subset.bit_count())
        for last in range(len(rest) - 1, 0, -1):
            other = chance.below(last + 1)
            rest[last], rest[other] = rest[other], rest[last]
        for slot in self._loose:
            slots[slot] = rest.pop()
        return slots, rest

    def _choice(self, step: int, where: int) -> tuple[list[int], list[int]]:
        """The sets of slots this kind may take of `where`, and the running sum of their ways."""
        found = self._choices.get((step, where))
        if found is not None:
            return found
        kind = self._kinds[step]
        row = self._forward[step]
        slots = [at for at in self._terms[step][0][1] if where >> at & 1]
        needs = [
            sum(1 << at for at, slot in enumerate(self._told) if self.puzzle.recipes[slot] == recipe)
            for recipe, wanted in self.puzzle.wants
            if wanted == kind
        ]
        most = self.puzzle.counts[kind]
        weights = [self._weights(step, placed) for placed in range(most + 1)]
        subsets: list[int] = []
        upto: list[int] = []
        total = 0
        stack = [(0, 0, 0)]
        while stack:
            subset, start, size = stack.pop()
            if all(subset & need for need in needs):
                before = where & ~subset
                ways = int(row[before]) * int(weights[size][before.bit_count()])
                if ways:
                    total += ways
                    subsets.append(subset)
                    upto.append(total)
            if size < most:
                stack += [(subset | 1 << slots[at], at + 1, size + 1) for at in range(start, len(slots))]
        self._choices[step, where] = subsets, upto
        return subsets, upto
