"""What those who play decide by a majority: the stored votes, who has a voice, what they come to.

Who has a voice, is counted and is offered a button is one question with one answer: `voices`. One voice a
guest, however many seats they play. Nothing is ever decided for good here: what a proposal has come to
follows from the votes, from who is at the table, and from the time. So one that was refused, or that nobody
can carry any more, is not shown and cannot be made anew before it is old; and what was asked for before an
absent person came back counts no longer.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Self

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from potluck.play.seats import Seat
from potluck.tables.rights import holder
from potluck.tables.room import Proposal, ProposalKind
from potluck.tables.scene import Scene
from potluck.tables.schema import votes
from potluck.tables.seat_rows import SeatRow, claimants, seat_of_guest, to_take_back

_VOTES = select(votes).where(votes.c.table_id == bindparam("table")).order_by(votes.c.at, votes.c.guest)


class Ask(NamedTuple):
    """What is asked for; see `room.Proposal`."""

    about: ProposalKind
    seat: Seat | None = None
    level: str | None = None

    @property
    def text(self) -> str:
        """As it is stored: `close`, `bot 1 easy`, `place 1`, `back 1`."""
        return " ".join(str(part) for part in self if part is not None)

    @classmethod
    def parse(cls, text: str) -> Self:
        """What `text` gave."""
        about, *rest = text.split(" ", 2)
        return cls(about, int(rest[0]) if rest else None, rest[1] if rest[1:] else None)  # type: ignore[arg-type]


class Motion(NamedTuple):
    """A proposal with its votes; `opened` and `last` are when the first of them was cast, and the last."""

    ask: Ask
    votes: dict[str, bool]
    opened: float
    last: float


class Voices(NamedTuple):
    """Who has a say in something."""

    counted: set[str]  # more than half of them have to be for it
    alone: set[str]  # whose own voice is enough

    @property
    def needed(self) -> int:
        """How many of those counted have to be for it."""
        return len(self.counted) // 2 + 1

    @property
    def all(self) -> set[str]:
        """Everybody who may say yes or no."""
        return self.counted | self.alone

    def enough(self, guest: str) -> bool:
        """Whether this guest's yes carries it, whatever the others say."""
        return guest in self.alone or self.counted == {guest}


class Weighed(NamedTuple):
    """What the votes on a proposal come to."""

    motion: Motion
    voices: Voices
    awaited: set[str]  # who is counted, has said nothing and is not here
    until: float
    carried: bool
    open: bool  # still to be decided, or to be made use of


def read(connection: Connection, scene: Scene) -> list[Weighed]:
    """All that is proposed at a table, first proposed first, also what has come to nothing."""
    found: dict[str, list[Any]] = {}
    for row in connection.execute(_VOTES, {"table": scene.table.id}):
        ask = Ask.parse(row.about)
        if _since(ask, scene) <= row.at <= _newest(scene):
            found.setdefault(row.about, []).append(row)
    motions = [
        Motion(Ask.parse(text), {row.guest: row.yes for row in rows}, rows[0].at, rows[-1].at)
        for text, rows in found.items()
    ]
    return [weighed for motion in motions if (weighed := _weigh(motion, scene)).until > scene.here.now]


def cast(connection: Connection, scene: Scene, ask: Ask, guest: str, yes: bool) -> Weighed:
    """Give a voice, once more or otherwise than before; what it all comes to now."""
    standing = next((each for each in read(connection, scene) if _same(each.motion.ask, ask)), None)
    if standing is None:
        forget(connection, scene.table.id, [ask])
    else:
        ask = standing.motion.ask
        void = (votes.c.at < _since(ask, scene)) | (votes.c.at > _newest(scene))
        of_it = (votes.c.table_id == scene.table.id) & (votes.c.about == ask.text)
        connection.execute(delete(votes).where(of_it, void))
    key = {"table_id": scene.table.id, "about": ask.text, "guest": guest}
    mine = [votes.c[name] == value for name, value in key.items()]
    changed = connection.execute(update(votes).where(*mine).values(yes=yes))
    if changed.rowcount == 0:
        connection.execute(insert(votes).values(**key, yes=yes, at=scene.here.now))
    return next(each for each in read(connection, scene) if each.motion.ask == ask)


