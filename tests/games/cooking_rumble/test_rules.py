"""Cooking Rumble by its rule pages, CR-1 to CR-17 in order; see test_rules_expert.py for CR-18 to CR-20.

A test states a situation (see situation.py), makes a move or two, and says what must be seen; `tale` is
all that anybody is told, with who hears it. Unless a test says otherwise p1 is active, p2 is judge, and
these tiles lie at a, b and c, with the rows of p1, p2 and p3:

    0: 1 point, fcs fsc fpf    3: 2 points, scf scp pfc    9: 3 points, cps spc pfp
"""

from collections import Counter
from itertools import product
from typing import Any

import pytest

from potluck.games.cooking_rumble.material import TILES
from potluck.play.chance import Fast
from potluck.play.errors import ChanceMismatch, OptionsInvalid
from potluck.play.learned import EVERYBODY, NOBODY, OTHERS

from .situation import (
    KINDS,
    PLACES,
    SUGARS,
    A,
    C,
    Situation,
    position,
    starts,
)

Tiles = dict[str, Any]  # by place, as `position` takes them

LETTERS = "cfsp"
ASKED = {"p1": "fsc", "p2": "fss", "p3": "fpp"}  # at a, b, c


# Material


def test_cr_1_a_hand_is_one_card_of_each_kind_turn_after_turn() -> None:
    table = Situation(position(mode="i"))
    for _ in range(4):
        assert starts(table.legal(), "card") == [f"card {kind}" for kind in KINDS]
        table.play("card fruits", "guess proteins")
        while table.view().step != "turn":
            table.play(table.legal()[0])


def test_cr_2_each_player_has_two_tokens_of_two_colours() -> None:
    table = Situation.new(3, [0, 0, 0, 0])
    assert table.each_sees("tokens") == [[[True, True]] * 3] * 4
    table.play("wild sugars b")
    assert table.each_sees("tokens") == [[[False, True], [True, True], [True, True]]] * 4
    assert starts(table.legal(), "wild") == [
        f"wild {kind} {place}" for kind, place in product(("fruits", "proteins"), PLACES)
    ]
    table.play("wild proteins c")
    assert table.view().tokens[0] == [False, False]


@pytest.mark.parametrize(("kind", "token"), [("cereals", 0), ("fruits", 1), ("sugars", 0), ("proteins", 1)])
def test_cr_2_a_placed_token_shows_one_of_its_colours(kind: str, token: int) -> None:
    table = Situation(position()).play(f"wild {kind} a")
    assert table.tale() == [f"wild p1 a 0 {token} {kind}"]
    assert [(wild.token, wild.shows) for wild in table.row(A, 0).wilds] == [(token, KINDS.index(kind))]


def test_cr_3_three_of_twelve_tiles_lie_open() -> None:
    table = Situation.new(3, [2, 4, 9, 0])  # of twelve, of the other eleven, of ten
    assert [tile.id for tile in table.view().tiles] == [2, 5, 11]
    assert [tile.points for tile in table.view().tiles] == [1, 2, 3]
    assert table.each_sees("deck") == [9] * 4
    assert len(TILES) == 12
    assert Situation(position(a="1")).each_sees("deck") == [9] * 3


def test_cr_3_seat_i_uses_row_i() -> None:
    for seats, start in ((2, "p1/p2"), (3, "p1/p3")):
        table = Situation(position(who=start, seats=seats))
        rows = [["fcs", "fsc", "fpf"], ["scf", "scp", "pfc"], ["cps", "spc", "pfp"]]
        for place, seat in product(range(3), range(seats)):
            need = table.row(place, seat).need
            assert "".join(LETTERS[kind] for kind in need) == rows[place][seat]
        assert [table.asks(seat) for seat in range(seats)] == [*ASKED.values()][:seats]


def test_cr_3_new_tiles_ask_everybody_for_their_first_symbol() -> None:
    for seats in (2, 3):
        table = Situation.new(seats, [0, 2, 7, 0])
        assert [table.asks(seat) for seat in range(seats)] == [*ASKED.values()][:seats]
        assert starts(table.legal(), "card") == ["card cereals", "card fruits", "card sugars"]


def test_cr_4_there_are_nineteen_pans() -> None:
    table = Situation(position())
    assert table.each_sees("pans_left") == [19] * 3
    table.play("card fruits", "guess sugars")
    assert table.each_sees("pans_left") == [18] * 3


