"""Deals of the point tokens follow the law of the game, also after the pile was renewed.

Another way to that law: tokens have their types from the start, the story is walked blindly, and a walk
counts with the probability that the viewer saw what they saw. Nothing of tokens.py is used.
"""

from collections import Counter

import pytest

from potluck.games.secret_recipe.material import TOKEN_COUNTS, TOKENS
from potluck.games.secret_recipe.token_deals import TokenDeals
from potluck.play.chance import Chance, Fast

from .situation import Situation, position

VIEWER = 2
Step = tuple[int, ...]


def walked(story: list[Step], chance: Chance) -> tuple[float, list[int]]:
    """Weight and kept types of one blind walk of a story, types dealt beforehand."""
    deck = [kind for kind in range(5) for _ in range(TOKEN_COUNTS[kind])]
    pile, discards, kept = deck, list[int](), list[int]()
    held: list[list[int]] = [[] for _ in range(4)]
    weight = 1.0
    for step in story:
        seat = step[0]
        if len(step) == 2:
            weight *= step[1] in held[seat]
            if not weight:
                return 0.0, []
            held[seat].remove(step[1])
            discards.append(step[1])
            continue
        hand: list[int] = []
        for want in step[2:]:
            if not pile:
                pile, discards = discards, []
            if seat == VIEWER:
                weight *= pile.count(want) / len(pile)
                if not weight:
                    return 0.0, []
                pile.remove(want)
                hand.append(want)
            else:
                hand.append(pile.pop(chance.below(len(pile))))
        mine = step[1] if seat == VIEWER else hand[chance.below(len(hand))]
        hand.remove(mine)
        discards += hand
        held[seat].append(mine)
        kept.append(mine)
    return weight, kept


def told(story: list[Step]) -> str:
    """The story in position."""
    words = []
    for step in story:
        if len(step) == 2:
            words.append(f"p{step[0] + 1}!{TOKENS[step[1]]}")
        else:
            taken = ".".join(TOKENS[token] for token in step[2:])
            words.append(f"p{step[0] + 1}:{TOKENS[step[1]]}<{taken}")
    return ",".join(words)


MINE = (VIEWER, 2, 2, 0, 1)
STORIES: dict[str, list[Step]] = {
    "own": [MINE, (0, 4, 4, 0, 3)],
    "shown": [(0, 4, 4, 0, 3), (0, 2, 2, 1, 1), MINE, (0, 4), (1, 2, 2, 0, 1)],
    "shown twice": [(0, 4, 4, 0, 3), (0, 4, 4, 1, 3), MINE, (0, 4), (0, 2, 2, 1, 0)],
    "renewed": [
        MINE,
        (0, 4, 4, 0, 3),
        (0, 2, 2, 1, 1),
        (1, 4, 4, 0, 3),
        (1, 4, 4, 0, 3),
        (1, 2, 2, 2, 1),
        (VIEWER, 3, 3, 0, 1),
        (0, 1, 1, 0, 3),
    ],
    "renewed and shown": [
        MINE,
        (0, 4, 4, 0, 3),
        (0, 2, 2, 1, 1),
        (1, 4, 4, 0, 3),
        (1, 4, 4, 0, 3),
        (1, 2, 2, 2, 1),
        (0, 4),
        (VIEWER, 4, 4, 0, 1),
        (1, 1, 1, 0, 3),
    ],
}


@pytest.mark.parametrize("name", list(STORIES))
def test_kept_tokens_are_as_likely_as_in_blind_walks(name: str) -> None:
    story = STORIES[name]
    view = Situation(position(3, tokens=told(story))).view(VIEWER)
    deals, chance, draws = TokenDeals(view), Fast(3), 3000
    takes = [at for at, step in enumerate(story) if len(step) > 2]
    dealt: list[Counter[int]] = [Counter() for _ in takes]
    for _ in range(draws):
        log = deals.deal(chance)
        for at, take in enumerate(takes):
            dealt[at][log[take][1]] += 1
            assert story[take][0] != VIEWER or log[take] == story[take]
    total = square = 0.0
    walks = [[0.0] * 5 for _ in takes]
    luck = Fast(4)
    for _ in range(12_000):
        weight, kept = walked(story, luck)
        if not weight:
            continue
        total += weight
        square += weight * weight
        for at, kind in enumerate(kept):
            walks[at][kind] += weight
    sample = total * total / square  # so many walks of equal weight say as much
    for at in range(len(takes)):
        for kind in range(5):
            p = walks[at][kind] / total
            spread = (max(p * (1 - p), 0.002) * (1 / draws + 1 / sample)) ** 0.5
            assert abs(dealt[at][kind] / draws - p) < 5 * spread, (at, TOKENS[kind])


def test_the_same_luck_deals_the_same() -> None:
    view = Situation(position(3, tokens=told(STORIES["renewed"]))).view(VIEWER)
    deals = TokenDeals(view)
    assert [deals.deal(Fast(seed)) for seed in range(20)] == [deals.deal(Fast(seed)) for seed in range(20)]
