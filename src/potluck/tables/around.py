"""The table around the game: who sits where, is there or away, what is proposed; what each guest is to it."""

from collections.abc import Sequence
from typing import Any, Final, Literal, NamedTuple

import msgspec
from msgspec import Struct

from potluck.locale.alike import mixed, other_letters, without_number
from potluck.play.chance import commitment
from potluck.play.seats import Seat
from potluck.tables import naming, proposals, rights, seat_rows
from potluck.tables.absence import closing
from potluck.tables.expiring import expires
from potluck.tables.ground import Ground
from potluck.tables.played import played
from potluck.tables.proposals import Weighed
from potluck.tables.refusals import TableUnplayable
from potluck.tables.room import Closing, Room, SeatInfo
from potluck.tables.ruling import ruling
from potluck.tables.scene import Scene, scene
from potluck.tables.seat_rows import SeatRow
from potluck.tables.table_rows import table_row

_LATER: Final = 0.05  # seconds; who looks when something was to happen finds that it has happened


class Standing(Struct, frozen=True):
    """What one guest is at a table, told to nobody else.

    `yours`: the seats they play; `back`: those they may come back to; `host`: they hold the host's rights;
    `says`: what they have a say in, as `about` and seat of a proposal; `closing`: how they may stop it all.
    """

    yours: list[Seat]
    host: bool
    back: list[Seat] = []
    says: list[str] = []
    closing: Closing | None = None


class Around(NamedTuple):
    """A room with the rows it was made from, so that much can be asked of one reading."""

    room: Room
    seconds: float | None  # until time alone changes the room
    due: bool  # a proposal has been carried and is not done yet: see `Absence.settle`
    scene: Scene

    def seat_of(self, token: str | None) -> Seat | None:
        """The seat a token opens, if any."""
        return None if token is None else seat_rows.opened(self.scene.rows, token)

    def sent(self, seat: Seat) -> int:
        """How many events of its stream the seat's tabs had been sent when they left."""
        return max(self.scene.rows[seat].delivered, self.scene.here.sent.get(seat, 0))

    def seats_of(self, tokens: Sequence[str]) -> list[Seat | None]:
        """The seat each token opens, if any."""
        return [self.seat_of(token) for token in tokens]

    def kept(self, token: str | None) -> bool:
        """Whether a token is of a seat that a bot or somebody else plays: its owner may come back by it."""
        return token is not None and bool(seat_rows.kept(self.scene.rows, token))

    def standing(self, guest: str | None, token: str | None = None) -> Standing:
        """What a guest is at this table, who may also hold the token of a seat they do not play now."""
        now, back = self.scene, set[Seat]()
        if now.table.status == "playing":
            back.update(seat_rows.to_take_back(now.rows, guest))
            back.update(() if token is None else seat_rows.kept(now.rows, token))
        yours = [row.seat for row in seat_rows.theirs(now.rows, guest)]
        host = guest is not None and guest == rights.holder(now.table, now.rows, now.here)
        says = [each.text for each in proposals.says(now, guest)]
        return Standing(yours, host, sorted(back), says, closing(now, guest))


class Surroundings:
    """The rooms of all tables."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def room(self, table: str) -> Room:
        """The table as everybody sees it. Raises TableUnknown, TableClosed, TableBroken."""
        return self.around(table).room

    def around(self, table: str) -> Around:
        """The same, and what else the rows tell at this moment."""
        with self._ground.database.snapshot() as connection:
            now = scene(connection, self._ground, table)
            rows = naming.named(connection, table, now.rows)
            weighed = proposals.read(connection, now) if now.table.status == "playing" else []
        row = now.table
        rules = played(self._ground, row)
        room = Room(
            table=table,
            game=row.game,
            options=msgspec.json.decode(row.options),
            status=row.status,
            seats=[_seat(now, row, rows) for row in rows],
            host=seat_rows.seat_of_guest(now.rows, rights.holder(row, now.rows, now.here)),
            watching=now.here.watching,
            commitment=commitment(bytes.fromhex(row.seed)),
            seed=row.seed if row.status == "over" else None,
            rematch=row.rematch,
            forgets=rules.forgets,
            ended=rules.ended,
            unplayable=rules.unplayable,
            older=rules.older,
            expires=expires(self._ground, row),
            proposals=[proposals.shown(each, now.rows) for each in weighed if each.open],
        )
        due = any(each.open and each.carried and each.motion.ask.about != "place" for each in weighed)
        return Around(room, _until(now, weighed), due, now)

    def holds(self, table: str, token: str | None) -> Seat | None:
        """The seat that this token opens; None without one, and for an owner who does not play now.

        Raises TableUnknown, TableClosed, SeatTokenWrong.
        """
        with self._ground.database.snapshot() as connection:
            table_row(connection, table)
            rows = seat_rows.read(connection, table)
        return None if token is None or seat_rows.kept(rows, token) else seat_rows.holder(rows, token)

    def noticed(self, table: str, seat: Seat | None, guest: str | None) -> None:
        """Somebody without a tab has asked for something; everybody is told if they had been away."""
        if self._ground.presence.notice(table, seat, guest):
            self._ground.tell(table, "room")

    def note_who_left(self) -> None:
        """Write down who has left when, and how much they had been sent."""
        presence = self._ground.presence
        left = presence.take()
        if not left:
            return
        try:
            with self._ground.database.write() as connection:
                for (table, seat), each in left.items():
                    seat_rows.leave(connection, table, seat, each.seen, each.sent)
        except BaseException:
            presence.put_back(left)
            raise


def forgets(row: Any) -> bool:
    """Whether anything is told once at the table of this row."""
    try:
        rules = ruling(row)
    except TableUnplayable:
        return False  # nothing is told there any more
    return rules.game.forgets(rules.options)


def _seat(now: Scene, row: SeatRow, rows: Sequence[SeatRow]) -> SeatInfo:
    away = None
    if row.kind == "human" and now.table.status != "over":
        away = now.away(row)
    return SeatInfo(
        kind=row.kind,  # type: ignore[arg-type]
        name=naming.player(row),
        level=row.level,
        present=row.kind == "bot" or (row.kind == "human" and row.seat in now.here.seats),
        away=None if away is None else int(away),
        owner=naming.owner(row),
        conceded=row.conceded is not None,
        letters=None if row.guest is None else _letters(row, rows),
    )


def _letters(row: SeatRow, rows: Sequence[SeatRow]) -> Literal["mixed", "other"] | None:
    """What is wrong with the letters of a name; nothing with those of who was there first."""
    if row.called is None:
        return None
    if mixed(row.called):
        return "mixed"
    own = without_number(row.called)
    if own == row.called:
        return None  # who comes later has a number
    others = [without_number(each.called) for each in rows if each is not row and each.called is not None]
    return "other" if other_letters(own, others) else None


def _until(now: Scene, weighed: Sequence[Weighed]) -> float | None:
    """Seconds until somebody counts as away, the host's rights pass on, or a proposal changes."""
    if now.table.status == "over":
        return None
    times = [now.lapses(row) for row in now.rows if row.kind == "human"]
    times.append(rights.lapses(now.table.host, now.rows, now.here))
    times += [each.until for each in weighed]
    times += proposals.waited_until(now)
    coming = [each - now.here.now for each in times if each is not None and each > now.here.now]
    return min(coming) + _LATER if coming else None
