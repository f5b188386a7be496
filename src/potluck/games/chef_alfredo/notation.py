"""Positions of Chef Alfredo as one line of text, and the refusal of lines that cannot be positions.

    seats/points_to_end/round_limit/capacity step active turns die ready tiles inside points chosen poured
    3/36/200/10 answer 1 7 tomato 012 cbgt 0000/1010/0000/0100 1/0/2 b -

`tiles` has a letter a hotplate (c, t, b, g); `inside` four counts a pot (carrot, tomato, bean, garlic)
in base 36; `poured` is `-` or the hotplate and the counts that were poured out, as in `b:1010`.
"""

from typing import Final

from potluck.games.chef_alfredo import rules
from potluck.games.chef_alfredo.rules import KINDS, PLATES, POTS, UNROLLED, State
from potluck.play.errors import PositionDamaged

STEPS: Final = ("look", "roll", "swap", "choose", "lifted", "answer", "over")
DIE_WORDS: Final = (*KINDS, "chef", "-")
_LETTERS: Final = "ctbg"
_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
_FIELDS: Final = 11


def dump(state: State) -> str:
    """The line of a position."""
    poured = "-"
    if state.poured >= 0:
        poured = f"{PLATES[state.poured]}:{_counts(state.poured_inside)}"
    return " ".join(
        (
            f"{state.seats}/{state.points_to_end}/{state.round_limit}/{state.capacity}",
            STEPS[state.step],
            str(state.active),
            str(state.turns),
            DIE_WORDS[state.die],
            "".join(str(seat) for seat in range(state.seats) if state.ready >> seat & 1) or "-",
            "".join(_LETTERS[tile] for tile in state.tiles),
            "/".join(_counts(pot) for pot in state.inside),
            "/".join(str(points) for points in state.points),
            PLATES[state.chosen] if state.chosen >= 0 else "-",
            poured,
        )
    )


def load(text: str) -> State:
    """The position of a line; raises PositionDamaged."""
    words = text.split(" ")
    _need(len(words) == _FIELDS, f"a position has {_FIELDS} fields")
    head, step, active, turns, die, ready, tiles, inside, points, chosen, poured = words
    seats, points_to_end, round_limit, capacity = _numbers(head, 4)
    _need(
        2 <= seats <= 4 and points_to_end >= 1 and round_limit >= 1 and capacity >= 1,
        "the header is out of range",
    )
    state = State(seats, points_to_end, round_limit, capacity)
    state.step = _index(STEPS, step, "step")
    state.active, state.turns = _numbers(f"{active}/{turns}", 2)
    state.die = _index(DIE_WORDS, die, "die")
    if state.die == len(DIE_WORDS) - 1:
        state.die = UNROLLED
    for letter in "" if ready == "-" else ready:
        state.ready |= 1 << _index(_DIGITS[:seats], letter, "ready seat")
    state.tiles = [_index(_LETTERS, letter, "tile") for letter in tiles]
    state.inside = [_read_counts(pot) for pot in inside.split("/")]
    state.points = _numbers(points, seats)
    state.chosen = -1 if chosen == "-" else _index(PLATES, chosen, "chosen pot")
    if poured != "-":
        plate, colon, counts = poured.partition(":")
        _need(colon == ":", "the poured pot needs its contents")
        state.poured = _index(PLATES, plate, "poured pot")
        state.poured_inside = _read_counts(counts)
    _check(state)
    _need(dump(state) == text, "the position is not written in its one standard form")
    return state


def _check(state: State) -> None:
    """Refuse what no game can reach for the sake of its pieces and its turn order."""
    step = state.step
    everyone = (1 << state.seats) - 1
    _need(sorted(state.tiles) == [0, 1, 2, 3], "each recipe tile lies in one pot")
    _need(len(state.inside) == POTS, "there are four pots")
    _need(all(state.container(kind) >= 0 for kind in range(len(KINDS))), "there are ten of each ingredient")
    _need(all(sum(pot) <= state.capacity for pot in state.inside), "a pot holds more than fits")
    _need(state.active < state.seats, "the active player has no seat")
    _need((step == rules.LOOK) == (state.ready != everyone), "the opening look ends when all are ready")
    _need((state.turns == 0) == (step == rules.LOOK), "turns are counted from the first roll")
    _need(state.turns <= state.round_limit * state.seats, "more turns than the round limit allows")
    _need(
        (state.chosen >= 0) == (step in (rules.LIFTED, rules.ANSWER)),
        "a pot is marked from lifting to the answer",
    )
    last_turn = state.turns == state.round_limit * state.seats
    over = state.supply() == 0 or (step == rules.OVER and last_turn)
    _need(state.supply() >= 0 and over == (step == rules.OVER), "the game ends with its last cooking tile")
    rolled = step not in (rules.LOOK, rules.ROLL)
    _need(state.die != UNROLLED or not rolled, "nothing has been rolled yet")
    _need(state.die == UNROLLED or step != rules.LOOK, "nobody rolls during the opening look")
    _need((state.die == UNROLLED) <= (state.turns <= 1), "the last roll stays on the table")
    _need(step != rules.SWAP or state.die == rules.CHEF, "a swap follows Chef Alfredo")
    if step in (rules.CHOOSE, rules.LIFTED, rules.ANSWER):
        _need(0 <= state.die < rules.CHEF, "an ingredient was not rolled")
    if step == rules.CHOOSE:
        _need(state.container(state.die) > 0, "the rolled ingredient is not in its container")
    if state.chosen >= 0:
        _need(state.inside[state.chosen][state.die] > 0, "the rolled ingredient is not in the marked pot")
    if state.poured >= 0:
        _need(step in (rules.ROLL, rules.OVER), "the poured pot is closed at the next roll")
        _need(sum(state.inside[state.poured]) == 0, "the poured pot is empty")
        _need(
            0 <= state.die < rules.CHEF and state.poured_inside[state.die] > 0, "the doubted throw is missing"
        )
        _need(sum(state.poured_inside) <= state.capacity, "more was poured out than fits")
        _need(max(state.poured_inside) <= rules.PER_KIND, "more was poured out than there is")


def _counts(pot: list[int]) -> str:
    return "".join(_DIGITS[count] for count in pot)


def _read_counts(text: str) -> list[int]:
    _need(len(text) == len(KINDS), "contents are four counts")
    return [_index(_DIGITS, digit, "count") for digit in text]


def _numbers(text: str, count: int) -> list[int]:
    parts = text.split("/")
    _need(len(parts) == count, f"{count} numbers expected")
    _need(all(part.isascii() and part.isdecimal() and len(part) <= 6 for part in parts), "a number expected")
    return [int(part) for part in parts]


def _index(words: str | tuple[str, ...], word: str, what: str) -> int:
    _need(word != "" and word in words, f"unknown {what}")
    return words.index(word)


def _need(holds: bool, reason: str) -> None:
    if not holds:
        raise PositionDamaged(f"chef_alfredo position: {reason}")
