"""The writer when something is the matter: a locked database, a fault of its own, the end."""

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import AbstractContextManager, closing, contextmanager
from queue import SimpleQueue
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from potluck.play.errors import MoveUnknown
from potluck.tables import database, writer
from potluck.tables.games_in_memory import GamesInMemory
from potluck.tables.ledger import Ledger
from potluck.tables.playing import Playing
from potluck.tables.refusals import NotWritten
from potluck.tables.room import Receipt
from potluck.tables.wishes import Outcome
from potluck.tables.writer import Writer

from .house import Game, House, keys
from .test_writer import SECONDS, put, wish


@contextmanager
def busy(house: House, game: Game) -> Iterator[None]:
    """The writer is kept busy with a game in memory, so that what is put meanwhile waits together."""
    begun, gate = threading.Event(), threading.Event()

    def settle(outcome: Outcome) -> None:
        begun.set()
        assert gate.wait(SECONDS)

    pilot = wish(game, 0, "no such move", id="pilot")
    pilot.settle = settle
    house.tables.put(pilot)
    assert begun.wait(SECONDS)
    try:
        yield
    finally:
        gate.set()


@contextmanager
def locked(house: House) -> Iterator[None]:
    """Another process holds the database's write lock."""
    path = house.tables.ground.database._engine.url.database
    assert path is not None
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@pytest.fixture
def impatient(new_house: Callable[..., House], monkeypatch: pytest.MonkeyPatch) -> House:
    """A house that waits for a lock only briefly."""
    monkeypatch.setattr(database, "_BUSY_MILLISECONDS", 100)
    return new_house()


