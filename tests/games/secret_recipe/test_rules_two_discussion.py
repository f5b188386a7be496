"""Secret Recipe by its rule pages, SR-48 to SR-51: the discussion of two players. See test_rules.py.

The recipes are those of situation.py, two each:

    p1 mint eggs apples flour honey grapes walnuts cream
    p2 strawberries strawberries flour apples mint flour eggs grapes
"""

from itertools import product

import pytest

from potluck.play.learned import EVERYBODY, NOBODY, OTHERS

from .situation import (
    APPLES,
    CELLS,
    HONEY,
    KINDS,
    MINT,
    PANTRY,
    RECIPES,
    SEATS,
    STRAWBERRIES,
    Situation,
    kept_all,
    pair,
    talk,
    two,
)

EIGHT = (",".join(RECIPES[:2]).split(","), ",".join(RECIPES[2:]).split(","))
# Luck that draws three tokens 1 from a full pile, and what is told of it.
ALL_ONES = ((0, 18), (0, 17), (0, 16))


def took(seat: str) -> list[str]:
    other = "p2" if seat == "p1" else "p1"
    return [f"{other} watching: took {seat} 3", f"{seat}: hand {seat} 1,1,1"]


def test_sr_48_a_right_vote_scores_two_and_one_for_a_pantry_tile() -> None:
    table = talk().play("p1 unveil p2 4 apples b3")
    assert table.tale() == [
        "voted_collect p1 p2 4 apples b3",
        "revealed p2 4 apples",
        "right p1 2",
        "collected p1 b3",
        "marker p1 1",
    ]
    assert table.told("marker") == [{"seat": 0, "space": 1}]
    changed = table.changed()
    assert changed.pop("votes+") == [
        {"seat": 0, "think": False, "owner": 1, "slot": 3, "kind": APPLES, "cell": 7}
    ]
    assert changed == {
        "waiting.0": 1, "step": "counter", "scores.0": 3, "turned.7": True, "recipes.1.3.kind": APPLES,
        "recipes.1.3.revealed": True, "pair.marker.0": 1, "pair.case": "A",
    }  # fmt: skip
    assert table.view().tokens == [0, 0]  # the opponent gets nothing
    plain = talk().play("p1 unveil p2 8 grapes none")
    assert plain.tale() == [
        "voted_unveil p1 p2 8 grapes",
        "revealed p2 8 grapes",
        "right p1 2",
        "marker p1 1",
    ]
    assert plain.view().scores == [2, 0]
    assert plain.learned == EVERYBODY


def test_sr_48_all_votes_about_the_opponents_hidden_slots() -> None:
    tiles = PANTRY.split(",")
    for seat, hidden in ((0, "1345678"), (1, "12345678")):
        table = talk(p2="2", initiator=SEATS[seat])
        votes = {"nothing"}
        for slot, kind in product(hidden, KINDS):
            cells = [cell for cell, tile in zip(CELLS, tiles, strict=True) if tile == kind]
            votes |= {f"unveil p{2 - seat} {slot} {kind} {cell}" for cell in [*cells, "none"]}
        assert set(table.legal(seat)) == votes
        assert table.legal(1 - seat) == []
        assert table.asked() == SEATS[seat]
        counter = talk("counter", p2="2", initiator=SEATS[1 - seat], case="A")
        assert set(counter.legal(seat)) == votes
        assert counter.legal(1 - seat) == []
        assert counter.asked() == SEATS[seat]


