"""`potluck replay`: a record told again in words, or checked against its seed and the rules."""

from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from msgspec.structs import replace

from potluck.commands.common import Lang, language, stop
from potluck.play.errors import DeckUnknown, PotluckError, RecordDamaged, RulesUnknown
from potluck.play.game import Game
from potluck.play.options import decode_options
from potluck.play.record import MAX_BYTES, Record, Replayed, by_its_rules, verify
from potluck.play.record import replay as replayed
from potluck.play.registry import game as find
from potluck.play.seats import Seat
from potluck.terminal.show import Screen, console
from potluck.terminal.words import Words


def replay(
    file: Annotated[Path, typer.Argument(help="A record, as tables and `potluck play --save` write it.")],
    check: Annotated[
        bool, typer.Option("--verify", help="Check the moves by the rules and the luck by the seed.")
    ] = False,
    step: Annotated[bool, typer.Option("--step", help="Show the table after each move and wait.")] = False,
    seat: Annotated[
        int | None, typer.Option(help="Tell it as this seat saw it, from 1; 0 as spectators did.")
    ] = None,
    lang: Lang = None,
) -> None:
    """Tell a recorded game again; everything, unless a seat is named."""
    spoken = language(lang)
    words = Words(spoken)
    record = _read(file, words)
    try:
        game = by_its_rules(record, find(record.game))
    except DeckUnknown:
        stop(words.say("terminal.record_deck", file=str(file), deck=record.deck or "—"))
    except RulesUnknown:
        _not_installed(file, words, record)
    if seat is not None and not 0 <= seat <= record.seats:
        stop(words.say("terminal.seat_invalid", seats=str(record.seats)))
    names = [
        record.player(each) or words.say("terminal.seat_name", number=str(each + 1))
        for each in range(record.seats)
    ]
    words = Words(spoken, game, names, seat - 1 if seat else None)
    screen = Screen(words, console())
    try:
        if check:
            _verify(record, game, words, screen)
        else:
            _tell(record, game, words, screen, names, _viewers(record, seat), step)
    except PotluckError as problem:
        _damaged(file, words, problem)


def _not_installed(file: Path, words: Words, record: Record) -> NoReturn:
    stop(words.say("terminal.record_game", file=str(file), game=record.game[:40], rules=str(record.rules)))


def _read(file: Path, words: Words) -> Record:
    try:
        # A byte more than a record may have, so that one that is too long is said to be so.
        with file.open("rb") as opened:
            content = opened.read(MAX_BYTES + 1)
    except IsADirectoryError:
        stop(words.say("terminal.record_folder", file=str(file)))
    except OSError:
        stop(words.say("terminal.file_unreadable", file=str(file)))
    try:
        return Record.parse(content)
    except RecordDamaged as problem:
        _damaged(file, words, problem)


def _damaged(file: Path, words: Words, problem: PotluckError) -> NoReturn:
    """End with the line that is wrong, where one is; rare reasons keep the reader's English in brackets."""
    line = problem.phrase.args.get("line")
    reason = words.phrase(problem.phrase)
    if problem.phrase.key == RecordDamaged.key:
        detail = str(problem).removeprefix(f"line {line}: ")
        reason = words.say("terminal.record_form", detail=detail)
    if line is None:
        stop(words.say("terminal.record_unfit", file=str(file), reason=reason))
    stop(words.say("terminal.record_damaged", file=str(file), line=str(line), reason=reason))


def _viewers(record: Record, seat: int | None) -> list[Seat | None]:
    """Through whose eyes: one seat's, the spectators', or all."""
    if seat is None:
        return [*range(record.seats), None]
    return [seat - 1] if seat else [None]


def _verify(record: Record, game: Game, words: Words, screen: Screen) -> None:
    answers = verify(record, game)
    screen.line(words.say("terminal.verify.commitment", commitment=record.commitment or ""))
    screen.line(words.say("terminal.verify.seed", seed=record.seed or ""))
    screen.line(words.say("terminal.verify.answers", n=answers))
    screen.line(words.say("terminal.verify.moves", n=len(record.moves)))
    if record.ended is not None:
        known = record.ended.places is not None
        screen.line(words.say("terminal.verify.ended" if known else "terminal.verify.ended_unplaced"))


def _tell(
    record: Record,
    game: Game,
    words: Words,
    screen: Screen,
    names: list[str],
    viewers: list[Seat | None],
    step: bool,
) -> None:
    title = words.say(f"{game.about.id}.name")
    screen.title(words.say("terminal.table", game=title, players=", ".join(names)))
    last: Replayed | None = None
    for last in replayed(record, game):
        if last.seat is None:
            screen.line(words.say("terminal.setup"), "bold")
        else:
            screen.line(words.say("terminal.turn", number=str(last.moves), who=names[last.seat]), "bold")
        _events(game, last, viewers, decode_options(game, record.options), screen)
        for change in last.changes:
            screen.line(_change(words, names[change.seat], change.level), "bold")
        if step:
            screen.sections(game.describe(game.view(last.state, viewers[0] if len(viewers) == 1 else None)))
            typed = screen.ask(words.say("terminal.next"))
            if typed is None or typed.strip().casefold() == "q":
                return
    if last is None:
        return
    view = game.view(last.state, None)
    if record.ended is not None:
        screen.title(words.say("terminal.ended"))
        screen.standings(game.about.id, replace(view, places=view.so_far()), names)
    elif view.places is None:
        screen.line(words.say("terminal.unfinished"))
    else:
        screen.title(words.say("terminal.over"))
        screen.standings(game.about.id, view, names)


def _change(words: Words, who: str, level: str | None) -> str:
    """Who plays a seat on."""
    if level is None:
        return words.say("terminal.player.person", who=who)
    key = f"level.{level}"
    return words.say("terminal.player.bot", who=who, level=words.say(key) if words.knows(key) else level)


def _events(game: Game, step: Replayed, viewers: list[Seat | None], options: Any, screen: Screen) -> None:
    """Each note once, as whoever of the viewers may know it tells it."""
    for note in step.notes:
        told = (game.event(note, viewer, options) for viewer in viewers)
        event = next((event for event in told if event is not None), None)
        if event is not None:
            screen.events([event])
