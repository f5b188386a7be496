"""Chat, rematch, records, limits, expiry, damaged tables, the schema."""

from collections.abc import Callable
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, inspect, text, update

from potluck.play.game import Game
from potluck.play.record import Record, verify
from potluck.tables.database import Database, DatabaseTooNew
from potluck.tables.herbs import HERBS
from potluck.tables.refusals import (
    GuestUnknown,
    NotHost,
    SeatTokenWrong,
    TableBroken,
    TableNotOver,
    TableUnknown,
    TableUnplayable,
    TextInvalid,
    TooManyTables,
)
from potluck.tables.room import SeatPlan
from potluck.tables.schema import entries, metadata, tables
from potluck.tables.service import Tables
from potluck.tables.settings import DAY

from .house import ME, OPEN, House, bot, broken
from .stir import Stir

NONCE = b"a nonce of mine"


def test_chat_keeps_its_order_and_says_each_line_once(house: House) -> None:
    game = house.open()
    say = house.tables.say
    first = say(game.table, game.people[0], 0, "1", "  hello \n there ")
    assert (first.index, first.seat, first.name, first.text) == (0, 0, "Guest 0", "hello there")
    assert say(game.table, game.people[0], 0, "1", "hello again") == first
    watcher = house.guest("Watcher")
    second = say(game.table, watcher, None, "1", "hi")
    assert (second.index, second.seat) == (1, None)
    assert house.tables.chat(game.table, 0) == [first, second]
    assert house.tables.chat(game.table, 1) == [second]


def test_chat_drops_what_cannot_be_shown_and_refuses_what_is_left_of_nothing(house: House) -> None:
    game = house.open()
    said = house.tables.say(game.table, game.people[0], 0, "1", "a\x07b\u202ec")
    assert said.text == "abc"
    for bad in ("", " \n ", "\u202e", "x" * 301, "x" * 1_000_000):
        with pytest.raises(TextInvalid):
            house.tables.say(game.table, game.people[0], 0, "2", bad)
    with pytest.raises(GuestUnknown):
        house.tables.say(game.table, "nobody", None, "3", "hi")
    with pytest.raises(TableUnknown):
        house.tables.say("nowhere", game.people[0], None, "3", "hi")
    assert len(house.tables.chat(game.table, 0)) == 1


def test_only_the_newest_lines_are_kept(new_house: Callable[..., House]) -> None:
    house = new_house(chat_lines=3)
    game = house.open()
    for n in range(5):
        house.tables.say(game.table, game.people[0], 0, str(n), f"line {n}")
    assert [line.index for line in house.tables.chat(game.table, 0)] == [2, 3, 4]


def test_who_talks_without_end_pushes_nobody_else_out(new_house: Callable[..., House]) -> None:
    house = new_house(chat_lines=4)
    game = house.open()
    house.tables.say(game.table, game.people[1], 1, "b", "mine")
    for n in range(9):
        house.tables.say(game.table, game.people[0], 0, str(n), f"line {n}")
    assert [line.text for line in house.tables.chat(game.table, 0)] == ["mine", "line 6", "line 7", "line 8"]


def test_many_who_watch_do_not_push_the_players_talk_out(new_house: Callable[..., House]) -> None:
    house = new_house(chat_lines=8)
    game = house.open()
    for n in range(4):
        house.tables.say(game.table, game.people[n % 2], n % 2, str(n), f"ours {n}")
    for n in range(20):
        house.tables.say(game.table, house.tables.new_guest(f"Watcher {n}").id, None, "w", f"theirs {n}")
    texts = [line.text for line in house.tables.chat(game.table, 0)]
    assert [text for text in texts if "ours" in text] == [f"ours {n}" for n in range(4)]
    assert "theirs 19" in texts
    assert len(texts) == 8


def finished(house: House, seats: int = 2) -> tuple[str, list[str], list[str]]:
    game = house.game(seats=seats, turns=seats)
    for seat in (seat % seats for seat in range(seats, 0, -1)):
        house.move(game.table, seat, "done")
    return game.table, game.people, game.tokens


def test_a_rematch_keeps_everything_and_is_one_table(house: House) -> None:
    table, people, tokens = finished(house)
    new = house.tables.rematch(people[1], table, tokens[1])
    assert house.tables.rematch(people[0], table, tokens[0]) == new
    assert house.tables.rematch(people[0], table, None) == new
    room, old = house.tables.room(new), house.tables.room(table)
    assert old.rematch == new
    assert (room.seats, room.options, room.host, room.status) == (old.seats, old.options, old.host, "open")
    assert room.commitment != old.commitment
    assert [house.tables.seat_of(new, token) for token in tokens] == [0, 1]
    house.tables.start(people[0], new)
    assert house.look(new).version == 1


def test_a_rematch_takes_new_nonces(house: House) -> None:
    table, people, tokens = finished(house)
    new = house.tables.rematch(people[1], table, tokens[1])
    house.tables.renew_nonce(new, tokens[1], b"another nonce")
    house.tables.start(people[0], new)
    with house.tables.ground.games.use(new) as playing:
        assert playing.nonces == [b"nonce of 0".hex(), b"another nonce".hex()]


