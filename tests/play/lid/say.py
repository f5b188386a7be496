"""Lids in words: prompt, refusals, hints and the whole view, from the view alone."""

from msgspec import Struct

from potluck.play.game import Section
from potluck.play.moves import Move
from potluck.play.phrase import Arg, Phrase
from potluck.play.reasons import not_asked

from .table import DECLINE, DONE, ID, KINDS, MOVE_LID, POTS, PUT, ROOM, SCORE
from .view import LidView


class Hints(Struct, frozen=True):
    match: int | None  # what one's recipe scores in the pot that is full


def _phrase(name: str, **args: Arg) -> Phrase:
    return Phrase(f"{ID}.{name}", args)


def prompt(view: LidView) -> Phrase:
    if view.step == "over":
        return _phrase("prompt.over", turn=view.turn)
    you = "you" if view.seat in view.waiting else "wait"
    return _phrase(f"prompt.{view.step}.{you}", waiting=view.waiting)


def refuse(view: LidView, move: Move) -> Phrase | None:
    why = not_asked(view)
    if why is not None:
        return why
    step = "answer" if move in (SCORE, DECLINE) else "lid" if move >= MOVE_LID else "lay"
    if step != view.step:
        return _phrase(f"refuse.step.{view.step}")
    if move == DONE:
        return None if view.laid else _phrase("refuse.lay_first")
    if step == "lid":
        stays = move - MOVE_LID == view.lid and view.must_move
        return _phrase("refuse.lid_stays") if stays else None
    if step == "answer":
        return _phrase("refuse.no_match") if move == SCORE and not _match(view) else None
    kind, pot = divmod(move - PUT, len(POTS))
    if view.hand is None or not view.hand[kind]:
        return _phrase("refuse.no_card", kind=kind)
    if pot == view.lid:
        return _phrase("refuse.covered", pot=pot)
    return _phrase("refuse.full", pot=pot) if view.fill[pot] == ROOM else None


def _match(view: LidView) -> int | None:
    if view.full is None or view.recipe is None:
        return None
    pot = view.pots[view.full]
    return None if pot is None else pot[view.recipe]


def hints(view: LidView) -> Hints:
    return Hints(_match(view))


def describe(view: LidView) -> list[Section]:
    pots = []
    for pot, cards in enumerate(view.pots):
        if cards is None:
            pots.append(_phrase("line.covered", pot=pot, n=view.fill[pot]))
        else:
            pots.append(_phrase("line.pot" if any(cards) else "line.empty", pot=pot, kinds=_all(cards)))
    pots += [_phrase("line.lid", pot=view.lid), _phrase("line.turn", turn=view.turn + 1)]
    own = [] if view.recipe is None else [_phrase("line.recipe", kind=view.recipe)]
    if view.hand is not None:
        own.append(_phrase("line.hand", kinds=_all(view.hand)))
    if view.answer is not None:
        own.append(_phrase("line.scores" if view.answer else "line.declines"))
    piles = [_phrase("line.deck", n=view.deck)]
    if any(view.discard):
        piles.append(_phrase("line.discard", kinds=_all(view.discard)))
    for seat, scored in enumerate(view.scored):
        if any(scored):
            piles.append(_phrase("line.scored", seat=seat, kinds=_all(scored)))
    sections = [Section(_phrase("section.pots"), pots), Section(_phrase("section.piles"), piles)]
    return [*sections, Section(_phrase("section.own"), own)] if own else sections


def _all(cards: list[int]) -> list[int]:
    return [kind for kind in range(len(KINDS)) for _ in range(cards[kind])]
