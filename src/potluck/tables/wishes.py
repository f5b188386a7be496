"""What the writer is asked for, and what it hands back."""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from msgspec import Struct

from potluck.play.phrase import Phrase
from potluck.play.seats import Seat
from potluck.tables.room import Receipt
from potluck.tables.setting import BotSeat
from potluck.tables.vantage import Told

# Whose look, from which event on, with its sections or not.
Place = tuple[Seat | None, int, bool]

# The receipt, or why nothing happened.
Outcome = Receipt | Exception


def _nobody(outcome: Outcome) -> None:
    """Nobody waits for it."""


class Wish(Struct, eq=False, kw_only=True):
    """One submission: moves that belong together, or an undo of the last `back` of them."""

    table: str
    seat: Seat
    client_id: str
    version: int  # of the look it was decided on
    moves: Sequence[str | Phrase] = ()
    back: int | None = None
    token: str | None = (
        None  # has to open the seat when it is written down; None: whoever asks has seen to it
    )
    bot: BotSeat | None = None  # has to play the seat then
    owner: object = None  # the tab it came from, if it is one of the audience's
    settle: Callable[[Outcome], None] = _nobody  # called once; not to raise
    loop: asyncio.AbstractEventLoop | None = None  # where; None: on the writer's thread, and not to take long
    tries: int = 0  # the writer's own count
    settled: bool = False  # what came of it has been told


class Shown(NamedTuple):
    """Who holds a seat has been shown its events before index `upto`, of those that it was sent."""

    table: str
    seat: Seat
    token: str  # it counts only if this opens the seat
    upto: int
    settle: Callable[[], None]  # called on `loop` once it is written, or has failed
    loop: asyncio.AbstractEventLoop


class Written(NamedTuple):
    """An entry is in the log, and what the audience is shown of it.

    A place that was asked for and is missing among `looks` is to be looked at elsewhere, for it would have
    held others up; None: nothing has changed there.
    """

    table: str
    over: bool
    looks: Mapping[Place, Told | None]
    owner: object
    receipt: Receipt


class Audience(Protocol):
    """Who shows tables to people."""

    def places(self, table: str) -> Iterable[Place]:
        """Where those who look at a table stand; asked from the writer's thread."""
        ...

    def written(self, written: Written) -> None:
        """Told of every entry, on the audience's own loop, before its wish is settled."""
        ...
