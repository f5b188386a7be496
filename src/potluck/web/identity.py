"""Who somebody is: a guest, named by a signed cookie. No account, no password.

The cookie holds the guest's id and its signature. The signing key is made at first start and kept in
a file beside the SQLite database that only its owner can read; other databases take it from the
settings, so that several processes share it. Seats are proved by tokens of their own, not by this.
"""

import os
import secrets
from hashlib import sha256
from typing import Final

from itsdangerous import BadSignature, Signer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from potluck.tables.keeping.paths import key_file

COOKIE: Final = "potluck.guest"
_YEAR: Final = 365 * 24 * 3600
_KEY_BYTES: Final = 32


def signing_key(database: str, given: str) -> str:
    """The key from the settings, or the database's own, made when there is none yet."""
    if given:
        return given
    path = key_file(database)
    if path is None:
        return secrets.token_hex(_KEY_BYTES)
    try:
        # Exclusive, so that of two processes that start at once one makes the key and both use it.
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        key = path.read_text(encoding="ascii").strip()
        if len(key) == 2 * _KEY_BYTES:
            return key
        # Killed between making and filling it: nobody has a cookie signed with it yet.
        handle = os.open(path, os.O_WRONLY | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        key = secrets.token_hex(_KEY_BYTES)
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
        cookie = connection.cookies.get(COOKIE)
        if not cookie:
            return None
        try:
            return self._signer.unsign(cookie).decode()
        except (BadSignature, UnicodeError):
            return None

    def sign(self, guest_id: str) -> str:
        """The cookie's value."""
        return self._signer.sign(guest_id).decode()

    def remember(self, response: Response, guest_id: str, *, secure: bool) -> None:
        """Set the cookie; `secure` when the page came over https."""
        response.set_cookie(
            COOKIE, self.sign(guest_id), max_age=_YEAR, path="/", httponly=True, samesite="lax", secure=secure
        )
