"""Where a crash test may end this process: `POTLUCK_CRASH=<place>:<nth>` kills it at the nth pass.

SIGKILL, so nothing is cleaned up: exactly what a power cut or the system's out-of-memory killer does.
Unset, a pass costs one comparison.
"""

import os
import signal
from itertools import count
from typing import Final

PLACES: Final = ("append.before", "append.inside", "append.after", "acknowledge", "push", "bot.thinking")

_place, _, _nth = os.environ.get("POTLUCK_CRASH", "").partition(":")
if _place and (_place not in PLACES or not _nth.isdecimal()):
    raise ValueError(f"POTLUCK_CRASH is <place>:<nth>, a place being one of {', '.join(PLACES)}")
_last: Final = int(_nth or 0)
_passes = count(1)


def here(place: str) -> None:
    """Say that this place is being passed."""
    if place == _place and next(_passes) == _last:
        os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
