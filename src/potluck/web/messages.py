"""The messages between a tab and the server, both ways. `tools/types.py` makes the client's types of them.

A tab opens one socket (`/socket`), says `hello`, and gets `welcome`. From then on the server pushes
`look` (view and new events), `room` (seats, presence), `chat`; it answers each `move`, `undo`, `say` with
`done` or `refused` carrying the same id, and a look may carry the `done` of what led to it. The tab re-sends
what was not answered after it has reconnected; the server answers a repeated id as it did the first time.
The server pings, the tab answers. Unknown fields are refused.

Two questions change nothing and are answered to the asking tab alone: `why` (why may I not make these
moves) with `reasons`, `try` (what would I see after these) with `tried`; either may be `refused`. What was
not answered on one connection is asked anew on the next, if it still matters.

Where a room `forgets`, the tab says `shown` once an event has been shown to the end; until then a
reload or another device gets it again, from then on nobody: what stays of it, or null, stands in its
place. A seat is played in one tab at a time: an older one is refused for good (`error.seat_elsewhere`)
when a newer one says hello.

Whoever sits there may `nudge` the one that the table has waited for long enough; all tabs of that seat are
`nudged`, once for each of its turns.
"""

from collections.abc import Sequence
from typing import Annotated, Any, cast

import msgspec
from msgspec import Meta, Raw, Struct

from potluck.play.game import View
from potluck.play.phrase import Phrase
from potluck.tables.drafts import MAX_MOVES
from potluck.tables.room import ChatLine, Closing, LegalMove, Look, Room
from potluck.tables.trying import MAX_ASKED, Trial

_encode = msgspec.json.Encoder().encode

# Bounds on what a stranger can send; far above what the client ever does.
Count = Annotated[int, Meta(ge=0, le=2**31)]
Id = Annotated[str, Meta(min_length=1, max_length=64)]
Short = Annotated[str, Meta(max_length=200)]
Notation = Annotated[str, Meta(max_length=200)]
Field = Annotated[int, Meta(ge=-(2**31), le=2**31)]
Fields = Annotated[list[Field], Meta(max_length=64)]
Talk = Annotated[str, Meta(max_length=4000)]


