"""For each game, every deal that agrees with a view, found without the game's own redealer.

An oracle maps a view to position texts and their weights; `redeal_uniform` compares redeals with it.
A view with too many deals may be answered with nothing; small ones must be there.
"""

from collections import Counter
from collections.abc import Mapping
from itertools import permutations, product
from typing import Any, Final

from potluck.play.conformance import Oracle, Recall, Viewer

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
    """The position in its notation (games/cooking_rumble/position.py), written from what is seen."""
    head = f"{view.seats}{'x' * view.expert}{'i' * view.illegal_cards}"
    places = ["-" if tile is None else _tile(tile) for tile in view.tiles]
    taken = "/".join(",".join(str(tile.id) for tile in sorted(each, key=_id)) or "-" for each in view.taken)
    words = [head, view.step, f"p{view.active + 1}/p{view.judge + 1}", *places]
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


_TOO_MANY: Final = 5_000


def chef_alfredo(view: Any) -> Mapping[str, float]:
    """Hidden are tiles and contents of closed pots (CA-15): every order of the tiles nobody shows now,
    times every way in which the ingredients that are out can have been thrown, one by one, into the
    closed pots so that none overflows."""
    opened = [each for each in (view.lifted, view.poured) if each is not None]
    seen = dict(enumerate(view.look or [])) | {each.pot: each.tile for each in opened}
    orders = [
        order for order in permutations(range(4)) if all(order[pot] == tile for pot, tile in seen.items())
    ]
    out = [10 - left for left in view.containers]
    here = [[0] * 4 for _ in range(4)]
    closed = [pot for pot in range(4) if pot not in {each.pot for each in opened}]
    if view.lifted is not None:
        here[view.lifted.pot] = list(view.lifted.inside)
    elif view.chosen is not None:
        here[view.chosen][view.die] += 1  # everybody saw it fall in
    thrown = [kind for kind in range(4) for _ in range(out[kind] - sum(pot[kind] for pot in here))]
    if len(orders) * len(closed) ** len(thrown) > _TOO_MANY:
        return {}
    found: Counter[str] = Counter()
    for pots in product(closed, repeat=len(thrown)):
        inside = [list(pot) for pot in here]
        for kind, pot in zip(thrown, pots, strict=True):
            inside[pot][kind] += 1
        if max(sum(pot) for pot in inside) <= view.pot_capacity:
            found.update(_chef_alfredo_text(view, order, inside) for order in orders)
    return found


def _chef_alfredo_text(view: Any, order: tuple[int, ...], inside: list[list[int]]) -> str:
    """The position in its notation (games/chef_alfredo/position.py), written from what is seen."""
    faces = ["-" if view.die is None else ("carrot", "tomato", "bean", "garlic", "chef")[view.die]]
    poured = "-"
    if view.poured is not None:
        poured = f"{'abcd'[view.poured.pot]}:{_counts(view.poured.inside)}"
    return " ".join(
        [
            f"{view.seats}/{view.points_to_end}/{view.round_limit}/{view.pot_capacity}",
            view.step,
            f"p{view.active + 1}",
            str(view.turns),
            *faces,
            "".join(f"p{seat + 1}" for seat in view.ready) or "-",
            "".join("ctbg"[tile] for tile in order),
            "/".join(_counts(pot) for pot in inside),
            "/".join(map(str, view.scores)),
            "-" if view.chosen is None else "abcd"[view.chosen],
            poured,
        ]
    )


def _counts(inside: list[int]) -> str:
    return "".join("0123456789a"[count] for count in inside)


# None: even the smallest views of the game have too many deals to list; UNIFORM_IN says which of its own
# tests compare redeals with a count by brute force on small decks.
ORACLES: Final[Mapping[str, Oracle | None]] = {
    "chef_alfredo": chef_alfredo,
    "cooking_rumble": cooking_rumble,
    "secret_recipe": None,
}
UNIFORM_IN: Final[Mapping[str, str]] = {"secret_recipe": "secret_recipe/test_redeal.py"}

# Events that say something public and leave no trace in any view, by game.
FLEETING: Final[Mapping[str, frozenset[str]]] = {
    # what falls out of pots that are emptied before everybody's eyes (CA-16, CA-17)
    "chef_alfredo": frozenset({"chef_alfredo.event.emptied", "chef_alfredo.event.full"}),
    # which of two equal pantry tiles was exchanged
    "secret_recipe": frozenset(f"secret_recipe.event.{name}" for name in ("discard", "refill", "bag")),
}

# Games whose positions cost much to check: the options that the fast suite plays, few positions of each.
SHORT: Final[Mapping[str, Mapping[str, Any]]] = {
    "chef_alfredo": {"points_to_end": 12},
    "secret_recipe": {"round_limit": 8, "help": "expert"},
}


def _tiles(state: Any, viewer: Viewer) -> Mapping[int, int] | None:
    """Every seat has seen all tiles in the opening look, and pots are swapped before everybody's eyes."""
    return None if viewer is None else dict(enumerate(state.tiles))


# What a perfect memory has beyond the view, in the form that the game's redealer takes.
RECALL: Final[Mapping[str, Recall]] = {"chef_alfredo": _tiles}
# What was done before everybody's eyes and no view shows: which pots were swapped, what fell into them.
WITNESS: Final[Mapping[str, Recall]] = {"chef_alfredo": lambda state, viewer: (state.tiles, state.inside)}
