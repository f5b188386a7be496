"""The seats that bots play: which of them owe a choice, and what they chose."""

from typing import Final

from sqlalchemy import select

from potluck.bots.levels import thoughtless
from potluck.play.moves import PASS, Move
from potluck.play.registry import game as installed
from potluck.tables.due import BotDue, Whose
from potluck.tables.ground import Ground
from potluck.tables.playing import Playing
from potluck.tables.schema import seats, tables
from potluck.tables.setting import BotSeat
from potluck.tables.wishes import Wish

# What a bot's ids begin with: no person's id can have this character, so neither is taken for the other's.
_BOT: Final = "\x01bot-"


class BotSeats:
    """The bots of all tables."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def playing(self) -> list[str]:
        """The tables with a game in progress and a bot at it, those last played at first."""
        bots = select(seats.c.table_id).where(seats.c.kind == "bot")
        query = (
            select(tables.c.id)
            .where(tables.c.status == "playing", tables.c.closed.is_(None), tables.c.id.in_(bots))
            .order_by(tables.c.updated.desc(), tables.c.id)
        )
        with self._ground.database.read() as connection:
            return list(connection.execute(query).scalars())

    def has_bots(self, table: str) -> bool:
        """Whether a bot may sit at a game: not if it is in memory without one. From any thread, at once."""
        playing = self._ground.games.peek(table)
        return playing is None or bool(playing.bots)

    def in_memory(self, table: str) -> bool:
        """Whether the game needs no replay."""
        return self._ground.games.peek(table) is not None

    def due(self, table: str) -> list[BotDue]:
        """The bots that owe a choice now, and those that public facts say might want a free move.

        Bystanders come first, as in play/driver. Raises TableUnknown, TableNotStarted, TableBroken.
        """
        with self._ground.games.use(table) as playing:
            return _due(table, playing)

    def due_at_hand(self, table: str) -> list[BotDue] | None:
        """The same as memory has it, without waiting for anything; None if that cannot be had at once.

        It is what this process knows: a choice on it that another process has overtaken is refused.
        """
        with self._ground.games.held(table, wait=False) as playing:
            return None if playing is None else _due(table, playing)

    def wish(self, due: BotDue, move: Move) -> Wish:
        """What a bot chose, for the writer; the same choice submitted again counts once.

        The bot must still play the seat when it is written down.
        """
        whose = due.whose
        return Wish(
            table=whose.table,
            seat=whose.seat,
            client_id=f"{_BOT}{due.version}",
            version=due.version,
            moves=[installed(whose.game, whose.rules).moves.text(move)],
            bot=BotSeat(whose.seat, whose.level, int(whose.seed, 16)),
        )


def _due(table: str, playing: Playing) -> list[BotDue]:
    bots = [playing.bots[seat] for seat in sorted(playing.bots)]
    if not bots or playing.over:
        return []
    deciding = playing.state.deciders()
    free = playing.state.bystanders() & ~deciding
    due = [(bot, True) for bot in bots if free >> bot.seat & 1]
    due += [(bot, False) for bot in bots if deciding >> bot.seat & 1]
    return [bot_due(table, playing, bot, is_free) for bot, is_free in due]


def bot_due(table: str, playing: Playing, bot: BotSeat, free: bool) -> BotDue:
    """What a bot is handed. One that takes any move is told nothing: nothing need be made for it."""
    vantage = playing.vantage(bot.seat)
    blind = thoughtless(playing.game, bot.level)
    return BotDue(
        Whose(table, bot.seat, playing.game.about.id, playing.game.rules, bot.level, f"{bot.seed:x}"),
        luck=bot.seed ^ (vantage.version << 128),
        version=vantage.version,
        free=free,
        offered=[PASS, *vantage.legal] if free else list(vantage.legal),
        view=b"" if blind else vantage.raw,
        events=[] if blind else vantage.kept.copy(),
        undone=playing.undone,
    )
