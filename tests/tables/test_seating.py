"""Guests, seats, tokens, the host's rights, links to another device."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import text

from potluck.play.chance import commitment
from potluck.play.errors import OptionsInvalid, PositionDamaged, RulesUnknown
from potluck.tables.herbs import HERBS
from potluck.tables.refusals import (
    GuestUnknown,
    LevelUnknown,
    LinkLate,
    LinkUsed,
    LinkVoid,
    NameInvalid,
    NonceInvalid,
    NotHost,
    SeatsOpen,
    SeatTaken,
    SeatTokenWrong,
    SeatUnknown,
    TableStarted,
    TableUnknown,
)
from potluck.tables.room import SeatPlan

from .house import ME, OPEN, House, bot

NONCE = b"a nonce of mine"


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("  Ada ", "Ada"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("李雷", "李雷"),
        ("👩\u200d🍳 Anna", "👩\u200d🍳 Anna"),
        ("x" * 24, "x" * 24),
    ],
)
def test_names_are_shown_composed_and_trimmed(house: House, given: str, shown: str) -> None:
    guest = house.tables.new_guest(given)
    assert guest.name == shown
    assert house.tables.find_guest(guest.id) == guest


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "x" * 25,
        "a\nb",
        "a\x00b",
        "\u202eadA",
        "a\u2066b",
        "\u200b",
        "\u200d",
        "\u3164",
        "\ud800",
        "\u2028",
    ],
)
def test_names_that_cannot_be_seen_or_turn_the_line_are_refused(house: House, name: str) -> None:
    with pytest.raises(NameInvalid):
        house.tables.new_guest(name)


def test_a_guest_can_be_renamed(house: House) -> None:
    game = house.open()
    house.tables.rename_guest(game.people[1], "Grace")
    assert house.tables.room(game.table).seats[1].name == "Grace"
    with pytest.raises(GuestUnknown):
        house.tables.rename_guest("nobody", "Grace")


def test_the_room_says_who_sits_where(house: House) -> None:
    ada = house.guest("Ada")
    made = house.tables.create(ada, "cooking_rumble", {"expert": True}, [bot(), ME, OPEN], NONCE)
    presence = house.tables.ground.presence
    presence.come("hers", made.table, ada, [1])
    for tab in range(4):
        presence.come(tab, made.table, None, [])
    room = house.tables.room(made.table)
    assert [seat.kind for seat in room.seats] == ["bot", "human", "open"]
    assert [seat.name for seat in room.seats[1:]] == ["Ada", None]
    assert room.seats[0].name in HERBS
    assert [seat.level for seat in room.seats] == ["random", None, None]
    assert [seat.present for seat in room.seats] == [True, True, False]
    assert (room.host, room.watching, room.status, room.seed) == (1, 4, "open", None)
    assert room.options == {"expert": True, "allow_illegal_cards": False}


def test_the_commitment_is_there_from_the_first_moment_and_the_seed_only_at_the_end(house: House) -> None:
    game = house.open(turns=1, seats=1)
    first = house.tables.room(game.table)
    assert first.seed is None
    house.tables.start(game.people[0], game.table)
    assert house.tables.room(game.table).seed is None
    house.move(game.table, 0, "done")
    last = house.tables.room(game.table)
    assert last.status == "over"
    assert last.commitment == first.commitment
    assert last.seed is not None
    assert commitment(bytes.fromhex(last.seed)) == first.commitment


def test_nonsense_is_refused_when_a_table_is_made(house: House) -> None:
    ada = house.guest()
    refusals: list[tuple[type[Exception], tuple[Any, ...]]] = [
        (GuestUnknown, ("nobody", "stir", {}, [ME, OPEN], NONCE)),
        (RulesUnknown, (ada, "chess", {}, [ME, OPEN], NONCE)),
        (OptionsInvalid, (ada, "stir", {"turns": 0}, [ME, OPEN], NONCE)),
        (OptionsInvalid, (ada, "stir", {"turns": "many"}, [ME, OPEN], NONCE)),
        (OptionsInvalid, (ada, "stir", {"spoons": 2}, [ME, OPEN], NONCE)),
        (OptionsInvalid, (ada, "stir", {}, [], NONCE)),
        (OptionsInvalid, (ada, "stir", {}, [ME] + [OPEN] * 7, NONCE)),
        (SeatTaken, (ada, "stir", {}, [ME, ME], NONCE)),
        (LevelUnknown, (ada, "stir", {}, [ME, bot("genius")], NONCE)),
        (LevelUnknown, (ada, "stir", {}, [ME, SeatPlan("bot")], NONCE)),
        (NonceInvalid, (ada, "stir", {}, [ME, OPEN], b"")),
        (NonceInvalid, (ada, "stir", {}, [ME, OPEN], b"x" * 65)),
        (PositionDamaged, (ada, "stir", {}, [ME, OPEN], NONCE, "nonsense")),
        (PositionDamaged, (ada, "stir", {"turns": 1}, [ME], NONCE, "1/2/3,0,1/5/4/0/0")),
    ]
    for error, args in refusals:
        with pytest.raises(error):
            house.tables.create(*args)
    assert house.tables.counts() == {"open": 0, "playing": 0, "over": 0}


def test_a_table_can_begin_from_a_position(house: House) -> None:
    ada = house.guest()
    position = "1/2/3,0,1/5/4/0/0"
    made = house.tables.create(ada, "stir", {}, [ME], NONCE, start=position)
    house.tables.start(ada, made.table)
    assert house.look(made.table).view.pots == [3, 0, 1]


def test_a_token_opens_its_seat_and_no_other(house: House) -> None:
    game, other = house.open(), house.open()
    assert [house.tables.seat_of(game.table, token) for token in game.tokens] == [0, 1]
    assert house.tables.seat_of(game.table, None) is None
    for wrong in (*other.tokens, "", "x", "\ud800", game.tokens[0] + "x", "a" * 100_000):
        with pytest.raises(SeatTokenWrong):
            house.tables.seat_of(game.table, wrong)
    for token in (None, game.tokens[0]):
        with pytest.raises(TableUnknown):
            house.tables.seat_of("nowhere", token)


def test_tokens_and_codes_are_stored_as_hashes_only(house: House) -> None:
    game = house.open()
    code = house.tables.link(game.table, game.tokens[0])
    with house.tables.ground.database.read() as connection:
        stored = str(
            [connection.execute(text(f"select * from {name}")).all() for name in ("seats", "links", "tables")]
        )
    assert not any(secret in stored for secret in (*game.tokens, code))


def test_a_taken_seat_is_refused_and_ones_own_can_be_changed(house: House) -> None:
    game = house.open(seats=3)
    late = house.guest("Late")
    with pytest.raises(SeatTaken):
        house.tables.sit(late, game.table, 1, NONCE)
    for seat in (3, -1):
        with pytest.raises(SeatUnknown):
            house.tables.sit(late, game.table, seat, NONCE)
    house.tables.leave(game.table, game.tokens[1])
    token = house.tables.sit(late, game.table, 1, NONCE)
    house.tables.leave(game.table, game.tokens[2])
    moved = house.tables.sit(late, game.table, 2, NONCE)
    assert house.tables.seat_of(game.table, moved) == 2
    with pytest.raises(SeatTokenWrong):
        house.tables.seat_of(game.table, token)
    assert [seat.kind for seat in house.tables.room(game.table).seats] == ["human", "open", "human"]
    again = house.tables.sit(late, game.table, 2, NONCE)
    assert house.tables.seat_of(game.table, again) == 2


def test_the_host_arranges_the_seats(house: House) -> None:
    game = house.open(seats=3)
    host, arrange = game.people[0], house.tables.arrange
    arrange(host, game.table, 1, OPEN)
    with pytest.raises(SeatTokenWrong):
        house.tables.seat_of(game.table, game.tokens[1])
    arrange(host, game.table, 1, bot())
    assert house.tables.room(game.table).seats[1].level == "random"
    arrange(host, game.table, 1, ME)
    assert house.tables.seat_of(game.table, game.tokens[0]) == 1
    assert house.tables.room(game.table).host == 1
    with pytest.raises(SeatTaken):
        arrange(host, game.table, 2, ME)
    with pytest.raises(SeatUnknown):
        arrange(host, game.table, 3, OPEN)
    with pytest.raises(LevelUnknown):
        arrange(host, game.table, 0, bot("genius"))
    with pytest.raises(NotHost):
        arrange(game.people[2], game.table, 0, bot())


def test_a_host_who_only_watches_sits_down_like_everybody(house: House) -> None:
    ada = house.guest()
    made = house.tables.create(ada, "stir", {}, [OPEN, OPEN], NONCE)
    assert (made.seat, made.seat_token) == (None, None)
    with pytest.raises(SeatUnknown):
        house.tables.arrange(ada, made.table, 0, ME)
    house.tables.sit(ada, made.table, 0, NONCE)
    assert house.tables.room(made.table).host == 0


def test_the_game_starts_once_by_the_host_with_every_seat_filled(house: House) -> None:
    game = house.open()
    house.tables.leave(game.table, game.tokens[1])
    with pytest.raises(SeatsOpen):
        house.tables.start(game.people[0], game.table)
    house.tables.sit(game.people[1], game.table, 1, NONCE)
    with pytest.raises(NotHost):
        house.tables.start(game.people[1], game.table)
    house.tables.start(game.people[0], game.table)
    attempts: list[Callable[[], object]] = [
        lambda: house.tables.start(game.people[0], game.table),
        lambda: house.tables.leave(game.table, game.tokens[1]),
        lambda: house.tables.sit(game.people[1], game.table, 1, NONCE),
        lambda: house.tables.arrange(game.people[0], game.table, 1, bot()),
        lambda: house.tables.renew_nonce(game.table, game.tokens[1], NONCE),
    ]
    for attempt in attempts:
        with pytest.raises(TableStarted):
            attempt()


def test_a_link_moves_the_seat_once_and_voids_the_old_token(house: House) -> None:
    game = house.game()
    phone = house.guest("Phone")
    code = house.tables.link(game.table, game.tokens[1])
    moved = house.tables.redeem(phone, code)
    assert (moved.table, moved.seat) == (game.table, 1)
    assert house.tables.seat_of(game.table, moved.seat_token) == 1
    with pytest.raises(SeatTokenWrong):
        house.tables.seat_of(game.table, game.tokens[1])
    with pytest.raises(LinkUsed) as used:
        house.tables.redeem(phone, code)
    assert used.value.table == game.table
    assert house.tables.room(game.table).seats[1].name == "Phone"


def test_a_link_expires_and_a_newer_one_voids_it(house: House) -> None:
    game = house.game()
    phone = house.guest("Phone")
    old = house.tables.link(game.table, game.tokens[1])
    new = house.tables.link(game.table, game.tokens[1])
    with pytest.raises(LinkVoid):
        house.tables.redeem(phone, old)
    house.clock[0] += 15 * 60 + 1
    with pytest.raises(LinkLate) as late:
        house.tables.redeem(phone, new)
    assert late.value.table == game.table
    for void in (old, "", "nonsense"):
        with pytest.raises(LinkVoid) as unknown:
            house.tables.redeem(phone, void)
        assert unknown.value.table is None
    assert house.tables.seat_of(game.table, game.tokens[1]) == 1
    with pytest.raises(SeatTokenWrong):
        house.tables.link(game.table, "wrong")


def test_giving_a_seat_up_voids_its_link(house: House) -> None:
    game = house.open()
    code = house.tables.link(game.table, game.tokens[1])
    house.tables.leave(game.table, game.tokens[1])
    with pytest.raises(LinkVoid):
        house.tables.redeem(house.guest("Phone"), code)
    next_one = house.tables.sit(house.guest("Next"), game.table, 1, NONCE)
    with pytest.raises(LinkVoid):
        house.tables.redeem(house.guest("Phone"), code)
    assert house.tables.seat_of(game.table, next_one) == 1


def test_the_hosts_rights_move_with_the_hosts_seat(house: House) -> None:
    game = house.open()
    phone = house.guest("Phone")
    house.tables.redeem(phone, house.tables.link(game.table, game.tokens[0]))
    with pytest.raises(NotHost):
        house.tables.start(game.people[0], game.table)
    house.tables.start(phone, game.table)


def test_my_tables_say_whose_turn_it_is(house: House) -> None:
    game = house.open()
    (mine,) = house.tables.mine(game.people[1])
    assert (mine.table, mine.game, mine.status, mine.your_turn) == (game.table, "stir", "open", False)
    house.tables.start(game.people[0], game.table)
    assert [house.tables.mine(guest)[0].your_turn for guest in game.people] == [True, False]
    assert house.tables.mine(house.guest("Else")) == []


def test_my_tables_say_who_else_is_there_and_whose_turn_it_is(house: House) -> None:
    ada, ben = house.guest("Ada"), house.guest("Ben")
    made = house.tables.create(ada, "stir", {"turns": 2}, [ME, OPEN, bot()], NONCE)

    def said(guest: str) -> tuple[list[str], int, list[str]]:
        (mine,) = house.tables.mine(guest)
        return mine.others, mine.open, mine.waits

    called = house.tables.room(made.table).seats[2].name
    assert said(ada) == ([called], 1, [])
    house.tables.sit(ben, made.table, 1, NONCE)
    house.tables.start(ada, made.table)
    assert said(ada)[:2] == (["Ben", called], 0)
    game = house.game()
    assert [house.tables.mine(each)[0].waits for each in game.people] == [[], ["Guest 0"]]
    house.move(game.table, 0, "put a", "done")
    assert [house.tables.mine(each)[0].waits for each in game.people] == [["Guest 1"], []]


def test_my_tables_name_others_on_my_device_but_never_me(house: House) -> None:
    ada = house.guest("Ada")
    house.tables.create(ada, "stir", {"turns": 1}, [ME, SeatPlan("here", name="Cyd")], NONCE)
    assert house.tables.mine(ada)[0].others == ["Cyd"]
    game = house.game(turns=1)
    house.tables.concede(game.table, game.tokens[1])
    (mine,) = house.tables.mine(game.people[1])
    assert (mine.status, mine.others) == ("playing", ["Guest 0"])


def test_my_tables_do_not_tell_when_others_did_something_secret(house: House) -> None:
    game = house.game()
    before = house.tables.mine(game.people[1])
    house.clock[0] += 60
    house.move(game.table, 0, "hide")
    assert house.tables.mine(game.people[1]) == before
    house.move(game.table, 0, "put a")
    assert house.tables.mine(game.people[1]) != before


def test_the_seed_is_of_the_systems_luck_and_never_the_same(new_house: Callable[..., House]) -> None:
    house = new_house()
    commitments = {house.tables.room(house.open().table).commitment for _ in range(5)}
    assert len(commitments) == 5