def test_sr_48_a_wrong_vote_costs_one_and_resets_the_marker() -> None:
    table = talk(marker="2,3").play("p1 unveil p2 1 mint none")
    assert table.tale() == ["voted_unveil p1 p2 1 mint", "wrong p1 p2 1", "out p1"]
    assert table.learned == EVERYBODY
    assert table.told("wrong") == [{"seat": 0, "owner": 1, "slot": 0}]
    changed = table.changed()
    assert len(changed.pop("votes+")) == 1  # type: ignore[arg-type]
    assert changed == {
        "waiting.0": 1, "step": "counter", "scores.0": -1, "failed+": [[1, 0, MINT]], "pair.marker.0": 0,
        "pair.out.0": True, "pair.case": "B", "recipes.1.0.failed+": [MINT],
    }  # fmt: skip
    assert not table.view().recipes[1][0].revealed
    marked = talk().play("p1 unveil p2 1 honey a1")
    assert marked.tale()[0] == "voted_collect p1 p2 1 honey a1"
    assert not marked.view().turned[0]
    assert marked.view().scores == [-1, 0]


def test_sr_48_a_wrong_counter_is_a_wrong_vote_too() -> None:
    table = talk(marker="0,3").play("p1 unveil p2 1 mint none", "p2 unveil p1 3 cream none")
    assert table.tale()[3:] == [
        "voted_unveil p2 p1 3 cream", "wrong p2 p1 3", "out p2", "phase_ends", "round 7", "turn p2",
    ]  # fmt: skip
    assert table.view().failed == [[1, 0, MINT], [0, 2, 8]]
    assert table.view().scores == [-1, -1]
    answered = talk(marker="0,3", luck=ALL_ONES).play(
        "p1 unveil p2 1 strawberries none", "p2 unveil p1 3 cream none"
    )
    assert pair(answered)["marker"] == [1, 0]
    assert answered.view().failed == [[0, 2, 8]]
    again = talk(failed="p2_1_mint").play("p1 unveil p2 1 mint none")
    assert again.view().failed == [[1, 0, MINT]]


def test_sr_48_only_the_second_and_third_in_a_row_give_a_token() -> None:
    for seat in ("p1", "p2"):
        vote = "unveil p2 1 strawberries none" if seat == "p1" else "unveil p1 1 mint none"
        at = SEATS.index(seat)
        for marker, token, after in ((0, False, 1), (1, True, 2), (2, True, 3), (3, False, 3)):
            both = [0, 0]
            both[at] = marker
            table = talk(initiator=seat, marker=f"{both[0]},{both[1]}").play(f"{seat} {vote}")
            assert bool(table.view(at).hand) == token
            both[at] = after
            assert pair(table)["marker"] == both
            assert table.told("marker") == ([{"seat": at, "space": after}] if marker < 3 else [])


def test_sr_49_the_initiator_declines() -> None:
    table = talk().play("p1 nothing")
    assert table.tale() == ["declined p1", "out p1"]
    assert table.learned == NOBODY
    assert pair(table) == {"initiator": 1, "out": [True, False], "case": None, "marker": [0, 0]}
    assert (table.step, table.asked()) == ("initiate", "p2")
    table.play("p2 nothing")
    assert table.tale() == ["declined p2", "out p2", "phase_ends", "round 7", "turn p2"]
    assert table.learned == NOBODY
    assert "initiator" not in table.text()


def test_sr_49_right_and_no_counter_brings_the_bonus() -> None:
    table = talk(luck=ALL_ONES).play("p1 unveil p2 1 strawberries none", "p2 nothing")
    assert table.tale()[4:] == ["declined p2", "bonus p1", *took("p1")]
    assert table.told("bonus") == [{"seat": 0}]
    assert table.learned == EVERYBODY
    assert (table.step, table.asked(), table.view().resume) == ("keep", "p1", "start")
    table.play("p1 keep 1")
    assert table.learned == NOBODY
    assert table.tale() == ["p1: kept_own p1 1", "p2 watching: kept p1"]
    assert pair(table) == {"initiator": 0, "out": [False, False], "case": None, "marker": [1, 0]}
    assert (table.step, table.asked()) == ("initiate", "p1")
    assert [(vote.seat, vote.owner) for vote in table.view().votes] == [(0, 1), (1, None)]


