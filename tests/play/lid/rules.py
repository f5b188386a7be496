"""The rules of Lids.

Three pots, one covered. A turn: put one or two cards from hand into open pots; every pot that is full
then makes all decide in secret at the same time whether to score their recipe (PP-11: those who cannot
have one answer); then the lid goes to another pot, which shows the one it leaves, and the hand is filled.
"""

from typing import Any, Self

from potluck.play.bag import draw
from potluck.play.chance import Chance
from potluck.play.learned import EVERYBODY, NOBODY, OTHERS
from potluck.play.moves import Move
from potluck.play.notes import Note
from potluck.play.seats import EVERYONE, Mask, Seat, bit, others

from . import table
from .table import ANSWER, DECLINE, DONE, HAND, KINDS, LAY, LID, MOVE_LID, OVER, POTS, PUT, ROOM, SCORE


class State:
    """A position. Cards and recipes are counts by kind; `held`: answers that are in, 1 to score, -1: none."""

    __slots__ = (
        "deck", "discard", "hands", "held", "hides", "laid", "lid", "menu", "must_move", "points", "pots",
        "recipes", "rounds", "scored", "seats", "step", "turn",
    )  # fmt: skip

    def __init__(self, seats: int, rounds: int, hides: bool, must_move: bool) -> None:
        self.seats, self.rounds, self.hides, self.must_move = seats, rounds, hides, must_move
        self.step, self.turn, self.lid, self.laid = LAY, 0, 0, 0
        self.deck = [table.COPIES] * len(KINDS)
        self.discard = [0] * len(KINDS)
        self.pots = [[0] * len(KINDS) for _ in POTS]
        self.hands = [[0] * len(KINDS) for _ in range(seats)]
        self.menu = [table.RECIPES] * len(KINDS)  # recipes nobody has
        self.recipes = [-1] * seats
        self.scored = [[0] * len(KINDS) for _ in range(seats)]
        self.points = [0] * seats
        self.held = [-1] * seats

    def clone(self) -> Self:
        new = type(self)(self.seats, self.rounds, self.hides, self.must_move)
        new.step, new.turn, new.lid, new.laid = self.step, self.turn, self.lid, self.laid
        new.deck, new.discard, new.menu = self.deck.copy(), self.discard.copy(), self.menu.copy()
        new.pots = [pot.copy() for pot in self.pots]
        new.hands = [hand.copy() for hand in self.hands]
        new.scored = [each.copy() for each in self.scored]
        new.recipes, new.points, new.held = self.recipes.copy(), self.points.copy(), self.held.copy()
        return new

    def active(self) -> Seat:
        return self.turn % self.seats

    def full(self) -> int:
        """The pot that is to be scored now; -1 for none."""
        return next((pot for pot, cards in enumerate(self.pots) if sum(cards) == ROOM), -1)

    def deciders(self) -> Mask:
        if self.step == ANSWER:
            return sum(1 << seat for seat, held in enumerate(self.held) if held < 0)
        return 0 if self.step == OVER else 1 << self.active()

    def bystanders(self) -> Mask:
        return 0

    def legal(self, seat: Seat) -> list[Move]:
        if not self.deciders() >> seat & 1:
            return []
        if self.step == ANSWER:
            return [SCORE, DECLINE] if self.pots[self.full()][self.recipes[seat]] else [DECLINE]
        if self.step == LID:
            return [MOVE_LID + pot for pot in range(len(POTS)) if pot != self.lid or not self.must_move]
        into = [pot for pot in range(len(POTS)) if pot != self.lid and sum(self.pots[pot]) < ROOM]
        hand = self.hands[seat]
        moves = [PUT + kind * len(POTS) + pot for kind in range(len(KINDS)) if hand[kind] for pot in into]
        return [*moves, DONE] if self.laid else moves

    def play(self, seat: Seat, move: Move, chance: Chance, notes: list[Note] | None = None) -> int:
        jot = [] if notes is None else notes
        if move in (SCORE, DECLINE):
            return self._answer(seat, move == SCORE, chance, jot)
        if move >= MOVE_LID:
            return self._move_lid(seat, move - MOVE_LID, chance, jot)
        if move != DONE:
            kind, pot = divmod(move - PUT, len(POTS))
            self.hands[seat][kind] -= 1
            self.pots[pot][kind] += 1
            self.laid += 1
            jot.append((table.LAID, EVERYONE, (seat, pot, kind)))
        if move == DONE or self.laid == 2:
            self._look_for_full(jot)
        return NOBODY if move == DONE else OTHERS  # they see a card that was in a hand

    def _look_for_full(self, jot: list[Note]) -> None:
        """PP-8: all cards lie before anything is scored."""
        pot = self.full()
        self.step = LID if pot < 0 else ANSWER
        if pot >= 0:
            kinds = [kind for kind in range(len(KINDS)) for _ in range(self.pots[pot][kind])]
            jot.append((table.FULL, EVERYONE, (pot, *kinds)))

    def _answer(self, seat: Seat, scores: bool, chance: Chance, jot: list[Note]) -> int:
        """PP-11: answers are turned up together."""
        self.held[seat] = int(scores)
        jot.append((table.ANSWERED, EVERYONE, (seat,)))
        if self.deciders():
            return NOBODY
        pot = self.full()
        order = [(self.active() + step) % self.seats for step in range(self.seats)]
        scoring = [each for each in order if self.held[each]]
        for each in order:
            if each not in scoring:
                jot.append((table.DECLINED, EVERYONE, (each,)))
                continue
            kind = self.recipes[each]
            self.points[each] += self.pots[pot][kind]
            self.scored[each][kind] += 1
            self.recipes[each] = -1
            jot.append((table.SCORED, EVERYONE, (each, kind, self.pots[pot][kind])))
        self.discard = [a + b for a, b in zip(self.discard, self.pots[pot], strict=True)]
        self.pots[pot] = [0] * len(KINDS)
        self.held = [-1] * self.seats
        if max(map(sum, self.scored)) >= table.GOAL:
            self._end(jot)
            return EVERYBODY
        for each in scoring:
            self.recipes[each] = draw(self.menu, chance)
            jot.append((table.RECIPE, bit(each), (self.recipes[each],)))
        self._look_for_full(jot)
        return EVERYBODY

    def _move_lid(self, seat: Seat, pot: int, chance: Chance, jot: list[Note]) -> int:
        self.lid = pot
        jot.append((table.MOVED, EVERYONE, (seat, pot)))
        kinds = []
        while sum(self.hands[seat]) < HAND:
            if not sum(self.deck):  # PP-15
                self.deck, self.discard = self.discard, [0] * len(KINDS)
            kinds.append(draw(self.deck, chance))
            self.hands[seat][kinds[-1]] += 1
        jot.append((table.DRAW, bit(seat), tuple(kinds)))
        jot.append((table.DREW, others(seat), (seat, len(kinds))))
        self.laid = 0
        self.turn += 1
        self.step = LAY
        if self.turn == self.rounds * self.seats:
            self._end(jot)
        return EVERYBODY

    def _end(self, jot: list[Note]) -> None:
        self.step = OVER
        places = self.result() or []
        jot.append((table.ENDED, EVERYONE, tuple(seat for seat, place in enumerate(places) if place == 1)))

    def result(self) -> list[int] | None:
        if self.step != OVER:
            return None
        return [1 + sum(1 for other in self.points if other > points) for points in self.points]


def set_up(state: State, chance: Chance) -> None:
    """PP-6: a hand and a recipe each."""
    for seat, hand in enumerate(state.hands):
        for _ in range(HAND):
            hand[draw(state.deck, chance)] += 1
        state.recipes[seat] = draw(state.menu, chance)


def longest(seats: int, options: Any) -> int:
    """Two cards, two full pots, the lid: each turn."""
    return int(options.rounds * seats * (2 + 2 * seats + 1))
