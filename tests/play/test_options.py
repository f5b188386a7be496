"""Options: described as data, decoded from plain dicts, refused when they are not the game's."""

from collections.abc import Callable
from itertools import combinations
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct, defstruct

from potluck.play.errors import OptionsInvalid
from potluck.play.options import (
    OptionField,
    check_seats,
    decode_options,
    encode_options,
    every_options,
    option_fields,
    paired_options,
)
from tests.play.toy import Toy, game
from tests.play.toy.game import ToyOptions


def test_fields_are_data() -> None:
    assert option_fields(game) == [
        OptionField("rounds", "number", 2, [], 1, 3),
        OptionField("refill", "bool", True, [False, True], None, None),
        OptionField("peeks", "choice", "allowed", ["allowed", "never"], None, None),
    ]


def test_choices_keep_the_order_they_were_written_in() -> None:
    class Order(Struct):
        size: Literal["small", "big", "huge"] = "big"

    class Ordered(Toy):
        options = Order

    assert option_fields(Ordered())[0].choices == ["small", "big", "huge"]


def test_what_is_left_out_has_its_default() -> None:
    assert decode_options(game, {}) == ToyOptions()
    assert decode_options(game, {"rounds": 3}) == ToyOptions(rounds=3)
    assert decode_options(game, encode_options(ToyOptions(refill=False))) == ToyOptions(refill=False)


@pytest.mark.parametrize(
    "given",
    [
        {"round": 1},
        {"rounds": 0},
        {"rounds": 4},
        {"rounds": "2"},
        {"rounds": 2.5},
        {"rounds": True},
        {"rounds": None},
        {"refill": 1},
        {"refill": "yes"},
        {"peeks": "sometimes"},
        {"peeks": []},
        {1: 2},
        {f"x{n}": n for n in range(1000)},
        [],
        "rounds",
    ],
)
def test_nonsense_is_refused(given: Any) -> None:
    with pytest.raises(OptionsInvalid):
        decode_options(game, given)


def test_every_combination_comes_once_the_default_first() -> None:
    found = list(every_options(game))
    assert found[0] == ToyOptions()
    assert len(found) == len(set(found)) == 3 * 2 * 2
    assert {options.rounds for options in found} == {1, 2, 3}


def test_seat_counts_are_the_games() -> None:
    check_seats(game, 3)
    for seats in (0, 4, -1):
        with pytest.raises(OptionsInvalid):
            check_seats(game, seats)


class NoDefault(Struct):
    rounds: bool


class Unbounded(Struct):
    rounds: int = 1


class Text(Struct):
    name: str = ""


@pytest.mark.parametrize("struct", [NoDefault, Unbounded, Text])
def test_a_struct_that_options_cannot_be_is_an_error_of_the_game(struct: type[Struct]) -> None:
    class Wrong(Toy):
        options = struct

    with pytest.raises(TypeError):
        option_fields(Wrong())


# Options of one to four fields, each with up to four values.
FIELDS = st.lists(st.integers(1, 4), min_size=1, max_size=4)


def with_options(sizes: list[int]) -> Toy:
    """A game with a choice of so many values for each."""
    kinds = {1: Literal["a"], 2: Literal["a", "b"], 3: Literal["a", "b", "c"], 4: Literal["a", "b", "c", "d"]}
    fields = [(f"o{at}", kinds[size], "a") for at, size in enumerate(sizes)]

    class Chosen(Toy):
        options = defstruct("Chosen", fields, frozen=True)

    return Chosen()


def pairs(every: list[Any]) -> set[tuple[Any, ...]]:
    """Which value of which option meets which of which other."""
    met: set[tuple[Any, ...]] = set()
    for options in every:
        met.update(combinations(encode_options(options).items(), 2))
    return met


@settings(max_examples=40)
@given(FIELDS)
def test_every_two_values_of_two_options_meet(sizes: list[int]) -> None:
    game = with_options(sizes)
    every, chosen = list(every_options(game)), paired_options(game)
    assert chosen[0] == game.options()
    assert pairs(chosen) == pairs(every)
    assert len({*map(str, chosen)}) == len(chosen) <= len(every)
    for at, size in enumerate(sizes):
        assert len({encode_options(options)[f"o{at}"] for options in chosen}) == size
    if len(sizes) > 2 and min(sizes) > 1:
        assert len(chosen) < len(every)


REFUSALS: list[Callable[[dict[str, Any]], bool]] = [
    lambda plain: list(plain.values()).count("b") < 2,
    lambda plain: plain["o0"] != "a",
    lambda plain: False,
]


@settings(max_examples=40)
@given(FIELDS, st.sampled_from(REFUSALS))
def test_what_is_not_offered_is_not_paired_and_all_that_is_meets(
    sizes: list[int], offers: Callable[[dict[str, Any]], bool]
) -> None:
    game = with_options(sizes)
    offered = [options for options in every_options(game) if offers(encode_options(options))]
    chosen = paired_options(game, lambda options: offers(encode_options(options)))
    assert all(options in offered for options in chosen)
    assert pairs(chosen) == pairs(offered)
    assert bool(chosen) == bool(offered)
