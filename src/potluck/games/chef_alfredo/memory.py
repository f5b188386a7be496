"""What a cook keeps in mind: a fold over the seat's own events that forgets like a person.

A cook remembers which tile it saw under which lid, at most `size` pots at a time (the impression not
renewed for longest goes first). At every event each impression slips away with probability `decay`,
and when a pot changes places its impression is lost with probability `slip`: both are decided by a hash
of (seed, number of the event, hotplate). So the memory follows from seed and stream alone, and a bot rebuilt
after a restart remembers, and has forgotten, the same.

A cook that `listens` also keeps what others' throws and answers suggest (hunches, which fade twice as
fast), how often each seat was right as far as it could tell, and who has looked where how long ago.
"""

from collections.abc import Mapping
from hashlib import blake2b
from typing import Final

from potluck.games.chef_alfredo.material import POTS
from potluck.games.chef_alfredo.table import TILE_IN
from potluck.play.phrase import Event

_GRAIN: Final = 1 << 32
_HINT: Final = 3.0  # a hunch makes its pot so many times as likely, and others' kinds so much less

# What is taken for granted of a seat before anything is known: so many right and wrong throws.
_TRUSTED: Final = (3.0, 2.0)


class Memory:
    """Impressions, oldest first; pots are hotplates, as everywhere."""

    def __init__(self, size: int, decay: float, slip: float, listens: bool, seed: int) -> None:
        """`size` in pots; `decay` and `slip` are chances, see above."""
        self._size = size
        self._decay = decay
        self._slip = slip
        self._listens = listens
        self._seed = seed
        self._count = 0
        self._sure: dict[int, int] = {}  # pot: tile, seen with own eyes
        self._hunches: dict[int, int] = {}  # pot: kind that somebody threw there unchallenged
        self._record: dict[int, list[float]] = {}  # seat: throws known to be right, wrong
        self._looks: dict[tuple[int, int], int] = {}  # (seat, pot): number of the event at which it looked
        self._throw: tuple[int, int, int] | None = None  # seat, pot, kind, until it is answered

    def notice(self, event: Event) -> None:
        """Fold in one event of the own stream."""
        self._count += 1
        self._fade()
        name = event.key.rpartition(".")[2]
        args = {key: value for key, value in event.args.items() if isinstance(value, int)}
        match name:
            case "look":
                # What it looks at last it keeps, and nobody looks in the same order always.
                for pot in sorted(range(POTS), key=lambda pot: self._chance("look", pot)):
                    self._learn(pot, args[TILE_IN[pot]])
            case "lift":
                self._learn(args["pot"], args["tile"])
            case "tile":
                self._judge(args["tile"])
                self._learn(args["pot"], args["tile"])
                for seat in self._record:
                    self._looks[seat, args["pot"]] = self._count
            case "swap":
                self._swap(args["pot"], args["other"])
            case "thrown":
                self._heard(args["seat"], args["pot"], args["kind"])
            case "trust":
                self._trusted()

    # What is asked of it

    def sure(self) -> Mapping[int, int]:
        """Pot to tile, as remembered."""
        return self._sure

    def chances(self, kind: int) -> list[float]:
        """For each pot the chance that it cooks `kind`, as far as is remembered; they sum to 1.

        With all pots but one in mind the last follows.
        """
        for pot, tile in self._sure.items():
            if tile == kind:
                return [1.0 if pot == here else 0.0 for here in range(POTS)]
        weights = [self._weight(pot, kind) for pot in range(POTS)]
        total = sum(weights)
        return [weight / total for weight in weights]

    def right(self, pot: int, kind: int, seat: int) -> float:
        """The chance that `seat`, who threw `kind` into `pot`, was right.

        Whoever throws means to hit: somebody as often right as this seat so far would have chosen this
        pot had it been the right one, and one of the three others in so many wrong throws.
        """
        prior = self.chances(kind)[pot]
        right, wrong = self._record.get(seat, _TRUSTED)
        skill = right / (right + wrong)
        hit = prior * skill
        return hit / (hit + (1 - prior) * (1 - skill) / (POTS - 1)) if hit else 0.0

    def age(self, seat: int, pot: int) -> int:
        """How many events ago a seat looked into what stands here; counted from the beginning if never."""
        return self._count - self._looks.get((seat, pot), 0)

    # How it changes

    def _weight(self, pot: int, kind: int) -> float:
        if pot in self._sure:
            return 0.0
        hunch = self._hunches.get(pot)
        if hunch is None:
            return 1.0
        return _HINT if hunch == kind else 1 / _HINT

    def _learn(self, pot: int, tile: int) -> None:
        # A tile has one place: an older impression that contradicts what was just seen is dropped.
        self._sure = {p: t for p, t in self._sure.items() if p != pot and t != tile}
        self._sure[pot] = tile
        self._hunches = {p: t for p, t in self._hunches.items() if p != pot and t != tile}
        while len(self._sure) > self._size:
            del self._sure[next(iter(self._sure))]

    def _swap(self, one: int, two: int) -> None:
        other = {one: two, two: one}
        self._sure = {other.get(pot, pot): tile for pot, tile in self._sure.items()}
        self._hunches = {other.get(pot, pot): kind for pot, kind in self._hunches.items()}
        self._looks = {(seat, other.get(pot, pot)): at for (seat, pot), at in self._looks.items()}
        for pot in (one, two):
            if pot in self._sure and self._chance("swap", pot) < self._slip:
                del self._sure[pot]

    def _heard(self, seat: int, pot: int, kind: int) -> None:
        if not self._listens:
            return
        self._throw = seat, pot, kind
        self._looks[seat, pot] = self._count
        self._record.setdefault(seat, list(_TRUSTED))

    def _trusted(self) -> None:
        """Nobody objected: a hunch, or, if it is known better, something about the thrower."""
        if self._throw is None:
            return
        _, pot, kind = self._throw
        tile = self._sure.get(pot)
        if tile is not None:
            self._judge(tile)
        elif kind not in self._sure.values():
            self._hunches = {p: t for p, t in self._hunches.items() if t != kind}
            self._hunches[pot] = kind
        self._throw = None

    def _judge(self, tile: int) -> None:
        if self._throw is None:
            return
        seat, _, kind = self._throw
        self._record[seat][0 if kind == tile else 1] += 1
        self._throw = None

    def _fade(self) -> None:
        for pot in list(self._sure):
            if self._chance("", pot) < self._decay:
                del self._sure[pot]
        for pot in list(self._hunches):
            if self._chance("hunch", pot) < 2 * self._decay:
                del self._hunches[pot]

    def _chance(self, what: str, pot: int) -> float:
        key = f"{self._seed}:{self._count}:{what}{pot}".encode()
        return int.from_bytes(blake2b(key, digest_size=4).digest(), "little") / _GRAIN
