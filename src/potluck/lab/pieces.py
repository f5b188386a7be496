"""The pieces that work is cut into: one game each, and whoever plays it gets the same outcome.

All that an outcome depends on stands in the setting of the run and in the piece: the game with its rules and
options, a seed, a number, and who sits where. So pieces can be played in any order, by any process, on any
machine.
"""

from collections.abc import Collection
from functools import cache
from hashlib import blake2b

from msgspec import Struct

from potluck.lab.players import Player, player
from potluck.play.chance import Fast
from potluck.play.driver import playout
from potluck.play.options import decode_options
from potluck.play.registry import game
from potluck.play.seats import Seat


class Setting(Struct, frozen=True, kw_only=True):
    """What the games of one run have in common."""

    game: str
    rules: int
    deck: str = ""
    seats: int
    options: dict[str, bool | int | str]
    nodes: int  # the budget of players that name none
    seed: int


class Piece(Struct, frozen=True):
    """One game: pieces of the same number have the same luck, whoever plays."""

    number: int
    players: list[str]  # by seat


class Outcome(Struct, frozen=True):
    """What is kept of a game that was played."""

    number: int
    players: list[str]  # by seat
    places: list[int]  # by seat, 1 first, ties share a place
    scores: list[int]  # by seat
    moves: int

    def share(self, seats: Collection[Seat]) -> float:
        """The part of the win that these seats have together; equal winners share it."""
        winners = [seat for seat, place in enumerate(self.places) if place == 1]
        return sum(seat in seats for seat in winners) / len(winners)


def play(setting: Setting, piece: Piece) -> Outcome:
    """Play one game. Raises what the bots raise, and BotMoveIllegal for a move that was not offered."""
    found = game(setting.game, setting.rules)
    options = decode_options(found, setting.options)
    bots = [
        _player(setting.game, setting.rules, text, setting.nodes).bot(_seed(setting, piece, f"bot {seat}"))
        for seat, text in enumerate(piece.players)
    ]
    # The game's luck is that of the number; the bots' own differs with who plays.
    luck = Fast(_seed(setting, Piece(piece.number, []), "game"))
    played = playout(found, setting.seats, options, bots, luck, Fast(_seed(setting, piece, "bots")))
    scores = found.view(played.state, None).scores
    return Outcome(piece.number, piece.players, played.result, list(scores), len(played.steps))


def _seed(setting: Setting, piece: Piece, what: str) -> int:
    text = f"{setting.seed}:{piece.number}:{'|'.join(piece.players)}:{what}"
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")


@cache
def _player(name: str, rules: int, text: str, nodes: int) -> Player:
    return player(game(name, rules), text, nodes)
