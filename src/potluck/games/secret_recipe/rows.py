"""Where each kind of move begins in the numbered table: the rules' and bots' arithmetic on rows.

`moves.py` builds the table itself from the same order, and a test holds both together. A target is a
hidden slot of a seat: seats 0 and 1 have up to eight (two players), seats 2 and 3 have four.
"""

from typing import Final

TARGET: Final = (0, 8, 16, 20)  # first target of a seat
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
ROWS: Final = CONTENT + 1

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
