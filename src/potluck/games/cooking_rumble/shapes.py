"""What Cooking Rumble shows and says, as types: moves, events, options, views, hints."""

from typing import Final, Literal

from msgspec import Struct

from potluck.games.cooking_rumble.rules import PLACES, SEATS
from potluck.games.cooking_rumble.tiles import KINDS
from potluck.play.game import View
from potluck.play.moves import Kind, Moves
from potluck.play.notes import Events
from potluck.play.phrase import Arg, Phrase

ID: Final = "cooking_rumble"
_PLACE_NAMES: Final = ("a", "b", "c")
_SEAT_NAMES: Final = ("1", "2", "3")

Step = Literal["turn", "guess", "pan", "judge", "over"]
STEPS: Final[tuple[Step, ...]] = ("turn", "guess", "pan", "judge", "over")

MOVES: Final = Moves(
    ID,
    [
        Kind("wild", ("kind", KINDS), ("place", _PLACE_NAMES)),
        Kind("card", ("kind", KINDS)),
        Kind("guess", ("kind", KINDS)),
        Kind("pan", ("place", _PLACE_NAMES)),
        Kind(
            "move",
            ("seat", _SEAT_NAMES),
            ("place", _PLACE_NAMES),
            ("to", _PLACE_NAMES),
            leave_out=[(seat, place, place) for seat in range(SEATS) for place in range(PLACES)],
        ),
    ],
)

# In the order of the NOTE_ numbers of rules.py. A note of "over" carries the winners, one or more.
EVENTS: Final = Events(
    ID,
    [
        ("wild", ("seat", "place", "at", "token", "kind")),
        ("card", ("seat",)),
        ("guess", ("judge", "seat", "kind")),
        ("right", ("seat", "judge", "kind")),
        ("wrong", ("seat", "judge", "kind")),
        ("illegal", ("seat", "judge", "kind")),
        ("pan", ("seat", "place", "tile", "at")),
        ("move", ("judge", "seat", "place", "at", "to", "to_at")),
        ("take", ("seat", "place", "tile", "points")),
        ("open", ("place", "tile")),
        ("empty", ("place",)),
        ("tokens", ()),
        ("standee", ("seat",)),
        ("turn", ("seat",)),
        ("over", ("*winners",)),
    ],
)


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table agrees on before it starts."""

    expert: bool = False  # CR-18, CR-19
    allow_illegal_cards: bool = False  # CR-12


class Wild(Struct, frozen=True):
    """A wild token on a row; of two on one symbol the later in the list lies on top."""

    at: int  # symbol, 0 to 2
    token: int  # 0 purple/yellow, 1 red/green
    shows: int  # kind


class Row(Struct, frozen=True):
    """One seat's border of an open tile."""

    need: list[int]  # kinds printed, left to right
    pans: int
    wilds: list[Wild]
    next: int | None  # kind asked now, wild token first; None when complete


class Tile(Struct, frozen=True):
    """An open recipe tile."""

    id: int
    points: int
    rows: list[Row]  # by seat


class Taken(Struct, frozen=True):
    """A recipe tile somebody has completed."""

    id: int
    points: int


class CookingRumbleView(View, frozen=True, kw_only=True):
    """Exactly what one viewer may know."""

    step: Step
    active: int
    judge: int
    tiles: list[Tile | None]  # places a, b, c
    deck: int
    taken: list[list[Taken]]
    tokens: list[list[bool]]  # by seat: whether token 0, token 1 is in hand
    card_down: bool
    card: int | None  # the face-down card, for the active player only
    card_of: int | None  # whose card lies on the table, face down or shown
    guess: int | None  # last named; kept, as the next two are, until the next card goes down
    shown: int | None
    right: bool | None
    pans_left: int
    expert: bool
    illegal_cards: bool
    must_place: bool  # CR-19: the next right guess must place a pan


class Hints(Struct, frozen=True):
    """Where things would go."""

    cards: list[list[int]]  # by kind: places where the viewer's next symbol matches
    place: list[int]  # places where the pan the viewer owes may go


def phrase(name: str, **args: Arg) -> Phrase:
    """One of this game's own phrases."""
    return Phrase(f"{ID}.{name}", dict(args))


def matching(view: CookingRumbleView, seat: int, kind: int) -> list[int]:
    """The places whose next symbol on this seat's border asks for this kind."""
    return [place for place, tile in enumerate(view.tiles) if tile and tile.rows[seat].next == kind]


def known(kind: int | None) -> int:
    """A kind that the step guarantees to be there."""
    assert kind is not None
    return kind
