"""One tab's socket from accept to close: reads its messages one at a time, answers each in order, and
sends what the hub has for it."""

import asyncio
import logging
from collections import deque
from functools import partial
from typing import Final

import msgspec
from msgspec import Struct
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from potluck.play.errors import PotluckError
from potluck.tables import crash
from potluck.tables.refusals import Stale, TableSwept, TableUnknown
from potluck.tables.room import ChatLine, Receipt
from potluck.tables.trying import Trial, WhyNot
from potluck.web import words
from potluck.web.errors import Broken, HelloFirst, MessageInvalid, Reload, TooLarge, WatchersCannot
from potluck.web.guard import address, refusal
from potluck.web.hub import Hub
from potluck.web.identity import Identity
from potluck.web.limiting import Brakes
from potluck.web.messages import (
    Describe,
    Done,
    FromTabMessage,
    Hello,
    Move,
    Nudge,
    Pong,
    Reasons,
    Refused,
    Say,
    Shown,
    Try,
    Undo,
    Why,
    move_names,
    tried,
)
from potluck.web.nudges import Nudges
from potluck.web.settings import MESSAGE_BYTES
from potluck.web.tab import Tab

log = logging.getLogger("potluck.web")

_BACKLOG: Final = 64  # answers a tab may leave untaken before we stop reading from it
_STRIKES: Final = 100  # messages over the rate before the socket is closed
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(FromTabMessage).decode
_POLICY_CLOSE: Final = 1008


class _OnlyId(Struct):
    id: str | None = None


_decode_id = msgspec.json.Decoder(_OnlyId).decode


class Sessions:
    """The endpoint of `/socket`."""

    def __init__(self, hub: Hub, identity: Identity, brakes: Brakes, build: str) -> None:
        self._hub = hub
        self._identity = identity
        self._brakes = brakes
        self._builds = {build, words.DEV_BUILD}
        self._nudges = Nudges(hub)

    async def socket(self, socket: WebSocket) -> None:
        """Serve one socket until either side has enough."""
        who, guest = address(socket.scope), self._identity.guest_id(socket)
        try:
            self._brakes.open_socket(who, guest)
        except PotluckError as error:
            await socket.send_denial_response(refusal(error))
            return
        try:
            await socket.accept()
            await _Session(socket, self._hub, self._brakes, guest, self._builds, self._nudges).serve()
        finally:
            self._brakes.close_socket(who, guest)


