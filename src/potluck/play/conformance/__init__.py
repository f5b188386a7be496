"""The duties of every game, checked: `check_game(game)` raises ContractBroken or says what it looked at.

For the games of this package and for anybody else's; needs no test framework. A check is a function
from a Case (one game at one seat count with one set of options, played a few times) to the number of
things it looked at. The suite is itself tested on toy games broken in many ways.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from potluck.play.conformance import bots, deals, luck, positions, rules, secrecy, trials, views, words
from potluck.play.conformance.broken import ContractBroken, Viewer
from potluck.play.conformance.case import (
    Case,
    Catalogues,
    Check,
    Helpers,
    Oracle,
    Recall,
    offered,
)
from potluck.play.conformance.trails import Chooser
from potluck.play.game import Game
from potluck.play.options import paired_options

# Checks that go together, so that they can be run apart: the first ones are what the later ones stand on.
GROUPS: Final[Mapping[str, tuple[Check, ...]]] = {
    "table": (*rules.ONCE, *words.ONCE),
    "rules": (*rules.CHECKS, *luck.CHECKS, *positions.CHECKS),
    "deals": deals.CHECKS,
    "secrecy": secrecy.CHECKS,
    "said": (*views.CHECKS, *trials.CHECKS, *words.CHECKS, *bots.CHECKS),
}
# What depends on the game alone is looked at once, at its largest table.
ONCE: Final = "table"
CHECKS: Final[tuple[Check, ...]] = tuple(check for group in GROUPS.values() for check in group)


def check_game(
    game: Game,
    *,
    seeds: Iterable[int] = range(3),
    catalogues: Catalogues | None = None,
    oracle: Oracle | None = None,
    recall: Recall | None = None,
    witness: Recall | None = None,
    chooser: Chooser | None = None,
    fleeting: frozenset[str] = frozenset(),
    seats: Iterable[int] | None = None,
    options: Iterable[Any] | None = None,
    groups: Sequence[str] = tuple(GROUPS),
    depth: int = 8,
) -> dict[str, int]:
    """Run the checks at every seat count, every two options together; how many things each looked at.

    `catalogues`: language -> key -> message, the house's and the game's together; without them words are
    not looked at. `oracle`: for a view, every deal that agrees with it and its weight; without it
    `redeal_uniform` looks at nothing. `recall`: for a state and a viewer what a perfect memory has beyond
    the view, as the redealer takes it. `witness`: what was done before a viewer's eyes and neither view nor
    `recall` has; a game that forgets what was done needs it. `chooser`: plays every other game, the first
    among them, and gets to steps that random play hardly sees. `fleeting`: keys of events that say
    something public and leave no trace in any view. `depth`: positions a game that costly checks sample.
    """
    helpers = Helpers(
        catalogues=catalogues or {},
        oracle=oracle,
        recall=recall,
        witness=witness,
        chooser=chooser,
        fleeting=fleeting,
    )
    tally = {check.__name__: 0 for group in groups for check in GROUPS[group]}
    seeds = list(seeds)
    counts = list(game.about.seats if seats is None else seats)
    given = None if options is None else list(options)
    for many in counts:
        chosen = options_for(game, many) if given is None else [o for o in given if offered(game, many, o)]
        if not chosen:
            raise ContractBroken("plays", f"{game.about.id} refuses every combination with {many} seats")
        if ONCE in groups and many == counts[0]:
            case = Case(game, max(counts), chosen[0], seeds, helpers, depth)
            for check in GROUPS[ONCE]:
                tally[check.__name__] += case.run(check)
        for each in chosen:
            case = Case(game, many, each, seeds, helpers, depth)
            for check in [check for group in groups if group != ONCE for check in GROUPS[group]]:
                tally[check.__name__] += case.run(check)
    return tally


def options_for(game: Game, seats: int) -> list[Any]:
    """The options that a game is checked with at this many seats: every two values meet."""
    return paired_options(game, lambda options: offered(game, seats, options))


def summary(tally: Mapping[str, int]) -> str:
    """The tally in lines, for a terminal."""
    return "\n".join(f"{count:>9} {name}" for name, count in tally.items())


__all__ = [
    "CHECKS",
    "GROUPS",
    "ONCE",
    "Case",
    "Catalogues",
    "Check",
    "Chooser",
    "ContractBroken",
    "Helpers",
    "Oracle",
    "Recall",
    "Viewer",
    "check_game",
    "options_for",
    "summary",
]
