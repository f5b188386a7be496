"""A game as text: who played what, which answers luck gave, enough to play it again and to check it.

The format is described in docs/records.md. A record is written by a machine in exactly one way, so
`Record.parse(text).text() == text`; anything else is damage, and said with its line. `replay` plays a
record by the rules, `verify` also recomputes every answer of luck from the seed.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple, NoReturn

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from potluck.play.chance import SEED_BYTES, Live, Replay, commitment
from potluck.play.driver import Answers, Played
from potluck.play.errors import ChanceMismatch, PotluckError, RecordDamaged, RulesUnknown
from potluck.play.game import Game
from potluck.play.learned import NOBODY
from potluck.play.moves import Move
from potluck.play.notes import Note
from potluck.play.options import check_seats, decode_options, encode_options
from potluck.play.phrase import Arg, Phrase
from potluck.play.seats import MAX_SEATS, Seat

FORMAT: Final = 1
MAX_BYTES: Final = 1 << 20
MAX_VALUE: Final = 20_000  # characters of one header value; a position is the longest
MAX_NONCES: Final = 64
MAX_ANSWER: Final = 1 << 64  # `Live` answers questions up to this bound

# Control characters, what some editors take for a line end, and halves of characters.
_UNFIT: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_TITLE: Final = f"potluck record {FORMAT}"


class RecordMove(Struct, frozen=True):
    """One line "seat notation" and the chance answers under it."""

    seat: Seat
    text: str
    answers: list[tuple[int, int]] = []


class Record(Struct, frozen=True, kw_only=True):
    """A game from its set-up on. Every text value is one line; see docs/records.md."""

    game: str
    rules: int
    seats: int
    options: dict[str, Any] = {}
    tags: dict[str, str] = {}  # free, e.g. "deck", "date", "player 0"
    start: str | None = None  # a position text, when the game did not begin with a set-up
    commitment: str | None = None  # of the live seed, hex
    nonces: list[str] = []  # the players' contributions to luck, hex, by seat
    setup: list[tuple[int, int]] = []  # chance answers of the set-up
    moves: list[RecordMove] = field(default_factory=list)
    seed: str | None = None  # hex, told when the game is over
    result: list[int] | None = None  # every seat's place, 1 first

    def text(self) -> str:
        """The record as it is kept. Raises RecordDamaged for a value no record can hold."""
        text = "\n".join(_written(self)) + "\n"
        if Record.parse(text) != self:
            raise RecordDamaged("the record holds a value that cannot be written down")
        return text

    @staticmethod
    def parse(text: str | bytes) -> "Record":
        """Read what `text` wrote; raises RecordDamaged with the line and the reason, nothing else.

        The rules are not asked: whether the moves are legal is for `replay`.
        """
        if len(text) > MAX_BYTES:
            raise _unfit(f"a record has at most {MAX_BYTES} bytes", "error.record.long")
        if isinstance(text, bytes):
            try:
                text = text.decode("utf-8")
            except UnicodeDecodeError as error:
                line = error.object[: error.start].count(b"\n") + 1
                raise _damage(line, "this is not UTF-8 text", "error.record.none") from None
        return _Reader(text).record()


class Replayed(NamedTuple):
    """The game after `moves` moves (0: set up). `state` is the reader's own to keep."""

    moves: int
    state: Any
    seat: Seat | None  # who moved; None after the set-up
    move: Move | None
    notes: list[Note]
    learned: int  # what `play` returned: flags of potluck.play.learned


def record_of(game: Game, seats: int, options: Any, played: Played, **extra: Any) -> Record:
    """The record of a finished playout; `extra`: tags, commitment, nonces, seed."""
    moves = [RecordMove(seat, game.moves.text(move), answers) for seat, move, answers in played.steps]
    return Record(
        game=game.about.id,
        rules=game.rules,
        seats=seats,
        options=encode_options(options),
        start=played.start,
        setup=list(played.setup),
        moves=moves,
        result=played.result,
        **extra,
    )


