"""Which names a reader would take for one another, and which are spelt to look like something else.

Two names are alike if they differ only in case, width, or in letters that look the same: the skeleton of
Unicode's Technical Standard 39, from its own data (`confusables.txt` beside this file, which
`tools/confusables.py` makes; confusables.LICENSE is its licence).
"""

import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.resources import files
from itertools import count
from typing import Final

import regex

# What looks like letters of another of them; of these a word has one.
_SCRIPTS: Final = ("Latin", "Cyrillic", "Greek", "Armenian", "Cherokee", "Coptic", "Lisu", "Deseret", "Osage")
_WORD: Final = regex.compile(r"[\p{L}\p{M}]+")
_OF: Final = {script: regex.compile(rf"\p{{Script={script}}}") for script in _SCRIPTS}
_NUMBER: Final = regex.compile(r" \d+$")
_UNSEEN: Final = regex.compile(r"\p{Default_Ignorable_Code_Point}+")


@lru_cache(4096)
def keys(name: str) -> frozenset[str]:
    """What a name has in common with every name that looks like it: two are alike if they share a key.

    There are two, for a capital i looks like a small L, though a small i does not.
    """
    plain = " ".join(unicodedata.normalize("NFKC", _UNSEEN.sub("", name)).split())
    return frozenset((_skeleton(plain.casefold()), _skeleton(plain).casefold()))


def alike(one: str, other: str) -> bool:
    """Whether one name could be taken for the other."""
    return not keys(one).isdisjoint(keys(other))


@lru_cache(4096)
def mixed(name: str) -> bool:
    """Whether a word of a name has letters of several scripts that look like each other's."""
    return any(len(_scripts(word)) > 1 for word in _WORD.findall(name))


def other_letters(name: str, others: Iterable[str]) -> bool:
    """Whether a name looks like one of the others, but is spelt in other letters."""
    return any(alike(name, other) and _scripts(name) != _scripts(other) for other in others)


def without_number(name: str) -> str:
    """A name without what `Taken.tell_apart` may have put behind it."""
    return str(_NUMBER.sub("", name))


class Taken:
    """The names in use at one place."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._keys: set[str] = set()
        for name in names:
            self.add(name)

    def add(self, name: str) -> None:
        """This one is in use."""
        self._keys |= keys(name)

    def free(self, name: str) -> bool:
        """Whether nothing in use looks like it."""
        return self._keys.isdisjoint(keys(name))

    def tell_apart(self, name: str) -> str:
        """The name, or with the first number from 2 on that makes it another one; in use from now on."""
        spelt = (name if number == 1 else f"{name} {number}" for number in count(1))
        found = next(each for each in spelt if self.free(each))
        self.add(found)
        return found


def _scripts(text: str) -> frozenset[str]:
    return frozenset(script for script, letters in _OF.items() if letters.search(text))


def _skeleton(text: str) -> str:
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", text).translate(_looks_like()))


@cache
def _looks_like() -> dict[int, str]:
    """What each letter is drawn like: lines "what it is like: letters", in hexadecimal."""
    found: dict[int, str] = {}
    for line in (files(__package__) / "confusables.txt").read_text(encoding="ascii").splitlines():
        if line and not line.startswith("#"):
            like, _, letters = line.partition(":")
            prototype = "".join(chr(int(each, 16)) for each in like.split())
            found |= dict.fromkeys((int(each, 16) for each in letters.split()), prototype)
    return found
