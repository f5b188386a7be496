"""Secret Recipe by its rule pages, SR-12 to SR-18: the discussion. See test_rules.py."""

import pytest

from potluck.play.learned import EVERYBODY, NOBODY

from .situation import (
    APPLES,
    CELLS,
    CREAM,
    EGGS,
    GRAPES,
    HONEY,
    KINDS,
    MINT,
    PANTRY,
    RECIPES,
    SEATS,
    TOKENS,
    Situation,
    game,
    kept_all,
    material,
    position,
    voting,
)

# Luck that draws the tokens 1, 2 and 3 from a full pile.
ONE_TWO_THREE = ((0, 18), (3, 17), (6, 16))
SEALED = ["sealed p1", "sealed p2", "sealed p3"]


def every_vote(seat: str, hidden: dict[str, str], thinks: dict[str, str]) -> set[str]:
    """SR-12 to SR-14: all votes about these hidden slots of others; `thinks`: those that may get a theory."""
    tiles = PANTRY.split(",")
    votes = {"nothing"}
    for owner, slots in hidden.items():
        assert owner != seat
        for slot in slots:
            for kind in KINDS:
                if slot in thinks.get(owner, ""):
                    votes.add(f"think {owner} {slot} {kind}")
                cells = [cell for cell, tile in zip(CELLS, tiles, strict=True) if tile == kind]
                votes |= {f"unveil {owner} {slot} {kind} {cell}" for cell in [*cells, "none"]}
    return votes


# Discussion


def test_sr_12_all_vote_in_secret_at_the_same_time() -> None:
    table = voting()
    assert (table.step, table.asked()) == ("vote", "p1 p2 p3")
    table.play("p2 unveil p1 1 mint none")
    assert table.learned == NOBODY
    assert table.tale() == ["sealed p2"]
    for viewer in (0, 2, None):
        assert table.changed(viewer) == {"sealed.1": True, "waiting": [0, 2]}
        assert table.view(viewer).own_vote is None
    assert table.changed(1) == {
        "sealed.1": True, "waiting": [0, 2], "own_vote": game.moves.parse("unveil p1 1 mint none"),
    }  # fmt: skip
    assert table.legal(1) == []
    assert table.refused(1, "nothing") == "sealed"
    table.play("p1 nothing")
    assert table.tale() == ["sealed p1"]
    assert table.asked() == "p3"
    assert table.learned == NOBODY
    table.play("p3 nothing")
    assert table.tale()[:4] == [
        "sealed p3",
        "voted_nothing p1",
        "voted_unveil p2 p1 1 mint",
        "voted_nothing p3",
    ]
    assert table.learned == EVERYBODY
    assert table.view().sealed == [False] * 3


def test_sr_12_a_vote_for_nothing_of_all_goes_on_to_the_next_turn() -> None:
    table = voting().vote()
    assert table.tale() == [*SEALED, *(f"voted_nothing {seat}" for seat in SEATS[:3]), "turn p2"]
    changed = table.changed()
    votes = changed.pop("votes+")
    nothing = {"think": False, "owner": None, "slot": None, "kind": None, "cell": None}
    assert votes == [{"seat": seat} | nothing for seat in range(3)]
    assert changed == {"step": "turn", "waiting": [1], "active": 1, "turn": 1}
    assert table.asked() == "p2"
    table.play("p2 clue 1 type= left1")
    assert table.view().votes == []  # until the next ones are opened


def test_sr_12_votes_are_about_others_hidden_slots() -> None:
    table = voting(4, p2="1", p3="24", p4="123")
    hidden = {"p1": "1234", "p2": "234", "p3": "13", "p4": "4"}
    for seat in SEATS:
        others = {owner: slots for owner, slots in hidden.items() if owner != seat}
        assert set(table.legal(SEATS.index(seat))) == every_vote(seat, others, others)
    assert table.refused(0, "unveil p1 1 mint none") == "own"
    assert table.refused(0, "unveil p2 1 honey none") == "revealed"
    three = voting(3)
    assert three.refused(0, "unveil p4 1 honey none") == "seat"
    others = {"p2": "1234", "p3": "1234"}  # not the imaginary player
    assert set(three.legal(0)) == every_vote("p1", others, others)
    assert table.legal(4) == []


