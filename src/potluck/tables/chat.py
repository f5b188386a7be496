"""Talk at a table: short lines, the newest few hundred, each sent once however often it is re-sent."""

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection, delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from potluck.locale.alike import mixed
from potluck.play.seats import Seat
from potluck.tables import guest_rows, naming, seat_rows
from potluck.tables.cleaning import check_client_id, clean_line
from potluck.tables.ground import RETRIES, Ground
from potluck.tables.naming import NewName
from potluck.tables.refusals import GuestUnknown, TableBroken
from potluck.tables.room import ChatLine
from potluck.tables.schema import chat
from potluck.tables.table_rows import TOUCH_SECONDS, table_row, touch

SAID: Final = "said"
NAMED: Final = "named"
NAMES_KEPT: Final = 40  # of the lines that tell of new names


class Chat:
    """The talk at all tables."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def say(self, table: str, guest: str, seat: Seat | None, client_id: str, text: str) -> ChatLine:
        """Add a line; a repeated `client_id` gets its first line.

        Raises ClientIdInvalid, TextInvalid, GuestUnknown, TableUnknown.
        """
        check_client_id(client_id)
        ground = self._ground
        line = clean_line(text, ground.settings.chat_characters)
        for _ in range(RETRIES):
            try:
                with ground.database.write() as connection:
                    row = table_row(connection, table)
                    said = _find(connection, table, guest, client_id)
                    if said is not None:
                        return said
                    who = guest_rows.find(connection, guest)
                    if who is None:
                        raise GuestUnknown("no such guest")
                    most, now = ground.settings.chat_lines, ground.now()
                    rows = naming.named(connection, table, seat_rows.read(connection, table))
                    name = naming.here(rows, guest)
                    if seat is not None:
                        name = seat_rows.find(rows, seat).called or who.name
                    elif name is None:
                        name = naming.watcher(connection, table, rows, guest, who.name)
                        _tell_new_name(connection, table, guest, name, now, most)
                    said = _add(connection, table, guest, client_id, seat, name, line, now, most)
                    if abs(now - row.updated) > TOUCH_SECONDS and row.status != "over":
                        touch(connection, table, now)
            except IntegrityError:
                continue
            ground.tell(table, "chat")
            return said
        raise TableBroken("the chat could not be written")

    def read(self, table: str, first: int) -> list[ChatLine]:
        """The kept lines from index `first` on; raises TableUnknown."""
        with self._ground.database.snapshot() as connection:
            table_row(connection, table)
            query = select(chat).where(chat.c.table_id == table, chat.c.line >= first).order_by(chat.c.line)
            rows: Sequence[Any] = connection.execute(query).all()
        return [_line(row) for row in rows]


def tell_names(connection: Connection, table: str, news: Sequence[NewName], now: float, most: int) -> None:
    """Say who is called otherwise from now on; IntegrityError if somebody was first."""
    for each in news:
        if each.same:
            _add(connection, table, each.guest or "", None, each.seat, each.before, each.after, now, most)


def _tell_new_name(connection: Connection, table: str, guest: str, name: str, now: float, most: int) -> None:
    """Say so where somebody who watches goes on talking under another name."""
    theirs = (chat.c.table_id == table) & (chat.c.guest == guest) & chat.c.seat.is_(None)
    query = select(chat.c.name).where(theirs, chat.c.kind == SAID).order_by(chat.c.line.desc()).limit(1)
    before = connection.execute(query).scalar()
    if before is not None and before != name:
        _add(connection, table, guest, None, None, before, name, now, most)


def _find(connection: Connection, table: str, guest: str, client_id: str) -> ChatLine | None:
    """What this guest already said under this id."""
    query = select(chat).where(chat.c.table_id == table, chat.c.guest == guest, chat.c.client_id == client_id)
    row = connection.execute(query).one_or_none()
    return None if row is None else _line(row)


def _add(
    connection: Connection,
    table: str,
    guest: str,
    client_id: str | None,
    seat: int | None,
    name: str,
    text: str,
    at: float,
    most: int,
) -> ChatLine:
    """Append a line, and drop one if there are `most`; IntegrityError if somebody was first.

    Without a `client_id` nobody says it: who was called `name` is called `text` from now on.
    """
    here = select(func.max(chat.c.line), func.count()).where(chat.c.table_id == table)
    newest, kept = connection.execute(here).one()
    line = 0 if newest is None else newest + 1
    connection.execute(
        insert(chat).values(
            table_id=table,
            line=line,
            guest=guest,
            seat=seat,
            name=name,
            text=text,
            # No person's id can have this character.
            client_id=f"\x01{line}" if client_id is None else client_id,
            at=at,
            kind=NAMED if client_id is None else SAID,
        )
    )
    if kept >= most:
        least = _least(connection, table, most)
        connection.execute(delete(chat).where(chat.c.table_id == table, chat.c.line == least))
    if client_id is None:
        _drop_old_names(connection, table)
    return ChatLine(line, seat, name, text, int(at), client_id is None, mixed(name))


def _drop_old_names(connection: Connection, table: str) -> None:
    """Who changes their name again and again pushes nobody's talk out."""
    of_names = (chat.c.table_id == table) & (chat.c.kind == NAMED)
    query = select(chat.c.line).where(of_names).order_by(chat.c.line.desc()).offset(NAMES_KEPT).limit(1)
    last = connection.execute(query).scalar()
    if last is not None:
        connection.execute(delete(chat).where(of_names, chat.c.line <= last))


def _least(connection: Connection, table: str, most: int) -> int:
    """The oldest line of who has said most: nobody who talks much pushes out what others said.

    Nor do many who watch and say little each push out the players': half of the lines are not theirs.
    """
    among = chat.c.table_id == table
    watching = among & chat.c.seat.is_(None)
    if connection.execute(select(func.count()).where(watching)).scalar_one() > most // 2:
        among = watching
    first = func.min(chat.c.line)
    talks = select(first).where(among).group_by(chat.c.guest)
    return int(connection.execute(talks.order_by(func.count().desc(), first).limit(1)).scalar_one())


def _line(row: Any) -> ChatLine:
    return ChatLine(row.line, row.seat, row.name, row.text, int(row.at), row.kind == NAMED, mixed(row.name))