def test_sr_49_right_and_a_wrong_counter_brings_the_bonus() -> None:
    table = talk(luck=ALL_ONES).play("p1 unveil p2 1 strawberries none", "p2 unveil p1 1 honey none")
    assert table.tale()[4:] == [
        "voted_unveil p2 p1 1 honey",
        "wrong p2 p1 1",
        "out p2",
        "bonus p1",
        *took("p1"),
    ]
    table.play("p1 keep 1")
    assert pair(table) == {"initiator": 0, "out": [False, True], "case": None, "marker": [1, 0]}
    table.play("p1 nothing")
    assert table.tale() == ["declined p1", "out p1", "phase_ends", "round 7", "turn p2"]


def test_sr_49_right_and_a_right_counter_no_bonus() -> None:
    table = talk().play("p1 unveil p2 1 strawberries none", "p2 unveil p1 1 mint none")
    assert table.tale()[4:] == [
        "voted_unveil p2 p1 1 mint",
        "revealed p1 1 mint",
        "right p2 2",
        "marker p2 1",
    ]
    assert pair(table) == {"initiator": 0, "out": [False, False], "case": None, "marker": [1, 1]}
    assert (table.step, table.asked()) == ("initiate", "p1")


def test_sr_49_wrong_and_no_counter_ends_the_phase() -> None:
    table = talk().play("p1 unveil p2 1 mint none", "p2 nothing")
    assert table.tale()[3:] == ["declined p2", "phase_ends", "round 7", "turn p2"]
    assert table.learned == NOBODY
    assert table.view().tokens == [0, 0]


def test_sr_49_wrong_and_a_right_counter_the_counterer_is_initiator() -> None:
    table = talk().play("p1 unveil p2 1 mint none", "p2 unveil p1 1 mint none")
    assert table.tale()[3:] == [
        "voted_unveil p2 p1 1 mint",
        "revealed p1 1 mint",
        "right p2 2",
        "marker p2 1",
    ]
    assert pair(table) == {"initiator": 1, "out": [True, False], "case": None, "marker": [0, 1]}
    assert (table.step, table.asked()) == ("initiate", "p2")
    table.play("p2 nothing")  # p1 is out already
    assert table.tale() == ["declined p2", "out p2", "phase_ends", "round 7", "turn p2"]


def test_sr_49_who_is_out_may_counter_and_is_put_out_but_once() -> None:
    table = talk(luck=ALL_ONES).play("p1 nothing", "p2 unveil p1 1 mint none")
    assert pair(table) == {"initiator": 1, "out": [True, False], "case": "A", "marker": [0, 1]}
    assert (table.step, table.asked()) == ("counter", "p1")
    table.play("p1 unveil p2 1 mint none")
    assert table.tale() == ["voted_unveil p1 p2 1 mint", "wrong p1 p2 1", "bonus p2", *took("p2")]
    table.play("p2 keep 1", "p2 unveil p1 8 honey none")
    assert table.tale()[2:] == ["voted_unveil p2 p1 8 honey", "wrong p2 p1 8", "out p2"]
    assert pair(table)["case"] == "B"
    assert (table.step, table.asked()) == ("counter", "p1")  # both are out; p1 may counter all the same
    table.play("p1 unveil p2 1 strawberries none")
    assert table.tale()[3:] == ["marker p1 1", "phase_ends", "round 7", "turn p2"]


def test_sr_49_the_second_player_too() -> None:
    """The same with the seats changed: p2 begins, is out, and is put out but once."""
    table = talk(initiator="p2", luck=ALL_ONES).play("p2 nothing")
    assert table.tale() == ["declined p2", "out p2"]
    assert [vote.seat for vote in table.view().votes] == [1]
    assert pair(table) == {"initiator": 0, "out": [False, True], "case": None, "marker": [0, 0]}
    table.play("p1 unveil p2 1 strawberries none", "p2 unveil p1 8 mint none")
    assert table.tale()[4:] == ["voted_unveil p2 p1 8 mint", "wrong p2 p1 8", "bonus p1", *took("p1")]


