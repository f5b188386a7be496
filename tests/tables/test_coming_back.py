"""The owner's way back to a seat that a bot or somebody else plays; giving a seat up."""

from typing import Any

import pytest

from potluck.play.record import Record, verify
from potluck.tables import log
from potluck.tables.herbs import HERBS
from potluck.tables.refusals import (
    LevelUnknown,
    LinkVoid,
    NotSeated,
    ProposalGone,
    SaidNo,
    SeatConceded,
    SeatNotYours,
    SeatTokenWrong,
    SeatUnknown,
    TableNotStarted,
    TableOver,
    TableUnknown,
)
from potluck.tables.room import Ended, Proposal, SeatInfo, SeatPlan
from potluck.tables.service import Standing

from .absent import GRACE, LONG, Around, away
from .house import ME, OPEN, Game, House, bot, keys, submit_as_bot
from .stir import PUT, Stir
from .test_handing import controls


def replaced_by_bot(house: House, **options: Any) -> Around:
    around = away(house, seats=3, **options)
    around.hand(1, by=0)
    return around


def replaced_by_dora(house: House, seats: int = 3, **options: Any) -> tuple[Around, str, str]:
    """Dora's guest id, and her token."""
    around = away(house, seats=seats, **options)
    code = around.offer(1, by=0)
    assert code is not None
    dora = house.guest("Dora")
    token = house.tables.redeem(dora, code).seat_token
    around.presence.come("dora", around.table, dora, [1], 1)
    return around, dora, token


# From a bot


def test_by_the_cookie_with_a_new_token(house: House) -> None:
    around = replaced_by_bot(house)
    versions = house.versions(around.table)
    token = around.back(1)
    assert token is not None
    assert house.tables.seat_of(around.table, token) == 1
    assert around.seat(1) == SeatInfo("human", "Guest 1", None, False)
    assert house.versions(around.table) == versions
    assert controls(house, around.table) == [(1, None, "random"), (1, "random", None)]
    assert house.tables.bots_due(around.table) == []
    with pytest.raises(SeatTokenWrong):
        house.tables.seat_of(around.table, around.game.tokens[1])
    standing = house.tables.around(around.table).standing(around.game.people[1])
    assert standing == Standing([1], False, [], ["close"], "vote")
    around.wait(GRACE)
    assert around.seat(1).away is not None, "who comes back and goes is away again"


def test_by_the_old_token_which_is_good_again(house: House) -> None:
    around = replaced_by_bot(house)
    old = around.game.tokens[1]
    for guest in (None, house.guest("Borrowed")):
        assert house.tables.back(guest, around.table, 1, old) == old
        assert house.tables.seat_of(around.table, old) == 1
        assert around.seat(1) == SeatInfo("human", "Guest 1", None, False)
        around.wait()
        around.hand(1, by=0)


def test_by_the_old_token_though_only_the_cookie_would_do(house: House) -> None:
    around = replaced_by_bot(house)
    token = house.tables.back(around.game.people[1], around.table, 1, "an old one of another time")
    assert house.tables.seat_of(around.table, token) == 1


def test_asked_twice_it_is_still_theirs(house: House) -> None:
    around = replaced_by_bot(house)
    first, second = around.back(1), around.back(1)
    assert second is not None
    assert house.tables.seat_of(around.table, second) == 1
    with pytest.raises(SeatTokenWrong):
        house.tables.seat_of(around.table, first)
    assert house.tables.back(None, around.table, 1, second) == second


def test_nobody_else_takes_it(house: House) -> None:
    around = replaced_by_bot(house)
    before = around.room
    for guest in (house.guest("Eve"), around.game.people[0], around.game.people[2], "nobody", None):
        for token in (None, "forged", around.game.tokens[0], ""):
            with pytest.raises(SeatNotYours):
                house.tables.back(guest, around.table, 1, token)
    with pytest.raises(SeatUnknown):
        house.tables.back(around.game.people[1], around.table, 7)
    with pytest.raises(TableUnknown):
        house.tables.back(around.game.people[1], "nowhere", 1)
    with pytest.raises(SeatNotYours):
        house.tables.back(around.game.people[1], around.table, 0)
    assert around.room == before


def test_a_token_of_another_table_is_nothing_here(house: House) -> None:
    around, other = replaced_by_bot(house), replaced_by_bot(house)
    with pytest.raises(SeatNotYours):
        house.tables.back(None, around.table, 1, other.game.tokens[1])


