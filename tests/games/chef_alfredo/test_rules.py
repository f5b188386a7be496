"""Chef Alfredo, rule by rule (CA-1 to CA-21), in the order of the rules page.

A position line reads: seats/points_to_end/round_limit/capacity, step, active, turns, die, ready seats,
tile under each hotplate, ingredients in each pot (carrot, tomato, bean, garlic), points, marked pot,
poured pot. See potluck/games/chef_alfredo/notation.py.
"""

import re
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from potluck.games.chef_alfredo import game, rules
from potluck.games.chef_alfredo.rules import State
from potluck.games.chef_alfredo.view import MOVES, ChefAlfredoOptions
from potluck.play.chance import Chance, Fast, Forbidden, Script
from potluck.play.errors import OptionsInvalid, PositionDamaged
from potluck.play.notes import Note

HERE = Path(__file__)
EVERY_ID = [f"CA-{n}" for n in range(1, 22)] + ["CA-12a", "CA-12b"]

ROLL = "3/36/200/10 roll 0 1 - 012 ctbg 0000/0000/0000/0000 0/0/0 - -"
CHOOSE = "3/36/200/10 choose 0 1 tomato 012 ctbg 0000/0000/0000/0000 0/0/0 - -"
ANSWER_RIGHT = "3/36/200/10 answer 0 1 tomato 012 ctbg 0000/0100/0000/0000 0/0/0 b -"
ANSWER_WRONG = "3/36/200/10 answer 0 1 tomato 012 ctbg 0000/0000/1100/0000 0/0/0 c -"


def after(position: str, seat: int, *moves: str, answers: tuple[int, ...] = ()) -> tuple[State, list[Note]]:
    """Play moves of one seat on a position; every move must be legal."""
    state = game.load(position)
    chance: Chance = Script(answers) if answers else Forbidden()
    notes: list[Note] = []
    for text in moves:
        move = MOVES.parse(text)
        assert move in state.legal(seat), f"{text} is not legal for seat {seat} in {game.dump(state)}"
        state.play(seat, move, chance, notes)
    return state, notes


def heard(notes: list[Note], viewer: int | None) -> list[str]:
    """The names of the events a viewer gets."""
    events = [game.event(note, viewer, game.options()) for note in notes]
    return [event.key.rpartition(".")[2] for event in events if event is not None]


def can(state: State, seat: int) -> list[str]:
    return [MOVES.text(move) for move in state.legal(seat)]


# Material


def test_ca_1_each_pot_hides_one_of_the_four_tiles() -> None:
    for seed in range(20):
        state = game.new(3, ChefAlfredoOptions(), Fast(seed))
        assert sorted(state.tiles) == [0, 1, 2, 3]
    state = game.load(ROLL)
    for viewer in (0, 1, 2, None):
        view = game.view(state, viewer)
        assert view.look is None
        assert view.lifted is None
        assert view.poured is None


def test_ca_1_closed_pots_look_alike_whatever_they_hold() -> None:
    one, two = game.load(ROLL), game.load(ROLL.replace("ctbg", "gbtc"))
    for viewer in (0, 1, 2, None):
        assert msgspec.json.encode(game.view(one, viewer)) == msgspec.json.encode(game.view(two, viewer))
        assert game.describe(game.view(one, viewer)) == game.describe(game.view(two, viewer))


def test_ca_2_ten_of_each_ingredient_in_public_containers() -> None:
    fresh = game.new(2, ChefAlfredoOptions(), Fast(1))
    assert game.view(fresh, None).containers == [10, 10, 10, 10]
    some = game.load("3/36/200/10 roll 0 3 carrot 012 ctbg 3000/1010/0000/0020 1/1/0 - -")
    assert game.view(some, None).containers == [6, 10, 7, 10]


def test_ca_3_thirty_six_cooking_tiles_in_a_public_supply() -> None:
    fresh = game.new(2, ChefAlfredoOptions(), Fast(1))
    assert game.view(fresh, None).supply == 36
    state, _ = after(ANSWER_RIGHT, 1, "trust")
    assert game.view(state, 2).supply == 35


def test_ca_4_the_die_has_each_ingredient_once_and_the_chef_twice() -> None:
    faces: Counter[int] = Counter()
    for face in range(6):
        state, _ = after(ROLL, 0, "roll", answers=(face,))
        faces[state.die] += 1
    assert faces == {0: 1, 1: 1, 2: 1, 3: 1, rules.CHEF: 2}
    with pytest.raises(ValueError, match="not below 6"):
        after(ROLL, 0, "roll", answers=(6,))


# Setup


