"""How a phrase becomes a sentence: names, terms, numbers, lists, plurals, and names that look like code."""

import random
from itertools import islice

import pytest

from potluck.locale import LANGUAGES, Catalogue, Speaker, game_catalogue, house_catalogue, words_package
from potluck.play.chance import Fast
from potluck.play.driver import free_seats, lowest
from potluck.play.notes import Note
from potluck.play.options import every_options
from potluck.play.phrase import Phrase
from potluck.play.registry import games
from tests.games.oracles import SHORT

WORDS: Catalogue = {
    "toy.guess": "{judge} guesses {kind}.",
    "toy.kind.0": "sugar",
    "toy.kind.1": "salt",
    "toy.pans": ["{seat} places a pan.", "{seat} places {n} pans."],
    "toy.kinds": "It needs {kinds}.",
    "toy.many": "{points} points",
    "toy.gap": "{nobody} gave this.",
}
VOCABULARY = {"judge": "seat", "seat": "seat", "kind": "toy.kind", "kinds": "toy.kind", "points": "number"}


def speaker(language: str = "en", *names: str) -> Speaker:
    return Speaker(language, [WORDS], VOCABULARY, names or ("Ann", "Bo"))


def test_names_and_terms() -> None:
    assert speaker().say(Phrase("toy.guess", {"judge": 1, "kind": 0})) == "Bo guesses sugar."


@pytest.mark.parametrize(
    "name", ["{kind}", "{judge}", "{0}", "%s", "%(kind)s", "$kind", "\\1", "{", "}{", "[b]x"]
)
def test_a_name_that_looks_like_code_is_a_name(name: str) -> None:
    said = speaker("en", "Ann", name).say(Phrase("toy.guess", {"judge": 1, "kind": 1}))
    assert said == f"{name} guesses salt."


@pytest.mark.parametrize(
    ("language", "n", "singular"),
    [
        ("en", 0, False),
        ("en", 1, True),
        ("de", 0, False),
        ("de", 2, False),
        ("pt_BR", 0, True),
        ("pt_BR", 2, False),
    ],
)
def test_singular_and_plural_follow_the_language(language: str, n: int, singular: bool) -> None:
    said = speaker(language).say(Phrase("toy.pans", {"seat": 0, "n": n}))
    assert said == ("Ann places a pan." if singular else f"Ann places {n} pans.")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "It needs sugar, salt, and sugar."),
        ("de", "It needs sugar, salt und sugar."),
        ("pt_BR", "It needs sugar, salt e sugar."),
    ],
)
def test_lists_are_joined_as_the_language_does(language: str, said: str) -> None:
    assert speaker(language).say(Phrase("toy.kinds", {"kinds": [0, 1, 0]})) == said


@pytest.mark.parametrize(("language", "said"), [("en", "1,234 points"), ("de", "1.234 points")])
def test_numbers_are_written_as_the_language_does(language: str, said: str) -> None:
    assert speaker(language).say(Phrase("toy.many", {"points": 1234})) == said


def test_a_gap_is_seen() -> None:
    assert speaker().say(Phrase("toy.nothing")) == "toy.nothing"
    assert speaker().say(Phrase("toy.gap")) == "{nobody} gave this."
    assert speaker().say(Phrase("toy.guess", {"judge": 0, "kind": 7})) == "Ann guesses toy.kind.7."


def test_texts_go_in_as_they_are() -> None:
    assert speaker().say(Phrase("toy.gap"), {"nobody": "{judge}"}) == "{judge} gave this."


def test_later_catalogues_win() -> None:
    twice = Speaker("en", [WORDS, {"toy.many": "lots"}], VOCABULARY, ())
    assert twice.say(Phrase("toy.many", {"points": 3})) == "lots"


@pytest.mark.parametrize("name", list(games()))
def test_whole_games_are_worded_without_a_gap(name: str) -> None:
    """Random games, all seat counts and options: no event, prompt or line lacks words in any language."""
    game = games()[name]
    pick = random.Random(7)
    phrases: dict[tuple[str, tuple[str, ...]], Phrase] = {}
    step = max(3, len(game.moves) // 40)
    for seats in game.about.seats:
        for options in islice(every_options(game), 1 if name in SHORT else None):
            chance, notes = Fast(pick.getrandbits(40)), list[Note]()
            state = game.new(seats, options, chance)
            while True:
                viewers = [*range(seats), None]
                for viewer in viewers:
                    view = game.view(state, viewer)
                    said = [game.prompt(view)]
                    for section in game.describe(view):
                        said += [section.title, *section.lines]
                    said += [
                        event
                        for note in notes
                        if (event := game.event(note, viewer, game.options())) is not None
                    ]
                    if viewer is not None:
                        some = range(pick.randrange(step), len(game.moves), step)
                        refusals = (game.refuse(view, move) for move in some)
                        said += [refusal for refusal in refusals if refusal is not None]
                    phrases.update(((each.key, tuple(sorted(each.args))), each) for each in said)
                if state.deciders() == 0:
                    break
                notes.clear()
                free = free_seats(state)
                seat = lowest(free) if free and state.legal(lowest(free)) else lowest(state.deciders())
                state.play(seat, pick.choice(state.legal(seat)), chance, notes)
    assert len(phrases) > 15
    for language in LANGUAGES:
        words = [house_catalogue(language), game_catalogue(words_package(game), language)]
        speak = Speaker(language, words, game.vocabulary, [f"Name{seat}" for seat in range(8)])
        for phrase in phrases.values():
            said_now = speak.say(phrase)
            assert "{" not in said_now, (language, phrase)
            assert f"{name}." not in said_now, (language, phrase)


def test_hints_where_a_term_may_be_parted_are_left_out_of_plain_text() -> None:
    words = {"toy.said": "{dish}!", "toy.dish.0": "mid\u00adnight"}
    assert (
        Speaker("en", [words], {"dish": "toy.dish"}, []).say(Phrase("toy.said", {"dish": 0})) == "midnight!"
    )
