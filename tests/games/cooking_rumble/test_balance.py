"""CR-20 by simulation: between equal bots no seat wins more than its share (see bench/balance.py)."""

from importlib import util
from pathlib import Path
from types import ModuleType

import pytest

from potluck.games.cooking_rumble.setup import Options


def bench() -> ModuleType:
    spec = util.spec_from_file_location("balance", Path(__file__).parents[3] / "bench" / "balance.py")
    assert spec is not None
    assert spec.loader is not None
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# Easy lays no wild tokens and moves no pans, so expert mode is played by medium.
@pytest.mark.slow
@pytest.mark.parametrize(
    ("seats", "expert", "level", "games"),
    [(2, False, "easy", 3000), (3, False, "easy", 3000), (2, True, "medium", 600), (3, True, "medium", 600)],
)
def test_cr_20_no_seat_is_favoured(seats: int, expert: bool, level: str, games: int) -> None:
    balance = bench()
    by_seat, by_first = balance.wins_by_seat(seats, Options(expert=expert), level, games)
    assert sum(by_seat) == pytest.approx(games)
    assert 0 < by_first < games
    assert balance.equal_p(by_seat) > 0.001


def test_the_interval_and_the_p_value_are_what_they_say() -> None:
    balance = bench()
    low, high = balance.interval(50, 100)
    assert (low, high) == pytest.approx((0.4038, 0.5962), abs=5e-5)  # a textbook Wilson interval
    assert balance.equal_p([100.0, 100.0]) == 1
    assert balance.equal_p([60.0, 40.0]) == pytest.approx(0.0455, abs=5e-5)  # chi-square 4, 1 degree
    assert balance.equal_p([50.0, 30.0, 20.0]) == pytest.approx(0.0009, abs=5e-5)  # chi-square 14, 2
