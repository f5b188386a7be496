"""The moves a person may choose from: numbered, grouped by kind, found by number, notation or words."""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from potluck.play.moves import PASS, Move, MoveTable
from potluck.play.phrase import Phrase

PASS_WORD: Final = "pass"  # noqa: S105 - a word of the notation, no secret


class Choice(NamedTuple):
    """One move as it is offered. Its number stays the same while the list is narrowed."""

    number: int
    move: Move
    kind: str
    text: str
    words: str


class Menu:
    """What is offered now; fit for thousands of moves."""

    def __init__(
        self, legal: Sequence[Move], table: MoveTable, say: Callable[[Phrase], str], passing: str
    ) -> None:
        """`legal` in the table's order, PASS first if it is offered; `passing` words it, number 0."""
        self.choices: list[Choice] = []
        number = 1
        for move in legal:
            if move == PASS:
                self.choices.append(Choice(0, PASS, PASS_WORD, PASS_WORD, passing))
            else:
                kind, _ = table.fields(move)
                self.choices.append(Choice(number, move, kind, table.text(move), say(table.phrase(move))))
                number += 1
        self._by_typed = {choice.text.casefold(): choice for choice in self.choices}
        self._by_typed.update((str(choice.number), choice) for choice in self.choices)

    def pick(self, typed: str) -> Choice | None:
        """The choice of a number or of a notation, whatever its spacing and case."""
        return self._by_typed.get(" ".join(typed.casefold().split()))

    def matching(self, typed: str) -> list[Choice]:
        """The choices whose words or notation hold every word typed, parts of words included."""
        wanted = typed.casefold().split()
        return [
            choice
            for choice in self.choices
            if all(word in choice.words.casefold() or word in choice.text.casefold() for word in wanted)
        ]


def by_kind(choices: Iterable[Choice]) -> list[list[Choice]]:
    """The choices in groups of one kind, in order."""
    return [list(group) for _, group in groupby(choices, key=lambda choice: choice.kind)]
