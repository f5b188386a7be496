"""Deals that agree with a view of Blocks: only the others' lucky faces are hidden."""

from collections.abc import Callable
from typing import Any

from potluck.play.chance import Chance

from .rules import State
from .table import FACES, STEPS
from .view import BlockView


def redealer(view: BlockView, memory: Any = None) -> Callable[[Chance], State]:
    """Nothing is forgotten, so there is nothing to remember."""

    def deal(chance: Chance) -> State:
        state = State(view.seats, view.rounds, view.limit)
        state.step = next(number for number, name in STEPS.items() if name == view.step)
        state.turn, state.restocked, state.block = view.turn, view.restocked, view.block.copy()
        state.trays = [tray.copy() for tray in view.trays]
        state.dishes = [dishes.copy() for dishes in view.dishes]
        state.lucky = [1 + chance.below(FACES) if face is None else face for face in view.lucky]
        return state

    return deal
