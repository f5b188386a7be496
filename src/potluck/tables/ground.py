"""What every part of tables/ stands on: a database, games in memory, a clock, randomness, who listens."""

from collections.abc import Callable
from typing import Final, Literal

from potluck.tables.database import Database
from potluck.tables.expiry import Expiry, unsleeping
from potluck.tables.games_in_memory import GamesInMemory
from potluck.tables.presence import Presence
from potluck.tables.secrets import Entropy
from potluck.tables.settings import Settings
from potluck.tables.writer import Writer

# What of a table is no longer as it was told: somebody's look, the room around it, the talk.
Change = Literal["look", "room", "chat"]

# Told which table changed and how, after it was written down, from any thread.
Listener = Callable[[str, frozenset[Change]], None]

_MOVED: Final[frozenset[Change]] = frozenset({"look"})
_ENDED: Final[frozenset[Change]] = frozenset({"look", "room"})

RETRIES: Final = 50  # of a write that somebody else was quicker with


class Ground:
    """Shared by the parts of one `Tables`."""

    def __init__(
        self,
        database: str,
        settings: Settings,
        now: Callable[[], float],
        entropy: Entropy,
        monotonic: Callable[[], float] = unsleeping,
    ) -> None:
        """Open a database by its SQLAlchemy URL and bring it up to date.

        Raises DatabaseTooNew, DatabaseForeign.
        """
        self.settings = settings
        self.now = now
        self.entropy = entropy
        self.expiry = Expiry(settings, now, monotonic)
        self.database = Database(database)
        self.games = GamesInMemory(self.database, settings.cached_tables, settings.cached_seconds, monotonic)
        self.writer = Writer(self.database, self.games, now, self._moved)
        self.presence = Presence(
            now,
            monotonic,
            settings.away_seconds,
            kept=settings.long_away_seconds,
            shared=self.database.shared,
        )
        self._listeners: list[Listener] = []
        self._without_moves: list[Listener] = []

    def close(self) -> None:
        """Close the database, once what was submitted is written."""
        self.writer.close()
        self.database.close()

    def listen(self, listener: Listener, *, moves: bool = True) -> None:
        """Be told of every change made on this ground; without `moves`, of all but those the writer makes."""
        (self._listeners if moves else self._without_moves).append(listener)

    def tell(self, table: str, *what: Change) -> None:
        """Tell everybody who listens; to be called after the commit."""
        changed = frozenset(what)
        for listener in (*self._listeners, *self._without_moves):
            listener(table, changed)

    def _moved(self, table: str, over: bool) -> None:
        for listener in self._listeners:
            listener(table, _ENDED if over else _MOVED)
