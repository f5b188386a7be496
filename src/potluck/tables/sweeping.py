"""Clearing away: tables nobody touches, links that have run out, guests nobody has seen."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import ColumnElement, Delete, Update, delete, exists, select, update

from potluck.tables import guest_rows
from potluck.tables.ground import Ground
from potluck.tables.presence import LEAP_SECONDS
from potluck.tables.room import Status
from potluck.tables.schema import guests, links, seats, tables, votes

_BATCH: Final = 20  # tables removed in one transaction: moves are waiting to be written, too
_STATUSES: Final[tuple[Status, ...]] = ("open", "playing", "over")


class Sweeping:
    """What is removed of a house because it was left for too long, see `Settings` and `Expiry`."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def sweep(self) -> int:
        """Remove what is overdue and has had its grace; who listens is told of each table. Their number."""
        ground = self._ground
        if not ground.database.shared:  # else others may go by other clocks
            self._forget_to_come()
        at = ground.expiry.sweep_time()
        if at is None:
            return 0
        abandoned = [
            (tables.c.status == status) & (tables.c.updated < at - ground.expiry.kept(status))
            for status in _STATUSES
        ]
        gone: list[str] = []
        for old in (*abandoned, tables.c.closed < at - ground.settings.closed_seconds):
            gone += self._remove(old)
        orphans = links.c.table_id.not_in(select(tables.c.id))
        forgotten = guest_rows.forgotten(at - ground.settings.guest_seconds)
        self._mend(
            (delete(links), (links.c.expires < at - ground.settings.closed_seconds) | orphans),
            (delete(guests), forgotten),
        )
        return len(gone)

    def _forget_to_come(self) -> None:
        """What a clock wrote down that has been set back since is not to come true once its time is there."""
        settings = self._ground.settings
        newest = self._ground.now() + LEAP_SECONDS
        linked = newest + max(settings.link_seconds, settings.offer_life)
        self._mend(
            (delete(links), links.c.expires > linked),
            (delete(votes), votes.c.at > newest),
            (update(seats).values(seen=None), seats.c.seen > newest),
        )

    def _mend(self, *mends: tuple[Delete | Update, ColumnElement[bool]]) -> None:
        """Do each where there is something to do. Mostly there is not: then no move waits for it."""
        with self._ground.database.snapshot() as connection:
            due = [each for each in mends if connection.execute(select(exists().where(each[1]))).scalar()]
        if not due:
            return
        with self._ground.database.write() as connection:
            for mend, wrong in due:
                connection.execute(mend.where(wrong))

    def _remove(self, old: ColumnElement[bool]) -> Sequence[str]:
        """Remove the tables that this is true of, a few at a time; what was touched meanwhile stays."""
        with self._ground.database.read() as connection:
            found = connection.execute(select(tables.c.id).where(old)).scalars().all()
        gone: list[str] = []
        for first in range(0, len(found), _BATCH):
            removed: list[str] = []
            with self._ground.database.write() as connection:
                for table in found[first : first + _BATCH]:
                    if connection.execute(delete(tables).where(old, tables.c.id == table)).rowcount:
                        removed.append(table)
            for table in removed:
                self._ground.games.drop(table)
                self._ground.tell(table, "look", "room")
            gone += removed
        return gone
