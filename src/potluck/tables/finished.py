"""What is kept of a finished game so that it outlives its rules: its record, and each viewer's last look.

Both are made while the rules are there: soon after the end, and at a start for those that lack it. They
serve once a game, its rules, its deck or its options are installed no more. Of people no names are kept
but those that the events of new names tell.
"""

import zlib
from typing import Any, NamedTuple, cast

import msgspec
from msgspec import Raw, Struct
from sqlalchemy import Connection, bindparam, insert, select

from potluck.play.phrase import Event, Phrase
from potluck.play.seats import Seat, seat_name
from potluck.tables.refusals import SeatUnknown
from potluck.tables.room import Look
from potluck.tables.schema import finished
from potluck.tables.vantage import Told, Vantage

_THERE = finished.c.table_id == bindparam("table")
_READ = select(finished.c.record, finished.c.looks).where(_THERE)
_IS_KEPT = select(finished.c.table_id).where(_THERE)
_KEEP = insert(finished)
_encode = msgspec.json.Encoder().encode


class _KeptLook(Struct, frozen=True):
    """A `Look` whose view nobody here may know the shape of; nobody has a move to make."""

    version: int
    view: Raw
    hints: Raw
    prompt: Phrase
    first: int  # index of the first event in the viewer's stream
    events: list[Event | None]
    sections: Raw


_looks = msgspec.json.Decoder(list[_KeptLook])


class Kept(NamedTuple):
    """A finished game."""

    record: str  # with the day and the bots among its tags
    looks: list[_KeptLook]  # by seat, spectators last

    def look(self, viewer: Seat | None, first: int, *, sections: bool) -> Look:
        """As `Vantage.look`; raises SeatUnknown."""
        kept = self._kept(viewer)
        end = kept.first + len(kept.events)
        first = min(max(first, kept.first), end)
        events = kept.events[first - kept.first :]
        return Look(
            version=kept.version,
            view=cast(Any, kept.view),
            legal=[],
            hints=kept.hints,
            prompt=kept.prompt,
            first=first,
            events=events,
            undo=None,
            sections=cast(Any, kept.sections) if sections else None,
        )

    def told(self, viewer: Seat | None, first: int, *, sections: bool) -> Told:
        """As `Vantage.told`; raises SeatUnknown."""
        look = self.look(viewer, first, sections=sections)
        return Told(_encode(look), look.version, look.first + len(look.events), None)

    def view(self, viewer: Seat | None, kind: Any) -> Any:
        """What is in a viewer's view of the fields of `kind`; raises SeatUnknown."""
        return msgspec.json.decode(self._kept(viewer).view, type=kind)

    def _kept(self, viewer: Seat | None) -> _KeptLook:
        if viewer is None:
            return self.looks[-1]
        if not 0 <= viewer < len(self.looks) - 1:
            raise SeatUnknown(f"there is no seat {seat_name(viewer)}")
        return self.looks[viewer]


def look_to_keep(vantage: Vantage) -> Look:
    """A viewer's last look, as it may be given for good."""
    return vantage.look(0, len(vantage.events))


def pack(looks: list[Look]) -> bytes:
    """Each viewer's last look as it is stored; it takes its time, so not within a transaction."""
    return zlib.compress(_encode(looks))  # a tenth: viewers are told much the same


def write(connection: Connection, table: str, record: str, packed: bytes) -> None:
    """Keep a game, unless it is kept already."""
    if not is_kept(connection, table):
        connection.execute(_KEEP, {"table_id": table, "record": record, "looks": packed})


def is_kept(connection: Connection, table: str) -> bool:
    """Whether anything is kept of a game."""
    return connection.execute(_IS_KEPT, {"table": table}).first() is not None


def read(connection: Connection, table: str) -> Kept | None:
    """What is kept of a game; None if nothing is."""
    row = connection.execute(_READ, {"table": table}).one_or_none()
    return None if row is None else Kept(row.record, _looks.decode(zlib.decompress(row.looks)))
