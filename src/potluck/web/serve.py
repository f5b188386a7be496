"""Runs the server: `serve` is what `potluck serve` calls. Prints where it can be reached."""

import asyncio
import errno
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any, Final, cast

import uvicorn
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DatabaseError
from starlette.applications import Starlette
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode

from potluck.tables.database import DatabaseForeign, DatabaseTooNew
from potluck.tables.keeping.lock import holding
from potluck.tables.keeping.paths import database_file
from potluck.tables.keeping.problems import KeepingError
from potluck.web import logs
from potluck.web.addresses import is_loopback, origin_of, reachable
from potluck.web.app import app
from potluck.web.buckets import Purse
from potluck.web.door import Door, calling, files
from potluck.web.guard import address
from potluck.web.limiting import Purses
from potluck.web.line import WIRE, Hear
from potluck.web.settings import DRAIN_BYTES, PEOPLE_PER_ADDRESS, Limits, WebSettings

_GRACE_SECONDS: Final = 5
_BACKLOG: Final = 128  # connections that may wait to be taken in
_AT_ONCE: Final = 32  # of them asyncio takes in before anybody else has a turn, or fails to
_PIECE: Final = 2048  # bytes taken in in one step of the loop: some hundred frames at most
_LATE: Final = 64 * 1024  # bytes that may still come once the end is said
_LAST_SECONDS: Final = 1.0  # who sent too much has so long to read why


_NOTHING: Final = SimpleNamespace(data=b"")


