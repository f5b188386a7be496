"""What each viewer of one game has been told, and how often what they may know has changed.

A viewer's version counts only this viewer's own changes, so that it says nothing of what others do in
secret. Hints, prompt and sections follow from the view alone; so a change is: other view bytes, other
legal moves, or events. All of it is a fold over the log: a restart comes to the same numbers.

A view is made when somebody looks, or when nothing else tells whether there was a change; its JSON is
made once and serves to compare, to send and to hand to a bot.
"""

from collections.abc import Sequence
from time import perf_counter
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from potluck.play.game import Game
from potluck.play.moves import Move
from potluck.play.notes import Note
from potluck.play.phrase import Event, Phrase, stays, told_for_good
from potluck.play.seats import Seat
from potluck.tables.room import Look, UndoInfo
from potluck.tables.spelling import Spelling

# A look that took longer to make is not made where it would hold up other tables.
HEAVY_SECONDS: Final = 0.003

_encode = msgspec.json.Encoder().encode


class Seen(NamedTuple):
    """A state's view and its JSON: equal bytes, nothing to see."""

    state: Any
    view: Any
    raw: bytes


class Told(NamedTuple):
    """A look as it goes to a tab."""

    raw: bytes  # JSON
    version: int
    next: int  # index after the look's last event
    undo: UndoInfo | None


class _Beside(Struct):
    """What follows from a view; made once a version."""

    hints: Any
    prompt: Any
    sections: Any = None


class Vantage:
    """One viewer's side of a game. `events` only grows; `kept` leaves out what undo took back."""

    def __init__(self, game: Game, viewer: Seat | None, options: Any) -> None:
        """Before anything is known; `show` the first state next."""
        self._game = game
        self._options = options
        self._spelling = Spelling(game.moves)
        self.viewer = viewer
        self.events: list[Event] = []
        self.kept: list[Event] = []
        self.version = 0
        self.changed_at = 0.0
        self.legal: list[Move] = []
        self.legal_since = 0  # the version since which `legal` is what it is
        self._state: Any = None  # as it was last shown
        self._sights: list[Seen] = []  # made lately, newest last
        self._closed: Seen | None = None  # what is seen for good, once the game has ended before its rules
        self._beside: _Beside | None = None  # of this version
        self._took = 0.0  # seconds that the last look took to make

    def event(self, note: Note) -> Event | None:
        """What this viewer may know of a note."""
        return self._game.event(note, self.viewer, self._options)

    @property
    def view(self) -> Any:
        """The view as it was last shown."""
        return self._seen.view

    @property
    def raw(self) -> bytes:
        """Its JSON."""
        return self._seen.raw

    @property
    def _seen(self) -> Seen:
        return self._closed or self.see(self._state)

    def see(self, state: Any) -> Seen:
        """The view of a state, without showing it."""
        for seen in self._sights:
            if seen.state is state:
                return seen
        view = self._game.view(state, self.viewer)
        seen = Seen(state, view, _encode(view))
        self._sights = [*self._sights[-1:], seen]  # what is compared is mostly one step apart
        return seen

    def differs(self, before: Any, after: Any) -> bool:
        """Whether this viewer could tell one state from the other by what they see."""
        return self.see(before).raw != self.see(after).raw

    def show(self, state: Any, events: Sequence[Event], at: float) -> None:
        """Take in a new state and what was told on the way; the version moves on if anything is new."""
        legal = [] if self.viewer is None else state.legal(self.viewer)
        new_legal = self.version == 0 or legal != self.legal
        self.events.extend(events)
        if not new_legal and not events and not self.differs(self._state, state):
            self._state = state
            return
        self.version += 1
        self.changed_at = at
        self._state = state
        self._beside = None
        if new_legal:
            self.legal = legal
            self.legal_since = self.version

    def end(self, event: Event, at: float) -> None:
        """The game ends before its rules say so: nobody is asked any more, and nothing else is told."""
        view = replace(self.view, waiting=[])
        self._closed = Seen(self._state, view, _encode(view))
        self._beside = None
        self.events.append(event)
        self.version += 1
        self.changed_at = at
        self.legal = []
        self.legal_since = self.version

    @property
    def over(self) -> bool:
        """Whether the game has ended, by its rules or before."""
        return self._closed is not None or self._state.deciders() == 0

    @property
    def heavy(self) -> bool:
        """Whether the next look has to be made first and, as the one before tells, takes its time."""
        return self._beside is None and self._took > HEAVY_SECONDS

    def look(
        self, first: int, shown: int = 0, *, undo: UndoInfo | None = None, sections: bool = True
    ) -> Look:
        """The newest view, and the events from index `first` on.

        Of what is told once and lies before index `shown` there is only what stays of it; all of it once
        the game is over, for then nobody has to remember.
        """
        return self._look(first, shown, undo, sections, self.view, self._spelling.moves(self.legal))

    def told(self, first: int, shown: int, *, undo: UndoInfo | None, sections: bool) -> Told:
        """The same as JSON; the view and the rows of moves are not encoded anew."""
        view, legal = Raw(self.raw), Raw(self._spelling.raw(self.legal))
        look = self._look(first, shown, undo, sections, view, legal)
        return Told(_encode(look), look.version, look.first + len(look.events), undo)

    def _look(
        self, first: int, shown: int, undo: UndoInfo | None, sections: bool, view: Any, legal: Any
    ) -> Look:
        first, events = self._told(first, shown)
        beside = self._newest(sections)
        return Look(
            version=self.version,
            view=view,
            legal=legal,
            hints=beside.hints,
            prompt=beside.prompt,
            first=first,
            events=events,
            undo=undo,
            sections=beside.sections if sections else None,
        )

    def _told(self, first: int, shown: int) -> tuple[int, list[Event | None]]:
        """The index of the first event to be told, and the events from there."""
        first = min(max(first, 0), len(self.events))
        left = told_for_good if self.over else stays
        told: list[Event | None] = [left(event) for event in self.events[first:shown]]
        told += self.events[max(first, shown) :]
        while told and told[0] is None:
            first += 1
            del told[0]
        return first, told

    def _newest(self, sections: bool) -> _Beside:
        beside = self._beside
        if beside is not None and (beside.sections is not None or not sections):
            return beside
        began = perf_counter()
        view = self.see(self._state).view  # the rules know of no other end than theirs
        if beside is None:
            prompt = self._game.prompt(view) if self._closed is None else Phrase("prompt.closed")
            beside = _Beside(self._game.hints(view), prompt)
        if sections:
            beside.sections = list(self._game.describe(view))
        self._beside = beside
        self._took = perf_counter() - began
        return beside


def read(vantages: Sequence[Vantage], notes: Sequence[Note]) -> list[list[Event]]:
    """The events of these notes as each viewer may know them.

    Events that several are told alike are one object: streams are most of what a game takes in memory.
    """
    told: list[list[Event]] = [[] for _ in vantages]
    for note in notes:
        different: list[Event] = []
        for vantage, events in zip(vantages, told, strict=True):
            event = vantage.event(note)
            if event is None:
                continue
            if event in different:
                event = different[different.index(event)]
            else:
                different.append(event)
            events.append(event)
    return told
