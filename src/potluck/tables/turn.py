"""Whose turn it is to write among the threads of this process: SQLite has one writer at a time."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

LOCKED: Final = "database is locked"


class Turn:
    """Waiting here is fairer than SQLite's polling. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._vain = 0  # how often somebody had the turn and was not let in by SQLite

    @contextmanager
    def taken(self) -> Iterator[None]:
        """For one transaction.

        Raises what a locked database raises if whoever had the turn meanwhile has waited for one in vain: all
        who stand in line together wait once, not one after the other.
        """
        before = self._vain
        with self._lock:
            if self._vain != before:
                raise sqlite3.OperationalError(LOCKED)
            yield

    def in_vain(self) -> None:
        """Whoever has the turn could not begin."""
        self._vain += 1
