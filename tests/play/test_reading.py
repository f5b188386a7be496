"""The word reader of positions: what it reads, and what it says about what it cannot read."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from potluck.play.errors import PositionDamaged
from potluck.play.reading import Words, number_of, seat_text, seats_text

NAMES = {4: "pan", 7: "judge", -1: "-"}


def test_words_are_read_from_left_to_right() -> None:
    words = Words("3x pan 12 p2 p1p3 1/20 deck end", "toy")
    assert words.match("the head", re.compile(r"(\d)(x?)(i?)")) == ("3", "x", "")
    assert words.name("the step", NAMES) == 4
    assert words.number("a number", 0, 12) == 12
    assert words.seat("who", 2) == 1
    assert words.as_seats(words.word("they"), "they", 3) == 0b101
    assert words.parts("pair", "/", lambda part: words.as_number(part, "it", 0, 20), 2) == [1, 20]
    words.expect("deck")
    assert not words.skip("deck")
    assert (words.peek(), words.left()) == ("end", 1)
    assert words.skip("end")
    assert (words.peek(), words.left()) == ("", 0)
    assert not words.skip("")
    words.end()


def test_a_name_is_its_place_or_its_number() -> None:
    assert Words("b", "toy").name("it", ("a", "b")) == 1
    assert Words("-", "toy").name("it", NAMES) == -1
    assert number_of(NAMES, "judge") == 7
    with pytest.raises(KeyError):
        number_of(NAMES, "chef")


@pytest.mark.parametrize(
    ("mask", "text"), [(0, "-"), (0b1, "p1"), (0b1010, "p2p4"), (0b1111_1111, "p1p2p3p4p5p6p7p8")]
)
def test_seats_are_written_and_read_one_way(mask: int, text: str) -> None:
    assert seats_text(mask) == text
    assert Words(text, "toy").as_seats(text, "they", 8) == mask
    assert seat_text(3) == "p4"


@pytest.mark.parametrize("text", ["", "ü", "a\nb", "\x00", "a" * 20_001])
def test_a_text_that_no_position_can_have_is_refused(text: str) -> None:
    with pytest.raises(PositionDamaged, match="no position of toy: one line of plain words"):
        Words(text, "toy")


@pytest.mark.parametrize(
    ("text", "read", "why"),
    [
        ("-", lambda words: words.number("size", -5, 9), "size is a number from -5 to 9, not '-'"),
        ("-0", lambda words: words.number("size", -5, 9), "size is a number"),
        ("07", lambda words: words.number("size", 0, 9), "size is a number"),
        ("10", lambda words: words.number("size", 0, 9), "size is a number"),
        ("-6", lambda words: words.number("size", -5, 9), "size is a number"),
        ("1" * 30, lambda words: words.number("size", 0, 9), "size is a number"),
        ("p3", lambda words: words.seat("who", 2), "who is one of p1, p2, not 'p3'"),
        ("1", lambda words: words.seat("who", 2), "who is one of p1, p2"),
        ("dance", lambda words: words.name("step", NAMES), "step is one of pan, judge, -, not 'dance'"),
        ("x3", lambda words: words.match("head", re.compile(r"\d(x?)")), "head is not written 'x3'"),
        ("deke", lambda words: words.expect("deck"), "'deck' belongs here, not 'deke'"),
        ("1/2/3", lambda words: words.parts("pair", "/", str, 2), "pair are 2, not 3"),
        ("p2p1", lambda words: words.as_seats(words.word("they"), "they", 3), "they are seats, ascending"),
        ("p1p1", lambda words: words.as_seats(words.word("they"), "they", 3), "they are seats, ascending"),
        ("p4", lambda words: words.as_seats(words.word("they"), "they", 3), "they is one of"),
        ("p", lambda words: words.as_seats(words.word("they"), "they", 3), "they is one of"),
        ("a b", lambda words: (words.word("it"), words.end()), "'b' is a word too many"),
        ("a", lambda words: (words.word("it"), words.word("that")), "that is missing"),
    ],
)
def test_what_cannot_be_read_is_refused_with_what_was_wanted(
    text: str, read: Callable[[Words], Any], why: str
) -> None:
    with pytest.raises(PositionDamaged) as caught:
        read(Words(text, "toy"))
    assert str(caught.value).startswith(f"no position of toy: {why}")
