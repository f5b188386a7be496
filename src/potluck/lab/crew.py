"""Who plays the pieces: this process or several of them, handing back what they found in the order asked.

A batch of pieces is handed out at a time. Whatever else can hand batches to somebody and bring back the
outcomes in order (a cluster) is a crew, too.
"""

import multiprocessing
import signal
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from types import TracebackType
from typing import Final, Protocol, Self

from potluck.lab.pieces import Outcome, Piece, Setting, play
from potluck.lab.problems import LabError

Batch = list[Piece]

# Batches a process has waiting beside the one it plays, so that none is ever idle.
_AHEAD: Final = 2


class Crew(Protocol):
    """Plays batches of pieces."""

    def play(self, setting: Setting, batches: Iterable[Batch]) -> Iterator[list[Outcome]]:
        """The outcomes of each batch, in the order of the batches; those not asked for need not be played."""
        ...


class Alone:
    """Plays here, one piece after the other."""

    def play(self, setting: Setting, batches: Iterable[Batch]) -> Iterator[list[Outcome]]:
        """See Crew."""
        for batch in batches:
            yield play_batch(setting, batch)


class Processes:
    """Plays in processes of its own; to be used in a `with`."""

    def __init__(self, count: int) -> None:
        """`count` processes, started when there is something to play."""
        methods = multiprocessing.get_all_start_methods()
        context = multiprocessing.get_context("forkserver" if "forkserver" in methods else "spawn")
        self._count = count
        self._pool = ProcessPoolExecutor(count, mp_context=context, initializer=_deaf)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pool.shutdown(cancel_futures=True)

    def play(self, setting: Setting, batches: Iterable[Batch]) -> Iterator[list[Outcome]]:
        """See Crew; raises LabError if a process is ended from outside."""
        waiting: deque[Future[list[Outcome]]] = deque()
        left = iter(batches)
        try:
            while True:
                while len(waiting) < self._count * (1 + _AHEAD) and (batch := next(left, None)) is not None:
                    waiting.append(self._pool.submit(play_batch, setting, batch))
                if not waiting:
                    return
                yield waiting.popleft().result()
        except BrokenProcessPool as lost:
            raise LabError("terminal.lab.crew_lost") from lost
        finally:
            for future in waiting:
                future.cancel()


def play_batch(setting: Setting, batch: Batch) -> list[Outcome]:
    """Play the pieces of a batch."""
    return [play(setting, piece) for piece in batch]


def _deaf() -> None:
    # Ctrl-C reaches every process of the terminal: the one that was started decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