def forget(connection: Connection, table: str, asks: Iterable[Ask]) -> None:
    """These are settled, or too old to count."""
    for ask in asks:
        of_it = (votes.c.about == ask.text) | votes.c.about.startswith(f"{ask.about} {ask.seat} ")
        connection.execute(delete(votes).where(votes.c.table_id == table, of_it))


def forget_seat(connection: Connection, table: str, seat: Seat, *, bot: bool) -> None:
    """Somebody else plays a seat: what was asked about it is settled. After a bot a person may come."""
    settled: tuple[ProposalKind, ...] = ("bot", "back") if bot else ("bot", "place", "back")
    forget(connection, table, (Ask(about, seat) for about in settled))


def shown(weighed: Weighed, rows: Sequence[SeatRow]) -> Proposal:
    """As everybody sees it."""
    said: dict[bool, list[int]] = {True: [], False: []}
    for guest, yes in weighed.motion.votes.items():
        seat = seat_of_guest(rows, guest)
        if seat is None:
            seat = next(iter(to_take_back(rows, guest)), None)
        if guest in weighed.voices.counted and seat is not None:
            said[yes].append(seat)
    ask = weighed.motion.ask
    return Proposal(
        about=ask.about,
        seat=ask.seat,
        level=ask.level,
        by=sorted(said[True]),
        against=sorted(said[False]),
        needed=weighed.voices.needed,
        until=int(weighed.until),
        awaited=[row.seat for row in rows if {row.guest, row.owner} & weighed.awaited],
        owners=[row.seat for row in rows if _replaced(row) & weighed.voices.counted],
    )


def _replaced(row: SeatRow) -> set[str | None]:
    """Those in whose place somebody plays."""
    return {row.owner, row.guest if row.kind == "bot" else None}


def voices(ask: Ask, scene: Scene) -> Voices:
    """Who has a say in this. What has a seat is about one that there is."""
    if ask.seat is None:
        counted = in_play(scene)
        return Voices(counted, set() if counted else sat(scene))  # a game that nobody plays any more
    row = scene.rows[ask.seat]
    if ask.about == "back":
        return Voices(set(claimants(row)) if row.kind == "human" else set(), set())
    return Voices(present(scene) - {row.guest}, {holder(scene.table, scene.rows, scene.here)})


def says(scene: Scene, guest: str | None) -> list[Ask]:
    """What could be proposed now in which this guest has a say, whether it is or not."""
    about: tuple[ProposalKind, ...] = ("bot", "place", "back")
    asks = [Ask("close"), *(Ask(each, row.seat) for row in scene.rows for each in about)]
    return [each for each in asks if _possible(each, scene) and guest in voices(each, scene).all]


def may_hand(scene: Scene, row: SeatRow) -> bool:
    """Whether a seat can be given to a bot: its person is away."""
    return row.kind == "human" and scene.away(row) is not None


def may_place(scene: Scene, row: SeatRow) -> bool:
    """Whether somebody else can be let in: its person is away, or a bot plays for one who is not here."""
    if row.kind == "bot":
        owners = claimants(row)
        return bool(owners) and not any(scene.here.with_us(guest) for guest in owners)
    return may_hand(scene, row)


def present(scene: Scene) -> set[str]:
    """Who plays in person and is there."""
    here = scene.here
    rows = [row for row in scene.rows if row.kind == "human"]
    found: set[str] = set()
    for row in rows:
        about = here.about(row.seat, row.seen)
        found.update(guest for guest in claimants(row) if about or here.with_us(guest))
    return found


