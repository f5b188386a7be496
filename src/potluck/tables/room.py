"""What a table shows of itself, beside the game: who sits where, what is agreed, what has been said.

These structs go over the wire as they are; nothing in them depends on a secret of the game.
"""

from typing import Any, Literal

from msgspec import Struct

from potluck.play.game import Section, View
from potluck.play.phrase import Event, Phrase
from potluck.play.record import Why

SeatKind = Literal["open", "human", "bot"]
Status = Literal["open", "playing", "over"]
ProposalKind = Literal["close", "bot", "place", "back"]
Closing = Literal["now", "vote"]


class SeatPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """How a seat is to be filled when a table is made or changed.

    "here" is somebody who plays on the same device as whoever makes the plan, under a name of their own.
    """

    kind: Literal["open", "me", "bot", "here"]
    level: str | None = None  # of a bot
    name: str | None = None  # of somebody here


class SeatInfo(Struct, frozen=True):
    """One seat as everybody sees it."""

    kind: SeatKind
    # What who plays it is called, unlike anybody else here; None for a bot that plays for its `owner`.
    name: str | None
    level: str | None
    present: bool  # a person with a tab connected; bots always
    away: int | None = None  # since when a person has been gone, in seconds since 1970, once that is long
    owner: str | None = None  # who may come back to the seat that a bot or somebody else plays
    conceded: bool = False  # whoever played it gave up
    # Letters to be wary of: several alphabets in a word; of who came later, another's name in other letters.
    letters: Literal["mixed", "other"] | None = None


class UndoInfo(Struct, frozen=True):
    """Who could take back how many of their own last moves."""

    seat: int
    moves: int


class Proposal(Struct, frozen=True):
    """Something that those who play decide by a majority.

    `about`: "close" ends the game for all; "bot" has a bot of `level` play `seat` on; "place" lets somebody
    from outside play it on; "back" gives it back to its owner (asked of who plays it alone).
    """

    about: ProposalKind
    seat: int | None
    level: str | None
    by: list[int]  # a seat of each of those who are for it
    against: list[int]
    needed: int  # how many have to be for it
    until: int  # seconds since 1970
    awaited: list[int] = []  # seats of those who count, have said nothing and are not here
    owners: list[int] = []  # of these seats who counts is the owner, in whose place somebody plays


class Ended(Struct, frozen=True):
    """A game that ended before its rules said so: how it stood, as far as everybody could see."""

    why: Why
    scores: list[int]
    places: list[int]


class Room(Struct, frozen=True):
    """The table as every viewer sees it."""

    table: str
    game: str
    options: dict[str, Any]
    status: Status
    seats: list[SeatInfo]
    host: int | None  # the seat of whoever made the table; None: the host only watches
    watching: int  # spectators connected
    commitment: str  # of the live chance's seed; shown from the first moment
    seed: str | None  # hex, once the game is over
    rematch: str | None  # the table that plays on, once somebody asked for it
    forgets: bool  # something is told once here: each event has to be shown to its end
    proposals: list[Proposal] = []
    ended: Ended | None = None
    # When the table goes if nobody touches it, in seconds since 1970; None: not for a long time.
    expires: int | None = None
    unplayable: Phrase | None = None  # why the game cannot be played or looked at here; there is no look then
    older: bool = False  # by rules that the installed board need not know: to be drawn from its sections


class ChatLine(Struct, frozen=True):
    """One line of talk. `seat` is None for a spectator.

    `renamed`: nobody said it; who was called `name` is called `text` from now on. `mixed`: a word of the
    name has letters of several alphabets.
    """

    index: int
    seat: int | None
    name: str
    text: str
    at: int  # seconds since 1970
    renamed: bool = False
    mixed: bool = False


class LegalMove(Struct, frozen=True):
    """One move the viewer may make now: its notation and its words."""

    text: str
    phrase: Phrase


class Look(Struct, frozen=True):
    """All a viewer may know now, with the events asked for.

    `version` counts this viewer's own changes; `first` is the index of events[0] in the viewer's stream.
    An event told once stands there until it has been shown, from then on what stays of it: null is
    nothing. `undo` is as far as everybody may know.
    """

    version: int
    view: View
    legal: list[LegalMove]
    hints: Any
    prompt: Phrase
    first: int
    events: list[Event | None]
    undo: UndoInfo | None
    sections: list[Section] | None  # the game's `describe(view)`, for who asks: plain board, screen reader


class Receipt(Struct, frozen=True):
    """An accepted submission: what the client's id came to, now or the first time it was sent."""

    id: str
    version: int
