"""Trying moves out: what a seat would see after them, without making them.

A trial plays on a clone, with chance forbidden, and goes only as far as the mover already knows the
outcome. It ends, always in the same words, before a move by which the mover would learn something or
that asks chance, and before one that takes the choice out of the mover's hands: so the first and the
last of several who choose in secret are told alike. Nothing is logged, nobody else hears of it.
"""

from collections.abc import Sequence
from typing import Any

from potluck.play.chance import Forbidden
from potluck.play.errors import ChanceForbidden, MoveIllegal, OutOfTurn, TrialEnds
from potluck.play.game import Game
from potluck.play.learned import MOVER
from potluck.play.moves import Move
from potluck.play.phrase import Phrase
from potluck.play.seats import Seat, seat_name


def try_moves(game: Game, state: Any, seat: Seat, moves: Sequence[Move]) -> Any:
    """A clone of the state after these moves of one seat; `state` stays as it is.

    Raises OutOfTurn if the seat has no choice, MoveIllegal (with the game's reason) for a move it may
    not make there, TrialEnds for one that cannot be tried out.
    """
    for move in moves:
        move = allowed(game, state, seat, move)
        after = state.clone()
        try:
            learned = after.play(seat, move, Forbidden())
        except ChanceForbidden:
            raise TrialEnds from None
        if learned & MOVER or not after.deciders() >> seat & 1:
            raise TrialEnds
        state = after
    return state


def allowed(game: Game, state: Any, seat: Seat, move: Move) -> Move:
    """The legal move that `move` is or is another spelling of; raises OutOfTurn, MoveIllegal."""
    legal = state.legal(seat)
    if not legal:
        raise OutOfTurn("the table waits for somebody else")
    if move in legal:
        return move
    view = game.view(state, seat)
    same = game.same(view, move)
    if same in legal:
        return same
    error = MoveIllegal(f"{seat_name(seat)} may not play {game.moves.text(move)!r} now")
    reason = game.refuse(view, move)
    if reason is not None:
        error.phrase = reason
    raise error


def why_not(game: Game, view: Any, moves: Sequence[Move]) -> list[Phrase | None]:
    """For each move why the view's seat may not make it now; None where it may."""
    return [game.refuse(view, move) for move in moves]