def test_ca_5_tiles_are_shuffled_and_everybody_looks_until_all_are_ready() -> None:
    orders = Counter(tuple(game.new(2, ChefAlfredoOptions(), Fast(seed)).tiles) for seed in range(2400))
    assert len(orders) == 24
    assert min(orders.values()) > 50  # 100 expected each; 50 is five standard deviations off
    state = game.new(3, ChefAlfredoOptions(), Fast(7))
    assert state.deciders() == 0b111
    assert {tuple(game.view(state, seat).look or ()) for seat in range(3)} == {tuple(state.tiles)}
    state.play(1, rules.READY, Forbidden())
    assert state.deciders() == 0b101
    assert game.view(state, 1).look == state.tiles  # the look goes on for those who are ready, too
    state.play(0, rules.READY, Forbidden())
    state.play(2, rules.READY, Forbidden())
    assert [game.view(state, seat).look for seat in range(3)] == [None, None, None]
    assert can(state, state.active) == ["roll"]


def test_ca_5_spectators_are_no_players_and_do_not_look() -> None:
    state = game.new(3, ChefAlfredoOptions(), Fast(7))
    assert game.view(state, None).look is None
    opening = game.opening(state)
    assert [heard(opening, viewer) for viewer in (0, 1, 2, None)] == [["look"], ["look"], ["look"], []]
    notes: list[Note] = []
    state.play(0, rules.READY, Forbidden(), notes)
    assert [heard(notes, viewer) for viewer in (0, 1, 2, None)] == [["ready"]] * 4  # what it saw is past
    assert game.opening(game.load(ROLL)) == []


def test_ca_6_the_first_player_is_random() -> None:
    firsts = Counter(game.new(4, ChefAlfredoOptions(), Fast(seed)).active for seed in range(400))
    assert set(firsts) == {0, 1, 2, 3}
    assert min(firsts.values()) > 55  # 100 expected; five standard deviations


# A turn


def test_ca_7_the_result_stays_visible_until_the_next_roll() -> None:
    state, notes = after(ROLL, 0, "roll", answers=(2,))
    assert heard(notes, None) == ["roll"]
    state.play(0, MOVES.parse("pot a"), Forbidden())
    state.play(0, rules.THROW, Forbidden())
    state.play(1, rules.TRUST, Forbidden())
    assert can(state, 1) == ["roll"]
    assert [game.view(state, viewer).die for viewer in (0, 1, 2, None)] == [2, 2, 2, 2]
    state.play(1, rules.THE_ROLL, Script([0]))
    assert game.view(state, 0).die == 0


def test_ca_8_the_chef_swaps_two_pots_blindly_and_ends_the_turn() -> None:
    state, notes = after("3/36/200/10 swap 0 2 chef 012 ctbg 1000/0100/0000/0000 1/0/0 - -", 0, "swap a d")
    assert state.tiles == [3, 1, 2, 0]
    assert state.inside[3] == [1, 0, 0, 0]  # the pot moves with what is in it
    assert state.inside[0] == [0, 0, 0, 0]
    assert heard(notes, 2) == heard(notes, None) == heard(notes, 0) == ["swap", "turn"]
    assert game.event(notes[0], 2, game.options()) is not None
    assert (state.active, can(state, 1)) == (1, ["roll"])
    assert game.view(state, 0).lifted is None


def test_ca_8_any_two_different_pots() -> None:
    state = game.load("3/36/200/10 swap 0 2 chef 012 ctbg 1000/0100/0000/0000 1/0/0 - -")
    assert can(state, 0) == ["swap a b", "swap a c", "swap a d", "swap b c", "swap b d", "swap c d"]


def test_ca_9_only_the_active_player_sees_under_the_lid() -> None:
    state, notes = after(CHOOSE, 0, "pot c")
    assert heard(notes, 0) == ["chose", "lift"]
    assert heard(notes, 1) == heard(notes, 2) == heard(notes, None) == ["chose"]
    lifted = game.view(state, 0).lifted
    assert lifted is not None
    assert (lifted.pot, lifted.tile, lifted.inside) == (2, 2, [0, 1, 0, 0])
    for viewer in (1, 2, None):
        assert game.view(state, viewer).lifted is None
        assert game.view(state, viewer).chosen == 2
    assert game.view(state, 1).containers == [10, 9, 10, 10]


def test_ca_9_the_choice_is_final_and_the_pot_stays_marked_until_the_answer() -> None:
    state, _ = after(CHOOSE, 0, "pot c")
    assert can(state, 0) == ["throw"]
    assert can(state, 1) == []
    state.play(0, rules.THROW, Forbidden())
    assert game.view(state, 0).lifted is None  # the lid is on again, for the thrower too
    assert game.view(state, 2).chosen == 2
    state.play(1, rules.TRUST, Forbidden())
    assert game.view(state, 2).chosen is None


