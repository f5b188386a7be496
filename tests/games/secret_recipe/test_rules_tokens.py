"""Secret Recipe by its rule pages, SR-19 and SR-20: the point tokens. See test_rules.py."""

import pytest

from potluck.play.chance import Replay
from potluck.play.learned import EVERYBODY, OTHERS

from .situation import (
    CLUE,
    SPOTS,
    STRAWBERRIES,
    TOKENS,
    Situation,
    game,
    material,
    position,
    voting,
)

# Point tokens


def test_sr_19_kept_tokens_are_secret_and_score_at_the_end() -> None:
    tokens = "p1:3<3.1.2,p1:3<3.1.2,p2:2peek1<2peek1.1peek2.1"
    table = voting(3, p1="234", p2="1234", p3="1234", tokens=tokens, score="4,0,5").vote(
        p2="unveil p1 1 mint none"
    )
    assert table.view(2).kept == [None, None, []]
    assert table.view(0).kept == [[2, 2], None, None]
    assert table.view(None).kept == [None, None, None]
    assert table.view(2).tokens == [2, 1, 0]
    assert table.view(2).scores == [4, 3, 5]
    kept = table.legal(0)[0]
    table.play(f"p1 {kept}")
    token = TOKENS.index(kept.split()[1])
    assert table.view(2).kept == [sorted([2, 2, token]), [4], []]
    assert table.view(2).scores == [4 + 6 + material.TOKEN_VALUE[token], 3 + 2, 5]


PEEKS = "p2:2peek1<2peek1.1.2,p3:1peek2<1peek2.1.2,p3:3<3.1.2"
# Every pair of two different shelves.
PAIRS = [f"peek2 {one} {two}" for at, one in enumerate(SPOTS) for two in SPOTS[at + 1 :]]


def test_sr_20_a_peek_token_is_shown_used_and_discarded() -> None:
    table = Situation(position(3, tokens=PEEKS))
    assert (table.asked(), table.free()) == ("p1", "p2 p3")  # by the public number of kept tokens
    assert table.legal(1) == [f"peek1 {spot}" for spot in SPOTS]
    assert table.legal(2) == PAIRS
    table.play("p2 peek1 top3")
    assert table.tale() == [
        "token_used p2 2peek1",
        "p2: saw p2 top3 apples",
        "p1 p3 watching: peeked p2 top3",
    ]
    assert table.told("token_used", 0) == [{"seat": 1, "token": 4}]
    assert table.learned == EVERYBODY
    assert table.learned == EVERYBODY
    shown = {"seat": 1, "used": 4, "count": 0, "taken": None, "kept": None, "chosen": True}
    assert table.changed() == {
        "scores.1": 1, "shelves.5.seen+": [1], "tokens.1": 0, "token_discards": 7, "token_steps+": [shown],
    }  # fmt: skip
    assert table.view(1).kept[1] == []
    assert table.free() == "p3"
    assert table.legal(1) == []
    assert table.refused(1, "peek1 left1") == "peek.none"
    table.play("p3 peek2 left1 right3")
    assert table.tale() == [
        "token_used p3 1peek2",
        "p3: saw p3 left1 grapes",
        "p1 p2 watching: peeked p3 left1",
        "p3: saw p3 right3 cream",
        "p1 p2 watching: peeked p3 right3",
    ]
    assert table.view().scores == [0, 1, 0]
    assert table.view().tokens == [0, 0, 1]
    assert table.view(2).kept[2] == [2]
    assert table.view().token_discards == 8
    assert (table.step, table.asked()) == ("turn", "p1")


def test_sr_20_the_tokens_pairs_are_any_two_shelves() -> None:
    phrase = game.moves.phrase(game.moves.parse("peek2 left1 right3"))
    assert phrase.args == {"shelf": SPOTS.index("left1"), "other": SPOTS.index("right3")}
    for pair in (*PAIRS[:9], *PAIRS[-4:]):
        _, one, two = pair.split()
        table = Situation(position(3, tokens=PEEKS)).play(f"p3 {pair}")
        assert [SPOTS[int(str(args["shelf"]))] for args in table.told("saw", 2)] == [one, two]


@pytest.mark.parametrize("spot", SPOTS)
def test_sr_20_a_token_peeks_at_any_shelf_once_more_for_nothing(spot: str) -> None:
    table = Situation(position(3, tokens=PEEKS, seen=",".join(["2"] * 9))).play(f"p2 peek1 {spot}")
    assert table.tale() == ["token_used p2 2peek1"]  # it has seen them all
    assert table.learned == OTHERS  # that it was a peek token
    assert Situation(position(3, tokens=PEEKS)).play(f"p2 peek1 {spot}").told("peeked", 0) == [
        {"seat": 1, "shelf": SPOTS.index(spot)}
    ]


def test_sr_20_who_learns_by_two_peeks() -> None:
    for seen, learned in (("-,-", EVERYBODY), ("3,-", EVERYBODY), ("-,3", EVERYBODY), ("3,3", OTHERS)):
        table = Situation(position(3, tokens=PEEKS, seen=f"{seen},-,-,-,-,-,-,-"))
        assert table.play("p3 peek2 left1 left2").learned == learned