def test_cr_4_the_nineteenth_pan_completes_a_tile() -> None:
    full = position(
        "judge",
        "p1/p3",
        seats=3,
        a="0 oo. oo. oo.",
        b="3 oo. oo. oo.",
        c="9 oo. oo. oo.",
        then="said sugars sugars right",
    )
    table = Situation(full, [0])
    assert table.view().pans_left == 1
    table.play("pan c")
    assert table.view().pans_left == 7


def test_cr_5_one_standee_never_with_the_active_player() -> None:
    for seats, seed in product((2, 3), range(3)):
        table, luck = Situation.new(seats, seed), Fast(seed)
        while table.deciders():
            view = table.view()
            assert view.judge in {*range(seats)} - {view.active}
            moves = table.state.legal(table.decider())
            table.state.play(table.decider(), moves[luck.below(len(moves))], luck)


# Setup


def test_cr_6_tiles_are_shuffled() -> None:
    drawn = Counter(Situation.new(2, seed).view().tiles[0].id for seed in range(600))
    assert set(drawn) == set(range(12))
    assert min(drawn.values()) > 15  # 50 expected; five standard deviations
    assert [tile.id for tile in Situation.new(2, [11, 0, 9, 0]).view().tiles] == [11, 0, 10]
    for answers in ([12], [0, 11], [0, 0, 10]):
        with pytest.raises(ChanceMismatch):
            Situation.new(2, answers)


@pytest.mark.parametrize(("seats", "first"), [(2, 0), (2, 1), (3, 0), (3, 1), (3, 2)])
def test_cr_6_a_random_player_starts_and_the_one_to_the_right_is_judge(seats: int, first: int) -> None:
    table = Situation.new(seats, [0, 2, 7, first])
    right = (first - 1) % seats
    assert table.text() == position(who=f"p{first + 1}/p{right + 1}", seats=seats)
    with pytest.raises(ChanceMismatch, match=f"not below {seats}"):
        Situation.new(seats, [0, 0, 0, seats])


def test_cr_6_two_or_three_play() -> None:
    for seats in (0, 1, 4):
        with pytest.raises(OptionsInvalid):
            Situation.new(seats, 1)


# A turn


def test_cr_7_wild_tokens_and_cards_are_offered_to_the_active_player() -> None:
    table = Situation(position(who="p2/p1"))
    assert table.deciders() == [1]
    assert table.legal() == [
        *(f"wild {kind} {place}" for kind, place in product(KINDS, PLACES)),
        "card fruits",
        "card sugars",
    ]
    assert table.legal(0) == []
    assert table.state.bystanders() == 0


@pytest.mark.parametrize(("seat", "place", "pans"), [*product((1, 2, 3), PLACES, (0, 1, 2))])
def test_cr_7_wild_goes_on_the_leftmost_free_symbol_of_your_own_border(
    seat: int, place: str, pans: int
) -> None:
    tiles = {"a": "0", "b": "3", "c": "9"}
    judge = (seat - 2) % 3 + 1
    where = ["..."] * 3
    where[seat - 1] = "o" * pans + "." * (3 - pans)
    before = tiles | {place: " ".join([tiles[place], *where])}
    table = Situation(position(who=f"p{seat}/p{judge}", seats=3, **before))
    asked = [table.asks(each) for each in range(3)]
    table.play(f"wild proteins {place}")
    assert table.tale() == [f"wild p{seat} {place} {pans} 1 proteins"]
    where[seat - 1] = "o" * pans + "p" + "." * (3 - pans)
    after = tiles | {place: " ".join([tiles[place], *where])}
    assert table.text() == position(who=f"p{seat}/p{judge}", seats=3, **after)
    at = PLACES.index(place)
    asked[seat - 1] = asked[seat - 1][:at] + "p" + asked[seat - 1][at + 1 :]
    assert [table.asks(each) for each in range(3)] == asked
    assert [Situation(table.text()).asks(each) for each in range(3)] == asked


def test_cr_7_none_one_or_both_in_a_turn() -> None:
    table = Situation(position())
    assert "card fruits" in table.legal()
    table.play("wild proteins a")
    assert table.learned == NOBODY
    assert table.decider() == 0
    assert starts(table.legal(), "wild") == [
        f"wild {kind} {place}" for kind, place in product(("cereals", "sugars"), PLACES)
    ]
    table.play("wild cereals b")
    assert table.decider() == 0
    assert table.legal() == ["card cereals", "card proteins"]


