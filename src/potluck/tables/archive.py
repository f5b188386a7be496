"""What becomes of a table when its game is over: the one that plays on."""

from typing import Any

import msgspec

from potluck.bots.levels import levels
from potluck.play.chance import SEED_BYTES, Fast
from potluck.play.errors import PotluckError
from potluck.play.game import Game
from potluck.play.options import check_seats, decode_options, encode_options
from potluck.play.registry import game as installed
from potluck.tables import naming, seat_rows
from potluck.tables.ground import Ground
from potluck.tables.plans import bot_seed
from potluck.tables.refusals import TableNotOver
from potluck.tables.ruling import unplayable
from potluck.tables.seat_rows import SeatRow
from potluck.tables.secrets import new_table_id
from potluck.tables.table_rows import add_table, change, check_host, check_many, table_row


class Archive:
    """Tables whose game is over."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def rematch(self, guest: str, table: str, seat_token: str | None) -> str:
        """The table that plays on: same game, options, people, bots; not started, so people may change it.

        Any player may ask, and without a token the host and whoever sat there, though somebody else plays
        their seat now; a second ask gets the same table. Whom a bot replaced sits again if they are
        there. Tokens of the old table open the same seats of the new one. It is played by the rules that are
        installed now; a bot of a level that is gone leaves its seat open.

        Raises TableUnknown, TableNotOver, SeatTokenWrong, NotHost, TableUnplayable (the game is gone or has
        other options now), TooManyTables.
        """
        ground = self._ground
        now = ground.now()
        with ground.database.write() as connection:
            row = table_row(connection, table, lock=True)
            rows = seat_rows.read(connection, table)
            if seat_token is None:
                if all(guest not in (each.guest, each.owner) for each in rows):
                    check_host(row, guest)
            elif not seat_rows.kept(rows, seat_token):
                seat_rows.holder(rows, seat_token)
            if row.status != "over":
                raise TableNotOver("the game is not over")
            if row.rematch is not None:
                return str(row.rematch)
            game, options = _today(row, len(rows))
            check_many(connection, row.host, ground.settings, now)
            new = new_table_id(ground.entropy)
            add_table(connection, new, row.host, game, options, ground.entropy(SEED_BYTES), now)
            for each in seat_rows.again(rows, ground.presence.at(table).guests | {guest}):
                seat_rows.add_seat(connection, new, each.seat, **self._again(each, game))
            naming.settle(connection, new, ())
            change(connection, table, rematch=new)
        ground.tell(table, "room")
        return new

    def _again(self, seat: SeatRow, game: Game) -> dict[str, Any]:
        """The columns of the same seat at the new table."""
        if seat.kind == "human":
            names = ("kind", "guest", "name", "nonce", "token", "called")
            return {**{name: getattr(seat, name) for name in names}, "seen": self._ground.now()}
        if seat.level not in levels(game):
            return {}
        called = seat.called if naming.nobodys(seat) else None
        seed = bot_seed(self._ground.entropy)
        return {"kind": "bot", "level": seat.level, "bot_seed": seed, "called": called}


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
