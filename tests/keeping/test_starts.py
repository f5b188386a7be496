"""`potluck serve` that cannot start says why in one worded line, and leaves what it found as it was."""

import asyncio
import os
import socket
import sqlite3
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
import uvicorn

from potluck.tables.keeping.problems import check_folder, check_name
from potluck.tables.service import Tables
from potluck.web.app import app
from potluck.web.hub import Hub
from potluck.web.identity import signing_key
from potluck.web.serve import bind, server
from potluck.web.settings import WebSettings
from tests.command import potluck, refused
from tests.fresh import alter, fresh
from tests.served import free_port

Harm = Callable[[Path], object]


@pytest.fixture(autouse=True)
def _not_served(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing gets as far as being served; what a server changes in its process is put back."""
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    monkeypatch.setattr(uvicorn.Server, "run", lambda *_, **__: pytest.fail("it is served"))


def newer(file: Path) -> None:
    fresh(file)
    alter(file, "UPDATE alembic_version SET version_num = 'r9999'")


def foreign(file: Path) -> None:
    alter(file, "CREATE TABLE recipes (name TEXT)")


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
    refused(potluck("serve", "--db", file, "--port", free_port(), lang="de"), "potluck.db")
    assert (file.read_bytes() if file.is_file() else None) == before or before is None


@pytest.mark.parametrize("harm", [newer, foreign, no_database, damaged])
def test_what_is_refused_has_nothing_new_beside_it(tmp_path: Path, harm: Harm) -> None:
    harm(tmp_path / "potluck.db")
    before = sorted(tmp_path.iterdir())
    refused(potluck("serve", "--db", tmp_path / "potluck.db", "--port", free_port()))
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("length", [248, 251, 300])
@pytest.mark.parametrize("command", ["serve", "backup", "restore", "url"])
def test_a_name_that_no_file_can_have(tmp_path: Path, kept: Path, command: str, length: int) -> None:
    """Alone, or with what SQLite adds to it."""
    file = tmp_path / ("x" * length)
    ended = {
        "serve": lambda: potluck("serve", "--db", file, "--port", free_port()),
        "backup": lambda: potluck("backup", "-", "--db", file),
        "restore": lambda: potluck("restore", kept, "--db", file),
        "url": lambda: potluck("serve", "--db", f"sqlite:///{file}", "--port", free_port()),
    }[command]()
    refused(ended, "xxx")
    assert not list(tmp_path.glob("x*"))


def test_a_backup_with_a_name_that_no_file_can_have(tmp_path: Path) -> None:
    fresh(tmp_path / "potluck.db")
    refused(potluck("backup", tmp_path / ("x" * 300), "--db", tmp_path / "potluck.db"), "xxx")


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///", "sqlite:///:memory:"])
@pytest.mark.parametrize("lang", ["en", "de", "pt_BR"])
def test_games_that_would_be_gone_with_the_server(url: str, lang: str) -> None:
    ended = potluck("serve", "--db", url, "--port", free_port(), lang=lang)
    refused(ended, url, "--db")
    assert ended.stdout == ""


@pytest.mark.skipif(sys.platform == "win32", reason="what POSIX systems have")
@pytest.mark.parametrize("content", ["", "short", " \n" * 32])
def test_a_key_that_was_cut_short_is_closed_to_others_when_it_is_filled(tmp_path: Path, content: str) -> None:
    key = tmp_path / "potluck.db.key"
    key.write_text(content)
    key.chmod(0o644)
    assert len(signing_key(f"sqlite:///{tmp_path}/potluck.db", "")) == len(key.read_text()) == 64
    assert key.stat().st_mode & 0o777 == 0o600


def test_what_fails_while_starting_has_not_been_announced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Hub, "start", lambda _: 1 / 0)
    made = server(app(WebSettings(fresh(tmp_path / "potluck.db"), bot_workers=0)), WebSettings())
    made.greeting = "Potluck is served"
    with bind("127.0.0.1", 0) as listener, pytest.raises(SystemExit):
        asyncio.run(made.serve(sockets=[listener]))
    assert not made.started
    assert "served" not in capfd.readouterr().out


@pytest.mark.skipif(sys.platform == "win32", reason="what POSIX systems have")
@pytest.mark.parametrize("command", ["serve", "restore"])
def test_what_is_no_file_keeps_its_mode_and_has_nothing_beside_it(
    tmp_path: Path, kept: Path, command: str
) -> None:
    """A device, say: closed to others, the whole machine would do without it."""
    folder = tmp_path / "there"
    folder.mkdir()
    pipe = folder / "pipe"
    a_pipe(pipe)
    pipe.chmod(0o666)
    options = ("--port", free_port()) if command == "serve" else (kept, "--force")
    refused(potluck(command, "--db", pipe, *options), "pipe")
    assert [(each.name, each.stat().st_mode & 0o777) for each in folder.iterdir()] == [("pipe", 0o666)]


@pytest.mark.parametrize("lang", ["en", "de", "pt_BR"])
def test_a_port_that_is_taken(tmp_path: Path, lang: str) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        where = ("--host", "127.0.0.1", "--port", port)
        refused(potluck("serve", "--db", tmp_path / "potluck.db", *where, lang=lang), port, "--port")


def test_an_address_of_another_machine(tmp_path: Path) -> None:
    ended = potluck("serve", "--db", tmp_path / "potluck.db", "--host", "192.0.2.1", "--port", free_port())
    refused(ended, "192.0.2.1", "--host")


def test_a_name_of_no_machine(tmp_path: Path) -> None:
    ended = potluck("serve", "--db", tmp_path / "potluck.db", "--host", "no such host", "--port", free_port())
    refused(ended, "no such host")


def test_a_locked_database(tmp_path: Path) -> None:
    file = tmp_path / "potluck.db"
    fresh(file)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        refused(potluck("serve", "--db", file, "--port", free_port()), "potluck.db", "locked")


@pytest.mark.parametrize(
    "url", ["foo://nowhere/x", "postgresql+psycopg://me:secret@127.0.0.1:1/none", "://secret"]
)
def test_an_address_of_no_database(url: str) -> None:
    ended = potluck("serve", "--db", url, "--port", free_port())
    refused(ended)
    assert "secret" not in ended.stderr


def test_a_file_may_lie_in_the_folder_one_is_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is named without a folder then."""
    monkeypatch.chdir(tmp_path)
    short = ("--seed", 1, "--seat", 0, "--option", "points_to_end=12")
    played = potluck("play", "chef_alfredo", *short, "--save", "game.txt")
    assert played.exit_code == 0, played.output
    assert Path("game.txt").is_file()
    Tables("sqlite:///games.db").close()
    kept = potluck("backup", "--db", "games.db", "kept.zip")
    assert kept.exit_code == 0, kept.output
    assert potluck("restore", "kept.zip", "--db", "again.db").exit_code == 0
    for each in (Path(), Path("/")):
        check_name(each)
    check_folder(Path())
