"""One tab's line from its opening to its end: works on its messages one at a time, answers each in order.

Reading does not wait for the work: whatever comes is a sign of life when it comes. What waits is bounded;
where there is too much the socket is not read on, and the tab's silence is not held against it.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct
from starlette.websockets import WebSocket

from potluck.play.errors import PotluckError
from potluck.tables.database import out_of_reach
from potluck.tables.refusals import NotWritten, Stale, TableSwept, TableUnknown
from potluck.tables.room import ChatLine
from potluck.tables.trying import Trial, WhyNot
from potluck.tables.wishes import Outcome, Wish
from potluck.web import words
from potluck.web.buckets import Bucket
from potluck.web.errors import Broken, HelloFirst, MessageInvalid, Reload, TooFast, TooLarge, WatchersCannot
from potluck.web.guard import address
from potluck.web.hub import Hub
from potluck.web.identity import Identity
from potluck.web.limiting import Brakes
from potluck.web.line import Hear, Line, lined
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
from potluck.web.worded import refusal

log = logging.getLogger("potluck.web")

_INBOX: Final = 32  # messages that may wait to be worked on
_BACKLOG: Final = 64  # answers a tab may leave untaken before its next message is worked on
_STRIKES: Final = 100.0  # messages over the rate before the socket is closed, of those that
_FORGIVEN_SECONDS: Final = 1000.0  # were not forgiven by then
_NONSENSE: Final = 3  # as many strikes is one that is nonsense: no page of ours says any
_AT_ONCE: Final = 8  # messages worked on in one step of the loop: everybody else has a turn in between
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(FromTabMessage).decode


class _OnlyId(Struct):
    id: str | None = None


_decode_id = msgspec.json.Decoder(_OnlyId).decode


# Makes the line of a tab, from who hears what comes and who is told when all is taken.
LineUp = Callable[[Tab, Hear, Callable[[], None]], Line]


class Sessions:
    """Makes sessions; the endpoint of `/socket`."""

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
            await self.session(partial(lined, socket), who, guest).serve()
        finally:
            self._brakes.close_socket(who, guest)

    def session(self, line_up: LineUp, who: str, guest: str | None) -> "Session":
        """One more tab, of an address and perhaps a guest."""
        return Session(line_up, self._hub, self._brakes, who, guest, self._builds, self._nudges)


class _Bad(NamedTuple):
    """Something that came and is refused, in its turn."""

    id: str | None
    error: PotluckError


class Session:
    """A tab and its line; `serve` runs until either side has enough."""

    def __init__(
        self,
        line_up: LineUp,
        hub: Hub,
        brakes: Brakes,
        who: str,
        guest: str | None,
        builds: set[str],
        nudges: Nudges,
    ) -> None:
        self._hub = hub
        self._brakes = brakes
        self._who = who
        self._guest = guest
        self._builds = builds
        self._nudges = nudges
        self._strikes = Bucket(_STRIKES, _FORGIVEN_SECONDS)
        self._struck_out = False
        self._pace = brakes.pace()
        self._loop = asyncio.get_running_loop()
        self._tab = Tab(guest)
        self._line = line_up(self._tab, self._hear, self._taken)
        self._inbox: deque[FromTabMessage | _Bad] = deque()
        self._busy = False  # with one message; the next waits
        self._going = False  # through the inbox
        self._begun = 0  # messages since the loop last had a turn
        self._work: asyncio.Task[None] | None = None  # the one that takes more than a moment
        self._over = False

    async def serve(self) -> None:
        """Until either side has enough."""
        self._tab.heard = self._loop.time()
        self._hub.connect(self._tab, self._who)
        try:
            await self._line.serve()
        finally:
            self._over = True
            if self._work is not None:
                self._work.cancel()
                await asyncio.gather(self._work, return_exceptions=True)
            self._hub.disconnect(self._tab)

    # One message after the other

    def _hear(self, raw: str | bytes) -> None:
        """Something came: a sign of life at once, to be worked on in its turn."""
        tab = self._tab
        tab.heard = self._loop.time()
        if tab.closing or self._struck_out:
            return  # nothing is read any more
        message = self._read(raw)
        if isinstance(message, Pong):
            return
        self._inbox.append(message)
        self._go_on()
        if len(self._inbox) >= _INBOX and not tab.deaf:
            self._deafen(True)

    def _taken(self) -> None:
        """The tab has taken what waited for it."""
        self._hub.took(self._tab)
        self._go_on()

    def _go_on(self) -> None:
        """Work on what waits. An answer taken at once calls this again: then the outer call goes on."""
        if self._going:
            return
        tab = self._tab
        self._going = True
        try:
            while self._inbox and self._may_begin():
                self._begun += 1
                if self._begun == _AT_ONCE:
                    self._loop.call_soon(self._next_turn)
                self._begin(self._inbox.popleft())
            if tab.deaf and len(self._inbox) < _INBOX:
                self._deafen(False)
        except Exception:
            # Whoever speaks to this tab may have brought us here, and has others to speak to.
            log.exception("a socket failed")
            tab.kill()
        finally:
            self._going = False

    def _may_begin(self) -> bool:
        tab = self._tab
        waits = self._busy or self._begun >= _AT_ONCE or tab.backlog > _BACKLOG
        return not (waits or self._over or tab.closing)

    def _next_turn(self) -> None:
        self._begun = 0
        self._go_on()

    def _deafen(self, on: bool) -> None:
        self._tab.deaf = on
        self._tab.heard = self._loop.time()
        self._line.deaf(on)

    def _read(self, raw: str | bytes) -> FromTabMessage | _Bad:
        if len(raw) > MESSAGE_BYTES:
            return _Bad(None, TooLarge())
        too_fast = not self._pace.take()  # everything that comes counts, whatever it is
        if too_fast:
            self._strike(1)
        message: FromTabMessage | _Bad
        try:
            message = _decode(raw)
        except (msgspec.MsgspecError, ValueError, RecursionError) as error:
            self._strike(_NONSENSE)
            message = _Bad(_read_id(raw), MessageInvalid(type(error).__name__))
        if not too_fast or (isinstance(message, Pong) and not self._struck_out):
            return message
        return _Bad(getattr(message, "id", None), TooFast())

    def _strike(self, how_many: int) -> None:
        self._struck_out = self._struck_out or not self._strikes.take(how_many)

    def _begin(self, message: FromTabMessage | _Bad) -> None:
        if isinstance(message, _Bad):
            final = isinstance(message.error, TooLarge) or self._struck_out
            self._refuse(None if final else message.id, message.error, final=final)
            return
        self._busy = True
        if isinstance(message, Move | Undo):
            try:
                self._submit(message)
            except PotluckError as error:
                self._settled(message.id, error)
        else:
            self._work = self._loop.create_task(self._answer(message))

    async def _answer(self, message: FromTabMessage) -> None:
        try:
            await self._obey(message)
        except Exception as error:
            self._refuse_for(getattr(message, "id", None), error)
        finally:
            self._work = None
            self._busy = False
        self._go_on()

    def _refuse_for(self, client_id: str | None, error: Exception) -> None:
        if isinstance(error, TableUnknown):
            # It was there when the tab was welcomed; another process may have cleared it away.
            self._refuse(client_id, TableSwept(), final=True)
        elif isinstance(error, PotluckError):
            self._refuse(client_id, error)
            if isinstance(error, Stale):
                self._hub.resend(self._tab)
        else:
            log.error("a message on a socket failed", exc_info=error)
            self._refuse(client_id, NotWritten() if out_of_reach(error) else Broken())

    # What is done

    def _submit(self, message: Move | Undo) -> None:
        tab = self._tab
        if tab.table is None:
            raise HelloFirst
        if tab.seat is None:
            raise WatchersCannot
        who = self._guest or f"seat {tab.seat}"
        self._brakes.submit(tab.table, who, back=isinstance(message, Undo))
        self._hub.tables.put(
            Wish(
                table=tab.table,
                seat=tab.seat,
                client_id=message.id,
                version=message.version,
                moves=() if isinstance(message, Undo) else move_names(message.moves),
                back=message.moves if isinstance(message, Undo) else None,
                # A tab that is slow to hear may not know yet that its seat has been given to somebody else.
                token=tab.seat_token or "",
                owner=tab,
                settle=partial(self._settled, message.id),
                loop=self._loop,
            )
        )

    def _settled(self, client_id: str, outcome: Outcome) -> None:
        """What came of a submission; a look that the tab was sent may have told it already."""
        self._busy = False
        if self._over:
            return
        if isinstance(outcome, Exception):
            self._refuse_for(client_id, outcome)
        else:
            self._hub.moves += 1
            told, self._tab.answered = self._tab.answered, ""
            if told != client_id:
                self._tab.receipt = max(self._tab.receipt, outcome.version)
                self._tab.reply(_encode(Done(outcome.id, outcome.version)))
        self._go_on()

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
        elif isinstance(message, Describe):
            self._hub.describe(tab, message.on)
        elif isinstance(message, Say):
            await self._say(message, table)
        elif isinstance(message, Why):
            await self._why(message, table)
        elif isinstance(message, Nudge):
            await self._nudges.nudge(tab, table, message)
        elif isinstance(message, Try):
            if seat is None:
                raise WatchersCannot
            await self._try(message, table, seat)

    async def _say(self, message: Say, table: str) -> None:
        """The seat that talks is the one looked at; before the start, any of this device."""
        self._brakes.say(table, self._guest or "")
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
            self._brakes.hello(self._who)
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
        except TooFast:
            self._tab.kill()  # it comes again, and by then it may be welcome
        except PotluckError as error:
            # Neither a wrong token nor an unknown table gets better by trying again.
            self._refuse(None, error, final=True)
        except Exception:
            log.exception("a tab could not be seated")
            self._tab.kill()  # it comes again, and then it may get better

    def _refuse(self, client_id: str | None, error: PotluckError, *, final: bool = False) -> None:
        if final:
            self._tab.dismiss(error, client_id)
        else:
            self._tab.reply(_encode(Refused(client_id, error.phrase, final)))


def _read_id(raw: str | bytes) -> str | None:
    """The id of a message that is otherwise nonsense, so that its sender knows which one."""
    try:
        found = _decode_id(raw).id
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
    return found[:64] if found else None
