"""Records as the first version of Potluck wrote them, kept as files: they read, replay and are written alike.

They were written before seats were p1, p2 …, in moves and in positions; one of each game begins in mid-game.
"""

from pathlib import Path

import pytest

from potluck.play.record import Record, replay
from potluck.play.registry import games

RECORDS = sorted((Path(__file__).parent / "records").glob("*.txt"))


def test_every_game_of_that_time_has_a_whole_record_and_one_from_a_position() -> None:
    names = {path.stem for path in RECORDS}
    for game in ("chef_alfredo", "cooking_rumble", "secret_recipe"):
        assert {f"{game}_whole", f"{game}_from_a_position"} <= names


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: str(path.stem))
def test_an_old_record_plays_on_to_the_result_it_tells(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = Record.parse(text)
    assert record.text() == text
    assert (record.start is None) == path.stem.endswith("whole")
    *_, last = replay(record, games()[record.game])
    assert last.moves == len(record.moves) > 20
    assert last.state.result() == record.result
    assert record.result is not None
