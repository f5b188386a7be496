"""What of a table's room follows from the rules it is played by, whether they are there or not."""

from typing import Any, NamedTuple

from potluck.play.game import View
from potluck.play.phrase import Phrase
from potluck.tables import finished
from potluck.tables.ending import so_far
from potluck.tables.finished import Kept
from potluck.tables.ground import Ground
from potluck.tables.refusals import TableBroken, TableUnplayable
from potluck.tables.room import Ended
from potluck.tables.ruling import ruling


class Played(NamedTuple):
    """The fields of a `Room` of these names."""

    forgets: bool
    older: bool
    ended: Ended | None
    unplayable: Phrase | None


def played(ground: Ground, row: Any) -> Played:
    """Of a stored table."""
    try:
        rules = ruling(row)
    except TableUnplayable as gone:
        kept = what_is_kept(ground, row.id) if row.status == "over" else None
        unplayable = gone.phrase if kept is None else None
        return Played(False, kept is not None, _kept_end(row, kept), unplayable)
    return Played(rules.game.forgets(rules.options), rules.older, _end(ground, row), None)


def what_is_kept(ground: Ground, table: str) -> Kept | None:
    """What is kept of a finished game for when its rules are gone; None if nothing is."""
    with ground.database.read() as connection:
        return finished.read(connection, table)


def _end(ground: Ground, row: Any) -> Ended | None:
    if row.ended is None:
        return None
    try:
        with ground.games.use(row.id) as playing:
            return so_far(playing)
    except TableBroken:  # its log is damaged
        return _kept_end(row, what_is_kept(ground, row.id))


def _kept_end(row: Any, kept: Kept | None) -> Ended | None:
    """As far as it is known without the rules."""
    if row.ended is None:
        return None
    if kept is None:
        return Ended(row.ended, [], [])
    view: View = kept.view(None, View)
    return Ended(row.ended, list(view.scores), view.so_far())
