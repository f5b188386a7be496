"""Players of Cooking Rumble."""

from potluck.play.game import Levels

LEVELS: Levels = {}
