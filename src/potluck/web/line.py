"""How a tab is heard and spoken to: over its connection's own end where the server is ours, else by ASGI.
Where sockets are blocked it is by requests (`posted.py`).

`Wire` is what our protocol (`serve.Protocol`) puts into the scope: what comes is handed over in the same step
of the loop, what is sent goes to the connection at once. A connection that does not take a message whole gets
no other until it has: so at most one waits outside of the tab, and `Tab.sending` tells since when. It is not
read on either until then: what comes might have to be answered.
"""

import asyncio
from collections.abc import Callable
from typing import Any, Final, Protocol

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from potluck.web.errors import TooFast
from potluck.web.tab import Tab

WIRE: Final = "potluck.wire"  # its name among the scope's extensions
_POLICY_CLOSE: Final = 1008

# Takes what came.
Hear = Callable[[str | bytes], None]


class Wire(Protocol):
    """A connection's own end."""

    hear: Hear | None  # takes messages from now on
    filled: Callable[[], None] | None  # called when something that was sent is not taken at once
    drained: Callable[[], None] | None  # called when all that was sent is taken
    flooded: Callable[[], None] | None  # called once too much has come; nothing is taken in any more
    full: bool  # something that was sent is not taken yet

    def send_at_once(self, text: bytes) -> None:
        """Send a text message; nothing happens if the connection is gone."""
        ...

    def deaf(self, on: bool) -> None:
        """Take nothing more in for now, or again."""
        ...

    def abort(self) -> None:
        """Drop the connection and what waits in it."""
        ...


class Line:
    """One tab's connection. `taken` is called when the tab has nothing waiting any more."""

    def __init__(self, tab: Tab, hear: Hear, taken: Callable[[], None]) -> None:
        self._tab = tab
        self._hear = hear
        self._taken = taken
        self._loop = asyncio.get_running_loop()
        self._hearing = asyncio.Event()
        self._hearing.set()
        tab.line = self

    async def serve(self) -> None:
        """Until either side has enough."""
        raise NotImplementedError

    def flush(self) -> None:
        """Something waits in the tab."""
        raise NotImplementedError

    def deaf(self, on: bool) -> None:
        """Take nothing more in for now, or again."""
        if on:
            self._hearing.clear()
        else:
            self._hearing.set()

    def kill(self) -> None:
        """End it without a word."""
        raise NotImplementedError


class _Socketed(Line):
    """Over a socket."""

    def __init__(self, socket: WebSocket, tab: Tab, hear: Hear, taken: Callable[[], None]) -> None:
        super().__init__(tab, hear, taken)
        self._socket = socket

    async def _read(self) -> None:
        while True:
            message: Any = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            self._hear(message.get("text") or message.get("bytes") or "")
            await self._hearing.wait()

    async def _goodbye(self) -> None:
        if self._socket.application_state is WebSocketState.CONNECTED:
            await self._socket.close(_POLICY_CLOSE)


class Direct(_Socketed):
    """Over a `Wire`."""

    def __init__(
        self, wire: Wire, socket: WebSocket, tab: Tab, hear: Hear, taken: Callable[[], None]
    ) -> None:
        super().__init__(socket, tab, hear, taken)
        self._wire = wire
        self._closing: asyncio.Task[None] | None = None

    async def serve(self) -> None:
        """What came before we listened is read as ASGI has it; then only the end comes that way."""
        wire = self._wire
        wire.hear, wire.filled, wire.drained = self._hear, self._filled, self.flush
        wire.flooded = self._flooded
        if wire.full:
            self._filled()
        try:
            await self._read()
            if self._closing is not None:
                await self._closing
        finally:
            wire.hear = wire.filled = wire.drained = wire.flooded = None

    def flush(self) -> None:
        """Send what the connection takes."""
        tab, wire = self._tab, self._wire
        while not wire.full:
            text = tab.next()
            if text is None:
                break
            wire.send_at_once(text)
        if wire.full:
            return
        tab.sending = None
        if not tab.closing:
            self._taken()
        elif self._closing is None:
            self._closing = self._loop.create_task(self._goodbye())

    def _filled(self) -> None:
        """Also by what the tab did not send: the protocol answers pings itself."""
        self._tab.sending = self._loop.time()

    def _flooded(self) -> None:
        self._tab.dismiss(TooFast())

    def deaf(self, on: bool) -> None:
        """Take nothing more in for now, or again."""
        super().deaf(on)
        self._wire.deaf(on)

    def kill(self) -> None:
        """A peer that takes nothing would keep the connection's buffer for ever: drop it."""
        self._wire.abort()


class Plain(_Socketed):
    """Over any ASGI server."""

    def __init__(self, socket: WebSocket, tab: Tab, hear: Hear, taken: Callable[[], None]) -> None:
        super().__init__(socket, tab, hear, taken)
        self._wake = asyncio.Event()
        self._reader: asyncio.Task[None] | None = None

    async def serve(self) -> None:
        """Read and write side by side; the end of one is the end of both."""
        self._reader = self._loop.create_task(self._read())
        both = (self._reader, self._loop.create_task(self._write()))
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in both:
                task.cancel()
            await asyncio.gather(*both, return_exceptions=True)

    def flush(self) -> None:
        """Wake who sends."""
        self._wake.set()

    def kill(self) -> None:
        """End it without a word."""
        if self._reader is not None:
            self._reader.cancel()

    async def _write(self) -> None:
        tab = self._tab
        while True:
            await self._wake.wait()
            self._wake.clear()
            while (text := tab.next()) is not None:
                tab.sending = self._loop.time()
                try:
                    await self._socket.send_text(text.decode())
                except (WebSocketDisconnect, RuntimeError, OSError):
                    return
            tab.sending = None
            if tab.closing:
                await self._goodbye()
                return
            self._taken()


def lined(socket: WebSocket, tab: Tab, hear: Hear, taken: Callable[[], None]) -> Line:
    """The best there is over a socket."""
    wire: Wire | None = socket.scope.get("extensions", {}).get(WIRE)
    if wire is None:
        return Plain(socket, tab, hear, taken)
    return Direct(wire, socket, tab, hear, taken)
