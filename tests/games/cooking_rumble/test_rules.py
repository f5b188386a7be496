"""Cooking Rumble by its rule pages, CR-1 to CR-20 in order.

A test states a situation in notation (see notation.py), makes a move or two, and says what must be
seen. Known values come from the rules and the printed rows of the tiles:

    0: 1 point, fcs fsc fpf    3: 2 points, scf scp pfc    9: 3 points, cps spc pfp
"""

import re
from collections import Counter

import pytest

from potluck.play.chance import Fast, Script
from potluck.play.errors import OptionsInvalid

from .situation import (
    CEREALS,
    FRUITS,
    PROTEINS,
    SUGARS,
    A,
    B,
    C,
    Situation,
    names,
    starts,
    under_test,
)

# Seat 1 is asked for f, s, c at a, b, c; seat 2 for f, s, s.
START = "2 turn p1/p2 0:...:... 3:...:... 9:...:... deck * taken -/-"
START_3 = "3 turn p1/p3 0:...:...:... 3:...:...:... 9:...:...:... deck * taken -/-/-"
KINDS = ("cereals", "fruits", "sugars", "proteins")


def test_every_rule_has_a_test() -> None:
    tested = {int(found[1]) for name in globals() if (found := re.match(r"test_cr_(\d\d)_", name))}
    assert tested == set(range(1, 21))


# Material


def test_cr_01_a_hand_is_one_card_of_each_kind_turn_after_turn() -> None:
    table = Situation(START.replace("2 turn", "2i turn"))
    for _ in range(4):
        assert starts(table.legal(), "card") == [f"card {kind}" for kind in KINDS]
        table.play("card fruits", "guess proteins")
        while table.view().step != "turn":
            table.play(table.legal()[0])


def test_cr_02_each_player_has_two_tokens_of_two_colours() -> None:
    table = Situation(START)
    assert table.view().tokens == [[True, True], [True, True]]
    table.play("wild sugars b")
    assert table.view().tokens == [[False, True], [True, True]]
    assert {move.split()[1] for move in starts(table.legal(), "wild")} == {"fruits", "proteins"}


def test_cr_02_a_placed_token_shows_one_of_its_colours() -> None:
    for kind, token in ((CEREALS, 0), (FRUITS, 1), (SUGARS, 0), (PROTEINS, 1)):
        table = Situation(START)
        table.play(f"wild {KINDS[kind]} a")
        assert [(wild.token, wild.shows) for wild in table.row(A, 0).wilds] == [(token, kind)]


def test_cr_03_three_of_twelve_tiles_lie_open() -> None:
    table = under_test.game.new(3, under_test.game.options(), Fast(1))
    view = under_test.game.view(table, None)
    assert len({tile.id for tile in view.tiles}) == 3
    assert view.deck == 9
    assert len(under_test.tiles.TILES) == 12


def test_cr_03_seat_i_uses_row_i() -> None:
    table = Situation(START_3)
    needs = [table.row(C, seat).need for seat in range(3)]
    assert needs == [
        [CEREALS, PROTEINS, SUGARS],
        [SUGARS, PROTEINS, CEREALS],
        [PROTEINS, FRUITS, PROTEINS],
    ]
    assert [table.row(C, seat).next for seat in range(3)] == [CEREALS, SUGARS, PROTEINS]


def test_cr_04_there_are_nineteen_pans() -> None:
    table = Situation(START)
    assert table.view().pans_left == 19
    table.play("card fruits", "guess sugars")
    assert table.view().pans_left == 18


def test_cr_04_the_nineteenth_pan_completes_a_tile() -> None:
    full = (
        "3 judge p1/p3 0:oo.:oo.:oo. 3:oo.:oo.:oo. 9:oo.:oo.:oo. deck * taken -/-/- said sugars sugars right"
    )
    table = Situation(full)
    assert table.view().pans_left == 1
    table.play("pan c")
    assert table.view().pans_left == 7


def test_cr_05_one_standee_never_with_the_active_player() -> None:
    for seed in range(20):
        state = under_test.game.new(3, under_test.game.options(), Fast(seed))
        chance = Fast(seed)
        while state.deciders():
            view = under_test.game.view(state, None)
            assert view.judge in {0, 1, 2} - {view.active}
            seat = view.waiting[0]
            moves = state.legal(seat)
            state.play(seat, moves[chance.below(len(moves))], chance)


