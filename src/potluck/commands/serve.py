"""`potluck serve`: the table in the browser, for everybody in reach of this machine."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from potluck.commands.common import language, stop
from potluck.terminal.words import Words

DATABASE_NAME = "potluck.db"


def serve(
    host: Annotated[
        str, typer.Option(help="Address to listen on; 127.0.0.1 keeps the table to this machine.")
    ] = "0.0.0.0",  # noqa: S104 - friends on the same network are whom this is for; Host and Origin are checked
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port to listen on.")] = 8000,
    db: Annotated[
        str | None,
        typer.Option(
            help="The file that keeps the games, or an SQLAlchemy URL; in your data folder if left out."
        ),
    ] = None,
    host_name: Annotated[
        list[str] | None, typer.Option(help="A further name this server is reached by; may be repeated.")
    ] = None,
    trusted_proxy: Annotated[
        str,
        typer.Option(help="Addresses of proxies whose X-Forwarded headers are believed, comma separated."),
    ] = "",
    bot_workers: Annotated[
        int | None, typer.Option(min=1, help="Processes in which bots think; a fitting number if left out.")
    ] = None,
    metrics_token: Annotated[
        str,
        typer.Option(envvar="POTLUCK_METRICS_TOKEN", help="Opens /metrics to others than this machine."),
    ] = "",
    verbose: Annotated[bool, typer.Option("--verbose", help="Log more.")] = False,
) -> None:
    """Start the server and say where it is."""
    # The other commands need neither the server nor its dependencies.
    from potluck.web.serve import serve as run

    run(
        host,
        port,
        database_url(db),
        host_names=host_name or (),
        trusted_proxy=trusted_proxy,
        metrics_token=metrics_token,
        bot_workers=bot_workers,
        verbose=verbose,
    )


def database_url(asked: str | None) -> str:
    """The SQLAlchemy URL of a file or URL; without one, of a file in the person's data folder.

    The data folder is made if it is not there; another one is not, it may be a slip. Ends with a
    sentence where no file could be kept.
    """
    if asked is not None and "://" in asked:
        return asked
    words = Words(language(None))
    if asked is None:
        file = data_folder(sys.platform, os.environ) / DATABASE_NAME
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
        except OSError:
            stop(words.say("terminal.folder_closed", folder=str(file.parent)))
    else:
        file = Path(asked).absolute()
    if not file.parent.is_dir():
        stop(words.say("terminal.folder_missing", folder=str(file.parent)))
    if file.is_dir():
        stop(words.say("terminal.db_folder", file=str(file)))
    # SQLite writes beside its file, too.
    if not os.access(file.parent, os.W_OK | os.X_OK):
        stop(words.say("terminal.folder_closed", folder=str(file.parent)))
    return f"sqlite:///{file.as_posix()}"


def data_folder(platform: str, environ: Mapping[str, str]) -> Path:
    """Where a program keeps a person's data on this kind of system."""
    if platform == "win32":
        return Path(environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "Potluck"
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Potluck"
    return Path(environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "potluck"
