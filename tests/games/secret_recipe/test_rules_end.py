"""Secret Recipe by its rule pages, SR-21 to SR-28: tea breaks, swaps, the end. See test_rules.py."""

from itertools import product
from typing import Any

import pytest

from potluck.play.chance import Replay
from potluck.play.learned import EVERYBODY, NOBODY

from .situation import (
    CLUE,
    CREAM,
    FLOUR,
    HONEY,
    KINDS,
    LINES,
    MINT,
    PANTRY,
    RECIPES,
    Situation,
    chances,
    game,
    kept_all,
    material,
    position,
    voting,
)

# Luck that draws three tokens 1 from a full pile.
ALL_ONES = ((0, 18), (0, 17), (0, 16))
ASKS = ("p1 ask p2 honey", "p2 ask p1 mint", "p3 ask p1 cream")

# Tea breaks


@pytest.mark.parametrize("votes", [1, 2])
@pytest.mark.parametrize("before", range(1, 8))
def test_sr_21_from_five_or_less_to_six_or_more(before: int, votes: int) -> None:
    """A lone right vote pays three, one of two right ones pays one: 3+3, 4+3, 5+3 and 5+1 cross to six."""
    others = {"p3": "unveil p1 1 mint none"} if votes == 2 else {}
    table = voting(score=f"0,{before},0").vote(p2="unveil p1 1 mint none", **others)
    crosses = before in (3, 4, 5) if votes == 1 else before == 5
    assert table.told("tea_token") == ([{"seat": 1}] if crosses else [])
    view = table.view()
    assert (view.tea, view.due) == ([0, 1, 0], 1) if crosses else ([0, 0, 0], 0)
    assert view.crossed == [False, crosses, False]


def test_sr_21_the_token_comes_as_the_hat_moves() -> None:
    # 3 + 3 on the right vote; p3's theory pays the one that crosses.
    table = voting(score="0,3,5", theories="p1_1_p3_mint", thinks="4,4,3").vote(p2="unveil p1 1 mint none")
    assert table.tale()[6:11] == [
        "revealed p1 1 mint",
        "right p2 3",
        "tea_token p2",
        "theory p3",
        "tea_token p3",
    ]
    assert table.view().due == 2
    collect = voting(score="0,2,0").vote(p2="unveil p1 2 eggs c1")
    assert collect.tale()[6:10] == ["revealed p1 2 eggs", "right p2 3", "collected p2 c1", "tea_token p2"]


def test_sr_21_only_the_first_crossing_to_six_counts() -> None:
    table = voting(score="0,5,5").vote(p2="unveil p1 1 mint none", p3="unveil p1 1 mint none")
    assert table.tale()[7:11] == ["right p2 1", "tea_token p2", "right p3 1", "tea_token p3"]
    assert table.view().tea == [0, 1, 1]
    assert table.view().crossed == [False, True, True]
    again = voting(score="0,5,0", crossed="2", tea="0,1,0").vote(p2="unveil p1 1 mint none")
    assert again.told("tea_token") == []
    assert (again.view().tea, again.view().due) == ([0, 1, 0], 0)
    # Who has crossed says nothing about another.
    other = voting(score="0,5,0", crossed="13").vote(p2="unveil p1 1 mint none")
    assert other.view().crossed == [True, True, True]
    assert other.view().tea == [0, 1, 0]


def test_sr_21_a_crossing_counts_even_if_points_are_lost_again() -> None:
    # p2's theory on slot 1 pays on the reveal, the wrong vote on slot 2 costs one afterwards.
    table = voting(4, score="0,5,0,0", theories="p1_1_p2_mint", thinks="4,3,4,4")
    table.vote(p2="unveil p1 2 honey none", p3="unveil p1 1 mint none").keep()
    assert table.view().scores[1] == 5
    assert table.view().crossed[1]
    assert table.step == "tea"


