"""The refusals that every game has: the game is over, you only watch, others are to choose.

Worded by the house's catalogue under "refuse.". What a game itself forbids, such as a move of another
step, it words itself.
"""

from typing import Any

from potluck.play.phrase import Phrase


def not_asked(view: Any) -> Phrase | None:
    """Why this viewer may make no move at all now, from the view alone; None if they are asked."""
    if view.places is not None:
        return Phrase("refuse.over")
    if view.seat is None:
        return Phrase("refuse.watching")
    if view.seat not in view.waiting:
        return Phrase("refuse.wait", {"waiting": list(view.waiting)})
    return None