class FromTab(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t", tag=str.lower):
    """Base of what a tab sends."""


class NamedMove(Struct, frozen=True, forbid_unknown_fields=True):
    """A move by its fields, as the phrases of legal moves have them: nobody has to write notation."""

    key: Short
    args: Annotated[
        dict[Short, Field | Annotated[list[Field], Meta(max_length=64)]], Meta(max_length=16)
    ] = {}


MoveName = Notation | NamedMove
MoveNames = Annotated[list[MoveName], Meta(min_length=1, max_length=MAX_MOVES)]
AskedMoves = Annotated[list[MoveName], Meta(min_length=1, max_length=MAX_ASKED)]


class Hello(FromTab, frozen=True):
    """The first message. `seat_token` proves the seat that is looked at; without it the tab watches.

    `also` proves the other seats played on this device: they count as present, and nothing of theirs is
    told. A later hello on the same socket changes the seat or the table. With `sections` looks have them.
    """

    build: Short  # of the client; another one than the server's is told to reload
    table: Short
    seat_token: Short | None = None
    also: Annotated[list[Short], Meta(max_length=16)] = []
    events: Count = 0  # events of this stream that the tab already has
    shown: Count = 0  # events of this stream that its person has been shown, by the browser's own count
    chat: Count = 0  # chat lines it already has
    sections: bool = False


class Move(FromTab, frozen=True):
    """One submission: one move or several that belong together, all or none."""

    id: Id
    version: Count  # the look's version the person saw
    moves: MoveNames


class Why(FromTab, frozen=True):
    """Why may I not make each of these moves? Answered from what this viewer may know."""

    id: Id
    version: Count
    moves: AskedMoves


class Try(FromTab, frozen=True):
    """What would I see if I made these moves? Nobody else hears of it."""

    id: Id
    version: Count
    moves: MoveNames


class Undo(FromTab, frozen=True):
    """Take back the last `moves` moves of one's own turn."""

    id: Id
    version: Count
    moves: Count


class Say(FromTab, frozen=True):
    """A line of chat."""

    id: Id
    text: Talk


class Shown(FromTab, frozen=True):
    """Where memory is the game: the person has been shown every event of this stream before `events`.

    Not answered. The seat is never sent those again, on whatever device. Other games ignore it.
    """

    events: Count


class Describe(FromTab, frozen=True):
    """From now on looks have sections, or not (`on`).

    Not answered; if the look that the tab has lacks them, it comes again.
    """

    on: bool


class Nudge(FromTab, frozen=True):
    """The table waits for `seat`, as everybody can see: remind whoever plays it."""

    id: Id
    seat: Annotated[int, Meta(ge=0, le=63)]


class Pong(FromTab, frozen=True):
    """The answer to a ping."""


class ToTab(Struct, frozen=True, tag_field="t", tag=str.lower):
    """Base of what the server sends."""


class Welcome(ToTab, frozen=True):
    """The answer to hello: everything needed to draw the table. `look` is None before the game starts.

    `also` are the seats that hello's `also` opens, in that order; None where a token is void.
    `yours` are all seats of the tab's guest, proved by the cookie, so that a lost token can be had anew;
    `back` those they may take back from who plays there now; `host`: they may do what a host may; `says`: in
    what they have a say now, each as "about seat" of a proposal; `closing`: how they may stop it all. Nobody
    else is told. A token of such a seat is no mistake: then `seat` is None, and the look is the spectators'.
    `since`: from this event of the stream on the person may have seen nothing yet, on any device;
    `bot_from`: from this one on a bot played for them.
    """

    build: str
    seat: int | None
    also: list[int | None]
    room: Room
    look: Look | None
    chat: list[ChatLine]
    yours: list[int] = []
    host: bool = False
    back: list[int] = []
    since: int | None = None
    bot_from: int | None = None
    says: list[str] = []
    closing: Closing | None = None


class Mine(ToTab, frozen=True):
    """What the tab's guest is at the table has changed; see `Welcome`."""

    yours: list[int]
    back: list[int]
    host: bool
    says: list[str]
    closing: Closing | None


class Looked(ToTab, frozen=True, tag="look", omit_defaults=True):
    """Something changed for this viewer. `done`: the tab's submission of this id counts, and led to it."""

    look: Look
    done: str | None = None


class Roomed(ToTab, frozen=True, tag="room"):
    """Something changed around the game."""

    room: Room


class Chatted(ToTab, frozen=True, tag="chat"):
    """New lines of talk."""

    lines: list[ChatLine]


class Also(ToTab, frozen=True):
    """The seats that hello's `also` opens have changed, e.g. one has moved to another device."""

    seats: list[int | None]


class Done(ToTab, frozen=True):
    """The submission `id` counts; it was written down before this was sent."""

    id: str
    version: int


class Reasons(ToTab, frozen=True):
    """The answer to `why`: a reason for each move, null where it may be made; as of `version`."""

    id: str
    version: int
    why: list[Phrase | None]


class Tried(ToTab, frozen=True):
    """The answer to `try`: what this viewer would see and could do then. `version`: the look tried on."""

    id: str
    version: int
    view: View
    legal: list[LegalMove]
    hints: Any
    prompt: Phrase


class Nudged(ToTab, frozen=True):
    """Somebody who sits there, `by`, waits for `seat`, which is played on this device."""

    seat: int
    by: int


class Refused(ToTab, frozen=True):
    """The message `id` (None: no id could be read) changed nothing, and why.

    With `final` the socket closes: the tab must not reconnect by itself.
    """

    id: str | None
    why: Phrase
    final: bool = False


class Ping(ToTab, frozen=True):
    """Are you there? Sent every few seconds; nine seconds of silence mean a lost connection."""


FromTabMessage = Hello | Move | Undo | Why | Try | Say | Shown | Describe | Nudge | Pong
ToTabMessage = (
    Welcome | Mine | Looked | Roomed | Chatted | Also | Done | Reasons | Tried | Nudged | Refused | Ping
)


def move_names(moves: Sequence[MoveName]) -> list[str | Phrase]:
    """Moves as the tables take them."""
    return [each if isinstance(each, str) else Phrase(each.key, each.args) for each in moves]


def looked(look: bytes, done: str | None = None) -> bytes:
    """A `Looked` of a look that is JSON already."""
    return _encode(Looked(cast(Look, Raw(look)), done))


def tried(client_id: str, trial: Trial) -> Tried:
    """The answer to a `try`."""
    return Tried(client_id, trial.version, trial.view, trial.legal, trial.hints, trial.prompt)
