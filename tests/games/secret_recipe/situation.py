"""Situations for the tests: a position in notation, moves with their seats, what is seen by whom."""

from collections.abc import Mapping, Sequence
from typing import Final

from potluck.games.secret_recipe import game
from potluck.games.secret_recipe.material import COUNTS, KINDS
from potluck.games.secret_recipe.rules import State
from potluck.games.secret_recipe.view import SecretRecipeView
from potluck.play.chance import Chance, Fast
from potluck.play.errors import MoveIllegal
from potluck.play.notes import Note
from potluck.play.phrase import Event

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


class Situation:
    """A table in the given position."""

    def __init__(self, text: str, chance: Chance | None = None) -> None:
        self.state: State = game.load(text)
        self.chance = chance or Fast(7)
        self.notes: list[Note] = []
        self.revealing = False

    def play(self, *moves: str) -> "Situation":
        """Make moves like "p2 clue 3 type= top2"; `notes` are those of these moves."""
        self.notes = []
        for text in moves:
            who, _, move = text.partition(" ")
            seat = int(who[1]) - 1
            if move not in self.legal(seat):
                raise MoveIllegal(f"{text}: not one of {self.legal(seat)}")
            self.revealing = self.state.play(seat, game.moves.parse(move), self.chance, self.notes)
        return self

    def vote(self, **votes: str) -> "Situation":
        """Everybody votes; who is not named votes for nothing."""
        return self.play(*(f"p{n + 1} {votes.get(f'p{n + 1}', 'nothing')}" for n in range(self.state.seats)))

    def legal(self, seat: int, start: str = "") -> list[str]:
        return [text for move in self.state.legal(seat) if (text := game.moves.text(move)).startswith(start)]

    def events(self, viewer: int | None = None) -> list[Event]:
        found = (game.event(note, viewer) for note in self.notes)
        return [event for event in found if event is not None]

    def told(self, name: str, viewer: int | None = None) -> list[Mapping[str, int | list[int]]]:
        """The arguments of a viewer's events of one name."""
        return [event.args for event in self.events(viewer) if event.key == f"secret_recipe.event.{name}"]

    def view(self, viewer: int | None = None) -> SecretRecipeView:
        return game.view(self.state, viewer)

    def refused(self, seat: int, move: str) -> str:
        """The key of the refusal, without its beginning."""
        why = game.refuse(self.view(seat), game.moves.parse(move))
        assert why is not None
        return why.key.removeprefix("secret_recipe.refuse.")

    def text(self) -> str:
        return game.dump(self.state)


def kinds(*names: str) -> int:
    """A mask of kinds."""
    return sum(1 << KINDS.index(name) for name in names)
