"""Games that end before their rules say so: how one is ended, and how it stood."""

from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection

from potluck.tables import log
from potluck.tables.ground import RETRIES, Ground
from potluck.tables.log import Conflict, EndedEarly, Logged
from potluck.tables.playing import Playing
from potluck.tables.refusals import TableBroken, TableNotStarted, TableOver
from potluck.tables.room import Ended
from potluck.tables.table_rows import change, table_row


class Ending:
    """The early ends of all tables."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def end(self, table: str, also: Callable[[Connection], None] | None = None) -> None:
        """End a started game for everybody, as it stands; what is left of it is as of any finished game.

        Whoever calls has seen to it that this is wanted; `also` is done in the same transaction, and may
        refuse. Raises TableUnknown, TableClosed, TableNotStarted, TableOver, TableBroken (the log cannot be
        written).
        """
        ground = self._ground

        def write(connection: Connection) -> None:
            row = table_row(connection, table, lock=True)
            check_in_progress(row)
            if also is not None:
                also(connection)
            change(connection, table, ended="closed")

        for _ in range(RETRIES):
            try:
                try:
                    self._by_rules(table, write)
                except TableBroken:
                    self._blindly(table, write)
            except Conflict:
                ground.games.drop(table)
                continue
            ground.tell(table, "look", "room")
            return
        raise TableBroken("the log could not be written")

    def _by_rules(self, table: str, write: Callable[[Connection], None]) -> None:
        ground = self._ground
        with ground.games.use(table) as playing:
            draft = playing.draft_end(ground.now())
            log.append(ground.database, table, draft.logged, "over", write)
            playing.adopt(draft)

    def _blindly(self, table: str, write: Callable[[Connection], None]) -> None:
        """Of a game whose rules are not installed, or whose log is damaged: nobody will play it any more."""
        ground = self._ground
        with ground.database.read() as connection:
            seq = log.length(connection, table)
        log.append(ground.database, table, Logged(seq, EndedEarly("closed"), ground.now()), "over", write)


def check_in_progress(row: Any) -> None:
    """Raise TableNotStarted, TableOver unless the game of this stored table is in progress."""
    if row.status == "open":
        raise TableNotStarted("the game has not started")
    if row.status == "over":
        raise TableOver("the game is over")


def so_far(playing: Playing) -> Ended | None:
    """How a game stood that ended early, as far as everybody could see; None of any other."""
    if playing.ended is None:
        return None
    view = playing.vantage(None).view
    return Ended(playing.ended, list(view.scores), view.so_far())
