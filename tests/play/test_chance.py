"""Luck: even answers, the same for the same seed, checkable when live, and refused where there is none."""

from collections import Counter
from collections.abc import Callable, Sequence
from hashlib import blake2b

import pytest
from bench.chance import chi_square_p, gamma_tail
from hypothesis import given
from hypothesis import strategies as st

from potluck.play.chance import (
    SEED_BYTES,
    Chance,
    Fast,
    Forbidden,
    Live,
    Recording,
    Replay,
    Script,
    commitment,
)
from potluck.play.errors import ChanceForbidden, ChanceMismatch, ScriptExhausted
from potluck.play.explicit import lay_out
from tests.play import block
from tests.play.block.table import RESTOCK

SEED = bytes(range(32))
NONCES = [b"a" * 16, b"b" * 16]
# The first answers of Fast(0).below(1000); `test_the_recurrence` derives them anew.
PINNED = [771, 630, 463, 402, 111, 709, 898, 499]


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 52, 100])
@pytest.mark.parametrize("source", ["fast", "live"])
def test_answers_are_even(source: str, n: int) -> None:
    chance: Chance = Fast(11) if source == "fast" else Live(SEED, NONCES)
    draws = 20_000
    seen = Counter(chance.below(n) for _ in range(draws))
    assert seen.keys() == set(range(n))
    assert n == 1 or chi_square_p([seen[i] for i in range(n)], [draws / n] * n) > 1e-4