def test_sr_22_a_tea_break_between_two_only() -> None:
    table = voting(4, score="0,5,0,0").vote(p2="unveil p1 1 mint none").keep()
    assert table.tale()[-1] == "tea"
    assert table.told("turn") == []
    assert (table.step, table.asked(), table.view().due) == ("tea", "p1 p2 p3 p4", 0)
    assert table.view().sealed == [False] * 4
    table.play("p1 ask p2 honey")
    assert table.tale() == ["sealed p1"]
    assert table.asked() == "p2 p3 p4"
    assert table.learned == NOBODY
    assert table.legal(0) == []
    table.play("p2 ask p1 mint", "p3 ask p4 cream")
    assert table.view(3).asked == []
    table.play("p4 ask p1 flour")
    assert table.learned == EVERYBODY
    assert table.tale() == [
        "sealed p4",
        "p1 p2: asked_yes p1 p2 honey",
        "p3 p4 watching: asked p1 p2",
        "p1 p2: asked_yes p2 p1 mint",  # revealed tiles count
        "p3 p4 watching: asked p2 p1",
        "p3 p4: asked_no p3 p4 cream",
        "p1 p2 watching: asked p3 p4",
        "p1 p4: asked_yes p4 p1 flour",
        "p2 p3 watching: asked p4 p1",
        "turn p2",
    ]
    assert table.told("asked_yes", 0) == [
        {"seat": 0, "owner": 1, "kind": HONEY},
        {"seat": 1, "owner": 0, "kind": MINT},
        {"seat": 3, "owner": 0, "kind": FLOUR},
    ]
    assert table.told("asked_no", 3) == [{"seat": 2, "owner": 3, "kind": CREAM}]
    assert table.told("asked", 3) == [{"seat": 0, "owner": 1}, {"seat": 1, "owner": 0}]
    known = [
        [(HONEY, True), (MINT, True), (None, None), (FLOUR, True)],
        [(HONEY, True), (MINT, True), (None, None), (None, None)],
        [(None, None), (None, None), (CREAM, False), (None, None)],
        [(None, None), (None, None), (CREAM, False), (FLOUR, True)],
    ]
    for seat, seen in enumerate(known):
        assert [(each.kind, each.yes) for each in table.view(seat).asked] == seen
    for viewer in table.viewers():
        assert [(each.seat, each.owner, each.recipe) for each in table.view(viewer).asked] == [
            (0, 1, 0), (1, 0, 0), (2, 3, 0), (3, 0, 0),
        ]  # fmt: skip
    assert [(each.kind, each.yes) for each in table.view().asked] == [(None, None)] * 4


@pytest.mark.parametrize("seats", [3, 4])
def test_sr_22_any_kind_of_any_other_player_but_not_the_imaginary(seats: int) -> None:
    table = Situation(position(seats, "tea"))
    for seat in range(seats):
        others = [f"p{other + 1}" for other in range(seats) if other != seat]
        assert table.legal(seat) == [f"ask {other} {kind}" for other in others for kind in KINDS]
    assert table.refused(0, "ask p1 mint") == "ask.self"
    if seats == 3:
        assert table.refused(0, "ask p4 mint") == "seat"


@pytest.mark.parametrize("owner", [1, 2, 3])
def test_sr_22_the_answer_is_about_the_whole_recipe(owner: int) -> None:
    for kind in (*RECIPES[owner].split(","), "cream", "mint"):
        table = Situation(position(4, "tea", revealed={"p3": "2"}))
        rest = [f"p{seat + 1} ask p1 cream" for seat in range(1, 4)]
        table.play(f"p1 ask p{owner + 1} {kind}", *rest)
        answer = "yes" if kind in RECIPES[owner].split(",") else "no"
        assert table.tale()[4] == f"p1 p{owner + 1}: asked_{answer} p1 p{owner + 1} {kind}"


