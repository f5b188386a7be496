"""Players for the conformance suite who look into the state: they get to steps that random play hardly sees.

No bot may do that: a chooser is part of the tests, not of a game. It leaves enough to chance that games
differ.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from potluck.games.chef_alfredo.table import DOUBT, POT, THROW
from potluck.games.cooking_rumble.table import GUESS, PAN, SEATS
from potluck.games.cooking_rumble.table import MOVES as RUMBLE_MOVES
from potluck.games.secret_recipe.table import KEEP, NOTHING, PEEK_ONE, SWAP, THINK, UNVEIL
from potluck.games.secret_recipe.table import MOVES as RECIPE_MOVES
from potluck.play.chance import Chance
from potluck.play.conformance import Chooser
from potluck.play.moves import Move


def secret_recipe(state: Any, seat: int, legal: Sequence[Move], luck: Chance) -> Move:
    """Votes right more often than not (SR-16), so that recipes open, hats move, tea is served (SR-21)."""
    right = [move for move in legal if THINK <= move < KEEP and _true(state, move)]
    if right and luck.below(3):
        return right[luck.below(len(right))]
    if legal[0] == NOTHING and luck.below(3):
        return NOTHING  # a wrong vote would push the hat back
    shown = [move for move in legal if PEEK_ONE <= move <= SWAP]
    return _any(shown if shown and luck.below(2) else legal, luck)


def _true(state: Any, move: Move) -> bool:
    owner, slot, kind, *_ = RECIPE_MOVES.fields(move)[1]
    return bool(state.tiles[owner * state.per + slot] == kind) and (move >= UNVEIL)


def cooking_rumble(state: Any, seat: int, legal: Sequence[Move], luck: Chance) -> Move:
    """Guesses right half the time and completes tiles (CR-11, CR-13)."""
    if legal[0] == GUESS and luck.below(2):
        return GUESS + int(state.card)
    pans = [move for move in legal if RUMBLE_MOVES.fields(move)[0] == "pan"]
    if pans and luck.below(3):
        return max(pans, key=lambda move: state.pans[(move - PAN) * SEATS + seat])
    return _any(legal, luck)


def chef_alfredo(state: Any, seat: int, legal: Sequence[Move], luck: Chance) -> Move:
    """Nearly always trusts, and throws where there is most, or least: a pot fills up (CA-17), or a container
    is emptied (CA-16)."""
    if POT <= legal[0] < THROW and luck.below(30):
        most = state.tiles[0] == 0  # now this way, now the other
        return max(legal, key=lambda move: sum(state.inside[move - POT]) * (1 if most else -1))
    if legal[-1] == DOUBT and luck.below(30):
        return legal[0]
    return _any(legal, luck)


def _any(legal: Sequence[Move], luck: Chance) -> Move:
    return legal[luck.below(len(legal))]


CHOOSERS: Final[Mapping[str, Chooser]] = {
    "chef_alfredo": chef_alfredo,
    "cooking_rumble": cooking_rumble,
    "secret_recipe": secret_recipe,
}
