"""A seat whose proof is lost, a table that is given up, a link that is looked at before it is used."""

from collections.abc import Callable

import pytest

from potluck.tables.refusals import (
    GuestUnknown,
    LinkVoid,
    NotHost,
    SeatNotYours,
    SeatTokenWrong,
    SeatUnknown,
    TableClosed,
    TableOver,
    TableUnknown,
    TooManyTables,
)
from potluck.tables.room import SeatPlan
from potluck.tables.service import LinkedSeat, Standing
from potluck.tables.table_rows import change

from .house import ME, OPEN, Game, House, bot, broken

DAY = 24 * 3600.0
HERE = SeatPlan("here", name="Ben")


def seated(house: House, table: str, token: str) -> int | None:
    return house.tables.seat_of(table, token)


@pytest.mark.parametrize("begun", [False, True])
def test_who_lost_the_token_takes_the_seat_back(house: House, begun: bool) -> None:
    game = house.game() if begun else house.open()
    code = house.tables.link(game.table, game.tokens[1])
    token = house.tables.reclaim(game.people[1], game.table, 1)
    assert seated(house, game.table, token) == 1
    with pytest.raises(SeatTokenWrong):
        seated(house, game.table, game.tokens[1])
    with pytest.raises(LinkVoid):  # made with the token that is void
        house.tables.redeem(house.guest(), code)
    assert seated(house, game.table, game.tokens[0]) == 0
    assert [each.table for each in house.tables.mine(game.people[1])] == [game.table]


def test_seats_beside_the_guest_come_back_too(house: House) -> None:
    ana = house.guest("Ana")
    made = house.tables.create(ana, "stir", {}, [ME, HERE], b"nonce of 0")
    house.tables.start(ana, made.table)
    token = house.tables.reclaim(ana, made.table, 1)
    assert seated(house, made.table, token) == 1
    assert [seat.name for seat in house.tables.room(made.table).seats] == ["Ana", "Ben"]


def test_nobody_takes_a_seat_that_is_not_theirs(house: House) -> None:
    host = house.guest()
    made = house.tables.create(host, "stir", {}, [ME, bot(), OPEN], b"nonce of 0")
    for seat in (1, 2):
        with pytest.raises(SeatNotYours):
            house.tables.reclaim(host, made.table, seat)
    with pytest.raises(SeatUnknown):
        house.tables.reclaim(host, made.table, 3)
    with pytest.raises(SeatNotYours):
        house.tables.reclaim(house.guest(), made.table, 0)
    with pytest.raises(GuestUnknown):
        house.tables.reclaim("nobody", made.table, 0)
    with pytest.raises(TableUnknown):
        house.tables.reclaim(host, "nowhere", 0)
    assert made.seat_token is not None
    assert seated(house, made.table, made.seat_token) == 0


def test_a_seat_that_was_given_away_is_not_taken_back(house: House) -> None:
    game, friend = house.game(), house.guest("Cy")
    moved = house.tables.redeem(friend, house.tables.link(game.table, game.tokens[1]))
    with pytest.raises(SeatNotYours):
        house.tables.reclaim(game.people[1], game.table, 1)
    assert seated(house, game.table, moved.seat_token) == 1


def test_standing_is_each_guests_own(house: House) -> None:
    ana = house.guest("Ana")
    made = house.tables.create(ana, "stir", {}, [ME, OPEN, HERE], b"nonce of 0")
    ben = house.guest("Ben")
    house.tables.sit(ben, made.table, 1, b"nonce of 1")
    assert house.tables.around(made.table).standing(ana) == Standing([0, 2], True, closing="now")
    assert house.tables.around(made.table).standing(ben) == Standing([1], False)
    assert house.tables.around(made.table).standing(None) == Standing([], False)


def test_a_link_tells_what_it_would_do_and_stays_good(house: House) -> None:
    game = house.game()
    code = house.tables.link(game.table, game.tokens[0])
    told = [house.tables.linked(guest, code) for guest in (None, *game.people)]
    assert told == [
        LinkedSeat(game.table, "stir", "Guest 0", False, []),
        LinkedSeat(game.table, "stir", "Guest 0", True, []),
        LinkedSeat(game.table, "stir", "Guest 0", False, ["Guest 1"]),
    ]
    # Who sits here already plays both, and the table keeps a host who is there.
    token = house.tables.redeem(game.people[1], code).seat_token
    assert house.tables.around(game.table).standing(game.people[1]) == Standing(
        [0, 1], True, [], ["close"], "now"
    )
    assert house.tables.around(game.table).standing(game.people[0]) == Standing([], False)
    assert house.tables.room(game.table).host == 1
    assert [seated(house, game.table, each) for each in (token, game.tokens[1])] == [0, 1]
    with pytest.raises(LinkVoid):
        house.tables.linked(None, code)