def test_sr_22_tea_breaks_are_held_one_after_the_other() -> None:
    table = voting(score="0,5,5").vote(p2="unveil p1 1 mint none", p3="unveil p1 1 mint none").keep()
    assert (table.step, table.view().due) == ("tea", 1)
    table.play(*ASKS)
    assert table.tale()[-1] == "tea"
    assert (table.step, table.view().due, table.asked()) == ("tea", 0, "p1 p2 p3")
    table.play(*ASKS)
    assert table.tale()[-1] == "turn p2"
    assert table.step == "turn"
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
    table = voting(score="0,5,0").vote(p2="unveil p1 1 mint none").keep().play(*ASKS)
    assert table.step == "turn"
    assert table.asked() == "p2"
    assert table.view().turn == 1
    assert table.view().sealed == [False] * 3


# Swaps


def test_sr_24_a_swap_replaces_what_is_not_reserved() -> None:
    luck = ((0, 16), (0, 15), (0, 14), (0, 13))
    table = Situation(position(3, tea="2,0,0", crossed="1"), Replay(luck)).play("p1 swap")
    assert table.tale() == ["swap p1"]
    assert table.learned == NOBODY
    assert table.changed() == {
        "step": "swap", "tea.0": 1, "waiting+": [1, 2],
        "swap": {
            "seat": 0, "during": "turn", "lines": [None] * 3, "laid": [0] * 3, "content": [False] * 3,
        },
    }  # fmt: skip
    table.play("p1 erase row1", "p2 erase column1", "p3 content")
    assert table.tale() == ["erase p1 row1", "erase p2 column1", "content p3"]
    assert table.learned == NOBODY
    table.play("p2 content")
    assert table.asked() == "p1"
    table.play("p1 content")
    assert table.tale() == [
        "content p1", "swapped 4", "refill b2 mint", "refill c2 mint", "refill b3 grapes", "refill c3 grapes",
    ]  # fmt: skip
    assert table.learned == EVERYBODY
    changed = table.changed()
    assert changed == {
        "step": "turn", "swap": None, "bag.0": 0, "bag.1": 0,
        "pantry.4": 0, "pantry.5": 0, "pantry.7": 1, "pantry.8": 1,
        "discards.1": 1, "discards.5": 2, "discards.7": 1,
    }  # fmt: skip
    assert table.asked() == "p1"
    assert table.legal(0, "discard")  # it is no Action 1
    assert table.legal(0, "clue")
    # A second one begins anew.
    table.play("p1 swap")
    swap = table.view().swap
    assert swap is not None
    assert (swap.lines, swap.laid, swap.content) == ([None] * 3, [0] * 3, [False] * 3)
    assert table.view().tea == [0, 0, 0]


@pytest.mark.parametrize(("one", "other"), [*product(LINES[:3], LINES[3:]), ("row1", "row1")])
def test_sr_24_the_marked_lines_stay(one: str, other: str) -> None:
    table = Situation(position(3, tea="1,0,0", crossed="1"))
    table.play("p1 swap", f"p1 erase {one}", f"p3 erase {other}", "p1 content", "p2 content", "p3 content")
    stay = {*material.LINE_CELLS[LINES.index(one)], *material.LINE_CELLS[LINES.index(other)]}
    gone = [args["cell"] for args in table.told("refill")]
    assert gone == [cell for cell in range(9) if cell not in stay]
    assert table.told("swapped") == [{"n": len(gone)}]
    for cell in stay:
        assert KINDS[table.view().pantry[cell]] == PANTRY.split(",")[cell]