def test_a_bots_seat_from_the_start_is_nobodys_to_come_back_to(house: House) -> None:
    ada = house.guest()
    table = house.tables.create(ada, "stir", {}, [ME, bot()], b"nonce of 0").table
    with pytest.raises(TableNotStarted):
        house.tables.back(ada, table, 1)
    house.tables.start(ada, table)
    with pytest.raises(SeatNotYours):
        house.tables.back(ada, table, 1)


def test_not_after_the_end(house: House) -> None:
    around = replaced_by_bot(house, turns=1)
    mover = house.look(around.table).view.waiting[0]
    house.move(around.table, mover, "done")
    with pytest.raises(TableOver):
        around.back(1)
    assert house.tables.around(around.table).standing(around.game.people[1]).back == []
    [mine] = house.tables.mine(around.game.people[1])
    assert not mine.bot


def test_a_vote_and_the_owners_return_at_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot plays; the others vote to let somebody in, and the owner takes the seat back in the middle."""
    around = away(house, gone=3, seats=4, game="chef_alfredo")
    around.hand(3, by=0, level="easy")
    around.wait(1)
    around.offer(3, by=1)
    assert around.back(3) is not None
    assert around.room.proposals == []
    with pytest.raises(ProposalGone):
        house.tables.vote(around.game.people[2], around.table, "place", 3, True)
    # And the other way round: the seat is given to Dora while the owner's wish is being written.
    around.wait()
    around.hand(3, by=0, level="easy")
    around.wait()
    code = around.offer(3, by=0)
    assert code is not None
    dora, append = house.guest("Dora"), log.append

    def meanwhile(*args: object) -> None:
        monkeypatch.setattr(log, "append", append)
        house.tables.redeem(dora, code)
        append(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(log, "append", meanwhile)
    assert around.back(3) is None, "she has been asked instead"
    assert (around.seat(3).name, around.proposal().about) == ("Dora", "back")


def test_a_bots_thought_from_before_comes_to_nothing(house: House) -> None:
    around = away(house, gone=0)
    around.hand(0, by=1)
    house.clock[0] += 1
    waiting = house.look(around.table).view.waiting[0]
    due = [each for each in house.tables.bots_due(around.table) if not each.free]
    if waiting != 0:
        house.move(around.table, 1, "done")
        due = [each for each in house.tables.bots_due(around.table) if not each.free]
    around.back(0)
    with pytest.raises(SeatNotYours):
        submit_as_bot(house.tables, due[0], PUT)


def test_two_seats_on_one_device_come_back_one_by_one(house: House) -> None:
    ana = house.guest("Ana")
    plans = [ME, SeatPlan("here", name="Ben"), OPEN]
    made = house.tables.create(ana, "stir", {}, plans, b"nonce of 0")
    cy = house.guest("Cy")
    house.tables.sit(cy, made.table, 2, b"nonce of 2")
    house.tables.start(ana, made.table)
    around = Around(house, Game(made.table, [ana, ana, cy], []))
    around.come(2)
    around.wait()
    assert around.room.host == 2
    for seat in (0, 1):
        assert around.hand(seat, by=2)
    assert [around.seat(seat).owner for seat in (0, 1)] == ["Ana", "Ben"]
    assert house.tables.around(made.table).standing(ana).back == [0, 1]
    assert made.here[0].seat_token == house.tables.back(None, made.table, 1, made.here[0].seat_token)
    assert [seat.name for seat in around.room.seats] == [None, "Ben", "Cy"]
    assert house.tables.back(ana, made.table, 0) is not None
    assert [seat.name for seat in around.room.seats] == ["Ana", "Ben", "Cy"]


# From another person


def test_from_a_person_by_consent(house: House) -> None:
    around, dora, token = replaced_by_dora(house)
    assert around.back(1) is None
    asked = around.proposal()
    assert asked == Proposal("back", 1, None, [], [], 1, int(house.clock[0] + 600))
    owner = around.game.people[1]
    for guest in (around.game.people[0], around.game.people[2], owner, house.guest("Eve")):
        with pytest.raises(NotSeated):
            house.tables.vote(guest, around.table, "back", 1, True)
    assert house.tables.seat_of(around.table, token) == 1
    assert house.tables.vote(dora, around.table, "back", 1, True)
    assert around.seat(1) == SeatInfo("human", "Guest 1", None, True)  # by dora's tab, till it hears of it
    assert house.tables.seat_of(around.table, around.game.tokens[1]) == 1, "the token they had"
    with pytest.raises(SeatTokenWrong):
        house.tables.seat_of(around.table, token)
    assert house.tables.around(around.table).standing(dora) == Standing([], False, [])
    assert around.room.proposals == []
    assert controls(house, around.table) == [(1, None, None), (1, None, None)]


def test_a_person_may_say_no_and_is_not_asked_again_at_once(house: House) -> None:
    around, dora, token = replaced_by_dora(house)
    around.back(1)
    assert not house.tables.vote(dora, around.table, "back", 1, False)
    assert around.room.proposals == []
    with pytest.raises(SaidNo) as refused:
        around.back(1)
    assert refused.value.phrase.args == {"n": 10}
    around.wait(599)
    with pytest.raises(SaidNo) as refused:
        around.back(1)
    assert refused.value.phrase.args == {"n": 1}
    assert house.tables.seat_of(around.table, token) == 1
    around.wait(1)
    assert around.back(1) is None
    assert around.proposal().about == "back"


def test_who_said_no_may_change_their_mind_while_the_question_stands(house: House) -> None:
    around, dora, _ = replaced_by_dora(house)
    around.back(1)
    house.tables.vote(dora, around.table, "back", 1, False)
    for guest in (around.game.people[0], around.game.people[1]):
        with pytest.raises(ProposalGone):
            house.tables.vote(guest, around.table, "back", 1, True)
    around.wait(599)
    assert house.tables.vote(dora, around.table, "back", 1, True)
    assert around.seat(1).name == "Guest 1"


def test_a_no_of_more_than_ten_minutes_ago_cannot_be_taken_back(house: House) -> None:
    around, dora, _ = replaced_by_dora(house)
    around.back(1)
    house.tables.vote(dora, around.table, "back", 1, False)
    around.wait(600)
    with pytest.raises(ProposalGone):
        house.tables.vote(dora, around.table, "back", 1, True)


def test_the_owner_may_ask_by_the_old_token_too(house: House) -> None:
    around, dora, _ = replaced_by_dora(house)
    assert house.tables.back(None, around.table, 1, around.game.tokens[1]) is None
    house.tables.vote(dora, around.table, "back", 1, True)
    assert house.tables.seat_of(around.table, around.game.tokens[1]) == 1


def test_a_consent_after_the_seat_went_to_a_bot_is_too_late(house: House) -> None:
    around, dora, _ = replaced_by_dora(house)
    around.back(1)
    around.presence.go("dora")
    around.wait()
    around.hand(1, by=0)
    with pytest.raises(ProposalGone):
        house.tables.vote(dora, around.table, "back", 1, True)
    assert around.back(1) is not None, "from the bot at once"


def test_from_a_person_who_is_away_themselves_at_once(house: House) -> None:
    around, _, token = replaced_by_dora(house)
    around.presence.go("dora")
    around.wait(GRACE - 1)
    assert around.back(1) is None
    around.wait(1)
    new = around.back(1)
    assert new is not None
    assert house.tables.seat_of(around.table, new) == 1
    with pytest.raises(SeatTokenWrong):
        house.tables.seat_of(around.table, token)


# What was missed


def test_they_are_told_from_where_on_they_missed_something_and_where_a_bot_began(house: House) -> None:
    around = Around(house, house.game())
    around.come(0, 1)
    move = house.look(around.table).view.waiting[0]
    house.move(around.table, move, "put a")
    around.presence.go((around.table, 1), 1)
    house.tables.note_who_left()
    house.move(around.table, move, "put b")
    around.wait()
    around.hand(1, by=0)
    house.move(around.table, move, "put c")
    assert around.back(1) is not None
    assert house.tables.around(around.table).sent(1) == 1
    assert house.tables.bot_from(around.table, 1, 1) == 2
    assert house.tables.bot_from(around.table, 1, 3) is None
    assert house.tables.bot_from(around.table, 0, 0) is None


def test_who_comes_back_from_a_person_missed_what_happened_since_they_left(house: House) -> None:
    around = Around(house, house.game())
    around.come(0, 1)
    move = house.look(around.table).view.waiting[0]
    house.move(around.table, move, "put a")
    around.presence.go((around.table, 1), 1)
    around.wait()
    house.tables.note_who_left()
    house.move(around.table, move, "put b")
    code = around.offer(1, by=0)
    assert code is not None
    dora = house.guest("Dora")
    house.tables.redeem(dora, code)
    assert house.tables.around(around.table).sent(1) == 2, "a stranger is not told what they missed"
    around.back(1)
    house.tables.vote(dora, around.table, "back", 1, True)
    assert house.tables.around(around.table).sent(1) == 1


@pytest.mark.parametrize("by", ["bot", "person"])
def test_where_memory_counts_what_was_told_in_their_place_counts_as_told(house: House, by: str) -> None:
    around = away(house, game="forget")
    mover = house.look(around.table).view.waiting[0]
    house.move(around.table, mover, "put a")
    if by == "bot":
        around.hand(1, by=0)
    else:
        code = around.offer(1, by=0)
        assert code is not None
        dora = house.guest("Dora")
        house.tables.redeem(dora, code)
    house.move(around.table, mover, "put b")
    if by == "person":
        assert keys(house.look(around.table, 1)) == ["put", "replaced", "put"]
        around.back(1)
        house.tables.vote(dora, around.table, "back", 1, True)
    else:
        around.back(1)
    assert "put" not in keys(house.look(around.table, 1))
    house.move(around.table, mover, "put c")
    assert keys(house.look(around.table, 1))[-1] == "put"


# Giving up


def test_a_bot_plays_on_for_who_gives_up_and_nobody_takes_it_back(house: House) -> None:
    around = away(house, gone=2, seats=3)
    code = house.tables.link(around.table, around.game.tokens[1])
    versions = house.versions(around.table)
    house.tables.concede(around.table, around.game.tokens[1])
    assert around.seat(1) == SeatInfo("bot", None, "steady", True, owner="Guest 1", conceded=True)
    assert house.versions(around.table) == versions
    owner = around.game.people[1]
    assert house.tables.around(around.table).standing(owner) == Standing([], False, [])
    for token in (None, around.game.tokens[1]):
        with pytest.raises((SeatConceded, SeatNotYours)):
            house.tables.back(owner, around.table, 1, token)
    with pytest.raises(SeatConceded):
        around.back(1)
    with pytest.raises(LinkVoid):
        house.tables.redeem(owner, code)
    assert around.room.status == "playing"
    [mine] = house.tables.mine(owner)
    assert (mine.bot, mine.your_turn) == (False, False)


@pytest.mark.parametrize(("game", "level"), [("stir", "steady"), ("chef_alfredo", "medium")])
def test_the_bot_is_of_a_usual_level_or_of_the_one_named(house: House, game: str, level: str) -> None:
    around = Around(house, house.game(game, 3))
    house.tables.concede(around.table, around.game.tokens[1])
    assert around.seat(1).level == level
    with pytest.raises(LevelUnknown):
        house.tables.concede(around.table, around.game.tokens[2], "genius")
    house.tables.concede(around.table, around.game.tokens[2], "random")
    assert around.seat(2).level == "random"


def test_who_may_give_up_and_when(house: House) -> None:
    game, waiting = house.game(seats=3, turns=1), house.open()
    for token in ("forged", "", waiting.tokens[0]):
        with pytest.raises(SeatTokenWrong):
            house.tables.concede(game.table, token)
    with pytest.raises(TableNotStarted):
        house.tables.concede(waiting.table, waiting.tokens[0])
    with pytest.raises(TableUnknown):
        house.tables.concede("nowhere", game.tokens[0])
    house.tables.concede(game.table, game.tokens[1])
    with pytest.raises(SeatTokenWrong):
        house.tables.concede(game.table, game.tokens[1])
    house.tables.end(game.table)
    with pytest.raises(TableOver):
        house.tables.concede(game.table, game.tokens[0])


def test_the_game_ends_when_nobody_plays_in_person_any_more(house: House) -> None:
    around = Around(house, house.game())
    around.come(0, 1)
    for seat in (0, 1):
        assert around.room.status == "playing"
        house.tables.concede(around.table, around.game.tokens[seat])
    assert (around.room.status, around.room.ended) == ("over", Ended("closed", [0, 0], [1, 1]))
    assert around.room.seed is not None
    assert [seat.conceded for seat in around.room.seats] == [True, True]
    record = Record.parse(house.tables.record(around.table))
    verify(record, Stir())
    assert (record.player(0), record.player(1)) == ("Guest 0", "Guest 1")


def test_it_does_not_end_for_who_has_just_been_replaced(house: House) -> None:
    around = away(house)
    around.hand(1, by=0)
    house.tables.concede(around.table, around.game.tokens[0])
    assert around.room.ended is None
    token = around.back(1)
    assert token is not None
    around.go(0)
    around.come(1)
    house.tables.concede(around.table, token)
    assert around.room.ended is not None


def test_it_ends_if_the_other_has_been_gone_for_long(house: House) -> None:
    around = away(house)
    around.hand(1, by=0)
    around.wait(LONG)
    house.tables.concede(around.table, around.game.tokens[0])
    assert around.room.status == "over"


def test_who_only_stood_in_leaves_the_seat_to_its_owner(house: House) -> None:
    around, dora, token = replaced_by_dora(house)
    house.tables.concede(around.table, token)
    assert around.seat(1) == SeatInfo("bot", None, "steady", True, owner="Guest 1")
    assert house.tables.around(around.table).standing(dora).back == []
    assert around.back(1) is not None
    assert around.seat(1).name == "Guest 1"


def test_a_double_click_gives_up_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    around = Around(house, house.game(seats=3))
    append = log.append

    def meanwhile(*args: object) -> None:
        monkeypatch.setattr(log, "append", append)
        house.tables.concede(around.table, around.game.tokens[1])
        append(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(log, "append", meanwhile)
    with pytest.raises(SeatTokenWrong):
        house.tables.concede(around.table, around.game.tokens[1])
    assert len(controls(house, around.table)) == 1


# Rematch, forgotten guests


def test_who_sits_in_a_rematch(house: House) -> None:
    """Who played at the end; and who was replaced by a bot, gave up even, if they are there."""
    around = away(house, gone=1, seats=3, turns=1)
    around.hand(1, by=0)
    house.tables.concede(around.table, around.game.tokens[2])
    house.tables.end(around.table)
    around.watch(around.game.people[2])
    new = house.tables.rematch(around.game.people[0], around.table, around.game.tokens[0])
    seats = house.tables.room(new).seats
    herb = seats[1].name
    assert [(seat.kind, seat.name, seat.owner, seat.conceded) for seat in seats] == [
        ("human", "Guest 0", None, False), ("bot", herb, None, False), ("human", "Guest 2", None, False),
    ]  # fmt: skip
    assert herb in HERBS
    assert [seat.away for seat in seats] == [None] * 3
    assert house.tables.reclaim(around.game.people[2], new, 2)


def test_an_owner_may_ask_for_the_rematch_and_sits_there(house: House) -> None:
    around = away(house, gone=1, seats=2)
    around.hand(1, by=0)
    house.tables.end(around.table)
    new = house.tables.rematch(around.game.people[1], around.table, None)
    assert [seat.name for seat in house.tables.room(new).seats] == ["Guest 0", "Guest 1"]
    assert house.tables.seat_of(new, around.game.tokens[1]) == 1


def test_who_stood_in_to_the_end_sits_in_the_rematch(house: House) -> None:
    around, _, token = replaced_by_dora(house)
    house.tables.end(around.table)
    new = house.tables.rematch(around.game.people[0], around.table, around.game.tokens[0])
    assert [seat.name for seat in house.tables.room(new).seats] == ["Guest 0", "Dora", "Guest 2"]
    assert house.tables.room(new).seats[1].owner is None
    assert house.tables.seat_of(new, token) == 1


def test_an_owner_is_not_forgotten_while_there_is_a_way_back(house: House) -> None:
    around, _, _ = replaced_by_dora(house)
    mover = house.look(around.table).view.waiting[0]
    for n in range(10):
        house.clock[0] += 20 * 24 * 3600
        house.move(around.table, mover, f"put {'abc'[n % 3]}")
        house.sweep()
    assert house.tables.find_guest(around.game.people[1]) is not None
    told: list[str] = []
    house.tables.listen(lambda table, what: told.append(table))
    house.tables.rename_guest(around.game.people[1], "Bo")
    assert told == [around.table]
    assert around.seat(1).owner == "Bo"
