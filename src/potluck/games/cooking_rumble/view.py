"""Cooking Rumble as its viewers may know it: views, events, prompts, refusals, words, redeals.

The only secret is the card lying face down between CR-8 and CR-10, known to the active player alone.
The order of the deck is nobody's secret: it does not exist before a tile is drawn.
"""

from collections.abc import Callable, Mapping
from typing import Final, Literal

from msgspec import Struct

from potluck.games.cooking_rumble import notation, rules
from potluck.games.cooking_rumble.rules import PLACES, SEATS, SYMBOLS, State
from potluck.games.cooking_rumble.tiles import KINDS, TILES
from potluck.play.chance import Chance
from potluck.play.errors import OptionsInvalid
from potluck.play.game import About, Levels, Section, View
from potluck.play.moves import Kind, Move, Moves
from potluck.play.notes import Events, Note
from potluck.play.phrase import Arg, Event, Phrase, Vocabulary
from potluck.play.seats import Seat

ID: Final = "cooking_rumble"
_PLACE_NAMES: Final = ("a", "b", "c")
_SEAT_NAMES: Final = ("1", "2", "3")
_TOKENS: Final = 2  # CR-2

Step = Literal["turn", "guess", "pan", "judge", "over"]
_STEPS: Final[tuple[Step, ...]] = ("turn", "guess", "pan", "judge", "over")

MOVES: Final = Moves(
    ID,
    [
        Kind("wild", ("kind", KINDS), ("place", _PLACE_NAMES)),
        Kind("card", ("kind", KINDS)),
        Kind("guess", ("kind", KINDS)),
        Kind("pan", ("place", _PLACE_NAMES)),
        Kind(
            "move",
            ("seat", _SEAT_NAMES),
            ("place", _PLACE_NAMES),
            ("to", _PLACE_NAMES),
            leave_out=[(seat, place, place) for seat in range(SEATS) for place in range(PLACES)],
        ),
    ],
)

# In the order of the NOTE_ numbers of rules.py. A note of "over" carries the winners, one or more.
EVENTS: Final = Events(
    ID,
    [
        ("wild", ("seat", "kind", "place")),
        ("card", ("seat",)),
        ("guess", ("judge", "kind")),
        ("right", ("judge", "seat", "kind")),
        ("wrong", ("judge", "seat", "kind")),
        ("illegal", ("seat", "kind")),
        ("pan", ("seat", "place", "tile")),
        ("move", ("judge", "seat", "place", "to")),
        ("take", ("seat", "tile", "points")),
        ("open", ("tile", "place")),
        ("empty", ("place",)),
        ("tokens", ()),
        ("standee", ("seat",)),
        ("turn", ("seat",)),
        ("over", ("*winners",)),
    ],
)


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table agrees on before it starts."""

    expert: bool = False  # CR-18, CR-19
    allow_illegal_cards: bool = False  # CR-12


class Wild(Struct, frozen=True):
    """A wild token on a row; of two on one symbol the later in the list lies on top."""

    at: int  # symbol, 0 to 2
    token: int  # 0 purple/yellow, 1 red/green
    shows: int  # kind


class Row(Struct, frozen=True):
    """One seat's border of an open tile."""

    need: list[int]  # kinds printed, left to right
    pans: int
    wilds: list[Wild]
    next: int | None  # kind asked now, wild token first; None when complete


class Tile(Struct, frozen=True):
    """An open recipe tile."""

    id: int
    points: int
    rows: list[Row]  # by seat


class Taken(Struct, frozen=True):
    """A recipe tile somebody has completed."""

    id: int
    points: int


class CookingRumbleView(View, frozen=True, kw_only=True):
    """Exactly what one viewer may know."""

    step: Step
    active: int
    judge: int
    tiles: list[Tile | None]  # places a, b, c
    deck: int
    taken: list[list[Taken]]
    tokens: list[list[bool]]  # by seat: whether token 0, token 1 is in hand
    card_down: bool
    card: int | None  # the face-down card, for the active player only
    guess: int | None  # last named; kept, as the next two are, until the next card goes down
    shown: int | None
    right: bool | None
    pans_left: int
    expert: bool
    illegal_cards: bool
    must_place: bool  # CR-19: the next right guess must place a pan


class Hints(Struct, frozen=True):
    """Where things would go."""

    cards: list[list[int]]  # by kind: places where the viewer's next symbol matches
    place: list[int]  # places where the pan the viewer owes may go