def test_sr_24_a_nearly_empty_bag_takes_back_what_the_swap_throws_away() -> None:
    # One cream is left in the bag; fifteen tiles lie discarded, nine more come: 24 in the new bag.
    gone = "mint,mint,grapes,grapes,walnuts,walnuts,strawberries,strawberries,eggs,eggs,apples,honey"
    gone += ",flour,flour,flour"
    luck = ((0, 1), *((0, left) for left in range(24, 16, -1)))
    table = Situation(position(3, tea="1,0,0", crossed="1", discards=gone), Replay(luck)).play("p1 swap")
    table.play("p1 content", "p2 content", "p3 content")
    assert table.tale()[3:] == [
        "swapped 9", "refill a1 cream", "bag", "refill b1 mint", "refill c1 mint", "refill a2 grapes",
        "refill b2 grapes", "refill c2 grapes", "refill a3 walnuts", "refill b3 walnuts", "refill c3 walnuts",
    ]  # fmt: skip
    assert sum(table.view().discards) == 0


def test_sr_24_what_was_discarded_stays_used_up() -> None:
    table = Situation(position(3, tea="1,0,0", crossed="1")).play("p1 discard a1", "p1 swap")
    table.play("p1 content", "p2 content", "p3 content")
    assert table.view().discarded
    assert not table.legal(0, "discard")
    assert table.legal(0, "clue")


def test_sr_24_three_lays_or_moves_each_laying_counted() -> None:
    table = Situation(position(3, tea="1,0,0", crossed="1")).play("p1 swap")
    every = [f"erase {line}" for line in LINES]
    for seat in range(3):
        assert table.legal(seat) == [*every, "content"]
    table.play("p2 erase row2")
    assert table.tale() == ["erase p2 row2"]
    assert table.learned == NOBODY
    assert table.told("erase", 0) == [{"seat": 1, "line": 1}]
    assert table.changed() == {"swap.lines.1": 1, "swap.laid.1": 1}
    assert table.legal(1) == [move for move in [*every, "content"] if move != "erase row2"]
    assert table.refused(1, "erase row2") == "erase.same"
    table.play("p2 erase column3")
    assert table.changed() == {"swap.lines.1": 5, "swap.laid.1": 2}
    assert table.legal(1) == [*every[:5], "content"]
    table.play("p2 erase row2")
    assert table.legal(1) == ["content"]
    assert table.refused(1, "erase row1") == "erase.used"
    assert table.legal(0) == [*every, "content"]  # each has three
    table.play("p2 content")
    assert table.legal(1) == []
    assert table.refused(0, "clue 1 typeX left2") == "when.clue"


def test_sr_24_moving_a_marker_clears_the_others_content() -> None:
    table = Situation(position(3, tea="1,0,0", crossed="1")).play("p1 swap", "p2 content")
    assert table.tale() == ["swap p1", "content p2"]
    assert (table.asked(), table.free()) == ("p1 p3", "p2")  # p2 may still lay
    assert table.legal(1) == [f"erase {line}" for line in LINES]
    assert table.refused(1, "content") == "content"
    table.play("p1 content")
    assert table.changed() == {"swap.content.0": True, "waiting": [2]}
    table.play("p3 erase row2")
    assert table.changed() == {
        "swap.lines.2": 1, "swap.laid.2": 1, "waiting": [0, 1, 2],
        "swap.content.0": False, "swap.content.1": False,
    }  # fmt: skip
    table.play("p3 content", "p3 erase row3")  # one's own stays
    swap = table.view().swap
    assert swap is not None
    assert swap.content == [False, False, True]
    assert (table.asked(), table.free()) == ("p1 p2", "p3")  # may still move once
    table.play("p3 erase row1")
    assert table.free() == ""
    assert table.legal(2) == []
    assert table.refused(2, "erase row2") == "erase.used"
    table.play("p1 content")
    assert (table.asked(), table.free()) == ("p2", "p1")  # p1 has not laid at all


