"""Two servers, the same public game, different secrets: what reaches a viewer's socket must not differ.

Both servers get the same ids and seeds (injected entropy) and the same clock. Each begins a table from
a position; the positions agree with what one viewer may know and differ in what it may not (the game's
own redeals). Then the same public moves are made on both, and secret ones that look alike to the
viewer. The viewer's socket must carry the same bytes, message by message, up to a declared reveal.
The comparison is itself tested on leaks planted on purpose.
"""

import itertools
import random
import zlib
from collections.abc import Iterator
from copy import copy
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from potluck.play import registry
from potluck.play.chance import Fast, Forbidden
from potluck.play.errors import ChanceForbidden, MoveIllegal, TrialEnds
from potluck.play.game import Game
from potluck.play.moves import Move
from potluck.play.notes import Note
from potluck.play.options import encode_options, every_options
from potluck.play.phrase import Event
from potluck.play.registry import games
from potluck.play.seats import Seat, members
from potluck.tables import trying
from potluck.tables.playing import Playing
from potluck.tables.room import SeatPlan
from potluck.tables.settings import Settings
from potluck.tables.vantage import Vantage
from potluck.tables.wishes import Written
from potluck.web.parties import Parties
from potluck.web.settings import WebSettings
from tests.games.oracles import SHORT
from tests.web.conftest import ROOMY
from tests.web.house import ME, OPEN, Person, Server, served

MOVES_COMPARED = 6
MORE = {"chef_alfredo": 8}  # positions of games in which luck soon ends a comparison


# What the rules say a viewer may know, taken before any leak is planted.
VIEW = {name: game.view for name, game in games().items()}
EVENT = {name: game.event for name, game in games().items()}


class LeakFound(AssertionError):
    """A viewer got other bytes for another secret."""


class Entropy:
    """The same "random" bytes in the same order on both servers."""

    def __init__(self) -> None:
        self.restart(0)

    def restart(self, table: int) -> None:
        self._counter = itertools.count()
        self._table = table

    def __call__(self, size: int) -> bytes:
        return sha256(f"{self._table} {next(self._counter)}".encode()).digest()[:size]


class Side:
    """One of the two servers with its people."""

    def __init__(self, server: Server, entropy: Entropy) -> None:
        self.server = server
        self.entropy = entropy
        entropy.restart(0)  # for the people; a table each from then on
        self._tables = itertools.count(1)
        self.people = [Person(server, name) for name in ("Ana", "Bo", "Cy", "Di", "Eve")]
        self.watcher = Person(server, "Flo")

    def begin(self, game: Game, options: Any, position: str, seats: int, viewer: Seat | None) -> None:
        self.entropy.restart(next(self._tables))
        host = self.people[0]
        guests = [person.guest for person in self.people]
        tables = self.server.tables
        plans = [msgspec.convert(plan, SeatPlan) for plan in [ME] + [OPEN] * (seats - 1)]
        made = tables.create(guests[0], game.about.id, encode_options(options), plans, b"0" * 16, position)
        assert made.seat_token is not None
        self.table = made.table
        self.tokens = [made.seat_token]
        for seat in range(1, seats):
            self.tokens.append(tables.sit(guests[seat], self.table, seat, bytes([seat]) * 16))
        assert host.post(f"/api/tables/{self.table}/start", json={}).status_code == 200
        self.server.settle()
        token = None if viewer is None else self.tokens[viewer]
        person = self.watcher if viewer is None else self.people[viewer]
        self.tab = person.tab(self.table, token, hello=False)
        self.tab.send("hello", build="dev", table=self.table, seat_token=token)
        self.first = self.tab.raw()

    def move(self, seat: Seat, text: str, number: int) -> list[str]:
        """Make a move as its seat; everything the viewer's socket got for it."""
        look = self.server.tables.look(self.table, seat, 0)
        assert look is not None
        answer = self.people[seat].post(
            f"/api/tables/{self.table}/moves",
            json={"id": f"m{number}", "version": look.version, "moves": [text]},
            headers={"Authorization": f"Seat {self.tokens[seat]}"},
        )
        assert answer.status_code == 200, answer.text
        self.server.settle()
        return self.tab.waiting()

    def ask(self, texts: list[str]) -> list[str]:
        """What the viewer's socket is answered: why not these moves, and what if the first legal ones."""
        look = self.tab.look
        assert look is not None
        version = look["version"]
        self.tab.send("why", id="why", version=version, moves=texts)
        for number, move in enumerate(look["legal"][:2]):
            self.tab.send("try", id=f"try{number}", version=version, moves=[move["text"]])
        return [self.tab.raw() for _ in ["why", *look["legal"][:2]]]


