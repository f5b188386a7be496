"""An update raises a game's rules: games in progress go on by the old ones where the game brings them."""

from collections.abc import Callable, Sequence

import msgspec
import pytest

from potluck.play.chance import Chance
from potluck.play.errors import GameUnknown, RulesUnknown
from potluck.play.game import Game as Rules
from potluck.play.joined import Joined
from potluck.play.moves import Move
from potluck.play.phrase import Event
from potluck.play.record import Record, replay, verify
from potluck.play.registry import game as installed
from potluck.tables.refusals import LevelUnknown, TableUnplayable
from potluck.tables.schema import tables
from potluck.tables.worker import Bots
from tests.play.lid import game as lid

from .house import ME, Game, House, bot, broken, submit_as_bot, to_bot
from .raised import Raised, Reoptioned
from .stir import DONE, Stir, StirView

VIEWERS = (0, 1, None)
Installed = dict[str, Rules]
Restart = Callable[..., House]  # as after an update: nothing is in memory


def rules_of(house: House, table: str) -> tuple[int, str | None]:
    with house.tables.ground.database.read() as connection:
        row = connection.execute(tables.select().where(tables.c.id == table)).one()
    return row.rules, row.deck


@pytest.fixture
def begun(house: House) -> Game:
    """A game by rules 1, in the middle of a turn."""
    game = house.game()
    house.move(game.table, 0, "put a", "hide")
    house.move(game.table, 0, "roll")
    house.move(game.table, 0, "put b")
    return game


def test_a_game_in_progress_goes_on_by_the_rules_it_began_with(
    house: House, new_house: Restart, begun: Game, games: Installed
) -> None:
    before = [house.look(begun.table, viewer) for viewer in VIEWERS]
    games["stir"] = Raised(older={1: Stir()})
    house = new_house()
    assert [house.look(begun.table, viewer) for viewer in VIEWERS] == before
    room = house.tables.room(begun.table)
    assert (room.older, room.unplayable, room.status) == (True, None, "playing")
    house.undo(begun.table, 0)
    house.move(begun.table, 0, "put c")
    assert house.look(begun.table).view.pots == [1, 0, 1]  # not two at once
    trial = house.tables.try_moves(begun.table, 0, house.look(begun.table, 0).version, ["put c"])
    assert trial.view.pots == [1, 0, 2]  # type: ignore[attr-defined]
    # A new table plays by the new rules.
    new = house.game()
    house.move(new.table, 0, "put c")
    assert house.look(new.table).view.pots == [0, 0, 2]
    assert not house.tables.room(new.table).older
    assert (rules_of(house, begun.table)[0], rules_of(house, new.table)[0]) == (1, 2)


def test_bots_play_on_by_them(house: House, new_house: Restart, games: Installed) -> None:
    host = house.guest()
    table = house.tables.create(host, "stir", {}, [bot(), ME], b"nonce of 0").table
    house.tables.start(host, table)
    games["stir"] = Raised(older={1: Stir()})
    house = new_house()
    [due] = [due for due in house.tables.bots_due(table) if not due.free]
    submit_as_bot(house.tables, due, 0)
    assert house.look(table).view.pots == [1, 0, 0]
    to_bot(house.tables, table, 1, "random")
    assert [due.whose.seat for due in house.tables.bots_due(table) if due.free] == [1]


class Last:
    """Takes the last move offered."""

    def notice(self, events: Sequence[Event]) -> None:
        self.told = len(events)

    def choose(self, view: StirView, legal: Sequence[Move], nodes: int, chance: Chance) -> Move:
        assert view.turns == 4
        return legal[-1]


def test_a_worker_thinks_by_them(house: House, new_house: Restart, games: Installed) -> None:
    """The level is gone with the new rules."""
    old = Stir()
    old.levels = {"last": lambda seed: Last()}
    games["stir"] = old
    host = house.guest()
    table = house.tables.create(host, "stir", {}, [bot("last"), ME], b"nonce of 0").table
    house.tables.start(host, table)
    games["stir"] = Raised(older={1: old})
    house = new_house()
    [due] = house.tables.bots_due(table)
    assert due.whose.rules == 1
    assert Bots().choose(due.thought(10)) == DONE


