"""Positions of Secret Recipe as one line of text, and why a text is no position.

    3 turn pantry=honey,walnuts,... recipes=mint,eggs,apples,flour*/.../... shelves=eggs,...

The seat count, the step, then fields in a fixed order; a field that is as on an empty table is left out.
Kinds, cells, shelves and tokens have the names of material.py; a star marks a revealed tile;
lists have commas, recipes slashes, and the parts of one item an underscore: a clue is
`p1_p1_3_type=_left1_honey_walnuts_eggs_yes`, a vote `unveil_p2_1_honey_b3`. `tokens` is the story of the
point tokens: `p1:3<1.3.2` kept the 3 of those taken, `p1:?<1.3.2` is choosing, `p2!2peek1` was shown.
Bag, pile and hands follow from the rest and are not written.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

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
    TOKEN_PEEK_ONE,
    TOKEN_PEEK_TWO,
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
    ID,
    KEEP,
    MOVES,
    NOTHING,
    PEEK_ONE,
    RESUMES,
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
from potluck.games.secret_recipe.tokens import retell
from potluck.play.errors import MoveUnknown
from potluck.play.reading import Words, seats_text
from potluck.play.seats import seat_name

_USUAL_ROUNDS: Final = 30
_MAX_ROUNDS: Final = 99


def write(state: State) -> str:
    """The position as text."""
    parts = [f"{state.seats}", STEPS[state.step]]
    usual = _USUAL[state.seats]
    parts += [f"{field.name}={field.write(state)}" for field in _FIELDS if not field.alike(state, usual)]
    return " ".join(parts)


def read(text: str) -> State:
    """The position of a text; raises PositionDamaged, whose text says what is impossible about it."""
    words = Words(text, ID)
    state = _empty(words.number("the seat count", 2, 4))
    state.step = _NAMED_STEP.read(state, words, words.word("the step"))
    fields: dict[str, str] = {}
    while words.left():
        name, mark, value = words.word("a field").partition("=")
        words.require(bool(mark) and name not in fields, f"{name[:40]!r} is no field, or is there twice")
        fields[name] = value
    for field in _FIELDS:
        value = fields.pop(field.name, "")
        words.require(bool(value) or not field.needed, f"{field.name} is missing")
        if value:
            field.read(state, words, value)
    words.require(not fields, f"unknown fields: {', '.join(fields)[:60]}")
    words.require(len(state.pantry) == len(CELLS), "the pantry has nine tiles")
    state.bag = [COUNTS[kind] - state.discards[kind] - state.pantry.count(kind) for kind in range(9)]
    state.offers = offers_of(state.pantry)
    _check(state, words)
    return state


def _empty(seats: int) -> State:
    state = State(seats, _USUAL_ROUNDS, HELP_MARKS)
    state.discards = [0] * 9
    return state


# Sorts of values: how one is written and read, on the state of which it is part.


class _Sort(NamedTuple):
    write: Callable[[State, Any], str]
    read: Callable[[State, Words, str], Any]


def _number(what: str, low: int, high: int, first: int = 0) -> _Sort:
    """A number; `first`: what 0 is written as."""
    return _Sort(
        lambda state, value: str(value + first),
        lambda state, words, text: words.as_number(text, what, low, high) - first,
    )


def _place(what: str, names: Sequence[str]) -> _Sort:
    """One of these names, by its place among them."""
    return _Sort(
        lambda state, value: names[value],
        lambda state, words, text: words.as_name(text, what, names),
    )


def _named(what: str, names: Mapping[int, str]) -> _Sort:
    """One of these names, by the number beside it."""
    numbers, words_of = list(names), list(names.values())
    return _Sort(
        lambda state, value: names[value],
        lambda state, words, text: numbers[words.as_name(text, what, words_of)],
    )


def _or_none(sort: _Sort) -> _Sort:
    """Such a value, or none: -1, written as a dash."""
    return _Sort(
        lambda state, value: "-" if value < 0 else sort.write(state, value),
        lambda state, words, text: -1 if text == "-" else sort.read(state, words, text),
    )


def _list(sort: _Sort) -> _Sort:
    return _Sort(
        lambda state, values: ",".join(sort.write(state, value) for value in values),
        lambda state, words, text: [sort.read(state, words, each) for each in text.split(",")],
    )


def _tuple(*sorts: _Sort) -> _Sort:
    def read(state: State, words: Words, text: str) -> tuple[Any, ...]:
        parts = words.as_list(text, f"the parts of {text[:40]!r}", "_", str, len(sorts))
        return tuple(sort.read(state, words, part) for sort, part in zip(sorts, parts, strict=True))

    return _Sort(
        lambda state, values: "_".join(
            sort.write(state, value) for sort, value in zip(sorts, values, strict=True)
        ),
        read,
    )


def _through(sort: _Sort, there: Callable[[State, Any], Any], back: Callable[[State, Any], Any]) -> _Sort:
    """A value that is written as another is: `there` makes that one of it, `back` it of that one."""
    return _Sort(
        lambda state, value: sort.write(state, there(state, value)),
        lambda state, words, text: back(state, sort.read(state, words, text)),
    )


def _read_seats(state: State, words: Words, text: str) -> int:
    """A set of seats; before there was one way to write a seat it was 13 for p1p3."""
    if text.isdigit():
        text = "".join(f"p{digit}" for digit in text)
    return words.as_seats(text, "seats", state.seats)


def _read_move(state: State, words: Words, text: str) -> int:
    try:
        return MOVES.parse(text.replace("_", " "))
    except MoveUnknown as error:
        words.fail(str(error))


_SEAT: Final = _Sort(
    lambda state, seat: seat_name(seat),
    lambda state, words, text: words.as_seat(text, "a seat", state.seats),
)
_SEATS: Final = _Sort(lambda state, mask: seats_text(mask), _read_seats)
_SLOT: Final = _Sort(
    lambda state, slot: str(slot + 1),
    lambda state, words, text: words.as_number(text, "a slot", 1, state.per) - 1,
)
_MOVE: Final = _Sort(lambda state, move: MOVES.text(move).replace(" ", "_"), _read_move)
_KIND: Final = _place("a kind", KINDS)
_YES: Final = _place("yes or no", ("no", "yes"))
_NAMED_STEP: Final = _named("a step", STEPS)
_CLUE: Final = _tuple(
    _SEAT, _SEAT, _SLOT, _place("a clue", HOWS), _place("a spot", SPOTS), _KIND, _KIND, _KIND, _YES
)
_TEA: Final = _tuple(_SEAT, _number("a recipe", 1, 4, first=1), _KIND, _YES)
_SLOT_NUMBER: Final = _through(  # of the sixteen
    _tuple(_SEAT, _SLOT),
    lambda state, number: divmod(number, state.per),
    lambda state, found: found[0] * state.per + found[1],
)
_MISS: Final = _through(
    _tuple(_SEAT, _SLOT, _KIND),
    lambda state, miss: (*divmod(miss[0], state.per), miss[1]),
    lambda state, found: (found[0] * state.per + found[1], found[2]),
)
_CELL_MASK: Final = _through(
    _list(_place("a cell", CELLS)),
    lambda state, mask: [cell for cell in range(9) if mask >> cell & 1],
    lambda state, cells: sum(1 << cell for cell in set(cells)),
)
_KIND_COUNTS: Final = _through(
    _list(_KIND),
    lambda state, counts: [kind for kind in range(9) for _ in range(counts[kind])],
    lambda state, kinds: [kinds.count(kind) for kind in range(9)],
)


_THEORY: Final = _tuple(_SEAT, _SLOT, _SEAT, _KIND)


def _write_theories(state: State, theories: list[int]) -> str:
    found = [(at, kind) for at, kind in enumerate(theories) if kind >= 0]
    return ",".join(_THEORY.write(state, (*divmod(at // 4, state.per), at % 4, kind)) for at, kind in found)


def _read_theories(state: State, words: Words, text: str) -> list[int]:
    theories = [-1] * (SLOTS * 4)
    for each in text.split(","):
        owner, slot, seat, kind = _THEORY.read(state, words, each)
        at = (owner * state.per + slot) * 4 + seat
        words.require(theories[at] < 0, "one theory per player and slot")
        theories[at] = kind
    return theories


def _write_recipes(state: State, tiles: list[int]) -> str:
    words = [KINDS[kind] + "*" * (state.revealed >> at & 1) for at, kind in enumerate(tiles)]
    return "/".join(",".join(words[start : start + 4]) for start in range(0, len(tiles), 4))


def _read_recipes(state: State, words: Words, text: str) -> list[int]:
    recipes = [recipe.split(",") for recipe in text.split("/")]
    words.require([len(recipe) for recipe in recipes] == [4] * 4, "four recipes of four")
    tiles = [tile for recipe in recipes for tile in recipe]
    state.revealed = sum(1 << at for at, tile in enumerate(tiles) if tile.endswith("*"))
    return [_KIND.read(state, words, tile.removesuffix("*")) for tile in tiles]


_TOKEN: Final = _place("a point token", TOKENS)


def _write_log(state: State, log: list[tuple[int, ...]]) -> str:
    return ",".join(_token_step(step) for step in log)


def _token_step(step: tuple[int, ...]) -> str:
    if len(step) == 2:
        return f"{seat_name(step[0])}!{TOKENS[step[1]]}"
    kept = "?" if step[1] < 0 else TOKENS[step[1]]
    return f"{seat_name(step[0])}:{kept}<{'.'.join(TOKENS[token] for token in step[2:])}"


def _read_log(state: State, words: Words, text: str) -> list[tuple[int, ...]]:
    """Step after step, moving the tokens as the rules do."""
    for each in text.split(","):
        words.require(not state.hand, "nothing happens while tokens are chosen")
        step = _shown(state, words, each) if "!" in each else _taken(state, words, each)
        retell(state, step)
    return state.log


def _shown(state: State, words: Words, text: str) -> tuple[int, ...]:
    """A kept peek token was shown."""
    who, _, name = text.partition("!")
    token = _TOKEN.read(state, words, name)
    seat = _SEAT.read(state, words, who)
    peeks = token in (TOKEN_PEEK_ONE, TOKEN_PEEK_TWO)
    words.require(peeks and state.kept[seat * 5 + token] > 0, f"{text[:40]!r}: no such token to show")
    return (seat, token)


def _taken(state: State, words: Words, text: str) -> tuple[int, ...]:
    """Tokens were taken, and one of them was kept or is being chosen."""
    who, mark, rest = text.partition(":")
    name, less, taken = rest.partition("<")
    words.require(bool(mark and less and taken), f"{text[:40]!r} is no step of the tokens")
    hand = [_TOKEN.read(state, words, each) for each in taken.split(".")]
    there = sum(state.pile) + sum(state.token_discards)
    words.require(len(hand) == min(TOKENS_TAKEN, there), f"{text[:40]!r}: not as many tokens as there are")
    pile, discards = state.pile[:], state.token_discards[:]
    for token in hand:
        if sum(pile) == 0:
            pile, discards = discards, [0] * 5
        words.require(pile[token] > 0, f"{text[:40]!r}: no such token in the pile")
        pile[token] -= 1
    kept = -1 if name == "?" else _TOKEN.read(state, words, name)
    words.require(kept < 0 or kept in hand, f"{text[:40]!r} keeps what was not taken")
    return (_SEAT.read(state, words, who), kept, *hand)


class _Field:
    """One field of the text, a value of this sort that the state holds as `attribute`."""

    def __init__(self, name: str, sort: _Sort, attribute: str = "", needed: bool = False) -> None:
        self.name = name
        self.needed = needed
        self._sort = sort
        self._attribute = attribute or name

    def alike(self, one: State, other: State) -> bool:
        return bool(getattr(one, self._attribute) == getattr(other, self._attribute))

    def write(self, state: State) -> str:
        return self._sort.write(state, getattr(state, self._attribute))

    def read(self, state: State, words: Words, text: str) -> None:
        """Take it over; a list has as many items as on an empty table, where there are some."""
        value, before = self._sort.read(state, words, text), getattr(state, self._attribute)
        if isinstance(before, list) and isinstance(value, list) and before is not value:
            words.require(not before or len(value) == len(before), f"{self.name} are {len(before)}")
        setattr(state, self._attribute, value)


# In the order of the text; what comes later may need what came before.
_FIELDS: Final = (
    _Field("limit", _number("a round limit", 1, _MAX_ROUNDS)),
    _Field("help", _named("a help level", HELPS)),
    _Field("first", _SEAT),
    _Field("active", _SEAT),
    _Field("turn", _number("a turn", 0, _MAX_ROUNDS * 4)),
    _Field("discarded", _named("yes or no", {False: "no", True: "yes"})),
    _Field("last", _number("last turns", -1, 4)),
    _Field("pantry", _list(_KIND), needed=True),
    _Field("turned", _CELL_MASK),
    _Field("discards", _KIND_COUNTS),
    _Field("recipes", _Sort(_write_recipes, _read_recipes), "tiles", needed=True),
    _Field("shelves", _list(_KIND), "shelf", needed=True),
    _Field("seen", _list(_SEATS)),
    _Field("clues", _list(_CLUE)),
    _Field("failed", _list(_MISS)),
    _Field("theories", _Sort(_write_theories, _read_theories)),
    _Field("thinks", _list(_number("think markers", 0, THINK_MARKERS))),
    _Field("score", _list(_number("a score", -999, 999))),
    _Field("crossed", _SEATS, "tea_got"),
    _Field("tea", _list(_number("tea break tokens", 0, 4))),
    _Field("due", _number("tea breaks due", 0, 4)),
    _Field("held", _list(_or_none(_MOVE))),
    _Field("shown", _list(_or_none(_MOVE))),
    _Field("queue", _list(_SLOT_NUMBER)),
    _Field("asked", _list(_TEA), "teas"),
    _Field("tokens", _Sort(_write_log, _read_log), "log"),
    _Field("resume", _named("what goes on", RESUMES)),
    _Field("swapper", _or_none(_SEAT)),
    _Field("from", _NAMED_STEP, "swap_from"),
    _Field("lines", _list(_or_none(_place("a line", LINES)))),
    _Field("laid", _list(_number("times laid", 0, ERASE_MOVES))),
    _Field("content", _SEATS),
    _Field("freed", _list(_number("cells", 0, 31))),
    _Field("took", _list(_number("lines taken", 0, 15))),
    _Field("pacts", _number("questions owed", 0, 2), "asks_left"),
    _Field("prints", _list(_number("fingerprints", 0, SIDE_PRINTS))),
    _Field("marker", _list(_number("a marker", 0, TRACK_END))),
    _Field("initiator", _SEAT),
    _Field("out", _SEATS),
    _Field("case", _named("a case", {CASE_NONE: "none", **CASES})),
)


_USUAL: Final = {seats: _empty(seats) for seats in (2, 3, 4)}


# What no game can come to.


def _check(state: State, words: Words) -> None:
    require = words.require
    n, two = state.seats, state.seats == 2
    step = state.step
    require(min(state.bag) >= 0, "there are not so many pantry tiles of a kind")
    dealt = state.tiles + state.shelf
    require([dealt.count(kind) for kind in range(9)] == list(COUNTS), "the recipe tiles are not the 25")
    require(state.last <= n, "more last turns than players")
    if n == 3:
        require(state.revealed >> 12 == 15, "the imaginary recipe lies open")
    part_b = (STEP_LOOK, STEP_PACT, STEP_INITIATE, STEP_COUNTER)
    part_a = (STEP_VOTE, STEP_TEA)
    require(step not in (part_a if two else part_b), "that step belongs to the other part of the rules")
    require(all(kind != state.tiles[number] for number, kind in state.failed), "a right vote did not fail")
    require(len(set(state.failed)) == len(state.failed), "a failed vote is listed twice")
    for seat, owner, slot, how, _, one, two_, three, yes in state.clues:
        fits = told(how, one, two_, three) >> state.tiles[owner * state.per + slot] & 1
        require(yes == fits and (seat != owner or yes == 1), "a clue or an answer is not true")  # SR-9, SR-11
    for at, kind in enumerate(state.theories):
        if kind >= 0:
            require(not two, "there are no theories with two players")
            require(at // 16 != at % 4, "a theory is about somebody else's slot")
            require(not state.revealed >> at // 4 & 1, "a theory leaves when the slot is revealed")
            require(at % 4 < n and at // 16 < n, "there is no such player")
    for seat in range(n):
        laid = sum(state.theories[number * 4 + seat] >= 0 for number in range(SLOTS))
        require(laid + state.thinks[seat] <= THINK_MARKERS, "more theories than think markers")
    for _, recipe, kind, yes in state.teas:
        require(recipe < (4 if two else n), "the imaginary player is not asked")
        require(yes == (kind in state.tiles[recipe * 4 : recipe * 4 + 4]), "an answer is not true")
    for asker, recipe, _, _ in state.teas:
        require(asker != recipe // (2 if two else 1), "nobody asks themself")
    require(all(SPOT_LINE[clue[4]] == clue[4] for clue in state.clues) or not two, "no marker on the right")
    require((step == STEP_KEEP) == bool(state.hand), "tokens in hand and the step do not agree")
    require((step == STEP_SWAP) == (state.swapper >= 0), "the swap and the step do not agree")
    swapped_from = (STEP_TURN, STEP_INITIATE, STEP_COUNTER) if two else (STEP_TURN, STEP_VOTE)
    require(state.swap_from in swapped_from, "no swap is bought there")
    if step != STEP_SWAP:
        nothing_laid = state.content == 0 and max(state.lines) < 0 and max(state.laid) == 0
        require(nothing_laid, "erase markers lie only during a swap")
    require(state.content != (1 << n) - 1, "all are content, so the swap is done")
    _check_held(state, words)
    if not two:
        plain = [0, 0, 0, 0, 0, 0, 0, 0, 0]
        found = [*state.freed, *state.took, state.asks_left, *state.marker, state.out, state.case]
        require(found == plain and state.initiator == 0, "a two-player field with more players")
        require(state.turn < state.limit * n or step == STEP_OVER, "the round limit has passed")
    else:
        require(step != STEP_PACT or state.asks_left > 0, "no question is owed")
        _check_clues_of_two(state, words)
        require(state.turn < state.limit * 2 or step == STEP_OVER, "the round limit has passed")
    hidden = [bool(state.hidden_slots(seat)) for seat in range(n)]
    if step not in (STEP_OVER, STEP_KEEP):
        require(any(hidden), "no slot is hidden, so the game is over")
        if two and step not in (STEP_INITIATE, STEP_COUNTER, STEP_SWAP):
            require(all(hidden), "all eight of a player are revealed, so the game is over")
    if step != STEP_OVER:
        for seat in range(n):
            if state.deciders() >> seat & 1:
                require(bool(state.legal(seat)), "a player owes a move and has none")


def _check_clues_of_two(state: State, words: Words) -> None:
    """SR-42: a clue a round, five at most, each about another slot; or none would be left to give."""
    require = words.require
    for seat in range(2):
        done = state.turn // 2
        talking = state.step in (STEP_INITIATE, STEP_COUNTER, STEP_KEEP)
        swapping = state.step == STEP_SWAP and state.swap_from != STEP_TURN
        if seat != state.active:
            done += state.turn % 2
        elif talking or swapping or state.step in (STEP_LOOK, STEP_PACT):
            done += 1
        given = [clue[2] for clue in state.clues if clue[0] == clue[1] == seat]
        require(len(set(given)) == len(given), "two clues about one slot")
        require(len(given) <= min(CLUE_ROUNDS, done), "more clues than turns")


def _check_held(state: State, words: Words) -> None:
    """Sealed votes and questions must be such as could be sealed now."""
    require = words.require
    held, state.held = state.held, [-1] * state.seats
    try:
        if state.step not in (STEP_VOTE, STEP_TEA):
            require(max(held) < 0, "nothing is sealed in this step")
        else:
            require(min(held) < 0, "all have sealed, so votes are open")
            for seat, move in enumerate(held):
                free = move in range(PEEK_ONE, SWAP + 1)
                require(move < 0 or (not free and move in state.legal(seat)), "a sealed move is not legal")
    finally:
        state.held = held
    require(len(state.shown) in (0, state.seats), "votes are shown of all or none")
    for move in state.shown:
        vote = move == NOTHING or THINK <= move < KEEP or (move < 0 and state.per == 8)
        require(vote, "what is shown is no vote")
    for number in state.queue:
        require(not state.revealed >> number & 1, "a revealed slot is not voted on")
        asked = [(move - UNVEIL) // 90 for move in state.shown if move >= UNVEIL]
        owner, slot = number // state.per, number % state.per
        require(target_of(owner, slot) in asked, "nobody voted on a slot in the queue")
