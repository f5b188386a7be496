"""What the checks look at: one game at one seat count with one set of options, and what was played of it.

What costs is made once and kept: the games, the positions that costly checks sample, what a viewer is
sent of each, the deals that agree with a view.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import Any, Final

from potluck.play.chance import Fast
from potluck.play.conformance.broken import ContractBroken, Viewer, encoded, viewers
from potluck.play.conformance.trails import Chooser, Position, Trail, play_trails, read_events
from potluck.play.errors import OptionsInvalid
from potluck.play.game import Game
from potluck.play.moves import Move
from potluck.play.notes import Note
from potluck.play.phrase import Event, Phrase
from potluck.play.seats import Seat

Catalogues = Mapping[str, Mapping[str, str | list[str]]]
Oracle = Callable[[Any], Mapping[str, float]]
# What a viewer with a perfect memory has beyond the view, in the form that the redealer takes; None: nothing.
Recall = Callable[[Any, Viewer], Any]
Check = Callable[["Case"], int]

_AT_LEAST: Final = 3  # positions of every step, kind of move and kind of event, if there is room
_SOME: Final = 150  # moves of a large table whose refusals are compared


@dataclass(frozen=True, kw_only=True)
class Helpers:
    """What the tests of a game know of it that the game itself does not say; see `check_game`."""

    catalogues: Catalogues
    oracle: Oracle | None = None
    recall: Recall | None = None
    witness: Recall | None = None
    chooser: Chooser | None = None
    fleeting: frozenset[str] = frozenset()


class Case:
    """One game at one seat count with one set of options, and what was played of it."""

    def __init__(
        self, game: Game, seats: int, options: Any, seeds: Sequence[int], helpers: Helpers, depth: int
    ) -> None:
        """See `check_game`."""
        self.game = game
        self.seats = seats
        self.options = options
        self.seeds = seeds
        self.helpers = helpers
        self.depth = depth
        self.chooser = helpers.chooser
        self._check = "plays"
        self._digests: dict[tuple[int, Viewer], bytes] = {}
        self._deals: dict[tuple[int, Viewer], Callable[[Fast], Any]] = {}
        self._dealt: dict[tuple[int, Viewer], list[Any]] = {}
        self._refused: dict[tuple[int, Viewer], list[Phrase | None]] = {}

    def run(self, check: Check) -> int:
        """One check on this case; whatever it raises becomes ContractBroken."""
        self._check = check.__name__
        try:
            return check(self)
        except ContractBroken:
            raise
        except Exception as error:
            raise ContractBroken(self._check, f"{self}: {type(error).__name__}: {error}") from error

    def broken(self, what: str, position: Position | None = None) -> ContractBroken:
        """The complaint of the running check, to be raised."""
        where = "" if position is None else f", move {position.index}, {position.text!r}"
        return ContractBroken(self._check, f"{self}{where}: {what}")

    def __str__(self) -> str:
        return f"{self.game.about.id} with {self.seats} seats, {self.options}, seeds {list(self.seeds)}"

    @property
    def viewers(self) -> list[Viewer]:
        """Every seat and the spectators."""
        return viewers(self.seats)

    # What was played

    @cached_property
    def trails(self) -> list[Trail]:
        """The games, one a seed."""
        return play_trails(self, self.seeds)

    @property
    def positions(self) -> Iterator[Position]:
        """Every position of every game."""
        for trail in self.trails:
            yield from trail.positions

    @cached_property
    def sample(self) -> list[Position]:
        """`depth` positions a game, and at least one of every step, kind of move and kind of event.

        The rare ones first and, if there is room, more than once: a leak hides where play seldom gets. The
        first and the last of the first game are among them.
        """
        every = list(self.positions)
        features = {id(position): position.features(self.game) for position in every}
        often = Counter(feature for found in features.values() for feature in found)
        chance = Fast(self.seats)
        # In an order of its own, so that of many alike not always the first is taken.
        waiting = sorted(range(len(every)), key=lambda _: chance.below(1 << 20))
        picks = {0, len(self.trails[0].positions) - 1}
        met = Counter(feature for at in picks for feature in features[id(every[at])])
        wanted = min(len(every), self.depth * len(self.trails))
        rare_first = sorted(often, key=lambda feature: often[feature])
        for at_least in range(1, _AT_LEAST + 1):
            for feature in rare_first:
                for at in waiting:
                    enough = met[feature] >= min(at_least, often[feature])
                    if enough or (at_least > 1 and len(picks) >= wanted):
                        break
                    if at not in picks and feature in features[id(every[at])]:
                        picks.add(at)
                        met.update(features[id(every[at])])
        for at in waiting:
            if len(picks) >= wanted:
                break
            picks.add(at)
        return [every[at] for at in sorted(picks)]

    # Luck

    def chance(self, salt: object) -> Fast:
        """Luck for a check's own picks: the same for the same check, seat count and salt."""
        return Fast(int.from_bytes(f"{self._check}/{self.seats}/{salt}".encode(), "little"))

    # What is sent

    def legal(self, state: Any, viewer: Viewer) -> list[Move]:
        """What a viewer may do; spectators nothing."""
        return [] if viewer is None else list(state.legal(viewer))

    def look(self, state: Any, viewer: Viewer) -> bytes:
        """All that is sent to a viewer about a state, but for events; moves as rows of the fixed table."""
        game = self.game
        view = game.view(state, viewer)
        return encoded(
            [view, self.legal(state, viewer), game.hints(view), game.prompt(view), game.describe(view)]
        )

    def glance(self, state: Any, viewer: Viewer) -> bytes:
        """View and legal moves: what all else that is sent is made of."""
        return encoded([self.game.view(state, viewer), self.legal(state, viewer)])

    def looks_alike(self, position: Position, viewer: Viewer, state: Any) -> bool:
        """Whether a viewer is sent the same about another state as about the position."""
        return blake2b(self.look(state, viewer)).digest() == self._digest(position, viewer)

    def _digest(self, position: Position, viewer: Viewer) -> bytes:
        key = id(position), viewer
        if key not in self._digests:
            self._digests[key] = blake2b(self.look(position.state, viewer)).digest()
        return self._digests[key]

    def refused(self, position: Position, viewer: Viewer) -> list[Phrase | None]:
        """Every move's refusal for a viewer of a position, move by move."""
        key = id(position), viewer
        if key not in self._refused:
            view = self.game.view(position.state, viewer)
            self._refused[key] = [self.game.refuse(view, move) for move in range(len(self.game.moves))]
        return self._refused[key]

    def some_moves(self, salt: object) -> list[Move]:
        """Rows of the move table, all of a small one: for what is asked of each again and again."""
        rows = len(self.game.moves)
        if rows <= _SOME:
            return list(range(rows))
        chance = self.chance(salt)
        return sorted({chance.below(rows) for _ in range(_SOME)})

    def events(self, notes: Iterable[Note], viewer: Viewer) -> list[Event]:
        """A viewer's events among notes."""
        return read_events(self.game, list(notes), viewer, self.options)

    # What agrees with a view

    def deal(self, position: Position, viewer: Viewer) -> Callable[[Fast], Any]:
        """The redealer of what a viewer sees of a position."""
        key = id(position), viewer
        if key not in self._deals:
            self._deals[key] = self.game.redealer(self.game.view(position.state, viewer))
        return self._deals[key]

    def dealt(self, position: Position, viewer: Viewer, many: int) -> list[Any]:
        """The first `many` deals that agree with what a viewer sees of a position; not to be played on."""
        found = self._dealt.setdefault((id(position), viewer), [])
        deal = self.deal(position, viewer)
        while len(found) < many:
            found.append(deal(self.deal_luck(position, viewer, len(found))))
        return found[:many]

    def deal_luck(self, position: Position, viewer: Viewer, n: int) -> Fast:
        """The luck of deal number n."""
        return Fast(int.from_bytes(blake2b(f"{position.text}/{viewer}/{n}".encode()).digest(), "little"))

    def recalled(self, state: Any, viewer: Viewer) -> Any:
        """What a perfect memory of this viewer has beyond the view; None: nothing."""
        return None if self.helpers.recall is None else self.helpers.recall(state, viewer)

    def remembered(self, state: Any, viewer: Viewer) -> object:
        """All that a viewer could have in mind and does not see: told once, but no secret."""
        if self.helpers.witness is None:
            return self.recalled(state, viewer)
        return self.recalled(state, viewer), self.helpers.witness(state, viewer)

    def longest(self) -> int:
        """The game's own bound."""
        return self.game.longest(self.seats, self.options)


def offered(game: Game, seats: int, options: Any) -> bool:
    """Whether the game has this combination of seats and options."""
    try:
        game.new(seats, options, Fast(0))
    except OptionsInvalid:
        return False
    return True


def owes(state: Any, seat: Seat | None) -> bool:
    """Whether a seat owes a choice."""
    return seat is not None and bool(state.deciders() >> seat & 1)
