"""A submission is checked, written down, and only then so; repeated, it counts once."""

import sqlite3
import threading
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from potluck.play.errors import MoveIllegal, MoveUnknown, OutOfTurn
from potluck.tables import log
from potluck.tables.ledger import Ledger
from potluck.tables.refusals import (
    ClientIdInvalid,
    NotWritten,
    SeatUnknown,
    Stale,
    SubmissionEnds,
    TableNotStarted,
    TableUnknown,
)
from potluck.tables.room import UndoInfo

from .house import House, keys


def test_a_move_is_seen_by_everybody_and_told_in_events(house: House) -> None:
    table = house.game().table
    house.move(table, 0, "put b")
    for viewer in (0, 1, None):
        look = house.look(table, viewer)
        assert look.view.pots == [0, 1, 0]
        assert keys(look) == ["put"]
        assert look.events[0].args == {"seat": 0, "pot": 1}


def test_hints_prompt_and_worded_moves_come_with_the_look(house: House) -> None:
    table = house.game().table
    house.move(table, 0, "put c")
    look = house.look(table, 0)
    assert look.hints.fullest == 2
    assert look.prompt.key == "stir.prompt"
    assert look.legal[1].text == "put b"
    assert look.legal[1].phrase.args == {"pot": 1}


def test_a_restart_forgets_nothing(new_house: Callable[..., House]) -> None:
    before = new_house()
    table = before.game().table
    before.move(table, 0, "put a", "hide", "roll")
    before.move(table, 1, "wave")
    seen = [before.look(table, viewer) for viewer in (0, 1, None)]
    before.tables.close()
    after = new_house()
    assert [after.look(table, viewer) for viewer in (0, 1, None)] == seen


def test_before_the_start_there_is_no_look_and_no_move(house: House) -> None:
    table = house.open().table
    assert house.tables.look(table, 0, 0) is None
    with pytest.raises(TableNotStarted):
        house.tables.submit(table, 0, "x", 1, ["put a"])


def test_what_is_refused_changes_nothing(house: House) -> None:
    table = house.game().table
    before = [house.look(table, viewer) for viewer in (0, 1, None)]
    submit = house.tables.submit
    refusals: list[tuple[type[Exception], Callable[[], Any]]] = [
        (MoveUnknown, lambda: submit(table, 0, "1", 1, ["put x"])),
        (MoveUnknown, lambda: submit(table, 0, "2", 1, ["put a", "nonsense"])),
        (MoveIllegal, lambda: submit(table, 0, "3", 1, ["wave"])),
        (MoveIllegal, lambda: submit(table, 0, "4", 1, ["put a", "wave"])),
        (MoveIllegal, lambda: submit(table, 0, "5", 1, [])),
        (MoveIllegal, lambda: submit(table, 0, "6", 1, ["put a"] * 65)),
        (MoveIllegal, lambda: submit(table, 1, "7", 1, ["put a"])),
        (SeatUnknown, lambda: submit(table, 2, "8", 1, ["put a"])),
        (SeatUnknown, lambda: submit(table, -1, "9", 1, ["put a"])),
        (Stale, lambda: submit(table, 0, "10", 0, ["put a"])),
        (Stale, lambda: submit(table, 0, "11", 2, ["put a"])),
        (ClientIdInvalid, lambda: submit(table, 0, "", 1, ["put a"])),
        (ClientIdInvalid, lambda: submit(table, 0, "x" * 65, 1, ["put a"])),
        (ClientIdInvalid, lambda: submit(table, 0, "a\nb", 1, ["put a"])),
        (TableUnknown, lambda: submit("nowhere", 0, "12", 1, ["put a"])),
    ]
    for error, attempt in refusals:
        with pytest.raises(error):
            attempt()
    assert [house.look(table, viewer) for viewer in (0, 1, None)] == before


def test_a_game_gives_its_own_reason(house: House) -> None:
    table = house.game().table
    house.move(table, 0, *["put a"] * 9)
    with pytest.raises(MoveIllegal) as refused:
        house.move(table, 0, "put a")
    assert refused.value.phrase.key == "stir.refuse.full"


