"""Positions of Chef Alfredo in notation: they come back as they were, old ones are read, and what no game
comes to is refused with a reason."""

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
        (position("roll", ready="p1p2"), "opening look"),
        (position("answer", **ANSWER), "marked"),
        (position("answer", **ANSWER, marked="a"), "not in the marked pot"),
        (position("roll", points=(20, 16, 0)), "last cooking tile"),
        (position("choose", "chef"), "ingredient"),
        ("", "plain words"),
    ],
)
def test_impossible_positions_are_refused_with_a_reason(text: str, reason: str) -> None:
    with pytest.raises(PositionDamaged, match=reason):
        Situation(text)


@pytest.mark.parametrize(
    "text",
    [
        position("look", turns=0, ready="p1p3"),
        position("answer", **ANSWER, marked="b", active=3, turns=12, points=(1, 0, 2)),
        position("over", "bean", inside=("0000", "1000", *EMPTY[2:]), poured="a:0810", points=(12, 14, 10)),
    ],
)
def test_a_position_comes_back_as_it_was(text: str) -> None:
    assert Situation(text).text() == text


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("2/36/200/10 look 0 0 - - {}", "2/36/200/10 look p1 0 - - {}"),
        ("2/36/200/10 look 1 0 - 1 {}", "2/36/200/10 look p2 0 - p2 {}"),
        ("2/36/200/10 roll 1 3 chef 01 {}", "2/36/200/10 roll p2 3 chef p1p2 {}"),
    ],
)
def test_seats_of_an_old_text_were_bare_digits_from_nought(was: str, now: str) -> None:
    rest = "bgtc 0000/0000/0000/0000 0/0 - -"
    assert Situation(was.format(rest)).text() == now.format(rest)


@pytest.mark.parametrize(
    ("active", "ready"), [("2", "01"), ("p0", "01"), ("0", "10"), ("0", "012"), ("01", "01")]
)
def test_other_seats_are_refused(active: str, ready: str) -> None:
    with pytest.raises(PositionDamaged):
        Situation(f"2/36/200/10 roll {active} 3 chef {ready} bgtc 0000/0000/0000/0000 0/0 - -")
