"""Drawing from what lies in no order: every thing is as likely, and what is drawn is gone."""

import pytest

from potluck.play.bag import draw, draw_bit, draw_from, draw_many, pick
from potluck.play.chance import Script
from potluck.play.errors import ScriptExhausted


def test_every_thing_of_a_bag_is_drawn_by_one_answer() -> None:
    drawn = []
    for answer in range(5):
        bag = [2, 0, 3]
        drawn.append(draw(bag, Script([answer])))
        assert sum(bag) == 4
        assert bag[drawn[-1]] == [2, 0, 3][drawn[-1]] - 1
    assert drawn == [0, 0, 2, 2, 2]
    with pytest.raises(ScriptExhausted) as caught:
        draw([2, 0, 3], Script([]))
    assert caught.value.bounds == (5,)


def test_a_thing_is_picked_by_its_number() -> None:
    bag = [0, 1, 1]
    assert (pick(bag, 1), bag) == (2, [0, 1, 0])


def test_many_are_asked_for_at_once_and_drawn_one_after_the_other() -> None:
    with pytest.raises(ScriptExhausted) as caught:
        draw_many([2, 1], 3, Script([]))
    assert list(caught.value.bounds) == [3, 2, 1]
    bag, alike = [2, 1], [2, 1]
    assert draw_many(bag, 3, Script([2, 0, 0])) == [
        draw(alike, script) for script in map(Script, ([2], [0], [0]))
    ]
    assert bag == [0, 0]


def test_a_thing_of_a_list_is_taken_out_and_the_others_keep_their_order() -> None:
    things = [7, 8, 9]
    assert (draw_from(things, Script([1])), things) == (8, [7, 9])


def test_every_thing_of_a_set_of_bits_is_drawn_by_one_answer() -> None:
    things = 0b1010_0110
    assert [draw_bit(things, Script([answer])) for answer in range(4)] == [1, 2, 5, 7]
    with pytest.raises(ScriptExhausted) as caught:
        draw_bit(things, Script([]))
    assert caught.value.bounds == (4,)
