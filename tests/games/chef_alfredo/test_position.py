"""Positions of Chef Alfredo in notation: what no game comes to is refused with a reason."""

from typing import Any, Final

import pytest

from potluck.play.errors import PositionDamaged

from .situation import EMPTY, Situation, position

ANSWER: Final[dict[str, Any]] = {"die": "tomato", "inside": ("0000", "0100", "0000", "0000")}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (position("roll", tiles="ccbg"), "one pot"),
        (position("roll", inside=("b000", *EMPTY[1:])), "ten of each"),
        (position("roll", inside=("3000", *EMPTY[1:]), capacity=2), "more than fits"),
        (position("roll", ready="01"), "opening look"),
        (position("answer", **ANSWER), "marked"),
        (position("answer", **ANSWER, marked="a"), "not in the marked pot"),
        (position("roll", points=(20, 16, 0)), "last cooking tile"),
        (position("choose", "chef"), "ingredient"),
        ("", "fields"),
    ],
)
def test_impossible_positions_are_refused_with_a_reason(text: str, reason: str) -> None:
    with pytest.raises(PositionDamaged, match=reason):
        Situation(text)
