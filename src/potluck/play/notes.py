"""What the rules jot down while a move is played, and how a viewer's events come from it.

A note is plain numbers: the id of an event, the mask of readers, the arguments. Rules append one note
per group of readers who may know different things; `Events.read` turns the notes into what one viewer
may know, and nothing for the others.
"""

from collections.abc import Sequence
from typing import Any

from potluck.play.phrase import Arg, Event, Phrase
from potluck.play.seats import Mask, Seat, bit

Note = tuple[int, Mask, tuple[int, ...]]

# Told once: never, always, or where this option (a bool) is on.
Once = bool | str


class Row:
    """One kind of event: its id in notes, its name, the names of its arguments.

    A last name "*x" takes the rest of the arguments as a list x. What is told `once` stays nowhere but
    in the row named by `keeps`, if there is one: its arguments are taken by name from what was told.
    """

    def __init__(
        self, id: int, name: str, *fields: str, once: Once | None = None, keeps: str | None = None
    ) -> None:
        """E.g. Row(LAID, "laid", "seat", "pot", "kind", once="lid_hides", keeps="laid_blind")."""
        self.id = id
        self.name = name
        self.fields = fields
        self.once = once
        self.keeps = keeps


class Events:
    """A game's kinds of event, each a row with its id, 0, 1, 2 … in order."""

    def __init__(self, game: str, rows: Sequence[Row], once: Once = False) -> None:
        """`once` holds for rows that do not say otherwise. Raises ValueError for rows that do not fit."""
        self.rows = tuple(rows)
        by_name = {row.name: row for row in self.rows}
        if len(by_name) != len(self.rows) or [row.id for row in self.rows] != list(range(len(self.rows))):
            raise ValueError(f"{game}: events have their ids in order, and each a name of its own")
        self._keys = [f"{game}.event.{row.name}" for row in self.rows]
        self._once = [once if row.once is None else row.once for row in self.rows]
        self._kept: list[Row | None] = []
        for row, told_once in zip(self.rows, self._once, strict=True):
            kept = None if row.keeps is None else by_name[row.keeps]
            if kept is not None and (not told_once or not {*kept.fields} <= {*row.fields}):
                raise ValueError(f"{game}: {row.name} cannot be kept as {row.keeps}")
            self._kept.append(kept)
        self._last: tuple[Note | None, Any, Event | None] = None, None, None

    def forgets(self, options: Any) -> bool:
        """Whether anything is told once with these options."""
        return any(_told_once(once, options) for once in self._once)

    def read(self, note: Note, viewer: Seat | None, options: Any) -> Event | None:
        """The event as this viewer may know it, or None. Key and arguments are the note's, no more."""
        if not note[1] & bit(viewer):
            return None
        last, agreed, event = self._last
        if last is not note or agreed is not options:  # mostly the viewers are asked for one after the other
            event = self._event(note, options)
            self._last = note, options, event
        return event

    def _event(self, note: Note, options: Any) -> Event:
        kind, _, values = note
        args = _named(self.rows[kind].fields, values)
        if not _told_once(self._once[kind], options):
            return Event(self._keys[kind], args)
        kept = self._kept[kind]
        if kept is None:
            return Event(self._keys[kind], args, once=True)
        left = {name: args[name] for name in (field.lstrip("*") for field in kept.fields)}
        return Event(self._keys[kind], args, once=True, kept=Phrase(self._keys[kept.id], left))


def _told_once(once: Once, options: Any) -> bool:
    return once if isinstance(once, bool) else bool(getattr(options, once))


def _named(fields: Sequence[str], values: Sequence[int]) -> dict[str, Arg]:
    if fields and fields[-1].startswith("*"):
        fixed = len(fields) - 1
        args: dict[str, Arg] = dict(zip(fields[:-1], values[:fixed], strict=True))
        args[fields[-1][1:]] = list(values[fixed:])
        return args
    return dict(zip(fields, values, strict=True))
