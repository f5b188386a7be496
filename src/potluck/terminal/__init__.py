"""A game in a terminal: against bots with words and numbers, or a record told again. Knows no game."""
