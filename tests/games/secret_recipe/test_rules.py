"""Secret Recipe by its rule pages, SR-1 to SR-11: material, set-up, a turn.

The rest follows in order in test_rules_discussion.py (SR-12 to SR-18), test_rules_tokens.py (SR-19, SR-20),
test_rules_end.py (SR-21 to SR-28), test_rules_two.py (SR-40 to SR-47), test_rules_two_discussion.py (SR-48 to
SR-51) and test_rules_notes.py (SR-60 to SR-62).

A test states a situation (see situation.py), makes moves, and says what must be seen, by whom. Known
values come from the rule pages and from the source's worked examples; the recipes are those of situation.py:

    p1 mint eggs apples flour           p2 honey grapes walnuts cream
    p3 strawberries strawberries flour apples      p4 (or nobody) mint flour eggs grapes
"""

from collections import Counter
from itertools import combinations_with_replacement
from pathlib import Path

import pytest

from potluck.play.chance import Replay
from potluck.play.errors import OptionsInvalid
from potluck.play.learned import EVERYBODY, OTHERS

from .situation import (
    APPLES,
    CELLS,
    COUNTS,
    CREAM,
    EGGS,
    EVENTS,
    FLOUR,
    GRAPES,
    HONEY,
    HOWS,
    IN_LINE,
    KINDS,
    LINES,
    MINT,
    PANTRY,
    POINTS_AT,
    RECIPES,
    SHELVES,
    SPOTS,
    TOKENS,
    WALNUTS,
    WEIGHTS,
    Situation,
    game,
    in_line,
    is_true,
    kinds,
    material,
    position,
    told,
    told_masks,
)

ALL_KINDS = (1 << 9) - 1
# What is in the bag beside PANTRY, as a list of names.
BAG = [kind for at, kind in enumerate(KINDS) for _ in range(COUNTS[at] - PANTRY.split(",").count(kind))]


def test_every_event_is_told_in_a_test() -> None:
    """Each kind of event stands, with all its arguments and its readers, in what some rule test expects."""
    expected = "".join(
        path.read_text(encoding="utf-8") for path in sorted(Path(__file__).parent.glob("test_rules*.py"))
    )
    assert [row.name for row in game.events.rows] == list(EVENTS)
    for name, args in EVENTS.items():
        beginnings = (f'"{name} p', f": {name} p", f'"{name} ') if args else (f'"{name}"',)
        assert any(beginning in expected for beginning in beginnings), name


# Material


def test_sr_01_nine_ingredients_and_their_weights() -> None:
    assert dict(zip(KINDS, material.WEIGHTS, strict=True)) == WEIGHTS


def test_sr_02_twenty_five_tiles_of_each_sort() -> None:
    assert dict(zip(KINDS, COUNTS, strict=True)) == {
        "mint": 2, "grapes": 3, "walnuts": 3, "strawberries": 3, "eggs": 3,
        "apples": 3, "honey": 2, "flour": 4, "cream": 2,
    }  # fmt: skip
    assert sum(COUNTS) == 25
    for seats in (2, 3, 4):
        pieces = game.pieces(Situation.new(seats, 1).state)
        for kind in range(9):
            assert pieces[f"recipe {kind}"] == pieces[f"pantry {kind}"] == COUNTS[kind]


def test_sr_03_eighteen_point_tokens() -> None:
    assert dict(zip(TOKENS, material.TOKEN_COUNTS, strict=True)) == {
        "1": 4, "2": 4, "3": 4, "1peek2": 3, "2peek1": 3,
    }  # fmt: skip
    assert material.TOKEN_VALUE == (1, 2, 3, 1, 2)
    for seats in (2, 3, 4):
        view = Situation.new(seats, 1).view()
        assert (view.pile, view.token_discards, view.tokens) == (18, 0, [0] * seats)


def test_sr_04_rows_have_two_marker_spots_and_columns_one() -> None:
    assert dict(zip(LINES, material.LINE_CELLS, strict=True)) == {
        line: tuple(CELLS.index(cell) for cell in cells.split()) for line, cells in IN_LINE.items()
    }
    assert {spot: LINES[material.SPOT_LINE[at]] for at, spot in enumerate(SPOTS)} == POINTS_AT
    table = Situation(position(3))
    assert {move.split()[3] for move in table.legal(0, "clue")} == set(SPOTS)
    view = table.view()
    assert len(view.pantry) == len(view.shelves) == 9
    assert all(shelf.kind is None for shelf in view.shelves)


