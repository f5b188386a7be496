"""A game in progress: what each viewer may see of it now, and the moves that are made in it."""

from collections.abc import Callable, Sequence

from sqlalchemy import select, update

from potluck.play.errors import PotluckError
from potluck.play.phrase import Phrase
from potluck.play.seats import Seat
from potluck.tables import log
from potluck.tables.around import forgets
from potluck.tables.cleaning import check_client_id
from potluck.tables.drafts import Draft
from potluck.tables.finished import Kept
from potluck.tables.ground import RETRIES, Ground
from potluck.tables.log import Conflict
from potluck.tables.played import what_is_kept
from potluck.tables.playing import Playing
from potluck.tables.refusals import SeatNotYours, TableBroken, TableNotStarted, TableUnplayable
from potluck.tables.room import Look, Receipt, Status
from potluck.tables.schema import seats
from potluck.tables.setting import BotSeat
from potluck.tables.table_rows import TOUCH_SECONDS, table_row
from potluck.tables.vantage import Told

# Whose look, from which event on, with its sections or not.
Place = tuple[Seat | None, int, bool]


class LivePlay:
    """The started games of all tables."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._games = ground.games

    # What is seen

    def look(
        self, table: str, viewer: Seat | None, first: int, shown: int = 0, *, sections: bool = True
    ) -> Look | None:
        """What the viewer may know now and their events from index `first` on.

        None before the start, and where the rules are gone and nothing was kept (`Room.unplayable`).

        What is told once is served until a seat has been shown it (`acknowledge`, or `shown` if that is
        more), and to spectators not at all: they hear what happens while they are there (`glance`). Of
        the rest there is what stays of it. Raises TableUnknown, TableBroken, SeatUnknown.
        """
        try:
            with self._games.use(table) as playing:
                vantage = playing.vantage(viewer)
                cursor = len(vantage.events) if viewer is None else shown
                if viewer is not None and playing.forgets:
                    cursor = max(shown, self._delivered(table, viewer))
                return playing.look(viewer, first, cursor, sections=sections)
        except TableNotStarted:
            return None
        except TableBroken as broken:
            kept = self._kept(table, broken)
            return None if kept is None else kept.look(viewer, first, sections=sections)

    def glance(self, table: str, wanted: Sequence[Place], *, wait: bool = True) -> list[Told | None] | None:
        """Several viewers' looks at once, in the order asked for, as they go to tabs.

        As this process knows the game: for pushing what it has just been told of, by someone who keeps
        the index up to which each viewer has been told. Without `wait`, None where it would have to wait
        for another thread or the database, or would take its time. Raises TableUnknown, TableBroken,
        SeatUnknown.
        """
        try:
            with self._games.held(table, wait=wait) as playing:
                if playing is None or (playing.forgets and not wait):
                    return None
                if not wait and any(playing.vantage(viewer).heavy for viewer, _, _ in wanted):
                    return None
                looks: list[Told | None] = []
                for viewer, first, sections in wanted:
                    shown = first
                    if viewer is not None and playing.forgets:
                        shown = max(first, self._delivered(table, viewer))
                    looks.append(playing.told(viewer, first, shown, sections=sections))
                return looks
        except TableNotStarted:
            return [None] * len(wanted)
        except TableBroken as broken:
            kept = self._kept(table, broken)
            return [
                None if kept is None else kept.told(viewer, first, sections=sections)
                for viewer, first, sections in wanted
            ]

    def _kept(self, table: str, broken: TableBroken) -> Kept | None:
        """What serves without the rules; raises `broken` if nothing does and they are not what is missing."""
        kept = what_is_kept(self._ground, table)
        if kept is None and not isinstance(broken, TableUnplayable):
            raise broken
        return kept

    def _delivered(self, table: str, seat: Seat) -> int:
        """How many events of its stream a seat has been shown, as far as it matters."""
        query = select(seats.c.delivered).where(seats.c.table_id == table, seats.c.seat == seat)
        with self._ground.database.read() as connection:
            return int(connection.execute(query).scalar_one())

    def forgets(self, table: str) -> bool:
        """Whether anything is told once at this table; raises TableUnknown."""
        with self._ground.database.read() as connection:
            return forgets(table_row(connection, table))

    def bot_from(self, table: str, seat: Seat, since: int) -> int | None:
        """From where on in its stream a bot played for the seat's person, if not before index `since`.

        None also where the rules are gone, and nobody plays any more. Raises TableUnknown, TableNotStarted,
        TableBroken.
        """
        try:
            with self._games.use(table) as playing:
                return next((index for index in playing.replaced.get(seat, ()) if index >= since), None)
        except TableUnplayable:
            return None

    def tell(self, table: str, seat: Seat, first: int, *, sections: bool = True) -> Look | None:
        """A look for a seat whose person will not say that they were shown it: what is given counts as shown.

        Where something is told once it begins with what the seat was not shown yet, whatever `first` says.
        Asked twice at the same moment, only one answer tells it. Raises like `look`.
        """
        try:
            with self._games.use(table) as playing:
                if playing.forgets:
                    first = min(first, self._delivered(table, seat))
                look = self.look(table, seat, first, sections=sections)
                if look is not None and look.events:
                    self.acknowledge(table, seat, look.first + len(look.events))
                return look
        except TableNotStarted:
            return None
        except TableBroken:
            return self.look(table, seat, first, sections=sections)

    def acknowledge(self, table: str, seat: Seat, upto: int) -> None:
        """The seat was shown its events before index `upto`.

        Of those told once only what stays is served from now on; to be called when the person has seen
        them. Nothing is kept where nothing is told once. The cursor never moves back nor past the end.
        Raises TableUnknown, TableNotStarted, SeatUnknown.
        """
        try:
            with self._games.use(table) as playing:
                forgets = playing.forgets
                upto = min(upto, len(playing.vantage(seat).events))
        except TableUnplayable:
            return  # what is told once was not kept
        if not forgets:
            return
        with self._ground.database.write() as connection:
            connection.execute(
                update(seats)
                .where(seats.c.table_id == table, seats.c.seat == seat, seats.c.delivered < upto)
                .values(delivered=upto)
            )

    # What is done

    def submit(
        self,
        table: str,
        seat: Seat,
        client_id: str,
        version: int,
        moves: Sequence[str | Phrase],
        *,
        bot: BotSeat | None = None,
    ) -> Receipt:
        """Make one move or several that belong together; a repeated `client_id` gets its first receipt.

        A move is named by its text or by a phrase with its fields. `version` is of the look the person
        decided on; a `bot` must still play the seat. Raises ClientIdInvalid, TableUnknown,
        TableNotStarted, TableBroken, SeatUnknown, MovesTooMany, MoveUnknown, Stale, OutOfTurn, MoveIllegal,
        SeatNotYours.
        """

        def draft(playing: Playing, at: float) -> Draft:
            if bot is not None and playing.bots.get(seat) != bot:
                raise SeatNotYours("somebody else plays this seat now")
            return playing.draft_moves(seat, version, moves, client_id, at)

        return self._append(table, seat, client_id, draft)

    def undo(self, table: str, seat: Seat, client_id: str, version: int, moves: int) -> Receipt:
        """Take back one's own last moves (as `Look.undo` counts them); otherwise like `submit`.

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
        for attempt in range(RETRIES):
            # First by what is in memory: the log's key tells if another process has been here. What
            # memory alone would refuse is asked again of the log.
            known = self._games.use if attempt else self._games.held
            with known(table) as playing:
                assert playing is not None  # `held` waits for it
                first = playing.receipts.get((seat, client_id))
                if first is not None:
                    return Receipt(client_id, first)
                try:
                    wished = draft(playing, self._ground.now())
                except PotluckError:
                    if attempt:
                        raise
                    continue
                at = wished.logged.at
                used = wished.over or abs(at - playing.touched) > TOUCH_SECONDS
                status: Status | None = ("over" if wished.over else "playing") if used else None
                try:
                    log.append(self._ground.database, table, wished.logged, status)
                except Conflict:
                    # Somebody was first, or the table is gone: begin again from what is written.
                    self._games.drop(table)
                    continue
                playing.adopt(wished)
                version = playing.receipts[seat, client_id]
                playing.touched = at if used else playing.touched
            self._ground.tell(table, *(("look", "room") if wished.over else ("look",)))
            return Receipt(client_id, version)
        raise TableBroken("the log could not be written")
