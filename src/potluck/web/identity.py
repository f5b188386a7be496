"""Who somebody is: a guest, named by a signed cookie. No account, no password.

The cookie holds the guest's id and its signature. The signing key is made at first start and kept in
a file beside the SQLite database (the real one, not a link to it) that only its owner can read; other
databases take it from the settings, so that several processes share it. Seats are proved by tokens of
their own, not by this.
"""

import logging
import os
import secrets
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Final

from itsdangerous import BadSignature, Signer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from potluck.tables.keeping.key import KEY_BYTES, key_closed, stored_key
from potluck.tables.keeping.paths import key_file, tighten
from potluck.web.guard import secure

log = logging.getLogger("potluck.web")

COOKIE: Final = "potluck.guest"
_TRIAL: Final = "potluck.trial"
_TRIED: Final = 4  # cookies of our name that are looked at, at most
_YEAR: Final = 365 * 24 * 3600


def signing_key(database: str, given: str) -> str:
    """The key from the settings, or the database's own, made when there is none yet.

    Raises KeepingError if it can be neither read nor made.
    """
    if given:
        return given
    path = key_file(database)
    if path is None:
        return secrets.token_hex(KEY_BYTES)
    key = stored_key(path)
    if key is not None:
        _tighten(path)
        return key
    try:
        return _made(path)
    except OSError as error:
        raise key_closed(path, error) from error


def _tighten(path: Path) -> None:
    if not tighten(path):
        log.warning("%s can be read by others than its owner, and that cannot be changed", path.name)


def _made(path: Path) -> str:
    """A new key, kept for its owner's eyes only."""
    try:
        # Exclusive, so that of two processes that start at once one makes the key and both use it.
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        key = stored_key(path)
        if key is not None:
            return key
        # Killed between making and filling it: nobody has a cookie signed with it yet. Or somebody made it.
        _tighten(path)
        handle = os.open(path, os.O_WRONLY | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        key = secrets.token_hex(KEY_BYTES)
        file.write(key)
        file.flush()
        os.fsync(file.fileno())
    return key


class Identity:
    """Reads and writes the cookie."""

    def __init__(self, key: str) -> None:
        self._signer = Signer(key, salt="potluck.guest", digest_method=sha256)

    def guest_id(self, connection: HTTPConnection) -> str | None:
        """The id in the cookie, if it is one we signed."""
        # There may be several: another house under another path of the same name has one of its own.
        parts = (part.strip() for part in ";".join(connection.headers.getlist("cookie")).split(";"))
        ours = (part for part in parts if part.startswith(f"{COOKIE}="))
        for part in islice(ours, _TRIED):  # to check one takes longer than to send it
            value = part.removeprefix(f"{COOKIE}=")
            try:
                return self._signer.unsign(value.strip('"')).decode()
            except (BadSignature, UnicodeError):
                continue
        return None

    def sign(self, guest_id: str) -> str:
        """The cookie's value."""
        return self._signer.sign(guest_id).decode()

    def remember(self, connection: HTTPConnection, response: Response, guest_id: str) -> None:
        """Set the cookie, for our own path as far as we know it."""
        self._set(connection, response, COOKIE, self.sign(guest_id), _YEAR)

    def try_out(self, connection: HTTPConnection, response: Response) -> None:
        """Set a cookie that says nothing: does this browser bring cookies back?"""
        self._set(connection, response, _TRIAL, "1", None)

    def keeps(self, connection: HTTPConnection) -> bool:
        """Whether it does."""
        return not connection.cookies.keys().isdisjoint((COOKIE, _TRIAL))

    @staticmethod
    def _set(connection: HTTPConnection, response: Response, name: str, value: str, age: int | None) -> None:
        response.set_cookie(
            name, value, age, path=connection.scope.get("root_path") or "/",
            httponly=True, samesite="lax", secure=secure(connection),
        )  # fmt: skip
