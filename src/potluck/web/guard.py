"""What every request meets first: whose name it uses, where it comes from, how much it is; and the
headers every answer carries. Plain ASGI, so that it stands before routing and before any handler."""

from collections.abc import Callable
from typing import Any, Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from potluck.play.errors import PotluckError
from potluck.web.addresses import Hosts
from potluck.web.errors import HostForeign, OriginForeign
from potluck.web.limiting import Brakes
from potluck.web.prefix import path_of
from potluck.web.worded import READING, refused

# Nothing from elsewhere, nothing inline. Styles set by script on one element (positions, motion) go
# through the style object model, which needs no exception.
_POLICY: Final = (
    "default-src 'self'; img-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
_HEADERS: Final = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "Cross-Origin-Resource-Policy": "same-origin",
}
# Browsers heed it on secure pages only, and complain of it on others; to those alone they send the second.
_OPENER: Final = ("Cross-Origin-Opener-Policy", "same-origin")
_TRUSTWORTHY: Final = "sec-fetch-site"
_OURS: Final = "x-potluck"  # a header no other site's page can send without being asked first
_TOO_MUCH: Final = 429
_API: Final = "/api/"
_LINES: Final = "/api/line/"


class Guard:
    """Wraps the whole application."""

    def __init__(self, app: ASGIApp, hosts: Hosts, brakes: Brakes) -> None:
        self._app = app
        self._hosts = hosts
        self._brakes = brakes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check, then pass on; or answer in words."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        send = _with_headers(scope, send) if scope["type"] == "http" else send
        try:
            self._check(scope, Headers(scope=scope))
        except PotluckError as error:
            await _answer(scope, receive, send, refused(scope, error))
            return
        await self._app(scope, receive, send)

    def _check(self, scope: Scope, headers: Headers) -> None:
        self._brakes.ask(address(scope))
        host = headers.get("host", "")
        server = scope.get("server")
        if len(headers.getlist("host")) != 1 or not self._hosts.ours(host, server[0] if server else None):
            raise HostForeign
        origin = headers.get("origin")
        # Browsers name it also where a page of ours loads its scripts and fonts, which are anybody's to read.
        read = scope["type"] == "http" and scope["method"] in READING and not path_of(scope).startswith(_API)
        if origin is not None and not read and not self._hosts.speaks(origin, host):
            raise OriginForeign
        if scope["type"] == "websocket":
            # Every browser says where a socket comes from.
            if origin is None:
                raise OriginForeign
        elif scope["method"] in READING:
            if not path_of(scope).startswith(_LINES):  # they have a pace of their own
                self._brakes.get(address(scope))
        elif headers.get(_OURS) != "1" or headers.get("sec-fetch-site", "same-origin") != "same-origin":
            raise OriginForeign


def address(scope: Scope) -> str:
    """Who asks, as far as the network tells."""
    client = scope.get("client")
    return str(client[0]) if client else "unknown"


def secure(connection: HTTPConnection) -> bool:
    """Whether the person's side of the connection is https."""
    return connection.url.scheme in ("https", "wss")


def _with_headers(scope: Scope, send: Send) -> Send:
    connection = HTTPConnection(scope)

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            if secure(connection) or _TRUSTWORTHY in connection.headers:
                headers.setdefault(*_OPENER)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
            if path_of(scope).startswith(_API):
                headers.setdefault("Cache-Control", "no-store")
            if message["status"] == _TOO_MUCH:  # to be told so again takes another connection
                headers["Connection"] = "close"
        await send(message)

    return sending


async def _answer(scope: Scope, receive: Receive, send: Send, response: Response) -> None:
    if scope["type"] == "http":
        await response(scope, receive, send)
        return
    await receive()  # the connection request itself
    prefix: Callable[[str], str] = "websocket.http.response.{}".format

    async def denying(message: dict[str, Any]) -> None:
        await send({**message, "type": prefix(message["type"].rpartition(".")[2])})

    await response({**scope, "type": "http", "method": "GET"}, receive, denying)  # type: ignore[arg-type]
