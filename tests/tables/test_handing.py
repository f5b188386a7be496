"""An away person's seat goes to a bot or, by a link, to somebody from outside: who decides, what follows."""

from collections.abc import Callable

import pytest
from sqlalchemy import func, select

from potluck.play.game import Game as Rules
from potluck.play.record import PlayerChange, Record, verify
from potluck.tables import log, seat_rows
from potluck.tables.log import Control
from potluck.tables.refusals import (
    GuestUnknown,
    LevelUnknown,
    LinkVoid,
    NotSeated,
    ProposalGone,
    SeatConceded,
    SeatNotYours,
    SeatPresent,
    SeatTokenWrong,
    SeatUnknown,
    SitsAlready,
    TableClosed,
    TableNotStarted,
    TableOver,
    TableUnknown,
    TableUnplayable,
)
from potluck.tables.room import Proposal, SeatInfo, SeatPlan
from potluck.tables.schema import votes
from potluck.tables.secrets import token_hash
from potluck.tables.service import LinkedSeat, Redeemed

from .absent import GRACE, Around, away
from .house import ME, OPEN, Game, House, bot, keys
from .raised import Raised
from .stir import Stir

LATER = 15 * 60.0
DAY = 86400.0


def controls(house: House, table: str) -> list[tuple[int, str | None, str | None]]:
    entries = [each.entry for each in log.read(house.tables.ground.database, table, 1)]
    return [(each.seat, each.before, each.level) for each in entries if isinstance(each, Control)]


# To a bot


def test_the_host_hands_it_over_at_once(house: House) -> None:
    around = away(house, seats=3)
    versions = house.versions(around.table)
    assert around.hand(1, by=0)
    assert around.seat(1) == SeatInfo("bot", None, "random", True, owner="Guest 1")
    assert controls(house, around.table) == [(1, None, "random")]
    assert house.versions(around.table) == versions, "nobody's look has changed"
    assert around.room.proposals == []
    with pytest.raises(SeatTokenWrong):
        house.tables.seat_of(around.table, around.game.tokens[1])


def test_who_stands_in_for_an_absent_host_hands_the_hosts_own_seat_over(house: House) -> None:
    around = away(house, gone=0, seats=3)
    assert around.hand(0, by=1)
    assert around.seat(0).kind == "bot"
    assert around.room.host == 1
    assert house.tables.around(around.table).standing(around.game.people[0]).back == [0]


def test_the_others_decide_by_a_majority_of_who_is_there(house: House) -> None:
    around = away(house, gone=3, seats=4, game="chef_alfredo")
    assert not around.hand(3, by=1, level="easy")
    assert around.proposal() == Proposal("bot", 3, "easy", [1], [], 2, int(house.clock[0] + 600))
    assert around.seat(3).kind == "human"
    # Whoever is for another level is for this bot: it is one and the same question.
    assert around.hand(3, by=2, level="strong")
    assert (around.seat(3).kind, around.seat(3).level) == ("bot", "easy")
    assert around.room.proposals == []


def test_votes_for_and_against(house: House) -> None:
    around = away(house, gone=3, seats=4, game="chef_alfredo")
    vote, people = house.tables.vote, around.game.people
    around.hand(3, by=1, level="easy")
    assert not vote(people[2], around.table, "bot", 3, False)
    assert (around.proposal().by, around.proposal().against) == ([1], [2])
    assert not vote(people[2], around.table, "bot", 3, False), "a voice counts once"
    assert not vote(people[1], around.table, "bot", 3, True)
    assert (around.proposal().by, around.proposal().against) == ([1], [2])
    # Who holds the host's rights is enough.
    assert vote(people[0], around.table, "bot", 3, True)
    assert around.seat(3).kind == "bot"


