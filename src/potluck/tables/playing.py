"""One started game in memory: the replay of its log, entry by entry, and the check of what comes next.

`draft_*` check a wish and compute what it would come to, without touching anything; `adopt` takes a
draft over once it is in the log; `take` does both for an entry that was read from the log. So a live
game and a replayed one run through the same code.

Undo. A move can be taken back while the same seat alone still owes the choice, nothing was revealed
and no luck was drawn. What may be taken back is public (`Room.undo`), so it counts only moves that
spectators could see: a step that others cannot see belongs to the visible one before it.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from potluck.play.chance import Chance, Forbidden, Live, Recording, Replay
from potluck.play.driver import Answers
from potluck.play.errors import ChanceForbidden, MoveIllegal, OutOfTurn, PotluckError, RecordDamaged
from potluck.play.game import Game
from potluck.play.learned import MOVER
from potluck.play.moves import Move
from potluck.play.notes import Note
from potluck.play.phrase import Event
from potluck.play.record import RecordMove
from potluck.play.seats import Seat
from potluck.tables.log import Entry, Logged, Start, Submission, Undo
from potluck.tables.refusals import SeatUnknown, Stale, TableNotStarted, UndoImpossible
from potluck.tables.room import Status, UndoInfo
from potluck.tables.streams import Stream

MAX_MOVES: Final = 64  # of one submission
UNDO_EVENT: Final = "event.undo"


class Setting(NamedTuple):
    """What was agreed before the game: everything a replay needs beside the log."""

    game: Game
    seats: int
    options: Any
    seed: bytes
    start: str | None
    bots: tuple["BotSeat", ...]  # in seat order; who is a bot never changes once the game has started


class BotSeat(NamedTuple):
    """A seat that a bot plays."""

    seat: Seat
    level: str
    seed: int


class Undoable(NamedTuple):
    """A visible move that can be taken back, and how things stood before it."""

    seat: Seat
    state: Any
    moves: int  # length of the record then
    kept: tuple[int, ...]  # length of each viewer's kept events then


class Step(NamedTuple):
    """One move of a submission as it was played on the draft."""

    before: Any
    after: Any
    text: str
    notes: list[Note]
    learned: int  # flags of potluck.play.learned
    answers: Answers


class Draft(NamedTuple):
    """A checked submission or undo that has not happened yet."""

    logged: Logged
    steps: list[Step]  # none for an undo
    over: bool


class Playing:
    """A started game. Not thread-safe: the service holds a lock for the table."""

    def __init__(self, setting: Setting, logged: Logged) -> None:
        """Replay the start; raises RecordDamaged if the set-up does not agree with it."""
        if not isinstance(logged.entry, Start) or logged.seq != 0:
            raise RecordDamaged("log entry 0 is no start")
        self.setting = setting
        self.game = setting.game
        self.began = logged.at
        self.nonces = logged.entry.nonces
        self.setup = logged.entry.answers
        self.state = _set_up(setting, logged.entry)
        self.next_seq = 1
        self.touched = logged.at  # when the table's row was last brought up to date
        self.drawn = len(self.setup)  # chance answers so far
        self.moves: list[RecordMove] = []
        self.receipts: dict[tuple[Seat, str], int] = {}
        self.viewers: list[Seat | None] = [*range(setting.seats), None]
        self._streams = [Stream(self.game, viewer, setting.options) for viewer in self.viewers]
        self._undoable: list[Undoable] = []
        self._undo_floor = 0  # how many of them lie under a step that spectators could not see
        opening = self.game.opening(self.state)
        for stream in self._streams:
            stream.kept = stream.read(opening)
            stream.show(self.state, stream.kept, logged.at)

    @property
    def forgets(self) -> bool:
        """Whether anything is told once at this table."""
        return self.game.forgets(self.setting.options)

    def stream(self, viewer: Seat | None) -> Stream:
        """One viewer's stream; raises SeatUnknown."""
        if viewer is None:
            return self._streams[-1]
        if not 0 <= viewer < self.setting.seats:
            raise SeatUnknown(f"there is no seat {viewer}")
        return self._streams[viewer]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.deciders() == 0)

    @property
    def status(self) -> Status:
        """As the room shows it."""
        return "over" if self.over else "playing"

    @property
    def undo(self) -> UndoInfo | None:
        """Who could take back how many moves, as far as everybody may know."""
        if not self._undoable:
            return None
        return UndoInfo(self._undoable[-1].seat, len(self._undoable))

    # What is asked for

    def draft_moves(self, seat: Seat, version: int, moves: Sequence[str], client_id: str, at: float) -> Draft:
        """Check a submission. Raises SeatUnknown, MoveUnknown, Stale, OutOfTurn, MoveIllegal."""
        stream = self.stream(seat)
        if not 1 <= len(moves) <= MAX_MOVES:
            raise MoveIllegal(f"a submission has 1 to {MAX_MOVES} moves")
        rows = [self.game.moves.parse(text) for text in moves]
        self._check_version(stream, version)
        if not stream.legal:
            raise OutOfTurn("the table waits for somebody else")
        live = Recording(Live(self.setting.seed, [bytes.fromhex(nonce) for nonce in self.nonces], self.drawn))
        steps = self._play(seat, rows, live)
        answers = steps[-1].answers
        return self._draft(Submission(seat, list(moves), answers, client_id), steps, at)

    def draft_undo(self, seat: Seat, version: int, moves: int, client_id: str, at: float) -> Draft:
        """Check an undo. Raises SeatUnknown, Stale, UndoImpossible."""
        self._check_version(self.stream(seat), version)
        self._check_undo(seat, moves)
        return self._draft(Undo(seat, moves, client_id), [], at)

    def adopt(self, draft: Draft) -> int:
        """Let a draft happen; the mover's version after it."""
        entry, at = draft.logged.entry, draft.logged.at
        assert isinstance(entry, (Submission, Undo))
        if isinstance(entry, Undo):
            self._undo(entry, at)
        else:
            self._adopt_steps(entry, draft.steps, at)
        self.next_seq = draft.logged.seq + 1
        version = self.stream(entry.seat).version
        self.receipts[entry.seat, entry.client_id] = version
        return version

    def take(self, logged: Logged) -> None:
        """Replay the next entry of the log; raises RecordDamaged if it cannot follow."""
        try:
            if logged.seq != self.next_seq:
                raise RecordDamaged(f"entry {self.next_seq} is missing")
            self.adopt(Draft(logged, self._replayed(logged.entry), False))
        except PotluckError as error:
            raise RecordDamaged(f"log entry {logged.seq}: {error}") from None

    # How it is done

    def _replayed(self, entry: Entry) -> list[Step]:
        match entry:
            case Start():
                raise RecordDamaged("a second start")
            case Undo(seat, moves):
                self.stream(seat)
                self._check_undo(seat, moves)
                return []
            case Submission(seat, moves, answers):
                self.stream(seat)
                if not moves:
                    raise RecordDamaged("a submission without a move")
                chance = Replay(answers)
                steps = self._play(seat, [self.game.moves.parse(text) for text in moves], chance)
                if chance.used != len(answers):
                    raise RecordDamaged("more chance answers than the rules ask for")
                return [*steps[:-1], steps[-1]._replace(answers=answers)]

    def _check_version(self, stream: Stream, version: int) -> None:
        """A version is stale when what may be chosen has changed since, or is of no look ever given."""
        if not stream.legal_since <= version <= stream.version:
            raise Stale(f"version {version} was seen, it is {stream.version}")

    def _draft(self, entry: Submission | Undo, steps: list[Step], at: float) -> Draft:
        over = bool(steps) and steps[-1].after.deciders() == 0
        return Draft(Logged(self.next_seq, entry, at), steps, over)

    def _play(self, seat: Seat, moves: Sequence[Move], chance: Chance) -> list[Step]:
        """Play on clones. By the last move alone may the mover learn something or luck be
        drawn: else a refusal of a later one would tell what the earlier one showed."""
        state = self.state
        steps: list[Step] = []
        for index, move in enumerate(moves):
            last = index == len(moves) - 1
            legal = state.legal(seat)
            if move not in legal:
                raise self._illegal(state, seat, move)
            before, state = state, state.clone()
            notes: list[Note] = []
            try:
                learned = state.play(seat, move, chance if last else Forbidden(), notes)
            except ChanceForbidden:
                learned = MOVER
            if not last and (learned & MOVER or not state.deciders() >> seat & 1):
                raise MoveIllegal(
                    "a move that shows the mover something or passes the turn ends a submission"
                )
            answers = chance.answers if last and isinstance(chance, Recording) else []
            steps.append(Step(before, state, self.game.moves.text(move), notes, learned, answers))
        return steps

    def _illegal(self, state: Any, seat: Seat, move: Move) -> MoveIllegal:
        error = MoveIllegal(f"seat {seat} may not play {self.game.moves.text(move)!r} now")
        reason = self.game.refuse(self.game.view(state, seat), move)
        if reason is not None:
            error.phrase = reason
        return error

    def _adopt_steps(self, entry: Submission, steps: list[Step], at: float) -> None:
        told: list[list[Event]] = [[] for _ in self._streams]
        spectators = self._streams[-1]
        for step in steps:
            kept = tuple(len(stream.kept) for stream in self._streams)
            for stream, events in zip(self._streams, told, strict=True):
                fresh = stream.read(step.notes)
                events.extend(fresh)
                stream.kept.extend(fresh)
            seen = len(spectators.kept) > kept[-1] or spectators.raw(step.before) != spectators.raw(
                step.after
            )
            self._note_undoable(entry.seat, step, seen, kept)
            self.moves.append(RecordMove(entry.seat, step.text, step.answers))
            self.drawn += len(step.answers)
        self.state = steps[-1].after
        for stream, events in zip(self._streams, told, strict=True):
            stream.show(self.state, events, at)

    def _note_undoable(self, seat: Seat, step: Step, seen: bool, kept: tuple[int, ...]) -> None:
        own_turn = step.before.deciders() == 1 << seat == step.after.deciders()
        undoable = own_turn and not step.learned and not step.answers
        if not seen:
            # `Room.undo` is public and must not show that something happened.
            if not undoable:
                self._undo_floor = len(self._undoable)
            return
        if not undoable or (self._undoable and self._undoable[-1].seat != seat):
            self._undoable.clear()
            self._undo_floor = 0
        if undoable:
            self._undoable.append(Undoable(seat, step.before, len(self.moves), kept))

    def _check_undo(self, seat: Seat, moves: int) -> None:
        mine = self._undoable and self._undoable[-1].seat == seat
        if not mine or not 1 <= moves <= len(self._undoable) - self._undo_floor:
            raise UndoImpossible(f"seat {seat} cannot take back {moves} moves")

    def _undo(self, entry: Undo, at: float) -> None:
        back = self._undoable[-entry.moves]
        del self._undoable[-entry.moves :]
        del self.moves[back.moves :]
        self.state = back.state
        event = Event(UNDO_EVENT, {"seat": entry.seat, "n": entry.moves})
        for stream, kept in zip(self._streams, back.kept, strict=True):
            del stream.kept[kept:]
            stream.show(self.state, [event], at)


