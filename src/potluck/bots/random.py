"""The bot that plays any game: every offered move equally likely. The weakest level and the tests' own."""

from collections.abc import Sequence
from typing import Any

from potluck.play.chance import Chance
from potluck.play.moves import Move
from potluck.play.phrase import Event


class RandomBot:
    """Chooses uniformly and remembers nothing."""

    def __init__(self, seed: int = 0) -> None:
        """`seed` is taken as every level's maker takes it; there is nothing here to forget."""

    def notice(self, events: Sequence[Event]) -> None:
        """Nothing that happens changes how it plays."""

    def choose(self, view: Any, legal: Sequence[Move], nodes: int, chance: Chance) -> Move:
        """Any of `legal`."""
        return legal[chance.below(len(legal))]
