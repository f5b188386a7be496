"""The sketches of games to come, found as if somebody had installed them from a package of their own."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from potluck.games import shelf
from potluck.play.registry import games
from potluck.web import words


def lay_out(folder: Path) -> Path:
    """A folder for the path of a Python process, in which the entry points of both are found."""
    facts = folder / "sketches-1.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: sketches\nVersion: 1\n", encoding="utf-8")
    (facts / "entry_points.txt").write_text(
        "[potluck.games]\nlid = tests.play.lid:game\nblock = tests.play.block:game\n", encoding="utf-8"
    )
    return folder


@contextmanager
def installed(folder: Path) -> Iterator[None]:
    """Both are installed in this process, until the end of the block."""
    sys.path.append(str(lay_out(folder)))
    _look_again()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        _look_again()


def _look_again() -> None:
    games.cache_clear()
    for module in (shelf, words):
        for kept in vars(module).values():
            if hasattr(kept, "cache_clear") and kept is not games:
                kept.cache_clear()
