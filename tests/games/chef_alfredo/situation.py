"""Situations of Chef Alfredo: a kitchen in which everything is as usual but what is said."""

from collections.abc import Sequence
from typing import Any, Final

from potluck.games.chef_alfredo import game
from potluck.play.chance import Chance
from tests.games import situation

KINDS: Final = ("carrot", "tomato", "bean", "garlic")
PLATES: Final = "abcd"

CARROT, TOMATO, BEAN, GARLIC = range(4)
CHEF: Final = (4, 5)  # the faces of the die
A, B, C, D = range(4)
EMPTY: Final = ("0000",) * 4


def position(
    step: str,
    die: str = "-",
    *,
    seats: int = 3,
    active: int = 1,
    turns: int = 1,
    ready: str | None = None,
    tiles: str = "ctbg",
    inside: Sequence[str] = EMPTY,
    points: Sequence[int] | None = None,
    marked: str = "-",
    poured: str = "-",
    end: int = 36,
    rounds: int = 200,
    capacity: int = 10,
) -> str:
    """A position in notation; `active` counts from 1, `inside` and `tiles` go by hotplate."""
    everybody = "".join(f"p{seat + 1}" for seat in range(seats))
    fields = (
        f"{seats}/{end}/{rounds}/{capacity}",
        step,
        f"p{active}",
        str(turns),
        die,
        everybody if ready is None else ready,
        tiles,
        "/".join(inside),
        "/".join(map(str, points or [0] * seats)),
        marked,
        poured,
    )
    return " ".join(fields)


_INSIDE: Final = "carrots tomatoes beans garlic"


class Situation(situation.Situation):
    """A kitchen in a given position; luck is refused unless its answers are given."""

    game = game
    words = {  # noqa: RUF012
        "kind": KINDS,
        **dict.fromkeys(("tile", "tile_a", "tile_b", "tile_c", "tile_d"), KINDS),
        **dict.fromkeys(("pot", "other"), PLATES),
    }
    says = {  # noqa: RUF012
        "look": "tile_a tile_b tile_c tile_d",
        "ready": "seat",
        "turn": "seat",
        "roll": "seat kind",
        "chef": "seat",
        "swap": "seat pot other",
        "chose": "seat pot",
        "lift": "pot tile",
        "scarce": "kind",
        "emptied": f"pot {_INSIDE}",
        "full": f"pot {_INSIDE}",
        "thrown": "seat pot kind neighbour",
        "trust": "neighbour seat",
        "doubt": "neighbour seat",
        "tile": f"pot tile {_INSIDE} hit",
        "point": "seat",
        "caught": "neighbour seat",
        "proved": "neighbour seat",
        "over": "winners",
    }

    def __init__(
        self, position: str | Any, chance: Chance | Sequence[int] | None = None, options: Any = None
    ) -> None:
        """See the base; the answers are faces of the die but for the set-up."""
        super().__init__(position, () if chance is None else chance, options)
