"""The command `potluck`: a table to serve, the games there are, a game in the terminal, a record replayed."""

import typer

from potluck.commands.games import games
from potluck.commands.play import play
from potluck.commands.replay import replay
from potluck.commands.serve import serve

app = typer.Typer(
    name="potluck",
    help="A table for cooking board games, for friends and bots.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command()(serve)
app.command()(games)
app.command()(play)
app.command()(replay)

if __name__ == "__main__":
    app()
