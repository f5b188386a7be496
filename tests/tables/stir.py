"""Stir, a game for the tests of tables/: undoable steps, secret steps, luck, free moves, forgetting.

On your turn put spoons into three public pots, hide some in your pocket (nobody else sees that
happen), show how many you have there, roll the die (the turn goes on), say done. Everybody else may wave
at any time, and nudge, which nobody sees. After `turns` turns the fullest pocket wins. To drop a spoon is
another word for to put it. With `lid`, where a spoon went is told once; that one went in stays told.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Final, Self
from zlib import crc32

from msgspec import Meta, Struct

from potluck.play.chance import Chance
from potluck.play.errors import OptionsInvalid, PositionDamaged
from potluck.play.game import About, Game, Levels, Section, View
from potluck.play.learned import EVERYBODY, NOBODY, OTHERS
from potluck.play.moves import Kind, Move, Moves, MoveTable
from potluck.play.notes import Events, Note, Row
from potluck.play.phrase import Event, Phrase
from potluck.play.seats import EVERYONE, Mask, Seat, bit, members

PUT, HIDE, SHOW, ROLL, DONE, WAVE, NUDGE, DROP = 0, 3, 4, 5, 6, 7, 8, 9

MOVES: Final = Moves(
    "stir",
    [
        Kind(PUT, "put", ("pot", "abc")),
        Kind(HIDE, "hide"),
        Kind(SHOW, "show"),
        Kind(ROLL, "roll"),
        Kind(DONE, "done"),
        Kind(WAVE, "wave"),
        Kind(NUDGE, "nudge"),
        Kind(DROP, "drop", ("pot", "abc")),
    ],
)


def rows(forgets: bool) -> list[Row]:
    """The events; in a game that forgets nothing stays of any of them."""
    put = (
        Row(0, "put", "seat", "pot") if forgets else Row(0, "put", "seat", "pot", once="lid", keeps="stirred")
    )
    return [
        put,
        Row(1, "hid"),
        Row(2, "roll", "seat", "eyes"),
        Row(3, "done", "seat"),
        Row(4, "wave", "seat"),
        Row(5, "nudged"),
        Row(6, "shown", "seat", "spoons"),
        Row(7, "stirred", "seat"),
    ]


class StirState:
    __slots__ = ("dice", "nudges", "pockets", "pots", "seats", "turns", "waves")

    def __init__(self, seats: int, turns: int) -> None:
        self.seats = seats
        self.turns = turns
        self.pots = [0, 0, 0]
        self.pockets = [0] * seats
        self.dice: list[int] = []
        self.waves = 0
        self.nudges = [0] * seats

    def clone(self) -> Self:
        new = type(self)(self.seats, self.turns)
        new.pots = self.pots.copy()
        new.pockets = self.pockets.copy()
        new.dice = self.dice.copy()
        new.waves = self.waves
        new.nudges = self.nudges.copy()
        return new

    @property
    def turn(self) -> Seat:
        return self.turns % self.seats

    def deciders(self) -> Mask:
        return 1 << self.turn if self.turns else 0

    def bystanders(self) -> Mask:
        return ((1 << self.seats) - 1) & ~self.deciders() if self.turns else 0

    def legal(self, seat: Seat) -> list[Move]:
        if not self.turns:
            return []
        if seat != self.turn:
            return [WAVE, NUDGE]
        return [*(PUT + pot for pot in range(3) if self.pots[pot] < 9), HIDE, SHOW, ROLL, DONE]

    def play(self, seat: Seat, move: Move, chance: Chance, notes: list[Note] | None = None) -> int:
        jot = [] if notes is None else notes
        if move < HIDE:
            self.pots[move] += 1
            jot.append((0, EVERYONE, (seat, move)))
            return NOBODY
        if move == HIDE:
            self.pockets[seat] += 1
            jot.append((1, bit(seat), ()))
            return NOBODY
        if move == ROLL:
            self.dice.append(chance.below(6))
            jot.append((2, EVERYONE, (seat, self.dice[-1])))
            return EVERYBODY
        if move == WAVE:
            self.waves += 1
            jot.append((4, EVERYONE, (seat,)))
            return NOBODY
        if move == NUDGE:
            self.nudges[seat] += 1
            jot.append((5, bit(seat), ()))
            return EVERYBODY
        if move == SHOW:
            jot.append((6, EVERYONE, (seat, self.pockets[seat])))
            return OTHERS
        self.turns -= 1
        jot.append((3, EVERYONE, (seat,)))
        return OTHERS

    def result(self) -> list[int] | None:
        if self.turns:
            return None
        return [1 + sum(other > mine for other in self.pockets) for mine in self.pockets]


class StirOptions(Struct, frozen=True):
    turns: Annotated[int, Meta(ge=1, le=50, examples=[1, 4])] = 4
    lid: bool = False


class StirView(View, frozen=True, kw_only=True):
    pots: list[int]
    pocket: int | None
    dice: list[int]
    waves: int
    nudges: int | None
    turns: int


class StirHints(Struct, frozen=True):
    fullest: int


class Steady:
    """A bot whose every choice hangs on all that it was told, in order."""

    def __init__(self, seed: int) -> None:
        self.told = seed

    def notice(self, events: Sequence[Event]) -> None:
        for event in events:
            self.told = crc32(f"{self.told} {event.key} {sorted(event.args.items())}".encode())

    def choose(self, view: StirView, legal: Sequence[Move], nodes: int, chance: Chance) -> Move:
        return legal[self.told % len(legal)]


class Stir:
    """`forgets` makes it a game in which memory counts; `rules` can be raised to look changed."""

    package = __name__.rpartition(".")[0]
    state: type[StirState] = StirState
    deck = ""
    options: type[Struct] = StirOptions
    views: type[View] = StirView
    hinted: type[Struct] = StirHints
    moves: MoveTable = MOVES
    vocabulary: Mapping[str, str] = {"seat": "seat", "pot": "number", "eyes": "number"}

    def __init__(
        self,
        name: str = "stir",
        *,
        forgets: bool = False,
        rules: int = 1,
        older: Mapping[int, Game] | None = None,
    ) -> None:
        self.about = About(id=name, seats=[1, 2, 3], minutes=(1, 2), tags=[])
        self.events = Events("stir", rows(forgets), once=forgets)
        self.rules = rules
        self.older: Mapping[int, Game] = dict(older or {})
        self.levels: Levels = {"steady": Steady}

    def new(self, seats: int, options: StirOptions, chance: Chance) -> StirState:
        if seats not in self.about.seats:
            raise OptionsInvalid(f"not for {seats}")
        state = self.state(seats, options.turns)
        state.dice.append(chance.below(6))
        return state

    def opening(self, state: StirState) -> tuple[Note, ...]:
        return ()

    def dump(self, state: StirState) -> str:
        parts = (state.seats, state.turns, state.pots, state.pockets, state.dice, state.waves, state.nudges)
        return "/".join(",".join(map(str, part)) if isinstance(part, list) else str(part) for part in parts)

    def load(self, text: str) -> StirState:
        try:
            seats, turns, pots, pockets, dice, waves, nudges = text.split("/")
            state = self.state(int(seats), int(turns))
            state.pots = [int(n) for n in pots.split(",")]
            state.pockets = [int(n) for n in pockets.split(",")]
            state.dice = [int(n) for n in dice.split(",") if n]
            state.waves = int(waves)
            state.nudges = [int(n) for n in nudges.split(",")]
        except ValueError as error:
            raise PositionDamaged(str(error)) from None
        return state

    def view(self, state: StirState, viewer: Seat | None) -> StirView:
        return StirView(
            seat=viewer,
            seats=state.seats,
            waiting=members(state.deciders()),
            scores=[0] * state.seats,
            places=state.result(),
            pots=state.pots.copy(),
            pocket=None if viewer is None else state.pockets[viewer],
            dice=state.dice.copy(),
            waves=state.waves,
            nudges=None if viewer is None else state.nudges[viewer],
            turns=state.turns,
        )

    def event(self, note: Note, viewer: Seat | None, options: Any) -> Event | None:
        return self.events.read(note, viewer, options)

    def agrees(self, state: StirState, options: StirOptions) -> bool:
        return state.turns <= options.turns

    def forgets(self, options: Any) -> bool:
        return self.events.forgets(options)

    def same(self, view: StirView, move: Move) -> Move:
        return move - DROP + PUT if move >= DROP else move

    def prompt(self, view: StirView) -> Phrase:
        return Phrase("stir.prompt")

    def refuse(self, view: StirView, move: Move) -> Phrase | None:
        if view.seat is None:
            return Phrase("refuse.watching")
        spoon = self.same(view, move)
        if spoon < HIDE and view.pots[spoon] >= 9:
            return Phrase("stir.refuse.full", {"pot": spoon})
        free = move in (WAVE, NUDGE)
        return None if free != (view.seat in view.waiting) else Phrase("stir.refuse.turn")

    def hints(self, view: StirView) -> StirHints:
        return StirHints(max(range(3), key=lambda pot: view.pots[pot]))

    def describe(self, view: StirView) -> list[Section]:
        return []

    def redealer(self, view: StirView, memory: Any = None) -> Callable[[Chance], Any]:
        raise NotImplementedError("no search is done in these tests")

    def pieces(self, state: StirState) -> Mapping[str, int]:
        return {}

    def longest(self, seats: int, options: StirOptions) -> int:
        return 10_000