def everything(house: House, game: Game) -> list[Callable[[], object]]:
    tables, table = house.tables, game.table
    return [
        lambda: tables.room(table),
        lambda: tables.look(table, 0, 0),
        lambda: tables.submit(table, 0, "id", 1, ["x"]),
        lambda: tables.sit(game.people[0], table, 0, b"nonce of 0"),
        lambda: tables.start(game.people[0], table),
        lambda: tables.link(table, game.tokens[0]),
        lambda: tables.say(table, game.people[0], 0, "id", "hello"),
        lambda: tables.chat(table, 0),
        lambda: tables.reclaim(game.people[0], table, 0),
        lambda: tables.around(table).standing(game.people[0]),
        lambda: tables.bots_due(table),
        lambda: tables.close_table(game.people[0], table),
    ]


@pytest.mark.parametrize("begun", [False, True])
def test_a_closed_table_opens_for_nobody_and_is_swept(house: House, begun: bool) -> None:
    """One in progress is ended instead; older versions closed it."""
    game = house.game() if begun else house.open()
    code = house.tables.link(game.table, game.tokens[1])
    told: list[tuple[str, frozenset[str]]] = []
    house.tables.listen(lambda table, what: told.append((table, what)))
    if begun:
        with house.tables.ground.database.write() as connection:
            change(connection, game.table, closed=house.clock[0])
    else:
        house.tables.close_table(game.people[0], game.table)
        assert told == [(game.table, frozenset({"look", "room"}))]
    for ask in everything(house, game):
        with pytest.raises(TableClosed):
            ask()
    with pytest.raises(TableClosed):
        house.tables.redeem(house.guest(), code)
    assert [house.tables.mine(each) for each in game.people] == [[], []]
    assert set(house.tables.counts().values()) == {0}
    assert broken(house.tables) == []
    assert house.sweep() == 0
    house.clock[0] += DAY + 1
    assert house.sweep() == 1
    with pytest.raises(TableUnknown):
        house.tables.room(game.table)


def test_only_the_host_or_who_plays_bots_closes(house: House) -> None:
    game = house.open()
    for stranger in (game.people[1], house.guest()):
        with pytest.raises(NotHost):
            house.tables.close_table(stranger, game.table)
    house.tables.start(game.people[0], game.table)
    # A host who made a table for somebody else and bots: both may close it.
    host, ben = house.guest(), house.guest("Ben")
    made = house.tables.create(host, "stir", {}, [OPEN, bot(), OPEN], b"nonce of 0")
    house.tables.sit(ben, made.table, 0, b"nonce of 1")
    with pytest.raises(NotHost):  # the open seat is for somebody
        house.tables.close_table(ben, made.table)
    house.tables.arrange(host, made.table, 2, bot())
    house.tables.close_table(ben, made.table)
    assert house.tables.mine(host) == []


def test_a_finished_game_is_not_closed(house: House) -> None:
    game = house.game(turns=2)
    for seat in (0, 1):
        house.move(game.table, seat, "done")
    with pytest.raises(TableOver):
        house.tables.close_table(game.people[0], game.table)
    # A rematch that is closed can be asked for again.
    again = house.tables.rematch(game.people[0], game.table, game.tokens[0])
    house.tables.close_table(game.people[0], again)
    assert house.tables.room(game.table).rematch is None
    assert house.tables.rematch(game.people[0], game.table, game.tokens[0]) != again


def test_closed_and_forgotten_tables_do_not_count(new_house: Callable[..., House]) -> None:
    house = new_house(tables_unfinished=2, tables_per_hour=100)
    host = house.guest()

    def make() -> str:
        return house.tables.create(host, "stir", {}, [ME, bot()], b"nonce of 0").table

    first = make()
    make()
    with pytest.raises(TooManyTables):
        make()
    house.tables.close_table(host, first)
    make()
    with pytest.raises(TooManyTables):
        make()
    house.clock[0] += DAY + 1
    make()
