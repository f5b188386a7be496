"""What lies on the table of Secret Recipe, copies of it, and the small acts that every step does.

Lean on purpose: ints, short lists and tables, so that mypyc takes this file and the rules above it as they
are. A slot of any player is one of sixteen numbers, seat * per + slot, where `per` is eight with two
players and four otherwise; slot // 4 is its recipe. Bags and piles are counts: their order is not decided
before it is asked. What may be known of a board by whom is view.py's business, but notes name their readers.
"""

from typing import Final

from potluck.games.secret_recipe.material import (
    SIDE_PRINTS,
    TEA_AT,
    THINK_MARKERS,
    TOKEN_COUNTS,
    TOKEN_VALUE,
)
from potluck.games.secret_recipe.table import (
    CASE_NONE,
    EVENT_BAG,
    EVENT_PEEKED,
    EVENT_REFILL,
    EVENT_REVEALED,
    EVENT_SAW,
    EVENT_TEA_TOKEN,
    NO_CELL,
    RESUME_RESOLVE,
    STEP_TURN,
)
from potluck.play.bag import draw
from potluck.play.chance import Chance
from potluck.play.learned import EVERYBODY, MOVER, NOBODY
from potluck.play.notes import Note
from potluck.play.seats import EVERYONE

SLOTS: Final = 16
EVERY_SLOT: Final = (1 << SLOTS) - 1


