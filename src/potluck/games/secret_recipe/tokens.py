"""Point tokens: SR-16d, SR-19, SR-20, SR-46."""

from potluck.games.secret_recipe.board import Board
from potluck.games.secret_recipe.material import TOKEN_NOW, TOKEN_PEEK_ONE, TOKEN_PEEK_TWO, TOKENS_TAKEN
from potluck.games.secret_recipe.table import (
    EVENT_HAND,
    EVENT_KEPT,
    EVENT_KEPT_OWN,
    EVENT_NO_TOKEN,
    EVENT_PILE,
    EVENT_TOKEN_USED,
    EVENT_TOOK,
    KEEP,
    PAIRS,
    PEEK_LAST,
    PEEK_ONE,
    PEEK_TWO,
    RESUME_RESOLVE,
    STEP_KEEP,
)
from potluck.play.bag import draw
from potluck.play.chance import Chance
from potluck.play.learned import OTHERS
from potluck.play.notes import Note
from potluck.play.seats import EVERYONE


def take_tokens(board: Board, seat: int, resume: int, chance: Chance, notes: list[Note]) -> bool:
    """SR-16d: take up to three from the pile; True if there is something to choose."""
    board.hand = []
    while len(board.hand) < TOKENS_TAKEN:
        if sum(board.pile) == 0:
            if sum(board.token_discards) == 0:
                break  # SR-16d [house]: choose among what exists
            board.pile = board.token_discards
            board.token_discards = [0] * 5
            notes.append((EVENT_PILE, EVERYONE, ()))
        board.hand.append(draw(board.pile, chance))
    if not board.hand:
        notes.append((EVENT_NO_TOKEN, EVERYONE, (seat,)))
        return False
    hand = board.hand
    board.log.append((seat, -1, *hand))
    notes.append((EVENT_TOOK, EVERYONE & ~(1 << seat), (seat, len(hand))))
    notes.append((EVENT_HAND, 1 << seat, (seat, *hand)))
    board.chooser = seat
    board.resume = resume
    board.step = STEP_KEEP
    return True


def choices(board: Board) -> list[int]:
    """SR-16d: the tokens taken, each kind once."""
    return [KEEP + token for token in range(5) if token in board.hand]


def keep_token(board: Board, seat: int, token: int, notes: list[Note]) -> None:
    """SR-16d, SR-19: keep one secretly, discard the others face down."""
    board.kept[seat * 5 + token] += 1
    for each in board.hand:
        board.token_discards[each] += 1
    board.token_discards[token] -= 1
    board.log[-1] = (seat, token, *board.hand)
    board.hand = []
    board.chooser = -1
    board.resume = RESUME_RESOLVE
    notes.append((EVENT_KEPT_OWN, 1 << seat, (seat, token)))
    notes.append((EVENT_KEPT, EVERYONE & ~(1 << seat), (seat,)))


def may_print(board: Board, seat: int) -> bool:
    """Whether a fingerprint for point-token peeks is left (SR-46; never short with three or four)."""
    return board.per == 4 or board.prints[seat] > 0


def add_peeks(board: Board, seat: int, moves: list[int]) -> None:
    """SR-20, SR-46: what the seat's peek tokens allow."""
    if not may_print(board, seat):
        return
    if board.kept[seat * 5 + TOKEN_PEEK_ONE] > 0:
        moves += [PEEK_ONE + shelf for shelf in range(9)]
    if board.kept[seat * 5 + TOKEN_PEEK_TWO] > 0:
        if board.per == 8 and board.prints[seat] == 1:
            moves += [PEEK_LAST + shelf for shelf in range(9)]
        else:
            moves += [PEEK_TWO + pair for pair in range(36)]


def use_token(board: Board, seat: int, move: int, notes: list[Note]) -> int:
    """SR-20: show a peek token, peek, score its smaller points, discard it. Who learned something."""
    token = TOKEN_PEEK_ONE if move < PEEK_TWO else TOKEN_PEEK_TWO
    board.kept[seat * 5 + token] -= 1
    board.token_discards[token] += 1
    board.log.append((seat, token))
    notes.append((EVENT_TOKEN_USED, EVERYONE, (seat, token)))
    learned = OTHERS  # that it was a peek token
    if move < PEEK_TWO:
        learned |= _peek_by_token(board, seat, move - PEEK_ONE, notes)
    elif move < PEEK_LAST:
        one, two = PAIRS[move - PEEK_TWO]
        learned |= _peek_by_token(board, seat, one, notes)
        learned |= _peek_by_token(board, seat, two, notes)
    else:
        learned |= _peek_by_token(board, seat, move - PEEK_LAST, notes)
    board.move_hat(seat, TOKEN_NOW[token], notes)
    return learned


def _peek_by_token(board: Board, seat: int, shelf: int, notes: list[Note]) -> int:
    if board.per == 8:
        board.prints[seat] -= 1
    return board.peek(seat, shelf, notes)


def retell(board: Board, step: tuple[int, ...]) -> None:
    """Move the tokens of a board as a step of `Board.log` says, as positions and deals have them move."""
    board.log.append(step)
    if len(step) == 2:
        seat, token = step
        board.kept[seat * 5 + token] -= 1
        board.token_discards[token] += 1
        return
    seat, token = step[0], step[1]
    board.hand = list(step[2:])
    for each in board.hand:
        if sum(board.pile) == 0:
            board.pile, board.token_discards = board.token_discards, [0] * 5
        board.pile[each] -= 1
    if token < 0:
        board.chooser = seat
        return
    board.kept[seat * 5 + token] += 1
    for each in board.hand:
        board.token_discards[each] += 1
    board.token_discards[token] -= 1
    board.hand = []
