"""The built client as read when the server starts: files, their compressed siblings, what a page preloads.

The build (client/shipping.ts) puts `<file>.br` and `<file>.gz` beside every text and writes `shipped.json`,
which says of what each sibling was made and what came of it. A sibling that is missing, cut off or of
another build is not used: its file is then served plain, or compressed here.
"""

import hashlib
import logging
import mimetypes
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from potluck.web.kept import CODINGS, Kept, gzipped

log = logging.getLogger("potluck.web")

_LEDGER: Final = "shipped.json"
_OWN: Final = frozenset({_LEDGER, "build.txt"})  # for the server, not for browsers

# Not every system's table knows these, and some have them wrong.
_TYPES: Final = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
# Other kinds (pictures of dots, fonts) are compressed by what they are.
_TEXTS: Final = _TYPES.keys() - {".woff2"}


class Sibling(Struct, frozen=True):
    """The digests of a file and of its compressed forms, by the ending of their names."""

    of: str
    forms: dict[str, str]


class Preload(Struct, frozen=True):
    """Assets that will be needed, by their names: modules and style sheets."""

    modules: list[str] = []
    styles: list[str] = []


class Shipped(Struct, frozen=True):
    """What the build says about its files."""

    compressed: dict[str, Sibling] = {}
    pages: dict[str, Preload] = {}  # by the first part of an address, what that page needs besides all pages
    boards: dict[str, Preload] = {}  # by game, what its board needs besides the page of a table


class Built:
    """The files under the static folder; empty when nothing is built."""

    def __init__(self, static: Path) -> None:
        """Reads everything: no path from outside is ever joined to a folder, and a build made meanwhile
        does not change the pages of this server under people's hands."""
        found = {
            path.relative_to(static).as_posix(): path
            for path in sorted(static.rglob("*") if static.is_dir() else ())
            if path.is_file()
        }
        self.shipped = _shipped(found.get(_LEDGER))
        self.files = {name: self._kept(name, found) for name in found if not _is_own(name, found)}

    def _kept(self, name: str, found: dict[str, Path]) -> Kept:
        path = found[name]
        body = path.read_bytes()
        kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        if path.suffix not in _TEXTS:
            return Kept(body, kind)
        sibling = self.shipped.compressed.get(name)
        forms: dict[str, bytes] = {}
        if sibling is not None and sibling.of == _sha256(body):
            for coding, ending in CODINGS.items():
                form = found.get(f"{name}.{ending}")
                if form is not None and _sha256(read := form.read_bytes()) == sibling.forms.get(ending):
                    forms[coding] = read
        if "gzip" not in forms:
            if self.shipped.compressed:
                log.warning("the compressed form of %s is missing or of another build", name)
            forms["gzip"] = gzipped(body)
        return Kept(body, kind, forms, varies=True)


def _is_own(name: str, found: dict[str, Path]) -> bool:
    """Whether a file is none of the client's: a sibling, or for the server's eyes."""
    stem, _, ending = name.rpartition(".")
    return name in _OWN or (ending in CODINGS.values() and stem in found)


def _shipped(path: Path | None) -> Shipped:
    if path is None:
        return Shipped()
    try:
        return msgspec.json.decode(path.read_bytes(), type=Shipped)
    except (OSError, msgspec.MsgspecError) as error:
        log.warning("%s cannot be read, so pages are served without it: %s", path.name, error)
        return Shipped()


def _sha256(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()
