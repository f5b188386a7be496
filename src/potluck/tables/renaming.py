"""Somebody at a table is called otherwise from now on: written down with the seat, told in log and talk."""

from contextlib import ExitStack

from sqlalchemy.exc import IntegrityError

from potluck.tables import chat, log, naming, seat_rows
from potluck.tables.drafts import Draft
from potluck.tables.ground import RETRIES, Ground
from potluck.tables.log import Logged
from potluck.tables.playing import Playing
from potluck.tables.refusals import TableBroken, TableNotStarted
from potluck.tables.table_rows import table_row


def call_anew(ground: Ground, table: str, guest: str | None = None) -> None:
    """Have everybody at a table called what they call themselves now, and tell all there.

    `guest` has taken another name: what they were called here is theirs no more, though it may fit.

    A finished game keeps the names that it was played under. Where a game cannot be played the talk alone
    tells of it. Raises TableUnknown, TableClosed, TableBroken.
    """
    for _ in range(RETRIES):
        with ExitStack() as stack:
            playing, started = None, True
            try:
                playing = stack.enter_context(ground.games.use(table))
            except TableNotStarted:
                started = False
            except TableBroken:
                pass
            try:
                entries = _write(ground, table, guest, playing, started=started)
            except (IntegrityError, _StartedMeanwhile):
                ground.games.drop(table)
                continue
            if playing is not None:
                for logged in entries:
                    playing.adopt(Draft(logged, [], False))
        ground.tell(table, "look", "room", "chat")
        return
    raise TableBroken("the log could not be written")


class _StartedMeanwhile(Exception):
    """Look again."""


def _write(
    ground: Ground, table: str, guest: str | None, playing: Playing | None, *, started: bool
) -> list[Logged]:
    """In one transaction; what is new in the log of a game in play."""
    now = ground.now()
    entries: list[Logged] = []
    with ground.database.write() as connection:
        status = table_row(connection, table, lock=True).status
        if status == "over":
            return entries
        if status == "playing" and not started:
            raise _StartedMeanwhile
        news = naming.settle(connection, table, seat_rows.read(connection, table), guest)
        chat.tell_names(connection, table, news, now, ground.settings.chat_lines)
        if playing is not None:
            entries += naming.logged(news, playing.next_seq, now)
            for entry in entries:
                log.append_within(connection, table, entry, None)
    return entries
