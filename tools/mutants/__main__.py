"""`python -m tools.mutants`: how many mistakes in the rules do the rule tests notice?"""

import argparse
import os
import sys
import time

from tests.games.pages import PAGES
from tools.mutants import report, table


def main() -> int:
    """Print the score of each game; 1 if a mutant is not noticed that is not listed as equivalent."""
    parser = argparse.ArgumentParser(prog="tools.mutants", description=__doc__)
    parser.add_argument("games", nargs="*", help=f"which (all): {', '.join(PAGES)}")
    parser.add_argument("--sample", type=int, help="so many mutants of each game, those listed left out")
    parser.add_argument("--seed", type=int, default=0, help="which sample")
    parser.add_argument("--share", default="1/1", help="the k-th of n shares, e.g. 2/3")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="trials at a time")
    parser.add_argument("--fresh", action="store_true", help="use no results of earlier runs")
    parser.add_argument("--by-hand", action="store_true", help="the mutants of mutants.txt instead")
    parser.add_argument("--quiet", action="store_true", help="the scores alone")
    chosen = parser.parse_args()
    k, n = map(int, chosen.share.split("/"))
    fine = True
    for game in chosen.games or PAGES:
        if chosen.by_hand:
            found = report.run_by_hand(game, chosen.jobs)
            print(f"{game}: {len(table.by_hand(game))} written by hand", *found, sep="\n  ")
            fine = fine and not found
            continue
        begun = time.monotonic()
        score = report.run(
            game,
            chosen.jobs,
            sample=chosen.sample,
            seed=chosen.seed,
            share=(k, n),
            fresh=chosen.fresh,
            say=(lambda line: None) if chosen.quiet else _say,
        )
        print(*score.lines(), sep="\n")
        print(f"  in {time.monotonic() - begun:.0f} seconds")
        fine = fine and score.whole
    return 0 if fine else 1


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