def replay(record: Record, game: Game) -> Iterator[Replayed]:
    """Play a record by the rules, one step a move, the set-up first.

    Raises RulesUnknown for another game or version, RecordDamaged (with the line) for a move or an
    answer that does not follow the rules, and at the end for a result the rules do not give.
    """
    lines = _Lines(record)
    if record.game != game.about.id or record.rules != game.rules:
        raise RulesUnknown(
            f"the record is of {record.game[:40]} rules {record.rules}, "
            f"installed is {game.about.id} rules {game.rules}"
        )
    state = _set_up(record, game, lines)
    yield Replayed(0, state.clone(), None, None, list(game.opening(state)), NOBODY)
    for index, made in enumerate(record.moves):
        move = _checked(game, state, made, record.seats, lines.move(index))
        notes: list[Note] = []
        with_answers = _Answering(made.answers, lines.move(index))
        learned: int = with_answers.run(lambda chance: state.play(made.seat, move, chance, notes))  # noqa: B023
        yield Replayed(index + 1, state.clone(), made.seat, move, notes, learned)
    if record.result is not None and state.result() != record.result:
        places = state.result()
        detail = f"the rules give the result {_result_text(places)}"
        if places is None:
            raise _damage(lines.result(), detail, "error.record.not_over")
        raise _damage(lines.result(), detail, "error.record.result", ranks=places)


def verify(record: Record, game: Game) -> int:
    """Replay a finished live record and recompute its luck; the number of answers checked.

    Raises what `replay` raises, and RecordDamaged if seed, commitment or an answer do not belong together.
    """
    lines = _Lines(record)
    if record.result is None:
        raise _unfit("the game is not finished", "error.record.unfinished")
    if record.seed is None or record.commitment is None:
        raise _unfit("only a record with commitment and seed can be verified", "error.record.seedless")
    seed = bytes.fromhex(record.seed)
    if commitment(seed) != record.commitment:
        raise _damage(lines.seed(), "the seed does not belong to the commitment", "error.record.seed")
    live = Live(seed, [bytes.fromhex(nonce) for nonce in record.nonces])
    _recompute(live, record.setup, lines.setup())
    for index, made in enumerate(record.moves):
        _recompute(live, made.answers, lines.move(index) + 1)
    for _ in replay(record, game):
        pass
    return live.drawn


def _recompute(live: Live, answers: Answers, line: int) -> None:
    for offset, (answer, n) in enumerate(answers):
        true = live.below(n)
        if true != answer:
            detail = f"the seed gives {true}/{n}, the record says {answer}/{n}"
            raise _damage(line + offset, detail, "error.record.luck", drawn=true, recorded=answer, outcomes=n)


def _set_up(record: Record, game: Game, lines: "_Lines") -> Any:
    if record.start is not None:
        try:
            state = game.load(record.start)
        except PotluckError as error:
            raise _damage(lines.start(), f"the start position: {error}") from None
        if game.view(state, None).seats != record.seats:
            raise _damage(lines.seats(), "the start position has another number of seats")
        if record.setup:
            raise _damage(lines.setup(), "a game that starts from a position draws no set-up")
        return state
    try:
        check_seats(game, record.seats)
        options = decode_options(game, record.options)
    except PotluckError as error:
        raise _damage(lines.seats(), str(error)) from None
    answering = _Answering(record.setup, lines.setup() - 1)
    try:
        return answering.run(lambda chance: game.new(record.seats, options, chance))
    except RecordDamaged:
        raise
    except PotluckError as error:
        raise _damage(lines.seats(), str(error)) from None


def _checked(game: Game, state: Any, made: RecordMove, seats: int, line: int) -> Move:
    try:
        move = game.moves.parse(made.text)
    except PotluckError as error:
        raise _damage(line, str(error), "error.record.move_unknown") from None
    if made.seat >= seats:
        raise _damage(line, f"there is no seat {made.seat}", "error.record.seat")
    if state.deciders() == 0:
        raise _damage(line, "the game is over before this move", "error.record.over")
    legal = state.legal(made.seat)
    if not legal:
        detail = f"seat {made.seat} has no move to make here"
        raise _damage(line, detail, "error.record.turn", seat=made.seat)
    if move not in legal:
        detail = f"seat {made.seat} may not play {made.text!r} here"
        raise _damage(line, detail, "error.record.move", seat=made.seat)
    return move


class _Answering:
    """Gives one move its recorded answers and sees to it that they fit."""

    def __init__(self, answers: Answers, line: int) -> None:
        self._answers = answers
        self._line = line

    def run(self, play: Callable[[Replay], Any]) -> Any:
        chance = Replay(self._answers)
        try:
            done = play(chance)
        except ChanceMismatch as error:
            line = self._line + 1 + chance.used
            raise _damage(line, str(error), "error.record.answers") from None
        if chance.used != len(self._answers):
            line = self._line + 1 + chance.used
            raise _damage(line, "the rules do not ask for this chance answer", "error.record.answers")
        return done


