"""Tea breaks of three and four players: SR-22, SR-23. (SR-21, who gets one, is board.py's move_hat.)"""

from potluck.games.secret_recipe.board import Board
from potluck.games.secret_recipe.ending import end_turn
from potluck.games.secret_recipe.table import (
    ASK,
    EVENT_ASKED,
    EVENT_ASKED_NO,
    EVENT_ASKED_YES,
    EVENT_TEA,
    STEP_TEA,
)
from potluck.play.learned import EVERYBODY, NOBODY
from potluck.play.notes import Note
from potluck.play.seats import EVERYONE


def questions(board: Board, seat: int) -> list[int]:
    """SR-22: any kind, of any other player; the imaginary one is not asked."""
    moves: list[int] = []
    for other in range(board.seats):
        if other != seat:
            moves += [ASK + other * 9 + kind for kind in range(9)]
    return moves


def next_tea(board: Board, notes: list[Note]) -> int:
    """One tea break after the other, then the turn ends (SR-23). Who learned something."""
    if board.due == 0:
        return end_turn(board, notes)
    board.due -= 1
    board.step = STEP_TEA
    board.held = [-1] * board.seats
    notes.append((EVENT_TEA, EVERYONE, ()))
    return NOBODY


def answer_tea(board: Board, notes: list[Note]) -> int:
    """All have asked. Whom everybody asked is public; what, and the answer, is between the two."""
    held = board.held
    board.held = [-1] * board.seats
    for seat in range(board.seats):
        owner, kind = (held[seat] - ASK) // 9, (held[seat] - ASK) % 9
        yes = board.has(owner, kind)
        board.teas.append((seat, owner, kind, yes))
        pair = 1 << seat | 1 << owner
        notes.append((EVENT_ASKED_YES if yes else EVENT_ASKED_NO, pair, (seat, owner, kind)))
        notes.append((EVENT_ASKED, EVERYONE & ~pair, (seat, owner)))
    next_tea(board, notes)
    return EVERYBODY
