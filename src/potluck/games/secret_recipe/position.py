"""Positions of Secret Recipe as one line of text, and why a text is no position.

    3 turn pantry=honey,walnuts,... recipes=mint,eggs,apples,flour*/.../... shelves=eggs,...

The seat count, the step, then fields in a fixed order; a field at its usual value is left out. Kinds,
cells, shelves and tokens have the names of material.py; seats are p1 to p4; a star marks a revealed tile;
lists have commas, recipes slashes, and the parts of one item an underscore: a clue is
`p1_p1_3_type=_left1_honey_walnuts_eggs_yes`, a vote `unveil_p2_1_honey_b3`. `tokens` is the story of the
point tokens: `p1:3<1.3.2` kept the 3 of those taken, `p1:?<1.3.2` is choosing, `p2!2peek1` was shown.
Bag, pile and hands follow from the rest and are not written.
"""

from collections.abc import Mapping
from typing import Final

from potluck.games.secret_recipe.board import SLOTS, offers_of
from potluck.games.secret_recipe.material import (
    CELLS,
    CLUE_ROUNDS,
    COUNTS,
    ERASE_MOVES,
    HOWS,
    KINDS,
    LINES,
    SIDE_PRINTS,
    SPOT_LINE,
    SPOTS,
    THINK_MARKERS,
    TOKENS,
    TOKENS_TAKEN,
    TRACK_END,
    told,
)
from potluck.games.secret_recipe.rules import State
from potluck.games.secret_recipe.table import (
    CASE_NONE,
    CASES,
    HELP_MARKS,
    HELPS,
    KEEP,
    MOVES,
    NOTHING,
    PEEK_ONE,
    RESUME_RESOLVE,
    RESUMES,
    SEATS,
    STEP_COUNTER,
    STEP_INITIATE,
    STEP_KEEP,
    STEP_LOOK,
    STEP_OVER,
    STEP_PACT,
    STEP_SWAP,
    STEP_TEA,
    STEP_TURN,
    STEP_VOTE,
    STEPS,
    SWAP,
    THINK,
    UNVEIL,
    target_of,
)
from potluck.play.errors import PositionDamaged, PotluckError

_CASES: Final = {CASE_NONE: "none", **CASES}
YES_NO: Final = ("no", "yes")
MAX_ROUNDS: Final = 99
_MAX_TEXT: Final = 20_000


# Writing.


def write(state: State) -> str:
    """The position as text."""
    parts = [f"{state.seats}", STEPS[state.step]]
    for name, value, usual in _fields(state):
        if value != usual:
            parts.append(f"{name}={value}")
    return " ".join(parts)