def test_a_rematch_keeps_the_bots_levels(house: House) -> None:
    ada = house.guest()
    made = house.tables.create(ada, "stir", {"turns": 2}, [ME, bot()], NONCE)
    house.tables.start(ada, made.table)
    house.move(made.table, 0, "done")
    house.move(made.table, 1, "done")
    new = house.tables.rematch(ada, made.table, made.seat_token)
    assert house.tables.room(new).seats[1].level == "random"


def test_a_rematch_is_for_those_who_played_and_after_the_end(house: House) -> None:
    game = house.game()
    with pytest.raises(TableNotOver):
        house.tables.rematch(game.people[0], game.table, game.tokens[0])
    table, people, _ = finished(house)
    with pytest.raises(SeatTokenWrong):
        house.tables.rematch(people[0], table, "wrong")
    with pytest.raises(NotHost):
        house.tables.rematch(house.guest("Stranger"), table, None)
    assert house.tables.rematch(people[1], table, None)


def test_a_record_verifies_and_leaves_out_what_was_taken_back(house: House) -> None:
    game = house.game()
    with pytest.raises(TableNotOver):
        house.tables.record(game.table)
    for n in range(4):
        house.move(game.table, n % 2, "put a", "put b")
        house.undo(game.table, n % 2, 1)
        house.move(game.table, n % 2, "roll")
        house.move(game.table, 1 - n % 2, "wave")
        house.move(game.table, n % 2, "put c", "done")
    record = Record.parse(house.tables.record(game.table))
    assert [move.text for move in record.moves] == ["put a", "roll", "wave", "put c", "done"] * 4
    assert record.result == [1, 1]
    assert verify(record, Stir()) == 5  # the set-up and four rolls


def test_a_record_names_the_day_and_the_players(house: House) -> None:
    """As the table shows them, the people on one device and bots too; a time zone does not matter."""
    house.clock[0] = 1_769_903_999.0  # 2026-01-31, a second before midnight UTC
    ada = house.guest("Ana Ünal 🍳")
    plans = [ME, SeatPlan("here", name="Bo: 2"), bot()]
    made = house.tables.create(ada, "stir", {"turns": 3}, plans, NONCE)
    house.tables.start(ada, made.table)
    house.clock[0] += 3600
    for _ in range(3):
        mover = next(seat for seat in range(3) if "done" in house.legal(made.table, seat))
        house.move(made.table, mover, "done")
    herb = house.tables.room(made.table).seats[2].name
    assert herb in HERBS
    record = Record.parse(house.tables.record(made.table))
    assert record.tags == {
        "date": "2026-01-31",
        "player p1": "Ana Ünal 🍳",
        "player p2": "Bo: 2",
        "player p3": f"{herb} (random)",
    }


def test_a_guest_can_make_only_so_many_tables(new_house: Callable[..., House]) -> None:
    house = new_house(tables_unfinished=3, tables_per_hour=5)
    ada = house.guest()

    def make() -> str:
        return house.tables.create(ada, "stir", {"turns": 1}, [ME], NONCE).table

    made = [make() for _ in range(3)]
    with pytest.raises(TooManyTables):
        make()
    for table in made:
        house.tables.start(ada, table)
        house.move(table, 0, "done")
    make(), make()
    with pytest.raises(TooManyTables):
        make()
    house.clock[0] += 3601
    make()
    house.tables.create(house.guest("Else"), "stir", {}, [ME], NONCE)


@pytest.mark.parametrize("wanted", [30, pytest.param(500, marks=pytest.mark.slow)])
def test_of_many_tables_of_one_guest_20_are_made(house: House, wanted: int) -> None:
    ada = house.guest()
    refused = 0
    for _ in range(wanted):
        try:
            house.tables.create(ada, "stir", {}, [ME, OPEN], NONCE)
        except TooManyTables:
            refused += 1
    assert (refused, house.tables.counts()["open"]) == (wanted - 20, 20)


def test_abandoned_tables_expire_each_in_its_time(house: House) -> None:
    waiting, running = house.open().table, house.game().table
    over, people, _ = finished(house)
    house.tables.say(waiting, people[0], None, "1", "anybody?")
    house.clock[0] += DAY - 1
    assert house.sweep() == 0
    house.clock[0] += 2
    assert house.sweep() == 1
    with pytest.raises(TableUnknown):
        house.tables.room(waiting)
    house.clock[0] += 28 * DAY
    house.move(running, 0, "put a")
    house.clock[0] += 29 * DAY
    assert house.sweep() == 0
    house.clock[0] += 2 * DAY
    assert house.sweep() == 1
    with pytest.raises(TableUnknown):
        house.look(running)
    with pytest.raises(TableUnknown):
        house.move(running, 0, "put a")
    house.clock[0] += 31 * DAY
    assert house.sweep() == 1
    with pytest.raises(TableUnknown):
        house.look(over)
    house.clock[0] += 180 * DAY
    house.sweep()
    assert house.tables.find_guest(people[0]) is None
    with house.tables.ground.database.read() as connection:
        for name in metadata.tables:
            assert connection.execute(text(f"select count(*) from {name}")).scalar_one() == 0, name


