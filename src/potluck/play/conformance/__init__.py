"""The duties of every game, checked: `check_game(game)` raises ContractBroken or says what it looked at.

For the games of this package and for anybody else's; needs no test framework. A check is a function
from a Case (one game at one seat count with one set of options, played at random a few times) to the
number of things it looked at. The suite is itself tested on a toy game broken in many ways.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from potluck.play.conformance import bots, positions, rules, secrecy, views, words
from potluck.play.conformance.case import Case, Catalogues, Check, ContractBroken, Oracle
from potluck.play.game import Game
from potluck.play.options import every_options

# In this order: the first ones are what the later ones stand on.
CHECKS: tuple[Check, ...] = (
    *rules.CHECKS,
    *positions.CHECKS,
    *secrecy.CHECKS,
    *views.CHECKS,
    *words.CHECKS,
    *bots.CHECKS,
)


def check_game(
    game: Game,
    *,
    seeds: Iterable[int] = range(3),
    catalogues: Catalogues | None = None,
    oracle: Oracle | None = None,
    fleeting: frozenset[str] = frozenset(),
    options: Iterable[Any] | None = None,
    depth: int = 8,
) -> dict[str, int]:
    """Run every check at every seat count and option; how many things each check looked at.

    `catalogues`: language -> key -> message, the house's and the game's together; without them
    `words_complete` looks at nothing. `oracle`: for a view, every deal that agrees with it and its
    weight; without it `redeal_uniform` looks at nothing. `fleeting`: keys of events that say something
    public and leave no trace in any view. `depth`: positions a game that the costly checks sample.
    """
    tally = {check.__name__: 0 for check in CHECKS}
    seeds = list(seeds)
    chosen = list(every_options(game) if options is None else options)
    for seats in game.about.seats:
        played = 0
        for each in chosen:
            case = Case(game, seats, each, seeds, catalogues or {}, oracle, fleeting, depth)
            if not case.offered():
                continue
            played += 1
            for check in CHECKS:
                tally[check.__name__] += case.run(check)
        if not played:
            raise ContractBroken("plays", f"{game.about.id} refuses every combination with {seats} seats")
    return tally


def summary(tally: Mapping[str, int]) -> str:
    """The tally in lines, for a terminal."""
    return "\n".join(f"{count:>9} {name}" for name, count in tally.items())


__all__ = [
    "CHECKS",
    "Case",
    "Catalogues",
    "Check",
    "ContractBroken",
    "Oracle",
    "check_game",
    "summary",
]
