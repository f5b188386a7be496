"""Abandoned tables say when they go and have an hour's grace; no clock that is set destroys anything."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import func, insert, select

from potluck.tables.refusals import TableUnknown
from potluck.tables.schema import guests, links
from potluck.tables.service import Tables
from potluck.tables.settings import DAY, HOUR
from tests.fresh import fresh

from .house import House

BEGAN = 1_000_000_000.0
SWEEPS = 300.0  # as often as the server sweeps
# Over a longer time as often as that tells the same: seconds up to which, and from one sweep to the next.
PACE = [(2 * HOUR, SWEEPS), (DAY, HOUR / 4), (float("inf"), 4 * HOUR)]


class Clocks:
    """The wall clock that anybody can set, and the one that nobody can."""

    def __init__(self) -> None:
        self.wall = BEGAN
        self.ticks = 50.0

    def pass_(self, seconds: float) -> None:
        self.wall += seconds
        self.ticks += seconds


class Started(House):
    """A house with two clocks, as if just started."""

    def __init__(self, tables: Tables, clocks: Clocks) -> None:
        super().__init__(tables, [])
        self.clocks = clocks

    def run(self, seconds: float) -> int:
        """Time passes, with a sweep now and then; how many tables went."""
        gone = self.tables.sweep()
        until = self.clocks.ticks + seconds
        pace = next(pace for most, pace in PACE if seconds <= most)
        while self.clocks.ticks < until:
            self.clocks.pass_(pace)
            gone += self.tables.sweep()
        return gone

    def there(self, table: str) -> bool:
        try:
            self.tables.room(table)
        except TableUnknown:
            return False
        return True

    def expires(self, table: str) -> int | None:
        return self.tables.room(table).expires

    def in_lobby(self, guest: str) -> dict[str, int | None]:
        return {each.table: each.expires for each in self.tables.mine(guest)}


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[[Clocks], Started]]:
    """Starts a house on one and the same file, anew each time."""
    url = fresh(tmp_path / "potluck.db")
    made: list[Tables] = []

    def begin(clocks: Clocks) -> Started:
        for tables in made:
            tables.close()
        made.append(Tables(url, now=lambda: clocks.wall, monotonic=lambda: clocks.ticks))
        return Started(made[-1], clocks)

    yield begin
    made[-1].close()


@pytest.fixture
def clocks() -> Clocks:
    return Clocks()


@pytest.fixture
def started(start: Callable[[Clocks], Started], clocks: Clocks) -> Started:
    return start(clocks)


def test_what_is_overdue_at_the_start_has_an_hour(start: Callable[[Clocks], Started], clocks: Clocks) -> None:
    """Server off over the holidays: there is time to come back to the game before it goes."""
    table = start(clocks).game().table
    clocks.pass_(40 * DAY)
    clocks.ticks = 3.0  # the machine was off
    again = start(clocks)
    told = again.expires(table)
    assert told is not None
    assert clocks.wall < told <= clocks.wall + HOUR
    assert again.run(HOUR - SWEEPS) == 0
    assert again.there(table)
    assert again.run(2 * SWEEPS) == 1
    assert not again.there(table)
    assert clocks.wall >= told


def test_touched_within_the_grace_it_stays(start: Callable[[Clocks], Started], clocks: Clocks) -> None:
    table = start(clocks).game().table
    clocks.pass_(40 * DAY)
    again = start(clocks)
    assert again.run(HOUR / 2) == 0
    again.move(table, 0, "put a")
    assert again.run(3 * HOUR) == 0
    assert again.expires(table) is None


@pytest.mark.parametrize("leap", [40 * DAY, 20 * 365 * DAY])
def test_a_clock_that_is_put_ahead_destroys_nothing(started: Started, leap: float) -> None:
    """However long it stays wrong, and when it is right again."""
    waiting, running, guest = started.open().table, started.game().table, started.guest()
    assert started.run(2 * HOUR) == 0
    started.clocks.wall += leap
    assert started.run(20 * HOUR) == 0
    started.clocks.wall -= leap
    assert started.run(HOUR) == 0
    assert started.there(waiting)
    assert started.there(running)
    assert started.tables.find_guest(guest) is not None
    # An unstarted table goes in its time all the same.
    assert started.run(5 * HOUR) == 1
    assert not started.there(waiting)


def test_what_is_told_goes_with_a_clock_that_is_put_ahead(started: Started) -> None:
    """It is told by the clock on the wall, and goes when the time that was left has passed."""
    table = started.open().table
    started.run(20 * HOUR)
    started.clocks.wall += 40 * DAY
    told = started.expires(table)
    assert told is not None
    assert 4 * HOUR < told - started.clocks.wall <= 5 * HOUR
    assert started.run(4.5 * HOUR) == 0
    assert started.run(HOUR) == 1


def test_a_clock_that_is_put_back_destroys_nothing(
    start: Callable[[Clocks], Started], clocks: Clocks
) -> None:
    """Started while the clock was ahead, set right within the hour: no sweep goes by the wrong time."""
    table = start(clocks).game().table
    clocks.wall += 40 * DAY
    again = start(clocks)
    assert again.run(50 * 60) == 0
    clocks.wall -= 40 * DAY
    assert again.run(30 * HOUR) == 0
    assert again.there(table)
    # Ahead once more, in the same process: that is known by now.
    clocks.wall += 40 * DAY
    assert again.run(30 * HOUR) == 0
    assert again.there(table)


def test_the_grace_begins_anew_when_the_clock_is_set(
    start: Callable[[Clocks], Started], clocks: Clocks
) -> None:
    """What sweeps saw by the wrong clock counts for nothing, and what is told is told by the right one."""
    table = start(clocks).open().table
    clocks.pass_(DAY - HOUR / 2)
    clocks.wall += 40 * DAY
    again = start(clocks)
    assert again.run(55 * 60) == 0
    clocks.wall -= 40 * DAY  # by the right clock it is overdue, too
    told = again.expires(table)
    assert told is not None
    assert 50 * 60 < told - clocks.wall <= HOUR
    assert again.run(50 * 60) == 0
    assert again.run(20 * 60) == 1


def test_a_clock_set_back_for_a_while_costs_only_patience(started: Started) -> None:
    table = started.open().table
    started.clocks.wall -= 365 * DAY
    assert started.run(3 * HOUR) == 0
    started.move(started.game().table, 0, "put a")
    started.clocks.wall += 365 * DAY
    assert started.run(3 * HOUR) == 0
    assert started.there(table)


def test_play_goes_on_counting_when_the_clock_was_put_back(started: Started) -> None:
    """A table that was used while the clock was ahead is not kept for years because of it."""
    started.clocks.wall += 365 * DAY
    table = started.game().table
    started.clocks.wall -= 365 * DAY
    started.clocks.pass_(120)
    started.move(table, 0, "put a")
    started.clocks.pass_(30 * DAY)
    assert started.run(2 * HOUR) == 1


def test_clocks_that_only_drift_are_no_leap(started: Started) -> None:
    table = started.open().table
    gone = 0
    for _ in range(27):
        started.clocks.wall += 0.5
        gone += started.run(HOUR)
    assert gone == 1
    assert not started.there(table)


def test_guests_and_links_have_the_same_grace(start: Callable[[Clocks], Started], clocks: Clocks) -> None:
    first = start(clocks)
    lonely = first.guest("Lonely")
    table = first.game().table
    with first.tables.ground.database.write() as connection:
        connection.execute(
            insert(links).values(code="0" * 64, table_id=table, seat=0, expires=clocks.wall + 25 * DAY)
        )
    clocks.pass_(200 * DAY)
    with first.tables.ground.database.write() as connection:
        connection.execute(guests.update().where(guests.c.id != lonely).values(seen=clocks.wall))
    again = start(clocks)
    assert again.run(HOUR - SWEEPS) == 0
    assert again.tables.find_guest(lonely) is not None
    assert _links(again) == 1
    again.run(2 * SWEEPS)
    assert again.tables.find_guest(lonely) is None
    assert _links(again) == 0


def test_page_and_lobby_say_the_same(started: Started) -> None:
    opened, game = started.open(), started.game()
    waits, plays = opened.people[0], game.people[0]
    assert started.in_lobby(waits) == {opened.table: None}, "what was made just now carries no warning"
    started.clocks.pass_(18 * HOUR)
    assert started.expires(opened.table) is None
    started.clocks.pass_(HOUR)
    told = started.expires(opened.table)
    assert told is not None
    assert 0 <= BEGAN + 25 * HOUR - told < 600
    assert started.in_lobby(waits) == {opened.table: told}
    assert started.expires(game.table) is None
    assert started.in_lobby(plays) == {game.table: None}
    started.run(24 * DAY)
    soon = started.expires(game.table)
    assert soon is not None
    assert 0 <= BEGAN + 30 * DAY + HOUR - soon < 600
    assert started.in_lobby(plays) == {game.table: soon}


def test_a_finished_game_says_when_it_goes(started: Started) -> None:
    game = started.game()
    with started.tables.ground.database.write() as connection:
        connection.exec_driver_sql("update tables set status = 'over'")
    assert started.expires(game.table) is None
    started.clocks.pass_(85 * DAY)
    told = started.expires(game.table)
    assert told is not None
    assert 0 <= BEGAN + 90 * DAY + HOUR - told < 600


def test_talking_keeps_a_table(started: Started) -> None:
    opened, game = started.open(), started.game()
    started.run(20 * HOUR)
    started.tables.say(opened.table, opened.people[1], 1, "1", "tonight at eight?")
    assert started.run(20 * HOUR) == 0
    assert started.run(6 * HOUR) == 1
    assert not started.there(opened.table)
    started.clocks.pass_(26 * DAY)
    assert started.expires(game.table) is not None
    started.tables.say(game.table, game.people[1], 1, "1", "still there?")
    assert started.expires(game.table) is None
    assert started.run(9 * DAY) == 0
    assert started.there(game.table)


def test_only_looking_keeps_nothing(started: Started) -> None:
    game = started.game()
    for _ in range(30):
        started.clocks.pass_(DAY)
        started.look(game.table, 0)
        started.expires(game.table)
    assert started.run(2 * HOUR) == 1


def test_a_choice_made_in_secret_is_not_told_by_when_the_table_goes(started: Started) -> None:
    """Somebody hides something: spectators see nothing of it, and the time told is the one before."""
    game = started.game()
    started.clocks.pass_(25 * DAY)
    before = started.expires(game.table)
    seen = started.look(game.table, None).version
    started.move(game.table, 0, "hide")
    assert started.look(game.table, None).version == seen
    assert before is not None
    assert started.expires(game.table) == before
    assert started.in_lobby(game.people[1]) == {game.table: before}
    # It stays nevertheless as long as anything that was touched.
    assert started.run(28 * DAY) == 0
    assert started.there(game.table)


def test_whoever_listens_is_told_of_each_table_that_goes(started: Started) -> None:
    tables = {started.open().table, started.game().table}
    started.clocks.pass_(31 * DAY)
    told: list[tuple[str, frozenset[str]]] = []
    started.tables.listen(lambda table, what: told.append((table, what)))
    assert started.run(2 * HOUR) == 2
    assert {table for table, _ in told} == tables
    assert all({"look", "room"} <= what for _, what in told)


def _links(house: House) -> int:
    with house.tables.ground.database.read() as connection:
        return int(connection.execute(select(func.count()).select_from(links)).scalar_one())


def test_where_nothing_is_to_be_cleared_away_nobody_waits_for_it(
    started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = started.game()
    started.tables.link(game.table, game.tokens[0])
    started.run(2 * HOUR)
    with monkeypatch.context() as watched:
        watched.setattr(started.tables.ground.database, "write", lambda: pytest.fail("nothing to write"))
        started.run(HOUR)
