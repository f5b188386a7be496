"""Situations for the tests: a position in notation, moves with their seats, what is seen by whom."""

from collections.abc import Mapping, Sequence
from typing import Final, Self

from potluck.games.secret_recipe import game
from potluck.games.secret_recipe.material import COUNTS, KINDS
from potluck.games.secret_recipe.rules import State
from tests.games import situation

MINT, GRAPES, WALNUTS, STRAWBERRIES, EGGS, APPLES, HONEY, FLOUR, CREAM = range(9)

# SR-61: the pantry of the source's example, and its recipe as the first.
PANTRY: Final = "honey,walnuts,eggs,cream,apples,grapes,strawberries,apples,flour"
RECIPES: Final = (
    "mint,eggs,apples,flour",
    "honey,grapes,walnuts,cream",
    "strawberries,strawberries,flour,apples",
    "mint,flour,eggs,grapes",
)
SHELVES: Final = "grapes,walnuts,walnuts,strawberries,eggs,apples,honey,flour,cream"


def position(
    seats: int,
    step: str = "turn",
    *,
    recipes: Sequence[str] = RECIPES,
    revealed: Mapping[str, str] | None = None,
    **fields: str,
) -> str:
    """A position text; `revealed` names slots by owner, e.g. {"p2": "134"}. Shelves get what is left."""
    per = 8 if seats == 2 else 4
    tiles = ",".join(recipes).split(",")
    shown = {
        (int(owner[1]) - 1) * per + int(slot) - 1
        for owner in revealed or {}
        for slot in (revealed or {})[owner]
    }
    if seats == 3:
        shown |= {12, 13, 14, 15}
    marked = [tile + "*" * (at in shown) for at, tile in enumerate(tiles)]
    left = [kind for kind in range(9) for _ in range(COUNTS[kind] - tiles.count(KINDS[kind]))]
    shelves = SHELVES if tuple(recipes) == RECIPES else ",".join(KINDS[kind] for kind in left)
    known = {"pantry": PANTRY, "shelves": shelves} | fields
    words = [f"{name}={value}" for name, value in known.items()]
    written = "/".join(",".join(marked[start : start + 4]) for start in range(0, 16, 4))
    return " ".join([str(seats), step, f"recipes={written}", *words])


class Situation(situation.Situation):
    """A table of Secret Recipe in the given position."""

    game = game
    state: State

    @property
    def revealing(self) -> bool:
        """Whether somebody learned something by the last move."""
        return bool(self.learned)

    def vote(self, **votes: str) -> Self:
        """Everybody votes; who is not named votes for nothing."""
        return self.play(*(f"p{n + 1} {votes.get(f'p{n + 1}', 'nothing')}" for n in range(self.state.seats)))


def kinds(*names: str) -> int:
    """A mask of kinds."""
    return sum(1 << KINDS.index(name) for name in names)
