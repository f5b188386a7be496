"""The sketches of games to come in a terminal: what is told once goes, a game for one ends with its band."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import Result

from potluck.play.record import Record
from tests.command import potluck
from tests.play.sketches import installed
from tests.test_cli import FIRST_ALWAYS


@pytest.fixture(autouse=True)
def _sketches(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with installed(tmp_path_factory.mktemp("shelf")):
        yield


def play(game: str, *arguments: str | Path, lang: str = "en") -> Result:
    return potluck("play", game, "--name", "Ann", "--seed", "5", *arguments, typed=FIRST_ALWAYS, lang=lang)


@pytest.mark.parametrize("lang", ["en", "de", "pt_BR"])
@pytest.mark.parametrize(("game", "seats"), [("lid", "2"), ("block", "1"), ("block", "2")])
def test_a_whole_game_has_no_gap_in_its_words(game: str, seats: str, lang: str) -> None:
    result = play(game, "--seats", seats, "--level", "random", "--lang", lang)
    assert result.exit_code == 0, result.output
    assert not re.search(rf"\b{game}\.\w|refuse\.|{{\w+}}", result.stdout)


def test_a_game_for_one_says_how_good_its_score_is(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    shown = play("block", "--seats", "1", "--save", file).stdout
    bands = ("Still hungry.", "A fair meal.", "A feast.", "The talk of the town.")
    assert any(band in shown for band in bands), shown[-600:]
    assert re.search(r"^\s*Ann: \d+ points?$", shown, re.MULTILINE)
    assert Record.parse(file.read_bytes()).result == []
    assert "Ann wins" not in shown