class Foresight(NamedTuple):
    """What a move would come to for one viewer; None where luck decides."""

    events: list[Event]
    view: bytes


def foresee(
    game: Game, state: Any, seat: Seat, move: Move, viewer: Seat | None
) -> tuple[Any, Foresight | None]:
    after = state.clone()
    notes: list[Note] = []
    try:
        after.play(seat, move, Forbidden(), notes)
    except ChanceForbidden:
        return after, None
    read = EVENT[game.about.id]
    events = [event for note in notes if (event := read(note, viewer, game.options())) is not None]
    return after, Foresight(events, msgspec.json.encode(VIEW[game.about.id](after, viewer)))


def some_move(game: Game, state: Any, seat: Seat, rng: random.Random) -> Move:
    """A move of any kind, each kind as likely: games have many rows of some kinds, few of others."""
    by_kind: dict[str, list[Move]] = {}
    for move in state.legal(seat):
        by_kind.setdefault(game.moves.fields(move)[0], []).append(move)
    return rng.choice(by_kind[rng.choice(list(by_kind))])


class Tally:
    """What the samples have shown, so that a test that compares nothing fails."""

    def __init__(self) -> None:
        self.messages = 0
        self.secrets = 0  # messages sent while the two positions really differed
        self.reveals = 0
        self.tables = 0


def compare(
    left: Side, right: Side, game: Game, options: Any, states: tuple[Any, Any], seats: int,
    viewer: Seat | None, rng: random.Random, tally: Tally,
) -> None:  # fmt: skip
    """One pair of tables; raises LeakFound."""
    one, other = states
    left.begin(game, options, game.dump(one), seats, viewer)
    right.begin(game, options, game.dump(other), seats, viewer)
    tally.tables += 1
    try:
        _same([left.first], [right.first], "welcome")
        for side in (left, right):
            side.server.settle()
        _same(left.tab.waiting(), right.tab.waiting(), "after welcome")
        for number in range(MOVES_COMPARED):
            texts = [game.moves.text(rng.randrange(len(game.moves))) for _ in range(30)]
            _same(left.ask(texts), right.ask(texts), "why not and what if")
            deciders = members(one.deciders())
            if not deciders:
                return
            seat = rng.choice(deciders)
            move = some_move(game, one, seat, rng)
            after, seen = foresee(game, one, seat, move, viewer)
            others = other.legal(seat) if other.deciders() >> seat & 1 else []
            twins = []
            for twin in [move] if seen is None or seat == viewer else others:
                twin_after, twin_seen = foresee(game, other, seat, twin, viewer)
                if twin in others and twin_seen == seen:
                    twins.append((twin, twin_after))
            if not twins:
                # The same public move tells the viewer different things, or could not be made at all with
                # the other secret (a true clue): what it tells is its purpose.
                tally.reveals += 1
                return
            # Prefer a secret choice that differs.
            twin, twin_after = max(twins, key=lambda each: (each[0] != move, rng.random()))
            got = left.move(seat, game.moves.text(move), number)
            also = right.move(seat, game.moves.text(twin), number)
            if seen is None:
                views = [side.tab.look and side.tab.look["view"] for side in (left, right)]
                if views[0] == views[1]:
                    _same(got, also, f"{game.moves.text(move)} (with luck)")
                    tally.messages += len(got)
                    tally.secrets += len(got) if game.dump(one) != game.dump(other) else 0
                return
            _same(got, also, game.moves.text(move))
            one, other = after, twin_after
            tally.messages += len(got)
            tally.secrets += len(got) if game.dump(one) != game.dump(other) else 0
    finally:
        left.tab.close()
        right.tab.close()