def test_cr_7_a_wild_token_does_not_complete_the_symbol() -> None:
    table = Situation(position()).play("wild proteins a")
    assert table.pans(0) == [0, 0, 0]
    table.play("card proteins", "guess fruits")
    assert table.pans(0) == [1, 0, 0]


def test_cr_7_of_two_tokens_the_top_one_counts() -> None:
    table = Situation(position()).play("wild proteins a", "wild cereals a")
    assert table.asks(0) == "csc"
    assert table.text() == position(a="0 pc... ...")
    assert Situation(position(a="0 pc... ...")).asks(0) == "csc"
    assert Situation(position(a="0 cp... ...")).asks(0) == "psc"


def test_cr_7_a_laid_token_stays_where_it_is() -> None:
    table = Situation(position(a="0 p... ..."))
    assert table.refused(0, "wild fruits b") == "wild.laid"
    assert table.refused(0, "wild proteins a") == "wild.laid"
    table.play("card proteins", "guess fruits", "card fruits", "guess proteins")
    assert [wild.at for wild in table.row(A, 0).wilds] == [0]


def test_cr_7_a_token_counts_on_its_own_symbol_and_border_alone() -> None:
    """A pan goes on the symbol with the token, and the printed one after it asks."""
    table = Situation(position(a="0 p... ...", b="3 c... ...")).play("card proteins", "guess fruits")
    assert table.text() == position(
        who="p2/p1", a="0 po.. ...", b="3 c... ...", then="said fruits proteins wrong"
    )
    assert table.asks(0) == "ccc"
    assert table.asks(1) == "fss"


def test_cr_8_the_card_matches_a_next_symbol() -> None:
    table = Situation(position(a="0 o.. ..."))  # asked for c, s, c
    assert starts(table.legal(), "card") == ["card cereals", "card sugars"]
    assert table.refused(0, "card fruits") == "card"
    for who, asked in (("p2/p1", "fs"), ("p3/p2", "fp"), ("p1/p3", "cfs")):
        table = Situation(position(who=who, seats=3))
        assert starts(table.legal(), "card") == [f"card {KINDS[LETTERS.index(kind)]}" for kind in asked]


def test_cr_8_each_open_tile_counts() -> None:
    for place, kind in (("a", "fruits"), ("b", "sugars"), ("c", "cereals")):
        tiles: Tiles = {"a": "-", "b": "-", "c": "-"} | {place: {"a": "0", "b": "3", "c": "9"}[place]}
        table = Situation(position(**tiles, deck="-"))
        assert starts(table.legal(), "card") == [f"card {kind}"]
        assert starts(table.legal(), "wild") == [f"wild {each} {place}" for each in KINDS]


def test_cr_8_a_wild_colour_comes_first() -> None:
    table = Situation(position(a="0 p... ..."))
    assert starts(table.legal(), "card") == ["card cereals", "card sugars", "card proteins"]


def test_cr_8_the_card_lies_face_down() -> None:
    table = Situation(position(who="p2/p1", then="said fruits fruits right")).play("card sugars")
    assert table.tale() == ["card p2"]
    assert table.learned == OTHERS
    assert table.each_sees("card") == [None, SUGARS, None]
    assert table.each_sees("card_down") == [True] * 3
    assert table.each_sees("card_of") == [1] * 3
    for field in ("guess", "shown", "right"):  # what was said of the last card is past
        assert table.each_sees(field) == [None] * 3
    assert table.text() == position("guess", "p2/p1", then="card sugars")


def test_cr_9_the_judge_names_one_of_four_kinds() -> None:
    for who, judge in (("p1/p3", 2), ("p2/p1", 0), ("p3/p1", 0)):
        table = Situation(position(who=who, seats=3))
        table.play(starts(table.legal(), "card")[0])
        assert table.deciders() == [judge]
        assert table.legal() == [f"guess {kind}" for kind in KINDS]
        assert all(table.legal(seat) == [] for seat in range(3) if seat != judge)
        assert table.state.bystanders() == 0


@pytest.mark.parametrize("kind", KINDS)
def test_cr_9_what_is_named_is_said_to_all(kind: str) -> None:
    table = Situation(position("guess", "p2/p1", seats=3, then="card sugars")).play(f"guess {kind}")
    assert table.tale()[0] == f"guess p1 p2 {kind}"
    assert table.each_sees("guess") == [KINDS.index(kind)] * 4


