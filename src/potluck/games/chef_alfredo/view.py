"""Chef Alfredo as one viewer sees it (CA-1 to CA-21): views, events, words, redeals.

Memory is the game (CA-20): a view holds what this viewer could see on a real table at this moment and
nothing of the past. During the opening look that is every tile; while the active player holds a lid
up, that one tile, for that player; after a doubt the poured pot, for all, until the next roll.
"""

from collections.abc import Callable, Mapping
from math import comb
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from potluck.games.chef_alfredo import notation, rules
from potluck.games.chef_alfredo.bots import LEVELS
from potluck.games.chef_alfredo.rules import KINDS, PLATES, POTS, State
from potluck.play.chance import Chance, below_any
from potluck.play.errors import OptionsInvalid
from potluck.play.game import About, Section, View
from potluck.play.moves import Kind, Move, Moves
from potluck.play.notes import Events, Note
from potluck.play.phrase import Arg, Event, Phrase
from potluck.play.seats import Seat

ID: Final = "chef_alfredo"

MOVES: Final = Moves(
    ID,
    [
        Kind("ready"),
        Kind("roll"),
        Kind(
            "swap",
            ("pot", PLATES),
            ("other", PLATES),
            leave_out=[(a, b) for a in range(POTS) for b in range(a + 1)],
        ),
        Kind("pot", ("pot", PLATES)),
        Kind("throw"),
        Kind("trust"),
        Kind("doubt"),
    ],
)

_INSIDE: Final = ("carrots", "tomatoes", "beans", "garlic")
EVENTS: Final = Events(
    ID,
    [
        ("look", ("tile_a", "tile_b", "tile_c", "tile_d")),
        ("ready", ("seat",)),
        ("turn", ("seat",)),
        ("roll", ("seat", "kind")),
        ("chef", ("seat",)),
        ("swap", ("seat", "pot", "other")),
        ("chose", ("seat", "pot")),
        ("lift", ("pot", "tile")),
        ("scarce", ("kind",)),
        ("emptied", ("pot", *_INSIDE)),
        ("full", ("pot", *_INSIDE)),
        ("thrown", ("seat", "pot", "kind", "neighbour")),
        ("trust", ("neighbour", "seat")),
        ("doubt", ("neighbour", "seat")),
        ("tile", ("pot", "tile", *_INSIDE, "hit")),
        ("point", ("seat",)),
        ("over", ("*winners",)),
    ],
    once=True,  # CA-20
)

StepName = Literal["look", "roll", "swap", "choose", "lifted", "answer", "over"]
_STEPS: Final[tuple[StepName, ...]] = ("look", "roll", "swap", "choose", "lifted", "answer", "over")


class ChefAlfredoOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """CA-21 and CA-17: how long the game lasts and how much a pot holds."""

    points_to_end: Literal[12, 24, 36] = rules.COOKING_TILES
    round_limit: Annotated[int, Meta(ge=1, le=1000, examples=[3])] = 200
    pot_capacity: Annotated[int, Meta(ge=2, le=20, examples=[2])] = 10


class Open(Struct, frozen=True):
    """An open pot: where it stands, its recipe tile, its ingredients by kind."""

    pot: int
    tile: int
    inside: list[int]


class ChefAlfredoView(View, frozen=True, kw_only=True):
    """What this viewer can see now. Kinds: 0 carrot, 1 tomato, 2 bean, 3 garlic; pots: 0..3 by hotplate."""

    step: StepName
    active: int
    neighbour: int  # who answers the active player (CA-10)
    ready: list[int]  # seats that have ended their opening look
    die: int | None  # the last roll: a kind, or 4 for Chef Alfredo (CA-7)
    look: list[int] | None  # every tile by hotplate, during the opening look, for players (CA-5)
    lifted: Open | None  # for the active player while the lid is up (CA-9)
    chosen: int | None  # the marked pot (CA-9)
    poured: Open | None  # for all, from a doubt to the next roll (CA-12)
    hit: bool | None  # whether the poured tile is what was rolled (CA-12a, CA-12b); None: nothing is poured
    containers: list[int]  # ingredients left by kind (CA-2)
    supply: int  # cooking tiles left (CA-3)
    turns: int
    points_to_end: int
    round_limit: int
    pot_capacity: int