class _Session:
    def __init__(
        self,
        socket: WebSocket,
        hub: Hub,
        brakes: Brakes,
        guest: str | None,
        builds: set[str],
        nudges: Nudges,
    ) -> None:
        self._socket = socket
        self._hub = hub
        self._brakes = brakes
        self._guest = guest
        self._builds = builds
        self._nudges = nudges
        self._strikes = 0
        self._times: deque[float] = deque()
        self._loop = asyncio.get_running_loop()
        self._tab = Tab(self._kill, guest)
        self._reader: asyncio.Task[None] | None = None

    async def serve(self) -> None:
        """Read and write side by side; the end of one is the end of both."""
        self._tab.heard = self._loop.time()
        self._hub.connect(self._tab)
        self._reader = self._loop.create_task(self._read())
        writer = self._loop.create_task(self._write())
        both = (self._reader, writer)
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in both:
                task.cancel()
            await asyncio.gather(*both, return_exceptions=True)
            self._hub.disconnect(self._tab)

    def _kill(self) -> None:
        if self._reader is not None:
            self._reader.cancel()
        # A peer that takes nothing would keep the connection's buffer for ever: drop it.
        abort = self._socket.scope.get("extensions", {}).get("potluck.abort")
        if abort is not None:
            abort["call"]()

    async def _write(self) -> None:
        tab = self._tab
        while True:
            await tab.wake.wait()
            for text in tab.take():
                tab.sending = self._loop.time()
                try:
                    await self._socket.send_text(text)
                except (WebSocketDisconnect, RuntimeError, OSError):
                    return
            tab.sending = None
            if tab.closing:
                if self._socket.application_state is WebSocketState.CONNECTED:
                    await self._socket.close(_POLICY_CLOSE)
                return
            self._hub.took(tab)

    async def _read(self) -> None:
        tab = self._tab
        while not tab.closing:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            tab.heard = self._loop.time()
            raw: str | bytes = message.get("text") or message.get("bytes") or ""
            await self._handle(raw)
            if tab.backlog > _BACKLOG:
                await tab.taken.wait()
        # The writer says goodbye and ends us.
        await asyncio.Event().wait()

    async def _handle(self, raw: str | bytes) -> None:
        if len(raw) > MESSAGE_BYTES:
            self._refuse(None, TooLarge(), final=True)
            return
        client_id: str | None = None
        try:
            message = self._parse(raw)
            client_id = getattr(message, "id", None)
            if isinstance(message, Pong):
                return
            self._brake()
            await self._obey(message)
        except MessageInvalid as error:
            self._refuse(_read_id(raw), error)
        except Stale as error:
            self._refuse(client_id, error)
            self._hub.again(self._tab)
        except TableUnknown:
            # It was there when the tab was welcomed; another process may have cleared it away.
            self._refuse(client_id, TableSwept(), final=True)
        except PotluckError as error:
            self._refuse(client_id, error)
        except Exception:
            log.exception("a message on a socket failed")
            self._refuse(client_id, Broken())

    @staticmethod
    def _parse(raw: str | bytes) -> FromTabMessage:
        try:
            return _decode(raw)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            raise MessageInvalid(type(error).__name__) from None

    def _brake(self) -> None:
        try:
            self._brakes.message(self._times)
        except PotluckError as error:
            self._strikes += 1
            if self._strikes > _STRIKES:
                self._refuse(None, error, final=True)
            raise

    async def _obey(self, message: FromTabMessage) -> None:
        if isinstance(message, Hello):
            await self._hello(message)
            return
        tab = self._tab
        table, seat = tab.table, tab.seat
        if table is None:
            raise HelloFirst
        if isinstance(message, Shown):
            await self._hub.shown(tab, message.events)
            return
        if isinstance(message, Describe):
            self._hub.describe(tab, message.on)
            return
        if isinstance(message, Say):
            await self._say(message, table)
            return
        if isinstance(message, Why):
            await self._why(message, table)
            return
        if isinstance(message, Nudge):
            await self._nudges.nudge(tab, table, message)
            return
        assert isinstance(message, Move | Undo | Try)
        if seat is None:
            raise WatchersCannot
        if isinstance(message, Try):
            await self._try(message, table, seat)
            return
        receipt = await self._hub.run(partial(self._act, message, table, seat, tab.seat_token))
        self._hub.moves += 1
        crash.here("acknowledge")
        tab.reply(_encode(Done(receipt.id, receipt.version)))

    async def _say(self, message: Say, table: str) -> None:
        """The seat that talks is the one looked at; before the start, any of this device."""
        tables, guest, token, also = (
            self._hub.tables,
            self._guest,
            self._tab.seat_token,
            self._tab.also_tokens,
        )

        def say() -> ChatLine:
            seats = [tables.seat_of(table, token)] if token else tables.seats_of(table, also)
            seat = next((each for each in seats if each is not None), None)
            return tables.say(table, guest or "", seat, message.id, message.text)

        line = await self._hub.run(say)
        self._tab.reply(_encode(Done(message.id, line.index)))

    def _act(self, message: Move | Undo, table: str, seat: int, token: str | None) -> Receipt:
        tables = self._hub.tables
        # The seat may have just been given to somebody else, and a tab that is slow to read not know it yet.
        tables.seat_of(table, token)
        if isinstance(message, Undo):
            return tables.undo(table, seat, message.id, message.version, message.moves)
        return tables.submit(table, seat, message.id, message.version, move_names(message.moves))

    async def _why(self, message: Why, table: str) -> None:
        moves = move_names(message.moves)
        tables, token = self._hub.tables, self._tab.seat_token

        def ask() -> WhyNot:
            return tables.why(table, tables.seat_of(table, token), message.version, moves)

        found = await self._hub.run(ask)
        self._tab.reply(_encode(Reasons(message.id, found.version, found.why)))

    async def _try(self, message: Try, table: str, seat: int) -> None:
        moves = move_names(message.moves)
        tables, token = self._hub.tables, self._tab.seat_token

        def ask() -> Trial:
            tables.seat_of(table, token)
            return tables.try_moves(table, seat, message.version, moves)

        trial = await self._hub.run(ask)
        self._tab.reply(_encode(tried(message.id, trial)))

    async def _hello(self, message: Hello) -> None:
        if message.build not in self._builds:
            self._refuse(None, Reload(), final=True)
            return
        try:
            await self._hub.welcome(
                self._tab,
                message.table,
                message.seat_token,
                message.also,
                message.events,
                message.shown,
                message.chat,
                message.sections,
            )
        except PotluckError as error:
            # Neither a wrong token nor an unknown table gets better by trying again.
            self._refuse(None, error, final=True)

    def _refuse(self, client_id: str | None, error: PotluckError, *, final: bool = False) -> None:
        self._tab.reply(_encode(Refused(client_id, error.phrase, final)), close=final)


def _read_id(raw: str | bytes) -> str | None:
    """The id of a message that is otherwise nonsense, so that its sender knows which one."""
    try:
        found = _decode_id(raw).id
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
    return found[:64] if found else None
