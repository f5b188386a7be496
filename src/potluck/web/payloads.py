"""The bodies of HTTP requests and answers. `tools/types.py` makes the client's types of them.

The socket's messages are in `messages.py`; what both share is in `tables/room.py`.
"""

from typing import Annotated, Any

from msgspec import Meta, Struct

from potluck.play.game import About
from potluck.play.options import OptionField
from potluck.play.phrase import Phrase
from potluck.tables.link_rows import Gives
from potluck.tables.room import ProposalKind, SeatPlan, Status
from potluck.web.messages import AskedMoves, Count, Id, MoveNames, Short

SeatNumber = Annotated[int, Meta(ge=0, le=63)]
Nonce = Annotated[str, Meta(max_length=128, pattern="^([0-9a-f]{2})*$")]  # hex; joins the live chance


class Asked(Struct, frozen=True, forbid_unknown_fields=True):
    """Base of every body that the client sends."""


class Name(Asked, frozen=True):
    """What the guest wants to be called."""

    name: Short
    tried: bool = False  # a GET of `/api/me` has given this browser a cookie, which must be there now


class NewTable(Asked, frozen=True):
    """A table to be made."""

    game: Short
    options: dict[str, Any]
    seats: Annotated[list[SeatPlan], Meta(max_length=64)]
    nonce: Nonce


class Sit(Asked, frozen=True):
    """An open seat to be taken."""

    seat: SeatNumber
    nonce: Nonce
    name: Short | None = None  # of somebody else on the same device


class Arrange(Asked, frozen=True):
    """The host's wish for one seat."""

    seat: SeatNumber
    plan: SeatPlan


class Holding(Asked, frozen=True):
    """A request that needs the sender's seat."""

    seat_token: Short


class Reclaim(Asked, frozen=True):
    """A seat of mine whose token is lost."""

    seat: SeatNumber


class Hand(Asked, frozen=True):
    """An away person's seat that a bot is to play on."""

    seat: SeatNumber
    level: Short


class Offer(Asked, frozen=True):
    """An away person's seat that somebody from outside is to play on."""

    seat: SeatNumber


class Voted(Asked, frozen=True):
    """Being for or against what is proposed; see `Proposal`."""

    about: ProposalKind
    seat: SeatNumber | None
    yes: bool


class Back(Asked, frozen=True):
    """A seat of mine that a bot or somebody else plays; the token I had of it, if I still have it."""

    seat: SeatNumber
    seat_token: Short | None = None


class Concede(Asked, frozen=True):
    """My seat, given up to a bot of a level, or of a usual one."""

    seat_token: Short
    level: Short | None = None


class NewNonce(Asked, frozen=True):
    """A new share in the luck, before the start of a rematch."""

    seat_token: Short
    nonce: Nonce


class MaybeHolding(Asked, frozen=True):
    """A request that a spectator may make too."""

    seat_token: Short | None = None


class Nothing(Asked, frozen=True):
    """A request whose address says it all."""


class Moves(Asked, frozen=True):
    """A submission without a socket; like the message `move`."""

    id: Id
    version: Count
    moves: MoveNames


class AskedWhy(Asked, frozen=True):
    """The question `why` without a socket; answered like it."""

    id: Id
    version: Count
    moves: AskedMoves


class AskedTry(Asked, frozen=True):
    """The question `try` without a socket; answered like it."""

    id: Id
    version: Count
    moves: MoveNames


class Seated(Struct, frozen=True):
    """A table, the seat of it that is now the reader's, and the tokens of those beside them."""

    table: str
    seat: int | None
    seat_token: str | None
    here: list[str] = []


class SeatGiven(Struct, frozen=True):
    """Proof of a seat; keep it."""

    seat_token: str


class Arranged(Struct, frozen=True):
    """The token of somebody who now plays on this device."""

    seat_token: str | None


class Decided(Struct, frozen=True):
    """Whether it is so now, or only proposed; the room tells what is still missing."""

    carried: bool


class Offered(Struct, frozen=True):
    """A code that lets somebody in, once; none while it is only proposed."""

    code: str | None


class GivenBack(Struct, frozen=True):
    """Proof of my seat; none while another person plays it and has only been asked."""

    seat_token: str | None


class LineMade(Struct, frozen=True):
    """A line over requests, for where sockets are blocked; with this it is named in a header."""

    line: str


class LinkMade(Struct, frozen=True):
    """A code that moves the seat to another device, once."""

    code: str


class LinkShown(Struct, frozen=True):
    """What a seat link would do: whose seat it is, whether it is mine, whom I already play at that table.

    `gives`: the seat moves to this device, or I play it on for somebody who is away.
    """

    table: str
    game: str
    name: str | None
    own: bool
    beside: list[str]
    gives: Gives


class RematchMade(Struct, frozen=True):
    """The table that plays on."""

    table: str


class TableOfMine(Struct, frozen=True):
    """One of the guest's tables, for the lobby."""

    table: str
    game: str
    status: Status
    your_turn: bool
    updated: int  # seconds since 1970
    expires: int | None = None  # when it goes if nobody touches it, likewise; None: not for a long time
    bot: bool = False  # somebody else plays there for the guest, who may come back
    ended: bool = False  # closed before its rules said so
    player: str | None = None  # what that somebody is called, if it is a person
    others: list[str] = []  # who else is there, by seat: people and bots
    open: int = 0  # chairs nobody has taken
    waits: list[str] = []  # whom of the others a game in progress waits for


class Me(Struct, frozen=True):
    """The guest as the server knows them; no name: not yet a guest."""

    name: str | None
    tables: list[TableOfMine]


class GameInfo(About, frozen=True, kw_only=True):
    """A box on the shelf, and what a new table of it can be."""

    options: list[OptionField]
    levels: list[str]  # of bots, weakest first; worded under "level.<level>"
    vocabulary: dict[str, str]


class HouseLimits(Struct, frozen=True):
    """What the client should not exceed, and says."""

    name: int  # characters
    text: int  # characters of a line of chat
    message: int  # bytes of a message or body
    seat_link: int  # seconds for which a link to one's own seat is good
    place_link: int  # likewise one to the seat of who is away


class House(Struct, frozen=True):
    """What a page needs before anything else; the same for everybody."""

    build: str
    languages: list[str]
    games: list[GameInfo]
    limits: HouseLimits
    words: dict[str, dict[str, str]]  # by language and game: the hash in the address of its tables' words


class Reach(Struct, frozen=True):
    """The origins by which others reach us; told on this machine only, else None."""

    origins: list[str] | None


class Rules(Struct, frozen=True):
    """A game's rules as HTML made from our own Markdown."""

    html: str


class Problem(Struct, frozen=True, omit_defaults=True):
    """Why a request was refused; `table`: the one a link led to that opens nothing any more."""

    why: Phrase
    table: str | None = None
