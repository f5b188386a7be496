"""Players of Cooking Rumble, by how much they think; both see views only.

Easy plays what lies before its eyes: it hides any card that matches, guesses among the kinds that
could lie there, and puts pans where most pans are. Medium looks at least one turn ahead: it weighs
what each outcome would be worth, lays wild tokens when they make that better, and hides and guesses
partly by the mixed strategy of that small matrix game, which nobody can exploit, partly by what is
worth most against somebody who hides and guesses carelessly, which most people do.
"""

from collections.abc import Mapping, Sequence
from math import exp
from typing import Final, NamedTuple

from potluck.games.cooking_rumble.deals import redealer
from potluck.games.cooking_rumble.material import POINTS
from potluck.games.cooking_rumble.rules import TO_WIN, State
from potluck.games.cooking_rumble.table import (
    CARD,
    GUESS,
    MOVE,
    PAN,
    PLACES,
    SEATS,
    STEP_JUDGE,
    STEP_OVER,
    STEP_TURN,
)
from potluck.games.cooking_rumble.view import CookingRumbleView
from potluck.play.chance import Chance
from potluck.play.game import Levels
from potluck.play.moves import Move
from potluck.play.phrase import Event

_KINDS: Final = 4
_FINE: Final = 1 << 20  # steps of a drawn probability

_MIXED: Final = 0.4  # how often medium plays the mixed strategy rather than the single best answer
_DEEP: Final = 100  # nodes from which medium looks at the next turn too


class Weights(NamedTuple):
    """What things are worth in log-odds of winning.

    Fitted by logistic regression to the outcomes of games that medium played against itself, 1,200 to
    1,500 a mode.
    """

    score: tuple[float, ...]  # by points, 0 to 5
    row: tuple[tuple[float, ...], ...]  # by pans on the row and the most a rival has there; per point
    winning: tuple[float, ...]  # by pans, on a tile whose points would win
    token: float  # a wild token in hand
    wanted: float  # each kind one could hide
    active: float
    judge: float


# By seats and expert mode.
_WEIGHTS: Final = {
    (2, False): Weights(
        score=(0.0, 0.59, 0.74, 1.21, 2.36, 3.02),
        row=((0.16, 0.2, 0.12), (0.38, 0.4, 0.23), (0.4, 0.44, 0.42)),
        winning=(-0.16, -0.06, 0.37),
        token=0.09,
        wanted=0.13,
        active=0.02,
        judge=-0.02,
    ),
    (2, True): Weights(
        score=(0.0, 0.64, 0.84, 1.19, 1.75, 2.03),
        row=((0.06, -0.03, -0.2), (0.18, 0.16, 0.11), (0.09, 0.32, 0.34)),
        winning=(0.16, 0.17, 0.8),
        token=0.0,
        wanted=0.21,
        active=-0.0,
        judge=0.0,
    ),
    (3, False): Weights(
        score=(0.0, 0.46, 0.78, 1.32, 1.87, 2.65),
        row=((0.13, 0.24, 0.18), (0.31, 0.29, 0.29), (0.53, 0.47, 0.46)),
        winning=(0.09, 0.19, 0.57),
        token=0.04,
        wanted=0.08,
        active=0.15,
        judge=0.09,
    ),
    (3, True): Weights(
        score=(0.0, 0.34, 0.82, 1.18, 1.59, 2.21),
        row=((0.15, 0.15, 0.28), (0.34, 0.33, 0.23), (0.44, 0.45, 0.45)),
        winning=(0.07, 0.4, 0.89),
        token=0.0,
        wanted=0.13,
        active=0.08,
        judge=0.12,
    ),
}


class Easy:
    """Plays at sight."""

    def notice(self, events: Sequence[Event]) -> None:
        """All that counts is on the table."""

    def choose(self, view: CookingRumbleView, legal: Sequence[Move], nodes: int, chance: Chance) -> Move:
        """A matching card, a possible guess, the fullest row."""
        match view.step:
            case "turn":
                moves = [CARD + kind for kind in _playable(view)]
            case "guess":
                moves = [GUESS + kind for kind in _playable(view)]
            case _:
                moves = _fullest(view, [move for move in legal if PAN <= move < MOVE])
        return moves[chance.below(len(moves))]


