"""Several people on one device: seats of one guest with names of their own."""

import pytest

from potluck.tables.refusals import LevelUnknown, NameInvalid, SeatTaken, SeatTokenWrong, TableStarted
from potluck.tables.room import SeatPlan

from .house import ME, OPEN, House, bot

NONCE = b"a nonce of mine"


def here(name: str | None) -> SeatPlan:
    return SeatPlan("here", name=name)


def names(house: House, table: str) -> list[str | None]:
    return [seat.name for seat in house.tables.room(table).seats]


def test_every_seat_here_has_a_name_and_a_token_of_its_own(house: House) -> None:
    ada = house.guest("Ada")
    made = house.tables.create(ada, "stir", {}, [here(" Ben "), ME, here("Zoe\u0308")], NONCE)
    assert made.seat == 1
    assert [key.seat for key in made.here] == [0, 2]
    assert names(house, made.table) == ["Ben", "Ada", "Zo\u00eb"]
    tokens = [made.here[0].seat_token, made.seat_token, made.here[1].seat_token]
    assert len(set(tokens)) == 3
    assert [house.tables.seat_of(made.table, token) for token in tokens] == [0, 1, 2]
    room = house.tables.room(made.table)
    assert [seat.kind for seat in room.seats] == ["human", "human", "human"]
    assert room.host == 1
    house.tables.rename_guest(ada, "Grace")
    assert names(house, made.table) == ["Ben", "Grace", "Zo\u00eb"]


@pytest.mark.parametrize("name", [None, "", "  ", "x" * 25, "a\nb", "\u200b"])
def test_a_seat_here_needs_a_name_that_can_be_seen(house: House, name: str | None) -> None:
    ada = house.guest()
    with pytest.raises(NameInvalid):
        house.tables.create(ada, "stir", {}, [ME, here(name)], NONCE)
    made = house.tables.create(ada, "stir", {}, [ME, OPEN], NONCE)
    with pytest.raises(NameInvalid):
        house.tables.arrange(ada, made.table, 1, here(name))
    if name is not None:
        with pytest.raises(NameInvalid):
            house.tables.sit(ada, made.table, 1, NONCE, name)
    assert names(house, made.table)[1] is None
    assert house.tables.room(made.table).seats[1].kind == "open"


@pytest.mark.parametrize("kind", ["open", "me", "bot"])
def test_nobody_else_is_named_by_the_plan(house: House, kind: str) -> None:
    ada = house.guest()
    plan = SeatPlan(kind, "random" if kind == "bot" else None, "Ben")  # type: ignore[arg-type]
    with pytest.raises(NameInvalid):
        house.tables.create(ada, "stir", {}, [plan, OPEN], NONCE)
    with pytest.raises(LevelUnknown):
        house.tables.create(ada, "stir", {}, [ME, SeatPlan("here", "random", "Ben")], NONCE)


def test_a_token_opens_its_own_seat_and_no_other(house: House) -> None:
    ada = house.guest("Ada")
    made = house.tables.create(ada, "stir", {}, [ME, here("Ben")], NONCE)
    ben = made.here[0].seat_token
    assert house.tables.seats_of(made.table, [ben, "nonsense", made.seat_token or ""]) == [1, None, 0]
    house.tables.leave(made.table, ben)
    assert house.tables.seats_of(made.table, [ben]) == [None]
    with pytest.raises(SeatTokenWrong):
        house.tables.seat_of(made.table, ben)
    assert names(house, made.table) == ["Ada", None]


def test_before_the_start_people_here_come_and_go(house: House) -> None:
    ada, cy = house.guest("Ada"), house.guest("Cy")
    made = house.tables.create(ada, "stir", {}, [bot(), OPEN, OPEN], NONCE)
    ben = house.tables.arrange(ada, made.table, 0, here("Ben"))
    assert ben is not None
    assert house.tables.seat_of(made.table, ben) == 0
    own = house.tables.sit(cy, made.table, 1, NONCE)
    dan = house.tables.sit(cy, made.table, 2, NONCE, "Dan")  # not the host: for somebody at their device
    assert names(house, made.table) == ["Ben", "Cy", "Dan"]
    for guest, seat, name in ((ada, 2, "Eve"), (cy, 0, "Eve"), (cy, 1, "Eve"), (cy, 2, None), (ada, 0, None)):
        with pytest.raises(SeatTaken):
            house.tables.sit(guest, made.table, seat, NONCE, name)
    for seat in (1, 2):
        with pytest.raises(SeatTaken):
            house.tables.arrange(ada, made.table, seat, here("Eve"))
    assert house.tables.arrange(ada, made.table, 0, here("Eve")) not in (None, ben)
    assert house.tables.seats_of(made.table, [own, dan, ben]) == [1, 2, None]
    house.tables.leave(made.table, own)
    assert names(house, made.table) == ["Eve", None, "Dan"]
    house.tables.sit(cy, made.table, 1, NONCE)
    assert house.tables.arrange(ada, made.table, 0, OPEN) is None
    assert house.tables.sit(ada, made.table, 0, NONCE)
    with pytest.raises(SeatTaken):
        house.tables.arrange(ada, made.table, 0, here("Eve"))  # the host sits there in person
    house.tables.start(ada, made.table)
    with pytest.raises(TableStarted):
        house.tables.sit(ada, made.table, 1, NONCE, "Fay")


