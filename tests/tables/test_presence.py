"""Who is there, who is away, who holds the host's rights: as the room tells it, across restarts too."""

from collections.abc import Callable

import pytest

from potluck.tables.presence import Presence
from potluck.tables.refusals import NotHost
from potluck.tables.room import SeatPlan
from potluck.tables.service import Standing

from .absent import GRACE, LONG, Around, away
from .house import ME, OPEN, House, bot


def test_a_person_is_away_after_the_grace_time_and_back_with_a_tab(house: House) -> None:
    around = Around(house, house.game())
    around.come(0, 1)
    around.wait(1000)
    assert [(seat.present, seat.away) for seat in around.room.seats] == [(True, None)] * 2
    left = house.clock[0]
    around.go(1)
    around.wait(GRACE - 1)
    assert (around.seat(1).present, around.seat(1).away) == (False, None)
    around.wait(1)
    assert (around.seat(1).present, around.seat(1).away) == (False, int(left))
    around.come(1)
    assert (around.seat(1).present, around.seat(1).away) == (True, None)


def test_of_two_tabs_the_last_one_counts(house: House) -> None:
    around = away(house)
    around.presence.come("phone", around.table, None, [1])
    around.come(1)
    around.go(1)
    around.wait(1000)
    assert around.seat(1).away is None
    around.presence.go("phone")
    around.wait()
    assert around.seat(1).away == int(house.clock[0] - GRACE)


def test_bots_open_seats_and_finished_games_have_nobody_away(house: House) -> None:
    ada = house.guest()
    table = house.tables.create(ada, "stir", {"turns": 1}, [ME, bot(), OPEN], b"nonce of 0").table
    house.clock[0] += GRACE
    assert [seat.away is None for seat in house.tables.room(table).seats] == [False, True, True]
    house.tables.arrange(ada, table, 2, bot())
    house.tables.start(ada, table)
    mover = house.look(table).view.waiting[0]
    house.move(table, mover, "done")
    assert house.tables.room(table).status == "over"
    assert [seat.away for seat in house.tables.room(table).seats] == [None] * 3


def test_after_a_restart_everybody_has_the_grace_time_again(new_house: Callable[..., House]) -> None:
    house = new_house()
    around = Around(house, house.game())
    around.come(0, 1)
    left = house.clock[0]
    around.go(0, 1)
    house.tables.note_who_left()
    around.wait(5000)
    again = Around(new_house(), around.game)
    assert [seat.away for seat in again.room.seats] == [None, None]
    again.wait(GRACE - 1)
    again.come(0)
    assert [seat.away for seat in again.room.seats] == [None, None]
    again.wait(1)
    assert [seat.away for seat in again.room.seats] == [None, int(left)]


def test_who_left_is_written_once_and_what_they_had_been_sent(house: House) -> None:
    around = Around(house, house.game())
    around.presence.come("a", around.table, None, [0, 1], 0)
    around.wait(5)
    around.presence.go("a", 7)
    assert around.presence.unwritten
    house.tables.note_who_left()
    assert not around.presence.unwritten
    rows = house.tables.around(around.table).scene.rows
    assert [(row.seen, row.delivered) for row in rows] == [(house.clock[0], 7), (house.clock[0], 0)]
    # What comes late or less does not take anything back.
    around.presence.put_back({})
    around.presence.come("b", around.table, None, [0], 0)
    house.clock[0] -= 3
    around.presence.go("b", 2)
    house.tables.note_who_left()
    row = house.tables.around(around.table).scene.rows[0]
    assert (row.seen, row.delivered) == (house.clock[0] + 3, 7)


def test_of_two_processes_each_knows_who_is_with_the_other(new_house: Callable[..., House]) -> None:
    house = new_house()
    around = Around(house, house.game())
    around.come(0, 1)
    other = new_house()
    for _ in range(9):
        around.wait(GRACE / 3)
        around.presence.remind()
        house.tables.note_who_left()
        assert [seat.away for seat in other.tables.room(around.table).seats] == [None, None]
    around.wait()
    assert None not in [seat.away for seat in other.tables.room(around.table).seats]
    assert [seat.away for seat in around.room.seats] == [None, None]


