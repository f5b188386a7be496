"""The table of Blocks: its frame, steps, moves and events, one row each."""

from typing import Final

from potluck.play.moves import Kind, Moves
from potluck.play.notes import Events, Row

ID: Final = "block"
ROWS: Final = 5
COLUMNS: Final = 7
DICE: Final = ROWS * COLUMNS
FACES: Final = 6
CUT_LIMIT: Final = 10  # DV-8a
WANTED: Final = 3  # dice of one face make a dish
SET: Final = "123456"
KEPT: Final = 8  # dice that a seat may keep
LUCKY: Final = 3  # points for having cooked one's lucky face
BANDS: Final = 4

CUT: Final = 0
COOK: Final = 1
OVER: Final = 2
STEPS: Final = {CUT: "cut", COOK: "cook", OVER: "over"}

CORNERS: Final = ("nw", "ne", "sw", "se")
RESTOCK: Final = len(CORNERS) * DICE
COOKED: Final = RESTOCK + 1
END: Final = COOKED + FACES
MOVES: Final = Moves(
    ID,
    [
        Kind(0, "cut", ("corner", CORNERS), ("rows", SET[:ROWS]), ("columns", "1234567")),
        Kind(RESTOCK, "restock"),
        Kind(COOKED, "cook", ("face", SET)),
        Kind(END, "end"),
    ],
)

TAKEN: Final = 0
ROLLED: Final = 1
DISH: Final = 2
SPENT: Final = 3
LUCK: Final = 4
ENDED: Final = 5
EVENTS: Final = Events(
    ID,
    [
        Row(TAKEN, "taken", "seat", "*cells"),
        Row(ROLLED, "rolled", "seat", "n"),
        Row(DISH, "dish", "seat", "face"),
        Row(SPENT, "spent", "seat", "*faces"),
        Row(LUCK, "luck", "seat", "face"),
        Row(ENDED, "ended"),
    ],
)
VOCABULARY: Final = {
    "face": f"{ID}.face",
    "faces": f"{ID}.face",
    "cells": "number",
    "corner": f"{ID}.corner",
    "rows": f"{ID}.lines",
    "columns": f"{ID}.lines",
    "row": "number",
    "turn": "number",
}


def _piece(corner: int, rows: int, columns: int) -> list[int]:
    """The cells of a corner: row * COLUMNS + column."""
    down = [ROWS - 1 - row if corner > 1 else row for row in range(rows)]
    across = [COLUMNS - 1 - column if corner % 2 else column for column in range(columns)]
    return [row * COLUMNS + column for row in down for column in across]


# Every cut's cells, whether dice lie there or not.
PIECES: Final = [
    _piece(corner, rows + 1, columns + 1)
    for corner, rows, columns in (MOVES.fields(move)[1] for move in range(RESTOCK))
]
