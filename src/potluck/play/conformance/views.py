"""Checks of what viewers get: views that travel, refusals with words, events that can be worded."""

import msgspec

from potluck.play.conformance.broken import called, encoded
from potluck.play.conformance.case import Case, Check
from potluck.play.conformance.trails import Position
from potluck.play.moves import PASS
from potluck.play.phrase import Phrase
from potluck.play.seats import members

# The argument that chooses between singular and plural is a number in every vocabulary.
COUNT = "n"


def views_travel(case: Case) -> int:
    """Views and hints become JSON and come back equal, and are of the declared types."""
    count = 0
    for position in case.positions:
        for viewer in case.viewers:
            view = position.views[viewer]
            if type(view) is not case.game.views:
                raise case.broken(f"the view is a {type(view).__name__}", position)
            if msgspec.json.decode(position.looks[viewer], type=case.game.views) != view:
                raise case.broken("the view reads back otherwise", position)
            hints = case.game.hints(view)
            if type(hints) is not case.game.hinted:
                raise case.broken(f"the hints are a {type(hints).__name__}", position)
            if msgspec.json.decode(encoded(hints), type=case.game.hinted) != hints:
                raise case.broken("the hints read back otherwise", position)
            if view.seat != viewer or view.seats != case.seats:
                raise case.broken(f"the view is of seat {view.seat} of {view.seats}", position)
            count += 1
    return count


def waiting(case: Case) -> int:
    """A view waits for somebody until the game is over, and a seat knows when it owes a choice."""
    count = 0
    for position in case.positions:
        over = position.state.result() is not None
        for viewer in case.viewers:
            waits = position.views[viewer].waiting
            if waits != sorted(set(waits)) or not set(waits) <= set(range(case.seats)):
                raise case.broken(f"waiting is {waits}", position)
            if over == bool(waits):
                raise case.broken(
                    f"waiting is {waits} and the game is {'' if over else 'not '}over", position
                )
            if viewer is not None and (viewer in waits) != (viewer in members(position.state.deciders())):
                raise case.broken(f"seat {viewer} is told the table waits for {waits}", position)
            count += 1
    return count


def refusals(case: Case) -> int:
    """`refuse` has words for every move but the legal ones and their spellings; spectators may do nothing."""
    count = 0
    for position in case.sample:
        for viewer in case.viewers:
            view = position.views[viewer]
            legal = set(case.legal(position.state, viewer))
            # Who has no moves at all is mostly told one thing; large tables are sampled there.
            rows = range(len(case.game.moves)) if legal else case.some_moves(position.index)
            whys = case.refused(position, viewer) if legal else None
            for move in rows:
                why = case.game.refuse(view, move) if whys is None else whys[move]
                if (why is None) != (move in legal or case.game.same(view, move) in legal):
                    text = case.game.moves.text(move)
                    raise case.broken(
                        f"{called(viewer)}, {text!r}: refused by {why}, legal {sorted(legal)}", position
                    )
                count += 1
    return count


def events_worded(case: Case) -> int:
    """Events and what stays of them are the game's own, their arguments numbers that the vocabulary can word.

    What stays of an event that is told once says no more than it.
    """
    count = 0
    prefix = f"{case.game.about.id}.event."
    for trail in case.trails:
        told = [(trail.opening, trail.positions[0])]
        told += [(each.made.notes, each) for each in trail.positions if each.made is not None]
        for notes, position in told:
            for viewer in case.viewers:
                for event in case.events(notes, viewer):
                    for phrase in (event,) if event.kept is None else (event, event.kept):
                        if not phrase.key.startswith(prefix):
                            raise case.broken(f"event {phrase.key!r} is not under {prefix!r}", position)
                        check_arguments(case, phrase, position)
                    if event.kept is not None:
                        if not event.once:
                            raise case.broken(f"{event.key} stays as it is and as something else", position)
                        more = {n: arg for n, arg in event.kept.args.items() if event.args.get(n) != arg}
                        if more:
                            raise case.broken(
                                f"{event.key} is kept with more than was told: {more}", position
                            )
                    count += 1
    return count


def check_arguments(case: Case, phrase: Phrase, position: Position | None = None) -> None:
    """Raise unless every argument is known to the vocabulary and every seat exists."""
    for name, value in phrase.args.items():
        kind = case.game.vocabulary.get(name, "number" if name == COUNT else None)
        if kind is None:
            raise case.broken(f"{phrase.key}: the vocabulary has no {name!r}", position)
        values = value if isinstance(value, list) else [value]
        if any(type(each) is not int for each in values):
            raise case.broken(f"{phrase.key}: {name} is {value!r}", position)
        if kind == "seat" and any(each not in range(case.seats) for each in values):
            raise case.broken(f"{phrase.key}: there is no seat {value!r}", position)
        if kind != "seat" and kind != "number" and any(each < 0 for each in values):
            raise case.broken(f"{phrase.key}: {name} is {value!r}", position)


def passing(case: Case) -> int:
    """PASS is the drivers' word: no table row has its number and no state offers it."""
    count = 0
    for position in case.sample:
        for seat in position.actors:
            if PASS in position.state.legal(seat):
                raise case.broken(f"seat {seat} is offered PASS by the state", position)
            count += 1
    return count


CHECKS: tuple[Check, ...] = (views_travel, waiting, refusals, events_worded, passing)
