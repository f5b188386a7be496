"""Secret Recipe by its rule pages, SR-1 to SR-62 in order.

A test states a situation (see situation.py), makes moves, and says what must be seen, by whom. Known
values come from the rule pages and from the source's worked examples; the recipes are those of situation.py:

    p1 mint eggs apples flour           p2 honey grapes walnuts cream
    p3 strawberries strawberries flour apples      p4 (or nobody) mint flour eggs grapes
"""

import re
from collections import Counter

import pytest

from potluck.games.secret_recipe import game, material
from potluck.games.secret_recipe import table as rows
from potluck.games.secret_recipe.material import (
    ALL_KINDS,
    HEAVIER,
    KINDS,
    LIGHTER,
    TYPE_OTHER,
    TYPE_SAME,
    WEIGHT_OTHER,
    WEIGHT_SAME,
    told,
)
from potluck.games.secret_recipe.notebook import chances, possible, puzzle_of, told_masks
from potluck.games.secret_recipe.puzzle import solve_plainly
from potluck.games.secret_recipe.setup import Options
from potluck.games.secret_recipe.table import KEEP, MOVES, SEATS
from potluck.play.chance import Fast
from potluck.play.errors import OptionsInvalid

from .situation import (
    APPLES,
    CREAM,
    EGGS,
    FLOUR,
    GRAPES,
    HONEY,
    MINT,
    PANTRY,
    RECIPES,
    STRAWBERRIES,
    WALNUTS,
    Situation,
    kinds,
    position,
)

CLUE = "p1 clue 1 typeX left2"


def voting(seats: int = 3, **fields: str) -> Situation:
    """p1 has given a clue; everybody is to vote."""
    revealed: dict[str, str] = {name: fields.pop(name) for name in SEATS if name in fields}
    return Situation(position(seats, "turn", revealed=revealed, **fields)).play(CLUE)


def keep_any(table: Situation) -> Situation:
    """Whoever chooses a token keeps the first offered."""
    while table.state.step == 4:
        seat = table.state.chooser
        table.play(f"p{seat + 1} {table.legal(seat)[0]}")
    return table


def test_every_rule_has_a_test() -> None:
    tested = {int(found[1]) for name in globals() if (found := re.match(r"test_sr_(\d\d)_", name))}
    assert tested == {*range(1, 29), *range(40, 52), 60, 61, 62}


def test_rows_and_table_agree() -> None:
    assert len(MOVES) == rows.ROWS
    for text, row in (
        ("discard a1", rows.DISCARD),
        ("clue 1 type= left1", rows.CLUE),
        ("clue 8 weight> right3", rows.QUESTION - 1),
        ("question p3 2 typeX top1", rows.QUESTION + rows.target_of(2, 1) * 54 + 9 + 3),
        ("nothing", rows.NOTHING),
        ("think p4 4 cream", rows.UNVEIL - 1),
        ("unveil p2 8 honey b3", rows.UNVEIL + rows.target_of(1, 7) * 90 + HONEY * 10 + 7),
        ("unveil p4 4 cream none", rows.KEEP - 1),
        ("keep 1", rows.KEEP),
        ("ask p1 mint", rows.ASK),
        ("look left1", rows.LOOK),
        ("pact 2 cream", rows.PEEK_ONE - 1),
        ("peek1 left1", rows.PEEK_ONE),
        ("peek2 left1 left2", rows.PEEK_TWO),
        ("peek2 right2 right3", rows.PEEK_LAST - 1),
        ("peek2once left1", rows.PEEK_LAST),
        ("swap", rows.SWAP),
        ("erase row1", rows.ERASE),
        ("content", rows.CONTENT),
    ):
        assert MOVES.parse(text) == row
    for target in range(rows.TARGETS):
        assert rows.target_of(*rows.seat_slot(target)) == target


# Material


def test_sr_01_nine_ingredients_and_their_weights() -> None:
    assert dict(zip(KINDS, material.WEIGHTS, strict=True)) == {
        "mint": 1, "grapes": 1, "walnuts": 2, "strawberries": 2, "eggs": 3,
        "apples": 4, "honey": 4, "flour": 5, "cream": 5,
    }  # fmt: skip


def test_sr_02_twenty_five_tiles_of_each_sort() -> None:
    counts = dict(zip(KINDS, material.COUNTS, strict=True))
    assert counts == {
        "mint": 2, "grapes": 3, "walnuts": 3, "strawberries": 3, "eggs": 3,
        "apples": 3, "honey": 2, "flour": 4, "cream": 2,
    }  # fmt: skip
    state = game.new(4, Options(), Fast(1))
    pieces = game.pieces(state)
    for kind in range(9):
        assert pieces[f"recipe {kind}"] == pieces[f"pantry {kind}"] == material.COUNTS[kind]
    assert sum(material.COUNTS) == 25


def test_sr_03_eighteen_point_tokens() -> None:
    assert dict(zip(material.TOKENS, material.TOKEN_COUNTS, strict=True)) == {
        "1": 4, "2": 4, "3": 4, "1peek2": 3, "2peek1": 3,
    }  # fmt: skip
    assert material.TOKEN_VALUE == (1, 2, 3, 1, 2)
    assert game.view(game.new(3, Options(), Fast(1)), None).pile == 18


def test_sr_04_rows_have_two_marker_spots_and_columns_one() -> None:
    assert Counter(material.SPOT_LINE) == {0: 2, 1: 2, 2: 2, 3: 1, 4: 1, 5: 1}
    assert material.LINE_CELLS == ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8))
    table = Situation(position(3))
    spots = {move.split()[3] for move in table.legal(0, "clue")}
    assert spots == set(material.SPOTS)
    view = table.view()
    assert len(view.pantry) == len(view.shelves) == 9
    assert all(shelf.kind is None for shelf in view.shelves)


def test_sr_05_less_and_greater_do_not_go_with_type() -> None:
    assert set(material.HOWS) == {"type=", "typeX", "weight=", "weightX", "weight<", "weight>"}


def test_sr_06_four_think_markers_and_a_tea_break_token_each() -> None:
    view = game.view(game.new(4, Options(), Fast(1)), None)
    assert view.thinks == [4, 4, 4, 4]
    assert view.tea == [0, 0, 0, 0]
    assert not any(view.crossed)


# Set-up


def test_sr_07_set_up_and_who_knows_what() -> None:
    firsts = set()
    for seed in range(40):
        state = game.new(4, Options(), Fast(seed))
        firsts.add(state.active)
        view = game.view(state, 1)
        assert [slot.kind is not None for slot in view.recipes[1]] == [True] * 4
        assert all(slot.kind is None for seat in (0, 2, 3) for slot in view.recipes[seat])
        assert all(shelf.kind is None for shelf in view.shelves)
        assert view.scores == [0, 0, 0, 0]
        assert sum(view.bag) == 16
        assert all(slot.kind is None for recipe in game.view(state, None).recipes for slot in recipe)
    assert firsts == {0, 1, 2, 3}


