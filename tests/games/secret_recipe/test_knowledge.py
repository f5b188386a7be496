"""The exact knowledge: numpy, dictionary and brute force agree; samples are uniform; views are read right."""

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from potluck.games.secret_recipe import game
from potluck.games.secret_recipe.knowledge import Knowledge, Puzzle
from potluck.games.secret_recipe.material import ALL_KINDS, COUNTS
from potluck.games.secret_recipe.notebook import chances, left_over, puzzle_of
from potluck.games.secret_recipe.setup import Options
from potluck.play.chance import Fast
from potluck.play.driver import lowest

from .plain import arrangements, solve_plainly
from .situation import CREAM, FLOUR, HONEY, MINT, WALNUTS, Situation, position

Deal = tuple[int, ...]


def by_force(puzzle: Puzzle) -> set[Deal]:
    """Every deal, by trying all orders of the tiles: slots first, then free places."""
    tiles = [kind for kind, count in enumerate(puzzle.counts) for _ in range(count)]
    return {deal for deal in permutations(tiles) if agrees(puzzle, deal)}


def agrees(puzzle: Puzzle, deal: Deal) -> bool:
    slots = range(len(puzzle.masks))
    if not all(puzzle.masks[slot] >> deal[slot] & 1 for slot in slots):
        return False
    return all(
        any(deal[slot] == kind and puzzle.recipes[slot] == recipe for slot in slots)
        for recipe, kind in puzzle.wants
    )


