"""A change of who plays a seat in the middle of a game: the log's entry and the seat's row, or neither."""

from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import Connection

from potluck.play.seats import Seat
from potluck.tables import log, naming, proposals, seat_rows
from potluck.tables.drafts import Draft
from potluck.tables.ground import RETRIES, Ground
from potluck.tables.log import Conflict, Logged
from potluck.tables.plans import bot_seed, check_level
from potluck.tables.refusals import TableBroken, TableOver
from potluck.tables.scene import Scene, scene
from potluck.tables.seat_rows import SeatRow


class Handing(NamedTuple):
    """A seat that is about to change hands, in a transaction that has its table locked."""

    connection: Connection
    scene: Scene
    row: SeatRow
    bot_seed: str  # of the bot that is to play
    before: str | None  # the level of the bot that plays now
    told: int  # events of the seat's stream so far
    forgets: bool  # some of them are told once

    @property
    def delivered(self) -> int:
        """How much of the stream counts as told to whoever takes the seat back.

        What is told once was told, to the bot or to the person who played; the rest they may look up.
        """
        return self.told if self.forgets else self.row.delivered


class Unchanged(Exception):
    """They play the seat already: nothing happens."""


def change_player(
    ground: Ground, table: str, seat: Seat, level: str | None, give: Callable[[Handing], None]
) -> bool:
    """Have a bot of `level`, or else a person, play a seat on; whether anything changed.

    `give` checks who asks, by what is so in the transaction, and writes the seat's row; it may refuse, or
    raise Unchanged. The bot takes over from the seat's stream. No viewer's version or look changes unless the
    seat is called otherwise now, which all are told; what was asked about the seat is settled.
    Raises TableUnknown, TableClosed, TableNotStarted, TableOver, SeatUnknown, LevelUnknown, TableBroken.
    """
    for _ in range(RETRIES):
        with ground.games.use(table) as playing:
            if level is not None:
                check_level(playing.game, level)
            seed = bot_seed(ground.entropy) if level is not None else ""
            draft = playing.draft_control(seat, level, seed, ground.now())
            bot, told, forgets = playing.bots.get(seat), len(playing.vantage(seat).events), playing.forgets
            names: list[Logged] = []

            def hand(connection: Connection) -> None:
                now = scene(connection, ground, table, lock=True)
                if now.table.status == "over":
                    raise TableOver("the game is over")
                row = seat_rows.find(now.rows, seat)
                give(Handing(connection, now, row, seed, bot and bot.level, told, forgets))  # noqa: B023
                proposals.forget_seat(connection, table, seat, bot=level is not None)
                news = naming.settle(connection, table, now.rows)
                for each in naming.logged(news, draft.logged.seq + 1, draft.logged.at):  # noqa: B023
                    log.append_within(connection, table, each, None)
                    names.append(each)  # noqa: B023

            try:
                log.append(ground.database, table, draft.logged, "playing", hand)
            except Unchanged:
                return False
            except Conflict:
                ground.games.drop(table)
                continue
            playing.adopt(draft)
            for logged in names:
                playing.adopt(Draft(logged, [], False))
        ground.tell(table, "look", "room")
        return True
    raise TableBroken("the log could not be written")
