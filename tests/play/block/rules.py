"""The rules of Blocks.

35 dice lie in a block. A turn: cut a piece of at most ten points off a corner and take its dice (or, once a
turn and before it, roll the block anew when a face is missing); pay three dice of a face for a dish of so
many points, as often as you can; end the turn with eight dice at most. Each seat has a secret lucky face.
The game ends after a turn with three dishes, or after some rounds; alone one plays for a score.
"""

from collections.abc import Sequence
from typing import Any, Self

from potluck.play.chance import Chance
from potluck.play.learned import EVERYBODY, NOBODY, OTHERS
from potluck.play.moves import Move
from potluck.play.notes import Note
from potluck.play.seats import EVERYONE, Mask, Seat

from .table import (
    COOK,
    COOKED,
    CUT,
    CUT_LIMIT,
    DICE,
    DISH,
    END,
    ENDED,
    FACES,
    KEPT,
    LUCK,
    LUCKY,
    OVER,
    PIECES,
    RESTOCK,
    ROLLED,
    SPENT,
    TAKEN,
    WANTED,
)


class State:
    """A position. `block`: a face from 1 for each cell, 0 for a gap; `trays`, `dishes`: counts by face."""

    __slots__ = ("block", "dishes", "limit", "lucky", "restocked", "rounds", "seats", "step", "trays", "turn")

    def __init__(self, seats: int, rounds: int, limit: int) -> None:
        self.seats, self.rounds, self.limit = seats, rounds, limit
        self.step, self.turn, self.restocked = CUT, 0, False
        self.block = [0] * DICE
        self.trays = [[0] * FACES for _ in range(seats)]
        self.dishes = [[0] * FACES for _ in range(seats)]
        self.lucky = [1] * seats

    def clone(self) -> Self:
        new = type(self)(self.seats, self.rounds, self.limit)
        new.step, new.turn, new.restocked = self.step, self.turn, self.restocked
        new.block, new.lucky = self.block.copy(), self.lucky.copy()
        new.trays = [tray.copy() for tray in self.trays]
        new.dishes = [dishes.copy() for dishes in self.dishes]
        return new

    def active(self) -> Seat:
        return self.turn % self.seats

    def deciders(self) -> Mask:
        return 0 if self.step == OVER else 1 << self.active()

    def bystanders(self) -> Mask:
        return 0

    def legal(self, seat: Seat) -> list[Move]:
        if self.step == OVER or seat != self.active():
            return []
        if self.step == COOK:
            tray = self.trays[seat]
            return [*(COOKED + face for face in range(FACES) if tray[face] >= WANTED), END]
        moves = list(cuts(self.block, self.limit).values())
        return [*moves, RESTOCK] if may_restock(self.block, self.restocked) else moves

    def play(self, seat: Seat, move: Move, chance: Chance, notes: list[Note] | None = None) -> int:
        jot = [] if notes is None else notes
        if move < RESTOCK:
            cells = sorted(cell for cell in PIECES[move] if self.block[cell])
            for cell in cells:
                self.trays[seat][self.block[cell] - 1] += 1
                self.block[cell] = 0
            jot.append((TAKEN, EVERYONE, (seat, *cells)))
            self.step = COOK
            return NOBODY
        if move == RESTOCK:
            self.roll(chance)
            self.restocked = True
            jot.append((ROLLED, EVERYONE, (seat, sum(1 for face in self.block if face))))
            return EVERYBODY
        if move == END:
            return self._end_turn(seat, jot)
        self.trays[seat][move - COOKED] -= WANTED
        self.dishes[seat][move - COOKED] += 1
        jot.append((DISH, EVERYONE, (seat, move - COOKED)))
        return NOBODY

    def roll(self, chance: Chance) -> None:
        """DV-7: all dice that nobody holds, in rows of seven, the last row partial."""
        many = DICE - sum(map(sum, self.trays))
        self.block = [1 + face for face in chance.below_many([FACES] * many)] + [0] * (DICE - many)

    def _end_turn(self, seat: Seat, jot: list[Note]) -> int:
        tray = self.trays[seat]
        spent = []
        for face in range(FACES):  # the low ones go first
            while sum(tray) > KEPT and tray[face]:
                tray[face] -= 1
                spent.append(face)
        if spent:
            jot.append((SPENT, EVERYONE, (seat, *spent)))
        self.turn += 1
        self.step, self.restocked = CUT, False
        if sum(self.dishes[seat]) >= WANTED or self.turn == self.rounds * self.seats:
            self.step = OVER
            for each, face in enumerate(self.lucky):
                jot.append((LUCK, EVERYONE, (each, face - 1)))
            jot.append((ENDED, EVERYONE, ()))
            return EVERYBODY
        return OTHERS

    def scores(self, seat: Seat) -> int:
        """Points of the dishes, and at the end of the lucky face."""
        dishes = self.dishes[seat]
        points = sum((face + 1) * many for face, many in enumerate(dishes))
        return points + LUCKY * (self.step == OVER and dishes[self.lucky[seat] - 1] > 0)

    def result(self) -> list[int] | None:
        """DV-18: alone there is nobody to be placed against."""
        if self.step != OVER:
            return None
        scores = [self.scores(seat) for seat in range(self.seats)]
        return [] if self.seats == 1 else [1 + sum(other > score for other in scores) for score in scores]


def cuts(block: Sequence[int], limit: int) -> dict[int, Move]:
    """Every piece that may be cut (its dice as bits) and the first of the cuts that take it."""
    found: dict[int, Move] = {}
    for move in range(RESTOCK):
        if 0 < total(block, move) <= limit:
            found.setdefault(piece(block, move), move)
    return found


def piece(block: Sequence[int], move: Move) -> int:
    """The dice that a cut takes, as bits by cell."""
    return sum(1 << cell for cell in PIECES[move] if block[cell])


def total(block: Sequence[int], move: Move) -> int:
    """The points of the dice that a cut takes."""
    return sum(block[cell] for cell in PIECES[move])


def may_restock(block: Sequence[int], restocked: bool) -> bool:
    """DV-6: a face is missing, and at most once a turn. An empty block leaves nothing else."""
    return not restocked and len({*block} - {0}) < FACES


def longest(seats: int, options: Any) -> int:
    """Restock, cut, dishes of dice that were kept or taken, end."""
    return int(options.rounds * seats * (1 + 1 + (KEPT + CUT_LIMIT) // WANTED + 1))
