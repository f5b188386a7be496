"""The rules of Jars, a toy that has a little of everything the five games need.

Twelve cards, four of each of three kinds. One lies hidden in a jar, every seat (1 to 3) holds two,
the rest is the deck. A round: all seats secretly offer a card at the same time; shown together, the
highest kind that only one seat offers scores 1; offered cards are discarded and, with `refill`, each
seat draws. Then the leader may guess the jar: right is 2 points and ends the game, wrong is
remembered. With `peeks`, every seat may look into the jar once, whoever's turn it is.
"""

from typing import Final, Self

from potluck.play.chance import Chance
from potluck.play.learned import EVERYBODY, MOVER, NOBODY
from potluck.play.moves import Kind, Move, Moves
from potluck.play.notes import Events, Note, Row
from potluck.play.seats import EVERYONE, Mask, Seat, bit, others

KINDS: Final = ("salt", "sugar", "flour")
COPIES: Final = 4
HAND: Final = 2

OFFER: Final = 0
GUESS: Final = 1
OVER: Final = 2

OFFERS: Final = 0
GUESSES: Final = 3
SKIP: Final = 6
PEEK: Final = 7

MOVES: Final = Moves(
    "toy",
    [
        Kind(OFFERS, "offer", ("kind", KINDS)),
        Kind(GUESSES, "guess", ("kind", KINDS)),
        Kind(SKIP, "skip"),
        Kind(PEEK, "peek"),
    ],
)

CHOSE, OFFERED, SHOWN, POINT, DRAW, DREW, RIGHT, WRONG, SKIPPED, PEEKED, SAW, ENDED = range(12)
EVENTS: Final = Events(
    "toy",
    [
        Row(CHOSE, "chose", "seat"),
        Row(OFFERED, "offer", "kind"),
        Row(SHOWN, "shown", "seat", "kind"),
        Row(POINT, "point", "seat"),
        Row(DRAW, "draw", "seat", "kind"),
        Row(DREW, "drew", "seat"),
        Row(RIGHT, "right", "seat", "kind"),
        Row(WRONG, "wrong", "seat", "kind"),
        Row(SKIPPED, "skip", "seat"),
        Row(PEEKED, "peeked", "seat"),
        Row(SAW, "saw", "kind"),
        Row(ENDED, "over", "winners"),
    ],
)


def hand_size(seats: int, refill: bool, played: int, seat: Seat) -> int:
    """How many cards a seat holds after `played` rounds of offers."""
    deck = len(KINDS) * COPIES - 1 - HAND * seats
    drawn = sum(1 for r in range(played) if r * seats + seat < deck) if refill else 0
    return HAND - played + drawn


