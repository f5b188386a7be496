"""Lids and Blocks broken as somebody might break a game by mistake, and the check that must say so."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, cast

import msgspec

from potluck.play.chance import Chance
from potluck.play.joined import Joined
from potluck.play.learned import MOVER, OTHERS
from potluck.play.moves import Move
from potluck.play.notes import Events, Note, Row
from potluck.play.phrase import Phrase
from potluck.play.seats import Seat

from . import block, lid
from .block import rules as block_rules
from .block import say as block_say
from .block import table as block_table
from .lid import deals as lid_deals
from .lid import rules as lid_rules
from .lid import say as lid_say
from .lid import table as lid_table
from .lid import view as lid_view

LID = cast(Joined, lid.game)
BLOCK = cast(Joined, block.game)


def _with_state(sound: Joined, state: type[Any]) -> Joined:
    """The game with states of a subclass."""

    def turned(made: Any) -> Any:
        made.__class__ = state
        return made

    def redealer(view: Any, memory: Any = None) -> Callable[[Chance], Any]:
        deal = sound.redealer(view, memory)
        return lambda chance: turned(deal(chance))

    return replace(
        sound,
        new=lambda seats, options, chance: turned(sound.new(seats, options, chance)),
        load=lambda text: turned(sound.load(text)),
        redealer=redealer,
    )


def _lid_events(*rows: Row) -> Events:
    """The first rows are others."""
    return Events(lid_table.ID, [*rows, *LID.events.rows[len(rows) :]])


# The view goes on showing what is told once: the covered pot.
def _shows_covered(state: lid_rules.State, viewer: Seat | None) -> lid_view.LidView:
    seen = lid_view.view_of(state, viewer)
    return msgspec.structs.replace(seen, pots=[pot.copy() for pot in state.pots])


def _without_memory(view: lid_view.LidView, memory: Any = None) -> Callable[[Chance], lid_rules.State]:
    return lid_deals.redealer(view)


# What is told once stays in the log as it was.
_KEEPS_KINDS = Row(lid_table.LAID, "laid", "seat", "pot", "kind")
# What stays of it has no words.
_UNWORDED = Row(lid_table.LAID, "laid", "seat", "pot", "kind", once="lid_hides", keeps="laid_somehow")
_UNSAID_BLIND = Row(lid_table.LAID_BLIND, "laid_somehow", "seat", "pot")


class _TellsAnswers(lid_rules.State):
    """A secret answer is told to everybody, if only once."""

    __slots__ = ()

    def _answer(self, seat: Seat, scores: bool, chance: Chance, jot: list[Note]) -> int:
        pot = self.full()
        first = len(jot)
        learned = super()._answer(seat, scores, chance, jot)
        if self.held[seat] >= 0:
            _, readers, _ = jot[first]
            jot.append((lid_table.LAID, readers, (seat, pot, int(scores))))
        return learned


class _DraftEndsBySecret(lid_rules.State):
    """Whether a card put into a pot ends a draft depends on the covered pot."""

    __slots__ = ()

    def play(self, seat: Seat, move: Move, chance: Chance, notes: list[Note] | None = None) -> int:
        beans = self.pots[self.lid][0]
        learned = super().play(seat, move, chance, notes)
        return learned | MOVER if learned == OTHERS and beans else learned


class _SilentLid(lid_rules.State):
    """Moving the lid shows a pot and does not say so to who moves it."""

    __slots__ = ()

    def play(self, seat: Seat, move: Move, chance: Chance, notes: list[Note] | None = None) -> int:
        learned = super().play(seat, move, chance, notes)
        return learned & ~MOVER if move >= lid_table.MOVE_LID else learned


class _OneByOne(block_rules.State):
    """The dice are rolled one after the other."""

    __slots__ = ()

    def roll(self, chance: Chance) -> None:
        many = block_table.DICE - sum(map(sum, self.trays))
        rolled = [1 + chance.below(block_table.FACES) for _ in range(many)]
        self.block = rolled + [0] * (block_table.DICE - many)


class _Placed(block_rules.State):
    """One seat alone is the first."""

    __slots__ = ()

    def result(self) -> list[int] | None:
        return [1] if super().result() == [] else super().result()


class _TwoSpellings(block_rules.State):
    """A cut is offered in two spellings, and others lead to one of them."""

    __slots__ = ()

    def legal(self, seat: Seat) -> list[Move]:
        moves = super().legal(seat)
        if self.step != block_table.CUT or not moves or moves[0] >= block_table.RESTOCK:
            return moves
        return sorted({*moves, *_second_spellings(self.block, moves)})


def _second_spellings(block: list[int], moves: list[Move]) -> Iterator[Move]:
    """Of every piece one more."""
    for first in moves:
        if first < block_table.RESTOCK:
            piece = block_rules.piece(block, first)
            yield from [m for m in range(block_table.RESTOCK) if block_rules.piece(block, m) == piece][1:2]


def _same_of_two(view: Any, move: Move) -> Move:
    same = block_say.same(view, move)
    return move if same != move and move in _second_spellings(view.block, [same]) else same


def _same_of_all(view: Any, move: Move) -> Move:
    """Leads to the first cut of the same dice, whether it may be made or not."""
    if move >= block_table.RESTOCK:
        return move
    piece = block_rules.piece(view.block, move)
    return next(each for each in range(move + 1) if block_rules.piece(view.block, each) == piece)


def _refuses_spellings(view: Any, move: Move) -> Phrase | None:
    why = block_say.refuse(view, move)
    return Phrase("block.refuse.nothing") if why is None and block_say.same(view, move) != move else why


class _Moody:
    """Another reason every time."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, view: Any, move: Move) -> Phrase | None:
        self.asked += 1
        why = lid_say.refuse(view, move)
        return why if why is None or self.asked % 3 else Phrase("lid.refuse.lay_first")