def test_sr_24_on_ones_turn_at_any_time_before_the_votes() -> None:
    table = Situation(position(3, tea="1,1,0", crossed="12"))
    assert "swap" in table.legal(0)
    assert "swap" not in table.legal(1)
    assert table.refused(1, "swap") == "wait"
    table.play("p1 discard a1")
    assert "swap" in table.legal(0)
    table.play(CLUE)
    assert "swap" in table.legal(0)
    assert "swap" in table.legal(1)
    assert "swap" not in table.legal(2)
    assert table.refused(2, "swap") == "swap.none"
    keeping = table.vote(p2="unveil p1 1 mint none")
    assert [move for seat in range(3) for move in keeping.legal(seat) if move == "swap"] == []
    tea = Situation(position(3, "tea", tea="1,1,1", crossed="123"))
    assert not [seat for seat in range(3) if "swap" in tea.legal(seat)]
    asked = Situation(position(3, revealed={"p1": "1234"}, tea="1,0,0", crossed="1"))
    assert "swap" in asked.legal(0)


def test_sr_24_on_anothers_turn_after_the_clue_while_ones_vote_is_open() -> None:
    table = Situation(position(4, tea="0,1,1,0", crossed="23"))
    assert not table.legal(1, "swap")
    table.play(CLUE, "p2 nothing", "p1 unveil p2 1 honey a1")
    assert not table.legal(1, "swap")  # sealed
    table.play("p4 nothing").play("p3 swap")
    assert table.tale() == ["swap p3", "handed_back p1", "handed_back p2", "handed_back p4"]
    assert table.told("handed_back") == [{"seat": 0}, {"seat": 1}, {"seat": 3}]
    assert table.changed(0)["own_vote"] is None
    assert table.view().sealed == [False] * 4
    swap = table.view().swap
    assert swap is not None
    assert (swap.seat, swap.during) == (2, "vote")
    table.play("p1 content", "p2 content", "p3 content", "p4 content")
    assert table.tale()[3:5] == ["content p4", "swapped 9"]
    assert (table.step, table.asked()) == ("vote", "p1 p2 p3 p4")  # all vote again
    # And about the new pantry.
    new = table.view().pantry
    assert len(table.legal(0, f"unveil p2 1 {KINDS[new[0]]}")) == 1 + new.count(new[0])
    assert table.vote().tale()[-1] == "turn p2"


def test_sr_24_all_nine_covered_changes_nothing_and_spends_the_token() -> None:
    table = Situation(position(3, tea="1,0,0", crossed="1"), Replay(()))
    table.play("p1 swap", "p1 erase row1", "p2 erase row2", "p3 erase row3", "p1 content", "p2 content")
    table.play("p3 content")
    assert table.tale() == ["content p3", "swapped 0"]
    assert table.learned == NOBODY
    assert [KINDS[kind] for kind in table.view().pantry] == PANTRY.split(",")
    assert table.view().tea == [0, 0, 0]
    assert sum(table.view().discards) == 0
    assert Situation(position(3)).refused(0, "swap") == "swap.none"


# The end


def test_sr_25_when_one_player_still_hides_everybody_has_one_more_turn() -> None:
    table = voting(3, p1="34", p2="1234", p3="234", luck=ALL_ONES).vote(p2="unveil p3 1 strawberries none")
    table.keep()
    assert table.tale()[-2:] == ["last", "turn p2"]
    assert table.told("last") == [{}]
    assert table.view().last_turns == 3
    table.play("p2 question p1 1 typeX left1").vote()
    assert table.told("last") == []
    assert table.view().last_turns == 2
    table.play("p3 question p1 1 typeX left1").vote()
    assert table.view().last_turns == 1
    table.play("p1 clue 2 type= left1").vote()
    assert table.tale() == [
        "sealed p1", "sealed p2", "sealed p3", "voted_nothing p1", "voted_nothing p2", "voted_nothing p3",
        "unused p3 1", "over p2",
    ]  # fmt: skip
    assert table.view().places == [3, 1, 2]
    assert (table.step, table.view().last_turns, table.asked()) == ("over", 0, "")
    assert not table.view().recipes[0][0].revealed


