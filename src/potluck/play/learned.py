"""What a move let people learn: the flags that `State.play` returns, as a whole number.

Two facts, kept apart because two rules ask for them. A draft (several moves sent together, or tried
out) ends where the mover learned something: what comes next may depend on it. Undo ends where anybody
did. Being shown again what one could have forgotten counts as learning.
"""

from typing import Final

NOBODY: Final = 0
MOVER: Final = 1  # the mover learned something, or chance was asked
OTHERS: Final = 2  # another seat or the spectators learned something, or the turn went on past the mover
EVERYBODY: Final = 3  # both
