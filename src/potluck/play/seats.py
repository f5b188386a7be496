"""Seats and sets of seats.

A seat is a number from 0; a set of seats is a bit mask, so that the rules can say who may read a
note without building a list. Spectators share one bit: whatever one of them may know, all may.
"""

from typing import Final

Seat = int
Mask = int

MAX_SEATS: Final = 8
SPECTATORS: Final = 1 << MAX_SEATS
EVERYONE: Final = (1 << (MAX_SEATS + 1)) - 1


def seat_name(seat: Seat) -> str:
    """A seat in text, the same everywhere: p1, p2 …"""
    return f"p{seat + 1}"


def bit(viewer: Seat | None) -> Mask:
    """The mask of one viewer: a seat, or None for the spectators."""
    return SPECTATORS if viewer is None else 1 << viewer


def others(seat: Seat) -> Mask:
    """Everyone but this seat, spectators included: the readers of what only `seat` may not see."""
    return EVERYONE & ~(1 << seat)


def members(mask: Mask) -> list[Seat]:
    """The seats in a mask, ascending; the spectators' bit is not a seat."""
    return _MEMBERS[mask & (SPECTATORS - 1)][:]


_MEMBERS: Final = [[seat for seat in range(MAX_SEATS) if mask >> seat & 1] for mask in range(1 << MAX_SEATS)]
