"""How a phrase becomes a sentence: names, terms, numbers, lists, plurals, and names that look like code."""

import random
from itertools import islice
from pathlib import Path

import msgspec
import pytest
from msgspec import Struct

from potluck.locale import LANGUAGES, Message, Speaker, game_catalogue, house_catalogue, words_package
from potluck.play.chance import Fast
from potluck.play.driver import free_seats, lowest
from potluck.play.notes import Note
from potluck.play.options import every_options
from potluck.play.phrase import Phrase
from potluck.play.registry import games
from tests.games.oracles import SHORT


class Vector(Struct, forbid_unknown_fields=True, rename={"language": "in"}):
    """A phrase and what it says; where plain text says it otherwise than a page, `plain`."""

    why: str
    language: str
    phrase: Phrase
    said: str
    plain: str | None = None
    names: list[str] | None = None
    vocabulary: dict[str, str] | None = None
    me: int | None = None
    texts: dict[str, str] = {}


class Vectors(Struct, forbid_unknown_fields=True):
    """What this test and the client's share."""

    about: str
    catalogues: dict[str, dict[str, Message]]
    vocabulary: dict[str, str]
    names: list[str]
    vectors: list[Vector]


SHARED = msgspec.json.decode((Path(__file__).parent / "vectors.json").read_bytes(), type=Vectors)


@pytest.mark.parametrize("vector", SHARED.vectors, ids=lambda each: f"{each.why} ({each.language})")
def test_what_the_page_says_plain_text_says_too(vector: Vector) -> None:
    names = SHARED.names if vector.names is None else vector.names
    vocabulary = SHARED.vocabulary if vector.vocabulary is None else vector.vocabulary
    speak = Speaker(vector.language, [SHARED.catalogues[vector.language]], vocabulary, names, vector.me)
    assert speak.say(vector.phrase, vector.texts) == (vector.said if vector.plain is None else vector.plain)


def test_the_shared_vectors_speak_every_language() -> None:
    assert set(SHARED.catalogues) == {vector.language for vector in SHARED.vectors} == set(LANGUAGES)


def test_later_catalogues_win() -> None:
    twice = Speaker("en", [{"toy.many": "{points} points"}, {"toy.many": "lots"}], {}, ())
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