# Setup


def test_cr_06_tiles_are_shuffled() -> None:
    first = under_test.game.new(2, under_test.game.options(), Script([11, 0, 9, 0]))
    assert [tile.id for tile in under_test.game.view(first, None).tiles] == [11, 0, 10]


def test_cr_06_a_random_player_starts_and_the_one_to_the_right_is_judge() -> None:
    for seats in (2, 3):
        for first in range(seats):
            state = under_test.game.new(seats, under_test.game.options(), Script([0, 0, 0, first]))
            view = under_test.game.view(state, None)
            assert (view.active, view.judge) == (first, (first - 1) % seats)


def test_cr_06_two_or_three_play() -> None:
    for seats in (0, 1, 4):
        with pytest.raises(OptionsInvalid):
            under_test.game.new(seats, under_test.game.options(), Fast(1))


# A turn


def test_cr_07_wild_goes_on_leftmost_free_symbol() -> None:
    table = Situation(START.replace("0:...", "0:o.."))
    events = table.play("wild proteins a")
    assert [(wild.at, wild.shows) for wild in table.row(A, 0).wilds] == [(1, PROTEINS)]
    assert table.row(A, 0).next == PROTEINS
    assert names(events) == ["wild"]


def test_cr_07_wild_lies_on_your_own_border_only() -> None:
    table = Situation(START)
    table.play("wild proteins a")
    assert table.row(A, 1).wilds == []
    assert table.row(A, 1).next == FRUITS


def test_cr_07_none_one_or_both_in_a_turn() -> None:
    table = Situation(START)
    assert "card fruits" in table.legal()
    table.play("wild proteins a", "wild cereals b")
    assert table.decider() == 0
    assert starts(table.legal(), "wild") == []
    assert starts(table.legal(), "card") == ["card cereals", "card proteins"]


def test_cr_07_a_wild_token_does_not_complete_the_symbol() -> None:
    table = Situation(START)
    table.play("wild proteins a")
    assert table.row(A, 0).pans == 0
    table.play("card proteins", "guess fruits")
    assert table.row(A, 0).pans == 1


def test_cr_07_of_two_tokens_the_top_one_counts() -> None:
    table = Situation(START)
    table.play("wild proteins a", "wild cereals a")
    assert table.row(A, 0).next == CEREALS
    assert table.text() == START.replace("0:...", "0:pc...")
    assert Situation(table.text()).row(A, 0).next == CEREALS
    assert Situation(table.text().replace("pc", "cp")).row(A, 0).next == PROTEINS


def test_cr_07_a_laid_token_stays_where_it_is() -> None:
    table = Situation(START.replace("0:...", "0:p..."))
    assert table.why_not("wild fruits b", 0) == "wild.laid"
    assert table.why_not("wild proteins a", 0) == "wild.laid"
    table.play("card proteins", "guess fruits", "card fruits", "guess proteins")
    assert [wild.at for wild in table.row(A, 0).wilds] == [0]


def test_cr_08_the_card_matches_a_next_symbol() -> None:
    table = Situation(START.replace("0:...:", "0:o..:"))  # asked for c, s, c
    assert starts(table.legal(), "card") == ["card cereals", "card sugars"]
    assert table.why_not("card fruits", 0) == "card"
    table = Situation(START.replace("p1/p2", "p2/p1"))
    assert starts(table.legal(), "card") == ["card fruits", "card sugars"]


def test_cr_08_a_wild_colour_comes_first() -> None:
    table = Situation(START.replace("0:...:", "0:p...:"))
    assert starts(table.legal(), "card") == ["card cereals", "card sugars", "card proteins"]


def test_cr_08_the_card_lies_face_down() -> None:
    table = Situation(START)
    events = table.play("card sugars")
    assert [event.args for event in events] == [{"seat": 0}]
    assert table.view(0).card == SUGARS
    assert table.view(1).card is None
    assert table.view(None).card is None
    assert table.view(None).card_down


