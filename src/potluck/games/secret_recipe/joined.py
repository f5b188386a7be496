"""The rooms of Secret Recipe joined: the game object."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from potluck.games.secret_recipe import bots, deals, position, say, setup, table, view
from potluck.games.secret_recipe.rules import State
from potluck.games.secret_recipe.setup import Options
from potluck.games.secret_recipe.view import Hints, SecretRecipeView
from potluck.play.chance import Chance
from potluck.play.errors import OptionsInvalid
from potluck.play.game import About, Levels, Section
from potluck.play.moves import Move
from potluck.play.notes import Note
from potluck.play.phrase import Event, Phrase, Vocabulary
from potluck.play.seats import Seat


class SecretRecipe:
    """The game object; see potluck.play.game.Game."""

    about: Final = About(
        table.ID,
        [2, 3, 4],
        (45, 75),
        ["deduction"],
        free=["discard", "peek1", "peek2", "peek2once", "swap"],  # SR-8, SR-20, SR-24
    )
    package: Final = __package__ or ""
    rules: Final = 1
    deck: Final = "house-1"
    options: Final = Options
    views: Final = SecretRecipeView
    hinted: Final = Hints
    moves: Final = table.MOVES
    vocabulary: Vocabulary = table.VOCABULARY
    levels: Levels = bots.LEVELS

    def new(self, seats: int, options: Options, chance: Chance) -> State:
        """SR-7, SR-40; raises OptionsInvalid for another number of players than two to four."""
        if seats not in self.about.seats:
            raise OptionsInvalid(f"Secret Recipe is for 2 to 4, not {seats}")
        return setup.new(seats, options, chance)

    def opening(self, state: State) -> tuple[Note, ...]:
        """Views show all there is to see."""
        return ()

    def dump(self, state: State) -> str:
        """See position.py."""
        return position.write(state)

    def load(self, text: str) -> State:
        """See position.py; raises PositionDamaged."""
        return position.read(text)

    def view(self, state: State, viewer: Seat | None) -> SecretRecipeView:
        """What this viewer may know."""
        return view.view_of(state, viewer)

    def event(self, note: Note, viewer: Seat | None, options: Any) -> Event | None:
        """Notes name their readers; each reads what is theirs."""
        return table.EVENTS.read(note, viewer, options)

    def forgets(self, options: Any) -> bool:
        """Nothing is told once."""
        return table.EVENTS.forgets(options)

    def same(self, view: Any, move: Move) -> Move:
        """No choice has two spellings."""
        return move

    def prompt(self, view: SecretRecipeView) -> Phrase:
        """What the table waits for, in the second person to whoever has to act."""
        return say.prompt(view)

    def refuse(self, view: SecretRecipeView, move: Move) -> Phrase | None:
        """The first reason that forbids this move to the viewer, or None."""
        return say.refuse(view, move)

    def hints(self, view: SecretRecipeView) -> Hints:
        """Previews of clues, marks of what is told, chances for experts."""
        return say.hints(view)

    def describe(self, view: SecretRecipeView) -> list[Section]:
        """The whole view in words."""
        return say.describe(view)

    def redealer(self, view: SecretRecipeView, memory: Any = None) -> Callable[[Chance], State]:
        """Deals that agree with the view; see deals.py."""
        return deals.redealer(view)

    def pieces(self, state: State) -> Mapping[str, int]:
        """How many of each there are."""
        return setup.pieces(state)

    def longest(self, seats: int, options: Options) -> int:
        """A bound on the moves of a game."""
        return setup.longest(seats, options)