def test_cr_10_wrong_guess_one_pan_where_the_card_matches() -> None:
    table = Situation(position("guess", "p2/p1", seats=3, then="card fruits"))
    table.play("guess cereals")
    assert table.tale() == ["guess p1 p2 cereals", "wrong p2 p1 fruits", "pan p2 a 0 0", "turn p3"]
    assert table.learned == EVERYBODY
    assert table.text() == position(who="p3/p1", seats=3, a="0 ... o.. ...", then="said cereals fruits wrong")
    assert table.asks(1) == "sss"


def test_cr_10_you_choose_if_several_tiles_match() -> None:
    table = Situation(position("guess", a="0 o.. ...", then="card cereals"))  # cereals at a and c
    table.play("guess fruits")
    assert table.tale() == ["guess p2 p1 fruits", "wrong p1 p2 cereals"]
    assert table.learned == EVERYBODY
    assert table.view().step == "pan"
    assert table.deciders() == [0]
    assert table.legal() == ["pan a", "pan c"]
    assert table.legal(1) == []
    assert table.refused(0, "pan b") == "pan"
    table.play("pan a")
    assert table.tale() == ["pan p1 a 0 1", "standee p1", "turn p2"]
    assert table.learned == OTHERS
    assert table.pans(0) == [2, 0, 0]


def test_cr_10_the_judge_chooses_nothing_after_a_wrong_guess() -> None:
    table = Situation(position("pan", a="0 o.. ...", b="8", then="said fruits cereals wrong"))
    assert table.asks(1) == "fcs"  # cereals here, too
    assert table.deciders() == [0]
    assert table.legal(1) == []


@pytest.mark.parametrize("places", ["ab", "ac", "bc", "abc"])
def test_cr_10_every_tile_that_matches_is_offered_and_may_be_chosen(places: str) -> None:
    asking = {"a": "0 o.. ...", "b": "3 o.. ...", "c": "9"}  # p1 is asked for cereals
    other = {"a": "0", "b": "3", "c": "9 o.. ..."}
    tiles: Tiles = {place: (asking if place in places else other)[place] for place in PLACES}
    start = position("pan", **tiles, then="said fruits cereals wrong")
    assert Situation(start).legal() == [f"pan {place}" for place in places]
    for place in places:
        table = Situation(start)
        pans = table.pans(0)
        pans[PLACES.index(place)] += 1
        assert table.play(f"pan {place}").pans(0) == pans
        assert table.pans(1) == [0, 0, 0]


@pytest.mark.parametrize(
    ("place", "pans", "tale"),
    [("a", [2, 0, 2], "pan p2 a 0 1"), ("b", [1, 1, 2], "pan p2 b 3 0"), ("c", [1, 0, 0], "pan p2 c 9 2")],
)
def test_cr_11_right_guess_the_judge_places_on_any_own_border(place: str, pans: list[int], tale: str) -> None:
    start = position("guess", a="0 ... o..", c="9 ... oo.", then="card sugars")
    table = Situation(start, [0]).play("guess sugars")
    assert table.tale() == ["guess p2 p1 sugars", "right p1 p2 sugars"]
    assert table.learned == EVERYBODY
    assert table.deciders() == [1]
    assert table.legal() == ["pan a", "pan b", "pan c"]
    assert table.legal(0) == []
    table.play(f"pan {place}")
    assert table.tale()[0] == tale
    assert table.learned == (EVERYBODY if place == "c" else OTHERS)  # a tile is drawn
    assert table.pans(0) == [0, 0, 0]
    assert table.pans(1) == pans


def test_cr_11_the_only_open_tile_is_no_choice() -> None:
    table = Situation(position("guess", b="-", c="-", deck="-", then="card fruits")).play("guess fruits")
    assert table.tale() == [
        "guess p2 p1 fruits", "right p1 p2 fruits", "pan p2 a 0 0", "standee p1", "turn p2",
    ]  # fmt: skip
    assert table.learned == EVERYBODY


def test_cr_12_only_matching_cards_are_offered_by_default() -> None:
    table = Situation.new(2, [0, 2, 7, 0])
    assert not table.options.allow_illegal_cards
    assert table.each_sees("illegal_cards") == [False] * 3
    assert "card proteins" not in table.legal()
    assert Situation.new(2, [0, 2, 7, 0], allow_illegal_cards=True).text() == position(mode="i")


