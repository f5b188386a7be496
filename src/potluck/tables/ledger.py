"""What the writer asks of the database and writes there, by one kept connection."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Final

from sqlalchemy import bindparam, func, literal_column, select, update

from potluck.play.seats import Seat, seat_name
from potluck.tables import log
from potluck.tables.database import Database
from potluck.tables.hand import Statement
from potluck.tables.log import Conflict, Logged
from potluck.tables.refusals import SeatTokenWrong, TableClosed, TableUnknown
from potluck.tables.room import Status
from potluck.tables.schema import entries, seats, tables
from potluck.tables.secrets import same_hash, token_hash
from potluck.tables.wishes import Shown

# What an entry hangs on: that the table is there, whose the seat is, which number comes next.
_STANDING: Final = (
    select(
        tables.c.closed,
        seats.c.kind,
        seats.c.token,
        select(func.max(entries.c.seq)).where(entries.c.table_id == tables.c.id).scalar_subquery(),
    )
    .select_from(
        tables.outerjoin(seats, (seats.c.table_id == tables.c.id) & (seats.c.seat == bindparam("seat")))
    )
    .where(tables.c.id == bindparam("table"))
)
_HELD: Final = _STANDING.with_for_update(of=tables)  # nobody else appends until the end of the transaction
_DELIVERED: Final = select(seats.c.seat, seats.c.delivered).where(seats.c.table_id == bindparam("table"))
_SHOWN: Final = (
    update(seats)
    .where(
        seats.c.table_id == bindparam("of_table"),
        seats.c.seat == bindparam("of_seat"),
        seats.c.kind == literal_column("'human'"),
        seats.c.token == bindparam("proof"),
        seats.c.delivered < bindparam("upto"),
    )
    .values(delivered=bindparam("upto"))
)


class Ledger:
    """For one thread."""

    def __init__(self, database: Database) -> None:
        """Nothing is opened before it is needed."""
        self._hand = hand = database.hand()
        self.clash = hand.clash  # a row is there already
        self.lost = hand.lost  # the database could not be had
        self.failure = hand.failure  # these and anything else that goes wrong here and is no refusal
        self._standing = hand.prepare(_STANDING)
        self._held = hand.prepare(_HELD)
        self._append = hand.prepare(log.APPEND)
        self._update = hand.prepare(log.UPDATE)
        self._delivered = hand.prepare(_DELIVERED)
        self._shown = hand.prepare(_SHOWN)

    def transaction(self) -> AbstractContextManager[None]:
        """All or nothing of what is done within."""
        return self._hand.write()

    def wait(self) -> None:
        """Wait until there may be a transaction, holding no game; raises `lost` if it takes too long."""
        self._hand.wait()

    def prove(self, table: str, seat: Seat, token: str | None) -> None:
        """Check that there is such a table and that a token, if one is given, opens the seat now.

        Not within a transaction, and it waits for none. Raises TableUnknown, TableClosed, SeatTokenWrong.
        """
        with self._hand.read():
            self._newest(self._standing, table, seat, token)

    def _newest(self, standing: Statement, table: str, seat: Seat, token: str | None) -> int:
        """The number of the newest entry."""
        rows = self._hand.run(standing, table=table, seat=seat)
        if not rows:
            raise TableUnknown(f"no table {table[:40]!r}")
        closed, kind, proof, newest = rows[0]
        if closed is not None:
            raise TableClosed("the table was closed")
        # Whoever a bot plays for keeps the token, to come back by.
        plays = kind == "human" and proof is not None
        if token is not None and not (plays and same_hash(proof, token_hash(token))):
            raise SeatTokenWrong(f"this token does not open {seat_name(seat)}")
        return -1 if newest is None else int(newest)

    def enter(self, table: str, seat: Seat, token: str | None, logged: Logged, status: Status | None) -> None:
        """Write an entry of a seat, and with `status` the table's row.

        Raises like `prove`, and Conflict if the entry is not the next one.
        """
        if self._newest(self._held, table, seat, token) + 1 != logged.seq:
            raise Conflict(table)
        self._hand.run(self._append, **log.row_of(table, logged))
        if status is not None:
            self._hand.run(self._update, table=table, new_status=status, now=logged.at)

    def delivered(self, table: str) -> Mapping[Seat, int]:
        """How many events of its stream each seat has been shown, where anything is told once."""
        return dict(self._hand.run(self._delivered, table=table))

    def shown(self, shown: Shown) -> None:
        """Move a seat's cursor on, never back; nothing happens unless the token opens the seat."""
        proof = token_hash(shown.token)
        self._hand.run(self._shown, of_table=shown.table, of_seat=shown.seat, proof=proof, upto=shown.upto)

    def close(self) -> None:
        """Close the connection."""
        self._hand.close()