def test_ca_10_the_left_neighbour_answers() -> None:
    state = game.load(ANSWER_RIGHT.replace("answer 0", "answer 2"))
    assert can(state, 0) == ["trust", "doubt"]
    assert can(state, 1) == can(state, 2) == []


def test_ca_11_trust_gives_the_thrower_a_point_and_the_neighbour_the_die() -> None:
    for position in (ANSWER_RIGHT, ANSWER_WRONG):  # right or wrong, nobody looks
        state, notes = after(position, 1, "trust")
        assert state.points == [1, 0, 0]
        assert (state.active, can(state, 1)) == (1, ["roll"])
        assert heard(notes, 2) == ["trust", "point", "turn"]
        assert game.view(state, 2).poured is None


def test_ca_12_a_doubt_pours_the_pot_out_for_all_until_the_next_roll() -> None:
    state, notes = after(ANSWER_WRONG, 1, "doubt")
    assert "tile" in heard(notes, None)
    for viewer in (0, 1, 2, None):
        poured = game.view(state, viewer).poured
        assert poured is not None
        assert (poured.pot, poured.tile, poured.inside) == (2, 2, [1, 1, 0, 0])
    state.play(1, rules.THE_ROLL, Script([4]))
    assert game.view(state, 0).poured is None


def test_ca_12a_a_right_doubt_pays_the_doubter_who_rolls_next() -> None:
    state, _ = after(ANSWER_WRONG, 1, "doubt")
    assert state.points == [0, 1, 0]
    assert can(state, 1) == ["roll"]


def test_ca_12b_a_wrong_doubt_pays_the_thrower_and_costs_the_doubter_the_turn() -> None:
    state, _ = after(ANSWER_RIGHT, 1, "doubt")
    assert state.points == [1, 0, 0]
    assert can(state, 2) == ["roll"]
    two = "2/36/200/10 answer 0 1 tomato 01 ctbg 0000/0100/0000/0000 0/0 b -"
    state, _ = after(two, 1, "doubt")
    assert can(state, 0) == ["roll"]  # with two players the active player again


def test_ca_13_earlier_wrong_ingredients_do_not_count() -> None:
    state, _ = after("3/36/200/10 answer 0 9 tomato 012 ctbg 0000/3121/0000/0000 0/0/0 b -", 1, "doubt")
    assert state.points == [1, 0, 0]
    state, _ = after("3/36/200/10 answer 0 9 tomato 012 ctbg 0000/0000/0150/0000 0/0/0 c -", 1, "doubt")
    assert state.points == [0, 1, 0]  # nor do earlier right ones


def test_ca_14_after_a_doubt_everything_goes_back_to_its_place() -> None:
    for position, pot in ((ANSWER_RIGHT, 1), (ANSWER_WRONG, 2)):
        state, _ = after(position, 1, "doubt")
        assert state.inside[pot] == [0, 0, 0, 0]
        assert state.tiles == [0, 1, 2, 3]
        assert game.view(state, None).containers == [10, 10, 10, 10]


def test_ca_15_contents_are_hidden_and_no_tally_is_kept() -> None:
    one = game.load("3/36/200/10 roll 0 5 bean 012 ctbg 2000/0010/0000/0000 1/1/1 - -")
    two = game.load("3/36/200/10 roll 0 5 bean 012 ctbg 0000/0000/1010/1000 1/1/1 - -")
    for viewer in (0, 1, 2, None):
        assert msgspec.json.encode(game.view(one, viewer)) == msgspec.json.encode(game.view(two, viewer))


def test_ca_15_each_throw_is_seen_as_it_happens() -> None:
    _, notes = after(CHOOSE, 0, "pot c", "throw")
    thrown = game.event(notes[-1], None, game.options())
    assert thrown is not None
    assert thrown.args == {"seat": 0, "pot": 2, "kind": 1, "neighbour": 1}


# Rare cases


def test_ca_16_a_missing_ingredient_empties_all_pots_and_the_turn_goes_on() -> None:
    position = "3/36/200/20 roll 0 9 bean 012 ctbg 1600/0400/0010/0000 1/1/1 - -"
    state, notes = after(position, 0, "roll", answers=(1,))
    assert state.inside == [[0, 0, 0, 0]] * 4
    assert game.view(state, 1).containers == [10, 10, 10, 10]
    assert heard(notes, None) == ["roll", "scarce", "emptied", "emptied", "emptied", "emptied"]
    emptied = game.event(notes[2], None, game.options())
    assert emptied is not None
    assert emptied.args == {"pot": 0, "carrots": 1, "tomatoes": 6, "beans": 0, "garlic": 0}  # never a tile
    assert can(state, 0) == ["pot a", "pot b", "pot c", "pot d"]


