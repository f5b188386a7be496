"""Started games kept in memory, each brought up to date from the log before it is used.

Other threads and other processes may have appended since: reading "what came after" is one indexed
query, and it is what lets several houses serve one database. The least recently used games are
dropped; they come back by replay.
"""

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from potluck.play.errors import RecordDamaged
from potluck.tables import log, seat_rows
from potluck.tables.database import Database
from potluck.tables.playing import Playing, replayed
from potluck.tables.refusals import TableBroken
from potluck.tables.ruling import ruling
from potluck.tables.setting import BotSeat, Setting
from potluck.tables.table_rows import table_row

_STRIPES: Final = 64


class GamesInMemory:
    """A bounded cache of replayed games. Thread-safe; a game is only touched under `use`."""

    def __init__(self, database: Database, most: int) -> None:
        """Keep at most `most` games."""
        self._database = database
        self._most = most
        self._games: OrderedDict[str, Playing] = OrderedDict()
        self._guard = threading.Lock()
        self._locks = [threading.RLock() for _ in range(_STRIPES)]

    @contextmanager
    def use(self, table: str) -> Iterator[Playing]:
        """The game as it stands in the log now, for this thread alone.

        Raises TableUnknown, TableNotStarted, TableBroken.
        """
        with self._locks[hash(table) % _STRIPES]:
            yield self._fresh(table)

    @contextmanager
    def held(self, table: str, *, wait: bool = True) -> Iterator[Playing | None]:
        """The game as this process knows it, without asking the log if somebody else has appended.

        For telling what this process itself has just done. Without `wait`, None if another thread has
        the game or it is not in memory. Raises like `use`.
        """
        lock = self._locks[hash(table) % _STRIPES]
        if not lock.acquire(blocking=wait):
            yield None
            return
        try:
            with self._guard:
                playing = self._games.get(table)
            yield self._fresh(table) if playing is None and wait else playing
        finally:
            lock.release()

    def drop(self, table: str) -> None:
        """Forget a game; the next use replays it."""
        with self._guard:
            self._games.pop(table, None)

    def _fresh(self, table: str) -> Playing:
        with self._guard:
            playing = self._games.get(table)
            if playing is not None:
                self._games.move_to_end(table)
        try:
            if playing is None:
                playing = self._load(table)
            else:
                for logged in log.read(self._database, table, playing.next_seq):
                    playing.take(logged)
        except RecordDamaged as error:
            self.drop(table)
            raise TableBroken(str(error)) from error
        with self._guard:
            self._games[table] = playing
            self._games.move_to_end(table)
            while len(self._games) > self._most:
                self._games.popitem(last=False)
        return playing

    def _load(self, table: str) -> Playing:
        setting = self.setting(table)
        return replayed(setting, log.read(self._database, table, 0))

    def setting(self, table: str) -> Setting:
        """What was agreed at a table, with its rules.

        Raises TableUnknown, TableClosed, TableUnplayable, TableBroken.
        """
        with self._database.snapshot() as connection:
            row = table_row(connection, table)
            rows = seat_rows.read(connection, table)
        game, options, _ = ruling(row)
        try:
            bots = tuple(
                BotSeat(each.seat, each.level or "", int(each.bot_seed or "0", 16))
                for each in rows
                if each.kind == "bot"
            )
            return Setting(game, len(rows), options, bytes.fromhex(row.seed), row.start, bots)
        except ValueError as error:
            raise TableBroken(str(error)) from error
