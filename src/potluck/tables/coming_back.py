"""What somebody does about their own seat: take it back from who plays on in their place, or give it up."""

from collections.abc import Callable
from contextlib import suppress
from math import ceil
from typing import NamedTuple

from sqlalchemy import Connection

from potluck.bots.levels import levels
from potluck.play.game import Game
from potluck.play.seats import Seat
from potluck.tables import hand_rows, proposals, seat_rows
from potluck.tables.absence import going
from potluck.tables.control import Handing, Unchanged, change_player
from potluck.tables.ending import Ending
from potluck.tables.ground import RETRIES, Ground
from potluck.tables.guest_rows import known
from potluck.tables.plans import check_level
from potluck.tables.proposals import Ask
from potluck.tables.refusals import SaidNo, SeatConceded, SeatNotYours, SeatTokenWrong, TableBroken, TableOver
from potluck.tables.scene import scene
from potluck.tables.seat_rows import SeatRow
from potluck.tables.secrets import new_token, proves

USUAL_LEVEL = "medium"  # of the bot that plays on for who gives up


class _Claim(NamedTuple):
    """Whose seat it is; `kept`: they proved it by the token they had, which goes on."""

    guest: str
    kept: bool


class _StillPeople(Exception):
    """Somebody plays on in person."""


class ComingBack:
    """The owners of all seats."""

    def __init__(self, ground: Ground, ending: Ending) -> None:
        self._ground = ground
        self._ending = ending

    def back(self, guest: str | None, table: str, seat: Seat, seat_token: str | None = None) -> str | None:
        """Take one's seat back; the token that proves it. None: another person plays it and has been asked.

        From a bot at once, and from somebody who is away themselves. Who sat there proves it by the cookie
        (`guest`), or by the token they had, which is good again then. Raises TableUnknown, TableClosed,
        TableNotStarted, TableOver, TableBroken, SeatUnknown, SeatNotYours, SeatConceded, SaidNo,
        GuestUnknown.
        """
        ground, token = self._ground, new_token(self._ground.entropy)
        for _ in range(RETRIES):
            with ground.database.write() as connection:
                now = going(connection, ground, table)
                row = seat_rows.find(now.rows, seat)
                claim = _claim(row, guest, seat_token)
                known(connection, claim.guest, now.here.now)
                asks = row.kind == "human" and row.guest != claim.guest and not proposals.may_hand(now, row)
                mine = row.kind == "human" and row.guest == claim.guest
                if mine and not claim.kept:
                    seat_rows.renew(connection, table, seat, token, now.here.now)
                if asks:
                    asked = proposals.cast(connection, now, Ask("back", seat), claim.guest, True)
                    if not asked.open:
                        minutes = ceil((asked.until - now.here.now) / 60)
                        raise SaidNo("who plays there would rather go on", n=minutes)
            if asks or mine or change_player(ground, table, seat, None, self._take(guest, seat_token, token)):
                ground.presence.notice(table, None if asks else seat, claim.guest)
                ground.tell(table, "room")
                return None if asks else seat_token if claim.kept else token
        raise TableBroken("the seat changes hands all the time")

    def concede(self, table: str, seat_token: str, level: str | None = None) -> None:
        """Give the seat up: a bot plays on (of a usual level if none is named), nobody takes it back.

        Who only stood in for somebody leaves the seat to them. The game ends if nobody plays in person any
        more. Raises TableUnknown, TableClosed, TableNotStarted, TableOver, TableBroken, LevelUnknown,
        SeatTokenWrong.
        """
        ground = self._ground
        with ground.database.write() as connection:
            seat = seat_rows.holder(going(connection, ground, table).rows, seat_token)
        game = ground.games.setting(table).game
        chosen = check_level(game, level) if level is not None else usual_level(game)

        def give(handing: Handing) -> None:
            if not proves(handing.row.token, seat_token) or handing.row.kind != "human":
                raise SeatTokenWrong("this token opens no seat here")
            hand_rows.concede(handing, chosen)

        change_player(ground, table, seat, chosen, give)
        self._end_if_deserted(table)

    def _take(self, guest: str | None, seat_token: str | None, token: str) -> Callable[[Handing], None]:
        def give(handing: Handing) -> None:
            now, row = handing.scene, handing.row
            claim = _claim(row, guest, seat_token)
            if row.kind == "human" and (row.guest == claim.guest or not proposals.may_hand(now, row)):
                raise Unchanged  # look again: it is another case now
            hand_rows.back(handing, claim.guest, None if claim.kept else token)

        return give

    def _end_if_deserted(self, table: str) -> None:
        def check(connection: Connection) -> None:
            if proposals.in_play(scene(connection, self._ground, table)):
                raise _StillPeople

        with suppress(_StillPeople, TableOver):
            self._ending.end(table, check)


def usual_level(game: Game) -> str:
    """Of a bot nobody chose: neither a pushover nor the best, if the game has such a one."""
    known_levels = levels(game)
    return USUAL_LEVEL if USUAL_LEVEL in known_levels else list(known_levels)[-1]


def _claim(row: SeatRow, guest: str | None, seat_token: str | None) -> _Claim:
    """Raises SeatConceded, SeatNotYours."""
    owners = {row.owner: row.owner_token, row.guest: row.token}  # the same guest: the token of today
    owners.pop(None, None)
    if row.kind == "open" or (row.kind == "bot" and row.guest is None):
        owners = {}
    kept = [who for who, token in owners.items() if seat_token is not None and proves(token, seat_token)]
    claim = _Claim(kept[0], True) if kept else _Claim(guest, False) if guest in owners else None  # type: ignore[arg-type]
    if claim is None:
        raise SeatNotYours("this seat is not this guest's")
    if row.conceded is not None:
        raise SeatConceded("it was given up")
    return claim
