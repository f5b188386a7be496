"""The games that are installed, found through the entry point group "potluck.games"."""

from functools import cache
from importlib.metadata import entry_points
from typing import cast

from potluck.play.errors import RulesUnknown
from potluck.play.game import Game


@cache
def games() -> dict[str, Game]:
    """Every registered game by id, in id order."""
    found = {point.name: cast(Game, point.load()) for point in entry_points(group="potluck.games")}
    return dict(sorted(found.items()))


def game(name: str) -> Game:
    """One game; raises RulesUnknown."""
    try:
        return games()[name]
    except KeyError:
        raise RulesUnknown(f"no game called {name[:40]!r} is installed") from None
