"""Pantry swaps, bought with a tea break token: SR-24, SR-45."""

from potluck.games.secret_recipe.board import Board
from potluck.games.secret_recipe.material import ERASE_MOVES, LINE_CELLS
from potluck.games.secret_recipe.table import (
    CONTENT,
    ERASE,
    EVENT_CONTENT,
    EVENT_ERASE,
    EVENT_HANDED_BACK,
    EVENT_SWAP,
    EVENT_SWAPPED,
    STEP_COUNTER,
    STEP_INITIATE,
    STEP_SWAP,
    STEP_TURN,
    STEP_VOTE,
)
from potluck.play.chance import Chance
from potluck.play.learned import NOBODY
from potluck.play.notes import Note
from potluck.play.seats import EVERYONE


def may_swap(board: Board, seat: int) -> bool:
    """SR-24, SR-45: a token, and the right moment."""
    if board.tea[seat] == 0:
        return False
    step = board.step
    if step == STEP_TURN:
        return seat == board.active
    if step == STEP_VOTE:
        return board.held[seat] < 0
    if step == STEP_INITIATE:
        return seat == board.initiator
    return step == STEP_COUNTER and seat != board.initiator


def begin_swap(board: Board, seat: int, notes: list[Note]) -> int:
    """Spend the token; sealed votes go back to their voters. Nobody learns anything."""
    board.tea[seat] -= 1
    notes.append((EVENT_SWAP, EVERYONE, (seat,)))
    if board.step == STEP_VOTE:
        for other in range(board.seats):
            if board.held[other] >= 0:
                notes.append((EVENT_HANDED_BACK, EVERYONE, (other,)))
        board.held = [-1] * board.seats
    board.swapper = seat
    board.swap_from = board.step
    board.step = STEP_SWAP
    _clear(board)
    return NOBODY


def swap_moves(board: Board, seat: int) -> list[int]:
    """Lay or move the erase marker, three times in all; be content."""
    moves: list[int] = []
    if board.laid[seat] < ERASE_MOVES:
        for line in range(6):
            if line != board.lines[seat]:
                moves.append(ERASE + line)
    if not board.content >> seat & 1:
        moves.append(CONTENT)
    return moves


def erase(board: Board, seat: int, line: int, notes: list[Note]) -> int:
    """Lay the marker openly; the others are content no more."""
    board.lines[seat] = line
    board.laid[seat] += 1
    board.content &= 1 << seat
    notes.append((EVENT_ERASE, EVERYONE, (seat, line)))
    return NOBODY


def be_content(board: Board, seat: int, chance: Chance, notes: list[Note]) -> int:
    """When all are: every tile outside the marked lines is replaced. Who learned something."""
    board.content |= 1 << seat
    notes.append((EVENT_CONTENT, EVERYONE, (seat,)))
    if board.content != (1 << board.seats) - 1:
        return NOBODY
    cells = 511
    for line in board.lines:
        if line >= 0:
            for cell in LINE_CELLS[line]:
                cells &= ~(1 << cell)
    board.step = board.swap_from
    board.swapper = -1
    board.swap_from = STEP_TURN
    _clear(board)
    notes.append((EVENT_SWAPPED, EVERYONE, (cells.bit_count(),)))
    return board.replace(cells, chance, notes)


def _clear(board: Board) -> None:
    """No erase marker lies on the pantry."""
    board.lines = [-1] * board.seats
    board.laid = [0] * board.seats
    board.content = 0