@st.composite
def small_puzzles(draw: st.DrawFn) -> Puzzle:
    counts = draw(
        st.lists(st.integers(0, 2), min_size=2, max_size=4).filter(lambda found: 0 < sum(found) < 8)
    )
    slots = draw(st.integers(0, sum(counts)))
    whole = (1 << len(counts)) - 1
    masks = draw(st.lists(st.one_of(st.just(whole), st.integers(0, whole)), min_size=slots, max_size=slots))
    wants = draw(st.lists(st.tuples(st.integers(0, 2), st.integers(0, len(counts) - 1)), max_size=3))
    return Puzzle(counts, masks, [slot // 3 for slot in range(slots)], wants, sum(counts) - slots)


@given(small_puzzles())
@settings(max_examples=150, deadline=None)
def test_three_ways_of_counting_agree(puzzle: Puzzle) -> None:
    deals = by_force(puzzle)
    plain, quick = solve_plainly(puzzle), Knowledge(puzzle).solution
    kinds = range(len(puzzle.counts))
    slots = [
        [sum(deal[slot] == kind for deal in deals) for kind in kinds] for slot in range(len(puzzle.masks))
    ]
    first = len(puzzle.masks)
    free = [sum(deal[first] == kind for deal in deals) if puzzle.free else 0 for kind in kinds]
    for solution in (plain, quick):
        assert (solution.deals, solution.slots, solution.free) == (len(deals), slots, free)


@given(small_puzzles(), st.integers(0, 10**6))
@settings(max_examples=60, deadline=None)
def test_samples_are_deals_and_reach_all_of_them(puzzle: Puzzle, seed: int) -> None:
    deals = by_force(puzzle)
    if not deals:
        return
    knowledge, chance = Knowledge(puzzle), Fast(seed)
    draws = 200
    seen: Counter[Deal] = Counter()
    for _ in range(draws):
        slots, rest = knowledge.sample(chance)
        seen[(*slots, *rest)] += 1
    assert set(seen) <= deals
    if len(deals) <= 8:
        square = sum((seen[deal] - draws / len(deals)) ** 2 for deal in deals) * len(deals) / draws
        assert square < len(deals) - 1 + 6 * (2 * len(deals)) ** 0.5


def test_a_whole_deck_is_exact_beyond_floats() -> None:
    """25 tiles, 16 of them in slots: more arrangements than a float or a signed word holds."""
    everything = arrangements(COUNTS)
    assert everything > 2**63
    slots = [slot // 4 for slot in range(16)]
    assert Knowledge(Puzzle(COUNTS, [ALL_KINDS] * 16, slots, [], 9)).deals == everything
    told_apart = Puzzle(COUNTS, [ALL_KINDS & ~1] * 16, slots, [], 9)
    # No mint in sixteen slots: both of it on the nine shelves.
    assert Knowledge(told_apart).deals == arrangements((2, 7)) * arrangements(COUNTS[1:])
    assert Knowledge(told_apart).solution.free[MINT] * 9 == 2 * Knowledge(told_apart).deals


@pytest.mark.parametrize(
    "seats", [2, pytest.param(3, marks=pytest.mark.slow), pytest.param(4, marks=pytest.mark.slow)]
)
def test_numpy_and_dictionary_agree_on_views_of_games(seats: int) -> None:
    compared = 0
    for seed in range(2):
        state, chance = game.new(seats, Options(), Fast(seed)), Fast(seed + 1)
        bots = [game.levels["easy"](seat) for seat in range(seats)]
        while state.deciders():
            seat = lowest(state.deciders())
            view = game.view(state, seat)
            if state.turn > 2 * seats and chance.below(12) == 0:
                puzzle = puzzle_of(view)[0]
                plain, quick = solve_plainly(puzzle), Knowledge(puzzle).solution
                assert (plain.deals, plain.slots, plain.free) == (quick.deals, quick.slots, quick.free)
                compared += 1
            state.play(seat, bots[seat].choose(view, state.legal(seat), 0, chance), chance)
    assert compared > 3


@pytest.mark.parametrize("seats", [2, pytest.param(3, marks=pytest.mark.slow), 4])
def test_the_truth_is_always_possible_and_chances_add_up(seats: int) -> None:
    for seed in range(3):
        state, chance = game.new(seats, Options(), Fast(seed)), Fast(seed + 1)
        while state.deciders():
            mask = state.deciders() | (state.bystanders() if chance.below(3) == 0 else 0)
            seat = next(each for each in range(seats) if mask >> each & 1 and state.legal(each))
            legal = state.legal(seat)
            state.play(seat, legal[chance.below(len(legal))], chance)
            if chance.below(10):
                continue
            for viewer in (*range(seats), None):
                table = chances(game.view(state, viewer))
                for owner in range(seats):
                    for slot in range(state.per):
                        row = table[owner][slot]
                        assert row[state.tiles[owner * state.per + slot]] > 0
                        assert sum(row) == pytest.approx(1)


# What counts: one view, one more fact, the chance that must change.


def chance_of(kind: int, fact: str = "", viewer: int | None = 2) -> float:
    """The chance of a kind in p1's first slot, after a fact in position."""
    return chances(Situation(f"{position(3)} {fact}".strip()).view(viewer))[0][0][kind]


def test_own_tiles_the_open_recipe_and_peeks_count() -> None:
    # p3 has one flour of four, the imaginary player one: two of seventeen tiles.
    assert chance_of(FLOUR) == 2 / 17
    assert chance_of(FLOUR, "seen=-,-,-,-,-,-,-,3,-") == 1 / 16  # right2 is flour
    assert chance_of(FLOUR, "seen=-,-,-,-,-,-,-,2,-") == 2 / 17  # p2's peek tells p3 nothing
    assert left_over(Situation(position(3)).view(None)) == [1, 2, 3, 3, 2, 3, 2, 3, 2]


def test_reveals_count() -> None:
    text = position(3, revealed={"p2": "1"})
    assert chances(Situation(text).view(2))[0][0][HONEY] == 1 / 16
    assert chances(Situation(text).view(2))[1][0][HONEY] == 1.0


def test_clues_and_answers_count() -> None:
    assert (
        chance_of(MINT, "clues=p1_p1_1_weight<_left1_honey_walnuts_eggs_yes") == 1 / 3
    )  # one mint, two grapes
    refused = "clues=p2_p1_1_type=_left1_walnuts_walnuts_walnuts_no"
    assert chance_of(WALNUTS, refused) == 0
    assert chance_of(MINT, refused) == 1 / 14  # no walnuts: fourteen of seventeen tiles fit


def test_tea_break_answers_count() -> None:
    assert chance_of(CREAM, "asked=p3_1_cream_no") == 0
    yes = chance_of(MINT, "asked=p3_1_mint_yes")
    assert yes == pytest.approx(1 / 4)  # the one mint left is in one of four slots
    assert chance_of(MINT, "asked=p3_1_mint_yes", viewer=1) == 1 / 17


def test_failed_votes_count() -> None:
    assert chance_of(WALNUTS, "failed=p1_1_walnuts") == 0
    assert chance_of(MINT, "failed=p1_1_walnuts") == 1 / 14


def test_spectators_know_the_public_only() -> None:
    assert chance_of(FLOUR, viewer=None) == 3 / 21
