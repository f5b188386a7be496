"""One word for one thing: the other words that a game's sentences and rules do without."""

import re
from importlib.resources import files

import pytest

from potluck.locale import words_package
from potluck.play.registry import games
from tests.locale.rendered import catalogue, forms

OTHER_WORDS = {
    ("chef_alfredo", "de"): ["Höchstens so viele"],
    ("chef_alfredo", "pt_BR"): ["cozinha sopa", "cozinha {tile"],
    ("cooking_rumble", "en"): ["puts? a card", "hidden\\?", "[Yy]our answers", "said"],
    ("cooking_rumble", "de"): [
        "[Vv]ersteck",  # a card is laid face down
        "\\b[Gg]etippt|\\btippt",  # a guess is a Tipp, but one guesses
        "Jokermarker setz|gesetzt|setze zuerst",
        "Du hast fertig|hat fertig|geschafft",  # a recipe is completed
    ],
    ("cooking_rumble", "pt_BR"): ["baixa uma|baixar", "carta virada\\.", "O juiz disse", "\\bbordo\\b"],
    ("secret_recipe", "en"): [
        "[Cc]lue on\\b",
        "start a vote|start with a vote",  # one votes first
        "unveils|unveiled ingredient",  # who votes wants to unveil, and may be wrong
        "reserve a line|moves along",
    ],
    ("secret_recipe", "de"): [
        "[Ee]röffn",
        "verzichtest? auf eine Stimme",
        "deckte? bei",
        "rückt auf der Plättchenleiste vor",  # the marker goes back, too
        "eine Linie reserv|Linie reserv",
    ],
    ("secret_recipe", "pt_BR"): [
        "[Hh]ora do chá",
        "abr(?:e|ir) ",
        "abertura",
        "só responde",
        "pode responder",
        "revela o",
    ],
    ("house", "de"): ["Protokoll"],
    ("house", "pt_BR"): [
        "[Oo] jogo (?:já|ainda|foi|é enc|acab|não terminou)",
        "Este jogo (?:começou|não pode)",
        "[Nn]o início|o início$",
    ],
    ("terminal", "de"): ["Protokoll", "Festlegung"],
    ("terminal", "pt_BR"): ["[Cc]ompromisso"],
}


def texts(name: str, language: str) -> list[str]:
    """The sentences of a catalogue, and the lines of a game's rules."""
    said = [text for message in catalogue(name, language).values() for text in forms(message)]
    if name in games():
        page = files(words_package(games()[name])) / "words" / f"rules.{language}.md"
        said += page.read_text(encoding="utf-8").splitlines()
    return said


@pytest.mark.parametrize(("name", "language"), OTHER_WORDS)
def test_a_thing_has_one_word(name: str, language: str) -> None:
    other = re.compile("|".join(OTHER_WORDS[name, language]))
    found = [text for text in texts(name, language) if other.search(text)]
    assert not found, "\n".join(found)