def test_sr_13_a_vote_may_collect_a_tile_of_its_kind() -> None:
    table = voting()
    assert table.legal(1, "unveil p1 1 apples") == [
        "unveil p1 1 apples b2", "unveil p1 1 apples b3", "unveil p1 1 apples none",
    ]  # fmt: skip
    assert table.legal(1, "unveil p1 1 mint") == ["unveil p1 1 mint none"]
    assert table.refused(1, "unveil p1 1 mint a1") == "collect"


def test_sr_13_from_the_first_turn_on() -> None:
    table = Situation.new(3, 1)
    table.play(f"{table.asked()} {table.legal(start='clue')[0]}")
    for seat in range(3):
        # Two recipes of four; nine kinds, nine tiles of the pantry.
        assert len(table.legal(seat, "unveil")) == 8 * (9 + 9)


def test_sr_13_the_first_of_all_votes_too() -> None:
    """Mint in cell a1: the vote that stands first in the table of moves."""
    pantry = PANTRY.replace("honey", "mint")
    table = voting(pantry=pantry).vote(p2="unveil p1 1 mint a1")
    assert table.tale()[3:9] == [
        "voted_nothing p1",
        "voted_collect p2 p1 1 mint a1",
        "voted_nothing p3",
        "revealed p1 1 mint",
        "right p2 3",
        "collected p2 a1",
    ]
    assert table.view().scores == [0, 4, 0]


def test_sr_14_a_theory_takes_a_marker_and_stays() -> None:
    table = voting().vote(p2="think p1 3 grapes", p3="think p2 4 cream")
    assert table.tale() == [
        *SEALED,
        "voted_nothing p1",
        "voted_think p2 p1 3 grapes",
        "voted_think p3 p2 4 cream",
        "turn p2",
    ]
    changed = table.changed()
    assert changed["thinks.1"] == changed["thinks.2"] == 3
    assert changed["recipes.0.2.theories+"] == [{"seat": 1, "kind": GRAPES}]
    assert changed["recipes.1.3.theories+"] == [{"seat": 2, "kind": CREAM}]
    assert changed["votes+"][1:] == [  # type: ignore[index]
        {"seat": 1, "think": True, "owner": 0, "slot": 2, "kind": GRAPES, "cell": None},
        {"seat": 2, "think": True, "owner": 1, "slot": 3, "kind": CREAM, "cell": None},
    ]
    table.play("p2 clue 1 type= left1")
    assert not table.legal(1, "think p1 3")
    assert table.refused(1, "think p1 3 mint") == "think.again"
    assert len(table.legal(1, "think p1")) == 27
    assert len(table.legal(2, "think p1 3")) == 9  # another player may
    assert len(table.legal(1, "unveil p1 3")) == 18  # and p2 may still unveil: nine kinds, nine tiles


def test_sr_14_four_theories_and_one_a_slot() -> None:
    theories = "p1_1_p2_mint,p1_2_p3_eggs,p3_2_p2_cream,p4_4_p2_mint"
    table = voting(4, theories=theories, thinks="4,1,3,4")
    p2 = {"p1": "1234", "p3": "1234", "p4": "1234"}
    assert set(table.legal(1)) == every_vote("p2", p2, {"p1": "234", "p3": "134", "p4": "123"})
    p3 = {"p1": "1234", "p2": "1234", "p4": "1234"}
    assert set(table.legal(2)) == every_vote("p3", p3, p3 | {"p1": "134"})
    table.vote(p2="think p1 2 cream")
    assert table.view().thinks == [4, 0, 3, 4]
    table.play("p2 clue 1 type= left1")
    assert not table.legal(1, "think")
    assert table.refused(1, "think p1 3 mint") == "think.none"
    assert set(table.legal(1)) == every_vote("p2", p2, {})


def test_sr_14_unveiling_ones_own_theory_pays_both() -> None:
    table = voting(theories="p1_1_p2_mint", thinks="4,3,4").vote(p2="unveil p1 1 mint none")
    assert table.tale()[6:9] == ["revealed p1 1 mint", "right p2 3", "theory p2"]
    assert table.view().scores == [0, 4, 0]


