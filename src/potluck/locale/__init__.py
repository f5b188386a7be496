"""The catalogues: every word of the product, in every language, and how a phrase becomes a sentence.

A catalogue is a gettext file whose msgids are the keys of phrases. The house's own are beside this
file (`en.po`, `de.po`, `pt_BR.po`); each game brings its own in its package's `words` folder. The
browser gets the same catalogues as JSON and words phrases by the same small grammar
(docs/translating.md says it at length):

    {name}          the argument, worded as the vocabulary says (a name, a term, a number)
    {name:form}     the term in another form, a message of its own: `<term>:<form>`
    {name:or}       a list joined by "or", {name:and} by "and"; each thing in it is named once
    {name+name}     several arguments as one list; of things that are counted, none are left out
    msgid_plural    two forms, chosen by the argument called `n`
    <key>:none      the sentence where `n` is 0, if there is one
    <key>@<name>    the sentence for the reader, if that seat is the reader's
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

from potluck.locale.seen import isolate
from potluck.play.game import Game
from potluck.play.phrase import COUNT, LISTS, SLOT, Arg, Event, Phrase, Vocabulary

LANGUAGES: Final = ("en", "de", "pt_BR")
SOURCE: Final = "en"

_PICTURE: Final = re.compile(r"^!\[[^\]]*\]\(picture:\w+\)\n\n", re.MULTILINE)
_SOFT_HYPHEN = "\u00ad"
_NOTHING: Final = "words.nothing"

_NO_TEXTS: Final[Mapping[str, str]] = MappingProxyType({})
_NO_ARGS: Final[Mapping[str, Arg]] = MappingProxyType({})

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


def without_pictures(rules: str) -> str:
    """Rules for where none can be drawn: a picture's line goes, the words beside it say the same."""
    return _PICTURE.sub("", rules)


class Speaker:
    """Words phrases in one language for one reader: catalogue, vocabulary, the players' names, whose eyes."""

    def __init__(
        self,
        language: str,
        catalogues: Sequence[Catalogue],
        vocabulary: Vocabulary,
        names: Sequence[str],
        me: int | None = None,
    ) -> None:
        """Later catalogues win; `names` are the players' by seat; `me` is the reader's seat, if any."""
        self._locale = Locale.parse(language)
        self._plural: PluralRule = self._locale.plural_form
        self._messages: dict[str, Message] = {}
        for catalogue in catalogues:
            self._messages.update(catalogue)
        self._vocabulary = vocabulary
        self._names = names
        self._me = me

    def say(self, phrase: Phrase, texts: Mapping[str, str] = _NO_TEXTS) -> str:
        """The sentence of a phrase; an unknown key shows itself, so that a gap is seen.

        `texts` are arguments that are words already, such as a file's name; an event may bring some. Nothing
        that is put in is looked at again: a player may be called "{seat}". Names and texts that are written
        from right to left are isolated, so that they do not turn what stands beside them.
        """
        if isinstance(phrase, Event) and phrase.texts:
            texts = {**phrase.texts, **texts}
        return self._fill(self._to_reader(phrase), phrase.args, texts)

    def knows(self, key: str) -> bool:
        """Whether there are words for a key."""
        return key in self._messages

    def word(self, name: str, value: Arg) -> str:
        """One argument as the vocabulary words it."""
        return self._word(name, value, "", _NO_ARGS)

    def _to_reader(self, phrase: Phrase) -> str:
        """The key of a phrase, or of its sentence for one of its seats who is the reader."""
        if self._me is not None:
            mine = (self._me, [self._me])
            for name, value in phrase.args.items():
                key = f"{phrase.key}@{name}"
                if value in mine and self._vocabulary.get(name) == "seat" and key in self._messages:
                    return key
        return phrase.key

    def _fill(self, key: str, args: Mapping[str, Arg], texts: Mapping[str, str] = _NO_TEXTS) -> str:
        """A message with its slots filled: a sentence, or the form of a term in it."""
        message = self._messages.get(key, key)
        if not isinstance(message, str):
            n = args.get("n", 0)
            none = self._messages.get(f"{key}:none") if args.get("n") == 0 else None
            message = (
                none
                if isinstance(none, str)
                else message[0 if isinstance(n, int) and self._plural(n) == "one" else 1]
            )
        return SLOT.sub(lambda slot: self._slot(slot, args, texts), message)

    def _slot(self, slot: re.Match[str], args: Mapping[str, Arg], texts: Mapping[str, str]) -> str:
        names, form = slot[1].split("+"), slot[2] or ""
        if slot[1] in texts:
            return isolate(texts[slot[1]])
        if not args.keys() >= {*names}:
            return slot[0]
        if len(names) == 1:
            return self._word(slot[1], args[slot[1]], form, args)
        there = [name for name in names if args[name] != 0]
        return self._list([self._word(name, args[name], form, args) for name in there])

    def _list(self, words: Sequence[str], form: str = "and") -> str:
        if not words:
            return self._fill(_NOTHING, _NO_ARGS)
        return str(format_list(words, style="or" if form == "or" else "standard", locale=self._locale))

    def _word(self, name: str, value: Arg, form: str, args: Mapping[str, Arg]) -> str:
        if isinstance(value, list):
            joined = form in LISTS
            words = [self._word(name, each, "" if joined else form, args) for each in value]
            return self._list(list(dict.fromkeys(words)), form) if joined else self._list(words)
        kind = self._vocabulary.get(name, "number")
        if kind == "number":
            return str(format_decimal(value, locale=self._locale))
        if kind == "seat":
            return isolate(self._names[value]) if value < len(self._names) else str(value + 1)
        if kind.startswith(COUNT):
            word = self._fill(f"{kind.removeprefix(COUNT)}:n", {"n": value})
        elif form:
            word = self._fill(f"{kind}.{value}:{form}", args)
        else:
            term = self._messages.get(f"{kind}.{value}", f"{kind}.{value}")
            word = term if isinstance(term, str) else term[0]
        # Where a long word may be parted is for a page to know; in lines of plain text it would be seen.
        return word.replace(_SOFT_HYPHEN, "")
