"""Secret Recipe: a deduction game for two, three or four (shared rules SR-1 to SR-62)."""

from typing import Final

from potluck.games.secret_recipe.joined import SecretRecipe

game: Final = SecretRecipe()
