"""What can be wrong with a file, each with its key into the terminal's catalogue and what goes into it."""


class KeepingError(Exception):
    """A file cannot be served, backed up or restored; the terminal has words for it."""

    def __init__(self, key: str, **texts: str) -> None:
        """`texts` go into the sentence of the key as they are."""
        super().__init__(f"{key} {texts}")
        self.key = key
        self.texts = texts


def reason(error: BaseException) -> str:
    """What the system says of a failure, without paths."""
    if isinstance(error, OSError):
        return error.strerror or type(error).__name__
    return str(error) or type(error).__name__
