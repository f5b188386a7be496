"""The rule ids of each game's rules page, and the tests of a rule.

A test of the rule XX-7 is called `test_xx_7_...` (or `test_xx_07_...`), one of XX-12a `test_xx_12a_...`.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import pytest


def _ids(prefix: str, *parts: range | str) -> tuple[str, ...]:
    numbers = [each for part in parts for each in ([part] if isinstance(part, str) else part)]
    return tuple(f"{prefix}-{number}" for number in numbers)


# By game, in the order of the page.
PAGES: Final[Mapping[str, tuple[str, ...]]] = {
    "chef_alfredo": _ids("CA", range(1, 13), "12a", "12b", range(13, 22)),
    "cooking_rumble": _ids("CR", range(1, 21)),
    "secret_recipe": _ids(
        "SR", range(1, 17), "16a", "16b", "16c", "16d", range(17, 29), range(40, 52), range(60, 63)
    ),
}

_NAME: Final = re.compile(r"test_([a-z]{2})_0*(\d+[a-z]?)_\w+")


def rule_tests(game: str) -> list[ModuleType]:
    """The modules of a game's rule tests: every `test_rules*.py` of its folder."""
    files = sorted(Path(__file__).with_name(game).glob("test_rules*.py"))
    return [import_module(f"tests.games.{game}.{file.stem}") for file in files]


def rule_of(test: str) -> str | None:
    """The id of the rule that a test is named after."""
    found = _NAME.fullmatch(test)
    return None if found is None else f"{found[1].upper()}-{found[2]}"


def calls(modules: Iterable[ModuleType]) -> dict[str, Callable[[], Any]]:
    """Every test of these modules, ready to be called; those with parameters once for each value."""
    found: dict[str, Callable[[], Any]] = {}
    for module in modules:
        for name, test in list(vars(module).items()):
            if name.startswith("test_") and callable(test):
                for index, arguments in enumerate(_parameters(test)):
                    called = f"{name}[{index}]" if arguments else name
                    assert called not in found, f"two tests are called {called}"
                    found[called] = _call(test, arguments)
    return found


def _call(test: Callable[..., Any], arguments: Mapping[str, Any]) -> Callable[[], Any]:
    return lambda: test(**arguments)


def _parameters(test: Callable[..., Any]) -> list[dict[str, Any]]:
    """Every combination of a test's values by `pytest.mark.parametrize`, which is all it may be marked by."""
    every: list[dict[str, Any]] = [{}]
    for mark in getattr(test, "pytestmark", []):
        assert mark.name == "parametrize", f"{test.__name__}: rule tests know no mark {mark.name}"
        names, values = mark.args[:2]
        fields = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
        assert isinstance(values, (list, tuple, str, range)), f"{test.__name__}: values are given as a list"
        rows: list[Any] = [value if len(fields) > 1 else (value,) for value in values]
        assert not any(isinstance(row, type(pytest.param())) for row in rows)
        every = [before | dict(zip(fields, row, strict=True)) for before in every for row in rows]
    return every
