"""Nudges: who may remind whom, how often, and that neither a nudge nor its refusal tells a secret."""

import dataclasses
import json
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed

from potluck.play.joined import Joined
from potluck.play.registry import games
from potluck.tables.settings import Settings
from potluck.web.settings import WebSettings
from tests.tables.house import to_bot
from tests.web.conftest import ROOMY, Started
from tests.web.house import ME, OPEN, Person, Server, assert_worded, served, wait_for

AFTER = 20.0
APART = 60.0


class Clock:
    """The tables' time, moved by hand."""

    def __init__(self) -> None:
        self.at = time.time()

    def __call__(self) -> float:
        return self.at

    def wait(self, seconds: float) -> None:
        self.at += seconds


class Three(Started):
    """A running game of three people; `mover` is waited for, `other` is not."""

    def __init__(self, server: Server, clock: Clock, game: str = "cooking_rumble") -> None:
        super().__init__(server, "Ana", "Bo", "Cy", game=game)
        self.clock = clock
        self.tabs = [self.open(seat) for seat in range(3)]

    @property
    def waiting(self) -> list[int]:
        look = self.server.tables.look(self.table, None, 0)
        assert look is not None
        return look.view.waiting

    @property
    def mover(self) -> int:
        return self.waiting[0]

    @property
    def other(self) -> int:
        return next(seat for seat in range(3) if seat not in self.waiting)

    def nudge(self, by: int, seat: int) -> dict[str, Any]:
        """The answer to a nudge of `seat` in the name of `by`."""
        self.tabs[by].send("nudge", id=f"n{by}{seat}", seat=seat)
        return self.tabs[by].answer(f"n{by}{seat}")

    def refused(self, by: int, seat: int) -> str:
        answer = self.nudge(by, seat)
        assert answer["t"] == "refused"
        assert not answer["final"]
        assert_worded(answer["why"])
        key: str = answer["why"]["key"]
        return key.removeprefix("error.nudge_")

    def nudged(self, seat: int) -> list[dict[str, Any]]:
        """The nudges that have reached a seat's tab since it was last asked."""
        self.server.settle()
        found = [json.loads(text) for text in self.tabs[seat].waiting()]
        return [message for message in found if message["t"] == "nudged"]

    def move(self, seat: int) -> None:
        """Any move of a seat."""
        self.server.settle()
        self.tabs[seat].waiting()
        look = self.server.tables.look(self.table, seat, 0)
        assert look is not None
        self.server.tables.submit(self.table, seat, f"m{look.version}", look.version, [look.legal[0].text])
        self.server.settle()


@pytest.fixture(scope="module")
def clock() -> Clock:
    return Clock()


def nudging(folder: Path, clock: Clock) -> Any:
    web = WebSettings(f"sqlite:///{folder}/potluck.db", bot_workers=0, limits=ROOMY)
    return served(folder, web, settings=Settings(nudge_after=AFTER, nudge_apart=APART), now=clock)


@pytest.fixture(scope="module")
def timed(tmp_path_factory: pytest.TempPathFactory, clock: Clock) -> Iterator[Server]:
    """A server whose time is moved by hand."""
    with nudging(tmp_path_factory.mktemp("timed"), clock) as running:
        yield running


@pytest.fixture
def three(timed: Server, clock: Clock) -> Iterator[Three]:
    made = Three(timed, clock)
    yield made
    made.close()


def test_who_is_waited_for_hears_by_whom_and_nobody_else_hears_anything(three: Three) -> None:
    three.clock.wait(AFTER)
    for seat in range(3):
        three.nudged(seat)
    assert three.nudge(three.other, three.mover)["t"] == "done"
    third = next(seat for seat in range(3) if seat not in (three.other, three.mover))
    assert three.nudged(three.mover) == [{"t": "nudged", "seat": three.mover, "by": three.other}]
    assert three.tabs[third].waiting() == []


def test_the_table_has_to_have_waited(three: Three) -> None:
    three.clock.wait(AFTER - 0.1)
    answer = three.nudge(three.other, three.mover)
    assert answer["why"] == {"key": "error.nudge_early", "args": {"n": 20}}
    three.clock.wait(0.1)
    assert three.nudge(three.other, three.mover)["t"] == "done"


def test_once_a_turn_by_anybody(three: Three) -> None:
    mover = three.mover
    others = [seat for seat in range(3) if seat != mover]
    three.clock.wait(AFTER)
    assert three.nudge(others[0], mover)["t"] == "done"
    three.clock.wait(APART * 10)
    assert [three.refused(by, mover) for by in others] == ["again", "again"]
    assert len(three.nudged(mover)) == 1


