"""The material of Cooking Rumble as data: kinds, wild tokens, pans, and twelve recipe tiles (CR-1 to CR-5).

The published rules do not list the tiles, so these are our own (CR-20). A tile is its points and three rows
of three symbols, row i for seat i; a symbol is the first letter of its kind. The twelve rows a seat
meets, with their points, are the same for every seat: tiles come in families whose rows are turned
around the table. More than that, the deck is symmetric, so no seat is favoured beyond going first:

- turn the rows of every tile by one seat, and it is the same deck;
- swap the rows of two seats on every tile and rename cereals to sugars and back (they share a wild
  token), and it is the same deck.

Over the deck every kind stands equally often (three times) at every position of every seat's rows,
and no row has three equal symbols. Points: three tiles of 1, six of 2, three of 3; twenty-four in all.
"""

from typing import Final

# Which tiles these are: records name them.
DECK: Final = "house-1"

# Cereals (yellow), fruits and vegetables (green), sugars (purple), proteins (red).
KINDS: Final = ("cereals", "fruits", "sugars", "proteins")
LETTERS: Final = "".join([kind[0] for kind in KINDS])

# CR-2: token 0 is purple and yellow, token 1 red and green: the token of a kind is kind & 1.
TOKENS: Final = 2
BOTH_TOKENS: Final = 3  # as bits

PANS: Final = 19  # CR-4
SYMBOLS: Final = 3  # CR-3: of a row

# Points, then the rows of seats 0, 1 and 2. The number of a tile is its place in this list; its name
# is worded under "cooking_rumble.tile.<number>".
TILES: Final[tuple[tuple[int, tuple[str, str, str]], ...]] = (
    (1, ("fcs", "fsc", "fpf")),  # 0 berry muffins
    (1, ("fsc", "fpf", "fcs")),  # 1 banana crêpes
    (1, ("fpf", "fcs", "fsc")),  # 2 garden skewers
    (2, ("scf", "scp", "pfc")),  # 3 pumpkin waffles
    (2, ("scp", "pfc", "scf")),  # 4 maple bacon pancakes
    (2, ("pfc", "scf", "scp")),  # 5 mango chicken rice
    (2, ("csp", "csf", "pfs")),  # 6 peanut noodles
    (2, ("csf", "pfs", "csp")),  # 7 peach porridge
    (2, ("pfs", "csp", "csf")),  # 8 duck with plums
    (3, ("cps", "spc", "pfp")),  # 9 royal omelette
    (3, ("spc", "pfp", "cps")),  # 10 harvest pie
    (3, ("pfp", "cps", "spc")),  # 11 midnight feast
)

ALL_TILES: Final = (1 << len(TILES)) - 1  # as bits
POINTS: Final = [points for points, _ in TILES]
# The kind at tile * 9 + seat * 3 + position.
NEEDS: Final = [LETTERS.index(letter) for _, rows in TILES for row in rows for letter in row]