class Medium:
    """Weighs every outcome of the turn."""

    def notice(self, events: Sequence[Event]) -> None:
        """All that counts is on the table."""

    def choose(self, view: CookingRumbleView, legal: Sequence[Move], nodes: int, chance: Chance) -> Move:
        """The best placing; cards and guesses at random, more often those worth more."""
        depth = 1 if nodes >= _DEEP else 0
        state = redealer(view)(chance)
        seat = view.waiting[0]
        if view.step == "turn":
            return self._turn(state, seat, legal, depth, chance)
        if view.step == "guess":
            turn = _Turn(_take_back(state), depth, chance)
            return GUESS + _pick(turn.guessing(), chance)
        return _best(state, seat, legal, depth, chance)[0]

    def _turn(self, state: State, seat: int, legal: Sequence[Move], depth: int, chance: Chance) -> Move:
        """A wild token if it makes the turn worth more, else a card."""
        turn = _Turn(state, depth, chance)
        best, choice = turn.values()[seat], -1
        for move in legal:
            if move >= CARD:
                break
            after = state.clone()
            after.play(seat, move, chance)
            value = _Turn(after, depth, chance).values()[seat]
            if value > best:
                best, choice = value, move
        return choice if choice >= 0 else CARD + _pick(turn.hiding(), chance)


def _playable(view: CookingRumbleView) -> list[int]:
    """The kinds that match a next symbol of the active player."""
    asked = {tile.rows[view.active].next for tile in view.tiles if tile is not None}
    return sorted(kind for kind in asked if kind is not None)


def _fullest(view: CookingRumbleView, moves: list[Move]) -> list[Move]:
    """Of these pans those on the row with most pans; among them, on the tiles of most points."""
    seat = view.waiting[0]

    def merit(move: Move) -> tuple[int, int]:
        tile = view.tiles[move - PAN]
        assert tile is not None
        return tile.rows[seat].pans, tile.points

    most = max(merit(move) for move in moves)
    return [move for move in moves if merit(move) == most]


def _take_back(state: State) -> State:
    """The turn before its card went down."""
    state.card = -1
    state.step = STEP_TURN
    return state


def _pick(weights: Sequence[float], chance: Chance) -> int:
    """An index, in proportion to its weight."""
    mark = (chance.below(_FINE) + 0.5) / _FINE * sum(weights)
    for index, weight in enumerate(weights):
        mark -= weight
        if mark < 0:
            return index
    return max(range(len(weights)), key=weights.__getitem__)


def _lean(mixed: Sequence[float], worth_of: Mapping[int, float]) -> list[float]:
    """The mixed strategy with what it leaves put on the kind that is worth most."""
    best = max(worth_of, key=worth_of.__getitem__)
    total = sum(mixed)
    return [_MIXED * weight / total + (1 - _MIXED) * (kind == best) for kind, weight in enumerate(mixed)]


def worth(state: State) -> list[float]:
    """Each seat's chances to win as they look at a glance; they sum to 1."""
    if state.step == STEP_OVER:
        places = state.result() or []
        first = places.count(1)
        return [(place == 1) / first for place in places]
    weights = _WEIGHTS[state.seats, state.expert]
    strengths = [exp(_strength(state, seat, weights)) for seat in range(state.seats)]
    total = sum(strengths)
    return [strength / total for strength in strengths]


def _strength(state: State, seat: int, weights: Weights) -> float:
    """How well a seat stands, in log-odds."""
    score = state.score(seat)
    missing = TO_WIN - score
    strength = weights.score[score] + weights.wanted * state.wanted(seat).bit_count()
    strength += weights.token * state.hands[seat].bit_count()
    if seat == state.active:
        strength += weights.active
    if seat == state.judge:
        strength += weights.judge
    for place in range(PLACES):
        tile = state.tiles[place]
        if tile < 0:
            continue
        pans = state.pans[place * SEATS + seat]
        rival = max(state.pans[place * SEATS + other] for other in range(state.seats) if other != seat)
        points = POINTS[tile]
        strength += min(points, missing) * weights.row[pans][rival]
        if points >= missing:
            strength += weights.winning[pans]
    return strength


def _best(
    state: State, seat: int, moves: Sequence[Move], depth: int, chance: Chance
) -> tuple[Move, list[float]]:
    """The move after which this seat's chances are best, and everybody's chances then."""
    best, chances = -1, [-1.0] * state.seats
    for move in moves:
        after = state.clone()
        after.play(seat, move, chance)
        value = (
            worth(after)
            if depth == 0 or after.step == STEP_OVER
            else _Turn(after, depth - 1, chance).values()
        )
        if value[seat] > chances[seat]:
            best, chances = move, value
    return best, chances


