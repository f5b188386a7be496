"""The table of Cooking Rumble: its steps, its numbered moves, its events, and how their fields are worded.

Moves read `wild sugars b`, `card fruits`, `move p2 a c`; beside each kind stands its first row, with the
arithmetic that rules and bots do on rows. Events say from where to where, so that whoever shows them one
after the other needs no rule.
"""

from typing import Final, Literal

from potluck.games.cooking_rumble.material import KINDS
from potluck.play.moves import Kind, Moves
from potluck.play.notes import Events, Row
from potluck.play.phrase import COUNT, Vocabulary
from potluck.play.reading import SEAT_NAMES

ID: Final = "cooking_rumble"

SEATS: Final = 3  # at most; borders are numbered as if all were taken
PLACES: Final = 3  # CR-3: open tiles
PLACE_NAMES: Final = ("a", "b", "c")

# What the table waits for.
Step = Literal["turn", "guess", "pan", "judge", "over"]
STEP_TURN: Final = 0
STEP_GUESS: Final = 1
STEP_PAN: Final = 2
STEP_JUDGE: Final = 3
STEP_OVER: Final = 4
STEPS: Final[dict[int, Step]] = {
    STEP_TURN: "turn",  # the active player: wild tokens or a card
    STEP_GUESS: "guess",  # the judge: a guess
    STEP_PAN: "pan",  # the active player: a pan, after a wrong guess
    STEP_JUDGE: "judge",  # the judge: a pan or, in expert mode, a move, after a right one
    STEP_OVER: "over",
}

# Moves: the first row of each kind.
WILD: Final = 0  # + kind * 3 + place
CARD: Final = 12  # + kind
GUESS: Final = 16  # + kind
PAN: Final = 20  # + place
MOVE: Final = 23  # + seat * 6 + which of WAYS

# From where to where a pan can be moved.
WAYS: Final = [(place, to) for place in range(PLACES) for to in range(PLACES) if place != to]

MOVES: Final = Moves(
    ID,
    [
        Kind(WILD, "wild", ("kind", KINDS), ("place", PLACE_NAMES)),
        Kind(CARD, "card", ("kind", KINDS)),
        Kind(GUESS, "guess", ("kind", KINDS)),
        Kind(PAN, "pan", ("place", PLACE_NAMES)),
        Kind(
            MOVE,
            "move",
            ("seat", SEAT_NAMES[:SEATS]),
            ("place", PLACE_NAMES),
            ("to", PLACE_NAMES),
            leave_out=[(seat, place, place) for seat in range(SEATS) for place in range(PLACES)],
        ),
    ],
    # A seat was a bare number.
    formerly={
        f"move {seat + 1} {PLACE_NAMES[place]} {PLACE_NAMES[to]}": (
            f"move {SEAT_NAMES[seat]} {PLACE_NAMES[place]} {PLACE_NAMES[to]}"
        )
        for seat in range(SEATS)
        for place, to in WAYS
    },
)

# Events; all are public. "*x" takes the rest as a list. `at` and `to_at` are symbols of a row, 0 to 2.
EVENT_WILD: Final = 0
EVENT_CARD: Final = 1
EVENT_GUESS: Final = 2
EVENT_RIGHT: Final = 3
EVENT_WRONG: Final = 4
EVENT_ILLEGAL: Final = 5
EVENT_PAN: Final = 6
EVENT_MOVE: Final = 7
EVENT_TAKE: Final = 8
EVENT_OPEN: Final = 9
EVENT_EMPTY: Final = 10
EVENT_TOKENS: Final = 11
EVENT_STANDEE: Final = 12
EVENT_TURN: Final = 13
EVENT_OVER: Final = 14

EVENTS: Final = Events(
    ID,
    [
        Row(EVENT_WILD, "wild", "seat", "place", "at", "token", "kind"),
        Row(EVENT_CARD, "card", "seat"),
        Row(EVENT_GUESS, "guess", "judge", "seat", "kind"),
        Row(EVENT_RIGHT, "right", "seat", "judge", "kind"),  # kind: the card's
        Row(EVENT_WRONG, "wrong", "seat", "judge", "kind"),
        Row(EVENT_ILLEGAL, "illegal", "seat", "judge", "kind"),
        Row(EVENT_PAN, "pan", "seat", "place", "tile", "at"),
        Row(EVENT_MOVE, "move", "judge", "seat", "place", "at", "to", "to_at"),  # seat: whose pan
        Row(EVENT_TAKE, "take", "seat", "place", "tile", "points"),
        Row(EVENT_OPEN, "open", "place", "tile"),
        Row(EVENT_EMPTY, "empty", "place"),
        Row(EVENT_TOKENS, "tokens"),
        Row(EVENT_STANDEE, "standee", "seat"),
        Row(EVENT_TURN, "turn", "seat"),
        Row(EVENT_OVER, "over", "*winners"),
    ],
)

VOCABULARY: Final[Vocabulary] = {
    "judge": "seat",
    "kind": f"{ID}.kind",
    "kinds": f"{ID}.kind",
    "shown": f"{ID}.kind",
    "place": f"{ID}.place",
    "places": f"{ID}.place",
    "to": f"{ID}.place",
    "tile": f"{ID}.tile",
    "tiles": f"{ID}.tile",
    "token": f"{ID}.token",
    "at": "number",
    "to_at": "number",
    "points": f"{COUNT}{ID}.point",
}
