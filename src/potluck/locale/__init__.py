"""The catalogues: every word of the product, in every language, and how a phrase becomes a sentence.

A catalogue is a gettext file whose msgids are the keys of phrases. The house's own are beside this
file (`en.po`, `de.po`, `pt_BR.po`); each game brings its own in its package's `words` folder. The
browser gets the same catalogues as JSON and words phrases by the same small grammar:

    {name}          the argument, worded as the vocabulary says (a name, a term, a number)
    msgid_plural    two forms, chosen by the argument called `n`
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Final

from babel.core import Locale
from babel.lists import format_list
from babel.messages.pofile import read_po
from babel.numbers import format_decimal
from babel.plural import PluralRule

from potluck.play.game import Game
from potluck.play.phrase import Arg, Phrase, Vocabulary

LANGUAGES: Final = ("en", "de", "pt_BR")
SOURCE: Final = "en"

_SOFT_HYPHEN = "\u00ad"
_SLOT: Final = re.compile(r"\{(\w+)\}", re.ASCII)

_NO_TEXTS: Final[Mapping[str, str]] = MappingProxyType({})

# A key's sentence, or its singular and plural.
Message = str | list[str]
Catalogue = Mapping[str, Message]


def read_catalogue(folder: Traversable, language: str) -> dict[str, Message]:
    """Read `<folder>/<language>.po`. Missing files and empty translations are errors of the build."""
    with (folder / f"{language}.po").open("rb") as file:
        catalog = read_po(file, locale=language)
    messages: dict[str, Message] = {}
    for message in catalog:
        if not message.id:
            continue
        if isinstance(message.id, (list, tuple)):
            messages[message.id[0]] = [str(form) for form in message.string or ()]
        else:
            messages[str(message.id)] = str(message.string)
    return messages


@cache
def house_catalogue(language: str) -> Catalogue:
    """The words that belong to no game."""
    return read_catalogue(files(__package__), language)


@cache
def game_catalogue(package: str, language: str) -> Catalogue:
    """The words of the game in this package, e.g. "potluck.games.cooking_rumble"."""
    return read_catalogue(files(package) / "words", language)


def words_package(game: Game) -> str:
    """The package whose `words` folder a game's words are in."""
    return game.package


def game_rules(package: str, language: str) -> str:
    """A game's rules for its players, Markdown, from `words/rules.<language>.md`."""
    return (files(package) / "words" / f"rules.{language}.md").read_text(encoding="utf-8")


class Speaker:
    """Words phrases in one language for one table: catalogue, vocabulary and the players' names."""

    def __init__(
        self, language: str, catalogues: Sequence[Catalogue], vocabulary: Vocabulary, names: Sequence[str]
    ) -> None:
        """Later catalogues win; `names` are the players' by seat."""
        self._locale = Locale.parse(language)
        self._plural: PluralRule = self._locale.plural_form
        self._messages: dict[str, Message] = {}
        for catalogue in catalogues:
            self._messages.update(catalogue)
        self._vocabulary = vocabulary
        self._names = names

    def say(self, phrase: Phrase, texts: Mapping[str, str] = _NO_TEXTS) -> str:
        """The sentence of a phrase; an unknown key shows itself, so that a gap is seen.

        `texts` are arguments that are words already, such as a file's name; they are put in as they
        are. Nothing that is put in is looked at again: a player may be called "{seat}".
        """
        message = self._messages.get(phrase.key, phrase.key)
        if not isinstance(message, str):
            n = phrase.args.get("n", 0)
            message = message[0 if isinstance(n, int) and self._plural(n) == "one" else 1]
        return _SLOT.sub(lambda slot: self._fill(slot, phrase, texts), message)

    def knows(self, key: str) -> bool:
        """Whether there are words for a key."""
        return key in self._messages

    def _fill(self, slot: re.Match[str], phrase: Phrase, texts: Mapping[str, str]) -> str:
        name = slot[1]
        if name in texts:
            return texts[name]
        value = phrase.args.get(name)
        return slot[0] if value is None else self.word(name, value)

    def word(self, name: str, value: Arg) -> str:
        """One argument as the vocabulary words it."""
        if isinstance(value, list):
            return str(format_list([self.word(name, each) for each in value], locale=self._locale))
        kind = self._vocabulary.get(name, "number")
        if kind == "number":
            return str(format_decimal(value, locale=self._locale))
        if kind == "seat":
            return self._names[value] if value < len(self._names) else str(value + 1)
        term = self._messages.get(f"{kind}.{value}", f"{kind}.{value}")
        # Where a long word may be parted is for a page to know; in lines of plain text it would be seen.
        return (term if isinstance(term, str) else term[0]).replace(_SOFT_HYPHEN, "")
