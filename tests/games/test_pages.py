"""Every rule of a rules page has a test of its own, and no test is named after a rule that is not there."""

import pytest

from tests.games.pages import PAGES, calls, rule_of, rule_tests


@pytest.mark.parametrize("game", PAGES)
def test_every_rule_has_a_test_and_every_test_its_rule(game: str) -> None:
    names = {name.partition("[")[0] for name in calls(rule_tests(game))}
    named = {rule for name in names if (rule := rule_of(name)) is not None}
    assert named == set(PAGES[game])
