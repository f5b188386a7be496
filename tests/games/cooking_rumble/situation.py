"""Situations of Cooking Rumble: a table in which everything is as usual but what is said."""

from collections.abc import Sequence
from typing import Any, Final

from potluck.games.cooking_rumble import game
from potluck.play.chance import Chance
from tests.games import situation

KINDS: Final = ("cereals", "fruits", "sugars", "proteins")
PLACES: Final = "abc"

CEREALS, FRUITS, SUGARS, PROTEINS = range(4)
A, B, C = range(3)


def position(
    step: str = "turn",
    who: str = "p1/p2",
    *,
    seats: int = 2,
    mode: str = "",
    a: str = "0",
    b: str = "3",
    c: str = "9",
    deck: str = "*",
    taken: str = "",
    then: str = "",
) -> str:
    """A position in notation; a place is a tile and the seats' rows: "0 oo. ...", "0" (bare) or "-"."""
    bare = " ..." * seats
    places = [":".join(f"{tile}{bare}".split()[: seats + 1]) if tile != "-" else "-" for tile in (a, b, c)]
    fields = [
        f"{seats}{mode}",
        step,
        who,
        *places,
        "deck",
        deck,
        "taken",
        taken or "/".join("-" * seats),
    ]
    return " ".join([*fields, *([then] if then else [])])


class Situation(situation.Situation):
    """A table in a given position; luck is refused unless its answers are given."""

    game = game
    words = {"kind": KINDS, "place": PLACES, "to": PLACES}  # noqa: RUF012
    says = {  # noqa: RUF012
        "wild": "seat place at token kind",
        "card": "seat",
        "guess": "judge seat kind",
        "right": "seat judge kind",
        "wrong": "seat judge kind",
        "illegal": "seat judge kind",
        "pan": "seat place tile at",
        "move": "judge seat place at to to_at",
        "take": "seat place tile points",
        "open": "place tile",
        "empty": "place",
        "tokens": "",
        "standee": "seat",
        "turn": "seat",
        "over": "winners",
    }

    def __init__(
        self, position: str | Any, chance: Chance | Sequence[int] | None = None, options: Any = None
    ) -> None:
        """See the base; an answer is which tile of the deck, by number."""
        super().__init__(position, () if chance is None else chance, options)

    def row(self, place: int, seat: int) -> Any:
        """A seat's border of the tile at a place."""
        return self.view().tiles[place].rows[seat]

    def pans(self, seat: int) -> list[int]:
        """How many pans lie on a seat's borders, by place."""
        return [tile.rows[seat].pans if tile is not None else 0 for tile in self.view().tiles]

    def asks(self, seat: int) -> str:
        """What a seat's borders ask for next, by place, as letters."""
        return "".join("-" if tile is None else "cfsp"[tile.rows[seat].next] for tile in self.view().tiles)


def starts(legal: Sequence[str], kind: str) -> list[str]:
    """The moves of one kind."""
    return [move for move in legal if move.split()[0] == kind]