def test_sr_15_votes_are_opened_together_and_theories_are_not_answered() -> None:
    table = voting(4).vote(p2="think p1 1 mint", p3="unveil p1 2 honey none", p4="unveil p1 3 honey a1")
    assert table.tale() == [
        *SEALED,
        "sealed p4",
        "voted_nothing p1",
        "voted_think p2 p1 1 mint",
        "voted_unveil p3 p1 2 honey",
        "voted_collect p4 p1 3 honey a1",
        "wrong p3 p1 2",
        "wrong p4 p1 3",
        "turn p2",
    ]
    assert table.view().scores == [0, 0, -1, -1]  # the right theory says nothing
    assert not table.view().recipes[0][0].revealed
    votes = {
        vote.seat: (vote.think, vote.owner, vote.slot, vote.kind, vote.cell) for vote in table.view().votes
    }
    assert votes == {
        0: (False, None, None, None, None),
        1: (True, 0, 0, MINT, None),
        2: (False, 0, 1, HONEY, None),
        3: (False, 0, 2, HONEY, 0),
    }


def test_sr_15_theories_of_this_phase_are_placed_before_reveals() -> None:
    table = voting().vote(p2="unveil p3 4 apples none", p3="think p1 1 mint", p1="unveil p2 1 honey none")
    assert table.view().thinks == [4, 4, 3]
    table = voting(luck=ONE_TWO_THREE).vote(p2="unveil p1 1 mint none", p3="think p1 1 mint")
    assert table.tale()[3:] == [
        "voted_nothing p1",
        "voted_unveil p2 p1 1 mint",
        "voted_think p3 p1 1 mint",
        "revealed p1 1 mint",
        "right p2 3",
        "theory p3",
        "p2 p3 watching: took p1 3",
        "p1: hand p1 1,2,3",
    ]
    assert table.view().scores == [0, 3, 1]
    assert table.view().thinks == [4, 4, 3]


@pytest.mark.parametrize("owner", range(4))
def test_sr_15_every_vote_is_told_as_it_was_given(owner: int) -> None:
    voter = SEATS[owner - 1]
    for slot in range(4):
        kind = RECIPES[owner].split(",")[slot]
        wrong = "cream" if kind != "cream" else "mint"
        at = f"p{owner + 1} {slot + 1}"
        for vote, told in (
            (f"unveil {at} mint none", f"voted_unveil {voter} {at} mint"),
            (f"unveil {at} flour c3", f"voted_collect {voter} {at} flour c3"),
            (f"think {at} {wrong}", f"voted_think {voter} {at} {wrong}"),
        ):
            table = voting(4).vote(**{voter: vote})
            assert told in table.tale()
            (shown,) = (vote for vote in table.view().votes if vote.owner is not None)
            assert (shown.owner, shown.slot) == (owner, slot)
            said = [line.split()[:3] for line in table.tale() if line.split()[0] in ("revealed", "wrong")]
            right = vote.split()[3] == kind
            if vote.startswith("think"):
                assert said == []
                assert [each.seat for each in table.view().recipes[owner][slot].theories] == [(owner - 1) % 4]
            else:
                assert said == [["revealed", *at.split()] if right else ["wrong", voter, f"p{owner + 1}"]]
                assert table.view().recipes[owner][slot].revealed == right


def test_sr_16_the_active_players_recipe_comes_first_then_clockwise() -> None:
    table = Situation(position(4, active="p3")).play("p3 clue 1 type= left3")
    table.vote(
        p1="unveil p4 1 mint none",
        p2="unveil p3 1 strawberries none",
        p3="unveil p2 1 honey none",
        p4="unveil p1 1 mint none",
    )
    assert table.view().queue == [[3, 0], [0, 0], [1, 0]]
    order = table.told("revealed")
    while table.step == "keep":
        assert [args["owner"] for args in order][-1] == table.view().chooser
        table.play(f"{table.asked()} {table.legal()[0]}")
        order += table.told("revealed")
    assert [args["owner"] for args in order] == [2, 3, 0, 1]
    assert table.view().tokens == [1, 1, 1, 1]


