"""The complaint of the suite, and the small words that all checks use."""

from typing import Any

import msgspec

from potluck.play.seats import Seat

Viewer = Seat | None


class ContractBroken(AssertionError):
    """A game does not keep a duty. `check` names the duty, `detail` says where and how."""

    def __init__(self, check: str, detail: str) -> None:
        """Both are English for a developer."""
        super().__init__(f"{check}: {detail}")
        self.check = check
        self.detail = detail


def encoded(value: Any) -> bytes:
    """The bytes that would be sent."""
    return msgspec.json.encode(value)


def viewers(seats: int) -> list[Viewer]:
    """Every seat and the spectators."""
    return [*range(seats), None]


def called(viewer: Viewer) -> str:
    """A viewer in a complaint."""
    return "the spectators" if viewer is None else f"seat {viewer}"
