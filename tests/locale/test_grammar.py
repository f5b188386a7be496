"""Articles, number and person: every sentence of every game, said of everything it can be said of."""

import re

import pytest

from potluck.locale import LANGUAGES
from potluck.play.registry import games
from tests.locale.rendered import Said, catalogue, forms, rendered, told, vocabulary_of

NAMES = [*games(), "house", "terminal"]

# Sentences that nobody is told of their own seat: they get another one instead.
OF_OTHERS_ONLY = {
    ("secret_recipe.event.peeked", "seat"),  # saw
    ("secret_recipe.event.took", "seat"),  # hand
    ("secret_recipe.event.kept", "seat"),  # kept_own
    ("secret_recipe.event.asked", "seat"),  # asked_yes, asked_no
    ("secret_recipe.event.asked", "owner"),
}

MASS = "garlic|mint|honey|flour|cream|garlic soup"
PLURAL = "grapes|walnuts|strawberries|eggs|apples|cereals|sugars|proteins|carrots|tomatoes|beans"
DE_ARTICLE = "der|die|das|den|dem|ein|eine|einen|einem|einer|keine|keinen"
WRONG = {
    "en": [
        r"\ba (?=[aeiou])|^A (?=[aeiou])",
        r"\b[Aa]n (?![aeiou“‹]|hour)",
        rf"\b[Aa]n? (?:{MASS}|{PLURAL})\b",
        r"\b(?:a|an|the) (?:a|an|the)\b",
        rf"\b(?:{PLURAL}) (?:is|was|has|comes|goes)\b",
        r"\b[Yy]ou (?:is|has|was|does|\w+[^s]es)\b",
    ],
    "de": [
        rf"(?<!, )\b(?:der|die|den|dem|ein|einen|keine|keinen|einem(?! der)) (?:{DE_ARTICLE})\b",
        # after these the dative has an n
        r"\b(?:von|nach|mit|aus|bei) (?:Walnüsse|Eier|Äpfel)\b",
        r"\bkommt auf\b",
        # one name behind a verb of several
        r"^(?:[^:]*[.;] )?(?:Sehen|Dürfen|Sind|Haben|Können)\b[^:]*: (?:Ann|Bo|Cy)\.",
        r"\bDu (?!und\b|auf\b|versetzt\b)\w+(?<!st)(?<!ßt)\b",
    ],
    "pt_BR": [
        r"\b(?:de|em|por|a) (?:o|a|os|as)\b",
        r"\b(?![Qq]uem|sem|em)\w+(?:am|em)\b[^:.]*: (?:Ann|Bo|Cy)\.",
        r"\b(?:o|os|as|um) (?:o|a|os|as|uma?)\b|\buma (?:o|os|as|uma?)\b",
    ],
}
# In all languages: a sign instead of a word, "1 apples".
SIGNS = [r"×", r"\b0 \w+ × "]


def cases() -> list[tuple[str, str]]:
    return [(name, language) for language in LANGUAGES for name in NAMES]


@pytest.mark.parametrize(("name", "language"), cases())
def test_articles_and_words_go_together(name: str, language: str) -> None:
    wrong = [re.compile(pattern) for pattern in SIGNS + WRONG[language]]
    found = [
        (each, pattern.pattern)
        for each in rendered(name, language)
        for pattern in wrong
        if pattern.search(each.text)
    ]
    assert not found, shown(found)


def shown(found: list[tuple[Said, str]]) -> str:
    return "\n".join(f"{said.key}: {said.text}   [{why}]" for said, why in found[:30])


@pytest.mark.parametrize(("name", "language"), cases())
def test_nothing_is_left_to_fill(name: str, language: str) -> None:
    said = rendered(name, language)
    assert len(said) > 20
    keys = [each for each in said if "{" in each.text or re.search(r"\b[a-z_]+\.[a-z_.]+\.\d", each.text)]
    assert not keys


