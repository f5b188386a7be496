"""The file of an SQLite database, as this process opened it: for its owner alone, and still what is served.

SQLite goes on for long with a file that was deleted, replaced or written over: everything it needs is in
its memory and its WAL. Whoever comes after a restart finds nothing; or a mixture, where the WAL lies beside
another database by then. So before anything is written we look whether the file is still the one that was
opened. What lies in it tells: a number at its head that we change by chance, once a second while anything is
written, and that gets there only by way of the WAL.
"""

import logging
import math
import os
import secrets
import shutil
import sqlite3
import struct
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from potluck.tables.keeping.paths import BESIDE, OWNER_ONLY, beside, tighten

_log: Final = logging.getLogger(__name__)
_MAGIC: Final = b"SQLite format 3\0"
_HEAD: Final = 100  # bytes at the beginning of the file
_NUMBER: Final = slice(60, 64)  # of them are SQLite's `user_version`, which it leaves to us
_NUMBER_BITS: Final = 31
_MARK_SECONDS: Final = 1.0
_ROOM_BYTES: Final = 1 << 20
_HANDLES: Final = "/proc/self/fd"
_WAL_HEAD: Final = 32  # bytes at the beginning of a WAL, its checksum the last eight of them
_WAL_ORDERS: Final = {b"\x37\x7f\x06\x82": "<", b"\x37\x7f\x06\x83": ">"}  # of the bytes in what is summed
_WORD: Final = 0xFFFFFFFF
_FLAGS: Final = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)

# Runs a statement of SQLite's; what it gives has `fetchone`.
Execute = Callable[[str], Any]


class FileLost(sqlite3.OperationalError):
    """What is served is not what lies there any more, or will not be for long."""

    def __init__(self, why: str) -> None:
        """`why` is of our own making, so a log may say it."""
        super().__init__(why)
        self.sqlite_errorname = why


class FileWatch:
    """Holds a database's file open; closing it takes SQLite's locks with it, so it is closed last.

    `look` and `mark` belong to whoever has the turn to write.
    """

    def __init__(self, file: Path) -> None:
        """Of a file that is there, before SQLite opens it."""
        self._file = file
        self._handle = os.open(file, _FLAGS)
        self._opened = os.fstat(self._handle)
        self._numbers = [self._number() or 0]  # the one at its head, and those that may get there yet
        self._marked = -math.inf
        self._lost = False

    def named(self) -> None:
        """Raise FileLost if the name leads to no file or to another one."""
        try:
            there = self._file.stat()
        except OSError as error:
            raise FileLost("the file is gone") from error
        if not os.path.samestat(there, self._opened):
            raise FileLost("another file has its name")

    def look(self, execute: Execute) -> None:
        """Raise FileLost if what is written now would get into another database, or nowhere.

        Then nothing of ours is left that could get there. `execute` is outside of any transaction.
        """
        try:
            self.named()
        except FileLost:
            # What was written lately still gets into the file that it belongs to, wherever that is.
            with suppress(sqlite3.Error):
                execute("PRAGMA wal_checkpoint(TRUNCATE)")
            raise
        number = self._number()
        if number in self._numbers and not self._lost:
            del self._numbers[: self._numbers.index(number)]
            return
        if not self._lost:
            self._lost = True
            self._put_away()
        raise FileLost("the file was written over")

    def mark(self, execute: Execute, *, now: bool = False) -> None:
        """Within a transaction: give the file a new number, if it was not given one lately; or `now`."""
        moment = time.monotonic()
        if moment - self._marked < _MARK_SECONDS and not now:
            return
        if self._marked == -math.inf:  # as it was left
            self._numbers.append(execute("PRAGMA user_version").fetchone()[0])
        self._marked = moment
        self._numbers.append(secrets.randbits(_NUMBER_BITS))
        execute(f"PRAGMA user_version = {self._numbers[-1]}")

    def check(self) -> None:
        """Raise FileLost if what was written lately is gone, or there will be no room for more."""
        for added in ("-wal", "-shm"):
            if not beside(self._file, added).exists():
                raise FileLost("what was written lately is gone")
        if self._replaced():
            raise FileLost("what was written lately goes where nobody will find it")
        if not _is_log(beside(self._file, "-wal")):
            raise FileLost("what was written lately was written over")
        # SQLite writes over what it needs no more, so it may be a while before a full disk shows by itself.
        if shutil.disk_usage(self._file.parent).free < _ROOM_BYTES:
            raise FileLost("the disk is full")

    def close(self) -> None:
        """Let go of it."""
        os.close(self._handle)

    def _replaced(self) -> bool:
        """Whether we write to a WAL, or agree about it by a file, that lies there no more; Linux tells."""
        gone = {f"{beside(self._file, added)} (deleted)" for added in ("-wal", "-shm")}
        return any(_leads_to(handle) in gone for handle in _handles())

    def _number(self) -> int | None:
        """The number at its head; None: it is no database."""
        os.lseek(self._handle, 0, os.SEEK_SET)
        head = os.read(self._handle, _HEAD)
        return int.from_bytes(head[_NUMBER], "big") if head.startswith(_MAGIC) else None

    def _put_away(self) -> None:
        """Leave nothing in the WAL, which SQLite would move into the file; a copy stays beside it."""
        wal, copy = beside(self._file, "-wal"), beside(self._file, "-wal.old")
        with suppress(OSError):
            copy.touch(OWNER_ONLY)
            shutil.copyfile(wal, copy)
        with suppress(OSError):
            os.truncate(wal, 0)


def _handles() -> list[str]:
    try:
        return os.listdir(_HANDLES)
    except OSError:
        return []


def _leads_to(handle: str) -> str:
    try:
        return os.readlink(f"{_HANDLES}/{handle}")
    except OSError:  # closed by now
        return ""


def _is_log(wal: Path) -> bool:
    """Whether a WAL begins as one does; one that is empty is none, and harms nobody."""
    try:
        with wal.open("rb") as opened:
            head = opened.read(_WAL_HEAD)
    except OSError:
        return False
    if len(head) < _WAL_HEAD:
        return not head
    order = _WAL_ORDERS.get(head[:4])
    if order is None:
        return False
    words = struct.unpack(f"{order}6I", head[:24])
    first = second = 0
    for one, two in zip(words[::2], words[1::2], strict=True):
        first = (first + one + second) & _WORD
        second = (second + two + first) & _WORD
    return struct.pack(">2I", first, second) == head[24:]


def make_private(file: Path) -> None:
    """Have a database and what lies beside it readable for its owner alone, made so if it is not there.

    What SQLite makes beside it gets the same rights. Where that cannot be, the log says so.
    """
    with suppress(OSError):  # it is there; or it cannot be, which SQLite will say
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY))
    for each in (file, *(beside(file, added) for added in BESIDE)):
        if not tighten(each):
            _log.warning("%s can be read by others than its owner, and that cannot be changed", each.name)
