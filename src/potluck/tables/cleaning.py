"""What strangers write, checked: names, chat, ids of submissions, nonces.

Text is brought to NFC; characters that cannot be seen or that turn the writing direction are not let
in, so that nobody can look like somebody else or disturb a line.
"""

import unicodedata
from typing import Final

from potluck.tables.refusals import ClientIdInvalid, NameInvalid, NonceInvalid, TextInvalid

NAME_CHARACTERS: Final = 24
CLIENT_ID_CHARACTERS: Final = 64
NONCE_BYTES: Final = range(8, 65)

# Categories never shown: control, surrogate, private use, unassigned, line and paragraph separators.
_UNSEEN: Final = frozenset(("Cc", "Cs", "Co", "Cn", "Zl", "Zp"))
# Format characters that belong to how scripts and emoji are written.
_JOINERS: Final = frozenset("\u200c\u200d")
# Marks over, under and through one letter: more than any script writes only make a mess of the lines beside.
_MARKS: Final = 3
# Letters by category, blank to the eye: Hangul fillers, the empty Braille cell.
_BLANK: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800")


def clean_name(name: str) -> str:
    """A name of 1 to 24 characters as it is shown; raises NameInvalid."""
    shown = _tamed(unicodedata.normalize("NFC", name)).strip() if len(name) <= 4 * NAME_CHARACTERS else ""
    if not 1 <= len(shown) <= NAME_CHARACTERS or not all(_seen(each) for each in shown):
        raise NameInvalid("a name has 1 to 24 visible characters", n=NAME_CHARACTERS)
    if not any(unicodedata.category(each)[0] in "LNPS" for each in shown):
        raise NameInvalid("a name has 1 to 24 visible characters", n=NAME_CHARACTERS)
    return shown


def clean_line(text: str, most: int) -> str:
    """A line of chat without what cannot be shown, at most `most` characters; raises TextInvalid."""
    if len(text) > 4 * most:
        raise TextInvalid(f"a line has at most {most} characters", n=most)
    spaced = " ".join(_tamed(unicodedata.normalize("NFC", text)).split())
    shown = "".join(each for each in spaced if _seen(each)).strip()
    if not 1 <= len(shown) <= most:
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


def _tamed(text: str) -> str:
    """Without the marks that are too many for their letter."""
    kept: list[str] = []
    marks = 0
    for each in text:
        marks = marks + 1 if unicodedata.category(each) in ("Mn", "Me") else 0
        if marks <= _MARKS:
            kept.append(each)
    return "".join(kept)


def _seen(character: str) -> bool:
    category = unicodedata.category(character)
    if category == "Cf":
        return character in _JOINERS
    return category not in _UNSEEN and character not in _BLANK
