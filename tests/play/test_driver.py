"""The playout loop: who is asked when, what bots are told, and when it gives up."""

from collections.abc import Sequence
from typing import Any

import pytest

from potluck.bots.levels import make_bot
from potluck.bots.random import RandomBot
from potluck.play.chance import Chance, Fast, Script
from potluck.play.driver import (
    Played,
    Stream,
    free_seats,
    lowest,
    playout,
    random_playout,
)
from potluck.play.errors import BotMoveIllegal, GameTooLong
from potluck.play.moves import PASS, Move
from potluck.play.phrase import Event
from tests.play.toy import Toy, game
from tests.play.toy.game import ToyOptions
from tests.play.toy.rules import PEEK


class Diary:
    """Plays the last offered move, or never out of turn; writes down what it is asked and told."""

    def __init__(self, free: bool) -> None:
        self.free = free
        self.events: list[Event] = []
        self.offers: list[list[Move]] = []

    def notice(self, events: Sequence[Event]) -> None:
        self.events += events

    def choose(self, view: Any, legal: Sequence[Move], nodes: int, chance: Chance) -> Move:
        self.offers.append(list(legal))
        return PASS if PASS in legal and not self.free else legal[-1]


def test_deciders_ascend_and_bystanders_come_first() -> None:
    bots = [Diary(False), Diary(False), Diary(True)]
    done = playout(game, 3, ToyOptions(rounds=1), bots, Fast(1), Fast(2))
    # All three are asked to offer; a decider may peek too, and the last move offered is the peek.
    assert [(seat, game.moves.text(move)) for seat, move, _ in done.steps][:3] == [
        (0, "peek"),
        (0, game.moves.text(done.steps[1][1])),
        (1, "peek"),
    ]
    seats = [seat for seat, move, _ in done.steps if move != PEEK]
    assert seats == [0, 1, 2, 0]
    assert done.result == done.state.result()


def test_a_bystander_is_offered_to_pass_and_a_decider_is_not() -> None:
    bots = [Diary(False), Diary(False)]
    playout(game, 2, ToyOptions(rounds=1, peeks="allowed"), bots, Fast(1), Fast(2))
    for bot in bots:
        for offer in bot.offers:
            assert offer == sorted(offer)
    assert any(PASS in offer for offer in bots[1].offers) or PEEK in bots[1].offers[0]


def test_every_bot_is_told_its_stream_and_no_more() -> None:
    bots = [Diary(True), Diary(True)]
    done = playout(game, 2, ToyOptions(), bots, Fast(3), Fast(4))
    for seat, bot in enumerate(bots):
        assert bot.events == Stream(game, seat, ToyOptions()).fresh(done.notes)
    kinds = [event.key for event in bots[0].events]
    assert "toy.event.over" in kinds, "how it ended is told after the last choice"
    assert bots[0].events != bots[1].events


def test_the_answers_of_luck_are_kept_with_their_moves() -> None:
    done = playout(game, 2, ToyOptions(), [RandomBot(), RandomBot()], Fast(3), Fast(4))
    answers = [answer for answer, _ in done.setup]
    answers += [answer for _, _, given in done.steps for answer, _ in given]
    script = Script(answers)
    state = game.new(2, ToyOptions(), script)
    for seat, move, _ in done.steps:
        state.play(seat, move, script)
    assert game.dump(state) == game.dump(done.state)


def test_the_same_seeds_play_the_same_game() -> None:
    def once() -> list[Any]:
        bots = [make_bot(game, "recall", 1), make_bot(game, "random", 1)]
        return playout(game, 2, ToyOptions(), bots, Fast(3), Fast(4)).steps

    assert once() == once()


def test_a_game_may_begin_from_a_position() -> None:
    state = game.new(2, ToyOptions(rounds=1), Fast(1))
    state.play(0, state.legal(0)[0], Fast(1))
    done = playout(
        game, 2, ToyOptions(), [Diary(False), Diary(False)], Fast(1), Fast(1), start=game.dump(state)
    )
    assert done.setup == []
    assert done.steps[0][0] == 1


def test_a_bot_that_cheats_is_stopped() -> None:
    class Cheat(RandomBot):
        def choose(self, view: Any, legal: Sequence[Move], nodes: int, chance: Chance) -> Move:
            return 6

    with pytest.raises(BotMoveIllegal):
        playout(game, 1, ToyOptions(), [Cheat()], Fast(1), Fast(1))


def test_a_game_past_its_bound_is_stopped() -> None:
    class Short(Toy):
        def longest(self, seats: int, options: Any) -> int:
            return 2

    with pytest.raises(GameTooLong):
        playout(Short(), 2, ToyOptions(), [RandomBot(), RandomBot()], Fast(1), Fast(1))
    with pytest.raises(GameTooLong):
        random_playout(game.new(2, ToyOptions(), Fast(1)), Fast(1), 2)
    with pytest.raises(GameTooLong):
        _ = unfinished().result


def unfinished() -> Played:
    played = Played(None)
    played.state = game.new(2, ToyOptions(), Fast(1))
    return played


@pytest.mark.parametrize("seed", range(20))
def test_random_play_ends_though_minds_are_changed(seed: int) -> None:
    for seats in (1, 2, 3):
        state = game.new(seats, ToyOptions(), Fast(seed))
        assert random_playout(state, Fast(seed), game.longest(seats, ToyOptions())) > 0
        assert state.result() is not None


def test_masks() -> None:
    assert lowest(0b0110) == 1
    state = game.new(2, ToyOptions(), Fast(1))
    assert free_seats(state) == 0
    state.play(0, state.legal(0)[0], Fast(1))
    assert free_seats(state) == 0b01
