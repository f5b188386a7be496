"""Reads the text of a record and says where it is damaged."""

import re
from typing import Any, Final, Generic, NoReturn, TypeVar

import msgspec
from msgspec.structs import replace

from potluck.play.chance import SEED_BYTES
from potluck.play.driver import Answers
from potluck.play.errors import RecordDamaged
from potluck.play.record.parts import (
    FORMATS,
    MAX_ANSWER,
    MAX_BYTES,
    MAX_NONCES,
    MAX_VALUE,
    EndedEarly,
    PlayerChange,
    Recorded,
    RecordMove,
    damage,
    title,
    unfit,
)
from potluck.play.record.writing import ALONE, BOT, CLOSED, PERSON, options_text
from potluck.play.seats import MAX_SEATS, Seat

# Control characters, what some editors take for a line end, and halves of characters.
_UNFIT: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_DECK: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")

R = TypeVar("R", bound=Recorded)


def read(text: str | bytes, kind: type[R]) -> R:
    """Read what `writing` wrote; raises RecordDamaged with the line and the reason, nothing else."""
    if len(text) > MAX_BYTES:
        raise unfit(f"a record has at most {MAX_BYTES} bytes", "error.record.long")
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8")
        except UnicodeDecodeError as error:
            line = error.object[: error.start].count(b"\n") + 1
            raise damage(line, "this is not UTF-8 text", "error.record.none") from None
    return _Reader(text, kind).record()


