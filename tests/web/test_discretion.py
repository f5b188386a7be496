"""A whole evening at a table whose database fails at every step: nothing of it may be read in the log."""

import logging
import random
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import event, select
from websockets.exceptions import ConnectionClosed

from potluck.tables.hand import Hand
from potluck.tables.schema import seats, tables
from potluck.tables.settings import Settings
from potluck.web.settings import WebSettings
from tests.fresh import fresh
from tests.web.conftest import ROOMY
from tests.web.house import ME, OPEN, WAIT, Person, Server, served
from tests.web.test_logs import Ear

NAMES = ("Annabella Quince", "Bartholomew Leek")
TALK = "a word between friends"


@pytest.fixture
def ear() -> Iterator[Ear]:
    """All that is said, also in passing."""
    made = Ear()
    root = logging.getLogger()
    before = root.level
    root.addHandler(made.log)
    root.setLevel(logging.DEBUG)
    for noisy in ("alembic", "asyncio", "websockets", "markdown_it", "httpcore", "httpx"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
    yield made
    root.removeHandler(made.log)
    root.setLevel(before)


@contextmanager
def breaking(server: Server, every: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """One statement in so many fails, and the driver says what it was given."""
    luck, failed = random.Random(every), list[int]()
    run = Hand.run

    def fail(values: object) -> None:
        if luck.random() < 1 / every:
            failed.append(1)
            raise sqlite3.OperationalError(f"disk I/O error {values!r}")

    def execute(_cursor: Any, _statement: str, values: Any, _context: Any) -> None:
        fail(values)

    def by_hand(self: Hand, statement: Any, **values: Any) -> Any:
        fail(values)
        return run(self, statement, **values)

    engine = server.tables.ground.database._engine
    event.listen(engine, "do_execute", execute)
    monkeypatch.setattr(Hand, "run", by_hand)
    try:
        yield failed
    finally:
        event.remove(engine, "do_execute", execute)
        monkeypatch.setattr(Hand, "run", run)


def insist(ask: Callable[[], Any]) -> Any:
    """Ask until it is done; whatever is refused meanwhile is refused in words."""
    for _ in range(300):
        try:
            answer = ask()
        except httpx.TransportError:  # after a failure of ours the connection is closed
            continue
        if answer.status_code == 200:
            return answer.json()
        assert answer.headers["content-type"] == "application/json", answer.text
    raise AssertionError(f"it is never done: {answer.text}")


@pytest.mark.parametrize("every", [8, 15])
def test_a_table_whose_database_fails_again_and_again(
    tmp_path: Path, ear: Ear, every: int, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    settings = WebSettings(fresh(tmp_path / "potluck.db"), bot_workers=1, limits=ROOMY)
    with served(tmp_path, settings, settings=Settings(bot_pause=0.0)) as server:
        ana, bo = Person(server, None), Person(server, None)
        with breaking(server, every, monkeypatch) as failed:
            for person, name in zip((ana, bo), NAMES, strict=True):
                insist(partial(person.post, "/api/me", json={"name": name}))
            plan = [ME, OPEN, {"kind": "bot", "level": "random"}]
            body = {"game": "cooking_rumble", "options": {}, "seats": plan, "nonce": "ab" * 16}
            made = insist(lambda: ana.post("/api/tables", json=body))
            table, path = made["table"], f"/api/tables/{made['table']}"
            sat = insist(lambda: bo.post(f"{path}/sit", json={"seat": 1, "nonce": "cd" * 16}))
            tokens = [made["seat_token"], sat["seat_token"]]
            insist(lambda: ana.post(f"{path}/start", json={}))
            moved: list[str] = []
            for number in range(200):
                moved += play(ana, path, tokens, str(number))
                if len(moved) == 4:
                    break
                time.sleep(0.02)  # the bot's turn
            link = insist(lambda: ana.post(f"{path}/link", json={"seat_token": tokens[0]}))
            for number in range(6):
                tab = bo.tab(table, tokens[1], hello=False)
                tab.send("hello", build="dev", table=table, seat_token=tokens[1])
                with suppress(ConnectionClosed):
                    tab.send("say", id=f"say{number}", text=TALK)
                    tab.socket.recv(WAIT)
                tab.close()
            with suppress(httpx.TransportError):  # refused or not: it is said nowhere
                bo.post(f"/api/links/{link['code']}", json={})
            insist(lambda: ana.get("/api/me"))
        assert len(failed) > 5
        with server.tables.ground.database.read() as connection:
            (seed,) = connection.execute(select(tables.c.seed).where(tables.c.id == table)).one()
            hashes = connection.execute(select(seats.c.token)).scalars().all()
        secrets = [*NAMES, TALK, table, *tokens, seed, *filter(None, hashes), ana.guest, bo.guest]
        secrets += [str(link["code"]), *moved]
        assert moved
    ear.log.count(now=True)
    said = ear.said + capfd.readouterr().err
    assert "OperationalError" in said
    assert [secret for secret in secrets if str(secret) in said] == []


def proof(token: str) -> dict[str, str]:
    return {"Authorization": f"Seat {token}"}


def play(person: Person, path: str, tokens: list[str], client_id: str) -> list[str]:
    """One move of whoever is to move, by GET and POST; its text, if anybody is."""
    for token in tokens:
        look = insist(partial(person.get, f"{path}/view", headers=proof(token)))["look"]
        if look["legal"]:
            text: str = look["legal"][0]["text"]
            body = {"id": client_id, "version": look["version"], "moves": [text]}
            with suppress(httpx.TransportError):
                person.post(f"{path}/moves", json=body, headers=proof(token))
            return [text]
    return []
