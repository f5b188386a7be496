"""Options: described as data, decoded from plain dicts, refused when they are not the game's."""

from typing import Any, Literal

import pytest
from msgspec import Struct

from potluck.play.errors import OptionsInvalid
from potluck.play.options import (
    OptionField,
    check_seats,
    decode_options,
    encode_options,
    every_options,
    option_fields,
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
