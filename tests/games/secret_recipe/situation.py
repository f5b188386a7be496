"""Situations for the tests: a position in notation, moves with their seats, what is seen by whom.

The material that rule tests name (`CELLS`, `TOKENS`, `told` ...) comes from here, so that the tests know
nothing of how the game's rooms are called.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, Self

from msgspec import to_builtins

from potluck.games.secret_recipe import game, material
from potluck.games.secret_recipe.material import CELLS, COUNTS, HOWS, KINDS, LINES, SPOTS, TOKENS, told
from potluck.games.secret_recipe.notebook import chances, possible, puzzle_of, told_masks
from potluck.games.secret_recipe.rules import State
from potluck.play.chance import Fast, Replay
from tests.games import situation

from .plain import solve_plainly

# What comes from the game, for the tests to take from here.
__all__ = [
    "CELLS",
    "COUNTS",
    "HOWS",
    "KINDS",
    "LINES",
    "SPOTS",
    "TOKENS",
    "chances",
    "game",
    "material",
    "possible",
    "puzzle_of",
    "solve_plainly",
    "told",
    "told_masks",
]

MINT, GRAPES, WALNUTS, STRAWBERRIES, EGGS, APPLES, HONEY, FLOUR, CREAM = range(9)

# SR-61: the pantry of the source's example, and its recipe as the first.
PANTRY: Final = "honey,walnuts,eggs,cream,apples,grapes,strawberries,apples,flour"
RECIPES: Final = (
    "mint,eggs,apples,flour",
    "honey,grapes,walnuts,cream",
    "strawberries,strawberries,flour,apples",
    "mint,flour,eggs,grapes",
)
SHELVES: Final = "grapes,walnuts,walnuts,strawberries,eggs,apples,honey,flour,cream"


def position(
    seats: int,
    step: str = "turn",
    *,
    recipes: Sequence[str] = RECIPES,
    revealed: Mapping[str, str] | None = None,
    **fields: str,
) -> str:
    """A position text; `revealed` names slots by owner, e.g. {"p2": "134"}. Shelves get what is left."""
    per = 8 if seats == 2 else 4
    tiles = ",".join(recipes).split(",")
    shown = {
        (int(owner[1]) - 1) * per + int(slot) - 1
        for owner in revealed or {}
        for slot in (revealed or {})[owner]
    }
    if seats == 3:
        shown |= {12, 13, 14, 15}
    marked = [tile + "*" * (at in shown) for at, tile in enumerate(tiles)]
    left = [kind for kind in range(9) for _ in range(COUNTS[kind] - tiles.count(KINDS[kind]))]
    shelves = SHELVES if tuple(recipes) == RECIPES else ",".join(KINDS[kind] for kind in left)
    known = {"pantry": PANTRY, "shelves": shelves} | fields
    words = [f"{name}={value}" for name, value in known.items()]
    written = "/".join(",".join(marked[start : start + 4]) for start in range(0, 16, 4))
    return " ".join([str(seats), step, f"recipes={written}", *words])


# SR-1 and SR-4, once more in plain words: nothing of the game's own tables.
WEIGHTS = {
    "mint": 1, "grapes": 1, "walnuts": 2, "strawberries": 2, "eggs": 3,
    "apples": 4, "honey": 4, "flour": 5, "cream": 5,
}  # fmt: skip
IN_LINE = {
    "row1": "a1 b1 c1", "row2": "a2 b2 c2", "row3": "a3 b3 c3",
    "column1": "a1 a2 a3", "column2": "b1 b2 b3", "column3": "c1 c2 c3",
}  # fmt: skip
# Where a marker may lie, and the line it points at.
POINTS_AT = {
    "left1": "row1", "left2": "row2", "left3": "row3", "top1": "column1", "top2": "column2",
    "top3": "column3", "right1": "row1", "right2": "row2", "right3": "row3",
}  # fmt: skip
# The seats, as positions and moves write them.
SEATS: Final = ("p1", "p2", "p3", "p4")

# What every event says, in this order: bots and boards take these by name.
EVENTS: Final[Mapping[str, str]] = {
    "turn": "seat",
    "round": "n",
    "discard": "seat cell kind",
    "refill": "cell kind",
    "bag": "",
    "clue": "seat slot how spot kinds",
    "question": "seat owner slot how spot kinds",
    "yes": "owner",
    "no": "owner",
    "peeked": "seat shelf",
    "saw": "seat shelf kind",
    "sealed": "seat",
    "handed_back": "seat",
    "voted_nothing": "seat",
    "voted_think": "seat owner slot kind",
    "voted_unveil": "seat owner slot kind",
    "voted_collect": "seat owner slot kind cell",
    "revealed": "owner slot kind",
    "right": "seat n",
    "wrong": "seat owner slot",
    "collected": "seat cell",
    "theory": "seat",
    "took": "seat n",
    "hand": "seat tokens",
    "kept": "seat",
    "kept_own": "seat token",
    "pile": "",
    "token_used": "seat token",
    "tea_token": "seat",
    "tea": "",
    "asked": "seat owner",
    "asked_yes": "seat owner kind",
    "asked_no": "seat owner kind",
    "swap": "seat",
    "erase": "seat line",
    "content": "seat",
    "swapped": "n",
    "freed": "seat combination",
    "pact_yes": "seat owner recipe kind",
    "pact_no": "seat owner recipe kind",
    "discussion": "",
    "declined": "seat",
    "out": "seat",
    "marker": "seat space",
    "bonus": "seat",
    "last": "",
    "unused": "seat tokens",
    "over": "winners",
    "no_token": "seat",
    "phase_ends": "",
}


class Situation(situation.Situation):
    """A table of Secret Recipe in the given position."""

    game = game
    state: State
    says = EVENTS
    words: ClassVar[Mapping[str, Sequence[str]]] = {
        "kind": KINDS,
        "kinds": KINDS,
        "cell": CELLS,
        "slot": "12345678",
        "how": HOWS,
        "spot": SPOTS,
        "shelf": SPOTS,
        "line": LINES,
        "token": TOKENS,
        "tokens": TOKENS,
        "recipe": "12",
        "combination": ("type=", "typeX", "weight=", "weightX", "weight<>"),
    }

    def play(self, *moves: str) -> Self:
        """See the general one; `changed` is about these moves. A clone shares no list that can change."""
        self._before = self.state.clone()
        for name in (name for kind in type(self.state).__mro__ for name in getattr(kind, "__slots__", ())):
            mine, other = getattr(self.state, name), getattr(self._before, name)
            # `offers` is made anew with every pantry, never changed.
            assert mine is not other or not isinstance(mine, list) or name == "offers", (
                f"a clone shares {name}"
            )
        super().play(*moves)
        text = self.text()
        assert game.dump(game.load(text)) == text, f"no position comes about: {text}"
        return self

    @property
    def step(self) -> str:
        """What the table waits for."""
        return str(self.view().step)

    def asked(self) -> str:
        """Who is asked, e.g. "p1 p3"."""
        return " ".join(SEATS[seat] for seat in self.deciders())

    def free(self) -> str:
        """Who may have a free move besides."""
        mask = self.state.bystanders()
        return " ".join(SEATS[seat] for seat in range(4) if mask >> seat & 1)

    def vote(self, **votes: str) -> Self:
        """Everybody votes; who is not named votes for nothing."""
        return self.play(*(f"p{n + 1} {votes.get(f'p{n + 1}', 'nothing')}" for n in range(self.view().seats)))

    def keep(self) -> Self:
        """Whoever chooses a token keeps the lowest one offered, again and again."""
        while self.step == "keep":
            self.play(f"{self.asked()} {self.legal()[0]}")
        return self

    def changed(self, viewer: int | None = None) -> dict[str, object]:
        """What the last `play` changed in a viewer's view: new values by path; "clues+": what came to it."""
        before = to_builtins(game.view(self._before, viewer))
        found: dict[str, object] = {}
        _compare("", before, to_builtins(self.view(viewer)), found)
        return found


