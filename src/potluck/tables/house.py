"""The house: tables are made, listed and counted."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import func, select

from potluck.play.chance import SEED_BYTES, Fast
from potluck.play.errors import PositionDamaged, PotluckError, RulesUnknown
from potluck.play.game import Game
from potluck.play.options import check_seats, decode_options, encode_options
from potluck.play.registry import game as installed
from potluck.play.seats import Seat
from potluck.tables import finished, guest_rows, naming, seat_rows
from potluck.tables.cleaning import check_nonce
from potluck.tables.expiring import expires
from potluck.tables.ground import Ground
from potluck.tables.plans import check_plan, planned, seat_name
from potluck.tables.refusals import SeatTaken, TableClosed, TableUnknown
from potluck.tables.room import SeatPlan, Status
from potluck.tables.schema import seats, tables
from potluck.tables.seat_rows import SeatRow
from potluck.tables.seating import SeatKey
from potluck.tables.secrets import new_table_id, new_token
from potluck.tables.setting import set_up
from potluck.tables.table_rows import add_table, check_many, table_row


class Created(Struct, frozen=True):
    """A new table; `seat_token` proves the maker's seat, if they took one, `here` those beside them."""

    table: str
    seat: int | None
    seat_token: str | None
    here: tuple[SeatKey, ...] = ()


class MyTable(Struct, frozen=True):
    """A table of one's own, for the lobby.

    `updated`: when something last changed for this guest. `expires`: when it goes if nobody touches it;
    None while that is far off. `bot`: somebody else plays there for this guest, who may come back; `player`:
    what they are called, if it is a person. `ended`: the game was closed before its end. `others`: who else
    is there, by seat, and `open`: how many chairs are free; `waits`: whom of the others the game waits for.
    """

    table: str
    game: str
    status: Status
    your_turn: bool
    updated: float
    expires: int | None = None
    bot: bool = False
    ended: bool = False
    player: str | None = None
    others: list[str] = []
    open: int = 0
    waits: list[str] = []


