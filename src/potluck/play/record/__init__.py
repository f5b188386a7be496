"""A game as text: who played what, which answers luck gave, enough to play it again and to check it.

The format is described in docs/records.md. A record is written by a machine in exactly one way, so
`Record.parse(text).text() == text`; anything else is damage, and said with its line. `replay` plays a
record by the rules, `verify` also recomputes every answer of luck from the seed.
"""

from typing import Any

from potluck.play.driver import Played
from potluck.play.errors import RecordDamaged
from potluck.play.game import Game
from potluck.play.options import encode_options
from potluck.play.record.parts import (
    FORMATS,
    MAX_BYTES,
    MAX_VALUE,
    EndedEarly,
    PlayerChange,
    Recorded,
    RecordMove,
    Why,
    player_tag,
)
from potluck.play.record.reading import read
from potluck.play.record.replaying import Replayed, by_its_rules, replay, verify
from potluck.play.record.writing import lines

FORMAT = FORMATS[-1]


class Record(Recorded, frozen=True, kw_only=True):
    """A game from its set-up on, read and written."""

    def text(self) -> str:
        """The record as it is kept. Raises RecordDamaged for a value no record can hold."""
        text = "\n".join(lines(self)) + "\n"
        if Record.parse(text) != self:
            raise RecordDamaged("the record holds a value that cannot be written down")
        return text

    @staticmethod
    def parse(text: str | bytes) -> "Record":
        """Read what `text` wrote; raises RecordDamaged with the line and the reason, nothing else.

        The rules are not asked: whether the moves are legal is for `replay`.
        """
        return read(text, Record)


def record_of(game: Game, seats: int, options: Any, played: Played, **extra: Any) -> Record:
    """The record of a finished playout; `extra`: tags, commitment, nonces, seed."""
    moves = [RecordMove(seat, game.moves.text(move), answers) for seat, move, answers in played.steps]
    return Record(
        game=game.about.id,
        rules=game.rules,
        deck=game.deck,
        seats=seats,
        options=encode_options(options),
        start=played.start,
        setup=list(played.setup),
        moves=moves,
        result=played.result,
        **extra,
    )


__all__ = [
    "FORMAT",
    "MAX_BYTES",
    "MAX_VALUE",
    "EndedEarly",
    "PlayerChange",
    "Record",
    "RecordMove",
    "Replayed",
    "Why",
    "by_its_rules",
    "player_tag",
    "record_of",
    "replay",
    "verify",
]