def _fields(state: State) -> list[tuple[str, str, str]]:
    """Every field in order: name, text, and the text it has when it may be left out."""
    n = state.seats
    keeping = state.step == STEP_KEEP
    swapping = state.step == STEP_SWAP
    fields = [
        ("limit", str(state.limit), "30"),
        ("help", HELPS[state.help], HELPS[HELP_MARKS]),
        ("first", SEATS[state.first], SEATS[0]),
        ("active", SEATS[state.active], SEATS[0]),
        ("turn", str(state.turn), "0"),
        ("discarded", YES_NO[state.discarded], YES_NO[0]),
        ("last", str(state.last), "-1"),
        ("pantry", _names(state.pantry, KINDS), ""),
        ("turned", _mask(state.turned, CELLS), ""),
        ("discards", _counted(state.discards), ""),
        ("recipes", _recipes(state), ""),
        ("shelves", _names(state.shelf, KINDS), ""),
        ("seen", ",".join(_seats(mask) for mask in state.seen), ",".join("-" * 9)),
        ("clues", ",".join(_clue(clue) for clue in state.clues), ""),
        (
            "failed",
            ",".join(f"{_slot(state, number)}_{KINDS[kind]}" for number, kind in state.failed),
            "",
        ),
        ("theories", ",".join(_theories(state)), ""),
        ("thinks", _numbers(state.thinks), _numbers([THINK_MARKERS] * n)),
        ("score", _numbers(state.score), _numbers([0] * n)),
        ("crossed", _seats(state.tea_got), "-"),
        ("tea", _numbers(state.tea), _numbers([0] * n)),
        ("due", str(state.due), "0"),
        ("held", ",".join(_move(move) for move in state.held), ",".join("-" * n)),
        ("shown", ",".join(_move(move) for move in state.shown), ""),
        ("queue", ",".join(_slot(state, number) for number in state.queue), ""),
        (
            "asked",
            ",".join(
                f"{SEATS[seat]}_{recipe + 1}_{KINDS[kind]}_{YES_NO[yes]}"
                for seat, recipe, kind, yes in state.teas
            ),
            "",
        ),
        ("tokens", ",".join(_token_step(step) for step in state.log), ""),
        ("resume", RESUMES[state.resume if keeping else RESUME_RESOLVE], RESUMES[RESUME_RESOLVE]),
        ("swapper", SEATS[state.swapper] if swapping else "-", "-"),
        ("from", STEPS[state.swap_from if swapping else STEP_TURN], STEPS[STEP_TURN]),
        ("lines", ",".join("-" if line < 0 else LINES[line] for line in state.lines), ",".join("-" * n)),
        ("laid", _numbers(state.laid), _numbers([0] * n)),
        ("content", _seats(state.content), "-"),
        ("freed", _numbers(state.freed), "0,0"),
        ("took", _numbers(state.took), "0,0"),
        ("pacts", str(state.asks_left), "0"),
        ("prints", _numbers(state.prints), _numbers([SIDE_PRINTS] * 2)),
        ("marker", _numbers(state.marker), "0,0"),
        ("initiator", SEATS[state.initiator], SEATS[0]),
        ("out", _seats(state.out), "-"),
        ("case", _CASES[state.case], _CASES[CASE_NONE]),
    ]
    return fields


def _names(values: list[int], names: tuple[str, ...]) -> str:
    return ",".join(names[value] for value in values)


def _numbers(values: list[int]) -> str:
    return ",".join(str(value) for value in values)


def _mask(mask: int, names: tuple[str, ...]) -> str:
    return ",".join(name for at, name in enumerate(names) if mask >> at & 1)


def _seats(mask: int) -> str:
    return "".join(str(seat + 1) for seat in range(4) if mask >> seat & 1) or "-"


def _counted(counts: list[int]) -> str:
    return ",".join(KINDS[kind] for kind in range(9) for _ in range(counts[kind]))


def _recipes(state: State) -> str:
    tiles = [KINDS[kind] + "*" * (state.revealed >> at & 1) for at, kind in enumerate(state.tiles)]
    return "/".join(",".join(tiles[start : start + 4]) for start in range(0, SLOTS, 4))


def _slot(state: State, number: int) -> str:
    return f"p{number // state.per + 1}_{number % state.per + 1}"


def _clue(clue: tuple[int, ...]) -> str:
    seat, owner, slot, how, spot, one, two, three, yes = clue
    kinds = f"{KINDS[one]}_{KINDS[two]}_{KINDS[three]}"
    return f"p{seat + 1}_p{owner + 1}_{slot + 1}_{HOWS[how]}_{SPOTS[spot]}_{kinds}_{YES_NO[yes]}"


def _theories(state: State) -> list[str]:
    return [
        f"{_slot(state, at // 4)}_p{at % 4 + 1}_{KINDS[kind]}"
        for at, kind in enumerate(state.theories)
        if kind >= 0
    ]


def _move(move: int) -> str:
    return "-" if move < 0 else MOVES.text(move).replace(" ", "_")


def _token_step(step: tuple[int, ...]) -> str:
    if len(step) == 2:
        return f"p{step[0] + 1}!{TOKENS[step[1]]}"
    kept = "?" if step[1] < 0 else TOKENS[step[1]]
    return f"p{step[0] + 1}:{kept}<{'.'.join(TOKENS[token] for token in step[2:])}"


# Reading.