class AllTables:
    """The tables of a house as a whole."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def create(
        self,
        guest: str,
        game: str,
        options: Mapping[str, Any],
        seats: Sequence[SeatPlan],
        nonce: bytes,
        start: str | None = None,
    ) -> Created:
        """Make a table; the guest is its host and sits where the plan says "me" (with this nonce).

        `start` is a position text to begin from, for tests and tools. Raises GuestUnknown,
        RulesUnknown, OptionsInvalid, LevelUnknown, NameInvalid, SeatTaken ("me" twice), NonceInvalid,
        PositionDamaged, TooManyTables.
        """
        check_nonce(nonce)
        rules = _ready(game)
        check_seats(rules, len(seats))
        chosen = decode_options(rules, options)
        rules.new(len(seats), chosen, Fast(0))  # refuses a combination the game does not have
        if start is not None and not rules.agrees(rules.load(start), chosen):
            raise PositionDamaged("the position is of a game with other options")
        for plan in seats:
            check_plan(rules, plan)
        mine = [seat for seat, plan in enumerate(seats) if plan.kind == "me"]
        if len(mine) > 1:
            raise SeatTaken("one person takes one seat")
        ground = self._ground
        table, now = new_table_id(ground.entropy), ground.now()
        tokens = [new_token(ground.entropy) if plan.kind in ("me", "here") else "" for plan in seats]
        sitting = [seat for seat, token in enumerate(tokens) if token]
        sharing = mine or sitting[:1]  # one person, one share in the luck
        written = msgspec.json.encode(encode_options(chosen)).decode()
        with ground.database.write() as connection:
            guest_rows.known(connection, guest, now)
            check_many(connection, guest, ground.settings, now)
            seed = ground.entropy(SEED_BYTES)
            add_table(connection, table, guest, rules, written, seed, now, start)
            for seat, plan in enumerate(seats):
                seat_rows.add_seat(connection, table, seat, **planned(plan, ground.entropy))
            for seat in sitting:
                share, name = nonce if seat in sharing else None, seat_name(seats[seat])
                seat_rows.sit(connection, table, guest, seat, share, tokens[seat], now, name)
            naming.settle(connection, table, ())
        here = tuple(SeatKey(seat, tokens[seat]) for seat in sitting if seat not in mine)
        return Created(table, mine[0], tokens[mine[0]], here) if mine else Created(table, None, None, here)

    def game_of(self, table: str) -> str:
        """The id of the game that a table plays. Raises TableUnknown, TableClosed."""
        with self._ground.database.snapshot() as connection:
            return str(table_row(connection, table).game)

    def mine(self, guest: str) -> list[MyTable]:
        """The tables this guest sits at or made, last changed first; of finished ones only the newest."""
        sits = select(seats.c.table_id).where((seats.c.guest == guest) | (seats.c.owner == guest))
        with self._ground.database.snapshot() as connection:
            columns = ("id", "game", "status", "created", "updated", "ended")
            query = select(*(tables.c[name] for name in columns))
            query = query.where((tables.c.host == guest) | tables.c.id.in_(sits))
            query = query.where(tables.c.closed.is_(None))
            found = connection.execute(query.order_by(tables.c.updated.desc())).all()
            running = [row for row in found if row.status != "over"]
            over = [row for row in found if row.status == "over"][: self._ground.settings.finished_listed]
            listed = [*running, *over]
            seats_at = seat_rows.read_many(connection, [row.id for row in listed])
            called = [naming.named(connection, row.id, seats_at.get(row.id, [])) for row in listed]
        mine = [self._my_table(row, guest, rows) for row, rows in zip(listed, called, strict=True)]
        return sorted(mine, key=lambda each: -each.updated)

    def _my_table(self, row: Any, guest: str, rows: Sequence[SeatRow]) -> MyTable:
        sits = [each.seat for each in seat_rows.theirs(rows, guest)]  # somebody else may have taken over
        back = seat_rows.to_take_back(rows, guest) if row.status == "playing" else []
        by = next((naming.player(each) for each in rows if each.seat in back and each.kind == "human"), None)
        your_turn, updated, waiting = False, row.updated, set[Seat]()
        if row.status == "playing":
            # Not the time of the last entry: that could be a secret choice of somebody else.
            updated = row.created
            try:
                with self._ground.games.use(row.id) as playing:
                    viewers: list[Seat | None] = [*sits] or [None]
                    vantages = [playing.vantage(viewer) for viewer in viewers]
                    updated = max(vantage.changed_at for vantage in vantages)
                    your_turn = any(vantage.view.seat in vantage.view.waiting for vantage in vantages)
                    waiting.update(vantages[0].view.waiting)
            except PotluckError:
                pass  # broken: listed, refused when opened
        goes = expires(self._ground, row)
        ended = row.ended is not None
        names = {each.seat: naming.about(each) for each in rows if not naming.is_of(each, guest)}
        return MyTable(
            row.id,
            row.game,
            row.status,
            your_turn,
            updated,
            goes,
            bool(back),
            ended,
            by,
            others=[name for name in names.values() if name is not None],
            open=sum(each.kind == "open" for each in rows),
            waits=[name for seat, name in names.items() if seat in waiting and name is not None],
        )

    def every(self) -> list[str]:
        """Every table that was not closed, in the order of their ids."""
        query = select(tables.c.id).where(tables.c.closed.is_(None)).order_by(tables.c.id)
        with self._ground.database.read() as connection:
            return list(connection.execute(query).scalars())

    def trouble(self, table: str) -> str | None:
        """Why a table cannot be opened, for the log; None if it can, or is gone.

        Replays its game, but for a finished one of which there is enough without.
        """
        games = self._ground.games
        query = select(tables.c.status).where(tables.c.id == table)
        with self._ground.database.snapshot() as connection:
            status = connection.execute(query).scalar()
            if status == "over" and finished.is_kept(connection, table):
                return None
        try:
            if status == "open":
                set_up(games.setting(table), Fast(0))
            elif status is not None:
                games.check(table)
        except (TableClosed, TableUnknown):
            return None
        except PotluckError as error:
            return str(error)
        return None

    def check(self) -> None:
        """Raise what is the matter if games could not be read or written."""
        self._ground.database.check()

    def counts(self) -> dict[str, int]:
        """How many tables there are by status."""
        query = select(tables.c.status, func.count().label("number")).group_by(tables.c.status)
        query = query.where(tables.c.closed.is_(None))
        with self._ground.database.read() as connection:
            found = {row.status: row.number for row in connection.execute(query)}
        return {status: found.get(status, 0) for status in ("open", "playing", "over")}


def _ready(game: str) -> Game:
    rules = installed(game)
    if not rules.about.ready:
        raise RulesUnknown(f"{game} cannot be played yet")
    return rules