class CookingRumble:
    """The game object; see potluck.play.game.Game."""

    about: Final = About(ID, [2, 3], (5, 10), ["bluffing"])
    rules: Final = 1
    options: Final = Options
    views: Final = CookingRumbleView
    hinted: Final = Hints
    moves: Final = MOVES
    vocabulary: Vocabulary = {  # noqa: RUF012 - read only
        "seat": "seat",
        "judge": "seat",
        "winners": "seat",
        "kind": f"{ID}.kind",
        "kinds": f"{ID}.kind",
        "shown": f"{ID}.kind",
        "place": f"{ID}.place",
        "places": f"{ID}.place",
        "to": f"{ID}.place",
        "tile": f"{ID}.tile",
        "tiles": f"{ID}.tile",
        "token": f"{ID}.token",
        "points": "number",
        "n": "number",
    }

    @property
    def levels(self) -> Levels:
        """Easy and medium."""
        from potluck.games.cooking_rumble.bots import LEVELS  # bots know views; loaded when wanted

        return LEVELS

    def new(self, seats: int, options: Options, chance: Chance) -> State:
        """CR-6; raises OptionsInvalid for another number of players than two or three."""
        if seats not in self.about.seats:
            raise OptionsInvalid(f"Cooking Rumble is for 2 or 3, not {seats}")
        return rules.set_up(seats, options.expert, options.allow_illegal_cards, chance)

    def dump(self, state: State) -> str:
        """See notation.py."""
        return notation.write(state)

    def load(self, text: str) -> State:
        """See notation.py; raises PositionDamaged."""
        return notation.read(text)

    def view(self, state: State, viewer: Seat | None) -> CookingRumbleView:
        """What this viewer may know: all but another's face-down card."""
        seats = range(state.seats)
        said = state.guess >= 0
        waiting = state.deciders()
        return CookingRumbleView(
            seat=viewer,
            seats=state.seats,
            waiting=[seat for seat in seats if waiting >> seat & 1],
            scores=[state.score(seat) for seat in seats],
            places=state.result(),
            step=_STEPS[state.step],
            active=state.active,
            judge=state.judge,
            tiles=[_tile(state, place) for place in range(PLACES)],
            deck=state.deck.bit_count(),
            taken=[_taken(mask) for mask in state.taken],
            tokens=[[bool(hand >> token & 1) for token in range(_TOKENS)] for hand in state.hands],
            card_down=state.card >= 0,
            card=state.card if state.card >= 0 and viewer == state.active else None,
            guess=state.guess if said else None,
            shown=state.shown if said else None,
            right=state.right if said else None,
            pans_left=rules.PANS - sum(state.pans),
            expert=state.expert,
            illegal_cards=state.illegal_cards,
            must_place=state.must_place,
        )

    def event(self, note: Note, viewer: Seat | None) -> Event | None:
        """Every note is public and says the same to everybody."""
        return EVENTS.read(note, viewer)

    def prompt(self, view: CookingRumbleView) -> Phrase:
        """What the table waits for, in the second person to whoever has to act."""
        if view.step == "over":
            return _phrase("prompt.over", winners=_winners(view))
        who = view.waiting[0]
        if view.seat != who:
            return _phrase(f"prompt.{view.step}.other", seat=who, judge=view.judge)
        name = view.step
        if name == "turn":
            return _phrase("prompt.turn.you.wild" if any(view.tokens[who]) else "prompt.turn.you")
        if name == "guess":
            return _phrase("prompt.guess.you", seat=view.active)
        if name == "pan":
            return _phrase("prompt.pan.you", kind=_known(view.shown))
        return _phrase("prompt.judge.you.move" if _may_move(view) else "prompt.judge.you")

    def refuse(self, view: CookingRumbleView, move: Move) -> Phrase | None:
        """The first reason that forbids this move to the viewer, or None."""
        kind, values = MOVES.fields(move)
        return _refuse_step(view, kind) or _REFUSALS[kind](view, values)

    def hints(self, view: CookingRumbleView) -> Hints:
        """Where each of the viewer's cards would match, and where the pan owed may go."""
        if view.seat is None or view.step == "over":
            return Hints(cards=[[] for _ in KINDS], place=[])
        places: list[int] = []
        if view.seat in view.waiting:
            if view.step == "pan":
                places = _matching(view, view.seat, _known(view.shown))
            elif view.step == "judge":
                places = [place for place, tile in enumerate(view.tiles) if tile is not None]
        return Hints(cards=[_matching(view, view.seat, kind) for kind in range(len(KINDS))], place=places)

    def describe(self, view: CookingRumbleView) -> list[Section]:
        """The table, the players and the turn, in words."""
        from potluck.games.cooking_rumble.describe import describe

        return describe(view)

    def redealer(self, view: CookingRumbleView) -> Callable[[Chance], State]:
        """Deals that agree with the view: any card the active player may have put down."""
        base = _rebuild(view)
        unseen = [tile for tile in range(len(TILES)) if notation.unseen(base) >> tile & 1]
        cards = [view.card] if view.card is not None else []
        if view.card_down and not cards:
            cards = [
                kind
                for kind in range(len(KINDS))
                if view.illegal_cards or base.matching(view.active, kind)  # CR-8, CR-12
            ]

        def deal(chance: Chance) -> State:
            state = base.clone()
            left = list(unseen)
            for _ in range(len(unseen) - view.deck):  # tiles in the box; none in a real game
                left.pop(chance.below(len(left)))
            state.deck = sum(1 << tile for tile in left)
            if cards:
                state.card = cards[chance.below(len(cards)) if len(cards) > 1 else 0]
            return state

        return deal

    def pieces(self, state: State) -> Mapping[str, int]:
        """CR-2 to CR-5. Cards are not counted: a hand is always all four (CR-1)."""
        on_table = sum(state.pans)
        tiles = sum(tile >= 0 for tile in state.tiles) + state.deck.bit_count()
        return {
            "tokens": len(state.laid) + sum(hand.bit_count() for hand in state.hands),
            "tiles": tiles + sum(mask.bit_count() for mask in state.taken),
            "pans": on_table + max(0, rules.PANS - on_table),
            "standee": sum(seat == state.judge != state.active for seat in range(state.seats)),
        }

    def longest(self, seats: int, options: Options) -> int:
        """A bound on the moves of a game.

        Before the last tile is taken nobody has six points, so the tiles taken before it sum to at
        most 5 a seat; there are most of them when the cheapest go first. A turn adds a pan to the
        table, except that in expert mode a pan may be moved instead, never twice without a pan placed
        by a judge between. A taken tile carries away at most 3 pans of its owner and 2 of each other
        seat, and at the end at most 2 of each seat lie on the two other tiles. A turn has three
        moves (card, guess, pan), and between two tiles each token is laid at most once.
        """
        tiles, left = 1, seats * (rules.TO_WIN - 1)
        for points in sorted(rules.POINTS)[:-1]:
            if points > left:
                break
            left -= points
            tiles += 1
        pans = tiles * (SYMBOLS + 2 * (seats - 1)) + 2 * seats * (PLACES - 1)
        turns = 2 * pans + 1 if options.expert else pans
        return 3 * turns + (0 if options.expert else _TOKENS * seats * tiles)


