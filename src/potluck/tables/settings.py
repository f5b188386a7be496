"""What a host may choose about tables: limits on all that a stranger can create, pace, expiry.

Times are in seconds. The defaults suit a home server; nothing here changes a rule of a game.
"""

from typing import Final

from msgspec import Struct

HOUR: Final = 3600.0
DAY: Final = 24 * HOUR


class Settings(Struct, frozen=True, kw_only=True):
    """Limits, pace and expiry of the tables of one house."""

    tables_unfinished: int = 20  # a guest may have made and not finished, touched within a day
    tables_per_hour: int = 30  # a guest may make
    chat_characters: int = 300  # in one line
    chat_lines: int = 500  # kept for a table; older ones are dropped
    names_in_play: int = 40  # that may change in one game, by whomever
    finished_listed: int = 20  # in the lobby's list of one's own tables

    link_seconds: float = 15 * 60.0
    away_seconds: float = 60.0  # who has no tab for so long is away
    long_away_seconds: float = 15 * 60.0  # and for so long is not waited for in a vote to close
    # A link to somebody else's seat is good, and may be asked for once voted; see `offer_life`.
    offer_seconds: float = 15 * 60.0
    vote_seconds: float = 10 * 60.0  # a proposal stands
    open_seconds: float = DAY  # an unstarted table is kept
    idle_seconds: float = 30 * DAY  # a game nobody moves in is kept
    finished_seconds: float = 90 * DAY
    closed_seconds: float = DAY  # a closed table tells so before it is gone
    grace_seconds: float = HOUR  # what is overdue is kept on: after a start, after the clock was set
    told_seconds: float = 7 * DAY  # before a table goes it says when
    guest_seconds: float = 180 * DAY  # a guest who sits nowhere is remembered

    nudge_after: float = 20.0  # a seat is waited for so long before others may nudge it
    nudge_apart: float = 60.0  # between two nudges of one seat, whatever its turns

    cached_tables: int = 4096  # replayed games held in memory, at most; each takes some 300 KiB
    cached_seconds: float = 20 * 60.0  # unused for so long, a game leaves memory where there are many

    bot_pause: float = 0.7  # a bot's move is not seen earlier than this after it became due
    bot_deadline: float = 10.0  # one thought may take; then a worker is given up
    bot_nodes: int = 400  # budget of one thought

    @property
    def offer_life(self) -> float:
        """`offer_seconds`, but a day at most: nobody's seat is open to strangers for longer."""
        return min(self.offer_seconds, DAY)
