"""Situations for the tests: a position in notation, a move, what is seen by whom.

`under_test.game` is the game the situations use; test_mutants.py puts broken ones there.
"""

from types import SimpleNamespace
from typing import Any

from potluck.games.cooking_rumble import game, material
from potluck.games.cooking_rumble.view import CookingRumbleView
from potluck.play.chance import Chance, Fast
from potluck.play.errors import MoveIllegal
from potluck.play.notes import Note
from potluck.play.phrase import Event

under_test = SimpleNamespace(game=game, tiles=material)

CEREALS, FRUITS, SUGARS, PROTEINS = range(4)
A, B, C = range(3)


class Situation:
    """A table in the given position."""

    def __init__(self, text: str, chance: Chance | None = None) -> None:
        self.game: Any = under_test.game
        self.state: Any = self.game.load(text)
        self.chance = chance or Fast(7)

    def play(self, *moves: str) -> list[Event]:
        """Make moves for whoever is asked; the events of the last one as a spectator gets them."""
        notes: list[Note] = []
        for text in moves:
            notes = []
            if text not in self.legal():
                raise MoveIllegal(f"{text}: not one of {self.legal()}")
            self.state.play(self.decider(), self.game.moves.parse(text), self.chance, notes)
        events = [self.game.event(note, None, self.game.options()) for note in notes]
        return [event for event in events if event is not None]

    def decider(self) -> int:
        return int(self.state.deciders()).bit_length() - 1

    def legal(self, seat: int | None = None) -> list[str]:
        """The moves of a seat, of the one who is asked if none is given."""
        moves = self.state.legal(self.decider() if seat is None else seat)
        return [self.game.moves.text(move) for move in moves]

    def view(self, viewer: int | None = None) -> CookingRumbleView:
        view = self.game.view(self.state, viewer)
        assert type(view).__name__ == "CookingRumbleView"
        return view  # type: ignore[no-any-return]

    def row(self, place: int, seat: int) -> Any:
        tile = self.view().tiles[place]
        assert tile is not None
        return tile.rows[seat]

    def text(self) -> str:
        return str(self.game.dump(self.state))

    def why_not(self, text: str, seat: int) -> str | None:
        """The key of the refusal of a move, without the game's name."""
        phrase = self.game.refuse(self.view(seat), self.game.moves.parse(text))
        return None if phrase is None else str(phrase.key).removeprefix("cooking_rumble.refuse.")


def names(events: list[Event]) -> list[str]:
    """The events' names alone."""
    return [event.key.removeprefix("cooking_rumble.event.") for event in events]


def starts(legal: list[str], kind: str) -> list[str]:
    """The moves of one kind."""
    return [move for move in legal if move.split()[0] == kind]
