"""Who sits down in the lab: a level of the game, or a bot of anybody's, named by text.

medium            a level of the game
mybot:Bot         what the module `mybot` calls Bot: a maker of a bot from a seed
medium@500        either, with a budget of its own, in nodes a choice
"""

import re
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, Final

from potluck.bots.levels import levels
from potluck.lab.problems import LabError
from potluck.play.chance import Chance
from potluck.play.game import Bot, Game
from potluck.play.moves import Move
from potluck.play.phrase import Event

_BUDGET: Final = re.compile("[1-9][0-9]{0,8}")


class Player:
    """A bot for any seat of one game: how it is made, and how long it thinks."""

    def __init__(self, maker: Callable[[int], Bot], nodes: int) -> None:
        """`nodes` is its budget for one choice."""
        self._maker = maker
        self._nodes = nodes

    def bot(self, seed: int) -> Bot:
        """One to sit down with; `seed` decides what it forgets."""
        return _Thrifty(self._maker(seed), self._nodes)


class _Thrifty:
    """A bot with a budget of its own, whatever the others have."""

    def __init__(self, bot: Bot, nodes: int) -> None:
        self._bot = bot
        self._nodes = nodes

    def notice(self, events: Sequence[Event]) -> None:
        self._bot.notice(events)

    def choose(self, view: Any, legal: Sequence[Move], nodes: int, chance: Chance) -> Move:
        return self._bot.choose(view, legal, self._nodes, chance)


def player(game: Game, text: str, nodes: int) -> Player:
    """The player of a text; `nodes` is the budget of one that names none. Raises LabError."""
    name, at, budget = text.partition("@")
    if at:
        if not _BUDGET.fullmatch(budget):
            raise LabError("terminal.lab.budget", player=text[:80])
        nodes = int(budget)
    return Player(_maker(game, name), nodes)


def _maker(game: Game, name: str) -> Callable[[int], Bot]:
    if ":" not in name:
        maker = levels(game).get(name)
        if maker is None:
            raise LabError("terminal.lab.player_unknown", player=name[:80], levels=", ".join(levels(game)))
        return maker
    module, _, attribute = name.partition(":")
    try:
        found: Any = import_module(module)
        for part in attribute.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError, TypeError, ValueError) as problem:
        raise LabError("terminal.lab.player_missing", player=name[:80], reason=str(problem)) from problem
    if not callable(found):
        raise LabError("terminal.lab.player_no_maker", player=name[:80])
    made: Callable[[int], Bot] = found
    return made
