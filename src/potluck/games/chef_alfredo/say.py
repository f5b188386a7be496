"""What Chef Alfredo says, from the view alone: prompts, reasons, hints, and the whole view in words."""

from collections.abc import Mapping
from typing import Final

from potluck.games.chef_alfredo.material import MANY, POTS
from potluck.games.chef_alfredo.table import ID, MOVES, Step
from potluck.games.chef_alfredo.view import ChefAlfredoView, Hints
from potluck.play.game import Section
from potluck.play.moves import Move
from potluck.play.phrase import Arg, Phrase, Say
from potluck.play.reasons import not_asked

_say: Final = Say(ID)


def prompt(view: ChefAlfredoView) -> Phrase:
    """What the table waits for, said to this viewer."""
    if view.step == "over":
        return _decided(view)
    mine = view.seat in view.waiting
    if view.step == "look":
        return _say("prompt.look.you") if mine else _say("prompt.look", waiting=view.waiting)
    args: dict[str, Arg] = {}
    if view.step in ("choose", "lifted", "answer"):
        args["kind"] = view.die if view.die is not None else 0
    if view.step in ("lifted", "answer"):
        args["pot"] = view.chosen if view.chosen is not None else 0
    if view.step == "answer":
        args["neighbour"] = view.neighbour
    if not mine or view.step == "answer":
        args["seat"] = view.active
    return _say(f"prompt.{view.step}{'.you' if mine else ''}", **args)


def _decided(view: ChefAlfredoView) -> Phrase:
    """What decided the game (CA-18, CA-19)."""
    first, *others = winners = view.winners()
    if others:
        return _say("prompt.over.tie", winners=winners, n=view.scores[first])
    return _say("prompt.over.most", seat=first, n=view.scores[first], ahead=view.ahead())


def hints(view: ChefAlfredoView) -> Hints:
    """Pots that answer to a tap now."""
    choosing = view.step in ("swap", "choose") and view.seat == view.active
    return Hints(list(range(POTS)) if choosing else [])


# The kinds of move that a step accepts.
_MOVES_OF: Final[Mapping[Step, tuple[str, ...]]] = {
    "look": ("ready",),
    "roll": ("roll",),
    "swap": ("swap",),
    "choose": ("pot",),
    "lifted": ("throw",),
    "answer": ("trust", "doubt"),
}


def refuse(view: ChefAlfredoView, move: Move) -> Phrase | None:
    """Why this viewer may not make this move now; None if they may."""
    if view.step == "look" and view.seat in view.ready:
        return _say("refuse.ready")
    waits = not_asked(view)
    if waits is not None:
        return waits
    kind, _ = MOVES.fields(move)
    return None if kind in _MOVES_OF[view.step] else _say(f"refuse.step.{view.step}")


def describe(view: ChefAlfredoView) -> list[Section]:
    """The view in words."""
    stove = [_pot_line(view, pot) for pot in range(POTS)]
    kitchen = [_say("line.container", kind=kind, n=count) for kind, count in enumerate(view.containers)]
    kitchen.append(_say("line.supply", n=view.supply))
    if view.die is not None:
        kitchen.insert(0, _say("line.die", die=view.die))
    scores = [_say("line.score", seat=seat, n=points) for seat, points in enumerate(view.scores)]
    return [
        Section(_say("section.stove"), stove),
        Section(_say("section.kitchen"), kitchen),
        Section(_say("section.scores"), scores),
    ]


def _pot_line(view: ChefAlfredoView, pot: int) -> Phrase:
    """One hotplate in words."""
    for name, seen in (("lifted", view.lifted), ("poured", view.poured)):
        if seen is not None and seen.pot == pot:
            inside = dict(zip(MANY, seen.inside, strict=True))
            return _say(f"line.pot.{name}", pot=pot, tile=seen.tile, **inside)
    if view.pots is not None:
        opened = view.pots[pot]
        inside = dict(zip(MANY, opened.inside, strict=True))
        return _say("line.pot.opened", pot=pot, tile=opened.tile, **inside)
    if view.look is not None:
        return _say("line.pot.look", pot=pot, tile=view.look[pot])
    return _say("line.pot.marked" if view.chosen == pot else "line.pot.closed", pot=pot)
