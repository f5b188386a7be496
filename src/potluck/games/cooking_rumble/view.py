"""Cooking Rumble as its viewers may know it: the structs and the view of a state.

The only secret is the card lying face down between CR-8 and CR-10, known to the active player alone.
The order of the deck is nobody's secret: it does not exist before a tile is drawn.
"""

from typing import Final

from msgspec import Struct

from potluck.games.cooking_rumble.material import NEEDS, PANS, POINTS, SYMBOLS, TOKENS
from potluck.games.cooking_rumble.rules import State
from potluck.games.cooking_rumble.table import PLACES, SEATS, STEP_TURN, STEPS, Step
from potluck.play.game import View
from potluck.play.seats import Seat, members


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
    guess: list[int]  # kinds that the card may have, while the viewer guesses it


def view_of(state: State, viewer: Seat | None) -> CookingRumbleView:
    """What this viewer may know: all but another's face-down card."""
    seats = range(state.seats)
    said = state.guess >= 0
    laid = sorted(state.laid, key=lambda token: token >> 2)
    return CookingRumbleView(
        seat=viewer,
        seats=state.seats,
        waiting=members(state.deciders()),
        scores=[state.score(seat) for seat in seats],
        places=state.result(),
        step=STEPS[state.step],
        active=state.active,
        judge=state.judge,
        tiles=[_tile(state, place, laid) for place in range(PLACES)],
        deck=state.deck.bit_count(),
        taken=[_taken(mask) for mask in state.taken],
        tokens=[[bool(hand >> token & 1) for token in range(TOKENS)] for hand in state.hands],
        card_down=state.card >= 0,
        card=state.card if state.card >= 0 and viewer == state.active else None,
        card_of=_card_of(state),
        guess=state.guess if said else None,
        shown=state.shown if said else None,
        right=state.right if said else None,
        pans_left=PANS - sum(state.pans),
        expert=state.expert,
        illegal_cards=state.illegal_cards,
        must_place=state.must_place,
    )


def _card_of(state: State) -> int | None:
    """Who put down the card that lies there, or has been shown since the last one went down."""
    if state.card < 0 and state.guess < 0:
        return None
    if state.step == STEP_TURN:  # shown in the turn before, by the player to the right (CR-16)
        return (state.active + state.seats - 1) % state.seats
    return state.active


def _tile(state: State, place: int, laid: list[int]) -> Tile | None:
    tile = state.tiles[place]
    if tile < 0:
        return None
    return Tile(tile, POINTS[tile], [_row(state, place, tile, seat, laid) for seat in range(state.seats)])


def _row(state: State, place: int, tile: int, seat: int, laid: list[int]) -> Row:
    border = place * SEATS + seat
    asked = state.asks[border]
    need, wilds = _NEED[tile * SEATS + seat], _wilds(laid, border) if laid else _NONE
    return Row(need, state.pans[border], wilds, asked if asked >= 0 else None)


def _wilds(laid: list[int], border: int) -> list[Wild]:
    """The tokens on a border from left to right, from bottom to top; `laid` are all, sorted so."""
    return [
        Wild(token // 4 % SYMBOLS, token & 1, token & 3) for token in laid if token // 4 // SYMBOLS == border
    ]


def _taken(mask: int) -> list[Taken]:
    return [taken for tile, taken in enumerate(_TAKEN) if mask >> tile & 1] if mask else []


# Parts that many views share.
_NEED: Final = [NEEDS[first : first + SYMBOLS] for first in range(0, len(NEEDS), SYMBOLS)]
_NONE: Final[list[Wild]] = []
_TAKEN: Final = [Taken(tile, points) for tile, points in enumerate(POINTS)]
