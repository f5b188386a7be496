"""The material of Secret Recipe as data: ingredients, weights, counts, tokens, pantry lines (SR-1..SR-6)."""

from typing import Final

# Which counts these are, the house's where the source gives none (SR-2, SR-3): records name them.
DECK: Final = "house-1"

# SR-1: the nine ingredients, lightest first, and what they weigh. SR-2: how many of each; the recipe
# tiles and the pantry tiles have the same counts.
_INGREDIENTS: Final = (
    ("mint", 1, 2),
    ("grapes", 1, 3),
    ("walnuts", 2, 3),
    ("strawberries", 2, 3),
    ("eggs", 3, 3),
    ("apples", 4, 3),
    ("honey", 4, 2),
    ("flour", 5, 4),
    ("cream", 5, 2),
)
KINDS: Final = tuple(name for name, _, _ in _INGREDIENTS)
WEIGHTS: Final = tuple(weight for _, weight, _ in _INGREDIENTS)
COUNTS: Final = tuple(count for _, _, count in _INGREDIENTS)
ALL_KINDS: Final = (1 << 9) - 1

# SR-3: the point tokens: name, how many, what a kept one is worth at the end, and what a peek token is
# worth at once when it is shown for its peeks instead.
TOKEN_PEEK_TWO: Final = 3
TOKEN_PEEK_ONE: Final = 4
_TOKENS: Final = {
    0: ("1", 4, 1, 0),
    1: ("2", 4, 2, 0),
    2: ("3", 4, 3, 0),
    TOKEN_PEEK_TWO: ("1peek2", 3, 1, 0),
    TOKEN_PEEK_ONE: ("2peek1", 3, 2, 1),
}
TOKENS: Final = tuple(name for name, _, _, _ in _TOKENS.values())
TOKEN_COUNTS: Final = tuple(count for _, count, _, _ in _TOKENS.values())
TOKEN_VALUE: Final = tuple(value for _, _, value, _ in _TOKENS.values())
TOKEN_NOW: Final = tuple(now for _, _, _, now in _TOKENS.values())
TOKENS_TAKEN: Final = 3  # SR-16d

# SR-4: nine cells row by row; six lines, rows first; nine shelves, each beside one line's end.
CELLS: Final = ("a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3")
_LINES: Final = (
    ("row1", (0, 1, 2)),
    ("row2", (3, 4, 5)),
    ("row3", (6, 7, 8)),
    ("column1", (0, 3, 6)),
    ("column2", (1, 4, 7)),
    ("column3", (2, 5, 8)),
)
LINES: Final = tuple(name for name, _ in _LINES)
LINE_CELLS: Final = tuple(cells for _, cells in _LINES)
# With two players nothing lies beside the marker (SR-40), so one end of each line is enough.
_SPOTS: Final = (
    ("left1", 0),
    ("left2", 1),
    ("left3", 2),
    ("top1", 3),
    ("top2", 4),
    ("top3", 5),
    ("right1", 0),
    ("right2", 1),
    ("right3", 2),
)
SPOTS: Final = tuple(name for name, _ in _SPOTS)
SPOT_LINE: Final = tuple(line for _, line in _SPOTS)
SPOTS_BESIDE: Final = 9
SPOTS_PLAIN: Final = 6

# SR-5: the clue type token and the marker together; SR-43: and their cell of the tea break table.
TYPE_SAME: Final = 0
TYPE_OTHER: Final = 1
WEIGHT_SAME: Final = 2
WEIGHT_OTHER: Final = 3
LIGHTER: Final = 4
HEAVIER: Final = 5
_HOWS: Final = {
    TYPE_SAME: ("type=", 0),
    TYPE_OTHER: ("typeX", 1),
    WEIGHT_SAME: ("weight=", 2),
    WEIGHT_OTHER: ("weightX", 3),
    LIGHTER: ("weight<", 4),
    HEAVIER: ("weight>", 4),
}
HOWS: Final = tuple(name for name, _ in _HOWS.values())
HOW_CELL: Final = tuple(cell for _, cell in _HOWS.values())

THINK_MARKERS: Final = 4  # SR-6
TEA_AT: Final = 6  # SR-21
ERASE_MOVES: Final = 3  # SR-24

# SR-42..SR-48, two players.
CLUE_ROUNDS: Final = 5
SIDE_PRINTS: Final = 4
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
