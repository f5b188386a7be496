"""A record as lines of text, written in exactly one way, and where in the text its parts stand."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from potluck.play.driver import Answers
from potluck.play.record.parts import PlayerChange, Recorded, seat_word, title

ALONE: Final = "alone"  # the result of a game for one
CLOSED: Final = "closed"  # the only `Why`
PERSON: Final = "person"
BOT: Final = "bot"


def lines(record: Recorded) -> Iterator[str]:
    """The text, line by line."""
    yield from _header(record)
    yield ""
    yield from _answers(record.setup)
    changes = list(record.changes)
    for index, made in enumerate(record.moves):
        while changes and changes[0].moves <= index:
            yield _change(record, changes.pop(0))
        yield f"{seat_word(made.seat, record.version)} {made.text}"
        yield from _answers(made.answers)
    for change in changes:
        yield _change(record, change)
    if record.seed is not None or record.result is not None or record.ended is not None:
        yield ""
    if record.seed is not None:
        yield f"seed: {record.seed}"
    if record.result is not None:
        yield f"result: {result_text(record.result)}"
    if record.ended is not None:
        yield f"ended: {record.ended.why}"
        if record.ended.places is not None:
            yield f"so far: {result_text(record.ended.places)}"


def _header(record: Recorded) -> Iterator[str]:
    yield title(record.version)
    yield f"game: {record.game}"
    yield f"rules: {record.rules}"
    if record.deck:
        yield f"deck: {record.deck}"
    yield f"seats: {record.seats}"
    yield f"options: {options_text(record.options)}"
    for name, value in record.tags.items():
        yield f"tag {name}: {value}"
    if record.start is not None:
        yield f"start: {record.start}"
    if record.commitment is not None:
        yield f"commitment: {record.commitment}"
    if record.nonces:
        yield f"nonces: {' '.join(record.nonces)}"


def _change(record: Recorded, change: PlayerChange) -> str:
    who = PERSON if change.level is None else f"{BOT} {change.level}"
    return f"= {seat_word(change.seat, record.version)} {who}"


def _answers(answers: Answers) -> Iterator[str]:
    for answer, n in answers:
        yield f"* {answer}/{n}"


def result_text(result: list[int] | None) -> str:
    """Places as they are written."""
    if result is None:
        return "none yet"
    return " ".join(map(str, result)) or ALONE


def options_text(options: Mapping[str, Any]) -> str:
    """Options as they are written: JSON without spaces."""
    return msgspec.json.encode(options).decode()


class Lines:
    """Where in the text of a record its parts stand, counted from 1."""

    def __init__(self, record: Recorded) -> None:
        """For a record as `lines` writes it."""
        self._header = [line.partition(":")[0] for line in _header(record)]
        self._setup = len(self._header) + 2
        self._moves: list[int] = []
        self._changes: list[int] = []
        line = self._setup + len(record.setup)
        changes = [change.moves for change in record.changes]
        for index, made in enumerate(record.moves):
            while changes and changes[0] <= index:
                self._changes.append(line)
                changes.pop(0)
                line += 1
            self._moves.append(line)
            line += 1 + len(made.answers)
        self._changes += range(line, line + len(changes))
        self._end = line + len(changes) + 1
        self._seeded = record.seed is not None

    def header(self, name: str) -> int:
        """A line of the header."""
        return self._header.index(name) + 1

    def setup(self) -> int:
        """The first chance answer of the set-up, if there is one."""
        return self._setup

    def move(self, index: int) -> int:
        """A move; its chance answers follow."""
        return self._moves[index]

    def change(self, index: int) -> int:
        """A change of player."""
        return self._changes[index]

    def seed(self) -> int:
        """The seed."""
        return self._end

    def result(self) -> int:
        """The result, or that the game ended early."""
        return self._end + self._seeded

    def so_far(self) -> int:
        """How a game stood that ended early."""
        return self.result() + 1
