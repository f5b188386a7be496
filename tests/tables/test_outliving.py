"""An update takes a game's rules away: what is finished stays, what is not says why it cannot go on."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from sqlalchemy import delete, update

from potluck.play.game import Game as Rules
from potluck.play.phrase import Phrase
from potluck.play.record import EndedEarly, Record, verify
from potluck.tables import finished as keeping
from potluck.tables.refusals import (
    SeatUnknown,
    TableBroken,
    TableNotOver,
    TableNotStarted,
    TableOver,
    TableUnplayable,
)
from potluck.tables.room import Ended, Look
from potluck.tables.schema import entries, finished, guests, tables
from potluck.tables.settings import DAY

from .absent import away
from .house import ME, Game, House, bot, broken, keys, to_bot, to_owner
from .raised import Raised, Redecked, Reoptioned
from .stir import Stir

VIEWERS = (0, 1, None)
Installed = dict[str, Rules]
Restart = Callable[..., House]
PLACES = [
    (viewer, first, sections) for viewer in VIEWERS for first in (0, 2, 99) for sections in (True, False)
]


def without(games: Installed, name: str, how: str) -> None:
    """An update after which the game is not what it was."""
    forgets = name == "forget"
    match how:
        case "rules":
            games[name] = Raised(name, forgets=forgets)
        case "options":
            games[name] = Reoptioned(name, forgets=forgets)
        case "deck":
            games[name] = Redecked(name, forgets=forgets)
        case _:
            del games[name]


HOW = pytest.mark.parametrize(
    ("how", "why"),
    [
        ("rules", Phrase("unplayable.rules", {"rules": 1, "installed": 2})),
        ("deck", Phrase("unplayable.deck")),
        ("gone", Phrase("unplayable.game")),
    ],
)


def played(house: House, name: str = "stir") -> Game:
    """A finished game, with something taken back, something hidden and a player replaced on the way."""
    game = house.game(name, turns=2)
    house.move(game.table, 0, "put a", "hide", "put b")
    house.undo(game.table, 0)
    house.move(game.table, 0, "roll")
    to_bot(house.tables, game.table, 1, "random")
    to_owner(house.tables, game.table, 1)
    for seat in (0, 1):
        house.move(game.table, seat, "hide", "done")
    return game


def said(house: House, table: str) -> list[bytes]:
    """Every look as it is sent, at every place of the stream."""
    looks = [msgspec.json.encode(house.tables.look(table, *place[:2], sections=place[2])) for place in PLACES]
    glance = house.tables.glance(table, PLACES)
    assert glance is not None
    return [*looks, *(told.raw for told in glance if told is not None)]


# Finished games.


@HOW
def test_a_finished_game_is_looked_at_and_recorded_as_before(
    house: House, new_house: Restart, games: Installed, how: str, why: Phrase
) -> None:
    game = played(house)
    looks, record = said(house, game.table), house.tables.record(game.table)
    room = house.tables.room(game.table)
    assert house.tables.unkept() == [game.table]
    assert house.tables.keep(game.table)
    assert house.tables.unkept() == []
    without(games, "stir", how)
    house = new_house()
    assert said(house, game.table) == looks
    assert house.tables.record(game.table) == record
    assert house.tables.room(game.table) == msgspec.structs.replace(room, older=True)
    verify(Record.parse(record), Stir())
    for viewer in (-1, 2):
        with pytest.raises(SeatUnknown):
            house.tables.look(game.table, viewer, 0)
    assert broken(house.tables) == []
    assert house.tables.keep(game.table)
    house.tables.acknowledge(game.table, 0, 1)


@HOW
def test_one_that_ended_early_stays_so(
    house: House, new_house: Restart, games: Installed, how: str, why: Phrase
) -> None:
    game = house.game()
    house.move(game.table, 0, "put a", "hide", "roll")
    house.tables.end(game.table)
    looks, record = said(house, game.table), house.tables.record(game.table)
    house.tables.keep(game.table)
    without(games, "stir", how)
    house = new_house()
    assert said(house, game.table) == looks
    assert house.tables.record(game.table) == record
    room = house.tables.room(game.table)
    assert (room.ended, room.unplayable, room.older) == (Ended("closed", [0, 0], [1, 1]), None, True)


def test_of_a_game_that_is_over_all_that_was_told_is_kept(
    house: House, new_house: Restart, games: Installed
) -> None:
    game = played(house, "forget")
    told = [house.look(game.table, viewer).events for viewer in VIEWERS]
    house.tables.keep(game.table)
    without(games, "forget", "rules")
    house = new_house()
    for viewer, events in zip(VIEWERS, told, strict=True):
        look = house.look(game.table, viewer)
        assert [event.args for event in look.events] == [event.args for event in events]
        assert not any(event.once for event in look.events)
    lidded = house.game(lid=True, turns=1)
    house.move(lidded.table, 1, "put a", "roll")
    house.move(lidded.table, 1, "done")
    assert keys(house.look(lidded.table, 0)) == ["put", "roll", "done"]
    house.tables.keep(lidded.table)
    games["stir"] = Raised()
    again = new_house().look(lidded.table, 0)
    assert [event.key for event in again.events] == [f"stir.event.{name}" for name in ("put", "roll", "done")]


def test_names_are_those_that_it_was_played_under(house: House, new_house: Restart, games: Installed) -> None:
    game = played(house)
    house.tables.keep(game.table)
    with house.tables.ground.database.read() as connection:
        kept = connection.execute(finished.select()).one().record
    assert "Guest" not in kept
    games["stir"] = Raised()
    house.tables.rename_guest(game.people[0], "Ada")
    with house.tables.ground.database.write() as connection:
        connection.execute(delete(guests).where(guests.c.id == game.people[1]))
    lines = new_house().tables.record(game.table).splitlines()
    assert [line for line in lines if line.startswith("tag")] == [
        "tag date: 1970-01-12",
        "tag player p1: Guest 0",
        "tag player p2: Guest 1",
    ]


def test_bots_keep_their_place_among_the_players(house: House, new_house: Restart, games: Installed) -> None:
    host = house.guest()
    table = house.tables.create(host, "stir", {"turns": 1}, [bot(), ME], b"nonce of 0").table
    house.tables.start(host, table)
    house.move(table, 1, "done")
    record = house.tables.record(table)
    herb = house.tables.room(table).seats[0].name
    assert f"\ntag player p1: {herb} (random)\ntag player p2: Ada\n" in record
    house.tables.keep(table)
    games["stir"] = Raised()
    assert new_house().tables.record(table) == record


def test_a_rematch_plays_by_what_is_installed(house: House, new_house: Restart, games: Installed) -> None:
    game = played(house)
    house.tables.keep(game.table)
    games["stir"] = Raised()
    house = new_house()
    again = house.tables.rematch(game.people[0], game.table, None)
    for seat in (0, 1):
        assert house.tables.reclaim(game.people[seat], again, seat)
    house.tables.start(game.people[0], again)
    house.move(again, 0, "put a")
    assert house.look(again).view.pots == [2, 0, 0]


@pytest.mark.parametrize(("how", "key"), [("options", "unplayable.options"), ("gone", "unplayable.game")])
def test_a_rematch_that_is_not_possible_says_why(
    house: House, new_house: Restart, games: Installed, how: str, key: str
) -> None:
    game = played(house)
    house.tables.keep(game.table)
    without(games, "stir", how)
    with pytest.raises(TableUnplayable) as refused:
        new_house().tables.rematch(game.people[0], game.table, game.tokens[0])
    assert refused.value.phrase.key == key


def test_a_bot_of_a_level_that_is_gone_leaves_its_seat_open(
    house: House, new_house: Restart, games: Installed
) -> None:
    games["stir"] = Stir()
    games["stir"].levels = {"clever": lambda seed: None}  # type: ignore[misc,dict-item,return-value]
    host = house.guest()
    table = house.tables.create(host, "stir", {"turns": 1}, [bot("clever"), ME], b"nonce of 0").table
    house.tables.start(host, table)
    house.move(table, 1, "done")
    games["stir"] = Raised()
    again = new_house().tables.rematch(host, table, None)
    assert [seat.kind for seat in house.tables.room(again).seats] == ["open", "human"]


@HOW
def test_a_finished_game_of_which_nothing_was_kept_has_its_record(
    house: House, new_house: Restart, games: Installed, how: str, why: Phrase
) -> None:
    """The log alone tells it, but for the result."""
    game = played(house)
    whole = Record.parse(house.tables.record(game.table))
    without(games, "stir", how)
    house = new_house()
    with pytest.raises(TableBroken):
        house.tables.keep(game.table)
    record = Record.parse(house.tables.record(game.table))
    assert record == msgspec.structs.replace(whole, result=None)
    assert record.seed is not None
    room = house.tables.room(game.table)
    assert (room.status, room.unplayable, room.older) == ("over", why, False)
    assert house.tables.look(game.table, 0, 0) is None
    assert house.tables.glance(game.table, [(0, 0, True)]) == [None]


def test_what_a_damaged_log_does_not_tell_is_kept(house: House, new_house: Restart) -> None:
    game = played(house)
    looks, record = said(house, game.table), house.tables.record(game.table)
    house.tables.keep(game.table)
    with house.tables.ground.database.write() as connection:
        connection.execute(update(entries).where(entries.c.kind == "moves").values(body='["jump"]'))
    house = new_house()
    assert said(house, game.table) == looks
    assert house.tables.record(game.table) == record
    assert broken(house.tables) == []


def test_only_what_is_over_is_kept(house: House) -> None:
    game, opened = house.game(), house.open()
    assert [house.tables.keep(each.table) for each in (game, opened)] == [False, False]
    assert house.tables.unkept() == []
    with house.tables.ground.database.read() as connection:
        assert connection.execute(finished.select()).all() == []


def test_what_is_kept_goes_with_its_table(house: House) -> None:
    game = played(house)
    house.tables.keep(game.table)
    with house.tables.ground.database.write() as connection:
        connection.execute(delete(tables).where(tables.c.id == game.table))
    with house.tables.ground.database.read() as connection:
        assert connection.execute(finished.select()).all() == []


# Games in progress.


@HOW
def test_every_door_of_a_game_in_progress_says_why_it_cannot_go_on(
    house: House, new_house: Restart, games: Installed, how: str, why: Phrase
) -> None:
    game = house.game()
    house.move(game.table, 0, "put a", "hide", id="before")
    without(games, "stir", how)
    house = new_house()
    doors, table = house.tables, game.table
    room = doors.room(table)
    assert (room.status, room.unplayable, room.seed, room.forgets) == ("playing", why, None, False)
    assert doors.look(table, 0, 0) is None
    assert doors.glance(table, [(0, 0, True), (None, 0, False)]) == [None, None]
    doors.acknowledge(table, 0, 1)
    refusals: list[Callable[[], object]] = [
        lambda: doors.submit(table, 0, "m", 1, ["put a"]),
        lambda: doors.submit(table, 0, "before", 1, ["put a"]),
        lambda: doors.undo(table, 0, "u", 1, 1),
        lambda: doors.why(table, 0, 1, ["put a"]),
        lambda: doors.try_moves(table, 0, 1, ["put a"]),
        lambda: to_bot(doors, table, 1),
        lambda: doors.bots_due(table),
    ]
    for ask in refusals:
        with pytest.raises(TableUnplayable) as refused:
            ask()
        assert refused.value.phrase == why
    # What is around the game goes on.
    assert [(each.table, each.your_turn) for each in doors.mine(game.people[0])] == [(table, False)]
    assert doors.say(table, game.people[0], 0, "c", "what now?").index == 0
    assert doors.seat_of(table, game.tokens[1]) == 1
    assert doors.around(table).standing(game.people[0]).yours == [0]
    token = doors.redeem(game.people[1], doors.link(table, game.tokens[1])).seat_token
    assert doors.seat_of(table, token) == 1
    assert doors.reclaim(game.people[0], table, 0)
    assert doors.counts()["playing"] == 1
    assert [bad for bad, _ in broken(doors)] == [table]
    assert doors.sweep() == 0
    house.clock[0] += 31 * DAY
    doors.mine(game.people[0])


@HOW
def test_it_is_closed_by_those_who_play_and_its_record_tells_how_far_it_got(
    house: House, new_house: Restart, games: Installed, how: str, why: Phrase
) -> None:
    game = house.game()
    house.move(game.table, 0, "put a", "hide", "put b")
    house.undo(game.table, 0)
    house.move(game.table, 0, "roll")
    without(games, "stir", how)
    house = new_house()
    # The rules may come back: nobody learns what the others hold before the game is over for good.
    for guest in (*game.people, None):
        with pytest.raises(TableNotOver):
            house.tables.record(game.table, guest)
    for guest in game.people:  # a vote like any other
        assert house.tables.room(game.table).status == "playing"
        house.tables.close_table(guest, game.table)
    with pytest.raises(TableOver):
        house.tables.end(game.table)
    room = house.tables.room(game.table)
    assert (room.status, room.unplayable, room.ended) == ("over", why, Ended("closed", [], []))
    assert house.tables.look(game.table, 0, 0) is None
    record = Record.parse(house.tables.record(game.table))
    assert record.ended == EndedEarly("closed", None)
    assert [move.text for move in record.moves] == ["put a", "hide", "roll"]
    assert record.seed == room.seed
    assert verify(record, Stir()) == 2
    # When the rules are there again it is what it was.
    games["stir"] = Stir()
    again = new_house()
    assert again.look(game.table).prompt == Phrase("prompt.closed")
    assert again.tables.room(game.table).ended == Ended("closed", [0, 0], [1, 1])


def test_who_plays_alone_has_its_record_at_once_without_the_seed(
    house: House, new_house: Restart, games: Installed
) -> None:
    host = house.guest()
    table = house.tables.create(host, "stir", {}, [ME, bot()], b"nonce of 0").table
    with pytest.raises(TableNotStarted):
        house.tables.record(table, host)
    house.tables.start(host, table)
    house.move(table, 0, "put a", "roll")
    with pytest.raises(TableNotOver):
        house.tables.record(table, host)  # by its rules there is something to hide
    games["stir"] = Raised()
    house = new_house()
    record = Record.parse(house.tables.record(table, host))
    assert (record.seed, record.result, record.ended, len(record.moves)) == (None, None, None, 2)
    assert record.player(1) == f"{house.tables.room(table).seats[1].name} (random)"
    for other in (house.guest("Eve"), None):
        with pytest.raises(TableNotOver):
            house.tables.record(table, other)


def test_who_plays_on_with_somebodys_bot_is_not_alone(
    house: House, new_house: Restart, games: Installed
) -> None:
    """The rules may come back, and so may they: till then nobody reads what they hid."""
    around = away(house)
    host, bo = around.game.people
    around.hand(1, by=0)
    games["stir"] = Raised()
    house = new_house()
    for guest in (host, bo):
        with pytest.raises(TableNotOver):
            house.tables.record(around.table, guest)
    games["stir"] = Stir()
    house = new_house()
    token = house.tables.back(bo, around.table, 1)
    assert token is not None
    house.tables.concede(around.table, token)
    games["stir"] = Raised()
    assert new_house().tables.record(around.table, host), "who gave up does not come back"


def test_a_log_of_older_versions_does_not_tell_what_an_undo_took(
    house: House, new_house: Restart, games: Installed
) -> None:
    """Rather none than a wrong one."""
    game = house.game()
    house.move(game.table, 0, "put a", "hide", "put b")
    house.undo(game.table, 0)
    with house.tables.ground.database.write() as connection:
        connection.execute(update(entries).where(entries.c.kind == "undo").values(body="1"))
    assert new_house().look(game.table).view.pots == [1, 0, 0]  # whoever has the rules knows
    games["stir"] = Raised()
    house = new_house()
    house.tables.end(game.table)
    with pytest.raises(TableUnplayable):
        house.tables.record(game.table)


def test_a_damaged_table_can_be_closed(house: House, new_house: Restart) -> None:
    game = house.game()
    house.move(game.table, 0, "put a")
    with house.tables.ground.database.write() as connection:
        connection.execute(update(entries).where(entries.c.kind == "moves").values(body='["jump"]'))
    house = new_house()
    for guest in game.people:
        house.tables.close_table(guest, game.table)
    assert house.tables.room(game.table).ended == Ended("closed", [], [])
    with pytest.raises(TableBroken):
        house.tables.look(game.table, 0, 0)


def test_a_table_of_an_older_version_has_whatever_deck_is_installed(
    house: House, new_house: Restart, games: Installed
) -> None:
    game = house.game()
    with house.tables.ground.database.write() as connection:
        connection.execute(update(tables).values(deck=None))
    games["stir"] = Redecked()
    assert new_house().look(game.table).version == 1
    # It is written down at the first start, and from then on another deck is another deck.
    games["stir"] = Stir()
    house.tables.note_decks()
    games["stir"] = Redecked()
    house = new_house()
    house.tables.note_decks()
    assert house.tables.room(game.table).unplayable == Phrase("unplayable.deck")


def test_the_clients_of_the_glance_get_what_a_look_holds(
    house: House, new_house: Restart, games: Installed
) -> None:
    game = played(house)
    house.tables.keep(game.table)
    games["stir"] = Raised()
    house = new_house()
    look: Any = house.tables.look(game.table, 0, 3)
    [told] = house.tables.glance(game.table, [(0, 3, True)]) or [None]
    assert told is not None
    assert (told.version, told.next, told.undo) == (look.version, look.first + len(look.events), None)
    # Not asked for, not sent.
    bare = house.tables.look(game.table, 0, 3, sections=False)
    assert bare is not None
    assert bare.sections is None


def test_keeping_holds_no_move_up_and_reads_nothing_twice(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = played(house).table
    turns: list[bool] = []
    pack = keeping.pack

    def packed(looks: list[Look]) -> bytes:
        turns.append(house.tables.ground.database._turn._lock.locked())
        return pack(looks)

    monkeypatch.setattr(keeping, "pack", packed)
    monkeypatch.setattr(keeping, "read", lambda *given: pytest.fail("only whether it is there is asked"))
    assert house.tables.keep(table)
    assert house.tables.keep(table)
    assert turns == [False]
    assert house.tables.trouble(table) is None
