"""How fast the rules are: `python -m bench.engine [--seconds 1] [--game ID]`.

For every registered game and seat count, random games with default options are played and timed:

- decisions/s: asking who decides, listing the legal moves, choosing one, playing it;
- with 2 views: the same, building after every decision the views of two viewers (the next decider and
  the spectators), which is what a table with two people does;
- clones/s of positions from the middle of games.

The machine decides much of such a figure. So the same run times a reference: "ttt", tic-tac-toe
written the plain Python way (a list of nine, a list of legal moves, eight lines to look for) with
random moves from the same chance. `x ttt` is a figure divided by ttt's: it says how much more a
decision of the game costs than about the simplest decision there is, and travels between machines
far better than seconds do. Rounds of game and reference alternate and the best of each counts, so
that a busy neighbour disturbs both alike.
"""

import argparse
from collections.abc import Callable
from time import perf_counter
from typing import Any, Final

from potluck.play.chance import Chance, Fast
from potluck.play.game import Game
from potluck.play.moves import PASS
from potluck.play.registry import games
from potluck.play.seats import members

ROUNDS: Final = 5
LINES: Final = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

# Does some work with this chance and says how many units it was.
Work = Callable[[Chance], int]


def tic_tac_toe(chance: Chance) -> int:
    """The reference: one random game."""
    board = [0] * 9
    decisions = 0
    player = 1
    while True:
        legal = [cell for cell in range(9) if not board[cell]]
        board[legal[chance.below(len(legal))]] = player
        decisions += 1
        if len(legal) == 1 or any(all(board[cell] == player for cell in line) for line in LINES):
            return decisions
        player = 3 - player


def decisions(game: Game, seats: int, views: bool) -> Work:
    """One random game; a decision is one move made or declined."""
    options = game.options()

    def play(chance: Chance) -> int:
        state = game.new(seats, options, chance)
        made = 0
        while True:
            waiting = state.deciders()
            if not waiting:
                return made
            for seat in members(state.bystanders() & ~waiting):
                moves = [PASS, *state.legal(seat)]
                move = moves[chance.below(len(moves))]
                if move != PASS:
                    state.play(seat, move, chance)
                made += 1
            waiting = state.deciders()
            if not waiting:
                return made
            seat = waiting.bit_length() - 1
            moves = state.legal(seat)
            state.play(seat, moves[chance.below(len(moves))], chance)
            made += 1
            if views:
                game.view(state, seat)
                game.view(state, None)

    return play


def clones(game: Game, seats: int) -> Work:
    """Copies of positions met in one random game."""
    met: list[Any] = []
    chance = Fast(1)
    state = game.new(seats, game.options(), chance)
    while state.deciders():
        seat = state.deciders().bit_length() - 1
        moves = state.legal(seat)
        state.play(seat, moves[chance.below(len(moves))], chance)
        met.append(state.clone())

    def copy(_: Chance) -> int:
        for each in met:
            each.clone()
        return len(met)

    return copy


def rate(work: Work, seconds: float, seed: int) -> float:
    """Units a second over at least so many seconds."""
    chance = Fast(seed)
    done = 0
    start = perf_counter()
    while True:
        for _ in range(10):
            done += work(chance)
        spent = perf_counter() - start
        if spent >= seconds:
            return done / spent


def compare(work: Work, seconds: float) -> tuple[float, float]:
    """The best rate of the work, and of the reference measured in turns with it."""
    best = reference = 0.0
    for seed in range(ROUNDS):
        best = max(best, rate(work, seconds / ROUNDS, seed))
        reference = max(reference, rate(tic_tac_toe, seconds / ROUNDS, seed))
    return best, reference


def main() -> None:
    """Print one line a game, seat count and measure."""
    parser = argparse.ArgumentParser(description="Decisions and clones a second of every game's rules.")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each figure (default 1)")
    parser.add_argument("--game", help="only this game")
    chosen = parser.parse_args()
    print(f"{'game':<20}{'seats':>6}  {'measure':<16}{'per second':>12}{'x ttt':>8}")
    for name, game in games().items():
        if chosen.game not in (None, name):
            continue
        for seats in game.about.seats:
            measures = {
                "decisions": decisions(game, seats, views=False),
                "with 2 views": decisions(game, seats, views=True),
                "clones": clones(game, seats),
            }
            for label, work in measures.items():
                best, reference = compare(work, chosen.seconds)
                print(f"{name:<20}{seats:>6}  {label:<16}{best:>12,.0f}{best / reference:>8.2f}", flush=True)
    print(f"reference ttt: {rate(tic_tac_toe, chosen.seconds, 0):,.0f} decisions per second here")


if __name__ == "__main__":
    main()
