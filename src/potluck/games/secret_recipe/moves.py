"""The numbered moves of Secret Recipe: `clue 3 weight> left2`, `unveil p2 1 honey b3`."""

from itertools import product
from typing import Final

from potluck.games.secret_recipe.data import CELLS, HOWS, KINDS, LINES, SPOTS, TOKENS
from potluck.play.moves import Kind, Moves

SEATS: Final = ("p1", "p2", "p3", "p4")
SLOTS: Final = ("1", "2", "3", "4", "5", "6", "7", "8")
RECIPES: Final = ("1", "2")


def _no_such_slot(*rest: int) -> list[tuple[int, ...]]:
    """Rows of seats 3 and 4 with a slot above four, for fields of these sizes after seat and slot."""
    return list(product((2, 3), range(4, 8), *(range(size) for size in rest)))


MOVES: Final = Moves(
    "secret_recipe",
    [
        Kind("discard", ("cell", CELLS)),
        Kind("clue", ("slot", SLOTS), ("how", HOWS), ("spot", SPOTS)),
        Kind(
            "question",
            ("owner", SEATS),
            ("slot", SLOTS),
            ("how", HOWS),
            ("spot", SPOTS),
            leave_out=_no_such_slot(len(HOWS), len(SPOTS)),
        ),
        Kind("nothing"),
        Kind(
            "think", ("owner", SEATS), ("slot", SLOTS), ("kind", KINDS), leave_out=_no_such_slot(len(KINDS))
        ),
        Kind(
            "unveil",
            ("owner", SEATS),
            ("slot", SLOTS),
            ("kind", KINDS),
            ("cell", (*CELLS, "none")),
            leave_out=_no_such_slot(len(KINDS), len(CELLS) + 1),
        ),
        Kind("keep", ("token", TOKENS)),
        Kind("ask", ("owner", SEATS), ("kind", KINDS)),
        Kind("look", ("shelf", SPOTS)),
        Kind("pact", ("recipe", RECIPES), ("kind", KINDS)),
        Kind("peek1", ("shelf", SPOTS)),
        Kind(
            "peek2",
            ("shelf", SPOTS),
            ("other", SPOTS),
            leave_out=[(a, b) for a in range(9) for b in range(a + 1)],
        ),
        Kind("peek2once", ("shelf", SPOTS)),
        Kind("swap"),
        Kind("erase", ("line", LINES)),
        Kind("content"),
    ],
)
