"""The shelf has five boxes, worded in every language; an installed game replaces its announcement."""

from types import SimpleNamespace

import pytest

from potluck.games import shelf as module
from potluck.games.shelf import ANNOUNCED, WORDS_PACKAGE, shelf
from potluck.locale import LANGUAGES, game_catalogue
from potluck.play.game import About

FIVE = {"cooking_rumble", "secret_recipe", "pot_pourri", "diced_veggies", "chef_alfredo"}


def test_five_boxes_and_what_can_be_played_comes_first() -> None:
    boxes = shelf()
    assert {about.id for about in boxes} == FIVE
    ready = [about.ready for about in boxes]
    assert ready == sorted(ready, reverse=True)


def test_an_installed_game_replaces_its_announcement(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = About("pot_pourri", [2, 3], (15, 20), ["memory"])
    monkeypatch.setattr(module, "games", lambda: {"pot_pourri": SimpleNamespace(about=mine)})
    assert [about for about in shelf() if about.id == "pot_pourri"] == [mine]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_announced_box_has_a_name_and_a_blurb(language: str) -> None:
    words = game_catalogue(WORDS_PACKAGE, language)
    for about in ANNOUNCED:
        assert not about.ready
        assert words[f"{about.id}.name"]
        assert words[f"{about.id}.blurb"]
