"""Why a viewer may not make a move now, from the view alone, with the rule in a comment."""

from collections.abc import Callable, Mapping
from typing import Final

from potluck.games.cooking_rumble.shapes import MOVES, CookingRumbleView, Step, known, matching, phrase
from potluck.play.moves import Move
from potluck.play.phrase import Phrase


def refuse(view: CookingRumbleView, move: Move) -> Phrase | None:
    """The first reason that forbids this move to the viewer, or None."""
    kind, values = MOVES.fields(move)
    return _refuse_step(view, kind) or _REFUSALS[kind](view, values)


# What a step accepts, and from whom.
_STEP_OF_MOVE: Final[Mapping[str, tuple[Step, ...]]] = {
    "wild": ("turn",),
    "card": ("turn",),
    "guess": ("guess",),
    "pan": ("pan", "judge"),
    "move": ("judge",),
}


def _refuse_step(view: CookingRumbleView, kind: str) -> Phrase | None:
    if view.step == "over":
        return phrase("refuse.over")
    if view.seat is None:
        return phrase("refuse.watching")
    if view.seat not in view.waiting:
        return phrase("refuse.wait", seat=view.waiting[0])
    if view.step not in _STEP_OF_MOVE[kind]:
        return phrase(f"refuse.step.{view.step}")
    return None


def _me(view: CookingRumbleView) -> int:
    assert view.seat is not None
    return view.seat


def _refuse_wild(view: CookingRumbleView, values: tuple[int, ...]) -> Phrase | None:
    kind, place = values
    if view.expert:
        return phrase("refuse.wild.expert")  # CR-18
    if not view.tokens[_me(view)][kind & 1]:
        return phrase("refuse.wild.laid", token=kind & 1)  # CR-7
    return _refuse_place(view, place)


def _refuse_card(view: CookingRumbleView, values: tuple[int, ...]) -> Phrase | None:
    if view.illegal_cards or matching(view, _me(view), values[0]):
        return None
    return phrase("refuse.card", kind=values[0])  # CR-8


def _refuse_guess(view: CookingRumbleView, values: tuple[int, ...]) -> Phrase | None:
    return None  # CR-9: any of the four


def _refuse_pan(view: CookingRumbleView, values: tuple[int, ...]) -> Phrase | None:
    empty = _refuse_place(view, values[0])
    if empty or view.step == "judge":  # CR-11: any tile
        return empty
    shown = known(view.shown)
    if values[0] not in matching(view, _me(view), shown):
        return phrase("refuse.pan", place=values[0], kind=shown)  # CR-10
    return None


def _refuse_move(view: CookingRumbleView, values: tuple[int, ...]) -> Phrase | None:
    seat, place, to = values
    if not view.expert:
        return phrase("refuse.move.expert")
    if view.must_place:
        return phrase("refuse.move.twice")
    if seat >= view.seats:
        return phrase("refuse.move.seat")
    if seat == view.judge:
        return phrase("refuse.move.own")
    start = view.tiles[place]
    if start is None or start.rows[seat].pans == 0:
        return phrase("refuse.move.none", seat=seat, place=place)
    return _refuse_place(view, to)


def _refuse_place(view: CookingRumbleView, place: int) -> Phrase | None:
    return None if view.tiles[place] else phrase("refuse.place", place=place)  # CR-17


_REFUSALS: Final[Mapping[str, Callable[[CookingRumbleView, tuple[int, ...]], Phrase | None]]] = {
    "wild": _refuse_wild,
    "card": _refuse_card,
    "guess": _refuse_guess,
    "pan": _refuse_pan,
    "move": _refuse_move,
}