def test_again_in_another_turn_but_not_within_a_minute(three: Three) -> None:
    mover = three.mover
    three.clock.wait(AFTER)
    assert three.nudge(three.other, mover)["t"] == "done"
    for _ in range(30):  # until it is their turn again
        three.move(three.mover)
        if three.mover != mover:
            break
    assert three.mover != mover
    for _ in range(60):
        if mover in three.waiting:
            break
        three.move(three.mover)
    assert mover in three.waiting
    three.clock.wait(AFTER)
    assert three.refused(three.other, mover) == "again"
    three.clock.wait(APART)
    assert three.nudge(three.other, mover)["t"] == "done"
    assert len(three.nudged(mover)) >= 1


def test_a_seat_that_is_not_waited_for_oneself_and_bots_are_not_nudged(three: Three) -> None:
    three.clock.wait(AFTER)
    mover, other = three.mover, three.other
    third = next(seat for seat in range(3) if seat not in (mover, other))
    assert three.refused(other, third) == "nobody"
    assert three.refused(mover, mover) == "nobody"
    assert three.refused(other, 63) == "nobody"
    to_bot(three.server.tables, three.table, mover, "random")
    assert three.refused(other, mover) == "nobody"


def test_nobody_is_there_to_hear_it_and_it_can_be_tried_again(three: Three) -> None:
    mover, other = three.mover, three.other
    three.clock.wait(AFTER)
    three.tabs[mover].close()
    wait_for(lambda: not three.server.hub.playing(three.table, mover))
    assert three.refused(other, mover) == "away"
    three.tabs[mover] = three.open(mover)
    assert three.nudge(other, mover)["t"] == "done"


def test_spectators_do_not_nudge_nor_does_a_seat_that_was_lost(three: Three) -> None:
    three.clock.wait(AFTER)
    watcher = three.people[three.other].tab(three.table)
    watcher.send("nudge", id="n", seat=three.mover)
    assert watcher.answer("n")["why"]["key"] == "error.watchers_cannot"
    tab = three.tabs[three.other]
    token = three.people[three.other].post(f"/api/tables/{three.table}/reclaim", json={"seat": three.other})
    assert token.status_code == 200
    with suppress(ConnectionClosed):  # it may have been told already
        tab.send("nudge", id="n", seat=three.mover)
    while True:
        message = tab.next()
        if message["t"] == "refused":
            assert message["why"]["key"] in ("error.seat_token_wrong", "error.seat_moved")
            return


def test_before_the_start_there_is_nobody_to_nudge(timed: Server) -> None:
    ana, bo = Person(timed, "Ana"), Person(timed, "Bo")
    made = ana.new_table([ME, OPEN])
    bo.sit(made["table"], 1)
    tab = ana.tab(made["table"], made["seat_token"])
    tab.send("nudge", id="n", seat=1)
    assert tab.answer("n")["why"]["key"] == "error.table_not_started"


def test_nor_is_there_after_the_end(three: Three) -> None:
    mover, other = three.mover, three.other
    three.clock.wait(AFTER)
    three.server.tables.end(three.table)
    assert three.refused(other, mover) == "nobody"


def test_who_has_chosen_in_secret_is_nudged_like_who_has_not(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a view does not say who of several has chosen, neither does the answer to a nudge."""
    game = games()["secret_recipe"]
    assert isinstance(game, Joined)
    honest = game.view

    def discreet(state: Any, viewer: int | None) -> Any:
        view = honest(state, viewer)
        several = len(view.waiting) > 1
        return replace(view, waiting=[0, 1, 2]) if viewer is None and several else view

    monkeypatch.setitem(games(), "secret_recipe", dataclasses.replace(game, view=discreet))
    with nudging(tmp_path, clock) as server:
        answers = []
        for chosen in (False, True):
            three = Three(server, clock, "secret_recipe")
            for _ in range(400):
                if len(three.waiting) == 3:
                    break
                three.move(three.mover)
            assert len(three.waiting) == 3
            if chosen:
                three.move(1)
                look = server.tables.look(three.table, 1, 0)
                assert look is not None
                assert not look.legal
                assert three.waiting == [0, 1, 2]
            clock.wait(APART + AFTER)
            answers.append([three.nudge(0, 1), three.nudge(0, 2), three.nudge(0, 1)])
            three.close()
        assert answers[0] == answers[1]
        assert [each["t"] for each in answers[0]] == ["done", "done", "refused"]
