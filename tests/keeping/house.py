"""What the tests of backing up and restoring share: a house to keep, ways to spoil a file."""

import sqlite3
from pathlib import Path

from potluck.tables.room import SeatPlan
from potluck.tables.service import Tables
from potluck.web.identity import signing_key
from tests.fresh import fresh

LANGUAGES = ["en", "de", "pt_BR"]


class House:
    """A database with tables in it, as a server leaves it."""

    def __init__(self, folder: Path, tables: int = 2) -> None:
        """Open a house in a folder; where there is none yet, with so many tables in it."""
        folder.mkdir(exist_ok=True)
        self.file = folder / "games.db"
        begun = self.file.exists()
        self.url = fresh(self.file)
        self.key = signing_key(self.url, "")
        if not begun:
            self._begin(tables)

    def _begin(self, tables: int) -> None:
        opened = Tables(self.url)
        guest = opened.new_guest("Ana").id
        for _ in range(tables):
            opened.create(guest, "cooking_rumble", {}, [SeatPlan("me"), SeatPlan("open")], b"nonce of 0")
        opened.close()

    def ids(self) -> list[str]:
        """Its tables."""
        return ids(self.file)


def ids(file: Path) -> list[str]:
    with sqlite3.connect(file) as connection:
        found = [str(row[0]) for row in connection.execute("SELECT id FROM tables ORDER BY id")]
    connection.close()
    return found


def change(file: Path, statement: str) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute(statement)
    connection.close()


def damage(file: Path) -> None:
    """Some pages in the middle are overwritten."""
    content = bytearray(file.read_bytes())
    content[8192:24576] = b"\x5a" * 16384
    file.write_bytes(content)
