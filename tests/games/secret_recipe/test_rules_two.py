"""Secret Recipe by its rule pages, SR-40 to SR-47: two players, until they vote. See test_rules.py.

The recipes are those of situation.py, two each:

    p1 mint eggs apples flour honey grapes walnuts cream
    p2 strawberries strawberries flour apples mint flour eggs grapes
"""

from itertools import product

import pytest

from potluck.play.learned import EVERYBODY, MOVER, NOBODY, OTHERS

from .situation import (
    CELLS,
    HOWS,
    KINDS,
    LINES,
    MINT,
    RECIPES,
    SEATS,
    SHELVES,
    SPOTS,
    STRAWBERRIES,
    Situation,
    in_line,
    is_true,
    kept_all,
    pair,
    talk,
    two,
)

EIGHT = (",".join(RECIPES[:2]).split(","), ",".join(RECIPES[2:]).split(","))
COMBINATIONS = ("type=", "typeX", "weight=", "weightX", "weight<>")
# SR-44: the combinations of each line of the tea break table.
TABLE_LINES = (
    ("type=", "typeX"),
    ("weight=", "weightX", "weight<>"),
    ("type=", "weight="),
    ("typeX", "weightX"),
)
# Luck that draws three tokens 1 from a full pile, and what is told of it.
ALL_ONES = ((0, 18), (0, 17), (0, 16))


def took(seat: str) -> list[str]:
    other = "p2" if seat == "p1" else "p1"
    return [f"{other} watching: took {seat} 3", f"{seat}: hand {seat} 1,1,1"]


def test_sr_40_two_recipes_each_all_known_to_the_owner() -> None:
    table = Situation.new(2, 4)
    for seat in range(2):
        view = table.view(seat)
        assert [len(recipe) for recipe in view.recipes] == [8, 8]
        assert all(slot.kind is not None for slot in view.recipes[seat])
        assert all(slot.kind is None for slot in view.recipes[1 - seat])
    assert all(slot.kind is None for recipe in table.view().recipes for slot in recipe)
    found = table.view().pair
    assert found is not None
    assert found.prints == [4, 4]
    assert found.freed == [[False] * 5] * 2
    assert found.took == [[False] * 4] * 2
    assert (found.marker, found.out, found.case, found.pacts) == ([0, 0], [False, False], None, 0)
    assert Situation.new(3, 4).view().pair is None
    assert table.view().tea == [0, 0]


def test_sr_40_no_peek_beside_the_marker_no_theories_no_tea_at_six() -> None:
    table = two(freed="1,0").play("p1 clue 2 type= left1")
    assert table.tale() == ["clue p1 2 type= left1 honey,walnuts,eggs", "turn p2"]
    assert table.learned == OTHERS
    assert two().refused(0, "clue 2 type= right1") == "spot"
    discussion = talk(score="5,0")
    assert not discussion.legal(0, "think")
    assert discussion.legal(1) == []
    discussion.play("p1 unveil p2 1 strawberries none")
    assert discussion.view().scores == [7, 0]
    assert (discussion.view().tea, discussion.view().due, discussion.view().crossed) == (
        [0, 0],
        0,
        [False, False],
    )
    shown = two(tokens="p1:2peek1<2peek1.1.2", score="5,0").play("p1 peek1 left1")
    assert shown.view().scores == [6, 0]
    assert shown.view().tea == [0, 0]
    assert shown.told("tea_token") == []


@pytest.mark.parametrize("first", [0, 1])
def test_sr_41_the_first_player_alternates(first: int) -> None:
    table = two(freed="31,31", took="15,15", first=f"p{first + 1}", active=f"p{first + 1}")
    for number in range(5):
        begins = (first + number) % 2
        for seat in (begins, 1 - begins):
            assert table.asked() == f"p{seat + 1}"
            assert table.view().round == number + 1
            table.play(f"{table.asked()} {table.legal(start='clue')[0]}")
        assert table.tale()[1:] == [f"round {number + 2}", f"turn p{2 - begins}"]


def test_sr_41_both_take_a_turn() -> None:
    table = two(freed="31,31", took="15,15").play("p1 discard a1", "p1 clue 2 typeX left2")
    assert table.tale()[-1] == "turn p2"
    assert table.view().turn == 1
    assert not table.view().discarded
    assert table.legal(1, "discard")


