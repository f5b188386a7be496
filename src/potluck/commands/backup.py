"""`potluck backup`: everything a house needs to come back, in one file, while it is being served."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from potluck.commands.common import Lang, language, stop, worded
from potluck.commands.database import Db, database_url
from potluck.terminal.show import console, working
from potluck.terminal.words import Words


def backup(
    file: Annotated[Path, typer.Argument(help="Where to keep it; - hands it to another program.")],
    db: Db = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an older backup.")] = False,
    lang: Lang = None,
) -> None:
    """Keep all tables and the key of the guests' cookies in one file; the server may be running."""
    from potluck.tables.keeping.backup import back_up, stream

    words = Words(language(lang))
    handed_on = str(file) == "-"
    if handed_on and sys.stdout.isatty():
        stop(words.say("terminal.backup_nowhere"))
    url = database_url(db, lang)
    with worded(lang), working(words.say("terminal.backup_working")):
        made = stream(url, sys.stdout.buffer) if handed_on else back_up(url, file, force=force)
    key = "terminal.backup_done" if made.key else "terminal.backup_without_key"
    console(stderr=handed_on).print(
        words.say(key, n=made.tables, file=str(file)), soft_wrap=True, markup=False
    )
