"""One server to a file: a lock that is there as long as its process is, and not a moment longer.

SQLite itself lets several processes write one file, and so do our tables; but two *servers* would each
think for the same bots and tell their own tabs only. The lock lies on a file of its own beside the
database, found through symbolic links and detours, and where the system has locks for it (Linux) on the
database itself as well: so another hard link to it, or a mount of the single file, is the same database.
Both belong to an open file that no other program inherits (a bot worker of a server that was killed may
live on for a moment), and the system lets go of them when the process ends, however it ends.
"""

import errno
import os
import re
import socket
import struct
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final

from potluck.tables.keeping.paths import BESIDE, OWNER_ONLY, beside, owned_like, tighten, true_path
from potluck.tables.keeping.problems import KeepingError, check_name, reason

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

# One byte far behind everything that a database or a line of text has.
_FAR: Final = 1 << 62 if sys.platform != "win32" else 1 << 30
_TAKEN: Final = frozenset((errno.EAGAIN, errno.EACCES, errno.EDEADLK))
_HOLDER: Final = re.compile(r"(\d{1,10}) (\S{1,255})\n")


@contextmanager
def holding(file: Path, *, make: bool = False) -> Iterator[None]:
    """Hold a database for this process alone until the block ends.

    With `make` a database that is not there yet is made, empty and for its owner's eyes only; if it still is
    empty in the end it goes again. Raises KeepingError if another process holds it, where nothing can be
    locked, or, before anything is touched, if it is a device, a pipe or such.
    """
    check_name(file, max(BESIDE, key=len))
    file = true_path(file)
    if file.exists() and not file.is_file():
        raise KeepingError("terminal.db_foreign", file=str(file))
    with ExitStack() as stack:
        beside_it = beside(file, ".lock")
        fresh = not os.path.lexists(beside_it)
        lock = _open(beside_it, file)
        stack.callback(os.close, lock)
        if fresh:
            stack.enter_context(_leaving_nothing(beside_it))
        if make and _make(file):
            stack.callback(_remove_empty, file)
        if sys.platform == "linux" and os.access(file, os.W_OK):
            database = os.open(file, os.O_RDWR)
            # Closing it takes SQLite's own locks with it, so it stays open as long as the tables do.
            stack.callback(os.close, database)
            if not _lock_far(database):
                raise _held(file, None)
        _sign(lock, f"{os.getpid()} {socket.gethostname()}\n")
        stack.callback(_sign, lock, "")
        yield


@contextmanager
def _leaving_nothing(lock: Path) -> Iterator[None]:
    """What is refused is left as it was found: a lock that was made for it goes again."""
    try:
        yield
    except KeepingError:
        with suppress(OSError):  # as in `_remove_empty`
            lock.unlink()
        raise


def _open(path: Path, file: Path) -> int:
    """The lock's file, opened and locked."""
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
    while True:
        try:
            handle = os.open(path, flags, OWNER_ONLY)
        except OSError as error:
            raise KeepingError("terminal.lock_closed", file=str(path), reason=reason(error)) from None
        try:
            if not _lock_whole(handle):
                raise _held(file, _holder(path))
            tighten(path)
            with suppress(OSError):
                owned_like(path, file if file.exists() else file.parent)
            # Somebody may have removed it between opening and locking; then it is nobody's lock.
            if _same(handle, path):
                return handle
        except OSError as error:
            os.close(handle)
            raise KeepingError("terminal.lock_closed", file=str(path), reason=reason(error)) from None
        except BaseException:
            os.close(handle)
            raise
        os.close(handle)


def _make(file: Path) -> bool:
    """Make an empty database, if there is none, and say so."""
    try:
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY))
    except FileExistsError:
        return False
    except OSError as error:
        raise KeepingError("terminal.lock_closed", file=str(file), reason=reason(error)) from None
    with suppress(OSError):
        owned_like(file, file.parent)
    return True


def _remove_empty(file: Path) -> None:
    if file.stat().st_size == 0 and not beside(file, "-wal").exists():
        file.unlink()
        with suppress(OSError):  # whoever waits for it looks whether it still is the one that lies there
            beside(file, ".lock").unlink()


def _lock_whole(handle: int) -> bool:
    """Lock the lock's file; False if another process has. Raises OSError where that cannot be done."""
    try:
        if sys.platform == "win32":
            os.lseek(handle, _FAR, os.SEEK_SET)  # behind the text: what is locked there cannot be read
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in _TAKEN:
            return False
        raise
    return True


def _lock_far(handle: int) -> bool:
    """Lock a byte of the database that SQLite never does; False if another process has.

    By an open file's own lock, which SQLite's opening and closing of the file leaves alone; where there is
    none, the lock beside has to do.
    """
    if sys.platform != "linux":
        return True
    wanted = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, _FAR, 1, 0)
    try:
        fcntl.fcntl(handle, fcntl.F_OFD_SETLK, wanted)
    except OSError as error:
        return error.errno not in _TAKEN
    return True


def _same(handle: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except FileNotFoundError:
        return False


def _sign(handle: int, text: str) -> None:
    """Say who holds it, for whoever comes second."""
    with suppress(OSError):  # a full disk keeps nobody from serving
        os.ftruncate(handle, 0)
        os.lseek(handle, 0, os.SEEK_SET)
        os.write(handle, text.encode())


def _holder(path: Path) -> tuple[str, str] | None:
    """The process that holds a lock and its machine; None if that is not known."""
    try:
        with path.open(encoding="utf-8") as opened:
            found = _HOLDER.fullmatch(opened.read(300))
    except (OSError, UnicodeError):
        return None
    if found is None:
        return None
    process, machine = found[1], found[2]
    if machine == socket.gethostname() and not _alive(int(process)):
        return None  # written by one that was killed; the new one has not signed yet
    return process, machine


def _alive(process: int) -> bool:
    if sys.platform == "win32":
        return True  # asking would end it
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True


def _held(file: Path, holder: tuple[str, str] | None) -> KeepingError:
    if holder is None:
        return KeepingError("terminal.in_use", file=str(file))
    process, machine = holder
    if machine == socket.gethostname():
        return KeepingError("terminal.in_use_by", file=str(file), process=process)
    return KeepingError("terminal.in_use_at", file=str(file), process=process, machine=machine)
