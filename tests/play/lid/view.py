"""What each viewer may know of Lids, and its options. PP-21: the covered pot is seen by nobody."""

from typing import Annotated

from msgspec import Meta, Struct

from potluck.play.chance import Chance
from potluck.play.errors import OptionsInvalid
from potluck.play.game import View
from potluck.play.seats import Seat, members

from .rules import State, set_up
from .table import STEPS


class Options(Struct, frozen=True):
    rounds: Annotated[int, Meta(ge=1, le=20, examples=[6])] = 4
    lid_hides: bool = True
    lid_must_move: bool = True


class LidView(View, frozen=True, kw_only=True):
    step: str
    turn: int
    rounds: int
    hides: bool
    must_move: bool
    lid: int
    laid: int  # cards put into pots in this turn
    fill: list[int]  # how many cards each pot has
    pots: list[list[int] | None]  # their kinds; None: covered
    full: int | None  # the pot that is scored now
    hand: list[int] | None
    recipe: int | None
    holds: list[bool]  # who has a recipe: whoever scored last in the game has none
    scored: list[list[int]]
    answered: list[bool]
    answer: bool | None  # one's own, while it is held
    discard: list[int]
    deck: int


def new(seats: int, options: Options, chance: Chance) -> State:
    if seats not in (2, 3, 4):
        raise OptionsInvalid(f"not for {seats} players")
    state = State(seats, options.rounds, options.lid_hides, options.lid_must_move)
    set_up(state, chance)
    return state


def view_of(state: State, viewer: Seat | None) -> LidView:
    held = -1 if viewer is None else state.held[viewer]
    recipe = -1 if viewer is None else state.recipes[viewer]
    return LidView(
        seat=viewer,
        seats=state.seats,
        waiting=members(state.deciders()),
        scores=state.points.copy(),
        places=state.result(),
        step=STEPS[state.step],
        turn=state.turn,
        rounds=state.rounds,
        hides=state.hides,
        must_move=state.must_move,
        lid=state.lid,
        laid=state.laid,
        fill=[sum(pot) for pot in state.pots],
        pots=[None if state.hides and at == state.lid else pot.copy() for at, pot in enumerate(state.pots)],
        full=state.full() if STEPS[state.step] == "answer" else None,
        hand=None if viewer is None else state.hands[viewer].copy(),
        recipe=recipe if recipe >= 0 else None,
        holds=[each >= 0 for each in state.recipes],
        scored=[each.copy() for each in state.scored],
        answered=[each >= 0 for each in state.held],
        answer=bool(held) if held >= 0 else None,
        discard=state.discard.copy(),
        deck=sum(state.deck),
    )
