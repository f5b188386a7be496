"""A view of Cooking Rumble in words: the terminal's board, the plain board, the screen reader's."""

from typing import Final

from potluck.games.cooking_rumble.shapes import CookingRumbleView, Row, Tile, matching, phrase
from potluck.games.cooking_rumble.tiles import KINDS
from potluck.play.game import Section
from potluck.play.phrase import Phrase

_WHOLE_ROW: Final = 3


def describe(view: CookingRumbleView) -> list[Section]:
    """One section a tile, one for the players, one for the turn."""
    tiles = [_tile(place, tile) for place, tile in enumerate(view.tiles)]
    return [*tiles, _players(view), _turn(view)]


def _tile(place: int, tile: Tile | None) -> Section:
    if tile is None:
        return Section(phrase("section.empty", place=place), [])
    title = phrase("section.tile", place=place, tile=tile.id, n=tile.points)
    return Section(title, [line for seat, row in enumerate(tile.rows) for line in _row(seat, row)])


def _row(seat: int, row: Row) -> list[Phrase]:
    lines = [phrase("line.row", seat=seat, kinds=row.need, n=row.pans)]
    if row.next is not None and row.pans < _WHOLE_ROW:
        wild = any(wild.at == row.pans for wild in row.wilds)
        lines.append(phrase("line.next.wild" if wild else "line.next", kind=row.next))
    return lines


def _players(view: CookingRumbleView) -> Section:
    lines: list[Phrase] = []
    for seat in range(view.seats):
        lines.append(phrase("line.score", seat=seat, n=view.scores[seat]))
        if view.taken[seat]:
            lines.append(phrase("line.taken", seat=seat, tiles=[tile.id for tile in view.taken[seat]]))
        if not view.expert:
            lines.append(phrase(f"line.tokens.{_tokens(view.tokens[seat])}", seat=seat))
    return Section(phrase("section.players"), lines)


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
        lines.append(phrase("line.active", seat=view.active))
        lines.append(phrase("line.judge", seat=view.judge))
    if view.card is not None:
        lines.append(phrase("line.card.own", kind=view.card))
    elif view.card_down:
        lines.append(phrase("line.card"))
    if view.guess is not None and view.shown is not None:
        lines.append(phrase(f"line.said.{_verdict(view)}", kind=view.guess, shown=view.shown))
    lines.append(phrase("line.deck", n=view.deck))
    lines.append(phrase("line.pans", n=view.pans_left))
    if view.must_place:
        lines.append(phrase("line.must_place"))
    if view.seat is not None and view.step == "turn" and view.seat == view.active:
        lines += _cards(view, view.seat)
    return Section(phrase("section.turn"), lines)


def _verdict(view: CookingRumbleView) -> str:
    """How the last guess came out, as the end of a key."""
    if not view.right:
        return "wrong"
    return "right" if view.guess == view.shown else "illegal"  # CR-12


def _cards(view: CookingRumbleView, seat: int) -> list[Phrase]:
    """Where each of the active player's cards would match."""
    lines: list[Phrase] = []
    for kind in range(len(KINDS)):
        places = matching(view, seat, kind)
        if places:
            lines.append(phrase("line.match", kind=kind, places=places))
    return lines
