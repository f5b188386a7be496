"""Positions of Cooking Rumble as one line of text, and why a text is no position.

    2 turn p1/p2 0:o..:... 5:s.o:oo. 9:...:... deck * taken 4/- said fruits proteins wrong

- seats, with `x` for expert mode and `i` for illegal cards allowed: "3xi";
- the step (turn, guess, pan, judge, over), then the active player / the judge;
- places a, b, c: the tile's number and a row for each seat, or "-". A row has three symbols, left to
  right: "o" carries a pan, "." does not; letters before it are wild tokens on it, bottom to top, by the
  kind they show (c f s p);
- `deck`: the tiles face down, "*" for all that are nowhere else, "-" for none;
- `taken`: the tiles each seat has taken;
- where it applies: `card <kind>` face down; `said <named> <shown> <right|wrong>`; `must-place` (CR-19).

Tiles named nowhere lie in the box: a set-up never leaves any there, studies may. `write` gives equal
positions equal text. Old texts have seats without the letter: "1/2".
"""

import re
from typing import Final

from potluck.games.cooking_rumble.material import KINDS, LETTERS, POINTS, SYMBOLS, TILES
from potluck.games.cooking_rumble.rules import TO_WIN, State, blank
from potluck.games.cooking_rumble.table import (
    ID,
    PLACE_NAMES,
    PLACES,
    SEATS,
    STEP_GUESS,
    STEP_JUDGE,
    STEP_OVER,
    STEP_PAN,
    STEPS,
)
from potluck.play.reading import Words
from potluck.play.seats import Seat, seat_name

_HEAD: Final = re.compile(r"([23])(x?)(i?)")
_SYMBOL: Final = re.compile(r"([cfsp]*)([o.])")
_VERDICTS: Final = ("wrong", "right")  # by whether the guess was right


