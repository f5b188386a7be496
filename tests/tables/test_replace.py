"""A seat's player is replaced in mid-game: a bot goes on from the seat's stream, and a person comes back."""

from collections.abc import Callable

import pytest

from potluck.play.record import PlayerChange, Record, verify
from potluck.tables import log
from potluck.tables.control import Handing, Unchanged, change_player
from potluck.tables.log import Control
from potluck.tables.refusals import (
    LevelUnknown,
    SeatNotYours,
    SeatTokenWrong,
    SeatUnknown,
    TableNotStarted,
    TableOver,
)
from potluck.tables.room import SeatInfo, UndoInfo

from .house import Game, House, broken, keys, submit_as_bot, to_bot, to_owner
from .stir import DONE, PUT, Stir
from .test_bots import Head, drive

VIEWERS = (0, 1, None)


def replaced(house: House, level: str = "random", seat: int = 1) -> Game:
    """A game in which a bot has taken a seat over after two moves."""
    game = house.game()
    house.move(game.table, 0, "put a", "hide", "done")
    house.move(game.table, 1, "hide", "put b")
    to_bot(house.tables, game.table, seat, level)
    return game


def test_the_room_shows_a_bot_and_its_level(house: House) -> None:
    game = replaced(house)
    room = house.tables.room(game.table)
    assert room.seats[1] == SeatInfo("bot", None, "random", True, owner="Guest 1")
    assert room.seats[0].kind == "human"
    assert room.status == "playing"


def test_no_version_and_no_look_changes(house: House) -> None:
    game = house.game()
    house.move(game.table, 0, "put a", "hide")
    before = [house.look(game.table, viewer) for viewer in VIEWERS]
    told: list[tuple[str, frozenset[str]]] = []
    house.tables.listen(lambda table, what: told.append((table, what)))
    to_bot(house.tables, game.table, 1, "random")
    assert [house.look(game.table, viewer) for viewer in VIEWERS] == before
    assert told == [(game.table, frozenset(("look", "room")))]


def test_the_bot_is_due_and_has_been_told_what_the_seat_was_told(house: House) -> None:
    game = replaced(house, "steady")
    [due] = house.tables.bots_due(game.table)
    assert (due.whose.seat, due.whose.level, due.free) == (1, "steady", False)
    assert [event.key.rpartition(".")[2] for event in due.events] == ["put", "done", "hid", "put"]
    assert due.version == house.look(game.table, 1).version
    assert house.tables.has_bots(game.table)
    assert house.tables.playing() == [game.table]


def test_a_running_driver_asks_it_at_once(house: House) -> None:
    game = house.game(turns=2)
    house.move(game.table, 0, "done")
    done = iter([PUT, DONE])
    drive(
        house,
        lambda: house.tables.room(game.table).status == "over" or replacing(house, game),
        Head(lambda due, nodes: next(done)),
    )
    assert keys(house.look(game.table)) == ["done", "put", "done"]


def replacing(house: House, game: Game) -> bool:
    """Put the bot there while the driver is running."""
    if not house.tables.has_bots(game.table):
        to_bot(house.tables, game.table, 1, "random")
    return False


def test_the_old_token_opens_nothing_and_the_person_may_come_back(house: House) -> None:
    game = replaced(house)
    with pytest.raises(SeatTokenWrong):
        house.tables.seat_of(game.table, game.tokens[1])
    with pytest.raises(SeatNotYours):
        house.tables.reclaim(game.people[1], game.table, 1)
    assert house.tables.around(game.table).standing(game.people[1]).yours == []
    to_owner(house.tables, game.table, 1)
    assert house.tables.room(game.table).seats[1] == SeatInfo("human", "Guest 1", None, False)
    assert house.tables.around(game.table).standing(game.people[1]).yours == [1]
    token = house.tables.reclaim(game.people[1], game.table, 1)
    assert house.tables.seat_of(game.table, token) == 1
    assert house.tables.bots_due(game.table) == []
    house.move(game.table, 1, "done")


def test_a_thought_that_comes_too_late_is_not_made(house: House) -> None:
    game = replaced(house)
    [due] = house.tables.bots_due(game.table)
    to_owner(house.tables, game.table, 1)
    with pytest.raises(SeatNotYours):
        submit_as_bot(house.tables, due, DONE)
    to_bot(house.tables, game.table, 1, "random")
    with pytest.raises(SeatNotYours):
        submit_as_bot(house.tables, due, DONE)  # another bot sits there now
    [again] = house.tables.bots_due(game.table)
    assert again.whose.seed != due.whose.seed
    submit_as_bot(house.tables, again, DONE)


