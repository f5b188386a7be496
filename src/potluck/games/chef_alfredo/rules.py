"""The rules of Chef Alfredo (CA-1 to CA-21), fast half: the order of this file is the order of a turn.

Four pots stand on hotplates a to d. What is under a lid belongs to the state alone; what a person at
the table could see at this moment is what `view.py` shows. Nothing here remembers for anybody.
"""

from typing import Final

from potluck.games.chef_alfredo.material import CHEF, DIE, PER_KIND, POTS
from potluck.games.chef_alfredo.table import (
    DOUBT,
    EVENT_CAUGHT,
    EVENT_CHEF,
    EVENT_CHOSE,
    EVENT_DOUBT,
    EVENT_EMPTIED,
    EVENT_FULL,
    EVENT_LIFT,
    EVENT_LOOK,
    EVENT_OVER,
    EVENT_POINT,
    EVENT_PROVED,
    EVENT_READY,
    EVENT_ROLL,
    EVENT_SCARCE,
    EVENT_SWAP,
    EVENT_THROWN,
    EVENT_TILE,
    EVENT_TRUST,
    EVENT_TURN,
    POT,
    READY,
    ROLL,
    STEP_ANSWER,
    STEP_CHOOSE,
    STEP_LIFTED,
    STEP_LOOK,
    STEP_OVER,
    STEP_ROLL,
    STEP_SWAP,
    SWAP,
    SWAPS,
    THROW,
    TRUST,
)
from potluck.play.bag import draw_from
from potluck.play.chance import Chance
from potluck.play.learned import EVERYBODY, OTHERS
from potluck.play.notes import Note
from potluck.play.seats import EVERYONE

