"""Each viewer's version counts their own changes; events are served from where the reader stands."""

from collections.abc import Callable

import pytest

from potluck.tables import vantage

from .house import House, keys, told


def test_a_version_moves_only_for_those_who_could_notice(house: House) -> None:
    table = house.game(seats=3).table
    assert house.versions(table) == [1, 1, 1, 1]
    house.move(table, 1, "hide")  # seat 1 is on turn: 4 turns, 3 seats
    assert house.versions(table) == [1, 2, 1, 1]
    house.move(table, 0, "nudge")
    assert house.versions(table) == [2, 2, 1, 1]
    house.move(table, 1, "put a")
    assert house.versions(table) == [3, 3, 2, 2]


def test_one_submission_is_one_change(house: House) -> None:
    table = house.game().table
    assert house.move(table, 0, "put a", "put a", "hide").version == 2
    assert house.versions(table) == [2, 2, 2]


def test_the_receipt_carries_the_movers_version(house: House) -> None:
    table = house.game().table
    assert house.move(table, 0, "hide").version == 2
    assert house.move(table, 0, "hide").version == 3
    assert house.look(table, 0).version == 3


def test_versions_and_indices_never_go_back(new_house: Callable[..., House]) -> None:
    house = new_house()
    table = house.game().table
    seen = [0, 0, 0]
    told = [0, 0, 0]
    steps: list[Callable[[], object]] = [
        lambda: house.move(table, 0, "put a", "hide"),
        lambda: house.move(table, 0, "put b"),
        lambda: house.undo(table, 0, 2),
        lambda: house.move(table, 0, "put a"),
        lambda: house.undo(table, 0, 1),
        lambda: house.move(table, 0, "done"),
    ]
    for step in steps:
        step()
        versions = house.versions(table)
        events = [len(house.look(table, viewer).events) for viewer in (0, 1, None)]
        assert all(new > old for new, old in zip(versions, seen, strict=True))
        assert all(new > old for new, old in zip(events, told, strict=True))
        seen, told = versions, events
        assert new_house().versions(table) == versions


def test_history_is_served_from_any_index(house: House) -> None:
    table = house.game().table
    house.move(table, 0, "put a", "put b", "put c")
    whole = house.look(table, 1)
    for first in range(4):
        look = house.look(table, 1, first)
        assert (look.first, look.events) == (first, whole.events[first:])
    assert house.look(table, 1, 99).first == 3
    assert house.look(table, 1, -5).first == 0


def test_events_that_only_one_seat_may_know_count_in_its_stream_alone(house: House) -> None:
    table = house.game().table
    house.move(table, 0, "hide")
    house.move(table, 0, "put a")
    assert keys(house.look(table, 0)) == ["hid", "put"]
    assert keys(house.look(table, 1)) == ["put"]
    assert keys(house.look(table)) == ["put"]


def test_a_forgetting_game_serves_each_event_once(new_house: Callable[..., House]) -> None:
    house = new_house()
    table = house.game("forget").table
    house.move(table, 0, "put a")
    assert keys(house.look(table, 1)) == ["put"]
    # Not delivered yet: the connection may have broken.
    assert keys(house.look(table, 1)) == ["put"]
    house.tables.acknowledge(table, 1, 1)
    assert keys(house.look(table, 1)) == []
    house.move(table, 0, "done")
    second_device = house.look(table, 1)
    assert (second_device.first, keys(second_device)) == (1, ["done"])
    assert keys(new_house().look(table, 1)) == ["done"]
    # The other seat has its own cursor.
    assert keys(house.look(table, 0)) == ["put", "done"]


def test_the_delivery_cursor_never_moves_back_nor_ahead(house: House) -> None:
    table = house.game("forget").table
    house.move(table, 0, "put a", "put b")
    house.tables.acknowledge(table, 1, 2)
    house.tables.acknowledge(table, 1, 1)
    house.tables.acknowledge(table, 1, 1000)
    house.tables.acknowledge(table, 1, -3)
    assert keys(house.look(table, 1)) == []
    house.move(table, 0, "put c")
    assert keys(house.look(table, 1)) == ["put"]


def test_a_spectator_cannot_be_a_memory(house: House) -> None:
    """Opening a second tab to watch must not give back what the game wants forgotten."""
    table = house.game("forget").table
    house.move(table, 0, "put a")
    look = house.look(table, None, 0)
    assert (look.first, look.events) == (1, [])
    # What happens while they watch they are told: the index is the connection's own.
    [live] = told(house, table, (None, 0, False))
    assert keys(live) == ["put"]


def test_acknowledging_costs_other_games_their_history_not(house: House) -> None:
    table = house.game().table
    house.move(table, 0, "put a")
    house.tables.acknowledge(table, 1, 1)
    assert keys(house.look(table, 1)) == ["put"]


def test_a_look_that_takes_its_time_is_not_made_where_others_would_wait(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the event loop (`wait=False`) it is left to a worker thread; once made it is served at once."""
    table = house.game().table

    def at_once() -> bool:
        return house.tables.glance(table, [(0, 0, False)], wait=False) is not None

    house.look(table, 0)
    house.move(table, 0, "put a")
    monkeypatch.setattr(vantage, "HEAVY_SECONDS", 10.0)
    assert at_once()
    house.move(table, 0, "put b")
    monkeypatch.setattr(vantage, "HEAVY_SECONDS", 0.0)
    assert not at_once()
    assert house.tables.glance(table, [(0, 0, False)]) is not None
    assert at_once()
