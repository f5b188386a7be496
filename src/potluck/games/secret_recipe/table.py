"""The table of Secret Recipe: its steps, its numbered moves, its events, and how their fields are worded.

Moves read `clue 3 weight> left2`, `unveil p2 1 honey b3`. Beside each kind of move stands its first row,
with the arithmetic on rows that rules and bots do. A target is a hidden slot of a seat: seats 0 and 1
have up to eight (two players), seats 2 and 3 have four.
"""

from itertools import product
from typing import Final, Literal

from potluck.games.secret_recipe.material import CELLS, HOWS, KINDS, LINES, SPOTS, TOKENS
from potluck.play.moves import Kind, Moves
from potluck.play.notes import Events, Row
from potluck.play.phrase import Vocabulary
from potluck.play.reading import SEAT_NAMES

ID: Final = "secret_recipe"

# What the table waits for.
Step = Literal["turn", "look", "pact", "vote", "keep", "tea", "swap", "initiate", "counter", "over"]
STEP_TURN: Final = 0
STEP_LOOK: Final = 1
STEP_PACT: Final = 2
STEP_VOTE: Final = 3
STEP_KEEP: Final = 4
STEP_TEA: Final = 5
STEP_SWAP: Final = 6
STEP_INITIATE: Final = 7
STEP_COUNTER: Final = 8
STEP_OVER: Final = 9
STEPS: Final[dict[int, Step]] = {
    STEP_TURN: "turn",  # the active player: a pantry tile, a swap, then a clue or a question
    STEP_LOOK: "look",  # two players: the active player's freed fingerprint (SR-43)
    STEP_PACT: "pact",  # two players: the active player's tea-break question (SR-44)
    STEP_VOTE: "vote",  # everybody's secret vote (SR-12)
    STEP_KEEP: "keep",  # `chooser` keeps one of the tokens taken (SR-16d, SR-46)
    STEP_TEA: "tea",  # everybody's secret tea-break question (SR-22)
    STEP_SWAP: "swap",  # erase markers, until all are content (SR-24)
    STEP_INITIATE: "initiate",  # two players: `initiator` votes or declines (SR-49)
    STEP_COUNTER: "counter",  # two players: the other one votes or declines (SR-49)
    STEP_OVER: "over",
}

# What goes on once a token is kept.
Resume = Literal["resolve", "counter", "answered", "start"]
RESUME_RESOLVE: Final = 0
RESUME_COUNTER: Final = 1
RESUME_ANSWERED: Final = 2
RESUME_START: Final = 3
RESUMES: Final[dict[int, Resume]] = {
    RESUME_RESOLVE: "resolve",  # the next slot voted on (SR-16)
    RESUME_COUNTER: "counter",  # the other player's counter (SR-49)
    RESUME_ANSWERED: "answered",  # the counter was right (SR-49)
    RESUME_START: "start",  # the bonus is taken: Start (SR-49)
}

# SR-49: what a counter answers: a right vote or a wrong one.
Case = Literal["A", "B"]
CASE_NONE: Final = 0
CASE_A: Final = 1
CASE_B: Final = 2
CASES: Final[dict[int, Case]] = {CASE_A: "A", CASE_B: "B"}

# SR-60: how much the table marks for its players.
Help = Literal["paper", "marks", "expert"]
HELP_PAPER: Final = 0
HELP_MARKS: Final = 1
HELP_EXPERT: Final = 2
HELPS: Final[dict[int, Help]] = {HELP_PAPER: "paper", HELP_MARKS: "marks", HELP_EXPERT: "expert"}

# Moves: the first row of each kind.
TARGETS: Final = 24
NO_CELL: Final = 9  # "collects nothing"

DISCARD: Final = 0  # + cell
CLUE: Final = 9  # + slot * 54 + how * 9 + spot
QUESTION: Final = CLUE + 8 * 54  # + target * 54 + how * 9 + spot
NOTHING: Final = QUESTION + TARGETS * 54
THINK: Final = NOTHING + 1  # + target * 9 + kind
UNVEIL: Final = THINK + TARGETS * 9  # + target * 90 + kind * 10 + cell or NO_CELL
KEEP: Final = UNVEIL + TARGETS * 90  # + token
ASK: Final = KEEP + 5  # + seat * 9 + kind
LOOK: Final = ASK + 36  # + shelf
PACT: Final = LOOK + 9  # + recipe * 9 + kind
PEEK_ONE: Final = PACT + 18  # + shelf
PEEK_TWO: Final = PEEK_ONE + 9  # + pair
PEEK_LAST: Final = PEEK_TWO + 36  # + shelf
SWAP: Final = PEEK_LAST + 9
ERASE: Final = SWAP + 1  # + line
CONTENT: Final = ERASE + 6

SEATS: Final = SEAT_NAMES[:4]
_SLOTS: Final = ("1", "2", "3", "4", "5", "6", "7", "8")
_RECIPES: Final = ("1", "2")


