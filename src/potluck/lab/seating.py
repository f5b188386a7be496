"""Who sits where when two players are compared: every way, so that no seat and no number favours one.

With an even number of seats each has half of them, with an odd number in turn one more and one less. Over all
ways together either has half of all seats, so that equal play wins half of the games: a share of 50 %.
"""

from itertools import combinations

from potluck.play.seats import Seat


def ways(seats: int) -> list[frozenset[Seat]]:
    """The seats of the first player in each way to sit; the second has the others.

    Two seats: 2 ways; three: 6, one against two and two against one; four: 6; five: 20.
    """
    halves = sorted({seats // 2, seats - seats // 2})
    return [frozenset(chosen) for half in halves for chosen in combinations(range(seats), half)]
