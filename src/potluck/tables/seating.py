"""Who sits where: taking a seat and leaving it, arranging, starting, proving whose a seat is."""

from collections.abc import Sequence

from msgspec import Struct
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from potluck.play.options import check_seats
from potluck.play.registry import game as installed
from potluck.play.seats import Seat
from potluck.tables import log, naming, seat_rows
from potluck.tables.chat import tell_names
from potluck.tables.cleaning import check_nonce, clean_name
from potluck.tables.ground import Ground
from potluck.tables.log import Logged
from potluck.tables.plans import check_level, check_plan, planned, seat_name
from potluck.tables.refusals import SeatsOpen, SeatTaken, TableStarted
from potluck.tables.rights import check_rights
from potluck.tables.room import SeatPlan, Status
from potluck.tables.seat_rows import SeatRow
from potluck.tables.secrets import new_token
from potluck.tables.setting import first_entry
from potluck.tables.table_rows import change, open_table, table_row, touch


class SeatKey(Struct, frozen=True):
    """The token of one more seat on the same device."""

    seat: int
    seat_token: str


class Seating:
    """The seats of all tables."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    # Before the game

    def sit(self, guest: str, table: str, seat: Seat, nonce: bytes, name: str | None = None) -> str:
        """Take an open seat (leaving one's other); the token that proves it.

        With a name the seat is taken for somebody else on the same device. Raises NonceInvalid,
        NameInvalid, GuestUnknown, TableUnknown, TableStarted, SeatUnknown, SeatTaken.
        """
        check_nonce(nonce)
        token = new_token(self._ground.entropy)
        shown = None if name is None else clean_name(name)
        now = self._ground.now()
        with self._ground.database.write() as connection:
            rows = seat_rows.read(connection, table)
            seat_rows.sit(connection, table, guest, seat, nonce, token, now, shown)
            self._call(connection, table, rows, now)
            touch(connection, table, now)
        self._ground.tell(table, "room", "chat")
        return token

    def renew_nonce(self, table: str, seat_token: str, nonce: bytes) -> None:
        """Give a new share in the luck before the start: after a rematch the old one is known to all.

        Raises NonceInvalid, TableUnknown, TableStarted, SeatTokenWrong.
        """
        check_nonce(nonce)
        with self._ground.database.write() as connection:
            open_table(connection, table)
            seat = seat_rows.holder(seat_rows.read(connection, table), seat_token)
            seat_rows.put(connection, table, seat, nonce=nonce.hex())

    def leave(self, table: str, seat_token: str) -> None:
        """Give the seat up before the start; raises TableUnknown, TableStarted, SeatTokenWrong."""
        with self._ground.database.write() as connection:
            open_table(connection, table)
            seat = seat_rows.holder(seat_rows.read(connection, table), seat_token)
            seat_rows.clear(connection, table, seat)
            touch(connection, table, self._ground.now())
        self._ground.tell(table, "room")

    def arrange(self, guest: str, table: str, seat: Seat, plan: SeatPlan) -> str | None:
        """Who holds the host's rights opens a seat, gives it to a bot or to somebody here, or moves there.

        The token that proves it, for somebody here. Raises TableUnknown, TableStarted, NotHost,
        SeatUnknown, SeatTaken, LevelUnknown, NameInvalid.
        """
        token = None
        entropy, now = self._ground.entropy, self._ground.now()
        with self._ground.database.write() as connection:
            row = open_table(connection, table)
            rows = seat_rows.read(connection, table)
            check_rights(row, rows, self._ground.presence.at(table), guest)
            before = seat_rows.find(rows, seat)
            if plan.kind == "me":
                seat_rows.move_host(connection, table, guest, seat)
            else:
                check_plan(installed(row.game), plan)
                seat_rows.clear(connection, table, seat)
                if plan.kind == "bot":
                    same = before.called if naming.nobodys(before) else None
                    seat_rows.put(connection, table, seat, **planned(plan, entropy, same))
                elif plan.kind == "here":
                    if before.kind == "human" and (before.guest, before.name is None) != (guest, False):
                        raise SeatTaken("somebody else sits there")
                    token, name = new_token(entropy), seat_name(plan)
                    seat_rows.sit(connection, table, guest, seat, None, token, now, name)
            self._call(connection, table, rows, now)
            touch(connection, table, now)
        self._ground.tell(table, "room", "chat")
        return token

    def _call(self, connection: Connection, table: str, before: Sequence[SeatRow], now: float) -> None:
        """Call everybody something once somebody has sat down, and say whose name is another one now."""
        news = naming.settle(connection, table, before)
        tell_names(connection, table, news, now, self._ground.settings.chat_lines)

    def start(self, guest: str, table: str) -> None:
        """Who holds the host's rights begins the game; luck is mixed from the nonces of those who sit.

        Raises TableUnknown, TableStarted, NotHost, SeatsOpen, LevelUnknown, TableBroken.
        """
        setting = self._ground.games.setting(table)
        with self._ground.database.write() as connection:
            row = open_table(connection, table)
            rows = seat_rows.read(connection, table)
            check_rights(row, rows, self._ground.presence.at(table), guest)
            if any(each.kind == "open" for each in rows):
                raise SeatsOpen("a seat is still open")
            check_seats(setting.game, len(rows))
            for each in rows:
                if each.kind == "bot":
                    check_level(setting.game, each.level)
            nonces = [each.nonce for each in rows if each.nonce is not None]
            entry, over = first_entry(setting, nonces)
            status: Status = "over" if over else "playing"
            # Rules and cards may be others now than when the table was made.
            change(connection, table, rules=setting.game.rules, deck=setting.game.deck)
            try:
                log.append_within(connection, table, Logged(0, entry, self._ground.now()), status)
            except IntegrityError:
                raise TableStarted("the game has started") from None
        self._ground.tell(table, "look", "room")

    # Whose a seat is

    def seat_of(self, table: str, seat_token: str | None) -> Seat | None:
        """The seat a token opens, None without a token; raises TableUnknown, SeatTokenWrong."""
        rows = self._rows(table)
        return None if seat_token is None else seat_rows.holder(rows, seat_token)

    def seats_of(self, table: str, seat_tokens: Sequence[str]) -> list[Seat | None]:
        """The seat each token opens, None for those that open none; raises TableUnknown."""
        rows = self._rows(table)
        return [seat_rows.opened(rows, token) for token in seat_tokens]

    def _rows(self, table: str) -> list[SeatRow]:
        with self._ground.database.read() as connection:
            rows = seat_rows.read(connection, table)
            if not rows:
                table_row(connection, table)
        return rows

    def reclaim(self, guest: str, table: str, seat: Seat) -> str:
        """A new token of a seat that is this guest's, when the old one is lost; the old one is void.

        Raises GuestUnknown, TableUnknown, TableClosed, SeatUnknown, SeatNotYours.
        """
        token = new_token(self._ground.entropy)
        with self._ground.database.write() as connection:
            seat_rows.reclaim(connection, guest, table, seat, token, self._ground.now())
        self._ground.tell(table, "room")
        return token
