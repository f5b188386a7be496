"""How the rows of a game's moves are written on the wire: each row's notation and words, made once."""

from collections.abc import Sequence
from typing import Final
from weakref import WeakKeyDictionary

import msgspec

from potluck.play.moves import Move, MoveTable
from potluck.tables.room import LegalMove

_encode = msgspec.json.Encoder().encode


class _Row:
    """One move as it is sent, and as it is encoded."""

    __slots__ = ("move", "raw")

    def __init__(self, table: MoveTable, row: Move) -> None:
        self.move = LegalMove(table.text(row), table.phrase(row))
        self.raw = _encode(self.move)


# By game; what is made by two threads at once is alike.
_made: Final[WeakKeyDictionary[MoveTable, dict[Move, _Row]]] = WeakKeyDictionary()


class Spelling:
    """The moves of one game."""

    def __init__(self, table: MoveTable) -> None:
        """All spellings of one table share what was made."""
        self._table = table
        self._rows = _made.setdefault(table, {})

    def moves(self, rows: Sequence[Move]) -> list[LegalMove]:
        """These rows as they are sent."""
        return [self._row(row).move for row in rows]

    def raw(self, rows: Sequence[Move]) -> bytes:
        """The same as JSON."""
        return b"[" + b",".join([self._row(row).raw for row in rows]) + b"]"

    def _row(self, row: Move) -> _Row:
        made = self._rows.get(row)
        if made is None:
            made = self._rows[row] = _Row(self._table, row)
        return made
