"""A wish that has been checked and played on clones, and has not happened yet."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from potluck.play.chance import Chance, Forbidden, Recording
from potluck.play.driver import Answers
from potluck.play.errors import ChanceForbidden
from potluck.play.game import Game
from potluck.play.learned import MOVER
from potluck.play.moves import Move
from potluck.play.notes import Note
from potluck.play.phrase import Phrase
from potluck.play.seats import Seat
from potluck.play.trial import allowed
from potluck.tables.log import Logged
from potluck.tables.refusals import SubmissionEnds

MAX_MOVES: Final = 64  # of one submission


class Drafted(NamedTuple):
    """One move of a submission as it was played on the draft."""

    before: Any
    after: Any
    text: str
    notes: list[Note]
    learned: int  # what `play` returned
    answers: Answers


class Draft(NamedTuple):
    """A checked entry with what it would come to."""

    logged: Logged
    steps: list[Drafted]  # of a submission
    over: bool


def named(game: Game, move: str | Phrase) -> Move:
    """The move that a text or a phrase with its fields names; raises MoveUnknown."""
    return game.moves.parse(move) if isinstance(move, str) else game.moves.find(move)


def play_on_clones(
    game: Game, state: Any, seat: Seat, moves: Sequence[Move], chance: Chance, *, logged: bool = False
) -> list[Drafted]:
    """Play moves that belong together; `state` stays as it is. Raises OutOfTurn, MoveIllegal.

    Another spelling of a legal move is played, and written down, as that move.

    By the last move alone may the mover learn something or luck be drawn: else a refusal of a later one
    would tell what the earlier one showed. What is in the log (`logged`) has been through that; luck drawn
    in the middle of it raises ChanceForbidden.
    """
    steps: list[Drafted] = []
    for index, move in enumerate(moves):
        last = index == len(moves) - 1
        move = allowed(game, state, seat, move)
        before, state = state, state.clone()
        notes: list[Note] = []
        try:
            learned = int(state.play(seat, move, chance if last else Forbidden(), notes))
        except ChanceForbidden:
            if logged:
                raise  # no submission was ever written down that draws luck in the middle
            learned = MOVER
        passed = before.deciders() & ~state.deciders() & 1 << seat
        if not last and not logged and (learned & MOVER or passed):
            raise SubmissionEnds("a move that shows the mover something or passes the turn ends a submission")
        answers = chance.answers if last and isinstance(chance, Recording) else []
        steps.append(Drafted(before, state, game.moves.text(move), notes, learned, answers))
    return steps
