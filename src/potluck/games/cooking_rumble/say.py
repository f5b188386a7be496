"""What Cooking Rumble says, from the view alone: prompts, reasons, hints, and the whole view in words."""

from collections.abc import Callable, Mapping
from typing import Final

from potluck.games.cooking_rumble.material import KINDS, SYMBOLS
from potluck.games.cooking_rumble.rules import TO_WIN
from potluck.games.cooking_rumble.table import ID, MOVES, Step
from potluck.games.cooking_rumble.view import CookingRumbleView, Hints, Row, Tile
from potluck.play.game import Section
from potluck.play.moves import Move
from potluck.play.phrase import Phrase, Say
from potluck.play.reasons import not_asked

_say: Final = Say(ID)


def _matching(view: CookingRumbleView, seat: int, kind: int) -> list[int]:
    """The places whose next symbol on this seat's border asks for this kind."""
    return [place for place, tile in enumerate(view.tiles) if tile and tile.rows[seat].next == kind]


def _may_lay(view: CookingRumbleView, seat: int, kind: int) -> bool:
    """CR-8: whether whose turn it is may lay a card of this kind."""
    return view.illegal_cards or bool(_matching(view, seat, kind))


def _known(kind: int | None) -> int:
    """A kind that the step guarantees to be there."""
    assert kind is not None
    return kind


# What the table waits for


def prompt(view: CookingRumbleView) -> Phrase:
    """What the table waits for, in the second person to whoever has to act."""
    if view.step == "over":
        return _decided(view)
    who = view.waiting[0]
    if view.seat != who:
        seat = view.active if view.step == "guess" else who  # whose card is guessed, or who is to choose
        return _say(f"prompt.{view.step}.other", seat=seat, judge=view.judge)
    name = view.step
    if name == "turn":
        return _say("prompt.turn.you.wild" if any(view.tokens[who]) else "prompt.turn.you")
    if name == "guess":
        return _say("prompt.guess.you", seat=view.active)
    if name == "pan":
        return _say("prompt.pan.you", judge=view.judge, kind=_known(view.shown))
    return _say("prompt.judge.you.move" if _may_move(view) else "prompt.judge.you")


def _decided(view: CookingRumbleView) -> Phrase:
    """What decided the game (CR-13, CR-17)."""
    first, *others = winners = view.winners()
    n = view.scores[first]
    if n >= TO_WIN:
        return _say("prompt.over.reached", seat=first, n=n, points=TO_WIN)
    if others:
        return _say("prompt.over.tie", winners=winners, n=n)
    return _say("prompt.over.most", seat=first, n=n, ahead=view.ahead())


def _may_move(view: CookingRumbleView) -> bool:
    """CR-19: whether a judge who guessed right has a pan to move."""
    if not view.expert or view.must_place or sum(tile is not None for tile in view.tiles) < 2:
        return False
    return any(
        row.pans > 0 and seat != view.judge
        for tile in view.tiles
        if tile is not None
        for seat, row in enumerate(tile.rows)
    )


def hints(view: CookingRumbleView) -> Hints:
    """Where each of the viewer's cards would match, where the pan owed may go, what a guess may be."""
    if view.seat is None or view.step == "over":
        return Hints(cards=[[] for _ in KINDS], place=[], guess=[])
    places: list[int] = []
    kinds: list[int] = []
    if view.seat in view.waiting:
        if view.step == "pan":
            places = _matching(view, view.seat, _known(view.shown))
        elif view.step == "judge":
            places = [place for place, tile in enumerate(view.tiles) if tile is not None]
        elif view.step == "guess":
            kinds = [kind for kind in range(len(KINDS)) if _may_lay(view, view.active, kind)]
    cards = [_matching(view, view.seat, kind) for kind in range(len(KINDS))]
    return Hints(cards=cards, place=places, guess=kinds)


# Why not


def refuse(view: CookingRumbleView, move: Move) -> Phrase | None:
    """The first reason that forbids this move to the viewer, or None."""
    waits = not_asked(view)
    if waits is not None:
        return waits
    kind, values = MOVES.fields(move)
    steps, why = _ALLOWED[kind]
    return why(view, values) if view.step in steps else _say(f"refuse.step.{view.step}")


def _me(view: CookingRumbleView) -> int:
    assert view.seat is not None
    return view.seat


def _refuse_wild(view: CookingRumbleView, values: tuple[int, ...]) -> Phrase | None:
    kind, place = values
    if view.expert:
        return _say("refuse.wild.expert")  # CR-18
    if not view.tokens[_me(view)][kind & 1]:
        return _say("refuse.wild.laid", token=kind & 1)  # CR-7
    return _refuse_place(view, place)


def _refuse_card(view: CookingRumbleView, values: tuple[int, ...]) -> Phrase | None:
    return None if _may_lay(view, _me(view), values[0]) else _say("refuse.card", kind=values[0])


