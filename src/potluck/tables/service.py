"""The tables of a house: made, filled, started, played, looked at, taken up again after any interruption.

`Tables` is synchronous and thread-safe; web/ calls it in worker threads, the bot driver too. Whatever
it returns from has been written down before. Everything a stranger can get wrong is refused with a
`PotluckError` and changes nothing. Identity is the caller's business up to here: `guest` is an id from
a signed cookie, `seat` a seat that `seat_of` opened with its token.
"""

import os
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from potluck.bots.levels import levels
from potluck.play.chance import SEED_BYTES, Fast, commitment
from potluck.play.errors import PotluckError, RulesUnknown
from potluck.play.game import Game
from potluck.play.moves import PASS, Move
from potluck.play.options import check_seats, decode_options, encode_options
from potluck.play.record import Record
from potluck.play.registry import game as installed
from potluck.play.seats import Seat
from potluck.tables import chatter, guests, log, seating
from potluck.tables.database import Database
from potluck.tables.due import BotDue
from potluck.tables.games_in_memory import GamesInMemory
from potluck.tables.guests import Guest
from potluck.tables.log import Conflict, Logged
from potluck.tables.playing import BotSeat, Draft, Playing, first_entry, set_up
from potluck.tables.refusals import (
    GuestUnknown,
    LevelUnknown,
    NameInvalid,
    NotHost,
    SeatsOpen,
    SeatTaken,
    TableBroken,
    TableNotOver,
    TableNotStarted,
    TableOver,
    TableStarted,
    TooManyTables,
)
from potluck.tables.room import ChatLine, Look, Receipt, Room, SeatInfo, SeatPlan, Status, UndoInfo
from potluck.tables.schema import links, seats, tables
from potluck.tables.secrets import Entropy, new_code, new_guest_id, new_table_id, new_token
from potluck.tables.settings import DAY, HOUR, Settings
from potluck.tables.words import NAME_CHARACTERS, check_client_id, check_nonce, clean_line, clean_name

_RETRIES: Final = 50
_TOUCH_SECONDS: Final = 60.0  # how old the "last used" of a table in play may be

# Looks in the order asked for, and who could undo.
Glance = tuple[list[Look | None], UndoInfo | None]

# Told which table changed in which of "look", "room", "chat", after it was written down, from any thread.
Listener = Callable[[str, frozenset[str]], None]

LOOK: Final = frozenset(("look",))
ROOM: Final = frozenset(("room",))
CHAT: Final = frozenset(("chat",))


class SeatKey(Struct, frozen=True):
    """The token of one more seat on the same device."""

    seat: int
    seat_token: str


class Created(Struct, frozen=True):
    """A new table; `seat_token` proves the maker's seat, if they took one, `here` those beside them."""

    table: str
    seat: int | None
    seat_token: str | None
    here: tuple[SeatKey, ...] = ()


class Redeemed(Struct, frozen=True):
    """A seat that has moved to this device."""

    table: str
    seat: int
    seat_token: str


class Standing(Struct, frozen=True):
    """What one guest is at a table, told to nobody else: their seats, whether they are its host."""

    yours: list[Seat]
    host: bool


class LinkedSeat(Struct, frozen=True):
    """What a seat link would do for the guest who opens it.

    `name`: who plays the seat; `own`: it is the guest's own; `beside`: who they already play here.
    """

    table: str
    game: str
    name: str | None
    own: bool
    beside: list[str]


class MyTable(Struct, frozen=True):
    """A table of one's own, for the lobby. `updated`: when something last changed for this guest."""

    table: str
    game: str
    status: Status
    your_turn: bool
    updated: float