def test_sr_05_less_and_greater_do_not_go_with_type() -> None:
    assert set(HOWS) == {"type=", "typeX", "weight=", "weightX", "weight<", "weight>"}


def test_sr_06_four_think_markers_and_a_tea_break_token_each() -> None:
    view = Situation.new(4, 1).view()
    assert view.thinks == [4, 4, 4, 4]
    assert view.tea == [0, 0, 0, 0]
    assert not any(view.crossed)


# Set-up


def test_sr_07_set_up_and_who_knows_what() -> None:
    firsts = set()
    for seed in range(40):
        table = Situation.new(4, seed)
        view = table.view(1)
        firsts.add(view.active)
        assert [slot.kind is not None for slot in view.recipes[1]] == [True] * 4
        assert all(slot.kind is None for seat in (0, 2, 3) for slot in view.recipes[seat])
        assert all(slot.kind is None for recipe in table.view().recipes for slot in recipe)
        for viewer in table.viewers():
            assert all(shelf.kind is None and shelf.seen == [] for shelf in table.view(viewer).shelves)
            assert table.view(viewer).kept == [[] if seat == viewer else None for seat in range(4)]
        assert view.scores == [0, 0, 0, 0]
        assert sum(view.bag) == 16
        assert sum(view.discards) == 0
        assert table.notes == []
    assert firsts == {0, 1, 2, 3}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_sr_07_every_tile_and_the_first_player_are_drawn(seats: int) -> None:
    """Nine pantry tiles of 25, then the 25 recipe tiles, then who begins: lowest and highest answers."""
    pantry = [(0, count) for count in range(25, 16, -1)]
    tiles = [(count - 1, count) for count in range(25, 0, -1)]
    table = Situation.new(seats, Replay([*pantry, *tiles, (seats - 1, seats)]))
    view = table.view()
    assert [KINDS[kind] for kind in view.pantry] == ["mint"] * 2 + ["grapes"] * 3 + ["walnuts"] * 3 + [
        "strawberries"
    ]
    assert view.bag == [0, 0, 0, 2, 3, 3, 2, 4, 2]
    assert view.discards == [0] * 9
    assert view.first == view.active == seats - 1
    assert (view.step, table.asked(), view.turn, view.round) == ("turn", f"p{seats}", 0, 1)
    heaviest_first = [kind for kind in range(8, -1, -1) for _ in range(COUNTS[kind])]
    dealt = [slot.kind for seat in range(seats) for slot in table.view(seat).recipes[seat]]
    assert dealt == heaviest_first[: len(dealt)]
    assert view.imaginary == (heaviest_first[12:16] if seats == 3 else None)
    assert not any(slot.revealed for recipe in view.recipes for slot in recipe)
    assert table.text().count("*") == (4 if seats == 3 else 0)  # the imaginary recipe counts as revealed


def test_sr_07_each_of_the_tiles_left_is_as_likely_as_any_other() -> None:
    """Two grapes, two eggs, a flour and a cream are in the bag: six answers of luck, one for each."""
    left = {"grapes": 2, "eggs": 2, "flour": 1, "cream": 1}
    gone = ",".join(kind for kind in KINDS for _ in range(BAG.count(kind) - left.get(kind, 0)))
    drawn: Counter[str] = Counter()
    for answer in range(6):
        table = Situation(position(3, discards=gone), Replay([(answer, 6)])).play("p1 discard a1")
        drawn[KINDS[table.view().pantry[0]]] += 1
    assert drawn == left


def test_sr_07_three_players_have_an_open_imaginary_recipe() -> None:
    table = Situation(position(3)).play("p1 clue 1 typeX left2")
    for viewer in table.viewers():
        assert table.view(viewer).imaginary == [MINT, FLOUR, EGGS, GRAPES]
    assert not [move for seat in range(3) for move in table.legal(seat) if " p4 " in move]
    assert Situation.new(4, 1).view().imaginary is None
    assert Situation.new(2, 1).view().imaginary is None


