"""Levels: every game has "random", then its own; bots of any level play whole games."""

from collections import Counter

import pytest

from potluck.bots.levels import RANDOM, LevelUnknown, levels, make_bot
from potluck.bots.random import RandomBot
from potluck.play.chance import Fast
from potluck.play.driver import playout
from potluck.play.registry import games
from tests.play.toy import game
from tests.play.toy.game import ToyOptions


def test_random_comes_first_then_the_games_own() -> None:
    assert list(levels(game)) == [RANDOM, "recall"]
    for each in games().values():
        assert next(iter(levels(each))) == RANDOM


def test_an_unknown_level_is_refused() -> None:
    for level in ("", "Recall", "strong", "x" * 1000):
        with pytest.raises(LevelUnknown):
            make_bot(game, level, 1)


def test_random_picks_every_offer_alike() -> None:
    bot, chance = RandomBot(3), Fast(1)
    bot.notice([])
    seen = Counter(bot.choose(None, [-1, 4, 9], 1, chance) for _ in range(6000))
    assert seen.keys() == {-1, 4, 9}
    assert all(abs(count - 2000) < 200 for count in seen.values())


def test_remembering_beats_chance() -> None:
    """The toy's own level looks into the jar and remembers: it must win more than it loses."""
    wins = 0
    for seed in range(200):
        bots = [make_bot(game, "recall", seed), make_bot(game, RANDOM, seed)]
        order = bots if seed % 2 else bots[::-1]
        places = playout(game, 2, ToyOptions(), order, Fast(seed), Fast(seed + 500)).result
        mine, other = places if seed % 2 else places[::-1]
        wins += (mine < other) - (mine > other)
    assert wins > 30


@pytest.mark.parametrize("name", sorted(games()))
def test_every_level_of_every_game_plays_to_the_end(name: str) -> None:
    each = games()[name]
    for seats in each.about.seats:
        for level in levels(each):
            bots = [make_bot(each, level, seat) for seat in range(seats)]
            done = playout(each, seats, each.options(), bots, Fast(1), Fast(2), nodes=30)
            assert 1 in done.result