UNROLLED: Final = -1
NO_POT: Final = -1


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

    def __init__(
        self,
        seats: int,
        points_to_end: int,
        round_limit: int,
        capacity: int,
        tiles: list[int],
        inside: list[list[int]],
        points: list[int],
        poured_inside: list[int],
    ) -> None:
        """Take over the lists as they are; everything else starts as before the opening look."""
        self.seats: int = seats
        self.points_to_end: int = points_to_end
        self.round_limit: int = round_limit
        self.capacity: int = capacity
        self.tiles: list[int] = tiles  # by pot
        self.inside: list[list[int]] = inside
        self.points: list[int] = points
        self.step: int = STEP_LOOK
        self.ready: int = 0  # bits of the seats that have ended their opening look
        self.active: int = 0
        self.turns: int = 0  # begun so far
        self.die: int = UNROLLED
        self.chosen: int = NO_POT  # the marked pot (CA-9)
        self.poured: int = NO_POT  # the pot whose tile lies open beside the die (CA-12)
        self.poured_inside: list[int] = poured_inside

    def clone(self) -> "State":
        """An equal state that shares nothing that can change."""
        a, b, c, d = self.inside
        other = State(
            self.seats,
            self.points_to_end,
            self.round_limit,
            self.capacity,
            self.tiles[:],
            [a[:], b[:], c[:], d[:]],
            self.points[:],
            self.poured_inside[:],
        )
        other.step = self.step
        other.ready = self.ready
        other.active = self.active
        other.turns = self.turns
        other.die = self.die
        other.chosen = self.chosen
        other.poured = self.poured
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
        if self.step == STEP_LOOK:
            return ((1 << self.seats) - 1) & ~self.ready
        if self.step == STEP_OVER:
            return 0
        return 1 << (self.neighbour() if self.step == STEP_ANSWER else self.active)

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
        if self.step != STEP_LOOK:
            return []
        return [(EVENT_LOOK, self.deciders(), tuple(self.tiles))]

    def play(self, seat: int, move: int, chance: Chance, notes: list[Note] | None = None) -> int:
        """Make a legal move; what was learned (play/learned.py). Nothing is taken back in this game."""
        if move == READY:
            self._get_ready(seat, notes)
        elif move == ROLL:
            self._roll(chance, notes)
            return EVERYBODY
        elif move < POT:
            self._swap(SWAPS[move - SWAP], notes)
        elif move < THROW:
            self._lift(move - POT, notes)
            return EVERYBODY  # the tile, to the mover; what a full pot held, to all
        elif move == THROW:
            self.step = STEP_ANSWER  # CA-9: the lid goes on again
            if notes is not None:
                notes.append((EVENT_THROWN, EVERYONE, (self.active, self.chosen, self.die, self.neighbour())))
        elif move == TRUST:
            self._trusted(notes)
        else:
            self._doubted(notes)
            return EVERYBODY
        return EVERYBODY if self.step == STEP_OVER else OTHERS  # CA-20: after the end all pots are open

    def _get_ready(self, seat: int, notes: list[Note] | None) -> None:
        self.ready |= 1 << seat
        if notes is not None:
            notes.append((EVENT_READY, EVERYONE, (seat,)))
        if self.ready == (1 << self.seats) - 1:  # CA-5: the look ends when all are ready
            self._begin_turn(self.active, notes)

    def _begin_turn(self, seat: int, notes: list[Note] | None) -> None:
        self.active = seat
        self.chosen = NO_POT
        if self.turns >= self.round_limit * self.seats:  # CA-21
            self._finish(notes)
            return
        self.turns += 1
        self.step = STEP_ROLL
        if notes is not None:
            notes.append((EVENT_TURN, EVERYONE, (seat,)))

    def _roll(self, chance: Chance, notes: list[Note] | None) -> None:
        self.poured = NO_POT  # CA-12: the open tile stays until the next roll
        self.poured_inside = [0, 0, 0, 0]
        die = DIE[chance.below(len(DIE))]  # CA-7
        self.die = die
        if die == CHEF:
            self.step = STEP_SWAP
            if notes is not None:
                notes.append((EVENT_CHEF, EVERYONE, (self.active,)))
            return
        self.step = STEP_CHOOSE
        if notes is not None:
            notes.append((EVENT_ROLL, EVERYONE, (self.active, die)))
        if self.container(die) == 0:  # CA-16: checked right after the roll
            if notes is not None:
                notes.append((EVENT_SCARCE, EVERYONE, (die,)))
            for pot in range(POTS):
                self._empty(pot, EVENT_EMPTIED, notes)

    def _empty(self, pot: int, kind_of_note: int, notes: list[Note] | None) -> None:
        if notes is not None:  # emptying shows contents, never tiles (CA-16)
            notes.append((kind_of_note, EVERYONE, (pot, *self.inside[pot])))
        self.inside[pot] = [0, 0, 0, 0]

    def _swap(self, pair: tuple[int, int], notes: list[Note] | None) -> None:
        one, two = pair  # CA-8
        self.tiles[one], self.tiles[two] = self.tiles[two], self.tiles[one]
        self.inside[one], self.inside[two] = self.inside[two], self.inside[one]
        if notes is not None:
            notes.append((EVENT_SWAP, EVERYONE, (self.active, one, two)))
        self._begin_turn(self.neighbour(), notes)

    def _lift(self, pot: int, notes: list[Note] | None) -> None:
        self.chosen = pot  # CA-9: final once the lid is lifted
        self.step = STEP_LIFTED
        if notes is not None:
            notes.append((EVENT_CHOSE, EVERYONE, (self.active, pot)))
            notes.append((EVENT_LIFT, 1 << self.active, (pot, self.tiles[pot])))
        if sum(self.inside[pot]) >= self.capacity:  # CA-17: checked after the lid is lifted
            self._empty(pot, EVENT_FULL, notes)
        self.inside[pot][self.die] += 1

    def _trusted(self, notes: list[Note] | None) -> None:
        neighbour = self.neighbour()
        if notes is not None:
            notes.append((EVENT_TRUST, EVERYONE, (neighbour, self.active)))
            notes.append((EVENT_POINT, EVERYONE, (self.active,)))
        self.points[self.active] += 1  # CA-11
        self._go_on(neighbour, notes)

    def _doubted(self, notes: list[Note] | None) -> None:
        neighbour = self.neighbour()
        pot = self.chosen
        tile = self.tiles[pot]
        hit = tile == self.die
        self.poured = pot  # CA-12
        self.poured_inside = self.inside[pot][:]
        if notes is not None:
            notes.append((EVENT_DOUBT, EVERYONE, (neighbour, self.active)))
            notes.append((EVENT_TILE, EVERYONE, (pot, tile, *self.inside[pot], int(hit))))
            notes.append((EVENT_PROVED if hit else EVENT_CAUGHT, EVERYONE, (neighbour, self.active)))
        self.inside[pot] = [0, 0, 0, 0]  # CA-14
        if hit:  # CA-12b, CA-13: only the tile and this roll count
            self.points[self.active] += 1
            self._go_on((neighbour + 1) % self.seats, notes)
        else:  # CA-12a
            self.points[neighbour] += 1
            self._go_on(neighbour, notes)

    def _go_on(self, seat: int, notes: list[Note] | None) -> None:
        if self.supply() == 0:  # CA-18: at once
            self._finish(notes)
        else:
            self._begin_turn(seat, notes)

    # The end

    def _finish(self, notes: list[Note] | None) -> None:
        self.step = STEP_OVER
        self.chosen = NO_POT
        if notes is not None:
            best = max(self.points)
            notes.append(
                (EVENT_OVER, EVERYONE, tuple(s for s in range(self.seats) if self.points[s] == best))
            )

    def result(self) -> list[int] | None:
        """Every seat's place: most cooking tiles first (CA-18), ties share a place (CA-19)."""
        if self.step != STEP_OVER:
            return None
        return [1 + sum(other > mine for other in self.points) for mine in self.points]


_LEGAL: Final[dict[int, tuple[int, ...]]] = {
    STEP_LOOK: (READY,),
    STEP_ROLL: (ROLL,),
    STEP_SWAP: tuple(range(SWAP, POT)),
    STEP_CHOOSE: tuple(range(POT, THROW)),
    STEP_LIFTED: (THROW,),
    STEP_ANSWER: (TRUST, DOUBT),
}


def blank(seats: int, points_to_end: int, round_limit: int, capacity: int) -> State:
    """Empty pots whose tiles lie in order, before the opening look."""
    inside = [[0, 0, 0, 0] for _ in range(POTS)]
    return State(seats, points_to_end, round_limit, capacity, [0, 1, 2, 3], inside, [0] * seats, [0, 0, 0, 0])


def set_up(seats: int, points_to_end: int, round_limit: int, capacity: int, chance: Chance) -> State:
    """CA-5, CA-6: tiles into the pots at random, a random first player, everybody looking."""
    state = blank(seats, points_to_end, round_limit, capacity)
    rest = state.tiles
    state.tiles = [draw_from(rest, chance) for _ in range(POTS)]
    state.active = chance.below(seats)
    return state
