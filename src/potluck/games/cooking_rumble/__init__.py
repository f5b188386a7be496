"""Cooking Rumble: a bluffing race to six points for two or three (shared rules CR-1 to CR-20)."""

from typing import Final

from potluck.games.cooking_rumble.bots import LEVELS
from potluck.games.cooking_rumble.view import CookingRumble

game: Final = CookingRumble(LEVELS)