def test_cr_09_the_judge_names_one_of_four_kinds() -> None:
    table = Situation(START_3)
    table.play("card cereals")
    assert table.decider() == 2
    assert table.legal(2) == [f"guess {kind}" for kind in KINDS]
    assert table.legal(0) == table.legal(1) == []


def test_cr_10_wrong_guess_one_pan_where_the_card_matches() -> None:
    table = Situation(START)
    events = table.play("card cereals", "guess fruits")
    assert table.row(C, 0).pans == 1
    assert [table.row(place, 0).pans for place in (A, B)] == [0, 0]
    assert names(events)[:3] == ["guess", "wrong", "pan"]


def test_cr_10_you_choose_if_several_tiles_match() -> None:
    table = Situation(START.replace("0:...:", "0:o..:"))  # cereals at a and c
    table.play("card cereals", "guess fruits")
    assert table.view().step == "pan"
    assert table.decider() == 0
    assert table.legal() == ["pan a", "pan c"]
    assert table.why_not("pan b", 0) == "pan"
    table.play("pan a")
    assert [table.row(place, 0).pans for place in (A, B, C)] == [2, 0, 0]


def test_cr_11_right_guess_the_judge_places_on_any_own_border() -> None:
    table = Situation(START)
    events = table.play("card cereals", "guess cereals")
    assert names(events) == ["guess", "right"]
    assert table.decider() == 1
    assert table.legal() == ["pan a", "pan b", "pan c"]
    table.play("pan b")
    assert table.row(B, 1).pans == 1
    assert [table.row(place, 0).pans for place in (A, B, C)] == [0, 0, 0]


def test_cr_12_only_matching_cards_are_offered_by_default() -> None:
    assert not under_test.game.options().allow_illegal_cards
    assert "card proteins" not in Situation(START).legal()


def test_cr_12_a_card_that_matches_nothing_counts_as_a_right_guess() -> None:
    table = Situation(START.replace("2 turn", "2i turn"))
    events = table.play("card proteins", "guess cereals")
    assert names(events) == ["guess", "illegal"]
    assert table.view().right is True
    assert table.decider() == 1
    assert table.legal() == ["pan a", "pan b", "pan c"]


def test_cr_13_three_pans_on_one_border_take_the_tile() -> None:
    table = Situation(START.replace("3:...:...", "3:oo.:o.."), Script([0]))
    events = table.play("card fruits", "guess sugars", "pan b")
    assert names(events) == ["pan", "take", "open", "standee", "turn"]
    view = table.view()
    assert [tile.id for tile in view.taken[0]] == [3]
    assert view.scores == [2, 0]
    opened = view.tiles[B]
    assert opened is not None
    assert opened.id == 1  # the first of the deck by number
    assert [row.pans for row in opened.rows] == [0, 0]  # everybody's pans go back
    assert view.pans_left == 19


def test_cr_13_the_judge_completes_a_tile_on_another_turn() -> None:
    table = Situation(START.replace("9:...:...", "9:...:oo."))
    table.play("card fruits", "guess fruits", "pan c")
    assert table.view().scores == [0, 3]


def test_cr_13_six_points_win_at_once() -> None:
    table = Situation(START.replace("9:...", "9:oo.").replace("taken -/-", "taken 10/11"))
    events = table.play("card sugars", "guess fruits", "pan c")
    assert names(events) == ["pan", "take", "over"]
    assert events[-1].args == {"winners": [0]}
    view = table.view()
    assert view.places == [1, 2]
    assert view.waiting == []
    assert view.tiles[C] is None
    assert table.legal(0) == table.legal(1) == []


def test_cr_13_five_points_do_not_win() -> None:
    table = Situation(START.replace("9:...", "9:oo.").replace("taken -/-", "taken 4/11"))
    table.play("card sugars", "guess fruits", "pan c")
    assert table.view().scores == [5, 3]
    assert table.view().places is None


