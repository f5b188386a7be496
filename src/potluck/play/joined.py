"""A game put together from the functions of its rooms: what a game's `__init__` calls.

The contract with every docstring is `potluck.play.game.Game`; this only joins and gives defaults.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from msgspec import Struct

from potluck.play.chance import Chance
from potluck.play.game import About, Levels, Section, View
from potluck.play.moves import Move, MoveTable
from potluck.play.notes import Events, Note
from potluck.play.phrase import Event, Phrase, Vocabulary
from potluck.play.seats import Seat

# Arguments that mean the same in every game.
_COMMON: Vocabulary = {"seat": "seat", "waiting": "seat", "winners": "seat", "n": "number", "ahead": "number"}


class Redealer(Protocol):
    """See Game.redealer."""

    def __call__(self, view: Any, memory: Any = None, /) -> Callable[[Chance], Any]:
        """Deals that agree with the view, and with the memory if there is one."""
        ...


def _nothing(state: Any) -> Sequence[Note]:
    return ()


def _alike(state: Any, options: Any) -> bool:
    return True


def _itself(view: Any, move: Move) -> Move:
    return move


@dataclass(frozen=True, kw_only=True, eq=False)
class Joined:
    """A Game; every field is a member of the contract but `events`, which answers for two of them."""

    about: About
    package: str
    rules: int
    older: Mapping[int, "Joined"] = field(default_factory=dict)
    deck: str = ""
    options: type[Struct]
    views: type[View]
    hinted: type[Struct]
    moves: MoveTable
    events: Events
    vocabulary: Vocabulary
    levels: Levels = field(default_factory=dict)
    new: Callable[[int, Any, Chance], Any]
    opening: Callable[[Any], Sequence[Note]] = _nothing
    dump: Callable[[Any], str]
    load: Callable[[str], Any]
    agrees: Callable[[Any, Any], bool] = _alike
    view: Callable[[Any, Seat | None], Any]
    prompt: Callable[[Any], Phrase]
    refuse: Callable[[Any, Move], Phrase | None]
    same: Callable[[Any, Move], Move] = _itself
    hints: Callable[[Any], Any]
    describe: Callable[[Any], list[Section]]
    redealer: Redealer
    pieces: Callable[[Any], Mapping[str, int]]
    longest: Callable[[int, Any], int]

    def __post_init__(self) -> None:
        """The arguments that every game has need not be named by each; nor need what older rules name."""
        known = {**_COMMON, **self.vocabulary}
        for rules, older in self.older.items():
            same = (older.about.id, older.package, older.rules) == (self.about.id, self.package, rules)
            if not same or rules >= self.rules:
                raise ValueError(f"{self.about.id} has no older rules {rules} like these")
            for name, kind in older.vocabulary.items():
                if known.setdefault(name, kind) != kind:
                    raise ValueError(f"{self.about.id}: rules {rules} word {name!r} in another way")
        object.__setattr__(self, "vocabulary", known)

    def event(self, note: Note, viewer: Seat | None, options: Any) -> Event | None:
        """See Game.event."""
        return self.events.read(note, viewer, options)

    def forgets(self, options: Any) -> bool:
        """See Game.forgets."""
        return self.events.forgets(options)
