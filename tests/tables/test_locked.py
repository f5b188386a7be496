"""Another process has the database: who reads does not notice, and who writes waits with nothing held."""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager

import pytest
from sqlalchemy.exc import OperationalError

from potluck.tables import database
from potluck.tables import turn as turns
from potluck.tables.refusals import NotWritten
from potluck.tables.room import Receipt
from potluck.tables.turn import Locked, Turn
from potluck.tables.writer import Writer

from .house import Game, House
from .test_writer import SECONDS, put, wish


@contextmanager
def taken(house: House) -> Iterator[sqlite3.Connection]:
    """Another connection has the database for itself, until it rolls back."""
    path = house.tables.ground.database._engine.url.database
    assert path is not None
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield other


@pytest.fixture
def game(house: House) -> Game:
    made = house.game()
    house.look(made.table)
    return made


def test_a_game_can_be_looked_at_while_its_move_waits(
    house: House, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits, wait = threading.Event(), Writer._wait

    def waiting(self: Writer) -> None:
        waits.set()
        wait(self)

    monkeypatch.setattr(Writer, "_wait", waiting)
    with taken(house) as other:
        moved = put(house, wish(game, 0, "put a", id="m"))
        assert waits.wait(SECONDS)
        house.look(game.table)
        house.tables.chat(game.table, 0)
        assert not moved.done()
        other.execute("ROLLBACK")
        assert moved.result(SECONDS) == Receipt("m", 2)


def test_readers_find_a_thread_though_many_want_to_write(
    new_house: Callable[..., House], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in the server: four threads for whoever comes."""
    monkeypatch.setattr(database, "_BUSY_MILLISECONDS", 1000 * SECONDS)
    house = new_house()
    game = house.game()
    with ThreadPoolExecutor(4) as threads, taken(house) as other:
        writing = [threads.submit(_write, house) for _ in range(12)]
        assert threads.submit(house.look, game.table).result(SECONDS)
        # It came last: one of them waits for all, a few may still have a thread.
        done = [each for each in writing if each.done()]
        assert 12 - 4 <= len(done) < 12
        for each in done:
            assert isinstance(each.exception(), OperationalError)
        other.execute("ROLLBACK")


def _write(house: House) -> None:
    with house.tables.ground.database.write():
        pass


def test_who_comes_while_it_is_known_to_be_locked_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "_KNOWN_SECONDS", 0.0)
    turn, begun, gate = Turn(), threading.Event(), threading.Event()

    def wait() -> None:
        with turn.taken(), turn.beginning():
            begun.set()
            gate.wait(SECONDS)

    first = threading.Thread(target=wait)
    first.start()
    assert begun.wait(SECONDS)
    with pytest.raises(Locked), turn.taken():  # the first one still waits
        pass
    gate.set()
    first.join()
    with turn.taken():
        pass


def test_a_lock_that_stays_refuses_in_the_end_and_holds_up_nobody_after(
    new_house: Callable[..., House], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "_BUSY_MILLISECONDS", 60)
    house = new_house()
    game = house.game()
    with taken(house):
        moved = put(house, wish(game, 0, "put a", id="m"))
        assert isinstance(moved.result(SECONDS), NotWritten)
    assert put(house, wish(game, 0, "put a", id="m")).result(SECONDS) == Receipt("m", 2)