def _no_such_slot(*rest: int) -> list[tuple[int, ...]]:
    """Rows of seats 3 and 4 with a slot above four, for fields of these sizes after seat and slot."""
    return list(product((2, 3), range(4, 8), *(range(size) for size in rest)))


MOVES: Final = Moves(
    ID,
    [
        Kind(DISCARD, "discard", ("cell", CELLS)),
        Kind(CLUE, "clue", ("slot", _SLOTS), ("how", HOWS), ("spot", SPOTS)),
        Kind(
            QUESTION,
            "question",
            ("owner", SEATS),
            ("slot", _SLOTS),
            ("how", HOWS),
            ("spot", SPOTS),
            leave_out=_no_such_slot(len(HOWS), len(SPOTS)),
        ),
        Kind(NOTHING, "nothing"),
        Kind(
            THINK,
            "think",
            ("owner", SEATS),
            ("slot", _SLOTS),
            ("kind", KINDS),
            leave_out=_no_such_slot(len(KINDS)),
        ),
        Kind(
            UNVEIL,
            "unveil",
            ("owner", SEATS),
            ("slot", _SLOTS),
            ("kind", KINDS),
            ("cell", (*CELLS, "none")),
            leave_out=_no_such_slot(len(KINDS), len(CELLS) + 1),
        ),
        Kind(KEEP, "keep", ("token", TOKENS)),
        Kind(ASK, "ask", ("owner", SEATS), ("kind", KINDS)),
        Kind(LOOK, "look", ("shelf", SPOTS)),
        Kind(PACT, "pact", ("recipe", _RECIPES), ("kind", KINDS)),
        Kind(PEEK_ONE, "peek1", ("shelf", SPOTS)),
        Kind(
            PEEK_TWO,
            "peek2",
            ("shelf", SPOTS),
            ("other", SPOTS),
            leave_out=[(a, b) for a in range(9) for b in range(a + 1)],
        ),
        Kind(PEEK_LAST, "peek2once", ("shelf", SPOTS)),
        Kind(SWAP, "swap"),
        Kind(ERASE, "erase", ("line", LINES)),
        Kind(CONTENT, "content"),
    ],
)

TARGET: Final = (0, 8, 16, 20)  # first target of a seat
# PEEK_TWO's pairs of shelves, ascending.
PAIRS: Final = [(a, b) for a in range(9) for b in range(a + 1, 9)]


def target_of(seat: int, slot: int) -> int:
    """The target number of a seat's slot."""
    return TARGET[seat] + slot


def seat_slot(target: int) -> tuple[int, int]:
    """The seat and slot of a target."""
    if target < 16:
        return target >> 3, target & 7
    return 2 + (target - 16 >> 2), target & 3


# Events; "*x" takes the rest as a list.
EVENT_TURN: Final = 0
EVENT_ROUND: Final = 1
EVENT_DISCARD: Final = 2
EVENT_REFILL: Final = 3
EVENT_BAG: Final = 4
EVENT_CLUE: Final = 5
EVENT_QUESTION: Final = 6
EVENT_YES: Final = 7
EVENT_NO: Final = 8
EVENT_PEEKED: Final = 9
EVENT_SAW: Final = 10
EVENT_SEALED: Final = 11
EVENT_HANDED_BACK: Final = 12
EVENT_VOTED_NOTHING: Final = 13
EVENT_VOTED_THINK: Final = 14
EVENT_VOTED_UNVEIL: Final = 15
EVENT_VOTED_COLLECT: Final = 16
EVENT_REVEALED: Final = 17
EVENT_RIGHT: Final = 18
EVENT_WRONG: Final = 19
EVENT_COLLECTED: Final = 20
EVENT_THEORY: Final = 21
EVENT_TOOK: Final = 22
EVENT_HAND: Final = 23
EVENT_KEPT: Final = 24
EVENT_KEPT_OWN: Final = 25
EVENT_PILE: Final = 26
EVENT_TOKEN_USED: Final = 27
EVENT_TEA_TOKEN: Final = 28
EVENT_TEA: Final = 29
EVENT_ASKED: Final = 30
EVENT_ASKED_YES: Final = 31
EVENT_ASKED_NO: Final = 32
EVENT_SWAP: Final = 33
EVENT_ERASE: Final = 34
EVENT_CONTENT: Final = 35
EVENT_SWAPPED: Final = 36
EVENT_FREED: Final = 37
EVENT_PACT_YES: Final = 38
EVENT_PACT_NO: Final = 39
EVENT_DISCUSSION: Final = 40
EVENT_DECLINED: Final = 41
EVENT_OUT: Final = 42
EVENT_MARKER: Final = 43
EVENT_BONUS: Final = 44
EVENT_LAST: Final = 45
EVENT_UNUSED: Final = 46
EVENT_OVER: Final = 47
EVENT_NO_TOKEN: Final = 48
EVENT_PHASE_ENDS: Final = 49