def test_sr_16_slots_of_one_owner_go_in_order_each_finished_before_the_next() -> None:
    table = voting(4, luck=(*ONE_TWO_THREE, (0, 15), (0, 14), (0, 13)))
    table.vote(p2="unveil p1 4 flour none", p3="unveil p1 2 eggs none", p4="unveil p1 3 honey none")
    assert table.tale()[8:] == [
        "revealed p1 2 eggs",
        "right p3 3",
        "p2 p3 p4 watching: took p1 3",
        "p1: hand p1 1,2,3",
    ]
    assert (table.step, table.asked(), table.view().chooser, table.view().resume) == (
        "keep",
        "p1",
        0,
        "resolve",
    )
    assert table.view().queue == [[0, 2], [0, 3]]
    assert table.view().scores == [0, 0, 3, 0]
    assert table.learned == EVERYBODY
    table.play("p1 keep 3")
    assert table.learned == EVERYBODY
    assert table.tale() == [
        "p1: kept_own p1 3",
        "p2 p3 p4 watching: kept p1",
        "wrong p4 p1 3",
        "revealed p1 4 flour",
        "right p2 3",
        "p2 p3 p4 watching: took p1 3",
        "p1: hand p1 1,1,1",
    ]
    assert table.view().queue == []
    assert table.legal(0) == ["keep 1"]
    table.play("p1 keep 1")
    assert table.tale() == ["p1: kept_own p1 1", "p2 p3 p4 watching: kept p1", "turn p2"]


def test_sr_16_only_what_was_voted_on_is_taken_up() -> None:
    table = (
        Situation(position(4, active="p2")).play("p2 clue 1 type= left1").vote(p1="unveil p2 1 honey none")
    )
    assert table.step == "keep"
    assert table.view().queue == []


def test_sr_16_a_wrong_vote_after_a_token_is_kept() -> None:
    table = voting(4, luck=ONE_TWO_THREE).vote(p2="unveil p1 1 mint none", p3="unveil p2 1 mint none")
    table.play("p1 keep 1")
    assert table.tale() == ["p1: kept_own p1 1", "p2 p3 p4 watching: kept p1", "wrong p3 p2 1", "turn p2"]
    assert table.learned == EVERYBODY


def test_sr_16a_one_right_voter_three_points_several_one_each() -> None:
    alone = voting(luck=ONE_TWO_THREE).vote(p2="unveil p1 1 mint none")
    assert alone.tale() == [
        *SEALED,
        "voted_nothing p1",
        "voted_unveil p2 p1 1 mint",
        "voted_nothing p3",
        "revealed p1 1 mint",
        "right p2 3",
        "p2 p3 watching: took p1 3",
        "p1: hand p1 1,2,3",
    ]
    changed = alone.changed()
    assert len(changed.pop("votes+")) == 3  # type: ignore[arg-type]
    assert len(changed.pop("token_steps+")) == 1  # type: ignore[arg-type]
    assert changed == {
        "waiting": [0], "step": "keep", "scores.1": 3, "recipes.0.0.kind": MINT, "recipes.0.0.revealed": True,
        "pile": 15, "chooser": 0, "resume": "resolve",
    }  # fmt: skip
    both = voting(4).vote(p2="unveil p1 1 mint none", p3="unveil p1 1 mint none", p4="unveil p1 1 cream none")
    assert both.tale()[8:12] == ["revealed p1 1 mint", "right p2 1", "right p3 1", "wrong p4 p1 1"]
    assert both.view().scores == [0, 1, 1, -1]
    three = voting(4).vote(**dict.fromkeys(("p2", "p3", "p4"), "unveil p1 1 mint none"))
    assert three.view().scores == [0, 1, 1, 1]


def test_sr_16a_collecting_pays_one_more_and_turns_the_tile() -> None:
    table = voting().vote(p2="unveil p1 2 eggs c1", p3="unveil p1 2 eggs c1")
    assert table.tale()[3:11] == [
        "voted_nothing p1",
        "voted_collect p2 p1 2 eggs c1",
        "voted_collect p3 p1 2 eggs c1",
        "revealed p1 2 eggs",
        "right p2 1",
        "right p3 1",
        "collected p2 c1",
        "collected p3 c1",
    ]
    assert table.view().scores == [0, 2, 2]
    assert table.view().turned == [cell == 2 for cell in range(9)]
    assert table.view().pantry[2] == EGGS  # it leaves after the phase
    table.keep()
    assert not any(table.view().turned)
    assert table.view().discards[EGGS] == 1