class Tables:
    """All tables of one database."""

    def __init__(
        self,
        database: str,
        *,
        settings: Settings = Settings(),  # noqa: B008 (frozen)
        now: Callable[[], float] = time.time,
        entropy: Entropy = os.urandom,
    ) -> None:
        """Open a database by its SQLAlchemy URL and bring it up to date. Raises DatabaseTooNew."""
        self.settings = settings
        self._now = now
        self._entropy = entropy
        self._database = Database(database)
        self._games = GamesInMemory(self._database, settings.cached_tables)
        self._listeners: list[Listener] = []

    def close(self) -> None:
        """Close the database; nothing needs saving."""
        self._database.close()

    def listen(self, listener: Listener) -> None:
        """Be told of every change made through this object."""
        self._listeners.append(listener)

    def _tell(self, table: str, what: frozenset[str]) -> None:
        for listener in self._listeners:
            listener(table, what)

    # Guests

    def new_guest(self, name: str) -> Guest:
        """A new guest; raises NameInvalid."""
        guest = Guest(new_guest_id(self._entropy), clean_name(name))
        with self._database.write() as connection:
            guests.add(connection, guest, self._now())
        return guest

    def rename_guest(self, guest: str, name: str) -> None:
        """Another name, seen at all their tables; raises NameInvalid, GuestUnknown."""
        shown = clean_name(name)
        with self._database.write() as connection:
            guests.rename(connection, guest, shown, self._now())
            sits = connection.execute(select(seats.c.table_id).where(seats.c.guest == guest)).scalars().all()
        for table in dict.fromkeys(sits):
            self._tell(table, ROOM)

    def find_guest(self, guest: str) -> Guest | None:
        """The guest of an id."""
        with self._database.read() as connection:
            return guests.find(connection, guest)

    # Before the game

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
        if start is not None:
            rules.load(start)
        for plan in seats:
            _check_plan(rules, plan)
        mine = [seat for seat, plan in enumerate(seats) if plan.kind == "me"]
        if len(mine) > 1:
            raise SeatTaken("one person takes one seat")
        table, now = new_table_id(self._entropy), self._now()
        tokens = [new_token(self._entropy) if plan.kind in ("me", "here") else "" for plan in seats]
        sitting = [seat for seat, token in enumerate(tokens) if token]
        sharing = mine or sitting[:1]  # one person, one share in the luck
        with self._database.write() as connection:
            guests.known(connection, guest, now)
            self._check_many(connection, guest, now)
            self._add_table(
                connection, table, guest, rules, msgspec.json.encode(encode_options(chosen)).decode(), start
            )
            for seat, plan in enumerate(seats):
                seating.add_seat(connection, table, seat, **self._planned(plan))
            for seat in sitting:
                share, name = nonce if seat in sharing else None, _seat_name(seats[seat])
                seating.sit(connection, table, guest, seat, share, tokens[seat], now, name)
        here = tuple(SeatKey(seat, tokens[seat]) for seat in sitting if seat not in mine)
        return Created(table, mine[0], tokens[mine[0]], here) if mine else Created(table, None, None, here)

    def _add_table(
        self, connection: Connection, table: str, host: str, rules: Game, options: str, start: str | None
    ) -> None:
        now = self._now()
        connection.execute(
            insert(tables).values(
                id=table,
                game=rules.about.id,
                rules=rules.rules,
                options=options,
                host=host,
                status="open",
                seed=self._entropy(SEED_BYTES).hex(),
                start=start,
                created=now,
                updated=now,
            )
        )

    def _check_many(self, connection: Connection, guest: str, now: float) -> None:
        mine = select(func.count()).select_from(tables).where(tables.c.host == guest)
        going = (tables.c.status != "over") & tables.c.closed.is_(None) & (tables.c.updated > now - DAY)
        unfinished = connection.execute(mine.where(going)).scalar_one()
        recent = connection.execute(mine.where(tables.c.created > now - HOUR)).scalar_one()
        if unfinished >= self.settings.tables_unfinished or recent >= self.settings.tables_per_hour:
            raise TooManyTables(f"{unfinished} unfinished tables, {recent} made within an hour")

    def _planned(self, plan: SeatPlan) -> dict[str, Any]:
        if plan.kind != "bot":
            return {}
        return {"kind": "bot", "level": plan.level, "bot_seed": self._entropy(16).hex()}

    def sit(self, guest: str, table: str, seat: Seat, nonce: bytes, name: str | None = None) -> str:
        """Take an open seat (leaving one's other); the token that proves it.

        With a name the seat is taken for somebody else on the same device. Raises NonceInvalid,
        NameInvalid, GuestUnknown, TableUnknown, TableStarted, SeatUnknown, SeatTaken.
        """
        check_nonce(nonce)
        token = new_token(self._entropy)
        shown = None if name is None else clean_name(name)
        with self._database.write() as connection:
            seating.sit(connection, table, guest, seat, nonce, token, self._now(), shown)
            self._touch(connection, table)
        self._tell(table, ROOM)
        return token

    def renew_nonce(self, table: str, seat_token: str, nonce: bytes) -> None:
        """Give a new share in the luck before the start: after a rematch the old one is known to all.

        Raises NonceInvalid, TableUnknown, TableStarted, SeatTokenWrong.
        """
        check_nonce(nonce)
        with self._database.write() as connection:
            seating.open_table(connection, table)
            seat = seating.holder(seating.seat_rows(connection, table), seat_token)
            seating.put(connection, table, seat, nonce=nonce.hex())

    def leave(self, table: str, seat_token: str) -> None:
        """Give the seat up before the start; raises TableUnknown, TableStarted, SeatTokenWrong."""
        with self._database.write() as connection:
            seating.open_table(connection, table)
            seat = seating.holder(seating.seat_rows(connection, table), seat_token)
            seating.clear(connection, table, seat)
            self._touch(connection, table)
        self._tell(table, ROOM)

    def arrange(self, guest: str, table: str, seat: Seat, plan: SeatPlan) -> str | None:
        """The host opens a seat, gives it to a bot or to somebody here, or moves there from their own.

        The token that proves it, for somebody here. Raises TableUnknown, TableStarted, NotHost,
        SeatUnknown, SeatTaken, LevelUnknown, NameInvalid.
        """
        token = None
        with self._database.write() as connection:
            row = seating.open_table(connection, table)
            seating.check_host(row, guest)
            rows = seating.seat_rows(connection, table)
            before = seating.seat_row(rows, seat)
            if plan.kind == "me":
                seating.move_host(connection, table, guest, seat)
            else:
                _check_plan(installed(row.game), plan)
                seating.clear(connection, table, seat)
                if plan.kind == "bot":
                    seating.put(connection, table, seat, **self._planned(plan))
                elif plan.kind == "here":
                    if before.kind == "human" and (before.guest, before.name is None) != (guest, False):
                        raise SeatTaken("somebody else sits there")
                    token, name = new_token(self._entropy), _seat_name(plan)
                    seating.sit(connection, table, guest, seat, None, token, self._now(), name)
            self._touch(connection, table)
        self._tell(table, ROOM)
        return token

    def _touch(self, connection: Connection, table: str) -> None:
        connection.execute(update(tables).where(tables.c.id == table).values(updated=self._now()))

    def start(self, guest: str, table: str) -> None:
        """The host begins the game; luck is mixed from the nonces of those who sit.

        Raises TableUnknown, TableStarted, NotHost, SeatsOpen, TableBroken.
        """
        setting = self._games.setting(table)
        with self._database.write() as connection:
            row = seating.open_table(connection, table)
            seating.check_host(row, guest)
            rows = seating.seat_rows(connection, table)
            if any(each.kind == "open" for each in rows):
                raise SeatsOpen("a seat is still open")
            check_seats(setting.game, len(rows))
            nonces = [each.nonce for each in rows if each.nonce is not None]
            entry, over = first_entry(setting, nonces)
            status: Status = "over" if over else "playing"
            try:
                log.append_within(connection, table, Logged(0, entry, self._now()), status)
            except IntegrityError:
                raise TableStarted("the game has started") from None
        self._tell(table, LOOK | ROOM)

    # The game

    def seat_of(self, table: str, seat_token: str | None) -> Seat | None:
        """The seat a token opens, None without a token; raises TableUnknown, SeatTokenWrong."""
        with self._database.read() as connection:
            rows = seating.seat_rows(connection, table)
            if not rows:
                seating.table_row(connection, table)
        return None if seat_token is None else seating.holder(rows, seat_token)

    def seats_of(self, table: str, seat_tokens: Sequence[str]) -> list[Seat | None]:
        """The seat each token opens, None for those that open none; raises TableUnknown."""
        with self._database.read() as connection:
            rows = seating.seat_rows(connection, table)
            if not rows:
                seating.table_row(connection, table)
        return [seating.opened(rows, token) for token in seat_tokens]

    def room(self, table: str, present: set[Seat], watching: int) -> Room:
        """The table around the game; who is `present` and how many watch is known to the caller."""
        with self._database.snapshot() as connection:
            row = seating.table_row(connection, table)
            sitting = seating.seat_rows(connection, table)
            names = seating.names(connection, sitting)
        undo = None
        forgets = _forgets(row)
        if row.status == "playing":
            with self._games.use(table) as playing:
                undo = playing.undo
        return Room(
            table=table,
            game=row.game,
            options=msgspec.json.decode(row.options),
            status=row.status,
            seats=[
                SeatInfo(each.kind, name, each.level, each.kind == "bot" or each.seat in present)  # type: ignore[arg-type]
                for each, name in zip(sitting, names, strict=True)
            ],
            host=_seat_of_guest(sitting, row.host),
            watching=watching,
            commitment=commitment(bytes.fromhex(row.seed)),
            seed=row.seed if row.status == "over" else None,
            undo=undo,
            rematch=row.rematch,
            forgets=forgets,
        )

    def look(self, table: str, viewer: Seat | None, first: int, *, live: bool = False) -> Look | None:
        """What the viewer may know now and their events from index `first` on; None before the start.

        In a game that `forgets`, events are served once: a seat's from its delivery cursor on
        (`acknowledge`), whatever `first` says; spectators get none, unless the caller says that
        `first` is its own bookkeeping of one open connection (`live`), not a reader's word.
        Raises TableUnknown, TableBroken, SeatUnknown.
        """
        try:
            with self._games.use(table) as playing:
                stream = playing.stream(viewer)
                if playing.forgets:
                    first = self._forgetful_first(table, viewer, first, len(stream.events), live)
                return stream.look(first)
        except TableNotStarted:
            return None

    def glance(
        self, table: str, wanted: Sequence[tuple[Seat | None, int]], *, wait: bool = True
    ) -> Glance | None:
        """Several viewers' looks at once, each from its event index on, and who could undo.

        As this process knows the game: for pushing what it has just been told of, by someone who keeps
        the indices (`live`). Without `wait`, None where it would have to wait for another thread or the
        database, or would take its time. Raises TableUnknown, TableBroken, SeatUnknown.
        """
        try:
            with self._games.held(table, wait=wait) as playing:
                if playing is None or (playing.forgets and not wait):
                    return None
                if not wait and any(playing.stream(viewer).heavy for viewer, _ in wanted):
                    return None
                looks: list[Look | None] = []
                for viewer, first in wanted:
                    stream = playing.stream(viewer)
                    if playing.forgets:
                        first = self._forgetful_first(table, viewer, first, len(stream.events), True)
                    looks.append(stream.look(first))
                return looks, playing.undo if playing.status == "playing" else None
        except TableNotStarted:
            return [None] * len(wanted), None

    def _forgetful_first(self, table: str, viewer: Seat | None, first: int, end: int, live: bool) -> int:
        if viewer is None:
            return first if live else end
        query = select(seats.c.delivered).where(seats.c.table_id == table, seats.c.seat == viewer)
        with self._database.read() as connection:
            delivered = connection.execute(query).scalar_one()
        return max(first, int(delivered))

    def forgets(self, table: str) -> bool:
        """Whether memory is the game at this table; raises TableUnknown."""
        with self._database.read() as connection:
            return _forgets(seating.table_row(connection, table))

    def acknowledge(self, table: str, seat: Seat, upto: int) -> None:
        """The seat was shown its events before index `upto`: a game that `forgets` never serves them again.

        To be called when the person has seen them. Nothing is kept for other games. The cursor
        never moves back nor past the end. Raises TableUnknown, TableNotStarted, SeatUnknown.
        """
        with self._games.use(table) as playing:
            forgets = playing.forgets
            upto = min(upto, len(playing.stream(seat).events))
        if not forgets:
            return
        with self._database.write() as connection:
            connection.execute(
                update(seats)
                .where(seats.c.table_id == table, seats.c.seat == seat, seats.c.delivered < upto)
                .values(delivered=upto)
            )

    def submit(self, table: str, seat: Seat, client_id: str, version: int, moves: Sequence[str]) -> Receipt:
        """Make one move or several that belong together; a repeated `client_id` gets its first receipt.

        `version` is of the look the person decided on. Raises ClientIdInvalid, TableUnknown,
        TableNotStarted, TableBroken, SeatUnknown, MoveUnknown, Stale, OutOfTurn, MoveIllegal.
        """
        return self._append(
            table,
            seat,
            client_id,
            lambda playing, at: playing.draft_moves(seat, version, moves, client_id, at),
        )

    def undo(self, table: str, seat: Seat, client_id: str, version: int, moves: int) -> Receipt:
        """Take back one's own last moves (as `Room.undo` counts them); otherwise like `submit`.

        Raises UndoImpossible besides.
        """
        return self._append(
            table,
            seat,
            client_id,
            lambda playing, at: playing.draft_undo(seat, version, moves, client_id, at),
        )

    def _append(
        self, table: str, seat: Seat, client_id: str, draft: Callable[[Playing, float], Draft]
    ) -> Receipt:
        check_client_id(client_id)
        for attempt in range(_RETRIES):
            # First by what is in memory: the log's key tells if another process has been here. What
            # memory alone would refuse is asked again of the log.
            known = self._games.use if attempt else self._games.held
            with known(table) as playing:
                assert playing is not None  # `held` waits for it
                first = playing.receipts.get((seat, client_id))
                if first is not None:
                    return Receipt(client_id, first)
                try:
                    wished = draft(playing, self._now())
                except PotluckError:
                    if attempt:
                        raise
                    continue
                at = wished.logged.at
                used = wished.over or at - playing.touched > _TOUCH_SECONDS
                status: Status | None = ("over" if wished.over else "playing") if used else None
                try:
                    log.append(self._database, table, wished.logged, status)
                except Conflict:
                    # Somebody was first, or the table is gone: begin again from what is written.
                    self._games.drop(table)
                    continue
                version = playing.adopt(wished)
                playing.touched = at if used else playing.touched
            # Of the room only who could undo follows from a move; `glance` tells that with the looks.
            self._tell(table, LOOK | ROOM if wished.over else LOOK)
            return Receipt(client_id, version)
        raise TableBroken("the log could not be written")

    # Around the game

    def say(self, table: str, guest: str, seat: Seat | None, client_id: str, text: str) -> ChatLine:
        """Add a line of chat; a repeated `client_id` gets its first line.

        Raises ClientIdInvalid, TextInvalid, GuestUnknown, TableUnknown.
        """
        check_client_id(client_id)
        line = clean_line(text, self.settings.chat_characters)
        for _ in range(_RETRIES):
            try:
                with self._database.write() as connection:
                    seating.table_row(connection, table)
                    said = chatter.find(connection, table, guest, client_id)
                    if said is not None:
                        return said
                    who = guests.find(connection, guest)
                    if who is None:
                        raise GuestUnknown("no such guest")
                    name = None
                    if seat is not None:
                        name = seating.seat_row(seating.seat_rows(connection, table), seat).name
                    most = self.settings.chat_lines
                    said = chatter.add(
                        connection, table, guest, client_id, seat, name or who.name, line, self._now(), most
                    )
            except IntegrityError:
                continue
            self._tell(table, CHAT)
            return said
        raise TableBroken("the chat could not be written")

    def chat(self, table: str, first: int) -> list[ChatLine]:
        """The kept lines from index `first` on; raises TableUnknown."""
        with self._database.snapshot() as connection:
            seating.table_row(connection, table)
            return chatter.read(connection, table, first)

    def link(self, table: str, seat_token: str) -> str:
        """A code that moves this seat to another device, once, within 15 minutes.

        An older code of the seat is void. Raises TableUnknown, SeatTokenWrong.
        """
        code = new_code(self._entropy)
        with self._database.write() as connection:
            seating.table_row(connection, table, lock=True)
            seat = seating.holder(seating.seat_rows(connection, table), seat_token)
            seating.add_link(connection, table, seat, code, self._now() + self.settings.link_seconds)
        return code

    def redeem(self, guest: str, code: str) -> Redeemed:
        """Take over the seat of a code; the old token is void. Raises GuestUnknown, LinkVoid."""
        token = new_token(self._entropy)
        with self._database.write() as connection:
            table, seat = seating.redeem(connection, guest, code, token, self._now())
        self._tell(table, ROOM)
        return Redeemed(table, seat, token)

    def linked(self, guest: str | None, code: str) -> LinkedSeat:
        """What `redeem` would do, without using the code up. Raises LinkVoid, TableUnknown, TableClosed."""
        with self._database.snapshot() as connection:
            table, row = seating.linked(connection, code, self._now())
            game = seating.table_row(connection, table).game
            rows = seating.seat_rows(connection, table)
            names = seating.names(connection, rows)
        mine = [each.seat for each in rows if guest is not None and each.guest == guest]
        beside = [names[seat] or "" for seat in mine if seat != row.seat]
        return LinkedSeat(table, game, names[row.seat], row.seat in mine, beside)

    def standing(self, guest: str | None, table: str) -> Standing:
        """Which seats are this guest's, and whether they are the host; raises TableUnknown, TableClosed."""
        with self._database.snapshot() as connection:
            row = seating.table_row(connection, table)
            rows = seating.seat_rows(connection, table)
        if guest is None:
            return Standing([], False)
        return Standing([each.seat for each in rows if each.guest == guest], row.host == guest)

    def reclaim(self, guest: str, table: str, seat: Seat) -> str:
        """A new token of a seat that is this guest's, when the old one is lost; the old one is void.

        Raises GuestUnknown, TableUnknown, TableClosed, SeatUnknown, SeatNotYours.
        """
        token = new_token(self._entropy)
        with self._database.write() as connection:
            seating.reclaim(connection, guest, table, seat, token, self._now())
        self._tell(table, ROOM)
        return token

    def close_table(self, guest: str, table: str) -> None:
        """Give an unfinished table up: it opens for nobody any more, and `sweep` removes it later.

        The host may, and who plays against bots alone. Raises TableUnknown, TableClosed, TableOver, NotHost.
        """
        with self._database.write() as connection:
            row = seating.table_row(connection, table, lock=True)
            if not seating.may_close(row, seating.seat_rows(connection, table), guest):
                raise NotHost("neither the host nor alone with bots")
            if row.status == "over":
                raise TableOver("the game is over")
            connection.execute(update(tables).where(tables.c.id == table).values(closed=self._now()))
            # Whoever wants to play on from the game before may ask for another table.
            connection.execute(update(tables).where(tables.c.rematch == table).values(rematch=None))
        self._games.drop(table)
        self._tell(table, LOOK | ROOM)

    def rematch(self, guest: str, table: str, seat_token: str | None) -> str:
        """The table that plays on: same game, options, people, bots; not started, so people may change it.

        Any player may ask, and the host who only watches (`seat_token` None); a second ask gets the
        same table. Tokens of the old table open the same seats of the new one.
        Raises TableUnknown, TableNotOver, SeatTokenWrong, NotHost, TableBroken, TooManyTables.
        """
        setting = self._games.setting(table)
        with self._database.write() as connection:
            row = seating.table_row(connection, table, lock=True)
            rows = seating.seat_rows(connection, table)
            if seat_token is None:
                seating.check_host(row, guest)
            else:
                seating.holder(rows, seat_token)
            if row.status != "over":
                raise TableNotOver("the game is not over")
            if row.rematch is not None:
                return str(row.rematch)
            self._check_many(connection, row.host, self._now())
            new = new_table_id(self._entropy)
            self._add_table(connection, new, row.host, setting.game, row.options, None)
            for each in rows:
                values: dict[str, Any] = {"kind": each.kind, "level": each.level}
                if each.kind == "human":
                    values.update(guest=each.guest, name=each.name, nonce=each.nonce, token=each.token)
                else:
                    values.update(bot_seed=self._entropy(16).hex())
                seating.add_seat(connection, new, each.seat, **values)
            connection.execute(update(tables).where(tables.c.id == table).values(rematch=new))
        self._tell(table, ROOM)
        return new

    def record(self, table: str) -> str:
        """The record of a finished game as text, with the day it began (UTC) and the players' names.

        Raises TableUnknown, TableNotStarted, TableNotOver, TableBroken.
        """
        with self._database.snapshot() as connection:
            rows = seating.seat_rows(connection, table)
            names = seating.names(connection, rows)
        with self._games.use(table) as playing:
            if not playing.over:
                raise TableNotOver("the game is not over")
            setting = playing.setting
            return Record(
                game=setting.game.about.id,
                rules=setting.game.rules,
                seats=setting.seats,
                options=encode_options(setting.options),
                tags={"date": _day(playing.began), **_players(rows, names)},
                start=setting.start,
                commitment=commitment(setting.seed),
                nonces=list(playing.nonces),
                setup=list(playing.setup),
                moves=list(playing.moves),
                seed=setting.seed.hex(),
                result=playing.state.result(),
            ).text()

    def mine(self, guest: str) -> list[MyTable]:
        """The tables this guest sits at or made, last changed first; of finished ones only the newest."""
        sits = select(seats.c.table_id, seats.c.seat).where(seats.c.guest == guest)
        with self._database.snapshot() as connection:
            seats_at: dict[str, list[Seat]] = {}
            for row in connection.execute(sits):
                seats_at.setdefault(row.table_id, []).append(row.seat)
            query = select(tables.c.id, tables.c.game, tables.c.status, tables.c.created, tables.c.updated)
            query = query.where((tables.c.host == guest) | tables.c.id.in_(list(seats_at)))
            query = query.where(tables.c.closed.is_(None))
            found = connection.execute(query.order_by(tables.c.updated.desc())).all()
        running = [row for row in found if row.status != "over"]
        finished = [row for row in found if row.status == "over"][: self.settings.finished_listed]
        mine = [self._my_table(row, seats_at.get(row.id, [])) for row in [*running, *finished]]
        return sorted(mine, key=lambda each: -each.updated)

    def _my_table(self, row: Any, sits: Sequence[Seat]) -> MyTable:
        your_turn, updated = False, row.updated
        if row.status == "playing":
            # Not the time of the last entry: that could be a secret choice of somebody else.
            updated = row.created
            try:
                with self._games.use(row.id) as playing:
                    viewers: list[Seat | None] = [*sits] or [None]
                    streams = [playing.stream(viewer) for viewer in viewers]
                    updated = max(stream.changed_at for stream in streams)
                    your_turn = any(stream.view.seat in stream.view.waiting for stream in streams)
            except PotluckError:
                pass  # broken: listed, refused when opened
        return MyTable(row.id, row.game, row.status, your_turn, updated)

    # The house

    def sweep(self) -> int:
        """Remove what was abandoned, see `Settings`; the number of tables removed."""
        now, settings = self._now(), self.settings
        kept = {
            "open": settings.open_seconds,
            "playing": settings.idle_seconds,
            "over": settings.finished_seconds,
        }
        gone: list[str] = []
        with self._database.write() as connection:
            for status, seconds in kept.items():
                old = (tables.c.status == status) & (tables.c.updated < now - seconds)
                gone += connection.execute(select(tables.c.id).where(old)).scalars().all()
                connection.execute(delete(tables).where(old))
            closed = tables.c.closed < now - settings.closed_seconds
            gone += connection.execute(select(tables.c.id).where(closed)).scalars().all()
            connection.execute(delete(tables).where(closed))
            connection.execute(
                delete(links).where((links.c.expires < now) | links.c.table_id.not_in(select(tables.c.id)))
            )
            guests.forget(connection, now - settings.guest_seconds)
        for table in gone:
            self._games.drop(table)
        return len(gone)

    def broken(self) -> list[tuple[str, str]]:
        """Tables that cannot be opened, each with the reason, for the log at start-up. Replays every game."""
        with self._database.read() as connection:
            query = select(tables.c.id, tables.c.status).where(tables.c.closed.is_(None))
            every = connection.execute(query.order_by(tables.c.id)).all()
        found: list[tuple[str, str]] = []
        for row in every:
            try:
                if row.status == "open":
                    setting = self._games.setting(row.id)
                    set_up(setting, Fast(0))
                else:
                    with self._games.use(row.id):
                        pass
            except PotluckError as error:
                found.append((row.id, str(error)))
        return found

    def check(self) -> None:
        """Raise what the database raises if it does not answer."""
        with self._database.read() as connection:
            connection.execute(select(1)).scalar_one()

    def counts(self) -> dict[str, int]:
        """How many tables there are by status."""
        query = select(tables.c.status, func.count().label("number")).group_by(tables.c.status)
        query = query.where(tables.c.closed.is_(None))
        with self._database.read() as connection:
            found = {row.status: row.number for row in connection.execute(query)}
        return {status: found.get(status, 0) for status in ("open", "playing", "over")}

    # Bots

    def playing(self) -> list[str]:
        """The tables with a game in progress and a bot at it."""
        query = (
            select(tables.c.id)
            .where(tables.c.status == "playing", tables.c.closed.is_(None))
            .where(tables.c.id == seats.c.table_id, seats.c.kind == "bot")
            .distinct()
            .order_by(tables.c.id)
        )
        with self._database.read() as connection:
            return list(connection.execute(query).scalars())

    def has_bots(self, table: str) -> bool:
        """Whether a bot sits at a started game; raises like `bots_due`."""
        with self._games.held(table) as playing:
            return playing is not None and bool(playing.setting.bots)

    def bots_due(self, table: str) -> list[BotDue]:
        """The bots that owe a choice now, and those that public facts say might want a free move.

        Bystanders come first, as in play/driver. Raises TableUnknown, TableNotStarted, TableBroken.
        """
        with self._games.use(table) as playing:
            if not playing.setting.bots:
                return []
            deciding = playing.state.deciders()
            free = playing.state.bystanders() & ~deciding if deciding else 0
            due = [(bot, True) for bot in playing.setting.bots if free >> bot.seat & 1]
            due += [(bot, False) for bot in playing.setting.bots if deciding >> bot.seat & 1]
            return [_bot_due(table, playing, bot, is_free) for bot, is_free in due]

    def submit_as_bot(self, due: BotDue, move: Move) -> Receipt:
        """What a bot chose; the same choice submitted again counts once. Raises what `submit` raises."""
        text = installed(due.game).moves.text(move)
        return self.submit(due.table, due.seat, f"bot-{due.version}", due.version, [text])


