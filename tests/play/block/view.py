"""What each viewer may know of Blocks, and its options."""

from typing import Annotated

from msgspec import Meta, Struct

from potluck.play.chance import Chance
from potluck.play.errors import OptionsInvalid
from potluck.play.game import View
from potluck.play.seats import Seat, members

from .rules import State
from .table import BANDS, FACES, STEPS


class Options(Struct, frozen=True):
    rounds: Annotated[int, Meta(ge=1, le=20, examples=[3])] = 6
    limit: Annotated[int, Meta(ge=6, le=10, examples=[7])] = 10


class BlockView(View, frozen=True, kw_only=True):
    step: str
    turn: int
    rounds: int
    limit: int
    restocked: bool
    block: list[int]  # faces 1 to 6 by cell, rows of seven; 0: a gap
    trays: list[list[int]]  # how many dice of each face, by seat
    dishes: list[list[int]]  # how many of each face, by seat
    lucky: list[int | None]  # faces 1 to 6 by seat; None: a secret


def new(seats: int, options: Options, chance: Chance) -> State:
    if seats not in (1, 2, 3, 4):
        raise OptionsInvalid(f"not for {seats} players")
    state = State(seats, options.rounds, options.limit)
    state.roll(chance)
    state.lucky = [1 + face for face in chance.below_many([FACES] * seats)]
    return state


def view_of(state: State, viewer: Seat | None) -> BlockView:
    result = state.result()
    over = result is not None
    scores = [state.scores(seat) for seat in range(state.seats)]
    return BlockView(
        seat=viewer,
        seats=state.seats,
        waiting=members(state.deciders()),
        scores=scores,
        places=result,
        band=min(scores[0] // 4, BANDS - 1) if over and state.seats == 1 else None,
        step=STEPS[state.step],
        turn=state.turn,
        rounds=state.rounds,
        limit=state.limit,
        restocked=state.restocked,
        block=state.block.copy(),
        trays=[tray.copy() for tray in state.trays],
        dishes=[dishes.copy() for dishes in state.dishes],
        lucky=[face if over or seat == viewer else None for seat, face in enumerate(state.lucky)],
    )