class _Lines:
    """Where in the text of a record its parts stand, counted from 1."""

    def __init__(self, record: Record) -> None:
        self._header = [line.partition(":")[0] for line in _header(record)]
        self._setup = len(self._header) + 2
        self._moves: list[int] = []
        line = self._setup + len(record.setup)
        for made in record.moves:
            self._moves.append(line)
            line += 1 + len(made.answers)
        self._end = line + 1
        self._seeded = record.seed is not None

    def seats(self) -> int:
        return self._header.index("seats") + 1

    def start(self) -> int:
        return self._header.index("start") + 1

    def setup(self) -> int:
        """The first chance answer of the set-up, if there is one."""
        return self._setup

    def move(self, index: int) -> int:
        return self._moves[index]

    def seed(self) -> int:
        return self._end

    def result(self) -> int:
        return self._end + self._seeded


def _header(record: Record) -> Iterator[str]:
    yield _TITLE
    yield f"game: {record.game}"
    yield f"rules: {record.rules}"
    yield f"seats: {record.seats}"
    yield f"options: {_json(record.options)}"
    for name, value in record.tags.items():
        yield f"tag {name}: {value}"
    if record.start is not None:
        yield f"start: {record.start}"
    if record.commitment is not None:
        yield f"commitment: {record.commitment}"
    if record.nonces:
        yield f"nonces: {' '.join(record.nonces)}"


def _written(record: Record) -> Iterator[str]:
    yield from _header(record)
    yield ""
    yield from _answer_lines(record.setup)
    for made in record.moves:
        yield f"{made.seat} {made.text}"
        yield from _answer_lines(made.answers)
    if record.seed is not None or record.result is not None:
        yield ""
    if record.seed is not None:
        yield f"seed: {record.seed}"
    if record.result is not None:
        yield f"result: {_result_text(record.result)}"


def _answer_lines(answers: Answers) -> Iterator[str]:
    for answer, n in answers:
        yield f"* {answer}/{n}"


def _result_text(result: list[int] | None) -> str:
    if result is None:
        return "none yet"
    return " ".join(map(str, result)) or "alone"


def _json(options: Mapping[str, Any]) -> str:
    return msgspec.json.encode(options).decode()


def _damage(line: int, detail: str, key: str = RecordDamaged.key, **args: Arg) -> RecordDamaged:
    """`detail` is English and says all; `key` words the common reasons."""
    error = RecordDamaged(f"line {line}: {detail}")
    error.phrase = Phrase(key, {"line": line, **args})
    return error


def _unfit(detail: str, key: str) -> RecordDamaged:
    """Nothing is wrong in any one line."""
    error = RecordDamaged(detail)
    error.phrase = Phrase(key)
    return error


class _Reader:
    """Reads top-down; every complaint names the line it is about."""

    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")
        self._at = 0

    def record(self) -> Record:
        self._title()
        record = self._header()
        setup = self._answers()
        moves: list[RecordMove] = []
        while self._line():
            moves.append(self._move())
        record = replace(record, setup=setup, moves=moves)
        if not self._last():
            record = self._end(record)
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
        raise _damage(min(self._at + 1, len(self._lines)), detail, key)

    def _title(self) -> None:
        title = self._line()
        if title != _TITLE:
            if title.startswith("potluck record "):
                self._fail("a record format that is not known here", "error.record.format")
            self._fail(f"a record begins with {_TITLE!r}", "error.record.none")
        self._at += 1

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

    def _header(self) -> Record:
        game = self._value("game")
        if not game.isidentifier():
            self._fail("this is no game's id")
        self._at += 1
        rules = self._number(self._value("rules"), 1, 1 << 31)
        self._at += 1
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
        return Record(
            game=game,
            rules=rules,
            seats=seats,
            options=options,
            tags=tags,
            start=start,
            commitment=committed,
            nonces=nonces,
        )

    def _options(self) -> dict[str, Any]:
        text = self._value("options")
        try:
            options = msgspec.json.decode(text.encode(), type=dict[str, bool | int | str])
            written = _json(options)
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
        seat, space, text = self._line().partition(" ")
        if not space or not text or text != text.strip():
            self._fail("a move is written 'seat notation'")
        number = self._number(seat, 0, MAX_SEATS)
        self._at += 1
        return RecordMove(number, text, self._answers())

    def _end(self, record: Record) -> Record:
        self._at += 1
        seed = self._optional("seed")
        if seed is not None:
            self._hex(seed, SEED_BYTES)
            self._at += 1
        result = self._optional("result")
        places: list[int] | None = None
        if result is not None:
            places = [self._number(place, 1, record.seats + 1) for place in result.split(" ")]
            if len(places) != record.seats:
                self._fail(f"a result has {record.seats} places, one a seat")
            self._at += 1
        if seed is None and result is None:
            self._fail("after an empty line come the seed and the result")
        if not self._last() or self._line():
            self._fail("nothing comes after the end")
        return replace(record, seed=seed, result=places)

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