def test_what_could_not_be_written_is_written_later(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    around = Around(house, house.game())
    around.come(0)
    around.go(0)
    with monkeypatch.context() as patch:
        patch.setattr(house.tables.ground.database, "write", lambda: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            house.tables.note_who_left()
    assert around.presence.unwritten
    house.tables.note_who_left()
    assert house.tables.around(around.table).scene.rows[0].seen == house.clock[0]


def test_memory_keeps_only_who_was_there_lately() -> None:
    clock = [1000.0]
    presence = Presence(lambda: clock[0], lambda: clock[0], GRACE)
    for n in range(50):
        presence.come(n, f"table {n}", f"guest {n}", [0])
        presence.go(n)
        presence.notice(f"table {n}", None, "someone")
    clock[0] += 3600  # when a guest was last here is asked for longer than who is away
    presence.come("x", "here", "me", [1])
    presence.take()
    assert list(presence._tables) == ["here"]
    assert presence.at("table 3").last_seats == {}


def test_who_plays_without_a_tab_is_not_away_while_they_play(house: House) -> None:
    around = Around(house, house.game())
    around.come(0)
    for _ in range(10):
        around.wait(GRACE / 2)
        house.tables.noticed(around.table, 1, None)
        assert around.seat(1).away is None
    assert not around.seat(1).present
    told: list[str] = []
    house.tables.listen(lambda table, what: told.append(table))
    house.tables.noticed(around.table, 1, None)
    assert told == []
    around.wait()
    assert around.seat(1).away is not None
    house.tables.noticed(around.table, 1, None)
    assert told == [around.table], "everybody hears that they are back"
    house.tables.noticed(around.table, 0, None)
    assert told == [around.table], "who has a tab is no news"


def test_signs_of_who_has_no_tab_are_written_down_again_and_again(house: House) -> None:
    """However often they give one: else a restart would take them for gone since the first."""
    around = Around(house, house.game())
    written: list[float] = []
    for _ in range(7):
        around.presence.notice(around.table, 1)
        written += [left.seen - house.clock[0] for left in around.presence.take().values()]
        around.wait(10)
    assert written == [0.0] * 4, "every 20 seconds"
    around.wait(3600)
    around.presence.take()
    assert around.table not in around.presence._tables


def test_time_alone_changes_the_room_and_it_says_when(house: House) -> None:
    around = Around(house, house.game())
    assert house.tables.around(around.table).seconds == pytest.approx(GRACE, abs=0.1)
    around.come(0, 1)
    assert house.tables.around(around.table).seconds is None
    around.go(1)
    around.wait(40)
    assert house.tables.around(around.table).seconds == pytest.approx(20, abs=0.1)
    around.wait(20)
    # Who is away is waited for in votes until they have been gone for long.
    assert house.tables.around(around.table).seconds == pytest.approx(LONG - GRACE, abs=0.1)
    around.wait(LONG - GRACE)
    assert house.tables.around(around.table).seconds is None
    house.tables.close_table(around.game.people[0], around.table)
    assert house.tables.around(around.table).seconds is None


# The host's rights


def test_the_rights_pass_to_the_first_who_is_there_and_back(house: House) -> None:
    around = away(house, gone=0, seats=3)
    ana, bo, cy = around.game.people
    around.go(1)
    around.wait(10)
    assert around.room.host == 1  # for a moment gone is not away, but somebody who is noticed is there
    around.wait()
    assert around.room.host == 2
    assert [house.tables.around(around.table).standing(each).host for each in (ana, bo, cy)] == [
        False,
        False,
        True,
    ]
    around.come(1)
    assert around.room.host == 1
    around.come(0)
    assert around.room.host == 0
    around.go(0, 1, 2)
    around.wait()
    assert around.room.host == 0, "nobody is there: they are the host's again"


def test_a_host_who_only_watches_holds_them_while_there(house: House) -> None:
    host, bo = house.guest("Host"), house.guest("Bo")
    table = house.tables.create(host, "stir", {}, [OPEN, bot()], b"nonce of 0").table
    token = house.tables.sit(bo, table, 0, b"nonce of 1")
    presence = house.tables.ground.presence
    presence.come("host", table, host, [])
    presence.come("bo", table, bo, [0])
    house.clock[0] += 1000
    assert house.tables.room(table).host is None
    assert house.tables.around(table).standing(host) == Standing([], True, closing="now")
    with pytest.raises(NotHost):
        house.tables.start(bo, table)
    presence.go("host")
    house.clock[0] += GRACE - 1
    with pytest.raises(NotHost):
        house.tables.start(bo, table)
    house.clock[0] += 1
    assert house.tables.room(table).host == 0
    house.tables.start(bo, table)
    assert house.tables.seat_of(table, token) == 0


def test_who_stands_in_arranges_the_waiting_room(house: House) -> None:
    around = Around(house, house.open(seats=3))
    ana, bo, cy = around.game.people
    around.come(0, 1, 2)
    around.go(0)
    around.wait()
    with pytest.raises(NotHost):
        house.tables.arrange(cy, around.table, 0, OPEN)
    house.tables.arrange(bo, around.table, 0, bot())  # the host's own, who is not there
    house.tables.arrange(bo, around.table, 2, SeatPlan("bot", "random"))
    assert [seat.kind for seat in around.room.seats] == ["bot", "human", "bot"]
    house.tables.start(bo, around.table)
    # The host is the host again as soon as they are there, or ask for something.
    assert around.room.host == 1
    around.watch(ana)
    assert around.room.host is None
    assert house.tables.around(around.table).standing(ana).host


def test_whoever_was_host_may_start_without_a_tab(house: House) -> None:
    around = Around(house, house.open())
    around.come(1)
    around.wait(1000)
    assert around.room.host == 1
    house.tables.start(around.game.people[0], around.table)