def _same(left: list[str], right: list[str], when: str) -> None:
    if left != right:
        raise LeakFound(f"{when}: {len(left)} and {len(right)} messages\n{left}\n{right}")


def positions(game: Game, seats: int, options: Any, seed: int, count: int) -> Iterator[Any]:
    """Positions of random games, some time into them."""
    rng, chance = random.Random(seed), Fast(seed)
    for _ in range(count):
        state = game.new(seats, options, chance)
        for _ in range(rng.randrange(30)):
            deciders = members(state.deciders())
            if not deciders:
                break
            seat = rng.choice(deciders)
            before = state.clone()
            state.play(seat, some_move(game, state, seat, rng), chance)
            if not state.deciders():
                state = before
                break
        yield state


def run(
    sides: tuple[Side, Side], game: Game, seats: int, options: Any, seed: int, count: int, tally: Tally
) -> None:
    rng = random.Random(seed)
    for state in positions(game, seats, options, seed, count):
        for viewer in [*range(seats), None]:
            deal = game.redealer(VIEW[game.about.id](state, viewer))
            redealt = deal(Fast(rng.getrandbits(32)))
            for _ in range(8):  # a redeal may be the truth; a few tries find another
                if game.dump(redealt) != game.dump(state):
                    break
                redealt = deal(Fast(rng.getrandbits(32)))
            compare(*sides, game, options, (state, redealt), seats, viewer, rng, tally)


@pytest.fixture(scope="module")
def sides(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Side, Side]]:
    folders = [tmp_path_factory.mktemp(name) for name in ("left", "right")]
    entropies = [Entropy(), Entropy()]
    with _serve(folders[0], entropies[0]) as left, _serve(folders[1], entropies[1]) as right:
        yield Side(left, entropies[0]), Side(right, entropies[1])


def _serve(folder: Path, entropy: Entropy) -> Any:
    settings = WebSettings(f"sqlite:///{folder}/potluck.db", bot_workers=0, secret="s" * 64, limits=ROOMY)
    return served(
        folder,
        settings,
        settings=Settings(tables_unfinished=10**6, tables_per_hour=10**6),
        now=lambda: 1_700_000_000.0,
        entropy=entropy,
    )


CASES = [
    (name, seats, number, MORE.get(name, 3))
    for name, game in games().items()
    for seats in game.about.seats
    for number, _ in enumerate(every_options(game))
    if number == 0 or name not in SHORT
]
# Of each game a case of few seats, and a short one of many: there are secrets between two others, too.
QUICK = [case for case in CASES if case[1:3] == (games()[case[0]].about.seats[0], 0)]
QUICK += [(name, game.about.seats[-1], 0, 2) for name, game in games().items()]
LONG = [pytest.param(*case, marks=pytest.mark.slow) for case in CASES if case not in QUICK]


@pytest.mark.parametrize(("name", "seats", "number", "count"), [*QUICK, *LONG])
def test_same_bytes_for_other_secrets(
    sides: tuple[Side, Side], name: str, seats: int, number: int, count: int
) -> None:
    game = games()[name]
    options = list(every_options(game))[number]
    tally = Tally()
    run(sides, game, seats, options, seed=number, count=count, tally=tally)
    assert tally.tables == count * (seats + 1)
    assert tally.messages >= tally.tables / 2
    assert tally.secrets > 0
    assert tally.reveals > 0


# Leaks, planted


class Leaky:
    """A game with something else in place of one of its functions."""

    def __init__(self, game: Game, **instead: Any) -> None:
        self._game = game
        self.__dict__.update(instead)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)


def plant(patch: pytest.MonkeyPatch, **instead: Any) -> None:
    leaky = {**games(), "cooking_rumble": Leaky(games()["cooking_rumble"], **instead)}
    patch.setattr(registry, "games", lambda: leaky)


