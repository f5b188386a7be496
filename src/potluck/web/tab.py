"""One connected tab at one table: what it has, and what waits to be sent to it.

A tab that is slow to read keeps at most one look and one room waiting, and is not given another before
it has taken them: looks are skipped, events never, and nobody waits.
"""

import logging
from collections import deque
from collections.abc import Sequence
from typing import Final, Protocol

import msgspec

from potluck.play.errors import PotluckError
from potluck.tables.around import Standing
from potluck.tables.discreet import kind
from potluck.tables.ground import Change
from potluck.tables.room import Room, UndoInfo
from potluck.tables.wishes import Place
from potluck.web.messages import Ping, Refused

log = logging.getLogger("potluck.web")

_encode: Final = msgspec.json.Encoder().encode
_PING: Final = _encode(Ping())


class Connection(Protocol):
    """What a tab needs of its connection."""

    def flush(self) -> None:
        """Send what waits, as soon as the connection takes it."""
        ...

    def kill(self) -> None:
        """End it without a word."""
        ...


class Tab:
    """One tab; lives on the event loop."""

    def __init__(self, guest: str | None = None) -> None:
        self.line: Connection | None = None  # its connection
        self.guest = guest  # whose browser it is, by the cookie
        self.table: str | None = None  # None: has not said hello
        self.seat: int | None = None
        self.seat_token: str | None = None
        self.kept_token: str | None = None  # of a seat that somebody else plays now
        self.also_tokens: Sequence[str] = ()  # of the other seats on this device
        self.also: list[int | None] = []  # what they open
        self.seating = False  # it has said hello (again) and is not welcomed yet: nothing is for it
        self.events = 0  # of its stream, sent or about to be
        self.forgets = False  # its game shows every event once
        self.lines = 0  # of chat
        self.version = -1  # of the last look
        self.undo: UndoInfo | None = None  # in it
        self.sections = False  # it wants its looks described
        self.answered = ""  # the submission that the last look told of
        self.receipt = -1  # the newest version that it has a receipt of
        self.room: Room | None = None  # the last one, as sent
        self.mine: Standing | None = None  # as last told
        self.stale: set[Change] = set()  # what changed while it was not ready
        self.heard = 0.0  # loop time of its last message
        self.told = False  # something was sent to it since it was last asked whether it is there
        self.deaf = False  # we do not read on, for there is too much to do: its silence is ours
        self.sending: float | None = None  # loop time since when the connection has not taken a message
        self.closing = False  # after what waits, the socket is closed
        self._replies: deque[bytes] = deque()
        self._look: bytes | None = None
        self._room: bytes | None = None

    def reply(self, message: bytes, *, close: bool = False) -> None:
        """Queue something that must not be lost or merged; with `close`, nothing follows it."""
        if self.closing:
            return
        if self._look is not None:  # what is older comes first: nobody is shown a look from before a receipt
            self._replies.append(self._look)
            self._look = None
        self._replies.append(message)
        self.closing = close
        self._flush()

    def welcome(self, message: bytes, *, close: bool = False) -> None:
        """Queue the answer to hello, or a goodbye; it makes older looks and rooms pointless."""
        self._look = self._room = None
        self.reply(message, close=close)

    def dismiss(self, why: PotluckError, client_id: str | None = None, *, final: bool = True) -> None:
        """Say why, and end it; unless it is `final` it may come again. The log is told the kind."""
        if not self.closing:
            log.info("refused a tab: %s", kind(why), extra={"refused": True})
        self.reply(_encode(Refused(client_id, why.phrase, final)), close=True)

    def offer(self, look: bytes | None, room: bytes | None) -> None:
        """Put a look or room into their free places."""
        if look is not None:
            self._look = look
        if room is not None:
            self._room = room
        self._flush()

    def ping(self) -> None:
        """Ask whether somebody is there, unless messages already wait to be taken."""
        if not self._replies:
            self.reply(_PING)

    def kill(self) -> None:
        """End the connection without a word."""
        if self.line is not None:
            self.line.kill()

    def _flush(self) -> None:
        if self.line is not None:
            self.line.flush()

    @property
    def place(self) -> Place:
        """Where it stands: whose look it is to be sent, from which event on, and how."""
        return self.seat, self.events, self.sections

    @property
    def ready(self) -> bool:
        """Whether nothing waits: only then is there a new look for it."""
        return self._look is None and self._room is None and self.sending is None

    @property
    def waits(self) -> bool:
        """Whether anything is to be sent."""
        return bool(self._replies) or self._look is not None or self._room is not None

    @property
    def backlog(self) -> int:
        """How many answers wait."""
        return len(self._replies)

    def next(self) -> bytes | None:
        """What is to be sent next: answers, then the look, then the room; None: nothing waits."""
        if self._replies:
            self.told = True
            return self._replies.popleft()
        if self._look is not None:
            self.told = True
            look, self._look = self._look, None
            return look
        room, self._room = self._room, None
        self.told |= room is not None
        return room
