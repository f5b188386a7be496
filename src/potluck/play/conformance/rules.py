"""Checks of the fast half: games end, states stay apart, nothing depends on anything but the state."""

import random
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from typing import Any

from potluck.play.chance import Fast, Recording
from potluck.play.conformance.broken import encoded
from potluck.play.conformance.case import Case, Check
from potluck.play.driver import random_playout
from potluck.play.errors import MoveUnknown
from potluck.play.notes import Note
from potluck.play.phrase import Phrase
from potluck.play.seats import members


def plays(case: Case) -> int:
    """Random play comes to an end, within the bound, at this seat count and with these options."""
    count = 0
    for trail in case.trails:
        count += len(trail.positions)
        state = case.game.new(case.seats, case.options, Fast(trail.seed))
        random_playout(state, Fast(trail.seed), case.longest())
        if state.result() is None:
            raise case.broken("nobody owes a choice, yet there is no result", trail.positions[-1])
    return count


def bound(case: Case) -> int:
    """`longest` is a number of moves that no game goes past, and no wild guess."""
    longest = case.longest()
    if longest < 1 or longest > 1_000_000:
        raise case.broken(f"longest is {longest}")
    return sum(1 for trail in case.trails if trail.counted <= longest)


def old_states(case: Case) -> int:
    """A clone shares nothing: whatever is played later, every earlier state stays as it was."""
    for position in case.sample:
        clone = position.state.clone()
        if case.game.dump(clone) != position.text:
            raise case.broken("the clone differs", position)
        random_playout(clone, case.chance(position.index), case.longest())
    count = 0
    for position in case.positions:
        if case.game.dump(position.state) != position.text:
            raise case.broken(f"the state has changed to {case.game.dump(position.state)!r}", position)
        looks = {viewer: encoded(case.game.view(position.state, viewer)) for viewer in case.viewers}
        if looks != position.looks:
            raise case.broken("what the state shows has changed", position)
        count += 1
    return count


def no_global_random(case: Case) -> int:
    """The same chance gives the same game; Python's own generator is not touched."""
    kept = random.getstate()
    try:
        for trail in case.trails:
            random.seed(trail.seed + 77)
            before = random.getstate()
            recording = Recording(Fast(trail.seed))
            state = case.game.new(case.seats, case.options, recording)
            for position in trail.positions:
                if case.game.dump(state) != position.text:
                    raise case.broken(f"the same chance led to {case.game.dump(state)!r}", position)
                if position.made is None:
                    break
                recording.answers = []
                state.play(position.made.seat, position.made.move, recording, [])
                if recording.answers != position.made.answers:
                    raise case.broken("the same move asked other questions of chance", position)
            if random.getstate() != before:
                raise case.broken("module random was used")
        before = random.getstate()
        for position in case.sample:
            viewer = case.viewers[position.index % len(case.viewers)]
            case.look(position.state, viewer)
            case.deal(position, viewer)(Fast(1))
        if random.getstate() != before:
            raise case.broken("module random was used by what is sent or dealt")
    finally:
        random.setstate(kept)
    return len(case.trails)


def purity(case: Case) -> int:
    """Asking changes nothing: every question asked twice gets one answer."""
    sampled = {id(position) for position in case.sample}
    count = 0
    for position in case.positions:
        before = case.game.dump(position.state)
        for ask in _questions(case, position.state):
            if ask() != ask():
                raise case.broken("asked twice, two answers", position)
        if id(position) in sampled:
            for viewer in case.viewers:
                if not case.looks_alike(position, viewer, position.state):
                    raise case.broken("looked at twice, two looks", position)
        if case.game.dump(position.state) != before:
            raise case.broken("asking has changed the state", position)
        count += 1
    return count


def notes_optional(case: Case) -> int:
    """Whether anybody takes notes makes no difference to the game."""
    count = 0
    for position in case.sample:
        made = position.made
        if made is not None:
            notes: list[Note] = []
            with_notes, without = position.state.clone(), position.state.clone()
            learned = with_notes.play(made.seat, made.move, Fast(1), notes)
            if learned != without.play(made.seat, made.move, Fast(1)):
                raise case.broken("play answers otherwise without notes", position)
            if case.game.dump(with_notes) != case.game.dump(without):
                raise case.broken("play leads elsewhere without notes", position)
            count += 1
    return count


def _questions(case: Case, state: Any) -> Iterator[Callable[[], object]]:
    yield state.deciders
    yield state.bystanders
    yield state.result
    yield lambda: dict(case.game.pieces(state))
    for seat in range(case.seats):
        yield partial(state.legal, seat)


