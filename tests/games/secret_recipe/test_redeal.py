"""Redeals of small situations come as often as counting all of them by hand says (chi-square)."""

from collections import Counter
from itertools import permutations, product

import pytest

from potluck.games.secret_recipe import game
from potluck.games.secret_recipe.material import COUNTS, KINDS
from potluck.games.secret_recipe.rules import State
from potluck.games.secret_recipe.table import MOVES
from potluck.play.chance import Fast

from .situation import RECIPES, SHELVES, Situation, position

# p3 has peeked everywhere but at the first two shelves; p2 lies open.
PEEKED = "-,-,3,3,3,3,3,3,3"


def fits(counted: Counter[object], weights: dict[object, float], draws: int) -> None:
    assert set(counted) <= set(weights)
    total = sum(weights.values())
    square = sum((counted[key] - draws * w / total) ** 2 / (draws * w / total) for key, w in weights.items())
    freedom = len(weights) - 1
    assert square < freedom + 5 * (2 * freedom) ** 0.5 + 5


def deals_of(text: str, viewer: int | None, draws: int) -> list[State]:
    deal, chance = game.redealer(Situation(text).view(viewer)), Fast(11)
    return [deal(chance) for _ in range(draws)]


@pytest.mark.parametrize(
    ("fact", "allowed"),
    [
        pytest.param("", lambda kinds: True, marks=pytest.mark.slow),
        pytest.param(
            "failed=p1_1_eggs", lambda kinds: kinds[0] != KINDS.index("eggs"), marks=pytest.mark.slow
        ),
        pytest.param(
            "asked=p3_1_flour_yes", lambda kinds: KINDS.index("flour") in kinds[:4], marks=pytest.mark.slow
        ),
        ("asked=p3_1_grapes_no", lambda kinds: KINDS.index("grapes") not in kinds[:4]),
        (
            "clues=p1_p1_1_weight<_left1_honey_walnuts_eggs_yes",
            lambda kinds: KINDS[kinds[0]] in ("mint", "grapes"),
        ),
    ],
)
def test_recipe_tiles_and_shelves(fact: str, allowed: object) -> None:
    assert callable(allowed)
    text = f"{position(3, revealed={'p2': '1234'}, seen=PEEKED)} {fact}".strip()
    hidden = [KINDS.index(kind) for kind in (*RECIPES[0].split(","), *SHELVES.split(",")[:2])]
    assert len(COUNTS) == 9
    weights: dict[object, float] = {deal: 1.0 for deal in set(permutations(hidden)) if allowed(deal)}
    assert len(weights) > 1
    draws = 20 * len(weights)
    counted: Counter[object] = Counter(
        (*state.tiles[:4], *state.shelf[:2]) for state in deals_of(text, 2, draws)
    )
    fits(counted, weights, draws)


def test_sealed_votes_are_any_legal_vote() -> None:
    table = Situation(position(3, revealed={"p2": "1234", "p1": "12"}, thinks="4,0,4"))
    table.play("p1 clue 3 type= top2")
    legal = [MOVES.parse(move) for move in table.legal(1) if move != "swap"]
    table.play("p2 nothing")
    draws = 20 * len(legal)
    counted: Counter[object] = Counter(state.held[1] for state in deals_of(table.text(), 0, draws))
    fits(counted, dict.fromkeys(legal, 1.0), draws)


def test_kinds_asked_between_others_are_any() -> None:
    text = position(3, asked="p1_2_honey_yes,p2_1_cream_no")
    pairs = list(product(range(9), repeat=2))
    draws = 20 * len(pairs)
    states = deals_of(text, None, draws)
    fits(Counter((each.teas[0][2], each.teas[1][2]) for each in states), dict.fromkeys(pairs, 1.0), draws)
    for state in states[:50]:
        for _, recipe, kind, yes in state.teas:
            assert yes == (kind in state.tiles[recipe * 4 : recipe * 4 + 4])


def test_a_rivals_tokens_to_choose_from_are_any_three() -> None:
    table = Situation(position(3)).play("p1 clue 1 typeX left2").vote(p2="unveil p1 1 mint none")
    states = deals_of(table.text(), 1, 2000)
    firsts: Counter[object] = Counter(state.hand[0] for state in states)
    fits(firsts, {0: 4.0, 1: 4.0, 2: 4.0, 3: 3.0, 4: 3.0}, 2000)
    assert all(len(state.hand) == 3 and state.chooser == 0 for state in states)