def test_cr_12_a_card_that_matches_nothing_counts_as_a_right_guess() -> None:
    table = Situation(position("guess", "p2/p1", mode="i", then="card proteins")).play("guess cereals")
    assert table.tale() == ["guess p1 p2 cereals", "illegal p2 p1 proteins"]
    assert table.each_sees("right") == [True] * 3
    assert table.deciders() == [0]
    assert table.legal() == ["pan a", "pan b", "pan c"]
    named = Situation(position("guess", "p2/p1", mode="i", then="card proteins")).play("guess proteins")
    assert named.tale() == ["guess p1 p2 proteins", "right p2 p1 proteins"]


def test_cr_12_cards_that_match_count_as_ever_where_others_may_be_played() -> None:
    table = Situation(position(mode="i")).play("card fruits", "guess proteins")
    assert table.tale()[2:4] == ["wrong p1 p2 fruits", "pan p1 a 0 0"]


@pytest.mark.parametrize("place", PLACES)
def test_cr_13_three_pans_on_one_border_take_the_tile(place: str) -> None:
    tiles: Tiles = {"a": "0 o.. oo.", "b": "3 o.. oo.", "c": "9 o.. oo."}
    tile, points = {"a": (0, 1), "b": (3, 2), "c": (9, 3)}[place]
    table = Situation(position("judge", **tiles, then="said cereals cereals right"), [1]).play(f"pan {place}")
    assert table.tale() == [
        f"pan p2 {place} {tile} 2",
        f"take p2 {place} {tile} {points}",
        f"open {place} 2",  # the second of the deck: 1, 2, 4 ...
        "standee p1",
        "turn p2",
    ]
    assert table.learned == EVERYBODY
    assert table.each_sees("scores") == [[0, points]] * 3
    # Everybody's pans on that tile are back in the supply, those on the others stay.
    assert table.text() == position(
        who="p2/p1", **tiles | {place: "2"}, taken=f"-/{tile}", then="said cereals cereals right"
    )
    assert table.view().pans_left == 13
    assert [table.asks(seat)[PLACES.index(place)] for seat in range(2)] == ["f", "f"]


@pytest.mark.parametrize("answer", range(4))
def test_cr_13_the_next_tile_is_any_of_the_deck(answer: int) -> None:
    start: Tiles = {"b": "7", "c": "9"}  # cereals for p1
    table = Situation(
        position("guess", a="0 oo. ...", **start, deck="1,5,6,11", then="card sugars"), [answer]
    )
    table.play("guess fruits")
    deck = ["1", "5", "6", "11"]
    opened = deck.pop(answer)
    assert table.tale() == [
        "guess p2 p1 fruits",
        "wrong p1 p2 sugars",
        "pan p1 a 0 2",
        "take p1 a 0 1",
        f"open a {opened}",
        "standee p1",
        "turn p2",
    ]
    assert table.text() == position(
        who="p2/p1", a=opened, **start, deck=",".join(deck), taken="0/-", then="said fruits sugars wrong"
    )
    assert table.each_sees("deck") == [3] * 3


def test_cr_13_the_deck_has_no_more_tiles_than_lie_there() -> None:
    start = position("judge", c="9 ... oo.", deck="1,5,6,11", then="said fruits fruits right")
    with pytest.raises(ChanceMismatch, match="not below 4"):
        Situation(start, [4]).play("pan c")


def test_cr_13_two_pans_do_not_take_the_tile() -> None:
    table = Situation(position("judge", b="3 ... o..", then="said fruits fruits right")).play("pan b")
    assert table.tale() == ["pan p2 b 3 1", "standee p1", "turn p2"]
    assert table.view().scores == [0, 0]


def test_cr_13_the_active_player_wins_with_six_points() -> None:
    start = position("guess", b="7", c="9 oo. ...", taken="10/11", then="card sugars")
    table = Situation(start).play("guess fruits")
    assert table.tale()[2:] == ["pan p1 c 9 2", "take p1 c 9 3", "over p1"]  # at once
    assert table.learned == EVERYBODY
    view = table.view()
    assert (view.step, view.scores, view.places, view.waiting) == ("over", [6, 3], [1, 2], [])
    assert view.tiles[C] is None
    assert (view.active, view.judge) == (0, 1)
    assert table.legal(0) == table.legal(1) == []
    prompt = table.game.prompt(view)
    assert (prompt.key, prompt.args) == (
        "cooking_rumble.prompt.over.reached", {"seat": 0, "n": 6, "points": 6},
    )  # fmt: skip


