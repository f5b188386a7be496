"""The shelf in the lobby: five boxes, of games that can be played and of games that are announced.

What an announced box says stands here, its words in `words/` beside this file under "<id>.name" and
"<id>.blurb". As soon as a game of the same id is installed, the game's own box takes its place.
"""

from typing import Final

from potluck.play.game import About
from potluck.play.registry import games

WORDS_PACKAGE: Final = "potluck.games"  # for locale.game_catalogue: the words of the announced boxes

ANNOUNCED: Final = (
    About("pot_pourri", [3, 4, 5], (30, 45), ["collecting", "memory"], ready=False),
    About("diced_veggies", [1, 2, 3, 4], (30, 45), ["cutting", "collecting"], ready=False),
)


def announced() -> list[About]:
    """The boxes of games that cannot be played yet, in the order above."""
    return [about for about in ANNOUNCED if about.id not in games()]


def shelf() -> list[About]:
    """Every box, those that can be played first."""
    return [game.about for game in games().values()] + announced()
