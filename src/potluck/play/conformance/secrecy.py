"""Checks that nobody is told more than the rules allow.

From a state and a viewer, redeal everything that viewer cannot know. All that is sent about the
state must then be the same; after the same move with the same luck, equal looks must come with equal
events; where looks differ, the move must have said that it reveals something. And a redeal must
really vary what is hidden, or these checks would compare a state with itself.
"""

from collections import defaultdict
from collections.abc import Iterator
from math import sqrt
from typing import Any, Final, NamedTuple

from potluck.play.chance import Fast, Recording
from potluck.play.conformance.case import Case, Check, Position, Viewer, actors, encoded
from potluck.play.learned import MOVER, OTHERS
from potluck.play.moves import Move
from potluck.play.notes import Note
from potluck.play.phrase import Event, stays
from potluck.play.seats import Seat, members

_DEALS: Final = 4
_MOVES: Final = 3  # of each actor
_SETUPS: Final = 40
_TWINS: Final = 40  # groups of states that one viewer cannot tell apart
_FEW: Final = 60
_MANY: Final = 3000
_SMALL: Final = 12  # a redealer with so few different deals must have shown them all
_SUPPORT: Final = 400  # deals an oracle may list
_FIT: Final = 5.0  # standard deviations


def redeal_agrees(case: Case) -> int:
    """A redeal looks exactly like the state to its viewer, is a position, and keeps all pieces."""
    count = 0
    for position in case.sample():
        pieces = dict(case.game.pieces(position.state))
        for viewer in case.viewers:
            view = case.game.view(position.state, viewer)
            look, refusals = case.look(position.state, viewer), case.refusals(view)
            deal = case.game.redealer(view)
            for salt in range(_DEALS):
                dealt = deal(case.chance((position.index, salt)))
                text = case.game.dump(dealt)
                told = f"to {_name(viewer)} the deal {text!r} "
                if case.look(dealt, viewer) != look:
                    raise case.broken(told + _difference(case, position, dealt, viewer), position)
                if case.refusals(case.game.view(dealt, viewer)) != refusals:
                    raise case.broken(told + "refuses otherwise", position)
                if dealt.bystanders() != position.state.bystanders():
                    raise case.broken(told + "has other bystanders: they depend on a secret", position)
                if _owes(dealt, viewer) != _owes(position.state, viewer):
                    raise case.broken(told + "does not wait for the same", position)
                if dict(case.game.pieces(dealt)) != pieces:
                    raise case.broken(told + "has other pieces", position)
                if case.game.dump(case.game.load(text)) != text:
                    raise case.broken(told + "is no position", position)
                if case.game.dump(deal(case.chance((position.index, salt)))) != text:
                    raise case.broken("the same luck deals differently the second time", position)
                count += 1
    return count


