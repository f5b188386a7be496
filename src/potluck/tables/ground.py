"""What every part of tables/ stands on: a database, games in memory, a clock, randomness, who listens."""

from collections.abc import Callable
from typing import Final, Literal

from potluck.tables.database import Database
from potluck.tables.expiry import Expiry, unsleeping
from potluck.tables.games_in_memory import GamesInMemory
from potluck.tables.presence import Presence
from potluck.tables.secrets import Entropy
from potluck.tables.settings import Settings

# What of a table is no longer as it was told: somebody's look, the room around it, the talk.
Change = Literal["look", "room", "chat"]

# Told which table changed and how, after it was written down, from any thread.
Listener = Callable[[str, frozenset[Change]], None]

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
        """Open a database by its SQLAlchemy URL and bring it up to date. Raises DatabaseTooNew."""
        self.settings = settings
        self.now = now
        self.entropy = entropy
        self.expiry = Expiry(settings, now, monotonic)
        self.database = Database(database)
        self.games = GamesInMemory(self.database, settings.cached_tables, settings.cached_seconds, monotonic)
        self.presence = Presence(now, settings.away_seconds)
        self._listeners: list[Listener] = []

    def close(self) -> None:
        """Close the database; nothing needs saving."""
        self.database.close()

    def listen(self, listener: Listener) -> None:
        """Be told of every change made on this ground."""
        self._listeners.append(listener)

    def tell(self, table: str, *what: Change) -> None:
        """Tell everybody who listens; to be called after the commit."""
        changed = frozenset(what)
        for listener in self._listeners:
            listener(table, changed)
