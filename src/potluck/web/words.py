"""Everything a page reads before it plays: the catalogues, the shelf of games, the rules as HTML."""

import html
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
from babel.core import negotiate_locale

from potluck.bots.levels import levels
from potluck.games.shelf import WORDS_PACKAGE, announced
from potluck.locale import (
    LANGUAGES,
    SOURCE,
    Message,
    game_catalogue,
    game_rules,
    house_catalogue,
    words_package,
)
from potluck.play.errors import RulesUnknown
from potluck.play.game import About, Game
from potluck.play.options import option_fields
from potluck.play.registry import games
from potluck.web.kept import Kept, kept_json
from potluck.web.payloads import GameInfo, House, HouseLimits, Rules

if TYPE_CHECKING:
    from markdown_it.token import Token

DEV_BUILD: Final = "dev"


def build_id(static: Path) -> str:
    """The id of the built client, "dev" when there is none: page and server compare it."""
    try:
        return (static / "build.txt").read_text(encoding="ascii").strip() or DEV_BUILD
    except FileNotFoundError:
        return DEV_BUILD


def language(wanted: str | None, accepted: str) -> str:
    """The catalogue for an explicit wish, else for an Accept-Language header, else the source's."""
    if wanted:
        found = negotiate_locale([wanted.replace("-", "_")], LANGUAGES, sep="_")
        if found:
            return str(found)
    weighed: list[tuple[float, int, str]] = []
    for place, part in enumerate(accepted[:500].split(",")):
        name, _, rest = part.strip().partition(";")
        quality = rest.strip().removeprefix("q=")
        try:
            weighed.append((-float(quality or 1), place, name.replace("-", "_")))
        except ValueError:
            continue
    for _, _, name in sorted(weighed):
        for known in LANGUAGES:
            if known.lower() == name.lower() or known.split("_")[0] == name.split("_")[0].lower():
                return known
    return SOURCE


@cache
def house_words(language: str) -> Kept:
    """What every page needs: the words of the house, and of each game those that are read before a table."""
    words: dict[str, Message] = {**house_catalogue(language), **game_catalogue(WORDS_PACKAGE, language)}
    for game, each in games().items():
        all_words = game_catalogue(words_package(each), language)
        words.update({key: text for key, text in all_words.items() if in_lobby(game, key)})
    return kept_json(msgspec.json.encode(words))


@cache
def table_words(game_id: str, language: str) -> Kept:
    """The rest of a game's words, which its tables need; raises RulesUnknown."""
    words = game_catalogue(words_package(games()[game_id]), language)
    return kept_json(
        msgspec.json.encode({key: text for key, text in words.items() if not in_lobby(game_id, key)})
    )


def in_lobby(game_id: str, key: str) -> bool:
    """Whether a word of a game is read where it is chosen: its name, its blurb, its options."""
    part = key.removeprefix(f"{game_id}.")
    return part != key and (part in ("name", "blurb") or part.startswith("option."))


def hashes() -> dict[str, dict[str, str]]:
    """By language and game, the hash of `table_words`: with it in the address they may be kept for ever."""
    return {
        language: {game: table_words(game, language).digest for game in games()} for language in LANGUAGES
    }


@cache
def rules_page(game_id: str, language: str) -> Kept:
    """A game's rules in a language, as JSON with HTML; raises RulesUnknown."""
    from markdown_it import MarkdownIt  # only needed when somebody reads rules

    text = game_rules(words_package(games()[game_id]), language)
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    markdown.add_render_rule("image", _picture)
    return kept_json(msgspec.json.encode(Rules(markdown.render(text))))


def _picture(_: object, tokens: "Sequence[Token]", at: int, *__: object) -> str:
    """Where the client draws pieces of the game (`picture:<name>`), with what they show in words."""
    name = html.escape(str(tokens[at].attrs["src"]).removeprefix("picture:"))
    return f'<span data-picture="{name}" role="img" aria-label="{html.escape(tokens[at].content)}"></span>'


def shelf() -> list[GameInfo]:
    """Every game, the playable ones first."""
    installed = [_info(each.about, each) for each in games().values()]
    return installed + [_info(about, None) for about in announced()]


def _info(about: About, found: Game | None) -> GameInfo:
    return GameInfo(
        **msgspec.structs.asdict(about),
        options=option_fields(found) if found else [],
        levels=list(levels(found)) if found else [],
        vocabulary=dict(found.vocabulary) if found else {},
    )


@cache
def house(build: str, limits: HouseLimits) -> Kept:
    """The first answer a page asks for."""
    return kept_json(msgspec.json.encode(House(build, list(LANGUAGES), shelf(), limits, hashes())))


def words_of(game_id: str, language: str) -> Kept:
    """Like `table_words`, without keeping a place in memory for nonsense."""
    if game_id not in games():
        raise RulesUnknown
    return table_words(game_id, language)


def rules_of(game_id: str, language: str) -> Kept:
    """Like `rules_page`, without keeping a place in memory for nonsense."""
    if game_id not in games():
        raise RulesUnknown
    return rules_page(game_id, language)


def unbuilt_page(language: str) -> str:
    """What is shown instead of the client when it has not been built."""
    words = house_catalogue(language)
    title, text = (html.escape(str(words[key])) for key in ("unbuilt.title", "unbuilt.text"))
    return bare_page(language, title, f"<p>{text}</p>")


def bare_page(language: str, title: str, body: str) -> str:
    """A page that needs nothing else; title and body are HTML."""
    return (
        f'<!doctype html><html lang="{tag(language)}"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta name="color-scheme" content="light dark"><title>{title}</title><h1>{title}</h1>{body}'
    )


@cache
def unstyled() -> str:
    """What a page says, in all languages, until its style sheet hides it: for who gets no other file."""
    said = (
        f'<p lang="{tag(each)}">{html.escape(str(house_catalogue(each)["unstyled.text"]))}</p>'
        for each in LANGUAGES
    )
    return f'<div class="unstyled">{"".join(said)}</div>'


def tag(language: str) -> str:
    """A catalogue's name as HTML writes languages."""
    return language.replace("_", "-")