class _Unsaid(Joined):
    """Tells something once and does not say so."""

    def forgets(self, options: Any) -> bool:
        return False


def _unsaid() -> Joined:
    return _Unsaid(**{name: getattr(LID, name) for name in LID.__dataclass_fields__})


# What is broken, and the check that must say so.
BROKEN: Mapping[str, tuple[Joined, str]] = {
    "ShowsCovered": (replace(LID, view=_shows_covered), "redeal_remembers"),
    "IgnoresMemory": (replace(LID, redealer=_without_memory), "redeal_remembers"),
    "KeepsKinds": (replace(LID, events=_lid_events(_KEEPS_KINDS)), "forgetting"),
    "Unsaid": (_unsaid(), "forgetting"),
    "TellsAnswers": (_with_state(LID, _TellsAnswers), "secrecy"),
    "DraftEndsBySecret": (_with_state(LID, _DraftEndsBySecret), "secrecy"),
    "SilentLid": (_with_state(LID, _SilentLid), "secrecy"),
    "OneByOne": (_with_state(BLOCK, _OneByOne), "luck_laid_out"),
    "Placed": (_with_state(BLOCK, _Placed), "places"),
    "NoTag": (replace(BLOCK, about=msgspec.structs.replace(BLOCK.about, tags=["none"])), "words_standing"),
    "NoBand": (replace(BLOCK, about=msgspec.structs.replace(BLOCK.about, bands=1)), "places"),
    "TwoSpellings": (replace(_with_state(BLOCK, _TwoSpellings), same=_same_of_two), "spellings"),
    "SameOfAll": (replace(BLOCK, same=_same_of_all), "spellings"),
    "RefusesSpellings": (replace(BLOCK, refuse=_refuses_spellings), "refusals"),
    "UnwordedLog": (replace(LID, events=_lid_events(_UNWORDED, _UNSAID_BLIND)), "words_complete"),
    "Moody": (replace(LID, refuse=_Moody()), "reasons"),
}
