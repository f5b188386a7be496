"""The seats that bots play: which of them owe a choice, what they are handed, what they chose."""

import msgspec
from sqlalchemy import select

from potluck.play.moves import PASS, Move
from potluck.play.registry import game as installed
from potluck.tables.due import BotDue
from potluck.tables.ground import Ground
from potluck.tables.live import LivePlay
from potluck.tables.playing import Playing
from potluck.tables.room import Receipt
from potluck.tables.schema import seats, tables
from potluck.tables.setting import BotSeat


class BotSeats:
    """The bots of all tables."""

    def __init__(self, ground: Ground, live: LivePlay) -> None:
        self._ground = ground
        self._live = live

    def playing(self) -> list[str]:
        """The tables with a game in progress and a bot at it."""
        query = (
            select(tables.c.id)
            .where(tables.c.status == "playing", tables.c.closed.is_(None))
            .where(tables.c.id == seats.c.table_id, seats.c.kind == "bot")
            .distinct()
            .order_by(tables.c.id)
        )
        with self._ground.database.read() as connection:
            return list(connection.execute(query).scalars())

    def has_bots(self, table: str) -> bool:
        """Whether a bot sits at a started game; raises like `due`."""
        with self._ground.games.held(table) as playing:
            return playing is not None and bool(playing.setting.bots)

    def due(self, table: str) -> list[BotDue]:
        """The bots that owe a choice now, and those that public facts say might want a free move.

        Bystanders come first, as in play/driver. Raises TableUnknown, TableNotStarted, TableBroken.
        """
        with self._ground.games.use(table) as playing:
            if not playing.setting.bots:
                return []
            deciding = playing.state.deciders()
            free = playing.state.bystanders() & ~deciding if deciding else 0
            due = [(bot, True) for bot in playing.setting.bots if free >> bot.seat & 1]
            due += [(bot, False) for bot in playing.setting.bots if deciding >> bot.seat & 1]
            return [_bot_due(table, playing, bot, is_free) for bot, is_free in due]

    def submit(self, due: BotDue, move: Move) -> Receipt:
        """What a bot chose; the same choice submitted again counts once. Raises what `submit` raises."""
        text = installed(due.game).moves.text(move)
        return self._live.submit(due.table, due.seat, f"bot-{due.version}", due.version, [text])


def _bot_due(table: str, playing: Playing, bot: BotSeat, free: bool) -> BotDue:
    vantage = playing.vantage(bot.seat)
    return BotDue(
        table=table,
        seat=bot.seat,
        game=playing.game.about.id,
        level=bot.level,
        seed=bot.seed,
        luck=bot.seed ^ (vantage.version << 128),
        version=vantage.version,
        free=free,
        offered=[PASS, *vantage.legal] if free else list(vantage.legal),
        view=msgspec.msgpack.encode(vantage.view),
        events=msgspec.msgpack.encode(vantage.kept),
    )
