"""The material of Chef Alfredo as data: ingredients, pots, cooking tiles and the die (CA-1 to CA-4)."""

from typing import Final

# The kinds, in the order of the containers: one, and many of it.
_INGREDIENTS: Final = (
    ("carrot", "carrots"),
    ("tomato", "tomatoes"),
    ("bean", "beans"),
    ("garlic", "garlic"),
)
KINDS: Final = tuple(one for one, _ in _INGREDIENTS)
MANY: Final = tuple(many for _, many in _INGREDIENTS)
PER_KIND: Final = 10  # CA-2

POTS: Final = 4  # CA-1: as many as kinds
PLATES: Final = ("a", "b", "c", "d")  # hotplates
COOKING_TILES: Final = 36  # CA-3: what is in the box, the default of CA-21

# CA-4: what a roll shows is a kind or Chef Alfredo, who is on two faces.
CHEF: Final = 4
DIE: Final = (0, 1, 2, 3, CHEF, CHEF)
