"""Who has a say, who is counted and who is offered it are the same people, whoever has come and gone."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import strategies as st

from potluck.play.errors import PotluckError
from potluck.tables.refusals import NotSeated, SeatPresent
from potluck.tables.service import Tables
from tests.examples import examples
from tests.fresh import fresh

from .absent import GRACE, LONG, Around
from .house import House

SEATS = 3
Walk = list[tuple[str, int]]
WALKS = st.lists(
    st.tuples(
        st.sampled_from(["go", "come", "watch", "bot", "let in", "back", "give up", "wait", "wait long"]),
        st.integers(0, SEATS - 1),
    ),
    max_size=14,
)


class Evening:
    """A table of three, of whom somebody has gone, come back, watched, been replaced or given up."""

    def __init__(self, house: House) -> None:
        self.around = Around(house, house.game("stir", SEATS))
        self.around.come(*range(SEATS))
        self.tables, self.table = house.tables, self.around.table
        self.friends: list[str] = []
        self.tokens = dict(enumerate(self.around.game.tokens))

    @property
    def people(self) -> list[str]:
        return [*self.around.game.people, *self.friends]

    def do(self, what: str, seat: int) -> None:
        around, guest = self.around, self.around.game.people[seat]
        match what:
            case "go":
                around.go(seat, f"watching {seat}")
            case "come":
                around.come(seat)
            case "watch":
                around.go(seat)
                around.watch(guest, f"watching {seat}")
            case "bot":
                self.tables.hand(around.game.people[seat - 1], self.table, seat, "random")
            case "let in":
                code = self.tables.offer(around.game.people[seat - 1], self.table, seat)
                if code is not None:
                    self.friends.append(around.house.guest(f"Friend {len(self.friends)}"))
                    self.tokens[seat] = self.tables.redeem(self.friends[-1], code).seat_token
                    around.presence.come(self.friends[-1], self.table, self.friends[-1], [seat], seat)
            case "back":
                self.tokens[seat] = self.tables.back(guest, self.table, seat) or self.tokens[seat]
            case "give up":
                self.tables.concede(self.table, self.tokens[seat])
            case "wait":
                around.wait(GRACE)
            case "wait long":
                around.wait(LONG)

    def says(self, guest: str) -> list[str]:
        return self.tables.around(self.table).standing(guest).says

    @property
    def over(self) -> bool:
        return self.around.room.status == "over"

    @property
    def here(self) -> list[str]:
        """Who has a tab. Whoever asks for something without one is here by that, and may have a say again."""
        tabs = self.around.presence.at(self.table).guests
        return [guest for guest in self.people if guest in tabs]

    def all_are_for_it(self) -> None:
        for guest in self.here:
            if not self.over and "close" in self.says(guest):
                self.tables.close_table(guest, self.table)


@contextmanager
def evening(walk: Walk) -> Iterator[Evening]:
    with TemporaryDirectory() as folder:
        clock = [1_000_000.0]
        tables = Tables(fresh(Path(folder) / "potluck.db"), now=lambda: clock[0], monotonic=lambda: clock[0])
        try:
            found = Evening(House(tables, clock))
            for what, seat in walk:
                try:
                    found.do(what, seat)
                except PotluckError:
                    continue
            yield found
        finally:
            tables.close()


@examples(8, 300, WALKS)
def test_who_is_offered_a_say_has_it_and_nobody_else(walk: Walk) -> None:
    with evening(walk) as found:
        for guest in found.here:
            if found.over:
                break
            says = found.says(guest)
            for seat in range(SEATS):
                for about, ask in (("bot", found.tables.hand), ("place", found.tables.offer)):
                    asked = (guest, found.table, seat, *(("random",) if about == "bot" else ()))
                    if f"{about} {seat}" not in says:
                        with pytest.raises((NotSeated, SeatPresent)):
                            ask(*asked)
                    elif found.says(guest) == says:
                        ask(*asked)
            closing = found.tables.around(found.table).standing(guest).closing
            assert (closing is None) == ("close" not in found.says(guest))
            if closing is None:
                with pytest.raises(NotSeated):
                    found.tables.close_table(guest, found.table)
            else:
                assert found.tables.close_table(guest, found.table) or closing == "vote"


@examples(8, 300, WALKS)
def test_what_all_who_are_here_agree_on_passes_once_nobody_else_is_waited_for(walk: Walk) -> None:
    with evening(walk) as found:
        found.around.wait(GRACE)
        if found.over or not any("close" in found.says(guest) for guest in found.here):
            return
        found.all_are_for_it()
        if not found.over:
            [close] = [each for each in found.around.room.proposals if each.about == "close"]
            assert close.awaited, "somebody is waited for"
            found.around.wait(LONG)
            found.all_are_for_it()
            found.tables.settle(found.table)
        assert found.over
