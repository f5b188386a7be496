"""A game's options as data: what there is to choose, and a checked way from a plain dict to its struct.

An options struct has a default for every field. Fields are `bool`, a `Literal`, or an `int` with
`Meta(ge=…, le=…, examples=[…])`; the examples are the values tests try.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any, Final, Literal, get_args, get_type_hints

import msgspec
from msgspec import NODEFAULT, Struct
from msgspec.inspect import BoolType, IntType, LiteralType, Metadata, StructType, Type, type_info

from potluck.play.errors import OptionsInvalid
from potluck.play.game import Game

Value = bool | int | str

_MAX_FIELDS: Final = 64


class OptionField(Struct, frozen=True):
    """One thing to choose. Worded under "<game>.option.<name>" and, longer, "….<name>.help"."""

    name: str
    kind: Literal["bool", "choice", "number"]
    default: Value
    choices: list[Value]  # of a choice, in order; [False, True] of a bool; empty for a number
    low: int | None  # of a number
    high: int | None


def option_fields(game: Game) -> list[OptionField]:
    """Every option of a game in order. Raises TypeError for a struct that options cannot be."""
    return [field for field, _ in _described(game)]


def decode_options(game: Game, given: Mapping[str, Any]) -> Any:
    """The options struct of a plain dict; what is left out has its default.

    Raises OptionsInvalid for unknown names, wrong types, values out of bounds.
    """
    known = {field.name for field in option_fields(game)}
    if not isinstance(given, Mapping) or len(given) > _MAX_FIELDS:
        raise OptionsInvalid("options are a mapping from names to values")
    for name in given:
        if name not in known:
            raise OptionsInvalid(f"{game.about.id} has no option called {str(name)[:40]!r}")
    try:
        return msgspec.convert(dict(given), game.options)
    except msgspec.ValidationError as error:
        raise OptionsInvalid(f"options of {game.about.id}: {error}") from None


def encode_options(options: Struct) -> dict[str, Value]:
    """The plain dict of an options struct, every field present; `decode_options` of it is equal."""
    plain: dict[str, Value] = msgspec.to_builtins(options)
    return plain


def every_options(game: Game) -> Iterator[Any]:
    """Options structs for tests, the default first: all bools, all choices, numbers' default and examples."""
    described = _described(game)
    names = [field.name for field, _ in described]
    for values in product(*(tried for _, tried in described)):
        yield msgspec.convert(dict(zip(names, values, strict=True)), game.options)


def paired_options(game: Game, offered: Callable[[Any], bool] = lambda _: True) -> list[Any]:
    """Few options structs in which every two tried values of two options meet, the default first.

    What breaks a game is nearly always one option or a pair of them; all combinations of many options
    would be too many to play. Only combinations that are `offered` are taken, and met pairs counted.
    """
    tried = [values for _, values in _described(game)]
    rows = list(product(*(range(len(values)) for values in tried)))
    candidates = [(_pairs(row), options) for row, options in zip(rows, every_options(game), strict=True)]
    candidates = [each for each in candidates if offered(each[1])]
    missing = set().union(*(pairs for pairs, _ in candidates))
    chosen: list[Any] = []
    for pairs, options in candidates[:1]:
        missing -= pairs
        chosen.append(options)
    while missing:
        pairs, options = max(candidates, key=lambda each: len(each[0] & missing))
        missing -= pairs
        chosen.append(options)
    return chosen


def _pairs(row: Sequence[int]) -> set[tuple[int, ...]]:
    """Which value of which option meets which of which other; each alone where there is but one option."""
    known = list(enumerate(row))
    return {(*one, *two) for one, two in combinations(known, 2)} if len(row) > 1 else set(known)


def check_seats(game: Game, seats: int) -> None:
    """Raise OptionsInvalid for a seat count the game does not have."""
    if seats not in game.about.seats:
        raise OptionsInvalid(f"{game.about.id} is not for {seats} players", n=seats)


def _described(game: Game) -> list[tuple[OptionField, list[Value]]]:
    info = type_info(game.options)
    assert isinstance(info, StructType)
    described: list[tuple[OptionField, list[Value]]] = []
    for field in info.fields:
        if field.default is NODEFAULT:
            raise TypeError(f"option {field.name} of {game.about.id} has no default")
        described.append(_describe(game.options, field.encode_name, field.type, field.default))
    return described


def _describe(
    options: type[Struct], name: str, kind: Type, default: Value
) -> tuple[OptionField, list[Value]]:
    examples: list[Value] = []
    if isinstance(kind, Metadata):
        examples = list((kind.extra_json_schema or {}).get("examples", []))
        kind = kind.type
    if isinstance(kind, BoolType):
        return OptionField(name, "bool", default, [False, True], None, None), _tried(default, [False, True])
    if isinstance(kind, LiteralType):
        # msgspec sorts the values; people see them in the order they were written in.
        choices: list[Value] = list(get_args(get_type_hints(options)[name]))
        return OptionField(name, "choice", default, choices, None, None), _tried(default, choices)
    if isinstance(kind, IntType) and kind.ge is not None and kind.le is not None:
        return OptionField(name, "number", default, [], kind.ge, kind.le), _tried(default, examples)
    raise TypeError(f"option {name} is neither bool, Literal nor an int with bounds")


def _tried(default: Value, values: list[Value]) -> list[Value]:
    return [default, *(value for value in values if value != default)]