def test_what_nobody_can_carry_any_more_is_gone_and_is_not_asked_anew_at_once(house: House) -> None:
    around = away(house, gone=3, seats=4, game="chef_alfredo")
    vote, people = house.tables.vote, around.game.people
    around.hand(3, by=1, level="easy")
    vote(people[0], around.table, "bot", 3, False)
    vote(people[2], around.table, "bot", 3, False)
    assert around.room.proposals == []
    with pytest.raises(ProposalGone):
        vote(people[2], around.table, "bot", 3, True)
    for _ in range(3):
        assert not around.hand(3, by=1, level="easy")
        assert around.room.proposals == [], "to ask again is no other question"
    # Somebody who was against has changed their mind.
    assert around.hand(3, by=2, level="easy")


def test_a_proposal_taken_back_is_gone(house: House) -> None:
    around = away(house, gone=3, seats=4, game="chef_alfredo")
    around.hand(3, by=1, level="easy")
    house.tables.vote(around.game.people[1], around.table, "bot", 3, False)
    assert around.room.proposals == []


def test_a_proposal_is_old_after_ten_minutes_and_may_be_made_anew(house: House) -> None:
    around = away(house, gone=3, seats=4, game="chef_alfredo")
    around.hand(3, by=1, level="easy")
    assert house.tables.around(around.table).seconds == pytest.approx(600, abs=0.1)
    around.wait(599)
    assert len(around.room.proposals) == 1
    around.wait(1)
    assert around.room.proposals == []
    with pytest.raises(ProposalGone):
        house.tables.vote(around.game.people[2], around.table, "bot", 3, True)
    assert not around.hand(3, by=2, level="strong")
    assert (around.proposal().by, around.proposal().level) == ([2], "strong")


def test_who_leaves_is_no_voice_any_more_and_a_majority_of_the_rest_is_done(house: House) -> None:
    around = away(house, gone=3, seats=4, game="chef_alfredo")
    around.hand(3, by=1, level="easy")
    around.go(0, 2)
    around.wait(GRACE - 1)
    assert not house.tables.around(around.table).due
    around.wait(1)
    seen = house.tables.around(around.table)
    assert seen.due
    house.tables.settle(around.table)
    assert around.seat(3).kind == "bot"
    assert not house.tables.around(around.table).due
    house.tables.settle(around.table)
    assert len(controls(house, around.table)) == 1


def test_who_comes_back_ends_what_was_asked_before(house: House) -> None:
    around = away(house, gone=3, seats=4, game="chef_alfredo")
    around.hand(3, by=1, level="easy")
    around.wait(1)
    around.come(3)
    assert around.room.proposals == []
    with pytest.raises(ProposalGone):
        house.tables.vote(around.game.people[2], around.table, "bot", 3, True)
    with pytest.raises(SeatPresent):
        around.hand(3, by=2, level="easy")
    around.go(3)
    around.wait(GRACE)
    assert around.room.proposals == [], "what was for another absence"
    assert not around.hand(3, by=2, level="easy")
    assert around.proposal().by == [2]


