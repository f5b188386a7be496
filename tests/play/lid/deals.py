"""Deals that agree with a view of Lids, and with what the seat remembers of the covered pot."""

from collections.abc import Callable, Sequence

from potluck.play.bag import draw
from potluck.play.chance import Chance

from .rules import State
from .table import COPIES, HAND, KINDS, RECIPES, STEPS
from .view import LidView


def redealer(view: LidView, memory: Sequence[int] | None = None) -> Callable[[Chance], State]:
    """`memory`: how many cards of each kind are in the covered pot, if the seat remembers."""
    covered = list(memory) if memory is not None and view.pots[view.lid] is None else None
    known = [view.discard, *(pot for pot in view.pots if pot is not None)]
    known += [each for each in (view.hand, covered) if each is not None]
    unseen = [COPIES - sum(place[kind] for place in known) for kind in range(len(KINDS))]
    menu = [RECIPES - sum(place[kind] for place in view.scored) for kind in range(len(KINDS))]
    if view.recipe is not None:
        menu[view.recipe] -= 1
    step = next(number for number, name in STEPS.items() if name == view.step)
    sizes = [HAND - view.laid * (seat == view.turn % view.seats) for seat in range(view.seats)]

    def deal(chance: Chance) -> State:
        state = State(view.seats, view.rounds, view.hides, view.must_move)
        state.step, state.turn, state.lid, state.laid = step, view.turn, view.lid, view.laid
        state.discard, state.points = view.discard.copy(), view.scores.copy()
        state.deck, state.menu = unseen.copy(), menu.copy()
        state.scored = [each.copy() for each in view.scored]
        for at, pot in enumerate(view.pots):
            if pot is not None:
                state.pots[at] = pot.copy()
            elif covered is not None:
                state.pots[at] = covered.copy()
            else:
                for _ in range(view.fill[at]):
                    state.pots[at][draw(state.deck, chance)] += 1
        for seat in range(view.seats):
            if seat == view.seat:
                state.hands[seat] = list(view.hand or ())
                state.recipes[seat] = -1 if view.recipe is None else view.recipe
                state.held[seat] = -1 if view.answer is None else int(view.answer)
                continue
            for _ in range(sizes[seat]):
                state.hands[seat][draw(state.deck, chance)] += 1
            if view.holds[seat]:
                state.recipes[seat] = draw(state.menu, chance)
            if view.answered[seat]:
                could = view.full is not None and state.pots[view.full][state.recipes[seat]] > 0
                state.held[seat] = chance.below(2) if could else 0
        return state

    return deal
