"""Checks of redeals: they look like the state to their viewer, vary what is hidden, and all that is hidden.

From a state and a viewer, redeal everything that viewer cannot know. All that is sent about the state
must then be the same. A redeal that did not vary would compare a state with itself.
"""

from collections import defaultdict
from math import sqrt
from typing import Any, Final

from potluck.play.chance import Fast, Script
from potluck.play.conformance.broken import Viewer, called, encoded
from potluck.play.conformance.case import Case, Check, owes
from potluck.play.conformance.trails import Position
from potluck.play.errors import PotluckError

_DEALS: Final = 2
_SETUPS: Final = 20
_OTHER_SETUPS: Final = 20  # set-ups that differ from one that was played in a single answer of luck
_TWINS: Final = 24  # groups of states that one viewer cannot tell apart
_FEW: Final = 60
_MANY: Final = 3000
_SMALL: Final = 12  # a redealer with so few different deals must have shown them all
_SUPPORT: Final = 300  # deals an oracle may list
_COUNTED: Final = 8  # views of a case whose deals are counted
_FIT: Final = 5.0  # standard deviations
_REMEMBERED: Final = 8  # deals that must not all hold what is forgotten


def redeal_agrees(case: Case) -> int:
    """A redeal looks exactly like the state to its viewer, is a position, and keeps all pieces."""
    count = 0
    for position in case.sample:
        pieces = dict(case.game.pieces(position.state))
        for viewer in case.viewers:
            moves = case.some_moves((position.index, viewer))
            refusals = _refusals(case, position.state, viewer, moves)
            same = _spellings(case, position.state, viewer, moves)
            for n, dealt in enumerate(case.dealt(position, viewer, _DEALS)):
                text = case.game.dump(dealt)
                told = f"to {called(viewer)} the deal {text!r} "
                if not case.looks_alike(position, viewer, dealt):
                    raise case.broken(told + _difference(case, position, dealt, viewer), position)
                if _refusals(case, dealt, viewer, moves) != refusals:
                    raise case.broken(told + "refuses otherwise", position)
                if _spellings(case, dealt, viewer, moves) != same:
                    raise case.broken(told + "spells otherwise", position)
                if dealt.bystanders() != position.state.bystanders():
                    raise case.broken(told + "has other bystanders: they depend on a secret", position)
                if owes(dealt, viewer) != owes(position.state, viewer):
                    raise case.broken(told + "does not wait for the same", position)
                if dict(case.game.pieces(dealt)) != pieces:
                    raise case.broken(told + "has other pieces", position)
                if case.game.dump(case.game.load(text)) != text:
                    raise case.broken(told + "is no position", position)
                again = case.deal(position, viewer)(case.deal_luck(position, viewer, n)) if n == 0 else dealt
                if case.game.dump(again) != text:
                    raise case.broken("the same luck deals differently the second time", position)
                count += 1
    return count


def _refusals(case: Case, state: Any, viewer: Viewer, moves: list[int]) -> list[object]:
    view = case.game.view(state, viewer)
    return [case.game.refuse(view, move) for move in moves]


def _spellings(case: Case, state: Any, viewer: Viewer, moves: list[int]) -> list[int]:
    view = case.game.view(state, viewer)
    return [case.game.same(view, move) for move in moves]