def test_sr_07_three_players_have_an_open_imaginary_recipe() -> None:
    table = voting(3)
    assert table.view().imaginary == [MINT, FLOUR, EGGS, GRAPES]
    assert not [move for move in table.legal(0) if " p4 " in move]
    assert game.view(game.new(4, Options(), Fast(1)), None).imaginary is None


def test_sr_07_turns_go_clockwise() -> None:
    table = voting(3).vote()
    assert table.state.active == 1
    table.play("p2 clue 1 type= left1").vote().play("p3 clue 1 type= left3").vote()
    assert table.state.active == 0
    with pytest.raises(OptionsInvalid):
        game.new(5, Options(), Fast(1))


# A turn


def test_sr_08_one_pantry_tile_a_turn() -> None:
    table = Situation(position(3)).play("p1 discard b2")
    view = table.view(2)
    assert view.discards == [0, 0, 0, 0, 0, 1, 0, 0, 0]
    assert table.told("discard", 2) == [{"seat": 0, "cell": 4, "kind": APPLES}]
    assert table.told("refill", 2) == [{"cell": 4, "kind": view.pantry[4]}]
    assert sum(view.bag) == 15
    assert not table.legal(0, "discard")
    assert table.refused(0, "discard b2") == "discard.used"
    assert table.revealing  # the tile was drawn
    table.play("p1 clue 2 type= left1").vote()
    assert table.legal(1, "discard")


def test_sr_08_an_empty_bag_takes_all_discards_back_the_newest_included() -> None:
    pantry = PANTRY.split(",")
    rest = [kind for kind in KINDS for _ in range(material.COUNTS[KINDS.index(kind)] - pantry.count(kind))]
    table = Situation(position(3, discards=",".join(rest))).play("p1 discard a1")
    assert table.told("bag") == [{}]
    assert sum(table.view().discards) == 0
    assert sum(table.view().bag) == 16


def test_sr_09_the_six_clues_of_the_source() -> None:
    row = (HONEY, WALNUTS, EGGS)
    assert told(TYPE_SAME, *row) == kinds("honey", "walnuts", "eggs")
    assert told(TYPE_OTHER, *row) == ALL_KINDS & ~kinds("honey", "walnuts", "eggs")
    assert told(WEIGHT_SAME, *row) == kinds("apples", "honey", "walnuts", "strawberries", "eggs")
    assert told(WEIGHT_OTHER, *row) == kinds("mint", "grapes", "cream", "flour")
    assert told(LIGHTER, *row) == kinds("mint", "grapes")
    assert told(HEAVIER, *row) == kinds("cream", "flour")


def test_sr_09_lighter_and_heavier_than_every_one() -> None:
    for one in range(9):
        for two in range(9):
            for three in range(9):
                weights = [material.WEIGHTS[kind] for kind in (one, two, three)]
                for kind in range(9):
                    weight = material.WEIGHTS[kind]
                    assert told(LIGHTER, one, two, three) >> kind & 1 == all(
                        weight < each for each in weights
                    )
                    assert told(HEAVIER, one, two, three) >> kind & 1 == all(
                        weight > each for each in weights
                    )
                    same = weight in weights
                    assert told(WEIGHT_SAME, one, two, three) >> kind & 1 == same
                    assert told(WEIGHT_OTHER, one, two, three) >> kind & 1 != same


def test_sr_09_only_true_clues_about_own_hidden_slots() -> None:
    table = Situation(position(3, revealed={"p1": "2"}))
    for move in table.legal(0, "clue"):
        _, slot, how, spot = move.split()
        line = [
            PANTRY.split(",")[cell]
            for cell in material.LINE_CELLS[material.SPOT_LINE[material.SPOTS.index(spot)]]
        ]
        kind = RECIPES[0].split(",")[int(slot) - 1]
        mask = told(material.HOWS.index(how), *(KINDS.index(each) for each in line))
        assert mask >> KINDS.index(kind) & 1
    assert {move.split()[1] for move in table.legal(0, "clue")} == {"1", "3", "4"}
    assert table.refused(0, "clue 1 type= left1") == "clue.false"
    assert table.refused(0, "clue 2 type= left1") == "clue.revealed"
    assert table.refused(1, "clue 1 type= left1") == "wait"
    table.play("p1 clue 3 type= top2")
    assert table.told("clue", 2) == [
        {"seat": 0, "slot": 2, "how": 0, "spot": 4, "kinds": [WALNUTS, APPLES, APPLES]}
    ]
    assert table.view(None).clues[0].yes


def test_sr_10_the_clue_giver_peeks_and_only_they_see() -> None:
    table = Situation(position(3)).play("p1 clue 3 type= top2")
    assert table.told("saw", 0) == [{"seat": 0, "shelf": 4, "kind": EGGS}]
    assert table.told("peeked", 0) == []
    for other in (1, 2, None):
        assert table.told("saw", other) == []
        assert table.told("peeked", other) == [{"seat": 0, "shelf": 4}]
        assert table.view(other).shelves[4].kind is None
        assert table.view(other).shelves[4].seen == [0]
    assert table.view(0).shelves[4].kind == EGGS


def test_sr_10_a_seen_tile_is_simply_seen() -> None:
    table = Situation(position(3, seen="-,-,-,-,1,-,-,-,-")).play("p1 clue 3 type= top2")
    assert table.told("saw", 0) == table.told("peeked", 1) == []
    assert table.view(0).shelves[4].kind == EGGS


def test_sr_11_a_revealed_player_asks_and_hears_the_truth() -> None:
    table = Situation(position(3, revealed={"p1": "1234"}))
    assert not table.legal(0, "clue")
    assert table.refused(0, "clue 1 typeX left2") == "clue.revealed_all"
    owners = {move.split()[1] for move in table.legal(0, "question")}
    assert owners == {"p2", "p3"}
    table.play("p1 question p2 1 type= left1")
    assert table.told("yes", None) == [{"owner": 1}]
    assert table.told("saw", 0)[0]["shelf"] == 0
    assert table.state.step == 3  # votes follow
    no = Situation(position(3, revealed={"p1": "1234"})).play("p1 question p2 1 weight> left1")
    assert no.told("no", 2) == [{"owner": 1}]
    assert told_masks(no.view(2))[1][0] == ALL_KINDS & ~kinds("flour", "cream")
    assert Situation(position(3)).refused(0, "question p2 1 type= left1") == "question.hidden"


# Discussion


def test_sr_12_all_vote_in_secret_at_the_same_time() -> None:
    table = voting()
    assert table.state.deciders() == 0b111
    table.play("p2 unveil p1 1 mint none")
    assert not table.revealing
    assert table.told("sealed", 0) == [{"seat": 1}]
    assert table.view(0).sealed == [False, True, False]
    assert table.view(0).own_vote is None
    assert table.view(1).own_vote == MOVES.parse("unveil p1 1 mint none")
    assert table.legal(1) == []
    assert table.refused(1, "nothing") == "sealed"
    table.play("p1 nothing", "p3 nothing")
    assert table.revealing


