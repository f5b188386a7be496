"""Which games are kept in memory, and what they share there."""

from collections.abc import Callable

import pytest

from potluck.play.notes import Note
from potluck.play.phrase import Event
from potluck.play.seats import EVERYONE
from potluck.tables import games_in_memory
from potluck.tables.games_in_memory import GamesInMemory
from potluck.tables.playing import Playing
from potluck.tables.refusals import TableBroken, TableNotStarted
from potluck.tables.vantage import Vantage, read

from .house import House, broken


def kept(house: House) -> list[str]:
    """The tables in memory, the one used last last."""
    return list(house.tables.ground.games._games)


def test_what_nobody_has_used_for_a_while_leaves_where_there_are_many(
    new_house: Callable[..., House], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games_in_memory, "FEW", 2)
    house = new_house(cached_seconds=60.0)
    old = [house.game().table for _ in range(4)]
    for table in old:
        house.look(table)
    assert kept(house) == old  # many, but all in use
    house.clock[0] += 61.0
    house.look(old[0])
    assert kept(house) == [old[3], old[0]]
    house.clock[0] += 61.0
    house.look(old[3])
    assert kept(house) == [old[0], old[3]]  # few stay, however old
    new = house.game().table
    house.look(new)
    assert kept(house) == [old[3], new]


def test_a_game_that_is_only_told_of_counts_as_used(new_house: Callable[..., House]) -> None:
    house = new_house(cached_tables=2)
    busy, quiet, other = (house.game().table for _ in range(3))
    for table in (busy, quiet):
        house.look(table)
    with house.tables.ground.games.held(busy) as playing:
        assert playing is not None
    house.look(other)
    assert kept(house) == [busy, other]


def test_looking_for_trouble_neither_fills_memory_nor_empties_it(
    new_house: Callable[..., House], monkeypatch: pytest.MonkeyPatch
) -> None:
    house = new_house(cached_tables=2)
    made = [house.game().table for _ in range(5)]
    unstarted = house.open().table
    for table in made[:2]:
        house.look(table)
    replayed: list[str] = []
    load = GamesInMemory._load

    def noted(games: GamesInMemory, table: str) -> Playing:
        replayed.append(table)
        return load(games, table)

    monkeypatch.setattr(GamesInMemory, "_load", noted)
    assert broken(house.tables) == []
    assert sorted(replayed) == sorted(made[2:])  # the others are in memory: no second replay
    assert kept(house) == made[:2]
    assert set(house.tables.every()) == {*made, unstarted}
    with pytest.raises(TableNotStarted):
        house.tables.ground.games.check(unstarted)


def test_trouble_with_one_table_is_worded_and_gone_tables_are_none(house: House) -> None:
    made = house.game()
    closed = house.open()
    house.close(closed)
    with house.tables.ground.database.write() as connection:
        connection.exec_driver_sql("UPDATE entries SET body = 'nonsense' WHERE table_id = ?", (made.table,))
    house.tables.ground.games.drop(made.table)
    assert "log entry 0" in (house.tables.trouble(made.table) or "")
    assert broken(house.tables) == [(made.table, house.tables.trouble(made.table))]
    with pytest.raises(TableBroken):
        house.tables.ground.games.check(made.table)
    assert kept(house) == []
    assert house.tables.trouble(closed.table) is None
    assert house.tables.trouble("no such table") is None


def test_what_several_are_told_alike_is_in_memory_once(house: House) -> None:
    table = house.game(seats=2).table
    house.move(table, 0, "put a")
    house.move(table, 0, "roll")
    with house.tables.ground.games.use(table) as playing:
        streams = [playing.vantage(viewer).events for viewer in playing.viewers]
    assert [event.key for event in streams[0]] == ["stir.event.put", "stir.event.roll"]
    for stream in streams[1:]:
        assert len(stream) == 2
        assert all(one is same for one, same in zip(streams[0], stream, strict=True))


def test_what_is_told_to_one_alone_is_told_to_nobody_else(house: House) -> None:
    table = house.game(seats=2).table
    house.move(table, 0, "hide")
    house.move(table, 0, "put a")
    with house.tables.ground.games.use(table) as playing:
        streams = [[event.key for event in playing.vantage(viewer).events] for viewer in (0, 1, None)]
    assert streams[0] == ["stir.event.hid", "stir.event.put"]
    assert streams[1] == streams[2] == ["stir.event.put"]


def test_events_of_the_same_note_that_say_different_things_are_kept_apart(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = house.game(seats=2).table

    def event(vantage: Vantage, note: Note) -> Event:
        return Event("stir.event.hid", {"seat": vantage.viewer or 0})

    monkeypatch.setattr(Vantage, "event", event)
    with house.tables.ground.games.use(table) as playing:
        vantages = [playing.vantage(seat) for seat in (0, 1, 0)]
        mine, others, again = read(vantages, [(1, EVERYONE, ())])
    assert [mine[0].args, others[0].args] == [{"seat": 0}, {"seat": 1}]
    assert mine[0] is again[0]