def test_cr_14_all_tokens_go_back_even_from_under_pans_and_pans_stay() -> None:
    table = Situation("2 turn p1/p2 0:po..:c... 3:oo.:... 9:s...:f... deck * taken -/-")
    assert table.view().tokens == [[False, False], [False, False]]
    events = table.play("card fruits", "guess cereals")
    assert "tokens" in names(events)
    view = table.view()
    assert view.tokens == [[True, True], [True, True]]
    assert all(row.wilds == [] for tile in view.tiles if tile for row in tile.rows)
    assert table.row(A, 0).pans == 1
    assert table.row(C, 0).next == CEREALS  # the printed symbol asks again
    assert table.row(C, 1).next == SUGARS


def test_cr_14_tokens_stay_while_no_tile_is_completed() -> None:
    table = Situation(START)
    table.play("wild proteins a", "card proteins", "guess fruits")
    assert table.view().tokens[0] == [True, False]


def test_cr_15_the_card_comes_back_and_its_kind_has_been_shown() -> None:
    table = Situation(START)
    table.play("card cereals", "guess fruits")
    for viewer in (0, 1, None):
        view = table.view(viewer)
        assert (view.card_down, view.card) == (False, None)
        assert (view.guess, view.shown, view.right) == (FRUITS, CEREALS, False)


def test_cr_16_two_players_alternate() -> None:
    table = Situation(START)
    events = table.play("card cereals", "guess fruits")  # wrong
    assert names(events)[-2:] == ["standee", "turn"]
    assert (table.view().active, table.view().judge) == (1, 0)
    table.play("card fruits", "guess fruits", "pan a")  # right
    assert (table.view().active, table.view().judge) == (0, 1)


@pytest.mark.parametrize("right", [True, False])
def test_cr_16_of_three_a_judge_guesses_twice_and_then_plays(right: bool) -> None:
    table = Situation(START_3)
    seen = []
    for _ in range(6):
        view = table.view()
        seen.append((view.active + 1, view.judge + 1))
        card = starts(table.legal(), "card")[0].split()[1]
        other = KINDS[KINDS.index(card) - 1]
        table.play(f"card {card}", f"guess {card if right else other}")
        while table.view().step != "turn":
            table.play(table.legal()[-1])
    assert seen == [(1, 3), (2, 3), (3, 2), (1, 2), (2, 1), (3, 1)]


def test_cr_17_with_an_empty_deck_play_goes_on_with_fewer_tiles() -> None:
    table = Situation(START.replace("0:...", "0:oo.").replace("deck *", "deck -"))
    events = table.play("card sugars", "guess fruits", "pan a")
    assert names(events) == ["pan", "take", "empty", "standee", "turn"]
    assert table.view().tiles[A] is None
    assert {move.split()[-1] for move in starts(table.legal(), "wild")} == {"b", "c"}
    assert table.why_not("wild proteins a", 1) == "place"


def test_cr_17_when_no_tile_is_left_most_points_win() -> None:
    table = Situation("2 turn p1/p2 0:oo.:... - - deck - taken 3/1,2,4")
    events = table.play("card sugars", "guess fruits")
    assert names(events)[-3:] == ["take", "empty", "over"]
    assert events[-1].args == {"winners": [1]}
    assert table.view().scores == [3, 4]
    assert table.view().places == [2, 1]


def test_cr_17_a_tie_is_shared() -> None:
    table = Situation("2 turn p1/p2 0:oo.:... - - deck - taken 3/1,4")
    events = table.play("card sugars", "guess fruits")
    assert events[-1].args == {"winners": [0, 1]}
    assert table.view().places == [1, 1]


# Expert mode

EXPERT = (
    "3x judge p1/p3 0:o..:o..:o.. 3:...:oo.:... 9:...:...:o.. deck * taken -/-/- said sugars sugars right"
)


def test_cr_18_no_wild_tokens() -> None:
    table = Situation(START.replace("2 turn", "2x turn"))
    assert table.legal() == ["card cereals", "card fruits", "card sugars"]
    assert table.why_not("wild proteins a", 0) == "wild.expert"
    assert table.view().tokens == [[False, False], [False, False]]
    state = under_test.game.new(2, under_test.game.options(expert=True), Fast(1))
    assert under_test.game.view(state, None).tokens == [[False, False], [False, False]]