def test_cr_13_the_judge_wins_with_six_points_or_more() -> None:
    for taken, points in (("11/10", 6), ("11/1,2,10", 8)):
        start = position("judge", c="9 ... oo.", taken=taken, then="said fruits fruits right")
        table = Situation(start).play("pan c")
        assert table.tale() == ["pan p2 c 9 2", "take p2 c 9 3", "over p2"]
        assert table.view().scores == [3, points]
        assert table.view().places == [2, 1]


def test_cr_13_five_points_do_not_win() -> None:
    start = position("judge", c="9 ... oo.", taken="11/4", then="said fruits fruits right")
    table = Situation(start, [0]).play("pan c")
    assert table.tale()[-1] == "turn p2"
    assert table.view().scores == [3, 5]
    assert table.view().places is None


@pytest.mark.parametrize("tile", range(12))
def test_cr_13_each_tile_counts_its_points(tile: int) -> None:
    a, b, c, *_ = (str(each) for each in range(12) if each != tile)
    points = 1 if tile < 3 else 2 if tile < 9 else 3
    assert Situation(position(a=a, b=b, c=c, taken=f"-/{tile}")).view().scores == [0, points]


# p1 completes the tile at a place by this card; tokens lie on next symbols and under pans. What is left
# of pans on the other tiles, and what p1 and p2 are asked for then (tile 1, fsc and fpf, has come).
COMPLETIONS: dict[str, tuple[str, Tiles, Tiles, list[str]]] = {
    "a": (
        "sugars",
        {"a": "0 oo. o..", "b": "3 po.. c...", "c": "9 c... f..."},
        {"b": "3 o.. ..."},
        ["fcc", "fss"],
    ),
    "b": (
        "fruits",
        {"a": "0 po.. ...", "b": "3 oo. c...", "c": "9 c... f..."},
        {"a": "0 o.. ..."},
        ["cfc", "ffs"],
    ),
    "c": (
        "sugars",
        {"a": "0 po.. ...", "b": "3 c... c...", "c": "9 oo. f..."},
        {"a": "0 o.. ..."},
        ["csf", "fsf"],
    ),
}


@pytest.mark.parametrize("place", PLACES)
def test_cr_14_all_tokens_go_back_even_from_under_pans_and_pans_stay(place: str) -> None:
    card, before, left, asked = COMPLETIONS[place]
    table = Situation(position("guess", **before, then=f"card {card}"), [0])
    assert table.view().tokens[0] == [False, False]
    table.play("guess proteins")
    names = [line.split()[0] for line in table.tale()]
    assert names == ["guess", "wrong", "pan", "take", "tokens", "open", "standee", "turn"]
    assert table.each_sees("tokens") == [[[True, True], [True, True]]] * 3
    tile = before[place].split()[0]
    assert table.text() == position(
        who="p2/p1", **left | {place: "1"}, taken=f"{tile}/-", then=f"said proteins {card} wrong"
    )
    assert [table.asks(0), table.asks(1)] == asked  # what is printed asks again


def test_cr_14_tokens_stay_while_no_tile_is_completed() -> None:
    table = Situation(position()).play("wild proteins a", "card proteins", "guess fruits")
    assert table.view().tokens[0] == [True, False]
    assert "tokens" not in table.tale()


def test_cr_15_the_card_comes_back_and_its_kind_has_been_shown() -> None:
    for guess, right in (("fruits", False), ("sugars", True)):
        table = Situation(position("guess", "p2/p1", seats=3, then="card sugars")).play(f"guess {guess}")
        assert table.each_sees("card_down") == [False] * 4
        assert table.each_sees("card") == [None] * 4
        assert table.each_sees("card_of") == [1] * 4
        assert table.each_sees("shown") == [SUGARS] * 4
        assert table.each_sees("right") == [right] * 4


def test_cr_15_all_four_cards_are_in_hand_again() -> None:
    table = Situation(position(mode="i")).play("card fruits", "guess sugars", "card fruits", "guess sugars")
    assert starts(table.legal(0), "card") == [f"card {kind}" for kind in KINDS]


