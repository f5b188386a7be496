"""The path under which a proxy shows this server, where it passes that on: taken off before anything else.

A proxy that takes it off itself needs nothing here. Pages name their files by relative addresses and find
the rest from there, so they work under any path; only the cookie is kept to the path where we know it.
"""

from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send


def path_of(scope: Scope) -> str:
    """The path without what was taken off."""
    path: str = scope["path"]
    return path.removeprefix(scope.get("root_path", ""))


class Prefixed:
    """Wraps the whole application; `prefix` is "/potluck" or the like. `Slashed` belongs to it."""

    def __init__(self, app: ASGIApp, prefix: str) -> None:
        self._app = app
        self._prefix = prefix

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what is under the prefix with `root_path` set, and everything else as it is."""
        path: str = scope.get("path", "")
        if f"{path}/".startswith(f"{self._prefix}/"):
            scope["root_path"] = self._prefix  # no copy: the log, outside, reads there who has answered
        await self._app(scope, receive, send)


class Slashed:
    """Within the guard: sends on who asks for the prefix alone, for relative addresses begin at a slash."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on everything else."""
        if scope["type"] == "http" and path_of(scope) == "":
            query = scope["query_string"].decode("latin-1")
            moved = RedirectResponse(f"{scope['root_path']}/{'?' if query else ''}{query}")
            await moved(scope, receive, send)
            return
        await self._app(scope, receive, send)
