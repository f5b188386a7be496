"""A tab's line where sockets are blocked: what it says comes by POST, what it is told waits for its next GET.

The messages are those of a socket, one JSON text a line, and everything else is the same session: limits,
pings, looks. A line is opened by a POST that is answered with its id. Whoever opened it names the id in a
header, where no proxy writes it down, and asks for one thing at a time; it is nobody else's, for the cookie
must be the one it was opened with. An answer that is lost is a lost line: the tab opens another.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Final, NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from potluck.play.errors import PotluckError
from potluck.web.buckets import Purse
from potluck.web.desk import answer, body_of
from potluck.web.errors import LineUnknown, TooFast
from potluck.web.guard import address
from potluck.web.identity import Identity
from potluck.web.limiting import Brakes
from potluck.web.line import Hear, Line
from potluck.web.payloads import LineMade
from potluck.web.session import Session, Sessions
from potluck.web.tab import Tab

log = logging.getLogger("potluck.web")

_SCHEME: Final = "line "
_ID_BYTES: Final = 32
_HOLD_SECONDS: Final = 4.0  # a GET is answered by then, with nothing; a ping is usually earlier
_PACE_SECONDS: Final = 0.05  # between two answers with something: what comes meanwhile goes together
_POST: Final = 4  # frames that a POST costs beside its messages
_TEXT: Final = "text/plain; charset=utf-8"


class Posted(Line):
    """Over requests."""

    def __init__(self, tab: Tab, hear: Hear, taken: Callable[[], None]) -> None:
        super().__init__(tab, hear, taken)
        self._asked: asyncio.Future[None] | None = None  # the GET that waits
        self._saying = False
        self._told = 0.0  # loop time of the last answer
        self._ended = asyncio.Event()

    async def serve(self) -> None:
        """Until either side has enough."""
        await self._ended.wait()

    def flush(self) -> None:
        """Something waits in the tab: for the GET that is here, or for the next one."""
        if self._asked is not None:
            if not self._asked.done():
                self._asked.set_result(None)
        elif self._tab.sending is None:
            self._tab.sending = self._loop.time()

    def kill(self) -> None:
        """End it without a word."""
        self._ended.set()
        self._hearing.set()
        if self._asked is not None and not self._asked.done():
            self._asked.set_result(None)

    async def listen(self) -> bytes:
        """What the tab is told next, as soon as there is anything. Two at once are no tab of ours."""
        if self._asked is not None:
            self.kill()
            raise LineUnknown
        self._asked = self._loop.create_future()
        try:
            if not self._tab.waits:
                self._tab.sending = None  # it takes what comes
                await asyncio.wait([self._asked], timeout=_HOLD_SECONDS)
            early = self._told + _PACE_SECONDS - self._loop.time()
            if self._tab.waits and early > 0:
                await asyncio.sleep(early)
        finally:
            self._asked = None
        if self._ended.is_set():
            raise LineUnknown
        return self._take()

    def _take(self) -> bytes:
        tab = self._tab
        texts: list[bytes] = []
        while (text := tab.next()) is not None:
            texts.append(text)
        tab.sending = None
        if texts:
            self._told = self._loop.time()
        if tab.closing:
            self._ended.set()
        else:
            self._taken()
        return b"\n".join(texts)

    async def say(self, texts: list[bytes]) -> None:
        """What the tab says, in its order; waits while the tab is not read on."""
        if self._saying:
            self.kill()
            raise LineUnknown
        self._saying = True
        try:
            for text in texts:
                if self._ended.is_set():
                    raise LineUnknown
                self._hear(text)
                await asyncio.sleep(0)  # everybody else has a turn in between
                await self._hearing.wait()
        finally:
            self._saying = False


class _Open(NamedTuple):
    line: Posted
    guest: str | None
    purse: Purse


class Lines:
    """The endpoints under `/api/line`."""

    def __init__(self, sessions: Sessions, identity: Identity, brakes: Brakes) -> None:
        self._sessions = sessions
        self._identity = identity
        self._brakes = brakes
        self._lines: dict[str, _Open] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def routes(self) -> list[Route]:
        """Their addresses."""
        return [
            Route("/api/line", self.open, methods=["POST"]),
            Route("/api/line/said", self.said, methods=["POST"]),
            Route("/api/line/heard", self.heard, methods=["GET"]),
            Route("/api/line/closed", self.closed, methods=["POST"]),
        ]

    async def stop(self) -> None:
        """End all lines."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def open(self, request: Request) -> Response:
        """A new line."""
        who, guest = address(request.scope), self._identity.guest_id(request)
        self._brakes.post(who, guest)
        self._brakes.open_socket(who, guest)
        made: list[Posted] = []

        def line_up(tab: Tab, hear: Hear, taken: Callable[[], None]) -> Line:
            made.append(Posted(tab, hear, taken))
            return made[0]

        line_id = secrets.token_urlsafe(_ID_BYTES)
        session = self._sessions.session(line_up, who, guest)
        self._lines[line_id] = _Open(made[0], guest, self._brakes.purses.new(who))
        task = asyncio.get_running_loop().create_task(self._serve(line_id, session, who, guest))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return answer(LineMade(line_id))

    async def _serve(self, line_id: str, session: Session, who: str, guest: str | None) -> None:
        try:
            await session.serve()
        except Exception:
            log.exception("a line failed")
        finally:
            del self._lines[line_id]
            self._brakes.close_socket(who, guest)

    async def said(self, request: Request) -> Response:
        """What the tab says, one message a line."""
        found = self._open(request)
        line = found.line
        try:
            said = await body_of(request)
            if not found.purse.take(_POST + 1 + said.count(b"\n"), len(said)):
                raise TooFast
        except PotluckError:
            line.kill()  # no page of ours
            raise
        await line.say(said.split(b"\n"))
        return Response(status_code=204)

    async def heard(self, request: Request) -> Response:
        """What the tab is told, one message a line, as soon as there is any; who gives up ends the line."""
        line = self._open(request).line
        listening = asyncio.ensure_future(line.listen())
        gone = asyncio.ensure_future(_gone(request))
        try:
            await asyncio.wait((listening, gone), return_when=asyncio.FIRST_COMPLETED)
            if not listening.done():
                line.kill()
            return Response(await listening, media_type=_TEXT)
        finally:
            gone.cancel()
            listening.cancel()

    async def closed(self, request: Request) -> Response:
        """The page is left. Its GET, given up at the same moment, may have ended the line already."""
        with suppress(LineUnknown):
            self._open(request).line.kill()
        return Response(status_code=204)

    def _open(self, request: Request) -> _Open:
        header = request.headers.get("authorization", "")
        found = self._lines.get(header[len(_SCHEME) :]) if header.startswith(_SCHEME) else None
        if found is None or found.guest not in (None, self._identity.guest_id(request)):
            self._brakes.get(address(request.scope))
            raise LineUnknown
        return found


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
