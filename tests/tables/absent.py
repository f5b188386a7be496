"""Tables with somebody away, and who is there: what the tests of absence do all the time."""

from typing import Any

from potluck.tables.room import Proposal, Room, SeatInfo

from .house import Game, House

GRACE = 60.0
LONG = 15 * 60.0


class Around:
    """A game of which some have a tab open. Tabs are named by their seat, or "watching"."""

    def __init__(self, house: House, game: Game) -> None:
        self.house = house
        self.game = game
        self.table = game.table
        self.presence = house.tables.ground.presence

    def come(self, *seats: int) -> None:
        for seat in seats:
            self.presence.come((self.table, seat), self.table, self.game.people[seat], [seat], seat)

    def watch(self, guest: str | None, tab: str = "watching") -> None:
        self.presence.come((self.table, tab), self.table, guest, [])

    def go(self, *seats: int | str) -> None:
        for seat in seats:
            self.presence.go((self.table, seat))

    def wait(self, seconds: float = GRACE) -> None:
        self.house.clock[0] += seconds

    @property
    def room(self) -> Room:
        return self.house.tables.room(self.table)

    def seat(self, seat: int) -> SeatInfo:
        return self.room.seats[seat]

    def proposal(self) -> Proposal:
        [proposal] = self.room.proposals
        return proposal

    def hand(self, seat: int, by: int, level: str = "random") -> bool:
        return self.house.tables.hand(self.game.people[by], self.table, seat, level)

    def offer(self, seat: int, by: int) -> str | None:
        return self.house.tables.offer(self.game.people[by], self.table, seat)

    def back(self, seat: int) -> str | None:
        return self.house.tables.back(self.game.people[seat], self.table, seat)


def away(house: House, gone: int = 1, seats: int = 2, game: str = "stir", **options: Any) -> Around:
    """A game whose people are all there but one, who has been gone for the grace time."""
    found = Around(house, house.game(game, seats, **options))
    found.come(*range(seats))
    found.go(gone)
    found.wait()
    return found