def read(text: str) -> State:
    """The position of a text; raises PositionDamaged, whose text says what is impossible about it."""
    _require(len(text) <= _MAX_TEXT, "too long for a position")
    words = text.split()
    _require(len(words) >= 2, "a position has a seat count and a step")
    _require(words[0] in ("2", "3", "4"), f"{words[0][:20]!r} is no seat count")
    fields: dict[str, str] = {}
    for word in words[2:]:
        name, mark, value = word.partition("=")
        _require(bool(mark) and name not in fields, f"{word[:40]!r} is no field, or is there twice")
        fields[name] = value
    state = State(int(words[0]), 30, 1)
    state.step = _number(words[1], STEPS, "step")
    _fill(state, _Fields(fields))
    _check(state)
    return state


def _require(holds: bool, why: str) -> None:
    if not holds:
        raise PositionDamaged(why)


def _index(word: str, names: tuple[str, ...], what: str) -> int:
    _require(word in names, f"{word[:40]!r} is no {what}")
    return names.index(word)


def _number(word: str, names: Mapping[int, str], what: str) -> int:
    """The number beside a word."""
    for number, name in names.items():
        if name == word:
            return number
    raise PositionDamaged(f"{word[:40]!r} is no {what}")


def _int(word: str, low: int, high: int) -> int:
    digits = word.removeprefix("-")
    _require(
        digits.isascii() and digits.isdigit() and len(digits) <= 4 and str(int(word)) == word,
        f"{word[:40]!r} is no number",
    )
    _require(low <= int(word) <= high, f"{word} is not between {low} and {high}")
    return int(word)


class _Fields:
    """The fields of a text, taken one by one."""

    def __init__(self, fields: dict[str, str]) -> None:
        self._fields = fields

    def text(self, name: str, usual: str) -> str:
        return self._fields.pop(name, usual)

    def items(self, name: str) -> list[str]:
        text = self.text(name, "")
        return text.split(",") if text else []

    def numbers(self, name: str, usual: list[int], low: int, high: int) -> list[int]:
        words = self.text(name, _numbers(usual)).split(",")
        _require(len(words) == len(usual), f"{name} needs {len(usual)} numbers")
        return [_int(word, low, high) for word in words]

    def seats(self, name: str, seats: int) -> int:
        return _seat_mask(self.text(name, "-"), seats)

    def index(self, name: str, names: tuple[str, ...]) -> int:
        return _index(self.text(name, names[0]), names, name)

    def end(self) -> None:
        _require(not self._fields, f"unknown fields: {', '.join(self._fields)[:60]}")


def _seat_mask(word: str, seats: int) -> int:
    mask = 0
    for digit in "" if word == "-" else word:
        seat = _index(digit, ("1", "2", "3", "4")[:seats], "seat")
        _require(not mask >> seat, "seats are listed once, ascending")
        mask |= 1 << seat
    return mask


