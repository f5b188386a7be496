"""Every deal of Jars that agrees with a view, with its weight: brute force over labelled cards."""

from collections import defaultdict
from collections.abc import Mapping
from itertools import permutations, product
from math import perm
from typing import Final

from .game import STEPS, ToyView, game_state
from .rules import COPIES, KINDS

# Orders that are still enumerated; views with more are left to smaller ones.
TOO_MANY: Final = 1000


def deals(view: ToyView) -> Mapping[str, float]:
    """Position text to weight. Lays the unseen cards, each its own, into the hidden places in every order."""
    unseen: list[int] = []
    for kind in range(len(KINDS)):
        own = view.hand[kind] if view.hand else 0
        known = view.jar == kind
        unseen += [kind] * (COPIES - view.discard[kind] - own - known)
    rivals = [seat for seat in range(view.seats) if seat != view.seat]
    sizes = [view.hands[seat] for seat in rivals]
    in_jar = 0 if view.jar is not None else 1
    weights: dict[str, float] = defaultdict(float)
    if perm(len(unseen), in_jar + sum(sizes)) > TOO_MANY:
        return weights
    for laid in permutations(range(len(unseen)), in_jar + sum(sizes)):
        cards = [unseen[at] for at in laid]
        jar = view.jar if view.jar is not None else cards[0]
        if jar in view.excluded:
            continue
        hands: list[list[int]] = []
        at = in_jar
        for size in sizes:
            hands.append(cards[at : at + size])
            at += size
        deck = [card for place, card in enumerate(unseen) if place not in laid]
        _choices(view, jar, rivals, hands, deck, weights)
    return weights


def _choices(
    view: ToyView,
    jar: int,
    rivals: list[int],
    hands: list[list[int]],
    deck: list[int],
    weights: dict[str, float],
) -> None:
    """Add this deal with every choice the rivals may hold, all kinds in a hand equally likely."""
    held = [
        sorted(set(hand)) if view.chosen[seat] else [-1] for seat, hand in zip(rivals, hands, strict=True)
    ]
    choices = list(product(*held))
    for choice in choices:
        offers = [-1] * view.seats
        counts = [[0] * len(KINDS) for _ in range(view.seats)]
        if view.seat is not None:
            assert view.hand is not None
            counts[view.seat] = view.hand
            offers[view.seat] = -1 if view.offer is None else view.offer
        for seat, hand, kind in zip(rivals, hands, choice, strict=True):
            counts[seat] = [hand.count(each) for each in range(len(KINDS))]
            offers[seat] = kind
        text = game_state(
            view,
            STEPS.index(view.step),
            jar,
            counts,
            offers,
            [deck.count(each) for each in range(len(KINDS))],
        )
        weights[text] += 1 / len(choices)
