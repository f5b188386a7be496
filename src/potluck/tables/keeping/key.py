"""The key that signs the guests' cookies, as it lies in its file."""

from pathlib import Path
from typing import Final

from potluck.tables.keeping.problems import KeepingError, reason

KEY_BYTES: Final = 32
_CHARACTERS: Final = 2 * KEY_BYTES


def stored_key(path: Path) -> str | None:
    """The key in a file; None if there is none, or its making was cut short: nothing was signed with it.

    Raises KeepingError for what cannot be read and for what is no key: a new one over it might cost
    everybody their seats.
    """
    try:
        content = path.read_bytes()
    except FileNotFoundError as error:
        if path.is_symlink():
            raise key_closed(path, error) from None
        return None
    except OSError as error:
        raise key_closed(path, error) from None
    try:
        text = content.decode("ascii").strip()
    except UnicodeDecodeError:
        raise KeepingError("terminal.key_broken", file=str(path)) from None
    if len(text) > _CHARACTERS or not text.isprintable():
        raise KeepingError("terminal.key_broken", file=str(path))
    return text if len(text) == _CHARACTERS else None


def key_closed(path: Path, error: OSError) -> KeepingError:
    """A key that can be neither read nor made."""
    return KeepingError("terminal.key_closed", file=str(path), reason=reason(error))
