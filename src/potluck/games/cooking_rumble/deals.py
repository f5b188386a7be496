"""Redeals of Cooking Rumble: any card that the active player may have put down (CR-8, CR-12)."""

from collections.abc import Callable
from typing import Any

from potluck.games.cooking_rumble.material import KINDS, SYMBOLS, TILES
from potluck.games.cooking_rumble.rules import State, blank
from potluck.games.cooking_rumble.table import SEATS, STEPS
from potluck.games.cooking_rumble.view import CookingRumbleView
from potluck.play.bag import draw_from
from potluck.play.chance import Chance
from potluck.play.reading import number_of


def redealer(view: CookingRumbleView, memory: Any = None) -> Callable[[Chance], State]:
    """Deals that agree with the view. Nothing is ever forgotten: there is no memory beyond the view."""
    base = _rebuild(view)
    mask = base.unseen()
    unseen = [tile for tile in range(len(TILES)) if mask >> tile & 1]
    cards = [] if view.card is None else [view.card]
    if view.card_down and not cards:
        cards = [kind for kind in range(len(KINDS)) if view.illegal_cards or base.matching(view.active, kind)]

    def deal(chance: Chance) -> State:
        state = base.clone()
        left = list(unseen)
        for _ in range(len(unseen) - view.deck):  # tiles in the box; none in a real game
            draw_from(left, chance)
        state.deck = sum(1 << tile for tile in left)
        if cards:
            state.card = cards[chance.below(len(cards)) if len(cards) > 1 else 0]
        return state

    return deal


def _rebuild(view: CookingRumbleView) -> State:
    """The state of a view, all but the face-down card and the deck."""
    state = blank(view.seats, view.expert, view.illegal_cards)
    state.step = number_of(STEPS, view.step)
    state.active = view.active
    state.judge = view.judge
    state.taken = [sum(1 << tile.id for tile in taken) for taken in view.taken]
    state.hands = [sum(held << token for token, held in enumerate(tokens)) for tokens in view.tokens]
    for place, tile in enumerate(view.tiles):
        if tile is None:
            continue
        state.tiles[place] = tile.id
        for seat, row in enumerate(tile.rows):
            border = place * SEATS + seat
            state.pans[border] = row.pans
            state.laid += [(border * SYMBOLS + wild.at) * 4 + wild.shows for wild in row.wilds]
            state.asks[border] = -1 if row.next is None else row.next
    state.guess = -1 if view.guess is None else view.guess
    state.shown = -1 if view.shown is None else view.shown
    state.right = bool(view.right)
    state.must_place = view.must_place
    return state