def redeal_varies(case: Case) -> int:
    """Where a viewer cannot tell states apart, redeals give different ones, and every one that is known."""
    count = 0
    twins = [(key, found) for key, found in _twins(case).items() if len(found) > 1]
    step = max(1, len(twins) // _TWINS)
    for (viewer, _), found in twins[::step]:
        deal = case.game.redealer(case.game.view(next(iter(found.values())), viewer))
        chance = case.chance(count)
        dealt = {case.game.dump(deal(chance)) for _ in range(_FEW)}
        if len(dealt) == 1:
            raise case.broken(f"every deal for {_name(viewer)} is {dealt.pop()!r}, not {sorted(found)}")
        tries = 0
        while len(dealt) <= _SMALL and not dealt >= found.keys() and tries < _MANY:
            dealt.add(case.game.dump(deal(chance)))
            tries += 1
        if len(dealt) <= _SMALL and not dealt >= found.keys():
            raise case.broken(f"for {_name(viewer)} no deal is {sorted(found.keys() - dealt)[0]!r}")
        count += 1
    return count


def _twins(case: Case) -> dict[tuple[Viewer, bytes], dict[str, Any]]:
    """States by what one viewer sees: set-ups, positions, and what other choices would have led to."""
    groups: dict[tuple[Viewer, bytes], dict[str, Any]] = defaultdict(dict)

    def add(state: Any) -> None:
        text = case.game.dump(state)
        for viewer in case.viewers:
            groups[viewer, encoded(case.game.view(state, viewer))][text] = state

    for seed in range(_SETUPS):
        add(case.game.new(case.seats, case.options, Fast(seed)))
    for position in case.positions:
        add(position.state)
    for position in case.sample():
        for seat in actors(position):
            for move in position.state.legal(seat)[:12]:
                state = position.state.clone()
                state.play(seat, move, Fast(5))
                add(state)
    return groups


def redeal_uniform(case: Case) -> int:
    """Redeals come as often as an independent enumeration says (chi-square, where the game has an oracle)."""
    if case.oracle is None:
        return 0
    count = 0
    for position in case.sample():
        for viewer in case.viewers:
            view = case.game.view(position.state, viewer)
            weights = case.oracle(view)
            if not 1 < len(weights) <= _SUPPORT:
                continue
            total = sum(weights.values())
            draws = max(200, 20 * len(weights))
            seen: dict[str, int] = defaultdict(int)
            deal, chance = case.game.redealer(view), case.chance(position.index)
            for _ in range(draws):
                seen[case.game.dump(deal(chance))] += 1
            if not seen.keys() <= weights.keys():
                stray = next(iter(seen.keys() - weights.keys()))
                raise case.broken(f"{_name(viewer)} is dealt {stray!r}, which cannot be", position)
            expected = {text: draws * weight / total for text, weight in weights.items()}
            if _misfit(seen, expected) > _FIT:
                raise case.broken(f"deals for {_name(viewer)} are not as likely as they should be", position)
            count += 1
    return count


def _misfit(seen: dict[str, int], expected: dict[str, float]) -> float:
    """How many standard deviations a chi-square is too large; rare deals are counted together."""
    cells: list[tuple[float, float]] = []
    rare_seen = rare_expected = 0.0
    for text, often in expected.items():
        if often < 5:
            rare_seen += seen.get(text, 0)
            rare_expected += often
        else:
            cells.append((seen.get(text, 0), often))
    if rare_expected >= 1:
        cells.append((rare_seen, rare_expected))
    freedom = len(cells) - 1
    if freedom < 1:
        return 0.0
    square = sum((got - often) ** 2 / often for got, often in cells)
    spread = 2 / (9 * freedom)  # Wilson and Hilferty
    return float((square / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread)


class _After(NamedTuple):
    """What one viewer has of one move made in one of the deals."""

    seat: Seat
    move: Move
    look: bytes
    events: bytes
    kept: bytes  # what stays of them in a log
    learned: int


def secrecy(case: Case) -> int:
    """What a move tells a viewer follows from what the viewer then sees, unless it declares a reveal."""
    count = 0
    for position in case.sample():
        for viewer in case.viewers:
            deal = case.game.redealer(case.game.view(position.state, viewer))
            deals = [position.state, *(deal(case.chance((position.index, n))) for n in range(_DEALS))]
            seen: dict[bytes, _After] = {}
            for seat, move in _moves(case, position, deals):
                afters = list(_afters(case, position, deals, viewer, seat, move))
                for after in afters[1:]:
                    _compare(case, position, viewer, afters[0], after)
                if seat == viewer:
                    continue
                # Moves of others that leave the same look: which one it was must not be told.
                for after in afters:
                    first = seen.setdefault(after.look, after)
                    if first.kept != after.kept:
                        raise case.broken(
                            f"{_name(viewer)} sees the same after {_played(case, first)} and "
                            f"{_played(case, after)}, but keeps {first.kept!r} and {after.kept!r}",
                            position,
                        )
            count += 1
    return count


def opening_secret(case: Case) -> int:
    """What a viewer is told before the first move follows from what the viewer sees."""
    count = 0
    for trail in case.trails:
        start = trail.positions[0]
        for viewer in case.viewers:
            deal = case.game.redealer(case.game.view(start.state, viewer))
            told = encoded(case.events(case.game.opening(start.state), viewer))
            if told != encoded(case.events(trail.opening, viewer)):
                raise case.broken(f"{_name(viewer)} asked twice is told something else", start)
            for n in range(_DEALS):
                other = deal(case.chance((trail.seed, n)))
                if encoded(case.events(case.game.opening(other), viewer)) != told:
                    raise case.broken(f"{_name(viewer)} is told of the set-up what it cannot see", start)
            count += 1
    return count


def _moves(case: Case, position: Position, deals: list[Any]) -> list[tuple[Seat, Move]]:
    """The move that was made, and some of each actor's from every deal."""
    found: dict[tuple[Seat, Move], None] = {}
    if position.made is not None:
        found[position.made.seat, position.made.move] = None
    chance = case.chance(position.index)
    for seat in actors(position):
        choices = sorted({move for state in deals for move in _legal(state, seat)})
        for _ in range(min(_MOVES, len(choices))):
            found[seat, choices.pop(chance.below(len(choices)))] = None
    return list(found)


def _legal(state: Any, seat: Seat) -> list[Move]:
    moves: list[Move] = state.legal(seat) if state.deciders() else []
    return moves


def _afters(
    case: Case, position: Position, deals: list[Any], viewer: Viewer, seat: Seat, move: Move
) -> Iterator[_After]:
    for state in deals:
        if move not in _legal(state, seat):
            continue
        after = state.clone()
        notes: list[Note] = []
        luck = Recording(case.chance((position.index, seat, move)))
        learned = after.play(seat, move, luck, notes)
        if luck.answers and not learned & MOVER:
            raise case.broken(f"{case.game.moves.text(move)!r} used luck and does not say so", position)
        events = [event for event in case.events(notes, viewer) if event.key not in case.fleeting]
        yield _After(seat, move, case.look(after, viewer), encoded(events), _kept(events), learned)


def _kept(events: list[Event]) -> bytes:
    """What is told once may say what leaves no trace; what stays in a log may not."""
    return encoded([left for event in events if (left := stays(event)) is not None])


def _compare(case: Case, position: Position, viewer: Viewer, one: _After, other: _After) -> None:
    if one.look == other.look:
        if one.events != other.events:
            raise case.broken(
                f"after {_played(case, one)} {_name(viewer)} sees the same whatever is hidden, but is told "
                f"{one.events!r} or {other.events!r}",
                position,
            )
    elif not (one.learned | other.learned) & (MOVER if one.seat == viewer else OTHERS):
        raise case.broken(
            f"{_played(case, one)} shows {_name(viewer)} something hidden and does not say so", position
        )


def _difference(case: Case, position: Position, dealt: Any, viewer: Viewer) -> str:
    one, other = case.game.view(position.state, viewer), case.game.view(dealt, viewer)
    for name in one.__struct_fields__:
        if getattr(one, name) != getattr(other, name):
            return f"shows {name} = {getattr(other, name)!r}, not {getattr(one, name)!r}"
    if case.legal(position.state, viewer) != case.legal(dealt, viewer):
        return "has other legal moves"
    return "has other hints, prompt or words"


def _owes(state: Any, viewer: Viewer) -> bool:
    return viewer is not None and viewer in members(state.deciders())


def _name(viewer: Viewer) -> str:
    return "the spectators" if viewer is None else f"seat {viewer}"


def _played(case: Case, after: _After) -> str:
    return f"seat {after.seat}'s {case.game.moves.text(after.move)!r}"


CHECKS: tuple[Check, ...] = (redeal_agrees, redeal_varies, redeal_uniform, opening_secret, secrecy)
