"""How a game of Chef Alfredo is set up: its options, the pieces in the box, how long it may last."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from potluck.games.chef_alfredo.material import COOKING_TILES, KINDS
from potluck.games.chef_alfredo.rules import State, set_up
from potluck.play.chance import Chance
from potluck.play.errors import OptionsInvalid


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """CA-21 and CA-17: how long the game lasts and how much a pot holds."""

    points_to_end: Literal[12, 24, 36] = COOKING_TILES
    round_limit: Annotated[int, Meta(ge=1, le=1000, examples=[3])] = 200
    pot_capacity: Annotated[int, Meta(ge=2, le=20, examples=[2])] = 10


def new(seats: int, options: Options, chance: Chance) -> State:
    """CA-5, CA-6; raises OptionsInvalid for another number of players than two to four."""
    if not 2 <= seats <= 4:
        raise OptionsInvalid(f"Chef Alfredo is for 2 to 4 players, not {seats}")
    return set_up(seats, options.points_to_end, options.round_limit, options.pot_capacity, chance)


def agrees(state: State, options: Options) -> bool:
    """A position tells all of its options."""
    chosen = (options.points_to_end, options.round_limit, options.pot_capacity)
    return (state.points_to_end, state.round_limit, state.capacity) == chosen


def pieces(state: State) -> Mapping[str, int]:
    """Ingredients by kind, cooking tiles, recipe tiles: counted where they lie."""
    counts = {
        name: state.container(kind) + sum(pot[kind] for pot in state.inside)
        for kind, name in enumerate(KINDS)
    }
    counts["cooking tiles"] = state.supply() + sum(state.points)
    counts["recipe tiles"] = len(set(state.tiles))
    return counts


def longest(seats: int, options: Options) -> int:
    """Everybody is ready once; a turn has at most four moves: roll, pot, throw, answer."""
    return seats + 4 * seats * options.round_limit
