"""A WebSocket client that costs little: websockets' own protocol without its tasks and queues."""

import asyncio
from collections.abc import Callable
from typing import Any, cast

from websockets.client import ClientProtocol
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.typing import Origin
from websockets.uri import parse_uri


class Wire(asyncio.Protocol):
    """One connection; `heard` gets every text message, `lost` is told if the other side ends it."""

    def __init__(
        self, port: int, cookie: str, heard: Callable[[Any], None], lost: Callable[[], None]
    ) -> None:
        self._protocol = ClientProtocol(
            parse_uri(f"ws://127.0.0.1:{port}/socket"),
            origin=Origin(f"http://127.0.0.1:{port}"),
            max_size=None,
        )
        self._cookie = cookie
        self._heard = heard
        self._lost = lost
        self._open = asyncio.get_running_loop().create_future()
        self._transport: asyncio.Transport | None = None
        self._closing = False

    @classmethod
    async def connect(
        cls, port: int, cookie: str, heard: Callable[[Any], None], lost: Callable[[], None]
    ) -> "Wire":
        """An open connection."""
        loop = asyncio.get_running_loop()
        _, wire = await loop.create_connection(lambda: cls(port, cookie, heard, lost), "127.0.0.1", port)
        await wire._open
        return wire

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Shake hands."""
        self._transport = cast(asyncio.Transport, transport)
        request = self._protocol.connect()
        if self._cookie:
            request.headers["Cookie"] = self._cookie
        self._protocol.send_request(request)
        self._flush()

    def data_received(self, data: bytes) -> None:
        """Take messages apart."""
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                self._heard(event.data)
            elif isinstance(event, Response):
                if self._protocol.handshake_exc is not None:
                    self._open.set_exception(self._protocol.handshake_exc)
                else:
                    self._open.set_result(None)
        if self._protocol.writes:
            self._flush()

    def connection_lost(self, exc: Exception | None) -> None:
        """The end."""
        if not self._open.done():
            self._open.set_exception(exc or ConnectionResetError())
        elif not self._closing:
            self._lost()

    def send(self, message: bytes) -> None:
        """Send a text message; a lost connection has been told already."""
        try:
            self._protocol.send_text(message)
        except ConnectionClosed:
            return
        self._flush()

    def close(self) -> None:
        """Leave, with a goodbye."""
        self._closing = True
        self._protocol.send_close()
        self._flush()
        if self._transport is not None:
            self._transport.close()

    def _flush(self) -> None:
        assert self._transport is not None
        if not self._transport.is_closing():
            self._transport.write(b"".join(self._protocol.data_to_send()))