def test_ca_16_is_checked_only_for_the_rolled_kind() -> None:
    position = "3/36/200/20 roll 0 9 bean 012 ctbg 1600/0400/0010/0000 1/1/1 - -"
    state, notes = after(position, 0, "roll", answers=(2,))
    assert heard(notes, None) == ["roll"]
    assert state.inside[0] == [1, 6, 0, 0]


def test_ca_17_a_full_pot_is_emptied_after_the_lid_is_lifted() -> None:
    position = "3/36/200/4 choose 0 9 tomato 012 ctbg 0013/0000/0000/0000 1/1/1 - -"
    state, notes = after(position, 0, "pot a")
    assert state.inside[0] == [0, 1, 0, 0]
    assert heard(notes, 1) == ["chose", "full"]
    assert heard(notes, 0) == ["chose", "lift", "full"]
    state, notes = after(position.replace("/4 ", "/5 "), 0, "pot a")
    assert state.inside[0] == [0, 1, 1, 3]  # one place was left
    assert heard(notes, 1) == ["chose"]


# End


def test_ca_18_the_last_cooking_tile_ends_the_game_at_once() -> None:
    position = "3/12/200/10 answer 0 20 tomato 012 ctbg 0000/0100/0000/0000 5/4/2 b -"
    state, notes = after(position, 1, "trust")
    assert state.deciders() == 0
    assert state.result() == [1, 2, 3]
    assert heard(notes, None) == ["trust", "point", "over"]
    assert can(state, 1) == []


def test_ca_19_a_tie_is_a_shared_victory() -> None:
    position = "3/12/200/10 answer 0 20 tomato 012 ctbg 0000/0100/0000/0000 4/5/2 b -"
    state, notes = after(position, 1, "trust")
    assert state.result() == [1, 1, 3]
    over = game.event(notes[-1], 2, game.options())
    assert over is not None
    assert over.args == {"winners": [0, 1]}


def test_ca_20_a_view_says_nothing_of_the_past() -> None:
    """Two histories that lead to the same sight give the same bytes, though the states differ."""
    trusted, _ = after(CHOOSE, 0, "pot a", "throw")
    trusted.play(1, rules.TRUST, Forbidden())
    other, _ = after(CHOOSE, 0, "pot d", "throw")
    other.play(1, rules.TRUST, Forbidden())
    assert game.dump(trusted) != game.dump(other)
    for viewer in (0, 1, 2, None):
        assert msgspec.json.encode(game.view(trusted, viewer)) == msgspec.json.encode(
            game.view(other, viewer)
        )


def test_ca_20_the_game_declares_that_it_forgets() -> None:
    assert game.forgets(game.options())


def test_ca_21_points_to_end_is_the_supply() -> None:
    for points in (12, 24, 36):
        options = ChefAlfredoOptions(points_to_end=points)
        assert game.view(game.new(2, options, Fast(3)), 0).supply == points


def test_ca_21_the_round_limit_ends_the_game() -> None:
    position = "3/36/2/10 swap 2 6 chef 012 ctbg 0000/0000/0000/0000 1/2/0 - -"
    state, notes = after(position, 2, "swap a b")
    assert state.deciders() == 0
    assert state.result() == [2, 1, 3]
    assert heard(notes, None) == ["swap", "over"]
    earlier, _ = after(position.replace("swap 2 6", "swap 1 5"), 1, "swap a b")
    assert earlier.deciders() == 0b100


def test_seat_counts_outside_the_box_are_refused() -> None:
    for seats in (0, 1, 5):
        with pytest.raises(OptionsInvalid):
            game.new(seats, ChefAlfredoOptions(), Fast(1))


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        (ROLL.replace("ctbg", "ccbg"), "one pot"),
        (ROLL.replace("0000/0000/0000/0000", "b000/0000/0000/0000"), "ten of each"),
        (ROLL.replace("/10 roll", "/2 roll").replace("0000/0", "3000/0"), "more than fits"),
        (ROLL.replace(" 012 ", " 01 "), "opening look"),
        (ANSWER_RIGHT.replace(" b -", " - -"), "marked"),
        (ANSWER_RIGHT.replace(" b -", " a -"), "not in the marked pot"),
        (ROLL.replace("0/0/0", "20/16/0"), "last cooking tile"),
        (CHOOSE.replace("tomato", "chef"), "ingredient"),
        ("", "fields"),
    ],
)
def test_impossible_positions_are_refused_with_a_reason(position: str, reason: str) -> None:
    with pytest.raises(PositionDamaged, match=reason):
        game.load(position)


def test_every_rule_has_a_test() -> None:
    tested = set(re.findall(r"def test_ca_(\d+[ab]?)_", HERE.read_text(encoding="utf-8")))
    assert [rule for rule in EVERY_ID if rule.removeprefix("CA-") not in tested] == []
