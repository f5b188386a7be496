"""Jars broken in many ways, each as somebody might break a game by mistake, and the check that must say so.

The first twelve are the list of the house's habits; the others are what else the suite promises.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self

import msgspec
from msgspec.structs import replace

from potluck.play.chance import Chance, Fast
from potluck.play.errors import MoveUnknown
from potluck.play.game import About, Bot, Game, Levels, View
from potluck.play.learned import EVERYBODY, MOVER, NOBODY
from potluck.play.moves import Kind, Move, Moves
from potluck.play.notes import Note
from potluck.play.phrase import Event, Phrase
from potluck.play.seats import EVERYONE, SPECTATORS, Mask, Seat

from .bot import RecallBot
from .game import Toy, ToyOptions, ToyView, phrase
from .rules import (
    CHOSE,
    DRAW,
    DREW,
    GUESS,
    GUESSES,
    KINDS,
    MOVES,
    OFFER,
    OFFERED,
    OFFERS,
    OVER,
    PEEK,
    SAW,
    SKIP,
    ToyState,
)


class NosyView(ToyView, frozen=True, kw_only=True):
    """A view with a field too many."""

    secret: list[int]


class ShowsRival(Toy):
    """A seat's own view shows a rival's card."""

    views: type[View] = NosyView

    def view(self, state: ToyState, viewer: Seat | None) -> ToyView:
        view = super().view(state, viewer)
        left = state.hands[0 if viewer is None else (viewer + 1) % state.seats]
        mine = viewer is not None and state.seats == 1
        return NosyView(**_fields(view), secret=[] if mine or viewer is None else left.copy())


class ShowsSpectator(Toy):
    """Spectators see a secret."""

    views: type[View] = NosyView

    def view(self, state: ToyState, viewer: Seat | None) -> ToyView:
        return NosyView(**_fields(super().view(state, viewer)), secret=[state.jar] if viewer is None else [])


class TellsAtOnce(Toy):
    """Everybody is told at the set-up what lies in the jar."""

    def opening(self, state: ToyState) -> tuple[Note, ...]:
        return ((OFFERED, EVERYONE, (state.jar,)),)


class HiddenLegalState(ToyState):
    """What is legal depends on what the seat cannot see."""

    def legal(self, seat: Seat) -> list[Move]:
        return [move for move in super().legal(seat) if move != PEEK or self.jar != 0]


class HiddenLegal(Toy):
    state = HiddenLegalState


class Forgetful(Toy):
    """The view forgets an event: the wrong guesses."""

    def view(self, state: ToyState, viewer: Seat | None) -> ToyView:
        return replace(super().view(state, viewer), excluded=[])


class ForgetfulOfShown(Toy):
    """The view forgets an event that nothing legal depends on: who showed what."""

    def view(self, state: ToyState, viewer: Seat | None) -> ToyView:
        return replace(super().view(state, viewer), shown=[])

    def redealer(self, view: ToyView, memory: Any = None) -> Callable[[Chance], ToyState]:
        played = view.round > 0 or view.step != "offer"
        return super().redealer(replace(view, shown=[0] * view.seats if played else []))


class RedealForgets(Toy):
    """The redeal ignores what is known: the jar that the seat has seen."""

    def redealer(self, view: ToyView, memory: Any = None) -> Callable[[Chance], ToyState]:
        return super().redealer(replace(view, jar=None))


class RedealTruth(Toy):
    """The redeal returns the state the view was taken from."""

    def view(self, state: ToyState, viewer: Seat | None) -> ToyView:
        self.last = state.clone()
        return super().view(state, viewer)

    def redealer(self, view: ToyView, memory: Any = None) -> Callable[[Chance], ToyState]:
        truth = self.last
        return lambda chance: truth.clone()


class RedealLazy(Toy):
    """The redeal knows the rivals' held choices: always their lowest kind."""

    def redealer(self, view: ToyView, memory: Any = None) -> Callable[[Chance], ToyState]:
        deal = super().redealer(view, memory)

        def lazy(chance: Chance) -> ToyState:
            state = deal(chance)
            for seat, kind in enumerate(state.offers):
                if kind >= 0 and seat != view.seat:
                    state.offers[seat] = next(k for k in range(len(KINDS)) if state.hands[seat][k])
            return state

        return lazy