def _fill(state: State, fields: _Fields) -> None:
    n = state.seats
    seats = SEATS[:n]
    state.limit = _int(fields.text("limit", "30"), 1, MAX_ROUNDS)
    state.help = _number(fields.text("help", HELPS[HELP_MARKS]), HELPS, "help level")
    state.first = fields.index("first", seats)
    state.active = fields.index("active", seats)
    state.turn = _int(fields.text("turn", "0"), 0, MAX_ROUNDS * 4)
    state.discarded = bool(fields.index("discarded", YES_NO))
    state.last = _int(fields.text("last", "-1"), -1, n)
    state.pantry = [_index(word, KINDS, "kind") for word in fields.items("pantry")]
    _require(len(state.pantry) == 9, "the pantry has nine tiles")
    for word in fields.items("turned"):
        state.turned |= 1 << _index(word, CELLS, "cell")
    state.discards = [0] * 9
    for word in fields.items("discards"):
        state.discards[_index(word, KINDS, "kind")] += 1
    state.bag = [COUNTS[kind] - state.discards[kind] - state.pantry.count(kind) for kind in range(9)]
    _require(min(state.bag) >= 0, "there are not so many pantry tiles of a kind")
    state.offers = offers_of(state.pantry)
    _read_recipes(state, fields.text("recipes", ""))
    state.shelf = [_index(word, KINDS, "kind") for word in fields.items("shelves")]
    _require(len(state.shelf) == 9, "there are nine shelves")
    dealt = state.tiles + state.shelf
    _require([dealt.count(kind) for kind in range(9)] == list(COUNTS), "the recipe tiles are not the 25")
    seen = fields.text("seen", ",".join("-" * 9)).split(",")
    _require(len(seen) == 9, "fingerprints are listed for nine shelves")
    state.seen = [_seat_mask(word, n) for word in seen]
    state.clues = [_read_clue(state, word) for word in fields.items("clues")]
    for word in fields.items("failed"):
        owner, slot, kind = _parts(word, 3)
        state.failed.append((_read_slot(state, owner, slot), _index(kind, KINDS, "kind")))
    for word in fields.items("theories"):
        owner, slot, seat, kind = _parts(word, 4)
        at = _read_slot(state, owner, slot) * 4 + _index(seat, seats, "seat")
        _require(state.theories[at] < 0, "one theory per player and slot")
        state.theories[at] = _index(kind, KINDS, "kind")
    state.thinks = fields.numbers("thinks", state.thinks, 0, THINK_MARKERS)
    state.score = fields.numbers("score", state.score, -999, 999)
    state.tea_got = fields.seats("crossed", n)
    state.tea = fields.numbers("tea", state.tea, 0, 4)
    state.due = _int(fields.text("due", "0"), 0, 4)
    held = fields.text("held", ",".join("-" * n)).split(",")
    _require(len(held) == n, "held votes are listed for every seat")
    state.held = [_read_move(word) for word in held]
    state.shown = [_read_move(word) for word in fields.items("shown")]
    for word in fields.items("queue"):
        owner, slot = _parts(word, 2)
        state.queue.append(_read_slot(state, owner, slot))
    for word in fields.items("asked"):
        seat, recipe, kind, yes = _parts(word, 4)
        state.teas.append(
            (
                _index(seat, seats, "seat"),
                _int(recipe, 1, 4) - 1,
                _index(kind, KINDS, "kind"),
                _index(yes, YES_NO, "answer"),
            )
        )
    for word in fields.items("tokens"):
        _read_token_step(state, word)
    state.resume = _number(fields.text("resume", RESUMES[RESUME_RESOLVE]), RESUMES, "resume")
    swapper = fields.text("swapper", "-")
    state.swapper = -1 if swapper == "-" else _index(swapper, seats, "seat")
    state.swap_from = _number(fields.text("from", STEPS[STEP_TURN]), STEPS, "from")
    lines = fields.text("lines", ",".join("-" * n)).split(",")
    _require(len(lines) == n, "erase markers are listed for every seat")
    state.lines = [-1 if word == "-" else _index(word, LINES, "line") for word in lines]
    state.laid = fields.numbers("laid", state.laid, 0, ERASE_MOVES)
    state.content = fields.seats("content", n)
    state.freed = fields.numbers("freed", [0, 0], 0, 31)
    state.took = fields.numbers("took", [0, 0], 0, 15)
    state.asks_left = _int(fields.text("pacts", "0"), 0, 2)
    state.prints = fields.numbers("prints", state.prints, 0, SIDE_PRINTS)
    state.marker = fields.numbers("marker", [0, 0], 0, TRACK_END)
    state.initiator = fields.index("initiator", seats)
    state.out = fields.seats("out", n)
    state.case = _number(fields.text("case", _CASES[CASE_NONE]), _CASES, "case")
    fields.end()


def _parts(word: str, count: int) -> list[str]:
    parts = word.split("_")
    _require(len(parts) == count, f"{word[:60]!r} has not {count} parts")
    return parts


def _read_recipes(state: State, text: str) -> None:
    recipes = text.split("/")
    _require(len(recipes) == 4 and all(recipe.count(",") == 3 for recipe in recipes), "four recipes of four")
    for at, word in enumerate(text.replace("/", ",").split(",")):
        if word.endswith("*"):
            state.revealed |= 1 << at
        state.tiles.append(_index(word.removesuffix("*"), KINDS, "kind"))


def _read_slot(state: State, owner: str, slot: str) -> int:
    return _index(owner, SEATS[: state.seats], "seat") * state.per + _int(slot, 1, state.per) - 1


