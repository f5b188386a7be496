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


def scene(connection: Connection, ground: Ground, table: str, *, lock: bool = False) -> Scene:
    """Read it; with `lock` nobody else changes it until the end. Raises TableUnknown, TableClosed."""
    row = table_row(connection, table, lock=lock)
    return Scene(row, seat_rows.read(connection, table), ground.presence.at(table), ground.settings)
