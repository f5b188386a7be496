"""Guests: a random id and a name, no account. Holding the id is being the guest; web/ signs it."""

from sqlalchemy import select

from potluck.tables import guest_rows
from potluck.tables.cleaning import clean_name
from potluck.tables.ground import Ground
from potluck.tables.guest_rows import Guest
from potluck.tables.schema import seats
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
        """Another name, seen at all their tables; raises NameInvalid, GuestUnknown."""
        shown = clean_name(name)
        mine = (seats.c.guest == guest) | (seats.c.owner == guest)
        with self._ground.database.write() as connection:
            guest_rows.rename(connection, guest, shown, self._ground.now())
            sits = connection.execute(select(seats.c.table_id).where(mine)).scalars().all()
        for table in dict.fromkeys(sits):
            self._ground.tell(table, "room")

    def find(self, guest: str) -> Guest | None:
        """The guest of an id."""
        with self._ground.database.read() as connection:
            return guest_rows.find(connection, guest)
