"""A toy game for the tests of play/ and of the conformance suite. `game` is the sound one."""

from .game import Toy

game = Toy()

__all__ = ["Toy", "game"]
