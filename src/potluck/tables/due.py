"""What a bot is handed when it has to choose: all its seat may know; and how a worker is told of it."""

from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

from potluck.play.phrase import Event

_encode: Final = msgspec.msgpack.Encoder().encode


class Whose(NamedTuple):
    """Whose bot it is: made once, and told on from there."""

    table: str
    seat: int
    game: str
    rules: int
    level: str
    seed: str  # of what it forgets, in hex: it may be longer than a number of msgpack


class Thought(Struct, frozen=True, array_like=True):
    """A `BotDue` on its way to a worker that has noticed the first `known` events already."""

    whose: Whose  # the bot that is asked
    luck: str  # in hex
    free: bool
    offered: list[int]
    nodes: int
    view: bytes
    known: int
    events: bytes  # msgpack of the events from number `known` on


class BotDue(Struct, frozen=True):
    """A bot that owes a choice, or may want a free move (`free`).

    It can be rebuilt from its events for every choice, so nothing about it needs to be kept.
    """

    whose: Whose  # the bot that is asked
    luck: int  # seed of this choice's luck; the same again after a restart
    version: int  # of the bot's own stream
    free: bool
    offered: list[int]  # PASS is among them when `free`
    view: bytes  # JSON of the game's view
    events: list[Event]  # the bot's stream, without what was taken back
    undone: int  # undos so far: while there is no further one, `events` only grows

    def thought(self, nodes: int, known: int = 0) -> Thought:
        """What a worker is told that has noticed the first `known` events."""
        return Thought(
            self.whose,
            luck=f"{self.luck:x}",
            free=self.free,
            offered=self.offered,
            nodes=nodes,
            view=self.view,
            known=known,
            events=_encode(self.events[known:] if known else self.events),
        )


class Answer(Struct, frozen=True, array_like=True):
    """What a worker says: a move; or that it lacks the events before `known`; or how the bot failed."""

    move: int | None
    failed: str = ""  # a traceback; without it and without a move, the events are lacking