def test_sr_25_two_that_hide_play_on() -> None:
    table = voting(4, p1="34", p2="1234", p3="234", p4="1234").vote()
    assert table.told("last") == []
    assert table.view().last_turns is None
    four = voting(4, p1="34", p2="1234", p3="234", p4="1234").vote(p2="unveil p3 1 strawberries none").keep()
    assert four.view().last_turns == 4
    # Whoever they are: the first and the last, or the last alone.
    for hidden, last in (
        ({"p2": "1234", "p3": "1234"}, None),
        ({"p1": "1234", "p2": "1234", "p3": "1234"}, 4),
    ):
        table = Situation(position(4, revealed=hidden, active="p4")).play("p4 clue 1 typeX left1").vote()
        assert table.view().last_turns == last


def test_sr_25_after_the_tea_breaks_of_the_turn() -> None:
    table = (
        voting(3, p1="34", p2="1234", p3="234", score="0,5,0").vote(p2="unveil p3 1 strawberries none").keep()
    )
    assert table.step == "tea"
    assert table.view().last_turns is None
    table.play(*ASKS)
    assert table.tale()[-2:] == ["last", "turn p2"]


def test_sr_25_over_as_soon_as_nothing_is_hidden_tea_breaks_dropped() -> None:
    table = voting(3, p1="234", p2="1234", p3="1234", score="0,5,0", luck=ALL_ONES).vote(
        p2="unveil p1 1 mint none", p3="nothing"
    )
    assert (table.step, table.view().due) == ("keep", 1)  # SR-16d comes first
    assert table.view().places is None
    table.play("p1 keep 1")
    assert table.tale() == ["p1: kept_own p1 1", "p2 p3 watching: kept p1", "unused p1 1", "over p2"]
    assert table.learned == EVERYBODY
    view = table.view()
    assert (view.step, view.due, view.turn, view.round, view.places) == ("over", 0, 1, 1, [2, 1, 3])
    assert table.asked() == ""


def test_sr_25_over_even_if_no_token_is_left_to_take() -> None:
    table = voting(3, p1="234", p2="1234", p3="1234", tokens=kept_all(18, "p3")).vote(
        p2="unveil p1 1 mint none"
    )
    assert table.told("no_token") == [{"seat": 0}]
    assert table.step == "over"
    assert table.view().turn == 1


def test_sr_25_the_last_of_two_slots_ends_the_game() -> None:
    table = voting(3, p1="34", p2="1234", p3="1234").vote(
        p2="unveil p1 1 mint none", p3="unveil p1 2 eggs none"
    )
    table.play(f"p1 {table.legal(0)[0]}")
    assert table.step == "keep"
    table.play(f"p1 {table.legal(0)[0]}")
    assert table.step == "over"


@pytest.mark.parametrize("seats", [3, 4])
def test_sr_25_the_round_limit_ends_the_game_after_that_round(seats: int) -> None:
    assert Situation.new(seats, 3, round_limit=8).view().round_limit == 8
    table = Situation(position(seats, limit="2"))
    for turn in range(2 * seats):
        assert table.view().places is None
        assert table.view().round == turn // seats + 1
        table.play(f"{table.asked()} {table.legal(start='clue')[0]}").vote()
    assert table.step == "over"
    assert (table.view().round, table.view().turn) == (2, 2 * seats)


def test_sr_25_the_limit_comes_before_the_last_turns_are_over() -> None:
    table = voting(3, p1="34", p2="1234", p3="1234", last="2", turn="89").vote()
    assert table.step == "over"


def test_sr_26_hidden_slots_score_nothing_for_anyone() -> None:
    table = voting(
        3, p1="34", p2="1234", p3="1234", last="1", turn="5",
        theories="p1_2_p2_eggs", thinks="4,3,4", score="1,2,3",
    )  # fmt: skip
    table.vote(p2="think p1 1 mint")
    assert table.tale()[-1] == "over p3"
    assert table.view().places == [3, 2, 1]
    assert table.view().scores == [1, 2, 3]
    assert table.view().tokens == [0, 0, 0]


