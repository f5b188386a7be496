"""Secret Recipe, the rules SR-7 to SR-51: whose choice it is, what they may choose, and a turn's own acts.

What a turn leads to stands beside this file: discussion.py, tokens.py, tea.py, swap.py, ending.py for three
and four players, two_players.py for part B; board.py holds the fields they all move. mypyc takes them
together.
"""

from potluck.games.secret_recipe.board import SLOTS, Board, offers_of
from potluck.games.secret_recipe.discussion import ask_for_votes, go_on, seal, votes
from potluck.games.secret_recipe.ending import places
from potluck.games.secret_recipe.material import (
    CLUE_ROUNDS,
    COUNTS,
    ERASE_MOVES,
    LINE_CELLS,
    SPOT_LINE,
    SPOTS_BESIDE,
    SPOTS_PLAIN,
    told,
)
from potluck.games.secret_recipe.swap import be_content, begin_swap, erase, may_swap, swap_moves
from potluck.games.secret_recipe.table import (
    ASK,
    CLUE,
    CONTENT,
    DISCARD,
    ERASE,
    EVENT_CLUE,
    EVENT_DISCARD,
    EVENT_NO,
    EVENT_QUESTION,
    EVENT_YES,
    KEEP,
    LOOK,
    NOTHING,
    PACT,
    PEEK_ONE,
    QUESTION,
    STEP_COUNTER,
    STEP_INITIATE,
    STEP_KEEP,
    STEP_LOOK,
    STEP_OVER,
    STEP_PACT,
    STEP_SWAP,
    STEP_TEA,
    STEP_TURN,
    STEP_VOTE,
    SWAP,
    seat_slot,
    target_of,
)
from potluck.games.secret_recipe.tea import questions
from potluck.games.secret_recipe.tokens import add_peeks, choices, keep_token, may_print, use_token
from potluck.games.secret_recipe.two_players import (
    end_turn_of_two,
    free_print,
    go_on_of_two,
    look,
    pact,
    speak,
)
from potluck.play.bag import draw
from potluck.play.chance import Chance
from potluck.play.learned import EVERYBODY, OTHERS
from potluck.play.notes import Note
from potluck.play.seats import EVERYONE