def _difference(case: Case, position: Position, dealt: Any, viewer: Viewer) -> str:
    one, other = position.views[viewer], case.game.view(dealt, viewer)
    for name in one.__struct_fields__:
        if getattr(one, name) != getattr(other, name):
            return f"shows {name} = {getattr(other, name)!r}, not {getattr(one, name)!r}"
    if case.legal(position.state, viewer) != case.legal(dealt, viewer):
        return "has other legal moves"
    return "has other hints, prompt or words"


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
            raise case.broken(f"every deal for {called(viewer)} is {dealt.pop()!r}, not {sorted(found)}")
        tries = 0
        while len(dealt) <= _SMALL and not dealt >= found.keys() and tries < _MANY:
            dealt.add(case.game.dump(deal(chance)))
            tries += 1
        if len(dealt) <= _SMALL and not dealt >= found.keys():
            raise case.broken(f"for {called(viewer)} no deal is {sorted(found.keys() - dealt)[0]!r}")
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
    for state in _other_setups(case):
        add(state)
    for position in case.positions:
        for viewer in case.viewers:
            groups[viewer, position.looks[viewer]][position.text] = position.state
    for position in case.sample:
        chance = case.chance(position.index)
        for seat in position.actors:
            legal = position.state.legal(seat)
            for move in {legal[chance.below(len(legal))] for _ in range(8)} if legal else ():
                state = position.state.clone()
                state.play(seat, move, Fast(5))
                add(state)
    return groups


def _other_setups(case: Case) -> list[Any]:
    """Set-ups in which one answer of luck is another: most viewers see no difference."""
    found = []
    for trail in case.trails[:2]:
        chance = case.chance(trail.seed)
        for _ in range(_OTHER_SETUPS if trail.setup else 0):
            answers = [answer for answer, _ in trail.setup]
            at = chance.below(len(answers))
            answers[at] = chance.below(trail.setup[at][1])
            try:
                found.append(case.game.new(case.seats, case.options, Script(answers)))
            except PotluckError:
                continue  # what was asked next depends on the answer
    return found


def redeal_uniform(case: Case) -> int:
    """Redeals come as often as an independent enumeration says (chi-square, where the game has an oracle)."""
    oracle = case.helpers.oracle
    if oracle is None:
        return 0
    count = 0
    for position in case.sample:
        for viewer in case.viewers:
            weights = oracle(position.views[viewer]) if count < _COUNTED else {}
            if not 1 < len(weights) <= _SUPPORT:
                continue
            total = sum(weights.values())
            draws = max(200, 15 * len(weights))
            seen: dict[str, int] = defaultdict(int)
            deal, chance = case.deal(position, viewer), case.chance(position.index)
            for _ in range(draws):
                seen[case.game.dump(deal(chance))] += 1
            if not seen.keys() <= weights.keys():
                stray = next(iter(seen.keys() - weights.keys()))
                raise case.broken(f"{called(viewer)} is dealt {stray!r}, which cannot be", position)
            expected = {text: draws * weight / total for text, weight in weights.items()}
            if _misfit(seen, expected) > _FIT:
                raise case.broken(f"deals for {called(viewer)} are not as likely as they should be", position)
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


def redeal_remembers(case: Case) -> int:
    """Deals for who remembers agree with view and memory; for who does not, they vary what is forgotten.

    Where the game forgets anything, and its tests say what a perfect memory has. A view that went on
    showing what is told once would leave its deals nothing to vary.
    """
    count = varied = 0
    for position in case.sample:
        for viewer in case.viewers:
            memory = case.recalled(position.state, viewer)
            if memory is None:
                continue
            deal = case.game.redealer(case.game.view(position.state, viewer), memory)
            for n in range(_DEALS):
                dealt = deal(case.deal_luck(position, viewer, n))
                told = f"the deal {case.game.dump(dealt)!r} for {called(viewer)}, who remembers {memory}, "
                if not case.looks_alike(position, viewer, dealt):
                    raise case.broken(told + _difference(case, position, dealt, viewer), position)
                if case.recalled(dealt, viewer) != memory:
                    raise case.broken(
                        told + f"would be remembered as {case.recalled(dealt, viewer)}", position
                    )
            without = case.dealt(position, viewer, _REMEMBERED)
            varied += any(case.recalled(each, viewer) != memory for each in without)
            count += 1
    if count and not varied:
        raise case.broken("views go on showing all that is told once: deals without memory have it, too")
    return count


CHECKS: tuple[Check, ...] = (redeal_agrees, redeal_varies, redeal_uniform, redeal_remembers)
