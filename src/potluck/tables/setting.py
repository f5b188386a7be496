"""What was agreed before a game, and how it begins: dealt, or read from a position."""

from typing import Any, NamedTuple

from potluck.play.chance import Chance, Live, Recording, Replay
from potluck.play.errors import RecordDamaged
from potluck.play.game import Game
from potluck.play.seats import Seat
from potluck.tables.log import Started


class BotSeat(NamedTuple):
    """A seat that a bot plays."""

    seat: Seat
    level: str
    seed: int


class Setting(NamedTuple):
    """Everything a replay needs beside the log."""

    game: Game
    seats: int
    options: Any
    seed: bytes
    start: str | None
    bots: tuple[BotSeat, ...]  # who is a bot now, in seat order; the log knows who was one before


def set_up(setting: Setting, chance: Chance) -> Any:
    """The first state: dealt, or read from the position the table begins with."""
    if setting.start is not None:
        return setting.game.load(setting.start)
    return setting.game.new(setting.seats, setting.options, chance)


def first_entry(setting: Setting, nonces: list[str]) -> tuple[Started, bool]:
    """Draw the set-up from live chance: the entry to log, and whether the game is over at once."""
    recording = Recording(Live(setting.seed, [bytes.fromhex(nonce) for nonce in nonces]))
    state = set_up(setting, recording)
    return Started(nonces, recording.answers), state.deciders() == 0


def replay_start(setting: Setting, start: Started) -> Any:
    """The first state again; raises RecordDamaged if the set-up does not agree with its entry."""
    chance = Replay(start.answers)
    state = set_up(setting, chance)
    if chance.used != len(start.answers):
        raise RecordDamaged("log entry 0: more chance answers than the rules ask for")
    return state
