"""Every registered game keeps every duty of the contract, at every seat count, every two options together.

A case is one game with so many seats, one set of options, one group of checks: all cores share them.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from potluck.locale import LANGUAGES, game_catalogue, house_catalogue, words_package
from potluck.play.conformance import GROUPS, ONCE, Catalogues, check_game, options_for, summary
from potluck.play.options import decode_options, encode_options
from potluck.play.registry import games
from tests.games.choosers import CHOOSERS
from tests.games.oracles import FLEETING, ORACLES, RECALL, SHORT, UNIFORM_IN, WITNESS

REGISTERED: Final = sorted(games())
IN_PLAY: Final = tuple(group for group in GROUPS if group != ONCE)


@cache
def words(name: str) -> Catalogues:
    """The house's words and a game's, by language."""
    package = words_package(games()[name])
    return {
        language: {**house_catalogue(language), **game_catalogue(package, language)} for language in LANGUAGES
    }


def cases() -> Iterator[Any]:
    """Game, seats, options, group of checks."""
    for name in REGISTERED:
        for seats in games()[name].about.seats:
            for options in options_for(games()[name], seats):
                chosen = ",".join(str(value) for value in encode_options(options).values())
                for group in IN_PLAY:
                    yield pytest.param(name, seats, options, group, id=f"{name}-{seats}-{chosen}-{group}")


def test_there_are_games() -> None:
    assert REGISTERED


@pytest.mark.parametrize("name", REGISTERED)
def test_the_game_says_where_its_deals_are_counted(name: str) -> None:
    assert name in ORACLES, f"tests/games/oracles.py has no enumeration of the deals of {name}"
    assert ORACLES[name] or (Path(__file__).parent / UNIFORM_IN[name]).exists()


@pytest.mark.parametrize("name", REGISTERED)
def test_a_chooser_gets_far_in_the_game(name: str) -> None:
    assert name in CHOOSERS, f"tests/games/choosers.py has no player of {name}"


@pytest.mark.parametrize("name", REGISTERED)
def test_the_table_of_the_game_keeps_its_duties(name: str) -> None:
    game = games()[name]
    tally = _check(name, max(game.about.seats), game.options(), (ONCE,), range(1), depth=1)
    assert all(tally.values()), summary(tally)


@pytest.mark.parametrize("name", REGISTERED)
def test_the_game_keeps_every_duty(name: str) -> None:
    game = games()[name]
    seats = game.about.seats[1]
    options = decode_options(game, dict(SHORT.get(name, {})))
    tally = _check(name, seats, options, IN_PLAY, range(2), depth=2)
    idle = {check for check, count in tally.items() if not count}
    assert idle == IDLE[name], summary(tally)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats", "options", "group"), list(cases()))
def test_the_game_keeps_its_duties_in_many_games(name: str, seats: int, options: Any, group: str) -> None:
    in_many_games(name, seats, options, group)


def in_many_games(name: str, seats: int, options: Any, group: str) -> None:
    """What `make check` plays of a case."""
    seeds, depth = (range(100, 102), 12) if name == "secret_recipe" else (range(100, 116), 4)
    _check(name, seats, options, (group,), seeds, depth=depth)


# Checks that find nothing to look at: no enumeration of all deals, nothing forgotten.
IDLE: Final = {
    "chef_alfredo": set[str](),
    "cooking_rumble": {"redeal_remembers"},
    "secret_recipe": {"redeal_uniform", "redeal_remembers"},
}


def _check(
    name: str, seats: int, options: Any, groups: tuple[str, ...], seeds: range, depth: int
) -> dict[str, int]:
    game = games()[name]
    return check_game(
        game,
        seeds=seeds,
        catalogues=words(name),
        oracle=ORACLES[name],
        recall=RECALL.get(name),
        witness=WITNESS.get(name),
        chooser=CHOOSERS[name],
        fleeting=FLEETING.get(name, frozenset()),
        seats=[seats],
        options=[options],
        groups=groups,
        depth=depth,
    )