def test_they_come_back_while_the_bot_is_being_seated(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    around = away(house, seats=3)
    append = log.append

    def late(*args: object) -> None:
        around.come(1)
        append(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(log, "append", late)
    with pytest.raises(SeatPresent):
        around.hand(1, by=0)
    assert around.seat(1).kind == "human"
    assert controls(house, around.table) == []


def test_two_votes_at_once_seat_one_bot(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    around = away(house, gone=3, seats=4, game="chef_alfredo")
    around.hand(3, by=1, level="easy")
    append = log.append

    def meanwhile(*args: object) -> None:
        monkeypatch.setattr(log, "append", append)
        house.tables.vote(around.game.people[0], around.table, "bot", 3, True)
        append(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(log, "append", meanwhile)
    assert house.tables.vote(around.game.people[2], around.table, "bot", 3, True)
    assert controls(house, around.table) == [(3, None, "easy")]


def test_a_carried_vote_survives_a_crash_before_it_was_done(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    around = away(house, gone=3, seats=4, game="chef_alfredo")
    around.hand(3, by=1, level="easy")
    with monkeypatch.context() as patch:
        patch.setattr(log, "append", lambda *args: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            around.hand(3, by=2, level="easy")
    assert around.proposal().by == [1, 2]
    assert house.tables.around(around.table).due
    house.tables.settle(around.table)
    assert around.seat(3).kind == "bot"


def test_two_seats_of_one_guest_are_one_voice(house: House) -> None:
    """Ana has Ben on her device; with Cy there are two voices, so both have to be for it."""
    ana, cy, di = house.guest("Ana"), house.guest("Cy"), house.guest("Di")
    plans = [ME, SeatPlan("here", name="Ben"), OPEN, OPEN]
    made = house.tables.create(ana, "chef_alfredo", {}, plans, b"nonce of 0")
    for seat, guest in ((2, cy), (3, di)):
        house.tables.sit(guest, made.table, seat, b"nonce of %d" % seat)
    house.tables.start(ana, made.table)
    around = Around(house, Game(made.table, [ana, ana, cy, di], []))
    around.presence.come("device", around.table, ana, [0, 1], 0)
    around.come(2)
    around.wait()
    assert not around.hand(3, by=2, level="easy")
    assert (around.proposal().by, around.proposal().needed) == ([2], 2)
    # A seat that her device no longer proves is not away while she is there: it is hers to take back.
    around.presence.come("device", around.table, ana, [0], 0)
    around.wait()
    assert around.seat(1).away is None
    around.presence.go("device")
    around.wait()
    assert around.seat(1).away is not None
    with pytest.raises(ProposalGone):
        house.tables.vote(di, around.table, "bot", 3, True)  # about her own seat: she is here
    token = house.tables.reclaim(ana, around.table, 1)
    assert house.tables.seat_of(around.table, token) == 1
    assert around.seat(1).away is None


def test_who_may_not(house: House) -> None:
    around = away(house, gone=3, seats=4, game="chef_alfredo")
    hand, vote = house.tables.hand, house.tables.vote
    stranger, table = house.guest("Eve"), around.table
    around.watch(stranger)
    before = house.tables.around(table).room
    for guest in (stranger, "nobody"):
        with pytest.raises(NotSeated):
            hand(guest, table, 3, "easy")
        with pytest.raises(NotSeated):
            house.tables.offer(guest, table, 3)
        with pytest.raises(ProposalGone):
            vote(guest, table, "bot", 3, True)
    around.hand(3, by=1, level="easy")
    with pytest.raises(NotSeated):
        vote(stranger, table, "bot", 3, True)
    house.tables.vote(around.game.people[1], table, "bot", 3, False)
    assert around.room == before
    # About one's own seat nobody decides: who asks is here.
    with pytest.raises(SeatPresent):
        hand(around.game.people[3], table, 3, "easy")


@pytest.mark.parametrize("tab", ["open", "closed just now"])
def test_who_is_here_without_the_seats_token_is_not_away(house: House, tab: str) -> None:
    """They cleared their browser's storage; the cookie is enough to be here."""
    around = away(house, seats=3)
    code = around.offer(1, by=0)
    assert code is not None
    around.watch(around.game.people[1], "bo")
    if tab != "open":
        around.go("bo")
        around.wait(GRACE - 1)
        assert house.tables.around(around.table).seconds == pytest.approx(1, abs=0.1)
    assert around.seat(1).away is None
    for ask in (around.hand, around.offer):
        with pytest.raises(SeatPresent):
            ask(1, by=0)
    with pytest.raises(LinkVoid):
        house.tables.redeem(house.guest("Dora"), code)
    around.go("bo")
    around.wait()
    assert around.seat(1).away is not None
    assert around.hand(1, by=0)


def test_nobody_is_let_in_to_a_game_without_its_rules(
    house: House, new_house: Callable[..., House], games: dict[str, Rules]
) -> None:
    game = house.game()
    games["stir"] = Raised()
    around = Around(new_house(), game)
    around.come(0)
    around.wait()
    for ask in (around.hand, around.offer):
        with pytest.raises(TableUnplayable):
            ask(1, by=0)


@pytest.mark.parametrize("door", ["hand", "offer"])
def test_when_it_may_not(house: House, door: str) -> None:
    around = away(house)
    do: dict[str, Callable[[str, str, int], object]] = {
        "hand": lambda guest, table, seat: house.tables.hand(guest, table, seat, "random"),
        "offer": house.tables.offer,
    }
    ask, host = do[door], around.game.people[0]
    with pytest.raises(SeatUnknown):
        ask(host, around.table, 2)
    with pytest.raises(SeatPresent):
        ask(host, around.table, 0)
    with pytest.raises(TableUnknown):
        ask(host, "nowhere", 1)
    waiting = house.open()
    house.clock[0] += GRACE
    with pytest.raises(TableNotStarted):
        ask(waiting.people[0], waiting.table, 1)
    house.tables.close_table(waiting.people[0], waiting.table)
    with pytest.raises(TableClosed):
        ask(waiting.people[0], waiting.table, 1)
    # A seat that was a bot's from the start is nobody's to hand over.
    alone = house.tables.create(host, "stir", {}, [ME, bot()], b"nonce of 0").table
    house.tables.start(host, alone)
    with pytest.raises(SeatPresent):
        ask(host, alone, 1)
    # Gone for less than the grace time is not away.
    around.come(1)
    around.go(1)
    around.wait(GRACE - 1)
    with pytest.raises(SeatPresent):
        ask(host, around.table, 1)
    over = house.game(turns=1)
    house.move(over.table, house.look(over.table).view.waiting[0], "done")
    with pytest.raises(TableOver):
        ask(over.people[0], over.table, 1)
    with pytest.raises(TableOver):
        house.tables.vote(over.people[0], over.table, "bot", 1, True)


def test_a_level_the_game_has_not_is_refused(house: House) -> None:
    around = away(house)
    with pytest.raises(LevelUnknown):
        around.hand(1, by=0, level="genius")
    assert around.room.proposals == []


def test_an_open_game_that_nobody_is_at_stays_as_it_is(house: House) -> None:
    around = away(house, seats=3)
    around.hand(1, by=2)
    around.go(0, 2)
    around.wait(2000)
    assert [seat.kind for seat in around.room.seats] == ["human"] * 3
    assert around.room.proposals == []
    house.tables.settle(around.table)
    assert around.room.host == 0


def test_no_number_of_wishes_makes_more_than_one_proposal_of_a_kind(house: House) -> None:
    around = away(house, gone=3, seats=4, game="chef_alfredo")
    for _ in range(20):
        around.hand(3, by=1, level="easy")
        around.hand(3, by=1, level="strong")
        around.offer(3, by=1)
        house.tables.close_table(around.game.people[1], around.table)
        house.tables.vote(around.game.people[1], around.table, "bot", 3, False)
    assert len(around.room.proposals) <= 3
    with house.tables.ground.database.read() as connection:
        assert connection.execute(select(func.count()).select_from(votes)).scalar_one() == 3


# To somebody from outside


def test_a_link_lets_somebody_in(house: House) -> None:
    around = away(house, seats=3)
    house.move(around.table, house.look(around.table).view.waiting[0], "put a")
    versions = house.versions(around.table)
    code = around.offer(1, by=0)
    assert code is not None
    dora = house.guest("Dora")
    seen = house.tables.linked(dora, code)
    assert seen == LinkedSeat(around.table, "stir", "Guest 1", False, [], "place")
    moved = house.tables.redeem(dora, code)
    assert moved == Redeemed(around.table, 1, moved.seat_token)
    assert house.tables.seat_of(around.table, moved.seat_token) == 1
    assert around.seat(1) == SeatInfo("human", "Dora", None, False, owner="Guest 1")
    assert house.versions(around.table) == [version + 1 for version in versions], "told of the name alone"
    assert controls(house, around.table) == [(1, None, None)]
    with pytest.raises(SeatTokenWrong):
        house.tables.seat_of(around.table, around.game.tokens[1])
    assert house.tables.around(around.table).standing(dora).yours == [1]
    assert house.tables.around(around.table).standing(around.game.people[1]).back == [1]
    with pytest.raises(LinkVoid):
        house.tables.redeem(house.guest("Eve"), code)
    with pytest.raises(LinkVoid):
        house.tables.linked(None, code)
    assert [each.table for each in house.tables.mine(dora)] == [around.table]
    [mine] = house.tables.mine(around.game.people[1])
    assert (mine.table, mine.bot, mine.your_turn, mine.player) == (around.table, True, False, "Dora")


def test_the_others_vote_and_then_any_of_them_gets_the_link(house: House) -> None:
    around = away(house, gone=3, seats=4, game="chef_alfredo")
    around.offer(3, by=1)
    assert around.proposal() == Proposal("place", 3, None, [1], [], 2, int(house.clock[0] + 600))
    around.wait(100)
    assert house.tables.vote(around.game.people[2], around.table, "place", 3, True)
    assert not house.tables.around(around.table).due, "it is for them to ask for the link"
    assert around.proposal().until == int(house.clock[0] + LATER)
    around.wait(LATER - 1)
    code = around.offer(3, by=1)
    assert code is not None
    dora = house.guest("Dora")
    house.tables.redeem(dora, code)
    assert around.room.proposals == []
    assert around.seat(3).name == "Dora"


def test_a_carried_link_is_not_to_be_had_for_ever(house: House) -> None:
    around = away(house, gone=3, seats=4, game="chef_alfredo")
    around.offer(3, by=1)
    assert around.offer(3, by=2) is not None
    around.wait(LATER)
    assert around.room.proposals == []
    assert around.offer(3, by=1) is None
    assert around.proposal().by == [1]


def test_a_link_gets_too_old_and_a_newer_one_makes_it_void(house: House) -> None:
    around = away(house)
    old, new = around.offer(1, by=0), around.offer(1, by=0)
    assert old is not None
    assert new is not None
    dora = house.guest("Dora")
    with pytest.raises(LinkVoid):
        house.tables.redeem(dora, old)
    around.wait(LATER + 1)
    with pytest.raises(LinkVoid):
        house.tables.redeem(dora, new)
    with pytest.raises(LinkVoid):
        house.tables.linked(dora, new)


def test_a_link_that_is_good_for_longer_than_a_day_is_so_for_a_day(new_house: Callable[..., House]) -> None:
    around = away(new_house(offer_seconds=3 * DAY), gone=3, seats=4, game="chef_alfredo")
    house = around.house
    around.offer(3, by=1)
    code = around.offer(3, by=2)
    assert code is not None
    assert around.proposal().until == int(house.clock[0] + DAY)
    around.wait(DAY - 1)
    assert house.tables.linked(None, code).gives == "place"
    house.tables.redeem(house.guest("Dora"), code)
    assert around.seat(3).name == "Dora"


def test_a_link_is_void_once_its_person_came_back(house: House) -> None:
    around = away(house)
    code = around.offer(1, by=0)
    assert code is not None
    around.wait(1)
    around.come(1)
    dora = house.guest("Dora")
    for _ in range(2):
        with pytest.raises(LinkVoid):
            house.tables.linked(dora, code)
        with pytest.raises(LinkVoid):
            house.tables.redeem(dora, code)
        around.go(1)
        around.wait()  # away again, but the link was for another absence
    assert around.seat(1).name == "Guest 1"


def test_who_sits_here_cannot_redeem_it_and_does_not_use_it_up(house: House) -> None:
    around = away(house, seats=3)
    code = around.offer(1, by=0)
    assert code is not None
    assert house.tables.linked(around.game.people[2], code).beside == ["Guest 2"]
    for guest in (around.game.people[0], around.game.people[2]):
        with pytest.raises(SitsAlready):
            house.tables.redeem(guest, code)
    with pytest.raises(GuestUnknown):
        house.tables.redeem("nobody", code)
    house.tables.redeem(house.guest("Dora"), code)
    # Nor can somebody whose own seat a bot plays: they have one to come back to.
    around.go(2)
    around.wait()
    around.hand(2, by=0)
    around.go(1)
    around.presence.go((around.table, 1))
    around.wait()
    code = around.offer(1, by=0)
    assert code is not None
    with pytest.raises(SitsAlready):
        house.tables.redeem(around.game.people[2], code)
    assert around.seat(2).kind == "bot"


def test_its_own_person_redeems_it_and_simply_has_the_seat_again(house: House) -> None:
    around = away(house)
    code = around.offer(1, by=0)
    assert code is not None
    owner = around.game.people[1]
    assert house.tables.linked(owner, code).own
    moved = house.tables.redeem(owner, code)
    assert house.tables.seat_of(around.table, moved.seat_token) == 1
    assert around.seat(1) == SeatInfo("human", "Guest 1", None, False)
    assert controls(house, around.table) == []


def test_a_link_to_a_seat_that_a_bot_plays_meanwhile(house: House) -> None:
    around = away(house)
    code = around.offer(1, by=0)
    assert code is not None
    around.hand(1, by=0)
    house.tables.redeem(house.guest("Dora"), code)
    assert around.seat(1) == SeatInfo("human", "Dora", None, False, owner="Guest 1")
    assert controls(house, around.table) == [(1, None, "random"), (1, "random", None)]
    assert house.tables.bots_due(around.table) == []
    house.move(around.table, house.look(around.table).view.waiting[0], "done")


def test_a_bots_seat_may_be_offered_while_its_owner_is_not_here(house: House) -> None:
    around = away(house)
    around.hand(1, by=0)
    around.watch(around.game.people[1])
    with pytest.raises(SeatPresent):
        around.offer(1, by=0)
    around.go("watching")
    around.wait()
    code = around.offer(1, by=0)
    assert code is not None
    house.tables.redeem(house.guest("Dora"), code)
    assert around.seat(1).name == "Dora"


def test_a_link_redeemed_twice_at_once_seats_one(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    around = away(house)
    code = around.offer(1, by=0)
    assert code is not None
    dora, eve = house.guest("Dora"), house.guest("Eve")
    append = log.append

    def meanwhile(*args: object) -> None:
        monkeypatch.setattr(log, "append", append)
        house.tables.redeem(eve, code)
        append(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(log, "append", meanwhile)
    with pytest.raises(LinkVoid):
        house.tables.redeem(dora, code)
    assert around.seat(1).name == "Eve"
    assert controls(house, around.table) == [(1, None, None)]


def test_links_end_with_the_game(house: House) -> None:
    around = away(house)
    code = around.offer(1, by=0)
    assert code is not None
    house.tables.end(around.table)
    for ask in (house.tables.linked, house.tables.redeem):
        with pytest.raises(LinkVoid):
            ask(house.guest("Dora"), code)


def test_a_device_link_under_way_outlives_the_bot(house: House) -> None:
    """They were moving to their phone when the battery died."""
    around = away(house)
    code = house.tables.link(around.table, around.game.tokens[1])
    place = around.offer(1, by=0)
    assert place is not None
    around.hand(1, by=0)
    phone = house.guest("Guest 1, on the phone")
    assert house.tables.linked(phone, code) == LinkedSeat(around.table, "stir", "Guest 1", False, [], "seat")
    moved = house.tables.redeem(phone, code)
    assert house.tables.seat_of(around.table, moved.seat_token) == 1
    assert around.seat(1) == SeatInfo("human", "Guest 1, on the phone", None, False)
    with pytest.raises(LinkVoid):
        house.tables.redeem(house.guest("Dora"), place)


def test_a_device_link_of_who_stands_in_gives_the_owner_the_seat_back(house: House) -> None:
    around = away(house, seats=3)
    code = around.offer(1, by=0)
    assert code is not None
    stand_in = house.tables.redeem(house.guest("Dora"), code).seat_token
    owner = around.game.people[1]
    code = house.tables.link(around.table, stand_in)
    assert house.tables.linked(owner, code).own
    token = house.tables.redeem(owner, code).seat_token
    assert around.seat(1) == SeatInfo("human", "Guest 1", None, False)
    for old in (stand_in, around.game.tokens[1]):
        with pytest.raises(SeatTokenWrong):
            house.tables.seat_of(around.table, old)
    around.wait(120)
    around.hand(1, by=0)
    with pytest.raises(SeatNotYours):
        house.tables.back(None, around.table, 1, around.game.tokens[1])
    assert house.tables.back(None, around.table, 1, token) == token
    house.tables.concede(around.table, token)
    with pytest.raises(SeatConceded):
        around.back(1)


def test_a_row_that_names_one_guest_twice_is_opened_by_the_token_of_today(house: House) -> None:
    around = away(house, seats=3)
    around.hand(1, by=0)
    with house.tables.ground.database.write() as connection:
        twice = {"owner": around.game.people[1], "owner_token": token_hash("an old one")}
        seat_rows.put(connection, around.table, 1, **twice)
    token = around.game.tokens[1]
    assert house.tables.back(None, around.table, 1, token) == token
    assert house.tables.seat_of(around.table, token) == 1


def test_somebody_in_for_somebody_in_remembers_the_first(house: House) -> None:
    around = away(house, seats=3)
    dora, eve = house.guest("Dora"), house.guest("Eve")
    for guest in (dora, eve):
        code = around.offer(1, by=0)
        assert code is not None
        house.tables.redeem(guest, code)
        around.wait()
    assert (around.seat(1).name, around.seat(1).owner) == ("Eve", "Guest 1")
    assert house.tables.around(around.table).standing(dora).back == []
    # Eve is away, too: a bot. Both she and the first may come back; the first ends it.
    around.hand(1, by=0)
    assert [house.tables.around(around.table).standing(each).back for each in (dora, eve)] == [[], [1]]
    assert around.seat(1).owner == "Guest 1"
    assert around.back(1) is not None
    assert around.seat(1) == SeatInfo("human", "Guest 1", None, False)
    assert house.tables.around(around.table).standing(eve).back == []


def test_the_record_verifies_and_names_who_began(house: House) -> None:
    around = away(house, turns=3)
    code = around.offer(1, by=0)
    assert code is not None
    house.tables.redeem(house.guest("Dora"), code)
    for _ in range(3):
        house.move(around.table, house.look(around.table).view.waiting[0], "done")
    record = Record.parse(house.tables.record(around.table))
    assert record.player(1) == "Guest 1"
    assert record.changes == [PlayerChange(0, 1, None)]
    verify(record, Stir())


def test_where_memory_counts_who_comes_in_is_shown_once_what_the_seat_was_not(house: House) -> None:
    around = away(house, game="forget")
    mover = house.look(around.table).view.waiting[0]
    house.move(around.table, mover, "put a")
    house.tables.acknowledge(around.table, 1, 1)
    house.move(around.table, mover, "put b")
    code = around.offer(1, by=0)
    assert code is not None
    house.tables.redeem(house.guest("Dora"), code)
    assert keys(house.look(around.table, 1)) == ["put", "replaced"]
    house.tables.acknowledge(around.table, 1, 2)
    assert keys(house.look(around.table, 1)) == ["replaced"]


def test_where_memory_counts_a_bot_has_seen_it(house: House) -> None:
    around = away(house, game="forget")
    mover = house.look(around.table).view.waiting[0]
    house.move(around.table, mover, "put a")
    around.hand(1, by=0)
    code = around.offer(1, by=0)
    assert code is not None
    house.tables.redeem(house.guest("Dora"), code)
    assert keys(house.look(around.table, 1)) == ["replaced"]
