"""The rule of undo, for everything that plays a game move by move.

A move can be taken back while the same seat alone still owes the choice and nobody has learned anything
since: no secret came out, no luck was drawn, nothing was shown again. Another seat's move ends it.

How many moves may be taken back is public at a table, so only moves that everybody could see are counted:
a step that others could not see belongs to the visible one before it and goes with it.
"""

from typing import Generic, NamedTuple, TypeVar

from potluck.play.errors import PotluckError
from potluck.play.seats import Mask, Seat, seat_name

Before = TypeVar("Before")


class UndoImpossible(PotluckError):
    """There is nothing of one's own that may be taken back."""

    key = "error.undo_impossible"


class _Move(NamedTuple, Generic[Before]):
    seat: Seat
    before: Before


class Undoable(Generic[Before]):
    """The moves that can be taken back now; of each is kept what its driver needs to be back before it."""

    def __init__(self) -> None:
        """Nothing has been played."""
        self._moves: list[_Move[Before]] = []
        self._floor = 0  # how many of them lie under a step that not everybody could see

    def played(
        self, seat: Seat, owed: Mask, owing: Mask, learned: int, before: Before, *, seen: bool = True
    ) -> None:
        """A move was made. `owed` and `owing`: the deciders before and after it; `learned`: what `play` said.

        `seen`: everybody could see that something was done.
        """
        undoable = owed == 1 << seat == owing and not learned
        if not seen:
            # What may be taken back is public and must not show that something happened.
            if not undoable:
                self._floor = len(self._moves)
            return
        if not undoable or (self._moves and self._moves[-1].seat != seat):
            self.clear()
        if undoable:
            self._moves.append(_Move(seat, before))

    def clear(self) -> None:
        """Nothing that was played so far can be taken back any more."""
        self._moves.clear()
        self._floor = 0

    @property
    def whose(self) -> Seat | None:
        """Who could take something back, as far as everybody may know."""
        return self._moves[-1].seat if self._moves else None

    def __len__(self) -> int:
        """How many moves could be taken back, as far as everybody may know."""
        return len(self._moves)

    def check(self, seat: Seat, moves: int) -> None:
        """Raise UndoImpossible unless the seat may take back its last `moves` visible moves."""
        if self.whose != seat or not 1 <= moves <= len(self._moves) - self._floor:
            raise UndoImpossible(f"{seat_name(seat)} cannot take back {moves} moves")

    def before(self, seat: Seat, moves: int) -> Before:
        """What was kept before the first of the last `moves` visible moves; raises UndoImpossible."""
        self.check(seat, moves)
        return self._moves[-moves].before

    def take_back(self, seat: Seat, moves: int) -> Before:
        """Take back the last `moves` visible moves: what was kept before the first of them.

        Raises UndoImpossible.
        """
        before = self.before(seat, moves)
        del self._moves[-moves:]
        return before
