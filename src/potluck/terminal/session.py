"""A game against bots on one machine: whose turn it is, what was played, what can be taken back.

No words and no screen here. The person gets what a seat gets, and so do the bots: views and events.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from potluck.bots.levels import make_bot
from potluck.play.chance import Chance, Live, Recording, commitment
from potluck.play.driver import DEFAULT_NODES, Stream, free_seats, lowest
from potluck.play.game import Game
from potluck.play.moves import PASS, Move
from potluck.play.notes import Note
from potluck.play.options import check_seats, encode_options
from potluck.play.phrase import Event
from potluck.play.record import EndedEarly, Record, RecordMove, player_tag
from potluck.play.seats import Seat, members
from potluck.play.undo import Undoable, UndoImpossible


class Luck(NamedTuple):
    """Where the game's chance comes from: a live seed that can be checked, or a number to repeat a game."""

    chance: Chance
    bots: Chance
    seed: bytes | None = None
    nonces: tuple[bytes, ...] = ()

    @staticmethod
    def live(seed: bytes, bots: Chance) -> "Luck":
        """Committed to before the game, told after it."""
        return Luck(Live(seed, []), bots, seed)

    @property
    def commitment(self) -> str | None:
        """What is shown of a live seed before the game."""
        return None if self.seed is None else commitment(self.seed)


class Asked(NamedTuple):
    """Somebody is to choose one of `legal`."""

    seat: Seat
    legal: list[Move]


class _Before(NamedTuple):
    """Enough to be back before a move."""

    state: Any
    notes: int
    moves: int


class Session:
    """One game being played."""

    def __init__(
        self,
        game: Game,
        seats: int,
        options: Any,
        levels: Mapping[Seat, str],
        luck: Luck,
        viewer: Seat | None,
    ) -> None:
        """Set up a game; `levels` names the bot of each seat that has one.

        Raises OptionsInvalid, LevelUnknown.
        """
        check_seats(game, seats)
        self.game = game
        self.seats = seats
        self.viewer = viewer
        self._options = options
        self._levels = dict(levels)
        for seat, level in self._levels.items():
            make_bot(game, level, seat)
        self._luck = luck
        recording = Recording(luck.chance)
        self._state = game.new(seats, options, recording)
        self._setup = recording.answers
        self._notes: list[Note] = list(game.opening(self._state))
        self._moves: list[RecordMove] = []
        self._stream = Stream(game, viewer, options)
        self._undoable: Undoable[_Before] = Undoable()
        self._passed: set[Seat] = set()

    @property
    def commitment(self) -> str | None:
        """What is shown of a live seed before the game; None when the seed is a number."""
        return self._luck.commitment

    @property
    def forgets(self) -> bool:
        """Whether anything is told once in this game."""
        return self.game.forgets(self._options)

    def view(self) -> Any:
        """What the person may see now."""
        return self.game.view(self._state, self.viewer)

    def fresh(self) -> list[Event]:
        """What has happened since this was last asked, as the person may know it."""
        return self._stream.fresh(self._notes)

    def told(self) -> list[Event]:
        """All that has happened, as the person may know it."""
        return Stream(self.game, self.viewer, self._options).fresh(self._notes)

    def over(self) -> bool:
        """Whether nobody has anything left to choose."""
        return int(self._state.deciders()) == 0

    def asked(self) -> Asked | None:
        """Who is to choose next: bystanders with a free move first, then the lowest decider. None: over."""
        deciders = int(self._state.deciders())
        if deciders == 0:
            return None
        for seat in members(free_seats(self._state)):
            if seat not in self._passed and (legal := self._state.legal(seat)):
                return Asked(seat, [PASS, *legal])
        seat = lowest(deciders)
        return Asked(seat, self._state.legal(seat))

    def is_bot(self, seat: Seat) -> bool:
        """Whether a bot sits here."""
        return seat in self._levels

    def bot_choice(self, asked: Asked) -> Move:
        """What the seat's bot chooses, knowing its view and its events."""
        bot = make_bot(self.game, self._levels[asked.seat], asked.seat)
        bot.notice(Stream(self.game, asked.seat, self._options).fresh(self._notes))
        view = self.game.view(self._state, asked.seat)
        return bot.choose(view, asked.legal, DEFAULT_NODES, self._luck.bots)

    def play(self, seat: Seat, move: Move) -> None:
        """Make a move that was offered."""
        if move == PASS:
            self._passed.add(seat)
            return
        before = _Before(self._state.clone(), len(self._notes), len(self._moves))
        owed = int(self._state.deciders())
        recording = Recording(self._luck.chance)
        learned = int(self._state.play(seat, move, recording, self._notes))
        self._moves.append(RecordMove(seat, self.game.moves.text(move), recording.answers))
        self._passed.clear()
        drawn = learned or bool(recording.answers)
        self._undoable.played(seat, owed, int(self._state.deciders()), drawn, before)

    def undo(self) -> bool:
        """Take the person's last move back; False if it cannot be."""
        if self.viewer is None:
            return False
        try:
            before = self._undoable.take_back(self.viewer, 1)
        except UndoImpossible:
            return False
        self._state = before.state
        del self._notes[before.notes :]
        del self._moves[before.moves :]
        self._stream = Stream(self.game, self.viewer, self._options)
        self._stream.fresh(self._notes)
        return True

    def record(self, names: Sequence[str], *, left: bool = False) -> Record:
        """The game so far; it has ended if the person has `left` it.

        The seed is told only of a game that is over, one way or the other.
        """
        result = self._state.result()
        ended = None
        if left and not self.over():
            ended = EndedEarly("closed", self.game.view(self._state, None).so_far())
        seed = self._luck.seed if result is not None or ended is not None else None
        return Record(
            game=self.game.about.id,
            rules=self.game.rules,
            deck=self.game.deck,
            seats=self.seats,
            options=encode_options(self._options),
            tags={player_tag(seat): name for seat, name in enumerate(names)},
            commitment=self._luck.commitment,
            nonces=[nonce.hex() for nonce in self._luck.nonces],
            setup=list(self._setup),
            moves=list(self._moves),
            seed=None if seed is None else seed.hex(),
            result=result,
            ended=ended,
        )