class ChefAlfredoHints(Struct, frozen=True):
    """What the board lights up: the pots that may be chosen or swapped now."""

    pots: list[int]


class ChefAlfredo:
    """The Game object of Chef Alfredo."""

    about = About(ID, [2, 3, 4], (20, 30), ["memory", "bluffing"])
    package = __package__ or ""
    rules = 1
    deck = ""
    options = ChefAlfredoOptions
    views = ChefAlfredoView
    hinted = ChefAlfredoHints
    moves = MOVES
    levels = LEVELS
    vocabulary: Mapping[str, str] = {
        "seat": "seat",
        "neighbour": "seat",
        "winners": "seat",
        "waiting": "seat",
        "kind": f"{ID}.kind",
        "tile": f"{ID}.tile",
        "tile_a": f"{ID}.tile",
        "tile_b": f"{ID}.tile",
        "tile_c": f"{ID}.tile",
        "tile_d": f"{ID}.tile",
        "die": f"{ID}.die",
        "pot": f"{ID}.pot",
        "other": f"{ID}.pot",
        "n": "number",
        "hit": "number",
        **dict.fromkeys(_INSIDE, "number"),
    }

    def new(self, seats: int, options: ChefAlfredoOptions, chance: Chance) -> State:
        """Set up for 2 to 4 players."""
        if seats not in self.about.seats:
            raise OptionsInvalid(f"Chef Alfredo is for 2 to 4 players, not {seats}")
        return rules.new_state(
            seats, options.points_to_end, options.round_limit, options.pot_capacity, chance
        )

    def opening(self, state: State) -> list[Note]:
        """The players' look into all four pots (CA-5): what a bot folds into its memory."""
        return state.opening()

    def dump(self, state: State) -> str:
        """The position as a line; see notation.py."""
        return notation.dump(state)

    def load(self, text: str) -> State:
        """The position of a line; raises PositionDamaged."""
        return notation.load(text)

    def view(self, state: State, viewer: Seat | None) -> ChefAlfredoView:
        """What this viewer can see now (CA-20)."""
        step = state.step
        looking = step == rules.LOOK and viewer is not None
        lifting = step == rules.LIFTED and viewer == state.active
        deciders = state.deciders()
        return ChefAlfredoView(
            seat=viewer,
            seats=state.seats,
            waiting=[seat for seat in range(state.seats) if deciders >> seat & 1],
            scores=state.points[:],
            places=state.result(),
            step=_STEPS[step],
            active=state.active,
            neighbour=state.neighbour(),
            ready=[seat for seat in range(state.seats) if state.ready >> seat & 1],
            die=state.die if state.die != rules.UNROLLED else None,
            look=state.tiles[:] if looking else None,
            lifted=_open(state, state.chosen, state.inside[state.chosen]) if lifting else None,
            chosen=state.chosen if state.chosen >= 0 else None,
            poured=_open(state, state.poured, state.poured_inside) if state.poured >= 0 else None,
            hit=state.tiles[state.poured] == state.die if state.poured >= 0 else None,
            containers=[state.container(kind) for kind in range(len(KINDS))],
            supply=state.supply(),
            turns=state.turns,
            points_to_end=state.points_to_end,
            round_limit=state.round_limit,
            pot_capacity=state.capacity,
        )

    def event(self, note: Note, viewer: Seat | None, options: Any) -> Event | None:
        """A note as this viewer may know it."""
        return EVENTS.read(note, viewer, options)

    def forgets(self, options: Any) -> bool:
        """Everything is told once (CA-20)."""
        return EVENTS.forgets(options)

    def same(self, view: Any, move: Move) -> Move:
        """No choice has two spellings."""
        return move

    def prompt(self, view: ChefAlfredoView) -> Phrase:
        """What the table waits for, said to this viewer."""
        if view.step == "over":
            places = view.places or []
            return _say("prompt.over", winners=[seat for seat, place in enumerate(places) if place == 1])
        mine = view.seat in view.waiting
        if view.step == "look":
            return _say("prompt.look.you") if mine else _say("prompt.look", waiting=view.waiting)
        args: dict[str, Arg] = {}
        if view.step in ("choose", "lifted", "answer"):
            args["kind"] = view.die if view.die is not None else 0
        if view.step in ("lifted", "answer"):
            args["pot"] = view.chosen if view.chosen is not None else 0
        if view.step == "answer":
            args["neighbour"] = view.neighbour
        if not mine or view.step == "answer":
            args["seat"] = view.active
        return Phrase(f"{ID}.prompt.{view.step}{'.you' if mine else ''}", args)

    def refuse(self, view: ChefAlfredoView, move: Move) -> Phrase | None:
        """Why this viewer may not make this move now; None if they may."""
        kind, _ = MOVES.fields(move)
        if view.step == "over":
            return _say("refuse.over")
        if view.seat is None:
            return _say("refuse.watching")
        if view.seat not in view.waiting:
            return (
                _say("refuse.ready") if view.step == "look" else _say("refuse.waiting", waiting=view.waiting)
            )
        if kind in _MOVES_OF_STEP[view.step]:
            return None
        return Phrase(f"{ID}.refuse.{view.step}")

    def hints(self, view: ChefAlfredoView) -> ChefAlfredoHints:
        """Pots that answer to a tap now."""
        choosing = view.step in ("swap", "choose") and view.seat == view.active
        return ChefAlfredoHints(list(range(POTS)) if choosing else [])

    def describe(self, view: ChefAlfredoView) -> list[Section]:
        """The view in words."""
        stove = [_pot_line(view, pot) for pot in range(POTS)]
        kitchen = [_say("line.container", kind=kind, n=count) for kind, count in enumerate(view.containers)]
        kitchen.append(_say("line.supply", n=view.supply))
        if view.die is not None:
            kitchen.insert(0, _say("line.die", die=view.die))
        scores = [_say("line.score", seat=seat, n=points) for seat, points in enumerate(view.scores)]
        return [
            Section(_say("section.stove"), stove),
            Section(_say("section.kitchen"), kitchen),
            Section(_say("section.scores"), scores),
        ]

    def redealer(self, view: ChefAlfredoView, memory: Any = None) -> Callable[[Chance], State]:
        """Deals that agree with a view: hidden tiles in any order, each hidden ingredient thrown anywhere."""
        return _Redeal(view)

    def pieces(self, state: State) -> Mapping[str, int]:
        """Ingredients by kind, cooking tiles, recipe tiles: counted where they lie."""
        counts = {
            kind: state.container(i) + sum(pot[i] for pot in state.inside) for i, kind in enumerate(KINDS)
        }
        counts["cooking tiles"] = state.supply() + sum(state.points)
        counts["recipe tiles"] = len(set(state.tiles))
        return counts

    def longest(self, seats: int, options: ChefAlfredoOptions) -> int:
        """Everybody is ready once; a turn has at most four moves: roll, pot, throw, answer."""
        return seats + 4 * seats * options.round_limit


