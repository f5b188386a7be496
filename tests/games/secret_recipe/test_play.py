"""Whole random games of Secret Recipe: they end, lose no piece, and tell nobody too much."""

import pytest
from hypothesis import strategies as st

from potluck.games.secret_recipe import game, rules
from potluck.games.secret_recipe import table as rows
from potluck.games.secret_recipe.notebook import chances
from potluck.games.secret_recipe.setup import Options
from potluck.games.secret_recipe.view import SecretRecipeView, base_of
from potluck.play.chance import Chance, Fast
from potluck.play.driver import random_playout
from potluck.play.errors import PositionDamaged
from potluck.play.learned import MOVER, OTHERS
from potluck.play.notes import Note
from tests.examples import examples

from .situation import HONEY, Situation, position

Seed = st.integers(0, 10**9)
SeatCount = st.sampled_from((2, 3, 4))


def some_mover(state: rules.State, luck: Chance) -> int:
    """A seat with moves: mostly who owes a choice, now and then a bystander."""
    mask = state.deciders()
    if luck.below(4) == 0:
        mask |= state.bystanders()
    seats = [seat for seat in range(state.seats) if mask >> seat & 1 and state.legal(seat)]
    return seats[luck.below(len(seats))]


def middle(seats: int, seed: int, turns: int) -> rules.State:
    """A position somewhere in a random game."""
    state: rules.State = game.new(seats, Options(round_limit=12), Fast(seed))
    luck = Fast(seed + 1)
    for _ in range(turns):
        if not state.deciders():
            break
        seat = some_mover(state, luck)
        legal = state.legal(seat)
        state.play(seat, legal[luck.below(len(legal))], luck)
    return state


@examples(10, 40, SeatCount, Seed)
def test_random_games_end_within_the_bound_and_keep_their_pieces(seats: int, seed: int) -> None:
    options = Options()
    state = game.new(seats, options, Fast(seed))
    pieces = game.pieces(state)
    assert pieces["point tokens"] == 18
    assert pieces["pantry"] == 25
    random_playout(state, Fast(seed), game.longest(seats, options))
    assert state.result() is not None
    assert game.pieces(state) == pieces


@examples(15, 60, SeatCount, Seed, st.integers(0, 150))
def test_positions_read_back(seats: int, seed: int, turns: int) -> None:
    state = middle(seats, seed, turns)
    text = game.dump(state)
    again = game.load(text)
    assert game.dump(again) == text
    for viewer in (*range(seats), None):
        assert game.view(again, viewer) == game.view(state, viewer)


@examples(15, 60, SeatCount, Seed, st.integers(0, 150))
def test_a_redeal_looks_the_same_and_only_to_its_viewer(seats: int, seed: int, turns: int) -> None:
    state = middle(seats, seed, turns)
    for viewer in (*range(seats), None):
        view = game.view(state, viewer)
        dealt = game.redealer(view)(Fast(seed))
        assert game.view(dealt, viewer) == view
        assert dealt.deciders() == state.deciders()
        assert dealt.bystanders() == state.bystanders()
        if viewer is not None:
            assert dealt.legal(viewer) == state.legal(viewer) == base_of(view).legal(viewer)
        assert game.pieces(dealt) == game.pieces(state)
        game.load(game.dump(dealt))


@examples(15, 60, SeatCount, Seed, st.integers(0, 150))
def test_after_the_same_move_on_a_redeal_equal_views_mean_equal_events(
    seats: int, seed: int, turns: int
) -> None:
    state = middle(seats, seed, turns)
    if not state.deciders():
        return
    luck = Fast(seed)
    for viewer in (*range(seats), None):
        dealt = game.redealer(game.view(state, viewer))(luck)
        mover = some_mover(state, luck)
        shared = sorted(set(state.legal(mover)) & set(dealt.legal(mover)))
        if not shared:
            continue
        move = shared[luck.below(len(shared))]
        looks: list[SecretRecipeView] = []
        events = []
        told = []
        for each in (state, dealt):
            after, notes = each.clone(), list[Note]()
            told.append(after.play(mover, move, Fast(seed), notes))
            looks.append(game.view(after, viewer))
            events.append(
                [event for note in notes if (event := game.event(note, viewer, game.options())) is not None]
            )
        if looks[0] == looks[1]:
            assert events[0] == events[1]
        else:
            assert (told[0] | told[1]) & (MOVER if viewer == mover else OTHERS)