def _bot_due(table: str, playing: Playing, bot: BotSeat, free: bool) -> BotDue:
    stream = playing.stream(bot.seat)
    return BotDue(
        table=table,
        seat=bot.seat,
        game=playing.game.about.id,
        level=bot.level,
        seed=bot.seed,
        luck=bot.seed ^ (stream.version << 128),
        version=stream.version,
        free=free,
        offered=[PASS, *stream.legal] if free else list(stream.legal),
        view=msgspec.msgpack.encode(stream.view),
        events=msgspec.msgpack.encode(stream.kept),
    )


def _day(at: float) -> str:
    """Of a time in seconds since 1970, in UTC: 2026-01-31."""
    return time.strftime("%Y-%m-%d", time.gmtime(at))


def _players(rows: Sequence[seating.SeatRow], names: Sequence[str | None]) -> dict[str, str]:
    """A record's tags for who played: names as the table shows them, "bot <level>" with its seat from 1."""
    players = {}
    for row, name in zip(rows, names, strict=True):
        called = f"bot {row.level} {row.seat + 1}" if row.kind == "bot" else name
        if called is not None:  # a guest may have been forgotten
            players[f"player {row.seat}"] = called
    return players


def _ready(game: str) -> Game:
    rules = installed(game)
    if not rules.about.ready:
        raise RulesUnknown(f"{game} cannot be played yet")
    return rules


