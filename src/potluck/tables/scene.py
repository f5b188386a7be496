"""A table, its seats and who is there, read at one moment: what every decision about them rests on."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection

from potluck.tables import seat_rows
from potluck.tables.ground import Ground
from potluck.tables.presence import Here
from potluck.tables.seat_rows import SeatRow
from potluck.tables.settings import Settings
from potluck.tables.table_rows import table_row


class Scene(NamedTuple):
    """A table at one moment."""

    table: Any  # its row
    rows: Sequence[SeatRow]
    here: Here
    settings: Settings

    def lapses(self, row: SeatRow) -> float | None:
        """When the person of a seat counts as away (a time that may have passed); None: they are here.

        Who has a tab here is here, also if it does not prove the seat: they may take it up again.
        """
        seat = self.here.seat_lapses(row.seat, row.seen)
        guest = 0.0 if row.guest is None else self.here.guest_lapses(row.guest)
        return None if seat is None or guest is None else max(seat, guest)

    def away(self, row: SeatRow) -> float | None:
        """Since when the person of a seat has been gone, if they are away."""
        lapses = self.lapses(row)
        return None if lapses is None or lapses > self.here.now else self.here.gone(row.seat, row.seen)


def scene(connection: Connection, ground: Ground, table: str, *, lock: bool = False) -> Scene:
    """Read it; with `lock` nobody else changes it until the end. Raises TableUnknown, TableClosed."""
    row = table_row(connection, table, lock=lock)
    return Scene(row, seat_rows.read(connection, table), ground.presence.at(table), ground.settings)