class _Turn:
    """A turn about to be played as a matrix game: the kind hidden against the kind named.

    Off the diagonal the hider gets what their best placing is worth, on it what the judge's leaves
    them. The judge names so that all worthwhile kinds are worth the same to the hider; the hider
    hides so that naming any of them is worth the same to the judge.
    """

    def __init__(self, state: State, depth: int, chance: Chance) -> None:
        self._active = state.active
        self._judge = state.judge
        kinds = state.wanted(state.active)
        self._wrong: dict[int, list[float]] = {
            kind: self._outcome(state, kind, (kind + 1) % _KINDS, depth, chance)
            for kind in range(_KINDS)
            if kinds >> kind & 1
        }
        # Three tiles ask for three kinds at most: naming the fourth never counts as a right guess.
        self._idle = next(kind for kind in range(_KINDS) if kind not in self._wrong)
        any_kind = next(iter(self._wrong))
        self._right = self._outcome(state, any_kind, any_kind, depth, chance)
        self._solve()

    @staticmethod
    def _outcome(state: State, card: int, guess: int, depth: int, chance: Chance) -> list[float]:
        after = state.clone()
        after.play(state.active, CARD + card, chance)
        before = after.clone()
        after.play(state.judge, GUESS + guess, chance)
        if after.step in (STEP_TURN, STEP_OVER):  # the only answer was given at once
            return _best(before, state.judge, [GUESS + guess], depth, chance)[1]
        mover = state.judge if after.step == STEP_JUDGE else state.active
        return _best(after, mover, after.legal(mover), depth, chance)[1]

    def _solve(self) -> None:
        """Closed form: W off the diagonal in descending order, c on it."""
        active, judge = self._active, self._judge
        c = self._right[active]
        order = sorted(self._wrong, key=lambda kind: -self._wrong[kind][active])
        s1 = s2 = 0.0
        value = c
        support: list[int] = []
        for kind in order:
            w = self._wrong[kind][active]
            if w <= c or w <= value:
                break
            s1 += w / (w - c)
            s2 += 1 / (w - c)
            value = (s1 - 1) / s2
            support.append(kind)
        self._naming = [0.0] * _KINDS
        self._hidden = [0.0] * _KINDS
        if not support:  # the hider would rather be found out: the judge looks away
            self._hidden[order[0]] = 1.0
            self._naming[self._idle] = 1.0
            return
        for kind in support:
            w = self._wrong[kind][active]
            self._naming[kind] = (w - value) / (w - c)
            gain = self._right[judge] - self._wrong[kind][judge]
            self._hidden[kind] = 1 / max(gain, 1e-6)
        total = sum(self._hidden)
        self._hidden = [weight / total for weight in self._hidden]

    def guessing(self) -> list[float]:
        """How likely medium names each kind."""
        gains = {kind: self._right[self._judge] - wrong[self._judge] for kind, wrong in self._wrong.items()}
        return _lean(self._naming, gains | {self._idle: 0.0})

    def hiding(self) -> list[float]:
        """How likely medium hides each kind."""
        return _lean(self._hidden, {kind: wrong[self._active] for kind, wrong in self._wrong.items()})

    def values(self) -> list[float]:
        """Everybody's chances when both play so."""
        found = sum(hide * name for hide, name in zip(self._hidden, self._naming, strict=True))
        values = [found * chance for chance in self._right]
        for kind, wrong in self._wrong.items():
            missed = self._hidden[kind] * (1 - self._naming[kind])
            for seat, chance in enumerate(wrong):
                values[seat] += missed * chance
        return values


# Shares of games won by one of the left against the right on every other seat, seats in turn; an even
# share is 1/2 or 1/3. n = 600 for easy, 240 for medium (200 nodes), so give or take 0.04 and 0.06.
#                     2 seats   2, expert   3 seats   3, expert
#     easy, random     0.91       0.96       0.84       0.91
#     medium, easy     0.88       0.80       0.71       0.53
LEVELS: Final[Levels] = {"easy": lambda seed: Easy(), "medium": lambda seed: Medium()}
