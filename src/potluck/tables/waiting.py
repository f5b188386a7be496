"""Whom a table waits for, and for how long, as everybody may know it: read off the spectators' view.

So nothing here depends on a choice made in secret: where several choose at once, all of them are waited for
until the last has chosen.
"""

from msgspec import Struct

from potluck.play.seats import Seat
from potluck.tables.ground import Ground


class Waits(Struct, frozen=True):
    """The people a table waits for, and since when nothing has happened that everybody could see.

    `still` is in seconds since 1970.
    """

    seats: frozenset[Seat]
    still: float


class Waiting:
    """Asked of all tables."""

    def __init__(self, ground: Ground) -> None:
        self._games = ground.games

    def waits(self, table: str) -> Waits:
        """Whom the table waits for; raises TableUnknown, TableClosed, TableNotStarted, TableBroken."""
        with self._games.use(table) as playing:
            spectators = playing.vantage(None)
            waiting = [] if playing.over else spectators.view.waiting
            return Waits(
                frozenset(seat for seat in waiting if seat not in playing.bots), spectators.changed_at
            )
