"""Chef Alfredo as one viewer sees it (CA-1 to CA-21): the structs and the view of a state.

Memory is the game (CA-20): a view holds what this viewer could see on a real table at this moment and
nothing of the past. During the opening look that is every tile; while the active player holds a lid
up, that one tile, for that player; after a doubt the poured pot, for all, until the next roll. Once the
game is over nobody has to remember, and all pots are open to all.
"""

from msgspec import Struct

from potluck.games.chef_alfredo.material import KINDS, POTS
from potluck.games.chef_alfredo.rules import NO_POT, UNROLLED, State
from potluck.games.chef_alfredo.table import STEP_LIFTED, STEP_LOOK, STEP_OVER, STEPS, Step
from potluck.play.game import View
from potluck.play.seats import Seat, members


class Open(Struct, frozen=True):
    """An open pot: where it stands, its recipe tile, its ingredients by kind."""

    pot: int
    tile: int
    inside: list[int]


class ChefAlfredoView(View, frozen=True, kw_only=True):
    """What this viewer can see now. Kinds: 0 carrot, 1 tomato, 2 bean, 3 garlic; pots: 0..3 by hotplate."""

    step: Step
    active: int
    neighbour: int  # who answers the active player (CA-10)
    ready: list[int]  # seats that have ended their opening look
    die: int | None  # the last roll: a kind, or 4 for Chef Alfredo (CA-7)
    look: list[int] | None  # every tile by hotplate, during the opening look, for players (CA-5)
    lifted: Open | None  # for the active player while the lid is up (CA-9)
    chosen: int | None  # the marked pot (CA-9)
    poured: Open | None  # for all, from a doubt to the next roll (CA-12)
    pots: list[Open] | None  # every pot by hotplate, for all, once the game is over (CA-20)
    hit: bool | None  # whether the poured tile is what was rolled (CA-12a, CA-12b); None: nothing is poured
    containers: list[int]  # ingredients left by kind (CA-2)
    supply: int  # cooking tiles left (CA-3)
    turns: int
    points_to_end: int
    round_limit: int
    pot_capacity: int


class Hints(Struct, frozen=True):
    """What the board lights up: the pots that may be chosen or swapped now."""

    pots: list[int]


def view_of(state: State, viewer: Seat | None) -> ChefAlfredoView:
    """What this viewer can see now (CA-20)."""
    step = state.step
    looking = step == STEP_LOOK and viewer is not None
    lifting = step == STEP_LIFTED and viewer == state.active
    poured = state.poured != NO_POT
    over = step == STEP_OVER
    return ChefAlfredoView(
        seat=viewer,
        seats=state.seats,
        waiting=members(state.deciders()),
        scores=state.points[:],
        places=state.result(),
        step=STEPS[step],
        active=state.active,
        neighbour=state.neighbour(),
        ready=members(state.ready),
        die=state.die if state.die != UNROLLED else None,
        look=state.tiles[:] if looking else None,
        lifted=_open(state, state.chosen, state.inside[state.chosen]) if lifting else None,
        chosen=state.chosen if state.chosen != NO_POT else None,
        poured=_open(state, state.poured, state.poured_inside) if poured else None,
        pots=[_open(state, pot, state.inside[pot]) for pot in range(POTS)] if over else None,
        hit=state.tiles[state.poured] == state.die if poured else None,
        containers=[state.container(kind) for kind in range(len(KINDS))],
        supply=state.supply(),
        turns=state.turns,
        points_to_end=state.points_to_end,
        round_limit=state.round_limit,
        pot_capacity=state.capacity,
    )


def _open(state: State, pot: int, inside: list[int]) -> Open:
    return Open(pot, state.tiles[pot], inside[:])