def _set_up(setting: Setting, start: Start) -> Any:
    chance = Replay(start.answers)
    state = set_up(setting, chance)
    if chance.used != len(start.answers):
        raise RecordDamaged("log entry 0: more chance answers than the rules ask for")
    return state


def set_up(setting: Setting, chance: Chance) -> Any:
    """The first state: dealt, or read from the position the table begins with."""
    if setting.start is not None:
        return setting.game.load(setting.start)
    return setting.game.new(setting.seats, setting.options, chance)


def first_entry(setting: Setting, nonces: list[str]) -> tuple[Start, bool]:
    """Draw the set-up from live chance: the entry to log, and whether the game is over at once."""
    recording = Recording(Live(setting.seed, [bytes.fromhex(nonce) for nonce in nonces]))
    state = set_up(setting, recording)
    return Start(nonces, recording.answers), state.deciders() == 0


def replayed(setting: Setting, log: Sequence[Logged]) -> Playing:
    """A game from its whole log; raises TableNotStarted for an empty one, RecordDamaged."""
    if not log:
        raise TableNotStarted("the game has not started")
    try:
        playing = Playing(setting, log[0])
    except PotluckError as error:
        raise RecordDamaged(f"log entry 0: {error}") from None
    for logged in log[1:]:
        playing.take(logged)
    return playing
