"""What may be said of a failure in a log: what kind it is and where in the code, never what it was about.

The words of an exception hold whatever failed: a move, a name, the values of a statement and the seed among
them. So only the system's own words are passed on, which know nothing of games.
"""

import traceback
from collections.abc import Iterator
from typing import Final

from potluck.play.errors import PotluckError

_THEN: Final = "\nwhile this was dealt with, another failure:\n\n"


def kind(error: BaseException) -> str:
    """What kind of failure it is, in one line: "OperationalError (SQLITE_FULL)"."""
    said = _said(error)
    return type(error).__name__ + (f" ({said})" if said else "")


def told(error: BaseException) -> str:
    """Kind and place of a failure and of those that led to it, the first one first, as a traceback."""
    return _THEN.join(
        "".join(traceback.format_tb(each.__traceback__)) + kind(each)
        for each in reversed(list(_chain(error)))
    )


def _said(error: BaseException) -> str:
    if isinstance(error, PotluckError):
        return type(error).key
    driver = getattr(error, "orig", None)  # SQLAlchemy's, whose own words are the whole statement
    if isinstance(driver, BaseException):
        return kind(driver)
    if isinstance(error, OSError):
        return error.strerror or ""
    if isinstance(error, BaseExceptionGroup):
        return ", ".join(kind(each) for each in error.exceptions)
    return str(getattr(error, "sqlite_errorname", None) or getattr(error, "sqlstate", None) or "")


def _chain(error: BaseException) -> Iterator[BaseException]:
    seen: set[int] = set()
    found: BaseException | None = error
    while found is not None and id(found) not in seen:
        seen.add(id(found))
        yield found
        found = found.__cause__ or (None if found.__suppress_context__ else found.__context__)
