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

from potluck.tables.ground import Change
from potluck.tables.room import Room, UndoInfo
from potluck.tables.service import Around, Place, Standing, Tables
from potluck.tables.vantage import Told
from potluck.web.messages import Chatted, looked
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
    undo: UndoInfo | None
    sections: bool
    looks: bool
    talks: bool
    checks: bool
    look: bytes | None = None
    next_event: int = 0
    next_version: int = 0
    next_undo: UndoInfo | None = None
    chat: bytes | None = None
    next_line: int = 0
    lost: bool = False  # the seat token no longer holds
    also: list[int | None] | None = None  # what the other tokens open now
    kept_token: str | None = None  # of a seat that somebody else plays
    mine: Standing | None = None  # what the guest is at the table now


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
                tab.undo, tab.sections, "look" in wanted, "chat" in wanted, "room" in wanted,
            )
        )  # fmt: skip
    return found


def read(tables: Tables, table: str, room: Room | None, jobs: list[Job]) -> Around | None:
    """In a worker thread: everything that may have to be read; None if the room is as it was."""
    _read_looks(jobs, tables.glance(table, _places(jobs)))
    _read_chat(tables, table, [job for job in jobs if job.talks])
    if room is not None and not any(job.checks for job in jobs):
        return None
    around = tables.around(table)
    for job in jobs:
        if job.checks:
            job.lost = job.seat is not None and around.seat_of(job.seat_token) != job.seat
            job.kept_token = next(
                (each for each in (job.tab.kept_token, job.seat_token) if around.kept(each)), None
            )
            job.mine = around.standing(job.tab.guest, job.kept_token)
        if job.checks and job.also_tokens:
            job.also = around.seats_of(job.also_tokens)
    return around


def read_at_once(tables: Tables, table: str, room: Room | None, jobs: list[Job]) -> bool:
    """On the loop: a move is told from memory, if nobody else has the game just now. Whether that was all."""
    if room is None or any(job.checks or job.talks for job in jobs):
        return False
    looks = tables.glance(table, _places(jobs), wait=False)
    if looks is None:
        return False
    _read_looks(jobs, looks)
    return True


def _read_looks(jobs: list[Job], looks: list[Told | None] | None) -> None:
    """Tabs that stand at the same place of the same stream share the bytes."""
    assert looks is not None
    found = dict(zip(_places(jobs), looks, strict=True))
    frames: dict[Place, bytes] = {}
    for job in jobs:
        place = job.seat, job.events, job.sections
        told = found[place] if job.looks else None
        if told is not None:
            job.next_version, job.next_event, job.next_undo = told.version, told.next, told.undo
            if (told.version, told.next, told.undo) != (job.version, job.events, job.undo):
                job.look = frames.get(place) or frames.setdefault(place, looked(told.raw))


def _read_chat(tables: Tables, table: str, jobs: list[Job]) -> None:
    """Tabs that have heard the same lines share the bytes of the new ones."""
    said: dict[int, tuple[bytes | None, int]] = {}
    for job in jobs:
        if job.lines not in said:
            lines = tables.chat(table, job.lines)
            said[job.lines] = (_encode(Chatted(lines)), lines[-1].index + 1) if lines else (None, 0)
        job.chat, job.next_line = said[job.lines]


def _places(jobs: list[Job]) -> list[Place]:
    """Whose looks from where, each once."""
    return list(dict.fromkeys((job.seat, job.events, job.sections) for job in jobs if job.looks))
