"""The words every game speaks: seats, moves, chance, views, records. Knows no game and no network."""
