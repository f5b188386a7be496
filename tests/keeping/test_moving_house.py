"""A house is backed up while it is played in, killed, and goes on elsewhere from the backup."""

import sqlite3
import sys
import threading
import zipfile
from pathlib import Path
from typing import Any

import httpx
import pytest

from potluck.tables.service import Tables
from tests.served import Serving, potluck

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="kills servers as Linux does")

SEATS = [{"kind": "me"}, {"kind": "open"}]


class Player:
    """Two people who play against each other on one server, quickly and by the book."""

    def __init__(self, server: Serving) -> None:
        self.people = [server.person("Ana"), server.person("Bo")]
        body = {"game": "cooking_rumble", "options": {}, "seats": SEATS, "nonce": "00" * 16}
        made = self.people[0].post("/api/tables", json=body).json()
        self.table = made["table"]
        sat = (
            self.people[1].post(f"/api/tables/{self.table}/sit", json={"seat": 1, "nonce": "11" * 16}).json()
        )
        self.tokens = [made["seat_token"], sat["seat_token"]]
        self.people[0].post(f"/api/tables/{self.table}/start", json={}).raise_for_status()
        self.acknowledged: list[str] = []

    @property
    def cookies(self) -> list[str]:
        return [person.cookies["potluck.guest"] for person in self.people]

    def move(self) -> str | None:
        """One move of whoever is to choose, and its id; None when the game is over."""
        for seat, person in enumerate(self.people):
            client_id = f"m{len(self.acknowledged)}"
            if play(person, self.table, self.tokens[seat], client_id):
                self.acknowledged.append(client_id)
                return client_id
        return None


def look(person: httpx.Client, table: str, token: str) -> dict[str, Any]:
    answer = person.get(f"/api/tables/{table}/view", headers={"Authorization": f"Seat {token}"})
    answer.raise_for_status()
    found: dict[str, Any] = answer.json()["look"]
    return found


def play(person: httpx.Client, table: str, token: str, client_id: str) -> bool:
    seen = look(person, table, token)
    if not seen["legal"]:
        return False
    body = {"id": client_id, "version": seen["version"], "moves": [seen["legal"][0]["text"]]}
    answer = person.post(f"/api/tables/{table}/moves", json=body, headers={"Authorization": f"Seat {token}"})
    assert answer.status_code == 200, answer.text
    return True


def moves_in(database: Path, table: str) -> list[str]:
    with sqlite3.connect(database) as connection:
        query = "SELECT client_id FROM entries WHERE table_id = ? AND kind = 'moves' ORDER BY seq"
        found = [str(row[0]) for row in connection.execute(query, (table,))]
    connection.close()
    return found


@pytest.mark.slow
def test_backed_up_in_play_killed_and_played_on_elsewhere(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    kept = tmp_path / "kept.zip"
    with Serving(here / "games.db") as server:
        player, busy = Player(server), Player(server)
        stop = threading.Event()

        def load() -> None:
            while not stop.is_set() and busy.move() is not None:
                pass

        loading = threading.Thread(target=load)
        loading.start()
        for _ in range(6):
            player.move()
        before, elsewhere = list(player.acknowledged), list(busy.acknowledged)
        result = potluck("backup", kept, "--db", here / "games.db")
        assert (result.returncode, result.stderr) == (0, b"")
        player.move()  # comes too late for the backup
        stop.set()
        loading.join()
        server.kill()
    assert potluck("restore", kept, "--db", there / "games.db").returncode == 0
    assert moves_in(there / "games.db", player.table) == before
    assert moves_in(there / "games.db", busy.table)[: len(elsewhere)] == elsewhere
    with Serving(there / "games.db") as server:
        for seat, (cookie, token) in enumerate(zip(player.cookies, player.tokens, strict=True)):
            person = server.person(cookie=cookie)
            me = person.get("/api/me").json()
            assert me["name"] == ("Ana", "Bo")[seat]
            assert [each["table"] for each in me["tables"]] == [player.table]
            play(person, player.table, token, f"again{seat}")
        assert server.stop() in (0, -15)
    played = moves_in(there / "games.db", player.table)
    assert played[: len(before)] == before
    assert len(played) > len(before)


@pytest.mark.slow
def test_every_backup_is_of_one_moment(tmp_path: Path) -> None:
    """Two tables are always renamed in one transaction: no copy has one name without the other."""
    file = tmp_path / "games.db"
    tables = Tables(f"sqlite:///{file}")
    pair = [tables.new_guest("n0").id for _ in range(2)]
    tables.close()
    stop = threading.Event()
    writes = 0

    def write() -> None:
        nonlocal writes
        connection = sqlite3.connect(file, isolation_level=None, timeout=30)
        connection.execute("PRAGMA journal_mode = WAL")
        while not stop.is_set():
            writes += 1
            connection.execute("BEGIN IMMEDIATE")
            for guest in pair:
                connection.execute("UPDATE guests SET name = ? WHERE id = ?", (f"n{writes}", guest))
            connection.execute("COMMIT")
        connection.close()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        seen = []
        for number in range(4):
            kept = tmp_path / f"{number}.zip"
            began = writes
            assert potluck("backup", kept, "--db", file).returncode == 0
            assert writes > began, "the writer was held up"
            with zipfile.ZipFile(kept) as opened:
                (tmp_path / "copy.db").write_bytes(opened.read("potluck.db"))
            with sqlite3.connect(tmp_path / "copy.db") as connection:
                names = {row[0] for row in connection.execute("SELECT name FROM guests")}
            connection.close()
            assert len(names) == 1
            seen.append(int(names.pop()[1:]))
    finally:
        stop.set()
        writer.join()
    assert seen == sorted(set(seen))
