"""Golden playthroughs: every game has one for each seat count and main option, and still plays them."""

from pathlib import Path

import pytest
from tools.golden import FOLDER, differences, playthroughs, write

from potluck.play.registry import games
from tests.play.toy import Toy, game
from tests.play.toy.rules import ToyState


@pytest.mark.parametrize("name", sorted(games()))
def test_the_game_plays_as_it_did(name: str) -> None:
    wrong = differences(games()[name], FOLDER / name)
    assert wrong == [], "read the difference, then: python -m tools.golden"


def test_no_playthrough_is_left_of_a_game_that_is_gone() -> None:
    assert {path.name for path in FOLDER.iterdir() if path.is_dir() and path.name[0] != "_"} == set(games())


def test_there_is_one_a_seat_count_and_option() -> None:
    names = [name for name, _ in playthroughs(game)]
    assert names == [
        *("1.txt", "1-no-refill.txt"),
        *("2.txt", "2-no-refill.txt"),
        *("3.txt", "3-no-refill.txt"),
    ]


def test_a_missing_a_changed_and_a_stray_file_are_seen(tmp_path: Path) -> None:
    write(game, tmp_path)
    assert differences(game, tmp_path) == []
    (tmp_path / "1.txt").unlink()
    (tmp_path / "9.txt").write_text("?")
    (tmp_path / "2.txt").write_text((tmp_path / "2.txt").read_text() + "x")
    assert differences(game, tmp_path) == ["9.txt is of no playthrough", "1.txt is missing", "2.txt differs"]


def test_a_changed_rule_is_seen(tmp_path: Path) -> None:
    class Generous(ToyState):
        def result(self) -> list[int] | None:
            return None if super().result() is None else [1] * self.seats

    class GenerousToy(Toy):
        state = Generous

    write(game, tmp_path)
    assert "3.txt differs" in differences(GenerousToy(), tmp_path)


def test_what_only_one_seat_is_told_stands_under_its_name() -> None:
    text = dict(playthroughs(game))["2.txt"]
    assert "\n   p1: offer kind=" in text
    assert "\n   all: shown seat=0 kind=" in text
