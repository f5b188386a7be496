"""`potluck serve` that cannot start says why in one worded line, and leaves what it found as it was."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.command import is_refusal
from tests.fresh import fresh
from tests.served import potluck

Harm = Callable[[Path], object]


def newer(file: Path) -> None:
    fresh(file)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'r9999'")
        connection.commit()


def foreign(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
        connection.commit()


def no_database(file: Path) -> None:
    file.write_bytes(b"to be or not to be" * 1000)


def damaged(file: Path) -> None:
    fresh(file)
    whole = file.read_bytes()
    file.write_bytes(whole[:100] + os.urandom(len(whole) - 100))


def key_is_a_folder(file: Path) -> None:
    file.with_name("potluck.db.key").mkdir()


def key_is_something_else(file: Path) -> None:
    file.with_name("potluck.db.key").write_bytes(b"\xff" * 100)


def lock_is_a_folder(file: Path) -> None:
    file.with_name("potluck.db.lock").mkdir()


def a_folder(file: Path) -> None:
    file.mkdir()


def a_pipe(file: Path) -> None:
    os.mkfifo(file)


def to_nowhere(file: Path) -> None:
    file.symlink_to(file.with_name("no such folder") / "potluck.db")


@pytest.mark.parametrize(
    "harm",
    [
        newer, foreign, no_database, damaged, key_is_a_folder, key_is_something_else, lock_is_a_folder,
        a_folder, a_pipe, to_nowhere,
    ],
)  # fmt: skip
def test_what_is_in_the_way_is_said(tmp_path: Path, harm: Harm) -> None:
    file = tmp_path / "potluck.db"
    harm(file)
    before = file.read_bytes() if file.is_file() else None
    ended = potluck("serve", "--db", file, "--port", "1", lang="de")
    is_refusal(ended.returncode, ended.stderr.decode(), "potluck.db")
    assert (file.read_bytes() if file.is_file() else None) == before or before is None


def test_a_locked_database(tmp_path: Path) -> None:
    file = tmp_path / "potluck.db"
    fresh(file)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        ended = potluck("serve", "--db", file, "--port", "1")
    is_refusal(ended.returncode, ended.stderr.decode(), "potluck.db", "locked")


@pytest.mark.parametrize(
    "url", ["foo://nowhere/x", "postgresql+psycopg://me:secret@127.0.0.1:1/none", "://secret"]
)
def test_an_address_of_no_database(url: str) -> None:
    ended = potluck("serve", "--db", url, "--port", "1")
    is_refusal(ended.returncode, ended.stderr.decode())
    assert b"secret" not in ended.stderr
