"""One started game in memory: the replay of its log, entry by entry, and the check of what comes next.

`draft_*` check a wish and compute what it would come to, without touching anything; `adopt` takes a
draft over once it is in the log; `take` does both for an entry that was read from the log. So a live
game and a replayed one run through the same code.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from potluck.play.chance import Live, Recording, Replay
from potluck.play.errors import OutOfTurn, PotluckError, RecordDamaged
from potluck.play.phrase import Event, Phrase, stays
from potluck.play.record import PlayerChange, RecordMove, Why
from potluck.play.seats import Seat, seat_name
from potluck.play.undo import Undoable
from potluck.tables.discreet import kind
from potluck.tables.drafts import MAX_MOVES, Draft, Drafted, named, play_on_clones
from potluck.tables.log import Control, EndedEarly, Entry, Logged, Moved, Named, Started, TakenBack
from potluck.tables.refusals import MovesTooMany, SeatUnknown, Stale, TableNotStarted, TableOver
from potluck.tables.room import Look, UndoInfo
from potluck.tables.setting import BotSeat, Setting, replay_start
from potluck.tables.vantage import Told, Vantage, read

UNDO_EVENT: Final = "event.undo"
CLOSED_EVENT: Final = "event.closed"
RENAMED_EVENT: Final = "event.renamed"
REPLACED_EVENT: Final = "event.replaced"


class _Before(NamedTuple):
    """How things stood before a move that can be taken back."""

    state: Any
    moves: int  # length of the record then
    kept: tuple[int, ...]  # length of each viewer's kept events then


class Playing:
    """A started game. Not thread-safe: the service holds a lock for the table."""

    def __init__(self, setting: Setting, logged: Logged) -> None:
        """Replay the start; raises RecordDamaged if the set-up does not agree with it."""
        if not isinstance(logged.entry, Started) or logged.seq != 0:
            raise RecordDamaged("log entry 0 is no start")
        self.setting = setting
        self.game = setting.game
        self.began = logged.at
        self.nonces = logged.entry.nonces
        self.setup = logged.entry.answers
        self.state = replay_start(setting, logged.entry)
        self.next_seq = 1
        self.touched = logged.at  # when the table's row was last brought up to date
        self.ended: Why | None = None  # why it ended before its rules said so
        self.drawn = len(self.setup)  # chance answers so far
        self._luck = Live(setting.seed, [bytes.fromhex(nonce) for nonce in self.nonces])
        self.undone = 0  # undos so far; between two of them what each viewer was told only grows
        self.moves: list[RecordMove] = []
        self.bots: dict[Seat, BotSeat] = {bot.seat: bot for bot in setting.bots}
        self.changes: list[PlayerChange] = []
        self.replaced: dict[Seat, list[int]] = {}  # where in its stream a bot took a person's seat over
        self.first_players: dict[Seat, str | None] = {}  # of changed seats: the bot's level, None a person
        self.receipts: dict[tuple[Seat, str], int] = {}
        self.forgets = self.game.forgets(setting.options)  # whether anything is told once at this table
        self.viewers: list[Seat | None] = [*range(setting.seats), None]
        self._vantages = [Vantage(self.game, viewer, setting.options) for viewer in self.viewers]
        self._undoable: Undoable[_Before] = Undoable()
        self.undo: UndoInfo | None = None  # who could take back how many moves, as far as everybody may know
        opening = read(self._vantages, self.game.opening(self.state))
        for vantage, events in zip(self._vantages, opening, strict=True):
            vantage.kept = events
            vantage.show(self.state, events, logged.at)

    @property
    def versions(self) -> dict[Seat | None, int]:
        """Each viewer's."""
        return {vantage.viewer: vantage.version for vantage in self._vantages}

    def vantage(self, viewer: Seat | None) -> Vantage:
        """One viewer's side of the game; raises SeatUnknown."""
        if viewer is None:
            return self._vantages[-1]
        if not 0 <= viewer < self.setting.seats:
            raise SeatUnknown(f"there is no seat {seat_name(viewer)}")
        return self._vantages[viewer]

    def look(self, viewer: Seat | None, first: int, shown: int, *, sections: bool) -> Look:
        """What a viewer is shown; see `Vantage.look`. Raises SeatUnknown."""
        return self.vantage(viewer).look(first, shown, undo=self.undo, sections=sections)

    def told(self, viewer: Seat | None, first: int, shown: int, *, sections: bool) -> Told:
        """The same as JSON. Raises SeatUnknown."""
        return self.vantage(viewer).told(first, shown, undo=self.undo, sections=sections)

    def current(self, viewer: Seat | None, version: int) -> Vantage:
        """One viewer's side, if what they saw still tells what they may choose; raises SeatUnknown, Stale.

        A version is stale when that has changed since, or when it is of no look ever given.
        """
        vantage = self.vantage(viewer)
        if not vantage.legal_since <= version <= vantage.version:
            raise Stale(f"version {version} was seen, it is {vantage.version}")
        return vantage

    @property
    def over(self) -> bool:
        """Whether the game has ended, by its rules or before."""
        return self.ended is not None or bool(self.state.deciders() == 0)

    # What is asked for

    def draft_moves(
        self, seat: Seat, version: int, moves: Sequence[str | Phrase], client_id: str, at: float
    ) -> Draft:
        """Check a submission.

        Raises SeatUnknown, MovesTooMany, MoveUnknown, TableOver, Stale, OutOfTurn, MoveIllegal.
        """
        self.vantage(seat)
        if not 1 <= len(moves) <= MAX_MOVES:
            raise MovesTooMany(f"a submission has 1 to {MAX_MOVES} moves", n=MAX_MOVES)
        rows = [named(self.game, move) for move in moves]
        self.check_going_on()
        if not self.current(seat, version).legal:
            raise OutOfTurn("the table waits for somebody else")
        self._luck.drawn = self.drawn
        live = Recording(self._luck)
        steps = play_on_clones(self.game, self.state, seat, rows, live)
        texts = [step.text for step in steps]
        return self._draft(Moved(seat, texts, steps[-1].answers, client_id), steps, at)

    def draft_undo(self, seat: Seat, version: int, moves: int, client_id: str, at: float) -> Draft:
        """Check an undo. Raises SeatUnknown, TableOver, Stale, UndoImpossible."""
        self.vantage(seat)
        self.check_going_on()
        self.current(seat, version)
        left = self._undoable.before(seat, moves).moves
        return self._draft(TakenBack(seat, moves, client_id, left), [], at)

    def draft_control(self, seat: Seat, level: str | None, bot_seed: str, at: float) -> Draft:
        """Somebody else is to play a seat on. Raises SeatUnknown."""
        self.vantage(seat)
        bot = self.bots.get(seat)
        return self._draft(Control(seat, bot and bot.level, level, bot_seed), [], at)

    def draft_end(self, at: float) -> Draft:
        """The game is to end here, before its rules say so. Raises TableOver."""
        self.check_going_on()
        return self._draft(EndedEarly("closed"), [], at)

    def check_going_on(self) -> None:
        """Raise TableOver once the game has ended."""
        if self.over:
            raise TableOver("the game is over")

    def adopt(self, draft: Draft) -> None:
        """Let a draft happen."""
        entry, at = draft.logged.entry, draft.logged.at
        match entry:
            case Started():
                raise RecordDamaged("a second start")
            case Moved():
                self._adopt_steps(entry, draft.steps, at)
            case TakenBack():
                self._undo(entry, at)
            case Control():
                self._control(entry)
            case Named():
                self._name(entry, at)
            case EndedEarly():
                self._end(entry, at)
        self.next_seq = draft.logged.seq + 1
        if isinstance(entry, Moved | TakenBack):
            self.receipts[entry.seat, entry.client_id] = self.vantage(entry.seat).version
        whose = None if self.over else self._undoable.whose
        self.undo = None if whose is None else UndoInfo(whose, len(self._undoable))

    def take(self, logged: Logged) -> None:
        """Replay the next entry of the log; raises RecordDamaged if it cannot follow."""
        try:
            if logged.seq != self.next_seq:
                raise RecordDamaged(f"entry {self.next_seq} is missing")
            if self.ended is not None:
                raise RecordDamaged("an entry after the end")
            self.adopt(Draft(logged, self._replayed(logged.entry), False))
        except PotluckError as error:
            raise RecordDamaged(f"log entry {logged.seq}: {kind(error)}") from None

    # How it is done

    def _replayed(self, entry: Entry) -> list[Drafted]:
        match entry:
            case Started():
                raise RecordDamaged("a second start")
            case TakenBack(seat, moves, left=left):
                self.vantage(seat)
                if left not in (None, self._undoable.before(seat, moves).moves):
                    raise RecordDamaged("an undo that leaves another number of moves")
                return []
            case EndedEarly():
                self.check_going_on()
                return []
            case Control(seat) | Named(seat):
                self.vantage(seat)
                return []
            case Moved(seat, moves, answers):
                self.vantage(seat)
                if not moves:
                    raise RecordDamaged("a submission without a move")
                chance = Replay(answers)
                rows = [self.game.moves.parse(text) for text in moves]
                steps = play_on_clones(self.game, self.state, seat, rows, chance, logged=True)
                if chance.used != len(answers):
                    raise RecordDamaged("more chance answers than the rules ask for")
                return [*steps[:-1], steps[-1]._replace(answers=answers)]

    def _draft(self, entry: Entry, steps: list[Drafted], at: float) -> Draft:
        over = isinstance(entry, EndedEarly) or (bool(steps) and steps[-1].after.deciders() == 0)
        return Draft(Logged(self.next_seq, entry, at), steps, over)

    def _adopt_steps(self, entry: Moved, steps: list[Drafted], at: float) -> None:
        told: list[list[Event]] = [[] for _ in self._vantages]
        spectators = self._vantages[-1]
        for step in steps:
            kept = tuple(len(vantage.kept) for vantage in self._vantages)
            heard = read(self._vantages, step.notes)
            for vantage, events, fresh in zip(self._vantages, told, heard, strict=True):
                events.extend(fresh)
                vantage.kept.extend(fresh)
            seen = len(spectators.kept) > kept[-1] or spectators.differs(step.before, step.after)
            self._undoable.played(
                entry.seat,
                step.before.deciders(),
                step.after.deciders(),
                step.learned or bool(step.answers),
                _Before(step.before, len(self.moves), kept),
                seen=seen,
            )
            self.moves.append(RecordMove(entry.seat, step.text, step.answers))
            self.drawn += len(step.answers)
        self.state = steps[-1].after
        for vantage, events in zip(self._vantages, told, strict=True):
            vantage.show(self.state, events, at)

    def _undo(self, entry: TakenBack, at: float) -> None:
        back = self._undoable.take_back(entry.seat, entry.moves)
        self.undone += 1
        del self.moves[back.moves :]
        self.changes = [replace(each, moves=min(each.moves, back.moves)) for each in self.changes]
        self.state = back.state
        for vantage, kept in zip(self._vantages, back.kept, strict=True):
            gone = vantage.kept[kept:]
            once = bool(gone) and not any(stays(event) for event in gone)  # nothing stays to be taken back
            event = Event(UNDO_EVENT, {"seat": entry.seat, "n": entry.moves}, once)
            del vantage.kept[kept:]
            vantage.show(self.state, [event], at)

    def _control(self, entry: Control) -> None:
        """Who plays a seat is nothing the game knows: no viewer's version moves on."""
        self.first_players.setdefault(entry.seat, entry.before)
        self.changes.append(PlayerChange(len(self.moves), entry.seat, entry.level))
        if entry.before is None and entry.level is not None:
            self.replaced.setdefault(entry.seat, []).append(len(self.vantage(entry.seat).events))
        if entry.level is None:
            self.bots.pop(entry.seat, None)
        else:
            self.bots[entry.seat] = BotSeat(entry.seat, entry.level, int(entry.bot_seed, 16))
        if self._undoable.whose == entry.seat:
            self._undoable.clear()  # nobody takes back what another has played

    def _name(self, entry: Named, at: float) -> None:
        """Everybody is told alike, for a log to say from where on it tells of somebody by another name."""
        key = RENAMED_EVENT if entry.same else REPLACED_EVENT
        event = Event(key, {"seat": entry.seat}, texts={"before": entry.before, "after": entry.after})
        for vantage in self._vantages:
            vantage.show(self.state, [event], at)

    def _end(self, entry: EndedEarly, at: float) -> None:
        self.ended = entry.why
        self._undoable.clear()
        for vantage in self._vantages:
            vantage.end(Event(CLOSED_EVENT), at)


def replayed(setting: Setting, log: Sequence[Logged]) -> Playing:
    """A game from its whole log; raises TableNotStarted for an empty one, RecordDamaged."""
    if not log:
        raise TableNotStarted("the game has not started")
    try:
        playing = Playing(setting, log[0])
    except PotluckError as error:
        raise RecordDamaged(f"log entry 0: {kind(error)}") from None
    for logged in log[1:]:
        playing.take(logged)
    return playing
