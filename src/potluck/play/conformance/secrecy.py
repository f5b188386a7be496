"""Checks that nobody is told more than the rules allow when something happens.

After the same move with the same luck in all deals that agree with what a viewer sees, equal looks must
come with equal events; where looks differ, the move must have said that it reveals something. What is
told once is under the same checks: it may say live what leaves no trace in a view, but only what a
perfect memory of that viewer holds; and what stays of it in a log follows from the view alone.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final, NamedTuple

from potluck.play.chance import Fast, Recording
from potluck.play.conformance.broken import Viewer, called, encoded
from potluck.play.conformance.case import Case, Check
from potluck.play.conformance.trails import Position
from potluck.play.learned import MOVER, NOBODY, OTHERS
from potluck.play.moves import Move
from potluck.play.notes import Note
from potluck.play.phrase import Event, stays
from potluck.play.seats import EVERYONE, Seat, members

_DEALS: Final = 4
_MORE_DEALS: Final = 12  # of the move that was made, where it told somebody something in private
_MOVES: Final = 2  # of each actor, beside the one that was made
_EVERYBODY_MOVES: Final = 6  # and of all together
_LINES: Final = 2  # pairs of lines of play
_LINE: Final = 5  # moves of each


class _After(NamedTuple):
    """What one viewer has of one move made in one of the deals."""

    deal: int  # which of them
    seat: Seat
    move: Move
    look: bytes
    events: bytes
    kept: bytes  # what stays of them in a log
    memory: object  # what could be in mind then
    learned: int


def secrecy(case: Case) -> int:
    """What a move tells a viewer follows from what the viewer then sees, unless it declares a reveal."""
    count = 0
    for position in case.sample:
        for viewer in case.viewers:
            seen: dict[object, _After] = {}
            for seat, move, many in _moves(case, position, viewer):
                deals = [position.state, *case.dealt(position, viewer, many)]
                afters = list(_afters(case, position, deals, viewer, seat, move))
                alike: dict[bytes, _After] = {}
                for after in afters:
                    _same_told(case, position, viewer, alike.setdefault(after.look, after), after)
                _declared(case, position, viewer, afters, len(alike) > 1)
                if seat == viewer:
                    continue
                # Moves of others that leave the same look: which one it was must not be told.
                for after in afters:
                    first = seen.setdefault(after.look, after)
                    _same_of_others(case, position, viewer, first, after, first.kept, after.kept)
                    # What is told once may be more than the look shows, but must be there to be remembered.
                    first = seen.setdefault((after.deal, after.look, encoded(after.memory)), after)
                    _same_of_others(case, position, viewer, first, after, first.events, after.events)
            count += 1
    return count


def opening_secret(case: Case) -> int:
    """What a viewer is told before the first move follows from what the viewer sees."""
    count = 0
    for trail in case.trails:
        start = trail.positions[0]
        for viewer in case.viewers:
            told = encoded(case.events(case.game.opening(start.state), viewer))
            if told != encoded(case.events(trail.opening, viewer)):
                raise case.broken(f"{called(viewer)} asked twice is told something else", start)
            for other in case.dealt(start, viewer, _DEALS):
                if encoded(case.events(case.game.opening(other), viewer)) != told:
                    raise case.broken(f"{called(viewer)} is told of the set-up what it cannot see", start)
            count += 1
    return count


def _moves(case: Case, position: Position, viewer: Viewer) -> Iterator[tuple[Seat, Move, int]]:
    """The move that was made, and some of each actor's from every deal; in how many deals to make each."""
    made = position.made
    if made is None:
        return
    private = any(readers != EVERYONE for _, readers, _ in made.notes)
    yield made.seat, made.move, _MORE_DEALS if private and viewer != made.seat else _DEALS
    chance = case.chance(position.index)
    deals = [position.state, *case.dealt(position, viewer, _DEALS)]
    found: list[tuple[Seat, Move]] = []
    for seat in position.actors:
        choices = sorted({move for state in deals for move in _legal(state, seat)})
        for _ in range(min(_MOVES, len(choices))):
            found.append((seat, choices.pop(chance.below(len(choices)))))
    for _ in range(min(_EVERYBODY_MOVES, len(found))):
        seat, move = found.pop(chance.below(len(found)))
        if (seat, move) != (made.seat, made.move):
            yield seat, move, _DEALS


def _legal(state: Any, seat: Seat) -> list[Move]:
    moves: list[Move] = state.legal(seat) if state.deciders() else []
    return moves


def _afters(
    case: Case, position: Position, deals: list[Any], viewer: Viewer, seat: Seat, move: Move
) -> Iterator[_After]:
    for number, state in enumerate(deals):
        if move not in _legal(state, seat):
            continue
        after = state.clone()
        notes: list[Note] = []
        luck = Recording(case.chance((position.index, seat, move)))
        learned = after.play(seat, move, luck, notes)
        if luck.answers and not learned & MOVER:
            raise case.broken(f"{case.game.moves.text(move)!r} used luck and does not say so", position)
        events = [event for event in case.events(notes, viewer) if event.key not in case.helpers.fleeting]
        look = case.glance(after, viewer)
        memory = case.remembered(after, viewer)
        yield _After(number, seat, move, look, encoded(events), _kept(events), memory, learned)


