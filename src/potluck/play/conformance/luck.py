"""Checks of how luck is asked: the same answers lead to the same game, and many are asked at once."""

from collections.abc import Sequence
from typing import Final

from potluck.play.chance import Chance, Script
from potluck.play.conformance.case import Case, Check
from potluck.play.conformance.trails import Made, Position
from potluck.play.explicit import lay_out

_RUNS: Final = 12  # how often a move may be played again to find out what it asks


class _OneByOne(Chance):
    """Given answers, however they are asked for."""

    def __init__(self, answers: Sequence[int]) -> None:
        self._answers = list(answers)[::-1]

    def below(self, n: int) -> int:
        return self._answers.pop()


def luck_laid_out(case: Case) -> int:
    """The answers of a move lead to the same again, one by one or at once, and are found in few runs.

    A driver with explicit chance learns what a move asks by playing it until the script ends. A move that
    asks for dozens of answers one by one would be played dozens of times: it asks by `below_many`.
    """
    count = 0
    for position in case.sample:
        made = position.made
        if made is None or not made.answers:
            continue
        answers = [answer for answer, _ in made.answers]
        texts = {_played(case, position, made, luck) for luck in (Script(answers), _OneByOne(answers))}
        if len(texts) != 1:
            raise case.broken("the same answers at once and one by one lead to different states", position)
        left = list(made.answers)

        def answer(bounds: Sequence[int], left: list[tuple[int, int]] = left) -> list[int]:
            given = [left.pop(0) for _ in bounds]
            if [bound for _, bound in given] != list(bounds):
                raise case.broken(f"chance is asked for {bounds}, and was for {given}")
            return [each for each, _ in given]

        laid = lay_out(position.state, made.seat, made.move, answer)
        if texts != {case.game.dump(laid.state)} or laid.answers != answers:
            raise case.broken("the same answers laid out one after the other lead elsewhere", position)
        if laid.runs > _RUNS:
            raise case.broken(
                f"a move is played {laid.runs} times to lay out its luck: ask at once", position
            )
        count += 1
    return count


def _played(case: Case, position: Position, made: Made, chance: Chance) -> str:
    state = position.state.clone()
    state.play(made.seat, made.move, chance)
    return case.game.dump(state)


CHECKS: tuple[Check, ...] = (luck_laid_out,)
