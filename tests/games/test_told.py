"""What the client's boards are tested with is what the rules say."""

from collections.abc import Mapping
from typing import Final

import pytest

from potluck.locale import game_catalogue
from potluck.play.registry import games
from tests.games.told import GAMES, path, text, told

# Events of the opening, and those that no random game of these comes to.
UNTOLD: Final[Mapping[str, set[str]]] = {
    "chef_alfredo": {"look", "scarce", "emptied"},
    "cooking_rumble": {"empty"},
}


@pytest.mark.parametrize("name", GAMES)
def test_the_steps_are_what_the_rules_say(name: str) -> None:
    assert path(name).read_text(encoding="utf-8") == text(games()[name]), "python -m tests.games.told"


@pytest.mark.parametrize("name", GAMES)
def test_every_event_is_among_them(name: str) -> None:
    game = games()[name]
    heard = {event.key for step in told(game) for event in step.events}
    worded = {
        key
        for key in game_catalogue(game.package, "en")
        if key.startswith(f"{name}.event.") and "@" not in key
    }
    assert worded - heard == {f"{name}.event.{event}" for event in UNTOLD[name]}
