"""Steps of real games as one viewer is told them: the view before, the events, the view after.

The client's boards draw what lies between two views from the events alone; their tests fold these events
(client/src/games/<game>/stage.test.ts) and must come to the view after. `python -m tests.games.told` writes
the files anew, and `test_told.py` sees to it that they are what the rules say.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from potluck.play.chance import Fast
from potluck.play.driver import lowest
from potluck.play.game import Game
from potluck.play.notes import Note
from potluck.play.options import paired_options
from potluck.play.phrase import Event
from potluck.play.registry import games

GAMES: Final = ("chef_alfredo", "cooking_rumble")
SEEDS: Final = range(6)
ENOUGH: Final = 2  # steps with each event that are kept


class Told(Struct):
    """One step as one viewer is told it."""

    before: Any
    events: list[Event]
    after: Any


def path(name: str) -> Path:
    """Where the steps of a game stand."""
    return Path(__file__).parent / name / "told.json"


def _steps(game: Game, seats: int, options: Any, seed: int) -> Iterator[Told]:
    """A random game; each step is told to another viewer, spectators among them."""
    chance, pick = Fast(seed), Fast(seed + 1000)
    state = game.new(seats, options, chance)
    while state.result() is None:
        viewer = pick.below(seats + 1)
        seen = viewer if viewer < seats else None
        before = game.view(state, seen)
        seat = lowest(state.deciders())
        legal = state.legal(seat)
        notes: list[Note] = []
        state.play(seat, legal[pick.below(len(legal))], chance, notes)
        events = [event for note in notes if (event := game.event(note, seen, options)) is not None]
        if events:
            yield Told(before, events, game.view(state, seen))


def told(game: Game) -> list[Told]:
    """So many steps that each event a board may see is told at least twice, where games tell it at all."""
    found: list[Told] = []
    often: dict[str, int] = {}
    for seed in SEEDS:
        for seats in game.about.seats:
            for options in paired_options(game):
                for step in _steps(game, seats, options, seed):
                    if any(often.get(event.key, 0) < ENOUGH for event in step.events):
                        found.append(step)
                        for event in step.events:
                            often[event.key] = often.get(event.key, 0) + 1
    return found


def text(game: Game) -> str:
    """A step a line."""
    lines = (msgspec.json.encode(step).decode() for step in told(game))
    return "[\n" + ",\n".join(lines) + "\n]\n"


if __name__ == "__main__":
    for each in GAMES:
        path(each).write_text(text(games()[each]), encoding="utf-8")
