"""What the checks look at: games played at random with everything kept, and ways to look at a state.

Positions keep the state itself and what it dumped to when it was fresh; nothing may ever change it
again. Checks clone before they play.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final

import msgspec

from potluck.play.chance import Chance, Fast, Recording
from potluck.play.errors import OptionsInvalid
from potluck.play.game import Game
from potluck.play.learned import EVERYBODY, MOVER, NOBODY, OTHERS
from potluck.play.moves import Move
from potluck.play.notes import Note
from potluck.play.phrase import Event
from potluck.play.seats import Mask, Seat, members

Viewer = Seat | None
Catalogues = Mapping[str, Mapping[str, str | list[str]]]
Oracle = Callable[[Any], Mapping[str, float]]
Check = Callable[["Case"], int]

# A held choice is thought over again once in this many chances.
_SECOND_THOUGHTS: Final = 6


class ContractBroken(AssertionError):
    """A game does not keep a duty. `check` names the duty, `detail` says where and how."""

    def __init__(self, check: str, detail: str) -> None:
        """Both are English for a developer."""
        super().__init__(f"{check}: {detail}")
        self.check = check
        self.detail = detail


class Made:
    """A move as it was made."""

    def __init__(
        self, seat: Seat, move: Move, answers: list[tuple[int, int]], notes: list[Note], learned: int
    ) -> None:
        """`learned` is what `play` returned."""
        self.seat = seat
        self.move = move
        self.answers = answers
        self.notes = notes
        self.learned = learned


class Position:
    """One state of a game, never to be played on. `text` and `looks` were taken when it was fresh."""

    def __init__(self, game: Game, seats: int, state: Any, held: Mask, index: int) -> None:
        """`held`: seats whose simultaneous choice is in while others still choose."""
        self.state = state
        self.held = held
        self.index = index
        self.text = game.dump(state)
        self.looks = [encoded(game.view(state, viewer)) for viewer in viewers(seats)]
        self.made: Made | None = None  # the move that was made here


class Trail:
    """One whole game: its positions, the last one included."""

    def __init__(
        self, seed: int, setup: list[tuple[int, int]], opening: list[Note], positions: list[Position]
    ) -> None:
        """`setup`: the chance answers of the set-up; `opening`: what it let the viewers see."""
        self.seed = seed
        self.setup = setup
        self.opening = opening
        self.positions = positions
        self.counted = 0  # moves but for changes of mind


class Case:
    """One game at one seat count with one set of options, and what was played of it."""

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Any,
        seeds: Sequence[int],
        catalogues: Catalogues,
        oracle: Oracle | None,
        fleeting: frozenset[str],
        depth: int,
    ) -> None:
        """See `check_game`."""
        self.game = game
        self.seats = seats
        self.options = options
        self.seeds = seeds
        self.catalogues = catalogues
        self.oracle = oracle
        self.fleeting = fleeting
        self.depth = depth
        self._check = "plays"

    def offered(self) -> bool:
        """Whether the game has this combination of seats and options."""
        try:
            self.game.new(self.seats, self.options, Fast(0))
        except OptionsInvalid:
            return False
        return True

    def run(self, check: Check) -> int:
        """One check on this case; whatever it raises becomes ContractBroken."""
        self._check = check.__name__
        try:
            return check(self)
        except ContractBroken:
            raise
        except Exception as error:
            raise ContractBroken(self._check, f"{self}: {type(error).__name__}: {error}") from error

    def broken(self, what: str, position: Position | None = None) -> ContractBroken:
        """The complaint of the running check, to be raised."""
        where = "" if position is None else f", move {position.index}, {position.text!r}"
        return ContractBroken(self._check, f"{self}{where}: {what}")

    def __str__(self) -> str:
        return f"{self.game.about.id} with {self.seats} seats, {self.options}, seeds {list(self.seeds)}"

    @property
    def viewers(self) -> list[Viewer]:
        """Every seat and the spectators."""
        return viewers(self.seats)

    @cached_property
    def trails(self) -> list[Trail]:
        """The games, one a seed."""
        return [play_trail(self, Fast(seed), Fast(seed + 1_000_003), seed) for seed in self.seeds]

    @property
    def positions(self) -> Iterator[Position]:
        """Every position of every game."""
        for trail in self.trails:
            yield from trail.positions

    def sample(self) -> Iterator[Position]:
        """Up to `depth` positions a game, the first and the last among them, others at random."""
        for trail in self.trails:
            many = len(trail.positions)
            picks = {0, many - 1}
            chance = self.chance(trail.seed)
            while len(picks) < min(self.depth, many):
                picks.add(chance.below(many))
            for pick in sorted(picks):
                yield trail.positions[pick]

    def chance(self, salt: object) -> Fast:
        """Luck for a check's own picks: the same for the same check, seat count and salt."""
        return Fast(int.from_bytes(f"{self._check}/{self.seats}/{salt}".encode(), "little"))

    def legal(self, state: Any, viewer: Viewer) -> list[Move]:
        """What a viewer may do; spectators nothing."""
        return [] if viewer is None else list(state.legal(viewer))

    def look(self, state: Any, viewer: Viewer) -> bytes:
        """All that is sent to a viewer about a state, but for events."""
        game = self.game
        view = game.view(state, viewer)
        legal = [[game.moves.text(move), game.moves.phrase(move)] for move in self.legal(state, viewer)]
        return encoded([view, legal, game.hints(view), game.prompt(view), game.describe(view)])

    def refusals(self, view: Any) -> bytes:
        """Every move's refusal for a viewer."""
        return encoded([self.game.refuse(view, move) for move in range(len(self.game.moves))])

    def events(self, notes: Iterable[Note], viewer: Viewer) -> list[Event]:
        """A viewer's events among notes."""
        found = (self.game.event(note, viewer, self.options) for note in notes)
        return [event for event in found if event is not None]

    def longest(self) -> int:
        """The game's own bound."""
        return self.game.longest(self.seats, self.options)


