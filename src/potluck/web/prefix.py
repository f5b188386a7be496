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
    """Wraps the whole application; `prefix` is "/potluck" or the like."""

    def __init__(self, app: ASGIApp, prefix: str) -> None:
        self._app = app
        self._prefix = prefix

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what is under the prefix with `root_path` set, and everything else as it is."""
        path: str = scope.get("path", "")
        if scope["type"] == "http" and path == self._prefix:
            # Relative addresses begin at the last slash.
            query = scope["query_string"].decode("latin-1")
            moved = RedirectResponse(f"{self._prefix}/{'?' if query else ''}{query}")
            await moved(scope, receive, send)
            return
        if path.startswith(f"{self._prefix}/"):
            scope["root_path"] = self._prefix  # no copy: the log, outside, reads there who has answered
        await self._app(scope, receive, send)
