"""Luck laid out: a move played with answers that its driver chooses, for studies and exact tools."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from potluck.play.chance import Script
from potluck.play.errors import ChanceMismatch, ScriptExhausted
from potluck.play.moves import Move
from potluck.play.seats import Seat


class LaidOut(NamedTuple):
    """A move whose luck was laid out: where it led, what was answered, how often it was played."""

    state: Any
    answers: list[int]
    runs: int


def lay_out(state: Any, seat: Seat, move: Move, answer: Callable[[Sequence[int]], Sequence[int]]) -> LaidOut:
    """Play a move on clones with explicit chance; `state` stays as it is.

    `answer` is given the bounds of questions that are asked together and gives an answer below each; what
    is asked next may depend on them. The move is played once for each time that luck is asked, and once more.
    Raises ChanceMismatch for too few answers, too many, or one that is not below its bound.
    """
    answers: list[int] = []
    runs = 0
    while True:
        after = state.clone()
        runs += 1
        try:
            after.play(seat, move, Script(answers))
        except ScriptExhausted as more:
            given = answer(more.bounds)
            if len(given) != len(more.bounds):
                raise ChanceMismatch(f"{len(given)} answers to {len(more.bounds)} questions") from None
            answers = [*answers, *given]
        else:
            return LaidOut(after, answers, runs)
