"""The command `potluck`: a table to serve and to keep, games in the terminal, their records, many at once."""

from typing import Annotated

import typer

from potluck import __version__
from potluck.commands.backup import backup
from potluck.commands.games import games
from potluck.commands.lab import lab
from potluck.commands.play import play
from potluck.commands.replay import replay
from potluck.commands.restore import restore
from potluck.commands.serve import serve

app = typer.Typer(
    name="potluck",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"potluck {__version__}")
        raise typer.Exit


@app.callback()
def potluck(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version and end.")
    ] = False,
) -> None:
    """A table for cooking board games, for friends and bots."""


app.command()(serve)
app.command()(games)
app.command()(play)
app.command()(replay)
app.command()(backup)
app.command()(restore)
app.add_typer(lab, name="lab")

if __name__ == "__main__":
    app()