def _phrase(name: str, **args: Arg) -> Phrase:
    return Phrase(f"{ID}.{name}", dict(args))


def _known(kind: int | None) -> int:
    """A kind that the step guarantees to be there."""
    assert kind is not None
    return kind


def _winners(view: CookingRumbleView) -> list[int]:
    return [seat for seat, place in enumerate(view.places or []) if place == 1]


def _tile(state: State, place: int) -> Tile | None:
    tile = state.tiles[place]
    if tile < 0:
        return None
    return Tile(tile, rules.POINTS[tile], [_row(state, place, tile, seat) for seat in range(state.seats)])


def _row(state: State, place: int, tile: int, seat: int) -> Row:
    border = place * SEATS + seat
    first = (tile * SEATS + seat) * SYMBOLS
    wilds = [
        Wild(token // 4 % SYMBOLS, token & 1, token & 3)
        for token in sorted(state.laid, key=lambda token: token >> 2)
        if token // 4 // SYMBOLS == border
    ]
    asked = state.asks[border]
    return Row(
        need=rules.NEEDS[first : first + SYMBOLS],
        pans=state.pans[border],
        wilds=wilds,
        next=asked if asked >= 0 else None,
    )


def _taken(mask: int) -> list[Taken]:
    return [Taken(tile, rules.POINTS[tile]) for tile in range(len(TILES)) if mask >> tile & 1]


def _matching(view: CookingRumbleView, seat: Seat, kind: int) -> list[int]:
    return [place for place, tile in enumerate(view.tiles) if tile and tile.rows[seat].next == kind]


def _may_move(view: CookingRumbleView) -> bool:
    """CR-19: whether a judge who guessed right has a pan to move."""
    if not view.expert or view.must_place or sum(tile is not None for tile in view.tiles) < 2:
        return False
    return any(
        row.pans > 0 and seat != view.judge
        for tile in view.tiles
        if tile is not None
        for seat, row in enumerate(tile.rows)
    )


# What a step accepts, and from whom.
_STEP_OF_MOVE: Final[Mapping[str, tuple[Step, ...]]] = {
    "wild": ("turn",),
    "card": ("turn",),
    "guess": ("guess",),
    "pan": ("pan", "judge"),
    "move": ("judge",),
}


def _refuse_step(view: CookingRumbleView, kind: str) -> Phrase | None:
    if view.step == "over":
        return _phrase("refuse.over")
    if view.seat is None:
        return _phrase("refuse.watching")
    if view.seat not in view.waiting:
        return _phrase("refuse.wait", seat=view.waiting[0])
    if view.step not in _STEP_OF_MOVE[kind]:
        return _phrase(f"refuse.step.{view.step}")
    return None


def _me(view: CookingRumbleView) -> Seat:
    assert view.seat is not None
    return view.seat


def _refuse_wild(view: CookingRumbleView, values: tuple[int, ...]) -> Phrase | None:
    kind, place = values
    if view.expert:
        return _phrase("refuse.wild.expert")  # CR-18
    if not view.tokens[_me(view)][kind & 1]:
        return _phrase("refuse.wild.laid", token=kind & 1)  # CR-7
    return _refuse_place(view, place)


def _refuse_card(view: CookingRumbleView, values: tuple[int, ...]) -> Phrase | None:
    if view.illegal_cards or _matching(view, _me(view), values[0]):
        return None
    return _phrase("refuse.card", kind=values[0])  # CR-8


def _refuse_guess(view: CookingRumbleView, values: tuple[int, ...]) -> Phrase | None:
    return None  # CR-9: any of the four


def _refuse_pan(view: CookingRumbleView, values: tuple[int, ...]) -> Phrase | None:
    empty = _refuse_place(view, values[0])
    if empty or view.step == "judge":  # CR-11: any tile
        return empty
    shown = _known(view.shown)
    if values[0] not in _matching(view, _me(view), shown):
        return _phrase("refuse.pan", place=values[0], kind=shown)  # CR-10
    return None


def _refuse_move(view: CookingRumbleView, values: tuple[int, ...]) -> Phrase | None:
    seat, place, to = values
    if not view.expert:
        return _phrase("refuse.move.expert")
    if view.must_place:
        return _phrase("refuse.move.twice")
    if seat >= view.seats:
        return _phrase("refuse.move.seat")
    if seat == view.judge:
        return _phrase("refuse.move.own")
    start = view.tiles[place]
    if start is None or start.rows[seat].pans == 0:
        return _phrase("refuse.move.none", seat=seat, place=place)
    return _refuse_place(view, to)


def _refuse_place(view: CookingRumbleView, place: int) -> Phrase | None:
    return None if view.tiles[place] else _phrase("refuse.place", place=place)  # CR-17


_REFUSALS: Final[Mapping[str, Callable[[CookingRumbleView, tuple[int, ...]], Phrase | None]]] = {
    "wild": _refuse_wild,
    "card": _refuse_card,
    "guess": _refuse_guess,
    "pan": _refuse_pan,
    "move": _refuse_move,
}


def _rebuild(view: CookingRumbleView) -> State:
    """The state of a view, all but the face-down card and the deck."""
    state = rules.blank(view.seats, view.expert, view.illegal_cards)
    state.step = _STEPS.index(view.step)
    state.active = view.active
    state.judge = view.judge
    state.taken = [sum(1 << tile.id for tile in taken) for taken in view.taken]
    state.hands = [sum(held << token for token, held in enumerate(tokens)) for tokens in view.tokens]
    for place, tile in enumerate(view.tiles):
        if tile is None:
            continue
        state.tiles[place] = tile.id
        for seat, row in enumerate(tile.rows):
            border = place * SEATS + seat
            state.pans[border] = row.pans
            state.laid += [(border * SYMBOLS + wild.at) * 4 + wild.shows for wild in row.wilds]
            state.asks[border] = -1 if row.next is None else row.next
    state.guess = -1 if view.guess is None else view.guess
    state.shown = -1 if view.shown is None else view.shown
    state.right = bool(view.right)
    state.must_place = view.must_place
    return state
