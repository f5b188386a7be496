"""The catalogues: three languages say the same things, nothing is missing, nothing is left over."""

import importlib
import pkgutil
import re
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import pytest
from babel.messages.pofile import read_po

import potluck
from potluck.games.shelf import ANNOUNCED, WORDS_PACKAGE
from potluck.locale import (
    LANGUAGES,
    SOURCE,
    Message,
    game_rules,
    read_catalogue,
    without_pictures,
    words_package,
)
from potluck.play.errors import PotluckError
from potluck.play.options import option_fields
from potluck.play.phrase import COUNT, LISTS, SLOT
from potluck.play.registry import games
from tests.locale.keys import CLIENT, Asked, client_keys, python_keys
from tests.locale.keys import SOURCE as SOURCES
from tests.locale.rendered import forms, told, vocabulary_of


@cache
def folders() -> dict[str, Traversable]:
    """Every folder of catalogues by a name for it."""
    found: dict[str, Traversable] = {
        "house": files("potluck.locale"),
        "terminal": files("potluck.terminal") / "words",
        "shelf": files(WORDS_PACKAGE) / "words",
    }
    for game in games().values():
        found[game.about.id] = files(words_package(game)) / "words"
    return found


NAMES = list(folders())


@cache
def catalogue(name: str, language: str) -> dict[str, Message]:
    return read_catalogue(folders()[name], language)


@cache
def asked() -> tuple[Asked, Asked]:
    return python_keys(SOURCES), client_keys()


def slots(message: Message) -> set[str]:
    """The arguments that a message puts in."""
    return {name for form in forms(message) for names, _ in SLOT.findall(form) for name in names.split("+")}


def sentences(name: str, language: str) -> dict[str, Message]:
    """What all languages have; forms of terms are each language's own."""
    return {key: message for key, message in catalogue(name, language).items() if ":" not in key}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_a_catalogue_is_whole(name: str, language: str) -> None:
    """Nothing empty, fuzzy, doubled or out of its language; plurals have two forms."""
    path = folders()[name] / f"{language}.po"
    with path.open("rb") as file:
        catalog = read_po(file, locale=language, abort_invalid=True)
    assert not [message.id for message in catalog if message.id and message.fuzzy]
    text = path.read_text(encoding="utf-8")
    ids = re.findall(r'^msgid "(.+)"$', text, re.MULTILINE)
    assert len(ids) == len(set(ids)), {each for each in ids if ids.count(each) > 1}
    for key, message in catalogue(name, language).items():
        assert all(form.strip() == form and form for form in forms(message)), key
        assert isinstance(message, str) or len(message) == 2, key
        assert all(not re.search(r"[{}]", SLOT.sub("", form)) for form in forms(message)), key


@pytest.mark.parametrize("language", [each for each in LANGUAGES if each != SOURCE])
@pytest.mark.parametrize("name", NAMES)
def test_languages_say_the_same_things(name: str, language: str) -> None:
    """The same keys, with the same arguments, singular and plural at the same places."""
    source, other = sentences(name, SOURCE), sentences(name, language)
    assert set(source) == set(other)
    for key in source:
        assert slots(source[key]) == slots(other[key]), key
        assert isinstance(source[key], str) == isinstance(other[key], str), key


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_a_form_leaves_out_nothing_but_the_number(name: str, language: str) -> None:
    """ "One pan" need not say 1; everything else is in both forms."""
    for key, message in catalogue(name, language).items():
        for form in forms(message):
            assert slots(message) - slots(form) <= {"n"}, key


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_forms_are_those_that_sentences_ask_for(name: str, language: str) -> None:
    """Each term has every form that some sentence asks for, and none that nobody asks for."""
    words = catalogue(name, language)
    vocabulary = vocabulary_of(name)
    wanted = {f"{kind.removeprefix(COUNT)}:n" for kind in vocabulary.values() if kind.startswith(COUNT)}
    for message in words.values():
        for names, form in {slot for text in forms(message) for slot in SLOT.findall(text)}:
            if form and form not in LISTS:
                for argument in names.split("+"):
                    term = re.compile(re.escape(vocabulary[argument]) + r"\.\d+")
                    wanted |= {f"{key}:{form}" for key in words if term.fullmatch(key)}
    none = {key for key in words if key.endswith(":none")}
    assert wanted == {key for key in words if ":" in key} - none


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_none_stands_beside_one_and_many(name: str, language: str) -> None:
    """`<key>:none` says the same as `<key>`, which has two forms, without the number."""
    words = catalogue(name, language)
    for key, message in words.items():
        counted = words.get(key.removesuffix(":none"))
        if key.endswith(":none"):
            assert isinstance(message, str), key
            assert isinstance(counted, list), key
            assert slots(message) == slots(counted) - {"n"}, key


