"""Many games at once: who is stronger, what a place in turn order is worth, what a game is made of."""
