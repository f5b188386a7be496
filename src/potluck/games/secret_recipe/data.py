"""The material of Secret Recipe as data: ingredients, weights, counts, tokens, pantry lines (SR-1..SR-6)."""

from typing import Final

# SR-1: the nine ingredients, lightest first, and what they weigh.
KINDS: Final = ("mint", "grapes", "walnuts", "strawberries", "eggs", "apples", "honey", "flour", "cream")
WEIGHTS: Final = (1, 1, 2, 2, 3, 4, 4, 5, 5)
ALL_KINDS: Final = (1 << 9) - 1

# SR-2: how many of each; the recipe tiles and the pantry tiles have the same counts.
COUNTS: Final = (2, 3, 3, 3, 3, 3, 2, 4, 2)
TILES: Final = 25

# SR-3: the point tokens. A kept token is worth its first number at the end; a peek token may instead be
# shown for its second number at once and this many peeks.
TOKENS: Final = ("1", "2", "3", "1peek2", "2peek1")
TOKEN_COUNTS: Final = (4, 4, 4, 3, 3)
TOKEN_VALUE: Final = (1, 2, 3, 1, 2)
TOKEN_NOW: Final = (0, 0, 0, 0, 1)
PEEK_TWO: Final = 3
PEEK_ONE: Final = 4
TOKENS_TAKEN: Final = 3  # SR-16d

# SR-4: nine cells row by row; six lines, rows first; nine shelves, each beside one line's end.
CELLS: Final = ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")
LINES: Final = ("row1", "row2", "row3", "column1", "column2", "column3")
LINE_CELLS: Final = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8))
SPOTS: Final = ("left1", "left2", "left3", "top1", "top2", "top3", "right1", "right2", "right3")
SPOT_LINE: Final = (0, 1, 2, 3, 4, 5, 0, 1, 2)
SPOTS_BESIDE: Final = 9
# With two players nothing lies beside the marker (SR-40), so one end of each line is enough.
SPOTS_PLAIN: Final = 6

# SR-5: the clue type token and the marker together.
HOWS: Final = ("type=", "typeX", "weight=", "weightX", "weight<", "weight>")
TYPE_SAME: Final = 0
TYPE_OTHER: Final = 1
WEIGHT_SAME: Final = 2
WEIGHT_OTHER: Final = 3
LIGHTER: Final = 4
HEAVIER: Final = 5

THINK_MARKERS: Final = 4  # SR-6
TEA_AT: Final = 6  # SR-21
ERASE_MOVES: Final = 3  # SR-24

# SR-42..SR-48, two players.
CLUE_ROUNDS: Final = 5
SIDE_PRINTS: Final = 4
HOW_CELL: Final = (0, 1, 2, 3, 4, 4)  # SR-43: the tea break table's cells; < and > share one
TEA_LINE_CELLS: Final = (0b00011, 0b11100, 0b00101, 0b01010)  # SR-44: type, weight, =, X
TRACK_END: Final = 3  # SR-48: start, empty, token, token
TRACK_TOKEN: Final = 2


def _of_weights(weights: int) -> int:
    """The kinds whose weight is in a set of weights (bit w)."""
    mask = 0
    for kind in range(9):
        if weights >> WEIGHTS[kind] & 1:
            mask |= 1 << kind
    return mask


_BY_WEIGHTS: Final = [_of_weights(weights) for weights in range(64)]


def told(how: int, one: int, two: int, three: int) -> int:
    """The kinds (bit mask) of which a clue about a line of these three kinds is true (SR-9)."""
    if how <= TYPE_OTHER:
        same = 1 << one | 1 << two | 1 << three
        return same if how == TYPE_SAME else ALL_KINDS & ~same
    a, b, c = WEIGHTS[one], WEIGHTS[two], WEIGHTS[three]
    if how == WEIGHT_SAME:
        return _BY_WEIGHTS[1 << a | 1 << b | 1 << c]
    if how == WEIGHT_OTHER:
        return ALL_KINDS & ~_BY_WEIGHTS[1 << a | 1 << b | 1 << c]
    if how == LIGHTER:
        return _BY_WEIGHTS[(1 << min(a, b, c)) - 1]
    return _BY_WEIGHTS[63 & ~((2 << max(a, b, c)) - 1)]