@pytest.mark.parametrize("name", NAMES)
def test_a_sentence_for_the_reader_stands_beside_that_for_all(name: str) -> None:
    """`<key>@<seat>` has the same arguments, but for the reader's name, and as many forms."""
    words = catalogue(name, SOURCE)
    events, vocabulary = told(name), vocabulary_of(name)
    for key in words:
        base, at, seat = key.partition("@")
        if at and ":" not in seat:
            known = set(events.get(base, slots(words[base])))
            assert vocabulary[seat] == "seat", key
            assert slots(words[key]) | {seat} <= known, key
            assert seat not in slots(words[key]), key
            assert isinstance(words[base], str) == isinstance(words[key], str), key


def test_no_key_is_in_two_catalogues() -> None:
    seen: dict[str, str] = {}
    for name in NAMES:
        for key in catalogue(name, SOURCE):
            assert key not in seen, f"{key} is in {name} and {seen.get(key)}"
            seen[key] = name


@pytest.mark.parametrize("name", [name for name in NAMES if name in games()])
def test_a_game_words_all_it_declares(name: str) -> None:
    """Name, blurb, moves, events, options, terms: what the contract says is there, with known arguments."""
    game = games()[name]
    words = catalogue(name, SOURCE)
    wanted = {f"{name}.name", f"{name}.blurb"}
    for field in option_fields(game):
        wanted |= {f"{name}.option.{field.name}", f"{name}.option.{field.name}.help"}
    for move in range(len(game.moves)):
        phrase = game.moves.phrase(move)
        wanted.add(phrase.key)
        assert slots(words[phrase.key]) <= set(phrase.args), phrase.key
        for argument, value in phrase.args.items():
            prefix = game.vocabulary.get(argument, "number")
            if prefix not in ("seat", "number") and not prefix.startswith(COUNT):
                wanted.add(f"{prefix}.{value}")
    assert wanted <= set(words)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", list(games()))
def test_a_game_has_its_rules_in_every_language(name: str, language: str) -> None:
    text = game_rules(words_package(games()[name]), language)
    assert text.startswith("# ")
    assert len(text) > 1000


def test_every_refusal_has_words() -> None:
    for module in pkgutil.walk_packages(potluck.__path__, "potluck."):
        # Alembic's own files run only inside a migration; `__main__` runs when it is imported.
        if not module.name.endswith("__main__") and ".migrations." not in module.name:
            importlib.import_module(module.name)
    known = set(catalogue("house", SOURCE)) | set(catalogue("terminal", SOURCE))
    missing = {
        kind.key for kind in subclasses(PotluckError) if kind.__module__.startswith("potluck.")
    } - known
    assert not missing


def subclasses(kind: type[PotluckError]) -> set[type[PotluckError]]:
    return {kind}.union(*(subclasses(each) for each in kind.__subclasses__()))


@pytest.mark.parametrize("name", ["house", "terminal"])
def test_what_sources_ask_for_is_there(name: str) -> None:
    """Whole keys in Python and in the client that begin like one of this catalogue are in it."""
    words = set(catalogue(name, SOURCE))
    beginnings = {key.split(".")[0] for key in words} - set(games())
    python, client = asked()
    known = {key for each in NAMES for key in catalogue(each, SOURCE)}
    # A term's prefix ("cooking_rumble.kind") and a pattern's beginning are no keys of their own.
    prefixes = {key[: at.start()] for key in known for at in re.finditer(r"\.", key)}
    # In Python only these are keys by their looks; a logger or a limit may be called "table.something".
    said = {key for key in python.keys if key.split(".")[0] in {"error", "terminal", "unbuilt"}}
    missing = {key for key in said | client.keys if key.split(".")[0] in beginnings} - known - prefixes
    assert not missing


def test_nothing_is_left_over() -> None:
    """Every key of the house and the terminal is asked for somewhere."""
    python, client = asked()
    unused = {
        key
        for name in ("house", "terminal")
        for key in catalogue(name, SOURCE)
        if not (python.uses(base := key.partition("@")[0]) or client.uses(base) or declared(key))
    }
    assert not unused


def declared(key: str) -> bool:
    """Whether a key follows from a game's data: its tags, and those of one that is announced."""
    boxes = [game.about for game in games().values()] + list(ANNOUNCED)
    return key in {f"tag.{tag}" for about in boxes for tag in about.tags}


def test_the_client_is_looked_at() -> None:
    """The scan finds files and keys at all."""
    assert CLIENT.is_dir()
    assert len(asked()[1].keys) > 30


@pytest.mark.parametrize("name", games())
def test_rules_have_the_same_pictures_in_every_language(name: str) -> None:
    """Each is worded, and left out where none can be drawn."""
    texts = [game_rules(words_package(games()[name]), language) for language in LANGUAGES]
    found = [re.findall(r"!\[.{20,}\]\(picture:(\w+)\)", text) for text in texts]
    assert [len(each) for each in found] == [text.count("![") for text in texts]
    assert all(each == found[0] for each in found)
    assert not any("![" in without_pictures(text) for text in texts)