def test_its_record_names_them_and_is_checked_by_them(
    house: House, new_house: Restart, begun: Game, games: Installed
) -> None:
    old = Stir()
    games["stir"] = raised = Raised(older={1: old})
    house = new_house()
    for turn in range(4):
        house.move(begun.table, turn % 2, "done")
    record = Record.parse(house.tables.record(begun.table))
    assert record.rules == 1
    assert verify(record, raised) == verify(record, old) == 2
    last = list(replay(record, raised))[-1]
    assert raised.view(last.state, None).pots == [1, 1, 0]
    with pytest.raises(RulesUnknown):
        verify(record, Raised())
    again = house.tables.rematch(begun.people[0], begun.table, begun.tokens[0])
    assert rules_of(house, again)[0] == 2


def test_the_registry_finds_older_rules_by_their_number(games: Installed) -> None:
    old = Stir()
    games["stir"] = raised = Raised(older={1: old})
    assert installed("stir") is installed("stir", 2) is raised
    assert installed("stir", 1) is old
    with pytest.raises(RulesUnknown) as refused:
        installed("stir", 3)
    assert refused.value.phrase.args == {"rules": 3, "installed": 2}
    with pytest.raises(GameUnknown):
        installed("chess", 1)


def test_older_rules_are_of_the_same_game_and_older() -> None:
    def joined(**changed: object) -> Joined:
        fields = {name: getattr(lid, name) for name in Joined.__dataclass_fields__}
        return Joined(**{**fields, **changed})

    older = joined(vocabulary={"ladle": "lid.ladle"})
    new = joined(rules=2, older={1: older})
    # What the older rules name is worded, too.
    assert new.vocabulary["ladle"] == "lid.ladle"
    wrong = [
        (1, {1: older}),
        (3, {2: older}),
        (2, {1: joined(package="potluck.games.chef_alfredo")}),
        (2, {1: joined(vocabulary={"seat": "number"})}),
    ]
    for rules, brought in wrong:
        with pytest.raises(ValueError, match="lid"):
            joined(rules=rules, older=brought)


# Not started yet: nothing has been played by any rules.


def test_a_table_that_was_not_started_is_played_by_the_new_rules(house: House, games: Installed) -> None:
    game = house.open()
    games["stir"] = Raised()
    assert house.tables.room(game.table).unplayable is None
    house.tables.start(game.people[0], game.table)
    assert rules_of(house, game.table) == (2, "")
    house.move(game.table, 0, "put a")
    assert house.look(game.table).view.pots == [2, 0, 0]
    assert broken(house.tables) == []


def test_one_whose_options_are_gone_says_so_and_can_be_closed(house: House, games: Installed) -> None:
    game = house.open(turns=3)
    games["stir"] = Reoptioned()
    room = house.tables.room(game.table)
    assert room.unplayable is not None
    assert room.unplayable.key == "unplayable.options"
    with pytest.raises(TableUnplayable) as refused:
        house.tables.start(game.people[0], game.table)
    assert refused.value.phrase == room.unplayable
    assert house.tables.look(game.table, 0, 0) is None
    assert [each.table for each in house.tables.mine(game.people[1])] == [game.table]
    assert [table for table, _ in broken(house.tables)] == [game.table]
    house.tables.close_table(game.people[0], game.table)
    assert house.tables.mine(game.people[1]) == []


def test_a_bot_of_a_level_that_is_gone_does_not_begin(house: House, games: Installed) -> None:
    class Levelled(Stir):
        def __init__(self) -> None:
            super().__init__()
            self.levels = {"clever": lambda seed: None}  # type: ignore[dict-item,return-value]

    games["stir"] = Levelled()
    host = house.guest()
    table = house.tables.create(host, "stir", {}, [ME, bot("clever")], b"nonce of 0").table
    games["stir"] = Raised()
    with pytest.raises(LevelUnknown):
        house.tables.start(host, table)
    house.tables.arrange(host, table, 1, bot())
    house.tables.start(host, table)
    assert house.look(table).version == 1


def test_the_view_of_older_rules_is_encoded_as_theirs(
    house: House, new_house: Restart, begun: Game, games: Installed
) -> None:
    before = msgspec.json.encode(house.look(begun.table, 0))
    games["stir"] = Raised(older={1: Stir()})
    house = new_house()
    [told] = house.tables.glance(begun.table, [(0, 0, True)]) or [None]
    assert told is not None
    assert told.raw == before
