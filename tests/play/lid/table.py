"""The table of Lids: its cards, steps, moves and events, one row each."""

from typing import Final

from potluck.play.moves import Kind, Moves
from potluck.play.notes import Events, Row

ID: Final = "lid"
KINDS: Final = ("bean", "corn", "leek", "rice")
POTS: Final = ("a", "b", "c")
COPIES: Final = 10  # cards of each kind
RECIPES: Final = 3  # recipes of each kind: a recipe wants one kind
ROOM: Final = 3  # a pot takes so many cards
HAND: Final = 3
GOAL: Final = 3  # scored recipes that end the game

LAY: Final = 0
ANSWER: Final = 1
LID: Final = 2
OVER: Final = 3
STEPS: Final = {LAY: "lay", ANSWER: "answer", LID: "lid", OVER: "over"}

PUT: Final = 0
DONE: Final = 12
SCORE: Final = 13
DECLINE: Final = 14
MOVE_LID: Final = 15
MOVES: Final = Moves(
    ID,
    [
        Kind(PUT, "put", ("kind", KINDS), ("pot", POTS)),
        Kind(DONE, "done"),
        Kind(SCORE, "score"),
        Kind(DECLINE, "decline"),
        Kind(MOVE_LID, "lid", ("pot", POTS)),
    ],
)

LAID: Final = 0
LAID_BLIND: Final = 1
MOVED: Final = 2
DRAW: Final = 3
DREW: Final = 4
FULL: Final = 5
ANSWERED: Final = 6
SCORED: Final = 7
DECLINED: Final = 8
RECIPE: Final = 9
ENDED: Final = 10
EVENTS: Final = Events(
    ID,
    [
        Row(LAID, "laid", "seat", "pot", "kind", once="lid_hides", keeps="laid_blind"),
        Row(LAID_BLIND, "laid_blind", "seat", "pot"),
        Row(MOVED, "moved", "seat", "pot"),
        Row(DRAW, "draw", "*kinds"),
        Row(DREW, "drew", "seat", "n"),
        Row(FULL, "full", "pot", "*kinds"),
        Row(ANSWERED, "answered", "seat"),
        Row(SCORED, "scored", "seat", "kind", "n"),
        Row(DECLINED, "declined", "seat"),
        Row(RECIPE, "recipe", "kind"),
        Row(ENDED, "ended", "*winners"),
    ],
)
VOCABULARY: Final = {"kind": f"{ID}.kind", "kinds": f"{ID}.kind", "pot": f"{ID}.pot", "turn": "number"}
