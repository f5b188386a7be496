"""Whose turn it is to write among the threads of this process: SQLite has one writer at a time."""

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_KNOWN_SECONDS: Final = 0.5  # whoever has the turn and cannot begin for so long waits for all of us
_LOOKS_EVERY: Final = 0.05


class Locked(sqlite3.OperationalError):
    """Another process keeps everybody from writing."""

    def __init__(self) -> None:
        """In SQLite's own words."""
        super().__init__("database is locked")
        self.sqlite_errorcode = sqlite3.SQLITE_BUSY
        self.sqlite_errorname = "SQLITE_BUSY"


def is_locked(error: BaseException | None) -> bool:
    """Whether a driver's error says that another process has the database."""
    return (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF in (
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
    )


class Turn:
    """Waiting here is fairer than SQLite's polling. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._vain = 0  # how often somebody had the turn and was not let in by SQLite
        self._begins: float | None = None  # since when whoever has the turn has been trying to begin

    @contextmanager
    def taken(self, *, patient: bool = False) -> Iterator[None]:
        """For one transaction.

        Raises Locked once whoever has the turn has waited for a locked database in vain, or for so long that
        it is known: one waits for all, and those who only read are not left without a thread. Who is
        `patient` has a thread of its own, and waits for its turn.
        """
        before = self._vain
        while not self._lock.acquire(timeout=_LOOKS_EVERY):
            begins = self._begins
            if patient:
                continue
            if self._vain != before or (begins is not None and time.monotonic() - begins > _KNOWN_SECONDS):
                raise Locked
        try:
            if self._vain != before and not patient:
                raise Locked
            yield
        finally:
            self._lock.release()

    @contextmanager
    def beginning(self) -> Iterator[None]:
        """Around what begins a transaction of whoever has the turn."""
        self._begins = time.monotonic()
        try:
            yield
        finally:
            self._begins = None

    def in_vain(self) -> None:
        """Whoever has the turn could not begin."""
        self._vain += 1
