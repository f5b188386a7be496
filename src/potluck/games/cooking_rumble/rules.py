"""Cooking Rumble, the rules CR-1 to CR-19 in the order of a turn: wild tokens, card, guess, reveal, pan.

Lean on purpose: ints, short lists and tables, so that mypyc takes this file as it is. A border (one
seat's side of one open tile) is numbered place * 3 + seat. What may be known of a state by whom is
the business of view.py; the notes taken here are all public.
"""

from typing import Final

from potluck.games.cooking_rumble.material import ALL_TILES, BOTH_TOKENS, KINDS, NEEDS, POINTS, SYMBOLS
from potluck.games.cooking_rumble.table import (
    CARD,
    EVENT_CARD,
    EVENT_EMPTY,
    EVENT_GUESS,
    EVENT_ILLEGAL,
    EVENT_MOVE,
    EVENT_OPEN,
    EVENT_OVER,
    EVENT_PAN,
    EVENT_RIGHT,
    EVENT_STANDEE,
    EVENT_TAKE,
    EVENT_TOKENS,
    EVENT_TURN,
    EVENT_WILD,
    EVENT_WRONG,
    GUESS,
    MOVE,
    PAN,
    PLACES,
    SEATS,
    STEP_GUESS,
    STEP_JUDGE,
    STEP_OVER,
    STEP_PAN,
    STEP_TURN,
    WAYS,
    WILD,
)
from potluck.play.bag import draw_bit
from potluck.play.chance import Chance
from potluck.play.learned import EVERYBODY, NOBODY, OTHERS
from potluck.play.notes import Note
from potluck.play.seats import EVERYONE

TO_WIN: Final = 6  # CR-13

# Ready-made legal lists, by bit masks of places, kinds and (places * 4 +) tokens in hand.
_PAN_MOVES: Final = [[PAN + place for place in range(PLACES) if places >> place & 1] for places in range(8)]
_CARD_MOVES: Final = [[CARD + kind for kind in range(len(KINDS)) if kinds >> kind & 1] for kinds in range(16)]
_WILD_MOVES: Final = [
    [
        WILD + kind * PLACES + place
        for kind in range(len(KINDS))
        for place in range(PLACES)
        if tokens >> (kind & 1) & 1 and places >> place & 1
    ]
    for places in range(8)
    for tokens in range(4)
]
_GUESS_MOVES: Final = [GUESS + kind for kind in range(len(KINDS))]