def test_sr_42_five_clues_about_five_different_slots() -> None:
    table = two(freed="31,31", took="15,15", p1="8")
    given: dict[int, set[str]] = {0: set(), 1: set()}
    for _ in range(10):
        seat = table.deciders()[0]
        slots = {slot for slot in "12345678" if slot not in given[seat] and (seat, slot) != (0, "8")}
        assert set(table.legal(seat, "clue")) == {
            f"clue {slot} {how} {spot}"
            for slot in slots
            for how in HOWS
            for spot in SPOTS[:6]
            if is_true(EIGHT[seat][int(slot) - 1], how, in_line(spot))
        }
        assert not table.legal(seat, "question")
        move = table.legal(seat, "clue")[-1]
        given[seat].add(move.split()[1])
        table.play(f"p{seat + 1} {move}")
    assert len(given[0]) == len(given[1]) == 5
    assert table.view().round == 6
    assert not table.legal(start="clue")
    first = two(
        freed="31,31", took="15,15", turn="2", active="p1", clues="p1_p1_2_type=_left1_honey_walnuts_eggs_yes"
    )
    assert first.refused(0, "clue 2 type= left1") == "clue.again"
    assert first.refused(0, "question p2 1 type= left1") == "question.early"


def test_sr_42_from_round_six_a_question_without_a_peek() -> None:
    clues = "p1_p1_2_type=_left1_honey_walnuts_eggs_yes"
    for seat, hidden in ((0, "1245678"), (1, "234678")):
        table = two(turn="10", p1="15", p2="3", active=f"p{seat + 1}", clues=clues)
        assert set(table.legal(seat, "question")) == {
            f"question p{2 - seat} {slot} {how} {spot}"
            for slot in hidden
            for how in HOWS
            for spot in SPOTS[:6]
        }
        assert not table.legal(seat, "clue")
        assert table.legal(seat, "discard") == [f"discard {cell}" for cell in CELLS]
    table = two(turn="10", active="p2", first="p2")
    assert table.refused(1, "clue 2 type= left1") == "clue.questions"
    table.play("p2 question p1 6 type= top3")
    assert table.tale() == ["question p2 p1 6 type= top3 eggs,grapes,flour", "yes p1", "turn p1"]
    assert table.changed() == {
        "active": 0, "turn": 11, "waiting.0": 0, "clues+": [
            {"seat": 1, "owner": 0, "slot": 5, "how": 0, "spot": 5, "kinds": [4, 1, 7], "yes": True},
        ],
    }  # fmt: skip
    assert table.learned == EVERYBODY
    table.play("p1 question p2 5 weight> left1")
    assert table.learned == EVERYBODY
    assert table.tale() == [
        "question p1 p2 5 weight> left1 honey,walnuts,eggs", "no p2", "discussion",
    ]  # fmt: skip


def test_sr_42_every_answer_is_true() -> None:
    for slot, (how, spot) in product(
        range(8), (("type=", "left1"), ("weight>", "top1"), ("weightX", "top3"))
    ):
        table = two(turn="10").play(f"p1 question p2 {slot + 1} {how} {spot}")
        answer = "yes" if is_true(EIGHT[1][slot], how, in_line(spot)) else "no"
        assert table.tale()[:2] == [
            f"question p1 p2 {slot + 1} {how} {spot} {','.join(in_line(spot))}", f"{answer} p2",
        ]  # fmt: skip


CLUES = {
    "type=": "clue 2 type= left1",
    "typeX": "clue 1 typeX left1",
    "weight=": "clue 2 weight= left1",
    "weightX": "clue 1 weightX left1",
    "weight<": "clue 1 weight< left1",
    "weight>": "clue 4 weight> left1",
}


