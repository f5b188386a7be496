"""Stir as an update might bring it: the same words mean something else, options and levels are others."""

from collections.abc import Mapping

from msgspec import Struct

from potluck.play.chance import Chance
from potluck.play.game import Game
from potluck.play.moves import Move
from potluck.play.notes import Note
from potluck.play.seats import Seat

from .stir import HIDE, Stir, StirState


class DoubledState(StirState):
    """A spoon that is put in counts for two."""

    __slots__ = ()

    def play(self, seat: Seat, move: Move, chance: Chance, notes: list[Note] | None = None) -> int:
        if move < HIDE:
            self.pots[move] += 1
        return super().play(seat, move, chance, notes)


class OtherOptions(Struct, frozen=True):
    """Nobody agrees on the number of turns any more."""

    spoons: bool = True

    @property
    def turns(self) -> int:
        return 4


class Raised(Stir):
    """Rules 2."""

    state = DoubledState

    def __init__(
        self, name: str = "stir", *, forgets: bool = False, older: Mapping[int, Game] | None = None
    ) -> None:
        super().__init__(name, forgets=forgets, rules=2, older=older)


class Reoptioned(Raised):
    """With other options besides."""

    options = OtherOptions


class Redecked(Stir):
    """The same rules with other cards."""

    deck = "spoons-2"