class RedealSkewed(Toy):
    """The redeal finds every deal, but the jar not in proportion."""

    def redealer(self, view: ToyView, memory: Any = None) -> Callable[[Chance], ToyState]:
        deal = super().redealer(view, memory)

        def skewed(chance: Chance) -> ToyState:
            first, second = deal(chance), deal(chance)
            return max((first, second), key=lambda state: state.jar)

        return skewed


class SharingState(ToyState):
    """The clone shares a list."""

    def clone(self) -> Self:
        new = super().clone()
        new.discard = self.discard
        return new


class Sharing(Toy):
    state = SharingState


class GlobalRandomState(ToyState):
    """A draw asks Python's own generator."""

    def draw(self, chance: Chance) -> int:
        left = [kind for kind, n in enumerate(self.deck) if n]
        kind = random.choice(left)
        self.deck[kind] -= 1
        return kind


class GlobalRandom(Toy):
    state = GlobalRandomState


class RestlessState(ToyState):
    """The result changes when asked twice."""

    __slots__ = ("asked",)

    def result(self) -> list[int] | None:
        places = super().result()
        if places is None:
            return None
        self.asked = not getattr(self, "asked", False)
        return places if self.asked else [1] * self.seats


class Restless(Toy):
    state = RestlessState

    def load(self, text: str) -> ToyState:
        return super().load(text)


class TellingRefusal(Toy):
    """The words of a refusal depend on a secret."""

    def view(self, state: ToyState, viewer: Seat | None) -> ToyView:
        self.jar = state.jar
        return super().view(state, viewer)

    def refuse(self, view: ToyView, move: Move) -> Phrase | None:
        why = super().refuse(view, move)
        if why is not None and why.key == "toy.refuse.not_leader" and self.jar == 0:
            return phrase("refuse.not_now", seat=view.leader)
        return why


class MuddledMoves(Moves):
    """Two notations read as each other."""

    def parse(self, text: str) -> Move:
        move = super().parse(text)
        return {0: 1, 1: 0}.get(move, move)


class Muddled(Toy):
    moves = MuddledMoves(
        "toy",
        [
            Kind(OFFERS, "offer", ("kind", KINDS)),
            Kind(GUESSES, "guess", ("kind", KINDS)),
            Kind(SKIP, "skip"),
            Kind(PEEK, "peek"),
        ],
    )


class SloppyMoves(Moves):
    """Reads what no move is written as."""

    def parse(self, text: str) -> Move:
        return super().parse(text.strip().lower())


class Sloppy(Toy):
    moves = SloppyMoves(
        "toy",
        [
            Kind(OFFERS, "offer", ("kind", KINDS)),
            Kind(GUESSES, "guess", ("kind", KINDS)),
            Kind(SKIP, "skip"),
            Kind(PEEK, "peek"),
        ],
    )


class LosingState(ToyState):
    """A shown card does not reach the discard."""

    def _show(self, chance: Chance, jot: list[Note]) -> None:
        super()._show(chance, jot)
        self.discard[self.shown[0]] -= 1


class Losing(Toy):
    state = LosingState


class TellingState(ToyState):
    """The event tells everybody which card was offered face down."""

    def _offer(self, seat: Seat, kind: int, chance: Chance, jot: list[Note]) -> int:
        learned = super()._offer(seat, kind, chance, jot)
        jot[:] = [(key, EVERYONE if key == OFFERED else readers, args) for key, readers, args in jot]
        return learned