@pytest.mark.parametrize("how", HOWS)
def test_sr_43_the_first_clue_of_a_combination_frees_a_fingerprint(how: str) -> None:
    cell = min(HOWS.index(how), 4)  # > shares the cell with <
    table = two().play(f"p1 {CLUES[how]}")
    said = f"clue p1 {CLUES[how].split()[1]} {how} left1 honey,walnuts,eggs"
    assert table.tale() == [said, f"freed p1 {COMBINATIONS[cell]}"]
    assert table.told("freed") == [{"seat": 0, "combination": cell}]
    changed = table.changed()
    assert len(changed.pop("clues+")) == 1  # type: ignore[arg-type]
    assert changed == {"step": "look", f"pair.freed.0.{cell}": True}
    assert table.learned == OTHERS
    assert table.legal(0) == [f"look {spot}" for spot in SPOTS]
    assert table.legal(1) == []
    assert table.asked() == "p1"
    # The second time nothing is freed; what the other has freed does not matter.
    again = two(freed=f"{1 << cell},0").play(f"p1 {CLUES[how]}")
    assert again.tale() == [said, "turn p2"]
    other = two(freed=f"0,{31}").play(f"p1 {CLUES[how]}")
    assert other.step == "look"
    all_others = two(freed=f"{31 & ~(1 << cell)},0", took="15,0").play(f"p1 {CLUES[how]}")
    assert all_others.step == "look"


@pytest.mark.parametrize("at", range(9))
def test_sr_43_peek_at_any_one_shelf(at: int) -> None:
    table = two().play("p1 clue 1 weight< left1", f"p1 look {SPOTS[at]}")
    shelf = SHELVES.split(",")[at]
    assert table.tale()[2:] == [
        f"p1: saw p1 {SPOTS[at]} {shelf}", f"p2 watching: peeked p1 {SPOTS[at]}", "turn p2",
    ]  # fmt: skip
    assert table.learned == MOVER
    assert table.view(0).shelves[at].kind == KINDS.index(shelf)
    assert table.view(1).shelves[at].kind is None
    found = table.view().pair
    assert found is not None
    assert found.prints == [4, 4]  # these are for point tokens


def test_sr_43_a_shelf_seen_before_may_be_chosen() -> None:
    table = two(seen="1,1,-,-,-,-,-,-,12").play("p1 clue 1 weight< left1")
    assert table.legal(0) == [f"look {spot}" for spot in SPOTS]
    table.play("p1 look left1")
    assert table.tale() == ["turn p2"]
    assert table.learned == NOBODY
    # Nor does a token, taken at once, tell anybody anything.
    table = two(seen="1,-,-,-,-,-,-,-,-", freed="2,0").play("p1 clue 2 type= left1", "p1 look left1")
    assert (table.step, table.learned) == ("pact", NOBODY)


@pytest.mark.parametrize("how", HOWS)
def test_sr_44_emptied_lines_give_their_tokens(how: str) -> None:
    """From every state of the tea break table in which this cell still has its fingerprint."""
    cell = min(HOWS.index(how), 4)
    for freed in range(32):
        if freed >> cell & 1:
            continue
        gone = {name for at, name in enumerate(COMBINATIONS) if freed >> at & 1}
        before = [set(line) <= gone for line in TABLE_LINES]
        after = [set(line) <= gone | {COMBINATIONS[cell]} for line in TABLE_LINES]
        taken = sum(1 << at for at in range(4) if before[at])
        table = two(freed=f"{freed},0", took=f"{taken},0").play(f"p1 {CLUES[how]}", "p1 look right2")
        new = sum(after) - sum(before)
        assert table.told("tea_token", 1) == [{"seat": 0}] * new
        assert table.tale()[4:] == ["tea_token p1"] * new + ["turn p2"] * (new == 0)
        view = table.view()
        assert view.pair is not None
        assert view.pair.took == [after, [False] * 4]
        assert (view.tea, view.pair.pacts, view.step) == ([new, 0], new, "pact" if new else "turn")


def test_sr_44_the_question_is_about_one_recipe_and_said_out_loud() -> None:
    for recipe, kind in product(range(2), KINDS):
        table = two(freed="2,0").play("p1 clue 2 type= left1", "p1 look right2")  # line "type"
        assert table.legal(0) == [f"pact {each} {name}" for each in "12" for name in KINDS]
        assert table.legal(1) == []
        assert table.refused(1, "pact 1 mint") == "wait"
        table.play(f"p1 pact {recipe + 1} {kind}")
        yes = kind in RECIPES[2 + recipe].split(",")
        assert table.tale() == [f"pact_{'yes' if yes else 'no'} p1 p2 {recipe + 1} {kind}", "turn p2"]
        assert table.learned == EVERYBODY
        for viewer in table.viewers():
            (asked,) = table.view(viewer).asked
            assert (asked.seat, asked.owner, asked.recipe, asked.kind, asked.yes) == (
                0, 1, recipe, KINDS.index(kind), yes,
            )  # fmt: skip
    table = two(freed="2,0").play("p1 clue 2 type= left1", "p1 look right2", "p1 pact 2 mint")
    assert table.told("pact_yes", 1) == [{"seat": 0, "owner": 1, "recipe": 1, "kind": MINT}]
    no = two(freed="2,0").play("p1 clue 2 type= left1", "p1 look right2", "p1 pact 1 mint")
    assert no.told("pact_no", 1) == [{"seat": 0, "owner": 1, "recipe": 0, "kind": MINT}]
    second = two(freed="0,2", active="p2", turn="1").play(
        "p2 clue 3 type= left3", "p2 look left1", "p2 pact 1 mint"
    )
    assert second.tale()[-3:] == ["pact_yes p2 p1 1 mint", "round 2", "turn p2"]