def _read_clue(state: State, word: str) -> tuple[int, ...]:
    seat, owner, slot, how, spot, *kinds, yes = _parts(word, 9)
    number = _read_slot(state, owner, slot)
    clue = (
        _index(seat, SEATS[: state.seats], "seat"),
        number // state.per,
        number % state.per,
        _index(how, HOWS, "clue"),
        _index(spot, SPOTS, "spot"),
        *(_index(kind, KINDS, "kind") for kind in kinds),
        _index(yes, YES_NO, "answer"),
    )
    fits = told(clue[3], clue[5], clue[6], clue[7]) >> state.tiles[number] & 1
    _require(clue[8] == fits, f"{word[:60]!r} is not true")  # SR-9, SR-11
    _require(clue[0] != clue[1] or clue[8] == 1, f"{word[:60]!r} is a false clue")
    return clue


def _read_move(word: str) -> int:
    if word == "-":
        return -1
    try:
        return MOVES.parse(word.replace("_", " "))
    except PotluckError as error:
        raise PositionDamaged(str(error)) from None


def _read_token_step(state: State, word: str) -> None:
    """Take the next step of the tokens' story, moving them as the rules do."""
    _require(not state.hand, "nothing happens while tokens are chosen")
    seats = SEATS[: state.seats]
    if "!" in word:
        who, _, name = word.partition("!")
        seat, token = _index(who, seats, "seat"), _index(name, TOKENS, "token")
        _require(token >= 3 and state.kept[seat * 5 + token] > 0, f"{word[:40]!r}: no such token to show")
        state.kept[seat * 5 + token] -= 1
        state.token_discards[token] += 1
        state.log.append((seat, token))
        return
    who, mark, rest = word.partition(":")
    name, less, taken = rest.partition("<")
    _require(bool(mark) and bool(less), f"{word[:40]!r} is no step of the tokens")
    seat = _index(who, seats, "seat")
    hand = [_index(each, TOKENS, "token") for each in taken.split(".")]
    there = sum(state.pile) + sum(state.token_discards)
    _require(len(hand) == min(TOKENS_TAKEN, there), f"{word[:40]!r}: not as many tokens as there are to take")
    for token in hand:
        if sum(state.pile) == 0:
            state.pile, state.token_discards = state.token_discards, [0] * 5
        _require(state.pile[token] > 0, f"{word[:40]!r}: no such token in the pile")
        state.pile[token] -= 1
    if name == "?":
        state.hand, state.chooser = hand, seat
        state.log.append((seat, -1, *hand))
        return
    token = _index(name, TOKENS, "token")
    _require(token in hand, f"{word[:40]!r} keeps what was not taken")
    state.kept[seat * 5 + token] += 1
    for each in hand:
        state.token_discards[each] += 1
    state.token_discards[token] -= 1
    state.log.append((seat, token, *hand))


# What no game can come to.


