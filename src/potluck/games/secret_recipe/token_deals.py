"""Deals of the point tokens that agree with what a viewer has seen of them (SR-3, SR-16d, SR-20).

A viewer knows how many tokens everybody took, when the pile was renewed, which ones the viewer took
and kept, and which peek tokens were shown. Eighteen labelled tokens walk through the story; a label's type is
decided when the viewer sees it. Steps the viewer saw are drawn from their conditional law and their
probability becomes a weight; a walk is accepted in proportion to its weight against a bound, so
accepted walks follow the exact law (uniform shuffles, uniform secret choices). Where the bound is too far off
(long after the first renewal of the pile, or at the end of the game) walks are drawn from a pool of many in
proportion to weight, which is the law up to sampling error.
"""

from typing import Final

from potluck.games.secret_recipe.material import TOKEN_COUNTS
from potluck.games.secret_recipe.view import SecretRecipeView, TokenStep
from potluck.play.chance import Chance, Fast

_PROBES: Final = 60  # walks that tell whether acceptance works
_TRIES: Final = 20_000  # refused walks before the pool is used after all
_POOL: Final = 1000
_FINE: Final = 1 << 30

# One step of the full story: see Board.log (board.py).
Story = list[tuple[int, ...]]


class _Walk:
    """One way the story may have gone."""

    def __init__(self, view: SecretRecipeView, chance: Chance) -> None:
        self.chance = chance
        self.viewer = view.seat
        seats = view.seats
        self.types = [-1] * sum(TOKEN_COUNTS)
        self.left = list(TOKEN_COUNTS)  # types not yet given to a label
        self.unknown = len(self.types)
        self.pile = list(range(len(self.types)))
        self.discards: list[int] = []
        self.kept: list[list[int]] = [[] for _ in range(seats)]
        self.weight = 1.0
        self.log: list[tuple[int, int, list[int]]] = []  # seat, kept label or -1 (or -2: shown), labels

    def _likely(self, label: int, kind: int) -> float:
        if self.types[label] >= 0:
            return 1.0 if self.types[label] == kind else 0.0
        return self.left[kind] / self.unknown

    def _is(self, label: int, kind: int) -> None:
        if self.types[label] < 0:
            self.types[label] = kind
            self.left[kind] -= 1
            self.unknown -= 1

    def pick(self, labels: list[int], kind: int) -> int:
        """Take one of this kind out of `labels`; how likely a random one is it goes into the weight."""
        likely = [self._likely(label, kind) for label in labels]
        total = sum(likely)
        self.weight *= total / len(labels)
        if total <= 0.0:
            return -1
        want = self.chance.below(_FINE) / _FINE * total
        at = 0
        while at < len(likely) - 1 and (want >= likely[at] or likely[at] == 0.0):
            want -= likely[at]
            at += 1
        while likely[at] == 0.0:
            at -= 1
        label = labels.pop(at)
        self._is(label, kind)
        return label

    def take(self, step: TokenStep) -> bool:
        """Tokens are taken and one is kept; False if that cannot have happened."""
        hand: list[int] = []
        for at in range(step.count):
            if not self.pile:
                self.pile, self.discards = self.discards, []
            if step.taken is None:
                hand.append(self.pile.pop(self.chance.below(len(self.pile))))
                continue
            label = self.pick(self.pile, step.taken[at])
            if label < 0:
                return False
            hand.append(label)
        if not step.chosen:
            self.log.append((step.seat, -1, hand))
            return True
        if step.kept is None:
            kept = hand[self.chance.below(len(hand))]
        else:
            kept = next(label for label in hand if self.types[label] == step.kept)
        self.kept[step.seat].append(kept)
        self.discards += [label for label in hand if label != kept]
        self.log.append((step.seat, kept, hand))
        return True

    def show(self, seat: int, kind: int) -> bool:
        """A kept token is shown: it is of this kind."""
        if seat == self.viewer:  # no news: the viewer knows their own
            label = next(label for label in self.kept[seat] if self.types[label] == kind)
            self.kept[seat].remove(label)
        else:
            label = self.pick(self.kept[seat], kind)
            if label < 0:
                return False
        self.discards.append(label)
        self.log.append((seat, -2, [label]))
        return True

    def finish(self, last: list[list[int] | None]) -> bool:
        """Decide what is open: at the end of the game everybody's unused tokens are shown."""
        for seat, kept in enumerate(last):
            if kept is None or seat == self.viewer:
                continue
            labels = self.kept[seat][:]
            for kind in kept:
                if self.pick(labels, kind) < 0:
                    return False
        pool = [kind for kind in range(5) for _ in range(self.left[kind])]
        for label, kind in enumerate(self.types):
            if kind < 0:
                self.types[label] = pool.pop(self.chance.below(len(pool)))
        return True

    def alike(self) -> int:
        """In how many ways the shown tokens could have been picked among equal ones held."""
        ways = 1
        held: list[list[int]] = [[] for _ in self.kept]
        for seat, kept, labels in self.log:
            if kept == -2:
                kind = self.types[labels[0]]
                if seat == self.viewer:
                    held[seat].remove(labels[0])
                    continue
                ways *= sum(self.types[label] == kind for label in held[seat])
                held[seat].remove(labels[0])
            elif kept >= 0:
                held[seat].append(kept)
        return ways

    def story(self) -> Story:
        """The walk in the words of Board.log (board.py)."""
        told: Story = []
        for seat, kept, labels in self.log:
            if kept == -2:
                told.append((seat, self.types[labels[0]]))
            else:
                kind = -1 if kept < 0 else self.types[kept]
                told.append((seat, kind, *(self.types[label] for label in labels)))
        return told