def test_sr_44_one_clue_can_empty_two_lines_for_two_questions() -> None:
    table = two(freed="6,0").play("p1 clue 2 type= left1", "p1 look right2")  # lines "type" and "="
    assert table.view().tea == [2, 0]
    table.play("p1 pact 2 mint")
    assert table.tale() == ["pact_yes p1 p2 2 mint"]
    assert (table.step, table.asked()) == ("pact", "p1")
    found = table.view().pair
    assert found is not None
    assert found.pacts == 1
    assert table.view(0).asked[0].yes is True  # the second question comes after the first answer
    table.play("p1 pact 2 cream")
    assert table.tale() == ["pact_no p1 p2 2 cream", "turn p2"]
    assert table.asked() == "p2"


def test_sr_44_the_less_and_greater_cell_alone_gives_no_token() -> None:
    table = two().play("p1 clue 1 weight< left1", "p1 look left1")
    assert table.view().tea == [0, 0]
    assert table.step == "turn"


def test_sr_45_a_swap_on_ones_turn_or_before_ones_vote_or_counter() -> None:
    mine = two(tea="1,1", took="1,1", freed="3,3")
    assert "swap" in mine.legal(0)
    assert "swap" not in mine.legal(1)
    table = talk(tea="1,1", took="1,1", freed="3,3")
    assert "swap" in table.legal(0)
    assert not table.legal(1, "swap")
    table.play("p1 unveil p2 1 strawberries a3")
    assert "swap" in table.legal(1)
    assert not table.legal(0, "swap")
    assert "swap" not in talk().legal(0)  # without a token
    assert not two("look", tea="1,1", freed="1,0").legal(0, "swap")
    assert not two("pact", tea="1,1", freed="3,0", took="1,0", pacts="1").legal(0, "swap")


def test_sr_45_a_turned_tile_that_is_not_reserved_goes_too() -> None:
    table = talk(tea="1,2", took="1,3", freed="3,7").play("p1 unveil p2 1 strawberries a3")
    table.play("p2 swap")
    assert table.tale() == ["swap p2"]
    swap = table.view().swap
    assert swap is not None
    assert (swap.seat, swap.during) == (1, "counter")
    assert table.view().tea == [1, 1]
    assert table.asked() == "p1 p2"
    table.play("p1 erase row1", "p2 erase row2", "p1 content", "p2 content")
    assert table.tale()[:5] == ["erase p1 row1", "erase p2 row2", "content p1", "content p2", "swapped 3"]
    assert [line.split()[:2] for line in table.tale()[5:]] == [
        ["refill", cell] for cell in ("a3", "b3", "c3")
    ]
    assert not table.view().turned[6]
    assert table.view().discards[STRAWBERRIES] == 1
    assert (table.step, table.asked()) == ("counter", "p2")
    assert pair(table) == {"initiator": 0, "out": [False, False], "case": "A", "marker": [1, 0]}
    assert "swap" in table.legal(1)  # there is another token
    table.play("p2 nothing")  # may still decline
    assert table.told("declined") == [{"seat": 1}]


@pytest.mark.parametrize("line", LINES)
def test_sr_45_both_may_reserve(line: str) -> None:
    table = talk(tea="1,0", took="1,0", freed="3,0").play("p1 swap", f"p2 erase {line}", "p1 erase row1")
    table.play("p1 content", "p2 content")
    swapped = table.told("swapped")
    assert swapped == [{"n": 6 if line == "row1" else 3 if line.startswith("row") else 4}]
    assert (table.step, table.asked()) == ("initiate", "p1")


