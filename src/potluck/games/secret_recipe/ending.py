"""Turns and the end of Secret Recipe: SR-25 to SR-27."""

from potluck.games.secret_recipe.board import EVERY_SLOT, Board
from potluck.games.secret_recipe.table import (
    EVENT_LAST,
    EVENT_OVER,
    EVENT_ROUND,
    EVENT_TURN,
    EVENT_UNUSED,
    STEP_OVER,
    STEP_TURN,
)
from potluck.play.learned import EVERYBODY, NOBODY
from potluck.play.notes import Note
from potluck.play.seats import EVERYONE


def begin_turn(board: Board, notes: list[Note]) -> None:
    """The active player's turn; with it a round, if all have had one since the last."""
    board.step = STEP_TURN
    board.discarded = False
    if board.turn % board.seats == 0:
        notes.append((EVENT_ROUND, EVERYONE, (board.round(),)))
    notes.append((EVENT_TURN, EVERYONE, (board.active,)))


def end_turn(board: Board, notes: list[Note]) -> int:
    """Three and four players, after the discussion and its tea breaks; who learned something."""
    board.turn += 1
    if board.last >= 0:
        board.last -= 1
    else:
        hiding = 0
        for seat in range(board.seats):
            if board.hidden_slots(seat):
                hiding += 1
        if hiding == 1:  # SR-25
            board.last = board.seats
            notes.append((EVENT_LAST, EVERYONE, ()))
    if board.last == 0 or board.turn >= board.limit * board.seats:
        return finish(board, notes)
    board.active = (board.active + 1) % board.seats
    begin_turn(board, notes)
    return NOBODY


def all_revealed(board: Board) -> bool:
    """SR-25: no slot is hidden, so the game is over."""
    return board.revealed == EVERY_SLOT


def end_at_once(board: Board, notes: list[Note]) -> int:
    """SR-25: in the middle of a discussion; tea breaks due are dropped. Who learned something."""
    board.queue = []
    board.due = 0
    board.turn += 1
    return finish(board, notes)


def finish(board: Board, notes: list[Note]) -> int:
    """SR-27: unused tokens are shown. Who learned something."""
    board.step = STEP_OVER
    learned = NOBODY
    for seat in range(board.seats):
        unused = [token for token in range(5) for _ in range(board.kept[seat * 5 + token])]
        if unused:
            learned = EVERYBODY
            notes.append((EVENT_UNUSED, EVERYONE, (seat, *unused)))
    ranks = places(board)
    notes.append((EVENT_OVER, EVERYONE, tuple([seat for seat in range(board.seats) if ranks[seat] == 1])))
    return learned


def places(board: Board) -> list[int]:
    """Every seat's place: most points, then more of them on tokens, then shared (SR-27)."""
    worth: list[int] = []
    for seat in range(board.seats):
        tokens = board.token_points(seat)
        worth.append((board.score[seat] + tokens) * 1000 + tokens)
    ranks: list[int] = []
    for seat in range(board.seats):
        place = 1
        for other in worth:
            if other > worth[seat]:
                place += 1
        ranks.append(place)
    return ranks