def test_sr_12_votes_are_about_others_hidden_slots() -> None:
    table = voting(3, p2="1")
    targets = {tuple(move.split()[1:3]) for move in table.legal(0, "unveil")}
    assert targets == {
        ("p2", "2"),
        ("p2", "3"),
        ("p2", "4"),
        ("p3", "1"),
        ("p3", "2"),
        ("p3", "3"),
        ("p3", "4"),
    }
    assert table.refused(0, "unveil p1 1 mint none") == "own"
    assert table.refused(0, "unveil p2 1 honey none") == "revealed"
    assert table.refused(0, "unveil p4 1 honey none") == "seat"
    assert "nothing" in table.legal(0)


def test_sr_13_a_vote_may_collect_a_tile_of_its_kind() -> None:
    table = voting()
    assert table.legal(1, "unveil p1 1 apples") == [
        "unveil p1 1 apples b2", "unveil p1 1 apples b3", "unveil p1 1 apples none",
    ]  # fmt: skip
    assert table.legal(1, "unveil p1 1 mint") == ["unveil p1 1 mint none"]
    assert table.refused(1, "unveil p1 1 mint a1") == "collect"


def test_sr_14_four_theories_and_one_a_slot() -> None:
    table = voting().vote(p2="think p1 1 grapes")
    assert table.view(None).thinks == [4, 3, 4]
    assert [(each.seat, each.kind) for each in table.view(None).recipes[0][0].theories] == [(1, GRAPES)]
    table.play("p2 clue 1 type= left1")
    assert not table.legal(1, "think p1 1")
    assert table.refused(1, "think p1 1 mint") == "think.again"
    assert table.legal(2, "think p1 1")  # another player may
    none_left = voting(thinks="4,0,4")
    assert not none_left.legal(1, "think")
    assert none_left.refused(1, "think p1 1 mint") == "think.none"


def test_sr_14_unveiling_ones_own_theory_pays_both() -> None:
    table = voting(theories="p1_1_p2_mint", thinks="4,3,4").vote(p2="unveil p1 1 mint none")
    assert table.view(None).scores == [0, 4, 0]


def test_sr_15_votes_are_opened_together_and_theories_are_not_answered() -> None:
    table = voting().vote(p2="think p1 1 mint", p3="unveil p1 2 honey none")
    names = [event.key.rsplit(".", 1)[1] for event in table.events(None)]
    opened = [name for name in names if name.startswith("voted_")]
    assert opened == ["voted_nothing", "voted_think", "voted_unveil"]
    assert names.index("voted_unveil") < names.index("wrong")
    assert table.view(None).scores == [0, 0, -1]  # the right theory says nothing
    assert not table.view(None).recipes[0][0].revealed


def test_sr_15_theories_of_this_phase_are_placed_before_reveals() -> None:
    table = voting().vote(p2="think p1 1 mint", p3="unveil p1 1 mint none")
    assert table.view(None).scores == [0, 1, 3]


def test_sr_16_the_active_players_recipe_comes_first_then_clockwise() -> None:
    table = Situation(position(4, active="p2")).play("p2 clue 1 type= left1")
    table.vote(
        p1="unveil p2 1 honey none",
        p2="unveil p1 1 mint none",
        p3="unveil p4 1 mint none",
        p4="unveil p3 1 strawberries none",
    )
    order = [args["owner"] for args in table.told("revealed")]
    while table.state.step == 4:
        seat = table.state.chooser
        table.play(f"p{seat + 1} {table.legal(seat)[0]}")
        order += [args["owner"] for args in table.told("revealed")]
    assert order == [1, 2, 3, 0]


def test_sr_16_slots_of_one_owner_go_in_order_each_finished_before_the_next() -> None:
    table = voting(4).vote(p2="unveil p1 3 apples none", p3="unveil p1 2 eggs none")
    assert table.told("revealed") == [{"owner": 0, "slot": 1, "kind": EGGS}]
    assert table.state.step == 4
    assert table.state.chooser == 0
    assert table.view(None).queue == [[0, 2]]
    assert table.view(None).scores == [0, 0, 3, 0]
    table.play(f"p1 {table.legal(0)[0]}")
    assert table.told("revealed") == [{"owner": 0, "slot": 2, "kind": APPLES}]


def test_sr_16a_one_right_voter_three_points_several_one_each() -> None:
    alone = voting().vote(p2="unveil p1 1 mint none")
    assert alone.view(None).scores == [0, 3, 0]
    both = voting().vote(p2="unveil p1 1 mint none", p3="unveil p1 1 mint none")
    assert both.view(None).scores == [0, 1, 1]
    assert both.view(None).recipes[0][0].revealed


def test_sr_16a_collecting_pays_one_more_and_turns_the_tile() -> None:
    table = voting().vote(p2="unveil p1 2 eggs c1", p3="unveil p1 2 eggs c1")
    assert table.view(None).scores == [0, 2, 2]
    assert table.view(None).turned == [cell == 2 for cell in range(9)]
    assert table.view(None).pantry[2] == EGGS  # it leaves after the phase
    keep_any(table)
    assert not any(table.view(None).turned)
    assert table.view(None).discards[EGGS] == 1


def test_sr_16b_wrong_voters_lose_one_also_beside_a_right_one() -> None:
    table = voting().vote(p2="unveil p1 2 eggs none", p3="unveil p1 2 honey a1")
    assert table.view(None).scores == [0, 3, -1]
    assert not table.view(None).turned[0]  # marked by a wrong voter only
    assert table.view(None).failed == []


def test_sr_16b_nobody_right_the_tile_stays_hidden_and_all_know_what_it_is_not() -> None:
    table = voting().vote(p2="unveil p1 2 honey none", p3="unveil p1 2 cream none")
    view = table.view(None)
    assert view.scores == [0, -1, -1]
    assert not view.recipes[0][1].revealed
    assert view.failed == [[0, 1, HONEY], [0, 1, CREAM]]
    assert table.told("revealed") == []
    assert view.tokens == [0, 0, 0]


def test_sr_16c_theories_pay_on_the_reveal_and_leave_the_game() -> None:
    table = voting(4, theories="p1_1_p2_mint,p1_1_p3_grapes", thinks="4,3,3,4").vote(
        p4="unveil p1 1 mint none"
    )
    view = table.view(None)
    assert view.scores == [0, 1, 0, 3]
    assert view.recipes[0][0].theories == []
    assert view.thinks == [4, 3, 3, 4]  # they do not come back


def test_sr_16d_the_owner_keeps_one_of_three_tokens_in_secret() -> None:
    table = voting().vote(p2="unveil p1 1 mint none")
    assert table.state.deciders() == 1
    assert len(table.view(0).hand) == 3
    assert table.view(1).hand == []
    assert table.told("took", 1) == [{"seat": 0, "n": 3}]
    assert table.told("hand", 1) == []
    assert table.told("hand", 0) == [{"seat": 0, "tokens": table.view(0).hand}]
    choices = table.legal(0)
    assert {MOVES.parse(move) - KEEP for move in choices} == set(table.view(0).hand)
    table.play(f"p1 {choices[0]}")
    assert table.told("kept_own", 0)
    assert table.told("kept_own", 1) == []
    view = table.view(1)
    assert (view.pile, view.token_discards, view.tokens) == (15, 2, [1, 0, 0])
    assert view.kept == [None, [], None]


