"""The games that are installed, found through the entry point group "potluck.games"."""

from functools import cache
from importlib.metadata import entry_points
from typing import cast

from potluck.play.errors import GameUnknown, RulesUnknown
from potluck.play.game import Game


@cache
def games() -> dict[str, Game]:
    """Every registered game by id, in id order."""
    found = {point.name: cast(Game, point.load()) for point in entry_points(group="potluck.games")}
    return dict(sorted(found.items()))


def game(name: str, rules: int | None = None) -> Game:
    """One game by its installed rules, or by those of this number if it brings them.

    Raises GameUnknown, RulesUnknown.
    """
    found = games().get(name)
    if found is None:
        raise GameUnknown(f"no game called {name[:40]!r} is installed")
    return found if rules is None else by_rules(found, rules)


def by_rules(found: Game, rules: int) -> Game:
    """A game by its rules of this number, installed or older ones that it brings; raises RulesUnknown."""
    if rules == found.rules:
        return found
    older = found.older.get(rules)
    if older is None:
        detail = f"{found.about.id} rules {rules}; installed are rules {found.rules}"
        raise RulesUnknown(detail, rules=rules, installed=found.rules)
    return older
