"""Secret Recipe, the rules SR-7 to SR-51 in the order of a turn: pantry, clue, votes, tokens, tea, end.

Part B (two players) follows part A. Lean on purpose: ints, short lists and tables, so that mypyc takes
this file as it is. A slot of any player is one of sixteen numbers, seat * per + slot, where `per` is
eight with two players and four otherwise; slot // 4 is its recipe. Bags and piles are counts: their
order is not decided before it is asked. What may be known of a state by whom is view.py's business,
but the notes taken here name their readers.
"""

from typing import Final

from potluck.games.secret_recipe import rows
from potluck.games.secret_recipe.data import (
    CLUE_ROUNDS,
    COUNTS,
    ERASE_MOVES,
    HOW_CELL,
    LINE_CELLS,
    PEEK_ONE,
    PEEK_TWO,
    SIDE_PRINTS,
    SPOT_LINE,
    SPOTS_BESIDE,
    SPOTS_PLAIN,
    TEA_AT,
    TEA_LINE_CELLS,
    THINK_MARKERS,
    TOKEN_COUNTS,
    TOKEN_NOW,
    TOKEN_VALUE,
    TOKENS_TAKEN,
    TRACK_END,
    TRACK_TOKEN,
    told,
)
from potluck.play.chance import Chance
from potluck.play.learned import EVERYBODY, NOTHING
from potluck.play.notes import Note
from potluck.play.seats import EVERYONE

SLOTS: Final = 16
EVERY_SLOT: Final = (1 << SLOTS) - 1

# Phases: what the table waits for.
TURN: Final = 0  # the active player: a pantry tile, a swap, then a clue or a question
LOOKING: Final = 1  # two players: the active player's freed fingerprint (SR-43)
PACTS: Final = 2  # two players: the active player's tea-break question (SR-44)
VOTING: Final = 3  # everybody's secret vote (SR-12)
KEEPING: Final = 4  # `chooser` keeps one of the tokens taken (SR-16d, SR-46)
TEA: Final = 5  # everybody's secret tea-break question (SR-22)
SWAPPING: Final = 6  # erase markers, until all are content (SR-24)
INITIATING: Final = 7  # two players: `initiator` votes or declines (SR-49)
COUNTERING: Final = 8  # two players: the other one votes or declines (SR-49)
OVER: Final = 9

# What goes on once a token is kept.
RESOLVE: Final = 0  # the next slot voted on (SR-16)
COUNTER: Final = 1  # the other player's counter (SR-49)
ANSWERED: Final = 2  # the counter was right (SR-49)
START: Final = 3  # the bonus is taken: Start (SR-49)

CASE_A: Final = 1
CASE_B: Final = 2

# Keys of the notes, in the order of view.EVENTS.
NOTE_TURN: Final = 0
NOTE_ROUND: Final = 1
NOTE_DISCARD: Final = 2
NOTE_REFILL: Final = 3
NOTE_BAG: Final = 4
NOTE_CLUE: Final = 5
NOTE_QUESTION: Final = 6
NOTE_YES: Final = 7
NOTE_NO: Final = 8
NOTE_PEEKED: Final = 9
NOTE_SAW: Final = 10
NOTE_SEALED: Final = 11
NOTE_HANDED_BACK: Final = 12
NOTE_VOTED_NOTHING: Final = 13
NOTE_VOTED_THINK: Final = 14
NOTE_VOTED_UNVEIL: Final = 15
NOTE_VOTED_COLLECT: Final = 16
NOTE_REVEALED: Final = 17
NOTE_RIGHT: Final = 18
NOTE_WRONG: Final = 19
NOTE_COLLECTED: Final = 20
NOTE_THEORY: Final = 21
NOTE_TOOK: Final = 22
NOTE_HAND: Final = 23
NOTE_KEPT: Final = 24
NOTE_KEPT_OWN: Final = 25
NOTE_PILE: Final = 26
NOTE_TOKEN_USED: Final = 27
NOTE_TEA_TOKEN: Final = 28
NOTE_TEA: Final = 29
NOTE_ASKED: Final = 30
NOTE_ASKED_YES: Final = 31
NOTE_ASKED_NO: Final = 32
NOTE_SWAP: Final = 33
NOTE_ERASE: Final = 34
NOTE_CONTENT: Final = 35
NOTE_SWAPPED: Final = 36
NOTE_FREED: Final = 37
NOTE_PACT_YES: Final = 38
NOTE_PACT_NO: Final = 39
NOTE_DISCUSSION: Final = 40
NOTE_DECLINED: Final = 41
NOTE_OUT: Final = 42
NOTE_MARKER: Final = 43
NOTE_BONUS: Final = 44
NOTE_LAST: Final = 45
NOTE_UNUSED: Final = 46
NOTE_OVER: Final = 47
NOTE_NO_TOKEN: Final = 48
NOTE_PHASE_ENDS: Final = 49


