"""A game is ended by those who play it: at once who is alone with bots, else by a vote."""

import pytest

from potluck.tables import log
from potluck.tables.refusals import NotHost, NotSeated, TableClosed, TableOver
from potluck.tables.room import Ended, Proposal

from .absent import GRACE, LONG, Around, away
from .house import ME, OPEN, Game, House, bot
from .test_coming_back import replaced_by_dora


def close(around: Around, seat: int) -> bool:
    return around.house.tables.close_table(around.game.people[seat], around.table)


def test_most_of_those_who_play_have_to_be_for_it(house: House) -> None:
    around = Around(house, house.game("chef_alfredo", 4))
    around.come(0, 1, 2, 3)
    assert not close(around, 0), "the host is one of them"
    assert around.proposal() == Proposal("close", None, None, [0], [], 3, int(house.clock[0] + 600))
    assert not close(around, 0), "a voice counts once"
    assert not house.tables.vote(around.game.people[1], around.table, "close", None, False)
    assert not close(around, 2)
    assert (around.proposal().by, around.proposal().against) == ([0, 2], [1])
    assert around.room.ended is None
    assert house.tables.vote(around.game.people[1], around.table, "close", None, True)
    assert around.room.status == "over"
    assert around.room.ended == Ended("closed", [0] * 4, [1] * 4)
    assert around.room.proposals == []
    with pytest.raises(TableOver):
        close(around, 3)
    assert house.tables.record(around.table)


def test_of_two_both_have_to_be_for_it(house: House) -> None:
    around = Around(house, house.game())
    around.come(0, 1)
    assert not close(around, 1)
    house.tables.vote(around.game.people[0], around.table, "close", None, False)
    assert around.room.proposals == [], "it cannot be carried"
    assert not close(around, 1)
    assert close(around, 0)


def test_who_is_away_for_a_while_is_waited_for_and_who_is_for_long_is_not(house: House) -> None:
    around = away(house, gone=2, seats=3)
    assert not close(around, 0)
    assert around.proposal().needed == 2
    assert around.proposal().awaited == [2]
    around.go(1)
    around.wait(600)
    assert around.proposal().awaited == [1, 2], "it stands while somebody is waited for"
    around.wait(LONG - 600 - GRACE)
    assert house.tables.around(around.table).room.proposals[0].needed == 2
    assert house.tables.around(around.table).seconds == pytest.approx(60, abs=0.1)
    around.wait(60)
    assert house.tables.around(around.table).due, "the others have been gone for long by now"
    house.tables.settle(around.table)
    assert around.room.status == "over"


def test_nobody_is_waited_for_on_a_seat_that_was_always_a_bots_or_was_given_up(house: House) -> None:
    people = [house.guest(f"Guest {seat}") for seat in range(3)]
    made = house.tables.create(people[0], "chef_alfredo", {}, [ME, OPEN, OPEN, bot()], b"nonce of 0")
    tokens = [house.tables.sit(people[seat], made.table, seat, b"nonce of 1") for seat in (1, 2)]
    house.tables.start(people[0], made.table)
    around = Around(house, Game(made.table, people, []))
    around.come(0, 1, 2)
    house.tables.concede(made.table, tokens[-1])
    around.go(2)
    around.wait(1)
    assert not close(around, 0)
    assert around.proposal().until == house.clock[0] + 600


def test_after_a_restart_nobody_has_been_gone_for_long(house: House) -> None:
    around = Around(house, house.game())
    around.come(0)
    around.wait(LONG - 1)
    assert not close(around, 0)
    around.wait(1)
    assert close(around, 0)


def test_who_was_replaced_just_now_is_waited_for(house: House) -> None:
    """To be gone for a minute is no leave to end their game."""
    around = away(house)
    around.hand(1, by=0)
    assert not close(around, 0)
    assert around.proposal().needed == 2
    around.back(1)
    assert around.proposal().needed == 2
    around.wait(1)
    around.come(1)
    assert house.tables.vote(around.game.people[1], around.table, "close", None, True)


@pytest.mark.parametrize("conceded", [False, True])
def test_alone_with_bots_it_ends_at_once(house: House, conceded: bool) -> None:
    around = away(house)
    if conceded:
        around.come(1)
        house.tables.concede(around.table, around.game.tokens[1])
    else:
        around.hand(1, by=0)
        around.wait(LONG)
    assert close(around, 0)
    assert around.room.status == "over"


def test_who_sits_nowhere_has_no_voice(house: House) -> None:
    around = Around(house, house.game())
    around.come(0, 1)
    stranger = house.guest("Eve")
    around.watch(stranger)
    for guest in (stranger, "nobody"):
        with pytest.raises(NotSeated):
            house.tables.close_table(guest, around.table)
    assert around.room.proposals == []
    close(around, 0)
    with pytest.raises(NotSeated):
        house.tables.vote(stranger, around.table, "close", None, True)