def test_sr_16a_a_tile_turned_for_one_slot_may_be_used_for_the_next() -> None:
    table = voting().vote(p2="unveil p1 3 apples b2", p3="unveil p2 1 honey none", p1="unveil p3 4 apples b2")
    table.keep()
    assert table.view().scores == [4, 4, 3]


def test_sr_16b_wrong_voters_lose_one_also_beside_a_right_one() -> None:
    table = voting().vote(p2="unveil p1 2 eggs none", p3="unveil p1 2 honey a1")
    assert table.tale()[6:9] == ["revealed p1 2 eggs", "right p2 3", "wrong p3 p1 2"]
    assert table.view().scores == [0, 3, -1]
    assert not table.view().turned[0]  # marked by a wrong voter only
    assert table.view().failed == []


def test_sr_16b_nobody_right_the_tile_stays_hidden_and_nothing_is_said() -> None:
    table = voting(4).vote(
        p2="unveil p1 2 honey none", p3="unveil p1 2 cream a2", p4="unveil p1 2 honey none"
    )
    assert table.tale()[4:] == [
        "voted_nothing p1",
        "voted_unveil p2 p1 2 honey",
        "voted_collect p3 p1 2 cream a2",
        "voted_unveil p4 p1 2 honey",
        "wrong p2 p1 2",
        "wrong p3 p1 2",
        "wrong p4 p1 2",
        "turn p2",
    ]
    changed = table.changed()
    assert len(changed.pop("votes+")) == 4  # type: ignore[arg-type]
    assert changed == {
        "step": "turn", "waiting": [1], "active": 1, "turn": 1,
        "scores.1": -1, "scores.2": -1, "scores.3": -1,
        "failed+": [[0, 1, HONEY], [0, 1, CREAM]], "recipes.0.1.failed+": [HONEY, CREAM],
    }  # fmt: skip
    # What has failed once is not written down again.
    again = voting(failed="p1_2_honey").vote(p2="unveil p1 2 honey none", p3="unveil p2 1 cream none")
    assert again.view().failed == [[0, 1, HONEY], [1, 0, CREAM]]


def test_sr_16c_theories_pay_on_the_reveal_and_leave_the_game() -> None:
    table = voting(
        4,
        luck=ONE_TWO_THREE,
        theories="p1_1_p2_mint,p1_1_p3_grapes,p1_2_p2_eggs,p2_1_p4_honey",
        thinks="4,2,3,3",
    ).vote(p4="unveil p1 1 mint none")
    assert table.tale()[8:] == [
        "revealed p1 1 mint",
        "right p4 3",
        "theory p2",
        "p2 p3 p4 watching: took p1 3",
        "p1: hand p1 1,2,3",
    ]
    view = table.view()
    assert view.scores == [0, 1, 0, 3]
    assert view.recipes[0][0].theories == []
    assert [(each.seat, each.kind) for each in view.recipes[0][1].theories] == [(1, EGGS)]
    assert [(each.seat, each.kind) for each in view.recipes[1][0].theories] == [(3, HONEY)]
    assert view.thinks == [4, 2, 3, 3]  # they do not come back


def test_sr_16c_all_theories_of_a_slot_of_any_owner_pay() -> None:
    everybody = "p3_1_p1_strawberries,p3_1_p2_strawberries,p3_1_p4_strawberries"
    table = voting(4, theories=everybody, thinks="3,3,4,3").vote(p2="unveil p3 1 strawberries none")
    assert table.tale()[8:13] == [
        "revealed p3 1 strawberries", "right p2 3", "theory p1", "theory p2", "theory p4",
    ]  # fmt: skip
    assert table.view().scores == [1, 4, 0, 1]


