"""What a host can see of a running server: health, figures, one short log line a request.

Log lines name the handler, never the path or the query: paths carry table ids and link codes.
"""

import asyncio
import logging
import math
import time
from collections import Counter
from collections.abc import Callable
from hmac import compare_digest
from ipaddress import ip_address
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from potluck.tables.service import Tables
from potluck.web.errors import PageUnknown
from potluck.web.guard import address
from potluck.web.hub import Hub

log = logging.getLogger("potluck.web")

_USUAL: Final = ("said",)  # handlers whose every answer is not worth a line
_FRESH_SECONDS: Final = 1.0  # anybody may ask, and each look writes to the disk
_PATIENCE_SECONDS: Final = 10.0
_BEARER: Final = "bearer "
_METHODS: Final = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "socket")
_OPENED: Final = 101  # what a socket is answered that is not refused, as HTTP has it
_CLOSED: Final = 403  # and one that is, without a word


class RequestLog:
    """Outermost: counts and logs every request once it is answered; of sockets those that are refused."""

    def __init__(self, app: ASGIApp, answers: Counter[int]) -> None:
        self._app = app
        self._answers = answers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass through."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        http = scope["type"] == "http"
        began, status = time.perf_counter(), 500

        async def sending(message: Message) -> None:
            nonlocal status
            match message["type"]:
                case "http.response.start" | "websocket.http.response.start":
                    status = message["status"]
                case "websocket.accept":
                    status = _OPENED
                case "websocket.close" if status != _OPENED:
                    status = _CLOSED
            await send(message)

        try:
            await self._app(scope, receive, sending)
        finally:
            if status != _OPENED:
                self._answers[status] += 1
            handler = getattr(scope.get("endpoint"), "__name__", "-")
            asked = scope["method"] if http else "socket"
            method = asked if asked in _METHODS else "other"
            if status >= 400:  # said once, then counted
                log.info("refused %s handler=%s status=%d", method, handler, status, extra={"refused": True})
            elif http:
                milliseconds = (time.perf_counter() - began) * 1000
                log.log(
                    logging.INFO if method == "POST" and handler not in _USUAL else logging.DEBUG,
                    "%s handler=%s status=%d ms=%.1f", method, handler, status, milliseconds,
                )  # fmt: skip


class Watch:
    """`/healthz` and `/metrics`."""

    def __init__(self, tables: Tables, hub: Hub, answers: Counter[int], token: str, *, proxied: bool) -> None:
        """With `proxied` whoever seems to be on this machine may be anybody behind a proxy here."""
        self._tables = tables
        self._hub = hub
        self._answers = answers
        self._token = token
        self._proxied = proxied
        self._looking = asyncio.Lock()
        self._looked = -math.inf
        self._healthy = False
        self.bots_waiting: Callable[[], int] = int  # set once there are bots

    async def healthz(self, request: Request) -> Response:
        """200 when games can be read and written, 503 when not; looked at once a second at most."""
        async with self._looking:
            if time.monotonic() - self._looked > _FRESH_SECONDS:
                self._healthy = await self._is_healthy()
                self._looked = time.monotonic()
        text, status = ("ok\n", 200) if self._healthy else ("database\n", 503)
        return PlainTextResponse(text, status, headers={"Cache-Control": "no-store"})

    async def _is_healthy(self) -> bool:
        try:
            async with asyncio.timeout(_PATIENCE_SECONDS):
                await self._hub.run(self._tables.check)
        except Exception as error:
            log.warning("not healthy: %s", error)
            return False
        return True

    async def metrics(self, request: Request) -> Response:
        """Figures for Prometheus; for this machine only, or, and behind a proxy always, with the token."""
        if not self._allowed(request):
            raise PageUnknown
        counts = await self._hub.run(self._tables.counts)
        by_status = [(f'status="{status}"', number) for status, number in sorted(counts.items())]
        lines = [
            *_figure("tables", "gauge", "Tables by status.", by_status),
            *_figure("tables_open", "gauge", "Tables with a connected tab.", [("", self._hub.parties)]),
            *_figure("sockets", "gauge", "Connected tabs.", [("", self._hub.sockets)]),
            *_figure("moves_total", "counter", "Submissions accepted on sockets.", [("", self._hub.moves)]),
            *_figure("looks_total", "counter", "Looks pushed.", [("", self._hub.pushes)]),
            *_figure("bots_waiting", "gauge", "Bot moves due and not made.", [("", self.bots_waiting())]),
            *_figure(
                "answers_total", "counter", "HTTP answers by status.",
                [(f'status="{status}"', n) for status, n in sorted(self._answers.items())],
            ),
        ]  # fmt: skip
        return PlainTextResponse("\n".join(lines) + "\n", headers={"Cache-Control": "no-store"})

    def _allowed(self, request: Request) -> bool:
        given = request.headers.get("authorization", "")
        if self._token and given.lower().startswith(_BEARER):
            return compare_digest(given[len(_BEARER) :].encode(), self._token.encode())
        if self._proxied:
            return False
        try:
            return ip_address(address(request.scope)).is_loopback and not _forwarded(request)
        except ValueError:
            return False


def _forwarded(request: Request) -> bool:
    """A proxy on this machine makes everybody look local, whether it was named to us or not."""
    return any(name in request.headers for name in ("x-forwarded-for", "forwarded", "via"))


def _figure(name: str, kind: str, text: str, values: list[tuple[str, int]]) -> list[str]:
    full = f"potluck_{name}"
    rows = [f"{full}{{{labels}}} {value}" if labels else f"{full} {value}" for labels, value in values]
    return [f"# HELP {full} {text}", f"# TYPE {full} {kind}", *rows]
