"""One-time links: a seat moves to another device, or somebody else is let in to play it on."""

from typing import Any

from msgspec import Struct
from sqlalchemy import Connection

from potluck.play.seats import Seat
from potluck.tables import hand_rows, link_rows, naming, proposals, seat_rows
from potluck.tables.control import Handing, Unchanged, change_player
from potluck.tables.ground import RETRIES, Ground
from potluck.tables.guest_rows import known
from potluck.tables.link_rows import Gives
from potluck.tables.refusals import LinkVoid, SitsAlready
from potluck.tables.renaming import call_anew
from potluck.tables.scene import Scene, scene
from potluck.tables.seat_rows import SeatRow
from potluck.tables.secrets import new_code, new_token, token_hash
from potluck.tables.table_rows import change, table_row


class Redeemed(Struct, frozen=True):
    """A seat that is played on this device now."""

    table: str
    seat: int
    seat_token: str


class LinkedSeat(Struct, frozen=True):
    """What a link would do for the guest who opens it.

    `name`: who plays the seat, or for whom a bot does; `own`: it is the guest's own; `beside`: who they
    already play here. `gives`: the seat moves to their device, or they play it on for somebody.
    """

    table: str
    game: str
    name: str | None
    own: bool
    beside: list[str]
    gives: Gives = "seat"


