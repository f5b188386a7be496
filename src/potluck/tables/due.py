"""What a bot is handed when it has to choose: all its seat may know, as plain data for another process."""

from msgspec import Struct


class BotDue(Struct, frozen=True):
    """A bot that owes a choice, or may want a free move (`free`).

    It is rebuilt from its events for every choice, so nothing about it needs to be kept.
    """

    table: str
    seat: int
    game: str
    level: str
    seed: int  # of what it forgets
    luck: int  # seed of this choice's luck; the same again after a restart
    version: int  # of the bot's own stream
    free: bool
    offered: list[int]  # PASS is among them when `free`
    view: bytes  # JSON of the game's view
    events: bytes  # msgpack of the events of the bot's stream, without what was taken back
