"""What the commands share: ending with a worded reason, and the shelf of games that can be named."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Annotated, NoReturn

import typer
from rich.text import Text

from potluck.games.shelf import WORDS_PACKAGE, announced
from potluck.locale import LANGUAGES, game_catalogue
from potluck.play.game import Game
from potluck.play.registry import games
from potluck.terminal.show import console
from potluck.terminal.words import LanguageUnknown, Words, choose_language

Lang = Annotated[
    str | None, typer.Option("--lang", help="Language: en, de or pt_BR; the environment's if left out.")
]


def stop(sentence: str) -> NoReturn:
    """End with exit code 1 and a sentence that says why."""
    console(stderr=True).print(Text(sentence, style="red"), soft_wrap=True)
    raise typer.Exit(1)


@contextmanager
def worded(lang: str | None = None) -> Iterator[None]:
    """End with a sentence where a file cannot be kept, served, backed up or restored."""
    from potluck.tables.keeping.problems import KeepingError

    try:
        yield
    except KeepingError as problem:
        stop(Words(language(lang)).say(problem.key, **problem.texts))


def language(asked: str | None) -> str:
    """The language to speak; ends with the list of languages if that one is not there."""
    try:
        return choose_language(asked)
    except LanguageUnknown as problem:
        words = Words(choose_language(None))
        stop(words.say(problem.key, languages=", ".join(LANGUAGES)))


def find_game(typed: str, lang: str) -> Game:
    """An installed game by its id or its name in this language; ends with near names if there is none."""
    words = Words(lang)
    wanted = _plain(typed)
    names: dict[str, str] = {}
    for found in games().values():
        own = Words(lang, found)
        for name in (found.about.id, own.say(f"{found.about.id}.name")):
            names[_plain(name)] = found.about.id
    if wanted in names:
        return games()[names[wanted]]
    for about in announced():
        name = str(game_catalogue(WORDS_PACKAGE, lang)[f"{about.id}.name"])
        if wanted in (_plain(about.id), _plain(name)):
            stop(words.say("terminal.game_coming", game=name))
    near = get_close_matches(wanted, names, n=3, cutoff=0.5)
    if near:
        meant = list(dict.fromkeys(names[name] for name in near))
        stop(words.say("terminal.game_meant", typed=typed[:40], games=", ".join(meant)))
    stop(words.say("terminal.game_unknown", typed=typed[:40], games=", ".join(games())))


def _plain(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())


def span(numbers: Sequence[int]) -> str:
    """ "2–4" for [2, 3, 4], "2" for [2], "2, 4" where some are missing."""
    low, high = min(numbers), max(numbers)
    if low == high:
        return str(low)
    if len(set(numbers)) == high - low + 1:
        return f"{low}–{high}"
    return ", ".join(map(str, numbers))
