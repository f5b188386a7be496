"""A database file that is sick, foreign or open to others: it is said, and nothing is made worse."""

import os
import shutil
import sqlite3
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import event
from sqlalchemy.exc import DatabaseError, OperationalError

from potluck.tables.database import Database, DatabaseForeign
from potluck.tables.file_watch import FileLost
from tests.fresh import alter, fresh


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "potluck.db"


@pytest.fixture
def database(file: Path) -> Iterator[Database]:
    opened = Database(fresh(file))
    yield opened
    opened.close()


def remove(file: Path) -> None:
    file.unlink()


def replace(file: Path) -> None:
    other = file.with_name("other")
    fresh(other)
    os.replace(other, file)


def overwrite(file: Path) -> None:
    file.write_bytes(b"no database at all" * 10_000)


def empty(file: Path) -> None:
    os.truncate(file, 0)


def lose_what_was_written_lately(file: Path) -> None:
    file.with_name("potluck.db-wal").unlink()


def write_over_what_was_written_lately(file: Path) -> None:
    with file.with_name("potluck.db-wal").open("rb+") as wal:
        wal.write(os.urandom(os.fstat(wal.fileno()).st_size))


def lose_what_sqlite_agrees_by(file: Path) -> None:
    file.with_name("potluck.db-shm").unlink()


def another(added: str) -> Callable[[Path], None]:
    """A copy takes the place of a file beside the database."""

    def put(file: Path) -> None:
        copy = shutil.copy(file.with_name(file.name + added), file.with_name("copy"))
        os.replace(copy, file.with_name(file.name + added))

    return put


def drop(file: Path) -> None:
    alter(file, "DROP TABLE entries")


def lose_a_column(file: Path) -> None:
    alter(file, "ALTER TABLE guests RENAME COLUMN name TO title")


def damage_the_tables(file: Path) -> None:
    """All but the first page, which tells what there is."""
    with file.open("rb+") as opened:
        opened.seek(4096)
        opened.write(os.urandom(file.stat().st_size - 4096))


HARMS: list[Callable[[Path], None]] = [
    remove, replace, overwrite, empty, lose_what_was_written_lately, write_over_what_was_written_lately,
    lose_what_sqlite_agrees_by, drop, lose_a_column, damage_the_tables,
]  # fmt: skip
if sys.platform == "linux":
    HARMS += [another("-wal"), another("-shm")]


@pytest.mark.parametrize("harm", HARMS)
def test_a_file_that_is_not_what_is_served_any_more(
    database: Database, file: Path, harm: Callable[[Path], None]
) -> None:
    database.check()
    database.check()
    harm(file)
    with pytest.raises((FileLost, DatabaseError)):
        database.check()


def test_what_cannot_be_written_is_not_healthy(database: Database) -> None:
    def limit(dbapi: sqlite3.Connection, _: object) -> None:
        dbapi.execute("PRAGMA query_only = ON")

    database._engine.dispose()
    event.listen(database._engine, "connect", limit)
    with pytest.raises(OperationalError, match="readonly"):
        database.check()
    event.remove(database._engine, "connect", limit)
    database._engine.dispose()
    database.check()


def test_a_disk_that_is_almost_full_is_not_healthy(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = shutil.disk_usage("/")._replace(free=1000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: left)
    with pytest.raises(FileLost, match="full"):
        database.check()


def test_a_foreign_file_is_left_as_it_is(file: Path) -> None:
    alter(file, "CREATE TABLE recipes (name TEXT)")
    before = file.read_bytes()
    with pytest.raises(DatabaseForeign):
        Database(f"sqlite:///{file}")
    assert file.read_bytes() == before
    assert [each.name for each in file.parent.iterdir()] == [file.name]


def others(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode) & 0o077


@pytest.fixture
def careless() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.usefixtures("careless")
def test_what_is_made_is_for_its_owner_alone(file: Path) -> None:
    database = Database(f"sqlite:///{file}")
    database.check()
    made = sorted(file.parent.iterdir())
    assert [each.name for each in made] == ["potluck.db", "potluck.db-shm", "potluck.db-wal"]
    assert [others(each) for each in made] == [0, 0, 0]
    database.close()


@pytest.mark.usefixtures("careless")
def test_what_was_open_to_others_is_closed_to_them(file: Path) -> None:
    fresh(file)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("PRAGMA user_version = 5")  # so there are files beside it
        for each in file.parent.iterdir():
            each.chmod(0o666)
        database = Database(f"sqlite:///{file}")
        assert [others(each) for each in file.parent.iterdir()] == [0, 0, 0]
        database.close()


def test_a_link_leads_to_the_files_that_are_meant(file: Path, tmp_path: Path) -> None:
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    shutil.move(str(fresh(file).removeprefix("sqlite:///")), folder / "real.db")
    file.symlink_to(folder / "real.db")
    (folder / "real.db").chmod(0o644)
    database = Database(f"sqlite:///{file}")
    database.check()
    assert [others(each) for each in folder.iterdir()] == [0, 0, 0]
    database.close()
