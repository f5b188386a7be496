"""Why a viewer may not make a move, from the view alone (so that a refusal tells nothing)."""

from typing import Final

from potluck.games.secret_recipe.data import CLUE_ROUNDS, ERASE_MOVES, SPOTS_PLAIN
from potluck.games.secret_recipe.data import PEEK_ONE as TOKEN_ONE
from potluck.games.secret_recipe.data import PEEK_TWO as TOKEN_TWO
from potluck.games.secret_recipe.moves import MOVES
from potluck.games.secret_recipe.view import SecretRecipeView, base_of
from potluck.play.moves import Move
from potluck.play.phrase import Arg, Phrase

ID: Final = "secret_recipe"

# The steps in which a kind of move belongs at all; free moves apart.
_STEPS: Final = {
    "discard": ("turn",),
    "clue": ("turn",),
    "question": ("turn",),
    "nothing": ("vote", "initiate", "counter"),
    "think": ("vote",),
    "unveil": ("vote", "initiate", "counter"),
    "keep": ("keep",),
    "ask": ("tea",),
    "look": ("look",),
    "pact": ("pact",),
    "swap": ("turn", "vote", "initiate", "counter"),
    "erase": ("swap",),
    "content": ("swap",),
}


class _Latest:
    """The legal moves of the view asked about last: boards ask about many moves of one view."""

    found: tuple[SecretRecipeView | None, frozenset[Move]] = (None, frozenset())


def legal_of(view: SecretRecipeView) -> frozenset[Move]:
    """The viewer's legal moves, as the view tells them."""
    latest, moves = _Latest.found
    if latest is not view:
        moves = frozenset(() if view.seat is None else base_of(view).legal(view.seat))
        _Latest.found = view, moves
    return moves


def refuse(view: SecretRecipeView, move: Move) -> Phrase | None:
    """The first reason against this move, or None."""
    if view.step == "over":
        return _say("over")
    if view.seat is None:
        return _say("watching")
    if move in legal_of(view):
        return None
    kind, values = MOVES.fields(move)
    if kind.startswith("peek"):
        return _peek(view, kind)
    if view.step not in _STEPS[kind]:
        return _say(f"when.{kind}")
    if kind == "swap" and not view.tea[view.seat]:
        return _say("swap.none")
    if view.seat not in view.waiting and kind not in ("erase", "content"):
        if view.sealed[view.seat]:
            return _say("sealed")
        return _say("wait", seat=view.waiting[0])
    if kind == "discard":
        return _say("discard.used")
    if kind == "clue":
        return _clue(view, values)
    if kind == "question":
        return _question(view, values)
    if kind in ("think", "unveil"):
        return _vote(view, kind, values)
    if kind == "keep":
        return _say("keep", token=values[0])
    if kind == "ask":
        return _say("ask.self" if values[0] == view.seat else "seat")
    if kind == "erase":
        laid = view.swap is not None and view.swap.laid[view.seat] >= ERASE_MOVES
        return _say("erase.used" if laid else "erase.same")
    if kind == "content":
        return _say("content")
    return _say("wait", seat=view.waiting[0])


def _say(name: str, **args: Arg) -> Phrase:
    return Phrase(f"{ID}.refuse.{name}", dict(args))


def _peek(view: SecretRecipeView, kind: str) -> Phrase:
    """SR-20, SR-46."""
    if view.step in ("keep", "swap"):
        return _say("when.peek")
    seat = view.seat or 0
    token = TOKEN_ONE if kind == "peek1" else TOKEN_TWO
    if token not in (view.kept[seat] or []):
        return _say("peek.none", token=token)
    if view.pair is not None and not view.pair.prints[seat]:
        return _say("peek.prints")
    return _say("peek.once" if kind == "peek2once" else "peek.last")


def _clue(view: SecretRecipeView, values: tuple[int, ...]) -> Phrase:
    slot, _, spot = values
    own = view.recipes[view.seat or 0]
    if slot >= len(own):
        return _say("slot")
    if view.pair is not None and view.round > CLUE_ROUNDS:
        return _say("clue.questions")
    if all(each.revealed for each in own):
        return _say("clue.revealed_all")
    if own[slot].revealed:
        return _say("clue.revealed", slot=slot)
    if view.pair is not None:
        if any(clue.seat == clue.owner == view.seat and clue.slot == slot for clue in view.clues):
            return _say("clue.again", slot=slot)
        if spot >= SPOTS_PLAIN:
            return _say("spot")
    return _say("clue.false")


def _question(view: SecretRecipeView, values: tuple[int, ...]) -> Phrase:
    owner, slot, _, spot = values
    if view.pair is not None and view.round <= CLUE_ROUNDS:
        return _say("question.early")
    if view.pair is None and not all(each.revealed for each in view.recipes[view.seat or 0]):
        return _say("question.hidden")
    wrong = _target(view, owner, slot)
    if wrong is not None:
        return wrong
    return _say("spot") if spot >= SPOTS_PLAIN else _say("wait", seat=view.waiting[0])


def _target(view: SecretRecipeView, owner: int, slot: int) -> Phrase | None:
    if owner >= view.seats:
        return _say("seat")
    if owner == view.seat:
        return _say("own")
    if slot >= len(view.recipes[owner]):
        return _say("slot")
    if view.recipes[owner][slot].revealed:
        return _say("revealed", owner=owner, slot=slot)
    return None


def _vote(view: SecretRecipeView, kind: str, values: tuple[int, ...]) -> Phrase:
    wrong = _target(view, values[0], values[1])
    if wrong is not None:
        return wrong
    if kind == "unveil":
        return _say("collect", cell=values[3], kind=values[2])
    seat = view.seat or 0
    if not view.thinks[seat]:
        return _say("think.none")
    return _say("think.again", owner=values[0], slot=values[1])
