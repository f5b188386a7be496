"""Chef Alfredo, rule by rule (CA-1 to CA-21), in the order of the rules page.

Unless a test says otherwise three play, p1 is active, and carrot, tomato, bean and garlic lie under the
lids of a, b, c and d (see situation.py). `tale` is all that anybody is told, with who hears it.
"""

from collections import Counter
from itertools import combinations, permutations
from typing import Any, Final

import msgspec
import pytest

from potluck.play.chance import Fast
from potluck.play.errors import ChanceMismatch, OptionsInvalid
from potluck.play.learned import EVERYBODY, OTHERS
from potluck.play.phrase import Event

from .situation import CHEF, EMPTY, KINDS, PLATES, A, B, C, Situation, position

RIGHT: Final[dict[str, Any]] = {"die": "tomato", "inside": ("0000", "0100", "0000", "0000"), "marked": "b"}
WRONG: Final[dict[str, Any]] = {"die": "tomato", "inside": ("0000", "0000", "1100", "0000"), "marked": "c"}
FULL_STOVE = ("1200", "3000", "0040", "0012")  # 4 carrots, 2 tomatoes, 5 beans, 2 garlic


# Material


def test_ca_1_each_pot_hides_one_of_the_four_tiles() -> None:
    for seed in range(20):
        assert sorted(Situation.new(3, seed).view(0).look) == [0, 1, 2, 3]
    table = Situation(position("roll"))
    for field in ("look", "lifted", "poured"):
        assert table.each_sees(field) == [None] * 4


def test_ca_1_closed_pots_look_alike_whatever_they_hold() -> None:
    one, two = Situation(position("roll")), Situation(position("roll", tiles="gbtc"))
    for viewer in one.viewers():
        assert msgspec.json.encode(one.view(viewer)) == msgspec.json.encode(two.view(viewer))
        assert one.game.describe(one.view(viewer)) == two.game.describe(two.view(viewer))


def test_ca_2_ten_of_each_ingredient_in_public_containers() -> None:
    assert Situation.new(2, 1).each_sees("containers") == [[10, 10, 10, 10]] * 3
    some = Situation(position("roll", "carrot", turns=9, inside=FULL_STOVE))
    assert some.each_sees("containers") == [[6, 8, 5, 8]] * 4


def test_ca_3_thirty_six_cooking_tiles_in_a_public_supply() -> None:
    assert Situation.new(2, 1).each_sees("supply") == [36] * 3
    table = Situation(position("answer", **RIGHT, points=(3, 0, 2))).play("trust")
    assert table.each_sees("supply") == [30] * 4
    assert table.each_sees("scores") == [[4, 0, 2]] * 4


def test_ca_4_the_die_has_each_ingredient_once_and_the_chef_twice() -> None:
    dice = [Situation(position("roll"), [face]).play("roll").view().die for face in range(6)]
    assert dice == [0, 1, 2, 3, 4, 4]
    with pytest.raises(ChanceMismatch, match="not below 6"):
        Situation(position("roll"), [6]).play("roll")


# Setup


def test_ca_5_tiles_are_put_into_the_pots_at_random() -> None:
    orders = Counter(tuple(Situation.new(2, seed).view(0).look) for seed in range(2400))
    assert set(orders) == set(permutations(range(4)))
    assert min(orders.values()) > 50  # 100 expected each; 50 is five standard deviations off


def test_ca_5_every_player_looks_into_every_pot() -> None:
    table = Situation.new(3, [2, 1, 1, 0, 1])  # of four the third, of the other three the second, ...
    assert table.tale() == ["p1 p2 p3: look bean tomato garlic carrot"]
    assert table.each_sees("look") == [[2, 1, 3, 0]] * 3 + [None]
    assert table.view().step == "look"
    assert table.view().turns == 0
    assert table.each_sees("scores") == [[0, 0, 0]] * 4
    for field in ("die", "chosen", "lifted", "poured"):
        assert table.each_sees(field) == [None] * 4


