"""Part B, two players: the tea break table (SR-43, SR-44) and the open discussion (SR-47 to SR-51)."""

from potluck.games.secret_recipe.board import Board
from potluck.games.secret_recipe.discussion import tell_vote
from potluck.games.secret_recipe.ending import begin_turn, finish
from potluck.games.secret_recipe.material import (
    CLUE_ROUNDS,
    HOW_CELL,
    TEA_LINE_CELLS,
    TRACK_END,
    TRACK_TOKEN,
)
from potluck.games.secret_recipe.table import (
    CASE_A,
    CASE_B,
    CASE_NONE,
    EVENT_BONUS,
    EVENT_COLLECTED,
    EVENT_DECLINED,
    EVENT_DISCUSSION,
    EVENT_FREED,
    EVENT_MARKER,
    EVENT_OUT,
    EVENT_PACT_NO,
    EVENT_PACT_YES,
    EVENT_PHASE_ENDS,
    EVENT_RIGHT,
    EVENT_TEA_TOKEN,
    EVENT_WRONG,
    NO_CELL,
    NOTHING,
    RESUME_ANSWERED,
    RESUME_COUNTER,
    RESUME_START,
    STEP_COUNTER,
    STEP_INITIATE,
    STEP_LOOK,
    STEP_PACT,
    UNVEIL,
    seat_slot,
)
from potluck.games.secret_recipe.tokens import take_tokens
from potluck.play.chance import Chance
from potluck.play.learned import EVERYBODY, NOBODY
from potluck.play.notes import Note
from potluck.play.seats import EVERYONE

# Every function that returns an int says by it who learned something.


def free_print(board: Board, seat: int, how: int, chance: Chance, notes: list[Note]) -> int:
    """SR-43: the first clue with a combination frees a fingerprint, and its owner looks."""
    cell = HOW_CELL[how]
    if board.freed[seat] >> cell & 1:
        return end_turn_of_two(board, chance, notes)
    board.freed[seat] |= 1 << cell
    notes.append((EVENT_FREED, EVERYONE, (seat, cell)))
    board.step = STEP_LOOK
    return NOBODY


def look(board: Board, seat: int, shelf: int, chance: Chance, notes: list[Note]) -> int:
    """SR-43 and SR-44: peek, take the tokens of the lines now empty, then ask."""
    learned = board.peek(seat, shelf, notes)
    for line in range(4):
        cells = TEA_LINE_CELLS[line]
        if not board.took[seat] >> line & 1 and board.freed[seat] & cells == cells:
            board.took[seat] |= 1 << line
            board.tea[seat] += 1
            board.asks_left += 1
            notes.append((EVENT_TEA_TOKEN, EVERYONE, (seat,)))
    if board.asks_left > 0:
        board.step = STEP_PACT
        return learned
    return learned | end_turn_of_two(board, chance, notes)


def pact(board: Board, seat: int, recipe: int, kind: int, chance: Chance, notes: list[Note]) -> int:
    """SR-44: said out loud, so everybody at the table knows the answer."""
    owner = 1 - seat
    yes = board.has(owner * 2 + recipe, kind)
    board.teas.append((seat, owner * 2 + recipe, kind, yes))
    notes.append((EVENT_PACT_YES if yes else EVENT_PACT_NO, EVERYONE, (seat, owner, recipe, kind)))
    board.asks_left -= 1
    if board.asks_left == 0:
        end_turn_of_two(board, chance, notes)
    return EVERYBODY


def end_turn_of_two(board: Board, chance: Chance, notes: list[Note]) -> int:
    """The other player's turn, or what follows both turns of a round."""
    if board.turn % 2 == 0:
        board.turn += 1
        board.active = 1 - board.active
        begin_turn(board, notes)
        return NOBODY
    if board.round() <= CLUE_ROUNDS:  # SR-47
        return _next_round(board, notes)
    board.initiator = 1 - board.active  # the round's first player
    board.out = 0
    board.shown = []
    notes.append((EVENT_DISCUSSION, EVERYONE, ()))
    return _start(board, chance, notes)


