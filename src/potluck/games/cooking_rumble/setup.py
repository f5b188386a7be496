"""How a game of Cooking Rumble is set up: its options, the pieces in the box, how long it may last."""

from collections.abc import Mapping

from msgspec import Struct

from potluck.games.cooking_rumble.material import PANS, POINTS, SYMBOLS, TOKENS
from potluck.games.cooking_rumble.rules import TO_WIN, State, set_up
from potluck.games.cooking_rumble.table import PLACES
from potluck.play.chance import Chance
from potluck.play.errors import OptionsInvalid


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table agrees on before it starts."""

    expert: bool = False  # CR-18, CR-19
    allow_illegal_cards: bool = False  # CR-12


def new(seats: int, options: Options, chance: Chance) -> State:
    """CR-6; raises OptionsInvalid for another number of players than two or three."""
    if not 2 <= seats <= 3:
        raise OptionsInvalid(f"Cooking Rumble is for 2 or 3, not {seats}")
    return set_up(seats, options.expert, options.allow_illegal_cards, chance)


def agrees(state: State, options: Options) -> bool:
    """A position tells all of its options."""
    return (state.expert, state.illegal_cards) == (options.expert, options.allow_illegal_cards)


def pieces(state: State) -> Mapping[str, int]:
    """CR-2 to CR-5. Cards are not counted: a hand is always all four (CR-1)."""
    on_table = sum(state.pans)
    tiles = sum(tile >= 0 for tile in state.tiles) + state.deck.bit_count()
    return {
        "tokens": len(state.laid) + sum(hand.bit_count() for hand in state.hands),
        "tiles": tiles + sum(mask.bit_count() for mask in state.taken),
        "pans": on_table + max(0, PANS - on_table),
        "standee": sum(seat == state.judge != state.active for seat in range(state.seats)),
    }


def longest(seats: int, options: Options) -> int:
    """A bound on the moves of a game.

    Before the last tile is taken nobody has six points, so the tiles taken before it sum to at
    most 5 a seat; there are most of them when the cheapest go first. A turn adds a pan to the
    table, except that in expert mode a pan may be moved instead, never twice without a pan placed
    by a judge between. A taken tile carries away at most 3 pans of its owner and 2 of each other
    seat, and at the end at most 2 of each seat lie on the two other tiles. A turn has three
    moves (card, guess, pan), and between two tiles each token is laid at most once.
    """
    tiles, left = 1, seats * (TO_WIN - 1)
    for points in sorted(POINTS)[:-1]:
        if points > left:
            break
        left -= points
        tiles += 1
    pans = tiles * (SYMBOLS + 2 * (seats - 1)) + 2 * seats * (PLACES - 1)
    turns = 2 * pans + 1 if options.expert else pans
    return 3 * turns + (0 if options.expert else TOKENS * seats * tiles)