def test_a_submission_to_a_table_that_another_house_swept_is_refused(new_house: Callable[..., House]) -> None:
    one, two = new_house(), new_house()
    table = one.game().table
    version = one.look(table, 0).version
    one.clock[0] += 31 * DAY
    assert two.sweep() == 1
    with pytest.raises(TableUnknown):
        one.tables.submit(table, 0, "x", version, ["put a"])


def test_only_so_many_games_are_kept_in_memory(new_house: Callable[..., House]) -> None:
    house = new_house(cached_tables=2)
    made = [house.game().table for _ in range(4)]
    for table in made:
        house.move(table, 0, "put a")
    assert list(house.tables.ground.games._games) == made[2:]
    assert [house.look(table).view.pots for table in made] == [[1, 0, 0]] * 4


def test_tables_of_other_rules_are_listed_and_refused_and_the_rest_plays(
    new_house: Callable[..., House], games: dict[str, Game]
) -> None:
    house = new_house()
    games["gone"] = Stir("gone")
    games["changed"] = Stir("changed")
    gone, changed, fine = house.game("gone"), house.game("changed"), house.game()
    del games["gone"]
    games["changed"] = Stir("changed", rules=2)
    again = new_house()
    assert [table for table, _ in broken(again.tables)] == sorted([gone.table, changed.table])
    for table, why in ((gone.table, "unplayable.game"), (changed.table, "unplayable.rules")):
        assert again.tables.look(table, 0, 0) is None
        with pytest.raises(TableUnplayable) as refused:
            again.tables.submit(table, 0, "m", 1, ["put a"])
        assert refused.value.phrase.key == why
    again.move(fine.table, 0, "put a")
    assert [mine.status for mine in again.tables.mine(gone.people[0])] == ["playing"]


@pytest.mark.parametrize(
    "damage",
    [
        {"body": '["put z"]'},
        {"body": '["wave"]'},
        {"body": '["roll","put a"]'},
        {"body": "["},
        {"body": "[]"},
        {"answers": "[[1,6]]"},
        {"answers": '"x"'},
        {"seat": 7},
        {"seat": None},
        {"kind": "undo", "body": "1"},
        {"kind": "start", "seat": None, "body": "[]"},
        {"seq": 5},
    ],
)
def test_a_damaged_log_is_listed_and_refused_and_the_rest_plays(
    new_house: Callable[..., House], damage: dict[str, object]
) -> None:
    house = new_house()
    bad, good = house.game().table, house.game().table
    house.move(bad, 0, "put a")
    assert broken(house.tables) == []
    with house.tables.ground.database.write() as connection:
        connection.execute(
            update(entries).where(entries.c.table_id == bad, entries.c.seq == 1).values(**damage)
        )
    again = new_house()
    assert [table for table, _ in broken(again.tables)] == [bad]
    with pytest.raises(TableBroken):
        again.look(bad)
    with pytest.raises(TableBroken):
        again.tables.submit(bad, 0, "x", 1, ["put a"])
    again.move(good, 0, "put a")


def test_damaged_options_are_a_damaged_table(new_house: Callable[..., House]) -> None:
    house = new_house()
    table = house.game().table
    with house.tables.ground.database.write() as connection:
        connection.execute(update(tables).where(tables.c.id == table).values(options="{"))
    assert [bad for bad, _ in broken(new_house().tables)] == [table]


def test_the_migrated_schema_is_the_schema(tmp_path: Path) -> None:
    migrated = Database(f"sqlite:///{tmp_path / 'migrated.db'}")
    with migrated.read() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        found = _described(connection)
    migrated.close()
    made = create_engine("sqlite://")
    with made.connect() as connection:
        metadata.create_all(connection)
        assert found == _described(connection)


def _described(connection: object) -> dict[str, object]:
    inspector = inspect(connection)
    assert inspector is not None
    return {
        name: (
            [
                (column["name"], str(column["type"]), column["nullable"], column["default"])
                for column in inspector.get_columns(name)
            ],
            inspector.get_pk_constraint(name),
            sorted(inspector.get_foreign_keys(name), key=str),
            sorted(inspector.get_unique_constraints(name), key=str),
            sorted(inspector.get_check_constraints(name), key=str),
            sorted(inspector.get_indexes(name), key=str),
        )
        for name in inspector.get_table_names()
        if name != "alembic_version"
    }


def test_the_file_is_as_safe_as_promised(new_house: Callable[..., House]) -> None:
    with new_house().tables.ground.database.read() as connection:
        pragmas = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert pragmas == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 3000}


def test_a_file_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'new.db'}"
    database = Database(url)
    with database.write() as connection:
        connection.execute(text("update alembic_version set version_num = '9999'"))
    database.close()
    with pytest.raises(DatabaseTooNew):
        Tables(url)