def test_cr_19_the_judge_may_place_or_move_the_last_pan_of_an_opponents_row() -> None:
    table = Situation(EXPERT)
    assert table.legal() == [
        "pan a",
        "pan b",
        "pan c",
        "move p1 a b",
        "move p1 a c",
        "move p2 a b",
        "move p2 a c",
        "move p2 b a",
        "move p2 b c",
    ]
    events = table.play("move p2 b c")
    assert [table.row(place, 1).pans for place in (A, B, C)] == [1, 1, 1]
    assert events[0].args == {"judge": 2, "seat": 1, "place": B, "at": 1, "to": C, "to_at": 0}


def test_cr_19_own_pans_stay_and_rows_need_a_pan() -> None:
    table = Situation(EXPERT)
    assert table.why_not("move p3 a b", 2) == "move.own"
    assert table.why_not("move p1 b a", 2) == "move.none"
    assert table.why_not("move p1 a b", 2) is None


def test_cr_19_only_in_expert_mode() -> None:
    table = Situation(EXPERT.replace("3x", "3"))
    assert table.legal() == ["pan a", "pan b", "pan c"]
    assert table.why_not("move p1 a b", 2) == "move.expert"


def test_cr_19_a_moved_pan_goes_on_the_next_free_symbol() -> None:
    table = Situation(EXPERT)
    table.play("move p2 a c")
    assert table.row(C, 1).next == PROTEINS  # the second of s, p, c
    assert table.row(A, 1).next == FRUITS  # the first again


def test_cr_19_a_tile_completed_by_the_move_is_the_opponents() -> None:
    table = Situation(EXPERT)
    events = table.play("move p2 a b")
    assert names(events)[:2] == ["move", "take"]
    assert table.view().scores == [0, 2, 0]


def test_cr_19_after_a_move_the_next_right_guess_must_place() -> None:
    table = Situation(EXPERT)
    table.play("move p2 b c")
    assert table.view().must_place
    table.play("card sugars", "guess cereals")  # wrong: changes nothing
    assert table.view().must_place
    card = starts(table.legal(), "card")[0].split()[1]
    table.play(f"card {card}", f"guess {card}")
    assert starts(table.legal(), "move") == []
    assert table.why_not("move p1 a b", table.decider()) == "move.twice"
    table.play("pan c")
    assert not table.view().must_place
    card = starts(table.legal(), "card")[0].split()[1]
    table.play(f"card {card}", f"guess {card}")
    assert starts(table.legal(), "move") != []


def test_cr_19_needs_another_open_tile() -> None:
    table = Situation("2x turn p1/p2 0:oo.:o.. - - deck - taken -/-")
    table.play("card sugars", "guess sugars")
    assert table.row(A, 1).pans == 2  # placing was the only answer


# Tiles


def test_cr_20_twelve_tiles_worth_one_to_three() -> None:
    tiles = under_test.tiles.TILES
    assert len(tiles) == 12
    assert {points for points, _ in tiles} == {1, 2, 3}
    assert all(len(rows) == 3 and all(len(row) == 3 for row in rows) for _, rows in tiles)


def test_cr_20_every_kind_equally_often_at_every_position_of_every_seat() -> None:
    for seat in range(3):
        for at in range(3):
            counts = Counter(rows[seat][at] for _, rows in under_test.tiles.TILES)
            assert counts == {"c": 3, "f": 3, "s": 3, "p": 3}


def test_cr_20_no_row_of_three_equal_symbols() -> None:
    assert all(len(set(row)) > 1 for _, rows in under_test.tiles.TILES for row in rows)


def test_cr_20_turned_by_a_seat_it_is_the_same_deck() -> None:
    deck = under_test.tiles.TILES
    turned = [(points, (rows[2], rows[0], rows[1])) for points, rows in deck]
    assert Counter(turned) == Counter(deck)


def test_cr_20_with_two_seats_swapped_it_is_the_same_deck_in_other_colours() -> None:
    deck = under_test.tiles.TILES
    swap = str.maketrans("cs", "sc")  # the colours of one wild token
    swapped = [
        (points, (two.translate(swap), one.translate(swap), three.translate(swap)))
        for points, (one, two, three) in deck
    ]
    assert Counter(swapped) == Counter(deck)