def test_sr_49_every_slot_of_either() -> None:
    for seat, slot in product(range(2), range(8)):
        voter, other = f"p{seat + 1}", f"p{2 - seat}"
        kind = "mint" if EIGHT[1 - seat][slot] != "mint" else "cream"
        table = talk(initiator=voter).play(f"{voter} unveil {other} {slot + 1} {kind} none")
        assert table.tale() == [
            f"voted_unveil {voter} {other} {slot + 1} {kind}",
            f"wrong {voter} {other} {slot + 1}",
            f"out {voter}",
        ]  # fmt: skip
        right = talk(initiator=voter).play(f"{voter} unveil {other} {slot + 1} {EIGHT[1 - seat][slot]} none")
        assert right.tale()[1] == f"revealed {other} {slot + 1} {EIGHT[1 - seat][slot]}"


def test_sr_49_who_is_not_able_does_not_begin() -> None:
    """p2 has revealed all of p1 before; p1 goes on alone."""
    table = talk(initiator="p2", p1="2345678").play("p2 unveil p1 1 mint none", "p1 nothing").keep()
    assert pair(table) == {"initiator": 0, "out": [False, True], "case": None, "marker": [0, 1]}
    assert (table.step, table.asked()) == ("initiate", "p1")


def bonus(table: Situation) -> list[int]:
    return [int(str(args["seat"])) for args in table.told("bonus")]


def all_bonus(table: Situation, *moves: str) -> list[int]:
    """Play, keeping any tokens on the way; who got bonuses."""
    found: list[int] = []
    for move in moves:
        table.play(move)
        found += bonus(table)
        while table.step == "keep":
            table.play(f"{table.asked()} {table.legal()[0]}")
            found += bonus(table)
    return found


def over(table: Situation) -> bool:
    """Whether the discussion has ended: the next round's turn is on."""
    return table.step == "turn" and table.view().turn == 12


def test_sr_49_path_1() -> None:
    """F right, S silent: bonus; F declines; S right, F counters right: no bonus; S declines: end."""
    table = talk()
    assert all_bonus(table, "p1 unveil p2 1 strawberries none", "p2 nothing") == [0]
    assert (table.step, table.asked()) == ("initiate", "p1")
    assert all_bonus(table, "p1 nothing") == []
    assert table.asked() == "p2"
    assert all_bonus(table, "p2 unveil p1 1 mint none", "p1 unveil p2 2 strawberries none") == []
    assert (table.step, table.asked()) == ("initiate", "p2")
    table.play("p2 nothing")
    assert over(table)
    assert table.view().tokens == [2, 0]  # the bonus, and the second right vote in a row


@pytest.mark.parametrize("answer", ["nothing", "unveil p1 1 honey none"])
def test_sr_49_path_2(answer: str) -> None:
    """F wrong, S silent or wrong: end."""
    table = talk()
    assert all_bonus(table, "p1 unveil p2 1 mint none", f"p2 {answer}") == []
    assert over(table)
    assert pair(table) == {"initiator": None, "out": [False, False], "case": None, "marker": [0, 0]}
    assert "initiator" not in table.text()


def test_sr_49_path_3() -> None:
    """F declines, S wrong, F counters right: both out, end."""
    table = talk()
    assert all_bonus(table, "p1 nothing", "p2 unveil p1 1 honey none") == []
    assert table.step == "counter"
    assert all_bonus(table, "p1 unveil p2 1 strawberries none") == []
    assert over(table)


def test_sr_49_path_4() -> None:
    """F right and collects; S swaps the pantry, counters right: no bonus, Start."""
    table = talk(tea="0,1", took="0,1", freed="0,3")
    table.play("p1 unveil p2 1 strawberries a3", "p2 swap", "p1 erase row3", "p1 content", "p2 content")
    assert table.view().turned[6]
    assert all_bonus(table, "p2 unveil p1 1 mint none") == []
    assert (table.step, table.asked()) == ("initiate", "p1")
    assert not any(table.view().turned)  # replaced at Start
    assert table.view().discards[STRAWBERRIES] == 1


