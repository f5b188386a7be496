"""How long the exact knowledge of Secret Recipe takes on views of real bot games.

Plays games of medium players, and on a share of the views (every seat's, or the spectators') solves the
puzzle anew: forward and backward sweep with all marginals. Prints median and 99th percentile in milliseconds.

    python -m bench.knowledge [--games 30]
"""

import argparse
import time
from statistics import median

from potluck.games.secret_recipe import game
from potluck.games.secret_recipe.knowledge import Knowledge
from potluck.games.secret_recipe.notebook import puzzle_of
from potluck.games.secret_recipe.setup import Options
from potluck.play.chance import Fast
from potluck.play.driver import lowest

GAMES = 30


def measure(seats: int, games: int, level: str) -> tuple[list[float], list[float], list[float]]:
    """Milliseconds per solution for seats, for spectators, and per exact sample, mid-game."""
    seat_times: list[float] = []
    watch_times: list[float] = []
    sample_times: list[float] = []
    for seed in range(games):
        chance, luck = Fast(seed), Fast(seed + 10**6)
        state = game.new(seats, Options(), chance)
        bots = [game.levels[level](seat) for seat in range(seats)]
        turn = -1
        while state.deciders():
            seat = lowest(state.deciders())
            view = game.view(state, seat)
            # Mid-game: once a round, after everybody has told something, while something is hidden.
            if state.turn != turn and state.turn >= seats:
                turn = state.turn
                for viewer in range(seats):
                    seat_times.append(timed(game.view(state, viewer), sample_times))
                watch_times.append(timed(game.view(state, None), None))
            legal = state.legal(seat)
            state.play(seat, bots[seat].choose(view, legal, 0, luck), chance)
    return seat_times, watch_times, sample_times


def timed(view: object, samples: list[float] | None) -> float:
    """Milliseconds to solve the puzzle of a view, from the view on."""
    start = time.perf_counter()
    knowledge = Knowledge(puzzle_of(view)[0])  # type: ignore[arg-type]
    assert knowledge.solution.deals > 0
    took = (time.perf_counter() - start) * 1e3
    if samples is not None:
        luck = Fast(len(samples))
        start = time.perf_counter()
        for _ in range(10):
            knowledge.sample(luck)
        samples.append((time.perf_counter() - start) * 1e2)
    return took


def high(times: list[float]) -> float:
    """The 99th percentile."""
    return sorted(times)[min(len(times) - 1, len(times) * 99 // 100)]


def main() -> None:
    """Print a line per seat count and level."""
    parser = argparse.ArgumentParser(description="How long Secret Recipe's exact chances take.")
    parser.add_argument(
        "--games", type=int, default=GAMES, help=f"per seat count and level (default {GAMES})"
    )
    games = parser.parse_args().games
    for level in ("easy", "medium"):
        for seats in (2, 3, 4):
            seat, watch, sample = measure(seats, games, level)
            print(
                f"{level:6} {seats} seats: seat median {median(seat):6.2f} ms, p99 {high(seat):6.2f} ms, "
                f"worst {max(seat):6.2f} ({len(seat)} views); spectators median {median(watch):6.2f} ms, "
                f"p99 {high(watch):6.2f}; sample median {median(sample):5.2f} ms"
            )


if __name__ == "__main__":
    main()
