"""Started games kept in memory, each brought up to date from the log before it is used.

Other threads and other processes may have appended since: reading "what came after" is one indexed
query, and it is what lets several houses serve one database. The least recently used games are
dropped; they come back by replay.
"""

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from weakref import WeakValueDictionary

import msgspec
from sqlalchemy import select

from potluck.play.errors import PotluckError, RecordDamaged, RulesUnknown
from potluck.play.options import decode_options
from potluck.play.registry import game as installed
from potluck.tables import log, seat_rows
from potluck.tables.database import Database
from potluck.tables.playing import Playing, replayed
from potluck.tables.refusals import TableBroken, TableClosed, TableUnknown
from potluck.tables.schema import tables
from potluck.tables.setting import BotSeat, Setting


class _Lock:
    """Whose turn it is with one game; one thread may take it again."""

    __slots__ = ("__weakref__", "turn")

    def __init__(self) -> None:
        self.turn = threading.RLock()


class GamesInMemory:
    """A bounded cache of replayed games. Thread-safe; a game is only touched under `use`."""

    def __init__(self, database: Database, most: int) -> None:
        """Keep at most `most` games."""
        self._database = database
        self._most = most
        self._games: OrderedDict[str, Playing] = OrderedDict()
        self._guard = threading.Lock()
        self._locks: WeakValueDictionary[str, _Lock] = WeakValueDictionary()  # while somebody has or wants it

    @contextmanager
    def use(self, table: str) -> Iterator[Playing]:
        """The game as it stands in the log now, for this thread alone.

        Raises TableUnknown, TableNotStarted, TableBroken.
        """
        with self._lock(table).turn:
            yield self._fresh(table)

    @contextmanager
    def held(self, table: str, *, wait: bool = True) -> Iterator[Playing | None]:
        """The game as this process knows it, without asking the log if somebody else has appended.

        For telling what this process itself has just done. Without `wait`, None if another thread has
        the game or it is not in memory. Raises like `use`.
        """
        lock = self._lock(table)
        if not lock.turn.acquire(blocking=wait):
            yield None
            return
        try:
            with self._guard:
                playing = self._games.get(table)
            yield self._fresh(table) if playing is None and wait else playing
        finally:
            lock.turn.release()

    @contextmanager
    def at_hand(self, table: str, patience: float) -> Iterator[Playing | None]:
        """The same without ever reading: None if another thread keeps the game for longer than `patience`

        (seconds), or it is not in memory.
        """
        lock = self._lock(table)
        if not lock.turn.acquire(timeout=patience):
            yield None
            return
        try:
            with self._guard:
                playing = self._games.get(table)
                if playing is not None:
                    self._games.move_to_end(table)
            yield playing
        finally:
            lock.turn.release()

    def catch_up(self, table: str, playing: Playing) -> bool:
        """Let a game that this thread has take in what others have appended; whether that was anything.

        Raises TableBroken.
        """
        try:
            fresh = log.read(self._database, table, playing.next_seq)
            for logged in fresh:
                playing.take(logged)
        except RecordDamaged as error:
            self.drop(table)
            raise TableBroken(str(error)) from error
        return bool(fresh)

    def _lock(self, table: str) -> "_Lock":
        with self._guard:
            lock = self._locks.get(table)
            if lock is None:
                lock = self._locks[table] = _Lock()
            return lock

    def drop(self, table: str) -> None:
        """Forget a game; the next use replays it."""
        with self._guard:
            self._games.pop(table, None)

    def _fresh(self, table: str) -> Playing:
        with self._guard:
            playing = self._games.get(table)
            if playing is not None:
                self._games.move_to_end(table)
        if playing is not None:
            self.catch_up(table, playing)
        else:
            try:
                playing = self._load(table)
            except RecordDamaged as error:
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
        """What was agreed at a table; raises TableUnknown, TableClosed, and TableBroken: of other rules."""
        columns = (
            tables.c.game,
            tables.c.rules,
            tables.c.options,
            tables.c.seed,
            tables.c.start,
            tables.c.closed,
        )
        with self._database.snapshot() as connection:
            row = connection.execute(select(*columns).where(tables.c.id == table)).one_or_none()
            rows = seat_rows.read(connection, table)
        if row is None:
            raise TableUnknown(f"no table {table[:40]!r}")
        if row.closed is not None:
            raise TableClosed("the table was closed")
        try:
            game = installed(row.game)
            if game.rules != row.rules:
                raise RulesUnknown(f"{row.game} rules {row.rules}; installed are rules {game.rules}")
            options = decode_options(game, msgspec.json.decode(row.options))
            bots = tuple(
                BotSeat(each.seat, each.level or "", int(each.bot_seed or "0", 16))
                for each in rows
                if each.kind == "bot"
            )
            return Setting(game, len(rows), options, bytes.fromhex(row.seed), row.start, bots)
        except (PotluckError, ValueError) as error:
            raise TableBroken(str(error)) from error
