"""The rule tests are tested: rules are broken, and a rule test must notice. See tools/mutants.

Each game's `mutants.txt` breaks every rule at least once, and a test of that very rule must notice.
Mistakes made systematically are many: a sample of them is tried here, all by `make mutants`.
"""

import os
import subprocess
import sys

import pytest

from tests.games.pages import PAGES

SEED = 6
# Of each game so many, in so many cases of about the same length, so that all cores share them.
SAMPLES = {"chef_alfredo": (200, 1), "cooking_rumble": (200, 1), "secret_recipe": (240, 2)}

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="mutants are tried in forked processes")


def complain(*arguments: str) -> None:
    """Fail with what the tool has to complain about, if anything."""
    command = [sys.executable, "-m", "tools.mutants", "--quiet", "--jobs", "1", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.fail(done.stdout + done.stderr, pytrace=False)


@pytest.mark.slow
@pytest.mark.parametrize("game", PAGES)
def test_a_broken_rule_is_noticed_by_a_test_of_its_own(game: str) -> None:
    complain(game, "--by-hand")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "number", "share"),
    [
        (game, number, f"{k + 1}/{shares}")
        for game, (number, shares) in SAMPLES.items()
        for k in range(shares)
    ],
)
def test_mistakes_in_the_rules_are_noticed(game: str, number: int, share: str) -> None:
    complain(game, "--fresh", "--sample", str(number), "--seed", str(SEED), "--share", share)


def test_every_game_has_a_sample() -> None:
    assert set(SAMPLES) == set(PAGES)