def encoded(value: Any) -> bytes:
    """The bytes that would be sent."""
    return msgspec.json.encode(value)


def viewers(seats: int) -> list[Viewer]:
    """Every seat and the spectators."""
    return [*range(seats), None]


def actors(position: Position) -> list[Seat]:
    """Seats that may have moves: who owes a choice, who might have a free move, who holds a choice."""
    return members(position.state.deciders() | position.state.bystanders() | position.held)


def play_trail(case: Case, chance: Chance, luck: Chance, seed: int) -> Trail:
    """Play a game to its end; bystanders take free moves and held choices change now and then."""
    recording = Recording(chance)
    state = case.game.new(case.seats, case.options, recording)
    position = Position(case.game, case.seats, state, 0, 0)
    trail = Trail(seed, recording.answers, list(case.game.opening(state)), [position])
    counted = 0
    bound = case.longest()
    free_since_decision = 0
    while position.state.deciders():
        seat, free = _mover(position, luck, free_since_decision)
        legal = position.state.legal(seat)
        if not legal:
            raise case.broken(f"seat {seat} owes a choice and has none", position)
        move = legal[luck.below(len(legal))]
        held = bool(position.held >> seat & 1)
        position = _play_on(case, position, seat, move, recording)
        trail.positions.append(position)
        counted += not held
        free_since_decision = free_since_decision | 1 << seat if free else 0
        if counted > bound:
            raise case.broken(f"more than the bound of {bound} moves", position)
    trail.counted = counted
    return trail


def _mover(position: Position, luck: Chance, spent: Mask) -> tuple[Seat, bool]:
    """Whose move it is to be, and whether it is one out of turn. `spent`: had theirs already."""
    state = position.state
    deciders: Mask = state.deciders()
    for seat in members((state.bystanders() | position.held) & ~deciders & ~spent):
        moves = len(state.legal(seat))
        once_in = _SECOND_THOUGHTS if position.held >> seat & 1 else moves + 1
        if moves and luck.below(once_in) == 0:
            return seat, True
    choosing = members(deciders)
    return choosing[luck.below(len(choosing))], False


def _play_on(case: Case, position: Position, seat: Seat, move: Move, recording: Recording) -> Position:
    before: Mask = position.state.deciders()
    state = position.state.clone()
    recording.answers = []
    notes: list[Note] = []
    learned = state.play(seat, move, recording, notes)
    if learned not in (NOBODY, MOVER, OTHERS, EVERYBODY):
        raise case.broken(f"play returned {learned!r}", position)
    position.made = Made(seat, move, recording.answers, notes, learned)
    held = held_after(position.held, before, state.deciders(), seat)
    return Position(case.game, case.seats, state, held, position.index + 1)


def held_after(held: Mask, before: Mask, after: Mask, seat: Seat) -> Mask:
    """Whose choices are held after `seat` moved: deciders were `before`, are `after`."""
    if after & before == before:  # nobody's choice came in; some may have been handed back
        return held & ~after
    if after and after & ~(before & ~(1 << seat)) == 0:  # this seat's came in, others are still due
        return held | 1 << seat
    return 0
