"""By which rules a table is played: the installed ones, older ones that the game brings, or none."""

from typing import Any, NamedTuple

import msgspec

from potluck.play.errors import DeckUnknown, GameUnknown, PotluckError, RulesUnknown
from potluck.play.game import Game
from potluck.play.options import decode_options
from potluck.play.phrase import Phrase
from potluck.play.registry import game as installed
from potluck.tables.refusals import TableUnplayable


class Ruling(NamedTuple):
    """The game of a table, by its rules, and its options."""

    game: Game
    options: Any
    older: bool  # not the installed rules


def ruling(row: Any) -> Ruling:
    """What a stored table is played by. One that was not started is played by what is installed.

    Raises TableUnplayable.
    """
    try:
        begun = row.status != "open"
        game = installed(row.game, row.rules if begun else None)
        # Older versions did not write the deck down.
        if begun and row.deck is not None and row.deck != game.deck:
            raise DeckUnknown(f"{row.game} with the deck {row.deck!r}; installed is {game.deck!r}")
        options = decode_options(game, msgspec.json.decode(row.options))
    except (PotluckError, ValueError) as error:
        raise unplayable(error) from error
    return Ruling(game, options, game is not installed(row.game))


def unplayable(error: ValueError) -> TableUnplayable:
    """Why there are no rules for a table, in words for everybody."""
    refusal = TableUnplayable(str(error))
    match error:
        case GameUnknown():
            refusal.phrase = Phrase("unplayable.game")
        case DeckUnknown():
            refusal.phrase = Phrase("unplayable.deck")
        case RulesUnknown():
            refusal.phrase = Phrase("unplayable.rules", error.phrase.args)
        case _:
            refusal.phrase = Phrase("unplayable.options")
    return refusal