class Board:
    """The fields of a position, and nothing about whose choice comes next: that is rules.State."""

    __slots__ = (
        "active", "asks_left", "bag", "case", "chooser", "clues", "content", "discarded", "discards",
        "due", "failed", "first", "freed", "hand", "held", "help", "initiator", "kept", "laid", "last",
        "limit", "lines", "log", "marker", "offers", "out", "pantry", "per", "pile", "prints",
        "queue", "resume", "revealed", "score", "seats", "seen", "shelf", "shown", "step", "swap_from",
        "swapper", "tea", "tea_got", "teas", "theories", "thinks", "tiles", "token_discards", "took", "turn",
        "turned",
    )  # fmt: skip

    def __init__(self, seats: int, limit: int, help_level: int) -> None:
        """An empty table; `set_up` and position.py fill it."""
        self.seats: int = seats
        self.per: int = 8 if seats == 2 else 4  # slots a player
        self.limit: int = limit  # SR-25: round_limit
        self.help: int = help_level  # SR-60
        self.step: int = STEP_TURN
        self.first: int = 0  # who began the game
        self.active: int = 0
        self.turn: int = 0  # turns finished before this one
        self.discarded: bool = False  # Action 1 is used up (SR-8)
        self.last: int = -1  # SR-25: turns left once the end is near; -1: it is not
        self.pantry: list[int] = []  # kind by cell
        self.bag: list[int] = []  # count by kind
        self.discards: list[int] = []  # count by kind
        self.turned: int = 0  # cells collected from, as a mask (SR-16a)
        # Votes of one target with this pantry: kind * 10 + cell; never changed in place.
        self.offers: list[int] = []
        self.tiles: list[int] = []  # kind by slot
        self.revealed: int = 0  # slots, as a mask; the imaginary player's from the start
        self.shelf: list[int] = []  # kind by shelf
        self.seen: list[int] = [0] * 9  # by shelf: seats that have peeked, as a mask
        # (seat, owner, slot, how, spot, three kinds of the line, yes); a clue has owner == seat.
        self.clues: list[tuple[int, ...]] = []
        self.failed: list[tuple[int, int]] = []  # (slot number, kind) of wrong unveil votes on hidden slots
        self.theories: list[int] = [-1] * (SLOTS * 4)  # slot number * 4 + seat: kind
        self.thinks: list[int] = [THINK_MARKERS] * seats  # markers left
        self.score: list[int] = [0] * seats  # the track
        self.tea_got: int = 0  # seats whose hat has crossed to six (SR-21)
        self.tea: list[int] = [0] * seats  # tea break tokens held
        self.due: int = 0  # tea breaks to be held
        self.held: list[int] = [-1] * seats  # sealed votes or tea-break questions, as moves
        self.shown: list[int] = []  # the latest votes opened, until new ones are asked for
        self.queue: list[int] = []  # slot numbers voted on and not yet resolved
        # (asker, recipe number, kind, yes) of tea breaks
        self.teas: list[tuple[int, int, int, int]] = []
        self.pile: list[int] = list(TOKEN_COUNTS)  # point tokens by type
        self.token_discards: list[int] = [0] * 5
        self.kept: list[int] = [0] * (seats * 5)  # seat * 5 + type: unused tokens
        self.hand: list[int] = []  # tokens taken, to choose from, in the order taken
        self.chooser: int = -1
        self.resume: int = RESUME_RESOLVE
        # (seat, token kept or -1, tokens taken in order ...) and (seat, token used)
        self.log: list[tuple[int, ...]] = []
        self.swapper: int = -1
        self.swap_from: int = STEP_TURN
        self.lines: list[int] = [-1] * seats  # erase markers
        self.laid: list[int] = [0] * seats  # times laid or moved in this swap
        self.content: int = 0
        # Two players.
        self.freed: list[int] = [0, 0]  # tea break table: fingerprints gone, by cell (SR-43)
        self.took: list[int] = [0, 0]  # tea break table: tokens taken, by line (SR-44)
        self.asks_left: int = 0
        self.prints: list[int] = [SIDE_PRINTS] * 2  # SR-46
        self.marker: list[int] = [0, 0]  # SR-48
        self.initiator: int = 0
        self.out: int = 0
        self.case: int = CASE_NONE

    def copy_onto(self, other: "Board") -> None:
        """Make `other`, a board of the same seats, an equal one that shares nothing that can change."""
        other.step = self.step
        other.first = self.first
        other.active = self.active
        other.turn = self.turn
        other.discarded = self.discarded
        other.last = self.last
        other.pantry = self.pantry[:]
        other.bag = self.bag[:]
        other.discards = self.discards[:]
        other.turned = self.turned
        other.offers = self.offers
        other.tiles = self.tiles[:]
        other.revealed = self.revealed
        other.shelf = self.shelf[:]
        other.seen = self.seen[:]
        other.clues = self.clues[:]
        other.failed = self.failed[:]
        other.theories = self.theories[:]
        other.thinks = self.thinks[:]
        other.score = self.score[:]
        other.tea_got = self.tea_got
        other.tea = self.tea[:]
        other.due = self.due
        other.held = self.held[:]
        other.shown = self.shown[:]
        other.queue = self.queue[:]
        other.teas = self.teas[:]
        other.pile = self.pile[:]
        other.token_discards = self.token_discards[:]
        other.kept = self.kept[:]
        other.hand = self.hand[:]
        other.chooser = self.chooser
        other.resume = self.resume
        other.log = self.log[:]
        other.swapper = self.swapper
        other.swap_from = self.swap_from
        other.lines = self.lines[:]
        other.laid = self.laid[:]
        other.content = self.content
        other.freed = self.freed[:]
        other.took = self.took[:]
        other.asks_left = self.asks_left
        other.prints = self.prints[:]
        other.marker = self.marker[:]
        other.initiator = self.initiator
        other.out = self.out
        other.case = self.case

    # What can be counted.

    def tokens_kept(self, seat: int) -> int:
        """How many unused point tokens a seat has."""
        at = seat * 5
        kept = self.kept
        return kept[at] + kept[at + 1] + kept[at + 2] + kept[at + 3] + kept[at + 4]

    def token_points(self, seat: int) -> int:
        """Option 1 of the seat's unused tokens (SR-19)."""
        points = 0
        for token in range(5):
            points += TOKEN_VALUE[token] * self.kept[seat * 5 + token]
        return points

    def round(self) -> int:
        """The number of the round, from 1."""
        return self.turn // self.seats + 1

    def hidden_slots(self, seat: int) -> int:
        """A player's hidden slots, as a mask of 0..per-1."""
        return ~(self.revealed >> seat * self.per) & ((1 << self.per) - 1)

    def has(self, recipe: int, kind: int) -> int:
        """SR-22: 1 if a recipe of four has the kind, revealed tiles included."""
        for slot in range(4):
            if self.tiles[recipe * 4 + slot] == kind:
                return 1
        return 0

    # What happens at many steps. Where somebody may learn by it, who does is the answer.

    def replace(self, cells: int, chance: Chance, notes: list[Note]) -> int:
        """SR-8, SR-17, SR-24: discard these cells' tiles, then fill the gaps from the bag, ascending."""
        if cells == 0:
            return NOBODY
        for cell in range(9):
            if cells >> cell & 1:
                self.discards[self.pantry[cell]] += 1
        for cell in range(9):
            if cells >> cell & 1:
                if sum(self.bag) == 0:  # SR-8: all discards, the newest included
                    self.bag = self.discards
                    self.discards = [0] * 9
                    notes.append((EVENT_BAG, EVERYONE, ()))
                kind = draw(self.bag, chance)
                self.pantry[cell] = kind
                notes.append((EVENT_REFILL, EVERYONE, (cell, kind)))
        self.turned &= ~cells
        self.offers = offers_of(self.pantry)
        return EVERYBODY

    def peek(self, seat: int, shelf: int, notes: list[Note]) -> int:
        """SR-10: only the seat sees the tile; everybody sees the fingerprint. A tile seen is simply seen."""
        if self.seen[shelf] >> seat & 1:
            return NOBODY
        self.seen[shelf] |= 1 << seat
        notes.append((EVENT_SAW, 1 << seat, (seat, shelf, self.shelf[shelf])))
        notes.append((EVENT_PEEKED, EVERYONE & ~(1 << seat), (seat, shelf)))
        return MOVER

    def reveal(self, owner: int, slot: int, notes: list[Note]) -> None:
        """SR-16a, SR-48: the tile lies open from now on."""
        number = owner * self.per + slot
        self.revealed |= 1 << number
        notes.append((EVENT_REVEALED, EVERYONE, (owner, slot, self.tiles[number])))

    def move_hat(self, seat: int, points: int, notes: list[Note]) -> None:
        """Score on the track; SR-21: the first crossing from 5 to 6 brings a token and a tea break."""
        before = self.score[seat]
        self.score[seat] = before + points
        if self.per == 4 and before < TEA_AT <= before + points and not self.tea_got >> seat & 1:
            self.tea_got |= 1 << seat
            self.tea[seat] += 1
            self.due += 1
            notes.append((EVENT_TEA_TOKEN, EVERYONE, (seat,)))


def offers_of(pantry: list[int]) -> list[int]:
    """The unveil votes about one target with this pantry: kind * 10 + cell to collect, or NO_CELL."""
    offers: list[int] = []
    for kind in range(9):
        for cell in range(9):
            if pantry[cell] == kind:
                offers.append(kind * 10 + cell)
        offers.append(kind * 10 + NO_CELL)
    return offers
