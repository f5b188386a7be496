"""What the tabs at a table are told when something changes there.

A change is worked through once for all tabs: what each needs is noted on the event loop (`noted`), read and
encoded in one worker thread (`read`) or, where memory has it, on the loop itself (`read_at_once`). A tab
gets bytes only when what *it* may know has changed (its look's version, its room, its lines), so neither a
message nor its timing tells of anything else.
"""

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from potluck.play.errors import PotluckError
from potluck.tables.ground import Change
from potluck.tables.room import ChatLine, Room
from potluck.tables.service import Glance, Tables
from potluck.web.messages import Chatted, Looked
from potluck.web.tab import Tab

_encode: Final = msgspec.json.Encoder().encode


class Job(Struct):
    """What one tab needs, noted on the loop and filled in by a worker thread."""

    tab: Tab
    seat: int | None
    seat_token: str | None
    also_tokens: Sequence[str]
    events: int
    lines: int
    version: int
    looks: bool
    talks: bool
    checks: bool
    look: bytes | None = None
    next_event: int = 0
    next_version: int = 0
    chat: bytes | None = None
    next_line: int = 0
    lost: bool = False  # the seat token no longer holds
    also: list[int | None] | None = None  # what the other tokens open now


def noted(tabs: Iterable[Tab], what: set[Change]) -> list[Job]:
    """What each tab needs of what has changed; a tab that is not ready is marked to be told later."""
    found = []
    for tab in tabs:
        if tab.closing or tab.seating:
            continue  # a welcome tells everything, whatever changes meanwhile
        if not tab.ready:
            tab.stale |= what
            continue
        wanted = what | tab.stale
        tab.stale.clear()
        found.append(
            Job(
                tab, tab.seat, tab.seat_token, tab.also_tokens, tab.events, tab.lines, tab.version,
                "look" in wanted, "chat" in wanted, "room" in wanted,
            )
        )  # fmt: skip
    return found


def read(tables: Tables, table: str, present: set[int], watching: int, jobs: list[Job]) -> Room:
    """In a worker thread: everything that may have to be read."""
    _read_looks(jobs, tables.glance(table, _places(jobs)))
    for job in jobs:
        if job.checks and job.seat is not None:
            try:
                job.lost = tables.seat_of(table, job.seat_token) != job.seat
            except PotluckError:
                job.lost = True
        if job.checks and job.also_tokens:
            job.also = tables.seats_of(table, job.also_tokens)
    _read_chat(tables, table, [job for job in jobs if job.talks])
    return tables.room(table, present, watching)


def read_at_once(tables: Tables, table: str, room: Room | None, jobs: list[Job]) -> Room | None:
    """On the loop: a move is told from memory, if nobody else has the game just now."""
    if room is None or any(job.checks or job.talks for job in jobs):
        return None
    glance = tables.glance(table, _places(jobs), wait=False)
    if glance is None:
        return None
    _read_looks(jobs, glance)
    return msgspec.structs.replace(room, undo=glance[1])


def _read_looks(jobs: list[Job], glance: Glance | None) -> None:
    """Encode for all; tabs that stand at the same place of the same stream share the bytes."""
    assert glance is not None
    places, looks = _places(jobs), glance[0]
    encoded: dict[tuple[int | None, int], bytes] = {}
    for job in jobs:
        if job.looks:
            place = (job.seat, job.events)
            look = looks[places.index(place)]
            if look is not None:
                job.next_version, job.next_event = look.version, look.first + len(look.events)
                if (job.next_version, job.next_event) != (job.version, job.events):
                    if place not in encoded:
                        encoded[place] = _encode(Looked(look))
                    job.look = encoded[place]


def _read_chat(tables: Tables, table: str, jobs: list[Job]) -> None:
    said: dict[int, list[ChatLine]] = {}
    for job in jobs:
        if job.lines not in said:
            said[job.lines] = tables.chat(table, job.lines)
        lines = said[job.lines]
        if lines:
            job.chat, job.next_line = _encode(Chatted(lines)), lines[-1].index + 1


def _places(jobs: list[Job]) -> list[tuple[int | None, int]]:
    """Whose looks from where, each once."""
    return list(dict.fromkeys((job.seat, job.events) for job in jobs if job.looks))
