"""Private questions about a game in progress: why not these moves, and what if I made them.

Nothing is logged and nobody else hears of it. Reasons come from the asker's own view; a trial goes no
further than the asker already knows the outcome (`potluck.play.trial`).
"""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct

from potluck.play.game import Game, View
from potluck.play.moves import Move
from potluck.play.phrase import Phrase
from potluck.play.seats import Seat
from potluck.play.trial import try_moves, why_not
from potluck.tables.drafts import MAX_MOVES, named
from potluck.tables.ground import Ground
from potluck.tables.refusals import MovesTooMany
from potluck.tables.room import LegalMove
from potluck.tables.spelling import Spelling

MAX_ASKED: Final = 512  # moves of one question


class WhyNot(Struct, frozen=True):
    """For each move asked about why it may not be made, None where it may; as of the asker's `version`."""

    version: int
    why: list[Phrase | None]


class Trial(Struct, frozen=True):
    """What the asker would see and could do after the moves, made from the look of their `version`."""

    version: int
    view: View
    legal: list[LegalMove]
    hints: Any
    prompt: Phrase


class Trying:
    """The questions at all tables."""

    def __init__(self, ground: Ground) -> None:
        self._games = ground.games

    def why(self, table: str, viewer: Seat | None, version: int, moves: Sequence[str | Phrase]) -> WhyNot:
        """Why the viewer may not make each of these moves now; spectators may ask, too.

        Raises TableUnknown, TableNotStarted, TableBroken, SeatUnknown, MovesTooMany, MoveUnknown, Stale.
        """
        if len(moves) > MAX_ASKED:
            raise MovesTooMany(f"{len(moves)} moves are asked about", n=MAX_ASKED)
        with self._games.use(table) as playing:
            rows = [named(playing.game, move) for move in moves]
            vantage = playing.current(viewer, version)
            game, view, version = playing.game, vantage.view, vantage.version
            if playing.ended is not None:
                return WhyNot(version, [Phrase("refuse.over")] * len(rows))
        # Both are done with by nobody else: a view is a value, and a state is never played on.
        return WhyNot(version, why_not(game, view, rows))

    def try_moves(self, table: str, seat: Seat, version: int, moves: Sequence[str | Phrase]) -> Trial:
        """What the seat would see after making these moves, one after the other.

        Raises TableUnknown, TableNotStarted, TableBroken, TableOver, SeatUnknown, MovesTooMany, MoveUnknown,
        Stale, OutOfTurn, MoveIllegal, TrialEnds.
        """
        if not 1 <= len(moves) <= MAX_MOVES:
            raise MovesTooMany(f"{len(moves)} moves are tried", n=MAX_MOVES)
        with self._games.use(table) as playing:
            rows = [named(playing.game, move) for move in moves]
            playing.vantage(seat)
            playing.check_going_on()
            version = playing.current(seat, version).version
            game, state = playing.game, playing.state
        return _trial(game, state, seat, version, rows)


def _trial(game: Game, state: Any, seat: Seat, version: int, rows: Sequence[Move]) -> Trial:
    after = try_moves(game, state, seat, rows)
    view = game.view(after, seat)
    return Trial(
        version=version,
        view=view,
        legal=Spelling(game.moves).moves(after.legal(seat)),
        hints=game.hints(view),
        prompt=game.prompt(view),
    )