class Telling(Toy):
    state = TellingState


class SecondThoughtState(ToyState):
    """A change of mind is announced to all, each time, with the kind it was before."""

    def _offer(self, seat: Seat, kind: int, chance: Chance, jot: list[Note]) -> int:
        before = self.offers[seat]
        if before >= 0:
            jot.append((CHOSE, EVERYONE, (seat,)) if before == kind else (DREW, EVERYONE, (seat,)))
        return super()._offer(seat, kind, chance, jot)


class SecondThought(Toy):
    state = SecondThoughtState


class OpenDrawState(ToyState):
    """The card that is drawn is told to all."""

    def _show(self, chance: Chance, jot: list[Note]) -> None:
        super()._show(chance, jot)
        jot[:] = [(key, EVERYONE if key == DRAW else readers, args) for key, readers, args in jot]


class OpenDraw(Toy):
    state = OpenDrawState


class SpectatorDrawState(ToyState):
    """What a seat saw in the jar is told to the spectators too."""

    def play(self, seat: Seat, move: Move, chance: Chance, notes: list[Note] | None = None) -> int:
        jot: list[Note] = []
        learned = super().play(seat, move, chance, jot)
        if notes is not None:
            notes += [
                (key, readers | SPECTATORS if key == SAW else readers, args) for key, readers, args in jot
            ]
        return learned


class SpectatorDraw(Toy):
    state = SpectatorDrawState


class SilentPeekState(ToyState):
    """A peek does not say that it reveals: undo would take it back with the knowledge kept."""

    def play(self, seat: Seat, move: Move, chance: Chance, notes: list[Note] | None = None) -> int:
        return NOBODY if super().play(seat, move, chance, notes) == MOVER else EVERYBODY


class SilentPeek(Toy):
    state = SilentPeekState


class SilentLuckState(ToyState):
    """Cards are drawn and the move does not say so."""

    def play(self, seat: Seat, move: Move, chance: Chance, notes: list[Note] | None = None) -> int:
        learned = super().play(seat, move, chance, notes)
        return learned if move >= 3 else NOBODY


class SilentLuck(Toy):
    state = SilentLuckState


class TellingBystandersState(ToyState):
    """Who is asked for a free move depends on a secret."""

    def bystanders(self) -> Mask:
        return super().bystanders() if self.jar else 0

    def legal(self, seat: Seat) -> list[Move]:
        return super().legal(seat)


class TellingBystanders(Toy):
    state = TellingBystandersState


class OutOfTurnState(ToyState):
    """A seat that is not asked has moves."""

    def legal(self, seat: Seat) -> list[Move]:
        moves = super().legal(seat)
        return moves or ([6] if self.step == GUESS else [])


class OutOfTurn(Toy):
    state = OutOfTurnState


class UnsortedState(ToyState):
    """Legal moves come in some order."""

    def legal(self, seat: Seat) -> list[Move]:
        return super().legal(seat)[::-1]


class Unsorted(Toy):
    state = UnsortedState


class StuckState(ToyState):
    """A seat owes a choice and has none."""

    def legal(self, seat: Seat) -> list[Move]:
        return [] if self.step == GUESS else super().legal(seat)


class Stuck(Toy):
    state = StuckState


class NoNotesState(ToyState):
    """The rules behave otherwise when nobody takes notes."""

    def play(self, seat: Seat, move: Move, chance: Chance, notes: list[Note] | None = None) -> int:
        learned = super().play(seat, move, chance, notes)
        if notes is None and self.step == OFFER:
            self.excluded = 0
        return learned


class NoNotes(Toy):
    state = NoNotesState


class EndlessBound(Toy):
    """The bound is too low."""

    def longest(self, seats: int, options: Any) -> int:
        return super().longest(seats, options) - 3 - seats


class DumpForgets(Toy):
    """The position text leaves out who has looked into the jar."""

    def dump(self, state: ToyState) -> str:
        blind = state.clone()
        blind.peeked = 0
        return super().dump(blind)


