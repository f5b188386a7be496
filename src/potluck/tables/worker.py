"""Runs in a process of the bot pool: thinks for a bot, and ends when nobody is left to think for.

Nothing of tables/ that knows a database is imported here. A worker exits at once when its parent dies
or closes the pool: it waits on both in a thread of its own. A thought that takes longer than its
deadline ends the worker from a thread that needs no interpreter, so a stuck loop cannot hold it.
"""

import faulthandler
import multiprocessing
import os
import signal
import sys
import threading
from multiprocessing.connection import Connection, wait
from typing import Any, Final, TextIO

import msgspec

from potluck.bots.levels import make_bot
from potluck.play.chance import Fast
from potluck.play.phrase import Event
from potluck.play.registry import game as installed
from potluck.tables.due import BotDue

_events: Final = msgspec.msgpack.Decoder(list[Event])


def begin(pool: Connection) -> None:
    """Set a new worker up; `pool` reaches its end when the pool is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    threading.Thread(target=_end_with, args=(pool,), daemon=True).start()


def _end_with(pool: Connection) -> None:
    parent = multiprocessing.parent_process()
    wait([pool] if parent is None else [pool, parent.sentinel])
    os._exit(0)


def choose(due: BotDue, nodes: int) -> int:
    """The move a bot of this level makes, knowing what `due` says."""
    game = installed(due.game)
    bot = make_bot(game, due.level, due.seed)
    bot.notice(_events.decode(due.events))
    view = msgspec.json.decode(due.view, type=game.views)
    return bot.choose(view, due.offered, nodes, Fast(due.luck))


def within(deadline: float, think: Any, *args: Any) -> Any:
    """Call `think`; after `deadline` seconds this process ends instead."""
    stderr: TextIO | None = sys.__stderr__
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        faulthandler.dump_traceback_later(deadline, exit=True, file=stderr or nowhere)
        try:
            return think(*args)
        finally:
            faulthandler.cancel_dump_traceback_later()
