"""Secret Recipe keeps the duties of every game, at every seat count."""

from importlib.resources import files

import pytest

from potluck.games.secret_recipe import game
from potluck.games.secret_recipe.view import Options
from potluck.locale import LANGUAGES, read_catalogue
from potluck.play.conformance import CHECKS, Case, Catalogues, check_game

CATALOGUES: Catalogues = {
    language: {
        **read_catalogue(files("potluck.locale"), language),
        **read_catalogue(files("potluck.games.secret_recipe") / "words", language),
    }
    for language in LANGUAGES
}

# Public, and gone with the moment: which of two equal tiles was exchanged, who was content last.
FLEETING = frozenset(f"secret_recipe.event.{name}" for name in ("discard", "refill", "bag"))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_short_games_keep_every_duty(seats: int) -> None:
    case = Case(game, seats, Options(round_limit=8, help="expert"), [0], CATALOGUES, None, FLEETING, 3)
    looked = {check.__name__: case.run(check) for check in CHECKS}
    assert looked["secrecy"] > 0
    assert looked["redeal_agrees"] > 0


@pytest.mark.slow
def test_every_option_keeps_every_duty() -> None:
    check_game(game, catalogues=CATALOGUES, fleeting=FLEETING)