def end(score: str, tokens: str) -> Situation:
    """The end of a game with these points on the track and these tokens kept."""
    return voting(3, p1="34", p2="1234", p3="1234", last="1", turn="5", score=score, tokens=tokens).vote()


def test_sr_27_track_and_unused_tokens() -> None:
    table = end("5,4,3", "p3:3<3.1.2,p2:1peek2<1peek2.1.2")
    assert table.tale()[-3:] == ["unused p2 1peek2", "unused p3 3", "over p3"]
    assert table.view().scores == [5, 5, 6]
    assert table.view(0).kept == [[], [3], [2]]
    assert table.state.result() == [3, 2, 1]  # p2 has more on tokens than p1
    assert table.told("over") == [{"winners": [2]}]
    assert table.told("unused") == [{"seat": 1, "tokens": [3]}, {"seat": 2, "tokens": [2]}]


def test_sr_27_each_token_is_worth_its_first_number() -> None:
    for token, value in (("1", 1), ("2", 2), ("3", 3), ("1peek2", 1), ("2peek1", 2)):
        for seat in range(3):
            table = end("0,0,0", f"p{seat + 1}:{token}<{token}.1.2")
            assert table.view().scores == [value * (seat == at) for at in range(3)]
    many = end("0,0,0", "p1:3<3.1.2,p1:3<3.1.2,p1:2peek1<2peek1.1.2,p2:1<1.1peek2.2")
    assert many.view().scores == [8, 1, 0]
    assert many.tale()[-3:] == ["unused p1 3,3,2peek1", "unused p2 1", "over p1"]


def test_sr_27_shown_tokens_count_no_more() -> None:
    table = end("0,0,0", "p1:2peek1<2peek1.1.2,p1!2peek1")
    assert table.view().scores == [0, 0, 0]


def test_sr_27_ties_go_to_tokens_then_are_shared() -> None:
    assert end("5,2,0", "p2:3<3.1.2").view().places == [2, 1, 3]
    assert end("2,5,0", "p1:3<3.1.2").view().places == [1, 2, 3]
    assert end("6,2,0", "p2:3<3.1.2").view().places == [1, 2, 3]  # tokens only break ties
    shared = end("5,5,0", "")
    assert shared.view().places == [1, 1, 3]
    assert shared.tale()[-1] == "over p1,p2"
    assert shared.told("over") == [{"winners": [0, 1]}]
    assert end("5,5,5", "").view().places == [1, 1, 1]
    # Below zero too: -1 with three more on tokens beats 1 and a token of one.
    assert end("-1,1,-3", "p1:3<3.1.2,p2:1<1.2.2").view().places == [1, 2, 3]
    assert end("-4,-2,-3", "").view().places == [3, 1, 2]


@pytest.mark.parametrize(
    ("track", "tokens", "said"),
    [
        ("6,2,0", "p2:3<3.1.2", ("most", {"seat": 0, "n": 6, "ahead": 1})),
        ("5,2,0", "p2:3<3.1.2", ("tokens", {"seat": 1, "seats": [0], "n": 5, "total": 3})),
        ("5,5,0", "", ("tie", {"winners": [0, 1], "n": 5})),
    ],
)
def test_sr_27_the_end_says_what_decided(track: str, tokens: str, said: Any) -> None:
    prompt = game.prompt(end(track, tokens).view())
    assert (prompt.key.rpartition(".over.")[2], prompt.args) == said


def test_sr_28_false_clues_cannot_happen() -> None:
    with pytest.raises(ValueError, match="not true"):
        game.load(position(3, clues="p1_p1_1_type=_left1_honey_walnuts_eggs_yes"))
    for false in ("clue 1 type= left1", "clue 4 typeX left3", "clue 1 weight> left1"):
        table = Situation(position(3))
        assert false not in table.legal(0)
        assert table.refused(0, false) == "clue.false"
