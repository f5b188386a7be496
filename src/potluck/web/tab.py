"""One connected tab at one table: what it has, and what waits to be sent to it.

A tab that is slow to read keeps at most one look and one room waiting, and is not given another before
it has taken them: looks are skipped, events never, and nobody waits.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from potluck.tables.around import Standing
from potluck.tables.ground import Change
from potluck.tables.room import Room, UndoInfo
from potluck.web.messages import Ping

_PING: Final = msgspec.json.encode(Ping())


class Tab:
    """One tab; lives on the event loop."""

    def __init__(self, kill: Callable[[], None], guest: str | None = None) -> None:
        self.kill = kill  # ends the connection without a word
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
        self.room: Room | None = None  # the last one, as sent
        self.mine: Standing | None = None  # as last told
        self.stale: set[Change] = set()  # what changed while it was not ready
        self.heard = 0.0  # loop time of its last message
        self.sending: float | None = None  # loop time at which the send now under way began
        self.closing = False  # after what waits, the socket is closed
        self.wake = asyncio.Event()  # something waits
        self.taken = asyncio.Event()  # nothing does
        self._replies: deque[str] = deque()
        self._look: str | None = None
        self._room: str | None = None

    def reply(self, message: bytes, *, close: bool = False) -> None:
        """Queue something that must not be lost or merged; with `close`, nothing follows it."""
        if self.closing:
            return
        self._replies.append(message.decode())
        self.closing = close
        self.wake.set()
        self.taken.clear()

    def welcome(self, message: bytes, *, close: bool = False) -> None:
        """Queue the answer to hello, or a goodbye; it makes older looks and rooms pointless."""
        self._look = self._room = None
        self.reply(message, close=close)

    def offer(self, look: bytes | None, room: bytes | None) -> None:
        """Put a look or room into their free places."""
        if look is not None:
            self._look = look.decode()
        if room is not None:
            self._room = room.decode()
        self.wake.set()

    def ping(self) -> None:
        """Ask whether somebody is there, unless messages already wait to be taken."""
        if not self._replies:
            self.reply(_PING)

    @property
    def ready(self) -> bool:
        """Whether nothing waits: only then is there a new look for it."""
        return self._look is None and self._room is None and self.sending is None

    @property
    def backlog(self) -> int:
        """How many answers wait."""
        return len(self._replies)

    def take(self) -> list[str]:
        """Everything that waits, in the order it is to be sent: answers, then the look, then the room."""
        waiting = [*self._replies, *(each for each in (self._look, self._room) if each is not None)]
        self._replies.clear()
        self._look = self._room = None
        self.wake.clear()
        self.taken.set()
        return waiting
