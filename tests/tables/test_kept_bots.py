"""A worker keeps the bots it made and is sent only what is new; what they choose is the same as ever."""

import asyncio
import contextlib
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from potluck.bots.levels import RANDOM, make_bot, thoughtless
from potluck.play.chance import Fast
from potluck.play.registry import game as installed
from potluck.play.seats import members
from potluck.play.undo import UndoImpossible
from potluck.tables import worker
from potluck.tables.bot_seats import bot_due
from potluck.tables.due import Answer, BotDue, Thought, Whose
from potluck.tables.folds import Folds
from potluck.tables.log import Logged
from potluck.tables.playing import Playing
from potluck.tables.pool import BotFailed, Pool, _Desk, _Ways
from potluck.tables.setting import BotSeat, Setting, first_entry

from . import thoughts
from .stir import Steady
from .test_pool import Choose, use

GAMES = ("chef_alfredo", "cooking_rumble", "secret_recipe", "stir")
NODES = 20


class Line:
    """In place of a process: a worker's bots behind the bytes that would be sent."""

    gone = False

    def __init__(self, folds: Folds[Any]) -> None:
        self.think = worker.Bots(folds).choose
        self.known: list[int] = []

    async def ask(self, thought: Thought) -> Answer:
        self.known.append(thought.known)
        frame = worker.framed(worker._encode(thought))
        return worker._answer(self.think, frame[worker.LENGTH_BYTES :])


class Desk(_Desk):
    """A desk with such a worker, and what a bot that is made anew for every choice says."""

    def __init__(self, bots: int = 100) -> None:
        super().__init__(_Ways(None), 1.0, None)
        self.forgetful(bots)

    def forgetful(self, bots: int = 100) -> None:
        """A worker that has been told nothing, and nobody knows."""
        self.line = Line(Folds(bots))
        self._worker = self.line  # type: ignore[assignment]

    def ask(self, due: BotDue) -> int:
        move: int = finished(self.choose(due, NODES))
        return move


def finished(work: Any) -> Any:
    """The result of a coroutine that waits for nothing."""
    with pytest.raises(StopIteration) as done:
        work.send(None)
    return done.value.value


def anew(due: BotDue) -> int:
    """The choice of a bot that is rebuilt from its whole stream."""
    return Desk().ask(due)


def begun(name: str, seats: int, luck: random.Random) -> Playing:
    """A game that has just started."""
    game = installed(name)
    options = game.options()
    setting = Setting(game, seats, options, luck.randbytes(32), None, ())
    start, _ = first_entry(setting, ["00"])
    return Playing(setting, Logged(0, start, 0.0))


def plays(name: str, seats: int, luck: random.Random, most: int) -> Iterator[Playing]:
    """Random play with undo, before every decision of it; games follow one another."""
    made = 0
    while True:
        playing = begun(name, seats, luck)
        while playing.state.deciders():
            yield playing
            made += 1
            if made == most:
                return
            undo = playing.undo
            if undo is not None and luck.random() < 0.25:
                seat, back = undo.seat, luck.randint(1, undo.moves)
                vantage = playing.vantage(seat)
                with contextlib.suppress(UndoImpossible):
                    playing.adopt(playing.draft_undo(seat, vantage.version, back, f"u{made}", 0.0))
                continue
            free = members(int(playing.state.bystanders() & ~playing.state.deciders()))
            waiting = members(playing.state.deciders())
            seat = luck.choice(free) if free and luck.random() < 0.1 else luck.choice(waiting)
            vantage = playing.vantage(seat)
            if not vantage.legal:
                continue
            text = playing.game.moves.text(luck.choice(vantage.legal))
            playing.adopt(playing.draft_moves(seat, vantage.version, [text], f"m{made}", 0.0))


def cut(playing: Playing, luck: random.Random) -> None:
    """As an undo leaves the streams, where a game has none too; some of what is cut off is told again."""
    playing.undone += 1
    for viewer in playing.viewers:
        kept = playing.vantage(viewer).kept
        gone = kept[luck.randrange(len(kept) + 1) :]
        del kept[len(kept) - len(gone) :]
        kept += gone[luck.randrange(len(gone) + 1) :]


