"""A game that ends before its rules say so: what is seen, refused, recorded; the log alone leads there."""

from collections.abc import Callable

import msgspec
import pytest
from sqlalchemy import Connection, select

from potluck.play.phrase import Event, Phrase
from potluck.play.record import EndedEarly, Record, verify
from potluck.tables import log
from potluck.tables.log import Conflict, Logged
from potluck.tables.refusals import (
    NotHost,
    SeatUnknown,
    TableBroken,
    TableClosed,
    TableNotStarted,
    TableOver,
    TableUnknown,
)
from potluck.tables.room import Ended
from potluck.tables.schema import entries, seats, tables
from potluck.tables.table_rows import change

from .house import ME, Game, House, bot, broken, submit_as_bot, to_bot
from .stir import PUT, Stir

VIEWERS = (0, 1, None)


def ended(house: House) -> Game:
    """A game that was ended in the middle of a turn that could have been taken back."""
    game = house.game()
    house.move(game.table, 0, "put a", "hide", "roll")
    house.move(game.table, 0, "put b")
    house.tables.end(game.table)
    return game


def test_nobody_is_asked_any_more_and_nothing_new_is_seen(house: House) -> None:
    game = house.game()
    house.move(game.table, 0, "put a", "hide", "roll")
    house.move(game.table, 0, "put b")
    before = [house.look(game.table, viewer) for viewer in VIEWERS]
    told: list[tuple[str, frozenset[str]]] = []
    house.tables.listen(lambda table, what: told.append((table, what)))
    house.tables.end(game.table)
    assert told == [(game.table, frozenset(("look", "room")))]
    for viewer, was in zip(VIEWERS, before, strict=True):
        look = house.look(game.table, viewer)
        assert look.version == was.version + 1
        assert (look.legal, look.prompt) == ([], Phrase("prompt.closed"))
        assert look.view == msgspec.structs.replace(was.view, waiting=[])
        assert (look.hints, look.sections, look.undo) == (was.hints, was.sections, None)
        assert look.events[:-1] == was.events
        assert look.events[-1] == Event("event.closed")
    room = house.tables.room(game.table)
    assert (room.status, room.ended) == ("over", Ended("closed", [0, 0], [1, 1]))
    assert room.seed is not None
    assert [(each.your_turn, each.ended) for each in house.tables.mine(game.people[0])] == [(False, True)]


def test_after_a_restart_it_stands_as_it_did(new_house: Callable[..., House]) -> None:
    house = new_house()
    game = ended(house)
    before = [house.look(game.table, viewer) for viewer in VIEWERS]
    room, record = house.tables.room(game.table), house.tables.record(game.table)
    again = new_house()
    assert [again.look(game.table, viewer) for viewer in VIEWERS] == before
    assert again.tables.room(game.table) == room
    assert again.tables.record(game.table) == record
    assert broken(again.tables) == []


def test_what_is_wished_is_refused_because_it_is_over(house: House) -> None:
    game = ended(house)
    version = house.look(game.table, 0).version
    tables = house.tables
    for seen in (version, version - 1, 10**6):
        with pytest.raises(TableOver):
            tables.submit(game.table, 0, f"m{seen}", seen, ["put a"])
        with pytest.raises(TableOver):
            tables.undo(game.table, 0, f"u{seen}", seen, 1)
        with pytest.raises(TableOver):
            tables.try_moves(game.table, 0, seen, ["put a"])
    wishes: list[Callable[[], object]] = [
        lambda: tables.end(game.table),
        lambda: tables.close_table(game.people[0], game.table),
        lambda: to_bot(tables, game.table, 1, "random"),
    ]
    for late in wishes:
        with pytest.raises(TableOver):
            late()
    for viewer in VIEWERS:
        why = tables.why(game.table, viewer, house.look(game.table, viewer).version, ["put a", "done"])
        assert why.why == [Phrase("refuse.over")] * 2
    with pytest.raises(SeatUnknown):
        tables.submit(game.table, 7, "m", 1, ["put a"])
    assert tables.say(game.table, game.people[0], 0, "c", "a pity").text == "a pity"


