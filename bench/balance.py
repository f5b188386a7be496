"""Whether any seat is favoured (CR-20): `python -m bench.balance [--games 2000] [--level medium]`.

Plays Cooking Rumble between equal bots at two and three seats, with and without expert mode, and
prints how often each seat wins, with 95 % intervals (Wilson), and the p-value of "all seats are
equal" (chi-square). The first player is drawn by lot, so going first favours no seat; how much it is
worth is printed beside it. What is simulated here follows exactly from the deck's symmetries, which
tests/games/cooking_rumble/test_rules.py checks: this is the check of the check.
"""

import argparse
from collections.abc import Sequence
from math import erfc, exp, sqrt
from typing import Final

from potluck.bots.levels import make_bot
from potluck.games.cooking_rumble import game
from potluck.games.cooking_rumble.setup import Options
from potluck.play.chance import Fast
from potluck.play.driver import playout

_Z: Final = 1.959964  # of a two-sided 95 % interval
_LUCK: Final = 1_000_000  # seeds of the bots' luck start here


def interval(wins: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    share = wins / games
    middle = (share + _Z**2 / (2 * games)) / (1 + _Z**2 / games)
    half = _Z / (1 + _Z**2 / games) * sqrt(share * (1 - share) / games + _Z**2 / (4 * games**2))
    return middle - half, middle + half


def equal_p(wins: Sequence[float]) -> float:
    """The p-value of chi-square for equal shares; one or two degrees of freedom."""
    expected = sum(wins) / len(wins)
    chi = sum((each - expected) ** 2 / expected for each in wins)
    return erfc(sqrt(chi / 2)) if len(wins) == 2 else exp(-chi / 2)


def wins_by_seat(
    seats: int, options: Options, level: str, games: int, seed: int = 0
) -> tuple[list[float], float]:
    """Games won by each seat and by whoever went first; shared wins are split."""
    by_seat = [0.0] * seats
    by_first = 0.0
    for number in range(seed, seed + games):
        bots = [make_bot(game, level, number) for _ in range(seats)]
        played = playout(game, seats, options, bots, Fast(number), Fast(_LUCK + number), nodes=1)
        winners = [seat for seat, place in enumerate(played.result) if place == 1]
        first = played.steps[0][0]
        for seat in winners:
            by_seat[seat] += 1 / len(winners)
        if first in winners:
            by_first += 1 / len(winners)
    return by_seat, by_first


def main() -> None:
    """Print a line a seat count and mode."""
    parser = argparse.ArgumentParser(description="Is any seat of Cooking Rumble favoured?")
    parser.add_argument("--games", type=int, default=2000, help="of each kind (default 2000)")
    parser.add_argument("--level", default="medium", help="of the bots (default medium)")
    chosen = parser.parse_args()
    for seats in game.about.seats:
        for expert in (False, True):
            by_seat, by_first = wins_by_seat(seats, Options(expert=expert), chosen.level, chosen.games)
            print(f"{seats} seats{', expert mode' if expert else ''}, {chosen.games} games, {chosen.level}:")
            for seat, wins in enumerate(by_seat):
                low, high = interval(wins, chosen.games)
                print(f"  seat {seat + 1} wins {wins / chosen.games:6.1%}  [{low:.1%}, {high:.1%}]")
            low, high = interval(by_first, chosen.games)
            print(f"  equal seats: p = {equal_p(by_seat):.3f}")
            print(f"  going first wins {by_first / chosen.games:6.1%}  [{low:.1%}, {high:.1%}]", flush=True)


if __name__ == "__main__":
    main()
