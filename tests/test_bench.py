"""The benches that measure games know every game there is."""

import pytest
from bench.engine import clones, decisions, tic_tac_toe

from potluck.play.chance import Fast
from potluck.play.registry import games


@pytest.mark.parametrize("name", list(games()))
def test_the_engine_bench_plays_every_game_at_every_seat_count(name: str) -> None:
    game = games()[name]
    for seats in game.about.seats:
        plain = decisions(game, seats, views=False)(Fast(1))
        assert 0 < plain <= game.longest(seats, game.options()) * seats
        # Looking costs time and changes nothing.
        assert decisions(game, seats, views=True)(Fast(1)) == plain
        assert clones(game, seats)(Fast(1)) > 0


def test_the_reference_is_a_whole_game() -> None:
    assert {tic_tac_toe(Fast(seed)) for seed in range(300)} == {5, 6, 7, 8, 9}
