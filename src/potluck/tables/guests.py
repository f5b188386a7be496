"""Guests: a random id and a name, no account. Holding the id is being the guest; web/ signs it."""

from contextlib import suppress

from sqlalchemy import Connection, func, select

from potluck.tables import guest_rows, naming, seat_rows
from potluck.tables.cleaning import clean_name
from potluck.tables.ground import Ground
from potluck.tables.guest_rows import Guest
from potluck.tables.refusals import NamesMany, TableClosed, TableUnknown
from potluck.tables.renaming import call_anew
from potluck.tables.schema import entries, seats, tables
from potluck.tables.secrets import new_guest_id


class GuestBook:
    """The guests of a house."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def new(self, name: str) -> Guest:
        """A new guest; raises NameInvalid."""
        guest = Guest(new_guest_id(self._ground.entropy), clean_name(name))
        with self._ground.database.write() as connection:
            guest_rows.add(connection, guest, self._ground.now())
        return guest

    def rename(self, guest: str, name: str) -> None:
        """Another name, told at all their tables whose games are not over.

        Raises NameInvalid, GuestUnknown, NamesMany, TableBroken.
        """
        shown = clean_name(name)
        with self._ground.database.write() as connection:
            changed = guest_rows.known(connection, guest, self._ground.now()).name != shown
            at = _tables_of(connection, guest)
            for table in at:
                if changed:
                    _check_not_many(connection, table, self._ground.settings.names_in_play)
                # What an older version did not write down: from which name it is that they change.
                naming.settle(connection, table, seat_rows.read(connection, table))
            guest_rows.rename(connection, guest, shown)
        for table in at:
            with suppress(TableUnknown, TableClosed):  # gone meanwhile; the others are told
                call_anew(self._ground, table, guest if changed else None)

    def find(self, guest: str) -> Guest | None:
        """The guest of an id."""
        with self._ground.database.read() as connection:
            return guest_rows.find(connection, guest)


def _tables_of(connection: Connection, guest: str) -> list[str]:
    """Where a guest has a seat, unless it is over."""
    mine = (seats.c.guest == guest) | (seats.c.owner == guest)
    query = select(seats.c.table_id).join(tables, tables.c.id == seats.c.table_id)
    query = query.where(mine, tables.c.status != "over", tables.c.closed.is_(None))
    return list(connection.execute(query.distinct()).scalars())


def _check_not_many(connection: Connection, table: str, most: int) -> None:
    """Raise NamesMany where nobody could tell any more who is who."""
    named = (entries.c.table_id == table) & (entries.c.kind == "name")
    if connection.execute(select(func.count()).where(named)).scalar_one() >= most:
        raise NamesMany("names have changed often enough in a game that is on")
