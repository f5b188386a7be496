"""Secret Recipe by its rule pages, SR-60 to SR-62: notes, help, the exact chances. See test_rules.py."""

from collections.abc import Callable
from itertools import permutations

import pytest

from .situation import (
    APPLES,
    CREAM,
    EGGS,
    FLOUR,
    GRAPES,
    HONEY,
    KINDS,
    MINT,
    SPOTS,
    STRAWBERRIES,
    WALNUTS,
    Situation,
    chances,
    game,
    kinds,
    material,
    position,
    possible,
    puzzle_of,
    solve_plainly,
    told_masks,
)

ALL_KINDS = (1 << 9) - 1


def test_sr_60_help_level_is_a_table_option() -> None:
    assert Situation.new(3, 1).view().help == "marks"
    for level in ("paper", "marks", "expert"):
        view = Situation.new(3, 1, help=level).view(0)
        assert view.help == level
        hints = game.hints(view)
        assert bool(hints.marks) == (level != "paper")
        assert bool(hints.chances) == (level == "expert")
    table = Situation(position(3, help="expert")).play("p1 clue 4 weight> left1")
    hints = game.hints(table.view(1))
    assert hints.marks[0][3] == kinds("flour", "cream")
    row = hints.chances[0][3]
    assert row[FLOUR] + row[CREAM] == pytest.approx(1)
    # p2 holds one of two creams; one of four flours lies open: three flours to one cream.
    assert row[FLOUR] == pytest.approx(3 / 4)


ANNE = (
    ("clue 3 type= top2", "clue 3 typeX top2", ("walnuts", "apples")),
    ("clue 4 type= top3", "clue 4 typeX top3", ("grapes", "eggs", "flour")),
    (
        "clue 1 typeX left2",
        "clue 1 type= left2",
        ("mint", "walnuts", "strawberries", "eggs", "honey", "flour"),
    ),
    ("clue 1 weight< top2", "clue 1 weight> top2", ("mint",)),
    ("clue 4 weight> left1", "clue 4 weight< left1", ("flour",)),
    ("clue 3 weight= left2", "clue 3 weightX left2", ("apples",)),
    ("clue 2 weightX left3", "clue 2 weight= left3", ("mint", "grapes", "eggs")),
    ("clue 2 type= left1", "clue 2 typeX left1", ("eggs",)),
)


def test_sr_61_the_golden_example_clue_by_clue() -> None:
    """The source's eight clues of Anne: each true, its counterpart refused, the notebook as the text says."""
    table = Situation(position(3))
    before: set[str] = set()
    for number, (clue, false, left) in enumerate(ANNE):
        assert table.refused(0, false) == "clue.false"
        if number == 7:
            table.play("p1 discard a2")  # "this time, Anne took Action 1"
        table.play(f"p1 {clue}")
        slot = int(clue.split()[1]) - 1
        assert told_masks(table.view(1))[0][slot] == kinds(*left)
        assert told_masks(table.view(0))[0][slot] == kinds(*left)  # Anne marks it too
        # A spot used before is seen already; the source says so of the last clue.
        spot = clue.split()[3]
        peeked = [SPOTS[int(str(args["shelf"]))] for args in table.told("peeked", 1)]
        assert peeked == ([] if spot in before else [spot])
        before.add(spot)
        table.vote()
        for other in ("p2", "p3"):
            seat = int(other[1]) - 1
            table.play(f"{other} {table.legal(seat, 'clue')[0]}").vote()
    assert told_masks(table.view(None))[0] == [1 << MINT, 1 << EGGS, 1 << APPLES, 1 << FLOUR]


def test_sr_61_the_last_flour_is_crossed_out_of_all_other_recipes() -> None:
    """Say three flours are crossed out: the deduced fourth leaves none for the others."""
    recipes = (
        "mint,eggs,apples,flour",
        "flour,flour,walnuts,cream",
        "strawberries,strawberries,honey,apples",
        "mint,flour,eggs,grapes",
    )
    clues = "p1_p1_4_type=_top3_eggs_grapes_flour_yes,p1_p1_4_weight>_left1_honey_walnuts_eggs_yes"
    table = Situation(position(3, recipes=recipes, clues=clues))
    mine = chances(table.view(1))
    assert mine[0][3][FLOUR] == 1.0
    assert all(mine[seat][slot][FLOUR] == 0 for seat in (0, 2) for slot in range(4) if (seat, slot) != (0, 3))
    # "Don't cross it out in your own recipe": what p2 has told is not touched by what p2 knows.
    assert possible(table.view(1))[1] == [ALL_KINDS] * 4