class State:
    """A position of Cooking Rumble. Mutable; see potluck.play.game.State for what is promised."""

    __slots__ = (
        "active",
        "asks",
        "card",
        "deck",
        "expert",
        "guess",
        "hands",
        "illegal_cards",
        "judge",
        "laid",
        "must_place",
        "pans",
        "right",
        "seats",
        "shown",
        "step",
        "taken",
        "tiles",
    )

    def __init__(
        self,
        seats: int,
        expert: bool,
        illegal_cards: bool,
        tiles: list[int],
        pans: list[int],
        asks: list[int],
        laid: list[int],
        hands: list[int],
        taken: list[int],
    ) -> None:
        """Take over the lists as they are; everything else starts as before the first card."""
        self.seats: int = seats
        self.expert: bool = expert
        self.illegal_cards: bool = illegal_cards
        self.tiles: list[int] = tiles  # open tile by place, -1: none
        self.pans: list[int] = pans  # by border: pans on the row, 0 to 2
        self.asks: list[int] = asks  # by border: the kind of the next symbol, wild first; -1: no tile
        self.laid: list[int] = laid  # wild tokens on the table, oldest first; see `_lay_token`
        self.hands: list[int] = hands  # by seat: bits of the wild tokens in hand
        self.taken: list[int] = taken  # by seat: bits of the tiles taken
        self.deck: int = 0  # bits of the tiles face down; their order is not decided before it is asked
        self.active: int = 0
        self.judge: int = 0
        self.step: int = STEP_TURN
        self.card: int = -1  # the kind lying face down
        self.guess: int = -1  # the kind last named, until the next card goes down
        self.shown: int = -1  # the kind last revealed, until the next card goes down
        self.right: bool = False  # whether that counted as a right guess
        self.must_place: bool = False  # CR-19: the last right guess was used to move

    def clone(self) -> "State":
        """An equal state that shares nothing that can change."""
        other = State(
            self.seats,
            self.expert,
            self.illegal_cards,
            self.tiles[:],
            self.pans[:],
            self.asks[:],
            self.laid[:],
            self.hands[:],
            self.taken[:],
        )
        other.deck = self.deck
        other.active = self.active
        other.judge = self.judge
        other.step = self.step
        other.card = self.card
        other.guess = self.guess
        other.shown = self.shown
        other.right = self.right
        other.must_place = self.must_place
        return other

    def deciders(self) -> int:
        """The seat that owes a choice, as a mask: active player or judge; 0 when the game is over."""
        step = self.step
        if step == STEP_OVER:
            return 0
        return 1 << (self.judge if step == STEP_GUESS or step == STEP_JUDGE else self.active)  # noqa: SIM109

    def bystanders(self) -> int:
        """Nobody: Cooking Rumble has no free moves out of turn."""
        return 0

    def legal(self, seat: int) -> list[int]:
        """The moves this seat may make now, ascending."""
        step = self.step
        if step == STEP_TURN:
            if seat != self.active:
                return []
            kinds = 15 if self.illegal_cards else self.wanted(seat)  # CR-12, CR-8
            tokens = self.hands[seat]
            if tokens == 0:  # CR-7, CR-18
                return _CARD_MOVES[kinds][:]
            return _WILD_MOVES[self.open_places() * 4 + tokens] + _CARD_MOVES[kinds]
        if step == STEP_GUESS:
            return _GUESS_MOVES[:] if seat == self.judge else []  # CR-9
        if step == STEP_PAN:
            return _PAN_MOVES[self.matching(seat, self.shown)][:] if seat == self.active else []  # CR-10
        if step == STEP_JUDGE and seat == self.judge:
            return self._judge_moves()
        return []

    def open_places(self) -> int:
        """The places with an open tile, as a mask."""
        tiles = self.tiles
        return (tiles[0] >= 0) | (tiles[1] >= 0) << 1 | (tiles[2] >= 0) << 2

    def unseen(self) -> int:
        """The tiles neither open nor taken, as a mask."""
        seen = 0
        for taken in self.taken:
            seen |= taken
        for tile in self.tiles:
            if tile >= 0:
                seen |= 1 << tile
        return ALL_TILES & ~seen

    def wanted(self, seat: int) -> int:
        """The kinds that a next symbol on this seat's borders asks for, as a mask (CR-8)."""
        kinds = 0
        for place in range(PLACES):
            kind = self.asks[place * SEATS + seat]
            if kind >= 0:
                kinds |= 1 << kind
        return kinds

    def matching(self, seat: int, kind: int) -> int:
        """The places whose next symbol on this seat's border asks for this kind, as a mask."""
        asks = self.asks
        places = 0
        for place in range(PLACES):
            if asks[place * SEATS + seat] == kind:
                places |= 1 << place
        return places

    def _judge_moves(self) -> list[int]:
        """CR-11: a pan on any own border; CR-19: or move the last pan of an opponent's row."""
        open_places = self.open_places()
        moves = _PAN_MOVES[open_places][:]
        if not self.expert or self.must_place:  # CR-19 [house]
            return moves
        for seat in range(self.seats):
            if seat == self.judge:
                continue
            for way in range(len(WAYS)):
                place, to = WAYS[way]
                if self.pans[place * SEATS + seat] > 0 and open_places >> to & 1:
                    moves.append(MOVE + seat * len(WAYS) + way)
        return moves

    def play(self, seat: int, move: int, chance: Chance, notes: list[Note] | None = None) -> int:
        """Make a legal move; what was learned (play/learned.py): the card by a guess, a tile that is drawn.

        After a reveal with a single possible answer that answer is given at once.
        """
        if move < CARD:
            self._lay_token(seat, (move - WILD) // PLACES, (move - WILD) % PLACES, notes)
            return NOBODY
        if move < GUESS:
            self._play_card(seat, move - CARD, notes)
            return OTHERS
        learned = OTHERS
        if move < PAN:
            learned = EVERYBODY
            self._name(move - GUESS, notes)
            moves = self.legal(self.judge if self.step == STEP_JUDGE else self.active)
            if len(moves) > 1:
                return learned
            move = moves[0]
        if self.step == STEP_JUDGE:
            self.must_place = move >= MOVE  # CR-19 [house]
        if move < MOVE:
            place = move - PAN
            owner = self.judge if self.step == STEP_JUDGE else self.active
            self._place_pan(owner, place, notes)
        else:
            owner = (move - MOVE) // len(WAYS)
            start, place = WAYS[(move - MOVE) % len(WAYS)]
            self._move_pan(owner, start, place, notes)
        if self._clean_up(owner, place, chance, notes):
            learned = EVERYBODY
        if self.step != STEP_OVER:
            self._next_turn(notes)
        return learned

    def _lay_token(self, seat: int, kind: int, place: int, notes: list[Note] | None) -> None:
        """CR-7: onto the leftmost symbol without a pan, over another token if one lies there.

        A laid token is (border * 3 + symbol) * 4 + kind.
        """
        border = place * SEATS + seat
        at = self.pans[border]
        self.laid.append((border * SYMBOLS + at) * 4 + kind)
        self.hands[seat] &= ~(1 << (kind & 1))  # CR-2: the kind tells the token
        self.asks[border] = kind
        if notes is not None:
            notes.append((EVENT_WILD, EVERYONE, (seat, place, at, kind & 1, kind)))

    def _play_card(self, seat: int, kind: int, notes: list[Note] | None) -> None:
        """CR-8: face down; only that a card lies there is known."""
        self.card = kind
        self.guess = -1
        self.shown = -1
        self.right = False
        self.step = STEP_GUESS
        if notes is not None:
            notes.append((EVENT_CARD, EVERYONE, (seat,)))

    def _name(self, kind: int, notes: list[Note] | None) -> None:
        """CR-9 and CR-10: the judge names a kind, the card is shown and goes back to hand (CR-15)."""
        self.guess = kind
        self.shown = self.card
        self.card = -1
        named = kind == self.shown  # CR-11
        fits = self.matching(self.active, self.shown) != 0  # CR-12
        self.right = named or not fits
        self.step = STEP_JUDGE if self.right else STEP_PAN
        if notes is not None:
            verdict = EVENT_RIGHT if named else EVENT_WRONG if fits else EVENT_ILLEGAL
            notes.append((EVENT_GUESS, EVERYONE, (self.judge, self.active, kind)))
            notes.append((verdict, EVERYONE, (self.active, self.judge, self.shown)))

    def _place_pan(self, seat: int, place: int, notes: list[Note] | None) -> None:
        """CR-10, CR-11: one pan from the supply on the next symbol."""
        border = place * SEATS + seat
        at = self.pans[border]
        self.pans[border] = at + 1
        if notes is not None:
            notes.append((EVENT_PAN, EVERYONE, (seat, place, self.tiles[place], at)))

    def _move_pan(self, seat: int, place: int, to: int, notes: list[Note] | None) -> None:
        """CR-19: the last pan of a row to the next free symbol of another tile, same player's border."""
        at = self.pans[place * SEATS + seat] - 1
        self.pans[place * SEATS + seat] = at
        self.look_up(place, seat)
        to_at = self.pans[to * SEATS + seat]
        self.pans[to * SEATS + seat] = to_at + 1
        if notes is not None:
            notes.append((EVENT_MOVE, EVERYONE, (self.judge, seat, place, at, to, to_at)))

    def look_up(self, place: int, seat: int) -> None:
        """Find what this border asks for next: the top wild token on that symbol, else the symbol."""
        border = place * SEATS + seat
        tile = self.tiles[place]
        if tile < 0:
            self.asks[border] = -1
            return
        at = self.pans[border]
        kind = NEEDS[(tile * SEATS + seat) * SYMBOLS + at]
        spot = border * SYMBOLS + at
        for token in self.laid:
            if token >> 2 == spot:  # CR-7: the later one lies on top
                kind = token & 3
        self.asks[border] = kind

    def _clean_up(self, seat: int, place: int, chance: Chance, notes: list[Note] | None) -> bool:
        """Step 4 of a turn: has the pan just put there completed the tile (CR-13)? Whether luck was asked."""
        if self.pans[place * SEATS + seat] < SYMBOLS:
            self.look_up(place, seat)
            return False
        tile = self.tiles[place]
        self.taken[seat] |= 1 << tile
        if notes is not None:
            notes.append((EVENT_TAKE, EVERYONE, (seat, place, tile, POINTS[tile])))
        self.tiles[place] = -1
        for each in range(self.seats):
            self.pans[place * SEATS + each] = 0  # CR-13: everybody's pans on it
        self._return_tokens(notes)
        won = self.score(seat) >= TO_WIN
        drawn = not won and self._open(place, chance, notes)
        for each in range(self.seats):
            for where in range(PLACES):
                self.look_up(where, each)
        if won or self.open_places() == 0:  # CR-13; CR-17 [house]
            self._end(notes)
        return drawn

    def _return_tokens(self, notes: list[Note] | None) -> None:
        """CR-14: all wild tokens to their owners, even from under pans."""
        if not self.laid:
            return
        self.laid = []
        for seat in range(self.seats):
            self.hands[seat] = BOTH_TOKENS
        if notes is not None:
            notes.append((EVENT_TOKENS, EVERYONE, ()))

    def _open(self, place: int, chance: Chance, notes: list[Note] | None) -> bool:
        """CR-13: the next tile of the deck; CR-17: if there is none the place stays empty, and this False."""
        if self.deck == 0:
            if notes is not None:
                notes.append((EVENT_EMPTY, EVERYONE, (place,)))
            return False
        tile = draw_bit(self.deck, chance)
        self.deck &= ~(1 << tile)
        self.tiles[place] = tile
        if notes is not None:
            notes.append((EVENT_OPEN, EVERYONE, (place, tile)))
        return True

    def _end(self, notes: list[Note] | None) -> None:
        self.step = STEP_OVER
        if notes is not None:
            scores = [self.score(seat) for seat in range(self.seats)]
            best = max(scores)
            winners = tuple([seat for seat in range(self.seats) if scores[seat] == best])
            notes.append((EVENT_OVER, EVERYONE, winners))

    def _next_turn(self, notes: list[Note] | None) -> None:
        """CR-16: the player to the left; a judge whose turn it is passes the standee to the right."""
        self.step = STEP_TURN
        self.active = (self.active + 1) % self.seats
        if self.active == self.judge:
            self.judge = (self.judge + self.seats - 1) % self.seats
            if notes is not None:
                notes.append((EVENT_STANDEE, EVERYONE, (self.judge,)))
        if notes is not None:
            notes.append((EVENT_TURN, EVERYONE, (self.active,)))

    def score(self, seat: int) -> int:
        """The points of the tiles this seat has taken."""
        taken = self.taken[seat]
        points = 0
        tile = 0
        while taken != 0:
            if taken & 1:
                points += POINTS[tile]
            taken >>= 1
            tile += 1
        return points

    def result(self) -> list[int] | None:
        """Every seat's place by points, ties shared (CR-13, CR-17); None while the game goes on."""
        if self.step != STEP_OVER:
            return None
        scores = [self.score(seat) for seat in range(self.seats)]
        return [1 + sum([1 for other in scores if other > score]) for score in scores]


def blank(seats: int, expert: bool, illegal_cards: bool) -> State:
    """The bare table: all tiles in the deck, nobody's turn yet, wild tokens in hand (CR-2, CR-18)."""
    borders = PLACES * SEATS
    hands = [0 if expert else BOTH_TOKENS] * seats
    state = State(
        seats, expert, illegal_cards, [-1] * PLACES, [0] * borders, [-1] * borders, [], hands, [0] * seats
    )
    state.deck = ALL_TILES
    return state


def set_up(seats: int, expert: bool, illegal_cards: bool, chance: Chance) -> State:
    """CR-6: open three tiles; a random first player [house]; the judge is the player to the right."""
    state = blank(seats, expert, illegal_cards)
    for place in range(PLACES):
        state._open(place, chance, None)
        for seat in range(seats):
            state.look_up(place, seat)
    state.active = chance.below(seats)
    state.judge = (state.active + seats - 1) % seats
    return state
