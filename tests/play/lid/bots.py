"""A cook for Lids who remembers what fell into the covered pot, and has it in every deal it thinks about."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from potluck.play.chance import Chance
from potluck.play.game import Bot, Levels
from potluck.play.moves import Move
from potluck.play.phrase import Event

from .deals import redealer
from .table import ID, KINDS, LID, MOVE_LID, POTS, SCORE


class Keen:
    """Scores when it can, cooks what it has a recipe for, and covers the pot that suits it least."""

    def __init__(self, seed: int) -> None:
        self.pots = [[0] * len(KINDS) for _ in POTS]

    def notice(self, events: Sequence[Event]) -> None:
        for event in events:
            match event.key.removeprefix(f"{ID}.event."), event.args:
                case "laid", {"pot": int(pot), "kind": int(kind)}:
                    self.pots[pot][kind] += 1
                case "full", {"pot": int(pot)}:
                    self.pots[pot] = [0] * len(KINDS)

    def choose(self, view: Any, legal: Sequence[Move], nodes: int, chance: Chance) -> Move:
        if SCORE in legal:
            return SCORE
        if legal[0] >= MOVE_LID:
            state = redealer(view, self.pots[view.lid])(chance)
            assert state.step == LID
            return min(legal, key=lambda move: state.pots[move - MOVE_LID][view.recipe])
        wanted = [move for move in legal if move // len(POTS) == view.recipe]
        return wanted[0] if wanted else legal[chance.below(len(legal))]


_MAKERS: Final[dict[str, Callable[[int], Bot]]] = {"medium": Keen}
LEVELS: Final[Levels] = _MAKERS
