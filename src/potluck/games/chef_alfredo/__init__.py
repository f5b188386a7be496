"""Chef Alfredo: four closed pots, one die, and only your own memory to tell you what cooks where."""

from potluck.games.chef_alfredo.view import ChefAlfredo

game = ChefAlfredo()