def _next_round(board: Board, notes: list[Note]) -> int:
    board.turn += 1
    if board.turn >= board.limit * 2:  # SR-25
        return finish(board, notes)
    board.active = (board.first + board.turn // 2) % 2  # SR-41
    begin_turn(board, notes)
    return NOBODY


def able(board: Board, seat: int) -> bool:
    """SR-49: whether the opponent has a hidden slot."""
    return board.hidden_slots(1 - seat) != 0


def _start(board: Board, chance: Chance, notes: list[Note]) -> int:
    """SR-49, Start: whose turn it is to vote or decline, or the end of the phase."""
    learned = board.replace(board.turned, chance, notes)
    board.case = CASE_NONE
    for _ in range(2):
        who = board.initiator
        if able(board, who) and not board.out >> who & 1:
            board.step = STEP_INITIATE
            return learned
        board.out |= 1 << who
        board.initiator = 1 - who
    return learned | _end_phase(board, chance, notes)


def speak(board: Board, seat: int, move: int, chance: Chance, notes: list[Note]) -> int:
    """An open vote, or declining it."""
    starting = board.step == STEP_INITIATE
    if not board.shown:
        board.shown = [-1, -1]
    board.shown[seat] = move
    if move == NOTHING:
        notes.append((EVENT_DECLINED, EVERYONE, (seat,)))
        if starting:
            _put_out(board, seat, notes)
            return _start(board, chance, notes)
        # SR-49 [house]: declining a counter puts nobody out
        return _uncountered(board, chance, notes)
    tell_vote(seat, move, notes)
    owner, slot = seat_slot((move - UNVEIL) // 90)
    kind, cell = (move - UNVEIL) // 10 % 9, (move - UNVEIL) % 10
    number = owner * 8 + slot
    if board.tiles[number] != kind:  # SR-48: wrong
        miss = (number, kind)
        if miss not in board.failed:
            board.failed.append(miss)
        notes.append((EVENT_WRONG, EVERYONE, (seat, owner, slot)))
        board.move_hat(seat, -1, notes)
        board.marker[seat] = 0
        _put_out(board, seat, notes)
        if starting:
            _offer_counter(board, CASE_B, chance, notes)
        else:
            _uncountered(board, chance, notes)
        return EVERYBODY
    board.reveal(owner, slot, notes)  # SR-48: right
    notes.append((EVENT_RIGHT, EVERYONE, (seat, 2)))
    board.move_hat(seat, 2, notes)
    if cell != NO_CELL:
        board.turned |= 1 << cell
        notes.append((EVENT_COLLECTED, EVERYONE, (seat, cell)))
        board.move_hat(seat, 1, notes)
    if board.marker[seat] < TRACK_END:
        board.marker[seat] += 1
        notes.append((EVENT_MARKER, EVERYONE, (seat, board.marker[seat])))
        resume = RESUME_COUNTER if starting else RESUME_ANSWERED
        if board.marker[seat] >= TRACK_TOKEN and take_tokens(board, seat, resume, chance, notes):
            return EVERYBODY
    if starting:
        _offer_counter(board, CASE_A, chance, notes)
    else:
        _answered(board, chance, notes)
    return EVERYBODY


def _put_out(board: Board, seat: int, notes: list[Note]) -> None:
    if not board.out >> seat & 1:
        board.out |= 1 << seat
        notes.append((EVENT_OUT, EVERYONE, (seat,)))


def _offer_counter(board: Board, case: int, chance: Chance, notes: list[Note]) -> int:
    """SR-49: the other, if able, even if out, may counter."""
    board.case = case
    if able(board, 1 - board.initiator):
        board.step = STEP_COUNTER
        return NOBODY
    return _uncountered(board, chance, notes)


def _answered(board: Board, chance: Chance, notes: list[Note]) -> int:
    """SR-49: the counter was right."""
    if board.case == CASE_B:
        board.initiator = 1 - board.initiator
    return _start(board, chance, notes)


def _uncountered(board: Board, chance: Chance, notes: list[Note]) -> int:
    """SR-49: the counter was wrong, declined or impossible."""
    if board.case == CASE_B:
        return _end_phase(board, chance, notes)
    notes.append((EVENT_BONUS, EVERYONE, (board.initiator,)))
    if take_tokens(board, board.initiator, RESUME_START, chance, notes):
        return EVERYBODY
    return _start(board, chance, notes)


def go_on_of_two(board: Board, resume: int, chance: Chance, notes: list[Note]) -> int:
    """SR-46: the token is kept, so play goes on where it stopped."""
    if resume == RESUME_COUNTER:
        return _offer_counter(board, CASE_A, chance, notes)
    if resume == RESUME_ANSWERED:
        return _answered(board, chance, notes)
    return _start(board, chance, notes)


def _end_phase(board: Board, chance: Chance, notes: list[Note]) -> int:
    """SR-50, SR-51."""
    notes.append((EVENT_PHASE_ENDS, EVERYONE, ()))
    board.marker = [0, 0]
    board.out = 0
    board.case = CASE_NONE
    board.initiator = 0
    if not able(board, 0) or not able(board, 1):
        return finish(board, notes)
    return board.replace(board.turned, chance, notes) | _next_round(board, notes)