class Protocol(WebSocketsSansIOProtocol):
    """The socket protocol, which leaves the connection's own end in the scope (`line.Wire`).

    So a message is handed to the application, or to the connection, in the same step of the loop: no queue
    and no task lies between them. What comes is taken in piece by piece; everybody has a turn in between.
    Nothing is read on while it is too much, or while the other side does not read what it is sent.
    Each frame costs, of whatever kind and however small; who has spent too much is told so and cut off.
    """

    def __init__(self, *args: Any, **more: Any) -> None:
        """As before; nobody listens yet."""
        super().__init__(*args, **more)
        self.hear: Hear | None = None
        self.filled: Callable[[], None] | None = None
        self.drained: Callable[[], None] | None = None
        self.flooded: Callable[[], None] | None = None
        self.full = False  # something that was sent is not taken yet
        self._deaf = False
        self._rest = bytearray()  # of what came, to be taken in later
        self._later = False  # the loop will have us go on with it
        self._late = 0  # bytes that came after the end was said
        self._purse: Purse | None = None
        self._cut = False  # it is spent: nothing more is looked at

    def handle_connect(self, event: Any) -> None:
        """As before, and leave the connection's end in the scope."""
        super().handle_connect(event)
        scope = getattr(self, "scope", None)
        if scope is not None:
            extensions: Any = scope["extensions"]
            extensions[WIRE] = self
            # So writing is paused while anything is not taken.
            self.transport.set_write_buffer_limits(high=0)

    def data_received(self, data: bytes) -> None:
        """Take it in, or the beginning of it."""
        if self._cut:
            return
        if self.close_sent:
            self._late += len(data)
        self._rest += data
        if not self._later:
            self._take_in()

    def _take_in(self) -> None:
        self._later = False
        if self._rest and not self._blocked and not self.transport.is_closing():
            piece = bytes(self._rest[:_PIECE])
            del self._rest[:_PIECE]
            super().data_received(piece)
        self._steer()

    @property
    def _blocked(self) -> bool:
        """Whether nothing is to be taken in for now; the answer to our goodbye always is."""
        return not self.close_sent and (self._deaf or self.full or not self.queue.empty())

    def _steer(self) -> None:
        """Go on with what has come, or read on, or stop."""
        if self._cut:
            return
        if self.close_sent and len(self._rest) + self._late > _LATE:
            self.transport.abort()
        if self.transport.is_closing():
            self._rest.clear()
            return
        if self._rest and not self._blocked and not self._later:
            self._later = True
            self.loop.call_soon(self._take_in)
        stop = self._blocked or bool(self._rest)
        if stop != self.read_paused:
            self.read_paused = stop
            (self.transport.pause_reading if stop else self.transport.resume_reading)()

    async def receive(self) -> Any:
        """As before, but it may be that nothing is to be read on yet."""
        message = await super().receive()
        self._steer()
        return message

    async def send(self, message: Any) -> None:
        """As before; a goodbye reads on."""
        await super().send(message)
        if self.close_sent:
            self.handshake_complete = True  # a refusal ends it, too; else that would be logged as our error
            self._steer()

    def _pays(self, event: Any) -> bool:
        """Whether a frame can be afforded; if not, it is the last."""
        if self._cut:
            return False
        if self._purse is None:
            # Where a proxy stands before us, the scope tells by now who is behind it.
            self._purse = self.config.purses.new(address(cast("Any", self.scope)))  # type: ignore[attr-defined]
        if self._purse.take(1, len(event.data)):
            return True
        self._cut = True
        self._rest.clear()
        if self.flooded is None or self.close_sent:
            self.transport.abort()
        else:
            self.flooded()
            # Not even read off, which would cost as much. To end it with bytes unread may take the last words
            # along, so they have their time first.
            self.read_paused = False
            self.transport.pause_reading()
            self.loop.call_later(_LAST_SECONDS, self.transport.abort)
        return False

    def handle_text(self, event: Any) -> None:
        """As before."""
        if self._pays(event):
            super().handle_text(event)

    def handle_bytes(self, event: Any) -> None:
        """As before."""
        if self._pays(event):
            super().handle_bytes(event)

    def handle_ping(self) -> None:
        """As before; it is answered already, and an answer costs more than reading it."""
        if self._pays(_NOTHING):
            super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        """As before; ours is another ping, so nobody has to send any."""
        if self._pays(event):
            super().handle_pong(event)

    def handle_cont(self, event: Any) -> None:
        """As before, with all parts of a message in one place: a million small ones would take far more."""
        if not self._pays(event):
            return
        whole: Any = self.frames[0]
        if not isinstance(whole, bytearray):
            whole = self.frames[0] = bytearray(whole)  # type: ignore[call-overload]
        whole += event.data
        if event.fin:
            self.send_receive_event_to_app()

    def send_receive_event_to_app(self) -> None:
        """Hand what came to whoever listens; what pretends to be text in UTF-8 ends the line."""
        text = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        if self.curr_msg_data_type == "text" and not _is_text(text):
            self.frames = []
            if not self.close_sent:
                self.conn.send_close(CloseCode.INVALID_DATA)
                self.handle_parser_exception()
            return
        if self.hear is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        self.frames = []
        self.hear(text)

    def pause_writing(self) -> None:
        """Not everything is taken."""
        super().pause_writing()
        self.full = True
        if self.filled is not None:
            self.filled()
        self._steer()

    def resume_writing(self) -> None:
        """Everything is taken."""
        super().resume_writing()
        self.full = False
        if self.drained is not None:
            self.drained()
        self._steer()

    def send_at_once(self, text: bytes) -> None:
        """Send a text message; nothing happens if the connection is gone."""
        if self.disconnected or self.close_sent or self.transport.is_closing():
            return
        self.conn.send_text(text)
        self.transport.write(b"".join(self.conn.data_to_send()))

    def deaf(self, on: bool) -> None:
        """Take nothing more in for now, or again."""
        self._deaf = on
        self._steer()

    def abort(self) -> None:
        """Drop the connection and what waits in it."""
        self.transport.abort()


def _is_text(raw: bytes) -> bool:
    try:
        raw.decode()
    except UnicodeDecodeError:
        return False
    return True


def addresses(host: str, port: int, names: Sequence[str]) -> list[str]:
    """The addresses to print: this machine first, then its names and numbers in the network."""
    others = reachable(host, names)
    if is_loopback(host):
        others = list(names)
    alone = others[:1] in ([host], [f"[{host}]"])  # it listens on this one address
    known = others if alone else ["localhost", *others]
    return [f"{origin_of('http', name, str(port))}/" for name in dict.fromkeys(known)]


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    database: str = "sqlite:///potluck.db",
    *,
    host_names: Sequence[str] = (),
    prefix: str = "",
    trusted_proxy: str = "",
    secret: str = "",
    metrics_token: str = "",
    bot_workers: int | None = None,
    people_per_address: int = PEOPLE_PER_ADDRESS,
    verbose: bool = False,
) -> None:
    """Serve until told to stop (SIGINT, SIGTERM). `port` 0 takes a free one.

    Raises KeepingError if the database is served already, or cannot be, or the address cannot be had.
    """
    logs.begin(verbose=verbose)
    settings = WebSettings(
        database=database, host=host, port=port, host_names=tuple(host_names), prefix=prefix,
        trusted_proxy=trusted_proxy, secret=secret, metrics_token=metrics_token, bot_workers=bot_workers,
        limits=Limits().shared_by(people_per_address),
    )  # fmt: skip
    file = database_file(database)
    if file is None and _is_sqlite(database):
        raise KeepingError("terminal.db_memory", url=database)
    # First the lock: a second server must neither migrate the first one's database nor think for its bots.
    with holding(file, make=True) if file is not None else nullcontext():
        listener = bind(host, port)
        made = _opened(settings)
        running = server(made, settings)
        running.greeting = _greeting(settings, listener.getsockname()[1])
        running.run(sockets=[listener])


