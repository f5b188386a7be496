"""A database whose file becomes another one while it is served: nothing is written into a mixture of both."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from potluck.tables.database import Database
from potluck.tables.file_watch import FileLost
from tests.fresh import fresh

MANY = 200  # guests, so that what is written lately is all over the file


def fill(database: Database, who: str, many: int = MANY) -> None:
    with database.write() as connection:
        for number in range(many):
            connection.exec_driver_sql(
                "INSERT INTO guests (id, name, created, seen) VALUES (?, ?, 0, 0)",
                (f"{who}{number}", who * 50),
            )


def checkpoint(database: Database) -> None:
    with database.read() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")


def whole(file: Path) -> dict[str, int]:
    """Whose guests are in a file, once it is served again."""
    database = Database(f"sqlite:///{file}")
    with database.read() as connection:
        assert connection.exec_driver_sql("PRAGMA integrity_check").scalar_one() == "ok"
        rows = connection.exec_driver_sql("SELECT substr(id, 1, 1), count(*) FROM guests GROUP BY 1").all()
    database.close()
    return {str(row[0]): int(row[1]) for row in rows}


def copy_over(other: Path, file: Path) -> None:
    file.write_bytes(other.read_bytes())


def rename_over(other: Path, file: Path) -> None:
    os.replace(shutil.copy(other, other.with_name("copy")), file)


HARMS = pytest.mark.parametrize("harm", [copy_over, rename_over])
Harm = Callable[[Path, Path], None]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    fresh(tmp_path / "potluck.db")
    return tmp_path / "potluck.db"


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """Another house's, at rest."""
    found = tmp_path / "other.db"
    database = Database(fresh(found))
    fill(database, "b", 100)
    database.close()
    return found


def older(database: Database, file: Path) -> Path:
    """A copy of the house itself, from before what it has written since."""
    fill(database, "c", 100)
    copy = file.with_name("older.db")
    with closing(sqlite3.connect(file)) as mine, closing(sqlite3.connect(copy)) as its:
        mine.backup(its)
    return copy


@HARMS
@pytest.mark.parametrize("asked", ["to write", "to read", "how it is", "nothing"])
def test_another_one_in_its_place_stays_as_it_is(file: Path, other: Path, harm: Harm, asked: str) -> None:
    database = Database(f"sqlite:///{file}")
    hand = database.hand()
    with hand.write():
        pass
    fill(database, "a")
    harm(other, file)
    if asked == "to write":
        for _ in range(2):
            with pytest.raises(OperationalError):
                fill(database, "x", 1)
            with pytest.raises(hand.lost), hand.write():
                pytest.fail("it may write")
    elif asked == "to read":
        with ExitStack() as stack, suppress(FileLost):  # the second one has to be opened
            for _ in range(4):
                stack.enter_context(closing(database._engine.raw_connection()))
            hand.close()
    elif asked == "how it is":
        with pytest.raises(OperationalError):
            database.check()
    hand.close()
    database.close()
    assert file.read_bytes() == other.read_bytes()
    assert whole(file) == {"b": 100}


@HARMS
def test_so_it_does_after_a_crash(file: Path, other: Path, harm: Harm, tmp_path: Path) -> None:
    database = Database(f"sqlite:///{file}")
    fill(database, "a")
    harm(other, file)
    with pytest.raises(OperationalError):
        fill(database, "x", 1)
    left = tmp_path / "left"
    left.mkdir()
    for each in tmp_path.glob("potluck.db*"):
        if each.is_file():
            shutil.copy(each, left)
    assert whole(left / "potluck.db") == {"b": 100}
    database.close()


@HARMS
def test_an_older_copy_of_itself_is_another_one_too(file: Path, harm: Harm) -> None:
    database = Database(f"sqlite:///{file}")
    copy = older(database, file)
    database.check()
    fill(database, "a")
    checkpoint(database)
    fill(database, "d")
    harm(copy, file)
    with pytest.raises(OperationalError):
        fill(database, "x", 1)
    database.close()
    assert whole(file) == {"c": 100}


def test_a_file_that_is_moved_away_has_all_that_was_written(file: Path, other: Path) -> None:
    database = Database(f"sqlite:///{file}")
    fill(database, "a")
    moved = file.rename(file.with_name("moved.db"))
    rename_over(other, file)
    with pytest.raises(OperationalError):
        fill(database, "x", 1)
    database.close()
    assert whole(moved) == {"a": MANY}
    assert whole(file) == {"b": 100}


def test_a_file_that_comes_back_is_served_on(file: Path) -> None:
    database = Database(f"sqlite:///{file}")
    fill(database, "a")
    moved = file.rename(file.with_name("moved.db"))
    with pytest.raises(OperationalError):
        fill(database, "x", 1)
    moved.rename(file)
    fill(database, "d")
    database.check()
    database.close()
    assert whole(file) == {"a": MANY, "d": MANY}


def test_what_is_written_over_leaves_what_was_written_lately_beside_it(file: Path, other: Path) -> None:
    database = Database(f"sqlite:///{file}")
    fill(database, "a")
    copy_over(other, file)
    with pytest.raises(OperationalError):
        fill(database, "x", 1)
    database.close()
    kept = file.with_name("potluck.db-wal.old")
    assert kept.stat().st_size > MANY * 50
    assert kept.stat().st_mode & 0o077 == 0


def test_what_the_database_does_itself_is_no_alarm(file: Path) -> None:
    """However often what was written moves into the file, and whoever has it moved there."""
    database = Database(f"sqlite:///{file}")
    hand = database.hand()
    for number in range(30):
        fill(database, f"{number}-", 20)
        with hand.write():
            pass
        if number % 3 == 0:
            database.check()
        if number % 5 == 0:
            checkpoint(database)
        if number % 7 == 0:
            with closing(sqlite3.connect(file)) as another:
                another.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.check()
    hand.close()
    database.close()
    assert sum(whole(file).values()) == 600
