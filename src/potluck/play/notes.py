"""What the rules jot down while a move is played, and how a viewer's events come from it.

A note is plain numbers: the index of an event kind, the mask of readers, the arguments. Rules append
one note per group of readers who may know different things; `Events.read` turns the notes into what
one viewer may know, and nothing for the others.
"""

from collections.abc import Sequence

from potluck.play.phrase import Arg, Event
from potluck.play.seats import Mask, Seat, bit

Note = tuple[int, Mask, tuple[int, ...]]


class Events:
    """A game's kinds of event: for each a name and the names of its arguments."""

    def __init__(self, game: str, kinds: Sequence[tuple[str, tuple[str, ...]]]) -> None:
        """The index in `kinds` is the event key of notes. A last name "*x" takes the rest as a list x."""
        self.kinds = tuple(kinds)
        self._keys = [f"{game}.event.{name}" for name, _ in kinds]

    def read(self, note: Note, viewer: Seat | None) -> Event | None:
        """The event as this viewer may know it, or None. Keys and arguments are the note's, no more."""
        kind, readers, values = note
        if not readers & bit(viewer):
            return None
        names = self.kinds[kind][1]
        if names and names[-1].startswith("*"):
            fixed = len(names) - 1
            args: dict[str, Arg] = dict(zip(names[:-1], values[:fixed], strict=True))
            args[names[-1][1:]] = list(values[fixed:])
            return Event(self._keys[kind], args)
        return Event(self._keys[kind], dict(zip(names, values, strict=True)))
