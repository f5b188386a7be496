"""Where only some events are told once: those once, what stays of them afterwards, all others always."""

from collections.abc import Callable

from .house import House, keys, told


def lidded(house: House) -> str:
    """Three spoons in and the turn over, in a game where it is told once into which pot."""
    table = house.game(lid=True).table
    house.move(table, 0, "put a", "hide", "put b", "roll")
    return table


def test_the_room_says_so(house: House) -> None:
    assert house.tables.room(lidded(house)).forgets
    assert not house.tables.room(house.game().table).forgets
    assert house.tables.room(house.open(lid=True).table).forgets


def test_until_it_was_shown_it_is_told_and_then_what_stays_of_it(new_house: Callable[..., House]) -> None:
    house = new_house()
    table = lidded(house)
    assert keys(house.look(table, 1)) == ["put", "put", "roll"]
    first = house.look(table, 1).events[0]
    assert (first.args, first.once, first.kept.key, first.kept.args) == (
        {"seat": 0, "pot": 0}, True, "stir.event.stirred", {"seat": 0},
    )  # fmt: skip
    house.tables.acknowledge(table, 1, 1)
    for again in (house, new_house()):
        look = again.look(table, 1)
        assert (look.first, keys(look)) == (0, ["stirred", "put", "roll"])
        assert (look.events[0].args, look.events[0].once) == ({"seat": 0}, False)
    house.tables.acknowledge(table, 1, 3)
    assert keys(house.look(table, 1)) == ["stirred", "stirred", "roll"]
    assert keys(house.look(table, 1, 1)) == ["stirred", "roll"]
    assert keys(house.look(table, 0)) == ["put", "hid", "put", "roll"]


def test_the_browsers_own_count_counts_too(house: House) -> None:
    table = lidded(house)
    look = house.tables.look(table, 1, 0, 1)
    assert look is not None
    assert keys(look) == ["stirred", "put", "roll"]
    house.tables.acknowledge(table, 1, 2)
    again = house.tables.look(table, 1, 0, 1)
    assert again is not None
    assert keys(again) == ["stirred", "stirred", "roll"]
    assert keys(house.tables.look(table, 1, 0, 10**9)) == ["stirred", "stirred", "roll"]  # type: ignore[arg-type]


def test_spectators_hear_what_happens_while_they_are_there(house: House) -> None:
    table = lidded(house)
    assert keys(house.look(table)) == ["stirred", "stirred", "roll"]
    looks = told(house, table, (None, 1, False), (None, 3, False))
    assert [keys(look) for look in looks] == [["put", "roll"], []]


def test_what_leaves_nothing_is_a_hole_and_holes_in_front_are_cut_off(house: House) -> None:
    table = house.game("forget").table
    house.move(table, 0, "put a", "put b")
    house.undo(table, 0)
    house.move(table, 0, "roll")
    house.tables.acknowledge(table, 1, 4)
    look = house.look(table, 1)
    assert (look.first, look.events) == (4, [])
    house.move(table, 0, "done")
    look = house.look(table, 1)
    assert (look.first, keys(look)) == (4, ["done"])


def test_an_undo_stays_told_where_something_stays_of_what_it_takes_back(house: House) -> None:
    table = house.game(lid=True).table
    house.move(table, 0, "put a")
    house.undo(table, 0)
    house.tables.acknowledge(table, 1, 2)
    assert keys(house.look(table, 1)) == ["stirred", "undo"]


def test_a_bot_is_told_everything(house: House) -> None:
    table = lidded(house)
    house.tables.acknowledge(table, 1, 3)
    with house.tables.ground.games.use(table) as playing:
        assert [event.key for event in playing.vantage(1).kept] == [
            "stir.event.put", "stir.event.put", "stir.event.roll",
        ]  # fmt: skip
        assert all(event.once for event in playing.vantage(1).kept[:2])


def test_once_the_game_is_over_everything_stays_told(new_house: Callable[..., House]) -> None:
    house = new_house()
    game = house.game(lid=True)
    house.move(game.table, 0, "put a", "hide", "put b", "roll")
    house.tables.acknowledge(game.table, 1, 2)
    assert keys(house.look(game.table, 1)) == ["stirred", "stirred", "roll"]
    house.tables.end(game.table)
    for again in (house, new_house()):
        shown = again.look(game.table, 1)
        assert keys(shown) == ["put", "put", "roll", "closed"]
        assert (shown.events[0].args, shown.events[0].once) == ({"seat": 0, "pot": 0}, False)
        # Nobody is told of it what they could not know: where the first seat hid something stays with it.
        assert keys(again.look(game.table)) == ["put", "put", "roll", "closed"]
        assert keys(again.look(game.table, 0)) == ["put", "hid", "put", "roll", "closed"]