def test_sr_16d_the_owner_keeps_one_of_three_tokens_in_secret() -> None:
    table = voting(luck=ONE_TWO_THREE).vote(p2="unveil p1 1 mint none")
    assert table.asked() == "p1"
    assert table.told("took", 1) == [{"seat": 0, "n": 3}]
    assert table.told("hand", 0) == [{"seat": 0, "tokens": [0, 1, 2]}]
    assert table.view(0).hand == [0, 1, 2]
    for other in (1, 2, None):
        assert table.view(other).hand == []
        (step,) = table.view(other).token_steps
        assert (step.seat, step.used, step.count, step.taken, step.kept, step.chosen) == (
            0, None, 3, None, None, False,
        )  # fmt: skip
    assert table.view(0).token_steps[0].taken == [0, 1, 2]
    assert table.legal(0) == ["keep 1", "keep 2", "keep 3"]
    assert table.legal(1) == table.legal(2) == []
    assert table.refused(0, "keep 1peek2") == "keep"
    table.play("p1 keep 2")
    assert table.learned == NOBODY
    assert table.tale() == ["p1: kept_own p1 2", "p2 p3 watching: kept p1", "turn p2"]
    assert table.told("kept_own", 0) == [{"seat": 0, "token": 1}]
    assert table.changed(1) == {
        "step": "turn", "waiting.0": 1, "active": 1, "turn": 1, "chooser": None, "resume": None,
        "tokens.0": 1, "token_discards": 2, "token_steps.0.chosen": True,
    }  # fmt: skip
    assert table.view(0).kept == [[1], None, None]
    assert table.view(0).token_steps[0].kept == 1
    assert table.view(1).kept == [None, [], None]
    assert game.pieces(table.state)["point tokens"] == 18


@pytest.mark.parametrize("at", range(5))
def test_sr_16d_every_token_may_be_drawn(at: int) -> None:
    before = sum(material.TOKEN_COUNTS[:at])
    for answer in range(before, before + material.TOKEN_COUNTS[at]):
        table = voting(luck=((answer, 18), (0, 17), (0, 16))).vote(p2="unveil p1 1 mint none")
        assert table.view(0).hand[0] == at
        offered = sorted({TOKENS.index("1"), *table.view(0).hand})
        assert table.legal(0) == [f"keep {TOKENS[token]}" for token in offered]


def test_sr_16d_whoevers_recipe_it_is() -> None:
    """The last three of the pile are tokens "2, or 1 and peek"; two go to the discards, and come again."""
    luck = ((0, 3), (0, 2), (0, 1), (11, 12), (10, 11), (9, 10))
    table = voting(tokens=kept_all(5, "p3"), luck=luck)
    table.vote(p1="unveil p2 1 honey none", p2="unveil p1 1 mint none")
    table.play("p1 keep 2peek1")
    assert table.tale() == [
        "p1: kept_own p1 2peek1",
        "p2 p3 watching: kept p1",
        "revealed p2 1 honey",
        "right p1 3",
        "pile",
        "p1 p3 watching: took p2 3",
        "p2: hand p2 2peek1,2peek1,1peek2",
    ]
    assert table.legal(1) == ["keep 1peek2", "keep 2peek1"]
    before, mine, last = table.view(1).token_steps[-3:]
    assert (before.seat, mine.seat, last.seat) == (2, 0, 1)
    assert (before.chosen, mine.chosen, last.chosen) == (True, True, False)
    assert last.taken == [4, 4, 3]
    table.play("p2 keep 1peek2")  # two more to the discards
    assert (table.view().pile, table.view().token_discards) == (9, 2)
    assert table.view(1).kept[1] == [3]


def test_sr_16d_a_choice_can_be_gone_on_with() -> None:
    """From a position in which p2 has taken tokens, and kept and shown some before."""
    tokens = "p2:2<1.3.2,p2:2peek1<1.2peek1.2,p2!2peek1,p2:?<3.1peek2.1"
    table = Situation(position(3, "keep", tokens=tokens))
    assert (table.asked(), table.view().chooser) == ("p2", 1)
    assert table.legal(1) == ["keep 1", "keep 3", "keep 1peek2"]
    assert table.view(1).kept[1] == [1]
    assert (table.view().pile, table.view().token_discards, table.view().tokens) == (9, 5, [0, 1, 0])
    table.play("p2 keep 3")
    assert table.view(1).kept[1] == [1, 2]
    assert (table.view().token_discards, table.asked()) == (7, "p2")