def test_sr_07_turns_go_clockwise() -> None:
    table = Situation(position(4, active="p3", first="p3", turn="0")).play("p3 clue 1 type= left3").vote()
    assert table.tale()[-1] == "turn p4"
    assert (table.step, table.asked()) == ("turn", "p4")
    table.play("p4 clue 1 typeX left1").vote()
    assert table.tale()[-1] == "turn p1"
    table.play("p1 clue 1 typeX left1").vote().play("p2 clue 1 type= left1").vote()
    assert table.tale()[-2:] == ["round 2", "turn p3"]  # a round is over when the first player's turn comes
    assert table.view().round == 2
    with pytest.raises(OptionsInvalid):
        Situation.new(5, 1)
    with pytest.raises(OptionsInvalid):
        Situation.new(1, 1)


# A turn


def test_sr_08_one_pantry_tile_a_turn() -> None:
    # In the bag: 2 mint, grapes, walnuts, strawberries and eggs, 1 apple, 1 honey, 3 flour, 1 cream.
    table = Situation(position(3), Replay([(15, 16)]))
    assert table.legal(0, "discard") == [f"discard {cell}" for cell in CELLS]
    assert table.legal(1) == table.legal(2) == []
    table.play("p1 discard b2")
    assert table.tale() == ["discard p1 b2 apples", "refill b2 cream"]
    assert table.changed() == {"discarded": True, "pantry.4": CREAM, "bag.8": 0, "discards.5": 1}
    assert not table.legal(0, "discard")
    assert table.refused(0, "discard b2") == "discard.used"
    assert table.refused(1, "discard b2") == "wait"
    assert table.learned == EVERYBODY  # the tile was drawn
    table.play("p1 clue 2 type= left1").vote()
    assert table.legal(1, "discard")
    assert not table.view().discarded


@pytest.mark.parametrize("cell", CELLS)
def test_sr_08_the_new_tile_lies_where_the_old_one_lay(cell: str) -> None:
    table = Situation(position(3), Replay([(0, 16)])).play(f"p1 discard {cell}")
    at = CELLS.index(cell)
    gone = PANTRY.split(",")[at]
    assert table.tale() == [f"discard p1 {cell} {gone}", f"refill {cell} mint"]
    assert table.changed() == {
        "discarded": True, f"pantry.{at}": MINT, "bag.0": 1, f"discards.{KINDS.index(gone)}": 1,
    }  # fmt: skip


def test_sr_08_the_clues_follow_the_new_tile() -> None:
    table = Situation(position(3), Replay([(0, 16)]))
    assert "clue 1 type= left1" not in table.legal(0)
    table.play("p1 discard a1")  # mint comes, as slot 1 is
    assert "clue 1 type= left1" in table.legal(0)
    table.play("p1 clue 1 type= left1")
    assert table.tale()[0] == "clue p1 1 type= left1 mint,walnuts,eggs"
    assert "unveil p1 1 mint a1" in table.legal(1)
    assert "unveil p1 1 honey a1" not in table.legal(1)


def test_sr_08_an_empty_bag_takes_all_discards_back_the_newest_included() -> None:
    table = Situation(position(3, discards=",".join(BAG)), Replay([(16, 17)])).play("p1 discard a1")
    assert table.tale() == ["discard p1 a1 honey", "bag", "refill a1 cream"]
    # The one honey thrown away long ago and the newest.
    assert table.view().bag == [2, 2, 2, 2, 2, 1, 2, 3, 0]
    assert table.view().discards == [0] * 9
    one_left = Situation(position(3, discards=",".join(BAG[:-1])), Replay([(0, 1)])).play("p1 discard a1")
    assert one_left.tale() == ["discard p1 a1 honey", "refill a1 cream"]
    assert one_left.view().bag == [0] * 9
    assert one_left.view().discards == [2, 2, 2, 2, 2, 1, 2, 3, 0]


