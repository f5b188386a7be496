"""The end of a game in real browsers: what is said, shown and open then; no press of play hits it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser import kitchen
from tests.browser.people import END, Person, play_on

pytestmark = [pytest.mark.browser, pytest.mark.slow]
MakePerson = Callable[..., Person]
PHONE = {"viewport": {"width": 390, "height": 780}, "has_touch": True, "is_mobile": True}
NEXT = f"{END} .next .button"
# How many lines each argument of the command takes.
LINES = """() => [...document.querySelectorAll('.command code span')].map(each =>
    new Set([...each.getClientRects()].map(box => box.top)).size)"""
MIDDLES = """buttons => [...document.querySelectorAll(buttons)].map(each => {
    const box = each.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2] })"""
# Whether anything of the end was pressed.
HITS = """() => addEventListener("click", event => {
    if (event.target.closest(".end a, .end button")) window.hit = true }, true)"""


def places(person: Person) -> list[str]:
    """Every place that can be seen on the page."""
    seen: list[str] = person.page.evaluate(
        "() => [...document.querySelectorAll('main .place')].filter(each => each.checkVisibility())"
        ".map(each => each.textContent)"
    )
    return seen


def test_after_a_game_of_memory_everything_is_open(person: MakePerson) -> None:
    ana, ben, cy = person("Ana"), person("Friederike-Charlotte", **PHONE), person("Cy")
    path = kitchen.new_table(ana, ["open"])
    ben.sit(path)
    kitchen.start(ana)
    kitchen.at_stove(ben)
    cy.open(path)
    kitchen.play_until([ana, ben], lambda: ana.page.locator(".supply").inner_text().startswith("6"))
    assert ana.page.locator(".opened").count() == 0
    assert ana.page.locator(".log li").count() < 12
    kitchen.play_out([ana, ben])
    for each in (ana, ben, cy):
        expect(each.page.locator(".plates .pot.open")).to_have_count(4)
        expect(each.page.locator(".opened")).to_have_text("All pots are open now.")
        expect(each.page.locator(f"{END} .decided")).to_contain_text("cooking tiles")
        assert len(places(each)) == 2
        assert each.read() == {}
    tops = ben.page.locator(f"{END} li").evaluate_all("all => all.map(each => each.offsetTop)")
    assert len(set(tops)) == 2, "one a row"
    # The log tells again what each was told, the first look too, and the spectators what all were told.
    for each, first in ((ana, "You looked"), (cy, "has seen enough")):
        expect(each.page.locator(".log li").first).to_contain_text(first)
        assert each.page.locator(".log li").count() > 40
    before = ana.page.locator(".log li").all_inner_texts()
    ana.page.reload()
    expect(ana.page.locator(".log li")).to_have_count(len(before))
    assert ana.page.locator(".log li").all_inner_texts() == before


@pytest.mark.parametrize("how", [{}, PHONE], ids=["wide", "phone"])
def test_no_press_of_play_hits_what_comes_at_the_end(person: MakePerson, how: dict[str, object]) -> None:
    """Whoever clicks on and on where the button of the last move was, or holds Enter, presses nothing."""
    ana = person("Ana", **how)
    path = kitchen.new_table(ana, ["bot easy", "bot easy"])
    kitchen.start(ana)
    ana.page.evaluate(HITS)
    at: list[tuple[float, float]] = []

    def over() -> bool:
        box = ana.page.locator(kitchen.YES).first.bounding_box() if kitchen.asked(ana) == "button" else None
        if box is not None:
            at[:] = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)]
        return kitchen.over([ana])

    kitchen.play_until([ana], over)
    expect(ana.page.locator(f"{END} h2")).to_be_focused()
    for _ in range(12):  # for longer than any one pause, there and where something can be pressed next
        for x, y in [*at, *ana.page.evaluate(MIDDLES, NEXT)]:
            ana.page.mouse.click(x, y)
            ana.page.keyboard.down("Enter")
    ana.page.keyboard.up("Enter")
    assert ana.page.evaluate("() => window.hit") is None
    assert ana.page.url.endswith(path)
    expect(ana.page.locator(NEXT).first).to_be_visible()
    ana.page.locator(NEXT).first.click()
    expect(ana.page.locator(".start .button")).to_be_visible()


@pytest.mark.parametrize("pace", [200, 1500])
def test_no_series_of_taps_hits_what_comes_at_the_end(person: MakePerson, pace: int) -> None:
    """All over the lower half and the buttons to come, a tap each `pace` ms; they come once it is over."""
    ana = person("Ana", **PHONE)
    page = ana.page
    page.clock.install()
    path = ana.new_table(["bot easy", "bot easy"])
    ana.start()
    page.evaluate(HITS)
    page.get_by_role("button", name="Table", exact=True).click()
    page.locator(".sure .button").last.click()
    page.clock.pause_at(page.evaluate("() => Date.now() + 1000"))
    page.locator("[data-sure=close]").click()
    for _ in range(100):
        if page.locator(END).count():
            break
        page.clock.run_for(10)
        page.wait_for_timeout(20)
    expect(page.locator(END)).to_have_count(1)
    spots = [(x, y) for y in (420, 500, 600, 700, 760) for x in (60, 200, 330)]
    for at in range(max(len(spots), 5000 // pace)):
        for x, y in [spots[at % len(spots)], *page.evaluate(MIDDLES, NEXT)]:
            page.touchscreen.tap(x, y)
        page.clock.run_for(pace)
    assert page.evaluate("() => window.hit") is None
    assert page.url.endswith(path)
    page.clock.run_for(3000)
    page.locator(NEXT).first.click()
    page.clock.resume()
    expect(page.locator(".start .button")).to_be_visible()


def test_a_tap_on_its_way_as_the_buttons_show_hides_them_again(person: MakePerson) -> None:
    ana = person("Ana", **PHONE)
    page = ana.page
    page.clock.install()
    ana.new_table(["bot easy", "bot easy"])
    ana.start()
    page.evaluate(HITS)
    page.get_by_role("button", name="Table", exact=True).click()
    page.locator(".sure .button").last.click()
    page.locator("[data-sure=close]").click()
    expect(page.locator(END)).to_be_visible()
    page.locator(f"{END} h2").tap()
    page.clock.pause_at(page.evaluate("() => Date.now() + 1"))
    page.locator(f"{END} h2").tap()
    expect(page.locator(NEXT).first).to_be_hidden()
    page.clock.run_for(1700)
    expect(page.locator(NEXT).first).to_be_visible()
    page.touchscreen.tap(*page.evaluate(MIDDLES, NEXT)[0])
    expect(page.locator(NEXT).first).to_be_hidden()
    assert page.evaluate("() => window.hit") is None


def test_the_others_are_told_of_a_rematch_and_go_along(person: MakePerson) -> None:
    ana, ben = person("Ana"), person("Ben")
    ben.sit(ana.new_table(["open"]))
    ana.start()
    ben.at_board()
    assert play_on([ana, ben], moves=400)
    assert len(places(ben)) == 2
    expect(ben.page.locator(f"{END} [data-prize] li").first).to_be_visible()
    ana.page.locator(NEXT).first.click()
    expect(ana.page.locator(".start .button")).to_be_visible()
    expect(ben.page.locator(".again")).to_contain_text("your seat is kept")
    ben.page.get_by_role("button", name="On to the rematch").click()
    expect(ben.page.locator("li.mine")).to_contain_text("Ben")
    assert ben.page.url == ana.page.url


def test_how_to_check_the_luck_is_in_the_menu_and_can_be_copied(person: MakePerson) -> None:
    ana = person("Ana", **PHONE)
    path = ana.new_table(["bot easy"])
    ana.start()
    ana.page.get_by_role("button", name="Table", exact=True).click()
    ana.page.locator(".sure .button").last.click()
    ana.page.locator("[data-sure=close]").click()
    expect(ana.page.locator(END)).to_be_visible()
    assert "verify" not in ana.page.locator(END).inner_text()
    ana.page.get_by_role("button", name="Table", exact=True).click()
    command = ana.page.locator(".command code")
    table = path.removeprefix("/t/")
    expect(command).to_have_text(f"potluck replay potluck-{table}.txt --verify")
    for width in (320, 390):
        ana.page.set_viewport_size({"width": width, "height": 780})
        assert ana.page.evaluate(LINES) == [1, 1, 1, 1]
    ana.page.locator(".command button").click()
    expect(ana.page.locator(".command button")).to_have_text("Copied")