def test_sr_16d_one_token_even_if_several_were_right() -> None:
    table = keep_any(voting().vote(p2="unveil p1 1 mint none", p3="unveil p1 1 mint none"))
    assert table.view(None).tokens == [1, 0, 0]
    assert len(table.view(None).token_steps) == 1


SIX = "p2:3<3.1.2,p2:3<3.1.2,p2:3<3.1.2,p2:3<3.1.2,p2:2peek1<2peek1.1peek2.1peek2"


def test_sr_16d_a_short_pile_is_filled_up_from_the_discards() -> None:
    # Fifteen taken; three are left, then none.
    table = voting(tokens=SIX).vote(p3="unveil p1 1 mint none")
    assert sorted(table.view(0).hand) == [3, 4, 4]
    assert table.view(0).pile == 0
    table.play("p1 keep 2peek1", "p2 clue 1 type= left1").vote(p1="unveil p2 1 honey none")
    assert table.told("pile") == [{}]
    assert len(table.view(1).hand) == 3
    assert table.view(1).pile == 12 - 3


def test_sr_16d_too_few_tokens_choose_among_what_exists() -> None:
    assert voting(tokens=_kept_all(16)).vote(p2="unveil p1 1 mint none").view(0).hand != []
    table = Situation(position(2, "initiate", turn="11", active="p2", marker="1,0", tokens=_kept_all(16)))
    table.play("p1 unveil p2 1 strawberries none")
    assert len(table.view(0).hand) == 2


def _kept_all(count: int) -> str:
    """A story after which so many tokens are kept: everything that is taken again and again."""
    pile, discards = list(material.TOKEN_COUNTS), [0] * 5
    steps = []
    for _ in range(count):
        hand: list[int] = []
        while len(hand) < 3 and sum(pile) + sum(discards):
            if not sum(pile):
                pile, discards = discards, [0] * 5
            token = next(token for token in range(5) if pile[token])
            pile[token] -= 1
            hand.append(token)
        for token in hand[1:]:
            discards[token] += 1
        steps.append(f"p2:{material.TOKENS[hand[0]]}<{'.'.join(material.TOKENS[token] for token in hand)}")
    return ",".join(steps)


def test_sr_17_collected_tiles_are_replaced_after_the_phase() -> None:
    table = voting(4).vote(p2="unveil p1 2 eggs c1", p3="unveil p1 3 apples b2", p4="unveil p1 3 apples b3")
    assert table.told("discard") == table.told("refill") == []
    keep_any(table)
    assert [args["cell"] for args in table.told("refill")] == [2, 4, 7]
    assert table.view(None).discards[EGGS] == 1
    assert table.view(None).discards[APPLES] == 2


def test_sr_18_points_below_zero_and_above_thirty() -> None:
    table = voting(score="0,-1,30", crossed="3").vote(p2="unveil p1 2 honey none", p3="unveil p1 1 mint none")
    keep_any(table)
    assert table.view(None).scores == [0, -2, 33]


# Point tokens


def test_sr_19_kept_tokens_are_secret_and_score_at_the_end() -> None:
    tokens = "p1:3<3.1.2,p2:2peek1<2peek1.1peek2.1"
    table = voting(3, p1="234", p2="1234", p3="1234", tokens=tokens, score="4,0,5").vote(
        p2="unveil p1 1 mint none"
    )
    assert table.view(2).kept == [None, None, []]
    assert table.view(2).tokens == [1, 1, 0]
    kept = table.legal(0)[0]
    table.play(f"p1 {kept}")
    value = material.TOKEN_VALUE[MOVES.parse(kept) - KEEP]
    assert table.view(2).kept[0] is not None
    assert table.view(2).scores == [4 + 3 + value, 3 + 2, 5]


PEEKS = "p2:2peek1<2peek1.1.2,p3:1peek2<1peek2.1.2,p3:3<3.1.2"


def test_sr_20_peek_tokens_work_at_any_time() -> None:
    table = Situation(position(3, tokens=PEEKS))
    assert table.state.bystanders() == 0b110  # by the public number of kept tokens
    table.play("p2 peek1 top3")
    assert table.told("token_used", 0) == [{"seat": 1, "token": 4}]
    assert table.told("saw", 1) == [{"seat": 1, "shelf": 5, "kind": APPLES}]
    assert table.told("saw", 0) == []
    assert table.view(0).scores == [0, 1, 0]
    assert table.view(0).tokens == [0, 0, 2]
    assert table.view(0).token_discards == 7
    table.play(CLUE, "p3 nothing", "p3 peek2 left1 right3")  # sealed and while others decide
    assert [args["shelf"] for args in table.told("saw", 2)] == [0, 8]
    assert table.view(0).scores == [0, 1, 0]
    assert table.view(0).sealed == [False, False, True]  # nothing is reopened


def test_sr_20_being_asked_tells_nothing_about_the_tokens() -> None:
    plain = Situation(position(3, tokens="p2:3<3.1.2"))
    peek = Situation(position(3, tokens="p2:2peek1<2peek1.1.2"))
    assert plain.state.bystanders() == peek.state.bystanders() == 0b010
    assert plain.legal(1) == []
    assert len(peek.legal(1)) == 9
    assert plain.refused(1, "peek1 left1") == "peek.none"


def test_sr_20_not_while_votes_resolve_or_a_swap_is_settled() -> None:
    keeping = voting(tokens=PEEKS).vote(p2="unveil p1 1 mint none")
    assert keeping.legal(1) == []
    assert keeping.state.bystanders() == 0
    assert keeping.refused(1, "peek1 left1") == "when.peek"
    swapping = Situation(position(3, tokens=PEEKS, tea="1,0,0", crossed="1")).play("p1 swap")
    assert not swapping.legal(1, "peek")


def test_sr_20_the_points_may_bring_a_tea_break_this_turn_or_next() -> None:
    table = Situation(position(3, tokens=PEEKS, score="0,5,0")).play("p2 peek1 top3")
    assert table.view(None).due == 1
    table.play(CLUE).vote()
    assert table.state.step == 5  # joins this turn's
    late = voting(tokens=PEEKS, score="5,5,0").vote(p1="unveil p2 1 honey none")
    keep_any(late)
    assert late.state.step == 5
    late.play("p2 peek1 top3")
    assert late.view(None).due == 1  # the turn's tea breaks are not over
    late.play("p1 ask p2 mint", "p2 ask p1 mint", "p3 ask p1 mint")
    assert late.state.step == 5


# Tea breaks


