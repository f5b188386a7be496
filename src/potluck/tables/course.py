"""A game's course as its log alone tells it, without its rules: enough to write a record."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from potluck.play.driver import Answers
from potluck.play.errors import RecordDamaged
from potluck.play.record import PlayerChange, RecordMove, Why
from potluck.play.seats import Seat
from potluck.tables.log import Control, EndedEarly, Logged, Moved, Named, Started, TakenBack


class Course(NamedTuple):
    """What happened in a game, as far as records tell it."""

    began: float
    nonces: list[str]
    setup: Answers
    moves: list[RecordMove]
    changes: list[PlayerChange]  # of player
    first_players: dict[Seat, str | None]  # of changed seats: the bot's level, None a person
    ended: Why | None  # why it ended early


def course(log: Sequence[Logged]) -> Course:
    """Read a log; raises RecordDamaged where it is none, or where only the rules know what an undo took."""
    if not log or not isinstance(log[0].entry, Started):
        raise RecordDamaged("log entry 0 is no start")
    moves: list[RecordMove] = []
    changes: list[PlayerChange] = []
    first_players: dict[Seat, str | None] = {}
    ended: Why | None = None
    for logged in log[1:]:
        match logged.entry:
            case Moved(seat, texts, answers):
                moves += [RecordMove(seat, text) for text in texts[:-1]]
                moves.append(RecordMove(seat, texts[-1], answers))
            case TakenBack(left=left):
                if left is None or left > len(moves):
                    raise RecordDamaged(f"log entry {logged.seq} does not say what is left of the record")
                del moves[left:]
                changes = [replace(each, moves=min(each.moves, left)) for each in changes]
            case Control(seat, before, level):
                first_players.setdefault(seat, before)
                changes.append(PlayerChange(len(moves), seat, level))
            case EndedEarly(why):
                ended = why
            case Named():
                pass
            case Started():
                raise RecordDamaged("a second start")
    start = log[0].entry
    return Course(log[0].at, start.nonces, start.answers, moves, changes, first_players, ended)
