"""Cooking Rumble by its rule pages, CR-18 to CR-20: expert mode and the deck; see test_rules.py."""

from collections import Counter
from itertools import product
from typing import Any

import pytest

from potluck.games.cooking_rumble.material import TILES
from potluck.play.learned import OTHERS

from .situation import KINDS, PLACES, Situation, position, starts
from .test_rules import ASKED, LETTERS

# Expert mode

RIGHT = "said sugars sugars right"
EXPERT: dict[str, Any] = {
    "seats": 3,
    "mode": "x",
    "a": "0 o.. o.. o..",
    "b": "3 ... oo. ...",
    "c": "9 ... ... o..",
}


def test_cr_18_no_wild_tokens() -> None:
    table = Situation(position(mode="x"))
    assert table.legal() == ["card cereals", "card fruits", "card sugars"]
    assert table.refused(0, "wild proteins a") == "wild.expert"
    assert table.each_sees("tokens") == [[[False, False]] * 2] * 3
    new = Situation.new(2, [0, 2, 7, 0], expert=True)
    assert new.text() == position(mode="x")
    assert new.view().tokens == [[False, False]] * 2


def test_cr_18_none_come_back_either() -> None:
    table = Situation(position("judge", mode="x", c="9 ... oo.", then=RIGHT), [0]).play("pan c")
    assert table.tale() == ["pan p2 c 9 2", "take p2 c 9 3", "open c 1", "standee p1", "turn p2"]
    assert table.view().tokens == [[False, False]] * 2


def test_cr_19_the_judge_may_place_or_move_the_last_pan_of_an_opponents_row() -> None:
    table = Situation(position("judge", "p1/p3", **EXPERT, then=RIGHT))
    assert table.deciders() == [2]
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
    assert table.legal(0) == table.legal(1) == []


@pytest.mark.parametrize(
    ("owner", "place", "to"),
    [(owner, place, to) for owner, place, to in product((1, 2, 3), PLACES, PLACES) if place != to],
)
def test_cr_19_a_moved_pan_goes_on_the_next_free_symbol(owner: int, place: str, to: str) -> None:
    tiles = {"a": "0", "b": "3", "c": "9"}
    judge, after = (owner - 2) % 3 + 1, owner % 3 + 1
    (bare,) = {*PLACES} - {place, to}
    said = KINDS[LETTERS.index(ASKED[f"p{owner}"][PLACES.index(bare)])]

    def rows(pans: dict[str, str]) -> dict[str, str]:
        """The three tiles with these pans on the owner's borders."""
        row = {at: ["..."] * (owner - 1) + [pans.get(at, "...")] + ["..."] * (3 - owner) for at in PLACES}
        return {at: " ".join([tiles[at], *row[at]]) for at in PLACES}

    before = rows({place: "o..", to: "o.."})
    table = Situation(
        position("judge", f"p{owner}/p{judge}", seats=3, mode="x", **before, then=f"said {said} {said} right")
    )
    table.play(f"move p{owner} {place} {to}")
    assert table.tale() == [f"move p{judge} p{owner} {place} 0 {to} 1", f"turn p{after}"]
    assert table.learned == OTHERS
    assert table.text() == position(
        who=f"p{after}/p{judge}",
        seats=3,
        mode="x",
        **rows({to: "oo."}),
        then=f"said {said} {said} right must-place",
    )
    assert table.asks(owner - 1) == Situation(table.text()).asks(owner - 1)


def test_cr_19_a_move_says_whose_pan_goes_from_where_to_where() -> None:
    moves = Situation(position()).game.moves
    for seat, place, to in product(range(3), range(3), range(3)):
        if place != to:
            text = f"{PLACES[place]} {PLACES[to]}"
            move = moves.parse(f"move p{seat + 1} {text}")
            assert moves.phrase(move).args == {"seat": seat, "place": place, "to": to}
            assert moves.parse(f"move {seat + 1} {text}") == move  # as it was written once


def test_cr_19_own_pans_stay_and_rows_need_a_pan() -> None:
    table = Situation(position("judge", "p1/p3", **EXPERT, then=RIGHT))
    assert table.refused(2, "move p3 a b") == "move.own"
    assert table.refused(2, "move p1 b a") == "move.none"
    assert table.allowed(2, "move p1 a b")


def test_cr_19_only_in_expert_mode() -> None:
    table = Situation(position("judge", "p1/p3", **EXPERT | {"mode": ""}, then=RIGHT))
    assert table.legal() == ["pan a", "pan b", "pan c"]
    assert table.refused(2, "move p1 a b") == "move.expert"
    assert not table.view().must_place
    assert not table.play("pan a").view().must_place


def test_cr_19_the_last_pan_of_a_row_moves() -> None:
    table = Situation(position("judge", "p1/p3", **EXPERT, then=RIGHT)).play("move p2 b c")
    assert table.tale() == ["move p3 p2 b 1 c 0", "turn p2"]
    assert table.pans(1) == [1, 1, 1]
    assert table.asks(1) == "scp"  # the second of each row


def test_cr_19_a_tile_completed_by_the_move_is_the_opponents() -> None:
    table = Situation(position("judge", "p1/p3", **EXPERT, then=RIGHT), [0]).play("move p2 a b")
    assert table.tale() == ["move p3 p2 a 0 b 2", "take p2 b 3 2", "open b 1", "turn p2"]
    assert table.view().scores == [0, 2, 0]
    assert table.pans(1) == [0, 0, 0]
    assert table.asks(1) == "ffs"
    assert table.view().must_place