def test_sr_49_path_5() -> None:
    """F reveals the eighth: F not able; S goes on, S's right votes earn bonuses uncountered."""
    table = talk(p2="2345678")
    assert all_bonus(table, "p1 unveil p2 1 strawberries none", "p2 nothing") == [0]
    assert (table.step, table.asked()) == ("initiate", "p2")
    assert pair(table)["out"] == [True, False]
    assert all_bonus(table, "p2 unveil p1 1 mint none") == [1]
    assert (table.step, table.asked()) == ("initiate", "p2")
    assert all_bonus(table, "p2 unveil p1 2 eggs none") == [1]
    assert table.view().tokens == [1, 3]  # two bonuses, and the second right vote in a row
    table.play("p2 nothing")
    assert table.view().places is not None


def test_sr_49_path_6() -> None:
    """F declines, S right, F counters wrong: bonus to S."""
    table = talk()
    moves = ("p1 nothing", "p2 unveil p1 1 mint none", "p1 unveil p2 1 mint none")
    assert all_bonus(table, *moves) == [1]
    assert (table.step, table.asked()) == ("initiate", "p2")


def test_sr_49_path_7() -> None:
    """As 5 with all eighteen tokens kept: no token, Start."""
    table = talk(p2="2345678", tokens=kept_all(18))
    assert all_bonus(table, "p1 unveil p2 1 strawberries none", "p2 nothing") == [0]
    table.play("p2 unveil p1 1 mint none")
    assert table.tale()[3:] == ["marker p2 1", "bonus p2", "no_token p2"]
    assert table.told("no_token") == [{"seat": 1}]
    assert (table.step, table.asked()) == ("initiate", "p2")


def test_sr_49_who_cannot_counter_is_not_asked() -> None:
    # p2 has revealed all of p1; p1 votes wrong and p2 has nothing to counter with: the phase is over.
    table = talk(p1="12345678").play("p1 unveil p2 1 mint none")
    assert table.tale()[2:4] == ["out p1", "phase_ends"]
    assert table.step == "over"
    # After a right vote there is the bonus at once.
    right = talk(p1="12345678", luck=ALL_ONES).play("p1 unveil p2 1 strawberries none")
    assert right.tale()[3:] == ["marker p1 1", "bonus p1", *took("p1")]


def test_sr_49_declining_a_counter_puts_nobody_out() -> None:
    declined = talk().play("p1 unveil p2 1 strawberries none", "p2 nothing").keep()
    assert pair(declined)["out"] == [False, False]
    declined.play("p1 nothing")
    assert (declined.step, declined.asked()) == ("initiate", "p2")


def test_sr_49_turned_tiles_are_replaced_at_start() -> None:
    luck = (*ALL_ONES, (0, 16))
    table = talk(luck=luck).play("p1 unveil p2 4 apples b2", "p2 nothing")
    assert table.view().turned[4]
    table.play("p1 keep 1")
    assert table.learned == EVERYBODY
    assert table.tale() == ["p1: kept_own p1 1", "p2 watching: kept p1", "refill b2 mint"]
    assert table.view().pantry[4] == MINT
    assert table.view().discards[APPLES] == 1
    assert f"unveil p2 5 mint {CELLS[4]}" in table.legal(0)


def test_sr_49_a_counter_may_collect_the_tile_just_turned() -> None:
    table = talk().play("p1 unveil p2 4 apples b2", "p2 unveil p1 3 apples b2")
    assert table.tale()[5:10] == [
        "voted_collect p2 p1 3 apples b2", "revealed p1 3 apples", "right p2 2", "collected p2 b2",
        "marker p2 1",
    ]  # fmt: skip
    assert table.view().scores == [3, 3]
    assert table.view().discards[APPLES] == 1
    assert table.tale()[10].startswith("refill b2 ")


def test_sr_49_who_learns_when_no_token_is_left() -> None:
    none = talk(tokens=kept_all(18)).play("p1 unveil p2 1 strawberries none", "p2 nothing")
    assert none.learned == NOBODY
    turned = talk(tokens=kept_all(18)).play("p1 unveil p2 4 apples b2", "p2 nothing")
    assert turned.learned == EVERYBODY


