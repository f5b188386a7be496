"""Drawing from what lies in no order."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from potluck.play.bag import draw, draw_from, draw_many, pick
from potluck.play.chance import Fast, Recording, Script

COUNTS = st.lists(st.integers(0, 5), min_size=1, max_size=6).filter(any)


@given(COUNTS)
def test_every_thing_can_be_picked_and_each_once(counts: list[int]) -> None:
    kinds = [pick(counts.copy(), at) for at in range(sum(counts))]
    assert [kinds.count(kind) for kind in range(len(counts))] == counts
    assert kinds == sorted(kinds)


@given(COUNTS, st.integers(0, 2**32))
def test_a_draw_takes_out_what_it_names(counts: list[int], seed: int) -> None:
    left = counts.copy()
    kind = draw(left, Fast(seed))
    left[kind] += 1
    assert left == counts


@given(COUNTS, st.integers(0, 2**32), st.data())
def test_many_draws_at_once_are_draws_one_by_one(counts: list[int], seed: int, data: st.DataObject) -> None:
    many = data.draw(st.integers(0, sum(counts)))
    one_by_one, at_once = counts.copy(), counts.copy()
    first, second = Recording(Fast(seed)), Recording(Fast(seed))
    kinds = [draw(one_by_one, first) for _ in range(many)]
    assert draw_many(at_once, many, second) == kinds
    assert (one_by_one, first.answers) == (at_once, second.answers)


def test_a_thing_drawn_from_a_list_leaves_the_others_in_order() -> None:
    things = [7, 8, 9, 10]
    assert draw_from(things, Script([1])) == 8
    assert things == [7, 9, 10]


def test_each_thing_is_drawn_as_often_as_another() -> None:
    # A fair bag of three and one strays by 200 of 1,000 hardly ever: seven standard deviations.
    chance = Fast(3)
    drawn = Counter(draw([3, 1], chance) for _ in range(4000))
    assert abs(drawn[1] - 1000) < 200
