"""What is running, as the system says it; Linux only."""

import os
import time
from pathlib import Path


def of_session(session: int) -> list[int]:
    """Processes of a session that have not ended."""
    found: list[int] = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            found.append(int(stat.parent.name))
    return found


def all_end(session: int, seconds: float = 10.0) -> bool:
    """Wait for every process of a session to end."""
    until = time.monotonic() + seconds
    while of_session(session):
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True


def alive(pid: int) -> bool:
    """Whether a process is running."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return False
    return fields[0] != "Z" and os.path.exists(f"/proc/{pid}")
