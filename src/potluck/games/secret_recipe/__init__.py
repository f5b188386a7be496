"""Secret Recipe: a deduction game for two, three or four (shared rules SR-1 to SR-62)."""

from typing import Final

from potluck.games.secret_recipe.bots import LEVELS
from potluck.games.secret_recipe.deals import redealer
from potluck.games.secret_recipe.material import DECK
from potluck.games.secret_recipe.position import read, write
from potluck.games.secret_recipe.say import describe, hints, prompt, refuse
from potluck.games.secret_recipe.setup import Options, agrees, longest, new, pieces
from potluck.games.secret_recipe.table import EVENTS, ID, MOVES, VOCABULARY
from potluck.games.secret_recipe.view import Hints, SecretRecipeView, view_of
from potluck.play.game import About
from potluck.play.joined import Joined

game: Final = Joined(
    about=About(
        ID, [2, 3, 4], (45, 75), ["deduction"], free=["discard", "peek1", "peek2", "peek2once", "swap"]
    ),
    package=__name__,
    rules=1,
    deck=DECK,
    options=Options,
    views=SecretRecipeView,
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