@pytest.mark.parametrize("n", [3 << 28, (1 << 30) - 1, (1 << 29) + 1])
def test_large_bounds_have_no_modulo_bias(n: int) -> None:
    chance = Fast(5)
    low = sum(chance.below(n) < n // 2 for _ in range(20_000))
    assert abs(low - 10_000) < 500


def test_the_largest_bounds_are_answered() -> None:
    assert all(0 <= Fast(seed).below(1 << 30) < 1 << 30 for seed in range(50))
    assert 0 <= Live(SEED, []).below(1 << 64) < 1 << 64
    assert 0 <= Live(SEED, []).below((1 << 63) + 1) <= 1 << 63


def test_fast_is_the_same_everywhere() -> None:
    """Pinned: records of simulations and golden playthroughs depend on it."""
    chance = Fast(0)
    assert [chance.below(1000) for _ in range(8)] == PINNED
    assert Fast(1).below(1 << 30) != Fast(2).below(1 << 30)


def test_the_recurrence() -> None:
    """Multiply with carry, written out: state becomes A * x + c, its low 30 bits the output."""
    word = int.from_bytes(blake2b(b"0", digest_size=8).digest(), "little")
    x, carry = word % 2**30, 1 + (word // 2**30) % (982446636 - 2)
    row = []
    for _ in range(8 + 8):
        carry, x = divmod(982446636 * x + carry, 2**30)
        row.append(x)
    assert [value % 1000 for value in row[8:]] == PINNED


def test_the_cycle_is_long() -> None:
    """A * 2**30 - 1 and A * 2**29 - 1 are prime (Miller and Rabin), as the period needs."""
    for number in (982446636 * 2**30 - 1, 982446636 * 2**29 - 1):
        odd, twos = number - 1, 0
        while odd % 2 == 0:
            odd, twos = odd // 2, twos + 1
        for base in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
            value = pow(base, odd, number)
            row = [pow(value, 2**i, number) for i in range(twos)]
            assert value == 1 or number - 1 in row


def test_fast_does_not_stand_on_a_fixed_point() -> None:
    for seed in range(2000):
        chance = Fast(seed)
        assert len({chance.below(1 << 30) for _ in range(4)}) > 1


def test_live_answers_depend_on_seed_nonces_and_number_alone() -> None:
    first = Live(SEED, NONCES)
    row = [first.below(10) for _ in range(40)]
    assert [Live(SEED, NONCES, drawn=i).below(10) for i in range(40)] == row
    assert first.drawn == 40
    for other in (Live(SEED[::-1], NONCES), Live(SEED, NONCES[::-1]), Live(SEED, NONCES[:1]), Live(SEED, [])):
        assert [other.below(10) for _ in range(40)] != row


def test_nonces_cannot_be_shifted_into_each_other() -> None:
    split = Live(SEED, [b"ab", b"c"])
    moved = Live(SEED, [b"a", b"bc"])
    assert [split.below(1 << 32) for _ in range(4)] != [moved.below(1 << 32) for _ in range(4)]


def test_live_wants_a_whole_seed() -> None:
    for size in (0, 31, 33):
        with pytest.raises(ValueError, match="32 bytes"):
            Live(b"x" * size, [])


def test_a_commitment_binds_and_tells_nothing() -> None:
    assert commitment(SEED) == commitment(SEED)
    assert commitment(SEED) != commitment(SEED[::-1])
    assert len(commitment(SEED)) == 64
    assert SEED.hex() not in commitment(SEED)


def test_replay_wants_the_same_questions() -> None:
    chance = Replay([(2, 6), (0, 3)])
    assert chance.below(6) == 2
    with pytest.raises(ChanceMismatch):
        chance.below(4)
    assert chance.below(3) == 0
    with pytest.raises(ChanceMismatch):
        chance.below(3)
    for answer in (6, -1):
        with pytest.raises(ChanceMismatch):
            Replay([(answer, 6)]).below(6)


def test_script_says_how_many_outcomes_come_next() -> None:
    chance = Script([1])
    assert chance.below(2) == 1
    with pytest.raises(ScriptExhausted) as caught:
        chance.below(6)
    assert caught.value.outcomes == 6
    with pytest.raises(ChanceMismatch):
        Script([6]).below(6)


def test_script_explores_every_outcome() -> None:
    def leaves(answers: list[int]) -> list[int]:
        chance = Script(answers)
        try:
            return [10 * chance.below(2) + chance.below(3)]
        except ScriptExhausted as node:
            return [leaf for answer in range(node.outcomes) for leaf in leaves([*answers, answer])]

    assert leaves([]) == [0, 1, 2, 10, 11, 12]


def test_forbidden_never_answers() -> None:
    with pytest.raises(ChanceForbidden):
        Forbidden().below(1)


@given(st.integers(), st.lists(st.integers(1, 1 << 30), max_size=20))
def test_a_recording_replays(seed: int, questions: list[int]) -> None:
    recording = Recording(Fast(seed))
    answers = [recording.below(n) for n in questions]
    replay = Replay(recording.answers)
    assert [replay.below(n) for n in questions] == answers
    assert replay.used == len(questions)


BOUNDS = st.lists(st.integers(1, 2**30), max_size=40)


@given(st.integers(0, 2**64), BOUNDS)
def test_many_answers_at_once_are_those_one_by_one(seed: int, bounds: list[int]) -> None:
    secret = seed.to_bytes(9, "little").ljust(SEED_BYTES, b"x")
    makers: list[Callable[[], Chance]] = [lambda: Fast(seed), lambda: Live(secret, [b"a"])]
    for make in makers:
        answers = list(map(make().below, bounds))
        assert make().below_many(bounds) == answers
        recording = Recording(make())
        assert recording.below_many(bounds) == answers
        assert recording.answers == list(zip(answers, bounds, strict=True))
        assert Replay(recording.answers).below_many(bounds) == answers
        assert Script(answers).below_many(bounds) == answers


@given(BOUNDS.filter(bool), st.data())
def test_a_script_says_all_that_is_asked_together(bounds: list[int], data: st.DataObject) -> None:
    known = data.draw(st.integers(0, len(bounds) - 1))
    with pytest.raises(ScriptExhausted) as caught:
        Script([0] * known).below_many(bounds)
    assert caught.value.bounds == tuple(bounds[known:])
    assert caught.value.outcomes == bounds[known]
    assert Script([0] * len(bounds)).below_many(bounds) == [0] * len(bounds)


def test_dozens_of_dice_are_laid_out_in_two_runs() -> None:
    state = block.game.load("1/6/10 cut 1 0 11111000000000000000000000000000000 0,0,0,0,0,0 0,0,0,0,0,0 4")
    asked: list[int] = []

    def answer(bounds: Sequence[int]) -> list[int]:
        asked.extend(bounds)
        return [at % 6 for at in range(len(bounds))]

    laid = lay_out(state, 0, RESTOCK, answer)
    assert asked == [6] * 35
    assert (laid.runs, laid.answers) == (2, [at % 6 for at in range(35)])
    assert laid.state.block == [1 + at % 6 for at in range(35)]
    assert state.block.count(0) == 30


def test_the_battery_can_fail() -> None:
    assert chi_square_p([400, 200], [300.0, 300.0]) < 1e-9
    assert gamma_tail(0.5, 1.9207294103470) == pytest.approx(0.05, abs=1e-6)
    assert gamma_tail(5, 9.1535) == pytest.approx(0.05, abs=1e-4)
    assert gamma_tail(2, 0.0) == 1
