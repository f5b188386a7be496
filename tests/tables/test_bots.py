"""Bots at tables: they move when they owe a choice, after any restart, and never hold a table up."""

import asyncio
import logging
from collections.abc import Callable, Sequence

import msgspec
import pytest

from potluck.play.game import Game
from potluck.play.moves import PASS
from potluck.play.record import Record, verify
from potluck.play.registry import game as installed
from potluck.tables import log
from potluck.tables.bots import BotDriver
from potluck.tables.database import Database
from potluck.tables.due import BotDue
from potluck.tables.pool import Pool
from potluck.tables.refusals import ClientIdInvalid, Stale
from potluck.tables.room import SeatPlan
from potluck.tables.wishes import Wish

from . import thoughts
from .house import ME, House, bot, keys, submit_as_bot
from .stir import DONE, NUDGE, PUT, WAVE, Stir

NONCE = b"a nonce of mine"


class Head(Pool):
    """Thinks in this process, by a function of the test."""

    def __init__(self, think: Callable[[BotDue, int], int]) -> None:
        super().__init__(1, 1)
        self._here = think

    async def choose(self, due: BotDue, nodes: int) -> int:
        await asyncio.sleep(0)
        return self._here(due, nodes)


def table_of(house: House, *plans: SeatPlan, game: str = "stir", **options: object) -> str:
    ada = house.guest()
    made = house.tables.create(ada, game, options, list(plans), NONCE)
    house.tables.start(ada, made.table)
    return made.table


def drive(house: House, until: Callable[[], bool], pool: Pool | None = None, seconds: float = 60) -> None:
    """Let bots move until something is so."""

    async def main() -> None:
        driver = BotDriver(house.tables, workers=1, pool=pool)
        await driver.start()
        try:
            async with asyncio.timeout(seconds):
                while not until():  # noqa: ASYNC110 (anything a test can say)
                    await asyncio.sleep(0.01)
        finally:
            await driver.stop()

    asyncio.run(main())


def over(house: House, table: str) -> bool:
    return house.tables.room(table).status == "over"


def test_bots_play_a_whole_game_in_the_pool(house: House) -> None:
    plans = [bot("easy"), bot("medium"), bot("random")]
    table = table_of(house, *plans, game="cooking_rumble", expert=True)
    drive(house, lambda: over(house, table))
    assert verify(Record.parse(house.tables.record(table)), installed("cooking_rumble")) > 0


def test_bots_answer_a_person(house: House) -> None:
    table = table_of(house, bot(), ME, turns=3)
    # Seat 1 begins (3 turns, 2 seats).
    house.move(table, 1, "done")
    drive(house, lambda: house.look(table, 1).view.waiting == [1], Head(lambda due, _: DONE))
    house.move(table, 1, "done")
    assert over(house, table)


def test_a_bot_is_handed_its_own_view_and_events_only(house: House) -> None:
    table = table_of(house, bot("steady"), ME, turns=2)
    house.move(table, 1, "nudge")
    house.move(table, 1, "wave")
    # (2 turns, 2 seats: seat 0, the bot, is on turn.)
    house.move(table, 0, "put a")
    house.undo(table, 0)
    (due,) = house.tables.bots_due(table)
    assert due.view == msgspec.json.encode(house.look(table, 0).view)
    assert [event.key for event in due.events] == ["stir.event.wave"]
    assert not due.free
    assert PASS not in due.offered


def test_a_bot_that_takes_any_move_is_handed_nothing_else(house: House) -> None:
    table = table_of(house, bot(), ME, turns=2)
    house.move(table, 1, "wave")
    (due,) = house.tables.bots_due(table)
    assert (due.view, due.events) == (b"", [])
    assert len(due.offered) == 7


def test_the_same_choice_is_due_after_a_restart(new_house: Callable[..., House]) -> None:
    house = new_house()
    table = table_of(house, bot("steady"), bot(), ME, turns=2)
    house.move(table, 2, "put a")
    assert new_house().tables.bots_due(table) == house.tables.bots_due(table)


def test_bystanders_are_asked_once_a_version(house: House) -> None:
    table = table_of(house, ME, bot(), bot(), turns=3)
    asked: list[tuple[int, int]] = []

    def think(due: BotDue, nodes: int) -> int:
        asked.append((due.whose.seat, due.version))
        assert due.free
        assert due.offered == [PASS, WAVE, NUDGE]
        return PASS

    drive(house, lambda: len(asked) >= 2, Head(think))
    assert asked == [(1, 1), (2, 1)]
    asked.clear()
    moves = iter(["hide", "hide", "put a"])  # nobody sees the first two

    def each_wakes_the_driver() -> bool:
        move = next(moves, None) if len(asked) >= 2 else None
        if move is not None:
            house.move(table, 0, move)
        return len(asked) >= 4

    drive(house, each_wakes_the_driver, Head(think))
    assert asked == [(1, 1), (2, 1), (1, 2), (2, 2)]


