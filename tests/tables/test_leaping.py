"""The wall clock is set while people play: who is away, what is proposed and links do not go by it."""

from collections.abc import Callable

import pytest
from sqlalchemy import select

from potluck.tables.presence import Presence
from potluck.tables.refusals import LinkVoid, NotHost, ProposalGone, SeatPresent
from potluck.tables.schema import links, seats, votes

from .absent import GRACE, LONG, Around
from .house import House

DAY, HOUR = 86400.0, 3600.0
LEAPS = [pytest.param(HOUR, id="ahead"), pytest.param(-DAY, id="back")]


def close(around: Around, seat: int) -> bool:
    return around.house.tables.close_table(around.game.people[seat], around.table)


@pytest.fixture
def around(house: House) -> Around:
    """Three play, all of them there."""
    found = Around(house, house.game("stir", 3))
    found.come(0, 1, 2)
    return found


@pytest.mark.parametrize("leap", LEAPS)
def test_a_leap_just_after_the_start_makes_nobody_away(new_house: Callable[..., House], leap: float) -> None:
    before = Around(new_house(), new_house().game("stir", 3))
    before.come(0, 1, 2)
    before.go(0, 1, 2)
    before.house.tables.note_who_left()
    before.wait(1000)
    house = new_house()
    around = Around(house, before.game)
    around.wait(5)
    around.come(0)
    house.leap(leap)
    assert [seat.away for seat in around.room.seats] == [None] * 3
    with pytest.raises(SeatPresent):
        around.hand(1, by=0)
    assert not close(around, 0)
    assert around.proposal().needed == 2
    assert around.room.status == "playing"
    around.wait(GRACE - 1)
    assert [seat.away for seat in around.room.seats] == [None] * 3
    around.wait(1)
    assert [seat.away is None for seat in around.room.seats] == [True, False, False]
    around.wait(LONG - GRACE - 1)
    assert not close(around, 0)
    around.wait(1)
    assert close(around, 0)


@pytest.mark.parametrize("leap", LEAPS)
def test_a_leap_with_everybody_there_changes_nothing(around: Around, leap: float) -> None:
    around.house.leap(leap)
    assert [seat.away for seat in around.room.seats] == [None] * 3
    around.go(2)
    left = around.house.clock[0]
    around.wait(GRACE - 1)
    assert around.seat(2).away is None
    around.wait(1)
    assert around.seat(2).away == int(left), "told by the wall clock of now"
    assert around.hand(2, by=0)


@pytest.mark.parametrize("leap", LEAPS)
def test_who_left_before_a_leap_is_away_a_grace_after_it_and_no_later(around: Around, leap: float) -> None:
    around.go(2)
    around.wait(40)
    around.house.tables.note_who_left()
    around.house.leap(leap)
    assert around.seat(2).away is None
    around.wait(GRACE - 1)
    assert around.seat(2).away is None
    around.wait(1)
    assert around.seat(2).away == int(around.house.clock[0] - GRACE - 40)
    around.wait(LONG - GRACE)
    around.go(1)
    assert not close(around, 0)
    assert around.proposal().needed == 2, "of Ada and Bo"


def test_who_left_after_a_clock_was_set_back_is_not_gone_for_long_at_once(around: Around) -> None:
    """Their row keeps the later time; how long they have been gone is remembered all the same."""
    around.go(1, 2)
    around.house.tables.note_who_left()
    around.come(1, 2)
    around.house.leap(-DAY)
    around.wait(2 * LONG)
    around.go(1, 2)
    around.house.tables.note_who_left()
    around.wait(2 * GRACE)
    around.house.tables.note_who_left()
    assert not close(around, 0)
    assert around.proposal().needed == 2


@pytest.mark.parametrize(("by", "later"), [(20.0, 0.0), (-20.0, 20.0)])
def test_a_clock_that_is_only_corrected_is_no_leap(around: Around, by: float, later: float) -> None:
    """Everybody does not count anew; what a row says may be late by as much as was corrected."""
    around.go(2)
    around.wait(30)
    around.house.leap(by)
    around.wait(29 + later)
    assert around.seat(2).away is None
    around.wait(1)
    assert around.seat(2).away == int(around.house.clock[0] - GRACE)