def test_the_host_moves_without_those_beside_them(house: House) -> None:
    ada = house.guest("Ada")
    made = house.tables.create(ada, "stir", {}, [ME, here("Ben"), OPEN], NONCE)
    with pytest.raises(SeatTaken):
        house.tables.arrange(ada, made.table, 1, ME)
    house.tables.arrange(ada, made.table, 2, ME)
    assert names(house, made.table) == [None, "Ben", "Ada"]
    assert house.tables.room(made.table).host == 2


def test_one_seat_moves_to_its_own_device_and_takes_nothing_along(house: House) -> None:
    ada, ben = house.guest("Ada"), house.guest("Benno")
    made = house.tables.create(ada, "stir", {}, [ME, here("Ben"), here("Cy")], NONCE)
    old = [each.seat_token for each in made.here]
    moved = house.tables.redeem(ben, house.tables.link(made.table, old[0]))
    assert names(house, made.table) == ["Ada", "Benno", "Cy"]
    assert house.tables.room(made.table).host == 0  # who sat beside the host was not the host
    house.tables.arrange(ada, made.table, 2, here("Cyd"))
    assert house.tables.seats_of(made.table, [*old, moved.seat_token]) == [None, None, 1]
    # A second seat on a device where somebody sits already keeps the name it has.
    again = house.tables.redeem(ben, house.tables.link(made.table, made.seat_token or ""))
    assert names(house, made.table) == ["Ada", "Benno", "Cyd"]
    assert house.tables.seat_of(made.table, again.seat_token) == 0


def test_a_rematch_keeps_everybody_here(house: House) -> None:
    ada = house.guest("Ada")
    made = house.tables.create(ada, "stir", {"turns": 2}, [ME, here("Ben")], NONCE)
    tokens = [made.seat_token or "", made.here[0].seat_token]
    house.tables.start(ada, made.table)
    house.move(made.table, 0, "done")
    house.move(made.table, 1, "done")
    new = house.tables.rematch(ada, made.table, tokens[1])
    assert names(house, new) == ["Ada", "Ben"]
    assert house.tables.seats_of(new, tokens) == [0, 1]


def test_the_lobby_says_when_anybody_here_is_to_move(house: House) -> None:
    ada = house.guest("Ada")
    made = house.tables.create(ada, "stir", {"turns": 3}, [here("Ben"), bot(), ME], NONCE)
    house.tables.start(ada, made.table)
    assert house.tables.mine(ada)[0].your_turn
    house.move(made.table, 0, "done")
    assert house.tables.mine(ada)[0].your_turn
    house.move(made.table, 2, "done")
    assert not house.tables.mine(ada)[0].your_turn
    assert len(house.tables.mine(ada)) == 1


def test_people_here_talk_under_their_own_names(house: House) -> None:
    ada = house.guest("Ada")
    made = house.tables.create(ada, "stir", {}, [ME, here("Ben")], NONCE)
    house.tables.say(made.table, ada, 1, "one", "Hello")
    house.tables.say(made.table, ada, 0, "two", "Hello")
    house.tables.say(made.table, ada, None, "three", "Hello")
    assert [line.name for line in house.tables.chat(made.table, 0)] == ["Ben", "Ada", "Ada"]


def test_a_table_of_people_here_alone_has_a_host_and_luck_of_theirs(house: House) -> None:
    ada = house.guest("Ada")
    made = house.tables.create(ada, "stir", {"turns": 1}, [here("Ben"), here("Cy")], NONCE)
    assert (made.seat, made.seat_token) == (None, None)
    assert house.tables.room(made.table).host == 0
    house.tables.start(ada, made.table)
    house.move(made.table, 1, "done")
    assert NONCE.hex() in house.tables.record(made.table)
