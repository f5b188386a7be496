"""The file of an SQLite database, as this process opened it: for its owner alone, and still what is served.

SQLite goes on for long with a file that was deleted, replaced or written over: everything it needs is in
its memory and its WAL. Whoever comes after a restart finds nothing.
"""

import logging
import os
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Final

from potluck.tables.keeping.paths import BESIDE, OWNER_ONLY, beside, tighten

_log: Final = logging.getLogger(__name__)
_MAGIC: Final = b"SQLite format 3\0"
_ROOM_BYTES: Final = 1 << 20
_FLAGS: Final = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


class FileLost(OSError):
    """What is served is not what lies there any more, or will not be for long."""


class FileWatch:
    """Holds a database's file open; closing it takes SQLite's locks with it, so it is closed last."""

    def __init__(self, file: Path) -> None:
        """Of a file that is there and has been opened."""
        self._file = file
        self._handle = os.open(file, _FLAGS)

    def check(self) -> None:
        """Raise FileLost if the file is gone, was replaced or written over, or its WAL is gone."""
        try:
            there = self._file.stat()
        except OSError as error:
            raise FileLost(error.errno, "the file is gone") from error
        if not os.path.samestat(there, os.fstat(self._handle)):
            raise FileLost(0, "another file has its name")
        os.lseek(self._handle, 0, os.SEEK_SET)
        if os.read(self._handle, len(_MAGIC)) != _MAGIC:
            raise FileLost(0, "the file was written over")
        if not beside(self._file, "-wal").exists():
            raise FileLost(0, "what was written lately is gone")
        # SQLite writes over what it needs no more, so it may be a while before a full disk shows by itself.
        if shutil.disk_usage(self._file.parent).free < _ROOM_BYTES:
            raise FileLost(0, "the disk is full")

    def close(self) -> None:
        """Let go of it."""
        os.close(self._handle)


def make_private(file: Path) -> None:
    """Have a database and what lies beside it readable for its owner alone, made so if it is not there.

    What SQLite makes beside it gets the same rights. Where that cannot be, the log says so.
    """
    with suppress(OSError):  # it is there; or it cannot be, which SQLite will say
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY))
    for each in (file, *(beside(file, added) for added in BESIDE)):
        if not tighten(each):
            _log.warning("%s can be read by others than its owner, and that cannot be changed", each.name)
