"""Checks of a game's bots: they pick what they were offered, and only their events make their memory."""

from typing import Final

from potluck.play.chance import Fast
from potluck.play.conformance.broken import encoded
from potluck.play.conformance.case import Case, Check
from potluck.play.conformance.trails import Trail
from potluck.play.moves import PASS, Move
from potluck.play.seats import Seat, members

_NODES: Final = 20
_CHOICES: Final = 40  # a game, of each level


def bots_choose(case: Case) -> int:
    """Every level picks one of the offered moves and leaves view and list alone.

    Three bots of one seed are told the same in different portions (each event as it comes, all that is
    new before a choice, everything at once to a bot made on the spot) and must choose alike.
    """
    count = 0
    for level in case.game.levels:
        trail = case.trails[0]
        for seat in range(case.seats):
            count += _follow(case, level, trail, seat)
    return count


def _follow(case: Case, level: str, trail: Trail, seat: Seat) -> int:
    make = case.game.levels[level]
    steady, lazy = make(7), make(7)
    stream = case.events(trail.opening, seat)
    unread = list(stream)
    steady.notice(stream)
    count = 0
    for position in trail.positions:
        state = position.state
        deciding = seat in members(state.deciders())
        free = seat in members(state.bystanders())
        legal: list[Move] = state.legal(seat) if deciding or free else []
        if legal and count < _CHOICES:
            offered = legal if deciding else [PASS, *legal]
            view = case.game.view(state, seat)
            before = encoded(view)
            lazy.notice(unread)
            fresh = make(7)
            fresh.notice(stream)
            unread = []
            picks = [
                bot.choose(view, list(offered), _NODES, Fast(position.index)) for bot in (steady, lazy, fresh)
            ]
            if any(pick not in offered for pick in picks):
                raise case.broken(f"{level} picks {picks} of {offered}", position)
            if len(set(picks)) > 1:
                raise case.broken(f"{level}: told in other portions, other choices: {picks}", position)
            if encoded(view) != before:
                raise case.broken(f"{level} changes the view", position)
            count += 1
        if position.made is not None:
            for event in case.events(position.made.notes, seat):
                steady.notice([event])
                unread.append(event)
                stream.append(event)
    return count


CHECKS: tuple[Check, ...] = (bots_choose,)