def write(state: State) -> str:
    """The position as text."""
    words = [
        f"{state.seats}{'x' if state.expert else ''}{'i' if state.illegal_cards else ''}",
        STEPS[state.step],
        f"{seat_name(state.active)}/{seat_name(state.judge)}",
        *(_write_place(state, place) for place in range(PLACES)),
        "deck",
        "*" if state.deck == state.unseen() else _write_tiles(state.deck),
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
    words = Words(text, ID)
    seats, expert, illegal = words.match("the seat count", _HEAD)
    state = blank(int(seats), bool(expert), bool(illegal))
    state.step = words.name("the step", STEPS)
    who = words.parts("active player and judge", "/", lambda seat: _read_seat(words, seat, state.seats), 2)
    state.active, state.judge = who
    for place in range(PLACES):
        _read_place(words, state, place)
    words.expect("deck")
    deck = words.word("the deck")
    words.expect("taken")
    state.taken = words.parts("the tiles taken", "/", lambda tiles: _read_tiles(words, tiles), state.seats)
    state.deck = state.unseen() if deck == "*" else _read_tiles(words, deck)
    if words.skip("card"):
        state.card = words.name("the card", KINDS)
    if words.skip("said"):
        state.guess = words.name("the kind named", KINDS)
        state.shown = words.name("the kind shown", KINDS)
        state.right = bool(words.name("the verdict", _VERDICTS))
    state.must_place = words.skip("must-place")
    words.end()
    _check(words, state)
    return state


def _read_seat(words: Words, text: str, seats: int) -> Seat:
    return words.as_seat(f"p{text}" if text.isdigit() else text, "a seat", seats)


def _write_tiles(mask: int) -> str:
    return ",".join(str(tile) for tile in range(len(TILES)) if mask >> tile & 1) or "-"


def _read_tiles(words: Words, text: str) -> int:
    mask = 0
    for word in [] if text == "-" else text.split(","):
        tile = _read_tile(words, word)
        words.require(not mask >> tile & 1, f"tile {tile} is listed twice")
        mask |= 1 << tile
    return mask


def _read_tile(words: Words, text: str) -> int:
    return words.as_number(text, "a tile", 0, len(TILES) - 1)


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


def _read_place(words: Words, state: State, place: int) -> None:
    word = words.word(f"place {PLACE_NAMES[place]}")
    if word == "-":
        return
    number, *rows = word.split(":")
    state.tiles[place] = _read_tile(words, number)
    words.require(len(rows) == state.seats, f"place {PLACE_NAMES[place]} needs a row for every seat")
    for seat, row in enumerate(rows):
        _read_row(words, state, place, seat, row)
        state.look_up(place, seat)


def _read_row(words: Words, state: State, place: int, seat: Seat, row: str) -> None:
    where = f"the row of {seat_name(seat)} at place {PLACE_NAMES[place]}"
    border = place * SEATS + seat
    symbols = _SYMBOL.findall(row)
    words.require("".join(letters + pan for letters, pan in symbols) == row, f"{where} is not readable")
    words.require(len(symbols) == SYMBOLS, f"{where} must have three symbols")
    carried = [pan == "o" for _, pan in symbols]
    pans = sum(carried)
    words.require(carried == sorted(carried, reverse=True), f"{where} has a gap: rows fill in order")
    words.require(pans < SYMBOLS, f"{where} is complete: the tile would have been taken")
    state.pans[border] = pans
    for at, (letters, _) in enumerate(symbols):
        words.require(not letters or at <= pans, f"{where} has a wild token past the next symbol")
        for letter in letters:
            kind = LETTERS.index(letter)
            token = 1 << (kind & 1)
            words.require(bool(state.hands[seat] & token), f"{where} has a wild token that is not in hand")
            state.hands[seat] &= ~token
            state.laid.append((border * SYMBOLS + at) * 4 + kind)


def _check(words: Words, state: State) -> None:
    """Refuse what no game can come to."""
    words.require(state.active != state.judge, "the active player does not hold the judge standee")
    open_tiles = [tile for tile in state.tiles if tile >= 0]
    taken = sum(mask.bit_count() for mask in state.taken)
    together = state.deck
    for mask in [*state.taken, *(1 << tile for tile in open_tiles)]:
        together |= mask
    listed = len(open_tiles) + state.deck.bit_count() + taken
    words.require(listed == together.bit_count(), "a tile is in two places")
    words.require(state.expert or not state.must_place, "must-place belongs to expert mode")
    _check_scores(words, state)
    over = state.step == STEP_OVER
    gaps = PLACES - len(open_tiles)
    words.require(
        gaps == 0 or state.deck == 0 or (over and gaps == 1), "a place is empty but the deck is not"
    )
    _check_said(words, state)


def _check_scores(words: Words, state: State) -> None:
    scores = [state.score(seat) for seat in range(state.seats)]
    winners = [seat for seat, score in enumerate(scores) if score >= TO_WIN]
    none_left = not any(tile >= 0 for tile in state.tiles)
    if state.step != STEP_OVER:
        words.require(not winners, "somebody has won, so the game is over")
        words.require(not none_left, "no tile is left, so the game is over")
        return
    words.require(bool(winners) or none_left, "nobody has won and tiles are left, so the game is not over")
    words.require(len(winners) < 2, "two players cannot both have won")
    words.require(
        not (winners and all(tile >= 0 for tile in state.tiles)), "the last tile taken leaves a gap"
    )
    for seat in winners:
        last = max(POINTS[tile] for tile in range(len(TILES)) if state.taken[seat] >> tile & 1)
        words.require(scores[seat] - last < TO_WIN, "the winner had won before the last tile")
    words.require(not state.laid, "when a tile is taken all wild tokens go back")


def _check_said(words: Words, state: State) -> None:
    """The card and the last guess against the step and the borders."""
    step = state.step
    words.require((state.card >= 0) == (step == STEP_GUESS), "a card lies face down while the judge guesses")
    if step == STEP_GUESS:
        words.require(state.guess < 0, "the last guess is gone once a card is down")
        fits = bool(state.matching(state.active, state.card))
        words.require(fits or state.illegal_cards, "the card matches no next symbol (CR-8)")
    if step in (STEP_PAN, STEP_JUDGE):
        words.require(state.guess >= 0, "the card has been shown: say what was named and shown")
        words.require(
            state.right == (step == STEP_JUDGE), "right guesses are the judge's, wrong ones are not"
        )
        fits = bool(state.matching(state.active, state.shown))
        words.require(fits or state.illegal_cards, "the card shown matches no next symbol (CR-8)")
        words.require(state.right == (state.guess == state.shown or not fits), "the verdict does not fit")
        mover = state.judge if step == STEP_JUDGE else state.active
        words.require(len(state.legal(mover)) > 1, "the only possible answer is given at once")
    if state.guess >= 0 and not state.illegal_cards:
        words.require(state.right == (state.guess == state.shown), "the verdict does not fit")
    if state.guess >= 0 and state.guess == state.shown:
        words.require(state.right, "the kind was named, so the guess was right")
