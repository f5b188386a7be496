"""A database of the version before this one is taken over, with its games in progress."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, inspect, text

from potluck.play.game import Game as Rules
from potluck.tables import database as database_module
from potluck.tables.database import Database
from potluck.tables.schema import metadata
from potluck.tables.service import Tables

from .house import House, broken, to_bot
from .raised import Raised
from .stir import Stir


def config(connection: Connection) -> Config:
    made = Config()
    made.set_main_option("script_location", str(Path(database_module.__file__).with_name("migrations")))
    made.attributes["connection"] = connection
    return made


@pytest.fixture
def older(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Database]:
    """Makes empty databases of an older revision."""

    def make(revision: str) -> Database:
        with monkeypatch.context() as patch:
            patch.setattr(
                database_module, "migrate", lambda connection: command.upgrade(config(connection), revision)
            )
            return Database(f"sqlite:///{tmp_path / 'older.db'}")

    return make


def test_games_in_progress_go_on(
    new_house: Callable[..., House], older: Callable[[str], Database], tmp_path: Path
) -> None:
    house = new_house()
    game = house.game()
    house.move(game.table, 0, "put a", "hide")
    house.move(game.table, 1, "wave")
    house.move(game.table, 0, "roll")
    house.move(game.table, 0, "put b")
    house.undo(game.table, 0)
    house.tables.say(game.table, game.people[0], 0, "c1", "hello")
    before = [house.look(game.table, viewer) for viewer in (0, 1, None)]
    house.tables.close()

    database = older("0003")
    with database.write() as connection:
        kinds = inspect(connection).get_check_constraints("entries")[0]["sqltext"]
        assert "control" not in kinds
        copy(connection, tmp_path / "potluck.db")
    database.close()

    taken = House(Tables(f"sqlite:///{tmp_path / 'older.db'}", now=lambda: house.clock[0]), house.clock)
    assert broken(taken.tables) == []
    assert [taken.look(game.table, viewer) for viewer in (0, 1, None)] == before
    assert [line.text for line in taken.tables.chat(game.table, 0)] == ["hello"]
    assert taken.tables.seat_of(game.table, game.tokens[1]) == 1
    taken.move(game.table, 0, "put c", "done")
    to_bot(taken.tables, game.table, 1, "random")
    assert [due.whose.seat for due in taken.tables.bots_due(game.table)] == [1]
    taken.tables.close()


def copy(connection: Connection, path: Path) -> None:
    """Every row of another file, as far as there is a column for it here."""
    connection.execute(text("PRAGMA defer_foreign_keys = ON"))
    here = {
        name: {each["name"] for each in inspect(connection).get_columns(name)}
        for name in metadata.tables
        if inspect(connection).has_table(name)
    }
    rows = Database(f"sqlite:///{path}")
    with rows.read() as source:
        for table in metadata.sorted_tables:
            columns = [column for column in table.columns if column.name in here.get(table.name, ())]
            for row in source.execute(table.select()).mappings() if columns else ():
                connection.execute(table.insert().values({each.name: row[each.name] for each in columns}))
    rows.close()


def test_back_to_the_older_version_and_forth_again(new_house: Callable[..., House], tmp_path: Path) -> None:
    """A game without a replaced player survives that too."""
    house = new_house()
    table = house.game().table
    house.move(table, 0, "put a")
    house.tables.close()
    database = Database(f"sqlite:///{tmp_path / 'potluck.db'}")
    with database.write() as connection:
        command.downgrade(config(connection), "0003")
    database.close()
    again = new_house()
    assert again.look(table).view.pots == [1, 0, 0]
    again.move(table, 0, "done")


@pytest.mark.parametrize("revision", ["0004", "0005", "0006"])
def test_finished_games_of_an_older_version_outlive_their_rules(
    new_house: Callable[..., House],
    older: Callable[[str], Database],
    games: dict[str, Rules],
    tmp_path: Path,
    revision: str,
) -> None:
    """Taken over, kept at the first start, and then an update raises the rules."""
    house = new_house()
    game, going = house.game(turns=2), house.game()
    for each in (game, going):
        house.move(each.table, 0, "put a", "hide")
        house.undo(each.table, 0)
        house.move(each.table, 0, "roll", id="r")
    for seat in (0, 1):
        house.move(game.table, seat, "done")
    looks = [msgspec.json.encode(house.look(game.table, viewer)) for viewer in (0, 1, None)]
    record = house.tables.record(game.table)
    house.tables.close()

    database = older(revision)
    with database.write() as connection:
        copy(connection, tmp_path / "potluck.db")
        # What was written down by an older version.
        connection.execute(text("update entries set body = '1' where kind = 'undo'"))
    database.close()

    url = f"sqlite:///{tmp_path / 'older.db'}"
    first = Tables(url, now=lambda: house.clock[0])
    first.note_decks()
    assert first.unkept() == [game.table]
    assert first.keep(game.table)
    first.close()

    games["stir"] = Raised()
    taken = House(Tables(url, now=lambda: house.clock[0]), house.clock)
    assert [msgspec.json.encode(taken.look(game.table, viewer)) for viewer in (0, 1, None)] == looks
    assert taken.tables.record(game.table) == record
    assert taken.tables.rematch(game.people[0], game.table, game.tokens[0])
    stuck = taken.tables.room(going.table).unplayable
    assert stuck is not None
    assert stuck.key == "unplayable.rules"
    taken.tables.close()
    games["stir"] = Raised(older={1: Stir()})
    again = House(Tables(url, now=lambda: house.clock[0]), house.clock)
    again.move(going.table, 0, "put a", "done")
    assert again.look(going.table).view.pots == [1, 0, 0]
    again.tables.close()
