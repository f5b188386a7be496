"""Positions of Chef Alfredo as one line of text, and the refusal of lines that cannot be positions.

    seats/points_to_end/round_limit/capacity step active turns die ready tiles inside points chosen poured
    3/36/200/10 answer p2 7 tomato p1p2p3 cbgt 0000/1010/0000/0100 1/0/2 b -

`tiles` has a letter a hotplate (c, t, b, g); `inside` four counts a pot (carrot, tomato, bean, garlic)
in base 36; `poured` is `-` or the hotplate and the counts that were poured out, as in `b:1010`. Old texts
have seats as bare digits, counted from 0.
"""

from collections.abc import Callable
from typing import Final

from potluck.games.chef_alfredo.material import CHEF, KINDS, PER_KIND, PLATES, POTS
from potluck.games.chef_alfredo.rules import NO_POT, UNROLLED, State, blank
from potluck.games.chef_alfredo.table import (
    ID,
    STEP_ANSWER,
    STEP_CHOOSE,
    STEP_LIFTED,
    STEP_LOOK,
    STEP_OVER,
    STEP_ROLL,
    STEP_SWAP,
    STEPS,
)
from potluck.play.reading import Words, seats_text
from potluck.play.seats import seat_name

_DIE: Final[dict[int, str]] = {**dict(enumerate(KINDS)), CHEF: "chef", UNROLLED: "-"}
_POT: Final[dict[int, str]] = {**dict(enumerate(PLATES)), NO_POT: "-"}
_LETTERS: Final = "".join(kind[0] for kind in KINDS)
_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
_MOST: Final = 999_999


def write(state: State) -> str:
    """The line of a position."""
    poured = "-"
    if state.poured != NO_POT:
        poured = f"{PLATES[state.poured]}:{_counts(state.poured_inside)}"
    return " ".join(
        (
            f"{state.seats}/{state.points_to_end}/{state.round_limit}/{state.capacity}",
            STEPS[state.step],
            seat_name(state.active),
            str(state.turns),
            _DIE[state.die],
            seats_text(state.ready),
            "".join(_LETTERS[tile] for tile in state.tiles),
            "/".join(_counts(pot) for pot in state.inside),
            "/".join(str(points) for points in state.points),
            _POT[state.chosen],
            poured,
        )
    )


def read(text: str) -> State:
    """The position of a line; raises PositionDamaged."""
    words = Words(text, ID)

    def number(what: str) -> Callable[[str], int]:
        return lambda part: words.as_number(part, what, 0, _MOST)

    def counts(part: str) -> list[int]:
        words.require(len(part) == len(KINDS), "contents are four counts")
        return [words.as_name(digit, "a count", _DIGITS) for digit in part]

    seats, points_to_end, round_limit, capacity = words.parts("the header", "/", number("a limit"), 4)
    words.require(
        2 <= seats <= 4 and min(points_to_end, round_limit, capacity) > 0, "the header is out of range"
    )
    state = blank(seats, points_to_end, round_limit, capacity)
    state.step = words.name("the step", STEPS)
    state.active = words.as_seat(_renewed(words.word("the active player")), "the active player", seats)
    state.turns = words.number("the turns begun", 0, _MOST)
    state.die = words.name("the die", _DIE)
    state.ready = words.as_seats(_renewed(words.word("who is ready")), "who is ready", seats)
    state.tiles = [words.as_name(letter, "a tile", _LETTERS) for letter in words.word("the tiles")]
    state.inside = words.parts("the pots", "/", counts, POTS)
    state.points = words.parts("the points", "/", number("points"), seats)
    state.chosen = words.name("the chosen pot", _POT)
    plate, colon, inside = words.word("the poured pot").partition(":")
    state.poured = words.as_name(plate, "the poured pot", _POT)
    words.require((state.poured == NO_POT) == (colon == ""), "a poured pot has its contents")
    if colon:
        state.poured_inside = counts(inside)
    words.end()
    _check(words, state)
    return state


def _renewed(seats: str) -> str:
    """Bare digits from 0, as they were once written, as seats are written now."""
    return "".join(f"p{int(digit) + 1}" for digit in seats) if seats.isdigit() else seats


def _counts(pot: list[int]) -> str:
    return "".join(_DIGITS[count] for count in pot)


def _check(words: Words, state: State) -> None:
    """Refuse what no game can reach for the sake of its pieces and its turn order."""
    step = state.step
    everyone = (1 << state.seats) - 1
    words.require(sorted(state.tiles) == [0, 1, 2, 3], "each recipe tile lies in one pot")
    words.require(
        all(state.container(kind) >= 0 for kind in range(len(KINDS))), "there are ten of each ingredient"
    )
    words.require(all(sum(pot) <= state.capacity for pot in state.inside), "a pot holds more than fits")
    words.require(
        (step == STEP_LOOK) == (state.ready != everyone), "the opening look ends when all are ready"
    )
    words.require((state.turns == 0) == (step == STEP_LOOK), "turns are counted from the first roll")
    words.require(state.turns <= state.round_limit * state.seats, "more turns than the round limit allows")
    words.require(
        (state.chosen >= 0) == (step in (STEP_LIFTED, STEP_ANSWER)),
        "a pot is marked from lifting to the answer",
    )
    last_turn = state.turns == state.round_limit * state.seats
    over = state.supply() == 0 or (step == STEP_OVER and last_turn)
    words.require(
        state.supply() >= 0 and over == (step == STEP_OVER), "the game ends with its last cooking tile"
    )
    rolled = step not in (STEP_LOOK, STEP_ROLL)
    words.require(state.die != UNROLLED or not rolled, "nothing has been rolled yet")
    words.require(state.die == UNROLLED or step != STEP_LOOK, "nobody rolls during the opening look")
    words.require((state.die == UNROLLED) <= (state.turns <= 1), "the last roll stays on the table")
    words.require(step != STEP_SWAP or state.die == CHEF, "a swap follows Chef Alfredo")
    if step in (STEP_CHOOSE, STEP_LIFTED, STEP_ANSWER):
        words.require(0 <= state.die < CHEF, "an ingredient was not rolled")
    if step == STEP_CHOOSE:
        words.require(state.container(state.die) > 0, "the rolled ingredient is not in its container")
    if state.chosen >= 0:
        words.require(
            state.inside[state.chosen][state.die] > 0, "the rolled ingredient is not in the marked pot"
        )
    if state.poured >= 0:
        words.require(step in (STEP_ROLL, STEP_OVER), "the poured pot is closed at the next roll")
        words.require(sum(state.inside[state.poured]) == 0, "the poured pot is empty")
        words.require(
            0 <= state.die < CHEF and state.poured_inside[state.die] > 0, "the doubted throw is missing"
        )
        words.require(sum(state.poured_inside) <= state.capacity, "more was poured out than fits")
        words.require(max(state.poured_inside) <= PER_KIND, "more was poured out than there is")