def test_a_submission_from_before_gets_its_receipt_again(house: House) -> None:
    game = house.game()
    receipt = house.move(game.table, 0, "put a", id="m")
    house.tables.end(game.table)
    assert house.tables.submit(game.table, 0, "m", 1, ["put a"]) == receipt


def test_a_finished_game_refuses_in_the_same_words(house: House) -> None:
    game = house.game(turns=2)
    for seat in (0, 1):
        house.move(game.table, seat, "done")
    version = house.look(game.table, 0).version
    for wish in (
        lambda: house.tables.submit(game.table, 0, "m", version, ["put a"]),
        lambda: house.tables.undo(game.table, 0, "u", version, 1),
        lambda: house.tables.try_moves(game.table, 0, version, ["put a"]),
        lambda: house.tables.end(game.table),
    ):
        with pytest.raises(TableOver):
            wish()
    assert house.tables.room(game.table).ended is None


def test_bots_stop_and_a_thought_under_way_comes_to_nothing(house: House) -> None:
    host = house.guest()
    table = house.tables.create(host, "stir", {}, [bot(), ME], b"nonce of 0").table
    house.tables.start(host, table)
    due = house.tables.bots_due(table)
    assert due
    house.tables.close_table(host, table)
    assert house.tables.playing() == []
    assert house.tables.bots_due(table) == []
    for each in due:
        with pytest.raises(TableOver):
            submit_as_bot(house.tables, each, PUT)


def test_the_record_tells_how_it_stood_and_verifies(house: House) -> None:
    game = ended(house)
    text = house.tables.record(game.table)
    seed = house.tables.room(game.table).seed
    assert text.endswith(f"\np1 put b\n\nseed: {seed}\nended: closed\nso far: 1 1\n")
    record = Record.parse(text)
    assert (record.result, record.ended) == (None, EndedEarly("closed", [1, 1]))
    assert verify(record, Stir()) == 2  # the set-up's die and the roll
    assert record.player(1) == "Guest 1"


def test_a_game_of_real_points_is_ranked_by_them(house: House) -> None:
    game = house.game("chef_alfredo", 3)
    house.tables.end(game.table)
    stood = house.tables.room(game.table).ended
    scores = house.look(game.table).view.scores
    assert stood == Ended("closed", scores, [1 + sum(b > a for b in scores) for a in scores])
    view = house.look(game.table).view
    assert msgspec.structs.replace(view, scores=[3, 7, 3]).so_far() == [2, 1, 2]
    assert msgspec.structs.replace(view, scores=[3], seats=1).so_far() == []


def test_a_game_for_one_has_no_places(house: House) -> None:
    game = house.game(seats=1)
    house.close(game)
    assert house.tables.room(game.table).ended == Ended("closed", [0], [])
    text = house.tables.record(game.table)
    assert text.endswith("\nended: closed\nso far: alone\n")
    verify(Record.parse(text), Stir())


def test_it_is_played_again_like_any_finished_game(house: House) -> None:
    game = ended(house)
    again = house.tables.rematch(game.people[1], game.table, game.tokens[1])
    assert house.tables.room(game.table).rematch == again
    assert [each.name for each in house.tables.room(again).seats] == ["Guest 0", "Guest 1"]


def test_whose_seat_a_bot_plays_has_record_and_rematch_too(house: House) -> None:
    game = house.game()
    to_bot(house.tables, game.table, 1, "random")
    house.tables.end(game.table)
    assert verify(Record.parse(house.tables.record(game.table)), Stir()) == 1
    assert house.tables.room(game.table).seed
    assert house.tables.mine(game.people[1])[0].table == game.table
    assert house.tables.rematch(game.people[1], game.table, None)


def test_in_whose_place_another_person_plays_has_them_too(house: House) -> None:
    game, friend = house.game(), house.guest("Friend")
    with house.tables.ground.database.write() as connection:
        theirs = (seats.c.table_id == game.table) & (seats.c.seat == 1)
        values = {"guest": friend, "owner": game.people[1], "owner_called": "Guest 1", "called": "Friend"}
        connection.execute(seats.update().where(theirs).values(values))
    house.tables.end(game.table)
    assert [each.table for each in house.tables.mine(game.people[1])] == [game.table]
    assert "tag player p2: Guest 1\n" in house.tables.record(game.table)
    assert house.tables.rematch(game.people[1], game.table, None)


