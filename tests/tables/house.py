"""Short ways to do with a house what tests do all the time."""

from dataclasses import dataclass, field
from itertools import count
from typing import Any

import msgspec

from potluck.play.moves import Move
from potluck.tables import hand_rows
from potluck.tables.control import change_player
from potluck.tables.due import BotDue
from potluck.tables.room import Look, Receipt, SeatPlan
from potluck.tables.service import Place, Tables

ME, OPEN = SeatPlan("me"), SeatPlan("open")
_ids = count()


def bot(level: str = "random") -> SeatPlan:
    return SeatPlan("bot", level)


@dataclass
class Game:
    """A started table and who sits there."""

    table: str
    people: list[str]
    tokens: list[str]


@dataclass
class House:
    tables: Tables
    clock: list[float]
    set_by: list[float] = field(default_factory=lambda: [0.0])  # seconds by which the wall clock was set

    def leap(self, seconds: float) -> None:
        """Somebody sets the wall clock; no time passes."""
        self.clock[0] += seconds
        self.set_by[0] += seconds

    def guest(self, name: str = "Ada") -> str:
        return self.tables.new_guest(name).id

    def open(self, game: str = "stir", seats: int = 2, **options: Any) -> Game:
        """A table whose every seat has a person, not started."""
        people = [self.guest(f"Guest {seat}") for seat in range(seats)]
        made = self.tables.create(people[0], game, options, [ME] + [OPEN] * (seats - 1), b"nonce of 0")
        assert made.seat_token is not None
        others = [
            self.tables.sit(people[seat], made.table, seat, b"nonce of %d" % seat) for seat in range(1, seats)
        ]
        return Game(made.table, people, [made.seat_token, *others])

    def game(self, game: str = "stir", seats: int = 2, **options: Any) -> Game:
        """The same, started."""
        opened = self.open(game, seats, **options)
        self.tables.start(opened.people[0], opened.table)
        return opened

    def close(self, game: Game) -> None:
        """Everybody who sits there wants to stop."""
        for guest in game.people:
            if self.tables.close_table(guest, game.table):
                return
        raise AssertionError("not closed")

    def look(self, table: str, viewer: int | None = None, first: int = 0) -> Any:
        """A `Look`; its view is of whatever game this is."""
        look = self.tables.look(table, viewer, first)
        assert look is not None
        return look

    def move(self, table: str, seat: int, *moves: str, id: str | None = None) -> Receipt:
        """Submit on what the seat sees now."""
        version = self.look(table, seat).version
        return self.tables.submit(table, seat, id or f"move-{next(_ids)}", version, list(moves))

    def undo(self, table: str, seat: int, moves: int = 1, id: str | None = None) -> Receipt:
        version = self.look(table, seat).version
        return self.tables.undo(table, seat, id or f"undo-{next(_ids)}", version, moves)

    def legal(self, table: str, seat: int) -> list[str]:
        return [move.text for move in self.look(table, seat).legal]

    def sweep(self) -> int:
        """How many tables go that are overdue now; an hour later, for they are given that long."""
        gone = self.tables.sweep()
        self.clock[0] += self.tables.settings.grace_seconds
        return gone + self.tables.sweep()

    def versions(self, table: str) -> list[int]:
        """Of every seat, then of the spectators."""
        seats = self.look(table).view.seats
        return [self.look(table, viewer).version for viewer in [*range(seats), None]]


def told(house: House, table: str, *wanted: Place) -> list[Look]:
    """What tabs at these places would be sent."""
    looks = house.tables.glance(table, wanted)
    assert looks is not None
    return [msgspec.json.decode(look.raw, type=Look) for look in looks if look is not None]


def keys(look: Look) -> list[str]:
    """The events of a look by name; "-" where one has been forgotten."""
    return ["-" if event is None else event.key.rpartition(".")[2] for event in look.events]


def to_bot(tables: Tables, table: str, seat: int, level: str = "random") -> None:
    """A bot plays a seat on, whether its person is away or not."""
    change_player(tables.ground, table, seat, level, lambda handing: hand_rows.to_bot(handing, level))


def to_owner(tables: Tables, table: str, seat: int) -> None:
    """Who sat there plays it again, by the token they had."""
    change_player(
        tables.ground,
        table,
        seat,
        None,
        lambda handing: hand_rows.back(handing, handing.row.guest or "", None),
    )


def submit_as_bot(tables: Tables, due: BotDue, move: Move) -> Receipt:
    """What a bot chose, written down."""
    return tables.ground.writer.submit(tables.bot_wish(due, move))


def broken(tables: Tables) -> list[tuple[str, str]]:
    """All tables that cannot be opened, each with the reason."""
    found = [(table, tables.trouble(table)) for table in tables.every()]
    return [(table, reason) for table, reason in found if reason is not None]
