"""Talk at a table: short lines, the newest few hundred, each sent once however often it is re-sent."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from potluck.play.seats import Seat
from potluck.tables import guest_rows, seat_rows
from potluck.tables.cleaning import check_client_id, clean_line
from potluck.tables.ground import RETRIES, Ground
from potluck.tables.refusals import GuestUnknown, TableBroken
from potluck.tables.room import ChatLine
from potluck.tables.schema import chat
from potluck.tables.table_rows import TOUCH_SECONDS, table_row, touch


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
                    name = None
                    if seat is not None:
                        name = seat_rows.find(seat_rows.read(connection, table), seat).name
                    most, now = ground.settings.chat_lines, ground.now()
                    said = _add(connection, table, guest, client_id, seat, name or who.name, line, now, most)
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


def _find(connection: Connection, table: str, guest: str, client_id: str) -> ChatLine | None:
    """What this guest already said under this id."""
    query = select(chat).where(chat.c.table_id == table, chat.c.guest == guest, chat.c.client_id == client_id)
    row = connection.execute(query).one_or_none()
    return None if row is None else _line(row)


def _add(
    connection: Connection,
    table: str,
    guest: str,
    client_id: str,
    seat: int | None,
    name: str,
    text: str,
    at: float,
    most: int,
) -> ChatLine:
    """Append a line and drop what is older than the newest `most`; IntegrityError if somebody was first."""
    newest = connection.execute(select(func.max(chat.c.line)).where(chat.c.table_id == table)).scalar()
    line = 0 if newest is None else newest + 1
    connection.execute(
        insert(chat).values(
            table_id=table,
            line=line,
            guest=guest,
            seat=seat,
            name=name,
            text=text,
            client_id=client_id,
            at=at,
        )
    )
    connection.execute(delete(chat).where(chat.c.table_id == table, chat.c.line <= line - most))
    return ChatLine(line, seat, name, text, int(at))


def _line(row: Any) -> ChatLine:
    return ChatLine(row.line, row.seat, row.name, row.text, int(row.at))
