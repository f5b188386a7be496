"""The people of `bench.load`: each sits at a table of their own with bots, and moves by the clock.

A person is due to move every so many seconds. If it is their turn then, they move, and the time to the
acknowledgement counts. If the server has not answered their last move yet, the move is owed: it is made as
soon as it can be and counts from when it was due, so a server that stalls is not asked less kindly.
If bots are to move, the person waits for the next time.
"""

import asyncio
import random
from collections import Counter, deque
from typing import Any, Final, NamedTuple

import msgspec
from bench.wire import Wire
from msgspec import Struct

_HELLO: Final = {"t": "hello", "build": "dev"}
_encode = msgspec.json.Encoder().encode


class Place(NamedTuple):
    """A seat at a started table, and whose it is."""

    table: str
    token: str
    cookie: str


class Told(Struct):
    """Of an event: is it told once?"""

    once: bool = False


class Legal(Struct):
    """Of a legal move: its notation."""

    text: str


class Seen(Struct):
    """Of a view: is the game over?"""

    places: list[int] | None


class Look(Struct):
    """Of a look, what a person here goes by."""

    version: int
    view: Seen
    legal: list[Legal]
    first: int
    events: list[Told | None]


class Heard(Struct):
    """Any message of the server; `done` came into the look after commit 32180e7."""

    t: str
    look: Look | None = None
    done: str | None = None
    id: str | None = None
    version: int = 0
    why: Any = None


_decode = msgspec.json.Decoder(Heard).decode


class Book:
    """What the people of one measurement have seen; times are the loop's, in seconds."""

    def __init__(self) -> None:
        self.acks: list[tuple[float, float]] = []  # when it was due, and how long the answer took from then
        self.lags: list[tuple[float, float]] = []  # when a timer was due, and how late it was
        self.waits: list[float] = []  # when a move was due, but bots were
        self.refused: Counter[str] = Counter()
        self.lost = 0  # connections
        self.idle = 0  # people whose game is over and for whom no table is left


class Person:
    """One of them; lives on the event loop."""

    def __init__(self, port: int, place: Place, spare: deque[Place], seed: int) -> None:
        """`spare`: where to sit down when a game is over."""
        self._port = port
        self._place = place
        self._spare = spare
        self._rng = random.Random(seed)
        self._loop = asyncio.get_running_loop()
        self._book = Book()
        self._wire: Wire | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._moving: asyncio.Task[None] | None = None  # to another table
        self._welcome: asyncio.Future[None] | None = None
        self._begin()

    def _begin(self) -> None:
        self._events = 0  # of the stream, told so far
        self._version = -1  # of the newest look
        self._legal: list[Legal] = []
        self._over = False
        self._sent: tuple[str, float] | None = None  # the move that is not answered: its id, when it was due
        self._needs = -1  # the version of the look that the last answer speaks of
        self._owed: float | None = None  # when a move was due that cannot be made before an answer comes
        self._count = 0

    async def come(self, book: Book) -> None:
        """Connect and be welcomed."""
        self._book = book
        self._sent = self._owed = None
        self._needs = -1
        self._welcome = self._loop.create_future()
        self._wire = await Wire.connect(self._port, self._place.cookie, self._heard, self._lost)
        _, token, _ = self._place
        hello = {**_HELLO, "table": self._place.table, "seat_token": token, "events": self._events}
        self._wire.send(_encode(hello))
        await self._welcome

    def play(self, first: float, period: float) -> None:
        """Move every `period` seconds from the loop's time `first` on."""
        self._timer = self._loop.call_at(first, self._tick, first, period)

    def rest(self) -> None:
        """Move no more; answers still count."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._owed = None

    async def go(self) -> None:
        """Leave."""
        self.rest()
        if self._moving is not None:
            await asyncio.gather(self._moving, return_exceptions=True)
        if self._wire is not None:
            self._wire.close()
            self._wire = None

    @property
    def unanswered(self) -> float | None:
        """When the move was due that has no answer yet."""
        return self._sent[1] if self._sent is not None else None

    def _tick(self, due: float, period: float) -> None:
        self._timer = self._loop.call_at(due + period, self._tick, due + period, period)
        self._book.lags.append((due, self._loop.time() - due))
        if self._moving is not None:
            return  # between two games
        if self._sent is not None or self._version < self._needs:
            if self._owed is None:
                self._owed = due
        elif self._legal:
            self._move(due)
        elif self._over:
            self._next()  # it was over when they came
        else:
            self._book.waits.append(due)

    def _move(self, due: float) -> None:
        assert self._wire is not None
        self._count += 1
        client_id = f"{self._rng.getrandbits(64):x}-{self._count}"
        self._sent = client_id, due
        moves = [self._rng.choice(self._legal).text]
        self._wire.send(_encode({"t": "move", "id": client_id, "version": self._version, "moves": moves}))

    def _heard(self, raw: Any) -> None:
        message = _decode(raw)
        if message.t == "ping":
            if self._wire is not None:
                self._wire.send(b'{"t":"pong"}')
            return
        if message.look is not None:
            self._see(message.look)
            if message.done is not None:
                self._answered(message.done, message.look.version)
        if message.t == "done" and message.id is not None:
            self._answered(message.id, message.version)
        elif message.t == "refused":
            self._refused(message)
        elif message.t == "welcome" and self._welcome is not None and not self._welcome.done():
            self._welcome.set_result(None)
        self._next()

    def _see(self, look: Look) -> None:
        self._version, self._legal = look.version, look.legal
        self._over = look.view.places is not None
        self._events = look.first + len(look.events)
        if self._wire is not None and any(told is not None and told.once for told in look.events):
            # A browser says so once they have been shown.
            self._wire.send(_encode({"t": "shown", "events": self._events}))

    def _answered(self, client_id: str, version: int) -> None:
        if self._sent is None or self._sent[0] != client_id:
            return
        due = self._sent[1]
        self._book.acks.append((due, self._loop.time() - due))
        self._sent = None
        self._needs = version

    def _refused(self, message: Heard) -> None:
        self._book.refused[str(message.why.get("key"))] += 1
        if self._sent is not None and message.id == self._sent[0]:
            self._sent = None
        if self._welcome is not None and not self._welcome.done():
            self._welcome.set_exception(RuntimeError(f"not welcome: {message.why}"))

    def _next(self) -> None:
        """What was waited for may be here."""
        if self._sent is not None or self._version < self._needs or self._moving is not None:
            return
        if self._over:
            if self._timer is not None and self._spare:
                self._moving = self._loop.create_task(self._change(self._spare.popleft()))
            elif self._timer is not None:
                self.rest()
                self._book.idle += 1
        elif self._owed is not None:
            due, self._owed = self._owed, None
            if self._legal:
                self._move(due)

    async def _change(self, place: Place) -> None:
        """Sit down at another table."""
        try:
            if self._wire is not None:
                self._wire.close()
            self._place = place
            self._begin()
            await self.come(self._book)
        finally:
            self._moving = None

    def _lost(self) -> None:
        self._book.lost += 1
        self._sent = None