def test_ca_5_the_look_ends_when_all_are_ready() -> None:
    table = Situation.new(3, [2, 1, 1, 0, 0])
    assert table.deciders() == [0, 1, 2]
    assert table.legal(0) == table.legal(2) == ["ready"]
    assert table.play("p2 ready").tale() == ["ready p2"]
    assert table.learned == OTHERS
    assert table.deciders() == [0, 2]
    assert table.legal(1) == []
    assert table.each_sees("ready") == [[1]] * 4
    assert table.each_sees("look") == [[2, 1, 3, 0]] * 3 + [None]  # those who are ready still look
    table.play("p1 ready")
    assert table.view().step == "look"
    assert table.play("p3 ready").tale() == ["ready p3", "turn p1"]
    assert table.each_sees("look") == [None] * 4
    assert table.legal() == ["roll"]


def test_ca_5_what_was_seen_is_not_told_again() -> None:
    table = Situation(position("look", seats=2, turns=0, ready="p1"))
    assert [(note.args, viewer) for viewer in table.viewers() for note in _opening(table, viewer)] == [
        ({"tile_a": 0, "tile_b": 1, "tile_c": 2, "tile_d": 3}, 1)
    ]
    assert list(table.game.opening(Situation(position("roll")).state)) == []


def _opening(table: Situation, viewer: int | None) -> list[Event]:
    table.notes = list(table.game.opening(table.state))
    return table.events(viewer)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ca_6_the_first_player_is_random(seats: int) -> None:
    for first in range(seats):
        table = Situation.new(seats, [0, 0, 0, 0, first])
        assert table.each_sees("active") == [first] * (seats + 1)
        for seat in (first, *(seat for seat in range(seats) if seat != first)):
            table.play(f"p{seat + 1} ready")
        assert table.deciders() == [first]  # whoever was ready last
        assert table.tale()[-1] == f"turn p{first + 1}"
    with pytest.raises(ChanceMismatch, match=f"not below {seats}"):
        Situation.new(seats, [0, 0, 0, 0, seats])


# A turn


def test_ca_7_the_active_player_rolls() -> None:
    for face, kind in enumerate(KINDS):
        table = Situation(position("roll", active=2, turns=2, die="chef"), [face]).play("roll")
        assert table.tale() == [f"roll p2 {kind}"]
        assert table.learned == EVERYBODY
        assert table.each_sees("die") == [face] * 4
        assert table.deciders() == [1]
        assert table.legal() == ["pot a", "pot b", "pot c", "pot d"]
        assert table.text() == position("choose", kind, active=2, turns=2)


def test_ca_7_the_result_stays_visible_until_the_next_roll() -> None:
    table = Situation(position("roll"), [2, 0]).play("roll", "pot a", "throw", "trust")
    assert table.legal() == ["roll"]
    assert table.each_sees("die") == [2] * 4
    assert table.play("roll").each_sees("die") == [0] * 4


def test_ca_8_chef_alfredo_asks_for_two_pots() -> None:
    for face in CHEF:
        table = Situation(position("roll", active=2), [face]).play("roll")
        assert table.tale() == ["chef p2"]
        assert table.text() == position("swap", "chef", active=2)
        assert table.legal() == ["swap a b", "swap a c", "swap a d", "swap b c", "swap b d", "swap c d"]
        assert table.legal(0) == table.legal(2) == []


@pytest.mark.parametrize("pair", list(combinations(range(4), 2)))
def test_ca_8_any_two_different_pots_swap_places_with_what_is_in_them(pair: tuple[int, int]) -> None:
    one, two = pair
    table = Situation(position("swap", "chef", active=3, turns=7, inside=FULL_STOVE))
    table.play(f"swap {PLATES[one]} {PLATES[two]}")
    assert table.tale() == [f"swap p3 {PLATES[one]} {PLATES[two]}", "turn p1"]
    assert table.learned == OTHERS
    order = [two if pot == one else one if pot == two else pot for pot in range(4)]
    assert table.text() == position(
        "roll",
        "chef",
        active=1,
        turns=8,
        tiles="".join("ctbg"[pot] for pot in order),
        inside=[FULL_STOVE[pot] for pot in order],
    )


def test_ca_8_a_swap_names_both_pots() -> None:
    moves = Situation(position("roll")).game.moves
    assert moves.phrase(moves.parse("swap b d")).args == {"pot": 1, "other": 3}


def test_ca_8_nobody_looks_in_and_the_next_player_rolls() -> None:
    table = Situation(position("swap", "chef")).play("swap a d")
    for field in ("look", "lifted", "poured", "chosen"):
        assert table.each_sees(field) == [None] * 4
    assert table.deciders() == [1]
    assert table.legal() == ["roll"]