EVENTS: Final = Events(
    ID,
    [
        Row(EVENT_TURN, "turn", "seat"),
        Row(EVENT_ROUND, "round", "n"),
        Row(EVENT_DISCARD, "discard", "seat", "cell", "kind"),
        Row(EVENT_REFILL, "refill", "cell", "kind"),
        Row(EVENT_BAG, "bag"),
        Row(EVENT_CLUE, "clue", "seat", "slot", "how", "spot", "*kinds"),
        Row(EVENT_QUESTION, "question", "seat", "owner", "slot", "how", "spot", "*kinds"),
        Row(EVENT_YES, "yes", "owner"),
        Row(EVENT_NO, "no", "owner"),
        Row(EVENT_PEEKED, "peeked", "seat", "shelf"),
        Row(EVENT_SAW, "saw", "seat", "shelf", "kind"),
        Row(EVENT_SEALED, "sealed", "seat"),
        Row(EVENT_HANDED_BACK, "handed_back", "seat"),
        Row(EVENT_VOTED_NOTHING, "voted_nothing", "seat"),
        Row(EVENT_VOTED_THINK, "voted_think", "seat", "owner", "slot", "kind"),
        Row(EVENT_VOTED_UNVEIL, "voted_unveil", "seat", "owner", "slot", "kind"),
        Row(EVENT_VOTED_COLLECT, "voted_collect", "seat", "owner", "slot", "kind", "cell"),
        Row(EVENT_REVEALED, "revealed", "owner", "slot", "kind"),
        Row(EVENT_RIGHT, "right", "seat", "n"),
        Row(EVENT_WRONG, "wrong", "seat", "owner", "slot"),
        Row(EVENT_COLLECTED, "collected", "seat", "cell"),
        Row(EVENT_THEORY, "theory", "seat"),
        Row(EVENT_TOOK, "took", "seat", "n"),
        Row(EVENT_HAND, "hand", "seat", "*tokens"),
        Row(EVENT_KEPT, "kept", "seat"),
        Row(EVENT_KEPT_OWN, "kept_own", "seat", "token"),
        Row(EVENT_PILE, "pile"),
        Row(EVENT_TOKEN_USED, "token_used", "seat", "token"),
        Row(EVENT_TEA_TOKEN, "tea_token", "seat"),
        Row(EVENT_TEA, "tea"),
        Row(EVENT_ASKED, "asked", "seat", "owner"),
        Row(EVENT_ASKED_YES, "asked_yes", "seat", "owner", "kind"),
        Row(EVENT_ASKED_NO, "asked_no", "seat", "owner", "kind"),
        Row(EVENT_SWAP, "swap", "seat"),
        Row(EVENT_ERASE, "erase", "seat", "line"),
        Row(EVENT_CONTENT, "content", "seat"),
        Row(EVENT_SWAPPED, "swapped", "n"),
        Row(EVENT_FREED, "freed", "seat", "combination"),
        Row(EVENT_PACT_YES, "pact_yes", "seat", "owner", "recipe", "kind"),
        Row(EVENT_PACT_NO, "pact_no", "seat", "owner", "recipe", "kind"),
        Row(EVENT_DISCUSSION, "discussion"),
        Row(EVENT_DECLINED, "declined", "seat"),
        Row(EVENT_OUT, "out", "seat"),
        Row(EVENT_MARKER, "marker", "seat", "space"),
        Row(EVENT_BONUS, "bonus", "seat"),
        Row(EVENT_LAST, "last"),
        Row(EVENT_UNUSED, "unused", "seat", "*tokens"),
        Row(EVENT_OVER, "over", "*winners"),
        Row(EVENT_NO_TOKEN, "no_token", "seat"),
        Row(EVENT_PHASE_ENDS, "phase_ends"),
    ],
)

VOCABULARY: Final[Vocabulary] = {
    "seats": "seat",
    "owner": "seat",
    "kind": f"{ID}.kind",
    "kinds": f"{ID}.kind",
    "cell": f"{ID}.cell",
    "cells": f"{ID}.cell",
    "slot": f"{ID}.slot",
    "slots": f"{ID}.slot",
    "how": f"{ID}.how",
    "spot": f"{ID}.spot",
    "shelf": f"{ID}.spot",
    "shelves": f"{ID}.spot",
    "other": f"{ID}.spot",
    "line": f"{ID}.line",
    "token": f"{ID}.token",
    "tokens": f"{ID}.token",
    "recipe": f"{ID}.recipe",
    "combination": f"{ID}.combination",
    "combinations": f"{ID}.combination",
    "space": f"{ID}.space",
    "help": f"{ID}.help",
    "round": "number",
    "limit": "number",
    "percent": "number",
    "weight": "number",
    "total": "number",
}
