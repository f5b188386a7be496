"""The log: whose each line is, where turns begin, what is about the reader; nothing moves what is read."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.people import Person, play_on

pytestmark = [pytest.mark.browser, pytest.mark.slow]

WIDE = "WM" * 12


def test_lines_are_known_by_seat_turn_and_whom_they_are_about(person: Callable[..., Person]) -> None:
    ana = person(WIDE)
    ana.new_table(["bot easy", "bot easy"])
    ana.start()
    assert not play_on([ana], moves=6)
    log = ana.page.locator(".log")
    expect(log.get_by_role("list")).to_have_count(1)
    turns = log.locator("li.turn")
    assert turns.count() >= 2
    for at in range(turns.count()):
        assert turns.nth(at).evaluate("each => getComputedStyle(each).borderTopStyle") == "solid"
    seats = log.locator("li svg[class]").evaluate_all(
        "signs => signs.filter(each => each.closest('.mark')).map(each => each.classList[0])"
    )
    assert {"tomato", "sea", "basil"} <= set(seats)
    plain, about = log.locator("li:not(.you)").last, log.locator("li.you").last
    ground = "each => getComputedStyle(each).backgroundColor"
    assert plain.evaluate(ground) != about.evaluate(ground)
    assert log.evaluate("each => each.scrollWidth <= each.clientWidth")
    assert ana.read() == {}


def test_a_new_line_moves_nothing_that_is_read(person: Callable[..., Person]) -> None:
    ana = person("Ana")
    ana.new_table(["bot easy", "bot easy"])
    ana.start()
    assert not play_on([ana], moves=6)
    log = ana.page.locator(".log")
    assert log.evaluate("each => each.scrollHeight - each.scrollTop - each.clientHeight") < 24
    assert log.evaluate("each => each.scrollTop") > 40
    lines = log.locator("li").count()
    log.evaluate(
        """each => new Promise(done => {
            each.addEventListener('scroll', done, {once: true});
            each.scrollTo({top: 40});
        })"""
    )
    where = (
        "each => [...each.querySelectorAll('li')].slice(0, 12).map(line => line.getBoundingClientRect().top)"
    )
    before = log.evaluate(where)
    play_on([ana], moves=1)
    ana.page.wait_for_function("lines => document.querySelectorAll('.log li').length > lines", arg=lines)
    assert log.evaluate(where) == before