class State:
    """A position of Secret Recipe. Mutable; see potluck.play.game.State for what is promised."""

    __slots__ = (
        "active", "asks_left", "bag", "case", "chooser", "clues", "content", "discarded", "discards",
        "due", "failed", "first", "freed", "hand", "held", "help", "initiator", "kept", "laid", "last",
        "limit", "lines", "log", "marker", "offers", "out", "pantry", "per", "phase", "pile", "prints",
        "queue", "resume", "revealed", "score", "seats", "seen", "shelf", "shown", "swap_from", "swapper",
        "tea", "tea_got", "teas", "theories", "thinks", "tiles", "token_discards", "took", "turn", "turned",
    )  # fmt: skip

    def __init__(self, seats: int, limit: int, help_level: int) -> None:
        """An empty table; `set_up` and notation.py fill it."""
        self.seats: int = seats
        self.per: int = 8 if seats == 2 else 4  # slots a player
        self.limit: int = limit  # SR-25: round_limit
        self.help: int = help_level  # SR-60: 0 paper, 1 marks, 2 expert
        self.phase: int = TURN
        self.first: int = 0  # who began the game
        self.active: int = 0
        self.turn: int = 0  # turns finished before this one
        self.discarded: bool = False  # Action 1 is used up (SR-8)
        self.last: int = -1  # SR-25: turns left once the end is near; -1: it is not
        self.pantry: list[int] = []  # kind by cell
        self.bag: list[int] = []  # count by kind
        self.discards: list[int] = []  # count by kind
        self.turned: int = 0  # cells collected from, as a mask (SR-16a)
        self.offers: list[
            int
        ] = []  # votes of one target with this pantry: kind * 10 + cell; never changed in place
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
        self.resume: int = RESOLVE
        # (seat, token kept or -1, tokens taken in order ...) and (seat, token used)
        self.log: list[tuple[int, ...]] = []
        self.swapper: int = -1
        self.swap_from: int = TURN
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
        self.case: int = 0

    def clone(self) -> "State":
        """An equal state that shares nothing that can change."""
        other = State(self.seats, self.limit, self.help)
        other.phase = self.phase
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
        return other

    # Who is asked.

    def deciders(self) -> int:
        """Seats that owe a choice now, as a mask; 0 when the game is over."""
        phase = self.phase
        if phase in (TURN, LOOKING, PACTS):
            return 1 << self.active
        if phase in (VOTING, TEA):
            mask = 0
            for seat in range(self.seats):
                if self.held[seat] < 0:
                    mask |= 1 << seat
            return mask
        if phase == KEEPING:
            return 1 << self.chooser
        if phase == SWAPPING:
            return ((1 << self.seats) - 1) & ~self.content
        if phase == INITIATING:
            return 1 << self.initiator
        if phase == COUNTERING:
            return 1 << (1 - self.initiator)
        return 0

    def bystanders(self) -> int:
        """Seats that hold a kept token, so might show it (SR-20), and content seats that may still relay.

        How many tokens somebody keeps is public; whether one is a peek token is not, and does not count.
        """
        phase = self.phase
        if phase in (KEEPING, OVER):
            return 0
        mask = 0
        for seat in range(self.seats):
            if phase == SWAPPING:
                if self.laid[seat] < ERASE_MOVES:
                    mask |= 1 << seat
            elif self.tokens_kept(seat) > 0 and self.may_print(seat):
                mask |= 1 << seat
        return mask & ~self.deciders()

    def tokens_kept(self, seat: int) -> int:
        """How many unused point tokens a seat has."""
        at = seat * 5
        kept = self.kept
        return kept[at] + kept[at + 1] + kept[at + 2] + kept[at + 3] + kept[at + 4]

    def may_print(self, seat: int) -> bool:
        """Whether a fingerprint for point-token peeks is left (SR-46; never short with three or four)."""
        return self.per == 4 or self.prints[seat] > 0

    def round(self) -> int:
        """The number of the round, from 1."""
        return self.turn // self.seats + 1

    def hidden_slots(self, seat: int) -> int:
        """A player's hidden slots, as a mask of 0..per-1."""
        return ~(self.revealed >> seat * self.per) & ((1 << self.per) - 1)

    def legal(self, seat: int) -> list[int]:
        """The moves this seat may make now, ascending."""
        if seat >= self.seats:
            return []
        phase = self.phase
        if phase == SWAPPING:
            return self._swap_moves(seat)
        moves: list[int] = []
        if phase == TURN:
            if seat == self.active:
                moves = self._turn_moves(seat)
        elif phase == VOTING:
            if self.held[seat] < 0:
                moves = self._votes(seat)
        elif phase == KEEPING:
            if seat == self.chooser:
                return [rows.KEEP + token for token in range(5) if token in self.hand]
            return []
        elif phase == TEA:
            if self.held[seat] < 0:
                for other in range(self.seats):
                    if other != seat:
                        moves += [rows.ASK + other * 9 + kind for kind in range(9)]
        elif phase == LOOKING:
            if seat == self.active:
                moves = [rows.LOOK + shelf for shelf in range(9)]
        elif phase == PACTS:
            if seat == self.active:
                moves = [rows.PACT + row for row in range(18)]
        elif phase == INITIATING:
            if seat == self.initiator:
                moves = self._votes(seat)
        elif phase == COUNTERING:
            if seat != self.initiator:
                moves = self._votes(seat)
        else:
            return []
        self._add_peeks(seat, moves)
        if self._may_swap(seat):
            moves.append(rows.SWAP)
        return moves

    def _turn_moves(self, seat: int) -> list[int]:
        moves: list[int] = []
        if not self.discarded:
            moves += [rows.DISCARD + cell for cell in range(9)]  # SR-8
        spots = SPOTS_PLAIN if self.per == 8 else SPOTS_BESIDE
        fits = [self._fits(how, line) for how in range(6) for line in range(6)]
        if self.per == 8:
            if self.round() <= CLUE_ROUNDS:  # SR-42
                given = 0
                for clue in self.clues:
                    if clue[0] == seat and clue[1] == seat:
                        given |= 1 << clue[2]
                self._add_clues(seat, self.hidden_slots(seat) & ~given, spots, fits, moves)
            else:
                self._add_questions(1 - seat, spots, moves)
        elif self.hidden_slots(seat):
            self._add_clues(seat, self.hidden_slots(seat), spots, fits, moves)
        else:  # SR-11
            for other in range(self.seats):
                if other != seat:
                    self._add_questions(other, spots, moves)
        return moves

    def _fits(self, how: int, line: int) -> int:
        """The kinds of which this clue would be true now."""
        cells = LINE_CELLS[line]
        pantry = self.pantry
        return told(how, pantry[cells[0]], pantry[cells[1]], pantry[cells[2]])

    def _add_clues(self, seat: int, slots: int, spots: int, fits: list[int], moves: list[int]) -> None:
        """SR-9: true clues about these slots."""
        for slot in range(self.per):
            if not slots >> slot & 1:
                continue
            kind = self.tiles[seat * self.per + slot]
            base = rows.CLUE + slot * 54
            for how in range(6):
                for spot in range(spots):
                    if fits[how * 6 + SPOT_LINE[spot]] >> kind & 1:
                        moves.append(base + how * 9 + spot)

    def _add_questions(self, owner: int, spots: int, moves: list[int]) -> None:
        """SR-11, SR-42: anything about a hidden slot; the answer may be no."""
        hidden = self.hidden_slots(owner)
        for slot in range(self.per):
            if hidden >> slot & 1:
                base = rows.QUESTION + rows.target_of(owner, slot) * 54
                for how in range(6):
                    for spot in range(spots):
                        moves.append(base + how * 9 + spot)

    def _votes(self, seat: int) -> list[int]:
        """SR-12 to SR-14, SR-48: nothing, theories, unveil votes about the others' hidden slots."""
        moves = [rows.NOTHING]
        targets: list[int] = []
        per = self.per
        for owner in range(self.seats):
            hidden = self.hidden_slots(owner)
            if owner == seat or not hidden:
                continue
            for slot in range(per):
                if hidden >> slot & 1:
                    target = rows.target_of(owner, slot)
                    targets.append(target)
                    if (
                        per == 4
                        and self.thinks[seat] > 0
                        and self.theories[(owner * 4 + slot) * 4 + seat] < 0
                    ):
                        base = rows.THINK + target * 9
                        moves += [base + kind for kind in range(9)]
        offers = self.offers
        for target in targets:
            base = rows.UNVEIL + target * 90
            moves += [base + offer for offer in offers]
        return moves

    def _add_peeks(self, seat: int, moves: list[int]) -> None:
        """SR-20, SR-46: what the seat's peek tokens allow."""
        if not self.may_print(seat):
            return
        if self.kept[seat * 5 + PEEK_ONE] > 0:
            moves += [rows.PEEK_ONE + shelf for shelf in range(9)]
        if self.kept[seat * 5 + PEEK_TWO] > 0:
            if self.per == 8 and self.prints[seat] == 1:
                moves += [rows.PEEK_LAST + shelf for shelf in range(9)]
            else:
                moves += [rows.PEEK_TWO + pair for pair in range(36)]

    def _may_swap(self, seat: int) -> bool:
        """SR-24, SR-45: a token, and the right moment."""
        if self.tea[seat] == 0:
            return False
        phase = self.phase
        if phase == TURN:
            return seat == self.active
        if phase == VOTING:
            return self.held[seat] < 0
        if phase == INITIATING:
            return seat == self.initiator
        return phase == COUNTERING and seat != self.initiator

    def _swap_moves(self, seat: int) -> list[int]:
        moves: list[int] = []
        if self.laid[seat] < ERASE_MOVES:
            for line in range(6):
                if line != self.lines[seat]:
                    moves.append(rows.ERASE + line)
        if not self.content >> seat & 1:
            moves.append(rows.CONTENT)
        return moves

    # What happens.

    def play(self, seat: int, move: int, chance: Chance, notes: list[Note] | None = None) -> int:
        """Make a legal move; what was learned (play/learned.py)."""
        return EVERYBODY if self._play(seat, move, chance, notes) else NOTHING

    def _play(self, seat: int, move: int, chance: Chance, notes: list[Note] | None) -> bool:
        taken: list[Note] = [] if notes is None else notes
        if move < rows.CLUE:
            self._discard(seat, move - rows.DISCARD, chance, taken)
            return True
        if move < rows.QUESTION:
            row = move - rows.CLUE
            self._clue(seat, row // 54, row // 9 % 6, row % 9, chance, taken)
            return True
        if move < rows.NOTHING:
            row = move - rows.QUESTION
            self._question(seat, row // 54, row // 9 % 6, row % 9, chance, taken)
            return True
        if move < rows.KEEP:
            if self.per == 8:
                self._speak(seat, move, chance, taken)
                return True
            return self._seal(seat, move, chance, taken)
        if move < rows.ASK:
            self._keep(seat, move - rows.KEEP, chance, taken)
            return True
        if move < rows.LOOK:
            return self._seal(seat, move, chance, taken)
        if move < rows.PACT:
            self._look(seat, move - rows.LOOK, chance, taken)
            return True
        if move < rows.PEEK_ONE:
            self._pact(seat, (move - rows.PACT) // 9, (move - rows.PACT) % 9, chance, taken)
            return True
        if move < rows.SWAP:
            self._use_token(seat, move, taken)
            return True
        if move == rows.SWAP:
            self._begin_swap(seat, taken)
            return True
        if move < rows.CONTENT:
            self._erase(seat, move - rows.ERASE, taken)
            return True
        return self._be_content(seat, chance, taken)

    # SR-8: a pantry tile.

    def _discard(self, seat: int, cell: int, chance: Chance, notes: list[Note]) -> None:
        notes.append((NOTE_DISCARD, EVERYONE, (seat, cell, self.pantry[cell])))
        self.discarded = True
        self._replace(1 << cell, chance, notes)

    def _replace(self, cells: int, chance: Chance, notes: list[Note]) -> None:
        """Discard these cells' tiles, then fill the gaps from the bag, ascending."""
        if cells == 0:
            return
        for cell in range(9):
            if cells >> cell & 1:
                self.discards[self.pantry[cell]] += 1
        for cell in range(9):
            if cells >> cell & 1:
                kind = self._draw(chance, notes)
                self.pantry[cell] = kind
                notes.append((NOTE_REFILL, EVERYONE, (cell, kind)))
        self.turned &= ~cells
        self.offers = offers_of(self.pantry)

    def _draw(self, chance: Chance, notes: list[Note]) -> int:
        if sum(self.bag) == 0:  # SR-8: all discards, the newest included
            self.bag = self.discards
            self.discards = [0] * 9
            notes.append((NOTE_BAG, EVERYONE, ()))
        return draw(self.bag, chance)

    # SR-9 to SR-11: a clue or a question.

    def _clue(self, seat: int, slot: int, how: int, spot: int, chance: Chance, notes: list[Note]) -> None:
        cells = LINE_CELLS[SPOT_LINE[spot]]
        one, two, three = self.pantry[cells[0]], self.pantry[cells[1]], self.pantry[cells[2]]
        self.clues.append((seat, seat, slot, how, spot, one, two, three, 1))
        notes.append((NOTE_CLUE, EVERYONE, (seat, slot, how, spot, one, two, three)))
        if self.per == 4:
            self._peek(seat, spot, notes)  # SR-10
            self._ask_for_votes(notes)
            return
        cell = HOW_CELL[how]  # SR-43
        if self.freed[seat] >> cell & 1:
            self._end_turn_of_two(chance, notes)
            return
        self.freed[seat] |= 1 << cell
        notes.append((NOTE_FREED, EVERYONE, (seat, cell)))
        self.phase = LOOKING

    def _question(
        self, seat: int, target: int, how: int, spot: int, chance: Chance, notes: list[Note]
    ) -> None:
        owner, slot = rows.seat_slot(target)
        cells = LINE_CELLS[SPOT_LINE[spot]]
        one, two, three = self.pantry[cells[0]], self.pantry[cells[1]], self.pantry[cells[2]]
        yes = told(how, one, two, three) >> self.tiles[owner * self.per + slot] & 1
        self.clues.append((seat, owner, slot, how, spot, one, two, three, yes))
        notes.append((NOTE_QUESTION, EVERYONE, (seat, owner, slot, how, spot, one, two, three)))
        notes.append((NOTE_YES if yes else NOTE_NO, EVERYONE, (owner,)))
        if self.per == 4:
            self._peek(seat, spot, notes)
            self._ask_for_votes(notes)
        else:
            self._end_turn_of_two(chance, notes)  # SR-42: no peek

    def _peek(self, seat: int, shelf: int, notes: list[Note]) -> None:
        """SR-10: only the seat sees the tile; everybody sees the fingerprint."""
        if self.seen[shelf] >> seat & 1:
            return
        self.seen[shelf] |= 1 << seat
        notes.append((NOTE_SAW, 1 << seat, (seat, shelf, self.shelf[shelf])))
        notes.append((NOTE_PEEKED, EVERYONE & ~(1 << seat), (seat, shelf)))

    # SR-12 to SR-17: the discussion.

    def _ask_for_votes(self, notes: list[Note]) -> None:
        self.phase = VOTING
        self.held = [-1] * self.seats
        self.shown = []

    def _seal(self, seat: int, move: int, chance: Chance, notes: list[Note]) -> bool:
        """Hold a secret vote or tea-break question; open all once the last one is in."""
        self.held[seat] = move
        notes.append((NOTE_SEALED, EVERYONE, (seat,)))
        for other in self.held:
            if other < 0:
                return False
        if self.phase == VOTING:
            self._open_votes(chance, notes)
        else:
            self._answer_tea(chance, notes)
        return True

    def _open_votes(self, chance: Chance, notes: list[Note]) -> None:
        """SR-15: show all, place the think markers, then take up the unveil votes."""
        self.shown = self.held
        self.held = [-1] * self.seats
        asked = 0
        for seat in range(self.seats):
            self._tell_vote(seat, self.shown[seat], notes)
        for seat in range(self.seats):
            move = self.shown[seat]
            if move >= rows.UNVEIL:
                owner, slot = rows.seat_slot((move - rows.UNVEIL) // 90)
                asked |= 1 << owner * 4 + slot
            elif move >= rows.THINK:  # SR-14
                owner, slot = rows.seat_slot((move - rows.THINK) // 9)
                self.theories[(owner * 4 + slot) * 4 + seat] = (move - rows.THINK) % 9
                self.thinks[seat] -= 1
        self.queue = []
        for step in range(self.seats):  # SR-16: the active player's recipe first, then clockwise
            owner = (self.active + step) % self.seats
            for slot in range(4):
                if asked >> owner * 4 + slot & 1:
                    self.queue.append(owner * 4 + slot)
        self._resolve(chance, notes)

    def _tell_vote(self, seat: int, move: int, notes: list[Note]) -> None:
        if move == rows.NOTHING:
            notes.append((NOTE_VOTED_NOTHING, EVERYONE, (seat,)))
        elif move < rows.UNVEIL:
            owner, slot = rows.seat_slot((move - rows.THINK) // 9)
            notes.append((NOTE_VOTED_THINK, EVERYONE, (seat, owner, slot, (move - rows.THINK) % 9)))
        else:
            owner, slot = rows.seat_slot((move - rows.UNVEIL) // 90)
            kind, cell = (move - rows.UNVEIL) // 10 % 9, (move - rows.UNVEIL) % 10
            if cell == rows.NO_CELL:
                notes.append((NOTE_VOTED_UNVEIL, EVERYONE, (seat, owner, slot, kind)))
            else:
                notes.append((NOTE_VOTED_COLLECT, EVERYONE, (seat, owner, slot, kind, cell)))

    def _resolve(self, chance: Chance, notes: list[Note]) -> None:
        """SR-16: finish slot after slot; stops while an owner chooses a token."""
        while self.queue:
            number = self.queue.pop(0)
            owner, slot = number // 4, number % 4
            kind = self.tiles[number]
            right: list[int] = []
            wrong: list[int] = []
            for seat in range(self.seats):
                row = self.shown[seat] - rows.UNVEIL
                if row >= 0 and row // 90 == rows.target_of(owner, slot):
                    if row // 10 % 9 == kind:
                        right.append(seat)
                    else:
                        wrong.append(seat)
            if right:
                self._reveal(owner, slot, notes)
                points = 3 if len(right) == 1 else 1  # SR-16a
                for seat in right:
                    notes.append((NOTE_RIGHT, EVERYONE, (seat, points)))
                    self._score(seat, points, notes)
                for seat in right:
                    cell = (self.shown[seat] - rows.UNVEIL) % 10
                    if cell != rows.NO_CELL:
                        self.turned |= 1 << cell
                        notes.append((NOTE_COLLECTED, EVERYONE, (seat, cell)))
                        self._score(seat, 1, notes)
            for seat in wrong:  # SR-16b
                if not right:
                    miss = (number, (self.shown[seat] - rows.UNVEIL) // 10 % 9)
                    if miss not in self.failed:
                        self.failed.append(miss)
                notes.append((NOTE_WRONG, EVERYONE, (seat, owner, slot)))
                self._score(seat, -1, notes)
            if right:
                self._settle_theories(number, kind, notes)
                if self._take_tokens(owner, RESOLVE, chance, notes):
                    return
                if self._end_if_all_revealed(notes):
                    return
        self._end_discussion(chance, notes)

    def _reveal(self, owner: int, slot: int, notes: list[Note]) -> None:
        number = owner * self.per + slot
        self.revealed |= 1 << number
        notes.append((NOTE_REVEALED, EVERYONE, (owner, slot, self.tiles[number])))

    def _settle_theories(self, number: int, kind: int, notes: list[Note]) -> None:
        """SR-16c: right theories score, and all leave the game."""
        for seat in range(self.seats):
            at = number * 4 + seat
            if self.theories[at] == kind:
                notes.append((NOTE_THEORY, EVERYONE, (seat,)))
                self._score(seat, 1, notes)
            self.theories[at] = -1

    def _score(self, seat: int, points: int, notes: list[Note]) -> None:
        """Move a hat; SR-21: the first crossing from 5 to 6 brings a token and a tea break."""
        before = self.score[seat]
        self.score[seat] = before + points
        if self.per == 4 and before < TEA_AT <= before + points and not self.tea_got >> seat & 1:
            self.tea_got |= 1 << seat
            self.tea[seat] += 1
            self.due += 1
            notes.append((NOTE_TEA_TOKEN, EVERYONE, (seat,)))

    def _end_discussion(self, chance: Chance, notes: list[Note]) -> None:
        self._replace(self.turned, chance, notes)  # SR-17
        self._next_tea(chance, notes)

    # SR-16d, SR-19, SR-46: point tokens.

    def _take_tokens(self, seat: int, resume: int, chance: Chance, notes: list[Note]) -> bool:
        """Take up to three from the pile; True if there is something to choose."""
        self.hand = []
        while len(self.hand) < TOKENS_TAKEN:
            if sum(self.pile) == 0:
                if sum(self.token_discards) == 0:
                    break  # SR-16d [house]: choose among what exists
                self.pile = self.token_discards
                self.token_discards = [0] * 5
                notes.append((NOTE_PILE, EVERYONE, ()))
            self.hand.append(draw(self.pile, chance))
        if not self.hand:
            notes.append((NOTE_NO_TOKEN, EVERYONE, (seat,)))
            return False
        hand = self.hand
        self.log.append((seat, -1, *hand))
        notes.append((NOTE_TOOK, EVERYONE & ~(1 << seat), (seat, len(hand))))
        notes.append((NOTE_HAND, 1 << seat, (seat, *hand)))
        self.chooser = seat
        self.resume = resume
        self.phase = KEEPING
        return True

    def _keep(self, seat: int, token: int, chance: Chance, notes: list[Note]) -> None:
        self.kept[seat * 5 + token] += 1
        for each in self.hand:
            self.token_discards[each] += 1
        self.token_discards[token] -= 1
        self.log[-1] = (seat, token, *self.hand)
        self.hand = []
        self.chooser = -1
        notes.append((NOTE_KEPT_OWN, 1 << seat, (seat, token)))
        notes.append((NOTE_KEPT, EVERYONE & ~(1 << seat), (seat,)))
        if self.resume == RESOLVE:
            if not self._end_if_all_revealed(notes):
                self._resolve(chance, notes)
        elif self.resume == COUNTER:
            self._offer_counter(CASE_A, chance, notes)
        elif self.resume == ANSWERED:
            self._answered(chance, notes)
        else:
            self._start(chance, notes)

    def _use_token(self, seat: int, move: int, notes: list[Note]) -> None:
        """SR-20: show a peek token, peek, score its smaller points, discard it."""
        token = PEEK_ONE if move < rows.PEEK_TWO else PEEK_TWO
        self.kept[seat * 5 + token] -= 1
        self.token_discards[token] += 1
        self.log.append((seat, token))
        notes.append((NOTE_TOKEN_USED, EVERYONE, (seat, token)))
        if move < rows.PEEK_TWO:
            self._peek_by_token(seat, move - rows.PEEK_ONE, notes)
        elif move < rows.PEEK_LAST:
            one, two = rows.PAIRS[move - rows.PEEK_TWO]
            self._peek_by_token(seat, one, notes)
            self._peek_by_token(seat, two, notes)
        else:
            self._peek_by_token(seat, move - rows.PEEK_LAST, notes)
        self._score(seat, TOKEN_NOW[token], notes)

    def _peek_by_token(self, seat: int, shelf: int, notes: list[Note]) -> None:
        if self.per == 8:
            self.prints[seat] -= 1
        self._peek(seat, shelf, notes)

    # SR-22, SR-23: tea breaks.

    def _next_tea(self, chance: Chance, notes: list[Note]) -> None:
        if self.due > 0:
            self.due -= 1
            self.phase = TEA
            self.held = [-1] * self.seats
            notes.append((NOTE_TEA, EVERYONE, ()))
        else:
            self._end_turn(notes)

    def _answer_tea(self, chance: Chance, notes: list[Note]) -> None:
        """Whom everybody asked is public; what, and the answer, is between the two."""
        held = self.held
        self.held = [-1] * self.seats
        for seat in range(self.seats):
            owner, kind = (held[seat] - rows.ASK) // 9, (held[seat] - rows.ASK) % 9
            yes = self._has(owner, kind)
            self.teas.append((seat, owner, kind, yes))
            pair = 1 << seat | 1 << owner
            notes.append((NOTE_ASKED_YES if yes else NOTE_ASKED_NO, pair, (seat, owner, kind)))
            notes.append((NOTE_ASKED, EVERYONE & ~pair, (seat, owner)))
        self._next_tea(chance, notes)

    def _has(self, recipe: int, kind: int) -> int:
        """1 if a recipe of four has the kind, revealed tiles included."""
        for slot in range(4):
            if self.tiles[recipe * 4 + slot] == kind:
                return 1
        return 0

    # SR-24, SR-45: swaps.

    def _begin_swap(self, seat: int, notes: list[Note]) -> None:
        self.tea[seat] -= 1
        notes.append((NOTE_SWAP, EVERYONE, (seat,)))
        if self.phase == VOTING:
            for other in range(self.seats):
                if self.held[other] >= 0:
                    notes.append((NOTE_HANDED_BACK, EVERYONE, (other,)))
            self.held = [-1] * self.seats
        self.swapper = seat
        self.swap_from = self.phase
        self.phase = SWAPPING
        self.lines = [-1] * self.seats
        self.laid = [0] * self.seats
        self.content = 0

    def _erase(self, seat: int, line: int, notes: list[Note]) -> None:
        self.lines[seat] = line
        self.laid[seat] += 1
        self.content &= 1 << seat
        notes.append((NOTE_ERASE, EVERYONE, (seat, line)))

    def _be_content(self, seat: int, chance: Chance, notes: list[Note]) -> bool:
        self.content |= 1 << seat
        notes.append((NOTE_CONTENT, EVERYONE, (seat,)))
        if self.content != (1 << self.seats) - 1:
            return False
        cells = 511
        for line in self.lines:
            if line >= 0:
                for cell in LINE_CELLS[line]:
                    cells &= ~(1 << cell)
        self.phase = self.swap_from
        self.swapper = -1
        self.swap_from = TURN
        self.lines = [-1] * self.seats
        self.laid = [0] * self.seats
        self.content = 0
        notes.append((NOTE_SWAPPED, EVERYONE, (cells.bit_count(),)))
        self._replace(cells, chance, notes)
        return True

    # SR-25 to SR-27: the end.

    def _end_if_all_revealed(self, notes: list[Note]) -> bool:
        """SR-25: over as soon as no slot is hidden; tea breaks due are dropped."""
        if self.revealed != EVERY_SLOT:
            return False
        self.queue = []
        self.due = 0
        self.turn += 1
        self._finish(notes)
        return True

    def _end_turn(self, notes: list[Note]) -> None:
        self.turn += 1
        if self.last >= 0:
            self.last -= 1
        else:
            hiding = 0
            for seat in range(self.seats):
                if self.hidden_slots(seat):
                    hiding += 1
            if hiding == 1:  # SR-25
                self.last = self.seats
                notes.append((NOTE_LAST, EVERYONE, ()))
        if self.last == 0 or self.turn >= self.limit * self.seats:
            self._finish(notes)
            return
        self.active = (self.active + 1) % self.seats
        self._begin_turn(notes)

    def _begin_turn(self, notes: list[Note]) -> None:
        self.phase = TURN
        self.discarded = False
        if self.turn % self.seats == 0:
            notes.append((NOTE_ROUND, EVERYONE, (self.round(),)))
        notes.append((NOTE_TURN, EVERYONE, (self.active,)))

    def _finish(self, notes: list[Note]) -> None:
        self.phase = OVER
        for seat in range(self.seats):  # SR-27
            unused = [token for token in range(5) for _ in range(self.kept[seat * 5 + token])]
            if unused:
                notes.append((NOTE_UNUSED, EVERYONE, (seat, *unused)))
        places = self.result()
        if places is not None:
            winners = [seat for seat in range(self.seats) if places[seat] == 1]
            notes.append((NOTE_OVER, EVERYONE, tuple(winners)))

    def token_points(self, seat: int) -> int:
        """Option 1 of the seat's unused tokens."""
        points = 0
        for token in range(5):
            points += TOKEN_VALUE[token] * self.kept[seat * 5 + token]
        return points

    def result(self) -> list[int] | None:
        """Every seat's place: most points, then more of them on tokens, then shared (SR-27)."""
        if self.phase != OVER:
            return None
        worth: list[int] = []
        for seat in range(self.seats):
            tokens = self.token_points(seat)
            worth.append((self.score[seat] + tokens) * 1000 + tokens)
        places: list[int] = []
        for seat in range(self.seats):
            place = 1
            for other in worth:
                if other > worth[seat]:
                    place += 1
            places.append(place)
        return places

    # Part B: two players.

    def _look(self, seat: int, shelf: int, chance: Chance, notes: list[Note]) -> None:
        """SR-43 and SR-44: peek, take the tokens of the lines now empty, then ask."""
        self._peek(seat, shelf, notes)
        for line in range(4):
            cells = TEA_LINE_CELLS[line]
            if not self.took[seat] >> line & 1 and self.freed[seat] & cells == cells:
                self.took[seat] |= 1 << line
                self.tea[seat] += 1
                self.asks_left += 1
                notes.append((NOTE_TEA_TOKEN, EVERYONE, (seat,)))
        if self.asks_left > 0:
            self.phase = PACTS
        else:
            self._end_turn_of_two(chance, notes)

    def _pact(self, seat: int, recipe: int, kind: int, chance: Chance, notes: list[Note]) -> None:
        """SR-44: said out loud, so everybody at the table knows the answer."""
        owner = 1 - seat
        yes = self._has(owner * 2 + recipe, kind)
        self.teas.append((seat, owner * 2 + recipe, kind, yes))
        notes.append((NOTE_PACT_YES if yes else NOTE_PACT_NO, EVERYONE, (seat, owner, recipe, kind)))
        self.asks_left -= 1
        if self.asks_left == 0:
            self._end_turn_of_two(chance, notes)

    def _end_turn_of_two(self, chance: Chance, notes: list[Note]) -> None:
        if self.turn % 2 == 0:
            self.turn += 1
            self.active = 1 - self.active
            self._begin_turn(notes)
        elif self.round() <= CLUE_ROUNDS:  # SR-47
            self._next_round(notes)
        else:
            self.initiator = 1 - self.active  # the round's first player
            self.out = 0
            self.shown = []
            notes.append((NOTE_DISCUSSION, EVERYONE, ()))
            self._start(chance, notes)

    def _next_round(self, notes: list[Note]) -> None:
        self.turn += 1
        if self.turn >= self.limit * 2:  # SR-25
            self._finish(notes)
            return
        self.active = (self.first + self.turn // 2) % 2  # SR-41
        self._begin_turn(notes)

    def able(self, seat: int) -> bool:
        """SR-49: whether the opponent has a hidden slot."""
        return self.hidden_slots(1 - seat) != 0

    def _start(self, chance: Chance, notes: list[Note]) -> None:
        """SR-49, Start: whose turn it is to vote or decline, or the end of the phase."""
        self._replace(self.turned, chance, notes)
        self.case = 0
        for _ in range(2):
            who = self.initiator
            if self.able(who) and not self.out >> who & 1:
                self.phase = INITIATING
                return
            self.out |= 1 << who
            self.initiator = 1 - who
        self._end_phase(chance, notes)

    def _speak(self, seat: int, move: int, chance: Chance, notes: list[Note]) -> None:
        """An open vote, or declining it."""
        starting = self.phase == INITIATING
        if not self.shown:
            self.shown = [-1, -1]
        self.shown[seat] = move
        if move == rows.NOTHING:
            notes.append((NOTE_DECLINED, EVERYONE, (seat,)))
            if starting:
                self._put_out(seat, notes)
                self._start(chance, notes)
            else:  # SR-49 [house]: declining a counter puts nobody out
                self._uncountered(chance, notes)
            return
        self._tell_vote(seat, move, notes)
        owner, slot = rows.seat_slot((move - rows.UNVEIL) // 90)
        kind, cell = (move - rows.UNVEIL) // 10 % 9, (move - rows.UNVEIL) % 10
        number = owner * 8 + slot
        if self.tiles[number] != kind:  # SR-48: wrong
            miss = (number, kind)
            if miss not in self.failed:
                self.failed.append(miss)
            notes.append((NOTE_WRONG, EVERYONE, (seat, owner, slot)))
            self._score(seat, -1, notes)
            self.marker[seat] = 0
            self._put_out(seat, notes)
            if starting:
                self._offer_counter(CASE_B, chance, notes)
            else:
                self._uncountered(chance, notes)
            return
        self._reveal(owner, slot, notes)  # SR-48: right
        notes.append((NOTE_RIGHT, EVERYONE, (seat, 2)))
        self._score(seat, 2, notes)
        if cell != rows.NO_CELL:
            self.turned |= 1 << cell
            notes.append((NOTE_COLLECTED, EVERYONE, (seat, cell)))
            self._score(seat, 1, notes)
        if self.marker[seat] < TRACK_END:
            self.marker[seat] += 1
            notes.append((NOTE_MARKER, EVERYONE, (seat, self.marker[seat])))
            if self.marker[seat] >= TRACK_TOKEN and self._take_tokens(
                seat, COUNTER if starting else ANSWERED, chance, notes
            ):
                return
        if starting:
            self._offer_counter(CASE_A, chance, notes)
        else:
            self._answered(chance, notes)

    def _put_out(self, seat: int, notes: list[Note]) -> None:
        if not self.out >> seat & 1:
            self.out |= 1 << seat
            notes.append((NOTE_OUT, EVERYONE, (seat,)))

    def _offer_counter(self, case: int, chance: Chance, notes: list[Note]) -> None:
        """SR-49: the other, if able, even if out, may counter."""
        self.case = case
        if self.able(1 - self.initiator):
            self.phase = COUNTERING
        else:
            self._uncountered(chance, notes)

    def _answered(self, chance: Chance, notes: list[Note]) -> None:
        """SR-49: the counter was right."""
        if self.case == CASE_B:
            self.initiator = 1 - self.initiator
        self._start(chance, notes)

    def _uncountered(self, chance: Chance, notes: list[Note]) -> None:
        """SR-49: the counter was wrong, declined or impossible."""
        if self.case == CASE_B:
            self._end_phase(chance, notes)
            return
        notes.append((NOTE_BONUS, EVERYONE, (self.initiator,)))
        if not self._take_tokens(self.initiator, START, chance, notes):
            self._start(chance, notes)

    def _end_phase(self, chance: Chance, notes: list[Note]) -> None:
        """SR-50, SR-51."""
        notes.append((NOTE_PHASE_ENDS, EVERYONE, ()))
        self.marker = [0, 0]
        self.out = 0
        self.case = 0
        self.initiator = 0
        if not self.able(0) or not self.able(1):
            self._finish(notes)
            return
        self._replace(self.turned, chance, notes)
        self._next_round(notes)


def draw(counts: list[int], chance: Chance) -> int:
    """Take one piece out of a bag of counted kinds, all pieces equally likely; its kind."""
    pick = chance.below(sum(counts))
    kind = 0
    while pick >= counts[kind]:
        pick -= counts[kind]
        kind += 1
    counts[kind] -= 1
    return kind


def offers_of(pantry: list[int]) -> list[int]:
    """The unveil votes about one target with this pantry: kind * 10 + cell to collect, or NO_CELL."""
    offers: list[int] = []
    for kind in range(9):
        for cell in range(9):
            if pantry[cell] == kind:
                offers.append(kind * 10 + cell)
        offers.append(kind * 10 + rows.NO_CELL)
    return offers


def set_up(seats: int, limit: int, help_level: int, chance: Chance) -> State:
    """SR-7, SR-40: pantry, recipes, shelves, a random first player."""
    state = State(seats, limit, help_level)
    state.bag = list(COUNTS)
    state.discards = [0] * 9
    state.pantry = [draw(state.bag, chance) for _ in range(9)]
    state.offers = offers_of(state.pantry)
    left = list(COUNTS)
    state.tiles = [draw(left, chance) for _ in range(SLOTS)]
    state.shelf = [draw(left, chance) for _ in range(9)]
    if seats == 3:  # SR-7: the imaginary recipe lies open
        state.revealed = 15 << 12
    state.first = chance.below(seats)
    state.active = state.first
    return state
