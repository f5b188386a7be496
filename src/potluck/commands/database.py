"""The option `--db` of the commands that serve, back up and restore: where the games are kept."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Final

import typer

from potluck.commands.common import language, stop, worded
from potluck.terminal.words import Words

DATABASE_NAME: Final = "potluck.db"

Db = Annotated[
    str | None,
    typer.Option(
        help="The file that keeps the games, or an SQLAlchemy URL; in your data folder if left out."
    ),
]


def database_url(asked: str | None, lang: str | None = None, *, make: bool = False) -> str:
    """The SQLAlchemy URL of a file or URL; without one, of a file in the person's data folder.

    The data folder is made if it is not there; another one only with `make`, else it may be a slip. Ends
    with a sentence where no file could be kept.
    """
    if asked is not None and "://" in asked:
        return asked
    # The other commands need no database.
    from potluck.tables.keeping.paths import file_url
    from potluck.tables.keeping.problems import KeepingError, check_folder, check_name

    own = data_folder(sys.platform, os.environ) / DATABASE_NAME
    file = own if asked is None else Path(asked).absolute()
    if asked is None or make:
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
        except OSError:
            stop(Words(language(lang)).say("terminal.folder_closed", folder=str(file.parent)))
    with worded(lang):
        check_folder(file.parent)  # SQLite writes beside its file, too
        check_name(file)
        if file.is_dir():
            raise KeepingError("terminal.db_folder", file=str(file))
    return file_url(file)


def data_folder(platform: str, environ: Mapping[str, str]) -> Path:
    """Where a program keeps a person's data on this kind of system."""
    if platform == "win32":
        return Path(environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "Potluck"
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Potluck"
    return Path(environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "potluck"
