"""Chef Alfredo: four closed pots, one die, and only your own memory to tell you what cooks where."""

from typing import Final

from potluck.games.chef_alfredo.bots import LEVELS
from potluck.games.chef_alfredo.deals import redealer
from potluck.games.chef_alfredo.position import read, write
from potluck.games.chef_alfredo.rules import State
from potluck.games.chef_alfredo.say import describe, hints, prompt, refuse
from potluck.games.chef_alfredo.setup import Options, agrees, longest, new, pieces
from potluck.games.chef_alfredo.table import EVENTS, ID, MOVES, VOCABULARY
from potluck.games.chef_alfredo.view import ChefAlfredoView, Hints, view_of
from potluck.play.game import About
from potluck.play.joined import Joined

game: Final = Joined(
    about=About(ID, [2, 3, 4], (20, 30), ["memory", "bluffing"]),
    package=__name__,
    rules=1,
    options=Options,
    views=ChefAlfredoView,
    hinted=Hints,
    moves=MOVES,
    events=EVENTS,
    vocabulary=VOCABULARY,
    levels=LEVELS,
    new=new,
    opening=State.opening,
    dump=write,
    load=read,
    agrees=agrees,
    view=view_of,
    prompt=prompt,
    refuse=refuse,
    hints=hints,
    describe=describe,
    redealer=redealer,
    pieces=pieces,
    longest=longest,
)
