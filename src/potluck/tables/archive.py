"""What becomes of a game: its record, the table that plays on, a table that is given up."""

import time
from collections.abc import Sequence
from typing import Any

from potluck.play.chance import SEED_BYTES, commitment
from potluck.play.options import encode_options
from potluck.play.record import EndedEarly, Record, player_tag
from potluck.tables import seat_rows
from potluck.tables.ending import so_far
from potluck.tables.ground import Ground
from potluck.tables.plans import bot_seed
from potluck.tables.playing import Playing
from potluck.tables.refusals import TableNotOver
from potluck.tables.seat_rows import SeatRow
from potluck.tables.secrets import new_table_id
from potluck.tables.table_rows import add_table, change, check_host, check_many, table_row


class Archive:
    """Games that are over, one way or the other."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def record(self, table: str) -> str:
        """The record of a finished game as text, with the day it began (UTC) and the players' names.

        Raises TableUnknown, TableNotStarted, TableNotOver, TableBroken.
        """
        with self._ground.database.snapshot() as connection:
            rows = seat_rows.read(connection, table)
            names = seat_rows.people(connection, rows)
        with self._ground.games.use(table) as playing:
            if not playing.over:
                raise TableNotOver("the game is not over")
            setting = playing.setting
            return Record(
                game=setting.game.about.id,
                rules=setting.game.rules,
                deck=setting.game.deck,
                seats=setting.seats,
                options=encode_options(setting.options),
                tags={"date": _day(playing.began), **_players(playing, rows, names)},
                start=setting.start,
                commitment=commitment(setting.seed),
                nonces=list(playing.nonces),
                setup=list(playing.setup),
                moves=list(playing.moves),
                changes=list(playing.changes),
                seed=setting.seed.hex(),
                result=playing.state.result(),
                ended=_ended(playing),
            ).text()

    def rematch(self, guest: str, table: str, seat_token: str | None) -> str:
        """The table that plays on: same game, options, people, bots; not started, so people may change it.

        Any player may ask, and without a token the host and whoever sat there, though somebody else plays
        their seat now; a second ask gets the same table. Tokens of the old table open the same seats of the
        new one.
        Raises TableUnknown, TableNotOver, SeatTokenWrong, NotHost, TableBroken, TooManyTables.
        """
        ground = self._ground
        setting = ground.games.setting(table)
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
            check_many(connection, row.host, ground.settings, now)
            new = new_table_id(ground.entropy)
            add_table(connection, new, row.host, setting.game, row.options, ground.entropy(SEED_BYTES), now)
            for each in rows:
                values: dict[str, Any] = {"kind": each.kind, "level": each.level}
                if each.kind == "human":
                    values.update(guest=each.guest, name=each.name, nonce=each.nonce, token=each.token)
                else:
                    values.update(bot_seed=bot_seed(ground.entropy))
                seat_rows.add_seat(connection, new, each.seat, **values)
            change(connection, table, rematch=new)
        ground.tell(table, "room")
        return new


def _ended(playing: Playing) -> EndedEarly | None:
    stood = so_far(playing)
    return None if stood is None else EndedEarly(stood.why, stood.places)


def _day(at: float) -> str:
    """Of a time in seconds since 1970, in UTC: 2026-01-31."""
    return time.strftime("%Y-%m-%d", time.gmtime(at))


def _players(playing: Playing, rows: Sequence[SeatRow], names: Sequence[str | None]) -> dict[str, str]:
    """A record's tags for who began to play: shown names, and "bot <level>" with its seat from 1."""
    players = {}
    for row, name in zip(rows, names, strict=True):
        level = playing.first_players.get(row.seat, row.level)
        called = name if level is None else f"bot {level} {row.seat + 1}"
        if called is not None:  # a guest may have been forgotten
            players[player_tag(row.seat)] = called
    return players
