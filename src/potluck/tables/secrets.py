"""Random ids and tokens. Of what opens a seat only the hash is ever stored.

Every token has at least 128 random bits, so a plain fast hash is enough: there is nothing to guess.
"""

from base64 import b32encode, urlsafe_b64encode
from collections.abc import Callable
from hashlib import blake2b
from hmac import compare_digest
from typing import Final

# Returns that many bytes nobody can foresee; os.urandom.
Entropy = Callable[[int], bytes]

MAX_TOKEN: Final = 128
_TABLE_ID: Final = 10


def new_table_id(entropy: Entropy) -> str:
    """Ten letters and digits, 50 bits: short enough to be read out; who knows it may watch."""
    return b32encode(entropy(10)).decode().lower()[:_TABLE_ID]


def new_guest_id(entropy: Entropy) -> str:
    """32 hex digits."""
    return entropy(16).hex()


def new_token(entropy: Entropy) -> str:
    """What proves a seat: 256 bits."""
    return urlsafe_b64encode(entropy(32)).decode().rstrip("=")


def new_code(entropy: Entropy) -> str:
    """What a one-time link carries: 128 bits, short enough for a small QR code."""
    return urlsafe_b64encode(entropy(16)).decode().rstrip("=")


def token_hash(token: str) -> str:
    """What is stored of a token or a code, in hex."""
    return blake2b(
        token[:MAX_TOKEN].encode("utf-8", "replace"), digest_size=32, person=b"potluck.token"
    ).hexdigest()


def same_hash(one: str, other: str) -> bool:
    """Compare two hashes in a time that does not depend on where they differ."""
    return compare_digest(one, other)


def proves(kept: str | None, token: str) -> bool:
    """Whether this is the token of a kept hash."""
    return kept is not None and same_hash(kept, token_hash(token))
