"""Plays games without a table: who is asked when, and what each player is told.

The loop every headless user shares (lab, bots' tests, benches, conformance). Before each decision every
bystander, ascending, is offered once PASS and its free moves (or a change of mind, while its own choice
is held); then the lowest decider chooses. So a game ends even if bots change their minds whenever they
can: only decisions count towards its bound. The module compiles unmodified.
"""

from collections.abc import Sequence
from typing import Any, Final

from potluck.play.chance import Chance, Recording
from potluck.play.errors import BotMoveIllegal, GameTooLong
from potluck.play.game import Bot, Game
from potluck.play.moves import PASS, Move
from potluck.play.notes import Note
from potluck.play.phrase import Event
from potluck.play.seats import Mask, Seat, seat_name

# (answer, n) pairs: "answer out of range(n)".
Answers = list[tuple[int, int]]
# One move as it was made: seat, move, the chance answers it drew.
Step = tuple[Seat, Move, Answers]

DEFAULT_NODES: Final = 200


class Stream:
    """The events of one viewer, read from the notes of a game as they grow."""

    def __init__(self, game: Game, viewer: Seat | None, options: Any) -> None:
        """Start before the first note."""
        self._game = game
        self._viewer = viewer
        self._options = options
        self._read = 0

    def fresh(self, notes: Sequence[Note]) -> list[Event]:
        """The viewer's events since the last call; `notes` is the game's whole list so far."""
        events: list[Event] = []
        for note in notes[self._read :]:
            event = self._game.event(note, self._viewer, self._options)
            if event is not None:
                events.append(event)
        self._read = len(notes)
        return events


class Played:
    """A finished game: the last state, how it came about, and what was noted on the way."""

    def __init__(self, start: str | None) -> None:
        """`start` is the position text the game began from, None for a game set up anew."""
        self.start = start
        self.state: Any = None
        self.setup: Answers = []  # chance answers of the set-up
        self.steps: list[Step] = []
        self.notes: list[Note] = []

    @property
    def result(self) -> list[int]:
        """Every seat's place, 1 first."""
        places: list[int] | None = self.state.result()
        if places is None:
            raise GameTooLong("the game is not over")
        return places


def free_seats(state: Any) -> Mask:
    """The bystanders that owe no choice: who is to be offered PASS and free moves."""
    return int(state.bystanders()) & ~int(state.deciders())


def playout(
    game: Game,
    seats: int,
    options: Any,
    bots: Sequence[Bot],
    chance: Chance,
    luck: Chance,
    *,
    nodes: int = DEFAULT_NODES,
    start: str | None = None,
) -> Played:
    """Play a whole game, one bot a seat. `chance` is the game's luck, `luck` the bots' own.

    Raises GameTooLong past `game.longest`, BotMoveIllegal for an answer that was not offered.
    """
    played = Played(start)
    recording = Recording(chance)
    state = game.load(start) if start is not None else game.new(seats, options, recording)
    played.state = state
    played.setup = recording.answers
    played.notes.extend(game.opening(state))
    streams = [Stream(game, seat, options) for seat in range(seats)]
    left = game.longest(seats, options)
    while state.deciders():
        for seat in range(seats):
            # Asked one by one: what an earlier seat did may have changed who is free.
            if free_seats(state) >> seat & 1:
                legal: list[Move] = state.legal(seat)
                if legal:
                    offer = [PASS, *legal]
                    move = _ask(game, state, seat, offer, bots, streams, played.notes, nodes, luck)
                    if move != PASS:
                        _make(state, seat, move, recording, played)
        deciders: Mask = state.deciders()
        if deciders == 0:
            break
        if left == 0:
            raise GameTooLong(f"{game.about.id} with {seats} seats went past its bound")
        left -= 1
        seat = lowest(deciders)
        move = _ask(game, state, seat, state.legal(seat), bots, streams, played.notes, nodes, luck)
        _make(state, seat, move, recording, played)
    # What happened last is news too: a bot that learns must see how it ended.
    for seat in range(seats):
        bots[seat].notice(streams[seat].fresh(played.notes))
    return played


def _make(state: Any, seat: Seat, move: Move, recording: Recording, played: Played) -> None:
    recording.answers = []
    state.play(seat, move, recording, played.notes)
    played.steps.append((seat, move, recording.answers))


def _ask(
    game: Game,
    state: Any,
    seat: Seat,
    legal: list[Move],
    bots: Sequence[Bot],
    streams: list[Stream],
    notes: list[Note],
    nodes: int,
    luck: Chance,
) -> Move:
    bots[seat].notice(streams[seat].fresh(notes))
    move = bots[seat].choose(game.view(state, seat), legal, nodes, luck)
    if move not in legal:
        raise BotMoveIllegal(f"{game.about.id}: {seat_name(seat)} was offered {legal} and answered {move}")
    return move


def lowest(mask: Mask) -> Seat:
    """The lowest seat of a mask that is not empty."""
    return (mask & -mask).bit_length() - 1


def random_playout(state: Any, chance: Chance, limit: int) -> int:
    """Play on from `state`, in place, with uniformly random moves and no views; the number of moves.

    `chance` answers for the game and for the moves. Raises GameTooLong after `limit` decisions.
    """
    made = 0
    decided = 0
    while True:
        free: Mask = state.bystanders() & ~state.deciders()
        seat = 0
        while free >> seat:
            if free >> seat & 1:
                legal: list[Move] = state.legal(seat)
                # One choice more than there are moves: the last one is to pass.
                if legal and (pick := chance.below(len(legal) + 1)) < len(legal):
                    state.play(seat, legal[pick], chance)
                    made += 1
                    free = state.bystanders() & ~state.deciders()
            seat += 1
        deciders: Mask = state.deciders()
        if deciders == 0:
            return made
        if decided == limit:
            raise GameTooLong(f"more than {limit} moves")
        seat = lowest(deciders)
        legal = state.legal(seat)
        state.play(seat, legal[chance.below(len(legal))], chance)
        decided += 1
        made += 1
