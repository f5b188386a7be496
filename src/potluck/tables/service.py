"""The tables of a house: made, filled, started, played, looked at, taken up again after any interruption.

`Tables` is the door to all of it, one name for each thing that can be done; what is behind a name stands in
the part that does it. Every part is synchronous and thread-safe; web/ calls it in worker threads, the bot
driver too. Whatever is returned has been written down before. Everything a stranger can get wrong is
refused with a `PotluckError` and changes nothing. Identity is the caller's business up to here: `guest` is
an id from a signed cookie, `seat` a seat that `seat_of` opened with its token.
"""

import os
import time
from collections.abc import Callable

from potluck.tables.absence import Absence
from potluck.tables.archive import Archive
from potluck.tables.around import Around, Standing, Surroundings
from potluck.tables.bot_seats import BotSeats
from potluck.tables.chat import Chat
from potluck.tables.coming_back import ComingBack
from potluck.tables.due import BotDue
from potluck.tables.ending import Ending
from potluck.tables.expiry import unsleeping
from potluck.tables.ground import Change, Ground, Listener
from potluck.tables.guest_rows import Guest
from potluck.tables.guests import GuestBook
from potluck.tables.house import AllTables, Created, MyTable
from potluck.tables.links import LinkedSeat, Links, Redeemed
from potluck.tables.live import LivePlay
from potluck.tables.records import Records
from potluck.tables.seating import Seating, SeatKey
from potluck.tables.secrets import Entropy
from potluck.tables.settings import Settings
from potluck.tables.sweeping import Sweeping
from potluck.tables.trying import Trial, Trying, WhyNot
from potluck.tables.waiting import Waiting, Waits
from potluck.tables.wishes import Place, Wish, Written


class Tables:
    """All tables of one database."""

    def __init__(
        self,
        database: str,
        *,
        settings: Settings = Settings(),  # noqa: B008 (frozen)
        now: Callable[[], float] = time.time,
        entropy: Entropy = os.urandom,
        monotonic: Callable[[], float] = unsleeping,
    ) -> None:
        """Open a database by its SQLAlchemy URL and bring it up to date.

        Raises DatabaseTooNew, DatabaseForeign.
        """
        self.ground = ground = Ground(database, settings, now, entropy, monotonic)
        self.settings = settings
        self.close = ground.close
        self.listen = ground.listen

        book = GuestBook(ground)
        self.new_guest = book.new
        self.rename_guest = book.rename
        self.find_guest = book.find

        house = AllTables(ground)
        self.create = house.create
        self.game_of = house.game_of
        self.mine = house.mine
        self.every = house.every
        self.trouble = house.trouble
        self.check = house.check
        self.counts = house.counts

        self.sweep = Sweeping(ground).sweep

        seating = Seating(ground)
        self.sit = seating.sit
        self.leave = seating.leave
        self.arrange = seating.arrange
        self.renew_nonce = seating.renew_nonce
        self.start = seating.start
        self.seat_of = seating.seat_of
        self.seats_of = seating.seats_of
        self.reclaim = seating.reclaim

        writer = ground.writer
        self.attach = writer.attach
        self.follow = writer.follow
        self.put = writer.put
        self.submitted = writer.submitted
        self.shown = writer.shown
        surroundings = Surroundings(ground)
        self.room = surroundings.room
        self.around = surroundings.around
        self.holds = surroundings.holds
        self.noticed = surroundings.noticed
        self.note_who_left = surroundings.note_who_left

        links = Links(ground)
        self.link = links.link
        self.linked = links.linked
        self.redeem = links.redeem

        live = LivePlay(ground)
        self.look = live.look
        self.tell = live.tell
        self.bot_from = live.bot_from
        self.glance = live.glance
        self.forgets = live.forgets
        self.acknowledge = live.acknowledge
        self.submit = live.submit
        self.undo = live.undo

        trying = Trying(ground)
        self.why = trying.why
        self.try_moves = trying.try_moves

        self.waits = Waiting(ground).waits

        bots = BotSeats(ground)
        self.playing = bots.playing
        self.has_bots = bots.has_bots
        self.in_memory = bots.in_memory
        self.bots_due = bots.due
        self.bots_due_at_hand = bots.due_at_hand
        self.bot_wish = bots.wish

        chat = Chat(ground)
        self.say = chat.say
        self.chat = chat.read

        ending = Ending(ground)
        self.end = ending.end

        records = Records(ground)
        self.record = records.record
        self.keep = records.keep
        self.unkept = records.unkept
        self.note_decks = records.note_decks

        archive = Archive(ground)
        self.rematch = archive.rematch

        absence = Absence(ground, ending)
        self.hand = absence.hand
        self.offer = absence.offer
        self.vote = absence.vote
        self.settle = absence.settle
        self.close_table = absence.close

        coming_back = ComingBack(ground, ending)
        self.back = coming_back.back
        self.concede = coming_back.concede


__all__ = [
    "Around",
    "BotDue",
    "Change",
    "Created",
    "Guest",
    "LinkedSeat",
    "Listener",
    "MyTable",
    "Place",
    "Redeemed",
    "SeatKey",
    "Settings",
    "Standing",
    "Tables",
    "Trial",
    "Waits",
    "WhyNot",
    "Wish",
    "Written",
]
