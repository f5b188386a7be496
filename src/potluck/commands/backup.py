"""`potluck backup`: everything a house needs to come back, in one file, while it is being served."""

from pathlib import Path
from typing import Annotated

import typer

from potluck.commands.common import Lang, language, stop
from potluck.commands.database import Db, database_url
from potluck.terminal.show import console
from potluck.terminal.words import Words


def backup(
    file: Annotated[Path, typer.Argument(help="Where to keep it; one file.")],
    db: Db = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an older backup.")] = False,
    lang: Lang = None,
) -> None:
    """Keep all tables and the key of the guests' cookies in one file; the server may be running."""
    from potluck.tables.keeping.backup import back_up
    from potluck.tables.keeping.problems import KeepingError

    words = Words(language(lang))
    try:
        made = back_up(database_url(db, lang), file, force=force)
    except KeepingError as problem:
        stop(words.say(problem.key, **problem.texts))
    key = "terminal.backup_done" if made.key else "terminal.backup_without_key"
    console().print(words.say(key, n=made.tables, file=str(file)), soft_wrap=True, markup=False)
