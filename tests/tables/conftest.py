"""A house of tables on a real file, a clock that tests turn, and Stir among the installed games."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from potluck.play import registry
from potluck.play.game import Game
from potluck.tables.service import Tables
from potluck.tables.settings import Settings
from tests.fresh import fresh
from tests.play.toy import game as toy

from .house import House
from .stir import Stir


@pytest.fixture(autouse=True)
def games(monkeypatch: pytest.MonkeyPatch) -> dict[str, Game]:
    """The installed games, the toy of play/, and Stir, once as it is and once forgetting."""
    found: dict[str, Game] = dict(registry.games())
    found["toy"] = toy
    found["stir"] = Stir()
    found["forget"] = Stir("forget", forgets=True)
    monkeypatch.setattr(registry, "games", lambda: found)
    return found


@pytest.fixture
def new_house(tmp_path: Path) -> Iterator[Callable[..., House]]:
    """Makes houses on one and the same file, each with settings of its own."""
    made: list[House] = []
    clock, set_by = [1_000_000.0], [0.0]
    url = fresh(tmp_path / "potluck.db")

    def make(**settings: float) -> House:
        chosen = Settings(**{"bot_pause": 0.0, **settings})  # type: ignore[arg-type]
        tables = Tables(url, settings=chosen, now=lambda: clock[0], monotonic=lambda: clock[0] - set_by[0])
        house = House(tables, clock, set_by)
        made.append(house)
        return house

    yield make
    for house in made:
        house.tables.close()


@pytest.fixture
def house(new_house: Callable[..., House]) -> House:
    """One house with the default limits."""
    return new_house()