class ToyState:
    """A position. `offers` are marks: an offered card stays in hand until it is shown.

    `shown` are the last offers shown, so that views keep what was seen when they came to light.
    """

    __slots__ = (
        "deck",
        "discard",
        "excluded",
        "found",
        "hands",
        "jar",
        "offers",
        "peeked",
        "peeks",
        "refill",
        "round",
        "rounds",
        "scores",
        "seats",
        "shown",
        "step",
    )

    def __init__(self, seats: int, rounds: int, refill: bool, peeks: bool) -> None:
        self.seats = seats
        self.rounds = rounds
        self.refill = refill
        self.peeks = peeks
        self.step = OFFER
        self.round = 0
        self.jar = 0
        self.hands: list[list[int]] = [[0] * len(KINDS) for _ in range(seats)]
        self.offers = [-1] * seats
        self.deck = [COPIES] * len(KINDS)
        self.discard = [0] * len(KINDS)
        self.excluded = 0
        self.peeked = 0
        self.scores = [0] * seats
        self.found = False
        self.shown: list[int] = []

    def deal(self, chance: Chance) -> None:
        """Fill the jar, then the hands."""
        self.jar = self.draw(chance)
        for hand in self.hands:
            for _ in range(HAND):
                hand[self.draw(chance)] += 1

    def draw(self, chance: Chance) -> int:
        """Take a card from the deck, which must not be empty."""
        pick = chance.below(sum(self.deck))
        for kind, left in enumerate(self.deck):
            if pick < left:
                self.deck[kind] -= 1
                return kind
            pick -= left
        raise AssertionError("below() answered out of range")

    def clone(self) -> Self:
        new = type(self)(self.seats, self.rounds, self.refill, self.peeks)
        new.step = self.step
        new.round = self.round
        new.jar = self.jar
        new.hands = [hand.copy() for hand in self.hands]
        new.offers = self.offers.copy()
        new.deck = self.deck.copy()
        new.discard = self.discard.copy()
        new.excluded = self.excluded
        new.peeked = self.peeked
        new.scores = self.scores.copy()
        new.found = self.found
        new.shown = self.shown.copy()
        return new

    def leader(self) -> Seat:
        """Who may guess this round."""
        return self.round % self.seats

    def deciders(self) -> Mask:
        if self.step == OFFER:
            return sum(1 << seat for seat, kind in enumerate(self.offers) if kind < 0)
        return 1 << self.leader() if self.step == GUESS else 0

    def bystanders(self) -> Mask:
        if self.step == OVER or not self.peeks:
            return 0
        return ((1 << self.seats) - 1) & ~self.peeked

    def legal(self, seat: Seat) -> list[Move]:
        moves: list[Move] = []
        if self.step == OVER:
            return moves
        if self.step == OFFER:
            moves = [OFFERS + kind for kind in range(len(KINDS)) if self.hands[seat][kind]]
        elif seat == self.leader():
            moves = [GUESSES + kind for kind in range(len(KINDS)) if not self.excluded >> kind & 1]
            moves.append(SKIP)
        if self.peeks and not self.peeked >> seat & 1:
            moves.append(PEEK)
        return moves

    def play(self, seat: Seat, move: Move, chance: Chance, notes: list[Note] | None = None) -> int:
        jot = [] if notes is None else notes
        if move == PEEK:
            self.peeked |= 1 << seat
            jot.append((PEEKED, EVERYONE, (seat,)))
            jot.append((SAW, bit(seat), (self.jar,)))
            return MOVER
        if move < GUESSES:
            return self._offer(seat, move - OFFERS, chance, jot)
        self._guess(seat, move, jot)
        return EVERYBODY

    def _offer(self, seat: Seat, kind: int, chance: Chance, jot: list[Note]) -> int:
        if self.offers[seat] < 0:
            jot.append((CHOSE, EVERYONE, (seat,)))
        self.offers[seat] = kind
        jot.append((OFFERED, bit(seat), (kind,)))
        if self.deciders():
            return NOBODY
        self._show(chance, jot)
        return EVERYBODY

    def _show(self, chance: Chance, jot: list[Note]) -> None:
        for seat, kind in enumerate(self.offers):
            self.hands[seat][kind] -= 1
            self.discard[kind] += 1
            jot.append((SHOWN, EVERYONE, (seat, kind)))
        alone = [kind for kind in self.offers if self.offers.count(kind) == 1]
        if alone:
            winner = self.offers.index(max(alone))
            self.scores[winner] += 1
            jot.append((POINT, EVERYONE, (winner,)))
        for seat in range(self.seats):
            if self.refill and sum(self.deck) > 0:
                kind = self.draw(chance)
                self.hands[seat][kind] += 1
                jot.append((DRAW, bit(seat), (seat, kind)))
                jot.append((DREW, others(seat), (seat,)))
        self.shown = self.offers
        self.offers = [-1] * self.seats
        self.step = GUESS

    def _guess(self, seat: Seat, move: Move, jot: list[Note]) -> None:
        kind = move - GUESSES
        if move == SKIP:
            jot.append((SKIPPED, EVERYONE, (seat,)))
        elif kind == self.jar:
            self.scores[seat] += 2
            self.found = True
            jot.append((RIGHT, EVERYONE, (seat, kind)))
        else:
            self.excluded |= 1 << kind
            jot.append((WRONG, EVERYONE, (seat, kind)))
        if not self.found:
            self.round += 1
            self.step = OFFER
        if self.found or self.round == self.rounds:
            self.step = OVER
            for winner, place in enumerate(self.result() or []):
                if place == 1:
                    jot.append((ENDED, EVERYONE, (winner,)))

    def result(self) -> list[int] | None:
        if self.step != OVER:
            return None
        if self.seats == 1:
            return []
        return [1 + sum(1 for other in self.scores if other > score) for score in self.scores]
