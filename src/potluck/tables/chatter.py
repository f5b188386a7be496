"""Talk at a table: short lines, the newest few hundred, each sent once however often it is re-sent."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select

from potluck.tables.room import ChatLine
from potluck.tables.schema import chat


def find(connection: Connection, table: str, guest: str, client_id: str) -> ChatLine | None:
    """What this guest already said under this id."""
    query = select(chat).where(chat.c.table_id == table, chat.c.guest == guest, chat.c.client_id == client_id)
    row = connection.execute(query).one_or_none()
    return None if row is None else _line(row)


def add(
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


def read(connection: Connection, table: str, first: int) -> list[ChatLine]:
    """The lines from index `first` on that are still kept."""
    query = select(chat).where(chat.c.table_id == table, chat.c.line >= first).order_by(chat.c.line)
    rows: Sequence[Any] = connection.execute(query).all()
    return [_line(row) for row in rows]


def _line(row: Any) -> ChatLine:
    return ChatLine(row.line, row.seat, row.name, row.text, int(row.at))
