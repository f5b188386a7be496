"""What people and bots are called at a table: never two alike, told when it changes, told as it was then."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import text

from potluck.play.phrase import Event
from potluck.play.record import Record, verify
from potluck.tables.chat import NAMES_KEPT
from potluck.tables.herbs import HERBS, drawn
from potluck.tables.refusals import NamesMany
from potluck.tables.room import SeatPlan

from .absent import away
from .house import ME, OPEN, Game, House, bot
from .stir import Stir

NONCE = b"a nonce of mine"


def here(name: str) -> SeatPlan:
    return SeatPlan("here", name=name)


def names(house: House, table: str) -> list[str | None]:
    return [seat.name for seat in house.tables.room(table).seats]


def table_of(house: House, *called: str, start: bool = False, **options: Any) -> Game:
    """Guests of these names, in the order of their seats."""
    people = [house.guest(name) for name in called]
    made = house.tables.create(people[0], "stir", options, [ME] + [OPEN] * (len(called) - 1), NONCE)
    for seat, guest in enumerate(people[1:], 1):
        house.tables.sit(guest, made.table, seat, NONCE)
    if start:
        house.tables.start(people[0], made.table)
    return Game(made.table, people, [])


def told(house: House, table: str, viewer: int | None = None) -> list[Event]:
    """What a viewer has been told of names."""
    events = house.look(table, viewer).events
    return [event for event in events if event.key in ("event.renamed", "event.replaced")]


@pytest.mark.parametrize("other", ["Ann", "ANN", "Ａｎｎ", "Аnn", "Ann "])
def test_two_people_of_one_name_are_told_apart(house: House, other: str) -> None:
    game = table_of(house, "Ann", other)
    assert names(house, game.table) == ["Ann", f"{other.strip()} 2"]


def test_who_was_there_first_keeps_the_name_wherever_the_other_sits(house: House) -> None:
    ann, other = house.guest("Ann"), house.guest("Ann")
    made = house.tables.create(ann, "stir", {}, [OPEN, ME, OPEN], NONCE)
    token = house.tables.sit(other, made.table, 0, NONCE)
    assert names(house, made.table) == ["Ann 2", "Ann", None]
    house.tables.sit(ann, made.table, 2, NONCE)
    assert names(house, made.table) == ["Ann 2", None, "Ann"]
    house.tables.leave(made.table, token)
    assert names(house, made.table) == [None, None, "Ann"]


def test_a_number_that_somebody_is_called_by_is_left_out(house: House) -> None:
    assert names(house, table_of(house, "Ann", "Ann 2", "Ann").table) == ["Ann", "Ann 2", "Ann 3"]


def test_people_on_one_device_are_told_apart_too(house: House) -> None:
    ann = house.guest("Ann")
    made = house.tables.create(ann, "stir", {}, [ME, here("ann"), here("Bo")], NONCE)
    assert names(house, made.table) == ["Ann", "ann 2", "Bo"]


def test_letters_to_be_wary_of_are_marked(house: House) -> None:
    def letters(*called: str) -> list[str | None]:
        return [seat.letters for seat in house.tables.room(table_of(house, *called).table).seats]

    assert letters("Bob", "ВоЬ", "Аня") == [None, "other", None], "no imitator puts a mark on an honest name"
    assert letters("Bob", "ВоЬ 7") == [None, "other"]
    assert letters("Аnn", "Bob", "bob") == ["mixed", None, None]


# Renaming


def test_a_new_name_is_told_in_the_talk_before_the_start(house: House) -> None:
    game = table_of(house, "Ann", "Bo")
    heard: list[frozenset[str]] = []
    house.tables.listen(lambda table, what: heard.append(what))
    house.tables.rename_guest(game.people[1], "Bea")
    assert heard == [{"look", "room", "chat"}]
    assert names(house, game.table) == ["Ann", "Bea"]
    [line] = house.tables.chat(game.table, 0)
    assert (line.seat, line.name, line.text, line.renamed) == (1, "Bo", "Bea", True)
    house.tables.start(game.people[0], game.table)
    assert told(house, game.table) == []


def test_in_play_everybody_is_told_alike_in_log_and_talk(house: House) -> None:
    game = table_of(house, "Ann", "Bo", start=True)
    house.move(game.table, 0, "put a")
    versions = house.versions(game.table)
    house.tables.rename_guest(game.people[1], "ann")
    assert names(house, game.table) == ["Ann", "ann 2"]
    event = Event("event.renamed", {"seat": 1}, texts={"before": "Bo", "after": "ann 2"})
    assert [told(house, game.table, viewer) for viewer in (0, 1, None)] == [[event]] * 3
    assert house.versions(game.table) == [version + 1 for version in versions]
    assert [line.text for line in house.tables.chat(game.table, 0)] == ["ann 2"]


def test_a_new_name_makes_no_choice_stale_and_takes_no_undo_away(house: House) -> None:
    game = table_of(house, "Ann", "Bo", start=True)
    house.move(game.table, 0, "put a")
    look = house.look(game.table, 0)
    house.tables.rename_guest(game.people[1], "Bea")
    house.tables.undo(game.table, 0, "u", look.version, 1)
    house.move(game.table, 0, "put b")
    assert [event.key for event in house.look(game.table).events if "." in event.key][-3:] == [
        "event.renamed",
        "event.undo",
        "stir.event.put",
    ]


def test_a_new_name_is_there_after_a_restart_and_no_part_of_the_record(
    house: House, new_house: Callable[..., House]
) -> None:
    game = table_of(house, "Ann", "Bo", start=True, turns=2)
    house.move(game.table, 0, "put a", "hide")
    house.tables.rename_guest(game.people[1], "Bea")
    before = [house.look(game.table, viewer) for viewer in (0, 1, None)]
    again = new_house()
    assert [again.look(game.table, viewer) for viewer in (0, 1, None)] == before
    again.move(game.table, 0, "done")
    again.move(game.table, 1, "done")
    record = Record.parse(again.tables.record(game.table))
    assert (record.player(1), record.changes) == ("Bea", [])
    verify(record, Stir())


def test_two_processes_agree_about_names(house: House, new_house: Callable[..., House]) -> None:
    game = table_of(house, "Ann", "Bo", start=True)
    other = new_house()
    house.move(game.table, 0, "put a")
    other.tables.rename_guest(game.people[1], "Bea")
    house.tables.rename_guest(game.people[0], "Amy")
    house.move(game.table, 0, "put b")
    assert other.look(game.table).events == house.look(game.table).events
    assert [event.texts["after"] for event in told(other, game.table)] == ["Bea", "Amy"]


def test_a_finished_game_keeps_the_names_it_was_played_under(house: House) -> None:
    game = table_of(house, "Ann", "Bo", start=True, turns=2)
    for seat in (0, 1):
        house.move(game.table, seat, "done")
    record = house.tables.record(game.table)
    house.tables.rename_guest(game.people[1], "Bea")
    assert names(house, game.table) == ["Ann", "Bo"]
    assert house.tables.record(game.table) == record
    assert house.tables.chat(game.table, 0) == []


def test_the_same_name_again_is_no_news(house: House) -> None:
    game = table_of(house, "Ann", "Ann", start=True)
    house.tables.rename_guest(game.people[1], "Ann")
    assert names(house, game.table) == ["Ann", "Ann 2"]
    assert told(house, game.table) == []
    assert house.tables.chat(game.table, 0) == []


def test_a_new_name_that_was_the_old_one_but_for_a_number_counts(house: House) -> None:
    game = table_of(house, "Ann 7", "Bo", start=True)
    house.tables.rename_guest(game.people[0], "Ann")
    assert names(house, game.table) == ["Ann", "Bo"]
    assert [event.texts for event in told(house, game.table)] == [{"before": "Ann 7", "after": "Ann"}]


def test_a_new_name_takes_nobodys_who_plays_also_of_who_does_not_play_now(house: House) -> None:
    around = away(house, seats=3)
    code = around.offer(1, by=0)
    assert code is not None
    house.tables.redeem(house.guest("Dora"), code)
    for other in ("Guest 0", "Dora"):
        house.tables.rename_guest(around.game.people[1], other)
        assert around.seat(1).owner == f"{other} 2"
    assert names(house, around.table) == ["Guest 0", "Dora", "Guest 2"]


def test_names_change_in_a_game_only_so_often(new_house: Callable[..., House]) -> None:
    house = new_house(names_in_play=3)
    game = table_of(house, "Ann", "Bo", start=True)
    for number in range(3):
        house.tables.rename_guest(game.people[number % 2], f"Name {number}")
    with pytest.raises(NamesMany):
        house.tables.rename_guest(game.people[0], "Once more")
    guest = house.tables.find_guest(game.people[0])
    assert guest is not None
    assert guest.name == "Name 2"
    house.tables.rename_guest(house.guest("Eve"), "Somebody else")
    house.tables.rename_guest(game.people[0], "Name 2")  # as they are called already


def test_a_table_that_closes_meanwhile_keeps_no_other_from_the_new_name(house: House) -> None:
    ann = house.guest("Ann")
    left = {house.tables.create(ann, "stir", {}, [ME, OPEN], NONCE).table for _ in range(3)}

    def close_another(table: str, _: object) -> None:
        if len(left) == 3:
            other = next(each for each in sorted(left, reverse=True) if each != table)
            left.remove(other)
            house.tables.close_table(ann, other)

    house.tables.listen(close_another)
    house.tables.rename_guest(ann, "Anna")
    assert [names(house, table)[0] for table in left] == ["Anna", "Anna"]


def test_who_plays_on_for_somebody_is_told_and_the_owner_keeps_their_name(house: House) -> None:
    around = away(house, seats=3)
    code = around.offer(1, by=0)
    assert code is not None
    house.tables.redeem(house.guest("Guest 1"), code)
    seat = around.seat(1)
    assert (seat.name, seat.owner) == ("Guest 1 2", "Guest 1")
    around.go(1)
    around.wait()
    assert around.back(1) is not None
    assert (around.seat(1).name, around.seat(1).owner) == ("Guest 1", None)
    assert [event.texts for event in told(house, around.table)] == [
        {"before": "Guest 1", "after": "Guest 1 2"},
        {"before": "Guest 1 2", "after": "Guest 1"},
    ]
    assert {event.key for event in told(house, around.table)} == {"event.replaced"}


# Talk


def test_a_spectator_is_called_like_nobody_else_and_a_new_name_is_told(house: House) -> None:
    game = table_of(house, "Ann", "Bo")
    eve, zoe = house.guest("Ann"), house.guest("Аnn")
    say = house.tables.say
    assert say(game.table, eve, None, "1", "hi").name == "Ann 2"
    assert say(game.table, zoe, None, "1", "hi").name == "Аnn 3"
    assert say(game.table, eve, None, "2", "me again").name == "Ann 2"
    assert say(game.table, game.people[0], 0, "1", "hello").name == "Ann"
    house.tables.rename_guest(eve, "Eve")
    assert say(game.table, eve, None, "3", "still me").name == "Eve"
    lines = house.tables.chat(game.table, 4)
    assert [(line.seat, line.name, line.text, line.renamed) for line in lines] == [
        (None, "Ann 2", "Eve", True),
        (None, "Eve", "still me", False),
    ]
    assert [line.mixed for line in house.tables.chat(game.table, 0)] == [
        False,
        True,
        False,
        False,
        False,
        False,
    ]


def test_nobody_sits_down_under_a_watchers_name(house: House) -> None:
    """But who has watched until now does: it is theirs."""
    game = table_of(house, "Ann", "Bo")
    eve = house.guest("Eve")
    house.tables.say(game.table, eve, None, "1", "hi")
    house.tables.say(game.table, house.guest("Ann"), None, "1", "hi")
    house.tables.rename_guest(game.people[1], "ann")
    assert names(house, game.table) == ["Ann", "ann 3"]
    house.tables.rename_guest(game.people[1], "eve")
    assert names(house, game.table) == ["Ann", "eve 2"]
    house.tables.rename_guest(game.people[1], "Bo")
    house.tables.arrange(game.people[0], game.table, 1, OPEN)
    house.tables.sit(eve, game.table, 1, NONCE)
    assert names(house, game.table) == ["Ann", "Eve"]


def test_who_sits_there_may_talk_without_their_seat(house: House) -> None:
    game = table_of(house, "Ann", "Ann")
    assert house.tables.say(game.table, game.people[1], None, "1", "hi").name == "Ann 2"


@pytest.mark.parametrize("by", ["a bot", "a friend"])
def test_whose_seat_another_plays_talks_under_their_own_name(house: House, by: str) -> None:
    around = away(house, seats=3)
    if by == "a bot":
        around.hand(1, by=0)
    else:
        code = around.offer(1, by=0)
        assert code is not None
        house.tables.redeem(house.guest("Dora"), code)
    owner = around.game.people[1]
    assert house.tables.say(around.table, owner, None, "1", "hi").name == around.seat(1).owner == "Guest 1"
    house.tables.rename_guest(owner, "Gus")
    assert house.tables.say(around.table, owner, None, "2", "hi").name == around.seat(1).owner == "Gus"
    lines = house.tables.chat(around.table, 0)
    assert [(line.name, line.text) for line in lines] == [
        ("Guest 1", "hi"),
        ("Guest 1", "Gus"),
        ("Gus", "hi"),
    ]


def test_new_names_without_end_push_nobodys_talk_out(house: House) -> None:
    game = table_of(house, "Ann", "Bo")
    house.tables.say(game.table, game.people[0], 0, "1", "hello")
    for number in range(NAMES_KEPT + 5):
        house.tables.rename_guest(game.people[1], f"Name {number}")
    lines = house.tables.chat(game.table, 0)
    assert [line.text for line in lines[:2]] == ["hello", "Name 5"]
    assert len(lines) == 1 + NAMES_KEPT


def test_talk_keeps_the_name_of_then(house: House) -> None:
    game = table_of(house, "Ann", "Bo")
    house.tables.say(game.table, game.people[1], 1, "1", "hi")
    house.tables.rename_guest(game.people[1], "Bea")
    house.tables.say(game.table, game.people[1], 1, "2", "hi")
    assert [line.name for line in house.tables.chat(game.table, 0)] == ["Bo", "Bo", "Bea"]


# Bots


def test_bots_are_called_after_herbs_each_after_another(house: House) -> None:
    made = house.tables.create(house.guest("Ann"), "chef_alfredo", {}, [ME, bot(), bot(), bot()], NONCE)
    herbs = names(house, made.table)[1:]
    assert set(herbs) <= set(HERBS)
    assert len(set(herbs)) == 3


def test_a_bot_gives_way_to_a_person_of_its_name(house: House) -> None:
    made = house.tables.create(house.guest("Ann"), "stir", {}, [ME, bot(), OPEN], NONCE)
    herb = names(house, made.table)[1]
    assert herb is not None
    house.tables.sit(house.guest(herb.upper()), made.table, 2, NONCE)
    _, other, person = names(house, made.table)
    assert person == herb.upper()
    assert other in set(HERBS) - {herb}


def test_a_bot_keeps_its_name_at_another_level_and_in_the_rematch(house: House) -> None:
    ann = house.guest("Ann")
    made = house.tables.create(ann, "stir", {"turns": 2}, [ME, bot()], NONCE)
    herb = names(house, made.table)[1]
    house.tables.arrange(ann, made.table, 1, bot("steady"))
    assert names(house, made.table)[1] == herb
    house.tables.start(ann, made.table)
    for seat in (0, 1):
        house.move(made.table, seat, "done")
    new = house.tables.rematch(ann, made.table, made.seat_token)
    assert names(house, new) == ["Ann", herb]


def test_a_bot_that_plays_for_somebody_is_named_after_them_and_a_seat_that_opens_after_nobody(
    house: House,
) -> None:
    around = away(house, seats=2)
    around.hand(1, by=0)
    assert (around.seat(1).name, around.seat(1).owner) == (None, "Guest 1")
    opened = house.open(seats=2)
    house.tables.arrange(opened.people[0], opened.table, 1, bot())
    assert house.tables.room(opened.table).seats[1].name in HERBS
    house.tables.arrange(opened.people[0], opened.table, 1, OPEN)
    assert names(house, opened.table)[1] is None


def test_herbs_never_end_and_follow_from_the_table_alone() -> None:
    some = [herb for herb, _ in zip(drawn("abc"), range(50), strict=False)]
    assert len(set(some)) == 50
    assert [herb for herb, _ in zip(drawn("abc"), range(50), strict=False)] == some
    assert next(drawn("abc")) != next(drawn("abe"))


# Tables of an older version


def test_a_table_on_which_no_names_were_written_down_has_them(house: House) -> None:
    game = table_of(house, "Ann", "ann", start=True)
    with house.tables.ground.database.write() as connection:
        connection.execute(text("update seats set called = null"))
    assert names(house, game.table) == ["Ann", "ann 2"]
    house.tables.rename_guest(game.people[0], "Amy")
    assert names(house, game.table) == ["Amy", "ann 2"]
    assert [event.texts for event in told(house, game.table)] == [{"before": "Ann", "after": "Amy"}]
