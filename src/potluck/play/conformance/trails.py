"""Games played for the checks to look at, with everything kept.

Positions keep the state itself and what it dumped to when it was fresh; nothing may ever change it
again. Checks clone before they play. Odd games are played at random; even ones by the game's chooser,
if the tests have one: it knows the state and gets to steps that random play hardly ever sees.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Final, Protocol

from potluck.play.chance import Chance, Fast, Recording
from potluck.play.conformance.broken import ContractBroken, Viewer, encoded, viewers
from potluck.play.game import Game
from potluck.play.learned import EVERYBODY, MOVER, NOBODY, OTHERS
from potluck.play.moves import Move
from potluck.play.notes import Note
from potluck.play.phrase import Event
from potluck.play.seats import Mask, Seat, members

# A held choice is thought over again once in this many chances.
_SECOND_THOUGHTS: Final = 6

# What a player who may look into the state would play: state, seat, its legal moves, luck.
Chooser = Callable[[Any, Seat, Sequence[Move], Chance], Move]


class Players(Protocol):
    """What is to be played, and what a complaint says of it."""

    @property
    def game(self) -> Game:
        """The game."""
        ...

    @property
    def seats(self) -> int:
        """At how many seats."""
        ...

    @property
    def options(self) -> Any:
        """With these options."""
        ...

    @property
    def chooser(self) -> Chooser | None:
        """Who plays the even games."""
        ...

    def broken(self, what: str, position: "Position | None" = None) -> ContractBroken:
        """The complaint, to be raised."""
        ...


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
        self.views = {viewer: game.view(state, viewer) for viewer in viewers(seats)}
        self.looks = {viewer: encoded(view) for viewer, view in self.views.items()}
        self.made: Made | None = None  # the move that was made here

    @cached_property
    def actors(self) -> list[Seat]:
        """Seats that may have moves: who owes a choice, who might have a free move, who holds a choice."""
        return members(self.state.deciders() | self.state.bystanders() | self.held)

    def features(self, game: Game) -> set[object]:
        """What is worth looking at here: step, kind of the move that was made, kinds of its events."""
        found: set[object] = {("step", getattr(self.views[None], "step", None), self.held != 0)}
        made = self.made
        if made is not None:
            name, _ = game.moves.fields(made.move)
            # The last of several who choose at the same time is another thing than the first.
            found.add(("move", name, made.learned, self.held != 0))
            found |= {("note", kind, readers.bit_count() > 1) for kind, readers, _ in made.notes}
        return found


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


def play_trail(players: Players, chance: Chance, luck: Chance, seed: int, *, far: bool = False) -> Trail:
    """Play a game to its end, `far`: by the chooser.

    Bystanders take free moves and held choices change now and then.
    """
    recording = Recording(chance)
    game = players.game
    state = game.new(players.seats, players.options, recording)
    position = Position(game, players.seats, state, 0, 0)
    trail = Trail(seed, recording.answers, list(game.opening(state)), [position])
    counted = 0
    bound = game.longest(players.seats, players.options)
    free_since_decision = 0
    while position.state.deciders():
        seat, free = _mover(position, luck, free_since_decision)
        legal = position.state.legal(seat)
        if not legal:
            raise players.broken(f"seat {seat} owes a choice and has none", position)
        if far and players.chooser is not None:
            move = players.chooser(position.state, seat, legal, luck)
        else:
            move = legal[luck.below(len(legal))]
        held = bool(position.held >> seat & 1)
        position = _play_on(players, position, seat, move, recording)
        trail.positions.append(position)
        counted += not held
        free_since_decision = free_since_decision | 1 << seat if free else 0
        if counted > bound:
            raise players.broken(f"more than the bound of {bound} moves", position)
    trail.counted = counted
    return trail


def play_trails(players: Players, seeds: Sequence[int]) -> list[Trail]:
    """The games, one a seed."""
    return [
        play_trail(players, Fast(seed), Fast(seed + 1_000_003), seed, far=at % 2 == 0)
        for at, seed in enumerate(seeds)
    ]


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


def _play_on(players: Players, position: Position, seat: Seat, move: Move, recording: Recording) -> Position:
    before: Mask = position.state.deciders()
    state = position.state.clone()
    recording.answers = []
    notes: list[Note] = []
    learned = state.play(seat, move, recording, notes)
    if learned not in (NOBODY, MOVER, OTHERS, EVERYBODY):
        raise players.broken(f"play returned {learned!r}", position)
    position.made = Made(seat, move, recording.answers, notes, learned)
    held = held_after(position.held, before, state.deciders(), seat)
    return Position(players.game, players.seats, state, held, position.index + 1)


def held_after(held: Mask, before: Mask, after: Mask, seat: Seat) -> Mask:
    """Whose choices are held after `seat` moved: deciders were `before`, are `after`."""
    if after & before == before:  # nobody's choice came in; some may have been handed back
        return held & ~after
    if after and after & ~(before & ~(1 << seat)) == 0:  # this seat's came in, others are still due
        return held | 1 << seat
    return 0


def read_events(game: Game, notes: Sequence[Note], viewer: Viewer, options: Any) -> list[Event]:
    """A viewer's events among notes."""
    found = (game.event(note, viewer, options) for note in notes)
    return [event for event in found if event is not None]
