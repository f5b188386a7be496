"""The benches that measure games know every game there is; the network that takes its time leaves nothing."""

import subprocess
import sys

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


FAR = """
import gc, socket
from bench.distance import distance

with socket.create_server(("127.0.0.1", 0)) as near:
    port = near.getsockname()[1]
    with distance(port, 0.01) as far, socket.create_connection(("127.0.0.1", far)) as asks:
        with near.accept()[0] as answers:
            answers.sendall(b"x" * 100_000)
            assert asks.recv(1) == b"x"
gc.collect()
"""


def test_a_network_that_is_gone_complains_of_nothing() -> None:
    """What is under way when it ends is dropped, by a loop that still runs."""
    ended = subprocess.run(
        [sys.executable, "-X", "dev", "-c", FAR], stderr=subprocess.PIPE, text=True, timeout=60, check=False
    )
    assert (ended.returncode, ended.stderr) == (0, "")
