"""The command `potluck`: a table to serve, the games there are, a game in the terminal, a record replayed."""

from typing import Annotated

import typer

from potluck import __version__
from potluck.commands.games import games
from potluck.commands.play import play
from potluck.commands.replay import replay
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

if __name__ == "__main__":
    app()
