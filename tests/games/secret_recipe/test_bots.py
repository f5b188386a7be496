"""Players of Secret Recipe: games end by their rules, better thinking wins, nothing is played in vain."""

import pytest

from potluck.games.secret_recipe import game, rules
from potluck.games.secret_recipe.bots import Easy, Medium
from potluck.games.secret_recipe.setup import Options
from potluck.play.chance import Fast
from potluck.play.driver import playout
from potluck.play.moves import PASS

from .situation import Situation, position


def played(levels: list[str], seed: int) -> rules.State:
    bots = [game.levels[level](seed) for level in levels]
    state = playout(game, len(levels), Options(), bots, Fast(seed), Fast(seed + 10**6)).state
    assert isinstance(state, rules.State)
    return state


def ended_by_rule(state: rules.State) -> bool:
    return state.turn < state.limit * state.seats


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("level", ["easy", "medium"])
def test_games_end_by_their_rules(level: str, seats: int) -> None:
    assert all(ended_by_rule(played([level] * seats, seed)) for seed in range(4))


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("level", ["easy", "medium"])
def test_hundreds_of_games_end_by_their_rules(level: str, seats: int) -> None:
    assert all(ended_by_rule(played([level] * seats, seed)) for seed in range(300))


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_medium_beats_easy(seats: int) -> None:
    """One medium among easy ones wins far more than its share of sixty games."""
    games, won = 60, 0
    for seed in range(games):
        at = seed % seats
        levels = ["easy"] * seats
        levels[at] = "medium"
        result = played(levels, seed).result()
        assert result is not None
        won += result[at] == 1
    assert won / games > 1 / seats + 0.2


def choice(bot: Easy, table: Situation, seat: int) -> str:
    return game.moves.text(bot.choose(table.view(seat), table.state.legal(seat), 0, Fast(1)))


KNOWN = "p1_p1_4_type=_top3_eggs_grapes_flour_yes,p1_p1_4_weight>_left1_honey_walnuts_eggs_yes"


def test_easy_votes_when_one_kind_is_left_and_collects() -> None:
    table = Situation(position(3, clues=KNOWN)).play("p1 clue 1 typeX left2")
    assert choice(Easy(0), table, 1) == "unveil p1 4 flour c3"
    unsure = Situation(position(3)).play("p1 clue 1 typeX left2")
    assert choice(Easy(0), unsure, 1) == "nothing"


def test_medium_votes_by_expected_points() -> None:
    table = Situation(position(3, clues=KNOWN)).play("p1 clue 1 typeX left2")
    assert choice(Medium(0), table, 1) == "unveil p1 4 flour c3"
    # Flour or cream, three to one for who holds one cream: worth the risk with a tile to collect.
    likely = Situation(position(3, clues="p1_p1_4_weight>_left1_honey_walnuts_eggs_yes")).play(
        "p1 clue 1 typeX left2"
    )
    assert choice(Medium(0), likely, 1) == "unveil p1 4 flour c3"
    unsure = Situation(position(3)).play("p1 clue 1 typeX left2")
    assert choice(Medium(0), unsure, 1) == "nothing"


def test_with_two_players_clues_are_poor_with_more_they_are_good() -> None:
    few = Situation(position(2, freed="31,0", took="15,0"))
    many = Situation(position(3))
    for bot in (Easy(0), Medium(0)):
        kinds = [_left(table, choice(bot, table, 0)) for table in (few, many)]
        assert kinds[0] > 4 > kinds[1]


def _left(table: Situation, clue: str) -> int:
    """How many kinds a clue leaves."""
    seen = table.state.clone()
    seen.play(0, game.moves.parse(clue), Fast(1))
    how = seen.clues[-1]
    from potluck.games.secret_recipe.material import told

    return told(how[3], how[5], how[6], how[7]).bit_count()


def test_bystanders_pass() -> None:
    table = Situation(position(3, tokens="p2:2peek1<2peek1.1.2"))
    for bot in (Easy(0), Medium(0)):
        assert bot.choose(table.view(1), [PASS, *table.state.legal(1)], 0, Fast(1)) == PASS