def test_sr_16d_one_token_even_if_several_were_right() -> None:
    table = voting().vote(p2="unveil p1 1 mint none", p3="unveil p1 1 mint none").keep()
    assert table.view().tokens == [1, 0, 0]
    assert len(table.view().token_steps) == 1


def test_sr_16d_an_empty_pile_is_made_anew_from_the_discards() -> None:
    # Six takings of three empty the pile; twelve lie discarded.
    table = voting(tokens=kept_all(6), luck=((0, 12), (0, 11), (0, 10)))
    assert (table.view().pile, table.view().token_discards) == (0, 12)
    table.vote(p3="unveil p1 1 mint none")
    assert table.tale()[6:] == [
        "revealed p1 1 mint",
        "right p3 3",
        "pile",
        "p2 p3 watching: took p1 3",
        "p1: hand p1 1,1,2",
    ]
    assert (table.view().pile, table.view().token_discards) == (9, 0)
    table.play("p1 keep 2")
    assert (table.view().pile, table.view().token_discards) == (9, 2)
    # Every sort may lie among the discards after that.
    high = voting(tokens=kept_all(6), luck=((11, 12), (0, 11), (0, 10))).vote(p3="unveil p1 1 mint none")
    high.play("p1 keep 1")
    assert (high.view().pile, high.view().token_discards) == (9, 2)


def test_sr_16d_a_short_pile_is_filled_up_from_the_discards() -> None:
    # After twelve takings two are left and four lie discarded.
    table = voting(tokens=kept_all(12), luck=((1, 2), (0, 1), (0, 4)))
    assert (table.view().pile, table.view().token_discards) == (2, 4)
    table.vote(p3="unveil p1 1 mint none")
    assert table.tale()[8:10] == ["pile", "p2 p3 watching: took p1 3"]
    assert (table.view().pile, table.view().token_discards) == (3, 0)


def test_sr_16d_too_few_tokens_choose_among_what_exists() -> None:
    two = voting(tokens=kept_all(16)).vote(p3="unveil p1 1 mint none")
    assert two.told("took", 1) == [{"seat": 0, "n": 2}]
    assert len(two.view(0).hand) == 2
    one = voting(tokens=kept_all(17)).vote(p3="unveil p1 1 mint none")
    assert len(one.view(0).hand) == 1
    none = voting(tokens=kept_all(18)).vote(p3="unveil p1 1 mint none", p2="unveil p1 2 eggs none")
    assert none.tale()[6:] == [
        "revealed p1 1 mint", "right p3 3", "no_token p1",
        "revealed p1 2 eggs", "right p2 3", "no_token p1", "turn p2",
    ]  # fmt: skip


def test_sr_17_collected_tiles_are_replaced_after_the_phase() -> None:
    table = voting(4).vote(p2="unveil p1 2 eggs c1", p3="unveil p1 3 apples b2", p4="unveil p1 3 apples b3")
    assert table.told("refill") == []
    table.keep()
    assert table.learned == EVERYBODY  # new tiles were drawn
    tale = table.tale()
    assert [line.split()[1] for line in tale if line.startswith("refill")] == ["c1", "b2", "b3"]
    assert not [line for line in tale if line.startswith("discard")]
    assert tale[-1] == "turn p2"  # the tiles lie before the next turn begins
    view = table.view()
    assert (view.discards[EGGS], view.discards[APPLES], sum(view.discards)) == (1, 2, 3)
    assert not any(view.turned)


def test_sr_17_also_before_a_tea_break() -> None:
    table = voting(score="0,5,0", luck=(*ONE_TWO_THREE, (0, 16))).vote(p2="unveil p1 2 eggs c1")
    table.play("p1 keep 1")
    assert table.tale() == ["p1: kept_own p1 1", "p2 p3 watching: kept p1", "refill c1 mint", "tea"]
    assert table.step == "tea"
    assert table.view().pantry[2] == MINT
    assert not any(table.view().turned)


def test_sr_18_points_below_zero_and_above_thirty() -> None:
    table = voting(score="0,-1,30", crossed="3").vote(p2="unveil p1 2 honey none", p3="unveil p1 1 mint none")
    table.keep()
    assert table.view().scores == [0, -2, 33]
