"""Records of the games at tables, and what is kept of a finished game when its rules go.

Where the rules are there, a record is written by them. Without them it is what was kept when the game
ended, or else what the log alone tells.
"""

import time
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace
from sqlalchemy import select, update

from potluck.play import registry
from potluck.play.chance import commitment
from potluck.play.errors import RecordDamaged
from potluck.play.record import EndedEarly, Record, player_tag
from potluck.tables import finished, log, naming, seat_rows
from potluck.tables.course import Course, course
from potluck.tables.ending import so_far
from potluck.tables.ground import Ground
from potluck.tables.playing import Playing
from potluck.tables.refusals import TableBroken, TableNotOver, TableNotStarted, TableUnplayable
from potluck.tables.schema import finished as kept_games
from potluck.tables.schema import tables
from potluck.tables.seat_rows import SeatRow
from potluck.tables.table_rows import table_row


class Records:
    """The records of all tables."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def record(self, table: str, guest: str | None = None) -> str:
        """The record of a finished game as text, with the day it began (UTC) and the players' names.

        Of a game in progress whose rules are not installed any more: as far as it got and without the seed,
        for a `guest` who plays alone there; others have to close the table first, for the record tells
        everything, and the rules may come back. Raises TableUnknown, TableClosed, TableNotStarted,
        TableNotOver, TableBroken.
        """
        with self._ground.database.snapshot() as connection:
            row = table_row(connection, table)
            rows = seat_rows.read(connection, table)
            names = [naming.person(each) for each in naming.named(connection, table, rows)]
        try:
            with self._ground.games.use(table) as playing:
                if not playing.over:
                    raise TableNotOver("the game is not over")
                record = _of(row, rows, playing)
        except TableBroken as broken:
            record = self._without_rules(row, rows, guest, broken)
        return _named(record, rows, names).text()

    def _without_rules(
        self, row: Any, rows: Sequence[SeatRow], guest: str | None, why: TableBroken
    ) -> Record:
        with self._ground.database.read() as connection:
            kept = finished.read(connection, row.id)
        if kept is not None:
            return Record.parse(kept.record)
        if not isinstance(why, TableUnplayable):
            raise why
        if row.status == "open":
            raise TableNotStarted("the game has not started")
        if row.status != "over" and not seat_rows.alone(row, rows, guest):
            raise TableNotOver("the game is not over")
        try:
            told = course(log.read(self._ground.database, row.id, 0))
        except RecordDamaged:
            raise why from None
        ended = None if told.ended is None else EndedEarly(told.ended, None)
        return _written(row, rows, told, ended=ended)

    # What outlives the rules

    def keep(self, table: str) -> bool:
        """Keep a game if it is over and is not kept yet; whether it is kept now.

        Raises TableUnknown, TableClosed, TableNotStarted, TableBroken.
        """
        database = self._ground.database
        with database.snapshot() as connection:
            row = table_row(connection, table)
            rows = seat_rows.read(connection, table)
            if row.status != "over" or finished.is_kept(connection, table):
                return bool(row.status == "over")
        with self._ground.games.aside(table) as playing:
            looks = [finished.look_to_keep(playing.vantage(viewer)) for viewer in playing.viewers]
            text = _of(row, rows, playing).text()
        packed = finished.pack(looks)
        with database.write() as connection:
            table_row(connection, table, lock=True)  # swept meanwhile, or kept by another process
            finished.write(connection, table, text, packed)
        return True

    def unkept(self) -> list[str]:
        """The finished games of which nothing is kept yet, the newest first."""
        query = select(tables.c.id).where(tables.c.status == "over", tables.c.closed.is_(None))
        query = query.where(tables.c.id.not_in(select(kept_games.c.table_id)))
        with self._ground.database.read() as connection:
            return list(connection.execute(query.order_by(tables.c.updated.desc(), tables.c.id)).scalars())

    def note_decks(self) -> None:
        """Write down which cards the games of older versions are played with, before an update has others."""
        with self._ground.database.write() as connection:
            for game in registry.games().values():
                theirs = (tables.c.game == game.about.id) & (tables.c.rules == game.rules)
                unknown = theirs & tables.c.deck.is_(None) & (tables.c.status != "open")
                connection.execute(update(tables).where(unknown).values(deck=game.deck))


def _of(row: Any, rows: Sequence[SeatRow], playing: Playing) -> Record:
    """By the rules."""
    stood = so_far(playing)
    ended = None if stood is None else EndedEarly(stood.why, stood.places)
    return _written(row, rows, playing, result=playing.state.result(), ended=ended)


def _written(row: Any, rows: Sequence[SeatRow], told: Playing | Course, **end: Any) -> Record:
    """With the day and the bots among its tags; the seed only of a game that is over."""
    seed = bytes.fromhex(row.seed)
    tags = {"date": time.strftime("%Y-%m-%d", time.gmtime(told.began))}
    for seat in rows:
        level = told.first_players.get(seat.seat, seat.level)
        if level is not None:
            known = seat.called if naming.nobodys(seat) else None
            tags[player_tag(seat.seat)] = f"{known or f'bot {seat.seat + 1}'} ({level})"
    return Record(
        game=row.game,
        rules=row.rules,
        deck=row.deck if row.deck is not None else _deck(told),
        seats=len(rows),
        options=msgspec.json.decode(row.options),
        tags=tags,
        start=row.start,
        commitment=commitment(seed),
        nonces=list(told.nonces),
        setup=list(told.setup),
        moves=list(told.moves),
        changes=list(told.changes),
        seed=row.seed if row.status == "over" else None,
        **end,
    )


def _deck(told: Playing | Course) -> str:
    """Of a table that an older version made; "" where nobody knows."""
    return told.game.deck if isinstance(told, Playing) else ""


def _named(record: Record, rows: Sequence[SeatRow], names: Sequence[str | None]) -> Record:
    """With the people's names of today among the tags; a guest may have been forgotten."""
    tags = {"date": record.tags["date"]}
    for row, name in zip(rows, names, strict=True):
        tag = player_tag(row.seat)
        called = record.tags.get(tag, name)
        if called is not None:
            tags[tag] = called
    return replace(record, tags=tags)