def _compare(path: str, before: Any, after: Any, found: dict[str, object]) -> None:
    if isinstance(before, dict) and isinstance(after, dict):
        for name in after:
            _compare(f"{path}.{name}".removeprefix("."), before[name], after[name], found)
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for at, (old, new) in enumerate(zip(before, after, strict=True)):
            _compare(f"{path}.{at}", old, new, found)
    elif isinstance(before, list) and isinstance(after, list) and before == after[: len(before)]:
        found[f"{path}+"] = after[len(before) :]
    elif before != after:
        found[path] = after


# A true clue of p1, and what is told when p1 gives it.
CLUE: Final = "p1 clue 1 typeX left2"


def voting(seats: int = 3, luck: Sequence[tuple[int, int]] = (), **fields: str) -> Situation:
    """p1 has given a clue; everybody is to vote. `luck`: answers, each with what is asked; else any."""
    revealed: dict[str, str] = {name: fields.pop(name) for name in SEATS if name in fields}
    table = Situation(position(seats, "turn", revealed=revealed, **fields), Replay(luck) if luck else Fast(7))
    return table.play(CLUE)


def kept_all(count: int, seat: str = "p2") -> str:
    """A story of the point tokens: so many times the lowest ones are taken, and the first is kept."""
    pile, discards = list(material.TOKEN_COUNTS), [0] * 5
    steps = []
    for _ in range(count):
        hand: list[int] = []
        while len(hand) < 3 and sum(pile) + sum(discards):
            if not sum(pile):
                pile, discards = discards, [0] * 5
            token = next(token for token in range(5) if pile[token])
            pile[token] -= 1
            hand.append(token)
        for token in hand[1:]:
            discards[token] += 1
        steps.append(f"{seat}:{TOKENS[hand[0]]}<{'.'.join(TOKENS[token] for token in hand)}")
    return ",".join(steps)