_MOVES_OF_STEP: Final[Mapping[str, tuple[str, ...]]] = {
    "look": ("ready",),
    "roll": ("roll",),
    "swap": ("swap",),
    "choose": ("pot",),
    "lifted": ("throw",),
    "answer": ("trust", "doubt"),
}


def _say(key: str, **args: Arg) -> Phrase:
    return Phrase(f"{ID}.{key}", args)


def _open(state: State, pot: int, inside: list[int]) -> Open:
    return Open(pot, state.tiles[pot], inside[:])


def _inside_args(inside: list[int]) -> dict[str, Arg]:
    return dict(zip(_INSIDE, inside, strict=True))


def _pot_line(view: ChefAlfredoView, pot: int) -> Phrase:
    """One hotplate in words."""
    for name, seen in (("lifted", view.lifted), ("poured", view.poured)):
        if seen is not None and seen.pot == pot:
            return _say(f"line.pot.{name}", pot=pot, tile=seen.tile, **_inside_args(seen.inside))
    if view.look is not None:
        return _say("line.pot.look", pot=pot, tile=view.look[pot])
    return _say("line.pot.marked" if view.chosen == pot else "line.pot.closed", pot=pot)


class _Redeal:
    """One preparation, many deals (called with a chance).

    Tiles the viewer sees stay; the others are permuted uniformly. Every ingredient that is out of its
    container, in no open pot, was thrown into some closed pot: each labelled way to have thrown them
    that fits the pots is equally likely.
    """

    def __init__(self, view: ChefAlfredoView) -> None:
        self._view = view
        self._known: dict[int, int] = {}
        self._fixed: dict[int, list[int]] = {}
        if view.look is not None:
            self._known = dict(enumerate(view.look))
        for seen in (view.lifted, view.poured):
            if seen is not None:
                self._known[seen.pot] = seen.tile
        if view.lifted is not None:
            self._fixed[view.lifted.pot] = view.lifted.inside
        if view.poured is not None:
            self._fixed[view.poured.pot] = [0, 0, 0, 0]
        self._open = [pot for pot in range(POTS) if pot not in self._fixed]
        hidden = [rules.PER_KIND - left for left in view.containers]
        for inside in self._fixed.values():
            hidden = [total - here for total, here in zip(hidden, inside, strict=True)]
        # The throw just made lies in the marked pot for certain, whoever looks.
        self._sure = view.chosen if view.chosen is not None and view.lifted is None else None
        if self._sure is not None and view.die is not None:
            hidden[view.die] -= 1
        self._balls = [kind for kind, count in enumerate(hidden) for _ in range(count)]
        room = view.pot_capacity
        self._room = [room - (pot == self._sure) for pot in self._open]
        self._ways = _ways(self._room, len(self._balls))

    def __call__(self, chance: Chance) -> State:
        view = self._view
        state = State(view.seats, view.points_to_end, view.round_limit, view.pot_capacity)
        state.step = _STEPS.index(view.step)
        state.active = view.active
        state.turns = view.turns
        state.die = view.die if view.die is not None else rules.UNROLLED
        state.points = view.scores[:]
        state.chosen = view.chosen if view.chosen is not None else -1
        for seat in view.ready:
            state.ready |= 1 << seat
        if view.poured is not None:
            state.poured = view.poured.pot
            state.poured_inside = view.poured.inside[:]
        rest = [tile for tile in range(POTS) if tile not in self._known.values()]
        state.tiles = [
            self._known[pot] if pot in self._known else rest.pop(chance.below(len(rest)))
            for pot in range(POTS)
        ]
        self._throw(state, chance)
        return state

    def _throw(self, state: State, chance: Chance) -> None:
        for pot, inside in self._fixed.items():
            state.inside[pot] = inside[:]
        if self._sure is not None:
            state.inside[self._sure][state.die] += 1
        balls = self._balls[:]
        for i, pot in enumerate(self._open):
            # How many land here: in proportion to the ways of choosing them and placing the rest.
            pick = below_any(chance, self._ways[i][len(balls)])
            size = 0
            while pick >= (weight := comb(len(balls), size) * self._ways[i + 1][len(balls) - size]):
                pick -= weight
                size += 1
            for _ in range(size):
                state.inside[pot][balls.pop(chance.below(len(balls)))] += 1


def _ways(room: list[int], balls: int) -> list[list[int]]:
    """ways[i][n]: in how many labelled ways n balls fit into the pots from i on."""
    ways = [[0] * (balls + 1) for _ in range(len(room) + 1)]
    ways[len(room)][0] = 1
    for i in range(len(room) - 1, -1, -1):
        for n in range(balls + 1):
            ways[i][n] = sum(comb(n, k) * ways[i + 1][n - k] for k in range(min(room[i], n) + 1))
    return ways