# What may follow a number that has no plural: it counts nothing, or the word is the same for one and many.
AFTER = {
    "en": r"(?:of|to|or|and|GP|MB|UTC|at)\b",
    "de": r"(?:von|bis|oder|und|GP|MB|Uhr)\b",
    "pt_BR": r"(?:de|a|ou|e|PV|MB)\b",
}
# A verb whose subject is so many of something, where no other subject is named between them.
SINGULAR = {
    "en": "is|has|was|waits|follows",
    "de": "ist|hat|wird|liegt|steht|wartet|war",
    "pt_BR": "é|está|tem|foi|espera|segue",
}
MORE = {
    "en": "are|have|were|wait|follow",
    "de": "sind|haben|werden|liegen|stehen|warten|waren",
    "pt_BR": "são|estão|têm|foram|esperam|seguem",
}
JOINS = {"en": "and", "de": "und", "pt_BR": "e"}


@pytest.mark.parametrize(("name", "language"), cases())
def test_what_is_counted_has_a_plural(name: str, language: str) -> None:
    """A number with a word behind it stands in a message of two forms."""
    vocabulary = vocabulary_of(name)
    after = re.compile(r"(?<!Round )(?<!Runde )(?<!rodada )\{(\w+)\} (?!" + AFTER[language] + r")[^\W\d_]")
    found = [
        f"{key}: {message}"
        for key, message in catalogue(name, language).items()
        if isinstance(message, str)
        for argument in after.findall(message)
        if argument == "n" or vocabulary.get(argument) == "number"
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(("name", "language"), cases())
def test_verbs_agree_with_what_is_counted(name: str, language: str) -> None:
    found = []
    for key, message in catalogue(name, language).items():
        if isinstance(message, str):
            continue
        for form, verbs in zip(message, (MORE[language], SINGULAR[language]), strict=True):
            # Of several subjects, and behind another verb, the verb is not that of what is counted.
            subject = r"(?<!and )(?<!und )(?<!e mais )\{n\} ([^.;:(?!,]*?)\b(?:" + verbs + r")\b(?!\.)"
            for between in re.findall(subject, form):
                if f" {JOINS[language]} " not in f" {between}":
                    found.append(f"{key}: {form}")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("name", NAMES)
def test_one_and_many_differ(name: str) -> None:
    """In English and Portuguese nearly every thing that is counted has two words."""
    same = re.compile(r"\{n\}[.º:)]|\{n\} (?:GP|PV)|\{n\} (?:of|de) ")
    for language in ("en", "pt_BR"):
        alike = [
            f"{key}: {message[0]}"
            for key, message in catalogue(name, language).items()
            if not isinstance(message, str) and message[0] == message[1] and not same.search(message[0])
        ]
        assert not alike, "\n".join(alike)


# What is told of something that is there only where there are some.
SOME = {f"secret_recipe.line.{each}" for each in ("discards", "due", "pacts", "tea", "tokens")}
POINTS = r"points?|Punkte?|pontos?|GP|PV|of|von|de|and|und|e"


@pytest.mark.parametrize(("name", "language"), [each for each in cases() if each[0] in games()])
def test_none_is_said_in_words(name: str, language: str) -> None:
    """ "No tiles left", never "0 tiles left", in all that describes a table; points are a number."""
    zero = re.compile(rf"\b0 (?!(?:{POINTS})\b)[^\W\d]")
    found = {
        each.key
        for each in rendered(name, language)
        if ".line." in each.key and each.key.partition("@")[0] not in SOME and zero.search(each.text)
    }
    assert not found


YOU = {
    "en": r"\b(?:you|your|yours)\b",
    "de": r"\b(?:du|dich|dir|dein\w*)\b",
    "pt_BR": r"\b(?:você|seu|sua|seus|suas)\b",
}


@pytest.mark.parametrize(("name", "language"), cases())
def test_the_reader_is_spoken_to(name: str, language: str) -> None:
    """A sentence for the reader says "you"; German and Portuguese verbs follow."""
    for key, message in catalogue(name, language).items():
        if "@" in key:
            assert all(re.search(YOU[language], form, re.IGNORECASE) for form in forms(message)), key


@pytest.mark.parametrize("name", list(games()))
def test_every_event_speaks_to_those_it_is_about(name: str) -> None:
    """Whoever is named in an event reads "you" instead of their own name."""
    vocabulary, words = vocabulary_of(name), catalogue(name, "en")
    missing = {
        (key, argument)
        for key, arguments in told(name).items()
        for argument in arguments
        if vocabulary[argument] == "seat"
        and any(f"{{{argument}}}" in form for form in forms(words[key]))
        and f"{key}@{argument}" not in words
    }
    assert missing == {each for each in OF_OTHERS_ONLY if each[0].startswith(f"{name}.")}