@pytest.mark.parametrize("positions", [120, pytest.param(500, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", GAMES)
def test_kept_bots_choose_as_if_made_anew(name: str, positions: int) -> None:
    """Thousands of choices of all games and levels; with undo in between, and workers that forget."""
    luck = random.Random(name)
    seats = installed(name).about.seats[-1]
    desk = Desk()
    asked = kept = undone = 0
    for table, playing in enumerate_tables(plays(name, seats, luck, positions)):
        chance = luck.random()
        if chance < 0.02:
            desk.forgetful()
        elif chance < 0.04:
            desk._told.clear()
        elif chance < 0.08:
            cut(playing, luck)
        deciding = playing.state.deciders()
        for level in playing.game.levels:
            for seat in range(seats):
                if luck.random() < 0.3 or not playing.vantage(seat).legal:
                    continue
                due = bot_due(f"{table}", playing, BotSeat(seat, level, 7 + seat), not deciding >> seat & 1)
                before = len(desk.line.known)
                assert desk.ask(due) == anew(due), (level, seat, due)
                asked += 1
                kept += desk.line.known[before] > 0 and len(desk.line.known) == before + 1
                undone += due.undone
    assert asked > 0.8 * positions
    assert kept > asked / 3
    assert undone > 0


def enumerate_tables(games: Iterator[Playing]) -> Iterator[tuple[int, Playing]]:
    """Each game with a number of its own."""
    numbers: dict[int, int] = {}
    held = []
    for playing in games:
        if id(playing) not in numbers:
            held.append(playing)  # so that no other gets its id
            numbers[id(playing)] = len(numbers)
        yield numbers[id(playing)], playing


def test_a_worker_that_lacks_a_bot_is_told_everything() -> None:
    """Here it keeps fewer than the server thinks."""
    luck = random.Random(3)
    desk = Desk(bots=2)
    *_, playing = plays("stir", 3, luck, 40)
    dues = [bot_due("one", playing, BotSeat(seat, "steady", 5), True) for seat in range(3)]
    for _ in range(2):
        assert [desk.ask(due) for due in dues] == [anew(due) for due in dues]
    counts = [len(due.events) for due in dues]
    assert min(counts) > 0
    assert desk.line.known == [0, 0, 0, *(known for count in counts for known in (count, 0))]


def test_a_bot_that_has_been_put_there_anew_is_another_one() -> None:
    luck = random.Random(4)
    desk = Desk()
    *_, playing = plays("stir", 2, luck, 30)
    for bot in (BotSeat(0, "steady", 5), BotSeat(0, "steady", 6)):
        due = bot_due("one", playing, bot, True)
        assert desk.ask(due) == anew(due)
    assert desk.line.known == [0, 0]


def test_a_bot_that_failed_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    *_, playing = plays("stir", 2, random.Random(5), 30)
    due = bot_due("one", playing, BotSeat(0, "steady", 5), True)
    desk = Desk()
    desk.ask(due)
    with monkeypatch.context() as patch:
        patch.setattr("tests.tables.stir.Steady.choose", lambda *_: 1 // 0)
        with pytest.raises(BotFailed):
            desk.ask(due)
    assert len(desk._told) == 0
    assert desk.ask(due) == anew(due)
    assert desk.line.known == [0, len(due.events), 0]


@pytest.mark.parametrize("name", GAMES)
def test_a_random_move_needs_no_worker(name: str) -> None:
    """And is the one that the bot would make."""
    luck = random.Random(name)

    async def work(choose: Choose) -> list[int]:
        found = []
        for playing in plays(name, 2, luck, 60):
            seat = members(playing.state.deciders())[0]
            due = bot_due("one", playing, BotSeat(seat, RANDOM, luck.getrandbits(128)), False)
            made = make_bot(playing.game, RANDOM, int(due.whose.seed, 16))
            made.notice(playing.vantage(seat).kept)
            view, legal = playing.vantage(seat).view, playing.vantage(seat).legal
            assert await choose(due) == made.choose(view, legal, NODES, Fast(due.luck))
            found.append(due.luck)
        return found

    pool = Pool(1, 30)
    assert len(set(use(pool, work))) == 60
    assert pool.sent == 0


def test_a_random_level_of_a_games_own_is_asked() -> None:
    stir = installed("stir")
    assert thoughtless(stir, RANDOM)
    assert not thoughtless(stir, "steady")
    assert not thoughtless(stir, "genius")
    stir.levels = {RANDOM: Steady}  # type: ignore[misc]
    assert not thoughtless(stir, RANDOM)


def test_a_bot_that_was_told_more_or_less_than_the_server_thinks_is_not_asked() -> None:
    *_, playing = plays("stir", 2, random.Random(6), 30)
    due = bot_due("one", playing, BotSeat(0, "steady", 5), True)
    count = len(due.events)
    for known in (count - 1, count + 1):
        bots = worker.Bots()
        assert bots.choose(due.thought(NODES)) is not None
        assert bots.choose(due.thought(NODES, known)) is None
        assert bots.choose(due.thought(NODES, count)) is None  # what it was is not sure any more


def test_a_bot_that_failed_in_a_worker_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    *_, playing = plays("stir", 2, random.Random(7), 30)
    due = bot_due("one", playing, BotSeat(0, "steady", 5), True)
    bots = worker.Bots()
    bots.choose(due.thought(NODES))
    with monkeypatch.context() as patch:
        patch.setattr("tests.tables.stir.Steady.choose", lambda *_: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            bots.choose(due.thought(NODES, len(due.events)))
    assert bots.choose(due.thought(NODES, len(due.events))) is None


def test_what_was_not_used_for_longest_goes_first() -> None:
    def whose(seat: int) -> Whose:
        return Whose("one", seat, "stir", 1, "steady", "5")

    folds: Folds[str] = Folds(bots=3, events=100)
    for seat in range(3):
        folds.keep(whose(seat), 10, "abc"[seat])
    assert folds.take(whose(0)) == (10, "a")
    folds.keep(whose(0), 11, "a")
    folds.keep(whose(3), 10, "d")
    assert [seat for seat in range(4) if folds.look(whose(seat))] == [0, 2, 3]
    folds.keep(whose(2), 85, "c")  # too many events together
    assert [seat for seat in range(4) if folds.look(whose(seat))] == [2, 3]
    folds.keep(whose(1), 101, "b")  # alone too much
    assert len(folds) == 0
    folds.keep(whose(0), 100, "a")  # what has gone counts no more
    assert folds.look(whose(0)) == (100, "a")


def test_only_what_is_new_goes_to_a_worker() -> None:
    """Of a stream that grows by one event each time every event is sent once, and all after an undo."""

    async def work(choose: Choose) -> list[int]:
        return [
            await choose(thoughts.due(told=told, undone=undone))
            for told, undone in [(0, 0), (1, 0), (2, 0), (2, 0), (1, 1), (2, 1), (3, 1)]
        ]

    assert use(Pool(1, 30, thoughts.known), work) == [0, 0, 1, 2, 0, 1, 2]


def test_what_is_sent_grows_with_the_stream_and_not_with_its_square() -> None:
    def sent(events: int) -> int:
        async def work(choose: Choose) -> int:
            for told in range(events):
                await choose(thoughts.due(told=told))
            return pool.sent

        pool = Pool(1, 30, thoughts.first)
        return int(use(pool, work))

    assert sent(200) < 2.2 * sent(100)


def test_a_worker_process_that_lacks_something_is_told_everything() -> None:
    async def work(choose: Choose) -> list[int]:
        return [await choose(thoughts.due(told=told)) for told in (3, 5)]

    assert use(Pool(1, 30, thoughts.forgetful), work) == [3, 5]


def test_a_new_worker_is_told_everything() -> None:
    """At once: it is not asked first whether it knows anything."""

    async def work(choose: Choose) -> list[int]:
        found = [await choose(thoughts.due(told=told)) for told in (3, 5)]
        found.append(await choose(thoughts.due(told=5, offered=(3,))))
        await asyncio.sleep(1)
        found.append(await choose(thoughts.due(told=6)))
        return found

    assert use(Pool(1, 30, thoughts.known_or_die), work) == [0, 3, 5, 0]


def test_a_table_stays_with_its_worker_while_that_one_is_free() -> None:
    async def work(choose: Choose) -> list[int]:
        dues = [thoughts.due("one", told=1), thoughts.due("two", told=1)]
        first = await asyncio.gather(*map(choose, dues))
        assert len(set(first)) == 2
        for due in [*dues, *dues[::-1], *dues]:
            assert await choose(due) == first[dues.index(due)]
        return first

    use(Pool(2, 30, thoughts.pid), work)


def test_a_long_thought_holds_nobody_up_whose_worker_it_keeps_busy(tmp_path: Path) -> None:
    """Both tables are known to one worker; while it thinks for one of them, the other goes elsewhere."""
    mark = tmp_path / "go"

    async def work(choose: Choose) -> tuple[int, int, int]:
        long, short = thoughts.due(mark, told=1), thoughts.due("short", told=2)
        mark.touch()
        home = await choose(long)
        assert await choose(short) == home
        mark.unlink()
        waiting = asyncio.create_task(choose(long))
        await asyncio.sleep(0.1)
        elsewhere = await choose(short)
        mark.touch()
        return home, elsewhere, await waiting

    home, elsewhere, waited = use(Pool(2, 60, thoughts.pid_when_marked), work)
    assert waited == home != elsewhere


def test_first_due_first_served(tmp_path: Path) -> None:
    async def work(choose: Choose) -> None:
        await asyncio.gather(*(choose(thoughts.due(tmp_path / "order", seat=seat)) for seat in range(30)))

    use(Pool(1, 60, thoughts.write_seat), work)
    assert (tmp_path / "order").read_text().split() == [str(seat) for seat in range(30)]
