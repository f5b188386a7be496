"""`potluck restore`: a backup becomes the database again."""

from pathlib import Path
from typing import Annotated

import typer

from potluck.commands.common import Lang, language, worded
from potluck.commands.database import Db, database_url
from potluck.terminal.show import console
from potluck.terminal.words import Words


def restore(
    file: Annotated[Path, typer.Argument(help="What `potluck backup` has written.")],
    db: Db = None,
    force: Annotated[
        bool, typer.Option("--force", help="Even if there are games; they are kept under another name.")
    ] = False,
    lang: Lang = None,
) -> None:
    """Put a backup in place; no server may be running on it."""
    from potluck.tables.keeping.restore import restore as put_back

    words = Words(language(lang))
    url = database_url(db, lang, make=True)
    with worded(lang):
        restored = put_back(file, url, force=force)
    made = restored.made.astimezone()
    day, time = made.strftime("%Y-%m-%d"), made.strftime("%H:%M")
    lines = [words.say("terminal.restore_done", n=restored.tables, day=day, time=time)]
    if restored.aside is not None:
        lines.append(words.say("terminal.restore_aside", file=str(restored.aside)))
    for line in lines:
        console().print(line, soft_wrap=True, markup=False)
