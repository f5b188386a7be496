"""The shelf in the lobby: five boxes, of games that can be played and of games that are announced.

What an announced box says stands here, its words in `words/` beside this file under "<id>.name" and
"<id>.blurb". As soon as a game of the same id is installed, the game's own box takes its place.
"""

from typing import Final

from potluck.play.game import About
from potluck.play.registry import games

WORDS_PACKAGE: Final = "potluck.games"  # for locale.game_catalogue: the words of the announced boxes

ANNOUNCED: Final = (
    About("secret_recipe", [2, 3, 4], (45, 60), ["deduction"], ready=False),
    About("pot_pourri", [3, 4, 5], (30, 45), ["collecting"], ready=False),
    About("diced_veggies", [1, 2, 3, 4], (30, 45), ["cutting", "collecting"], ready=False),
)


def shelf() -> list[About]:
    """Every box, those that can be played first, then the announced ones in the order above."""
    installed = games()
    ready = [game.about for game in installed.values()]
    return ready + [about for about in ANNOUNCED if about.id not in installed]