class State(Board):
    """A position of Secret Recipe. Mutable; see potluck.play.game.State for what is promised."""

    __slots__ = ()

    def clone(self) -> "State":
        """An equal state that shares nothing that can change."""
        other = State(self.seats, self.limit, self.help)
        self.copy_onto(other)
        return other

    # Who is asked.

    def deciders(self) -> int:
        """Seats that owe a choice now, as a mask; 0 when the game is over."""
        step = self.step
        if step in (STEP_TURN, STEP_LOOK, STEP_PACT):
            return 1 << self.active
        if step in (STEP_VOTE, STEP_TEA):
            mask = 0
            for seat in range(self.seats):
                if self.held[seat] < 0:
                    mask |= 1 << seat
            return mask
        if step == STEP_KEEP:
            return 1 << self.chooser
        if step == STEP_SWAP:
            return ((1 << self.seats) - 1) & ~self.content
        if step == STEP_INITIATE:
            return 1 << self.initiator
        if step == STEP_COUNTER:
            return 1 << (1 - self.initiator)
        return 0

    def bystanders(self) -> int:
        """Seats that hold a kept token, so might show it (SR-20), and content seats that may still relay.

        How many tokens somebody keeps is public; whether one is a peek token is not, and does not count.
        """
        step = self.step
        if step in (STEP_KEEP, STEP_OVER):
            return 0
        mask = 0
        for seat in range(self.seats):
            if step == STEP_SWAP:
                if self.laid[seat] < ERASE_MOVES:
                    mask |= 1 << seat
            elif self.tokens_kept(seat) > 0 and may_print(self, seat):
                mask |= 1 << seat
        return mask & ~self.deciders()

    def legal(self, seat: int) -> list[int]:
        """The moves this seat may make now, ascending."""
        if seat >= self.seats:
            return []
        step = self.step
        if step == STEP_SWAP:
            return swap_moves(self, seat)
        moves: list[int] = []
        if step == STEP_TURN:
            if seat == self.active:
                moves = self._turn_moves(seat)
        elif step == STEP_VOTE:
            if self.held[seat] < 0:
                moves = votes(self, seat)
        elif step == STEP_KEEP:
            return choices(self) if seat == self.chooser else []
        elif step == STEP_TEA:
            if self.held[seat] < 0:
                moves = questions(self, seat)
        elif step == STEP_LOOK:
            if seat == self.active:
                moves = [LOOK + shelf for shelf in range(9)]
        elif step == STEP_PACT:
            if seat == self.active:
                moves = [PACT + row for row in range(18)]
        elif step == STEP_INITIATE:
            if seat == self.initiator:
                moves = votes(self, seat)
        elif step == STEP_COUNTER:
            if seat != self.initiator:
                moves = votes(self, seat)
        else:
            return []
        add_peeks(self, seat, moves)
        if may_swap(self, seat):
            moves.append(SWAP)
        return moves

    def result(self) -> list[int] | None:
        """Every seat's place (SR-27); None while the game goes on."""
        return places(self) if self.step == STEP_OVER else None

    # What a turn offers.

    def _turn_moves(self, seat: int) -> list[int]:
        moves: list[int] = []
        if not self.discarded:
            moves += [DISCARD + cell for cell in range(9)]  # SR-8
        spots = SPOTS_PLAIN if self.per == 8 else SPOTS_BESIDE
        if self.per == 8:
            if self.round() <= CLUE_ROUNDS:  # SR-42
                given = 0
                for clue in self.clues:
                    if clue[0] == seat and clue[1] == seat:
                        given |= 1 << clue[2]
                self._add_clues(seat, self.hidden_slots(seat) & ~given, spots, moves)
            else:
                self._add_questions(1 - seat, spots, moves)
        elif self.hidden_slots(seat):
            self._add_clues(seat, self.hidden_slots(seat), spots, moves)
        else:  # SR-11
            for other in range(self.seats):
                if other != seat:
                    self._add_questions(other, spots, moves)
        return moves

    def _add_clues(self, seat: int, slots: int, spots: int, moves: list[int]) -> None:
        """SR-9: true clues about these slots."""
        fits = [self._fits(how, line) for how in range(6) for line in range(6)]
        for slot in range(self.per):
            if not slots >> slot & 1:
                continue
            kind = self.tiles[seat * self.per + slot]
            base = CLUE + slot * 54
            for how in range(6):
                for spot in range(spots):
                    if fits[how * 6 + SPOT_LINE[spot]] >> kind & 1:
                        moves.append(base + how * 9 + spot)

    def _fits(self, how: int, line: int) -> int:
        """The kinds of which this clue would be true now."""
        cells = LINE_CELLS[line]
        pantry = self.pantry
        return told(how, pantry[cells[0]], pantry[cells[1]], pantry[cells[2]])

    def _add_questions(self, owner: int, spots: int, moves: list[int]) -> None:
        """SR-11, SR-42: anything about a hidden slot; the answer may be no."""
        hidden = self.hidden_slots(owner)
        for slot in range(self.per):
            if hidden >> slot & 1:
                base = QUESTION + target_of(owner, slot) * 54
                for how in range(6):
                    for spot in range(spots):
                        moves.append(base + how * 9 + spot)

    # What happens.

    def play(self, seat: int, move: int, chance: Chance, notes: list[Note] | None = None) -> int:
        """Make a legal move; who learned something by it (play/learned.py)."""
        taken: list[Note] = [] if notes is None else notes
        if move < CLUE:
            return self._discard(seat, move - DISCARD, chance, taken)
        if move < QUESTION:
            row = move - CLUE
            return self._clue(seat, row // 54, row // 9 % 6, row % 9, chance, taken)
        if move < NOTHING:
            row = move - QUESTION
            return self._question(seat, row // 54, row // 9 % 6, row % 9, chance, taken)
        if move < KEEP:
            if self.per == 8:
                return speak(self, seat, move, chance, taken)
            return seal(self, seat, move, chance, taken)
        if move < ASK:
            resume = self.resume
            keep_token(self, seat, move - KEEP, taken)
            if self.per == 8:
                return go_on_of_two(self, resume, chance, taken)
            return go_on(self, chance, taken)
        if move < LOOK:
            return seal(self, seat, move, chance, taken)
        if move < PACT:
            return look(self, seat, move - LOOK, chance, taken)
        if move < PEEK_ONE:
            return pact(self, seat, (move - PACT) // 9, (move - PACT) % 9, chance, taken)
        if move < SWAP:
            return use_token(self, seat, move, taken)
        if move == SWAP:
            return begin_swap(self, seat, taken)
        if move < CONTENT:
            return erase(self, seat, move - ERASE, taken)
        return be_content(self, seat, chance, taken)

    def _discard(self, seat: int, cell: int, chance: Chance, notes: list[Note]) -> int:
        """SR-8: a pantry tile."""
        notes.append((EVENT_DISCARD, EVERYONE, (seat, cell, self.pantry[cell])))
        self.discarded = True
        return self.replace(1 << cell, chance, notes)

    def _clue(self, seat: int, slot: int, how: int, spot: int, chance: Chance, notes: list[Note]) -> int:
        """SR-9: the others learn, and by the peek of SR-10 the mover."""
        cells = LINE_CELLS[SPOT_LINE[spot]]
        one, two, three = self.pantry[cells[0]], self.pantry[cells[1]], self.pantry[cells[2]]
        self.clues.append((seat, seat, slot, how, spot, one, two, three, 1))
        notes.append((EVENT_CLUE, EVERYONE, (seat, slot, how, spot, one, two, three)))
        if self.per == 8:
            return OTHERS | free_print(self, seat, how, chance, notes)
        learned = OTHERS | self.peek(seat, spot, notes)
        ask_for_votes(self)
        return learned

    def _question(
        self, seat: int, target: int, how: int, spot: int, chance: Chance, notes: list[Note]
    ) -> int:
        """SR-11, SR-42: everybody hears the answer."""
        owner, slot = seat_slot(target)
        cells = LINE_CELLS[SPOT_LINE[spot]]
        one, two, three = self.pantry[cells[0]], self.pantry[cells[1]], self.pantry[cells[2]]
        yes = told(how, one, two, three) >> self.tiles[owner * self.per + slot] & 1
        self.clues.append((seat, owner, slot, how, spot, one, two, three, yes))
        notes.append((EVENT_QUESTION, EVERYONE, (seat, owner, slot, how, spot, one, two, three)))
        notes.append((EVENT_YES if yes else EVENT_NO, EVERYONE, (owner,)))
        if self.per == 8:
            end_turn_of_two(self, chance, notes)  # SR-42: no peek
        else:
            self.peek(seat, spot, notes)
            ask_for_votes(self)
        return EVERYBODY


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