def leak_view(patch: pytest.MonkeyPatch) -> None:
    """Everybody's view tells the face-down card."""
    plain = games()["cooking_rumble"].view

    def view(state: Any, viewer: Seat | None) -> Any:
        active = plain(state, plain(state, None).active)
        return msgspec.structs.replace(plain(state, viewer), card=active.card)

    plant(patch, view=view)


def leak_why(patch: pytest.MonkeyPatch) -> None:
    """What reasons are said to be of depends on a secret."""
    plain = Playing.current

    def current(self: Playing, viewer: Seat | None, version: int) -> Any:
        vantage = copy(plain(self, viewer, version))
        vantage.version += zlib.crc32(self.game.dump(self.state).encode()) % 2
        return vantage

    patch.setattr(Playing, "current", current)


def leak_trial(patch: pytest.MonkeyPatch) -> None:
    """That a trial is refused depends on a secret."""

    def try_moves(game: Game, state: Any, seat: Seat, moves: Any) -> Any:
        raise MoveIllegal if zlib.crc32(game.dump(state).encode()) % 2 else TrialEnds

    patch.setattr(trying, "try_moves", try_moves)


def leak_event(patch: pytest.MonkeyPatch) -> None:
    """An event carries something that depends on the whole state."""
    plain = Vantage.event

    def told(self: Vantage, note: Any) -> Event | None:
        event = plain(self, note)
        return None if event is None else Event(event.key, {**event.args, "x": len(str(note))})

    def show(self: Vantage, state: Any, events: Any, at: float) -> None:
        secret = zlib.crc32(self._game.dump(state).encode())
        shown(self, state, [Event(event.key, {**event.args, "x": secret}) for event in events], at)

    shown = Vantage.show
    patch.setattr(Vantage, "event", told)
    patch.setattr(Vantage, "show", show)


def leak_version(patch: pytest.MonkeyPatch) -> None:
    """A version counts more than the viewer's own changes."""
    plain = Vantage.show

    def show(self: Vantage, state: Any, events: Any, at: float) -> None:
        plain(self, state, events, at)
        if zlib.crc32(self._game.dump(state).encode()) % 2:
            self.version += 1
            self._beside = None

    patch.setattr(Vantage, "show", show)


def leak_push(patch: pytest.MonkeyPatch) -> None:
    """A look is pushed, unchanged, depending on a secret: only that there is a message tells."""
    plain = Parties.written

    def written(self: Parties, told: Written) -> None:
        plain(self, told)
        with self._tables.ground.games.use(told.table) as playing:
            if zlib.crc32(playing.game.dump(playing.state).encode()) % 2:
                for tab in self.at(told.table):
                    tab.version = -1
                self.changed(told.table, ("look",))

    patch.setattr(Parties, "written", written)


def leak_legal(patch: pytest.MonkeyPatch) -> None:
    """The words beside the board depend on a secret."""
    plain = Vantage._newest

    def newest(self: Vantage, sections: bool) -> Any:
        beside = plain(self, sections)
        return msgspec.structs.replace(beside, hints={"card": SECRETS.get(id(self._game), 0)})

    SECRETS: dict[int, int] = {}
    shown = Vantage.show

    def show(self: Vantage, state: Any, events: Any, at: float) -> None:
        SECRETS[id(self._game)] = zlib.crc32(self._game.dump(state).encode())
        shown(self, state, events, at)

    patch.setattr(Vantage, "show", show)
    patch.setattr(Vantage, "_newest", newest)


LEAKS = [leak_view, leak_why, leak_trial, leak_event, leak_version, leak_push, leak_legal]


@pytest.mark.parametrize("number", range(len(LEAKS)), ids=[leak.__name__ for leak in LEAKS])
def test_a_planted_leak_is_caught(
    sides: tuple[Side, Side], monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    game = games()["cooking_rumble"]
    LEAKS[number](monkeypatch)
    with pytest.raises(LeakFound):
        run(sides, game, 3, next(iter(every_options(game))), seed=90 + number, count=12, tally=Tally())