def test_the_hosts_rights_do_not_pass_by_a_leap(house: House) -> None:
    around = Around(house, house.open())
    around.come(0, 1)
    around.go(0)
    around.wait(5)
    house.leap(HOUR)
    assert around.room.host == 0
    with pytest.raises(NotHost):
        close(around, 1)
    around.wait(GRACE)
    assert around.room.host == 1


def test_a_steady_clock_may_have_just_begun() -> None:
    """Who has never been noticed is not taken for somebody noticed at its zero."""
    ticks = [3.0]
    presence = Presence(lambda: 1e9 + ticks[0], lambda: ticks[0], GRACE)
    assert not presence.notice("table", 0, "guest")
    assert [(left.seen, left.sent) for left in presence.take().values()] == [(1e9 + 3, 0)]
    here = presence.at("other")
    assert not here.about(0, None)
    assert not here.with_us("guest")
    assert here.gone(0, None) == here.began == 1e9 + 3


@pytest.mark.parametrize("leap", LEAPS)
def test_a_leap_lets_a_proposal_lapse(around: Around, leap: float) -> None:
    assert not close(around, 0)
    around.wait(30)
    around.house.leap(leap)
    assert around.room.proposals == []
    with pytest.raises(ProposalGone):
        around.house.tables.vote(around.game.people[1], around.table, "close", None, True)
    assert not close(around, 1), "a voice from before counts no longer"
    assert around.proposal().by == [1]
    assert close(around, 0)


def test_no_proposal_outlives_a_clock_set_back_a_little(around: Around) -> None:
    """What was cast by the other clock may stand for its ten minutes, not for longer."""
    assert not close(around, 0)
    around.wait(500)
    around.house.leap(-400)
    around.wait(600)
    assert around.room.proposals == []


def test_a_voice_of_a_clock_set_back_is_given_anew(around: Around) -> None:
    assert not close(around, 0)
    around.house.leap(-DAY)
    assert not close(around, 1)
    around.wait(1)
    assert not around.house.tables.vote(around.game.people[0], around.table, "close", None, False)
    assert around.proposal().against == [0]


@pytest.mark.parametrize("leap", LEAPS)
def test_a_leap_makes_links_void(around: Around, leap: float) -> None:
    tables, game = around.house.tables, around.game
    around.go(2)
    around.wait()
    place = around.offer(2, by=0)
    assert place is not None
    codes = [place, tables.link(around.table, game.tokens[1])]
    for code in codes:
        assert tables.linked(None, code).table == around.table
    around.house.leap(leap)
    around.wait()
    for code in codes:
        with pytest.raises(LinkVoid):
            tables.linked(None, code)
        with pytest.raises(LinkVoid):
            tables.redeem(around.house.guest("Eve"), code)
    code = tables.link(around.table, game.tokens[1])
    assert tables.redeem(game.people[1], code).seat == 1


def test_what_a_clock_set_back_wrote_does_not_come_true_later(around: Around) -> None:
    tables = around.house.tables
    assert not close(around, 0)
    tables.link(around.table, around.game.tokens[1])
    around.go(2)
    tables.note_who_left()
    tables.sweep()

    def stored() -> list[int]:
        with tables.ground.database.read() as connection:
            return [
                len(connection.execute(select(links.c.code)).all()),
                len(connection.execute(select(votes.c.about)).all()),
                len(connection.execute(select(seats.c.seat).where(seats.c.seen.is_not(None))).all()),
            ]

    there = stored()
    assert there[:2] == [1, 1]
    assert there[2] >= 1
    around.house.leap(-DAY)
    tables.sweep()
    assert stored() == [0, 0, 0]
    assert around.seat(2).away is None
    around.wait(DAY + 1)
    assert around.room.proposals == []
    assert around.seat(2).away is not None
