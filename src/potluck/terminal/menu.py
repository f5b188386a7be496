"""The moves a person may choose from: numbered, grouped by kind, found by number, notation or words."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from potluck.play.moves import PASS, Move, MoveTable
from potluck.play.phrase import Phrase

PASS_WORD: Final = "pass"  # noqa: S105 - a word of the notation, no secret
_SHORT: Final = 2


class Choice(NamedTuple):
    """One move as it is offered. Its number stays the same while the list is narrowed."""

    number: int
    move: Move
    kind: str
    text: str
    words: str
    phrase: Phrase | None = None  # None: to pass


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
                phrase = table.phrase(move)
                self.choices.append(Choice(number, move, kind, table.text(move), say(phrase), phrase))
                number += 1
        self._by_typed = {choice.text.casefold(): choice for choice in self.choices}
        self._by_typed.update((str(choice.number), choice) for choice in self.choices)

    def pick(self, typed: str) -> Choice | None:
        """The choice of a number or of a notation, whatever its spacing and case."""
        return self._by_typed.get(" ".join(typed.casefold().split()))

    def matching(self, typed: str) -> list[Choice]:
        """The choices whose words or notation hold every word typed, with or without accents.

        Parts of words count, but a number or a letter or two must be a word of its own: "1" is not "a1".
        """
        wanted = _plain(typed).split()
        return [choice for choice in self.choices if _holds(_plain(f"{choice.words} {choice.text}"), wanted)]


def _plain(text: str) -> str:
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(each for each in parts if not unicodedata.combining(each))


def _holds(text: str, wanted: Sequence[str]) -> bool:
    whole = set(re.findall(r"[^\s.,;:?!()]+", text))
    return all(word in whole if len(word) <= _SHORT else word in text for word in wanted)


def fields(choices: Sequence[Choice]) -> dict[str, list[int]]:
    """By field of one kind of move, in order: the values that these choices have, ascending."""
    found: dict[str, set[int]] = {}
    for choice in choices:
        for name, value in ({} if choice.phrase is None else choice.phrase.args).items():
            if isinstance(value, int):
                found.setdefault(name, set()).add(value)
    return {name: sorted(values) for name, values in found.items()}


def by_kind(choices: Iterable[Choice]) -> list[list[Choice]]:
    """The choices in groups of one kind, in order."""
    return [list(group) for _, group in groupby(choices, key=lambda choice: choice.kind)]
