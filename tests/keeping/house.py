"""What the tests of backing up and restoring share: the commands, a house to keep, ways to spoil a file."""

import sqlite3
from pathlib import Path

from typer.testing import CliRunner, Result

from potluck.cli import app
from potluck.tables.room import SeatPlan
from potluck.tables.service import Tables
from potluck.web.identity import signing_key

LANGUAGES = ["en", "de", "pt_BR"]


def potluck(*arguments: str | Path, lang: str = "en") -> Result:
    env = {"LANG": f"{lang}.UTF-8", "LC_ALL": "", "LC_MESSAGES": "", "COLUMNS": "100"}
    return CliRunner().invoke(app, [str(each) for each in arguments], env=env)


def done(result: Result, *parts: str) -> None:
    assert result.exit_code == 0, result.output
    for part in parts:
        assert part in result.stdout


def refused(result: Result, *parts: str) -> None:
    """Exit code 1, one worded line on the error stream, no traceback."""
    assert result.exit_code == 1, result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert len(result.stderr.strip().splitlines()) == 1, result.stderr
    assert "terminal." not in result.stderr
    for part in parts:
        assert part in result.stderr


class House:
    """A database with tables in it, as a server leaves it."""

    def __init__(self, folder: Path, tables: int = 2) -> None:
        folder.mkdir(exist_ok=True)
        self.file = folder / "games.db"
        self.url = f"sqlite:///{self.file}"
        opened = Tables(self.url)
        self.key = signing_key(self.url, "")
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
