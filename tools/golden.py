"""Writes the golden playthroughs: a readable file each game, seat count and main option, in tests/golden/.

    python -m tools.golden            write all of them anew
    python -m tools.golden --check    say which differ, and fail

A playthrough is a game of random bots from a fixed seed: each move, the luck it drew, what every
viewer was told, and, now and then, what every viewer sees. Read the difference line by line before it
is committed.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from potluck.bots.random import RandomBot
from potluck.play.chance import Fast
from potluck.play.driver import playout
from potluck.play.errors import OptionsInvalid
from potluck.play.game import Game
from potluck.play.learned import EVERYBODY, MOVER, NOBODY, OTHERS
from potluck.play.options import decode_options, option_fields
from potluck.play.phrase import Phrase
from potluck.play.record import Record, Replayed, record_of, replay
from potluck.play.registry import games
from potluck.play.seats import Seat, seat_name

FOLDER: Final = Path(__file__).parent.parent / "tests" / "golden"
SEED: Final = 20
VIEWS_EVERY: Final = 12  # moves from one showing of all views to the next
MOST_LEGAL: Final = 24  # of a list of legal moves
MOST_MOVES: Final = 100  # of a long game; what follows is the same to read

# What `play` says was learned, behind the move.
_LEARNED: Final = {
    NOBODY: "",
    MOVER: " (mover learned)",
    OTHERS: " (others learned)",
    EVERYBODY: " (mover and others learned)",
}


def playthroughs(game: Game) -> Iterator[tuple[str, str]]:
    """File name and text of every playthrough a game must have."""
    for seats in game.about.seats:
        for suffix, given in _settings(game):
            try:
                game.new(seats, decode_options(game, given), Fast(SEED))
            except OptionsInvalid:
                continue
            yield f"{seats}{suffix}.txt", _text(game, seats, given)


def _settings(game: Game) -> Iterator[tuple[str, dict[str, Any]]]:
    """The default, then every switch by itself turned over; lengths and numbers change no rule."""
    yield "", {}
    for field in option_fields(game):
        if field.kind == "bool":
            name = field.name if not field.default else f"no-{field.name}"
            yield f"-{name}", {field.name: not field.default}


def _text(game: Game, seats: int, given: dict[str, Any]) -> str:
    options = decode_options(game, given)
    played = playout(game, seats, options, [RandomBot()] * seats, Fast(SEED), Fast(SEED + seats))
    record = record_of(game, seats, options, played)
    return "\n".join(_lines(game, record)) + "\n"


def _lines(game: Game, record: Record) -> Iterator[str]:
    yield f"{record.game}, rules {record.rules}, {record.seats} seats"
    yield f"options {msgspec.json.encode(record.options).decode()}"
    if record.setup:
        yield f"luck {_luck(record.setup)}"
    steps = list(replay(record, game))
    for step in steps:
        last = step.moves == len(steps) - 1
        if step.moves > MOST_MOVES and not last:
            continue
        if step.moves:
            yield from _move(game, record, step)
        else:
            yield from _told(game, record, step)
        if last or step.moves % VIEWS_EVERY == 0:
            yield from _views(game, record, step.state)
    yield ""
    yield f"result {' '.join(map(str, record.result or []))}"


def _move(game: Game, record: Record, step: Replayed) -> Iterator[str]:
    made = record.moves[step.moves - 1]
    yield ""
    yield f"{step.moves}. {_name(made.seat)}: {made.text}{_LEARNED[step.learned]}"
    if made.answers:
        yield f"   luck {_luck(made.answers)}"
    yield from _told(game, record, step)


def _told(game: Game, record: Record, step: Replayed) -> Iterator[str]:
    for note in step.notes:
        told: dict[str, list[str]] = {}
        for viewer in _viewers(record.seats):
            event = game.event(note, viewer, decode_options(game, record.options))
            if event is not None:
                told.setdefault(_phrase(game, event), []).append(_name(viewer))
        for words, names in told.items():
            who = "all" if len(names) == record.seats + 1 else " ".join(names)
            yield f"   {who}: {words}"


def _views(game: Game, record: Record, state: Any) -> Iterator[str]:
    yield ""
    yield f"== {game.dump(state)}"
    common: dict[str, Any] = {}
    for viewer in _viewers(record.seats):
        view = game.view(state, viewer)
        fields = {name: getattr(view, name) for name in view.__struct_fields__}
        if view.band is None:  # only of a game for one
            del fields["band"]
        yield f"-- {_name(viewer)}: {_phrase(game, game.prompt(view))}"
        if viewer is not None:
            legal = [game.moves.text(move) for move in state.legal(viewer)]
            more = f" and {len(legal) - MOST_LEGAL} more" if len(legal) > MOST_LEGAL else ""
            yield f"   may: {', '.join(legal[:MOST_LEGAL]) or 'nothing'}{more}"
        for name, value in fields.items():
            # The first viewer's view is written out; of the others, what differs from it.
            if name not in common or common[name] != value:
                yield f"   {name} = {msgspec.json.encode(value).decode()}"
        common = common or fields


def _phrase(game: Game, phrase: Phrase) -> str:
    key = phrase.key.removeprefix(f"{game.about.id}.").removeprefix("event.")
    return " ".join([key, *(f"{name}={value}".replace(" ", "") for name, value in phrase.args.items())])


def _luck(answers: list[tuple[int, int]]) -> str:
    return " ".join(f"{answer}/{n}" for answer, n in answers)


def _viewers(seats: int) -> list[Seat | None]:
    return [*range(seats), None]


def _name(viewer: Seat | None) -> str:
    return "watching" if viewer is None else seat_name(viewer)


def differences(game: Game, folder: Path) -> list[str]:
    """What is wrong with the files of a game: missing, changed, or of no playthrough."""
    wanted = dict(playthroughs(game))
    there = {path.name: path for path in folder.glob("*.txt")}
    wrong = [f"{name} is of no playthrough" for name in sorted(there.keys() - wanted.keys())]
    for name, text in wanted.items():
        if name not in there:
            wrong.append(f"{name} is missing")
        elif there[name].read_text(encoding="utf-8") != text:
            wrong.append(f"{name} differs")
    return wrong


def write(game: Game, folder: Path) -> None:
    """Make the folder hold exactly the playthroughs of a game."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in folder.glob("*.txt"):
        path.unlink()
    for name, text in playthroughs(game):
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


def main() -> int:
    """Write or check every registered game's playthroughs."""
    parser = argparse.ArgumentParser(description="Golden playthroughs of every registered game.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail when files differ")
    wrong: list[str] = []
    check = parser.parse_args().check
    for name, game in games().items():
        if check:
            wrong += [f"{name}/{each}" for each in differences(game, FOLDER / name)]
        else:
            write(game, FOLDER / name)
    for each in wrong:
        print(each, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
