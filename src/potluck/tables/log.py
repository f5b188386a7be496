"""The log of a table: what happened, in order, append-only. The state of a game is the replay of it.

Entry 0 starts the game and carries the players' nonces and the set-up's chance answers; then come
submissions (one or more moves of one seat, with the answers they drew), undos, changes of who plays
a seat or of what they are called, and perhaps an end before the rules say so. Nothing is changed or
removed. Whoever appends says which number the entry has; if somebody was first, `Conflict`.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, bindparam, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from potluck.play.driver import Answers
from potluck.play.errors import RecordDamaged
from potluck.play.record import Why
from potluck.tables import crash
from potluck.tables.database import Database
from potluck.tables.discreet import kind as kind_of
from potluck.tables.room import Status
from potluck.tables.schema import entries, tables


class Started(Struct, frozen=True, tag="start"):
    """The game has begun; luck is mixed from these nonces, by seat, people only."""

    nonces: list[str]
    answers: list[tuple[int, int]]


class Moved(Struct, frozen=True, tag="moves"):
    """A submission: moves of one seat, in notation; `answers` are the chance answers of the last of them."""

    seat: int
    moves: list[str]
    answers: list[tuple[int, int]]
    client_id: str


class TakenBack(Struct, frozen=True, tag="undo"):
    """The seat took back its last `moves` visible moves; `left` moves of the record remain.

    `left` is None in logs of older versions: who has the rules knows it anyway.
    """

    seat: int
    moves: int
    client_id: str
    left: int | None = None


class Control(Struct, frozen=True, tag="control"):
    """Somebody else plays this seat on: a bot of `level`, or a person (None); `before` likewise.

    `bot_seed`: hex of what the bot forgets by; "" for a person.
    """

    seat: int
    before: str | None
    level: str | None
    bot_seed: str = ""


class Named(Struct, frozen=True, tag="name"):
    """Who plays this seat is called `after` from now on, not `before`; `same`: it is the same player."""

    seat: int
    before: str
    after: str
    same: bool


class EndedEarly(Struct, frozen=True, tag="end"):
    """The game ends here, though its rules do not say so; nothing comes after it."""

    why: Why


Entry = Started | Moved | TakenBack | Control | Named | EndedEarly


class Logged(Struct, frozen=True):
    """An entry in its place."""

    seq: int
    entry: Entry
    at: float


class Conflict(Exception):
    """This number, or this client id, is in the log already: read it again."""


# Prepared once: these run for every move and every look.
_READ: Final = (
    select(
        entries.c.seq,
        entries.c.kind,
        entries.c.seat,
        entries.c.body,
        entries.c.answers,
        entries.c.client_id,
        entries.c.at,
    )
    .where(entries.c.table_id == bindparam("table"), entries.c.seq >= bindparam("first"))
    .order_by(entries.c.seq)
)
APPEND: Final = insert(entries)
UPDATE: Final = (
    update(tables)
    .where(tables.c.id == bindparam("table"))
    .values(status=bindparam("new_status"), updated=bindparam("now"))
)

_Kind = Literal["start", "moves", "undo", "control", "name", "end"]
_encode = msgspec.json.Encoder().encode
_answers = msgspec.json.Decoder(list[tuple[int, int]]).decode
_nonces = msgspec.json.Decoder(list[str]).decode
_moves = msgspec.json.Decoder(list[str]).decode
_undone = msgspec.json.Decoder(int | tuple[int, int]).decode
_player = msgspec.json.Decoder(tuple[str | None, str | None, str]).decode
_named = msgspec.json.Decoder(tuple[str, str, bool]).decode
_why = msgspec.json.Decoder(Why).decode


def append(
    database: Database,
    table: str,
    logged: Logged,
    status: Status | None,
    also: Callable[[Connection], None] | None = None,
) -> None:
    """Write one entry down in one short transaction; raises Conflict.

    With `status` the table's row is brought up to date as well: its status and when it was last used.
    `also` is done first, in the same transaction: all or nothing.
    """
    crash.here("append.before")
    try:
        with database.write() as connection:
            if also is not None:
                also(connection)
            append_within(connection, table, logged, status)
            crash.here("append.inside")
    except IntegrityError:
        raise Conflict(table) from None
    crash.here("append.after")


def append_within(connection: Connection, table: str, logged: Logged, status: Status | None) -> None:
    """The same as part of a larger transaction; raises IntegrityError."""
    connection.execute(APPEND, row_of(table, logged))
    if status is not None:
        connection.execute(UPDATE, {"table": table, "new_status": status, "now": logged.at})


def row_of(table: str, logged: Logged) -> dict[str, Any]:
    """The stored row of an entry."""
    return {"table_id": table, "seq": logged.seq, "at": logged.at, **_row(logged.entry)}


def _row(entry: Entry) -> dict[str, Any]:
    match entry:
        case Started(nonces, answers):
            return _columns("start", None, nonces, answers, None)
        case Moved(seat, moves, answers, client_id):
            return _columns("moves", seat, moves, answers, client_id)
        case TakenBack(seat, moves, client_id, left):
            return _columns("undo", seat, moves if left is None else [moves, left], [], client_id)
        case Control(seat, before, level, bot_seed):
            return _columns("control", seat, [before, level, bot_seed], [], None)
        case Named(seat, before, after, same):
            return _columns("name", seat, [before, after, same], [], None)
        case EndedEarly(why):
            return _columns("end", None, why, [], None)


def _columns(
    kind: _Kind, seat: int | None, body: Any, answers: Answers, client_id: str | None
) -> dict[str, Any]:
    return {
        "kind": kind,
        "seat": seat,
        "body": _encode(body).decode(),
        "answers": _encode(answers).decode(),
        "client_id": client_id,
    }


def read(database: Database, table: str, first: int) -> Sequence[Logged]:
    """The entries from number `first` on, in order; raises RecordDamaged for what cannot be read."""
    with database.read() as connection:
        rows = connection.execute(_READ, {"table": table, "first": first}).all()
    return [_read_row(row) for row in rows]


def length(connection: Connection, table: str) -> int:
    """How many entries there are: the number of the next one."""
    query = select(func.max(entries.c.seq)).where(entries.c.table_id == table)
    last = connection.execute(query).scalar()
    return 0 if last is None else int(last) + 1


def _read_row(row: Any) -> Logged:
    seq, kind, seat, body, answers, client_id, at = row
    try:
        return Logged(seq, _read_entry(kind, seat, body, answers, client_id), at)
    except (msgspec.DecodeError, ValueError, TypeError) as error:
        raise RecordDamaged(f"log entry {seq}: {kind_of(error)}") from None


def _read_entry(kind: str, seat: int | None, body: str, answers: str, client_id: str | None) -> Entry:
    if kind == "start":
        return Started(_nonces(body), _answers(answers))
    if kind == "end":
        return EndedEarly(_why(body))
    if seat is None:
        raise ValueError("an entry without its seat")
    if kind == "control":
        return Control(seat, *_player(body))
    if kind == "name":
        return Named(seat, *_named(body))
    if client_id is None:
        raise ValueError("a move without its id")
    if kind == "moves":
        return Moved(seat, _moves(body), _answers(answers), client_id)
    undone = _undone(body)
    moves, left = undone if isinstance(undone, tuple) else (undone, None)
    return TakenBack(seat, moves, client_id, left)