class DisagreesWithOptions(Toy):
    """Later positions are taken for ones of a game with other options."""

    def agrees(self, state: ToyState, options: ToyOptions) -> bool:
        return not state.round and super().agrees(state, options)


class LoadsAnything(Toy):
    """Impossible positions are accepted."""

    def load(self, text: str) -> ToyState:
        try:
            return self._read(text)
        except (ValueError, IndexError):
            return super().load(text)


class LoadCrashes(Toy):
    """Nonsense crashes instead of being refused."""

    def load(self, text: str) -> ToyState:
        text.split(" ")[3]
        return super().load(text)


class DenseResultState(ToyState):
    """The last place is counted from nowhere."""

    def result(self) -> list[int] | None:
        places = super().result()
        return None if places is None else [place + 1 for place in places]


class DenseResult(Toy):
    state = DenseResultState


class OtherView(ToyView, frozen=True, kw_only=True, rename={"round": "r"}, omit_defaults=True):
    """A view whose JSON does not come back equal."""

    seen: set[int] | list[int] = msgspec.field(default_factory=list)


class Untravelled(Toy):
    views: type[View] = OtherView

    def view(self, state: ToyState, viewer: Seat | None) -> ToyView:
        return OtherView(**_fields(super().view(state, viewer)), seen={1})


class WaitsForNobody(Toy):
    """The view does not say that the seat itself owes a choice."""

    def view(self, state: ToyState, viewer: Seat | None) -> ToyView:
        view = super().view(state, viewer)
        return replace(
            view, waiting=[seat for seat in view.waiting if seat != viewer or len(view.waiting) == 1]
        )


class RefusesLegal(Toy):
    """A legal move is refused."""

    def refuse(self, view: ToyView, move: Move) -> Phrase | None:
        return phrase("refuse.no_peeks") if move == PEEK else super().refuse(view, move)


class AllowsIllegal(Toy):
    """An illegal move is not refused."""

    def refuse(self, view: ToyView, move: Move) -> Phrase | None:
        why = super().refuse(view, move)
        return None if why is not None and why.key == "toy.refuse.excluded" else why


class Unworded(Toy):
    """An event has an argument the vocabulary does not know."""

    def event(self, note: Note, viewer: Seat | None, options: Any) -> Event | None:
        event = super().event(note, viewer, options)
        return None if event is None else Event(event.key, event.args | {"player": 1})


class NoSuchSeat(Toy):
    """An event names a seat that does not exist."""

    def event(self, note: Note, viewer: Seat | None, options: Any) -> Event | None:
        event = super().event(note, viewer, options)
        return event if event is None or "winners" not in event.args else Event(event.key, {"winners": [7]})


class NewWord(Toy):
    """Something is said that no catalogue has."""

    def prompt(self, view: ToyView) -> Phrase:
        return phrase("prompt.new") if view.step == "over" else super().prompt(view)


class FewArguments(Toy):
    """A sentence has a slot that stays empty."""

    def prompt(self, view: ToyView) -> Phrase:
        return Phrase(super().prompt(view).key)


class PortionBot(RecallBot):
    """Counts portions, not events."""

    def notice(self, events: Sequence[Event]) -> None:
        self.count += 1

    def choose(self, view: Any, legal: Sequence[Move], nodes: int, chance: Chance) -> Move:
        return legal[self.count % len(legal)]


class StubbornBot(RecallBot):
    """Plays what it likes."""

    def choose(self, view: Any, legal: Sequence[Move], nodes: int, chance: Chance) -> Move:
        return 0


class AskedBot(RecallBot):
    """Remembers that it was asked."""

    def choose(self, view: Any, legal: Sequence[Move], nodes: int, chance: Chance) -> Move:
        self.count += 1
        return legal[self.count % len(legal)]


