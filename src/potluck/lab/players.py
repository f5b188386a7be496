"""Who sits down in the lab: a level of the game, or a bot of anybody's, named by text.

    medium            a level of the game
    mybot:Bot         what the module `mybot` calls Bot: a maker of a bot from a seed
    medium@500        either, with a budget of its own, in nodes a choice
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from potluck.bots.levels import levels
from potluck.play.chance import Chance
from potluck.play.errors import PotluckError
from potluck.play.game import Bot, Game
from potluck.play.moves import Move
from potluck.play.phrase import Event

MAX_NODES = 10**9


class PlayerUnknown(PotluckError):
    """A text that names no bot; the detail says what is wrong with it."""

    key = "lab.player_unknown"


class Player:
    """A bot for any seat of one game: how it is called, made, and how long it thinks."""

    def __init__(self, text: str, maker: Callable[[int], Bot], nodes: int) -> None:
        """`text` is what it was named by, `nodes` its budget for one choice."""
        self.text = text
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
    """The player of a text; `nodes` is the budget of one that names none. Raises PlayerUnknown."""
    name, at, budget = text.partition("@")
    if at:
        if not (budget.isascii() and budget.isdigit() and 1 <= int(budget[:12]) <= MAX_NODES):
            raise PlayerUnknown(f"{text[:80]!r}: after @ comes a budget in nodes, 1 to {MAX_NODES}")
        nodes = int(budget)
    return Player(text, _maker(game, name), nodes)


def _maker(game: Game, name: str) -> Callable[[int], Bot]:
    if ":" not in name:
        maker = levels(game).get(name)
        if maker is None:
            known = ", ".join(levels(game))
            raise PlayerUnknown(f"{game.about.id} has no level {name[:80]!r}; it has {known}")
        return maker
    module, _, attribute = name.partition(":")
    try:
        found: Any = import_module(module)
        for part in attribute.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError, ValueError) as problem:
        raise PlayerUnknown(f"{name[:80]!r} cannot be had: {problem}") from problem
    if not callable(found):
        raise PlayerUnknown(f"{name[:80]!r} makes no bot: it cannot be called")
    made: Callable[[int], Bot] = found
    return made
