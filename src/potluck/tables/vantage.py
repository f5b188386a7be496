"""What each viewer of one game has been told, and how often what they may know has changed.

A viewer's version counts only this viewer's own changes, so that it says nothing of what others do in
secret. Hints, prompt and sections follow from the view alone; so a change is: other view bytes, other
legal moves, or events. All of it is a fold over the log: a restart comes to the same numbers.
"""

from collections.abc import Sequence
from time import perf_counter
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from potluck.play.game import Game
from potluck.play.moves import Move
from potluck.play.notes import Note
from potluck.play.phrase import Event, Phrase, stays
from potluck.play.seats import Seat
from potluck.tables.room import LegalMove, Look

# A look that took longer to make is not made where it would hold up other tables.
HEAVY_SECONDS: Final = 0.003

_encode = msgspec.msgpack.Encoder().encode


class Seen(NamedTuple):
    """A view and its bytes: equal bytes, nothing to see."""

    view: Any
    raw: bytes


class Vantage:
    """One viewer's side of a game. `events` only grows; `kept` leaves out what undo took back."""

    def __init__(self, game: Game, viewer: Seat | None, options: Any) -> None:
        """Before anything is known; `show` the first state next."""
        self._game = game
        self._options = options
        self.viewer = viewer
        self.events: list[Event] = []
        self.kept: list[Event] = []
        self.version = 0
        self.changed_at = 0.0
        self.legal: list[Move] = []
        self.legal_since = 0  # the version since which `legal` is what it is
        self.view: Any = None
        self.ended: Any = None  # the last view by the rules, once the game has ended before they said so
        self._raw = b""
        self._look: Look | None = None  # of this version, without events
        self._took = 0.0  # seconds that the last look took to make

    def read(self, notes: Sequence[Note]) -> list[Event]:
        """The events of these notes as this viewer may know them."""
        found = (self._game.event(note, self.viewer, self._options) for note in notes)
        return [event for event in found if event is not None]

    @property
    def seen(self) -> Seen:
        """The view as it was last shown."""
        return Seen(self.view, self._raw)

    def see(self, state: Any) -> Seen:
        """The view of a state, without showing it."""
        view = self._game.view(state, self.viewer)
        return Seen(view, _encode(view))

    def show(self, state: Any, events: Sequence[Event], at: float, seen: Seen | None = None) -> None:
        """Take in a new state and what was told on the way; the version moves on if anything is new.

        `seen`: its view, if it has been made already.
        """
        view, raw = seen or self.see(state)
        legal = [] if self.viewer is None else state.legal(self.viewer)
        new_legal = self.version == 0 or legal != self.legal
        self.events.extend(events)
        if not new_legal and not events and raw == self._raw:
            return
        self.version += 1
        self.changed_at = at
        self.view = view
        self._raw = raw
        self._look = None
        if new_legal:
            self.legal = legal
            self.legal_since = self.version

    def end(self, event: Event, at: float) -> None:
        """The game ends before its rules say so: nobody is asked any more, and nothing else is told."""
        self.events.append(event)
        self.version += 1
        self.changed_at = at
        self.legal = []
        self.legal_since = self.version
        self.ended = self.view
        self.view = replace(self.view, waiting=[])
        self._raw = _encode(self.view)
        self._look = None

    @property
    def heavy(self) -> bool:
        """Whether the next look has to be made first and, as the one before tells, takes its time."""
        return self._look is None and self._took > HEAVY_SECONDS

    def look(self, first: int, shown: int = 0) -> Look:
        """The newest view, and the events from index `first` on.

        Of what is told once and lies before index `shown` there is only what stays of it.
        """
        first = min(max(first, 0), len(self.events))
        told: list[Event | None] = [stays(event) for event in self.events[first:shown]]
        told += self.events[max(first, shown) :]
        while told and told[0] is None:
            first += 1
            del told[0]
        base = self._look
        if base is None:
            began = perf_counter()
            base = self._look = self._newest()
            self._took = perf_counter() - began
        return Look(
            version=base.version,
            view=base.view,
            legal=base.legal,
            hints=base.hints,
            prompt=base.prompt,
            first=first,
            events=told,
            sections=base.sections,
        )

    def _newest(self) -> Look:
        game, view = self._game, self.view if self.ended is None else self.ended
        return Look(
            version=self.version,
            view=self.view,
            legal=[LegalMove(game.moves.text(move), game.moves.phrase(move)) for move in self.legal],
            hints=game.hints(view),
            prompt=game.prompt(view) if self.ended is None else Phrase("prompt.closed"),
            first=0,
            events=[],
            sections=list(game.describe(view)),
        )
