"""`potluck restore`: nothing that was there is lost, whatever it was and wherever it is cut short."""

import json
import os
import shutil
import sqlite3
import time
import zipfile
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from potluck.tables.keeping.lock import holding
from potluck.tables.service import Tables
from tests.command import done, potluck, refused
from tests.fresh import fresh
from tests.keeping.house import House, ids


def test_what_was_there_is_kept_under_another_name(house: House, kept: Path, tmp_path: Path) -> None:
    other = House(tmp_path / "other", tables=3)
    before, key = other.ids(), other.key
    refused(potluck("restore", kept, "--db", other.file), "--force")
    assert other.ids() == before
    result = potluck("restore", kept, "--db", other.file, "--force")
    done(result, "2 tables are back", "What was there before is kept as")
    assert other.ids() == house.ids()
    assert other.file.with_name("games.db.key").read_text() == house.key
    (aside,) = other.file.parent.glob("games.db.before-*[0-9]")
    assert str(aside) in result.stdout
    assert ids(aside) == before
    assert aside.with_name(aside.name + ".key").read_text() == key
    # Twice within a second: two names.
    done(potluck("restore", kept, "--db", other.file, "--force"))
    assert len(list(other.file.parent.glob("games.db.before-*.key"))) == 2


def test_a_wal_left_behind_does_not_get_into_the_restored_file(
    house: House, kept: Path, tmp_path: Path
) -> None:
    """Of a server that was killed, and whose file was perhaps removed by hand or is damaged."""
    for number, there in enumerate(["killed", "removed", "damaged"]):
        killed = House(tmp_path / f"killed{number}", tables=1)
        connection = sqlite3.connect(killed.file, isolation_level=None)
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        connection.execute("DELETE FROM tables")
        for added in ("", "-wal", "-shm"):
            shutil.copy(f"{killed.file}{added}", tmp_path / f"crashed{number}.db{added}")
        connection.close()
        file = tmp_path / f"crashed{number}.db"
        assert file.with_name(file.name + "-wal").stat().st_size > 0
        if there == "removed":
            file.unlink()
        if there == "damaged":
            file.write_bytes(b"\x5a" * 5000)
        done(potluck("restore", kept, "--db", file, "--force"), "kept as")
        assert ids(file) == house.ids(), there
        if there == "killed":
            (aside,) = (each for each in tmp_path.glob("*.db.before-*") if each.name[-1].isdigit())
            assert ids(aside) == []  # with what its WAL held
        else:
            assert list(tmp_path.glob(f"crashed{number}.db.before-*-wal"))


def test_a_served_database_is_not_restored_over(house: House, kept: Path) -> None:
    with holding(house.file):
        for force in ([], ["--force"]):
            refused(potluck("restore", kept, "--db", house.file, *force), "in use", str(os.getpid()))
    assert len(house.ids()) == 2


def test_nor_one_that_a_server_without_our_lock_has_open(
    house: House, kept: Path, tmp_path: Path, listing: Callable[[], list[str]]
) -> None:
    tables = Tables(house.url)
    tables.check()
    refused(potluck("restore", kept, "--db", house.file, "--force"), "in use")
    tables.new_guest("Still there")
    tables.close()
    assert not [each for each in listing() if "before" in each]


def test_what_cannot_be_restored_to(house: House, kept: Path, tmp_path: Path) -> None:
    refused(
        potluck("restore", tmp_path / "none.zip", "--db", tmp_path / "x.db"), "none.zip", "cannot be read"
    )
    refused(potluck("restore", tmp_path, "--db", tmp_path / "x.db"), "cannot be read")
    refused(potluck("restore", kept, "--db", tmp_path), "is a folder")
    refused(potluck("restore", kept, "--db", "postgresql://h/x"), "pg_dump")
    refused(potluck("restore", house.file, "--db", tmp_path / "x.db"), "not a backup")
    assert not (tmp_path / "x.db").exists()


@pytest.mark.parametrize("failing", range(1, 5))
def test_cut_short_it_is_as_if_nothing_had_happened(
    failing: int, kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    listing: Callable[[], list[str]],
) -> None:  # fmt: skip
    """The disk fails at the n-th of the steps that put the files in place."""
    other = House(tmp_path / "other", tables=3)
    before, key = other.ids(), other.key
    steps = 0

    def counted(step: Callable[..., Any]) -> Callable[..., Any]:
        def stepping(*arguments: Any, **named: Any) -> Any:
            nonlocal steps
            steps += 1
            if steps == failing:
                raise OSError(5, "Input/output error")
            return step(*arguments, **named)

        return stepping

    with monkeypatch.context() as patch:
        patch.setattr("potluck.tables.keeping.restore._second_name", counted(second_name()))
        patch.setattr("os.replace", counted(os.replace))
        refused(potluck("restore", kept, "--db", other.file, "--force"), "could not be put in place")
    assert steps >= failing
    assert other.ids() == before
    assert other.file.with_name("games.db.key").read_text() == key
    assert not [each for each in listing() if "before" in each]


def second_name() -> Callable[[Path, Path], None]:
    from potluck.tables.keeping.restore import _second_name

    return _second_name


def test_no_room_is_said_before_anything_is_unpacked(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = shutil.disk_usage(tmp_path)._replace(free=1 << 20)
    monkeypatch.setattr("shutil.disk_usage", lambda folder: full)
    refused(potluck("restore", kept, "--db", tmp_path / "back.db"), "no room", str(tmp_path), "1 MB")
    assert not (tmp_path / "back.db").exists()


def test_it_goes_where_nobody_has_been_and_nothing_is_lost(house: House, kept: Path, tmp_path: Path) -> None:
    """Whoever has served once, to see whether it works, has a database: without a table or a guest in it."""
    empty = tmp_path / "empty.db"
    fresh(empty)
    done(potluck("restore", kept, "--db", empty), "2 tables are back", "What was there before is kept as")
    assert ids(empty) == house.ids()
    guest = tmp_path / "guest.db"
    tables = Tables(fresh(guest))
    tables.new_guest("Ana")
    tables.close()
    refused(potluck("restore", kept, "--db", guest), "--force")
    blank = tmp_path / "blank.db"
    blank.touch()
    done(potluck("restore", kept, "--db", blank), "2 tables are back")


def test_a_folder_that_is_missing_is_made(house: House, kept: Path, tmp_path: Path) -> None:
    target = tmp_path / "a" / "new" / "games.db"
    done(potluck("restore", kept, "--db", target), "2 tables are back")
    assert ids(target) == house.ids()


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the zone cannot be set")
def test_it_says_when_by_the_clock_on_the_wall(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with zipfile.ZipFile(kept) as opened:
        made = datetime.fromisoformat(json.loads(opened.read("manifest.json"))["made"])
    monkeypatch.setenv("TZ", "Pacific/Kiritimati")  # fourteen hours ahead
    time.tzset()
    try:
        result = potluck("restore", kept, "--db", tmp_path / "games.db")
    finally:
        monkeypatch.undo()
        time.tzset()
    done(result, (made + timedelta(hours=14)).strftime("%Y-%m-%d at %H:%M."))
