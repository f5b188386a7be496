"""A small bot for Jars that looks into the jar and guesses it when it remembers what it saw."""

from collections.abc import Sequence
from typing import Any

from potluck.play.chance import Chance
from potluck.play.moves import PASS, Move
from potluck.play.phrase import Event

from .rules import GUESSES, PEEK, SKIP


class RecallBot:
    """Forgets, by its seed, every few events what it saw: the seed matters, the grouping must not."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.count = 0
        self.jar: int | None = None

    def notice(self, events: Sequence[Event]) -> None:
        for event in events:
            self.count += 1
            if event.key == "toy.event.saw":
                kind = event.args["kind"]
                assert isinstance(kind, int)
                self.jar = kind
            elif (self.seed + self.count) % 23 == 0:
                self.jar = None

    def choose(self, view: Any, legal: Sequence[Move], nodes: int, chance: Chance) -> Move:
        if self.jar is not None and GUESSES + self.jar in legal:
            return GUESSES + self.jar
        serious = [move for move in legal if move != PASS]
        if PEEK in legal:
            return PEEK
        if PASS in legal:
            return PASS
        if SKIP in serious:
            return SKIP
        return serious[chance.below(len(serious))]
