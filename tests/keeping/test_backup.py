"""`potluck backup`: one private file that comes back whole; what it refuses, it refuses in words."""

import json
import os
import pty
import shutil
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from potluck.tables.room import SeatPlan
from potluck.tables.service import Tables
from tests import served
from tests.command import done, potluck, refused
from tests.keeping.house import LANGUAGES, House, change, damage, ids
from tests.tables.house import broken


def test_a_backup_is_one_private_file_that_comes_back_whole(
    house: House, tmp_path: Path, listing: Callable[[], list[str]]
) -> None:
    file, new = tmp_path / "kept.zip", tmp_path / "new"
    new.mkdir()
    done(potluck("backup", file, "--db", house.file), "2 tables and the key", str(file))
    assert file.stat().st_mode & 0o777 == 0o600
    with zipfile.ZipFile(file) as opened:
        assert sorted(opened.namelist()) == ["manifest.json", "potluck.db", "potluck.db.key"]
        assert all(each.external_attr >> 16 == 0o600 for each in opened.infolist())
        assert json.loads(opened.read("manifest.json"))["tables"] == 2
        # Not in WAL mode: whoever unpacks it to a place where nothing can be written beside it can read it.
        assert opened.read("potluck.db")[18:20] == b"\x01\x01"
    target = new / "games.db"
    done(potluck("restore", file, "--db", target), "2 tables are back")
    assert ids(target) == house.ids()
    assert target.with_name("games.db.key").read_text() == house.key
    for each in (target, target.with_name("games.db.key")):
        assert each.stat().st_mode & 0o777 == 0o600
    assert sorted(each.name for each in new.iterdir()) == ["games.db", "games.db.key", "games.db.lock"]
    opened_again = Tables(f"sqlite:///{target}")
    assert broken(opened_again) == []
    opened_again.close()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_both_speak_the_reader_s_language(lang: str, house: House, tmp_path: Path) -> None:
    words = {"en": ("tables", "are back"), "de": ("Tische", "wieder da"), "pt_BR": ("mesas", "de volta")}[
        lang
    ]
    done(potluck("backup", tmp_path / "a.zip", "--db", house.file, lang=lang), words[0])
    done(potluck("backup", tmp_path / "b.zip", "--db", house.file, "--lang", lang), words[0])
    done(potluck("restore", tmp_path / "a.zip", "--db", tmp_path / "b.db", "--lang", lang), *words)


def test_a_plain_copy_of_a_running_file_has_nothing_in_it_and_a_backup_has_all(tmp_path: Path) -> None:
    """Why there is a command for it."""
    file = tmp_path / "games.db"
    tables = Tables(f"sqlite:///{file}")
    guest = tables.new_guest("Ana").id
    made = tables.create(guest, "cooking_rumble", {}, [SeatPlan("me"), SeatPlan("open")], b"nonce of 0")
    shutil.copy(file, tmp_path / "copy.db")
    done(potluck("backup", tmp_path / "kept.zip", "--db", file), "1 table is kept")
    with sqlite3.connect(tmp_path / "copy.db") as connection:
        assert connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)
    connection.close()
    tables.close()
    done(potluck("restore", tmp_path / "kept.zip", "--db", tmp_path / "back.db"))
    assert ids(tmp_path / "back.db") == [made.table]


def test_an_older_backup_is_overwritten_only_on_demand(house: House, kept: Path) -> None:
    before = kept.read_bytes()
    refused(potluck("backup", kept, "--db", house.file), "kept.zip", "--force")
    assert kept.read_bytes() == before
    done(potluck("backup", kept, "--db", house.file, "--force"))
    assert kept.stat().st_mode & 0o777 == 0o600


def test_a_backup_never_lands_on_the_database(house: House, tmp_path: Path) -> None:
    """Nor on what belongs to it, by whatever name, --force or not."""
    (tmp_path / "link.zip").symlink_to(house.file)
    os.link(house.file, tmp_path / "hard.zip")
    beside = [house.file.with_name(f"games.db{added}") for added in ("", "-wal", "-shm", ".key", ".lock")]
    for target in [*beside, tmp_path / "link.zip", tmp_path / "hard.zip"]:
        for force in ([], ["--force"]):
            refused(potluck("backup", target, "--db", house.file, *force), "belongs to the database")
    assert len(house.ids()) == 2


