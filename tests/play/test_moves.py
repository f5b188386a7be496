"""Moves named by their fields: exactly the fields, each a whole number."""

from typing import Any

import pytest

from potluck.play.errors import MoveUnknown
from potluck.play.moves import Kind, Moves
from potluck.play.phrase import Phrase

MOVES = Moves("jar", [Kind(0, "put", ("kind", "ab"), ("pot", "xyz")), Kind(6, "done")])


def test_every_row_is_found_by_its_own_phrase() -> None:
    assert [MOVES.find(MOVES.phrase(move)) for move in range(len(MOVES))] == [*range(7)]


@pytest.mark.parametrize(
    "args",
    [
        {},
        {"kind": 1},
        {"kind": 1, "pot": 3},
        {"kind": 1, "pot": -1},
        {"kind": 1, "pot": 10**30},
        {"kind": True, "pot": False},
        {"kind": 1.0, "pot": 0},
        {"kind": "1", "pot": 0},
        {"kind": [1], "pot": 0},
        {"kind": None, "pot": 0},
        {"kind": 1, "pot": 0, "more": 0},
    ],
)
def test_other_fields_name_no_move(args: dict[str, Any]) -> None:
    with pytest.raises(MoveUnknown):
        MOVES.find(Phrase("jar.move.put", args))