def test_ca_9_the_active_player_alone_sees_the_tile() -> None:
    table = Situation(position("choose", "tomato", active=2, tiles="gbct", inside=FULL_STOVE))
    assert table.legal() == ["pot a", "pot b", "pot c", "pot d"]
    table.play("pot c")
    assert table.tale() == ["chose p2 c", "p2: lift c carrot"]
    assert table.learned == EVERYBODY
    lifted = table.view(1).lifted
    assert (lifted.pot, lifted.tile, lifted.inside) == (C, 0, [0, 1, 4, 0])
    assert [table.view(viewer).lifted for viewer in (0, 2, None)] == [None] * 3


def test_ca_9_the_ingredient_goes_in_and_the_pot_is_marked() -> None:
    for die, kind in enumerate(KINDS):
        for pot in PLATES:
            table = Situation(position("choose", kind)).play(f"pot {pot}")
            inside = [
                ("".join("1" if k == die else "0" for k in range(4))) if p == pot else "0000" for p in PLATES
            ]
            assert table.text() == position("lifted", kind, inside=inside, marked=pot)
            assert table.each_sees("chosen") == [PLATES.index(pot)] * 4
            assert table.each_sees("containers") == [[10 - (k == die) for k in range(4)]] * 4


def test_ca_9_the_choice_is_final_once_the_lid_is_up() -> None:
    table = Situation(position("choose", "tomato")).play("pot c")
    assert table.deciders() == [0]
    assert table.legal() == ["throw"]
    assert table.legal(1) == table.legal(2) == []


def test_ca_9_the_lid_goes_on_and_the_pot_stays_marked_until_the_answer() -> None:
    table = Situation(position("choose", "tomato")).play("pot c", "throw")
    assert table.learned == OTHERS
    assert table.each_sees("lifted") == [None] * 4
    assert table.each_sees("chosen") == [C] * 4
    assert table.text() == position("answer", "tomato", inside=("0000", "0000", "0100", "0000"), marked="c")
    for answer in ("trust", "doubt"):
        assert Situation(table.text()).play(answer).each_sees("chosen") == [None] * 4


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ca_10_the_left_neighbour_answers(seats: int) -> None:
    for active in range(seats):
        table = Situation(position("answer", **RIGHT, seats=seats, active=active + 1))
        left = (active + 1) % seats
        assert table.each_sees("neighbour") == [left] * (seats + 1)
        assert table.deciders() == [left]
        assert table.legal() == ["trust", "doubt"]
        assert all(table.legal(seat) == [] for seat in range(seats) if seat != left)
        assert table.state.bystanders() == 0


def test_ca_11_trust_gives_the_thrower_a_point_and_the_neighbour_the_die() -> None:
    for case in (RIGHT, WRONG):  # right or wrong, nobody looks
        table = Situation(position("answer", **case, active=2, turns=4, points=(3, 1, 2))).play("trust")
        assert table.tale() == ["trust p3 p2", "point p2", "turn p3"]
        assert table.learned == OTHERS
        assert table.each_sees("poured") == [None] * 4
        assert table.text() == position(
            "roll", "tomato", inside=case["inside"], active=3, turns=5, points=(3, 2, 2)
        )


def test_ca_12_a_doubt_pours_the_pot_out_for_all_to_see() -> None:
    table = Situation(position("answer", **WRONG, tiles="gbct")).play("doubt")
    assert table.tale()[:2] == ["doubt p2 p1", "tile c carrot 1 1 0 0 0"]
    assert table.learned == EVERYBODY
    for poured in table.each_sees("poured"):
        assert (poured.pot, poured.tile, poured.inside) == (C, 0, [1, 1, 0, 0])
    assert table.each_sees("die") == [1] * 4


def test_ca_12_it_is_said_whether_the_tile_is_what_was_rolled() -> None:
    for case, hit in ((RIGHT, True), (WRONG, False)):
        table = Situation(position("answer", **case))
        assert table.each_sees("hit") == [None] * 4
        assert table.play("doubt").each_sees("hit") == [hit] * 4


def test_ca_12_the_tile_lies_open_until_the_next_roll() -> None:
    for face in range(6):
        table = Situation(position("answer", **WRONG), [face]).play("doubt", "roll")
        assert table.each_sees("poured") == [None] * 4


