"""Checks of the two doors that are asked before a move is made: trying it out, and why it may not be made.

A trial goes only as far as the mover knows the outcome. So it must not matter to it what is hidden, nor
whether others have already chosen what is chosen at the same time.
"""

from collections.abc import Sequence
from typing import Any, Final

from potluck.play.chance import Fast, Forbidden
from potluck.play.conformance.broken import encoded
from potluck.play.conformance.case import Case, Check, owes
from potluck.play.conformance.trails import Position
from potluck.play.errors import ChanceForbidden, MoveIllegal, PotluckError, TrialEnds
from potluck.play.learned import MOVER
from potluck.play.moves import Move
from potluck.play.notes import Note
from potluck.play.seats import Seat, members
from potluck.play.trial import try_moves, why_not

_DEALS: Final = 2
_STEPS: Final = 4  # moves of a trial
_SPELLED: Final = 400  # moves whose spelling is looked at


def trial(case: Case) -> int:
    """Trying moves equals playing them, ends where the mover would learn something, and changes nothing.

    It comes out the same in every deal that agrees with what the seat sees.
    """
    count = 0
    for position in case.sample:
        for seat in position.actors:
            legal = position.state.legal(seat)
            if not legal:
                continue
            chance = case.chance((position.index, seat))
            moves = _line(position.state, seat, chance)
            before = case.game.dump(position.state)
            for tried in [moves[:many] for many in range(1, len(moves) + 1)]:
                _compare(case, position, seat, tried)
                told = _outcome(case, position.state, seat, tried)
                for dealt in case.dealt(position, seat, _DEALS):
                    if _outcome(case, dealt, seat, tried) != told:
                        texts = [case.game.moves.text(move) for move in tried]
                        raise case.broken(
                            f"what seat {seat} sees trying {texts} depends on a secret", position
                        )
                count += 1
            if case.game.dump(position.state) != before:
                raise case.broken("a trial has changed the state", position)
            _first_and_last(case, position, seat, moves[0], chance)
    return count


def _line(state: Any, seat: Seat, chance: Fast) -> list[Move]:
    """Legal moves of a seat, one after the other, as far as it goes on without luck."""
    moves: list[Move] = []
    state = state.clone()
    while len(moves) < _STEPS and (legal := state.legal(seat)):
        moves.append(legal[chance.below(len(legal))])
        try:
            learned = state.play(seat, moves[-1], Forbidden())
        except ChanceForbidden:
            break
        if learned & MOVER or not owes(state, seat):
            break
    return moves


def _compare(case: Case, position: Position, seat: Seat, moves: Sequence[Move]) -> None:
    """Against playing them, step by step."""
    texts = [case.game.moves.text(move) for move in moves]
    played = position.state.clone()
    ends = False
    for move in moves:
        try:
            learned = played.play(seat, move, Forbidden())
        except ChanceForbidden:
            learned = MOVER
        ends = bool(learned & MOVER) or not owes(played, seat)
    try:
        tried = try_moves(case.game, position.state, seat, moves)
    except TrialEnds:
        if not ends:
            raise case.broken(
                f"seat {seat} may not try {texts}, though nothing is learned", position
            ) from None
        return
    if ends:
        raise case.broken(f"seat {seat} may try {texts}, past what it may know", position)
    if case.game.dump(tried) != case.game.dump(played):
        raise case.broken(f"seat {seat} trying {texts} comes elsewhere than playing them", position)


def _outcome(case: Case, state: Any, seat: Seat, moves: Sequence[Move]) -> bytes:
    """What the seat is sent back."""
    try:
        return case.glance(try_moves(case.game, state, seat, moves), seat)
    except PotluckError as error:
        return encoded([type(error).__name__, error.phrase])


def _first_and_last(case: Case, position: Position, seat: Seat, move: Move, chance: Fast) -> None:
    """Who cannot see whether it is the first or the last of several to choose is not told by trying."""
    others = [each for each in members(position.state.deciders()) if each != seat]
    if not others or not owes(position.state, seat):
        return
    last = position.state.clone()
    for other in others:
        legal = last.legal(other)
        for _ in range(_STEPS):
            if owes(last, other) and legal:
                last.play(other, legal[chance.below(len(legal))], chance)
                legal = last.legal(other)
    if last.deciders() != 1 << seat or case.glance(last, seat) != case.glance(position.state, seat):
        return  # the others' choices led on, or everybody may see who has chosen
    first_ends = _ends(case, position.state, seat, move)
    if first_ends != _ends(case, last, seat, move):
        text = case.game.moves.text(move)
        raise case.broken(f"seat {seat} trying {text!r} learns whether it is the last to choose", position)


def _ends(case: Case, state: Any, seat: Seat, move: Move) -> bool:
    try:
        try_moves(case.game, state, seat, [move])
    except TrialEnds:
        return True
    return False


def reasons(case: Case) -> int:
    """Why not is said of many moves as of each, and trying a refused move says the same."""
    count = 0
    for position in case.sample:
        for seat in position.actors:
            legal = position.state.legal(seat)
            if not legal:
                continue
            moves = case.some_moves((position.index, seat))[:40]
            view = case.game.view(position.state, seat)
            whys = why_not(case.game, view, moves)
            if whys != [case.game.refuse(view, move) for move in moves]:
                raise case.broken("asked of many moves, other reasons", position)
            for move, why in zip(moves, whys, strict=True):
                try:
                    try_moves(case.game, position.state, seat, [move])
                except MoveIllegal as error:
                    if error.phrase != why:
                        text = case.game.moves.text(move)
                        raise case.broken(
                            f"trying {text!r} says {error.phrase}, not {why}", position
                        ) from None
                except TrialEnds:
                    pass
                count += 1
    return count


def spellings(case: Case) -> int:
    """Another spelling leads to a legal move, and that one to itself; one choice is one legal move."""
    count = 0
    for position in case.sample:
        for viewer in case.viewers:
            view = case.game.view(position.state, viewer)
            legal = case.legal(position.state, viewer)
            moves = case.some_moves((position.index, viewer)) + legal[:_SPELLED]
            several = False
            for move in moves:
                same = case.game.same(view, move)
                if same != move and same not in legal:
                    raise case.broken(f"{_names(case, move, same)}, which is not legal", position)
                if move in legal and same != move:
                    raise case.broken(f"{_names(case, move, same)}, and both are legal", position)
                if case.game.same(view, same) != same:
                    raise case.broken(f"{_names(case, move, same)}, which leads on", position)
                several = several or same != move
                count += 1
            if several and viewer is not None:
                _one_choice(case, position, viewer, legal[:_SPELLED])
    return count


def _one_choice(case: Case, position: Position, seat: Seat, legal: Sequence[Move]) -> None:
    """No two legal moves come to the same, in a game that has spellings."""
    found: dict[tuple[str, bytes], Move] = {}
    for move in legal:
        state = position.state.clone()
        notes: list[Note] = []
        state.play(seat, move, Fast(position.index), notes)
        first = found.setdefault((case.game.dump(state), encoded(notes)), move)
        if first != move:
            raise case.broken(f"{_names(case, move, first)} by what it does, and both are legal", position)


def _names(case: Case, move: Move, same: Move) -> str:
    return f"{case.game.moves.text(move)!r} is another spelling of {case.game.moves.text(same)!r}"


CHECKS: tuple[Check, ...] = (trial, reasons, spellings)