def test_sr_61_the_other_honey() -> None:
    """Of two honeys one is yours: whoever has the other leaves no honey anywhere else."""
    clues = "p3_p3_2_weight=_left1_honey_honey_honey_yes,p3_p3_2_typeX_top2_walnuts_apples_apples_yes"
    recipes = (
        "mint,eggs,apples,honey",
        "flour,grapes,walnuts,cream",
        "strawberries,honey,flour,apples",
        "mint,flour,eggs,grapes",
    )
    pantry = "honey,honey,eggs,cream,apples,grapes,strawberries,apples,flour"
    table = Situation(position(3, recipes=recipes, clues=clues, pantry=pantry))
    mine = chances(table.view(0))
    assert mine[2][1][HONEY] == 1.0
    assert sum(mine[seat][slot][HONEY] for seat in (1, 2) for slot in range(4)) == 1.0


def test_sr_61_weights_compare_as_the_source_says() -> None:
    weights = material.WEIGHTS
    assert weights[MINT] == weights[GRAPES]
    assert weights[EGGS] > weights[WALNUTS]
    assert weights[STRAWBERRIES] < weights[FLOUR]


def test_sr_62_chances_are_counted_not_sampled() -> None:
    """A whole view by hand: p2 sees 4 own tiles and the imaginary 4; nothing else is known."""
    table = Situation(position(3))
    puzzle, slots, shelves = puzzle_of(table.view(1))
    solution = solve_plainly(puzzle)
    assert (len(slots), len(shelves), sum(puzzle.counts)) == (8, 9, 17)
    # 17!/(1! 1! 2! 3! 2! 3! 1! 3! 1!): one mint, one grape, two walnuts ... are left.
    assert solution.deals == 411_675_264_000
    assert puzzle.counts == (1, 1, 2, 3, 2, 3, 1, 3, 1)
    assert chances(table.view(1))[0][0] == [count / 17 for count in puzzle.counts]


@pytest.mark.parametrize("known", ["", "clue", "yes", "no", "failed", "clue yes failed"])
def test_sr_62_chances_agree_with_brute_force(known: str) -> None:
    """p2 does not know p1's mint and eggs, p3's apples, grapes and walnuts on shelves: 120 deals at most."""
    told = {
        "clue": ("clues", "p1_p1_1_weight<_top2_walnuts_apples_apples_yes"),
        "yes": ("asked", "p2_1_eggs_yes"),
        "no": ("asked", "p2_1_grapes_no"),
        "failed": ("failed", "p1_2_walnuts"),
    }
    holds: dict[str, Callable[[tuple[str, ...]], bool]] = {
        "clue": lambda deal: deal[0] in ("mint", "grapes"),  # lighter than walnuts and apples
        "yes": lambda deal: "eggs" in deal[:2],
        "no": lambda deal: "grapes" not in deal[:2],
        "failed": lambda deal: deal[1] != "walnuts",
    }
    fields = dict(told[each] for each in known.split())
    table = Situation(
        position(3, revealed={"p1": "34", "p2": "1", "p3": "123"}, seen="-,-,2,2,2,2,2,2,2", **fields)
    )
    deals = [
        deal
        for deal in permutations(("mint", "eggs", "apples", "grapes", "walnuts"))
        if all(holds[each](deal) for each in known.split())
    ]
    found = chances(table.view(1))
    for at, (seat, slot) in enumerate(((0, 0), (0, 1), (2, 3))):
        for kind, name in enumerate(KINDS):
            share = sum(deal[at] == name for deal in deals) / len(deals)
            assert found[seat][slot][kind] == pytest.approx(share)
    assert found[1][1][GRAPES] == found[0][2][APPLES] == 1.0  # known for certain


def test_sr_62_a_revealed_tile_has_answered_the_question() -> None:
    """SR-22: p1's mint lies open, so "yes, mint" says nothing about the rest."""
    plain = Situation(position(3, revealed={"p1": "1"}))
    asked = Situation(position(3, revealed={"p1": "1"}, asked="p2_1_mint_yes"))
    assert chances(asked.view(1)) == chances(plain.view(1))