def test_cr_19_who_completes_by_a_move_may_win() -> None:
    start = position("judge", "p1/p3", **EXPERT, taken="-/4,6/10", then=RIGHT)
    table = Situation(start).play("move p2 a b")
    assert table.tale() == ["move p3 p2 a 0 b 2", "take p2 b 3 2", "over p2"]
    assert table.view().places == [3, 1, 2]


def test_cr_19_the_judge_may_place_instead() -> None:
    table = Situation(position("judge", "p1/p3", **EXPERT, then=RIGHT)).play("pan c")
    assert table.tale() == ["pan p3 c 9 1", "turn p2"]
    assert not table.view().must_place


def test_cr_19_after_a_move_the_next_right_guess_must_place() -> None:
    start = position("judge", "p1/p3", **EXPERT, then=f"{RIGHT} must-place")
    table = Situation(start)
    assert table.legal() == ["pan a", "pan b", "pan c"]
    assert table.refused(2, "move p1 a b") == "move.twice"
    assert table.each_sees("must_place") == [True] * 4
    table.play("pan c")
    assert table.each_sees("must_place") == [False] * 4
    card = starts(table.legal(), "card")[0].split()[1]
    table.play(f"card {card}", f"guess {card}")
    assert starts(table.legal(), "move") != []  # the one after that is free again


def test_cr_19_wrong_guesses_do_not_lift_it() -> None:
    table = Situation(position(who="p1/p3", **EXPERT, then=f"{RIGHT} must-place"))
    table.play("card sugars", "guess cereals")  # one pan matches
    assert table.each_sees("must_place") == [True] * 4
    chosen = position(
        "pan", "p1/p3", **EXPERT | {"b": "3 o.. oo. ..."}, then="said fruits cereals wrong must-place"
    )
    assert Situation(chosen).play("pan b").view().must_place  # nor does the choice among several


def test_cr_19_a_completed_tile_does_not_lift_it() -> None:
    start = position("guess", mode="x", a="0 oo. ...", b="7", then="card sugars must-place")
    table = Situation(start, [0]).play("guess fruits")
    assert "take p1 a 0 1" in table.tale()
    assert table.view().must_place


def test_cr_19_a_right_guess_that_completes_a_tile_lifts_it() -> None:
    table = Situation(position("judge", mode="x", c="9 ... oo.", then=f"{RIGHT} must-place"), [0]).play(
        "pan c"
    )
    assert "take p2 c 9 3" in table.tale()
    assert not table.view().must_place


def test_cr_19_two_players_take_it_in_turns_too() -> None:
    table = Situation(position("judge", mode="x", a="0 o.. ...", then=RIGHT)).play("move p1 a c")
    assert table.view().must_place  # whoever is judge next
    table.play("card sugars", "guess sugars")
    assert table.legal() == ["pan a", "pan b", "pan c"]
    assert not table.play("pan a").view().must_place


def test_cr_19_a_card_that_matches_nothing_is_a_right_guess_here_too() -> None:
    start = position("guess", mode="xi", a="0 o.. ...", then="card proteins")
    assert "move p1 a b" in Situation(start).play("guess fruits").legal()
    assert Situation(start).play("guess fruits", "move p1 a b").view().must_place
    table = Situation(f"{start} must-place").play("guess fruits")
    assert table.legal() == ["pan a", "pan b", "pan c"]
    assert not table.play("pan a").view().must_place


def test_cr_19_the_only_answer_lifts_it_as_well() -> None:
    start = position("guess", mode="x", a="0 o.. ...", b="-", c="-", deck="-", then="card cereals must-place")
    table = Situation(start).play("guess cereals")
    assert table.tale()[2] == "pan p2 a 0 0"
    assert not table.view().must_place


def test_cr_19_needs_another_open_tile() -> None:
    table = Situation(position("guess", mode="x", a="0 oo. o..", b="-", c="-", deck="-", then="card sugars"))
    table.play("guess sugars")
    assert table.tale()[2] == "pan p2 a 0 1"  # placing was the only answer
    table = Situation(position("judge", mode="x", a="0 oo. o..", c="-", deck="-", then=RIGHT))
    assert starts(table.legal(), "move") == ["move p1 a b"]


# Tiles


def test_cr_20_twelve_tiles_worth_one_to_three() -> None:
    assert len(TILES) == 12
    assert {points for points, _ in TILES} == {1, 2, 3}
    assert all(len(rows) == 3 and all(len(row) == 3 for row in rows) for _, rows in TILES)


def test_cr_20_every_kind_equally_often_at_every_position_of_every_seat() -> None:
    for seat, at in product(range(3), range(3)):
        counts = Counter(rows[seat][at] for _, rows in TILES)
        assert counts == {"c": 3, "f": 3, "s": 3, "p": 3}


def test_cr_20_no_row_of_three_equal_symbols() -> None:
    assert all(len(set(row)) > 1 for _, rows in TILES for row in rows)


def test_cr_20_turned_by_a_seat_it_is_the_same_deck() -> None:
    turned = [(points, (rows[2], rows[0], rows[1])) for points, rows in TILES]
    assert Counter(turned) == Counter(TILES)


def test_cr_20_with_two_seats_swapped_it_is_the_same_deck_in_other_colours() -> None:
    swap = str.maketrans("cs", "sc")  # the colours of one wild token
    swapped = [
        (points, (two.translate(swap), one.translate(swap), three.translate(swap)))
        for points, (one, two, three) in TILES
    ]
    assert Counter(swapped) == Counter(TILES)
