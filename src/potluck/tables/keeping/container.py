"""The file a backup is: a zip that holds what it is (`manifest.json`), the database and the key.

It may come from anybody, cut off, damaged or made to harm. So nothing is unpacked by the names and sizes it
gives: two files under our own names, never more bytes than it said, and only if their checksums agree.
"""

import hashlib
import shutil
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import IO, Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from potluck.tables.keeping.paths import OWNER_ONLY
from potluck.tables.keeping.problems import KeepingError, reason

MANIFEST: Final = "manifest.json"
DATABASE: Final = "potluck.db"
KEY: Final = "potluck.db.key"

FORMAT: Final = 1
_CHUNK: Final = 1 << 20
_MANIFEST_BYTES: Final = 1 << 16
_KEY_BYTES: Final = 1 << 10
# Games as SQLite keeps them shrink to a fifth; what shrinks to so little of so much is no database.
_SHRINKS_BY: Final = 250
_SMALL: Final = 1 << 26
_SPARE: Final = 1 << 24  # bytes of a disk that are left free
_DAMAGES: Final = (
    zipfile.BadZipFile, zlib.error, struct.error, EOFError, RuntimeError, ValueError, OSError,
)  # fmt: skip


class Part(Struct, frozen=True):
    """A file in a backup."""

    bytes: Annotated[int, Meta(ge=1)]
    sha256: str


class Manifest(Struct, frozen=True):
    """What a backup is."""

    potluck: Literal["backup"]
    format: int
    version: str  # of the Potluck that made it
    revision: str  # of the database's schema
    made: Annotated[datetime, Meta(tz=True)]
    tables: int  # of games
    database: Part
    key: Part | None  # None: the database was never served


class _Head(Struct, frozen=True):
    """What will stand in a manifest of any format."""

    potluck: Literal["backup"]
    format: int
    version: str = "?"


def part_of(file: Path) -> Part:
    """Size and checksum of a file."""
    with file.open("rb") as opened:
        return Part(file.stat().st_size, hashlib.file_digest(opened, "sha256").hexdigest())


def write(out: IO[bytes], manifest: Manifest, database: Path, key: Path | None) -> None:
    """Write a backup of these files."""
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as container:
        text = msgspec.json.format(msgspec.json.encode(manifest), indent=2)
        container.writestr(_info(MANIFEST, manifest), text)
        for name, file in ((DATABASE, database), (KEY, key)):
            if file is not None:
                with file.open("rb") as source, container.open(_info(name, manifest), "w") as target:
                    shutil.copyfileobj(source, target, _CHUNK)


def _info(name: str, manifest: Manifest) -> zipfile.ZipInfo:
    """So that who unpacks it by hand does not show it to everybody either."""
    info = zipfile.ZipInfo(name, manifest.made.timetuple()[:6])
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = OWNER_ONLY << 16
    return info


@contextmanager
def opened(file: Path) -> Iterator["Container"]:
    """A backup to be read; raises KeepingError if it cannot be one or is damaged."""
    try:
        source = file.open("rb")
    except OSError as error:
        raise KeepingError("terminal.restore_unreadable", file=str(file), reason=reason(error)) from None
    with source:
        begins = b""
        try:
            begins = source.read(2)
            source.seek(0)
            container = zipfile.ZipFile(source)
        except _DAMAGES:
            # Cut off, a zip has lost its list of contents, but it still begins like one.
            key = "terminal.restore_damaged" if begins == b"PK" else "terminal.restore_foreign"
            raise KeepingError(key, file=str(file)) from None
        with container:
            yield Container(container, file)


class Container:
    """An opened backup. What it says of itself has been read and makes sense."""

    def __init__(self, container: zipfile.ZipFile, file: Path) -> None:
        self._container = container
        self._file = file
        self._infos = {info.filename: info for info in container.infolist()}
        self._check_names(len(container.infolist()))
        text = self._manifest_text()
        try:
            head = msgspec.json.decode(text, type=_Head)
        except (msgspec.MsgspecError, UnicodeError):
            raise self._problem("terminal.restore_foreign") from None
        if head.format > FORMAT:
            raise self._problem("terminal.restore_newer", version=head.version[:40])
        try:
            self.manifest = msgspec.json.decode(text, type=Manifest)
            self.manifest.made.astimezone()  # there is such a day by our clocks, too
        except (msgspec.MsgspecError, ValueError, OverflowError):
            raise self._problem("terminal.restore_damaged") from None
        said = {DATABASE: self.manifest.database, KEY: self.manifest.key}
        sizes = {name: part.bytes for name, part in said.items() if part is not None}
        if sizes != {name: info.file_size for name, info in self._infos.items() if name != MANIFEST}:
            raise self._problem("terminal.restore_damaged")

    def _check_names(self, number: int) -> None:
        sound = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
        wrong = number != len(self._infos) or not {MANIFEST, DATABASE} <= set(self._infos) <= {
            MANIFEST, DATABASE, KEY,
        }  # fmt: skip
        if wrong or any(
            info.compress_type not in sound or info.flag_bits & 1 for info in self._infos.values()
        ):
            raise self._problem("terminal.restore_foreign")

    def _manifest_text(self) -> bytes:
        if self._infos[MANIFEST].file_size > _MANIFEST_BYTES:
            raise self._problem("terminal.restore_foreign")
        try:
            with self._container.open(MANIFEST) as source:
                return source.read(_MANIFEST_BYTES)
        except _DAMAGES:
            raise self._problem("terminal.restore_damaged") from None

    def check_room(self, folder: Path) -> None:
        """Raise KeepingError if what is inside is more than a database can be, or than there is room for."""
        wanted, info = self.manifest.database.bytes, self._infos[DATABASE]
        key = self.manifest.key
        if key is not None and key.bytes > _KEY_BYTES:
            raise self._problem("terminal.restore_damaged")
        if wanted > _SMALL and wanted > _SHRINKS_BY * info.compress_size:
            raise self._problem("terminal.restore_huge", megabytes=str(wanted >> 20))
        if wanted + _SPARE > shutil.disk_usage(folder).free:
            raise KeepingError("terminal.no_room", folder=str(folder), megabytes=str(1 + (wanted >> 20)))

    def take(self, name: str, part: Part, target: IO[bytes]) -> None:
        """Unpack one file, never more than it said it is; raises KeepingError if it is not what it said.

        What goes wrong with `target` is an OSError of its own.
        """
        digest, left = hashlib.sha256(), part.bytes
        try:
            source = self._container.open(name)
        except _DAMAGES:
            raise self._problem("terminal.restore_damaged") from None
        with source:
            while True:
                try:
                    chunk = source.read(min(_CHUNK, left + 1))
                except _DAMAGES:
                    raise self._problem("terminal.restore_damaged") from None
                if not chunk:
                    break
                left -= len(chunk)
                if left < 0:
                    raise self._problem("terminal.restore_damaged")
                digest.update(chunk)
                target.write(chunk)
        if left or digest.hexdigest() != part.sha256:
            raise self._problem("terminal.restore_damaged")

    def _problem(self, key: str, **texts: str) -> KeepingError:
        return KeepingError(key, file=str(self._file), **texts)
