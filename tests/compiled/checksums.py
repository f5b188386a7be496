"""Run as a program: plays seeded games of every game and prints, per game, what they came to, as JSON.

    python checksums.py GAMES...

Compiled or not is a matter of the path it is started with: the same answers are wanted of both.
"""

import json
import sys
from hashlib import blake2b
from importlib import import_module
from typing import Any

from potluck.play.chance import Fast
from potluck.play.driver import random_playout
from potluck.play.notes import Note
from potluck.play.options import paired_options
from potluck.play.seats import members
from tests.compiled.files import is_compiled

SEEDS = range(12)


def game_checksum(game: Any) -> str:
    """Every position, move list, flag and note of some games, and where random play on from copies ends."""
    digest = blake2b(digest_size=16)
    for seats in game.about.seats:
        for number, options in enumerate(paired_options(game)):
            for seed in SEEDS:
                _play(game, seats, options, Fast(seed * 1000 + number), digest)
    return digest.hexdigest()


def _play(game: Any, seats: int, options: Any, chance: Fast, digest: Any) -> None:
    state = game.new(seats, options, chance)
    moved = 0
    while state.deciders():
        notes: list[Note] = []
        seat = members(state.deciders())[0]
        legal = state.legal(seat)
        learned = state.play(seat, legal[chance.below(len(legal))], chance, notes)
        moved += 1
        if moved % 7 == 0:
            copy = state.clone()
            ended = random_playout(copy, Fast(moved), game.longest(seats, options))
            digest.update(f"{ended} {game.dump(copy)}".encode())
        digest.update(f"{legal} {learned} {notes} {game.dump(state)}".encode())
    digest.update(repr(state.result()).encode())


def main(names: list[str]) -> None:
    """Print what was found, and which of the modules are compiled."""
    found = {name: game_checksum(import_module(f"potluck.games.{name}").game) for name in names}
    compiled = sorted(name for name in list(sys.modules) if name.startswith("potluck.") and is_compiled(name))
    print(json.dumps({"checksums": found, "compiled": compiled}))


if __name__ == "__main__":
    main(sys.argv[1:])
