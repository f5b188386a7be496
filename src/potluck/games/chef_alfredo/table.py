"""The table of Chef Alfredo: its steps, its numbered moves, its events, and how their fields are worded.

Moves read `roll`, `pot b`, `swap a c`; beside each kind stands its first row. Every event is told once
(CA-20).
"""

from typing import Final, Literal

from potluck.games.chef_alfredo.material import MANY, PLATES, POTS
from potluck.play.moves import Kind, Moves
from potluck.play.notes import Events, Row
from potluck.play.phrase import COUNT, Vocabulary

ID: Final = "chef_alfredo"

# What the table waits for.
Step = Literal["look", "roll", "swap", "choose", "lifted", "answer", "over"]
STEP_LOOK: Final = 0
STEP_ROLL: Final = 1
STEP_SWAP: Final = 2
STEP_CHOOSE: Final = 3
STEP_LIFTED: Final = 4
STEP_ANSWER: Final = 5
STEP_OVER: Final = 6
STEPS: Final[dict[int, Step]] = {
    STEP_LOOK: "look",  # everybody, until they have seen enough (CA-5)
    STEP_ROLL: "roll",  # the active player, as in the next three (CA-7)
    STEP_SWAP: "swap",  # Chef Alfredo was rolled (CA-8)
    STEP_CHOOSE: "choose",  # an ingredient was rolled (CA-9)
    STEP_LIFTED: "lifted",  # the lid is up (CA-9)
    STEP_ANSWER: "answer",  # the neighbour (CA-10)
    STEP_OVER: "over",
}

# Moves: the first row of each kind.
READY: Final = 0
ROLL: Final = 1
SWAP: Final = 2  # + which of SWAPS
POT: Final = 8  # + pot
THROW: Final = 12
TRUST: Final = 13
DOUBT: Final = 14

# The pairs of pots that can change places.
SWAPS: Final = tuple((one, two) for one in range(POTS) for two in range(one + 1, POTS))

MOVES: Final = Moves(
    ID,
    [
        Kind(READY, "ready"),
        Kind(ROLL, "roll"),
        Kind(
            SWAP,
            "swap",
            ("pot", PLATES),
            ("other", PLATES),
            leave_out=[(one, two) for one in range(POTS) for two in range(one + 1)],
        ),
        Kind(POT, "pot", ("pot", PLATES)),
        Kind(THROW, "throw"),
        Kind(TRUST, "trust"),
        Kind(DOUBT, "doubt"),
    ],
)

# Events; "*x" takes the rest as a list. Contents are a number a kind.
EVENT_LOOK: Final = 0
EVENT_READY: Final = 1
EVENT_TURN: Final = 2
EVENT_ROLL: Final = 3
EVENT_CHEF: Final = 4
EVENT_SWAP: Final = 5
EVENT_CHOSE: Final = 6
EVENT_LIFT: Final = 7
EVENT_SCARCE: Final = 8
EVENT_EMPTIED: Final = 9
EVENT_FULL: Final = 10
EVENT_THROWN: Final = 11
EVENT_TRUST: Final = 12
EVENT_DOUBT: Final = 13
EVENT_TILE: Final = 14
EVENT_POINT: Final = 15
EVENT_OVER: Final = 16
EVENT_CAUGHT: Final = 17
EVENT_PROVED: Final = 18

TILE_IN: Final = tuple(f"tile_{plate}" for plate in PLATES)

EVENTS: Final = Events(
    ID,
    [
        Row(EVENT_LOOK, "look", *TILE_IN),
        Row(EVENT_READY, "ready", "seat"),
        Row(EVENT_TURN, "turn", "seat"),
        Row(EVENT_ROLL, "roll", "seat", "kind"),
        Row(EVENT_CHEF, "chef", "seat"),
        Row(EVENT_SWAP, "swap", "seat", "pot", "other"),
        Row(EVENT_CHOSE, "chose", "seat", "pot"),
        Row(EVENT_LIFT, "lift", "pot", "tile"),
        Row(EVENT_SCARCE, "scarce", "kind"),
        Row(EVENT_EMPTIED, "emptied", "pot", *MANY),
        Row(EVENT_FULL, "full", "pot", *MANY),
        Row(EVENT_THROWN, "thrown", "seat", "pot", "kind", "neighbour"),
        Row(EVENT_TRUST, "trust", "neighbour", "seat"),
        Row(EVENT_DOUBT, "doubt", "neighbour", "seat"),
        Row(EVENT_TILE, "tile", "pot", "tile", *MANY, "hit"),  # hit: 1 if it is what was rolled
        Row(EVENT_POINT, "point", "seat"),
        Row(EVENT_OVER, "over", "*winners"),
        Row(EVENT_CAUGHT, "caught", "neighbour", "seat"),  # who doubted rightly, and gets the point; whom
        Row(EVENT_PROVED, "proved", "neighbour", "seat"),  # who doubted wrongly; whom, and they get the point
    ],
    once=True,  # CA-20
)

VOCABULARY: Final[Vocabulary] = {
    "neighbour": "seat",
    "kind": f"{ID}.kind",
    "tile": f"{ID}.tile",
    **dict.fromkeys(TILE_IN, f"{ID}.tile"),
    "die": f"{ID}.die",
    "pot": f"{ID}.pot",
    "other": f"{ID}.pot",
    **{many: f"{COUNT}{ID}.kind.{kind}" for kind, many in enumerate(MANY)},
    "hit": "number",
}
