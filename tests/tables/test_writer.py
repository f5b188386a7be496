"""The writer: what waits is written together, refused one by one, and told when it is on the disk."""

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from typing import Any

import msgspec
import pytest

from potluck.play.errors import MoveIllegal, OutOfTurn
from potluck.tables import writer
from potluck.tables.ledger import Ledger
from potluck.tables.playing import Playing
from potluck.tables.refusals import (
    ClientIdInvalid,
    NotWritten,
    SeatTokenWrong,
    Stale,
    TableNotStarted,
    TableUnknown,
)
from potluck.tables.room import Look, Receipt
from potluck.tables.wishes import Outcome, Place, Wish, Written

from .house import Game, House, bot, keys, submit_as_bot, to_bot

SECONDS = 20.0


def wish(game: Game, seat: int, *moves: str, id: str, version: int = 1, **more: Any) -> Wish:
    token = game.tokens[seat]
    return Wish(
        table=game.table, seat=seat, client_id=id, version=version, moves=moves, **{"token": token, **more}
    )


def put(house: House, asked: Wish) -> Future[Outcome]:
    """Ask, and what will come of it."""
    future: Future[Outcome] = Future()
    asked.settle = future.set_result
    house.tables.put(asked)
    return future


@pytest.fixture
def commits(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many entries each transaction of the writer wrote."""
    found: list[int] = []
    transaction, enter = Ledger.transaction, Ledger.enter

    @contextmanager
    def counted(self: Ledger) -> Iterator[None]:
        found.append(0)
        with transaction(self):
            yield

    def entered(self: Ledger, *given: Any) -> None:
        enter(self, *given)
        found[-1] += 1

    monkeypatch.setattr(Ledger, "transaction", counted)
    monkeypatch.setattr(Ledger, "enter", entered)
    return found


@pytest.fixture
def group(house: House) -> Callable[..., list[Outcome]]:
    """Puts wishes while the writer is busy with another table, so that they make one group."""
    other = house.game()
    house.look(other.table)

    def make(*wishes: Wish) -> list[Outcome]:
        for each in wishes:
            with suppress(TableUnknown):
                house.look(each.table)  # what is not in memory is read first
        with house.tables.ground.database.write():
            busy = put(house, wish(other, 0, "put a", id=f"busy-{time.monotonic_ns()}"))
            until = time.monotonic() + SECONDS
            while not house.tables.ground.writer._waiting.empty():  # it waits for the database now
                assert time.monotonic() < until
                time.sleep(0.001)
            futures = [put(house, each) for each in wishes]
        assert isinstance(busy.result(SECONDS), Receipt)
        return [future.result(SECONDS) for future in futures]

    return make


def test_what_waits_is_written_in_one_transaction(
    house: House, commits: list[int], group: Callable[..., list[Outcome]]
) -> None:
    games = [house.game() for _ in range(10)]
    outcomes = group(*(wish(game, 0, "put a", id="m") for game in games))
    assert outcomes == [Receipt("m", 2)] * 10
    assert commits == [1, 10]
    for game in games:
        assert keys(house.look(game.table)) == ["put"]


def test_two_of_one_table_follow_each_other(
    house: House, commits: list[int], group: Callable[..., list[Outcome]]
) -> None:
    game = house.game()
    outcomes = group(
        wish(game, 0, "put a", id="1"), wish(game, 1, "wave", id="2"), wish(game, 0, "put a", id="1")
    )
    assert outcomes[0] == outcomes[2] == Receipt("1", 2)
    assert isinstance(outcomes[1], Receipt)
    assert keys(house.look(game.table)) == ["put", "wave"]


def test_one_that_is_refused_is_refused_alone(
    house: House, commits: list[int], group: Callable[..., list[Outcome]]
) -> None:
    good, bad = house.game(), [house.game() for _ in range(4)]
    house.move(bad[2].table, 0, "done")
    unknown = wish(bad[3], 0, "put a", id="u")
    unknown.table = "nowhere"
    outcomes = group(
        wish(bad[0], 0, "put a", id="t", token="void"),
        wish(bad[1], 1, "put a", id="o"),
        wish(good, 0, "put a", id="m"),
        wish(bad[2], 0, "put a", id="s"),
        unknown,
    )
    kinds = [SeatTokenWrong, MoveIllegal, Receipt, Stale, TableUnknown]
    assert [type(each) for each in outcomes] == kinds
    assert keys(house.look(good.table)) == ["put"]
    for game in (*bad[:2], bad[3]):
        assert keys(house.look(game.table)) == []


def test_a_clash_that_nobody_foresaw_is_only_its_own(
    house: House, monkeypatch: pytest.MonkeyPatch, group: Callable[..., list[Outcome]]
) -> None:
    games = [house.game() for _ in range(3)]
    enter = Ledger.enter
    raised: list[str] = []

    def once(self: Ledger, table: str, *given: Any) -> None:
        if table == games[1].table and len(raised) < 2:
            raised.append(table)
            raise sqlite3.IntegrityError("UNIQUE constraint failed")
        enter(self, table, *given)

    monkeypatch.setattr(Ledger, "enter", once)
    assert group(*(wish(game, 0, "put a", id="m") for game in games)) == [Receipt("m", 2)] * 3
    assert len(raised) == 2
    for game in games:
        assert keys(house.look(game.table)) == ["put"]


def test_a_commit_that_fails_refuses_all_and_nothing_has_happened(
    house: House, monkeypatch: pytest.MonkeyPatch, group: Callable[..., list[Outcome]]
) -> None:
    games = [house.game() for _ in range(3)]
    heard: list[str] = []
    house.tables.listen(lambda table, what: heard.append(table))
    transaction = Ledger.transaction
    fails = [False, True]  # the first commit is the one that the others wait for

    @contextmanager
    def full(self: Ledger) -> Iterator[None]:
        with transaction(self):
            yield
            if fails.pop(0):
                raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(Ledger, "transaction", full)
        outcomes = group(*(wish(game, 0, "roll", id="m") for game in games))
    assert [type(each) for each in outcomes] == [NotWritten] * 3
    assert fails == []
    assert not {game.table for game in games} & set(heard)
    for game in games:
        assert keys(house.look(game.table)) == []
        assert house.versions(game.table) == [1, 1, 1]
        assert put(house, wish(game, 0, "put a", id="m")).result(SECONDS) == Receipt("m", 2)
        assert keys(house.look(game.table)) == ["put"]


def test_a_token_that_was_given_away_is_refused_at_once(house: House) -> None:
    game = house.game()
    token = house.tables.reclaim(game.people[0], game.table, 0)
    kinds = {
        "refused": wish(game, 0, "no such move", id="1"),
        "stale": wish(game, 0, "put a", id="2", version=99),
        "good": wish(game, 0, "put a", id="3"),
        "another's": wish(game, 0, "put a", id="4", token=game.tokens[1]),
        "none": wish(game, 0, "put a", id="5", token=""),
    }
    for name, asked in kinds.items():
        assert isinstance(put(house, asked).result(SECONDS), SeatTokenWrong), name
    assert isinstance(put(house, wish(game, 0, "put a", id="6", token=token)).result(SECONDS), Receipt)
    # A repeated id tells its receipt to who holds the seat only.
    assert isinstance(put(house, wish(game, 0, "put a", id="6")).result(SECONDS), SeatTokenWrong)


def test_a_token_that_is_kept_to_come_back_by_does_not_play(house: House) -> None:
    game = house.game()
    to_bot(house.tables, game.table, 1, "random")
    assert isinstance(put(house, wish(game, 1, "wave", id="1")).result(SECONDS), SeatTokenWrong)


def test_a_token_voided_by_another_process_is_refused_at_once(new_house: Callable[..., House]) -> None:
    one, two = new_house(), new_house()
    game = one.game()
    one.look(game.table)
    two.tables.reclaim(game.people[0], game.table, 0)
    assert isinstance(put(one, wish(game, 0, "put a", id="1")).result(SECONDS), SeatTokenWrong)


def test_what_is_no_game_is_said(house: House) -> None:
    game = house.open()
    assert isinstance(put(house, wish(game, 0, "put a", id="1")).result(SECONDS), TableNotStarted)
    with pytest.raises(ClientIdInvalid):
        house.tables.put(wish(game, 0, "put a", id=""))


def test_a_game_that_somebody_keeps_holds_no_other_up(house: House) -> None:
    kept, free = house.game(), house.game()
    with house.tables.ground.games.use(kept.table):
        late = put(house, wish(kept, 0, "put a", id="1"))
        assert isinstance(put(house, wish(free, 0, "put a", id="1")).result(SECONDS), Receipt)
        assert not late.done()
    assert isinstance(late.result(SECONDS), Receipt)


def test_a_game_that_has_to_be_read_holds_no_other_up(
    new_house: Callable[..., House], monkeypatch: pytest.MonkeyPatch
) -> None:
    cold, warm = new_house().game(), new_house().game()
    house = new_house()
    house.look(warm.table)
    gate, load = threading.Event(), type(house.tables.ground.games)._load

    def slow(self: Any, table: str) -> Any:
        assert gate.wait(SECONDS)
        return load(self, table)

    monkeypatch.setattr(type(house.tables.ground.games), "_load", slow)
    late = put(house, wish(cold, 0, "put a", id="1"))
    assert isinstance(put(house, wish(warm, 0, "put a", id="1")).result(SECONDS), Receipt)
    assert not late.done()
    gate.set()
    assert isinstance(late.result(SECONDS), Receipt)


def test_drafts_that_take_long_make_groups_of_their_own(
    house: House, commits: list[int], monkeypatch: pytest.MonkeyPatch, group: Callable[..., list[Outcome]]
) -> None:
    games = [house.game() for _ in range(3)]
    monkeypatch.setattr(writer, "_GROUP_SECONDS", -1.0)
    assert group(*(wish(game, 0, "put a", id="m") for game in games)) == [Receipt("m", 2)] * 3
    assert commits == [1, 1, 1, 1]


def test_a_bot_moves_only_where_it_still_plays(house: House) -> None:
    ada = house.guest()
    made = house.tables.create(ada, "cooking_rumble", {}, [bot(), bot()], b"nonce of Ada")
    house.tables.start(ada, made.table)
    [due, *_] = house.tables.bots_due(made.table)
    to_bot(house.tables, made.table, due.whose.seat, "easy")
    with pytest.raises(Exception, match="somebody else plays"):
        submit_as_bot(house.tables, due, due.offered[-1])


class Watchers:
    """An audience at one table."""

    def __init__(self, *places: Place) -> None:
        self.at = list(places)
        self.told: list[Written] = []

    def places(self, table: str) -> list[Place]:
        return self.at

    def written(self, written: Written) -> None:
        self.told.append(written)

    def look(self, place: Place) -> Look:
        told = self.told[-1].looks[place]
        assert told is not None
        return msgspec.json.decode(told.raw, type=Look)


def watched(house: House, watchers: Watchers, *wishes: Wish) -> list[Outcome]:
    """Submit on a loop that the audience is on."""

    async def run() -> list[Outcome]:
        house.tables.attach(watchers, asyncio.get_running_loop())
        outcomes: list[Outcome] = []
        for each in wishes:
            try:
                outcomes.append(await house.tables.submitted(each))
            except Exception as error:
                outcomes.append(error)
        house.tables.attach(None, None)
        return outcomes

    return asyncio.run(run())


def test_looks_come_with_the_receipt_as_the_tables_would_tell_them(house: House) -> None:
    game = house.game()
    places: list[Place] = [(0, 0, False), (1, 0, True), (None, 0, False)]
    watchers = Watchers(*places)
    me = object()
    [receipt] = watched(house, watchers, wish(game, 0, "put a", id="m", owner=me))
    [told] = watchers.told
    assert (told.table, told.over, told.owner, told.receipt) == (game.table, False, me, receipt)
    for viewer, first, sections in places:
        look = house.tables.look(game.table, viewer, first, sections=sections)
        found = told.looks[viewer, first, sections]
        assert found is not None
        assert found.raw == msgspec.json.encode(look)
        assert (found.version, found.next) == (2, 1)


def test_who_could_not_notice_is_told_nothing(house: House) -> None:
    game = house.game()
    watchers = Watchers((0, 0, False), (1, 0, False), (None, 0, False))
    watched(house, watchers, wish(game, 0, "hide", id="m"))
    [told] = watchers.told
    assert told.looks[1, 0, False] is None
    assert told.looks[None, 0, False] is None
    assert keys(watchers.look((0, 0, False))) == ["hid"]


def test_a_heavy_look_is_left_to_who_wants_it(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    game = house.game()
    house.look(game.table, 0)
    with house.tables.ground.games.use(game.table) as playing:
        playing.vantage(0)._took = 1.0
    watchers = Watchers((0, 0, False), (1, 0, False))
    watched(house, watchers, wish(game, 0, "put a", id="m"))
    assert list(watchers.told[0].looks) == [(1, 0, False)]


def test_a_look_that_fails_loses_no_receipt(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    game = house.game()
    watchers = Watchers((0, 0, False))
    monkeypatch.setattr(Playing, "told", None)
    assert watched(house, watchers, wish(game, 0, "put a", id="m")) == [Receipt("m", 2)]
    assert watchers.told[0].looks == {}


def test_what_was_shown_elsewhere_is_not_told_again_where_it_is_told_once(house: House) -> None:
    game = house.game("forget")
    house.move(game.table, 0, "put a")
    house.tables.acknowledge(game.table, 1, 1)
    watchers = Watchers((1, 0, False), (None, 0, False))
    version = house.look(game.table, 0).version
    watched(house, watchers, wish(game, 0, "put b", id="m", version=version))
    assert keys(watchers.look((1, 0, False))) == ["put"]
    assert watchers.look((1, 0, False)).first == 1
    assert keys(watchers.look((None, 0, False))) == ["put", "put"]


def test_refusals_reach_who_waits_on_a_loop(house: House) -> None:
    game = house.game()
    watchers = Watchers()
    [refused] = watched(house, watchers, wish(game, 1, "put a", id="m"))
    assert isinstance(refused, MoveIllegal | OutOfTurn)
    assert watchers.told == []


def test_closing_writes_what_waits(new_house: Callable[..., House]) -> None:
    house = new_house()
    game = house.game()
    house.look(game.table)
    late = [put(house, wish(game, 0, "put a", id=f"{n}", version=n + 1)) for n in range(5)]
    house.tables.close()
    assert all(isinstance(each.result(SECONDS), Receipt) for each in late)
    assert keys(new_house().look(game.table)) == ["put"] * 5
    with pytest.raises(RuntimeError):
        house.tables.put(wish(game, 0, "put a", id="late", version=6))


def test_a_hand_that_failed_is_a_new_one_next_time(house: House) -> None:
    """Whatever a driver's connection has come to, the next transaction has another."""
    hand = house.tables.ground.database.hand()
    with hand.write():
        first = hand._connection
    with pytest.raises(sqlite3.OperationalError), hand.write():
        raise sqlite3.OperationalError("disk I/O error")
    with hand.write():
        assert hand._connection is not first
    hand.close()


def test_what_was_shown_counts_for_who_holds_the_seat(house: House) -> None:
    game = house.game("forget")
    house.move(game.table, 0, "put a", "put b", "put c")

    async def shown(seat: int, token: str, upto: int) -> list[str]:
        await house.tables.shown(game.table, seat, token, upto)
        return keys(house.look(game.table, seat))

    assert asyncio.run(shown(1, game.tokens[1], 2)) == ["put"]
    assert asyncio.run(shown(1, game.tokens[1], 1)) == ["put"]  # it never moves back
    assert asyncio.run(shown(1, "void", 3)) == ["put"]
    assert asyncio.run(shown(1, game.tokens[0], 3)) == ["put"]
    assert len(asyncio.run(shown(0, game.tokens[1], 3))) == 3
    assert asyncio.run(shown(1, game.tokens[1], 3)) == []