def test_out_of_turn_is_said_when_the_seat_has_nothing_to_choose(house: House) -> None:
    table = house.game("cooking_rumble").table
    [waits] = [seat for seat in (0, 1) if not house.legal(table, seat)]
    with pytest.raises(OutOfTurn):
        house.move(table, waits, house.legal(table, 1 - waits)[0])


def test_nothing_after_a_revealing_move_belongs_to_the_same_submission(house: House) -> None:
    """Else a refusal of the later one would tell what the earlier one revealed, at no cost."""
    table = house.game().table
    for moves in (["roll", "put a"], ["done", "wave"], ["put a", "roll", "roll"]):
        with pytest.raises(SubmissionEnds) as refused:
            house.move(table, 0, *moves)
        assert refused.value.phrase.key == "error.submission_ends"
    assert house.look(table).events == []
    house.move(table, 0, "put a", "roll")
    assert keys(house.look(table)) == ["put", "roll"]


def test_what_others_learn_ends_no_submission_but_undo(house: House) -> None:
    """Several public steps of one turn are one submission, even where one of them shows others something."""
    table = house.game().table
    house.move(table, 0, "hide", "put a", "show", "put b", "put c")
    assert keys(house.look(table, 1)) == ["put", "shown", "put", "put"]
    assert house.look(table).undo == UndoInfo(0, 2)
    house.undo(table, 0, 2)
    assert house.look(table).undo is None


def test_free_moves_of_a_bystander_are_one_submission_too(new_house: Callable[..., House]) -> None:
    house = new_house()
    table = house.game().table
    house.move(table, 1, "wave", "wave")
    assert house.look(table).view.waves == new_house().look(table).view.waves == 2


def test_luck_does_not_change_by_trying_again(new_house: Callable[..., House], monkeypatch: Any) -> None:
    house = new_house()
    table = house.game().table
    drawn: list[log.Logged] = []

    def fail(_ledger: object, _table: str, _seat: int, _token: None, logged: log.Logged, _: object) -> None:
        drawn.append(logged)
        raise sqlite3.OperationalError("disk full")

    with monkeypatch.context() as broken:
        broken.setattr(Ledger, "enter", fail)
        for _ in range(2):
            with pytest.raises(NotWritten):
                house.move(table, 0, "roll", id="r")
    house.move(table, 0, "roll", id="r")
    written = log.read(house.tables.ground.database, table, 1)
    assert [each.entry for each in drawn] == [written[0].entry] * 2


def test_a_failed_append_leaves_the_game_as_it_was(house: House, monkeypatch: Any) -> None:
    table = house.game().table
    before = [house.look(table, viewer) for viewer in (0, 1, None)]

    def fail(*_: object) -> None:
        raise sqlite3.OperationalError("disk full")

    with monkeypatch.context() as broken:
        broken.setattr(Ledger, "enter", fail)
        with pytest.raises(NotWritten):
            house.move(table, 0, "put a", "hide")
    assert [house.look(table, viewer) for viewer in (0, 1, None)] == before
    house.move(table, 0, "put b")
    assert house.look(table).view.pots == [0, 1, 0]


def test_a_repeated_id_gets_its_first_receipt(new_house: Callable[..., House]) -> None:
    house = new_house()
    table = house.game().table
    first = house.tables.submit(table, 0, "same", 1, ["put a"])
    assert house.tables.submit(table, 0, "same", 1, ["put a"]) == first
    assert house.tables.submit(table, 0, "same", 99, ["nonsense"]) == first
    house.undo(table, 0)
    assert house.tables.submit(table, 0, "same", 1, ["put a"]) == first
    again = new_house()
    assert again.tables.submit(table, 0, "same", 1, ["put a"]) == first
    assert again.look(table).view.pots == [0, 0, 0]


def test_ids_are_a_seats_own(house: House) -> None:
    table = house.game().table
    house.move(table, 0, "put a", id="1")
    house.move(table, 1, "wave", id="1")
    assert keys(house.look(table)) == ["put", "wave"]


def test_a_repeated_undo_counts_once(house: House) -> None:
    table = house.game().table
    house.move(table, 0, "put a", "put a")
    first = house.undo(table, 0, id="u")
    assert house.undo(table, 0, id="u") == first
    assert house.look(table).view.pots == [1, 0, 0]


