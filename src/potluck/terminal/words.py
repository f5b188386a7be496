"""Which language the terminal speaks, and its own words beside the house's and a game's."""

import os
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files

from potluck.locale import (
    LANGUAGES,
    SOURCE,
    Catalogue,
    Speaker,
    game_catalogue,
    house_catalogue,
    read_catalogue,
    words_package,
)
from potluck.play.errors import PotluckError
from potluck.play.game import Game
from potluck.play.phrase import Arg, Phrase
from potluck.play.seats import Seat


class LanguageUnknown(PotluckError):
    """A language that there is no catalogue for."""

    key = "terminal.language_unknown"


def choose_language(asked: str | None, environ: Mapping[str, str] = os.environ) -> str:
    """The language asked for, else the one of the environment, else English.

    Raises LanguageUnknown for one that is asked for and not there.
    """
    if asked is not None:
        found = match_language(asked)
        if found is None:
            raise LanguageUnknown(f"{asked[:40]!r} is none of {', '.join(LANGUAGES)}")
        return found
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environ.get(name):
            return match_language(environ[name]) or SOURCE
    return SOURCE


def match_language(text: str) -> str | None:
    """The catalogue for a locale's name ("de_AT.UTF-8", "pt-br"), by language if not by country."""
    parts = re.split(r"[-_.@]", text.casefold())
    by_name = {language.casefold().replace("_", "-"): language for language in LANGUAGES}
    exact = by_name.get("-".join(parts[:2]))
    if exact is not None:
        return exact
    return next((language for language in LANGUAGES if language.split("_")[0] == parts[0]), None)


@cache
def terminal_catalogue(language: str) -> Catalogue:
    """The words that only a terminal needs."""
    return read_catalogue(files("potluck.terminal") / "words", language)


class Words:
    """Says what a terminal says, in one language, about one game or none."""

    def __init__(
        self, language: str, game: Game | None = None, names: Sequence[str] = (), me: Seat | None = None
    ) -> None:
        """`names` are the players' by seat, `me` is the reader's seat: it is told what it does as "you"."""
        self.language = language
        catalogues = [house_catalogue(language), terminal_catalogue(language)]
        if game is not None:
            catalogues.append(game_catalogue(words_package(game), language))
        vocabulary = {} if game is None else game.vocabulary
        self._speaker = Speaker(language, catalogues, {**vocabulary, "seat": "seat"}, names, me)

    def say(self, key: str, **args: Arg | str) -> str:
        """The sentence of a key; text goes in as it is, numbers as the vocabulary says."""
        texts = {name: value for name, value in args.items() if isinstance(value, str)}
        numbers = {name: value for name, value in args.items() if not isinstance(value, str)}
        return self._speaker.say(Phrase(key, numbers), texts)

    def phrase(self, phrase: Phrase) -> str:
        """The sentence of a phrase."""
        return self._speaker.say(phrase)

    def word(self, name: str, value: Arg) -> str:
        """One argument of a phrase: a name, a term, a number."""
        return self._speaker.word(name, value)

    def knows(self, key: str) -> bool:
        """Whether there are words for a key."""
        return self._speaker.knows(key)