def test_a_free_move_of_a_bot_is_made(house: House) -> None:
    table = table_of(house, ME, bot(), turns=2)
    waved: list[int] = []

    def once(due: BotDue, nodes: int) -> int:
        if waved or not due.free:
            return PASS if due.free else DONE
        waved.append(due.whose.seat)
        return WAVE

    drive(house, lambda: house.look(table).view.waves == 1, Head(once))
    assert keys(house.look(table)) == ["wave"]


def test_a_choice_that_was_written_down_before_a_crash_is_not_made_twice(house: House) -> None:
    table = table_of(house, bot(), ME, turns=2)
    (due,) = house.tables.bots_due(table)
    first = submit_as_bot(house.tables, due, PUT)
    assert submit_as_bot(house.tables, due, PUT + 1) == first
    assert house.look(table).view.pots == [1, 0, 0]


def test_no_id_of_a_person_is_taken_for_one_of_a_bot(house: House) -> None:
    """Who gives up cannot keep the bot from moving by having used the ids it will use."""
    game = house.game(game="stir", turns=6)
    table = game.table
    house.move(table, 0, "done")
    for _ in range(4):
        version = house.look(table, 1).version
        house.tables.submit(table, 1, f"bot-{version + 4}", version, ["put a"])
    with pytest.raises(ClientIdInvalid):
        house.tables.submit(table, 1, f"\x01bot-{version + 9}", house.look(table, 1).version, ["put a"])
    house.tables.concede(table, game.tokens[1], "random")
    for _ in range(6):
        [due] = [due for due in house.tables.bots_due(table) if not due.free]
        submit_as_bot(house.tables, due, due.offered[0])
        assert house.look(table, 1).version > due.version


@pytest.mark.parametrize("thought", ["fail", "die", "unoffered"])
def test_a_bot_that_fails_makes_some_legal_move(
    house: House, thought: str, caplog: pytest.LogCaptureFixture
) -> None:
    table = table_of(house, bot(), turns=1)
    with caplog.at_level(logging.WARNING):
        drive(house, lambda: len(house.look(table, 0).events) > 0, Pool(1, 30, getattr(thoughts, thought)))
    assert any("random of stir" in record.getMessage() for record in caplog.records)


def test_a_bot_that_thinks_too_long_gets_fewer_nodes(new_house: Callable[..., House]) -> None:
    house = new_house(bot_nodes=400)
    table = table_of(house, bot(), turns=1)
    pool = Pool(1, 0.5, thoughts.spin_when_many)
    # The last of what is offered is "done", which ends this game.
    drive(house, lambda: over(house, table), pool)