def test_when(house: House) -> None:
    game, waiting = house.game(turns=2), house.open()
    refusals: list[tuple[type[Exception], Callable[[], None]]] = [
        (LevelUnknown, lambda: to_bot(house.tables, game.table, 1, "genius")),
        (SeatUnknown, lambda: to_bot(house.tables, game.table, 2)),
        (TableNotStarted, lambda: to_bot(house.tables, waiting.table, 1)),
    ]
    before = house.tables.room(game.table)
    for error, attempt in refusals:
        with pytest.raises(error):
            attempt()
    assert house.tables.room(game.table) == before
    house.move(game.table, 0, "done")
    house.move(game.table, 1, "done")
    with pytest.raises(TableOver):
        to_bot(house.tables, game.table, 1)


def test_nothing_is_written_where_nothing_changes(house: House) -> None:
    game = replaced(house)

    def unchanged(_: Handing) -> None:
        raise Unchanged

    assert not change_player(house.tables.ground, game.table, 1, "random", unchanged)
    controls = [each.entry for each in log.read(house.tables.ground.database, game.table, 1)][2:]
    assert [(each.seat, each.before, each.level) for each in controls if isinstance(each, Control)] == [
        (1, None, "random")
    ]


def test_it_belongs_to_the_log_and_survives(new_house: Callable[..., House]) -> None:
    house = new_house()
    game = replaced(house)
    other = new_house()
    other.look(game.table)  # the other house has the game in memory
    to_bot(house.tables, game.table, 0, "random")
    to_owner(house.tables, game.table, 1)
    [due] = house.tables.bots_due(game.table)
    assert (due.whose.seat, due.free) == (0, True)  # it is seat 1's turn, a person's again
    for again in (other, new_house()):
        again.tables.look(game.table, None, 0)
        with again.tables.ground.games.use(game.table) as playing:
            assert [(bot.seat, bot.level) for bot in playing.bots.values()] == [(0, "random")]
            assert playing.changes == [
                PlayerChange(5, 1, "random"), PlayerChange(5, 0, "random"), PlayerChange(5, 1, None),
            ]  # fmt: skip
        assert [again.look(game.table, viewer) for viewer in VIEWERS] == [
            house.look(game.table, viewer) for viewer in VIEWERS
        ]
        again.tables.close()


def test_two_houses_at_once_write_one_after_the_other(new_house: Callable[..., House]) -> None:
    one, two = new_house(), new_house()
    game = one.game()
    two.look(game.table)
    to_bot(one.tables, game.table, 1, "random")
    to_bot(two.tables, game.table, 0, "random")
    two.move(game.table, 0, "done")
    assert [bot.whose.seat for bot in one.tables.bots_due(game.table)] == [0, 1]  # the free move first
    assert broken(one.tables) == []


def test_nobody_takes_back_what_another_has_played(house: House) -> None:
    game = house.game()
    house.move(game.table, 0, "put a")
    to_bot(house.tables, game.table, 1, "random")
    assert house.look(game.table).undo == UndoInfo(0, 1)
    to_bot(house.tables, game.table, 0, "random")
    assert house.look(game.table).undo is None


def test_records_hold_it_in_the_order_of_play(house: House) -> None:
    game = house.game(turns=4)
    house.move(game.table, 0, "put a")
    to_bot(house.tables, game.table, 1, "random")
    house.undo(game.table, 0)
    house.move(game.table, 0, "put b", "done")
    house.move(game.table, 1, "done")
    to_owner(house.tables, game.table, 1)
    house.tables.reclaim(game.people[1], game.table, 1)
    house.move(game.table, 0, "done")
    house.move(game.table, 1, "done")
    text = house.tables.record(game.table)
    record = Record.parse(text)
    assert record.changes == [PlayerChange(0, 1, "random"), PlayerChange(3, 1, None)]
    assert (record.player(0), record.player(1)) == ("Guest 0", "Guest 1")
    assert "= p2 bot random\np1 put b\np1 done\np2 done\n= p2 person\np1 done\np2 done\n\n" in text
    assert verify(record, Stir()) > 0


def test_what_a_bot_was_told_is_told(house: House) -> None:
    """In a game of memory who comes back is not shown what happened meanwhile, and nothing twice."""
    game = house.game("forget")
    house.move(game.table, 0, "put a")
    house.tables.acknowledge(game.table, 1, 1)
    to_bot(house.tables, game.table, 1, "steady")
    house.move(game.table, 0, "put b")
    [due] = [each for each in house.tables.bots_due(game.table) if each.whose.seat == 1]
    assert len(due.events) == 2  # its stream is whole
    to_owner(house.tables, game.table, 1)
    assert keys(house.look(game.table, 1)) == []
    house.move(game.table, 0, "put c")
    assert keys(house.look(game.table, 1)) == ["put"]


def test_a_host_whose_seat_a_bot_plays_is_seated_nowhere(house: House) -> None:
    game = replaced(house, seat=0)
    assert house.tables.room(game.table).host is None
    assert house.tables.around(game.table).standing(game.people[0]).host
    assert not house.tables.mine(game.people[0])[0].your_turn
