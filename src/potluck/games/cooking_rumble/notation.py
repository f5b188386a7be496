"""Positions of Cooking Rumble as one line of text, and why a text is no position.

    2 turn 1/2 0:o..:... 5:s.o:oo. 9:...:... deck * taken 4/- said fruits proteins wrong

- seats, with `x` for expert mode and `i` for illegal cards allowed: "3xi";
- the step (turn, guess, pan, judge, over), then the active player / the judge, counted from 1;
- places a, b, c: the tile's number and a row for each seat, or "-". A row has three symbols, left to
  right: "o" carries a pan, "." does not; letters before it are wild tokens on it, bottom to top, by the
  kind they show (c f s p);
- `deck`: the tiles face down, "*" for all that are nowhere else, "-" for none;
- `taken`: the tiles each seat has taken;
- where it applies: `card <kind>` face down; `said <named> <shown> <right|wrong>`; `must-place` (CR-19).

Tiles named nowhere lie in the box: `new` never leaves any there, studies may. `write` gives equal
positions equal text.
"""

import re
from typing import Final

from potluck.games.cooking_rumble import rules
from potluck.games.cooking_rumble.rules import PLACES, SEATS, SYMBOLS, State
from potluck.games.cooking_rumble.tiles import KINDS, LETTERS, TILES
from potluck.play.errors import PositionDamaged

STEPS: Final = ("turn", "guess", "pan", "judge", "over")
_HEAD: Final = re.compile(r"([23])(x?)(i?)")
_WHO: Final = re.compile(r"([123])/([123])")
_SYMBOL: Final = re.compile(r"([cfsp]*)([o.])")
_VERDICTS: Final = ("wrong", "right")


def write(state: State) -> str:
    """The position as text."""
    words = [
        f"{state.seats}{'x' if state.expert else ''}{'i' if state.illegal_cards else ''}",
        STEPS[state.step],
        f"{state.active + 1}/{state.judge + 1}",
        *(_write_place(state, place) for place in range(PLACES)),
        "deck",
        "*" if state.deck == unseen(state) else _write_tiles(state.deck),
        "taken",
        "/".join(_write_tiles(taken) for taken in state.taken),
    ]
    if state.card >= 0:
        words += ["card", KINDS[state.card]]
    if state.guess >= 0:
        words += ["said", KINDS[state.guess], KINDS[state.shown], _VERDICTS[state.right]]
    if state.must_place:
        words.append("must-place")
    return " ".join(words)


def read(text: str) -> State:
    """The position of a text; raises PositionDamaged, whose text says what is impossible about it."""
    words = _Words(text)
    seats, expert, illegal = words.match(_HEAD, "a seat count")
    state = rules.blank(int(seats), bool(expert), bool(illegal))
    state.step = words.index(STEPS, "a step")
    active, judge = words.match(_WHO, "<active>/<judge>")
    state.active, state.judge = int(active) - 1, int(judge) - 1
    for place in range(PLACES):
        _read_place(state, place, words.next("a place"))
    words.expect("deck")
    deck = words.next("the deck")
    words.expect("taken")
    hands = words.next("the tiles taken").split("/")
    _require(len(hands) == state.seats, "tiles taken are listed for every seat")
    state.taken = [_read_tiles(hand) for hand in hands]
    state.deck = unseen(state) if deck == "*" else _read_tiles(deck)
    if words.skip("card"):
        state.card = words.index(KINDS, "a kind")
    if words.skip("said"):
        state.guess = words.index(KINDS, "a kind")
        state.shown = words.index(KINDS, "a kind")
        state.right = words.index(_VERDICTS, "right or wrong") == 1
    state.must_place = words.skip("must-place")
    words.end()
    _check(state)
    return state


class _Words:
    """The words of a text, read one by one."""

    def __init__(self, text: str) -> None:
        self._words = text.split()
        self._at = 0

    def next(self, what: str) -> str:
        _require(self._at < len(self._words), f"the text ends before {what}")
        self._at += 1
        return self._words[self._at - 1]

    def match(self, pattern: re.Pattern[str], what: str) -> tuple[str, ...]:
        word = self.next(what)
        found = pattern.fullmatch(word)
        if found is None:
            raise PositionDamaged(f"{word[:40]!r} is not {what}")
        return found.groups()

    def index(self, choices: tuple[str, ...], what: str) -> int:
        word = self.next(what)
        _require(word in choices, f"{word[:40]!r} is not {what}")
        return choices.index(word)

    def expect(self, word: str) -> None:
        found = self.next(repr(word))
        _require(found == word, f"{found[:40]!r} stands where {word!r} belongs")

    def skip(self, word: str) -> bool:
        if self._at < len(self._words) and self._words[self._at] == word:
            self._at += 1
            return True
        return False

    def end(self) -> None:
        _require(self._at == len(self._words), f"{' '.join(self._words[self._at :])[:40]!r} is left over")


def _require(holds: bool, why: str) -> None:
    if not holds:
        raise PositionDamaged(why)


def unseen(state: State) -> int:
    """The tiles neither open nor taken, as a mask."""
    seen = 0
    for mask in state.taken:
        seen |= mask
    for tile in state.tiles:
        if tile >= 0:
            seen |= 1 << tile
    return rules.ALL_TILES & ~seen


def _write_tiles(mask: int) -> str:
    return ",".join(str(tile) for tile in range(len(TILES)) if mask >> tile & 1) or "-"


def _read_tiles(text: str) -> int:
    mask = 0
    for word in [] if text == "-" else text.split(","):
        tile = _read_tile(word)
        _require(not mask >> tile & 1, f"tile {tile} is listed twice")
        mask |= 1 << tile
    return mask


