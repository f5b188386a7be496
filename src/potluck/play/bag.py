"""Drawing from what lies in no order: a bag, a deck, a pile as counts by kind.

Nobody ever reads a deck's order, so none is kept; a draw asks which of those left it is. Compiles unmodified.
"""

from potluck.play.chance import Chance


def draw(counts: list[int], chance: Chance) -> int:
    """Take one of the things out, each equally likely; its kind. At least one must be left."""
    return pick(counts, chance.below(sum(counts)))


def pick(counts: list[int], at: int) -> int:
    """Take out the thing number `at`, counted kind after kind; its kind."""
    kind = 0
    while at >= counts[kind]:
        at -= counts[kind]
        kind += 1
    counts[kind] -= 1
    return kind


def draw_many(counts: list[int], many: int, chance: Chance) -> list[int]:
    """Take out `many` things one after the other, asked for at once; their kinds in that order."""
    left = sum(counts)
    return [pick(counts, at) for at in chance.below_many([left - taken for taken in range(many)])]


def draw_from(things: list[int], chance: Chance) -> int:
    """Take one of a list's things out, each equally likely. The list keeps its order."""
    return things.pop(chance.below(len(things)))


def draw_bit(things: int, chance: Chance) -> int:
    """One thing of a set written as bits, each equally likely; the set stays as it is."""
    rank = chance.below(things.bit_count())
    thing = 0
    while True:
        if things >> thing & 1:
            if rank == 0:
                return thing
            rank -= 1
        thing += 1