def _is_sqlite(database: str) -> bool:
    try:
        return make_url(database).get_backend_name() == "sqlite"
    except ArgumentError:
        return False


def _opened(settings: WebSettings) -> Starlette:
    """The application with its database open; raises KeepingError where that cannot be."""
    file = "--db"  # what cannot be read may hold a password anywhere
    try:
        found = database_file(settings.database)
        file = str(found) if found else make_url(settings.database).render_as_string(hide_password=True)
        return app(settings)
    except (ArgumentError, ImportError) as error:
        raise KeepingError("terminal.db_broken", file=file, reason=str(error).splitlines()[0]) from None
    except DatabaseTooNew:
        raise KeepingError("terminal.db_newer", file=file) from None
    except DatabaseForeign:
        raise KeepingError("terminal.db_foreign", file=file) from None
    except DatabaseError as error:
        raise KeepingError("terminal.db_broken", file=file, reason=str(error.orig).splitlines()[0]) from error
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise KeepingError("terminal.db_broken", file=error.filename or file, reason=reason) from error


class _Config(uvicorn.Config):
    """Uvicorn's, with what our protocols need."""

    def __init__(self, application: Starlette, settings: WebSettings, **more: Any) -> None:
        super().__init__(application, **more)
        proxies = ProxyHeadersMiddleware(cast("Any", application), settings.trusted_proxy).trusted_hosts
        self.purses: Purses = application.state.purses
        self.door = Door(settings.limits, files(), proxies.__contains__)


class Serving(uvicorn.Server):
    """Uvicorn's, which looks after who stands at the door."""

    config: _Config
    greeting = ""  # said once it is so

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """As before."""
        asyncio.get_running_loop().set_exception_handler(self.config.door.complain)
        await super().startup(sockets)
        for each in sockets or ():
            each.listen(_BACKLOG)
        if self.started and self.greeting:
            print(self.greeting, flush=True)

    async def on_tick(self, counter: int) -> bool:
        """As before, ten times a second."""
        if counter % 10 == 0:
            self.config.door.look_through(asyncio.get_running_loop().time())
        return await super().on_tick(counter)


def server(application: Starlette, settings: WebSettings) -> Serving:
    """The server of an application: whoever serves one, also in a test or a measurement, has it from here."""
    config = _Config(
        application,
        settings,
        log_config=None,
        # Its informative lines carry whole addresses, and with them ids and codes.
        log_level="warning",
        access_log=False,
        server_header=False,
        backlog=_AT_ONCE,
        http=calling(AutoHTTPProtocol),
        ws=Protocol,
        ws_max_size=DRAIN_BYTES,
        ws_ping_interval=None,
        # Compressed sizes would tell of contents, and small messages gain nothing.
        ws_per_message_deflate=False,
        proxy_headers=bool(settings.trusted_proxy),
        forwarded_allow_ips=settings.trusted_proxy or None,
        timeout_graceful_shutdown=_GRACE_SECONDS,
    )
    return Serving(config)


def bind(host: str, port: int) -> socket.socket:
    """A listening socket; raises KeepingError when the address cannot be had."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol named, asyncio turns Nagle's delay off for every connection; without it, not.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if sys.platform != "win32":
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if family == socket.AF_INET6:
        listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)  # "::" means both
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        taken = error.errno in (errno.EADDRINUSE, errno.EACCES)
        key = "terminal.port_closed" if taken else "terminal.address_closed"
        reason = error.strerror or type(error).__name__
        raise KeepingError(key, host=host or "*", port=str(port), reason=reason) from None
    listener.listen(_BACKLOG)
    listener.setblocking(False)
    return listener


def _greeting(settings: WebSettings, port: int) -> str:
    lines = [
        "Potluck is served at",
        *(f"  {each}" for each in addresses(settings.host, port, settings.host_names)),
    ]
    if not (settings.static / "index.html").is_file():
        lines.append("The browser client is not built: run `make client`.")
    return "\n".join(lines)
