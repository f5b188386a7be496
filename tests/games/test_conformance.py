"""Every registered game keeps every duty of the contract, at every seat count and option."""

from pathlib import Path
from typing import Any

import pytest

from potluck.locale import LANGUAGES, game_catalogue, house_catalogue, words_package
from potluck.play.conformance import Catalogues, check_game, summary
from potluck.play.game import Game
from potluck.play.options import decode_options
from potluck.play.registry import games
from tests.games.oracles import FLEETING, ORACLES, SHORT, UNIFORM_IN

REGISTERED = sorted(games())


def words(game: Game) -> Catalogues:
    """The house's words and the game's, by language."""
    package = words_package(game)
    return {
        language: {**house_catalogue(language), **game_catalogue(package, language)} for language in LANGUAGES
    }


def test_there_are_games() -> None:
    assert REGISTERED


@pytest.mark.parametrize("name", REGISTERED)
def test_the_game_says_where_its_deals_are_counted(name: str) -> None:
    assert name in ORACLES, f"tests/games/oracles.py has no enumeration of the deals of {name}"
    assert ORACLES[name] or (Path(__file__).parent / UNIFORM_IN[name]).exists()


@pytest.mark.parametrize("name", REGISTERED)
def test_the_game_keeps_every_duty(name: str) -> None:
    if name in SHORT:
        _check(name, range(1), depth=3, options=[decode_options(games()[name], dict(SHORT[name]))])
    else:
        _check(name, range(2), depth=6)


@pytest.mark.slow
@pytest.mark.parametrize("name", REGISTERED)
def test_the_game_keeps_every_duty_in_many_games(name: str) -> None:
    _check(name, range(100, 103 if name in SHORT else 116), depth=8 if name in SHORT else 10)


def _check(name: str, seeds: range, depth: int, options: list[Any] | None = None) -> None:
    game = games()[name]
    tally = check_game(
        game,
        seeds=seeds,
        catalogues=words(game),
        oracle=ORACLES[name],
        fleeting=FLEETING.get(name, frozenset()),
        options=options,
        depth=depth,
    )
    idle = [check for check, count in tally.items() if not count]
    assert idle == ([] if ORACLES[name] else ["redeal_uniform"]), summary(tally)
