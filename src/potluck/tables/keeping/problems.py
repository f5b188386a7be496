"""What can be wrong with a file, each with its key into the terminal's catalogue and what goes into it."""

import errno
import os
from pathlib import Path


class KeepingError(Exception):
    """A file cannot be served, backed up or restored; the terminal has words for it."""

    def __init__(self, key: str, **texts: str) -> None:
        """`texts` go into the sentence of the key as they are."""
        super().__init__(f"{key} {texts}")
        self.key = key
        self.texts = texts


def check_name(file: Path, added: str = "") -> None:
    """Raise KeepingError if no file can have this name, with that added to it; it need not be there."""
    try:
        Path(f"{file}{added}").lstat()  # "." and "/" have no name of their own
    except OSError as error:
        if error.errno in (errno.ENAMETOOLONG, errno.EINVAL):
            raise KeepingError("terminal.name_unfit", file=str(file), reason=reason(error)) from None


def check_folder(folder: Path) -> None:
    """Raise KeepingError unless files can be made in this folder."""
    check_name(folder)
    if not folder.is_dir():
        raise KeepingError("terminal.folder_missing", folder=str(folder))
    if not os.access(folder, os.W_OK | os.X_OK):
        raise KeepingError("terminal.folder_closed", folder=str(folder))


def reason(error: BaseException) -> str:
    """What the system says of a failure, without paths."""
    if isinstance(error, OSError):
        return error.strerror or type(error).__name__
    return str(error) or type(error).__name__
