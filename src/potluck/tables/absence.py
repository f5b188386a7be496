"""What those who are there decide about somebody who is not: a bot plays on, or somebody from outside does.

And that they stop playing altogether. Who holds the host's rights decides about an absent person's seat
alone; everybody else gives a voice. What is carried is done at once, or by whoever finds it (`settle`): when
somebody leaves, a majority of those who stay may have been for it already.
"""

from contextlib import suppress

from sqlalchemy import Connection

from potluck.play.errors import PotluckError
from potluck.play.seats import Seat
from potluck.tables import hand_rows, link_rows, proposals, seat_rows
from potluck.tables.control import Handing, Unchanged, change_player
from potluck.tables.ending import Ending, check_in_progress
from potluck.tables.ground import Ground
from potluck.tables.plans import check_level
from potluck.tables.proposals import Ask, Weighed
from potluck.tables.refusals import NotHost, NotSeated, ProposalGone, SeatPresent
from potluck.tables.rights import holds
from potluck.tables.room import Closing, ProposalKind
from potluck.tables.scene import Scene, scene
from potluck.tables.secrets import new_code
from potluck.tables.table_rows import change, no_more_rematch, table_row, touch


class Absence:
    """What is decided together, at all tables."""

    def __init__(self, ground: Ground, ending: Ending) -> None:
        self._ground = ground
        self._ending = ending

    def hand(self, guest: str, table: str, seat: Seat, level: str) -> bool:
        """Have a bot of this level play an away person's seat on, or propose it; whether it does.

        Raises TableUnknown, TableClosed, TableNotStarted, TableOver, TableBroken, LevelUnknown, SeatUnknown,
        SeatPresent, NotSeated.
        """
        check_level(self._ground.games.setting(table).game, level)
        self._enter(table, guest)
        with self._ground.database.write() as connection:
            now = going(connection, self._ground, table)
            if not proposals.may_hand(now, seat_rows.find(now.rows, seat)):
                raise SeatPresent("nobody is away from this seat")
            ask = Ask("bot", seat, level)
            carried = guest in proposals.voices(ask, now).alone
            if not carried:
                weighed = _cast(connection, now, ask, guest)
                ask, carried = weighed.motion.ask, weighed.carried
        self._ground.tell(table, "room")
        if carried:
            self._to_bot(table, ask, guest)
        return carried

    def offer(self, guest: str, table: str, seat: Seat) -> str | None:
        """A code that lets somebody from outside play an away person's seat on; None: it is proposed only.

        Once carried, whoever plays here and asks again within 15 minutes gets it. An older code is void.
        Raises TableUnknown, TableClosed, TableNotStarted, TableOver, TableBroken, SeatUnknown, SeatPresent,
        NotSeated.
        """
        self._ground.games.setting(table)  # nobody is let in to what cannot be played
        self._enter(table, guest)
        code = new_code(self._ground.entropy)
        with self._ground.database.write() as connection:
            now = going(connection, self._ground, table)
            if not proposals.may_place(now, seat_rows.find(now.rows, seat)):
                raise SeatPresent("nobody is away from this seat")
            ask = Ask("place", seat)
            carried = guest in proposals.voices(ask, now).alone or _cast(connection, now, ask, guest).carried
            if carried:
                expires = now.here.now + now.settings.offer_life
                link_rows.add(connection, table, seat, "place", code, expires)
        self._ground.tell(table, "room")
        return code if carried else None

    def vote(self, guest: str, table: str, about: ProposalKind, seat: Seat | None, yes: bool) -> bool:
        """Be for or against what somebody proposed; whether it is carried now.

        Who would not give a seat back may change their mind while the question is not old.
        Raises TableUnknown, TableClosed, TableNotStarted, TableOver, ProposalGone, NotSeated.
        """
        self._enter(table, guest)
        with self._ground.database.write() as connection:
            now = going(connection, self._ground, table)
            standing = _standing(connection, now, Ask(about, seat), guest if yes else None)
            weighed = _cast(connection, now, standing.motion.ask, guest, yes)
        self._ground.tell(table, "room")
        if weighed.carried:
            self.settle(table)
        return weighed.carried

    def close(self, guest: str, table: str) -> bool:
        """Stop playing: at once who is alone with bots, else when most of those who play are for it.

        A game that nobody plays any more, anybody who sat there may close.
        A table that has not started is given up by who holds the host's rights: it opens for nobody any more.
        Whether it is closed now. Raises TableUnknown, TableClosed, TableOver, NotHost, NotSeated.
        """
        self._enter(table, guest)
        ground = self._ground
        with ground.database.write() as connection:
            now = scene(connection, ground, table, lock=True)
            if now.table.status == "open":
                if closing(now, guest) is None:
                    raise NotHost("only the host may do this")
                change(connection, table, closed=ground.now())
                no_more_rematch(connection, table)
                carried = True
            else:
                now = going(connection, ground, table)
                weighed = _cast(connection, now, Ask("close"), guest)
                carried = weighed.carried
        if now.table.status == "open":
            ground.games.drop(table)
            ground.tell(table, "look", "room")
            return True
        ground.tell(table, "room")
        if carried:
            self.settle(table)
        return carried

    def settle(self, table: str) -> None:
        """Do what has been carried."""
        with self._ground.database.snapshot() as connection:
            now = scene(connection, self._ground, table)
            if now.table.status != "playing":
                return
            asks = [each.motion.ask for each in proposals.read(connection, now) if each.carried and each.open]
        for ask in asks:
            with suppress(PotluckError, Unchanged):  # they are back, or it has been done just now
                if ask.about == "bot":
                    self._to_bot(table, ask)
                elif ask.about == "back":
                    self._to_owner(table, ask)
                elif ask.about == "close":
                    self._ending.end(table, lambda connection: self._check_close(connection, table))

    def _enter(self, table: str, guest: str) -> None:
        """Who asks for something here is here."""
        with self._ground.database.read() as connection:
            table_row(connection, table)
        self._ground.presence.notice(table, None, guest)

    def _to_bot(self, table: str, ask: Ask, by: str | None = None) -> None:
        assert ask.seat is not None
        assert ask.level is not None
        level = ask.level

        def give(handing: Handing) -> None:
            now = handing.scene
            if not proposals.may_hand(now, handing.row):
                raise SeatPresent("they have come back")
            if by not in proposals.voices(ask, now).alone:
                _check_carried(handing.connection, now, ask)
            hand_rows.to_bot(handing, level)

        change_player(self._ground, table, ask.seat, level, give)

    def _to_owner(self, table: str, ask: Ask) -> None:
        assert ask.seat is not None

        def give(handing: Handing) -> None:
            _check_carried(handing.connection, handing.scene, ask)
            assert handing.row.owner is not None  # else nobody would have been asked
            hand_rows.back(handing, handing.row.owner, None)

        change_player(self._ground, table, ask.seat, None, give)

    def _check_close(self, connection: Connection, table: str) -> None:
        _check_carried(connection, scene(connection, self._ground, table), Ask("close"))


