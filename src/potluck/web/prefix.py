"""The path under which a proxy shows this server, where it passes that on: taken off before anything else.

A proxy that takes it off itself needs nothing here. Pages name their files by relative addresses and find
the rest from there, so they work under any path; only the cookie is kept to the path where we know it.
"""

from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

_REDIRECT: Final = 307


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
            query: bytes = scope["query_string"]
            to = f"{self._prefix}/".encode() + (b"?" + query if query else b"")
            headers = [(b"location", to), (b"content-length", b"0")]
            await send({"type": "http.response.start", "status": _REDIRECT, "headers": headers})
            await send({"type": "http.response.body"})
            return
        if path.startswith(f"{self._prefix}/"):
            scope = {**scope, "root_path": self._prefix}
        await self._app(scope, receive, send)
