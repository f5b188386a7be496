"""How a game of Secret Recipe is set up: its options, the pieces in the box, how long it may last."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, Struct

from potluck.games.secret_recipe.rules import State, set_up
from potluck.games.secret_recipe.table import HELPS, Help
from potluck.play.chance import Chance
from potluck.play.errors import OptionsInvalid
from potluck.play.reading import number_of


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table agrees on before it starts."""

    round_limit: Annotated[int, Meta(ge=8, le=99, examples=[8])] = 30  # SR-25
    help: Help = "marks"  # SR-60


def new(seats: int, options: Options, chance: Chance) -> State:
    """SR-7, SR-40; raises OptionsInvalid for another number of players than two to four."""
    if not 2 <= seats <= 4:
        raise OptionsInvalid(f"Secret Recipe is for 2 to 4, not {seats}")
    return set_up(seats, options.round_limit, number_of(HELPS, options.help), chance)


def agrees(state: State, options: Options) -> bool:
    """A position tells all of its options."""
    return (state.limit, state.help) == (options.round_limit, number_of(HELPS, options.help))


def pieces(state: State) -> Mapping[str, int]:
    """SR-2, SR-3: tiles of either sort, by kind and in all, and point tokens."""
    counted = {f"pantry {kind}": 0 for kind in range(9)}
    for kind in range(9):
        counted[f"pantry {kind}"] = state.bag[kind] + state.discards[kind] + state.pantry.count(kind)
        counted[f"recipe {kind}"] = state.tiles.count(kind) + state.shelf.count(kind)
    counted["pantry"] = sum(state.bag) + sum(state.discards) + len(state.pantry)
    tokens = sum(state.pile) + sum(state.token_discards) + sum(state.kept) + len(state.hand)
    counted["point tokens"] = tokens
    return counted


def longest(seats: int, options: Options) -> int:
    """A bound on the moves of a game, from the round limit (SR-25).

    A turn of three or four has at most a discard, a clue, a vote a seat and one token choice a vote.
    Every tea break token adds a tea break (a question a seat) and a swap: a swap has its purchase, a
    vote a seat given again, per seat at most three lays, each of which may undo every "content".
    Peek tokens are shown at most once a slot revealed.
    With two players a turn has discard, clue, look and two pacts; a discussion at most one vote and one
    counter per reveal and per player out, and two token choices a reveal.
    """
    swap = 1 + seats + 3 * seats * (1 + seats) + seats
    if seats == 2:
        return options.round_limit * 2 * 8 + 16 * 8 + 8 * swap + 32
    return options.round_limit * seats * (2 + seats) + 16 * 2 + seats * (swap + seats)
