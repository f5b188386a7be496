"""Who stands at the door: connections that have not asked for anything whole, or do not take their answer.

They cost a file each, of which a process has a bounded number. So a request has to be here whole in time and
an answer has to be taken; of those who ask for nothing, an address has a bounded number, and the one that
has waited longest makes room for the next. Who asks at once is never the one. A proxy that is trusted stands
here for many, and has to see to this itself.

One request at a time is taken in of a connection: what is written behind it waits, and not much may.
"""

import asyncio
import errno
import logging
import sys
from collections.abc import Callable
from typing import Any, Final

from potluck.tables.discreet import kind
from potluck.web.buckets import Buckets
from potluck.web.limiting import household
from potluck.web.settings import DRAIN_BYTES, REQUEST_SECONDS, TAKING_SECONDS, Limits
from potluck.web.waiting import Waiting

_MINUTE: Final = 60.0
_LEAST_TAKEN: Final = 4096  # bytes within `TAKING_SECONDS`
_RESERVE: Final = 128  # files for the database, the bots and whatever else is no connection
_MOST_FILES: Final = 65_536
_PIECE: Final = 2048  # bytes taken in before it is looked at what they were: a request, or some small ones
_AHEAD: Final = 64 * 1024  # bytes that may be written behind a request before its answer is there
_HEAD: Final = 64 * 1024  # bytes before the body of a request; a browser's are a few thousand at most
_EXHAUSTED: Final = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)

log = logging.getLogger("potluck.web")


class Caller(asyncio.Protocol):
    """What an HTTP protocol of uvicorn's does besides: it tells the door where it stands."""

    cycle: Any  # of uvicorn: the request that is here or comes, and its answer
    client: Any
    connections: Any
    config: Any
    transport: Any
    loop: Any
    unread: tuple[float, int] | None = None  # since when bytes wait to be taken, and how many did then
    _useless = 0  # bytes that have not become a request yet
    _elsewhere = False  # it is a socket now

    def connection_made(self, transport: Any) -> None:
        """As before, if there is room."""
        self._rest = bytearray()
        super().connection_made(transport)
        self.config.door.came(self)

    def data_received(self, data: bytes) -> None:
        """Take in the next request, or more of it."""
        self._rest += data
        self._take_in()
        if len(self._rest) > _AHEAD:
            self.config.door.hurried(self)

    def on_response_complete(self) -> None:
        """As before; then comes what was written behind it."""
        super().on_response_complete()  # type: ignore[misc]
        if self._rest:
            self.loop.call_soon(self._take_in)

    def _take_in(self) -> None:
        while self._rest and not self.asks and not self._elsewhere and not self.transport.is_closing():
            piece = bytes(self._rest[:_PIECE])
            del self._rest[:_PIECE]
            self._count(piece)
        if self._elsewhere or self.transport.is_closing():
            self._rest.clear()
        self.config.door.heard(self)

    def _count(self, piece: bytes) -> None:
        """Take in a piece; a head that does not end, or a body that nobody waits for any more, is cut off."""
        before = self.cycle
        super().data_received(piece)
        if self.cycle is not before or (before is not None and not before.response_complete):
            self._useless = 0
            return
        self._useless += len(piece)
        if before is not None and before.more_body:  # it was answered early
            if self._useless > DRAIN_BYTES:
                self.transport.abort()
        elif self._useless > _HEAD:
            self.send_400_response("The head of the request is too long.")  # type: ignore[attr-defined]

    def connection_lost(self, exc: Exception | None) -> None:
        """As before."""
        self.config.door.left(self)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, *event: Any) -> None:
        """As before: a socket has limits of its own."""
        self._elsewhere = True
        self.config.door.left(self)
        super().handle_websocket_upgrade(*event)  # type: ignore[misc]

    @property
    def asks(self) -> bool:
        """Whether there is a whole request that is not answered yet."""
        cycle = self.cycle
        return cycle is not None and not cycle.more_body and not cycle.response_complete


def calling(protocol: type[asyncio.Protocol]) -> type[asyncio.Protocol]:
    """An HTTP protocol of uvicorn's whose connections pass the door."""
    return type("Called", (Caller, protocol), {})


class Door:
    """All HTTP connections of a process; lives on the event loop."""

    def __init__(self, limits: Limits, most: int, trusted: Callable[[str], bool]) -> None:
        """At most `most` connections, sockets among them; `trusted` addresses are proxies."""
        self._waiting_most = limits.waiting_per_address
        self._most = most
        self._trusted = trusted
        self._comings = Buckets(limits.connections_per_address_minute, _MINUTE)
        self._here: dict[Caller, str] = {}  # and whose they are; "" for a proxy's
        self._owing = Waiting[Caller]()  # who owes us a request

    def came(self, caller: Caller) -> None:
        """A new connection."""
        address = str(caller.client[0]) if caller.client else ""
        whose = "" if not address or self._trusted(address) else household(address)
        if whose and not self._comings.take(whose):
            caller.transport.abort()
            return
        self._here[caller] = whose
        self._owing.begin(caller, whose)
        if len(caller.connections) > self._most:
            self.make_room()
        oldest = self._owing.surplus(whose, self._waiting_most) if whose else None
        if oldest is not None:
            log.warning("dropped a connection that asked for nothing: one address has too many")
            self._drop(oldest)

    def heard(self, caller: Caller) -> None:
        """Something came of it."""
        if caller not in self._here:
            return
        if caller.asks:
            self._owing.end(caller)
        elif caller not in self._owing:
            self._owing.begin(caller, self._here[caller])

    def hurried(self, caller: Caller) -> None:
        """It writes on and on without reading an answer."""
        log.warning("dropped a connection that asked on before it was answered")
        self._drop(caller)

    def left(self, caller: Caller) -> None:
        """It is gone, or has become a socket."""
        self._owing.end(caller)
        self._here.pop(caller, None)

    def make_room(self) -> None:
        """Drop who has owed us a request for longest."""
        oldest = self._owing.oldest()
        if oldest is not None:
            log.warning("dropped a connection that asked for nothing: there are too many")
            self._drop(oldest)

    def look_through(self, now: float) -> None:
        """Drop who is late, at loop time `now`."""
        for caller in self._owing.late(now, REQUEST_SECONDS):
            self._drop(caller)
        for caller in list(self._here):
            self._see_taking(caller, now)

    def complain(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """The loop's exception handler: that a connection could not be taken in is said once a minute."""
        error = context.get("exception")
        if isinstance(error, OSError) and error.errno in _EXHAUSTED:
            log.warning("a connection could not be taken in: %s", kind(error))
            self.make_room()
        else:
            loop.default_exception_handler(context)

    def _see_taking(self, caller: Caller, now: float) -> None:
        left = caller.transport.get_write_buffer_size()
        if not left:
            caller.unread = None
        elif caller.unread is None:
            caller.unread = now, left
        elif now - caller.unread[0] >= TAKING_SECONDS:
            if left > caller.unread[1] - _LEAST_TAKEN:
                self._drop(caller)
            else:
                caller.unread = now, left

    def _drop(self, caller: Caller) -> None:
        self.left(caller)
        caller.transport.abort()


def files() -> int:
    """How many connections the process may hold; first it gets as many files as it may have."""
    if sys.platform == "win32":
        return 512 - _RESERVE  # what its C library allows
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, _MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
        except (ValueError, OSError):
            log.warning("no more files can be had than %d", soft)
    most = wanted if soft == resource.RLIM_INFINITY else soft
    return most - min(_RESERVE, most // 3)