def _kept(events: list[Event]) -> bytes:
    return encoded([left for event in events if (left := stays(event)) is not None])


def _same_told(case: Case, position: Position, viewer: Viewer, one: _After, other: _After) -> None:
    if one.events != other.events:
        raise case.broken(
            f"after {_played(case, one)} {called(viewer)} sees the same whatever is hidden, but is told "
            f"{one.events!r} or {other.events!r}",
            position,
        )


def _same_of_others(
    case: Case, position: Position, viewer: Viewer, one: _After, other: _After, told: bytes, otherwise: bytes
) -> None:
    if told != otherwise:
        raise case.broken(
            f"{called(viewer)} sees the same after {_played(case, one)} and {_played(case, other)}, "
            f"but is told {told!r} and {otherwise!r}",
            position,
        )


def _declared(case: Case, position: Position, viewer: Viewer, afters: list[_After], shows: bool) -> None:
    """Flags are the same whatever is hidden from the viewer: where drafts and undo end is seen."""
    for one, other in pairwise(afters):
        flags = MOVER if one.seat == viewer else NOBODY
        if one.learned & flags != other.learned & flags:
            raise case.broken(f"whether {_played(case, one)} ends a draft depends on a secret", position)
        if (one.learned == NOBODY) != (other.learned == NOBODY):
            raise case.broken(f"whether {_played(case, one)} can be undone depends on a secret", position)
    for after in afters if shows else ():
        if not after.learned & (MOVER if after.seat == viewer else OTHERS):
            raise case.broken(
                f"{_played(case, after)} shows {called(viewer)} something hidden and does not say so",
                position,
            )


def forgetting(case: Case) -> int:
    """A game says that it forgets where something is told once; and what views forget the log does not keep.

    Two lines of play that differ in another seat's move and lead to looks alike: if they leave different
    things to be remembered, what stays in the log must be the same.
    """
    told = case.game.forgets(case.options)
    once = 0
    for position in case.positions:
        notes = position.made.notes if position.made is not None else []
        once += sum(event.once for viewer in case.viewers for event in case.events(notes, viewer))
    if once and not told:
        raise case.broken("something is told once, and the game does not say that it forgets")
    if told and not once:
        raise case.broken("the game says that it forgets, and nothing in these games was told once")
    count = 1 + once
    for position in case.sample if case.helpers.recall is not None else ():
        for seat in position.actors:
            for viewer in case.viewers:
                for salt in range(_LINES if viewer != seat else 0):
                    count += _two_lines(case, position, viewer, seat, salt)
    return count


def _two_lines(case: Case, position: Position, viewer: Viewer, seat: Seat, salt: int) -> int:
    chance = case.chance((position.index, seat, viewer, salt))
    legal = _legal(position.state, seat)
    if len(legal) < 2:
        return 0
    states = [position.state.clone(), position.state.clone()]
    logs: list[list[Event]] = [[], []]
    moves = _neighbours(case, legal, chance)
    for at in range(_LINE):
        for state, log, move in zip(states, logs, moves, strict=True):
            notes: list[Note] = []
            state.play(seat, move, case.chance((position.index, at)), notes)
            log += [left for event in case.events(notes, viewer) if (left := stays(event)) is not None]
        memories = [case.recalled(state, viewer) for state in states]
        looks = [case.glance(state, viewer) for state in states]
        if looks[0] == looks[1] and memories[0] != memories[1] and logs[0] != logs[1]:
            raise case.broken(
                f"{called(viewer)} sees the same and is to remember {memories[0]} or {memories[1]}, "
                f"but the log has {encoded(logs[0])!r} or {encoded(logs[1])!r}",
                position,
            )
        asked = members(states[0].deciders() & states[1].deciders())
        common = [sorted({*states[0].legal(each)} & {*states[1].legal(each)}) for each in asked]
        choices = [(each, move) for each, known in zip(asked, common, strict=True) for move in known]
        if not choices:
            break
        seat, move = choices[chance.below(len(choices))]
        moves = [move, move]
    return 1


def _neighbours(case: Case, legal: list[Move], chance: Fast) -> list[Move]:
    """Two moves, of one kind and with one field that differs if there are such."""
    first = legal[chance.below(len(legal))]
    name, values = case.game.moves.fields(first)

    def away(move: Move) -> int:
        other, fields = case.game.moves.fields(move)
        return len(legal) if other != name else sum(a != b for a, b in zip(values, fields, strict=True))

    others = [move for move in legal if move != first]
    near = [move for move in others if away(move) == 1] or others
    return [first, near[chance.below(len(near))]]


def _played(case: Case, after: _After) -> str:
    return f"seat {after.seat}'s {case.game.moves.text(after.move)!r}"


CHECKS: tuple[Check, ...] = (opening_secret, secrecy, forgetting)