def in_play(scene: Scene) -> set[str]:
    """Who plays in person and is waited for: nobody who has been gone for long. One voice a seat.

    So is who may take a seat back, from a bot or from a person: to be gone for a minute is no leave to end
    their game, nor to speak for them. Who stands in for somebody has a voice once they are not waited for.
    """
    return {guest for row in scene.rows if (guest := _speaks(row, scene)) is not None}


def sat(scene: Scene) -> set[str]:
    """The host, and whoever the seats know: who plays, is replaced or gave up."""
    known = [scene.table.host, *(guest for row in scene.rows for guest in (row.guest, row.owner))]
    return {guest for guest in known if guest is not None}


def _speaks(row: SeatRow, scene: Scene) -> str | None:
    """Who speaks for a seat: who had it first, else who plays it or did before the bot."""
    here, limit = scene.here, scene.here.now - scene.settings.long_away_seconds
    if row.conceded is not None or row.kind == "open":
        return None
    owner = row.owner
    if owner is not None and (here.with_us(owner) or here.guest_silent(owner) > limit):
        return owner
    at_hand = row.kind == "human" and here.about(row.seat, row.seen)
    waited = row.guest is not None and (at_hand or here.with_us(row.guest))
    return row.guest if waited or here.silent(row.seat, row.seen) > limit else None


def waited_until(scene: Scene) -> list[float]:
    """Until when those who are not here are waited for in a vote to close; times that may have passed."""
    here, long = scene.here, scene.settings.long_away_seconds
    rows = [row for row in scene.rows if row.guest is not None and row.conceded is None]
    gone = [here.silent(row.seat, row.seen) for row in rows if row.seat not in here.seats]
    gone += [here.guest_silent(row.owner) for row in rows if row.owner and row.owner not in here.guests]
    return [each + long for each in gone]


def _same(one: Ask, other: Ask) -> bool:
    """The level of a bot is settled by who proposes it first."""
    return one[:2] == other[:2]


def _since(ask: Ask, scene: Scene) -> float:
    """What was cast before then counts no longer."""
    if ask.seat is None or ask.about == "back" or ask.seat >= len(scene.rows):
        return 0.0
    return scene.here.gone(ask.seat, scene.rows[ask.seat].seen)


def _newest(scene: Scene) -> float:
    """What is said to have been cast later was cast by a clock that has been set back since."""
    return scene.here.now + scene.here.ahead


def _weigh(motion: Motion, scene: Scene) -> Weighed:
    ask, settings = motion.ask, scene.settings
    found = voices(ask, scene)
    said_yes = {guest for guest, yes in motion.votes.items() if yes}
    said_no = set(motion.votes) - said_yes
    carried = len(said_yes & found.counted) >= found.needed or bool(said_yes & found.alone)
    until = motion.opened + settings.vote_seconds
    if carried and ask.about == "place":
        until = motion.last + settings.offer_life
    if ask.about == "close":
        # Else nobody could end a game together while somebody is waited for who has left it.
        waited = [each for each in waited_until(scene) if each > motion.opened]
        until = max([motion.opened, *waited]) + settings.vote_seconds
    hopeful = bool(said_yes) and len(found.counted - said_no) >= found.needed
    awaited = {each for each in found.counted - set(motion.votes) if not _here(each, scene)}
    return Weighed(motion, found, awaited, until, carried, (carried or hopeful) and _possible(ask, scene))


def _here(guest: str, scene: Scene) -> bool:
    """Whether somebody is there, by a tab or a seat of theirs."""
    theirs = [row for row in scene.rows if row.kind == "human" and row.guest == guest]
    return scene.here.with_us(guest) or any(scene.here.about(row.seat, row.seen) for row in theirs)


def _possible(ask: Ask, scene: Scene) -> bool:
    if scene.table.status != "playing":
        return False
    if ask.seat is None:
        return True
    row = scene.rows[ask.seat]
    if ask.about == "back":
        return row.kind == "human" and row.owner is not None
    return may_hand(scene, row) if ask.about == "bot" else may_place(scene, row)