def test_what_cannot_be_backed_up(
    house: House, tmp_path: Path, listing: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "kept.zip"
    text, other = tmp_path / "text.db", tmp_path / "other.db"
    text.write_text("a shopping list\n" * 100)
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE recipes (name)")
    connection.close()
    refused(potluck("backup", target, "--db", tmp_path / "none.db"), "no database", "none.db")
    assert not (tmp_path / "none.db").exists()
    refused(potluck("backup", target, "--db", text), "text.db", "not a database")
    refused(potluck("backup", target, "--db", other), "other.db", "not one of Potluck")
    refused(potluck("backup", target, "--db", tmp_path), "is a folder")
    refused(potluck("backup", target, "--db", "postgresql://u:secret@h/x", lang="de"), "pg_dump")
    assert "secret" not in potluck("backup", target, "--db", "postgresql://u:secret@h/x").output
    refused(potluck("backup", target, "--db", "sqlite://"), "a file of this machine")
    refused(potluck("backup", tmp_path, "--db", house.file), "not a file")
    refused(potluck("backup", tmp_path / "no" / "kept.zip", "--db", house.file), "There is no folder")
    access = os.access
    monkeypatch.setattr("os.access", lambda path, mode: Path(path) != tmp_path and access(path, mode))
    refused(potluck("backup", target, "--db", house.file), "Nothing can be written", str(tmp_path))
    assert not target.exists()


def test_a_database_of_a_newer_version_is_not_backed_up(house: House, tmp_path: Path) -> None:
    change(house.file, "UPDATE alembic_version SET version_num = '9999'")
    refused(potluck("backup", tmp_path / "kept.zip", "--db", house.file), "newer Potluck")


def test_a_damaged_database_is_not_backed_up_as_if_it_were_whole(house: House, tmp_path: Path) -> None:
    damage(house.file)
    refused(potluck("backup", tmp_path / "kept.zip", "--db", house.file), "games.db")
    assert not (tmp_path / "kept.zip").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="a limit of POSIX systems")
@pytest.mark.parametrize("command", ["backup", pytest.param("restore", marks=pytest.mark.slow)])
def test_a_full_disk_is_said_and_leaves_nothing(
    command: str, house: House, kept: Path, tmp_path: Path, listing: Callable[[], list[str]]
) -> None:
    """A limit of the file size stands for it: writing fails in the middle."""
    import resource
    import signal

    def little() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))

    before = listing()
    target = house.file if command == "backup" else tmp_path / "back.db"
    file = tmp_path / "new.zip" if command == "backup" else kept
    result = served.potluck(command, file, "--db", target, preexec_fn=little)
    assert result.returncode == 1
    said = result.stderr.decode()
    assert len(said.strip().splitlines()) == 1, said
    assert "could not be" in said
    assert [each for each in listing() if not each.endswith(".lock")] == before


@pytest.mark.skipif(sys.platform == "win32", reason="a limit of POSIX systems")
@pytest.mark.slow
@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_room_beside_the_database_is_not_its_fault(lang: str, house: House, tmp_path: Path) -> None:
    """SQLite makes a small file there before it reads anything."""
    import resource
    import signal

    def very_little() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_480, 20_480))

    result = served.potluck(
        "backup", tmp_path / "new.zip", "--db", house.file, lang=lang, preexec_fn=very_little
    )
    said = result.stderr.decode()
    assert (result.returncode, len(said.strip().splitlines())) == (1, 1), said
    assert {"en": "no room", "de": "kein Platz", "pt_BR": "Não há espaço"}[lang] in said
    assert str(house.file.parent) in said
    assert not (tmp_path / "new.zip").exists()


def test_a_database_that_was_never_served_has_no_key(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    Tables(f"sqlite:///{file}").close()
    done(potluck("backup", tmp_path / "kept.zip", "--db", file), "no key")
    (tmp_path / "back.db.key").write_text("k" * 64)
    done(potluck("restore", tmp_path / "kept.zip", "--db", tmp_path / "back.db"))
    assert (tmp_path / "back.db.key").read_text() == "k" * 64
    # Its making was cut short: nothing was ever signed with it.
    file.with_name("games.db.key").write_text("half")
    done(potluck("backup", tmp_path / "again.zip", "--db", file), "no key")


@pytest.mark.slow
def test_handed_to_another_program_it_is_the_same_file(house: House, tmp_path: Path) -> None:
    """What is said goes to the error stream; nothing half is handed on."""
    result = served.potluck("backup", "-", "--db", house.file)
    assert result.returncode == 0
    assert "2 tables" in result.stderr.decode()
    file = tmp_path / "kept.zip"
    file.write_bytes(result.stdout)
    done(potluck("restore", file, "--db", tmp_path / "back.db"))
    assert ids(tmp_path / "back.db") == house.ids()
    failed = served.potluck("backup", "-", "--db", tmp_path / "none.db")
    assert (failed.returncode, failed.stdout) == (1, b"")
    assert b"none.db" in failed.stderr


def test_a_terminal_is_no_place_for_it(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = SimpleNamespace(stdout=SimpleNamespace(isatty=lambda: True))
    monkeypatch.setattr("potluck.commands.backup.sys", terminal)
    refused(potluck("backup", "-", "--db", house.file), "> FILE")


def test_who_waits_at_a_terminal_sees_that_it_works_and_nobody_else_is_told(
    house: House, tmp_path: Path
) -> None:
    main, end = pty.openpty()
    command = [
        sys.executable,
        "-m",
        "potluck.cli",
        "backup",
        str(tmp_path / "a.zip"),
        "--db",
        str(house.file),
    ]
    env = os.environ | {"TERM": "xterm", "LANG": "en_US.UTF-8", "LC_ALL": "", "COLUMNS": "100"}
    made = subprocess.run(command, stdout=subprocess.PIPE, stderr=end, env=env, check=True, timeout=60)
    os.close(end)
    assert b"Copying the database" in os.read(main, 65_536)
    os.close(main)
    assert made.stdout.startswith(b"2 tables and the key")
    quiet = potluck("backup", tmp_path / "b.zip", "--db", house.file)
    assert (quiet.stderr, quiet.exit_code) == ("", 0)
