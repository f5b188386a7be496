"""Blocks: a sketch of Diced Veggies (DV-6 to DV-9, DV-18, DV-20, DV-21) joined from its rooms."""

from typing import Final

from potluck.play.game import About, Game
from potluck.play.joined import Joined

from . import deals, position, rules, say, table, view

game: Final[Game] = Joined(
    about=About(id=table.ID, seats=[1, 2, 3, 4], minutes=(5, 10), tags=["cutting"], bands=table.BANDS),
    package=__name__,
    rules=1,
    deck="blocks-1",
    options=view.Options,
    views=view.BlockView,
    hinted=say.Hints,
    moves=table.MOVES,
    events=table.EVENTS,
    vocabulary=table.VOCABULARY,
    new=view.new,
    dump=position.write,
    load=position.read,
    view=view.view_of,
    prompt=say.prompt,
    refuse=say.refuse,
    same=say.same,
    hints=say.hints,
    describe=say.describe,
    redealer=deals.redealer,
    pieces=position.pieces,
    longest=rules.longest,
)

__all__ = ["game"]
