"""Tabs are asked in turns, and only those of whom nothing is known."""

import json

import pytest

from potluck.web import pulse, settings
from potluck.web.pulse import TURNS, Pulse
from potluck.web.settings import PING_SECONDS, SEND_SECONDS, SILENCE_SECONDS
from potluck.web.tab import Tab


class Line:
    """Takes all that waits in its tab."""

    def __init__(self, tab: Tab) -> None:
        self.pings = 0
        self.killed = False
        self._tab = tab
        tab.line = self

    def flush(self) -> None:
        while (text := self._tab.next()) is not None:
            self.pings += json.loads(text)["t"] == "ping"

    def kill(self) -> None:
        self.killed = True


class House:
    """Some tabs, and a clock."""

    def __init__(self, tabs: int) -> None:
        self.pulse = Pulse()
        self.tabs = [Tab() for _ in range(tabs)]
        self.lines = [Line(tab) for tab in self.tabs]
        self.now = 100.0
        for tab in self.tabs:
            tab.heard = self.now
            self.pulse.add(tab)

    def pings(self) -> list[int]:
        return [line.pings for line in self.lines]

    def round(self) -> None:
        """Every tab has its turn."""
        done = False
        while not done:
            self.now += self.pulse.pause
            done = self.pulse.beat(self.now)


def test_every_tab_is_asked_once_a_round_and_only_some_at_a_time() -> None:
    house = House(3 * TURNS)
    for turn in range(1, TURNS + 1):
        house.now += house.pulse.pause
        assert house.pulse.beat(house.now) is (turn == TURNS)
        assert sum(house.pings()) == 3 * turn
    assert set(house.pings()) == {1}
    assert TURNS * house.pulse.pause == pytest.approx(PING_SECONDS)


def test_who_speaks_and_is_told_something_is_not_asked() -> None:
    house = House(3)
    chatty, listener, speaker = house.tabs
    for _ in range(4):
        for tab in (chatty, listener):
            tab.reply(b'{"t":"done"}')
        for tab in (chatty, speaker):
            tab.heard = house.now
        house.round()
    # Who has only been told things may be gone (it had spoken just before the first round); who has only
    # spoken does not know whether we are here.
    assert house.pings() == [0, 3, 4]


def test_nobody_goes_without_a_word_for_long() -> None:
    house = House(1)
    [tab], [line] = house.tabs, house.lines
    quiet = longest = 0.0
    for step in range(40 * TURNS):
        before = line.pings
        house.now += house.pulse.pause
        tab.heard = house.now
        told = step % 23 == 0  # now and then, out of step with the turns
        if told:
            tab.reply(b'{"t":"done"}')
        house.pulse.beat(house.now)
        quiet = 0.0 if told or line.pings > before else quiet + house.pulse.pause
        longest = max(longest, quiet)
    assert longest <= 2 * PING_SECONDS + 0.01  # a browser gives up after three times as long as one


def test_silent_and_stuck_tabs_are_dropped_and_deaf_ones_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SILENCE_SECONDS", "SEND_SECONDS"):  # other tests here are more patient
        monkeypatch.setattr(pulse, name, getattr(settings, name))
    house = House(4)
    silent, stuck, deaf, _ = house.tabs
    for tab in (silent, deaf):
        tab.heard = house.now - SILENCE_SECONDS
    stuck.sending = house.now - SEND_SECONDS
    deaf.deaf = True
    house.round()
    assert [line.killed for line in house.lines] == [True, True, False, False]


def test_a_tab_that_is_gone_is_not_asked() -> None:
    house = House(2)
    house.pulse.discard(house.tabs[0])
    house.round()
    assert house.pings() == [0, 1]