class TokenDeals:
    """Prepared once for a view; each call of `deal` is a new story."""

    def __init__(self, view: SecretRecipeView) -> None:
        """Nothing to walk when no token was ever taken."""
        self._view = view
        self._steps = view.token_steps
        over = view.places is not None
        self._last: list[list[int] | None] = view.kept if over else [None] * view.seats
        self._bound = self._highest()
        self._pool: list[tuple[float, Story]] = []
        luck = Fast(_PROBES)
        self._pooled = bool(self._steps) and all(self._accepted(luck) is None for _ in range(_PROBES))

    def _highest(self) -> float:
        """A bound on a walk's weight: before the first renewal the viewer's own draws have one fixed law."""
        bound = 1.0
        left = list(TOKEN_COUNTS)
        pile, discards = sum(TOKEN_COUNTS), 0
        renewed = False
        mine = [0] * 5  # of the viewer's kept tokens, which cannot be in the pile
        fixed = sum(left)
        for step in self._steps:
            if step.used is not None:
                discards += 1
                if step.seat != self._view.seat and not renewed and left[step.used] > 0:
                    bound *= left[step.used] / fixed
                    left[step.used] -= 1
                    fixed -= 1
                continue
            inside = mine[:]
            for at in range(step.count):
                if pile == 0:
                    pile, discards, renewed = discards, 0, True
                if step.taken is not None:
                    kind = step.taken[at]
                    if renewed:
                        bound *= min(1.0, (TOKEN_COUNTS[kind] - inside[kind]) / pile)
                    else:
                        bound *= left[kind] / fixed
                        left[kind] -= 1
                        fixed -= 1
                    inside[kind] += 1
                pile -= 1
            if step.chosen:
                discards += step.count - 1
                if step.kept is not None:
                    mine[step.kept] += 1
        return bound

    def deal(self, chance: Chance) -> Story:
        """A story that agrees with what was seen."""
        if not self._steps:
            return []
        if not self._pooled:
            for _ in range(_TRIES):
                story = self._accepted(chance)
                if story is not None:
                    return story
        if not self._pool:
            self._fill_pool()
        want = chance.below(_FINE) / _FINE * sum(weight for weight, _ in self._pool)
        for weight, story in self._pool:
            want -= weight
            if want < 0:
                return story
        return self._pool[-1][1]

    def _accepted(self, chance: Chance) -> Story | None:
        """One walk, accepted in proportion to its weight."""
        walk = self._walk(chance)
        if walk is None:
            return None
        weight = walk.weight / walk.alike()
        if weight >= self._bound or chance.below(_FINE) < weight / self._bound * _FINE:
            return walk.story()
        return None

    def _fill_pool(self) -> None:
        """Many walks with luck of their own, so that a deal depends on its chance alone."""
        luck = Fast(_POOL)
        for _ in range(_TRIES):
            for _ in range(_POOL):
                walk = self._walk(luck)
                if walk is not None:
                    self._pool.append((walk.weight / walk.alike(), walk.story()))
            if self._pool:
                return
        raise ValueError("no deal of the point tokens agrees with the view")

    def _walk(self, chance: Chance) -> _Walk | None:
        walk = _Walk(self._view, chance)
        for step in self._steps:
            going = walk.take(step) if step.used is None else walk.show(step.seat, step.used)
            if not going:
                return None
        return walk if walk.finish(self._last) else None
