"""What workers think in the tests of the pool. The table is a path for leaving marks."""

import os
import signal
import threading
import time
from pathlib import Path

import msgspec

from potluck.play.phrase import Event
from potluck.tables.due import BotDue, Thought, Whose


def due(
    path: Path | str = "", offered: tuple[int, ...] = (3, 4), told: int = 0, undone: int = 0, seat: int = 0
) -> BotDue:
    events = [Event("stir.event.wave", {"seat": 1})] * told
    return BotDue(
        Whose(str(path), seat, "stir", 1, "random", "1"), 2, 3, False, list(offered), b"", events, undone
    )


def first(given: Thought) -> int:
    return given.offered[0]


def pid(given: Thought) -> int:
    return os.getpid()


def starter(given: Thought) -> int:
    """What has started this process."""
    return os.getppid()


def die_once(given: Thought) -> int:
    mark = Path(given.whose.table)
    if mark.exists():
        return given.offered[0]
    mark.touch()
    os.kill(os.getpid(), signal.SIGKILL)
    return -1


def die(given: Thought) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return -1


def spin(given: Thought) -> int:
    """A bot that never comes to an end, in one long step that never lets another thread run."""
    return sum(1 for _ in iter(int, 1))


def spin_when_many(given: Thought) -> int:
    return spin(given) if given.nodes > 100 else given.offered[-1]


def fail(given: Thought) -> int:
    if os.sep in given.whose.table:
        with Path(given.whose.table).open("a") as pids:
            pids.write(f"{os.getpid()}\n")
    raise ZeroDivisionError


def grow(given: Thought) -> int:
    """Takes a megabyte a event it is told."""
    many = len(msgspec.msgpack.decode(given.events))
    assert bytes(b"x" * (many << 20)).count(b"y") == 0
    return os.getpid()


def known(given: Thought) -> int:
    """How many events it is not told again."""
    return given.known


def forgetful(given: Thought) -> int | None:
    """Remembers nothing, so that it has to be told everything."""
    return None if given.known else len(msgspec.msgpack.decode(given.events))


def unoffered(given: Thought) -> int:
    return 999


def sleep(given: Thought) -> int:
    Path(given.whose.table).write_text(str(os.getpid()))
    time.sleep(600)
    return -1


def slow_first(given: Thought) -> int:
    """Answers something else the first time, late."""
    mark = Path(given.whose.table)
    if mark.exists():
        return given.offered[0]
    mark.write_text(str(os.getpid()))
    time.sleep(1)
    return 99


def known_or_die(given: Thought) -> int:
    """Its process ends once it has answered, if one move alone is offered."""
    if len(given.offered) == 1:
        threading.Timer(0.05, os._exit, [1]).start()
    return given.known


def pid_when_marked(given: Thought) -> int:
    while os.sep in given.whose.table and not Path(given.whose.table).exists():
        time.sleep(0.01)
    return os.getpid()


def write_seat(given: Thought) -> int:
    with Path(given.whose.table).open("a") as order:
        order.write(f"{given.whose.seat}\n")
    return given.offered[0]
