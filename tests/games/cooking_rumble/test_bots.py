"""The bots of Cooking Rumble: they play by views, reason soundly, and each level beats the one below."""

import pytest

from potluck.bots.levels import make_bot
from potluck.games.cooking_rumble import game
from potluck.games.cooking_rumble.bots import _Turn, worth
from potluck.games.cooking_rumble.setup import Options
from potluck.games.cooking_rumble.table import STEP_TURN
from potluck.play.chance import Fast
from potluck.play.driver import playout

from .situation import CEREALS, FRUITS, PROTEINS, Situation


def share(level: str, rival: str, seats: int, games: int, options: Options, nodes: int = 1) -> float:
    """The share of games one bot of a level wins against the rest, sitting in every seat in turn."""
    won = 0.0
    for number in range(games):
        mine = number % seats
        bots = [make_bot(game, level if seat == mine else rival, number) for seat in range(seats)]
        played = playout(
            game, seats, options, bots, Fast(number // seats), Fast(10_000 + number), nodes=nodes
        )
        if played.result[mine] == 1:
            won += 1 / played.result.count(1)
    return won / games


# The margins lie at least three standard errors below what long matches measured.
@pytest.mark.parametrize(
    ("level", "rival", "seats", "expert", "least"),
    [
        ("easy", "random", 2, False, 0.75),
        ("easy", "random", 3, True, 0.65),
        ("medium", "easy", 2, False, 0.65),
        ("medium", "easy", 3, True, 0.35),
    ],
)
def test_each_level_beats_the_one_below(
    level: str, rival: str, seats: int, expert: bool, least: float
) -> None:
    assert share(level, rival, seats, 60, Options(expert=expert)) > least


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seats", "expert", "least"), [(2, False, 0.75), (2, True, 0.6), (3, False, 0.52), (3, True, 0.36)]
)
def test_medium_beats_easy_in_long_matches(seats: int, expert: bool, least: float) -> None:
    assert share("medium", "easy", seats, 90, Options(expert=expert), nodes=200) > least


def turns(count: int) -> list[_Turn]:
    """Turns of random two-player games as medium sees them."""
    found: list[_Turn] = []
    chance = Fast(3)
    state = game.new(2, Options(), chance)
    while len(found) < count:
        if state.step == STEP_TURN:
            found.append(_Turn(state, 0, chance))
        seat = state.deciders().bit_length() - 1
        moves = state.legal(seat)
        state.play(seat, moves[chance.below(len(moves))], chance)
        if not state.deciders():
            state = game.new(2, Options(), chance)
    return found


def test_the_mixed_strategies_are_an_equilibrium() -> None:
    for turn in turns(300):
        me, value = turn._active, turn.values()[turn._active]
        right = turn._right[me]
        for hidden, wrong in turn._wrong.items():  # no card does better against the judge's mix
            named = turn._naming[hidden]
            assert named * right + (1 - named) * wrong[me] <= value + 1e-9
        for named in range(4):  # no guess does better against the hider's mix
            outcome = sum(
                turn._hidden[hidden] * (right if hidden == named else wrong[me])
                for hidden, wrong in turn._wrong.items()
            )
            assert outcome >= value - 1e-9


def test_chances_sum_to_one_and_the_leader_has_more() -> None:
    ahead = Situation("3 turn p1/p3 0:...:...:... 3:...:...:... 9:...:...:... deck * taken 10/-/1").state
    chances = worth(ahead)
    assert sum(chances) == pytest.approx(1)
    assert chances[0] == max(chances)


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_a_bot_takes_the_winning_pan(level: str) -> None:
    text = "2 pan p1/p2 0:o..:... 10:oo.:... 6:...:... deck * taken 9/- said fruits cereals wrong"
    table = Situation(text)  # cereals are asked everywhere; three points wait at b
    view = table.view(0)
    bot = make_bot(game, level, 0)
    for seed in range(10):
        move = bot.choose(view, table.state.legal(0), 200, Fast(seed))
        assert game.moves.text(move) == "pan b"


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_a_bot_guesses_only_kinds_that_can_lie_there(level: str) -> None:
    table = Situation("2 turn p1/p2 0:o..:... 3:oo.:... 9:...:... deck * taken -/-")
    table.play("card fruits")
    bot = make_bot(game, level, 0)
    named = {bot.choose(table.view(1), table.state.legal(1), 200, Fast(seed)) - 16 for seed in range(40)}
    assert named <= {CEREALS, FRUITS}
    assert PROTEINS not in named