def test_redeals_vary_everything_hidden() -> None:
    state = middle(4, 5, 60)
    view = game.view(state, 0)
    deal = game.redealer(view)
    dealt = [deal(Fast(seed)) for seed in range(60)]
    for number in range(4, 16):
        may_be = {kind for kind, chance in enumerate(chances(view)[number // 4][number % 4]) if chance > 0}
        assert {each.tiles[number] for each in dealt} <= may_be
        assert (len({each.tiles[number] for each in dealt}) > 1) == (len(may_be) > 1)
    for shelf in range(9):
        assert (len({each.shelf[shelf] for each in dealt}) > 1) != bool(state.seen[shelf] & 1)


def test_redeals_vary_sealed_votes_questions_and_tokens() -> None:
    table = Situation(position(3)).play("p1 clue 1 typeX left2", "p2 unveil p1 1 mint none")
    deal = game.redealer(table.view(0))
    assert len({deal(Fast(seed)).held[1] for seed in range(30)}) > 10
    text = position(3, asked="p1_2_honey_yes", tokens="p2:3<3.1.2,p3:2peek1<2peek1.1.2")
    watched = game.redealer(Situation(text).view(2))
    dealt = [watched(Fast(seed)) for seed in range(60)]
    assert len({each.teas[0] for each in dealt}) > 4
    assert len({each.log[0] for each in dealt}) > 10
    assert {each.log[1] for each in dealt} == {(2, 4, 4, 0, 1)}


def test_redeals_of_shown_tokens_had_them_kept() -> None:
    text = position(3, tokens="p2:2peek1<2peek1.1.2,p2:3<3.1.2,p2!2peek1,p3:1<1.2.2peek1")
    deal = game.redealer(Situation(text).view(2))
    firsts = [deal(Fast(seed)).log for seed in range(200)]
    assert all(4 in (log[0][1], log[1][1]) for log in firsts)
    assert {log[0][1] == 4 for log in firsts} == {True, False}  # which one it was is not known


@pytest.mark.parametrize(
    "text",
    [
        "",
        "5 turn",
        "3 dance",
        position(3).replace("mint", "salt", 1),
        position(3).replace("recipes=mint", "recipes=honey"),
        position(3).replace("pantry=honey,walnuts", "pantry=honey"),
        position(3) + " score=1,2",
        position(3) + " colour=red",
        position(3) + " failed=p1_1_mint",
        position(3) + " theories=p1_1_p1_mint",
        position(3) + " asked=p2_1_mint_no",
        position(3) + " tokens=p1:3<1.2.1",
        position(3) + " tokens=p1!1peek2",
        position(3) + " clues=p1_p1_1_type=_left1_honey_walnuts_eggs_yes",
        position(3) + " marker=1,0",
        position(3) + " content=1",
        position(3, "keep"),
        position(3, "initiate"),
        position(2, "vote"),
        position(3, "vote") + " held=nothing,nothing,nothing",
        position(3, "vote") + " held=unveil_p1_1_mint_none,-,-",
        position(3, revealed={"p1": "1234", "p2": "1234", "p3": "1234"}),
    ],
)
def test_damaged_positions_are_refused(text: str) -> None:
    with pytest.raises(PositionDamaged):
        game.load(text)


def test_positions_written_before_seats_had_one_spelling_are_read() -> None:
    old = {"seen": "1,13,-,2,-,-,-,123,-", "crossed": "12", "content": "2"}
    new = {"seen": "p1,p1p3,-,p2,-,-,-,p1p2p3,-", "crossed": "p1p2", "content": "p2"}
    swapping = {"swapper": "p1", "score": "7,6,0", "tea": "0,1,0"}
    text = position(3, "swap", revealed=None, **swapping, **old)
    state = game.load(text)
    assert game.dump(state) == game.dump(game.load(position(3, "swap", revealed=None, **swapping, **new)))
    assert [state.seen[at] for at in (0, 1, 2, 3, 7)] == [1, 5, 0, 2, 7]
    with pytest.raises(PositionDamaged):
        game.load(text.replace("123", "321"))


def test_moves_stand_where_the_rules_look_for_them() -> None:
    for text, row in (
        ("discard a1", rows.DISCARD),
        ("clue 1 type= left1", rows.CLUE),
        ("clue 8 weight> right3", rows.QUESTION - 1),
        ("question p3 2 typeX top1", rows.QUESTION + rows.target_of(2, 1) * 54 + 9 + 3),
        ("nothing", rows.NOTHING),
        ("think p4 4 cream", rows.UNVEIL - 1),
        ("unveil p2 8 honey b3", rows.UNVEIL + rows.target_of(1, 7) * 90 + HONEY * 10 + 7),
        ("unveil p4 4 cream none", rows.KEEP - 1),
        ("keep 1", rows.KEEP),
        ("ask p1 mint", rows.ASK),
        ("look left1", rows.LOOK),
        ("pact 2 cream", rows.PEEK_ONE - 1),
        ("peek1 left1", rows.PEEK_ONE),
        ("peek2 left1 left2", rows.PEEK_TWO),
        ("peek2 right2 right3", rows.PEEK_LAST - 1),
        ("peek2once left1", rows.PEEK_LAST),
        ("swap", rows.SWAP),
        ("erase row1", rows.ERASE),
        ("content", rows.CONTENT),
    ):
        assert game.moves.parse(text) == row
    for target in range(rows.TARGETS):
        assert rows.target_of(*rows.seat_slot(target)) == target
