"""Whole games of Chef Alfredo at random, whatever the options: what must hold in every position."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from potluck.games.chef_alfredo import game
from potluck.games.chef_alfredo.material import PER_KIND
from potluck.games.chef_alfredo.rules import State
from potluck.games.chef_alfredo.setup import Options
from potluck.games.chef_alfredo.table import (
    DOUBT,
    EVENT_FULL,
    EVENT_LIFT,
    EVENT_LOOK,
    EVENT_TILE,
    MOVES,
    POT,
    THROW,
    TRUST,
)
from potluck.play.chance import Fast
from potluck.play.notes import Note
from potluck.play.options import every_options

OPTIONS = st.builds(
    Options,
    points_to_end=st.sampled_from([12, 24, 36]),
    round_limit=st.one_of(st.integers(1, 6), st.just(200)),
    pot_capacity=st.integers(2, 20),
)


def play(seats: int, options: Options, seed: int) -> list[tuple[State, int, int, list[Note], State]]:
    """A random game: before, seat, move, notes, after."""
    chance, luck = Fast(seed), Fast(seed + 1)
    state = game.new(seats, options, chance)
    steps = []
    while state.deciders():
        deciding = [seat for seat in range(seats) if state.deciders() >> seat & 1]
        seat = deciding[luck.below(len(deciding))]
        legal = state.legal(seat)
        move = legal[luck.below(len(legal))]
        before, notes = state, list[Note]()
        state = state.clone()
        state.play(seat, move, chance, notes)
        steps.append((before, seat, move, notes, state))
    return steps


@settings(max_examples=60, deadline=None)
@given(seats=st.integers(2, 4), options=OPTIONS, seed=st.integers(0, 2**32))
def test_a_game_ends_by_its_rules_and_loses_nothing(seats: int, options: Options, seed: int) -> None:
    steps = play(seats, options, seed)
    last = steps[-1][-1]
    # CA-18: with the last cooking tile, or CA-21: when everybody has had their rounds.
    assert last.supply() == 0 or last.turns == options.round_limit * seats
    assert last.turns <= options.round_limit * seats
    assert len(steps) <= game.longest(seats, options)
    best = max(last.points)
    assert [place == 1 for place in last.result() or []] == [points == best for points in last.points]
    whole = game.pieces(steps[0][0])
    for before, seat, move, notes, state in steps:
        assert game.pieces(state) == whole
        assert all(0 <= state.container(kind) <= PER_KIND for kind in range(4))
        assert all(sum(pot) <= options.pot_capacity for pot in state.inside)
        assert sum(state.points) - sum(before.points) == (move in (TRUST, DOUBT))
        assert game.dump(game.load(game.dump(state))) == game.dump(state)
        # CA-8: tiles move by swaps alone. CA-9, CA-12: a tile is told of only by lifting and pouring.
        if MOVES.fields(move)[0] != "swap":
            assert state.tiles == before.tiles
        told = {note[0] for note in notes}
        assert (EVENT_TILE in told) == (move == DOUBT)
        assert (EVENT_LIFT in told) == (POT <= move < THROW)
        assert EVENT_LOOK not in told
        for kind, readers, _ in notes:
            assert (readers == 1 << seat) == (kind == EVENT_LIFT)


@settings(max_examples=25, deadline=None)
@given(seats=st.integers(2, 4), options=OPTIONS, seed=st.integers(0, 2**32))
def test_a_view_follows_from_what_is_open_now(seats: int, options: Options, seed: int) -> None:
    """CA-20: shuffle what no viewer can see at this moment, and not a byte of any view changes."""
    luck = Fast(seed)
    for *_, state in play(seats, options, seed)[::3]:
        for viewer in [*range(seats), None]:
            view = game.view(state, viewer)
            other = game.redealer(view)(luck)
            assert msgspec.json.encode(game.view(other, viewer)) == msgspec.json.encode(view)
            shown = [each for each in (view.lifted, view.poured) if each is not None]
            assert len(shown) <= 1
            assert (view.look is None) or view.step == "look"


@pytest.mark.parametrize("options", list(every_options(game)), ids=str)
def test_every_option_is_in_force(options: Options) -> None:
    """CA-17, CA-21: the view says what was chosen, and the game keeps to it."""
    steps = play(3, options, 5)
    view = game.view(steps[0][0], None)
    assert (view.points_to_end, view.round_limit, view.pot_capacity) == (
        options.points_to_end,
        options.round_limit,
        options.pot_capacity,
    )
    assert view.supply == options.points_to_end
    last = steps[-1][-1]
    assert last.supply() == 0 or last.turns == 3 * options.round_limit
    for before, _, move, notes, _ in steps:
        if POT <= move < THROW:
            full = sum(before.inside[move - POT]) >= options.pot_capacity
            assert full == any(note[0] == EVENT_FULL for note in notes)
