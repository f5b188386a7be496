"""What a record holds, the limits of its text, and how damage is said."""

from typing import Any, Final, Literal

from msgspec import Struct, field

from potluck.play.errors import RecordDamaged
from potluck.play.phrase import Arg, Phrase
from potluck.play.seats import Seat, seat_name

FORMATS: Final = (1, 2)  # versions that are read; a new record is of the last one
MAX_BYTES: Final = 1 << 20
MAX_VALUE: Final = 20_000  # characters of one header value; a position is the longest
MAX_NONCES: Final = 64
MAX_ANSWER: Final = 1 << 64  # `Live` answers questions up to this bound

Why = Literal["closed"]  # a game ended before its rules said so


class RecordMove(Struct, frozen=True):
    """One line "seat notation" and the chance answers under it."""

    seat: Seat
    text: str
    answers: list[tuple[int, int]] = []


class PlayerChange(Struct, frozen=True):
    """Somebody else plays a seat on: a bot of this level, or a person (None), once `moves` moves are made."""

    moves: int
    seat: Seat
    level: str | None


class EndedEarly(Struct, frozen=True):
    """The game ended before its rules said so; with every seat's place by the points everybody had seen.

    `places`: as a result, and None where whoever wrote the record did not have the rules.
    """

    why: Why
    places: list[int] | None


class Recorded(Struct, frozen=True, kw_only=True):
    """A game from its set-up on. Every text value is one line; see docs/records.md."""

    version: int = FORMATS[-1]  # of the format
    game: str
    rules: int
    deck: str = ""  # id of the game's cards as data; "": it has none, or the format does not tell
    seats: int
    options: dict[str, Any] = {}
    tags: dict[str, str] = {}  # free, e.g. "date", "player p1"
    start: str | None = None  # a position text, when the game did not begin with a set-up
    commitment: str | None = None  # of the live seed, hex
    nonces: list[str] = []  # the players' contributions to luck, hex, by seat
    setup: list[tuple[int, int]] = []  # chance answers of the set-up
    moves: list[RecordMove] = field(default_factory=list)
    changes: list[PlayerChange] = []  # of player, in the order of play
    seed: str | None = None  # hex, told when the game is over
    result: list[int] | None = None  # every seat's place, 1 first; [] for a game played alone
    ended: EndedEarly | None = None  # instead of a result

    def player(self, seat: Seat) -> str | None:
        """What the player of a seat was called, if the record says so."""
        return self.tags.get(player_tag(seat, self.version))


def player_tag(seat: Seat, version: int = FORMATS[-1]) -> str:
    """The name of the tag that says what a seat's player was called."""
    return f"player {seat_word(seat, version)}"


def seat_word(seat: Seat, version: int) -> str:
    """A seat as a record of this version writes it: p1, p2 …; in version 1 a number from 0."""
    return str(seat) if version == 1 else seat_name(seat)


def title(version: int) -> str:
    """The first line."""
    return f"potluck record {version}"


def damage(line: int, detail: str, key: str = RecordDamaged.key, **args: Arg) -> RecordDamaged:
    """`detail` is English and says all; `key` words the common reasons."""
    error = RecordDamaged(f"line {line}: {detail}")
    error.phrase = Phrase(key, {"line": line, **args})
    return error


def unfit(detail: str, key: str) -> RecordDamaged:
    """Nothing is wrong in any one line."""
    error = RecordDamaged(detail)
    error.phrase = Phrase(key)
    return error
