"""Lids: a sketch of Pot Pourri (PP-3, PP-7, PP-8, PP-11, PP-21) as a toy game joined from its rooms."""

from typing import Final

from potluck.play.game import About, Game
from potluck.play.joined import Joined

from . import bots, deals, position, rules, say, table, view

game: Final[Game] = Joined(
    about=About(id=table.ID, seats=[2, 3, 4], minutes=(5, 10), tags=["memory"]),
    package=__name__,
    rules=1,
    deck="lids-1",
    options=view.Options,
    views=view.LidView,
    hinted=say.Hints,
    moves=table.MOVES,
    events=table.EVENTS,
    vocabulary=table.VOCABULARY,
    levels=bots.LEVELS,
    new=view.new,
    dump=position.write,
    load=position.read,
    view=view.view_of,
    prompt=say.prompt,
    refuse=say.refuse,
    hints=say.hints,
    describe=say.describe,
    redealer=deals.redealer,
    pieces=position.pieces,
    longest=rules.longest,
)

__all__ = ["game"]