def legal(case: Case) -> int:
    """Deciders have moves, ascending rows of the table; of the others, bystanders and held choices may."""
    count = 0
    rows = range(len(case.game.moves))
    everybody = (1 << case.seats) - 1
    for position in case.positions:
        state = position.state
        if (state.deciders() | state.bystanders()) & ~everybody:
            raise case.broken("a seat that does not exist is to move", position)
        if (state.result() is None) != (state.deciders() != 0):
            raise case.broken("there is a result exactly when nobody owes a choice", position)
        if state.deciders() == 0 and state.bystanders():
            raise case.broken("the game is over and yet somebody might move", position)
        for seat in range(case.seats):
            moves = state.legal(seat)
            if any(low >= high for low, high in pairwise(moves)):
                raise case.broken(f"seat {seat}: {moves} is not ascending", position)
            if any(move not in rows for move in moves):
                raise case.broken(f"seat {seat}: {moves} leaves the move table", position)
            if not moves and seat in members(state.deciders()):
                raise case.broken(f"seat {seat} owes a choice and has none", position)
            if moves and seat not in position.actors:
                raise case.broken(f"seat {seat} has moves out of turn: {moves}", position)
        count += 1
    return count


def conservation(case: Case) -> int:
    """No piece is lost or made, of any kind."""
    for trail in case.trails:
        first = dict(case.game.pieces(trail.positions[0].state))
        if not first or min(first.values()) < 0:
            raise case.broken(f"pieces are {first}", trail.positions[0])
        for position in trail.positions:
            if dict(case.game.pieces(position.state)) != first:
                raise case.broken(f"{first} became {dict(case.game.pieces(position.state))}", position)
    return sum(len(trail.positions) for trail in case.trails)


def places(case: Case) -> int:
    """The result gives every seat a place, from 1 on without holes; views say the same, with points.

    One seat alone has no place: its result is [], and every view of the end says its band.
    """
    alone = case.seats == 1
    for position in case.positions:
        result = position.state.result()
        if alone and result not in (None, []):
            raise case.broken(f"one seat has the result {result}, not []", position)
        if result is not None and not alone:
            better = [sum(1 for other in result if other < place) for place in result]
            if len(result) != case.seats or 1 not in result:
                raise case.broken(f"the result is {result}", position)
            if any(place < 1 or place - 1 > ahead for place, ahead in zip(result, better, strict=True)):
                raise case.broken(f"the result is {result}", position)
        for viewer in case.viewers:
            view = position.views[viewer]
            if view.places != result:
                raise case.broken(f"the view says {view.places}, the state {result}", position)
            if len(view.scores) != case.seats:
                raise case.broken(f"scores are {view.scores}", position)
            bands = range(case.game.about.bands) if alone and result is not None else (None,)
            if view.band not in bands:
                raise case.broken(f"the band is {view.band}, not one of {[*bands]}", position)
    return len(case.trails)


def notation(case: Case) -> int:
    """Every move's text and phrase read back as that move, in plain words, and nothing else does."""
    moves = case.game.moves
    texts = [moves.text(move) for move in range(len(moves))]
    known = set(texts)
    for move, text in enumerate(texts):
        if moves.parse(text) != move:
            raise case.broken(f"{text!r} reads back as {moves.parse(text)}, not {move}")
        if (
            not text.isprintable()
            or text != " ".join(text.split())
            or text.split()[0] != moves.fields(move)[0]
        ):
            raise case.broken(f"{text!r} is no notation: the kind, then words, single spaces")
        for other in (text + " x", text[:-1], text.upper(), f" {text}", f"{text}\n"):
            if other not in known and _is_move(moves.parse, other):
                raise case.broken(f"{other!r} reads as a move")
        phrase = moves.phrase(move)
        if moves.find(phrase) != move:
            raise case.broken(f"{phrase} is found as {moves.find(phrase)}, not {move}")
        for stray in _strays(phrase):
            if _is_move(moves.find, stray):
                raise case.broken(f"{stray} is found as a move")
    return len(texts)


def _is_move(read: Callable[[Any], int], what: object) -> bool:
    """Whether it reads as a move; what does not is MoveUnknown and nothing else."""
    try:
        read(what)
    except MoveUnknown:
        return False
    return True


def _strays(phrase: Phrase) -> Iterator[Phrase]:
    """Phrases that name no move but look like one: what a stranger may send."""
    yield Phrase(phrase.key + "x", phrase.args)
    yield Phrase(phrase.key, phrase.args | {"stray": 0})
    for name, value in phrase.args.items():
        yield Phrase(phrase.key, {key: each for key, each in phrase.args.items() if key != name})
        yield Phrase(phrase.key, phrase.args | {name: -1})
        yield Phrase(phrase.key, phrase.args | {name: [value] if isinstance(value, int) else value})


CHECKS: tuple[Check, ...] = (
    plays,
    bound,
    purity,
    old_states,
    no_global_random,
    notes_optional,
    conservation,
    legal,
    places,
)
ONCE: tuple[Check, ...] = (notation,)
