"""The levels a seat can be given: "random" for every game, then the game's own, weakest first."""

from collections.abc import Callable
from typing import Final

from potluck.bots.random import RandomBot
from potluck.play.errors import PotluckError
from potluck.play.game import Bot, Game, Levels

RANDOM: Final = "random"


class LevelUnknown(PotluckError):
    """The game has no bot of this level."""

    key = "error.level_unknown"


def levels(game: Game) -> Levels:
    """Every level of a game by name, in order of strength. Worded under "level.<name>"."""
    makers: dict[str, Callable[[int], Bot]] = {RANDOM: RandomBot}
    makers.update(game.levels)
    return makers


def make_bot(game: Game, level: str, seed: int) -> Bot:
    """A bot of a level; raises LevelUnknown."""
    maker = levels(game).get(level)
    if maker is None:
        raise LevelUnknown(f"{game.about.id} has no level {level[:40]!r}")
    return maker(seed)


def thoughtless(game: Game, level: str) -> bool:
    """Whether a level takes any offered move, whatever it sees and is told."""
    return levels(game).get(level) is RandomBot
