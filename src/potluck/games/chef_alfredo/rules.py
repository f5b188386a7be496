"""The rules of Chef Alfredo (CA-1 to CA-21), fast half: the order of this file is the order of a turn.

Four pots stand on hotplates a to d. What is under a lid belongs to the state alone; what a person at
the table could see at this moment is what `view.py` shows. Nothing here remembers for anybody.
"""

from typing import Final

from potluck.play.chance import Chance
from potluck.play.learned import EVERYBODY, OTHERS
from potluck.play.notes import Note
from potluck.play.seats import EVERYONE

# The kinds, in the order of the containers. The die's fifth result is Chef Alfredo (two faces, CA-4).
KINDS: Final = ("carrot", "tomato", "bean", "garlic")
CHEF: Final = 4
UNROLLED: Final = -1
DIE: Final = (0, 1, 2, 3, CHEF, CHEF)  # CA-4

POTS: Final = 4
PLATES: Final = ("a", "b", "c", "d")
PER_KIND: Final = 10  # CA-2
COOKING_TILES: Final = 36  # CA-3: what is in the box, the default of CA-21

SWAPS: Final = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))

# Steps of the game.
LOOK: Final = 0
ROLL: Final = 1
SWAP: Final = 2
CHOOSE: Final = 3
LIFTED: Final = 4
ANSWER: Final = 5
OVER: Final = 6

# Rows of the move table (view.py builds it in this order).
READY: Final = 0
THE_ROLL: Final = 1
FIRST_SWAP: Final = 2
FIRST_POT: Final = FIRST_SWAP + len(SWAPS)
THROW: Final = FIRST_POT + POTS
TRUST: Final = THROW + 1
DOUBT: Final = TRUST + 1
MOVES: Final = DOUBT + 1

# Kinds of note; their names and arguments are in view.py, in this order.
N_LOOK: Final = 0
N_READY: Final = 1
N_TURN: Final = 2
N_ROLL: Final = 3
N_CHEF: Final = 4
N_SWAP: Final = 5
N_CHOSE: Final = 6
N_LIFT: Final = 7
N_SCARCE: Final = 8
N_EMPTIED: Final = 9
N_FULL: Final = 10
N_THROWN: Final = 11
N_TRUST: Final = 12
N_DOUBT: Final = 13
N_TILE: Final = 14
N_POINT: Final = 15
N_OVER: Final = 16