def kinds(*names: str) -> int:
    """A mask of kinds."""
    return sum(1 << KINDS.index(name) for name in names)


def is_true(kind: str, how: str, line: list[str]) -> bool:
    """SR-9, in plain words: whether a clue is true of a kind."""
    weights = [WEIGHTS[each] for each in line]
    return {
        "type=": kind in line,
        "typeX": kind not in line,
        "weight=": WEIGHTS[kind] in weights,
        "weightX": WEIGHTS[kind] not in weights,
        "weight<": all(WEIGHTS[kind] < weight for weight in weights),
        "weight>": all(WEIGHTS[kind] > weight for weight in weights),
    }[how]


def in_line(spot: str, pantry: str = PANTRY) -> list[str]:
    """The kinds of the line that a marker points at."""
    tiles = dict(zip(CELLS, pantry.split(","), strict=True))
    return [tiles[cell] for cell in IN_LINE[POINTS_AT[spot]].split()]


def two(step: str = "turn", luck: Sequence[tuple[int, int]] = (), **fields: str) -> Situation:
    """Two players; `p1="12"` names the revealed slots of p1."""
    revealed: dict[str, str] = {name: fields.pop(name) for name in SEATS if name in fields}
    return Situation(position(2, step, revealed=revealed, **fields), Replay(luck) if luck else Fast(7))


def talk(step: str = "initiate", luck: Sequence[tuple[int, int]] = (), **fields: str) -> Situation:
    """Round 6, both have asked; p1 is the round's first player."""
    return two(step, luck, **({"turn": "11", "first": "p2", "active": "p2"} | fields))


def pair(table: Situation) -> dict[str, object]:
    """What of the discussion everybody sees."""
    found = table.view().pair
    assert found is not None
    return {"initiator": found.initiator, "out": found.out, "case": found.case, "marker": found.marker}
