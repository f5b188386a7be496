"""Redeals of Chef Alfredo for a cook who remembers: that holds, and all the rest is as likely as ever."""

from collections import Counter
from collections.abc import Mapping

import pytest

from potluck.play.chance import Fast
from tests.games.oracles import chef_alfredo

from .situation import BEAN, CARROT, GARLIC, TOMATO, A, B, C, D, Situation, position

CHOOSING = position("choose", "bean", seats=2, inside=("0000", "1100", "0000", "0000"))
LIFTED = position("lifted", "bean", seats=2, inside=("0010", "1000", "0000", "0000"), marked="a")
POURED = position("roll", "bean", seats=2, inside=("0000", "1000", "0000", "0000"), poured="a:0010")


def dealt(text: str, memory: Mapping[int, int], deals: int = 4_000) -> Counter[str]:
    """Positions that a redealer of player 1 deals, who remembers this."""
    table = Situation(text)
    deal = table.game.redealer(table.view(0), memory)
    chance = Fast(11)
    return Counter(str(table.game.dump(deal(chance))) for _ in range(deals))


def agreeing(text: str, memory: Mapping[int, int]) -> dict[str, float]:
    """The positions that agree with what player 1 sees and with this, and how much weight each has."""
    found: dict[str, float] = {}
    for each, weight in chef_alfredo(Situation(text).view(0)).items():
        tiles = each.split(" ")[6]
        if all(tiles[pot] == "ctbg"[tile] for pot, tile in memory.items()):
            found[each] = weight
    return found


@pytest.mark.parametrize("text", [CHOOSING, LIFTED, POURED])
@pytest.mark.parametrize("memory", [{}, {D: GARLIC}, {B: TOMATO, D: BEAN}, {B: GARLIC, C: BEAN, D: TOMATO}])
def test_every_deal_that_agrees_with_view_and_memory_is_as_likely(text: str, memory: dict[int, int]) -> None:
    """The carrot in a is seen when the lid is up or the pot was poured out; here no memory is against it."""
    expected = agreeing(text, memory)
    total = sum(expected.values())
    found = dealt(text, memory)
    assert found.keys() <= expected.keys()
    # Pearson's sum lies below this in all but one of ten thousand series, whatever the number of deals here.
    misfit = sum(
        (found[each] - 4_000 * weight / total) ** 2 / (4_000 * weight / total)
        for each, weight in expected.items()
    )
    spare = len(expected) - 1
    assert misfit <= spare + 4 * (2 * spare) ** 0.5 + 12


@pytest.mark.parametrize(
    ("memory", "left"),
    [
        ({A: GARLIC}, {}),  # a's tile lies open: it is a carrot
        ({B: CARROT}, {}),  # the carrot is not in b
        ({A: CARROT, B: CARROT, C: BEAN}, {C: BEAN}),
    ],
)
@pytest.mark.parametrize("text", [LIFTED, POURED])
def test_what_is_seen_counts_before_what_is_remembered(
    text: str, memory: dict[int, int], left: dict[int, int]
) -> None:
    assert dealt(text, memory).keys() == agreeing(text, left).keys()


def test_of_two_memories_of_one_tile_the_later_counts() -> None:
    assert dealt(CHOOSING, {A: BEAN, C: BEAN}).keys() == agreeing(CHOOSING, {C: BEAN}).keys()
    assert dealt(CHOOSING, {C: BEAN, A: BEAN}).keys() == agreeing(CHOOSING, {A: BEAN}).keys()


def test_the_opening_look_leaves_nothing_to_remember() -> None:
    text = position("look", seats=2, turns=0, ready="p2")
    assert [*dealt(text, {A: GARLIC, B: CARROT}, 50)] == [text]


@pytest.mark.parametrize("memory", [{4: 0}, {-1: 0}, {0: 4}, {0: -1}])
def test_what_there_is_not_cannot_be_remembered(memory: dict[int, int]) -> None:
    table = Situation(CHOOSING)
    with pytest.raises(ValueError, match="no tile"):
        table.game.redealer(table.view(0), memory)