def going(connection: Connection, ground: Ground, table: str) -> Scene:
    """A game in progress, locked. Raises TableUnknown, TableClosed, TableNotStarted, TableOver."""
    now = scene(connection, ground, table, lock=True)
    check_in_progress(now.table)
    return now


def _cast(connection: Connection, now: Scene, ask: Ask, guest: str, yes: bool = True) -> Weighed:
    """Give a voice; raises NotSeated."""
    touch(connection, now.table.id, now.here.now)
    weighed = proposals.cast(connection, now, ask, guest, yes)
    if guest not in weighed.voices.all:
        raise NotSeated("this guest has no voice in this")
    return weighed


def _standing(connection: Connection, now: Scene, ask: Ask, relents: str | None = None) -> Weighed:
    """The proposal as it stands, refused even if it is for `relents` to give a seat back.

    Raises ProposalGone.
    """
    for each in proposals.read(connection, now):
        again = ask.about == "back" and relents in each.voices.counted
        if each.motion.ask[:2] == ask[:2] and (each.open or again):
            return each
    raise ProposalGone("nobody proposes this any more")


def _check_carried(connection: Connection, now: Scene, ask: Ask) -> None:
    if not _standing(connection, now, ask).carried:
        raise ProposalGone("not enough are for it")


def closing(now: Scene, guest: str | None) -> Closing | None:
    """How a guest may stop an unfinished table: at once, by putting it to the vote, or not at all."""
    if guest is None or now.table.status == "over":
        return None
    if now.table.status == "open":
        return "now" if _alone(now, guest) or holds(now.table, now.rows, now.here, guest) else None
    voices = proposals.voices(Ask("close"), now)
    if guest not in voices.all:
        return None
    return "now" if voices.enough(guest) else "vote"


def _alone(now: Scene, guest: str) -> bool:
    """Whether a guest sits with bots alone."""
    played = seat_rows.theirs(now.rows, guest)
    return bool(played) and all(row in played or row.kind == "bot" for row in now.rows)
