"""`potluck serve` on a file that another server has, that it cannot use, or that was left by a killed one."""

import os
import signal
import socket
import sqlite3
import sys
import time
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from potluck.tables.database import Database
from tests.command import is_refusal
from tests.served import PATIENCE, Serving, potluck
from tests.tables.processes import of_session

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")

BOT = {"kind": "bot", "level": "easy"}


def refused(result: CompletedProcess[bytes], *parts: str) -> None:
    is_refusal(result.returncode, result.stderr.decode(), *parts)


@pytest.mark.slow
def test_a_second_server_is_refused_and_the_first_plays_on(tmp_path: Path) -> None:
    """By another way to the same file, in the reader's language, before it touches anything."""
    file = tmp_path / "games.db"
    (tmp_path / "link.db").symlink_to(file)
    with Serving(file) as first:
        process = str(first.process.pid)
        refused(
            potluck("serve", "--db", file, "--port", "9"), str(file), process, "in use by another Potluck"
        )
        refused(potluck("serve", "--db", "games.db", cwd=tmp_path), process)
        refused(potluck("serve", "--db", tmp_path / "link.db", lang="de_DE"), str(file), "anderen Potluck")
        refused(potluck("serve", "--db", f"sqlite:///{file}", lang="pt_BR"), str(file), "em uso por outro")
        first.person("Ana")
        assert first.stop() in (0, -signal.SIGTERM)
    with Serving(file):
        pass


def test_killed_and_started_again_at_once(tmp_path: Path) -> None:
    """Though bot workers of the killed server are still there."""
    file = tmp_path / "games.db"
    with Serving(file) as first:
        ana = first.person("Ana")
        body = {"game": "cooking_rumble", "options": {}, "seats": [BOT, BOT], "nonce": "00" * 16}
        table = ana.post("/api/tables", json=body).json()["table"]
        assert ana.post(f"/api/tables/{table}/start", json={}).status_code == 200
        session = first.process.pid
        until = time.monotonic() + PATIENCE
        while len(workers := [each for each in of_session(session) if each != session]) < 2:
            assert time.monotonic() < until, "no bot ever thought"
            time.sleep(0.05)
        for each in workers:
            os.kill(each, signal.SIGSTOP)  # else they notice that they are alone
        try:
            first.kill()
            with Serving(file) as second:
                assert second.person().get(f"/api/tables/{table}/view").status_code == 200
                assert set(of_session(session)) >= set(workers)
        finally:
            for each in workers:
                os.kill(each, signal.SIGKILL)


def test_a_port_that_is_taken_leaves_no_empty_house(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        result = potluck("serve", "--db", tmp_path / "games.db", "--port", port, "--host", "127.0.0.1")
    refused(result, port)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_what_is_no_database_of_this_version_is_left_alone(tmp_path: Path) -> None:
    text, newer, closed = tmp_path / "text.db", tmp_path / "newer.db", tmp_path / "closed.db"
    text.write_text("a shopping list, longer than a header\n" * 20)
    Database(f"sqlite:///{newer}").close()
    with sqlite3.connect(newer) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    before = newer.read_bytes()
    refused(potluck("serve", "--db", text, "--port", "9"), "text.db", "not a database")
    refused(potluck("serve", "--db", newer, "--port", "9", lang="de"), "newer.db", "neueren Potluck")
    assert text.read_text().startswith("a shopping list")
    assert newer.read_bytes() == before
    Database(f"sqlite:///{closed}").close()
    closed.with_name("closed.db.key").mkdir()
    refused(potluck("serve", "--db", closed, "--port", "9"), "closed.db.key")