@pytest.fixture
def tries(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """When the writer began a transaction."""
    found: list[float] = []
    transaction = Ledger.transaction

    def noted(self: Ledger) -> Any:
        found.append(time.monotonic())
        return transaction(self)

    monkeypatch.setattr(Ledger, "transaction", noted)
    return found


def games(house: House, count: int) -> list[Game]:
    """Started and in memory."""
    made = [house.game() for _ in range(count)]
    for game in made:
        house.look(game.table)
    return made


def test_who_is_refused_needs_no_lock(impatient: House) -> None:
    bad = games(impatient, 3)
    with locked(impatient):
        futures = [put(impatient, wish(game, 0, "no such move", id="m")) for game in bad]
        assert [type(each.result(SECONDS)) for each in futures] == [MoveUnknown] * 3


def test_who_is_refused_does_not_wait_for_what_the_others_write(house: House) -> None:
    pilot, good, bad = games(house, 3)
    with house.tables.ground.database.write():
        with busy(house, pilot):
            written = put(house, wish(good, 0, "put a", id="m"))
            refused = put(house, wish(bad, 0, "no such move", id="m"))
        assert isinstance(refused.result(SECONDS), MoveUnknown)
        with house.tables.ground.games.use(bad.table):
            assert not written.done()
    assert written.result(SECONDS) == Receipt("m", 2)


def test_refusals_that_take_long_make_groups_of_their_own(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    groups: list[int] = []
    group = Writer._group

    def noted(self: Writer, wishes: Any, shown: Any) -> Any:
        left = group(self, wishes, shown)
        groups.append(len(wishes) - len(left))
        return left

    monkeypatch.setattr(Writer, "_group", noted)
    monkeypatch.setattr(writer, "_GROUP_SECONDS", -1.0)
    pilot, *bad = games(house, 4)
    with busy(house, pilot):
        futures = [put(house, wish(game, 0, "no such move", id="m")) for game in bad]
    assert [type(each.result(SECONDS)) for each in futures] == [MoveUnknown] * 3
    house.tables.ground.writer.close()
    assert groups[:4] == [1, 1, 1, 1]


def test_what_waited_for_a_lock_together_waits_once(
    impatient: House, tries: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot, *good = games(impatient, 5)
    monkeypatch.setattr(writer, "_GROUP_SECONDS", -1.0)
    with locked(impatient):
        with busy(impatient, pilot):
            futures = [put(impatient, wish(game, 0, "put a", id="m")) for game in good]
        assert [type(each.result(SECONDS)) for each in futures] == [NotWritten] * 4
    assert len(tries) == 1
    for game in good:
        assert put(impatient, wish(game, 0, "put a", id="m")).result(SECONDS) == Receipt("m", 2)


def test_a_log_that_cannot_be_read_is_said(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    [game] = games(house, 1)

    def fail(self: GamesInMemory, table: str, playing: Playing) -> bool:
        raise OperationalError("SELECT", {}, sqlite3.OperationalError("database is locked"))

    monkeypatch.setattr(GamesInMemory, "catch_up", fail)
    assert isinstance(put(house, wish(game, 0, "no such move", id="m")).result(SECONDS), NotWritten)


def test_closing_waits_for_a_lock_once(
    impatient: House, tries: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "_MOST", 1)
    pilot, *good = games(impatient, 4)
    house = impatient.tables.ground.writer
    with locked(impatient):
        with busy(impatient, pilot):
            futures = [put(impatient, wish(game, 0, "put a", id="m")) for game in good]
            end = threading.Thread(target=house.close)
            end.start()
            until = time.monotonic() + SECONDS
            while not house._closed:
                assert time.monotonic() < until
                time.sleep(0.001)
        end.join(SECONDS)
        assert not end.is_alive()
    assert [type(each.result(0)) for each in futures] == [NotWritten] * 3
    assert len(tries) == 1


def test_a_fault_of_the_writer_is_told_once_and_only_to_whom_it_concerns(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot, cold, good, bad, second = games(house, 5)
    enter, told, raised = Ledger.enter, [list[Outcome]() for _ in range(5)], list[str]()

    def fail(self: Ledger, table: str, *given: Any) -> None:
        if table == good.table and not raised:
            raised.append(table)
            raise MemoryError
        enter(self, table, *given)

    monkeypatch.setattr(Ledger, "enter", fail)
    monkeypatch.setattr(writer, "_GROUP_SECONDS", SECONDS)
    house.tables.ground.games.drop(cold.table)
    wishes = [
        wish(cold, 0, "put a", id="m"),
        wish(bad, 0, "no such move", id="m"),
        wish(good, 0, "put a", id="m"),
        wish(second, 0, "put a", id="m"),
        wish(second, 1, "wave", id="n"),
    ]
    with busy(house, pilot):
        for each, outcomes in zip(wishes, told, strict=True):
            each.settle = outcomes.append
            house.tables.put(each)
    until = time.monotonic() + SECONDS
    while not all(told):
        assert time.monotonic() < until
        time.sleep(0.001)
    # Whoever was told that it failed may try again; nobody is told twice.
    assert put(house, wish(good, 0, "put a", id="m")).result(SECONDS) == Receipt("m", 2)
    kinds = [[type(each) for each in outcomes] for outcomes in told]
    assert kinds == [[Receipt], [MoveUnknown], [MemoryError], [MemoryError], [MemoryError]]
    assert keys(house.look(cold.table)) == ["put"]
    assert keys(house.look(second.table)) == []


def test_the_writer_outlives_a_fault_in_telling(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    [game] = games(house, 1)
    failed = threading.Semaphore(0)

    def fail(self: Writer, *given: Any) -> None:
        failed.release()
        raise MemoryError

    with monkeypatch.context() as broken:
        broken.setattr(Writer, "_hand_back", fail)
        put(house, wish(game, 0, "no such move", id="m"))
        for _ in range(2):  # what came of it, and that this could not be told
            assert failed.acquire(timeout=SECONDS)
    assert put(house, wish(game, 0, "put a", id="n")).result(SECONDS) == Receipt("n", 2)


def test_a_listener_that_fails_keeps_nobody_from_the_receipt(house: House) -> None:
    [game] = games(house, 1)

    def fail(table: str, what: Any) -> None:
        raise MemoryError

    house.tables.listen(fail)
    assert put(house, wish(game, 0, "put a", id="m")).result(SECONDS) == Receipt("m", 2)


def test_what_is_written_but_could_not_be_taken_over_is_found_in_the_log(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    [game] = games(house, 1)
    heard: list[str] = []
    house.tables.listen(lambda table, what: heard.append(table))
    adopt, raised = Playing.adopt, list[Any]()

    def fail(self: Playing, draft: Any) -> None:
        if not raised:
            raised.append(draft)
            raise MemoryError
        adopt(self, draft)

    monkeypatch.setattr(Playing, "adopt", fail)
    assert put(house, wish(game, 0, "put a", id="m")).result(SECONDS) == Receipt("m", 2)
    assert heard == [game.table]
    assert keys(house.look(game.table)) == ["put"]


def test_what_is_put_while_the_tables_close_is_answered(house: House) -> None:
    [game] = games(house, 1)
    asked = house.tables.ground.writer
    assert asked._thread is None
    end = threading.Thread(target=asked.close)

    class Late(SimpleQueue[Any]):
        """The end comes after the question whether it has come, and before the putting."""

        def put(self, item: Any, block: bool = True, timeout: float | None = None) -> None:
            if item is not None:
                end.start()
                end.join(0.2)
            super().put(item)

    asked._waiting = Late()
    future: Future[Outcome] = put(house, wish(game, 0, "put a", id="m"))
    assert future.result(2.0) == Receipt("m", 2)
    end.join(SECONDS)
    assert not end.is_alive()


def test_what_was_shown_is_noted_though_the_only_submission_clashes(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    pilot, other = games(house, 2)
    game = house.game("forget")
    house.move(game.table, 0, "put a", "put b")
    enter, raised = Ledger.enter, list[str]()

    def once(self: Ledger, table: str, *given: Any) -> None:
        if table == other.table and not raised:
            raised.append(table)
            raise sqlite3.IntegrityError("UNIQUE constraint failed")
        enter(self, table, *given)

    monkeypatch.setattr(Ledger, "enter", once)

    async def both() -> None:
        with busy(house, pilot):
            shown = asyncio.create_task(house.tables.shown(game.table, 1, game.tokens[1], 1))
            await asyncio.sleep(0)
            written = put(house, wish(other, 0, "put a", id="m"))
        await shown
        assert await asyncio.wrap_future(written) == Receipt("m", 2)

    asyncio.run(both())
    assert raised == [other.table]
    assert keys(house.look(game.table, 1)) == ["put"]


def test_who_stands_in_line_for_a_locked_database_waits_once(
    new_house: Callable[..., House], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise closing would wait for the last row of each table, and then for the last move."""
    monkeypatch.setattr(database, "_BUSY_MILLISECONDS", 1000)
    house = new_house()
    hand = house.tables.ground.database.hand()
    raised: list[Exception] = []

    def write(how: Callable[[], AbstractContextManager[Any]]) -> None:
        try:
            with how():
                pass
        except (OperationalError, sqlite3.OperationalError) as error:
            raised.append(error)

    ways = [house.tables.ground.database.write, hand.write, house.tables.ground.database.write]
    with locked(house):
        began = time.monotonic()
        threads = [threading.Thread(target=write, args=(way,)) for way in ways]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(SECONDS)
        took = time.monotonic() - began
    assert [str(error).count("database is locked") for error in raised] == [1] * 3
    assert took < 2.0
    for way in ways:
        with way():
            pass
    hand.close()