def test_cr_16_two_players_alternate() -> None:
    table = Situation(position("guess", then="card cereals")).play("guess fruits")  # wrong
    assert table.tale()[-2:] == ["standee p1", "turn p2"]
    assert (table.view().active, table.view().judge) == (1, 0)
    table.play("card fruits", "guess fruits", "pan a")  # right
    assert table.tale() == [
        "card p2", "guess p1 p2 fruits", "right p2 p1 fruits", "pan p1 a 0 0", "standee p2", "turn p1",
    ]  # fmt: skip
    assert (table.view().active, table.view().judge) == (0, 1)


@pytest.mark.parametrize("right", [True, False])
def test_cr_16_of_three_a_judge_guesses_twice_and_then_plays(right: bool) -> None:
    table = Situation(position(who="p1/p3", seats=3))
    seen, told = [], []
    for _ in range(6):
        view = table.view()
        seen.append((view.active + 1, view.judge + 1))
        card = starts(table.legal(), "card")[0].split()[1]
        other = KINDS[KINDS.index(card) - 1]
        table.play(f"card {card}", f"guess {card if right else other}")
        while table.view().step != "turn":
            table.play(table.legal()[-1])
        told.append(", ".join(line for line in table.tale() if line.split()[0] in ("standee", "turn")))
    assert seen == [(1, 3), (2, 3), (3, 2), (1, 2), (2, 1), (3, 1)]
    assert told == [
        "turn p2",
        "standee p2, turn p3",
        "turn p1",
        "standee p1, turn p2",
        "turn p3",
        "standee p3, turn p1",
    ]


def test_cr_17_with_an_empty_deck_play_goes_on_with_fewer_tiles() -> None:
    start = position("guess", a="0 oo. ...", b="7", deck="-", then="card sugars")
    table = Situation(start).play("guess fruits")
    assert table.tale()[2:] == ["pan p1 a 0 2", "take p1 a 0 1", "empty a", "standee p1", "turn p2"]
    assert table.text() == position(
        who="p2/p1", a="-", b="7", deck="-", taken="0/-", then="said fruits sugars wrong"
    )
    assert table.asks(1) == "-ps"
    pan = Situation(
        position("judge", a="0 ... oo.", b="7", deck="-", then="said cereals cereals right")
    ).play("pan a")
    assert pan.tale() == ["pan p2 a 0 2", "take p2 a 0 1", "empty a", "standee p1", "turn p2"]
    assert pan.learned == OTHERS  # no luck is asked for
    assert table.legal() == [
        *(f"wild {kind} {place}" for kind, place in product(KINDS, "bc")),
        "card sugars",
        "card proteins",
    ]
    assert table.refused(1, "wild proteins a") == "place"


@pytest.mark.parametrize("place", PLACES)
def test_cr_17_the_judge_chooses_among_the_tiles_that_are_left(place: str) -> None:
    tiles: Tiles = {"a": "0", "b": "3", "c": "9"} | {place: "-"}
    table = Situation(position(**tiles, deck="-"))
    card = starts(table.legal(), "card")[0].split()[1]
    table.play(f"card {card}", f"guess {card}")
    assert table.legal() == [f"pan {each}" for each in PLACES if each != place]


@pytest.mark.parametrize("place", PLACES)
def test_cr_17_whichever_tile_is_the_last(place: str) -> None:
    tiles: Tiles = {"a": "-", "b": "-", "c": "-"}
    for tile in ("0", "1", "11"):
        table = Situation(position(**tiles | {place: tile}, deck="-"))
        assert {move.split()[-1] for move in starts(table.legal(), "wild")} == {place}


def test_cr_17_when_no_tile_is_left_most_points_win() -> None:
    start = position("guess", a="0 oo. ...", b="-", c="-", deck="-", taken="3/1,2,4", then="card sugars")
    table = Situation(start).play("guess fruits")
    assert table.tale()[3:] == ["take p1 a 0 1", "empty a", "over p2"]
    assert table.view().scores == [3, 4]
    assert table.view().places == [2, 1]
    three = position(
        "guess", seats=3, a="0 oo. ... ...", b="-", c="-", deck="-", taken="3/1/4,5", then="card sugars"
    )
    table = Situation(three).play("guess fruits")
    assert table.tale()[-1] == "over p3"
    assert table.view().places == [2, 3, 1]


def test_cr_17_a_tie_is_shared() -> None:
    start = position("guess", a="0 oo. ...", b="-", c="-", deck="-", taken="3/1,4", then="card sugars")
    table = Situation(start).play("guess fruits")
    assert table.tale()[-1] == "over p1,p2"
    assert table.view().places == [1, 1]
