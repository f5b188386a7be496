"""The numbered moves of a game and their notation.

Every move of a game is one row of one finite table, whatever the options and the seat count. Rules
and bots handle row numbers; records, the network and people use the text: the kind and then one word a field.
"""

from collections.abc import Mapping, Sequence
from itertools import product
from types import MappingProxyType
from typing import Final, Protocol

from potluck.play.errors import MoveUnknown
from potluck.play.phrase import Phrase

Move = int

# "Nothing for now", offered by drivers to bystanders beside their free moves. Never played on a state.
PASS: Final = -1

_NONE: Final[Mapping[str, str]] = MappingProxyType({})


class MoveTable(Protocol):
    """What drivers need of a game's moves."""

    def __len__(self) -> int: ...

    def text(self, move: Move) -> str:
        """The notation of a row, e.g. "wild purple b"."""
        ...

    def parse(self, text: str) -> Move:
        """The row of a notation; raises MoveUnknown."""
        ...

    def fields(self, move: Move) -> tuple[str, tuple[int, ...]]:
        """The kind and its field values."""
        ...

    def phrase(self, move: Move) -> Phrase:
        """The move as words-to-be: key "<game>.move.<kind>", fields by name."""
        ...

    def find(self, phrase: Phrase) -> Move:
        """The row that these words-to-be name; raises MoveUnknown."""
        ...


class Kind:
    """One kind of move: its first row, its name and, per field, the field's name and a word for each value.

    Rows run over the product of the values, last field fastest; `leave_out` leaves rows out.
    """

    def __init__(
        self,
        first: Move,
        name: str,
        *fields: tuple[str, Sequence[str]],
        leave_out: Sequence[tuple[int, ...]] = (),
    ) -> None:
        """E.g. Kind(GUESS, "guess", ("kind", KINDS)) or Kind(DONE, "done")."""
        self.first = first
        self.name = name
        self.names = tuple(field for field, _ in fields)
        self.words = tuple(tuple(words) for _, words in fields)
        skipped = set(leave_out)
        every = product(*(range(len(words)) for words in self.words))
        self.rows = [row for row in every if row not in skipped]


class Moves:
    """A MoveTable built from kinds, in the order given."""

    def __init__(self, game: str, kinds: Sequence[Kind], formerly: Mapping[str, str] = _NONE) -> None:
        """Number the rows of all kinds one after the other; notations must differ.

        `formerly`: notations that old records and logs hold, and what they are written as now. Raises
        ValueError for a kind that does not begin where it says.
        """
        self._game = game
        row = 0
        for kind in kinds:
            if kind.first != row:
                raise ValueError(f"{game}: {kind.name} begins at row {row}, not {kind.first}")
            row += len(kind.rows)
        self._kinds = {kind.name: kind for kind in kinds}
        self._rows: list[tuple[str, tuple[int, ...]]] = [
            (kind.name, row) for kind in kinds for row in kind.rows
        ]
        self._texts = [self._write(name, row) for name, row in self._rows]
        self._by_text = {text: move for move, text in enumerate(self._texts)}
        self._by_row = {row: move for move, row in enumerate(self._rows)}
        if len(self._by_text) != len(self._rows):
            raise ValueError(f"{game}: two moves share one notation")
        for old, text in formerly.items():
            self._by_text.setdefault(old, self._by_text[text])

    def _write(self, name: str, row: tuple[int, ...]) -> str:
        words = self._kinds[name].words
        return " ".join([name, *(words[i][value] for i, value in enumerate(row))])

    def __len__(self) -> int:
        return len(self._rows)

    def text(self, move: Move) -> str:
        """The notation of a row."""
        return self._texts[move]

    def parse(self, text: str) -> Move:
        """The row of a notation; raises MoveUnknown for anything else."""
        move = self._by_text.get(text)
        if move is None:
            raise MoveUnknown(f"{text[:80]!r} is no move of {self._game}")
        return move

    def find(self, phrase: Phrase) -> Move:
        """The row of a kind and its fields by name; raises MoveUnknown."""
        before, _, name = phrase.key.rpartition(".")
        kind = self._kinds.get(name) if before == f"{self._game}.move" else None
        if kind is not None and phrase.args.keys() == set(kind.names):
            values = tuple(value for field in kind.names if type(value := phrase.args[field]) is int)
            move = self._by_row.get((name, values))
            if move is not None:
                return move
        raise MoveUnknown(f"{phrase.key[:80]!r} with such fields is no move of {self._game}")

    def row(self, name: str, *values: int) -> Move:
        """The row of a kind and its field values; KeyError if there is none."""
        return self._by_row[name, values]

    def fields(self, move: Move) -> tuple[str, tuple[int, ...]]:
        """The kind and its field values."""
        return self._rows[move]

    def phrase(self, move: Move) -> Phrase:
        """The move as words-to-be."""
        name, row = self._rows[move]
        return Phrase(f"{self._game}.move.{name}", dict(zip(self._kinds[name].names, row, strict=True)))
