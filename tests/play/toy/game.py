"""Jars, the careful half: views, redeals, words, positions as text. See rules.py for the rules."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from potluck.play.chance import Chance
from potluck.play.errors import OptionsInvalid, PositionDamaged
from potluck.play.game import About, Bot, Game, Levels, Section, View
from potluck.play.moves import Move
from potluck.play.notes import Note
from potluck.play.phrase import Arg, Event, Phrase
from potluck.play.seats import Seat, members

from .bot import RecallBot
from .rules import (
    COPIES,
    EVENTS,
    GUESS,
    GUESSES,
    KINDS,
    MOVES,
    OFFER,
    OVER,
    PEEK,
    SKIP,
    ToyState,
    hand_size,
)

STEPS = ("offer", "guess", "over")
ALL = range(len(KINDS))


class ToyOptions(Struct, frozen=True):
    rounds: Annotated[int, Meta(ge=1, le=3, examples=[1, 3])] = 2
    refill: bool = True
    peeks: Literal["allowed", "never"] = "allowed"


class ToyView(View, frozen=True, kw_only=True):
    step: Literal["offer", "guess", "over"]
    round: int
    rounds: int
    refill: bool
    peeks: bool
    leader: int
    hand: list[int] | None  # own cards, how many of each kind
    hands: list[int]  # how many cards each seat holds
    chosen: list[bool]
    offer: int | None  # own choice while it is held
    jar: int | None  # if this viewer knows it
    excluded: list[int]  # wrong guesses
    peeked: list[bool]
    discard: list[int]
    shown: list[int]  # the last offers shown, by seat; empty before
    deck: int


class ToyHints(Struct, frozen=True):
    offers: list[int]  # kinds the viewer could offer


def phrase(name: str, **args: Arg) -> Phrase:
    return Phrase(f"toy.{name}", args)


class Toy:
    about = About(id="toy", seats=[1, 2, 3], minutes=(1, 2), tags=[], bands=3)
    package = __name__.rpartition(".")[0]
    rules = 1
    older: Mapping[int, Game] = {}
    deck = "jars-1"
    options: type[Struct] = ToyOptions
    views: type[View] = ToyView
    hinted: type[Struct] = ToyHints
    moves = MOVES
    vocabulary: Mapping[str, str] = {
        "seat": "seat",
        "winners": "seat",
        "kind": "toy.kind",
        "round": "number",
        "count": "number",
    }
    state = ToyState

    @property
    def levels(self) -> Levels:
        makers: dict[str, Callable[[int], Bot]] = {"recall": RecallBot}
        return makers

    def new(self, seats: int, options: ToyOptions, chance: Chance) -> ToyState:
        peeks = options.peeks == "allowed"
        if seats not in self.about.seats:
            raise OptionsInvalid(f"not for {seats} players")
        if hand_size(seats, options.refill, options.rounds - 1, seats - 1) < 1:
            raise OptionsInvalid("the cards do not last for so many rounds")
        state = self.state(seats, options.rounds, options.refill, peeks)
        state.deal(chance)
        return state

    def opening(self, state: ToyState) -> tuple[Note, ...]:
        return ()

    def dump(self, state: ToyState) -> str:
        return " ".join(
            [
                f"{state.seats}/{state.rounds}/{int(state.refill)}/{int(state.peeks)}",
                f"{STEPS[state.step]}/{state.round}/{int(state.found)}",
                f"{state.jar}/{state.excluded}/{state.peeked}",
                ";".join(",".join(map(str, hand)) for hand in state.hands),
                ",".join(map(str, state.offers)),
                ",".join(map(str, state.deck)),
                ",".join(map(str, state.discard)),
                ",".join(map(str, state.scores)),
                ",".join(map(str, state.shown)) or "-",
            ]
        )

    def load(self, text: str) -> ToyState:
        try:
            state = self._read(text)
        except (ValueError, IndexError) as error:
            raise PositionDamaged(f"not a position of Jars: {error}") from None
        if self.dump(state) != text:
            raise PositionDamaged("not written the way positions are")
        if not _possible(state):
            raise PositionDamaged("such a position cannot come up")
        return state

    def _read(self, text: str) -> ToyState:
        setting, when, jar, hands, offers, deck, discard, scores, shown = text.split(" ")
        seats, rounds, refill, peeks = map(int, setting.split("/"))
        if not (1 <= seats <= 3 and 1 <= rounds <= 3):
            raise ValueError("seats or rounds out of bounds")
        state = self.state(seats, rounds, bool(refill), bool(peeks))
        step, turn, found = when.split("/")
        state.step, state.round, state.found = STEPS.index(step), int(turn), bool(int(found))
        state.jar, state.excluded, state.peeked = map(int, jar.split("/"))
        state.hands = [[int(n) for n in hand.split(",")] for hand in hands.split(";")]
        state.offers = [int(kind) for kind in offers.split(",")]
        state.deck = [int(n) for n in deck.split(",")]
        state.discard = [int(n) for n in discard.split(",")]
        state.scores = [int(n) for n in scores.split(",")]
        state.shown = [] if shown == "-" else [int(kind) for kind in shown.split(",")]
        return state

    def view(self, state: ToyState, viewer: Seat | None) -> ToyView:
        knows = state.found or (viewer is not None and bool(state.peeked >> viewer & 1))
        held = -1 if viewer is None else state.offers[viewer]
        return ToyView(
            seat=viewer,
            seats=state.seats,
            waiting=members(state.deciders()),
            scores=state.scores.copy(),
            places=state.result(),
            band=min(state.scores[0], 2) if state.seats == 1 and state.result() is not None else None,
            step=STEPS[state.step],  # type: ignore[arg-type]
            round=state.round,
            rounds=state.rounds,
            refill=state.refill,
            peeks=state.peeks,
            leader=state.leader(),
            hand=None if viewer is None else state.hands[viewer].copy(),
            hands=[sum(hand) for hand in state.hands],
            chosen=[kind >= 0 for kind in state.offers],
            offer=held if held >= 0 else None,
            jar=state.jar if knows else None,
            excluded=members(state.excluded),
            peeked=[bool(state.peeked >> seat & 1) for seat in range(state.seats)],
            discard=state.discard.copy(),
            shown=state.shown.copy(),
            deck=sum(state.deck),
        )

    def event(self, note: Note, viewer: Seat | None, options: Any) -> Event | None:
        return EVENTS.read(note, viewer, options)

    def agrees(self, state: ToyState, options: ToyOptions) -> bool:
        peeks = options.peeks == "allowed"
        return (state.rounds, state.refill, state.peeks) == (options.rounds, options.refill, peeks)

    def forgets(self, options: Any) -> bool:
        return EVENTS.forgets(options)

    def same(self, view: Any, move: Move) -> Move:
        return move

    def prompt(self, view: ToyView) -> Phrase:
        if view.step == "over":
            return phrase("prompt.over")
        if view.step == "offer":
            return phrase("prompt.offer" if view.seat in view.waiting else "prompt.wait", seat=view.waiting)
        return phrase("prompt.guess", seat=view.leader)

    def refuse(self, view: ToyView, move: Move) -> Phrase | None:
        if view.step == "over":
            return phrase("refuse.over")
        if view.seat is None:
            return phrase("refuse.watching")
        if move == PEEK:
            if not view.peeks:
                return phrase("refuse.no_peeks")
            return phrase("refuse.peeked") if view.peeked[view.seat] else None
        if move < GUESSES:
            assert view.hand is not None
            if view.step != "offer":
                return phrase("refuse.not_now", seat=view.leader)
            return None if view.hand[move] else phrase("refuse.not_in_hand", kind=move)
        if view.step != "guess" or view.seat != view.leader:
            return phrase("refuse.not_leader", seat=view.leader)
        if move != SKIP and move - GUESSES in view.excluded:
            return phrase("refuse.excluded", kind=move - GUESSES)
        return None

    def hints(self, view: ToyView) -> ToyHints:
        hand = view.hand or [0] * len(KINDS)
        return ToyHints([kind for kind in ALL if hand[kind] and view.step == "offer"])

    def describe(self, view: ToyView) -> list[Section]:
        table = [phrase("line.round", round=view.round), phrase("line.deck", count=view.deck)]
        table += [phrase("line.excluded", kind=kind) for kind in view.excluded]
        if view.jar is not None:
            table.append(phrase("line.jar", kind=view.jar))
        hand = [phrase("line.card", kind=k, count=n) for k, n in enumerate(view.hand or []) if n]
        return [Section(phrase("section.table"), table), Section(phrase("section.hand"), hand)]

    def redealer(self, view: ToyView, memory: Any = None) -> Callable[[Chance], ToyState]:
        unseen = [COPIES - gone for gone in view.discard]
        if view.hand is not None:
            unseen = [left - held for left, held in zip(unseen, view.hand, strict=True)]
        if view.jar is not None:
            unseen[view.jar] -= 1

        def deal(chance: Chance) -> ToyState:
            state = self.state(view.seats, view.rounds, view.refill, view.peeks)
            state.step = STEPS.index(view.step)
            state.round = view.round
            state.found = view.step == "over" and view.round < view.rounds
            state.discard = view.discard.copy()
            state.shown = view.shown.copy()
            state.excluded = sum(1 << kind for kind in view.excluded)
            state.peeked = sum(1 << seat for seat, looked in enumerate(view.peeked) if looked)
            state.scores = view.scores.copy()
            state.deck = unseen.copy()
            if view.jar is not None:
                state.jar = view.jar
            else:
                # Cards that are known not to be in the jar step aside while it is filled.
                aside = [n if kind in view.excluded else 0 for kind, n in enumerate(unseen)]
                state.deck = [n - a for n, a in zip(unseen, aside, strict=True)]
                state.jar = state.draw(chance)
                state.deck = [n + a for n, a in zip(state.deck, aside, strict=True)]
            for seat in range(view.seats):
                if seat == view.seat:
                    assert view.hand is not None
                    state.hands[seat] = view.hand.copy()
                    state.offers[seat] = -1 if view.offer is None else view.offer
                    continue
                for _ in range(view.hands[seat]):
                    state.hands[seat][state.draw(chance)] += 1
                if view.chosen[seat]:
                    could = [kind for kind in ALL if state.hands[seat][kind]]
                    state.offers[seat] = could[chance.below(len(could))]
            return state

        return deal

    def pieces(self, state: ToyState) -> Mapping[str, int]:
        return {
            name: state.deck[kind]
            + state.discard[kind]
            + sum(hand[kind] for hand in state.hands)
            + (state.jar == kind)
            for kind, name in enumerate(KINDS)
        }

    def longest(self, seats: int, options: Any) -> int:
        return int(options.rounds) * (seats + 1) + seats


def _possible(state: ToyState) -> bool:
    """Whether cards, hand sizes, choices and scores belong together."""
    seats = range(state.seats)
    if (
        len(state.hands) != state.seats
        or len(state.offers) != state.seats
        or len(state.scores) != state.seats
    ):
        return False
    if any(len(each) != len(KINDS) or min(each) < 0 for each in [*state.hands, state.deck, state.discard]):
        return False
    if not (0 <= state.jar < len(KINDS) and 0 <= state.peeked < 1 << state.seats):
        return False
    if hand_size(state.seats, state.refill, state.rounds - 1, state.seats - 1) < 1:
        return False
    if not (0 <= state.excluded < 1 << len(KINDS)) or state.excluded >> state.jar & 1:
        return False
    if set(Toy().pieces(state).values()) != {COPIES}:
        return False
    if state.step == OVER:
        if state.found != (state.round < state.rounds) or state.round > state.rounds:
            return False
    elif state.found or state.round >= state.rounds:
        return False
    if state.round < 0 or (state.peeked and not state.peeks):
        return False
    played = state.round + (state.step == GUESS or state.found)
    if len(state.shown) != (state.seats if played else 0) or not set(state.shown) <= set(ALL):
        return False
    if any(sum(state.hands[s]) != hand_size(state.seats, state.refill, played, s) for s in seats):
        return False
    if state.excluded.bit_count() > state.round:
        return False
    if min(state.scores) < 0 or sum(state.scores) > played + 2 * state.found:
        return False
    if state.step != OFFER:
        return state.offers == [-1] * state.seats
    held = [(s, kind) for s, kind in enumerate(state.offers) if kind != -1]
    return len(held) < state.seats and all(0 <= k < len(KINDS) and state.hands[s][k] for s, k in held)


def game_state(
    view: ToyView, step: int, jar: int, hands: list[list[int]], offers: list[int], deck: list[int]
) -> str:
    """The text of the position that has what a view shows and the given hidden things."""
    state = ToyState(view.seats, view.rounds, view.refill, view.peeks)
    state.step, state.round, state.jar = step, view.round, jar
    state.found = view.step == "over" and view.round < view.rounds
    state.hands, state.offers, state.deck = hands, offers, deck
    state.discard, state.shown, state.scores = view.discard, view.shown, view.scores
    state.excluded = sum(1 << kind for kind in view.excluded)
    state.peeked = sum(1 << seat for seat, looked in enumerate(view.peeked) if looked)
    return Toy().dump(state)