def test_sr_21_only_the_first_crossing_to_six_counts() -> None:
    table = voting(score="0,5,5").vote(p2="unveil p1 1 mint none", p3="unveil p1 1 mint none")
    assert table.view(None).tea == [0, 1, 1]
    assert table.view(None).crossed == [False, True, True]
    assert [args["seat"] for args in table.told("tea_token")] == [1, 2]
    again = voting(score="0,5,0", crossed="2", tea="0,1,0").vote(p2="unveil p1 1 mint none")
    assert again.view(None).tea == [0, 1, 0]
    assert again.view(None).due == 0
    below = voting(score="0,2,0").vote(p2="unveil p1 1 mint none")
    assert below.view(None).due == 0


def test_sr_21_a_crossing_counts_even_if_points_are_lost_again() -> None:
    # p2's theory on slot 1 pays on the reveal, the wrong vote on slot 2 costs one afterwards.
    table = voting(4, score="0,5,0,0", theories="p1_1_p2_mint", thinks="4,3,4,4")
    table.vote(p2="unveil p1 2 honey none", p3="unveil p1 1 mint none")
    keep_any(table)
    assert table.view(None).scores[1] == 5
    assert table.view(None).crossed[1]
    assert table.state.step == 5


def test_sr_22_a_tea_break_between_two_only() -> None:
    table = voting(4, score="0,5,0,0").vote(p2="unveil p1 1 mint none")
    keep_any(table)
    assert table.told("tea") == [{}]
    assert table.state.deciders() == 0b1111
    assert not table.legal(0, "ask p1")
    assert table.refused(0, "ask p1 mint") == "ask.self"
    table.play("p1 ask p2 honey", "p2 ask p1 mint", "p3 ask p1 cream")
    assert table.view(3).asked == []
    assert table.told("asked", 3) == []
    table.play("p4 ask p1 flour")
    assert table.told("asked_yes", 0) == [
        {"seat": 0, "owner": 1, "kind": HONEY},
        {"seat": 1, "owner": 0, "kind": MINT},  # revealed tiles count
        {"seat": 3, "owner": 0, "kind": FLOUR},
    ]
    assert table.told("asked_no", 0) == [{"seat": 2, "owner": 0, "kind": CREAM}]
    assert table.told("asked", 3) == [
        {"seat": 0, "owner": 1},
        {"seat": 1, "owner": 0},
        {"seat": 2, "owner": 0},
    ]
    assert table.told("asked_yes", 3) == [{"seat": 3, "owner": 0, "kind": FLOUR}]
    assert table.told("asked_yes", None) == []
    seen = [(each.kind, each.yes) for each in table.view(3).asked]
    assert seen == [(None, None), (None, None), (None, None), (FLOUR, True)]
    assert [each.kind for each in table.view(0).asked] == [HONEY, MINT, CREAM, FLOUR]


def test_sr_22_the_imaginary_player_is_not_asked() -> None:
    table = voting(score="0,5,0").vote(p2="unveil p1 1 mint none")
    keep_any(table)
    assert {move.split()[1] for move in table.legal(0, "ask")} == {"p2", "p3"}
    assert table.refused(0, "ask p4 mint") == "seat"


def test_sr_22_tea_breaks_are_held_one_after_the_other() -> None:
    table = voting(score="0,5,5").vote(p2="unveil p1 1 mint none", p3="unveil p1 1 mint none")
    keep_any(table)
    asks = ("p1 ask p2 honey", "p2 ask p1 mint", "p3 ask p1 cream")
    table.play(*asks)
    assert table.state.step == 5
    table.play(*asks)
    assert table.state.step == 0
    assert len(table.view(0).asked) == 6


def test_sr_22_the_source_says_what_yes_and_no_mean() -> None:
    """No crosses the kind out of all four squares; yes with three squares crossed out finds the fourth."""
    no = Situation(position(3, asked="p3_1_honey_no"))
    assert all(chances(no.view(2))[0][slot][HONEY] == 0 for slot in range(4))
    assert any(chances(no.view(1))[0][slot][CREAM] > 0 for slot in range(4))  # p2 has not heard it
    yes = Situation(position(3, asked="p3_1_mint_yes", failed="p1_2_mint,p1_3_mint,p1_4_mint"))
    assert chances(yes.view(2))[0][0][MINT] == 1.0
    assert chances(yes.view(None))[0][0][MINT] < 1.0


def test_sr_23_no_discussion_after_a_tea_break() -> None:
    table = voting(score="0,5,0").vote(p2="unveil p1 1 mint none")
    keep_any(table).play("p1 ask p2 honey", "p2 ask p1 mint", "p3 ask p1 cream")
    assert table.state.step == 0
    assert table.state.active == 1


def test_sr_24_a_swap_replaces_what_is_not_reserved() -> None:
    table = Situation(position(3, tea="1,0,0", crossed="1")).play("p1 swap")
    assert table.view(None).tea == [0, 0, 0]
    assert table.state.deciders() == 0b111
    table.play("p1 erase row1", "p2 erase column1", "p3 content", "p2 content", "p1 content")
    view = table.view(None)
    assert view.pantry[:4] == [HONEY, WALNUTS, EGGS, CREAM]
    assert view.pantry[6] == STRAWBERRIES
    assert [args["cell"] for args in table.told("refill")] == [4, 5, 7, 8]
    assert table.told("swapped") == [{"n": 4}]
    assert sum(view.discards) == 4
    assert table.legal(0, "discard")  # it is no Action 1
    assert table.legal(0, "clue")


def test_sr_24_moving_a_marker_clears_the_others_content() -> None:
    table = Situation(position(3, tea="1,0,0", crossed="1")).play(
        "p1 swap", "p2 content", "p1 content", "p3 erase row2"
    )
    swap = table.view(None).swap
    assert swap is not None
    assert swap.content == [False, False, False]
    table.play("p3 content", "p3 erase row3")  # one's own stays
    assert table.state.content == 0b100
    assert table.state.bystanders() == 0b100  # may still move once
    table.play("p3 erase row1")
    assert table.legal(2) == []
    assert table.refused(2, "erase row2") == "erase.used"
    assert table.refused(0, "clue 1 typeX left2") == "when.clue"


def test_sr_24_on_anothers_turn_after_the_clue_while_ones_vote_is_open() -> None:
    table = Situation(position(3, tea="0,1,1", crossed="23"))
    assert not table.legal(1, "swap")
    assert table.refused(1, "swap") == "wait"
    table.play(CLUE, "p2 nothing", "p1 unveil p2 1 honey a1")
    assert not table.legal(1, "swap")  # sealed
    table.play("p3 swap")
    assert table.told("handed_back") == [{"seat": 0}, {"seat": 1}]
    table.play("p1 content", "p2 content", "p3 content")
    assert table.state.deciders() == 0b111  # all vote again
    assert table.view(0).own_vote is None


