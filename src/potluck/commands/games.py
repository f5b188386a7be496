"""`potluck games`: what is on the shelf."""

from rich.table import Table
from rich.text import Text

from potluck.bots.levels import levels
from potluck.commands.common import Lang, language, span
from potluck.games.shelf import WORDS_PACKAGE, announced
from potluck.locale import game_catalogue
from potluck.play.game import About, Game
from potluck.play.registry import games as installed
from potluck.terminal.show import console
from potluck.terminal.words import Words


def games(lang: Lang = None) -> None:
    """List the games, and how to call them."""
    spoken = language(lang)
    words = Words(spoken)
    table = Table(title=words.say("terminal.games.title"), title_justify="left")
    for column in ("name", "players", "minutes", "kind", "levels", "id"):
        table.add_column(words.say(f"terminal.games.{column}"))
    for game in installed().values():
        own = Words(spoken, game)
        table.add_row(*_row(own, own.say(f"{game.about.id}.name"), game.about, game))
    for about in announced():
        name = str(game_catalogue(WORDS_PACKAGE, spoken)[f"{about.id}.name"])
        table.add_row(*_row(words, name, about, None), style="dim")
    out = console()
    if not out.is_terminal:
        # Nobody to fit a window for: every row on one line, so that it can be searched.
        out.width = max(out.width, 160)
    out.print(table)


def _row(words: Words, name: str, about: About, game: Game | None) -> list[Text]:
    kinds = ", ".join(words.say(f"tag.{tag}") for tag in about.tags)
    if game is None:
        bots, typed = words.say("terminal.games.coming"), ""
    else:
        bots, typed = ", ".join(words.say(f"level.{level}") for level in levels(game)), about.id
    cells = [
        name,
        span(about.seats),
        f"{about.minutes[0]}–{about.minutes[1]}",
        kinds,
        bots,
        typed,
    ]
    return [Text(cell) for cell in cells]
