"""A game in progress: what each viewer may see of it now, and the moves that are made in it."""

from collections.abc import Sequence

from sqlalchemy import select, update

from potluck.play.phrase import Phrase
from potluck.play.seats import Seat
from potluck.tables.around import forgets
from potluck.tables.finished import Kept
from potluck.tables.ground import Ground
from potluck.tables.played import what_is_kept
from potluck.tables.refusals import TableBroken, TableNotStarted, TableUnplayable
from potluck.tables.room import Look, Receipt
from potluck.tables.schema import seats
from potluck.tables.setting import BotSeat
from potluck.tables.table_rows import table_row
from potluck.tables.vantage import Told
from potluck.tables.wishes import Place, Wish


class LivePlay:
    """The started games of all tables."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._games = ground.games
        self._writer = ground.writer

    # What is seen

    def look(
        self, table: str, viewer: Seat | None, first: int, shown: int = 0, *, sections: bool = True
    ) -> Look | None:
        """What the viewer may know now and their events from index `first` on.

        None before the start, and where the rules are gone and nothing was kept (`Room.unplayable`).

        What is told once is served until a seat has been shown it (`acknowledge`, or `shown` if that is
        more), and to spectators not at all: they hear what happens while they are there (`glance`). Of
        the rest there is what stays of it, and everything once the game is over. Raises TableUnknown,
        TableBroken, SeatUnknown.
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
        SeatNotYours, NotWritten. Waits for the writer: not to be called with a game in hand.
        """
        return self._writer.submit(
            Wish(table=table, seat=seat, client_id=client_id, version=version, moves=moves, bot=bot)
        )

    def undo(self, table: str, seat: Seat, client_id: str, version: int, moves: int) -> Receipt:
        """Take back one's own last moves (as `Look.undo` counts them); otherwise like `submit`.

        Raises UndoImpossible besides.
        """
        return self._writer.submit(
            Wish(table=table, seat=seat, client_id=client_id, version=version, back=moves)
        )
