"""What becomes of a table: the one that plays on, and one that is given up."""

from typing import Any

import msgspec
from sqlalchemy import Connection

from potluck.bots.levels import levels
from potluck.play.chance import SEED_BYTES, Fast
from potluck.play.errors import PotluckError
from potluck.play.game import Game
from potluck.play.options import check_seats, decode_options, encode_options
from potluck.play.registry import game as installed
from potluck.tables import seat_rows
from potluck.tables.ending import Ending
from potluck.tables.ground import Ground
from potluck.tables.plans import bot_seed
from potluck.tables.refusals import NotHost, TableNotOver, TableOver
from potluck.tables.ruling import unplayable
from potluck.tables.seat_rows import SeatRow
from potluck.tables.secrets import new_table_id
from potluck.tables.table_rows import add_table, change, check_host, check_many, no_more_rematch, table_row


class Archive:
    """Tables that are over, one way or the other."""

    def __init__(self, ground: Ground, ending: Ending) -> None:
        self._ground = ground
        self._ending = ending

    def rematch(self, guest: str, table: str, seat_token: str | None) -> str:
        """The table that plays on: same game, options, people, bots; not started, so people may change it.

        Any player may ask, and without a token the host and whoever sat there, though somebody else plays
        their seat now; a second ask gets the same table. Tokens of the old table open the same seats of the
        new one. It is played by the rules that are installed now; a bot of a level that is gone leaves its
        seat open.

        Raises TableUnknown, TableNotOver, SeatTokenWrong, NotHost, TableUnplayable (the game is gone or has
        other options now), TooManyTables.
        """
        ground = self._ground
        now = ground.now()
        with ground.database.write() as connection:
            row = table_row(connection, table, lock=True)
            rows = seat_rows.read(connection, table)
            if seat_token is None:
                if all(each.guest != guest for each in rows):
                    check_host(row, guest)
            else:
                seat_rows.holder(rows, seat_token)
            if row.status != "over":
                raise TableNotOver("the game is not over")
            if row.rematch is not None:
                return str(row.rematch)
            game, options = _today(row, len(rows))
            check_many(connection, row.host, ground.settings, now)
            new = new_table_id(ground.entropy)
            add_table(connection, new, row.host, game, options, ground.entropy(SEED_BYTES), now)
            for each in rows:
                seat_rows.add_seat(connection, new, each.seat, **self._again(each, game))
            change(connection, table, rematch=new)
        ground.tell(table, "room")
        return new

    def _again(self, seat: SeatRow, game: Game) -> dict[str, Any]:
        """The columns of the same seat at the new table."""
        if seat.kind == "human":
            names = ("kind", "guest", "name", "nonce", "token")
            return {name: getattr(seat, name) for name in names}
        if seat.level not in levels(game):
            return {}
        return {"kind": "bot", "level": seat.level, "bot_seed": bot_seed(self._ground.entropy)}

    def close(self, guest: str, table: str) -> None:
        """Give an unfinished table up. The host may, and who plays against bots alone.

        One that was not started opens for nobody any more, and `sweep` removes it later; a game in progress
        ends as it stands. Raises TableUnknown, TableClosed, TableOver, NotHost, TableBroken.
        """
        with self._ground.database.write() as connection:
            row = table_row(connection, table, lock=True)
            _check_may_close(connection, row, guest)
            if row.status == "over":
                raise TableOver("the game is over")
            if row.status == "open":
                change(connection, table, closed=self._ground.now())
                no_more_rematch(connection, table)
        if row.status == "open":
            self._ground.tell(table, "look", "room")
        else:
            # Who may close it is asked again: a seat may just have been given to a person.
            self._ending.end(table, lambda connection: _check_may_close(connection, row, guest))


def _today(row: Any, seats: int) -> tuple[Game, str]:
    """A table's game by the installed rules, and its options as they write them; raises TableUnplayable."""
    try:
        game = installed(row.game)
        check_seats(game, seats)
        options = decode_options(game, msgspec.json.decode(row.options))
        game.new(seats, options, Fast(0))  # refuses a combination the game does not have
    except (PotluckError, ValueError) as error:
        raise unplayable(error) from error
    return game, msgspec.json.encode(encode_options(options)).decode()


def _check_may_close(connection: Connection, row: Any, guest: str) -> None:
    if not seat_rows.may_close(row, seat_rows.read(connection, row.id), guest):
        raise NotHost("neither the host nor alone with bots")