def test_sr_09_the_six_clues_of_the_source() -> None:
    row = (HONEY, WALNUTS, EGGS)
    assert told(HOWS.index("type="), *row) == kinds("honey", "walnuts", "eggs")
    assert told(HOWS.index("typeX"), *row) == ALL_KINDS & ~kinds("honey", "walnuts", "eggs")
    assert told(HOWS.index("weight="), *row) == kinds("apples", "honey", "walnuts", "strawberries", "eggs")
    assert told(HOWS.index("weightX"), *row) == kinds("mint", "grapes", "cream", "flour")
    assert told(HOWS.index("weight<"), *row) == kinds("mint", "grapes")
    assert told(HOWS.index("weight>"), *row) == kinds("cream", "flour")


def test_sr_09_what_a_clue_says_of_every_line() -> None:
    for line in combinations_with_replacement(range(9), 3):
        for at, how in enumerate(HOWS):
            mask = told(at, *line)
            names = [KINDS[kind] for kind in line]
            assert mask == kinds(*(kind for kind in KINDS if is_true(kind, how, names)))


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_sr_09_all_true_clues_about_own_hidden_slots_and_no_others(seat: int) -> None:
    table = Situation(position(3, revealed={"p1": "2", "p2": "14", "p3": "234"}, active=f"p{seat + 1}"))
    hidden = (("1", "3", "4"), ("2", "3"), ("1",))[seat]
    recipe = RECIPES[seat].split(",")
    assert set(table.legal(seat, "clue")) == {
        f"clue {slot} {how} {spot}"
        for slot in hidden
        for how in HOWS
        for spot in SPOTS
        if is_true(recipe[int(slot) - 1], how, in_line(spot))
    }
    assert not table.legal(seat, "question")
    assert all(table.legal(other) == [] for other in range(3) if other != seat)


def test_sr_09_a_clue_is_public_with_the_tiles_of_its_line() -> None:
    table = Situation(position(3, revealed={"p1": "2"}))
    assert table.refused(0, "clue 1 type= left1") == "clue.false"
    assert table.refused(0, "clue 2 type= left1") == "clue.revealed"
    assert table.refused(1, "clue 1 type= left1") == "wait"
    table.play("p1 clue 3 type= top2")
    assert table.tale()[0] == "clue p1 3 type= top2 walnuts,apples,apples"
    assert table.told("clue", 2) == [
        {"seat": 0, "slot": 2, "how": 0, "spot": 4, "kinds": [WALNUTS, APPLES, APPLES]}
    ]
    assert table.changed()["clues+"] == [
        {
            "seat": 0,
            "owner": 0,
            "slot": 2,
            "how": 0,
            "spot": 4,
            "kinds": [WALNUTS, APPLES, APPLES],
            "yes": True,
        }
    ]
    assert table.learned == EVERYBODY
    assert table.step == "vote"


@pytest.mark.parametrize("at", range(9))
def test_sr_10_the_marker_lies_beside_the_shelf_that_is_peeked(at: int) -> None:
    """p1's flour has a true clue at every spot; only p1 sees the tile, all others see the fingerprint."""
    spot = SPOTS[at]
    line = in_line(spot)
    how = "type=" if "flour" in line else "typeX"
    table = Situation(position(3)).play(f"p1 clue 4 {how} {spot}")
    shelf = SHELVES.split(",")[at]
    assert table.tale() == [
        f"clue p1 4 {how} {spot} {','.join(line)}",
        f"p1: saw p1 {spot} {shelf}",
        f"p2 p3 watching: peeked p1 {spot}",
    ]
    assert table.told("saw", 0) == [{"seat": 0, "shelf": at, "kind": KINDS.index(shelf)}]
    for viewer in table.viewers():
        seen = {path: value for path, value in table.changed(viewer).items() if path.startswith("shelves")}
        kind = {f"shelves.{at}.kind": KINDS.index(shelf)} if viewer == 0 else {}
        assert seen == kind | {f"shelves.{at}.seen+": [0]}


