"""Cooking Rumble as its viewers may know it: the game object, made of views, prompts and redeals.

The only secret is the card lying face down between CR-8 and CR-10, known to the active player alone.
The order of the deck is nobody's secret: it does not exist before a tile is drawn.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import Struct

from potluck.games.cooking_rumble import notation, rules
from potluck.games.cooking_rumble.describe import describe
from potluck.games.cooking_rumble.refusals import refuse
from potluck.games.cooking_rumble.rules import PLACES, SEATS, SYMBOLS, State
from potluck.games.cooking_rumble.shapes import (
    EVENTS,
    ID,
    MOVES,
    STEPS,
    CookingRumbleView,
    Hints,
    Options,
    Row,
    Taken,
    Tile,
    Wild,
    known,
    matching,
    phrase,
)
from potluck.games.cooking_rumble.tiles import KINDS, TILES
from potluck.play.chance import Chance
from potluck.play.errors import OptionsInvalid
from potluck.play.game import About, Levels, Section, View
from potluck.play.moves import Move, MoveTable
from potluck.play.notes import Note
from potluck.play.phrase import Event, Phrase, Vocabulary
from potluck.play.seats import Seat

_TOKENS: Final = 2  # CR-2


class CookingRumble:
    """The game object; see potluck.play.game.Game."""

    about = About(ID, [2, 3], (5, 10), ["bluffing"], free=["wild"])
    package = __package__ or ""
    rules = 1
    deck = "house-1"
    options: type[Struct] = Options
    views: type[View] = CookingRumbleView
    hinted: type[Struct] = Hints
    moves: MoveTable = MOVES
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
        "at": "number",
        "to_at": "number",
        "points": "number",
        "n": "number",
    }

    def __init__(self, levels: Levels | None = None) -> None:
        """`levels` are the bots that can be given a seat."""
        self.levels: Levels = levels or {}

    def new(self, seats: int, options: Options, chance: Chance) -> State:
        """CR-6; raises OptionsInvalid for another number of players than two or three."""
        if seats not in self.about.seats:
            raise OptionsInvalid(f"Cooking Rumble is for 2 or 3, not {seats}")
        return rules.set_up(seats, options.expert, options.allow_illegal_cards, chance)

    def opening(self, state: State) -> tuple[Note, ...]:
        """Views show all there is to see."""
        return ()

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
            step=STEPS[state.step],
            active=state.active,
            judge=state.judge,
            tiles=[_tile(state, place) for place in range(PLACES)],
            deck=state.deck.bit_count(),
            taken=[_taken(mask) for mask in state.taken],
            tokens=[[bool(hand >> token & 1) for token in range(_TOKENS)] for hand in state.hands],
            card_down=state.card >= 0,
            card=state.card if state.card >= 0 and viewer == state.active else None,
            card_of=_card_of(state),
            guess=state.guess if said else None,
            shown=state.shown if said else None,
            right=state.right if said else None,
            pans_left=rules.PANS - sum(state.pans),
            expert=state.expert,
            illegal_cards=state.illegal_cards,
            must_place=state.must_place,
        )

    def event(self, note: Note, viewer: Seat | None, options: Any) -> Event | None:
        """Every note is public and says the same to everybody."""
        return EVENTS.read(note, viewer, options)

    def forgets(self, options: Any) -> bool:
        """Nothing is told once."""
        return EVENTS.forgets(options)

    def same(self, view: Any, move: Move) -> Move:
        """No choice has two spellings."""
        return move

    def prompt(self, view: CookingRumbleView) -> Phrase:
        """What the table waits for, in the second person to whoever has to act."""
        if view.step == "over":
            return phrase("prompt.over", winners=_winners(view))
        who = view.waiting[0]
        if view.seat != who:
            return phrase(f"prompt.{view.step}.other", seat=who, judge=view.judge)
        name = view.step
        if name == "turn":
            return phrase("prompt.turn.you.wild" if any(view.tokens[who]) else "prompt.turn.you")
        if name == "guess":
            return phrase("prompt.guess.you", seat=view.active)
        if name == "pan":
            return phrase("prompt.pan.you", judge=view.judge, kind=known(view.shown))
        return phrase("prompt.judge.you.move" if _may_move(view) else "prompt.judge.you")

    def refuse(self, view: CookingRumbleView, move: Move) -> Phrase | None:
        """See refusals.py."""
        return refuse(view, move)

    def hints(self, view: CookingRumbleView) -> Hints:
        """Where each of the viewer's cards would match, and where the pan owed may go."""
        if view.seat is None or view.step == "over":
            return Hints(cards=[[] for _ in KINDS], place=[])
        places: list[int] = []
        if view.seat in view.waiting:
            if view.step == "pan":
                places = matching(view, view.seat, known(view.shown))
            elif view.step == "judge":
                places = [place for place, tile in enumerate(view.tiles) if tile is not None]
        return Hints(cards=[matching(view, view.seat, kind) for kind in range(len(KINDS))], place=places)

    def describe(self, view: CookingRumbleView) -> list[Section]:
        """The table, the players and the turn, in words."""
        return describe(view)

    def redealer(self, view: CookingRumbleView, memory: Any = None) -> Callable[[Chance], State]:
        """See the function of this name."""
        return redealer(view)

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


def _card_of(state: State) -> int | None:
    """Who put down the card that lies there, or has been shown since the last one went down."""
    if state.card < 0 and state.guess < 0:
        return None
    if state.step == rules.TURN:  # shown in the turn before, by the player to the right (CR-16)
        return (state.active + state.seats - 1) % state.seats
    return state.active


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
    asked = state.asks[border]
    return Row(
        need=rules.NEEDS[first : first + SYMBOLS],
        pans=state.pans[border],
        wilds=_wilds(state, border) if state.laid else [],
        next=asked if asked >= 0 else None,
    )


def _wilds(state: State, border: int) -> list[Wild]:
    """The tokens on a border from left to right, from bottom to top."""
    return [
        Wild(token // 4 % SYMBOLS, token & 1, token & 3)
        for token in sorted(state.laid, key=lambda token: token >> 2)
        if token // 4 // SYMBOLS == border
    ]


def _taken(mask: int) -> list[Taken]:
    return [taken for tile, taken in enumerate(_TAKEN) if mask >> tile & 1] if mask else []


_TAKEN: Final = [Taken(tile, points) for tile, points in enumerate(rules.POINTS)]


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


def redealer(view: CookingRumbleView) -> Callable[[Chance], State]:
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


def _rebuild(view: CookingRumbleView) -> State:
    """The state of a view, all but the face-down card and the deck."""
    state = rules.blank(view.seats, view.expert, view.illegal_cards)
    state.step = STEPS.index(view.step)
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