def test_ca_12a_a_right_doubt_pays_the_doubter_who_rolls_next() -> None:
    table = Situation(position("answer", **WRONG, active=3, turns=4, points=(2, 5, 1))).play("doubt")
    assert table.tale() == ["doubt p1 p3", "tile c bean 1 1 0 0 0", "caught p1 p3", "turn p1"]
    assert table.text() == position("roll", "tomato", active=1, turns=5, points=(3, 5, 1), poured="c:1100")


@pytest.mark.parametrize(("seats", "next_one"), [(2, 1), (3, 3), (4, 3)])
def test_ca_12b_a_wrong_doubt_pays_the_thrower_and_costs_the_doubter_the_turn(
    seats: int, next_one: int
) -> None:
    table = Situation(position("answer", **RIGHT, seats=seats, turns=4)).play("doubt")
    assert table.tale() == ["doubt p2 p1", "tile b tomato 0 1 0 0 1", "proved p2 p1", f"turn p{next_one}"]
    assert table.text() == position(
        "roll",
        "tomato",
        seats=seats,
        active=next_one,
        turns=5,  # a turn that is lost has not begun
        points=[1] + [0] * (seats - 1),
        poured="b:0100",
    )


def test_ca_13_earlier_ingredients_do_not_count() -> None:
    table = Situation(position("answer", **RIGHT | {"inside": ("0000", "3121", "0000", "0000")}))
    assert table.play("doubt").view().scores == [1, 0, 0]
    table = Situation(position("answer", **WRONG | {"inside": ("0000", "0000", "0150", "0000")}))
    assert table.play("doubt").view().scores == [0, 1, 0]  # nor do earlier right ones


def test_ca_14_after_a_doubt_that_pot_is_empty_and_everything_in_its_place() -> None:
    for case, pot in ((RIGHT, B), (WRONG, C)):
        inside = ["1000", "0101", "0110", "2000"]
        table = Situation(position("answer", **case | {"inside": inside})).play("doubt")
        poured = f"{PLATES[pot]}:{inside[pot]}"
        inside[pot] = "0000"
        after = table.view()
        assert table.text() == position(
            "roll",
            "tomato",
            active=after.active + 1,
            turns=2,
            inside=inside,
            points=after.scores,
            poured=poured,
        )
        assert after.containers == [7, 9, 9, 10] if pot == B else [7, 9, 10, 9]


def test_ca_15_contents_are_hidden_and_no_tally_is_kept() -> None:
    one = Situation(position("roll", "bean", turns=5, inside=("2000", "0010", "0000", "0000")))
    two = Situation(position("roll", "bean", turns=5, inside=("0000", "0000", "1010", "1000")))
    for viewer in one.viewers():
        assert msgspec.json.encode(one.view(viewer)) == msgspec.json.encode(two.view(viewer))


def test_ca_15_each_throw_is_seen_as_it_happens() -> None:
    table = Situation(position("choose", "bean", active=3)).play("pot b", "throw")
    assert table.tale()[-1] == "thrown p3 b bean p1"


# Rare cases


@pytest.mark.parametrize("die", range(4))
def test_ca_16_a_missing_ingredient_empties_all_pots_and_the_turn_goes_on(die: int) -> None:
    def pots(missing: int) -> list[str]:
        """Ten of one kind, or nine, and some of the next: in all four pots."""
        counts = [[2, 1], [3, 0], [1, 2], [4 - missing, 0]]
        return [
            "".join(str(dict(zip((die, (die + 1) % 4), pot, strict=True)).get(k, 0)) for k in range(4))
            for pot in counts
        ]

    table = Situation(position("roll", "chef", active=2, turns=5, inside=pots(0)), [die]).play("roll")
    told = [f"emptied {PLATES[pot]} {' '.join(inside)}" for pot, inside in enumerate(pots(0))]
    assert table.tale() == [f"roll p2 {KINDS[die]}", f"scarce {KINDS[die]}", *told]  # never a tile
    assert table.text() == position("choose", KINDS[die], active=2, turns=5)
    assert table.deciders() == [1]
    one_left = Situation(position("roll", "chef", active=2, turns=5, inside=pots(1)), [die]).play("roll")
    assert one_left.tale() == [f"roll p2 {KINDS[die]}"]
    assert one_left.text() == position("choose", KINDS[die], active=2, turns=5, inside=pots(1))


