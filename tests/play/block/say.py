"""Blocks in words: prompt, refusals, hints, description, and which cuts are the same; from the view alone."""

from msgspec import Struct

from potluck.play.game import Section
from potluck.play.moves import Move
from potluck.play.phrase import Arg, Phrase
from potluck.play.reasons import not_asked

from .rules import cuts, may_restock, piece, total
from .table import COLUMNS, COOKED, END, FACES, ID, MOVES, RESTOCK, ROWS, WANTED
from .view import BlockView


class Hints(Struct, frozen=True):
    pieces: dict[str, int]  # the points of every cut that may be made, by the cut's notation


def _phrase(name: str, **args: Arg) -> Phrase:
    return Phrase(f"{ID}.{name}", args)


def same(view: BlockView, move: Move) -> Move:
    """Cuts that take the same dice are one: the first of them."""
    if move >= RESTOCK or view.step != "cut" or view.seat not in view.waiting:
        return move
    return cuts(view.block, view.limit).get(piece(view.block, move), move)


def prompt(view: BlockView) -> Phrase:
    if view.step == "over":
        return _phrase("prompt.over", turn=view.turn)
    return _phrase(
        f"prompt.{view.step}.{'you' if view.seat in view.waiting else 'wait'}", waiting=view.waiting
    )


def refuse(view: BlockView, move: Move) -> Phrase | None:
    why = not_asked(view)
    if why is not None:
        return why
    if (view.step == "cut") != (move <= RESTOCK):
        return _phrase(f"refuse.step.{view.step}")
    if move < RESTOCK:
        points = total(view.block, move)
        if not points:
            return _phrase("refuse.nothing")
        return _phrase("refuse.too_much", n=points) if points > view.limit else None
    if move == RESTOCK:
        return None if may_restock(view.block, view.restocked) else _phrase("refuse.no_restock")
    if move == END:
        return None
    enough = view.seat is not None and view.trays[view.seat][move - COOKED] >= WANTED
    return None if enough else _phrase("refuse.too_few", face=move - COOKED)


def hints(view: BlockView) -> Hints:
    found = cuts(view.block, view.limit) if view.step == "cut" else {}
    return Hints({MOVES.text(move): total(view.block, move) for move in found.values()})


def describe(view: BlockView) -> list[Section]:
    lines = []
    for row in range(ROWS):
        faces = [face - 1 for face in view.block[row * COLUMNS : (row + 1) * COLUMNS] if face]
        lines.append(_phrase("line.row" if faces else "line.gap", row=row + 1, faces=faces))
    lines.append(_phrase("line.turn", turn=view.turn + 1))
    seats = []
    for seat in range(view.seats):
        for name, counts in (("tray", view.trays[seat]), ("dishes", view.dishes[seat])):
            if any(counts):
                faces = [face for face in range(FACES) for _ in range(counts[face])]
                seats.append(_phrase(f"line.{name}", seat=seat, faces=faces))
        lucky = view.lucky[seat]
        if lucky is not None:
            seats.append(_phrase("line.lucky", seat=seat, face=lucky - 1))
    return [Section(_phrase("section.block"), lines), Section(_phrase("section.seats"), seats)]