def test_what_was_not_shown_yet_where_memory_counts_is_still_shown_once(house: House) -> None:
    game = house.game("forget")
    house.move(game.table, 0, "put a", "hide", "roll")
    house.tables.end(game.table)
    look = house.look(game.table, 1)
    assert [(event.key.rpartition(".")[2], event.once) for event in look.events] == [
        ("put", True), ("roll", True), ("closed", False),
    ]  # fmt: skip
    house.tables.acknowledge(game.table, 1, len(look.events))
    assert not any(event.once for event in house.look(game.table, 1).events)


def test_who_calls_may_refuse_in_the_same_transaction(house: House) -> None:
    game = house.game()
    before = [house.look(game.table, viewer) for viewer in VIEWERS]

    def refuse(connection: Connection) -> None:
        change(connection, game.table, rematch="gone")
        raise NotHost("not carried any more")

    with pytest.raises(NotHost):
        house.tables.end(game.table, refuse)
    room = house.tables.room(game.table)
    assert (room.status, room.ended, room.rematch) == ("playing", None, None)
    assert [house.look(game.table, viewer) for viewer in VIEWERS] == before
    house.move(game.table, 0, "done")


def test_only_a_started_game_is_ended(house: House) -> None:
    with pytest.raises(TableNotStarted):
        house.tables.end(house.open().table)
    with pytest.raises(TableUnknown):
        house.tables.end("nowhere")
    game = house.game()
    with house.tables.ground.database.write() as connection:
        change(connection, game.table, closed=1.0)  # as older versions did
    with pytest.raises(TableClosed):
        house.tables.end(game.table)


def test_whoever_was_first_in_the_log_was_first(
    new_house: Callable[..., House], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two processes: a move is written down between the check and the end."""
    one, other = new_house(), new_house()
    game = one.game()
    one.move(game.table, 0, "put a")
    other.look(game.table, 0)
    appending = log.append
    first = [True]

    def append(*arguments: object) -> None:
        if first:
            first.clear()
            one.move(game.table, 0, "put b")
        appending(*arguments)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(log, "append", append)
        other.tables.end(game.table)
    for house in (one, other):
        assert house.look(game.table).view.pots == [1, 1, 0]
        assert house.tables.room(game.table).status == "over"
    with pytest.raises(TableOver):
        one.move(game.table, 0, "done")


@pytest.mark.parametrize(
    "entry",
    [
        log.EndedEarly("closed"),
        log.Moved(0, ["done"], [], "late"),
        log.TakenBack(0, 1, "late"),
        log.Control(0, None, "random", "00"),
    ],
)
def test_nothing_follows_the_end(new_house: Callable[..., House], entry: log.Entry) -> None:
    house = new_house()
    game = ended(house)
    append(house, game.table, entry)
    again = new_house()
    with pytest.raises(TableBroken):
        again.look(game.table)


def test_no_game_ends_early_that_is_over(new_house: Callable[..., House]) -> None:
    house = new_house()
    game = house.game(turns=1)
    house.move(game.table, 1, "done")
    append(house, game.table, log.EndedEarly("closed"))
    with pytest.raises(TableBroken):
        new_house().look(game.table)


def append(house: House, table: str, entry: log.Entry) -> None:
    with house.tables.ground.database.read() as connection:
        seqs = connection.execute(select(entries.c.seq).where(entries.c.table_id == table)).scalars().all()
    log.append(house.tables.ground.database, table, Logged(max(seqs) + 1, entry, 1.0), None)


def test_an_end_that_is_no_end_is_damage(new_house: Callable[..., House]) -> None:
    house = new_house()
    game = ended(house)
    with house.tables.ground.database.write() as connection:
        connection.execute(entries.update().where(entries.c.kind == "end").values(body='"burnt"'))
    with pytest.raises(TableBroken):
        new_house().look(game.table)


def test_the_same_number_is_not_written_twice(house: House) -> None:
    game = ended(house)
    with pytest.raises(Conflict):
        log.append(house.tables.ground.database, game.table, Logged(1, log.EndedEarly("closed"), 1.0), None)
    with house.tables.ground.database.read() as connection:
        row = connection.execute(select(tables.c.status, tables.c.ended)).one()
    assert tuple(row) == ("over", "closed")
