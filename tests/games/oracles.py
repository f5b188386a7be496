"""For each game, every deal that agrees with a view, found without the game's own redealer.

An oracle maps a view to position texts and their weights; `redeal_uniform` compares redeals with it.
A view with too many deals may be answered with nothing; small ones must be there.
"""

from collections.abc import Mapping
from typing import Any, Final

from potluck.play.conformance import Oracle

_KINDS: Final = ("cereals", "fruits", "sugars", "proteins")
_LETTERS: Final = "cfsp"


def cooking_rumble(view: Any) -> Mapping[str, float]:
    """Hidden is the face-down card alone: each kind it can be, equally likely (CR-8, CR-12).

    Which tiles are left is public, and the deck has no order.
    """
    if not view.card_down:
        return {_cooking_rumble_text(view, None): 1.0}
    if view.card is not None:
        return {_cooking_rumble_text(view, view.card): 1.0}
    asked = {tile.rows[view.active].next for tile in view.tiles if tile is not None}
    kinds = range(len(_KINDS)) if view.illegal_cards else sorted(asked - {None})
    return {_cooking_rumble_text(view, kind): 1.0 for kind in kinds}


def _cooking_rumble_text(view: Any, card: int | None) -> str:
    """The position in its notation (games/cooking_rumble/notation.py), written from what is seen."""
    head = f"{view.seats}{'x' * view.expert}{'i' * view.illegal_cards}"
    places = ["-" if tile is None else _tile(tile) for tile in view.tiles]
    taken = "/".join(",".join(str(tile.id) for tile in sorted(each, key=_id)) or "-" for each in view.taken)
    words = [head, view.step, f"{view.active + 1}/{view.judge + 1}", *places]
    words += ["deck", "*", "taken", taken]
    if card is not None:
        words += ["card", _KINDS[card]]
    if view.guess is not None:
        words += ["said", _KINDS[view.guess], _KINDS[view.shown], "right" if view.right else "wrong"]
    if view.must_place:
        words.append("must-place")
    return " ".join(words)


def _id(tile: Any) -> int:
    return int(tile.id)


def _tile(tile: Any) -> str:
    rows = []
    for row in tile.rows:
        symbols = []
        for at in range(3):
            wilds = "".join(_LETTERS[wild.shows] for wild in row.wilds if wild.at == at)
            symbols.append(wilds + ("o" if at < row.pans else "."))
        rows.append("".join(symbols))
    return ":".join([str(tile.id), *rows])


ORACLES: Final[Mapping[str, Oracle]] = {"cooking_rumble": cooking_rumble}

# Events that say something public and leave no trace in any view, by game.
FLEETING: Final[Mapping[str, frozenset[str]]] = {}