def test_ca_16_is_checked_only_for_the_rolled_kind() -> None:
    inside = ("1600", "0400", "0010", "0000")
    for face, kind in ((0, "carrot"), (2, "bean"), (3, "garlic")):
        table = Situation(position("roll", "bean", turns=9, inside=inside), [face]).play("roll")
        assert table.tale() == [f"roll p1 {kind}"]
        assert table.text() == position("choose", kind, turns=9, inside=inside)
    chef = Situation(position("roll", "bean", turns=9, inside=inside), [CHEF[0]]).play("roll")
    assert chef.text() == position("swap", "chef", turns=9, inside=inside)


def test_ca_17_a_full_pot_is_emptied_after_the_lid_is_lifted() -> None:
    inside = ["1120", "0013", "2101", "0000"]
    start: dict[str, Any] = {"die": "tomato", "active": 2, "turns": 9, "inside": inside}
    table = Situation(position("choose", **start, capacity=4)).play("pot b")
    assert table.tale() == ["chose p2 b", "p2: lift b tomato", "full b 0 0 1 3"]
    after = [inside[A], "0100", *inside[C:]]  # the others keep what they have, and every tile its place
    assert table.text() == position("lifted", **start | {"inside": after}, capacity=4, marked="b")
    assert table.legal() == ["throw"]


def test_ca_17_a_pot_with_one_place_left_is_not_full() -> None:
    start: dict[str, Any] = {"die": "tomato", "inside": ["0013", "0000", "0000", "0000"], "capacity": 5}
    table = Situation(position("choose", **start)).play("pot a")
    assert table.tale() == ["chose p1 a", "p1: lift a carrot"]
    assert table.text() == position("lifted", **start | {"inside": ["0113", *EMPTY[1:]]}, marked="a")


def test_ca_17_a_pot_is_full_at_its_capacity() -> None:
    assert Situation.new(2, 1).view().pot_capacity == 10
    nine = Situation(position("choose", "tomato", turns=9, inside=("9000", *EMPTY[1:]))).play("pot a")
    assert nine.view(0).lifted.inside == [9, 1, 0, 0]
    ten = Situation(position("choose", "tomato", turns=9, inside=("9010", *EMPTY[1:]))).play("pot a")
    assert ten.view(0).lifted.inside == [0, 1, 0, 0]


# End


@pytest.mark.parametrize(
    ("case", "answer", "told", "points"),
    [
        (RIGHT, "trust", "point p1", [6, 4, 1]),
        (RIGHT, "doubt", "proved p2 p1", [6, 4, 1]),
        (WRONG, "doubt", "caught p2 p1", [5, 5, 1]),
    ],
)
def test_ca_18_the_last_cooking_tile_ends_the_game_at_once(
    case: dict[str, Any], answer: str, told: str, points: list[int]
) -> None:
    table = Situation(position("answer", **case, turns=9, end=11, points=(5, 4, 1)))
    assert table.view().places is None
    table.play(answer)
    winners = "p1" if points[0] == 6 else "p1,p2"
    assert table.tale()[-2:] == [told, f"over {winners}"]
    assert table.deciders() == []
    assert [table.legal(seat) for seat in range(3)] == [[], [], []]
    view = table.view()
    assert (view.step, view.supply, view.turns, view.chosen) == ("over", 0, 9, None)
    assert view.scores == points
    assert view.places == ([1, 2, 3] if points[0] == 6 else [1, 1, 3])


def test_ca_18_one_cooking_tile_more_and_the_game_goes_on() -> None:
    table = Situation(position("answer", **RIGHT, turns=9, end=12, points=(5, 4, 1))).play("trust")
    assert table.tale() == ["trust p2 p1", "point p1", "turn p2"]
    assert table.view().places is None


def test_ca_18_most_cooking_tiles_win() -> None:
    table = Situation(position("answer", **RIGHT, seats=4, end=12, points=(1, 2, 5, 3))).play("trust")
    assert table.tale()[-1] == "over p3"
    assert table.view().places == [3, 3, 1, 2]


def test_ca_19_a_tie_is_a_shared_victory() -> None:
    table = Situation(position("answer", **RIGHT, end=12, points=(4, 2, 5))).play("trust")
    assert table.tale()[-1] == "over p1,p3"
    assert table.view().places == [1, 3, 1]


def test_ca_20_a_view_says_nothing_of_the_past() -> None:
    """Two histories that lead to the same sight give the same bytes, though the states differ."""
    one = Situation(position("choose", "tomato")).play("pot a", "throw", "trust")
    other = Situation(position("choose", "tomato")).play("pot d", "throw", "trust")
    assert one.text() != other.text()
    for viewer in one.viewers():
        assert msgspec.json.encode(one.view(viewer)) == msgspec.json.encode(other.view(viewer))