def _refuse_guess(view: CookingRumbleView, values: tuple[int, ...]) -> Phrase | None:
    return None  # CR-9: any of the four


def _refuse_pan(view: CookingRumbleView, values: tuple[int, ...]) -> Phrase | None:
    empty = _refuse_place(view, values[0])
    if empty or view.step == "judge":  # CR-11: any tile
        return empty
    shown = _known(view.shown)
    if values[0] not in _matching(view, _me(view), shown):
        return _say("refuse.pan", place=values[0], kind=shown)  # CR-10
    return None


def _refuse_move(view: CookingRumbleView, values: tuple[int, ...]) -> Phrase | None:
    seat, place, to = values
    if not view.expert:
        return _say("refuse.move.expert")
    if view.must_place:
        return _say("refuse.move.twice")
    if seat >= view.seats:
        return _say("refuse.move.seat")
    if seat == view.judge:
        return _say("refuse.move.own")
    start = view.tiles[place]
    if start is None or start.rows[seat].pans == 0:
        return _say("refuse.move.none", seat=seat, place=place)
    return _refuse_place(view, to)


def _refuse_place(view: CookingRumbleView, place: int) -> Phrase | None:
    return None if view.tiles[place] else _say("refuse.place", place=place)  # CR-17


# By kind of move: the steps that accept it, and what forbids it there.
_ALLOWED: Final[
    Mapping[str, tuple[tuple[Step, ...], Callable[[CookingRumbleView, tuple[int, ...]], Phrase | None]]]
] = {
    "wild": (("turn",), _refuse_wild),
    "card": (("turn",), _refuse_card),
    "guess": (("guess",), _refuse_guess),
    "pan": (("pan", "judge"), _refuse_pan),
    "move": (("judge",), _refuse_move),
}


# The whole view


def describe(view: CookingRumbleView) -> list[Section]:
    """One section a tile, one for the players, one for the turn."""
    tiles = [_tile(place, tile) for place, tile in enumerate(view.tiles)]
    return [*tiles, _players(view), _turn(view)]


def _tile(place: int, tile: Tile | None) -> Section:
    if tile is None:
        return Section(_say("section.empty", place=place), [])
    title = _say("section.tile", place=place, tile=tile.id, n=tile.points)
    return Section(title, [line for seat, row in enumerate(tile.rows) for line in _row(seat, row)])


def _row(seat: int, row: Row) -> list[Phrase]:
    lines = [_say("line.row", seat=seat, kinds=row.need, n=row.pans)]
    if row.next is not None and row.pans < SYMBOLS:
        wild = any(wild.at == row.pans for wild in row.wilds)
        lines.append(_say("line.next.wild" if wild else "line.next", kind=row.next))
    return lines


def _players(view: CookingRumbleView) -> Section:
    lines: list[Phrase] = []
    for seat in range(view.seats):
        lines.append(_say("line.score", seat=seat, n=view.scores[seat]))
        if view.taken[seat]:
            lines.append(_say("line.taken", seat=seat, tiles=[tile.id for tile in view.taken[seat]]))
        if not view.expert:
            lines.append(_say(f"line.tokens.{_tokens(view.tokens[seat])}", seat=seat))
    return Section(_say("section.players"), lines)


def _tokens(held: list[bool]) -> str:
    """Which wild tokens are in hand, as the end of a key."""
    if all(held):
        return "both"
    if not any(held):
        return "none"
    return "0" if held[0] else "1"


def _turn(view: CookingRumbleView) -> Section:
    lines: list[Phrase] = []
    if view.step != "over":
        lines.append(_say("line.active", seat=view.active))
        lines.append(_say("line.judge", seat=view.judge))
    if view.card is not None:
        lines.append(_say("line.card.own", kind=view.card))
    elif view.card_down:
        lines.append(_say("line.card"))
    if view.guess is not None and view.shown is not None:
        lines.append(_say(f"line.said.{_verdict(view)}", kind=view.guess, shown=view.shown))
    lines.append(_say("line.deck", n=view.deck))
    lines.append(_say("line.pans", n=view.pans_left))
    if view.must_place:
        lines.append(_say("line.must_place"))
    if view.seat is not None and view.step == "turn" and view.seat == view.active:
        lines += _cards(view, view.seat)
    return Section(_say("section.turn"), lines)


def _verdict(view: CookingRumbleView) -> str:
    """How the last guess came out, as the end of a key."""
    if not view.right:
        return "wrong"
    return "right" if view.guess == view.shown else "illegal"  # CR-12


def _cards(view: CookingRumbleView, seat: int) -> list[Phrase]:
    """Where each of the active player's cards would match."""
    lines: list[Phrase] = []
    for kind in range(len(KINDS)):
        places = _matching(view, seat, kind)
        if places:
            lines.append(_say("line.match", kind=kind, places=places))
    return lines