def test_sr_20_at_any_time_out_of_turn_and_while_others_decide() -> None:
    table = Situation(position(3, tokens=PEEKS, active="p2"))
    assert table.legal(1)[-9:] == [f"peek1 {spot}" for spot in SPOTS]  # besides what p2 owes
    assert table.legal(2) == PAIRS
    assert table.free() == "p3"  # who is asked anyway is no bystander
    table = Situation(position(3, tokens=PEEKS)).play(CLUE)
    assert table.legal(1, "peek") == [f"peek1 {spot}" for spot in SPOTS]
    assert table.legal(1, "nothing")
    assert table.free() == ""
    table.play("p3 nothing")
    assert table.legal(2) == PAIRS
    assert table.free() == "p3"
    table.play("p3 peek2 left1 right3")
    assert table.view().sealed == [False, False, True]  # nothing is reopened
    assert table.asked() == "p1 p2"
    tea = Situation(position(3, "tea", tokens=PEEKS)).play("p3 ask p1 mint")
    assert tea.legal(1, "peek") == [f"peek1 {spot}" for spot in SPOTS]
    assert len(tea.legal(1, "ask")) == 18
    assert tea.legal(2) == PAIRS
    assert tea.free() == "p3"


def test_sr_20_being_asked_tells_nothing_about_the_tokens() -> None:
    for token in ("1", "2", "3", "1peek2", "2peek1"):
        table = Situation(position(3, tokens=f"p2:{token}<{token}.1.2"))
        assert table.free() == "p2"
        assert bool(table.legal(1)) == ("peek" in token)
    assert Situation(position(3, tokens="p2:3<3.1.2")).refused(1, "peek1 left1") == "peek.none"


def test_sr_20_not_while_votes_resolve_or_a_swap_is_settled() -> None:
    keeping = voting(tokens=PEEKS).vote(p2="unveil p1 1 mint none")
    assert keeping.legal(1) == keeping.legal(2) == []
    assert not [move for move in keeping.legal(0) if not move.startswith("keep")]
    assert keeping.free() == ""
    assert keeping.refused(1, "peek1 left1") == "when.peek"
    swapping = Situation(position(3, tokens=PEEKS, tea="1,0,0", crossed="1")).play("p1 swap")
    assert not swapping.legal(1, "peek")
    assert not swapping.legal(2, "peek")


def test_sr_20_the_chooser_of_a_token_waits_with_the_tokens_kept() -> None:
    table = voting(tokens="p1:2peek1<2peek1.1.2").vote(p2="unveil p1 1 mint none")
    assert not table.legal(0, "peek")


def test_sr_20_no_more_once_the_game_is_over() -> None:
    table = voting(3, p1="34", p2="1234", p3="1234", last="1", turn="5", tokens=PEEKS).vote()
    assert table.step == "over"
    assert [table.legal(seat) for seat in range(3)] == [[], [], []]
    assert (table.asked(), table.free()) == ("", "")


def test_sr_20_the_smaller_points_are_scored_at_once() -> None:
    for token, points in (("2peek1", 1), ("1peek2", 0)):
        move = "peek1 left1" if token == "2peek1" else "peek2 left1 left2"
        table = Situation(position(3, tokens=f"p1:{token}<{token}.1.2")).play(f"p1 {move}")
        assert table.view().scores == [points, 0, 0]
        assert table.view(0).kept[0] == []


def test_sr_20_the_points_may_bring_a_tea_break_this_turn_or_next() -> None:
    table = Situation(position(3, tokens=PEEKS, score="0,5,0")).play("p2 peek1 top3")
    assert table.tale()[-1] == "tea_token p2"
    changed = table.changed()
    assert {name: changed[name] for name in ("scores.1", "due", "tea.1", "crossed.1")} == {
        "scores.1": 6, "due": 1, "tea.1": 1, "crossed.1": True,
    }  # fmt: skip
    table.play(CLUE).vote()
    assert table.step == "tea"  # joins this turn's
    late = voting(tokens=PEEKS, score="5,5,0").vote(p1="unveil p2 1 honey none").keep()
    assert (late.step, late.view().due) == ("tea", 0)
    late.play("p2 peek1 top3")
    assert late.view().due == 1  # the turn's tea breaks are not over
    late.play("p1 ask p2 mint", "p2 ask p1 mint", "p3 ask p1 mint")
    assert (late.step, late.view().due) == ("tea", 0)


def test_sr_20_a_token_shown_lies_among_the_discards() -> None:
    # Six takings have emptied the pile; the shown one is under those that make it anew.
    tokens = ",".join(
        ["p2:2peek1<2peek1.1.2", "p2:3<3.1.2", "p2:3<3.1.2", "p2:3<3.1.2", "p2:3<1peek2.1peek2.3"]
    )
    table = Situation(position(3, tokens=f"{tokens},p2:2peek1<2peek1.2peek1.1peek2"), Replay([]))
    before = table.view()
    table.play("p2 peek1 left1")
    after = table.view()
    assert (before.pile, before.token_discards) == (0, 12)
    assert (after.pile, after.token_discards) == (0, 13)
    assert STRAWBERRIES in after.pantry
