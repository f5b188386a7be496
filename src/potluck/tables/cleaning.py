"""What strangers write, checked: names, chat, ids of submissions, nonces.

What can be seen of a text is for `locale.seen` to say: nothing else is let in, so that nobody can look like
somebody else or disturb a line.
"""

import unicodedata
from typing import Final

from potluck.locale.seen import has_ink, is_seen, seen
from potluck.tables.refusals import ClientIdInvalid, NameInvalid, NonceInvalid, TextInvalid

NAME_CHARACTERS: Final = 24
CLIENT_ID_CHARACTERS: Final = 64
NONCE_BYTES: Final = range(8, 65)


def clean_name(name: str) -> str:
    """A name of 1 to 24 characters as it is shown; raises NameInvalid."""
    composed = unicodedata.normalize("NFC", name).strip() if len(name) <= 4 * NAME_CHARACTERS else ""
    shown = seen(composed)
    if not 1 <= len(shown) <= NAME_CHARACTERS or not is_seen(composed) or not has_ink(shown):
        raise NameInvalid("a name has 1 to 24 visible characters", n=NAME_CHARACTERS)
    return shown


def clean_line(text: str, most: int) -> str:
    """A line of chat without what cannot be shown, at most `most` characters; raises TextInvalid."""
    if len(text) > 4 * most:
        raise TextInvalid(f"a line has at most {most} characters", n=most)
    shown = seen(" ".join(text.split()))
    if not len(shown) <= most or not has_ink(shown):
        raise TextInvalid(f"a line has 1 to {most} characters", n=most)
    return shown


def check_client_id(client_id: str) -> None:
    """Raise ClientIdInvalid unless the id is 1 to 64 printable ASCII characters."""
    if not 1 <= len(client_id) <= CLIENT_ID_CHARACTERS or not (
        client_id.isascii() and client_id.isprintable()
    ):
        raise ClientIdInvalid("a submission's id has 1 to 64 printable characters")


def check_nonce(nonce: bytes) -> None:
    """Raise NonceInvalid unless the nonce is 8 to 64 bytes."""
    if len(nonce) not in NONCE_BYTES:
        raise NonceInvalid("a nonce has 8 to 64 bytes")
