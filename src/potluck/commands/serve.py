"""`potluck serve`: the table in the browser, for everybody in reach of this machine."""

import re
from ipaddress import ip_network
from typing import Annotated

import typer

from potluck.commands.common import worded
from potluck.commands.database import Db, database_url


def _path(given: str) -> str:
    """The prefix as it stands before a path; refuses what no address can begin with."""
    parts = given.strip("/")
    fits = re.fullmatch(r"[\w.~-]+(/[\w.~-]+)*", parts, re.ASCII)
    if parts and (not fits or {".", ".."} & set(parts.split("/"))):  # which browsers resolve before they ask
        raise typer.BadParameter("a path such as /potluck, of letters, digits and -._~")
    return f"/{parts}" if parts else ""


def _names(given: list[str] | None) -> list[str] | None:
    """Refuses what can be in no `Host`: it would be left out without a word."""
    from potluck.web.addresses import split_host

    for name in given or ():
        if not split_host(name)[0]:
            raise typer.BadParameter(f"a name such as games.example or games.example:8443, not {name}")
    return given


def _proxies(given: str) -> str:
    """Refuses what is no address: as it would be nobody's, all strangers would count as one."""
    for each in map(str.strip, given.split(",") if given else ()):
        try:
            if each != "*":
                ip_network(each)
        except ValueError:
            raise typer.BadParameter(
                f"addresses such as 127.0.0.1 or 10.0.0.0/8, comma separated, not {each or 'nothing'}"
            ) from None
    return given


def serve(
    host: Annotated[
        str, typer.Option(help="Address to listen on; 127.0.0.1 keeps the table to this machine.")
    ] = "0.0.0.0",  # noqa: S104 - friends on the same network are whom this is for; Host and Origin are checked
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port to listen on.")] = 8000,
    db: Db = None,
    host_name: Annotated[
        list[str] | None,
        typer.Option(
            help="A further name this server is reached by, with its port if unusual; may be repeated.",
            callback=_names,
        ),
    ] = None,
    prefix: Annotated[
        str,
        typer.Option(
            help="The path under which a proxy shows this server and which it passes on, such as /potluck.",
            callback=_path,
        ),
    ] = "",
    trusted_proxy: Annotated[
        str,
        typer.Option(
            help="Addresses of proxies whose X-Forwarded headers are believed, comma separated.",
            callback=_proxies,
        ),
    ] = "",
    bot_workers: Annotated[
        int | None, typer.Option(min=1, help="Processes in which bots think; a fitting number if left out.")
    ] = None,
    people_per_address: Annotated[
        int,
        typer.Option(
            min=10,
            help="How many people may come from one address, as all do who share a router; limits fit them.",
        ),
    ] = 100,
    metrics_token: Annotated[
        str,
        typer.Option(envvar="POTLUCK_METRICS_TOKEN", help="Opens /metrics to others than this machine."),
    ] = "",
    verbose: Annotated[bool, typer.Option("--verbose", help="Log more.")] = False,
) -> None:
    """Start the server and say where it is."""
    # The other commands need neither the server nor its dependencies.
    from potluck.web.serve import serve as run

    database = database_url(db)
    with worded():
        run(
            host,
            port,
            database,
            host_names=host_name or (),
            prefix=prefix,
            trusted_proxy=trusted_proxy,
            metrics_token=metrics_token,
            bot_workers=bot_workers,
            people_per_address=people_per_address,
            verbose=verbose,
        )
