"""What can be seen of a text that somebody typed, and how it is put into a sentence.

A rule over Unicode's properties, not a list of bad characters; `regex` brings its own data, newer than an
old interpreter's. Nothing passes that is there and not seen: it could make two names of one, or turn a line.
Marks that belong to what is seen pass with it: the joiners of scripts and of emoji, variation selectors after
what has variants, the tags of the three flags that are made of them. Of marks over one letter a few.
"""

import unicodedata
from typing import Final

import regex

# Over, under and through one letter: more than any script writes only make a mess of the lines beside.
MARKS: Final = 3

# Blank to the eye, though by category a letter, a sign or a mark: the empty Braille cell, a musical sign for
# nothing, the blanks of Egyptian, the filler of Khitan; and what stands for something that is not there.
_BLANK: Final = r"\u2800\U0001D159\U00013441\U00013442\U00016FE4\uFFFC\uFFFD"
_IGNORED: Final = r"\p{Default_Ignorable_Code_Point}"
# Emoji to come have their places already.
_PICTURE: Final = r"\p{Extended_Pictographic}"
_JOINED: Final = (
    r"[\p{Arab}\p{Syrc}\p{Mong}\p{Deva}\p{Beng}\p{Guru}\p{Gujr}\p{Orya}\p{Taml}\p{Telu}\p{Knda}\p{Mlym}"
    r"\p{Sinh}\p{Khmr}\p{Tibt}\p{Mymr}]"
)
# Marks that put one letter under another, or numbers together: nothing but between letters of their scripts.
_STACKERS: Final = r"\p{InSC=Invisible_Stacker}\p{InSC=Number_Joiner}\u2d7f"
_STACKED: Final = (
    r"[\p{Brah}\p{Cakm}\p{Kawi}\p{Khar}\p{Khmr}\p{Lana}\p{Mtei}\p{Mymr}\p{Soyo}\p{Tfng}\p{Zanb}]"
)
_TAG: Final = "\U000e0000"
_FLAGS: Final = "|".join(
    "\U0001f3f4" + "".join(chr(ord(_TAG) + ord(letter)) for letter in land) + "\U000e007f"
    for land in ("gbeng", "gbsct", "gbwls")
)
_MARK: Final = rf"[[\p{{Mn}}\p{{Me}}]--[{_IGNORED}{_BLANK}{_STACKERS}]]"

_SEEN: Final = regex.compile(
    rf"""
    (?: {_FLAGS} )
    | [\p{{Emoji}}--[0-9\#*]] [\ufe0e\ufe0f]         # a picture in colour, or not
    | [0-9\#*] \ufe0f (?= \u20e3 )                   # a key of a telephone
    | \p{{Han}} [\ufe00-\ufe02\U000e0100-\U000e01ef]
    | \p{{Mong}} [\u180b-\u180d\u180f]
    | (?<= {_PICTURE} \ufe0f? | \p{{Emoji_Modifier}} ) \u200d (?= {_PICTURE} )
    | (?<= {_JOINED} ) [\u200c\u200d] (?= {_JOINED} )
    | (?<= {_STACKED} ) [{_STACKERS}]
    | {_MARK}
    | [[\p{{L}}\p{{N}}\p{{P}}\p{{S}}\p{{Mc}}\p{{Zs}}{_PICTURE}]--[{_IGNORED}{_BLANK}]]
    """,
    regex.VERSION1 | regex.VERBOSE,
)
_HEAP: Final = regex.compile(rf"({_MARK}{{{MARKS}}}) {_MARK}+", regex.VERSION1 | regex.VERBOSE)
_BASELESS: Final = regex.compile(rf"(^|\s) {_MARK}+", regex.VERSION1 | regex.VERBOSE)
_SPACES: Final = regex.compile(r"\p{Zs}+")
_INK: Final = regex.compile(rf"[\p{{L}}\p{{N}}\p{{P}}\p{{S}}{_PICTURE}]", regex.VERSION1)

# The blocks of what is written from right to left; the client's words/isolate.ts has the same.
_RIGHT_TO_LEFT: Final = regex.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_FIRST_STRONG: Final = "\u2068"
_POP: Final = "\u2069"


def seen(text: str) -> str:
    """What of a text can be seen, composed (NFC), with single spaces between its words."""
    composed = unicodedata.normalize("NFC", text)
    shown = _SPACES.sub(" ", "".join(_SEEN.findall(composed)))
    return str(_BASELESS.sub(r"\1", _HEAP.sub(r"\1", shown))).strip()


def is_seen(text: str) -> bool:
    """Whether nothing of a text goes by unseen, whatever becomes of marks in heaps; "" is seen."""
    return "".join(_SEEN.findall(text)) == text


def has_ink(text: str) -> bool:
    """Whether there is anything to see but space."""
    return _INK.search(text) is not None


def isolate(words: str) -> str:
    """Words as they are put into a line: written from right to left, they do not turn what is beside them."""
    return f"{_FIRST_STRONG}{words}{_POP}" if _RIGHT_TO_LEFT.search(words) else words