def test_sr_10_a_seen_tile_is_simply_seen() -> None:
    table = Situation(position(3, seen="-,-,-,-,12,-,-,-,-")).play("p1 clue 3 type= top2")
    assert table.tale() == ["clue p1 3 type= top2 walnuts,apples,apples"]
    assert table.learned == OTHERS
    assert table.view(0).shelves[4].kind == EGGS
    assert table.view(2).shelves[4].seen == [0, 1]
    # Fingerprints of others do not hinder, nor is it forgotten who has seen what.
    other = Situation(position(3, seen="-,-,-,-,23,-,-,-,-")).play("p1 clue 3 type= top2")
    assert other.tale()[1:] == ["p1: saw p1 top2 eggs", "p2 p3 watching: peeked p1 top2"]
    assert other.view(0).shelves[4].seen == [0, 1, 2]


def test_sr_11_a_revealed_player_asks_and_hears_the_truth() -> None:
    table = Situation(position(3, revealed={"p1": "1234", "p3": "2"}))
    assert not table.legal(0, "clue")
    assert table.refused(0, "clue 1 typeX left2") == "clue.revealed_all"
    slots = [("p2", "1"), ("p2", "2"), ("p2", "3"), ("p2", "4"), ("p3", "1"), ("p3", "3"), ("p3", "4")]
    assert set(table.legal(0, "question")) == {
        f"question {owner} {slot} {how} {spot}" for owner, slot in slots for how in HOWS for spot in SPOTS
    }
    assert table.refused(0, "question p3 2 type= left1") == "revealed"
    table.play("p1 question p2 1 type= right1")
    assert table.tale() == [
        "question p1 p2 1 type= right1 honey,walnuts,eggs",
        "yes p2",
        "p1: saw p1 right1 honey",
        "p2 p3 watching: peeked p1 right1",
    ]
    assert table.changed()["clues+"] == [
        {"seat": 0, "owner": 1, "slot": 0, "how": 0, "spot": 6, "kinds": [HONEY, WALNUTS, EGGS], "yes": True}
    ]
    assert table.told("question", 2) == [
        {"seat": 0, "owner": 1, "slot": 0, "how": 0, "spot": 6, "kinds": [HONEY, WALNUTS, EGGS]}
    ]
    assert table.told("yes", None) == [{"owner": 1}]
    assert table.learned == EVERYBODY
    assert (table.step, table.asked()) == ("vote", "p1 p2 p3")  # votes follow
    assert table.vote().tale()[-1] == "turn p2"


def test_sr_11_the_first_and_the_last_of_all_questions_too() -> None:
    table = Situation(position(4, revealed={"p2": "1234"}, active="p2"))
    table.play("p2 question p1 1 type= left1")
    assert table.tale()[:2] == ["question p2 p1 1 type= left1 honey,walnuts,eggs", "no p1"]
    last = Situation(position(4, revealed={"p2": "1234"}, active="p2"))
    last.play("p2 question p4 4 weight> right3")
    assert last.tale()[:2] == ["question p2 p4 4 weight> right3 strawberries,apples,flour", "no p4"]


def test_sr_11_a_no_is_public_too() -> None:
    table = Situation(position(3, revealed={"p1": "1234"})).play("p1 question p2 1 weight> left1")
    assert table.tale()[:2] == ["question p1 p2 1 weight> left1 honey,walnuts,eggs", "no p2"]
    assert table.told("no", 2) == [{"owner": 1}]
    assert [clue.yes for clue in table.view().clues] == [False]
    assert told_masks(table.view(2))[1][0] == ALL_KINDS & ~kinds("flour", "cream")
    assert Situation(position(3)).refused(0, "question p2 1 type= left1") == "question.hidden"


@pytest.mark.parametrize("owner", [1, 2, 3])
def test_sr_11_the_answer_is_about_that_slot_and_that_line(owner: int) -> None:
    for slot, kind in enumerate(RECIPES[owner].split(",")):
        for how, spot in (("type=", "left1"), ("weight>", "top1"), ("weight=", "top3"), ("typeX", "right3")):
            table = Situation(position(4, revealed={"p1": "1234"}))
            table.play(f"p1 question p{owner + 1} {slot + 1} {how} {spot}")
            line = in_line(spot)
            answer = "yes" if is_true(kind, how, line) else "no"
            assert table.tale()[:2] == [
                f"question p1 p{owner + 1} {slot + 1} {how} {spot} {','.join(line)}",
                f"{answer} p{owner + 1}",
            ]