def test_sr_45_a_reserved_turned_tile_stays() -> None:
    table = talk(tea="0,1", took="0,1", freed="0,3").play("p1 unveil p2 1 strawberries a3", "p2 swap")
    table.play("p1 erase row3", "p1 content", "p2 content")
    assert table.view().turned == [cell == 6 for cell in range(9)]
    assert table.view().pantry[6] == STRAWBERRIES
    assert table.view().discards[STRAWBERRIES] == 0


def test_sr_45_swaps_on_ones_turn_leave_the_turn_as_it_was() -> None:
    table = two(tea="2,0", took="3,0", freed="7,0").play(
        "p1 discard a1", "p1 swap", "p1 content", "p2 content"
    )
    assert (table.step, table.asked(), table.view().discarded) == ("turn", "p1", True)
    assert table.view().tea == [1, 0]  # one token is spent, no more


def test_sr_46_a_token_is_chosen_before_play_goes_on() -> None:
    table = talk(luck=ALL_ONES, marker="1,0").play("p1 unveil p2 1 strawberries none")
    assert table.tale() == [
        "voted_unveil p1 p2 1 strawberries",
        "revealed p2 1 strawberries",
        "right p1 2",
        "marker p1 2",
        *took("p1"),
    ]
    assert (table.step, table.asked(), table.view().resume) == ("keep", "p1", "counter")
    assert table.view(0).hand == [0, 0, 0]
    assert table.view(1).hand == []
    assert table.legal(1) == []
    assert table.free() == ""
    table.play("p1 keep 1")
    assert table.learned == NOBODY
    assert "resume" not in table.text()
    assert table.tale() == ["p1: kept_own p1 1", "p2 watching: kept p1"]
    assert (table.step, table.asked(), pair(table)["case"]) == ("counter", "p2", "A")
    assert (table.view().pile, table.view().token_discards, table.view().tokens) == (15, 2, [1, 0])


def test_sr_46_the_counterers_token_is_chosen_before_start() -> None:
    table = talk(luck=ALL_ONES, marker="0,1").play(
        "p1 unveil p2 1 strawberries none", "p2 unveil p1 1 mint none"
    )
    assert table.tale()[4:] == [
        "voted_unveil p2 p1 1 mint", "revealed p1 1 mint", "right p2 2", "marker p2 2", *took("p2"),
    ]  # fmt: skip
    assert (table.step, table.asked(), table.view().resume) == ("keep", "p2", "answered")
    table.play("p2 keep 1")
    assert table.tale() == ["p2: kept_own p2 1", "p1 watching: kept p2"]
    assert table.learned == NOBODY
    turned = talk(marker="0,1").play("p1 unveil p2 4 apples b2", "p2 unveil p1 1 mint none").keep()
    assert turned.told("refill")
    assert turned.learned == EVERYBODY
    assert (table.step, table.asked()) == ("initiate", "p1")
    # In case B the counterer is now the initiator.
    other = talk(marker="0,1").play("p1 unveil p2 1 mint none", "p2 unveil p1 1 mint none").keep()
    assert (other.step, other.asked()) == ("initiate", "p2")


def test_sr_46_four_side_fingerprints() -> None:
    tokens = "p1:2peek1<2peek1.1.2,p1:1peek2<1peek2.1.2,p1:1peek2<1peek2.1.2"
    table = two(turn="10", tokens=tokens, prints="4,0")
    pairs = [f"peek2 {one} {two_}" for at, one in enumerate(SPOTS) for two_ in SPOTS[at + 1 :]]
    assert table.legal(0, "peek") == [*(f"peek1 {spot}" for spot in SPOTS), *pairs]
    table.play("p1 peek1 left1")
    assert table.changed()["pair.prints.0"] == 3
    table.play("p1 peek2 left2 left3")
    assert table.tale() == [
        "token_used p1 1peek2",
        "p1: saw p1 left2 walnuts",
        "p2 watching: peeked p1 left2",
        "p1: saw p1 left3 walnuts",
        "p2 watching: peeked p1 left3",
    ]
    assert table.changed()["pair.prints.0"] == 1
    assert table.legal(0, "peek2") == [f"peek2once {shelf}" for shelf in SPOTS]
    assert table.refused(0, "peek2 left1 left2") == "peek.last"
    table.play("p1 peek2once left2")
    assert table.tale() == ["token_used p1 1peek2"]  # seen before; a fingerprint is used all the same
    assert table.changed()["pair.prints.0"] == 0
    assert table.view().scores == [1, 0]
    assert table.learned == OTHERS
    for spot in SPOTS:
        once = two(turn="10", tokens=tokens, prints="1,4").play(f"p1 peek2once {spot}")
        assert once.told("saw", 0) == [
            {
                "seat": 0,
                "shelf": SPOTS.index(spot),
                "kind": KINDS.index(SHELVES.split(",")[SPOTS.index(spot)]),
            }
        ]
        assert once.learned == EVERYBODY