def _forgets(row: Any) -> bool:
    """Whether anything is told once at this table."""
    try:
        game = installed(row.game)
        return game.forgets(decode_options(game, msgspec.json.decode(row.options)))
    except PotluckError:
        return False  # such a table cannot be looked at; that is said when somebody tries


def _check_plan(rules: Game, plan: SeatPlan) -> None:
    if plan.kind == "bot":
        if plan.level not in levels(rules):
            raise LevelUnknown(f"{rules.about.id} has no level {str(plan.level)[:40]!r}")
    elif plan.level is not None:
        raise LevelUnknown("only a bot has a level")
    _seat_name(plan)


def _seat_name(plan: SeatPlan) -> str | None:
    if plan.kind == "here":
        return clean_name(plan.name or "")
    if plan.name is not None:
        raise NameInvalid("only somebody here is named by the plan", n=NAME_CHARACTERS)
    return None


def _seat_of_guest(rows: Sequence[seating.SeatRow], guest: str) -> Seat | None:
    """Their own seat, else one on their device."""
    row = seating.own(rows, guest)
    return next((each.seat for each in rows if each.guest == guest), None) if row is None else row.seat


__all__ = [
    "BotDue",
    "Created",
    "Guest",
    "LinkedSeat",
    "Listener",
    "MyTable",
    "Redeemed",
    "SeatKey",
    "Settings",
    "Standing",
    "Tables",
]
