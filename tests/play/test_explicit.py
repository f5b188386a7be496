"""Luck laid out by its driver: asked for together, answered together, and each answer fits."""

from collections.abc import Sequence
from typing import Any

import pytest

from potluck.play.chance import Fast
from potluck.play.errors import ChanceMismatch
from potluck.play.explicit import lay_out
from tests.play.block import game
from tests.play.block.table import RESTOCK


def to_roll() -> Any:
    """A block in which a face is missing."""
    state = game.new(1, game.options(), Fast(1))
    state.block = [face % 6 for face in state.block]
    assert RESTOCK in state.legal(0)
    return state


def test_dice_rolled_together_are_asked_for_together() -> None:
    state = to_roll()
    before = game.dump(state)
    laid = lay_out(state, 0, RESTOCK, lambda bounds: [5] * len(bounds))
    assert (laid.runs, laid.answers, laid.state.block) == (2, [5] * 35, [6] * 35)
    assert game.dump(state) == before


@pytest.mark.parametrize(
    "given", [[], [0] * 34, [0] * 36, [6] * 35, [-1] * 35], ids=["none", "few", "many", "high", "low"]
)
def test_answers_that_do_not_fit_are_refused(given: Sequence[int]) -> None:
    with pytest.raises(ChanceMismatch):
        lay_out(to_roll(), 0, RESTOCK, lambda bounds: given)