def test_sr_50_after_the_phase_markers_go_back_and_the_next_round_begins() -> None:
    table = talk(marker="2,3").play("p1 nothing", "p2 nothing")
    assert pair(table) == {"initiator": None, "out": [False, False], "case": None, "marker": [0, 0]}
    assert over(table)
    assert table.tale()[4:] == ["phase_ends", "round 7", "turn p2"]
    assert table.told("round") == [{"n": 7}]
    assert table.view().active == 1  # p2 began round 1
    assert not table.view().discarded
    turned = talk("counter", luck=((0, 16),), turned="a3", case="B").play("p2 nothing")
    assert turned.tale() == ["declined p2", "phase_ends", "refill a3 mint", "round 7", "turn p2"]
    assert turned.learned == EVERYBODY
    assert not any(turned.view().turned)
    assert turned.view().discards[STRAWBERRIES] == 1


@pytest.mark.parametrize("first", [0, 1])
def test_sr_50_the_next_round_begins_with_the_other_player(first: int) -> None:
    for number in (6, 7):
        begins = (first + number - 1) % 2
        table = talk(
            turn=str(number * 2 - 1), first=SEATS[first], active=SEATS[1 - begins], initiator=SEATS[begins]
        ).play(f"p{begins + 1} nothing", f"p{2 - begins} nothing")
        assert table.tale()[-2:] == [f"round {number + 1}", f"turn p{2 - begins}"]


def test_sr_51_the_game_ends_after_the_phase_in_which_eight_were_revealed() -> None:
    table = talk(p2="2345678", score="0,1").play("p1 unveil p2 1 strawberries none")
    assert (table.step, table.view().places) == ("counter", None)
    table.play("p2 nothing").keep()
    assert table.step == "initiate"  # S may go on
    table.play("p2 nothing")
    assert table.view().places == [1, 2]
    assert (table.step, table.asked(), table.view().round, table.view().turn) == ("over", "", 6, 11)
    assert table.tale()[:3] == ["declined p2", "out p2", "phase_ends"]
    assert table.tale()[-1] == "over p1"
    other = talk(p1="2345678", initiator="p2").play("p2 unveil p1 1 mint none", "p1 nothing").keep()
    other.play("p1 nothing")
    assert other.step == "over"


def test_sr_51_tokens_count_as_with_more_players() -> None:
    table = talk(p2="12345678", tokens="p1:3<3.1.2,p2:2peek1<2peek1.1.2", score="0,1", initiator="p2")
    table.play("p2 nothing")
    assert table.tale()[2:] == ["phase_ends", "unused p1 3", "unused p2 2peek1", "over p1"]
    assert table.learned == EVERYBODY  # the tokens are shown
    assert table.view().scores == [3, 3]
    assert table.view().places == [1, 2]  # more on tokens


def test_sr_51_two_players_have_the_round_limit_too() -> None:
    before = talk(turn="57", active="p2", initiator="p1").play("p1 nothing", "p2 nothing")
    assert before.step == "turn"
    table = talk(turn="59", active="p1", initiator="p2").play("p2 nothing", "p1 nothing")
    assert table.view().places == [1, 1]
    assert table.tale()[4:] == ["phase_ends", "over p1,p2"]
    assert table.learned == NOBODY
    assert (table.view().round, table.view().turn) == (30, 60)
    assert HONEY in table.view().pantry


def test_sr_51_the_limit_may_lie_within_the_first_five_rounds() -> None:
    table = two(limit="2", turn="3", active="p1", freed="31,31", took="15,15").play("p1 clue 2 type= left1")
    assert table.tale()[1:] == ["over p1,p2"]
    assert table.learned == OTHERS
    assert table.view().round == 2
    shown = two(limit="2", turn="3", active="p1", freed="31,31", took="15,15", tokens="p2:1<1.2.2").play(
        "p1 clue 2 type= left1"
    )
    assert shown.learned == EVERYBODY
