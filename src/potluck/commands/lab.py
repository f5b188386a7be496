"""`potluck lab`: many games at once, and what they say about bots."""

import os
import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.table import Table

from potluck.commands.common import Lang, find_game, language, span, stop
from potluck.commands.options import read_options
from potluck.lab.crew import Processes
from potluck.lab.ledger import PLAN, Ledger
from potluck.lab.match import Contest, Match
from potluck.lab.pieces import Setting
from potluck.lab.players import player
from potluck.lab.problems import LabError
from potluck.lab.run import run
from potluck.play.driver import DEFAULT_NODES
from potluck.play.errors import PotluckError
from potluck.play.options import encode_options
from potluck.terminal.show import console, progress
from potluck.terminal.words import Words

lab = typer.Typer(no_args_is_help=True, add_completion=False)

Jobs = Annotated[int | None, typer.Option(min=1, help="Processes that play; as many as there are cores.")]
Out = Annotated[Path | None, typer.Option(help="A folder to keep it in; a stopped run goes on from there.")]


class _Plan(msgspec.Struct):
    """What `plan.json` says of a match."""

    match: Setting
    players: list[str]


@lab.callback()
def _lab() -> None:
    """Many games at once: which bot is stronger."""


@lab.command()
def match(
    game: Annotated[str, typer.Argument(help="Its id or name; `potluck games` lists them.")],
    first: Annotated[str, typer.Argument(help="A level, or module:Class; with @500 a budget of its own.")],
    second: Annotated[str, typer.Argument(help="The one to play against.")],
    seats: Annotated[list[int] | None, typer.Option(help="How many play; every number if left out.")] = None,
    option: Annotated[list[str] | None, typer.Option(help="An option of the game, as name=value.")] = None,
    nodes: Annotated[
        int, typer.Option(min=1, help="How long a choice may be thought about.")
    ] = DEFAULT_NODES,
    rounds: Annotated[int, typer.Option(min=1, help="Deals at most, each played in every seating.")] = 1000,
    whole: Annotated[
        bool, typer.Option("--whole", help="Play all rounds, though the answer is clear.")
    ] = False,
    seed: Annotated[int | None, typer.Option(help="The same seed gives the same games.")] = None,
    jobs: Jobs = None,
    out: Out = None,
    json: Annotated[bool, typer.Option("--json", help="Print the result as JSON.")] = False,
    lang: Lang = None,
) -> None:
    """Play two bots against each other until it is clear which is stronger."""
    spoken = language(lang)
    found = find_game(game, spoken)
    words = Words(spoken, found)
    options = encode_options(read_options(found, option or [], words))
    possible = [count for count in found.about.seats if count > 1]
    counts = list(dict.fromkeys(seats or possible))
    if not {*counts} <= {*possible}:
        stop(words.say("terminal.seats_invalid", seats=span(possible)))
    results: list[Match] = []
    with _worded(words), Processes(jobs or os.cpu_count() or 1) as crew:
        sys.path.append(str(Path.cwd()))  # where somebody's own bot may lie
        for name in (first, second):
            player(found, name, nodes)
        chosen = _seed(out) if seed is None else seed
        for count in counts:
            setting = Setting(
                game=found.about.id, rules=found.rules, deck=found.deck, seats=count,
                options=options, nodes=nodes, seed=chosen,
            )  # fmt: skip
            contest = Contest(setting, [first, second])
            ledger = None
            if out is not None:
                plan = msgspec.to_builtins(_Plan(setting, [first, second]))
                ledger = Ledger(out / f"seats-{count}", plan)
            with _counting(words.say("terminal.lab.seats", n=count), rounds) as told:
                run(contest, crew, rounds, to_the_end=whole, ledger=ledger, told=told)
            results.append(contest.found())
    if out is not None:
        (out / "match.json").write_bytes(msgspec.json.format(msgspec.json.encode(results)) + b"\n")
    if json:
        typer.echo(msgspec.json.encode(results).decode())
    else:
        _show(results, words)


def _seed(out: Path | None) -> int:
    """That of the run which goes on in this folder, or a new one."""
    for plan in out.glob(f"seats-*/{PLAN}") if out is not None else ():
        with suppress(msgspec.MsgspecError):  # Ledger says so
            return msgspec.json.decode(plan.read_bytes(), type=_Plan).match.seed
    return secrets.randbits(32)


def _show(results: list[Match], words: Words) -> None:
    first, second = results[0].players
    table = Table(title=words.say("terminal.lab.match", first=first, second=second), title_justify="left")
    for column in ("players", "share", "interval", "games", "verdict"):
        table.add_column(
            words.say(f"terminal.lab.{column}"), justify="left" if column == "verdict" else "right"
        )
    for each in results:
        table.add_row(
            str(each.setting.seats),
            f"{each.share:.1%}",
            f"{each.low:.1%} – {each.high:.1%}",
            str(each.games),
            words.say(f"terminal.lab.{each.verdict}", player=first),
        )
    out = console()
    out.print(table)
    out.print(words.say("terminal.lab.seed", seed=str(results[0].setting.seed)), style="dim")


@contextmanager
def _counting(what: str, most: int) -> Iterator[Callable[[int], None]]:
    """A bar of how many are done, to be told."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with progress(*columns) as bar:
        task = bar.add_task(what, total=most)
        yield lambda count: bar.update(task, completed=count)


@contextmanager
def _worded(words: Words) -> Iterator[None]:
    """End with a sentence where the lab cannot do what it is asked."""
    try:
        yield
    except LabError as problem:
        stop(words.say(problem.key, **problem.texts))
    except PotluckError as problem:
        stop(words.phrase(problem.phrase))
    except KeyboardInterrupt:
        stop(words.say("terminal.lab.stopped"))
    except OSError as problem:
        stop(words.say("terminal.lab.file", file=str(problem.filename or ""), reason=problem.strerror or ""))
