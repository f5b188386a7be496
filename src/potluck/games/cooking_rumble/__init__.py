"""Cooking Rumble: a bluffing race to six points for two or three (shared rules CR-1 to CR-20)."""

from typing import Final

from potluck.games.cooking_rumble.bots import LEVELS
from potluck.games.cooking_rumble.deals import redealer
from potluck.games.cooking_rumble.material import DECK
from potluck.games.cooking_rumble.position import read, write
from potluck.games.cooking_rumble.say import describe, hints, prompt, refuse
from potluck.games.cooking_rumble.setup import Options, agrees, longest, new, pieces
from potluck.games.cooking_rumble.table import EVENTS, ID, MOVES, VOCABULARY
from potluck.games.cooking_rumble.view import CookingRumbleView, Hints, view_of
from potluck.play.game import About
from potluck.play.joined import Joined

game: Final = Joined(
    about=About(ID, [2, 3], (5, 10), ["bluffing"], free=["wild"]),
    package=__name__,
    rules=1,
    deck=DECK,
    options=Options,
    views=CookingRumbleView,
    hinted=Hints,
    moves=MOVES,
    events=EVENTS,
    vocabulary=VOCABULARY,
    levels=LEVELS,
    new=new,
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