def test_a_host_who_only_watches_ends_a_game_that_nobody_plays(house: House) -> None:
    host, bo = house.guest("Host"), house.guest("Bo")
    table = house.tables.create(host, "stir", {}, [OPEN, bot()], b"nonce of 0").table
    token = house.tables.sit(bo, table, 0, b"nonce of 1")
    house.tables.start(host, table)
    with pytest.raises(NotSeated):
        house.tables.close_table(host, table)
    house.clock[0] += LONG
    assert house.tables.close_table(host, table)
    assert house.tables.seat_of(table, token) == 0
    # Bots alone, too.
    table = house.tables.create(host, "stir", {}, [bot(), bot()], b"nonce of 0").table
    house.tables.start(host, table)
    with pytest.raises(NotSeated):
        house.tables.close_table(bo, table)
    assert house.tables.close_table(host, table)


def test_one_who_plays_two_seats_is_one_of_two(house: House) -> None:
    game = house.game(seats=3)
    moved = house.tables.redeem(game.people[1], house.tables.link(game.table, game.tokens[2]))
    around = Around(house, Game(game.table, [game.people[0], game.people[1], game.people[1]], []))
    around.come(0, 1, 2)
    assert moved.seat == 2
    assert not close(around, 1)
    assert (around.proposal().by, around.proposal().needed) == ([1], 2)
    assert close(around, 0)


@pytest.mark.parametrize("seats", [2, 3])
def test_whoever_sat_there_ends_a_game_that_nobody_plays_any_more(house: House, seats: int) -> None:
    """The host went home, the others gave up: nobody is left who could be asked."""
    around = away(house, gone=0, seats=seats)
    for seat in range(1, seats):
        house.tables.concede(around.table, around.game.tokens[seat])
    with pytest.raises(NotSeated):
        close(around, 1)
    around.wait(LONG)
    assert around.room.ended is None
    with pytest.raises(NotSeated):
        house.tables.close_table(house.guest("Eve"), around.table)
    assert close(around, seats - 1)
    assert around.room.status == "over"
    assert house.tables.record(around.table, around.game.people[1])


def test_what_was_wished_by_who_gave_up_is_done_once_nobody_is_left(house: House) -> None:
    around = away(house, gone=0, seats=3)
    around.wait(LONG - GRACE - 10)
    around.come(1, 2)
    assert not close(around, 1)
    for seat in (1, 2):
        house.tables.concede(around.table, around.game.tokens[seat])
    assert not house.tables.around(around.table).due
    around.wait(10)
    assert house.tables.around(around.table).due
    house.tables.settle(around.table)
    assert around.room.status == "over"


def test_who_stands_in_has_no_voice_while_the_owner_is_waited_for(house: House) -> None:
    """Else the host's own second browser could end everybody's game with them."""
    around, dora, _ = replaced_by_dora(house, seats=2)
    assert not close(around, 0)
    assert (around.proposal().by, around.proposal().needed) == ([0], 2)
    with pytest.raises(NotSeated):
        house.tables.vote(dora, around.table, "close", None, True)
    around.watch(around.game.people[1])
    assert not house.tables.vote(around.game.people[1], around.table, "close", None, False)
    assert around.room.proposals == []
    assert close(around, 1)
    assert around.room.status == "over"


def test_once_the_owner_has_been_gone_for_long_who_stands_in_speaks(house: House) -> None:
    around, dora, _ = replaced_by_dora(house, seats=2)
    assert not close(around, 0), "long before: what those who are here agree on does not get too old to pass"
    around.wait(LONG - GRACE - 10)
    house.tables.note_who_left()
    with pytest.raises(NotSeated):
        house.tables.close_table(dora, around.table)
    assert around.proposal().awaited == [1]
    assert house.tables.around(around.table).seconds == pytest.approx(10, abs=0.1)
    around.wait(10)
    assert house.tables.vote(dora, around.table, "close", None, True)
    assert around.room.status == "over"


def test_two_votes_at_once_end_it_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    around = Around(house, house.game("stir", 3))
    around.come(0, 1, 2)
    close(around, 0)
    append = log.append

    def meanwhile(*args: object) -> None:
        monkeypatch.setattr(log, "append", append)
        assert close(around, 2)
        append(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(log, "append", meanwhile)
    assert close(around, 1)
    entries = log.read(house.tables.ground.database, around.table, 1)
    assert len(entries) == 1


def test_a_vote_is_taken_back_while_the_end_is_being_written(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    around = Around(house, house.game("stir", 3))
    around.come(0, 1, 2)
    close(around, 0)
    append = log.append

    def meanwhile(*args: object) -> None:
        monkeypatch.setattr(log, "append", append)
        house.tables.vote(around.game.people[0], around.table, "close", None, False)
        append(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(log, "append", meanwhile)
    close(around, 1)
    assert around.room.status == "playing"


# Before the start


def test_before_the_start_who_holds_the_hosts_rights_gives_the_table_up(house: House) -> None:
    around = Around(house, house.open())
    around.come(0, 1)
    with pytest.raises(NotHost):
        close(around, 1)
    around.go(0)
    around.wait(GRACE)
    assert close(around, 1)
    with pytest.raises(TableClosed):
        house.tables.room(around.table)


def test_a_table_for_bots_and_oneself_is_given_up_by_oneself(house: House) -> None:
    ada = house.guest()
    table = house.tables.create(ada, "stir", {}, [ME, bot()], b"nonce of 0").table
    assert house.tables.close_table(ada, table)
    assert house.tables.mine(ada) == []
