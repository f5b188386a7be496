"""The rule tests are tested: each rule is broken at least once, and a test of that very rule must notice.

A mutant is a file of the game with one passage replaced (mutants.txt). The game is built anew from the
changed sources, beside the real one, and the tests of the rule in test_rules.py are run on it until
one fails.
"""

from pathlib import Path

import pytest

import potluck.games.chef_alfredo as package
from tests.games import mutants

from . import test_rules

FILES = ("rules", "notation", "view")
MUTANTS = mutants.read_mutants(Path(__file__).with_name("mutants.txt"))


def put(file: str, old: str, new: str, patch: pytest.MonkeyPatch) -> None:
    """Let the rule tests run on the game with one passage replaced, until the patch ends."""
    built = mutants.build(package, FILES, file, old, new, patch)
    view = built["view"]
    patch.setattr(test_rules, "game", view.ChefAlfredo())
    patch.setattr(test_rules, "rules", built["rules"])
    patch.setattr(test_rules, "MOVES", view.MOVES)
    patch.setattr(test_rules, "ChefAlfredoOptions", view.ChefAlfredoOptions)


def first_to_fail(rule: str | None = None) -> str | None:
    """The first test of a rule, or of all, that does not pass."""
    start = "test_ca_" if rule is None else f"test_ca_{rule.removeprefix('CA-')}_"
    for name, test in vars(test_rules).items():
        if name.startswith(start):
            try:
                test()
            except (Exception, pytest.fail.Exception):
                return name
    return None


def test_every_rule_has_a_mutant() -> None:
    assert {rule for rule, *_ in MUTANTS} == set(test_rules.EVERY_ID)


def test_the_unchanged_sources_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    put("rules", "PER_KIND: Final = 10", "PER_KIND: Final = 10", monkeypatch)
    assert first_to_fail() is None


@pytest.mark.parametrize(
    ("rule", "file", "old", "new"),
    MUTANTS,
    ids=mutants.names(MUTANTS),
)
def test_a_broken_rule_is_noticed(
    rule: str, file: str, old: str, new: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(file, old, new, monkeypatch)
    assert first_to_fail(rule), f"{rule} is broken and none of its tests notices"
