"""Undo takes back one's own last moves and nothing else; what readers were told stays told."""

from collections.abc import Callable

import pytest

from potluck.play.seats import Seat
from potluck.tables.refusals import UndoImpossible
from potluck.tables.room import UndoInfo

from .house import House, keys


def info(house: House, table: str) -> UndoInfo | None:
    undo: UndoInfo | None = house.look(table).undo
    return undo


def refused(house: House, table: str, seat: Seat, moves: int = 1) -> None:
    before = [house.look(table, viewer) for viewer in (0, 1, None)]
    with pytest.raises(UndoImpossible):
        house.undo(table, seat, moves)
    assert [house.look(table, viewer) for viewer in (0, 1, None)] == before


def test_the_last_moves_are_gone_from_the_view_and_told_as_taken_back(house: House) -> None:
    table = house.game().table
    house.move(table, 0, "put a")
    house.move(table, 0, "put b", "put c")
    assert info(house, table) == UndoInfo(0, 3)
    house.undo(table, 0, 2)
    for viewer in (0, 1, None):
        look = house.look(table, viewer)
        assert look.view.pots == [1, 0, 0]
        assert keys(look) == ["put", "put", "put", "undo"]
        assert look.events[-1].key == "event.undo"
        assert look.events[-1].args == {"seat": 0, "n": 2}
    assert info(house, table) == UndoInfo(0, 1)
    house.undo(table, 0)
    assert house.look(table).view.pots == [0, 0, 0]
    assert info(house, table) is None


def test_play_goes_on_after_an_undo(new_house: Callable[..., House]) -> None:
    house = new_house()
    table = house.game().table
    house.move(table, 0, "put a")
    house.undo(table, 0)
    house.move(table, 0, "put b")
    house.move(table, 0, "done")
    assert house.look(table).view.pots == [0, 1, 0]
    assert house.versions(table) == new_house().versions(table)


def test_more_than_was_made_cannot_be_taken_back(house: House) -> None:
    table = house.game().table
    refused(house, table, 0)
    house.move(table, 0, "put a")
    refused(house, table, 0, 2)
    refused(house, table, 0, 0)
    refused(house, table, 0, -1)


def test_nobody_takes_back_anothers_move(house: House) -> None:
    table = house.game().table
    house.move(table, 0, "put a")
    refused(house, table, 1)


def test_never_past_luck(house: House) -> None:
    table = house.game().table
    house.move(table, 0, "put a")
    house.move(table, 0, "roll")
    refused(house, table, 0)
    house.move(table, 0, "put b")
    assert info(house, table) == UndoInfo(0, 1)
    refused(house, table, 0, 2)


def test_never_into_a_turn_that_is_over(house: House) -> None:
    table = house.game().table
    house.move(table, 0, "put a", "done")
    assert info(house, table) is None
    refused(house, table, 0)


def test_never_across_a_free_move_of_another(house: House) -> None:
    table = house.game().table
    house.move(table, 0, "put a")
    house.move(table, 1, "wave")
    assert info(house, table) is None
    refused(house, table, 0)


def test_a_secret_step_is_taken_back_with_the_visible_one_before_it(house: House) -> None:
    table = house.game().table
    house.move(table, 0, "put a")
    house.move(table, 0, "hide")
    assert info(house, table) == UndoInfo(0, 1)
    house.undo(table, 0)
    look = house.look(table, 0)
    assert look.view.pots == [0, 0, 0]
    assert look.view.pocket == 0


def test_what_can_be_taken_back_does_not_tell_of_secret_steps(house: House) -> None:
    """The room is public: with and without a secret step or a secret free move it is the same."""
    for secret in ([], [(0, "hide")], [(1, "nudge")], [(0, "hide"), (1, "nudge"), (0, "hide")]):
        table = house.game().table
        for seat, move in secret:
            house.move(table, seat, move)
        assert info(house, table) is None
        house.move(table, 0, "put a")
        for seat, move in secret:
            house.move(table, seat, move)
        assert info(house, table) == UndoInfo(0, 1)
        house.move(table, 0, "put b")
        assert info(house, table) == UndoInfo(0, 2)


def test_never_across_a_secret_free_move_of_another(house: House) -> None:
    table = house.game().table
    house.move(table, 0, "put a")
    house.move(table, 1, "nudge")
    refused(house, table, 0)
    house.move(table, 0, "put b")
    refused(house, table, 0, 2)
    house.undo(table, 0, 1)
    assert house.look(table, 1).view.nudges == 1


def test_bots_get_a_stream_without_what_was_taken_back(house: House) -> None:
    table = house.game().table
    house.move(table, 0, "put a", "hide")
    house.move(table, 0, "put b")
    house.undo(table, 0, 1)
    with house.tables.ground.games.use(table) as playing:
        assert [event.key for event in playing.vantage(0).kept] == ["stir.event.put", "stir.event.hid"]
        assert [event.key for event in playing.vantage(None).kept] == ["stir.event.put"]


def test_undo_belongs_to_the_log_and_survives(new_house: Callable[..., House]) -> None:
    house = new_house()
    table = house.game().table
    house.move(table, 0, "put a", "put b")
    house.undo(table, 0)
    seen = [house.look(table, viewer) for viewer in (0, 1, None)]
    again = new_house()
    assert [again.look(table, viewer) for viewer in (0, 1, None)] == seen
    assert info(again, table) == UndoInfo(0, 1)
