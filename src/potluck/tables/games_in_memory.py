"""Started games kept in memory, each brought up to date from the log before it is used.

Other threads and other processes may have appended since: reading "what came after" is one indexed
query, and it is what lets several houses serve one database. The least recently used games are
dropped; they come back by replay.

A game in play takes 100 to 900 KiB, and 5 to 25 ms to come back. So as many are kept as are in use, up to a
bound that keeps memory in reason; what nobody has used for a while is kept only where there are few.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
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

_STRIPES: Final = 1024  # games that share a lock by chance wait for each other
FEW: Final = 256  # games that are kept however long nobody has used them


class _Kept:
    """A game, and when it was last used."""

    __slots__ = ("playing", "used")

    def __init__(self, playing: Playing, used: float) -> None:
        self.playing = playing
        self.used = used


class GamesInMemory:
    """A bounded cache of replayed games. Thread-safe; a game is only touched under `use`."""

    def __init__(self, database: Database, most: int, idle: float, now: Callable[[], float]) -> None:
        """Keep at most `most` games; of those unused for `idle` seconds only so many that there are few."""
        self._database = database
        self._most = most
        self._idle = idle
        self._now = now
        self._games: OrderedDict[str, _Kept] = OrderedDict()  # the one used last stands last
        self._guard = threading.Lock()
        self._locks = [threading.RLock() for _ in range(_STRIPES)]

    def __len__(self) -> int:
        """How many games are in memory."""
        return len(self._games)

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
            playing = self._used(table)
            yield self._fresh(table) if playing is None and wait else playing
        finally:
            lock.release()

    def take(self, table: str, patience: float) -> Playing | None:
        """The same without ever reading, and the game is this thread's until `give`.

        None if another thread keeps it for longer than `patience` (seconds), or it is not in memory.
        """
        lock = self._locks[hash(table) % _STRIPES]
        if not lock.acquire(timeout=patience):
            return None
        playing = self._used(table)
        if playing is None:
            lock.release()
        return playing

    def give(self, table: str) -> None:
        """What was taken is anybody's again."""
        self._locks[hash(table) % _STRIPES].release()

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

    def peek(self, table: str) -> Playing | None:
        """The game if it is in memory, at once; for what may be read while another thread has it."""
        kept = self._games.get(table)
        return None if kept is None else kept.playing

    def drop(self, table: str) -> None:
        """Forget a game; the next use replays it."""
        with self._guard:
            self._games.pop(table, None)

    @contextmanager
    def aside(self, table: str) -> Iterator[Playing]:
        """As `use`, but no game comes into memory for it."""
        if self.peek(table) is None:
            yield self._load(table)
            return
        with self.use(table) as playing:
            yield playing

    def check(self, table: str) -> None:
        """Raise what `use` would raise; no game comes into memory for it, and none leaves.

        One that is in memory has been opened already.
        """
        if self.peek(table) is None:
            self._load(table)

    def _used(self, table: str) -> Playing | None:
        """The game as it is in memory."""
        with self._guard:
            kept = self._games.get(table)
            if kept is None:
                return None
            kept.used = self._now()
            self._games.move_to_end(table)
            return kept.playing

    def _fresh(self, table: str) -> Playing:
        playing = self._used(table)
        if playing is None:
            playing = self._load(table)
        else:
            self.catch_up(table, playing)
        self._keep(table, playing)
        return playing

    def _keep(self, table: str, playing: Playing) -> None:
        with self._guard:
            now = self._now()
            kept = self._games.get(table)
            if kept is None or kept.playing is not playing:
                self._games[table] = _Kept(playing, now)
                self._games.move_to_end(table)
            while len(self._games) > self._most or (
                len(self._games) > FEW and next(iter(self._games.values())).used < now - self._idle
            ):
                self._games.popitem(last=False)

    def _load(self, table: str) -> Playing:
        setting = self.setting(table)
        try:
            return replayed(setting, log.read(self._database, table, 0))
        except RecordDamaged as error:
            raise TableBroken(str(error)) from error

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
