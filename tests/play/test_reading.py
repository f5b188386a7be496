"""The word reader of positions: what it accepts it reads in one way, what it refuses is damage."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from potluck.play.errors import PositionDamaged
from potluck.play.reading import MAX_TEXT, Words, seats_text
from potluck.play.seats import MAX_SEATS, seat_name


def words(text: str) -> Words:
    return Words(text, "a test")


@given(st.integers(-(10**8), 10**8))
def test_a_number_reads_back_as_it_is_written(number: int) -> None:
    assert words(str(number)).number("it", -(10**8), 10**8) == number


@given(st.text(max_size=8))
def test_what_is_read_as_a_number_is_written_just_so(text: str) -> None:
    try:
        number = words(f"x {text}").as_number(text, "it", -999, 999)
    except PositionDamaged:
        return
    assert str(number) == text
    assert -999 <= number <= 999


@given(st.integers(0, (1 << MAX_SEATS) - 1))
def test_seats_read_back_as_they_are_written(mask: int) -> None:
    text = seats_text(mask)
    assert words(text).as_seats(text, "them", MAX_SEATS) == mask


@given(st.text(alphabet="p123456789-0", max_size=8), st.integers(1, MAX_SEATS))
def test_what_is_read_as_seats_is_written_just_so(text: str, seats: int) -> None:
    try:
        mask = words("x").as_seats(text, "them", seats)
    except PositionDamaged:
        return
    assert seats_text(mask) == text
    assert mask < 1 << seats


@given(st.integers(0, MAX_SEATS - 1), st.integers(1, MAX_SEATS))
def test_a_seat_is_one_of_those_that_there_are(seat: int, seats: int) -> None:
    reader = words(seat_name(seat))
    if seat < seats:
        assert reader.seat("it", seats) == seat
    else:
        with pytest.raises(PositionDamaged):
            reader.seat("it", seats)


@given(st.text())
def test_any_text_is_read_or_damaged_and_nothing_else(text: str) -> None:
    try:
        reader = words(text)
    except PositionDamaged:
        assert not text or len(text) > MAX_TEXT or not text.isascii() or not text.isprintable()
        return
    read = [reader.word("a word") for _ in range(reader.left())]
    assert " ".join(read) == text
    reader.end()


@given(st.lists(st.integers(0, 9), max_size=6))
def test_a_list_reads_back_as_it_is_written(numbers: list[int]) -> None:
    text = ",".join(map(str, numbers))
    reader = words("x")
    assert reader.as_list(text, "them", ",", lambda part: reader.as_number(part, "it", 0, 9)) == numbers
    with pytest.raises(PositionDamaged):
        reader.as_list(text, "them", ",", int, len(numbers) + 1)


REFUSED: list[tuple[str, Callable[[Words], object]]] = [
    ("05", lambda each: each.number("it", 0, 9)),
    ("-0", lambda each: each.number("it", 0, 9)),
    ("+5", lambda each: each.number("it", 0, 9)),
    ("9999999999", lambda each: each.number("it", 0, 10**12)),
    ("p9", lambda each: each.seat("it", 8)),
    ("p0", lambda each: each.seat("it", 8)),
    ("p2p1", lambda each: each.as_seats("p2p1", "them", 4)),
    ("p1p1", lambda each: each.as_seats("p1p1", "them", 4)),
    ("salt", lambda each: each.name("it", ("sugar", "flour"))),
    ("a", lambda each: each.require(False, "another")),
    ("a", lambda each: each.end()),
]


@pytest.mark.parametrize(
    ("text", "read"), REFUSED, ids=[f"{at}: {text}" for at, (text, _) in enumerate(REFUSED)]
)
def test_what_is_refused_says_of_which_game(text: str, read: Callable[[Words], object]) -> None:
    with pytest.raises(PositionDamaged, match="no position of a test"):
        read(words(text))


def test_the_end_comes_after_the_last_word() -> None:
    reader = words("one two")
    assert (reader.peek(), reader.word("a word"), reader.peek(), reader.left()) == ("one", "one", "two", 1)
    reader.word("a word")
    assert (reader.peek(), reader.left()) == ("", 0)
    with pytest.raises(PositionDamaged, match="a third is missing"):
        reader.word("a third")