class Links:
    """The links to the seats of all tables."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def link(self, table: str, seat_token: str) -> str:
        """A code that moves this seat to another device, once, within 15 minutes.

        An older code of the seat is void. Raises TableUnknown, SeatTokenWrong.
        """
        code = new_code(self._ground.entropy)
        expires = self._ground.now() + self._ground.settings.link_seconds
        with self._ground.database.write() as connection:
            table_row(connection, table, lock=True)
            seat = seat_rows.holder(seat_rows.read(connection, table), seat_token)
            link_rows.add(connection, table, seat, "seat", code, expires)
        return code

    def linked(self, guest: str | None, code: str) -> LinkedSeat:
        """What `redeem` would do, without using the code up. Raises LinkVoid, TableUnknown, TableClosed."""
        with self._ground.database.snapshot() as connection:
            link = link_rows.find(connection, code, self._ground.now())
            now = scene(connection, self._ground, link.table_id)
            row = _good(now, link)
            names = _called(connection, now)
        mine = [each.seat for each in seat_rows.theirs(now.rows, guest)]
        beside = [names[seat] or "" for seat in mine if seat != row.seat]
        own = guest is not None and _own(row, guest)
        return LinkedSeat(link.table_id, now.table.game, names[row.seat], own, beside, link.gives)

    def redeem(self, guest: str, code: str) -> Redeemed:
        """Play the seat of a code on this device; the code is used up.

        One to another device makes the old token void. One to somebody else's seat is for who has no seat at
        the table; it is void once who sat there has come back. Its owner gets the seat back by either: from a
        bot, from who is away, and from who gives them the link to their own device.
        Raises GuestUnknown, LinkVoid, SitsAlready, TableUnknown, TableClosed, TableOver, TableBroken.
        """
        ground, token = self._ground, new_token(self._ground.entropy)
        for _ in range(RETRIES):
            with ground.database.snapshot() as connection:
                link = link_rows.find(connection, code, ground.now())
                now = scene(connection, ground, link.table_id)
                row = _good(now, link)
            table, seat = link.table_id, row.seat
            if _moves(row, link, guest):
                if not self._move(guest, code, token, table, seat):
                    continue  # a bot was given the seat just now
            elif not self._hand(guest, code, token, table, seat):
                continue
            ground.presence.notice(table, seat, guest)
            call_anew(ground, table)
            return Redeemed(table, seat, token)
        raise LinkVoid("the seat changes hands all the time")

    def _move(self, guest: str, code: str, token: str, table: str, seat: Seat) -> bool:
        """A seat that a person plays goes to another device; whether it is still a person's.

        Who comes from a shared device is called like their own guest from now on; a guest who sits here
        already plays the seat too, under the name it has.
        """
        ground = self._ground
        with ground.database.write() as connection:
            known(connection, guest, ground.now())
            link = link_rows.find(connection, code, ground.now())
            now = scene(connection, ground, table, lock=True)
            row = _good(now, link)
            if not _moves(row, link, guest):
                return False
            link_rows.use_up(connection, link)
            _move_host(connection, now.table, row, guest)
            name = _name(connection, now, row, guest)
            values = {"guest": guest, "name": name, "token": token_hash(token), "seen": ground.now()}
            seat_rows.put(connection, table, seat, **values)
            proposals.forget_seat(connection, table, seat, bot=False)
        return True

    def _hand(self, guest: str, code: str, token: str, table: str, seat: Seat) -> bool:
        """A seat changes hands, from a bot or from who is away; whether that was still so."""

        def give(handing: Handing) -> None:
            link = link_rows.find(handing.connection, code, handing.scene.here.now)
            row = _good(handing.scene, link)
            if _moves(row, link, guest):
                raise Unchanged
            known(handing.connection, guest, handing.scene.here.now)
            link_rows.use_up(handing.connection, link)
            if _own(row, guest):
                hand_rows.back(handing, guest, token)
            elif link.gives == "place":
                _check_outside(handing.scene, guest)
                hand_rows.to_substitute(handing, guest, token)
            else:
                self._take_along(handing, guest, token)

        return change_player(self._ground, table, seat, None, give)

    @staticmethod
    def _take_along(handing: Handing, guest: str, token: str) -> None:
        """To another device, from a bot that played on there meanwhile."""
        connection, table, row = handing.connection, handing.scene.table, handing.row
        assert row.guest is not None  # who made the link
        hand_rows.back(handing, row.guest, token)
        seat_rows.put(
            connection, table.id, row.seat, guest=guest, name=_name(connection, handing.scene, row, guest)
        )
        _move_host(connection, table, row, guest)


def _moves(row: SeatRow, link: Any, guest: str) -> bool:
    """Whether a link moves a seat to another device of the person who plays it."""
    return row.kind == "human" and row.owner != guest and (link.gives == "seat" or row.guest == guest)


def _own(row: SeatRow, guest: str) -> bool:
    """Whether a guest has the seat back by a link: they play it, or somebody else does for them."""
    return guest in seat_rows.claimants(row) or seat_rows.replaced(row, guest)


def _good(now: Scene, link: Any) -> SeatRow:
    """The seat that a link opens at this moment; raises LinkVoid."""
    life = now.settings.link_seconds if link.gives == "seat" else now.settings.offer_life
    if link.expires > now.here.now + life + now.here.ahead:
        raise LinkVoid("the link was made by a clock that has been set back since", now.table.id)
    row = seat_rows.find(now.rows, link.seat)
    playing = now.table.status == "playing"
    if link.gives == "seat":
        good = row.kind == "human" or (playing and bool(seat_rows.claimants(row)))
    else:
        made = link.expires - now.settings.offer_life
        good = playing and proposals.may_place(now, row) and now.here.gone(row.seat, row.seen) <= made
    if not good:
        raise LinkVoid("the seat is not to be had any more", now.table.id)
    return row


def _name(connection: Connection, now: Scene, row: SeatRow, guest: str) -> str | None:
    """What a seat is called once this guest plays it: after them, unless it is a second one here."""
    settled = seat_rows.own(now.rows, guest)
    if settled is not None and settled.seat != row.seat:
        return seat_rows.own_names(connection, now.rows)[row.seat][0]
    return row.name if row.guest == guest else None


def _called(connection: Connection, now: Scene) -> list[str | None]:
    """Who plays each seat, or for whom a bot does."""
    rows = naming.named(connection, now.table.id, now.rows)
    return [naming.about(row) for row in rows]


def _move_host(connection: Connection, table: Any, row: SeatRow, guest: str) -> None:
    """The table's host goes along with their seat."""
    if row.guest == table.host and row.name is None:
        change(connection, table.id, host=guest)


def _check_outside(now: Scene, guest: str) -> None:
    """Raise SitsAlready for somebody who has a seat at the table, or may come back to one."""
    if seat_rows.theirs(now.rows, guest) or seat_rows.to_take_back(now.rows, guest):
        raise SitsAlready("this guest has a seat here")
