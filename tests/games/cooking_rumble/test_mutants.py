"""The rule tests are tested: each rule is broken at least once, and a test of that very rule must notice.

A mutant is a file of the game with one passage replaced (mutants.txt). The game is built anew from
the changed sources, beside the real one, and the tests of the rule in test_rules.py are run on it
until one fails.
"""

from inspect import signature
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import potluck.games.cooking_rumble as package
from tests.games import mutants

from . import test_rules
from .situation import under_test

FILES = ("tiles", "rules", "shapes", "notation", "refusals", "describe", "view")
MUTANTS = mutants.read_mutants(Path(__file__).with_name("mutants.txt"))


def build(file: str, old: str, new: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, ModuleType]:
    """The changed game's modules."""
    return mutants.build(package, FILES, file, old, new, monkeypatch)


def rule_tests() -> list[tuple[str, Any, list[tuple[Any, ...]]]]:
    """Every test of a rule with the arguments it is run with."""
    found = []
    for name, test in vars(test_rules).items():
        if name.startswith("test_cr_"):
            calls: list[tuple[Any, ...]] = [(True,), (False,)] if signature(test).parameters else [()]
            found.append((name, test, calls))
    return found


def first_to_fail(rule: str = "CR-") -> str | None:
    """The first test of a rule, or of all, that does not pass."""
    start = f"test_cr_{int(rule[3:]):02}_" if rule[3:] else "test_cr_"
    for name, test, calls in rule_tests():
        if not name.startswith(start):
            continue
        for arguments in calls:
            try:
                test(*arguments)
            except (Exception, pytest.fail.Exception):
                return name
    return None


def test_every_rule_has_a_mutant() -> None:
    assert {int(rule[3:]) for rule, *_ in MUTANTS} == set(range(1, 21))


def test_the_unchanged_sources_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    built = build("rules", "PANS: Final = 19", "PANS: Final = 19", monkeypatch)
    monkeypatch.setattr(under_test, "game", built["view"].CookingRumble())
    monkeypatch.setattr(under_test, "tiles", built["tiles"])
    assert first_to_fail() is None


@pytest.mark.parametrize(
    ("rule", "file", "old", "new"),
    MUTANTS,
    ids=mutants.names(MUTANTS),
)
def test_a_broken_rule_is_noticed(
    rule: str, file: str, old: str, new: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    built = build(file, old, new, monkeypatch)
    monkeypatch.setattr(under_test, "game", built["view"].CookingRumble())
    monkeypatch.setattr(under_test, "tiles", built["tiles"])
    assert first_to_fail(rule), f"{rule} is broken and none of its tests notices"