def test_sr_24_all_nine_covered_changes_nothing_and_spends_the_token() -> None:
    table = Situation(position(3, tea="1,0,0", crossed="1")).play(
        "p1 swap", "p1 erase row1", "p2 erase row2", "p3 erase row3", "p1 content", "p2 content", "p3 content"
    )
    assert [KINDS[kind] for kind in table.view(None).pantry] == PANTRY.split(",")
    assert table.view(None).tea == [0, 0, 0]
    assert sum(table.view(None).discards) == 0
    assert Situation(position(3)).refused(0, "swap") == "swap.none"


# The end


def test_sr_25_when_one_player_still_hides_everybody_has_one_more_turn() -> None:
    table = voting(3, p1="34", p2="1234", p3="234").vote(p2="unveil p3 1 strawberries none")
    keep_any(table)
    assert table.told("last") == [{}]
    assert table.view(None).last_turns == 3
    table.play("p2 question p1 1 typeX left1").vote()
    table.play("p3 question p1 1 typeX left1").vote()
    assert table.view(None).last_turns == 1
    table.play("p1 clue 2 type= left1").vote()
    assert table.state.result() is not None
    assert not table.view(None).recipes[0][0].revealed


def test_sr_25_over_as_soon_as_nothing_is_hidden_tea_breaks_dropped() -> None:
    table = voting(3, p1="234", p2="1234", p3="1234", score="0,5,0").vote(p2="unveil p1 1 mint none")
    assert table.state.step == 4  # SR-16d comes first
    table.play(f"p1 {table.legal(0)[0]}")
    assert table.state.result() is not None
    assert table.view(None).due == 0
    assert table.told("tea") == []


def test_sr_25_the_round_limit_ends_the_game_after_that_round() -> None:
    for seats in (3, 4):
        state = game.new(seats, Options(round_limit=8), Fast(3))
        turns = 0
        while state.result() is None:
            seat = (state.deciders() & -state.deciders()).bit_length() - 1
            legal = [MOVES.text(move) for move in state.legal(seat)]
            move = (
                "nothing" if "nothing" in legal else next(text for text in legal if text.startswith("clue"))
            )
            turns += move != "nothing"
            state.play(seat, MOVES.parse(move), Fast(1))
        assert turns == 8 * seats


def test_sr_26_hidden_slots_score_nothing_for_anyone() -> None:
    table = voting(
        3,
        p1="34",
        p2="1234",
        p3="1234",
        last="1",
        turn="5",
        theories="p1_2_p2_eggs",
        thinks="4,3,4",
        score="1,2,3",
    )
    table.vote(p2="think p1 1 mint")
    assert table.state.result() == [3, 2, 1]
    assert table.view(None).scores == [1, 2, 3]
    assert table.view(None).tokens == [0, 0, 0]


def end(score: str, tokens: str) -> Situation:
    return voting(3, p1="34", p2="1234", p3="1234", last="1", turn="5", score=score, tokens=tokens).vote()


def test_sr_27_track_and_unused_tokens() -> None:
    table = end("5,4,3", "p3:3<3.1.2,p2:1peek2<1peek2.1.2")
    assert table.view(None).scores == [5, 5, 6]
    assert table.view(0).kept == [[], [3], [2]]
    assert table.state.result() == [3, 2, 1]  # p2 has more on tokens than p1
    assert table.told("over") == [{"winners": [2]}]
    assert table.told("unused") == [{"seat": 1, "tokens": [3]}, {"seat": 2, "tokens": [2]}]


def test_sr_27_ties_go_to_tokens_then_are_shared() -> None:
    assert end("5,2,0", "p2:3<3.1.2").state.result() == [2, 1, 3]
    shared = end("5,5,0", "")
    assert shared.state.result() == [1, 1, 3]
    assert shared.told("over") == [{"winners": [0, 1]}]


def test_sr_28_false_clues_cannot_happen() -> None:
    with pytest.raises(ValueError, match="not true"):
        game.load(position(3, clues="p1_p1_1_type=_left1_honey_walnuts_eggs_yes"))


# Part B: two players


def two(step: str = "turn", **fields: str) -> Situation:
    revealed: dict[str, str] = {name: fields.pop(name) for name in SEATS if name in fields}
    return Situation(position(2, step, revealed=revealed, **fields))


def test_sr_40_two_recipes_each_and_open_votes() -> None:
    view = game.view(game.new(2, Options(), Fast(4)), 0)
    assert [len(recipe) for recipe in view.recipes] == [8, 8]
    assert all(slot.kind is not None for slot in view.recipes[0])
    assert all(slot.kind is None for slot in view.recipes[1])
    assert view.pair is not None
    assert view.pair.prints == [4, 4]
    assert view.pair.freed == [[False] * 5] * 2
    assert view.pair.marker == [0, 0]


def test_sr_40_no_peek_beside_the_marker_no_theories_no_tea_at_six() -> None:
    table = two(freed="1,0").play("p1 clue 2 type= left1")
    assert table.told("saw", 0) == table.told("peeked") == []
    assert {move.split()[3] for move in two().legal(0, "clue")} == set(material.SPOTS[:6])
    assert two().refused(0, "clue 2 type= right1") == "spot"
    discussion = talk(score="5,0")
    assert not discussion.legal(0, "think")
    discussion.play("p1 unveil p2 1 strawberries none")
    assert discussion.view(None).scores == [7, 0]
    assert discussion.view(None).tea == [0, 0]


def test_sr_41_the_first_player_alternates() -> None:
    table = two(freed="31,31", took="15,15")
    order = []
    for _ in range(3):
        for _ in range(2):
            seat = table.state.active
            order.append(seat)
            table.play(f"p{seat + 1} {table.legal(seat, 'clue')[0]}")
    assert order == [0, 1, 1, 0, 0, 1]
    assert table.view(None).round == 4


def test_sr_42_five_clues_about_five_different_slots() -> None:
    table = two(freed="31,31", took="15,15")
    for _ in range(5):
        for _ in range(2):
            seat = table.state.active
            table.play(f"p{seat + 1} {table.legal(seat, 'clue')[0]}")
    assert [len({clue.slot for clue in table.view(None).clues if clue.seat == seat}) for seat in (0, 1)] == [
        5,
        5,
    ]
    assert table.view(None).round == 6
    first = two(
        freed="31,31", took="15,15", turn="2", active="p1", clues="p1_p1_2_type=_left1_honey_walnuts_eggs_yes"
    )
    assert not first.legal(0, "clue 2 ")
    assert first.refused(0, "clue 2 type= left1") == "clue.again"
    assert first.refused(0, "question p2 1 type= left1") == "question.early"


def test_sr_42_from_round_six_a_question_without_a_peek() -> None:
    table = two(turn="10")
    assert not table.legal(0, "clue")
    assert table.refused(0, "clue 2 type= left1") == "clue.questions"
    assert table.legal(0, "discard")
    table.play("p1 question p2 1 type= left3")
    assert table.told("yes", None) == [{"owner": 1}]
    assert table.told("saw", 0) == table.told("peeked") == table.told("freed") == []
    assert table.state.active == 1


