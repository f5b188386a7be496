"""Runs in a process of the bot pool: thinks for bots, one at a time, and ends when nobody is left to ask.

Nothing of tables/ that knows a database is imported here. What the server wants comes over a socket, one
frame a thought: four bytes of length, and a `Thought` in msgpack; `BEGUN` goes back, and an `Answer`. The
bots that were made are kept (`folds`), so that the next time only what is new needs to be told.

A worker ends when its socket or its parent does; it waits for the parent in a thread of its own, for a
thought may be long. A thought that takes longer than its deadline ends the worker by a signal, or where there
are none by a thread that needs no interpreter: so a stuck loop cannot hold it.
"""

import contextlib
import faulthandler
import multiprocessing
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from multiprocessing.connection import wait
from typing import Any, BinaryIO, Final, TextIO

import msgspec

from potluck.bots.levels import make_bot
from potluck.play.chance import Fast
from potluck.play.game import Bot
from potluck.play.phrase import Event
from potluck.play.registry import game as installed
from potluck.tables.discreet import told
from potluck.tables.due import Answer, Thought
from potluck.tables.folds import Folds

# What a bot would do, by what it is told; None if what was told before is lacking.
Think = Callable[[Thought], int | None]

LENGTH_BYTES: Final = 4
READY: Final = b""  # the first frame of a worker, which has imported everything
BEGUN: Final = b""  # before every answer: it has been told, and begins to think

_MOST_BYTES: Final = 512 << 20  # a worker that has grown past this ends after its thought

_events: Final = msgspec.msgpack.Decoder(list[Event])
_thought: Final = msgspec.msgpack.Decoder(Thought)
_encode: Final = msgspec.msgpack.Encoder().encode


class Bots:
    """Bots that were made here, each told its stream up to some event."""

    def __init__(self, folds: Folds[Bot] | None = None) -> None:
        """`folds` keeps the bots."""
        self._folds: Folds[Bot] = Folds() if folds is None else folds

    def choose(self, thought: Thought) -> int | None:
        """The move a bot of this level makes, knowing what it was told; None if it lacks events.

        One that fails is not kept: what it has taken in is not sure.
        """
        whose = thought.whose
        kept = self._folds.take(whose)
        game = installed(whose.game, whose.rules)
        if thought.known == 0:
            bot = make_bot(game, whose.level, int(whose.seed, 16))
        elif kept is not None and kept[0] == thought.known:
            bot = kept[1]
        else:
            return None
        fresh = _events.decode(thought.events)
        bot.notice(fresh)
        view = msgspec.json.decode(thought.view, type=game.views)
        move = bot.choose(view, thought.offered, thought.nodes, Fast(int(thought.luck, 16)))
        self._folds.keep(whose, thought.known + len(fresh), bot)
        return move


def serve(line: socket.socket, deadline: float, think: Think | None) -> None:
    """Answer what comes over the line until it ends; `think` instead of the bots, for tests."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    threading.Thread(target=_end_with_parent, daemon=True).start()
    chosen = Bots().choose if think is None else think
    stderr: TextIO | None = sys.__stderr__
    with open(os.devnull, "w", encoding="utf-8") as nowhere, line, line.makefile("rb") as incoming:
        clock = _Clock(deadline, stderr or nowhere)
        with contextlib.suppress(OSError):  # nobody is there any more
            line.sendall(framed(READY))
            while (frame := _read(incoming)) is not None:
                line.sendall(framed(BEGUN))
                clock.start()
                answer = _answer(chosen, frame)
                clock.stop()
                line.sendall(framed(_encode(answer)))
                if _grown():
                    return


def framed(content: bytes) -> bytes:
    """Content as it goes over the line."""
    return len(content).to_bytes(LENGTH_BYTES, "big") + content


def _read(incoming: BinaryIO) -> bytes | None:
    """The next frame; None at the end of the line."""
    length = incoming.read(LENGTH_BYTES)
    if len(length) < LENGTH_BYTES:
        return None
    wanted = int.from_bytes(length, "big")
    content = incoming.read(wanted)
    return content if len(content) == wanted else None


def _answer(think: Think, frame: bytes) -> Answer:
    try:
        move = think(_thought.decode(frame))
        return Answer(None if move is None else int(move))
    except Exception as error:
        return Answer(None, told(error))


class _Clock:
    """Ends this process when a thought takes too long, saying on the error output where it was."""

    def __init__(self, deadline: float, says: TextIO) -> None:
        self._deadline = deadline
        self._says = says
        self._timer: Any = getattr(signal, "setitimer", None)  # not on Windows
        if self._timer is not None:
            # The default action comes after the traceback: the process ends.
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            faulthandler.register(signal.SIGALRM, file=says, chain=True)

    def start(self) -> None:
        if self._timer is not None:
            self._timer(signal.ITIMER_REAL, self._deadline)
        else:
            faulthandler.dump_traceback_later(self._deadline, exit=True, file=self._says)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer(signal.ITIMER_REAL, 0.0)
        else:
            faulthandler.cancel_dump_traceback_later()


def _grown() -> bool:
    """Whether this process has taken so much memory that a new one is better."""
    try:
        import resource
    except ImportError:  # not on Windows
        return False
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return bool(most * (1 if sys.platform == "darwin" else 1024) > _MOST_BYTES)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(0)