def test_a_choice_made_on_an_older_look_counts_if_the_choice_is_the_same(house: House) -> None:
    table = house.game().table
    seen = house.look(table, 1).version
    house.move(table, 0, "put a")
    house.tables.submit(table, 1, "late", seen, ["wave"])
    assert house.look(table).view.waves == 1


def test_a_choice_made_on_a_look_with_other_moves_is_stale(house: House) -> None:
    table = house.game().table
    seen = house.look(table, 1).version
    house.move(table, 0, "done")
    with pytest.raises(Stale):
        house.tables.submit(table, 1, "late", seen, ["wave"])
    house.move(table, 1, "done")
    # The same moves are legal again, but it is another turn.
    with pytest.raises(Stale):
        house.tables.submit(table, 1, "later", seen, ["wave"])


def test_two_houses_on_one_file_see_each_others_moves(new_house: Callable[..., House]) -> None:
    one, two = new_house(), new_house()
    table = one.game().table
    assert two.look(table) == one.look(table)
    one.move(table, 0, "put a")
    two.move(table, 0, "roll")
    one.move(table, 1, "wave")
    assert keys(two.look(table)) == ["put", "roll", "wave"]
    assert [two.look(table, viewer) for viewer in (0, 1, None)] == [
        one.look(table, viewer) for viewer in (0, 1, None)
    ]


def test_who_is_second_with_a_number_tries_again_on_what_is_written(
    new_house: Callable[..., House], monkeypatch: Any
) -> None:
    one, two = new_house(), new_house()
    table = one.game().table
    one.look(table)
    transaction = Ledger.transaction
    raced: list[bool] = []

    def slow(self: Ledger) -> Any:
        if not raced:
            raced.append(True)
            two.move(table, 1, "wave")
        return transaction(self)

    monkeypatch.setattr(Ledger, "transaction", slow)
    one.move(table, 0, "roll")
    assert keys(one.look(table)) == ["wave", "roll"]
    assert one.look(table) == two.look(table)


def test_many_threads_of_two_houses_lose_and_double_nothing(new_house: Callable[..., House]) -> None:
    houses = [new_house(), new_house()]
    table = houses[0].game(seats=3).table
    errors: list[BaseException] = []

    def wave(house: House, seat: int, name: str) -> None:
        try:
            for n in range(10):
                for _ in range(2):  # sent, and re-sent
                    house.move(table, seat, "wave", id=f"{name}-{n}")
        except BaseException as error:
            errors.append(error)

    threads = [
        threading.Thread(target=wave, args=(house, seat, f"{index}-{seat}"))
        for index, house in enumerate(houses)
        for seat in (0, 2)  # seat 1 is on turn
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert houses[0].look(table).view.waves == 40
    assert houses[0].look(table) == houses[1].look(table)


def test_listeners_hear_what_changed_after_it_is_written(house: House) -> None:
    game = house.open()
    heard: list[tuple[str, frozenset[str], bool]] = []
    house.tables.listen(
        lambda table, what: heard.append((table, what, house.tables.look(table, None, 0) is not None))
    )
    house.tables.start(game.people[0], game.table)
    assert heard.pop() == (game.table, frozenset({"look", "room"}), True)
    house.move(game.table, 0, "roll")
    assert heard.pop() == (game.table, frozenset({"look"}), True)
    house.move(game.table, 0, "put a")
    assert heard.pop() == (game.table, frozenset({"look"}), True)
    seen = house.tables.glance(game.table, [(0, 0, True), (None, 1, False)], wait=False)
    assert seen is not None
    looks = [house.tables.look(game.table, 0, 0), house.tables.look(game.table, None, 1, sections=False)]
    assert [told and told.raw for told in seen] == [msgspec.json.encode(look) for look in looks]
    assert [told and told.undo for told in seen] == [UndoInfo(0, 1), UndoInfo(0, 1)]
    house.tables.say(game.table, game.people[0], 0, "c", "hello")
    assert heard.pop() == (game.table, frozenset({"chat"}), True)