def test_sr_43_the_first_clue_of_a_combination_frees_a_fingerprint() -> None:
    table = two().play("p1 clue 1 weight< left1")
    assert table.told("freed") == [{"seat": 0, "combination": 4}]
    assert len(table.legal(0)) == 9
    table.play("p1 look right2")
    assert table.told("saw", 0) == [{"seat": 0, "shelf": 7, "kind": FLOUR}]
    assert table.told("saw", 1) == []
    assert table.told("peeked", 1) == [{"seat": 0, "shelf": 7}]
    again = two(freed="16,0").play("p1 clue 4 weight> left1")  # > shares the cell with <
    assert again.state.active == 1
    pair = again.view(None).pair
    assert pair is not None
    assert pair.prints == [4, 4]


def test_sr_44_an_emptied_line_gives_its_token_and_a_question_at_once() -> None:
    table = two(freed="2,0").play("p1 clue 2 type= left1", "p1 look left1")  # line "type"
    assert table.view(None).tea == [1, 0]
    pair = table.view(None).pair
    assert pair is not None
    assert pair.took[0] == [True, False, False, False]
    assert len(table.legal(0)) == 18
    assert table.legal(1) == []
    table.play("p1 pact 2 mint")
    assert table.told("pact_yes", 1) == [{"seat": 0, "owner": 1, "recipe": 1, "kind": MINT}]
    assert table.told("pact_yes", 0) == table.told("pact_yes", 1)
    assert table.state.active == 1
    no = two(freed="2,0").play("p1 clue 2 type= left1", "p1 look left1", "p1 pact 1 mint")
    assert no.told("pact_no", 1) == [{"seat": 0, "owner": 1, "recipe": 0, "kind": MINT}]


def test_sr_44_one_clue_can_empty_two_lines_for_two_questions() -> None:
    table = two(freed="6,0").play("p1 clue 2 type= left1", "p1 look left1")  # lines "type" and "="
    assert table.view(None).tea == [2, 0]
    table.play("p1 pact 2 mint")
    assert table.state.deciders() == 1
    assert table.view(0).asked[0].yes is True  # the second question comes after the first answer
    table.play("p1 pact 2 cream")
    assert table.state.active == 1


def test_sr_44_the_less_and_greater_cell_alone_gives_no_token() -> None:
    table = two().play("p1 clue 1 weight< left1", "p1 look left1")
    assert table.view(None).tea == [0, 0]
    assert material.TEA_LINE_CELLS == (0b00011, 0b11100, 0b00101, 0b01010)


def talk(step: str = "initiate", **fields: str) -> Situation:
    """Round 6, both have asked; p1 is the round's first player."""
    return two(step, **({"turn": "11", "active": "p2"} | fields))


def test_sr_45_a_swap_on_ones_turn_or_before_ones_vote_or_counter() -> None:
    mine = two(tea="1,0", took="1,0", freed="3,0")
    assert "swap" in mine.legal(0)
    table = talk(tea="1,1", took="1,1", freed="3,3")
    assert "swap" in table.legal(0)
    assert not table.legal(1, "swap")
    table.play("p1 unveil p2 1 strawberries a3")
    assert table.view(None).turned[6]
    table.play("p2 swap", "p1 erase row1", "p2 erase row2", "p1 content", "p2 content")
    assert not table.view(None).turned[6]  # a turned tile that is not reserved goes too
    assert table.view(None).discards[STRAWBERRIES] == 1
    assert table.state.step == 8
    table.play("p2 nothing")  # may still decline


def test_sr_45_a_reserved_turned_tile_stays() -> None:
    table = talk(tea="0,1", took="0,1", freed="0,3").play("p1 unveil p2 1 strawberries a3", "p2 swap")
    table.play("p1 erase row3", "p1 content", "p2 content")
    assert table.view(None).turned[6]
    assert table.view(None).pantry[6] == STRAWBERRIES


def test_sr_46_tokens_are_chosen_before_play_goes_on() -> None:
    table = talk(marker="1,0").play("p1 unveil p2 1 strawberries none")
    assert table.state.deciders() == 1
    assert len(table.view(0).hand) == 3
    table.play(f"p1 {table.legal(0)[0]}")
    assert table.state.deciders() == 2


def test_sr_46_four_side_fingerprints() -> None:
    tokens = "p1:2peek1<2peek1.1.2,p1:1peek2<1peek2.1.2"
    table = two(turn="10", tokens=tokens, prints="2,4").play("p1 peek1 left1")
    assert table.told("saw", 0)
    assert table.legal(0, "peek2") == [f"peek2once {shelf}" for shelf in material.SPOTS]
    assert table.refused(0, "peek2 left1 left2") == "peek.last"
    table.play("p1 peek2once left2")
    pair = table.view(None).pair
    assert pair is not None
    assert pair.prints == [0, 4]
    none = two(turn="10", tokens=tokens, prints="0,4")
    assert not none.legal(0, "peek")
    assert none.refused(0, "peek1 left1") == "peek.prints"
    assert not none.state.bystanders()


def test_sr_46_no_token_left_the_marker_still_moves() -> None:
    table = talk(marker="1,0", tokens=_kept_all(18)).play("p1 unveil p2 1 strawberries none")
    assert table.told("no_token") == [{"seat": 0}]
    pair = table.view(None).pair
    assert pair is not None
    assert pair.marker == [2, 0]
    assert table.state.step == 8


def test_sr_47_no_discussion_in_the_first_five_rounds() -> None:
    table = two(freed="31,31", took="15,15")
    for turn in range(10):
        seat = table.state.active
        table.play(f"p{seat + 1} {table.legal(seat, 'clue')[0]}")
        assert table.told("discussion") == []
        assert table.state.turn == turn + 1
    table.play("p2 question p1 1 type= left1")
    assert table.told("discussion") == []
    table.play("p1 question p2 1 type= left1")
    assert table.told("discussion") == [{}]
    assert table.state.deciders() == 2  # p2 is first in round 6


def test_sr_48_a_right_vote_scores_two_and_one_for_a_pantry_tile() -> None:
    table = talk().play("p1 unveil p2 1 strawberries a3")
    assert table.view(None).scores == [3, 0]
    assert table.view(None).turned[6]
    assert table.view(None).recipes[1][0].revealed
    assert table.view(None).tokens == [0, 0]  # the opponent gets nothing
    assert talk().play("p1 unveil p2 1 strawberries none").view(None).scores == [2, 0]


def test_sr_48_a_wrong_vote_costs_one_and_resets_the_marker() -> None:
    table = talk(marker="2,0").play("p1 unveil p2 1 mint none")
    pair = table.view(None).pair
    assert pair is not None
    assert pair.marker == [0, 0]
    assert table.view(None).scores == [-1, 0]
    assert table.view(None).failed == [[1, 0, MINT]]
    assert not table.view(None).recipes[1][0].revealed