class AskedBots(Toy):
    @property
    def levels(self) -> Levels:
        return {"asked": _maker(AskedBot)}


class PortionBots(Toy):
    @property
    def levels(self) -> Levels:
        return {"portion": _maker(PortionBot)}


class StubbornBots(Toy):
    @property
    def levels(self) -> Levels:
        return {"stubborn": _maker(StubbornBot)}


class Picky(Toy):
    """Is announced for a seat count it refuses."""

    about = About(id="toy", seats=[1, 2, 3, 4], minutes=(1, 2), tags=[], bands=3)

    def new(self, seats: int, options: Any, chance: Chance) -> ToyState:
        self.about = Toy.about
        return super().new(seats, options, chance)


class Foretelling(Toy):
    """The position text depends on when it is asked for."""

    calls = 0

    def dump(self, state: ToyState) -> str:
        Foretelling.calls += 1
        return super().dump(state) + (" " if Foretelling.calls % 50 == 0 else "")


class RollsAhead(Toy):
    """The same luck does not deal the same twice."""

    deals = 0

    def redealer(self, view: ToyView, memory: Any = None) -> Callable[[Chance], ToyState]:
        deal = super().redealer(view, memory)

        def other(chance: Chance) -> ToyState:
            RollsAhead.deals += 1
            return deal(Fast(RollsAhead.deals))

        return other


def _maker(bot: type[RecallBot]) -> Callable[[int], Bot]:
    return bot


def _fields(view: ToyView) -> Mapping[str, Any]:
    return {name: getattr(view, name) for name in ToyView.__struct_fields__}


# What is broken, and the check that must say so.
BROKEN: list[tuple[Callable[[], Game], str]] = [
    (ShowsRival, "redeal_agrees"),
    (HiddenLegal, "redeal_agrees"),
    (Forgetful, "redeal_agrees"),
    (RedealForgets, "redeal_agrees"),
    (RedealTruth, "redeal_varies"),
    (Sharing, "old_states"),
    (GlobalRandom, "no_global_random"),
    (Restless, "purity"),
    (ShowsSpectator, "redeal_agrees"),
    (TellingRefusal, "redeal_agrees"),
    (Muddled, "notation"),
    (Losing, "conservation"),
    # Beyond the list.
    (TellsAtOnce, "opening_secret"),
    (ForgetfulOfShown, "redeal_varies"),
    (RedealLazy, "redeal_varies"),
    (RedealSkewed, "redeal_uniform"),
    (RollsAhead, "redeal_agrees"),
    (Sloppy, "notation"),
    (Telling, "secrecy"),
    (SecondThought, "secrecy"),
    (OpenDraw, "secrecy"),
    (SpectatorDraw, "secrecy"),
    (SilentPeek, "secrecy"),
    (SilentLuck, "secrecy"),
    (TellingBystanders, "redeal_agrees"),
    (OutOfTurn, "legal"),
    (Unsorted, "legal"),
    (Stuck, "plays"),
    (NoNotes, "notes_optional"),
    (EndlessBound, "plays"),
    (DumpForgets, "position_round_trip"),
    (DisagreesWithOptions, "position_round_trip"),
    (LoadsAnything, "position_damaged"),
    (LoadCrashes, "position_damaged"),
    (DenseResult, "places"),
    (Untravelled, "views_travel"),
    (WaitsForNobody, "waiting"),
    (RefusesLegal, "refusals"),
    (AllowsIllegal, "refusals"),
    (Unworded, "events_worded"),
    (NoSuchSeat, "events_worded"),
    (NewWord, "words_complete"),
    (FewArguments, "words_complete"),
    (PortionBots, "bots_choose"),
    (AskedBots, "bots_choose"),
    (StubbornBots, "bots_choose"),
    (Picky, "plays"),
    (Foretelling, "purity"),
]

__all__ = ["BROKEN", "MOVES", "OVER", "MoveUnknown"]
