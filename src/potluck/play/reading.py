"""Reading positions: words one after the other, each complaint saying what was wanted.

Every game's position is one line of words parted by spaces. A `Words` reads them in order and refuses
what does not fit by PositionDamaged. A seat is written `p1`, `p2` … everywhere.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NoReturn, TypeVar

from potluck.play.errors import PositionDamaged
from potluck.play.seats import MAX_SEATS, Mask, Seat, seat_name

T = TypeVar("T")

# Names in order, or each with its number.
Names = Sequence[str] | Mapping[int, str]

SEAT_NAMES: Final = tuple(map(seat_name, range(MAX_SEATS)))
MAX_TEXT: Final = 20_000
_MAX_DIGITS: Final = 9


class Words:
    """The words of a position, to be read from left to right."""

    def __init__(self, text: str, game: str) -> None:
        """Split at single spaces; raises PositionDamaged for a text no position can have."""
        self._game = game
        if not text or len(text) > MAX_TEXT or not text.isascii() or not text.isprintable():
            self.fail("one line of plain words")
        self._words = text.split(" ")
        self._at = 0

    def fail(self, wanted: str) -> NoReturn:
        """Refuse: this was wanted."""
        raise PositionDamaged(f"no position of {self._game}: {wanted}")

    def require(self, holds: bool, what: str) -> None:
        """Refuse unless it holds."""
        if not holds:
            self.fail(what)

    def left(self) -> int:
        """How many words are still to be read."""
        return len(self._words) - self._at

    def peek(self) -> str:
        """The next word, not yet read; "" at the end."""
        return self._words[self._at] if self.left() else ""

    def word(self, what: str) -> str:
        """The next word, whatever it is."""
        if not self.left():
            self.fail(f"{what} is missing")
        self._at += 1
        return self._words[self._at - 1]

    def end(self) -> None:
        """Refuse if a word is left."""
        self.require(not self.left(), f"{self.peek()[:40]!r} is a word too many")

    def number(self, what: str, low: int, high: int) -> int:
        """A whole number within bounds."""
        return self.as_number(self.word(what), what, low, high)

    def expect(self, word: str) -> None:
        """Exactly this word."""
        if self.word(repr(word)) != word:
            self.fail(f"{word!r} belongs here, not {self._words[self._at - 1][:40]!r}")

    def skip(self, word: str) -> bool:
        """Whether this word comes next; if so it is read."""
        here = self.left() > 0 and self.peek() == word
        self._at += here
        return here

    def match(self, what: str, pattern: re.Pattern[str]) -> tuple[str, ...]:
        """A word of this form: the groups of the pattern."""
        word = self.word(what)
        found = pattern.fullmatch(word)
        if found is None:
            self.fail(f"{what} is not written {word[:40]!r}")
        return found.groups()

    def parts(self, what: str, separator: str, each: Callable[[str], T], many: int | None = None) -> list[T]:
        """A word's parts, each read by `each`; `many`: how many there must be."""
        return self.as_list(self.word(what), what, separator, each, many)

    def name(self, what: str, names: Names) -> int:
        """One of these names: its number, or its place among them."""
        return self.as_name(self.word(what), what, names)

    def seat(self, what: str, seats: int) -> Seat:
        """A seat, p1 to p<seats>."""
        return self.as_seat(self.word(what), what, seats)

    # The same for a part of a word.

    def as_number(self, text: str, what: str, low: int, high: int) -> int:
        """A whole number within bounds, written in one way only."""
        digits = text[1:] if text[:1] == "-" else text
        plain = digits.isdigit() and len(digits) <= _MAX_DIGITS and (digits == "0" or digits[0] != "0")
        if not plain or text == "-0" or not low <= int(text) <= high:
            self.fail(f"{what} is a number from {low} to {high}, not {text[:40]!r}")
        return int(text)

    def as_name(self, text: str, what: str, names: Names) -> int:
        """One of these names: its number, or its place among them."""
        known = names if isinstance(names, Mapping) else dict(enumerate(names))
        if text not in known.values():
            self.fail(f"{what} is one of {', '.join(known.values())}, not {text[:40]!r}")
        return number_of(known, text)

    def as_seat(self, text: str, what: str, seats: int) -> Seat:
        """A seat, p1 to p<seats>."""
        return self.as_name(text, what, SEAT_NAMES[:seats])

    def as_seats(self, text: str, what: str, seats: int) -> Mask:
        """Seats one after the other, ascending, as in p1p3; "-" for none."""
        mask = 0
        if text != "-":
            for each in text.split("p")[1:] or [text]:
                mask |= 1 << self.as_seat(f"p{each}", what, seats)
        self.require(seats_text(mask) == text, f"{what} are seats, ascending, not {text[:40]!r}")
        return mask

    def as_list(
        self, text: str, what: str, separator: str, each: Callable[[str], T], many: int | None = None
    ) -> list[T]:
        """Parts of a word, each read by `each`; "" has none. `many`: how many there must be."""
        found = text.split(separator) if text else []
        self.require(many is None or len(found) == many, f"{what} are {many}, not {len(found)}")
        return [each(part) for part in found]


def number_of(names: Mapping[int, str], name: str) -> int:
    """The number beside a name; KeyError if there is none."""
    for number, each in names.items():
        if each == name:
            return number
    raise KeyError(name)


def seats_text(mask: Mask) -> str:
    """How a set of seats is written: p1p3, "-" for none."""
    return "".join(name for seat, name in enumerate(SEAT_NAMES) if mask >> seat & 1) or "-"
