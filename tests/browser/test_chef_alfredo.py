"""Whole games of Chef Alfredo in real browsers: by clicking, by keyboard alone, by touch on a phone."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import kitchen
from tests.browser.kitchen import POT, YES
from tests.browser.people import END, Person

pytestmark = [pytest.mark.browser, pytest.mark.slow]
MakePerson = Callable[..., Person]
PHONE = {"viewport": {"width": 390, "height": 780}, "has_touch": True, "is_mobile": True}
LOG = ".log li"


def scores(person: Person) -> list[int]:
    told = person.page.locator(f"{END} .score").all_inner_texts()
    return [int("".join(filter(str.isdigit, text))) for text in told]


def test_two_people_and_a_bot_play_a_whole_game_by_clicking(person: MakePerson) -> None:
    ana, ben = person("Ana"), person("Ben")
    path = kitchen.new_table(ana, ["open", "bot strong"])
    ben.sit(path)
    kitchen.start(ana)
    kitchen.at_stove(ben)
    for each in (ana, ben):
        expect(each.page.locator(".plates .pot.open")).to_have_count(4)
    assert kitchen.play_out([ana, ben]) > 10
    assert scores(ana) == scores(ben)
    assert sum(scores(ana)) == 12
    assert scores(ana) == sorted(scores(ana), reverse=True)


def test_what_cannot_be_chosen_says_why(person: MakePerson) -> None:
    ana, ben = person("Ana"), person("Ben")
    ben.sit(kitchen.new_table(ana, ["open"]))
    kitchen.start(ana)
    kitchen.at_stove(ben)
    sentence, yes, pot = (
        ana.page.locator(".prompt .sentence"),
        ana.page.locator(YES),
        ana.page.locator(".plate").first,
    )
    pot.click(force=True)
    expect(sentence).to_contain_text("Look into the pots first")
    yes.click()
    expect(yes).to_have_count(0)
    pot.click(force=True)
    expect(sentence).to_contain_text("the others are still looking")


def test_a_game_by_keyboard_alone(person: MakePerson) -> None:
    ana = person("Ana")
    keys = ana.page.keyboard
    kitchen.new_table(ana, ["bot easy", "bot easy"])
    ana.page.wait_for_selector(".start .button")
    ana.tab_to(".start .button")
    keys.press("Enter")
    kitchen.at_stove(ana)
    letters = 0
    for _ in range(3000):
        found = kitchen.asked(ana)
        if found == "over":
            break
        if found is None:
            ana.page.wait_for_timeout(30)
            continue
        if found == "button":
            ana.tab_to(YES)
            keys.press("Enter")
        elif letters % 2:  # by the pot's letter, from anywhere on the board
            ana.tab_to(".plate")
            keys.press("acbd"[letters % 4])
            keys.press("Enter" if ana.page.locator(YES).count() else "d")
        else:  # by arrows and Enter
            ana.tab_to(".plate")
            keys.press("Home")
            keys.press("Enter")
            if ana.page.locator(YES).count():
                keys.press("Enter")
            else:
                keys.press("ArrowRight")
                keys.press("Enter")
        letters += 1
        ana.page.wait_for_timeout(40)
        assert ana.focused() != "BODY"
    expect(ana.page.locator(END)).to_be_visible()
    assert ana.focused() != "BODY"
    assert sum(scores(ana)) == 12


def test_a_game_by_touch_on_a_phone(person: MakePerson) -> None:
    ana = person("Ana", **PHONE)
    kitchen.new_table(ana, ["bot medium"])
    kitchen.start(ana)
    for made in range(12):
        while kitchen.acting([ana]) is None:
            ana.page.wait_for_timeout(30)
        needed, given = ana.page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
        assert needed <= given
        for box in (each.bounding_box() for each in ana.page.locator(f"{POT}, {YES}").all()):
            assert box is not None
            assert box["width"] >= 44
            assert box["height"] >= 44
        kitchen.step(ana, made, tap=True)
    stove = ana.page.locator(".stove").bounding_box()
    assert stove is not None
    assert stove["width"] > 350, "as big as the phone allows"
    kitchen.play_out([ana], tap=True)
    assert sum(scores(ana)) == 12


def test_escape_puts_back_what_was_picked(person: MakePerson) -> None:
    ana = person("Ana")
    kitchen.new_table(ana, ["bot easy"])
    kitchen.start(ana)
    kitchen.play_until([ana], lambda: kitchen.asked(ana) == "pot")
    ana.page.locator(POT).first.click()
    expect(ana.page.locator(".plate[aria-pressed=true]")).to_have_count(1)
    ana.page.keyboard.press("Escape")
    expect(ana.page.locator(".plate[aria-pressed=true]")).to_have_count(0)
    expect(ana.page.locator(POT)).to_have_count(4)


@pytest.mark.parametrize("motion", ["normal", "off"])
def test_a_swap_can_be_followed_with_the_eye(person: MakePerson, motion: str) -> None:
    """Moving, two pots travel for more than a second; still, two pots are named for longer."""
    ana, ben = person("Ana", motion=motion), person("Ben")
    ben.sit(kitchen.new_table(ana, ["open"]))
    kitchen.start(ana)
    kitchen.at_stove(ben)
    ana.page.evaluate(
        """() => {
          window.marked = [];
          window.flown = 0;
          const board = document.querySelector('.alfredo');
          const watch = () => {
            const pair = [...board.querySelectorAll('.plate.swapped')];
            const pots = pair.map((each) => each.dataset.pot).join('');
            const last = window.marked.at(-1);
            if (!last || last.pots !== pots) window.marked.push({ pots, at: performance.now() });
            const flights = board.getAnimations({ subtree: true }).filter((each) => each.id === 'swap');
            window.flown = Math.max(window.flown, ...flights.map((each) => each.effect.getTiming().duration));
            window.said ||= board.querySelector('.came')?.innerText;
            requestAnimationFrame(watch);
          };
          watch();
        }"""
    )
    kitchen.play_until(
        [ana, ben],
        lambda: bool(
            ana.page.evaluate("() => window.marked.some(each => each.pots)")
            and not ana.page.locator(".plate.swapped").count()
        ),
    )
    ana.page.wait_for_timeout(200)
    marked: list[dict[str, Any]] = ana.page.evaluate("() => window.marked")
    first = next(at for at, each in enumerate(marked) if each["pots"])
    assert len(marked[first]["pots"]) == 2
    seen = marked[first + 1]["at"] - marked[first]["at"]
    if motion == "normal":
        assert seen > 1500
        assert ana.page.evaluate("() => window.flown") >= 1000
    else:
        assert seen > 2400
        assert re.fullmatch(r"[A-D] → [A-D]", ana.page.evaluate("() => window.said"))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_in_any_step(person: MakePerson, theme: str) -> None:
    ana, ben = person("Ana", color_scheme=theme), person("Ben")
    ben.sit(kitchen.new_table(ana, ["open"]))
    kitchen.start(ana)
    kitchen.at_stove(ben)
    seen: set[str] = set()
    # By what is seen on the stove and what is asked: look, roll, swap, choose, lifted (own, another's),
    # answer, poured.
    kind = """() => [document.querySelector('.pot.open') && document.querySelectorAll('.pot.open').length,
        document.querySelector('.pot.tipped') && 'poured', document.querySelector('.private') && 'own',
        document.querySelector('.ajar') && 'ajar', document.querySelector('.mark') && 'marked',
        document.querySelectorAll('.plate[data-lit]').length,
        document.querySelector('.throw[data-lit]') && 'roll'].filter(Boolean).join(' ')"""
    made = 0
    for _ in range(2000):
        looks = ana.page.evaluate(kind)
        if looks not in seen:
            seen.add(looks)
            assert ana.read() == {}, looks
        if kitchen.asked(ana) == "pot":
            ana.page.locator(POT).first.click()
            if "picked" not in seen:
                seen.add("picked")
                assert ana.read() == {}
            ana.page.keyboard.press("Escape")
        if kitchen.over([ana, ben]) or len(seen) >= 9:
            break
        person_asked = kitchen.acting([ana, ben])
        if person_asked is None:
            ana.page.wait_for_timeout(60)
        else:
            kitchen.step(person_asked, made)
            made += 1
    assert len(seen) >= 8, seen


def test_a_second_tab_takes_the_seat_over_and_gives_it_back(person: MakePerson) -> None:
    ana = person("Ana")
    path = kitchen.new_table(ana, ["bot easy"])
    kitchen.start(ana)
    second = ana.page.context.new_page()
    second.goto(ana.origin + path)
    expect(second.locator(".alfredo .plate").first).to_be_visible()
    expect(ana.page.get_by_role("alert")).to_contain_text("another tab")
    assert ana.page.locator(".alfredo").count() == 0
    ana.page.get_by_role("button", name="Play here").click()
    kitchen.at_stove(ana)
    expect(second.get_by_role("alert")).to_contain_text("another tab")
    kitchen.step(ana, 0)
    expect(ana.page.locator(".plates .pot.open")).to_have_count(0)


def test_what_happens_while_nobody_looks_is_shown_afterwards(person: MakePerson) -> None:
    ana, ben = person("Ana"), person("Ben")
    ben.sit(kitchen.new_table(ana, ["open"]))
    kitchen.start(ana)
    kitchen.at_stove(ben)
    kitchen.step(ana, 0)
    hide = """hidden => {
      const value = hidden ? 'hidden' : 'visible';
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }"""
    ana.page.evaluate(hide, True)
    kitchen.step(ben, 0)
    ben.page.wait_for_timeout(1000)
    expect(ana.page.locator(".plates .pot.open")).to_have_count(4)
    ana.page.evaluate(hide, False)
    expect(ana.page.locator(".plates .pot.open")).to_have_count(0)
    expect(ana.page.locator(LOG).last).to_contain_text("has the die")
