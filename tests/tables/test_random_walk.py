"""Any sequence of moves, undos, repeats, replaced players and restarts: the game is the replay of its log."""

import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from potluck.play import registry
from potluck.play.record import Record, verify
from potluck.tables.refusals import UndoImpossible
from potluck.tables.service import Tables
from tests.fresh import fresh

from .house import House, to_bot, to_owner
from .stir import Stir

SEATS = 3
REPLACED = "="
VIEWERS: list[int | None] = [*range(SEATS), None]


class Walk(RuleBasedStateMachine):
    """A table of three, and beside it a list of the moves that still count."""

    def __init__(self) -> None:
        super().__init__()
        self._games = registry.games
        found = {"stir": Stir()}
        registry.games = lambda: found  # type: ignore[assignment]
        self.folder = tempfile.TemporaryDirectory()
        self.url = fresh(Path(self.folder.name) / "potluck.db")
        self.clock = [1_000_000.0]
        self.house = self.opened()
        game = self.house.game(seats=SEATS, turns=6)
        self.table, self.host = game.table, game.people[0]
        self.bots: set[int] = set()
        self.changes: list[tuple[int, str | None]] = []
        self.counting: list[tuple[int, str]] = []
        self.sent: list[tuple[int, str, Any]] = []
        self.seen = [(0, 0)] * len(VIEWERS)

    def opened(self) -> House:
        return House(Tables(self.url, now=lambda: self.clock[0]), self.clock)

    def teardown(self) -> None:
        self.same_after_replay()
        self.house.tables.close()
        registry.games = self._games
        self.folder.cleanup()

    @rule(seat=st.integers(0, SEATS - 1), picks=st.lists(st.integers(0, 99), min_size=1, max_size=3))
    def submit(self, seat: int, picks: list[int]) -> None:
        legal = self.house.legal(self.table, seat)
        if not legal:
            return
        moves = [legal[pick % len(legal)] for pick in picks]
        # By the last alone may the mover learn something or the turn go on, and a pot holds nine.
        quiet = [move for move in moves[:-1] if move[:3] in ("put", "hid", "sho")]
        moves = [*quiet, moves[-1]]
        if any(self.pots()[pot] + moves.count(f"put {'abc'[pot]}") > 9 for pot in range(3)):
            return
        self.clock[0] += 1
        receipt = self.house.move(self.table, seat, *moves)
        self.counting += [(seat, move) for move in moves]
        self.sent.append((seat, receipt.id, receipt))

    @rule(back=st.integers(1, 4), seat=st.integers(0, SEATS - 1))
    def undo(self, back: int, seat: int) -> None:
        at = self.undone(seat, back)
        if at is None:
            try:
                self.house.undo(self.table, seat, back)
            except UndoImpossible:
                return
            raise AssertionError("an undo that must not be")
        receipt = self.house.undo(self.table, seat, back)
        del self.counting[at:]
        self.sent.append((seat, receipt.id, receipt))

    def undone(self, seat: int, back: int) -> int | None:
        """Where the list would be cut, found by walking back from its end."""
        for at in range(len(self.counting) - 1, -1, -1):
            mover, move = self.counting[at]
            if move == REPLACED and mover != seat:
                continue
            if mover != seat or move[:3] not in ("put", "hid"):
                return None
            back -= move.startswith("put")
            if back == 0:
                return at
        return None

    @precondition(lambda self: self.house.tables.room(self.table).status == "playing")
    @rule(seat=st.integers(0, SEATS - 1))
    def replace(self, seat: int) -> None:
        level = None if seat in self.bots else "random"
        if level is None:
            to_owner(self.house.tables, self.table, seat)
        else:
            to_bot(self.house.tables, self.table, seat, level)
        self.bots ^= {seat}
        self.changes.append((seat, level))
        self.counting.append((seat, REPLACED))

    @invariant()
    def who_plays_is_shown_and_asked(self) -> None:
        seats = self.house.tables.room(self.table).seats
        assert {seat for seat, each in enumerate(seats) if each.kind == "bot"} == self.bots
        due = {each.whose.seat for each in self.house.tables.bots_due(self.table)}
        over = self.house.tables.room(self.table).status == "over"
        assert due == (set() if over else self.bots)  # all who do not decide may wave

    @precondition(lambda self: self.sent)
    @rule(data=st.data())
    def repeat(self, data: st.DataObject) -> None:
        seat, client_id, receipt = data.draw(st.sampled_from(self.sent))
        assert self.house.tables.submit(self.table, seat, client_id, 0, ["put a"]) == receipt

    @rule()
    def restart(self) -> None:
        self.same_after_replay()
        self.house.tables.close()
        self.house = self.opened()

    def same_after_replay(self) -> None:
        other = self.opened()
        for viewer in VIEWERS:
            assert other.look(self.table, viewer) == self.house.look(self.table, viewer)
        assert other.tables.room(self.table) == self.house.tables.room(self.table)
        if self.house.tables.room(self.table).status == "over":
            record = Record.parse(other.tables.record(self.table))
            counting = [each for each in self.counting if each[1] != REPLACED]
            assert [(move.seat, move.text) for move in record.moves] == counting
            assert [(change.seat, change.level) for change in record.changes] == self.changes
            assert verify(record, Stir()) > 0
        other.tables.close()

    def pots(self) -> list[int]:
        return [sum(move == f"put {pot}" for _, move in self.counting) for pot in "abc"]

    @invariant()
    def what_counts_is_what_is_seen(self) -> None:
        view = self.house.look(self.table).view
        moves = [move for _, move in self.counting]
        assert view.pots == self.pots()
        assert view.waves == moves.count("wave")
        assert len(view.dice) == 1 + moves.count("roll")
        for seat in range(SEATS):
            own = self.house.look(self.table, seat).view
            assert own.pocket == self.counting.count((seat, "hide"))
            assert own.nudges == self.counting.count((seat, "nudge"))

    @invariant()
    def nothing_goes_back(self) -> None:
        looks = [self.house.look(self.table, viewer) for viewer in VIEWERS]
        now = [(look.version, len(look.events)) for look in looks]
        for (old_version, old_events), (version, events) in zip(self.seen, now, strict=True):
            assert version >= old_version
            assert events >= old_events
        self.seen = now


class LongWalk(Walk):
    """The same, for longer."""


CHECKS = settings(deadline=None, suppress_health_check=list(HealthCheck), stateful_step_count=30)
TestWalk = Walk.TestCase
TestWalk.settings = settings(CHECKS, max_examples=3)
TestLongWalk = pytest.mark.slow(LongWalk.TestCase)
TestLongWalk.settings = settings(CHECKS, max_examples=100)