class State:
    """A position. `inside[pot][kind]` counts ingredients; pots are named by the hotplate they stand on."""

    __slots__ = (
        "active",
        "capacity",
        "chosen",
        "die",
        "inside",
        "points",
        "points_to_end",
        "poured",
        "poured_inside",
        "ready",
        "round_limit",
        "seats",
        "step",
        "tiles",
        "turns",
    )

    def __init__(self, seats: int, points_to_end: int, round_limit: int, capacity: int) -> None:
        """An empty kitchen before the opening look; `new_state` fills it."""
        self.seats = seats
        self.points_to_end = points_to_end
        self.round_limit = round_limit
        self.capacity = capacity
        self.step: int = LOOK
        self.ready: int = 0
        self.active: int = 0
        self.turns: int = 0  # begun so far
        self.die: int = UNROLLED
        self.tiles: list[int] = [0, 1, 2, 3]
        self.inside: list[list[int]] = [[0, 0, 0, 0] for _ in range(POTS)]
        self.points: list[int] = [0] * seats
        self.chosen: int = -1  # the marked pot (CA-9)
        self.poured: int = -1  # the pot whose tile lies open beside the die (CA-12)
        self.poured_inside: list[int] = [0, 0, 0, 0]

    def clone(self) -> "State":
        """An equal state that shares nothing that can change."""
        other = State.__new__(State)
        other.seats = self.seats
        other.points_to_end = self.points_to_end
        other.round_limit = self.round_limit
        other.capacity = self.capacity
        other.step = self.step
        other.ready = self.ready
        other.active = self.active
        other.turns = self.turns
        other.die = self.die
        other.tiles = self.tiles[:]
        other.inside = [pot[:] for pot in self.inside]
        other.points = self.points[:]
        other.chosen = self.chosen
        other.poured = self.poured
        other.poured_inside = self.poured_inside[:]
        return other

    # Who and what

    def container(self, kind: int) -> int:
        """How many of a kind are in their container (CA-2)."""
        inside = self.inside
        return PER_KIND - inside[0][kind] - inside[1][kind] - inside[2][kind] - inside[3][kind]

    def supply(self) -> int:
        """Cooking tiles nobody has yet (CA-3, CA-21)."""
        return self.points_to_end - sum(self.points)

    def neighbour(self) -> int:
        """The seat to the left of the active player (CA-10)."""
        return (self.active + 1) % self.seats

    def deciders(self) -> int:
        """In the opening look all who are not ready yet (CA-5); then one seat at a time."""
        if self.step == LOOK:
            return ((1 << self.seats) - 1) & ~self.ready
        if self.step == OVER:
            return 0
        return 1 << (self.neighbour() if self.step == ANSWER else self.active)

    def bystanders(self) -> int:
        """There are no free moves in this game."""
        return 0

    def legal(self, seat: int) -> list[int]:
        """The moves of a seat, ascending."""
        if not self.deciders() >> seat & 1:
            return []
        return list(_LEGAL[self.step])

    # The order of a turn

    def opening(self) -> list[Note]:
        """What the look into the pots shows to every player who has not had it (CA-5)."""
        if self.step != LOOK:
            return []
        return [(N_LOOK, self.deciders(), tuple(self.tiles))]

    def play(self, seat: int, move: int, chance: Chance, notes: list[Note] | None = None) -> int:
        """Make a legal move; what was learned (play/learned.py). Nothing is taken back in this game."""
        if move == READY:
            self._get_ready(seat, notes)
        elif move == THE_ROLL:
            self._roll(chance, notes)
            return EVERYBODY
        elif move < FIRST_POT:
            self._swap(SWAPS[move - FIRST_SWAP], notes)
        elif move < THROW:
            self._lift(move - FIRST_POT, notes)
            return EVERYBODY  # the tile, to the mover; what a full pot held, to all
        elif move == THROW:
            self.step = ANSWER  # CA-9: the lid goes on again
            if notes is not None:
                notes.append((N_THROWN, EVERYONE, (self.active, self.chosen, self.die, self.neighbour())))
        elif move == TRUST:
            self._trusted(notes)
        else:
            self._doubted(notes)
            return EVERYBODY
        return OTHERS

    def _get_ready(self, seat: int, notes: list[Note] | None) -> None:
        self.ready |= 1 << seat
        if notes is not None:
            notes.append((N_READY, EVERYONE, (seat,)))
        if self.ready == (1 << self.seats) - 1:  # CA-5: the look ends when all are ready
            self._begin_turn(self.active, notes)

    def _begin_turn(self, seat: int, notes: list[Note] | None) -> None:
        self.active = seat
        self.chosen = -1
        if self.turns >= self.round_limit * self.seats:  # CA-21
            self._finish(notes)
            return
        self.turns += 1
        self.step = ROLL
        if notes is not None:
            notes.append((N_TURN, EVERYONE, (seat,)))

    def _roll(self, chance: Chance, notes: list[Note] | None) -> None:
        self.poured = -1  # CA-12: the open tile stays until the next roll
        self.poured_inside = [0, 0, 0, 0]
        die = DIE[chance.below(len(DIE))]  # CA-7
        self.die = die
        if die == CHEF:
            self.step = SWAP
            if notes is not None:
                notes.append((N_CHEF, EVERYONE, (self.active,)))
            return
        self.step = CHOOSE
        if notes is not None:
            notes.append((N_ROLL, EVERYONE, (self.active, die)))
        if self.container(die) == 0:  # CA-16: checked right after the roll
            if notes is not None:
                notes.append((N_SCARCE, EVERYONE, (die,)))
            for pot in range(POTS):
                self._empty(pot, N_EMPTIED, notes)

    def _empty(self, pot: int, kind_of_note: int, notes: list[Note] | None) -> None:
        if notes is not None:  # emptying shows contents, never tiles (CA-16)
            notes.append((kind_of_note, EVERYONE, (pot, *self.inside[pot])))
        self.inside[pot] = [0, 0, 0, 0]

    def _swap(self, pair: tuple[int, int], notes: list[Note] | None) -> None:
        one, two = pair  # CA-8
        self.tiles[one], self.tiles[two] = self.tiles[two], self.tiles[one]
        self.inside[one], self.inside[two] = self.inside[two], self.inside[one]
        if notes is not None:
            notes.append((N_SWAP, EVERYONE, (self.active, one, two)))
        self._begin_turn(self.neighbour(), notes)

    def _lift(self, pot: int, notes: list[Note] | None) -> None:
        self.chosen = pot  # CA-9: final once the lid is lifted
        self.step = LIFTED
        if notes is not None:
            notes.append((N_CHOSE, EVERYONE, (self.active, pot)))
            notes.append((N_LIFT, 1 << self.active, (pot, self.tiles[pot])))
        if sum(self.inside[pot]) >= self.capacity:  # CA-17: checked after the lid is lifted
            self._empty(pot, N_FULL, notes)
        self.inside[pot][self.die] += 1

    def _trusted(self, notes: list[Note] | None) -> None:
        neighbour = self.neighbour()
        if notes is not None:
            notes.append((N_TRUST, EVERYONE, (neighbour, self.active)))
        self._take_point(self.active, notes)  # CA-11
        self._go_on(neighbour, notes)

    def _doubted(self, notes: list[Note] | None) -> None:
        neighbour = self.neighbour()
        pot = self.chosen
        tile = self.tiles[pot]
        self.poured = pot  # CA-12
        self.poured_inside = self.inside[pot][:]
        if notes is not None:
            notes.append((N_DOUBT, EVERYONE, (neighbour, self.active)))
            notes.append((N_TILE, EVERYONE, (pot, tile, *self.inside[pot], int(tile == self.die))))
        self.inside[pot] = [0, 0, 0, 0]  # CA-14
        if tile != self.die:  # CA-12a, CA-13: only the tile and this roll count
            self._take_point(neighbour, notes)
            self._go_on(neighbour, notes)
        else:  # CA-12b
            self._take_point(self.active, notes)
            self._go_on((neighbour + 1) % self.seats, notes)

    def _take_point(self, seat: int, notes: list[Note] | None) -> None:
        self.points[seat] += 1
        if notes is not None:
            notes.append((N_POINT, EVERYONE, (seat,)))

    def _go_on(self, seat: int, notes: list[Note] | None) -> None:
        if self.supply() == 0:  # CA-18: at once
            self._finish(notes)
        else:
            self._begin_turn(seat, notes)

    # The end

    def _finish(self, notes: list[Note] | None) -> None:
        self.step = OVER
        self.chosen = -1
        if notes is not None:
            best = max(self.points)
            notes.append((N_OVER, EVERYONE, tuple(s for s in range(self.seats) if self.points[s] == best)))

    def result(self) -> list[int] | None:
        """Every seat's place: most cooking tiles first (CA-18), ties share a place (CA-19)."""
        if self.step != OVER:
            return None
        return [1 + sum(other > mine for other in self.points) for mine in self.points]


_LEGAL: Final[tuple[tuple[int, ...], ...]] = (
    (READY,),
    (THE_ROLL,),
    tuple(range(FIRST_SWAP, FIRST_POT)),
    tuple(range(FIRST_POT, THROW)),
    (THROW,),
    (TRUST, DOUBT),
    (),
)


def new_state(seats: int, points_to_end: int, round_limit: int, capacity: int, chance: Chance) -> State:
    """Set up (CA-5): tiles into the pots at random, a random first player (CA-6), everybody looking."""
    state = State(seats, points_to_end, round_limit, capacity)
    rest = [0, 1, 2, 3]
    state.tiles = [rest.pop(chance.below(len(rest))) for _ in range(POTS)]
    state.active = chance.below(seats)
    return state