class _Reader(Generic[R]):
    """Reads top-down; every complaint names the line it is about."""

    def __init__(self, text: str, kind: type[R]) -> None:
        self._kind = kind
        # As editors and mail leave it: a mark before the text, other line ends, none after the last line.
        plain = text.removeprefix("\ufeff").replace("\r\n", "\n")
        self._cut = not plain.endswith("\n")
        self._lines = (f"{plain}\n" if self._cut else plain).split("\n")
        self._at = 0
        self._version = FORMATS[-1]

    def record(self) -> R:
        self._title()
        record = self._header()
        setup = self._answers()
        moves: list[RecordMove] = []
        changes: list[PlayerChange] = []
        while line := self._line():
            if line.startswith("= ") and self._version > 1:
                changes.append(self._change(len(moves)))
            else:
                moves.append(self._move())
        record = replace(record, setup=setup, moves=moves, changes=changes)
        if not self._last():
            return self._end(record)
        if self._cut:  # nobody knows where: only an end is known to be the last line
            self._at -= 1
            self._fail("the record stops short", "error.record.short")
        return record

    def _line(self) -> str:
        if self._at >= len(self._lines):
            self._fail("the record stops short", "error.record.short")
        line = self._lines[self._at]
        if _UNFIT.search(line):
            self._fail("a control character, or a line end that is not a plain newline")
        return line

    def _last(self) -> bool:
        """Whether only the end of the last line is left."""
        return self._at == len(self._lines) - 1

    def _fail(self, detail: str, key: str = RecordDamaged.key) -> NoReturn:
        raise damage(min(self._at + 1, len(self._lines)), detail, key)

    def _title(self) -> None:
        first = self._line()
        for version in FORMATS:
            if first == title(version):
                self._version = version
                self._at += 1
                return
        if first.startswith(title(0)[:-1]):
            self._fail("a record format that is not known here", "error.record.format")
        self._fail(f"a record begins with {title(FORMATS[-1])!r}", "error.record.none")

    def _value(self, name: str) -> str:
        line = self._line()
        begin = f"{name}: "
        if not line.startswith(begin):
            self._fail(f"{name!r} belongs here")
        value = line[len(begin) :]
        if not value or value != value.strip() or len(value) > MAX_VALUE:
            self._fail(f"{name!r} is empty, too long, or has spaces around it")
        return value

    def _optional(self, name: str) -> str | None:
        return self._value(name) if self._line().startswith(f"{name}:") else None

    def _header(self) -> R:
        game = self._value("game")
        if not game.isidentifier():
            self._fail("this is no game's id")
        self._at += 1
        rules = self._number(self._value("rules"), 1, 1 << 31)
        self._at += 1
        deck = self._deck()
        seats = self._number(self._value("seats"), 1, MAX_SEATS + 1)
        self._at += 1
        options = self._options()
        tags = self._tags()
        start = self._optional("start")
        self._at += start is not None
        committed = self._optional("commitment")
        if committed is not None:
            self._hex(committed, SEED_BYTES)
            self._at += 1
        nonces = self._nonces()
        if self._line():
            self._fail("no header line belongs here, but an empty one")
        self._at += 1
        return self._kind(
            version=self._version,
            game=game,
            rules=rules,
            deck=deck,
            seats=seats,
            options=options,
            tags=tags,
            start=start,
            commitment=committed,
            nonces=nonces,
        )

    def _deck(self) -> str:
        deck = self._optional("deck") if self._version > 1 else None
        if deck is None:
            return ""
        if not _DECK.fullmatch(deck):
            self._fail("this is no deck's id")
        self._at += 1
        return deck

    def _options(self) -> dict[str, Any]:
        text = self._value("options")
        try:
            options = msgspec.json.decode(text.encode(), type=dict[str, bool | int | str])
            written = options_text(options)
        except (ValueError, OverflowError, RecursionError):
            self._fail("options are a JSON object of plain values")
        if written != text:
            self._fail("options are not written the way records write them")
        self._at += 1
        return options

    def _tags(self) -> dict[str, str]:
        tags: dict[str, str] = {}
        while (line := self._line()).startswith("tag "):
            name = line[len("tag ") :].partition(":")[0]
            if not name or name != name.strip() or name in tags:
                self._fail("a tag has a name, and each name once")
            tags[name] = self._value(f"tag {name}")
            self._at += 1
        return tags

    def _nonces(self) -> list[str]:
        text = self._optional("nonces")
        if text is None:
            return []
        nonces = text.split(" ")
        if len(nonces) > MAX_NONCES:
            self._fail(f"at most {MAX_NONCES} nonces")
        for nonce in nonces:
            self._hex(nonce, None)
        self._at += 1
        return nonces

    def _answers(self) -> Answers:
        answers: Answers = []
        while (line := self._line()).startswith("* "):
            answer, slash, n = line[2:].partition("/")
            if not slash:
                self._fail("a chance answer is written '* answer/bound'")
            bound = self._number(n, 1, MAX_ANSWER + 1)
            answers.append((self._number(answer, 0, bound), bound))
            self._at += 1
        return answers

    def _move(self) -> RecordMove:
        word, space, text = self._line().partition(" ")
        if not space or not text or text != text.strip():
            self._fail("a move is written 'seat notation'")
        seat = self._seat(word)
        self._at += 1
        return RecordMove(seat, text, self._answers())

    def _change(self, moves: int) -> PlayerChange:
        _, word, who, *more = [*self._line().split(" "), ""]
        seat = self._seat(word)
        level = None
        if who == BOT:
            level = more[0]
            if not level.isidentifier():
                self._fail("a bot has a level")
        if (who, *more) not in ((PERSON, ""), (BOT, level, "")):
            self._fail(f"a change of player is written '= seat {PERSON}' or '= seat {BOT} level'")
        self._at += 1
        return PlayerChange(moves, seat, level)

    def _seat(self, word: str) -> Seat:
        if self._version == 1:
            return self._number(word, 0, MAX_SEATS)
        if not word.startswith("p"):
            self._fail("a seat is written p1, p2 …")
        return self._number(word[1:], 1, MAX_SEATS + 1) - 1

    def _end(self, record: R) -> R:
        self._at += 1
        seed = self._optional("seed")
        if seed is not None:
            self._hex(seed, SEED_BYTES)
            self._at += 1
        places = self._optional_places("result", record.seats)
        ended = self._ended(record.seats) if places is None and self._version > 1 else None
        if seed is None and places is None and ended is None:
            self._fail("after an empty line come the seed and the result")
        if not self._last() or self._line():
            self._fail("nothing comes after the end")
        return replace(record, seed=seed, result=places, ended=ended)

    def _ended(self, seats: int) -> EndedEarly | None:
        why = self._optional("ended")
        if why is None:
            return None
        if why != CLOSED:
            self._fail(f"a game that ended early was {CLOSED!r}")
        self._at += 1
        return EndedEarly(CLOSED, self._optional_places("so far", seats))

    def _optional_places(self, name: str, seats: int) -> list[int] | None:
        text = self._optional(name)
        if text is None:
            return None
        places = self._places(text, seats)
        self._at += 1
        return places

    def _places(self, text: str, seats: int) -> list[int]:
        if text == ALONE and seats == 1 and self._version > 1:
            return []
        if seats == 1 and self._version > 1:
            self._fail(f"a game for one has the result {ALONE!r}")
        places = [self._number(place, 1, seats + 1) for place in text.split(" ")]
        if len(places) != seats:
            self._fail(f"a result has {seats} places, one a seat")
        return places

    def _number(self, text: str, low: int, above: int) -> int:
        """A number written without signs, spaces or leading zeros, in range(low, above)."""
        if not (text.isascii() and text.isdigit() and len(text) <= 20 and str(int(text)) == text):
            self._fail(f"{text[:20]!r} is no plain number")
        number = int(text)
        if not low <= number < above:
            self._fail(f"{number} is out of bounds here")
        return number

    def _hex(self, text: str, size: int | None) -> None:
        try:
            value = bytes.fromhex(text)
        except ValueError:
            value = b""
        if not value or value.hex() != text or (size is not None and len(value) != size):
            self._fail(f"this is not {'' if size is None else f'{size} bytes of '}lower-case hex")
