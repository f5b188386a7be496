"""The discussion of three and four players, SR-12 to SR-18, and the votes that part B has, too."""

from potluck.games.secret_recipe.board import Board
from potluck.games.secret_recipe.ending import all_revealed, end_at_once
from potluck.games.secret_recipe.table import (
    EVENT_COLLECTED,
    EVENT_RIGHT,
    EVENT_SEALED,
    EVENT_THEORY,
    EVENT_VOTED_COLLECT,
    EVENT_VOTED_NOTHING,
    EVENT_VOTED_THINK,
    EVENT_VOTED_UNVEIL,
    EVENT_WRONG,
    NO_CELL,
    NOTHING,
    RESUME_RESOLVE,
    STEP_VOTE,
    THINK,
    UNVEIL,
    seat_slot,
    target_of,
)
from potluck.games.secret_recipe.tea import answer_tea, next_tea
from potluck.games.secret_recipe.tokens import take_tokens
from potluck.play.chance import Chance
from potluck.play.learned import EVERYBODY, NOBODY
from potluck.play.notes import Note
from potluck.play.seats import EVERYONE


def ask_for_votes(board: Board) -> None:
    """SR-12: everybody votes."""
    board.step = STEP_VOTE
    board.held = [-1] * board.seats
    board.shown = []


def votes(board: Board, seat: int) -> list[int]:
    """SR-12 to SR-14, SR-48: nothing, theories, unveil votes about the others' hidden slots."""
    moves = [NOTHING]
    targets: list[int] = []
    per = board.per
    for owner in range(board.seats):
        hidden = board.hidden_slots(owner)
        if owner == seat or not hidden:
            continue
        for slot in range(per):
            if hidden >> slot & 1:
                target = target_of(owner, slot)
                targets.append(target)
                if per == 4 and board.thinks[seat] > 0 and board.theories[(owner * 4 + slot) * 4 + seat] < 0:
                    base = THINK + target * 9
                    moves += [base + kind for kind in range(9)]
    offers = board.offers
    for target in targets:
        base = UNVEIL + target * 90
        moves += [base + offer for offer in offers]
    return moves


def seal(board: Board, seat: int, move: int, chance: Chance, notes: list[Note]) -> int:
    """Hold a secret vote or tea-break question; open all once the last one is in. Who learned something."""
    board.held[seat] = move
    notes.append((EVENT_SEALED, EVERYONE, (seat,)))
    for other in board.held:
        if other < 0:
            return NOBODY
    if board.step == STEP_VOTE:
        _open_votes(board, chance, notes)
    else:
        answer_tea(board, notes)
    return EVERYBODY


def _open_votes(board: Board, chance: Chance, notes: list[Note]) -> None:
    """SR-15: show all, place the think markers, then take up the unveil votes."""
    board.shown = board.held
    board.held = [-1] * board.seats
    asked = 0
    for seat in range(board.seats):
        tell_vote(seat, board.shown[seat], notes)
    for seat in range(board.seats):
        move = board.shown[seat]
        if move >= UNVEIL:
            owner, slot = seat_slot((move - UNVEIL) // 90)
            asked |= 1 << owner * 4 + slot
        elif move >= THINK:  # SR-14
            owner, slot = seat_slot((move - THINK) // 9)
            board.theories[(owner * 4 + slot) * 4 + seat] = (move - THINK) % 9
            board.thinks[seat] -= 1
    board.queue = []
    for step in range(board.seats):  # SR-16: the active player's recipe first, then clockwise
        owner = (board.active + step) % board.seats
        for slot in range(4):
            if asked >> owner * 4 + slot & 1:
                board.queue.append(owner * 4 + slot)
    resolve(board, chance, notes)


def tell_vote(seat: int, move: int, notes: list[Note]) -> None:
    """A vote is open."""
    if move == NOTHING:
        notes.append((EVENT_VOTED_NOTHING, EVERYONE, (seat,)))
    elif move < UNVEIL:
        owner, slot = seat_slot((move - THINK) // 9)
        notes.append((EVENT_VOTED_THINK, EVERYONE, (seat, owner, slot, (move - THINK) % 9)))
    else:
        owner, slot = seat_slot((move - UNVEIL) // 90)
        kind, cell = (move - UNVEIL) // 10 % 9, (move - UNVEIL) % 10
        if cell == NO_CELL:
            notes.append((EVENT_VOTED_UNVEIL, EVERYONE, (seat, owner, slot, kind)))
        else:
            notes.append((EVENT_VOTED_COLLECT, EVERYONE, (seat, owner, slot, kind, cell)))


def resolve(board: Board, chance: Chance, notes: list[Note]) -> int:
    """SR-16: finish slot after slot; stops while an owner chooses a token. Who learned something."""
    learned = NOBODY
    while board.queue:
        learned = EVERYBODY
        number = board.queue.pop(0)
        owner, slot = number // 4, number % 4
        kind = board.tiles[number]
        right: list[int] = []
        wrong: list[int] = []
        for seat in range(board.seats):
            row = board.shown[seat] - UNVEIL
            if row >= 0 and row // 90 == target_of(owner, slot):
                if row // 10 % 9 == kind:
                    right.append(seat)
                else:
                    wrong.append(seat)
        if right:
            board.reveal(owner, slot, notes)
            points = 3 if len(right) == 1 else 1  # SR-16a
            for seat in right:
                notes.append((EVENT_RIGHT, EVERYONE, (seat, points)))
                board.move_hat(seat, points, notes)
            for seat in right:
                cell = (board.shown[seat] - UNVEIL) % 10
                if cell != NO_CELL:
                    board.turned |= 1 << cell
                    notes.append((EVENT_COLLECTED, EVERYONE, (seat, cell)))
                    board.move_hat(seat, 1, notes)
        for seat in wrong:  # SR-16b
            if not right:
                miss = (number, (board.shown[seat] - UNVEIL) // 10 % 9)
                if miss not in board.failed:
                    board.failed.append(miss)
            notes.append((EVENT_WRONG, EVERYONE, (seat, owner, slot)))
            board.move_hat(seat, -1, notes)
        if right:
            _settle_theories(board, number, kind, notes)
            if take_tokens(board, owner, RESUME_RESOLVE, chance, notes):
                return EVERYBODY
            if all_revealed(board):
                end_at_once(board, notes)
                return EVERYBODY
    learned |= board.replace(board.turned, chance, notes)  # SR-17
    return learned | next_tea(board, notes)


def _settle_theories(board: Board, number: int, kind: int, notes: list[Note]) -> None:
    """SR-16c: right theories score, and all leave the game."""
    for seat in range(board.seats):
        at = number * 4 + seat
        if board.theories[at] == kind:
            notes.append((EVENT_THEORY, EVERYONE, (seat,)))
            board.move_hat(seat, 1, notes)
        board.theories[at] = -1


def go_on(board: Board, chance: Chance, notes: list[Note]) -> int:
    """SR-16: the owner has kept a token; the next slot, or the end (SR-25). Who learned something."""
    if all_revealed(board):
        return end_at_once(board, notes)
    return resolve(board, chance, notes)
