"""What workers think in the tests of the pool. `due.table` is a path for leaving marks."""

import os
import signal
import time
from pathlib import Path

from potluck.tables.due import BotDue


def due(path: Path | str = "", offered: tuple[int, ...] = (3, 4)) -> BotDue:
    return BotDue(str(path), 0, "stir", "random", 1, 2, 3, False, list(offered), b"", b"")


def first(given: BotDue, nodes: int) -> int:
    return given.offered[0]


def pid(given: BotDue, nodes: int) -> int:
    return os.getpid()


def die_once(given: BotDue, nodes: int) -> int:
    mark = Path(given.table)
    if mark.exists():
        return given.offered[0]
    mark.touch()
    os.kill(os.getpid(), signal.SIGKILL)
    return -1


def die(given: BotDue, nodes: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return -1


def spin(given: BotDue, nodes: int) -> int:
    """A bot that never comes to an end, in one long step that never lets another thread run."""
    return sum(1 for _ in iter(int, 1))


def spin_when_many(given: BotDue, nodes: int) -> int:
    return spin(given, nodes) if nodes > 100 else given.offered[-1]


def fail(given: BotDue, nodes: int) -> int:
    raise ZeroDivisionError


def unoffered(given: BotDue, nodes: int) -> int:
    return 999


def sleep(given: BotDue, nodes: int) -> int:
    Path(given.table).write_text(str(os.getpid()))
    time.sleep(600)
    return -1


def nudge(given: BotDue, nodes: int) -> int:
    """A free move once, then nothing; in turn, done."""
    from .stir import DONE, WAVE

    if not given.free:
        return DONE
    return -1 if b"wave" in given.events else WAVE