def _read_tile(word: str) -> int:
    known = word.isascii() and word.isdigit() and len(word) <= 2 and int(word) < len(TILES)
    _require(known and str(int(word)) == word, f"{word[:40]!r} is no tile")
    return int(word)


def _write_place(state: State, place: int) -> str:
    tile = state.tiles[place]
    if tile < 0:
        return "-"
    rows = [str(tile)]
    for seat in range(state.seats):
        row = ""
        for at in range(SYMBOLS):
            spot = (place * SEATS + seat) * SYMBOLS + at
            row += "".join(LETTERS[token & 3] for token in state.laid if token >> 2 == spot)
            row += "o" if at < state.pans[place * SEATS + seat] else "."
        rows.append(row)
    return ":".join(rows)


def _read_place(state: State, place: int, word: str) -> None:
    if word == "-":
        return
    number, *rows = word.split(":")
    state.tiles[place] = _read_tile(number)
    _require(len(rows) == state.seats, f"place {'abc'[place]} needs a row for every seat")
    for seat, row in enumerate(rows):
        _read_row(state, place, seat, row)
        state._look_up(place, seat)


def _read_row(state: State, place: int, seat: int, row: str) -> None:
    where = f"the row of seat {seat + 1} at place {'abc'[place]}"
    border = place * SEATS + seat
    symbols = _SYMBOL.findall(row)
    _require("".join(letters + pan for letters, pan in symbols) == row, f"{where} is not readable")
    _require(len(symbols) == SYMBOLS, f"{where} must have three symbols")
    carried = [pan == "o" for _, pan in symbols]
    pans = sum(carried)
    _require(carried == sorted(carried, reverse=True), f"{where} has a gap: rows fill in order")
    _require(pans < SYMBOLS, f"{where} is complete: the tile would have been taken")
    state.pans[border] = pans
    for at, (letters, _) in enumerate(symbols):
        _require(not letters or at <= pans, f"{where} has a wild token past the next symbol")
        for letter in letters:
            kind = LETTERS.index(letter)
            token = 1 << (kind & 1)
            _require(bool(state.hands[seat] & token), f"{where} has a wild token that is not in hand")
            state.hands[seat] &= ~token
            state.laid.append((border * SYMBOLS + at) * 4 + kind)


def _check(state: State) -> None:
    """Refuse what no game can come to."""
    _require(state.active < state.seats and state.judge < state.seats, "no such seat")
    _require(state.active != state.judge, "the active player does not hold the judge standee")
    open_tiles = [tile for tile in state.tiles if tile >= 0]
    taken = sum(mask.bit_count() for mask in state.taken)
    together = state.deck
    for mask in [*state.taken, *(1 << tile for tile in open_tiles)]:
        together |= mask
    listed = len(open_tiles) + state.deck.bit_count() + taken
    _require(listed == together.bit_count(), "a tile is in two places")
    _require(state.expert or not state.must_place, "must-place belongs to expert mode")
    _check_scores(state)
    over = state.step == rules.OVER
    gaps = PLACES - len(open_tiles)
    _require(gaps == 0 or state.deck == 0 or (over and gaps == 1), "a place is empty but the deck is not")
    _check_said(state)


def _check_scores(state: State) -> None:
    scores = [state.score(seat) for seat in range(state.seats)]
    winners = [seat for seat, score in enumerate(scores) if score >= rules.TO_WIN]
    none_left = not any(tile >= 0 for tile in state.tiles)
    if state.step != rules.OVER:
        _require(not winners, "somebody has won, so the game is over")
        _require(not none_left, "no tile is left, so the game is over")
        return
    _require(bool(winners) or none_left, "nobody has won and tiles are left, so the game is not over")
    _require(len(winners) < 2, "two players cannot both have won")
    _require(not (winners and all(tile >= 0 for tile in state.tiles)), "the last tile taken leaves a gap")
    for seat in winners:
        last = max(rules.POINTS[tile] for tile in range(len(TILES)) if state.taken[seat] >> tile & 1)
        _require(scores[seat] - last < rules.TO_WIN, "the winner had won before the last tile")
    _require(not state.laid, "when a tile is taken all wild tokens go back")


def _check_said(state: State) -> None:
    """The card and the last guess against the step and the borders."""
    step = state.step
    _require((state.card >= 0) == (step == rules.GUESSING), "a card lies face down while the judge guesses")
    if step == rules.GUESSING:
        _require(state.guess < 0, "the last guess is gone once a card is down")
        fits = bool(state.matching(state.active, state.card))
        _require(fits or state.illegal_cards, "the card matches no next symbol (CR-8)")
    if step in (rules.PLACING, rules.JUDGING):
        _require(state.guess >= 0, "the card has been shown: say what was named and shown")
        _require(state.right == (step == rules.JUDGING), "right guesses are the judge's, wrong ones are not")
        fits = bool(state.matching(state.active, state.shown))
        _require(fits or state.illegal_cards, "the card shown matches no next symbol (CR-8)")
        _require(state.right == (state.guess == state.shown or not fits), "the verdict does not fit")
        mover = state.judge if step == rules.JUDGING else state.active
        _require(len(state.legal(mover)) > 1, "the only possible answer is given at once")
    if state.guess >= 0 and not state.illegal_cards:
        _require(state.right == (state.guess == state.shown), "the verdict does not fit")
    if state.guess >= 0 and state.guess == state.shown:
        _require(state.right, "the kind was named, so the guess was right")
