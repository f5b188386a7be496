"""Deals that agree with a view of Secret Recipe: uniform over chance and over legal hidden choices.

Recipe tiles and shelves come from the exact knowledge; point tokens from token_deals.py; sealed votes and
questions of others are any that were legal; kinds asked in others' tea breaks are any.
"""

from collections.abc import Callable

from potluck.games.secret_recipe.material import TOKEN_COUNTS
from potluck.games.secret_recipe.notebook import known
from potluck.games.secret_recipe.rules import State
from potluck.games.secret_recipe.table import PEEK_ONE, SWAP
from potluck.games.secret_recipe.token_deals import TokenDeals
from potluck.games.secret_recipe.tokens import retell
from potluck.games.secret_recipe.view import SecretRecipeView, base_of
from potluck.play.chance import Chance
from potluck.play.moves import Move
from potluck.play.seats import Seat


def redealer(view: SecretRecipeView, memory: None = None) -> Callable[[Chance], State]:
    """One preparation, many deals.

    The view forgets nothing, so there is nothing beside it for deals to agree with: raises ValueError for a
    memory rather than passing over it.
    """
    if memory is not None:
        raise ValueError("a view of Secret Recipe forgets nothing, so deals take no memory")
    base = base_of(view)
    base.pile, base.token_discards = list(TOKEN_COUNTS), [0] * 5
    base.kept = [0] * (view.seats * 5)
    base.hand = []
    knowledge, slots, shelves = known(view)
    numbers = [seat * base.per + slot for seat, slot in slots]
    tokens = TokenDeals(view)
    sealed = _sealed(view, base)
    unheard = [at for at, asked in enumerate(view.asked) if asked.kind is None]

    def deal(chance: Chance) -> State:
        state = base.clone()
        kinds, rest = knowledge.sample(chance)
        for number, kind in zip(numbers, kinds, strict=True):
            state.tiles[number] = kind
        for shelf, kind in zip(shelves, rest, strict=True):
            state.shelf[shelf] = kind
        for at in unheard:
            seat, recipe, _, _ = state.teas[at]
            kind = chance.below(9)
            state.teas[at] = (seat, recipe, kind, int(kind in state.tiles[recipe * 4 : recipe * 4 + 4]))
        for seat, moves in sealed:
            state.held[seat] = moves[chance.below(len(moves))]
        for step in tokens.deal(chance):
            retell(state, step)
        return state

    return deal


def _sealed(view: SecretRecipeView, base: State) -> list[tuple[Seat, list[Move]]]:
    """Seats whose sealed move the viewer does not know, and what each may have sealed."""
    found: list[tuple[Seat, list[Move]]] = []
    asking = base.clone()
    asking.held = [-1] * view.seats
    for seat, done in enumerate(view.sealed):
        if done and seat != view.seat:
            moves = [move for move in asking.legal(seat) if not PEEK_ONE <= move <= SWAP]
            found.append((seat, moves))
    return found
