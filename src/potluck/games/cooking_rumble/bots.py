"""Players of Cooking Rumble, by how much they think; both see views only.

Easy plays what lies before its eyes: it hides any card that matches, guesses among the kinds that
could lie there, and puts pans where most pans are. Medium looks one turn further: it weighs what each
outcome would be worth, hides and guesses by the mixed strategy of that small matrix game, and lays
wild tokens when they make the game better for it.
"""

from collections.abc import Sequence
from math import exp
from typing import Final

from potluck.games.cooking_rumble import rules
from potluck.games.cooking_rumble.rules import (
    CARD,
    GUESS,
    JUDGING,
    MOVE,
    OVER,
    PAN,
    PLACES,
    SEATS,
    TURN,
    State,
)
from potluck.games.cooking_rumble.shapes import CookingRumbleView
from potluck.games.cooking_rumble.view import redealer
from potluck.play.chance import Chance
from potluck.play.game import Levels
from potluck.play.moves import Move
from potluck.play.phrase import Event

_KINDS: Final = 4
_FINE: Final = 1 << 20  # steps of a drawn probability

# Of the value of a tile, what a row with so many pans is worth already.
_PROGRESS: Final = (0.06, 0.24, 0.56)
# What is left of that when another player has so many pans on the same tile.
_CONTEST: Final = (1.0, 0.9, 0.6)
_TOKEN: Final = 0.12  # points a wild token in hand is worth
_STEEPNESS: Final = 0.9  # how strongly a lead in points makes a lead in chances to win
_DEEP: Final = 100  # nodes from which medium looks at the next turn too


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
    """Weighs every outcome of the turn and plays the mixed strategy that follows."""

    def notice(self, events: Sequence[Event]) -> None:
        """All that counts is on the table."""

    def choose(self, view: CookingRumbleView, legal: Sequence[Move], nodes: int, chance: Chance) -> Move:
        """The best placing for certain; cards and guesses at random, by what they are worth."""
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
    state.step = TURN
    return state


def _pick(weights: Sequence[float], chance: Chance) -> int:
    """An index, in proportion to its weight."""
    mark = (chance.below(_FINE) + 0.5) / _FINE * sum(weights)
    for index, weight in enumerate(weights):
        mark -= weight
        if mark < 0:
            return index
    return max(range(len(weights)), key=weights.__getitem__)


def worth(state: State) -> list[float]:
    """Each seat's chances to win as they look at a glance; they sum to 1."""
    seats = range(state.seats)
    if state.step == OVER:
        places = state.result() or []
        first = places.count(1)
        return [(place == 1) / first for place in places]
    strengths = [exp(_STEEPNESS * _points(state, seat)) for seat in seats]
    total = sum(strengths)
    return [strength / total for strength in strengths]


def _points(state: State, seat: int) -> float:
    """A seat's points, counting rows in progress and wild tokens in hand by what they promise."""
    score = state.score(seat)
    missing = rules.TO_WIN - score
    points = score + _TOKEN * state.hands[seat].bit_count()
    for place in range(PLACES):
        tile = state.tiles[place]
        if tile < 0:
            continue
        rival = max(state.pans[place * SEATS + other] for other in range(state.seats) if other != seat)
        share = _PROGRESS[state.pans[place * SEATS + seat]] * _CONTEST[rival]
        points += min(rules.POINTS[tile], missing) * share
    return points


def _best(
    state: State, seat: int, moves: Sequence[Move], depth: int, chance: Chance
) -> tuple[Move, list[float]]:
    """The move after which this seat's chances are best, and everybody's chances then."""
    best, chances = -1, [-1.0] * state.seats
    for move in moves:
        after = state.clone()
        after.play(seat, move, chance)
        value = worth(after) if depth == 0 or after.step == OVER else _Turn(after, depth - 1, chance).values()
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
        any_kind = next(iter(self._wrong))
        self._right = self._outcome(state, any_kind, any_kind, depth, chance)
        self._solve()

    @staticmethod
    def _outcome(state: State, card: int, guess: int, depth: int, chance: Chance) -> list[float]:
        after = state.clone()
        after.play(state.active, CARD + card, chance)
        before = after.clone()
        after.play(state.judge, GUESS + guess, chance)
        if after.step in (TURN, OVER):  # the only answer was given at once
            return _best(before, state.judge, [GUESS + guess], depth, chance)[1]
        mover = state.judge if after.step == JUDGING else state.active
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
            self._naming[order[-1] if len(order) > 1 else (order[0] + 1) % _KINDS] = 1.0
            return
        for kind in support:
            w = self._wrong[kind][active]
            self._naming[kind] = (w - value) / (w - c)
            gain = self._right[judge] - self._wrong[kind][judge]
            self._hidden[kind] = 1 / max(gain, 1e-6)
        if len(support) == 1:
            self._naming[support[0]] = 1.0
        total = sum(self._hidden)
        self._hidden = [weight / total for weight in self._hidden]

    def guessing(self) -> list[float]:
        """The judge's probabilities by kind."""
        return self._naming

    def hiding(self) -> list[float]:
        """The hider's probabilities by kind."""
        return self._hidden

    def values(self) -> list[float]:
        """Everybody's chances when both play so."""
        found = sum(hide * name for hide, name in zip(self._hidden, self._naming, strict=True))
        values = [found * chance for chance in self._right]
        for kind, wrong in self._wrong.items():
            missed = self._hidden[kind] * (1 - self._naming[kind])
            for seat, chance in enumerate(wrong):
                values[seat] += missed * chance
        return values


LEVELS: Final[Levels] = {"easy": lambda seed: Easy(), "medium": lambda seed: Medium()}