def test_what_goes_wrong_again_and_again_is_tried_less_and_less(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = table_of(house, bot(), turns=1)
    tries: list[str] = []

    def fail(table: str) -> list[BotDue]:
        tries.append(table)
        raise OSError("disk gone")

    monkeypatch.setattr(house.tables, "bots_due", fail)
    monkeypatch.setattr(house.tables, "bots_due_at_hand", fail)
    with pytest.raises(TimeoutError):
        drive(house, lambda: over(house, table), Head(lambda due, _: due.offered[0]), seconds=1.5)
    assert 1 <= len(tries) <= 3


def test_a_refused_bot_does_not_spin(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_of(house, bot(), turns=1)
    real = house.tables.bots_due
    asked: list[int] = []

    def outdated(table: str) -> list[BotDue]:
        asked.append(1)
        return [msgspec.structs.replace(due, version=99) for due in real(table)]

    monkeypatch.setattr(house.tables, "bots_due", outdated)
    monkeypatch.setattr(house.tables, "bots_due_at_hand", outdated)
    with pytest.raises(TimeoutError):
        drive(house, lambda: over(house, table), Head(lambda due, _: due.offered[0]), seconds=1.0)
    assert 2 <= len(asked) <= 4


def test_whoever_follows_is_told_on_its_loop_before_who_asked(house: House) -> None:
    """So a bot's driver needs no waking of its own."""
    table = house.game().table
    told: list[tuple[str, object]] = []

    async def main() -> None:
        loop = asyncio.get_running_loop()
        house.tables.follow(lambda table: told.append((table, asyncio.get_running_loop())), loop)
        await house.tables.submitted(Wish(table=table, seat=0, client_id="a", version=1, moves=["hide"]))
        assert told == [(table, loop)]
        with pytest.raises(Stale):
            await house.tables.submitted(Wish(table=table, seat=0, client_id="b", version=99, moves=["hide"]))
        assert len(told) == 1

    asyncio.run(main())


def test_no_decision_of_a_bot_reads_the_log(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """What this process has just done it knows; asking the log each time costs more than the thought."""
    table = table_of(house, bot(), bot(), turns=40)
    house.tables.bots_due(table)
    reads: list[str] = []
    real = log.read

    def counted(database: Database, table: str, first: int) -> Sequence[log.Logged]:
        reads.append(table)
        return real(database, table, first)

    monkeypatch.setattr(log, "read", counted)
    drive(house, lambda: house.tables.ground.games.peek(table).over, Head(lambda due, _: DONE))  # type: ignore[union-attr]
    assert len(keys(house.look(table))) == 40
    assert len(reads) < 5


def test_what_another_process_has_done_is_read_after_a_refusal(new_house: Callable[..., House]) -> None:
    """Its memory says that the bot is due; the log says whose turn it is."""
    house, other = new_house(), new_house()
    table = table_of(house, bot(), ME, turns=3)
    house.move(table, 1, "done")
    (due,) = house.tables.bots_due(table)
    submit_as_bot(other.tables, due, DONE)
    asked: list[int] = []

    def think(due: BotDue, nodes: int) -> int:
        asked.append(due.version)
        return DONE

    async def main() -> None:
        driver = BotDriver(house.tables, pool=Head(think))
        await driver.start()
        driver._wake(table)
        async with asyncio.timeout(60):
            while len(asked) < 2:  # noqa: ASYNC110 (the driver tells nobody)
                await asyncio.sleep(0.01)
        await driver.stop()

    asyncio.run(main())
    # First for what it has done already; after the refusal whether it wants to wave.
    assert asked[0] == due.version
    assert set(asked[1:]) == {due.version + 1}
    assert house.look(table).view.waiting == [1]
    assert len(keys(house.look(table))) == 2


def test_a_bots_move_takes_its_pause(new_house: Callable[..., House]) -> None:
    house = new_house(bot_pause=0.4)
    table = table_of(house, bot(), turns=1)
    with pytest.raises(TimeoutError):
        drive(house, lambda: over(house, table), Head(lambda due, _: DONE), seconds=0.3)
    drive(house, lambda: over(house, table), Head(lambda due, _: DONE), seconds=10)


def test_a_broken_table_stops_no_other(new_house: Callable[..., House], games: dict[str, Game]) -> None:
    house = new_house()
    games["gone"] = Stir("gone")
    bad = table_of(house, bot(), game="gone", turns=1)
    good = table_of(house, bot(), turns=1)
    del games["gone"]
    again = new_house()
    assert set(again.tables.playing()) == {bad, good}
    drive(again, lambda: over(again, good), Head(lambda due, _: DONE))
    assert again.tables.playing() == [bad]


def test_games_are_taken_up_one_by_one_and_those_first_that_somebody_came_back_to(
    new_house: Callable[..., House], monkeypatch: pytest.MonkeyPatch
) -> None:
    house = new_house()
    made = []
    for _ in range(6):
        made.append(table_of(house, bot(), ME, turns=2))
        house.clock[0] += 100
    again = new_house()
    order: list[str] = []
    reading: list[str] = []
    real = again.tables.bots_due

    def due(table: str) -> list[BotDue]:
        assert reading == []  # no two at once
        reading.append(table)
        order.append(table)
        if len(order) == 2:
            again.look(made[1])  # its person has come
        real(table)
        reading.remove(table)
        return []

    monkeypatch.setattr(again.tables, "bots_due", due)
    drive(again, lambda: len(order) == 6)
    assert order == [made[5], made[4], made[1], made[3], made[2], made[0]]


def test_taking_up_many_games_does_not_look_through_all_of_them_for_each(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = [f"table {n}" for n in range(1000)]
    asked: list[str] = []
    done: list[str] = []

    def in_memory(table: str) -> bool:
        asked.append(table)
        return False

    def due(table: str) -> list[BotDue]:
        done.append(table)
        return []

    monkeypatch.setattr(house.tables, "playing", lambda: made)
    monkeypatch.setattr(house.tables, "in_memory", in_memory)
    monkeypatch.setattr(house.tables, "bots_due", due)
    drive(house, lambda: len(done) == len(made))
    assert done == made
    assert len(asked) <= 64 * len(made)