def test_sr_48_only_the_second_and_third_in_a_row_give_a_token() -> None:
    for marker, token, after in (("0", False, 1), ("1", True, 2), ("2", True, 3), ("3", False, 3)):
        table = talk(marker=f"{marker},0").play("p1 unveil p2 1 strawberries none")
        assert bool(table.view(0).hand) == token
        assert table.state.marker[0] == after


def bonus(table: Situation) -> list[int]:
    return [int(str(args["seat"])) for args in table.told("bonus")]


def all_bonus(table: Situation, *moves: str) -> list[int]:
    """Play, keeping any tokens on the way; who got bonuses."""
    found: list[int] = []
    for move in moves:
        table.play(move)
        found += bonus(table)
        while table.state.step == 4:
            seat = table.state.chooser
            table.play(f"p{seat + 1} {table.legal(seat)[0]}")
            found += bonus(table)
    return found


def over(table: Situation) -> bool:
    """Whether the discussion has ended: the next round's turn is on."""
    return table.state.step == 0 and table.state.turn == 12


def test_sr_49_path_1() -> None:
    """F right, S silent: bonus; F declines; S right, F counters right: no bonus; S declines: end."""
    table = talk()
    assert all_bonus(table, "p1 unveil p2 1 strawberries none", "p2 nothing") == [0]
    assert table.state.step == 7
    assert table.state.initiator == 0
    assert all_bonus(table, "p1 nothing") == []
    assert table.state.initiator == 1
    assert all_bonus(table, "p2 unveil p1 1 mint none", "p1 unveil p2 2 strawberries none") == []
    assert (table.state.step, table.state.initiator) == (7, 1)
    table.play("p2 nothing")
    assert over(table)
    assert table.view(None).tokens == [2, 0]  # the bonus, and the second right vote in a row


@pytest.mark.parametrize("answer", ["nothing", "unveil p1 1 honey none"])
def test_sr_49_path_2(answer: str) -> None:
    """F wrong, S silent or wrong: end."""
    table = talk()
    assert all_bonus(table, "p1 unveil p2 1 mint none", f"p2 {answer}") == []
    assert over(table)


def test_sr_49_path_3() -> None:
    """F declines, S wrong, F counters right: both out, end."""
    table = talk()
    assert all_bonus(table, "p1 nothing", "p2 unveil p1 1 honey none") == []
    assert table.state.step == 8
    assert all_bonus(table, "p1 unveil p2 1 strawberries none") == []
    assert over(table)


def test_sr_49_path_4() -> None:
    """F right and collects; S swaps the pantry, counters right: no bonus, Start."""
    table = talk(tea="0,1", took="0,1", freed="0,3")
    table.play("p1 unveil p2 1 strawberries a3", "p2 swap", "p1 erase row3", "p1 content", "p2 content")
    assert table.view(None).turned[6]
    assert all_bonus(table, "p2 unveil p1 1 mint none") == []
    assert (table.state.step, table.state.initiator) == (7, 0)
    assert not any(table.view(None).turned)  # replaced at Start
    assert table.view(None).discards[STRAWBERRIES] == 1


def test_sr_49_path_5() -> None:
    """F reveals the eighth: F not able; S goes on, S's right votes earn bonuses uncountered."""
    table = talk(p2="2345678")
    assert all_bonus(table, "p1 unveil p2 1 strawberries none", "p2 nothing") == [0]
    assert table.state.initiator == 1
    assert all_bonus(table, "p2 unveil p1 1 mint none") == [1]
    assert (table.state.step, table.state.initiator) == (7, 1)
    assert all_bonus(table, "p2 unveil p1 2 eggs none") == [1]
    table.play("p2 nothing")
    assert table.state.result() is not None


def test_sr_49_path_6() -> None:
    """F declines, S right, F counters wrong: bonus to S."""
    table = talk()
    moves = ("p1 nothing", "p2 unveil p1 1 mint none", "p1 unveil p2 1 mint none")
    assert all_bonus(table, *moves) == [1]
    assert (table.state.step, table.state.initiator) == (7, 1)


def test_sr_49_path_7() -> None:
    """As 5 with all eighteen tokens kept: no token, Start."""
    table = talk(p2="2345678", tokens=_kept_all(18))
    assert all_bonus(table, "p1 unveil p2 1 strawberries none", "p2 nothing") == [0]
    table.play("p2 unveil p1 1 mint none")
    assert bonus(table) == [1]
    assert table.told("no_token") == [{"seat": 1}]
    assert (table.state.step, table.state.initiator) == (7, 1)


def test_sr_49_out_may_still_counter_and_declining_a_counter_puts_nobody_out() -> None:
    table = talk().play("p1 nothing", "p2 unveil p1 1 mint none")
    assert table.state.out == 0b01
    assert table.legal(0, "unveil")
    declined = talk().play("p1 unveil p2 1 strawberries none", "p2 nothing")
    assert declined.state.out == 0
    wrong = talk().play("p1 unveil p2 1 strawberries none", "p2 unveil p1 1 honey none")
    assert wrong.state.out == 0b10


def test_sr_49_case_b_answered_makes_the_counterer_initiator() -> None:
    table = talk().play("p1 unveil p2 1 mint none", "p2 unveil p1 1 mint none")
    assert (table.state.step, table.state.initiator, table.state.out) == (7, 1, 0b01)
    assert table.told("bonus") == []


def test_sr_49_a_counter_may_collect_the_tile_just_turned() -> None:
    table = talk().play("p1 unveil p2 4 apples b2", "p2 unveil p1 3 apples b2")
    assert table.view(None).scores == [3, 3]


def test_sr_50_after_the_phase_markers_go_back_and_the_next_round_begins() -> None:
    table = talk(marker="2,3").play("p1 nothing", "p2 nothing")
    pair = table.view(None).pair
    assert pair is not None
    assert pair.marker == [0, 0]
    assert pair.out == [False, False]
    assert over(table)
    assert table.state.active == 0  # round 7: p1 began round 1
    assert table.told("round") == [{"n": 7}]
    turned = talk(step="counter", turned="a3", case="B").play("p2 nothing")
    assert not any(turned.view(None).turned)
    assert turned.view(None).discards[STRAWBERRIES] == 1


def test_sr_51_the_game_ends_after_the_phase_in_which_eight_were_revealed() -> None:
    table = talk(p2="2345678").play("p1 unveil p2 1 strawberries none")
    assert table.state.result() is None
    all_bonus(table, "p2 nothing")
    assert table.state.result() is None  # S may go on
    table.play("p2 nothing")
    assert table.state.result() == [1, 2]


def test_sr_51_two_players_have_the_round_limit_too() -> None:
    table = talk(turn="59", active="p1", initiator="p2").play("p2 nothing", "p1 nothing")
    assert table.state.result() == [1, 1]


# Notes and help


def test_sr_60_help_level_is_a_table_option() -> None:
    assert Options().help == "marks"
    for level in ("paper", "marks", "expert"):
        view = game.view(game.new(3, Options(help=level), Fast(1)), 0)
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
        peeked = [material.SPOTS[int(str(args["shelf"]))] for args in table.told("peeked", 1)]
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
