"""Two players against each other: which is stronger, and by how much.

A round is one deal of luck played in every way to sit (`seating`). Its figure is the share of the wins that
the first player has in it, equal winners sharing: 50 % is equal play, whatever the number of seats. Rounds
are independent, games of a round are not: so rounds are what is counted.
"""

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from msgspec import Struct

from potluck.lab.crew import Batch
from potluck.lab.evidence import Evidence
from potluck.lab.pieces import Outcome, Piece, Setting
from potluck.lab.seating import ways

EQUAL: Final = 0.03  # shares this near to a half are called equal

Verdict = Literal["stronger", "weaker", "equal", "open"]


class Match(Struct, frozen=True, kw_only=True):
    """What was found: the first player's share of the wins, and where the true one lies with 95 %."""

    setting: Setting
    players: list[str]  # first and second
    rounds: int
    games: int
    share: float
    low: float
    high: float
    verdict: Verdict  # of the first player


class Contest:
    """A match while it is played."""

    def __init__(self, setting: Setting, players: Sequence[str]) -> None:
        """Two players by their texts; they may be the same."""
        self.setting = setting
        self._players = list(players)
        self._ways = ways(setting.seats)
        self._evidence = Evidence()

    def rounds(self, first: int = 0) -> Iterator[Batch]:
        """The games of each round, without end."""
        one, two = self._players
        number = first
        while True:
            yield [
                Piece(number, [one if seat in way else two for seat in range(self.setting.seats)])
                for way in self._ways
            ]
            number += 1

    def take(self, outcomes: Sequence[Outcome]) -> None:
        """Count a round that was played."""
        shares = [outcome.share(way) for outcome, way in zip(outcomes, self._ways, strict=True)]
        self._evidence.add(sum(shares) / len(shares))

    @property
    def clear(self) -> bool:
        """Whether more rounds would not change the verdict."""
        return self.found().verdict != "open"

    def found(self) -> Match:
        """What is known by now."""
        low, high = self._evidence.interval
        rounds = self._evidence.count
        return Match(
            setting=self.setting,
            players=self._players,
            rounds=rounds,
            games=rounds * len(self._ways),
            share=self._evidence.mean,
            low=low,
            high=high,
            verdict=_verdict(low, high),
        )


def _verdict(low: float, high: float) -> Verdict:
    if low > 0.5:
        return "stronger"
    if high < 0.5:
        return "weaker"
    return "equal" if low >= 0.5 - EQUAL and high <= 0.5 + EQUAL else "open"