def test_ca_20_everything_is_told_once() -> None:
    table = Situation(position("choose", "tomato")).play("pot a")
    assert [event.once for event in table.events(0)] == [True, True]
    assert [event.kept for event in table.events(0)] == [None, None]
    assert table.game.forgets(table.options)


@pytest.mark.parametrize(
    ("before", "move"),
    [
        (position("answer", **RIGHT, end=12, points=(4, 2, 5)), "trust"),
        (position("answer", **WRONG, end=12, points=(4, 2, 5)), "doubt"),
        (position("swap", "chef", turns=6, rounds=2, inside=("1000", "0000", "0200", "0000")), "swap a c"),
    ],
)
def test_ca_20_after_the_end_every_pot_is_open_to_all(before: str, move: str) -> None:
    table = Situation(before)
    assert table.each_sees("pots") == [None] * 4
    table.play(move)
    seen = table.each_sees("pots")
    assert seen[1:] == seen[:-1]
    assert [(pot.pot, pot.tile, pot.inside) for pot in seen[0]] == [
        (pot, table.state.tiles[pot], table.state.inside[pot]) for pot in range(4)
    ]
    assert table.learned == EVERYBODY
    lines = table.game.describe(table.view())[0].lines
    assert [line.key.rpartition(".")[2] for line in lines] == [
        "poured" if table.state.poured == pot else "opened" for pot in range(4)
    ]


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ((1, 2, 5), ("most", {"seat": 2, "n": 5, "ahead": 3})),
        ((4, 2, 5), ("tie", {"winners": [0, 2], "n": 5})),
    ],
)
def test_ca_18_ca_19_the_end_says_what_decided(points: tuple[int, ...], said: Any) -> None:
    table = Situation(position("answer", **RIGHT, end=sum(points) + 1, points=points)).play("trust")
    prompt = table.game.prompt(table.view())
    assert (prompt.key.rpartition(".over.")[2], prompt.args) == said


@pytest.mark.parametrize("points", [12, 24, 36])
def test_ca_21_points_to_end_is_the_supply(points: int) -> None:
    view = Situation.new(2, 3, points_to_end=points, round_limit=7, pot_capacity=5).view()
    assert (view.supply, view.points_to_end, view.round_limit, view.pot_capacity) == (points, points, 7, 5)


def test_ca_21_the_round_limit_ends_the_game() -> None:
    last: dict[str, Any] = {"rounds": 2, "turns": 6, "points": (1, 2, 0), "active": 3}
    table = Situation(position("swap", "chef", **last)).play("swap a b")
    assert table.tale() == ["swap p3 a b", "over p2"]
    assert table.deciders() == []
    assert table.view().places == [2, 1, 3]
    assert table.view().turns == 6
    table = Situation(position("answer", **RIGHT, **last)).play("trust")
    assert table.tale() == ["trust p1 p3", "point p3", "over p2"]
    assert table.each_sees("chosen") == [None] * 4
    one_before = Situation(position("swap", "chef", **last | {"turns": 5, "active": 2})).play("swap a b")
    assert one_before.tale() == ["swap p2 a b", "turn p3"]
    assert one_before.view().turns == 6


def test_ca_21_a_lost_turn_does_not_count_towards_the_limit() -> None:
    start: dict[str, Any] = {**RIGHT, "rounds": 2, "turns": 5}
    table = Situation(position("answer", **start)).play("doubt")
    assert table.tale()[-1] == "turn p3"
    assert table.view().turns == 6
    table = Situation(position("answer", **start | {"turns": 6})).play("doubt")
    assert table.tale()[-1] == "over p1"


def test_ca_21_turns_are_counted_as_they_begin() -> None:
    table = Situation.new(2, [0, 0, 0, 0, 0, *CHEF], round_limit=1).play("p1 ready", "p2 ready")
    assert table.view().turns == 1
    table.play("roll", "swap a b", "roll", "swap a b")
    assert table.tale()[-1] == "over p1,p2"
    assert table.view().turns == 2


def test_two_to_four_play() -> None:
    for seats in (0, 1, 5):
        with pytest.raises(OptionsInvalid):
            Situation.new(seats, Fast(1))
