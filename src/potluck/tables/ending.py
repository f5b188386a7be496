"""stand-in until ended lands."""

from collections.abc import Callable

from sqlalchemy import Connection

from potluck.tables.ground import Ground
from potluck.tables.refusals import TableNotStarted, TableOver
from potluck.tables.table_rows import change, no_more_rematch, table_row


class Ending:
    """stand-in."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def end(self, table: str, also: Callable[[Connection], None] | None = None) -> None:
        """stand-in."""
        with self._ground.database.write() as connection:
            row = table_row(connection, table, lock=True)
            if row.status == "open":
                raise TableNotStarted
            if row.status == "over":
                raise TableOver
            if also is not None:
                also(connection)
            change(connection, table, closed=self._ground.now())
            no_more_rematch(connection, table)
        self._ground.games.drop(table)
        self._ground.tell(table, "look", "room")