def test_sr_46_without_a_fingerprint_the_peeks_are_not_offered() -> None:
    tokens = "p1:2peek1<2peek1.1.2,p1:1peek2<1peek2.1.2"
    none = two(turn="10", tokens=tokens, prints="0,4", active="p2")
    assert not none.legal(0)
    assert none.free() == ""
    assert none.refused(0, "peek1 left1") == "peek.prints"
    own = two(turn="10", tokens=tokens, prints="1,0", active="p2")
    assert own.free() == "p1"  # each player has fingerprints of their own
    assert own.legal(0) == [f"{peek} {spot}" for peek in ("peek1", "peek2once") for spot in SPOTS]
    assert two(turn="10", tokens="p1:1peek2<1peek2.1.2", prints="2,4").legal(0, "peek2once") == []


def test_sr_46_peeks_at_any_time() -> None:
    tokens = "p1:2peek1<2peek1.1.2,p2:2peek1<2peek1.1.2"
    peeks = [f"peek1 {spot}" for spot in SPOTS]
    for table, other in (
        (two("look", freed="1,0", tokens=tokens), "p2"),
        (two("pact", freed="3,0", took="1,0", pacts="1", tea="1,0", tokens=tokens), "p2"),
        (talk(tokens=tokens), "p2"),
        (talk("counter", tokens=tokens, case="A"), "p1"),
        (two(tokens=tokens), "p2"),
    ):
        assert table.free() == other
        assert table.legal(SEATS.index(other)) == peeks
        assert table.legal(table.deciders()[0], "peek") == peeks
    swap = talk(tokens=tokens, tea="1,0", took="1,0", freed="3,0").play("p1 swap")
    assert not swap.legal(0, "peek")
    assert not swap.legal(1, "peek")


def test_sr_46_no_token_left_the_marker_still_moves() -> None:
    table = talk(marker="1,0", tokens=kept_all(18)).play("p1 unveil p2 1 strawberries none")
    assert table.tale()[2:] == ["right p1 2", "marker p1 2", "no_token p1"]
    assert (table.step, table.asked()) == ("counter", "p2")
    two_left = talk(marker="1,0", tokens=kept_all(16)).play("p1 unveil p2 1 strawberries none")
    assert len(two_left.view(0).hand) == 2
    counter = talk("counter", case="A", marker="0,2", tokens=kept_all(18)).play("p2 unveil p1 1 mint none")
    assert counter.tale()[3:] == ["marker p2 3", "no_token p2"]
    assert (counter.step, counter.asked()) == ("initiate", "p1")


def test_sr_47_no_discussion_in_the_first_five_rounds() -> None:
    table = two(freed="31,31", took="15,15")
    for turn in range(10):
        table.play(f"{table.asked()} {table.legal(start='clue')[0]}")
        assert table.told("discussion") == []
        assert table.view().turn == turn + 1
    table.play("p2 question p1 1 type= left1")
    assert table.told("discussion") == []
    table.play("p1 question p2 1 type= left1")
    assert table.tale()[2:] == ["discussion"]
    assert (table.step, table.asked()) == ("initiate", "p2")  # p2 is first in round 6
    assert pair(table) == {"initiator": 1, "out": [False, False], "case": None, "marker": [0, 0]}
    assert table.view().round == 6


def test_sr_47_every_discussion_begins_afresh() -> None:
    shown = "unveil_p2_1_mint_none,unveil_p1_1_honey_none"
    table = two(turn="13", active="p2", out="12", shown=shown).play("p2 question p1 2 type= left1")
    assert table.view().votes == []
    assert pair(table)["out"] == [False, False]
    assert table.asked() == "p1"
