"""`potluck play`: a whole game in the terminal against bots."""

import getpass
import secrets
from pathlib import Path
from typing import Annotated, Any

import typer

from potluck.bots.levels import RANDOM, levels
from potluck.commands.common import Lang, find_game, language, span, stop, worded
from potluck.locale.alike import Taken
from potluck.locale.seen import has_ink, seen
from potluck.play.chance import SEED_BYTES, Fast
from potluck.play.errors import PotluckError
from potluck.play.game import Game
from potluck.play.options import OptionField, decode_options, option_fields
from potluck.play.seats import Seat
from potluck.tables.keeping.problems import check_folder, check_name
from potluck.terminal.session import Luck, Session
from potluck.terminal.show import Screen, console
from potluck.terminal.talk import PACE, Quit, Talk
from potluck.terminal.words import Words

YES = ("true", "yes", "on", "1")
NO = ("false", "no", "off", "0")
NAME_LENGTH = 30


def play(
    game: Annotated[str, typer.Argument(help="Its id or name; `potluck games` lists them.")],
    seats: Annotated[int | None, typer.Option(help="How many play; the fewest possible if left out.")] = None,
    level: Annotated[
        str | None, typer.Option(help="How well the bots play; `potluck games` lists levels.")
    ] = None,
    seat: Annotated[int, typer.Option(help="Your seat, from 1; 0 only watches.")] = 1,
    option: Annotated[list[str] | None, typer.Option(help="An option of the game, as name=value.")] = None,
    name: Annotated[str | None, typer.Option(help="What you are called.")] = None,
    seed: Annotated[
        int | None, typer.Option(help="Play the game of this number; it can be repeated.")
    ] = None,
    save: Annotated[Path | None, typer.Option(help="Write the record to this file.")] = None,
    pace: Annotated[
        float, typer.Option(min=0.0, help="Seconds to read each thing that a game of memory tells once.")
    ] = PACE,
    lang: Lang = None,
) -> None:
    """Play a game here, against bots."""
    spoken = language(lang)
    found = find_game(game, spoken)
    words = Words(spoken, found)
    seats = found.about.seats[0] if seats is None else seats
    if seats not in found.about.seats:
        stop(words.say("terminal.seats_invalid", seats=span(found.about.seats)))
    if not 0 <= seat <= seats:
        stop(words.say("terminal.seat_invalid", seats=str(seats)))
    options = _options(found, option or [], words)
    level = _level(found, level, words)
    if save is not None:
        _check_save(save, words, spoken)
    viewer = seat - 1 if seat else None
    names = _names(words, seats, viewer, name)
    words = Words(spoken, found, names, viewer)
    try:
        bots = {each: level for each in range(seats) if each != viewer}
        session = Session(found, seats, options, bots, _luck(seed), viewer)
        _run(session, words, names, bots, save, pace)
    except PotluckError as problem:
        stop(words.phrase(problem.phrase))


def _run(
    session: Session, words: Words, names: list[str], bots: dict[Seat, str], save: Path | None, pace: float
) -> None:
    screen = Screen(words, console())
    players = [
        words.say("terminal.player", who=who, level=words.say(f"level.{bots[seat]}")) if seat in bots else who
        for seat, who in enumerate(names)
    ]
    title = words.say(f"{session.game.about.id}.name")
    screen.title(words.say("terminal.table", game=title, players=", ".join(players)))
    if session.commitment is not None:
        screen.line(words.say("terminal.commitment", commitment=session.commitment), "dim")
    left = False
    try:
        Talk(session, words, screen, names, pace).play()
    except (Quit, KeyboardInterrupt):
        screen.line(words.say("terminal.bye"))
        left = True
    record = session.record(names, left=left)
    if record.seed is not None:
        screen.line(words.say("terminal.seed", seed=record.seed), "dim")
    if save is not None:
        try:
            with save.open("x", encoding="utf-8", newline="\n") as file:
                file.write(record.text())
        except OSError:
            # The game is played and must not be lost: whoever sees the record can still keep it.
            typer.echo(record.text(), nl=False)
            stop(words.say("terminal.save_failed", file=str(save)))
        screen.line(words.say("terminal.saved", file=str(save)))


def _check_save(save: Path, words: Words, lang: str) -> None:
    """End now, not after the game, if the record could not be written there."""
    with worded(lang):
        check_name(save)
        if save.exists():
            stop(words.say("terminal.save_exists", file=str(save)))
        check_folder(save.parent)


def _luck(seed: int | None) -> Luck:
    if seed is None:
        return Luck.live(secrets.token_bytes(SEED_BYTES), Fast(secrets.randbits(60)))
    return Luck(Fast(seed), Fast(~seed))


def _names(words: Words, seats: int, viewer: Seat | None, name: str | None) -> list[str]:
    """The person's own name in their seat, herbs and spices in the others."""
    names = [words.say(f"terminal.bot.{seat}") for seat in range(seats)]
    if viewer is not None:
        # One clean line: it goes into the record's tags too.
        called = seen(" ".join((name or _user()).split()))[:NAME_LENGTH].strip()
        names[viewer] = called if has_ink(called) else words.say("terminal.me")
        taken = Taken([names[viewer]])
        names = [who if seat == viewer else taken.tell_apart(who) for seat, who in enumerate(names)]
    return names


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # a user id without a name, as in some containers
        return ""


def _level(game: Game, asked: str | None, words: Words) -> str:
    """The level asked for, else the weakest that thinks."""
    known = list(levels(game))
    if asked is None:
        return next((level for level in known if level != RANDOM), RANDOM)
    by_words = {words.say(f"level.{level}").casefold(): level for level in known}
    level = asked if asked in known else by_words.get(asked.casefold())
    if level is None:
        stop(words.say("terminal.level_unknown", typed=asked[:40], levels=", ".join(known)))
    return level


def _options(game: Game, given: list[str], words: Words) -> Any:
    """The game's options from name=value texts."""
    fields = {field.name: field for field in option_fields(game)}
    values: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        name, value = name.strip(), value.strip()
        if not equals or not name:
            stop(words.say("terminal.option_form", typed=text[:80]))
        if name not in fields:
            stop(words.say("terminal.option_unknown", typed=name[:40], options=", ".join(fields)))
        read = _value(fields[name], value)
        if read is None:
            possible = ", ".join(_possible(fields[name]))
            stop(words.say("terminal.option_value", typed=value[:40], option=name, values=possible))
        values[name] = read
    return decode_options(game, values)


def _value(field: OptionField, text: str) -> bool | int | str | None:
    """The value that a text means for a field; None if it means none."""
    if field.kind == "bool":
        plain = text.casefold()
        return True if plain in YES else False if plain in NO else None
    if field.kind == "choice":
        return next((choice for choice in field.choices if str(choice) == text), None)
    try:
        number = int(text)
    except ValueError:
        return None
    inside = field.low is not None and field.high is not None and field.low <= number <= field.high
    return number if inside else None


def _possible(field: OptionField) -> list[str]:
    if field.kind == "bool":
        return ["true", "false"]
    if field.kind == "choice":
        return [str(choice) for choice in field.choices]
    return [f"{field.low}–{field.high}"]