def _check(state: State) -> None:
    n, two = state.seats, state.seats == 2
    step = state.step
    if n == 3:
        _require(state.revealed >> 12 == 15, "the imaginary recipe lies open")
    part_b = (STEP_LOOK, STEP_PACT, STEP_INITIATE, STEP_COUNTER)
    part_a = (STEP_VOTE, STEP_TEA)
    _require(step not in (part_a if two else part_b), "that step belongs to the other part of the rules")
    _require(all(kind != state.tiles[number] for number, kind in state.failed), "a right vote did not fail")
    _require(len(set(state.failed)) == len(state.failed), "a failed vote is listed twice")
    for at, kind in enumerate(state.theories):
        if kind >= 0:
            _require(not two, "there are no theories with two players")
            _require(at // 16 != at % 4, "a theory is about somebody else's slot")
            _require(not state.revealed >> at // 4 & 1, "a theory leaves when the slot is revealed")
            _require(at % 4 < n and at // 16 < n, "there is no such player")
    for seat in range(n):
        laid = sum(state.theories[number * 4 + seat] >= 0 for number in range(SLOTS))
        _require(laid + state.thinks[seat] <= THINK_MARKERS, "more theories than think markers")
    for _, recipe, kind, yes in state.teas:
        _require(recipe < (4 if two else n), "the imaginary player is not asked")
        _require(yes == (kind in state.tiles[recipe * 4 : recipe * 4 + 4]), "an answer is not true")
    for asker, recipe, _, _ in state.teas:
        _require(asker != recipe // (2 if two else 1), "nobody asks themself")
    _require(all(SPOT_LINE[clue[4]] == clue[4] for clue in state.clues) or not two, "no marker on the right")
    _require((step == STEP_KEEP) == bool(state.hand), "tokens in hand and the step do not agree")
    _require((step == STEP_SWAP) == (state.swapper >= 0), "the swap and the step do not agree")
    swapped_from = (STEP_TURN, STEP_INITIATE, STEP_COUNTER) if two else (STEP_TURN, STEP_VOTE)
    _require(state.swap_from in swapped_from, "no swap is bought there")
    if step != STEP_SWAP:
        nothing_laid = state.content == 0 and max(state.lines) < 0 and max(state.laid) == 0
        _require(nothing_laid, "erase markers lie only during a swap")
    _require(state.content != (1 << n) - 1, "all are content, so the swap is done")
    _check_held(state)
    if not two:
        plain = [0, 0, 0, 0, 0, 0, 0, 0, 0]
        found = [*state.freed, *state.took, state.asks_left, *state.marker, state.out, state.case]
        _require(found == plain and state.initiator == 0, "a two-player field with more players")
        _require(state.turn < state.limit * n or step == STEP_OVER, "the round limit has passed")
    else:
        _require(step != STEP_PACT or state.asks_left > 0, "no question is owed")
        _check_clues_of_two(state)
        _require(state.turn < state.limit * 2 or step == STEP_OVER, "the round limit has passed")
    hidden = [bool(state.hidden_slots(seat)) for seat in range(n)]
    if step not in (STEP_OVER, STEP_KEEP):
        _require(any(hidden), "no slot is hidden, so the game is over")
        if two and step not in (STEP_INITIATE, STEP_COUNTER, STEP_SWAP):
            _require(all(hidden), "all eight of a player are revealed, so the game is over")
    if step != STEP_OVER:
        for seat in range(n):
            if state.deciders() >> seat & 1:
                _require(bool(state.legal(seat)), "a player owes a move and has none")


def _check_clues_of_two(state: State) -> None:
    """SR-42: a clue a round, five at most, each about another slot; or none would be left to give."""
    for seat in range(2):
        done = state.turn // 2
        talking = state.step in (STEP_INITIATE, STEP_COUNTER, STEP_KEEP)
        swapping = state.step == STEP_SWAP and state.swap_from != STEP_TURN
        if seat != state.active:
            done += state.turn % 2
        elif talking or swapping or state.step in (STEP_LOOK, STEP_PACT):
            done += 1
        given = [clue[2] for clue in state.clues if clue[0] == clue[1] == seat]
        _require(len(set(given)) == len(given), "two clues about one slot")
        _require(len(given) <= min(CLUE_ROUNDS, done), "more clues than turns")


def _check_held(state: State) -> None:
    """Sealed votes and questions must be such as could be sealed now."""
    held, state.held = state.held, [-1] * state.seats
    try:
        if state.step not in (STEP_VOTE, STEP_TEA):
            _require(max(held) < 0, "nothing is sealed in this step")
        else:
            _require(min(held) < 0, "all have sealed, so votes are open")
            for seat, move in enumerate(held):
                free = move in range(PEEK_ONE, SWAP + 1)
                _require(move < 0 or (not free and move in state.legal(seat)), "a sealed move is not legal")
    finally:
        state.held = held
    _require(len(state.shown) in (0, state.seats), "votes are shown of all or none")
    for move in state.shown:
        vote = move == NOTHING or THINK <= move < KEEP or (move < 0 and state.per == 8)
        _require(vote, "what is shown is no vote")
    for number in state.queue:
        _require(not state.revealed >> number & 1, "a revealed slot is not voted on")
        asked = [(move - UNVEIL) // 90 for move in state.shown if move >= UNVEIL]
        owner, slot = number // state.per, number % state.per
        _require(target_of(owner, slot) in asked, "nobody voted on a slot in the queue")
