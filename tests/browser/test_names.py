"""Names of all sorts, where they are shown: wide ones on a small phone, from right to left, looking alike."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.people import END, Person

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 320, "height": 640}, "has_touch": True}


def fits(person: Person) -> None:
    """Nothing of the page is wider than the screen, nor hidden beside it."""
    wide = person.page.evaluate(
        """() => {
            const beside = [...document.querySelectorAll("body *")].filter((each) => {
                const { right, left, width } = each.getBoundingClientRect();
                const shown = getComputedStyle(each).clipPath === "none" && width > 0;
                const within = (node) =>
                    node && (getComputedStyle(node).overflowX !== "visible" || within(node.parentElement));
                return shown && (right > innerWidth + 1 || left < -1) && !within(each.parentElement);
            });
            const more = document.documentElement.scrollWidth - innerWidth;
            return [more, ...beside.map((each) => each.outerHTML.slice(0, 120))];
        }"""
    )
    assert wide == [0]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "name"),
    [
        pytest.param("cooking_rumble", "W" * 24, id="latin"),
        pytest.param("secret_recipe", "W" * 24, id="words"),
        pytest.param("chef_alfredo", "﷽" * 24, id="arabic"),
        pytest.param("cooking_rumble", "Ｗ" * 24, id="fullwidth"),
    ],
)
def test_wide_names_break_no_page_on_a_small_phone(
    person: Callable[..., Person], game: str, name: str
) -> None:
    ana, ben, eve = (person(name, **PHONE) for _ in range(3))
    path = ana.new_table(["open", "bot easy"], game=game)
    ben.sit(path)
    eve.open("/")
    eve.introduce()
    everybody_fits(eve)
    eve.open(path)
    eve.page.get_by_label("Say something").fill("hello")
    eve.page.keyboard.press("Enter")
    for each in (ana, ben):
        expect(each.page.locator(".chat .said")).to_have_text("hello")
    everybody_fits(ana, ben, eve)
    ana.page.locator(".start .button").click()
    for each in (ana, ben, eve):
        expect(each.page.locator(".prompt").first).to_be_visible()
    everybody_fits(ana, ben, eve)
    ben.page.get_by_role("button", name="Table", exact=True).click()
    ben.page.get_by_role("button", name="Propose to end the game").click()
    ben.page.locator("[data-sure=close]").click()
    ana.page.locator("[data-vote]").click()
    expect(ana.page.locator(".slip").first).to_be_visible()
    everybody_fits(ana, ben, eve)
    ana.page.locator("[data-yes]").first.click()
    for each in (ana, ben, eve):
        expect(each.page.locator(END)).to_be_visible()
    everybody_fits(ana, ben, eve)


def everybody_fits(*people: Person) -> None:
    for each in people:
        fits(each)


@pytest.mark.slow
def test_a_name_from_right_to_left_moves_nothing_beside_it(person: Callable[..., Person]) -> None:
    ana = person("עדה")
    path = ana.new_table(["bot easy"])
    ben = person("علي")
    ben.open("/")
    ben.introduce()
    ben.open(path)
    ben.page.get_by_label("Say something").fill("0 GP!")
    ben.page.keyboard.press("Enter")
    ana.start()
    prompt = ben.page.locator(".prompt .sentence")
    expect(prompt).to_contain_text("\u2068עדה\u2069")
    assert ana.page.locator("[data-seat='0'] .name strong").inner_text() == "\u2068עדה\u2069"
    ben.page.get_by_role("tab", name="Chat").click()
    assert ben.page.locator(".chat .by bdi").inner_text() == "علي"


@pytest.mark.slow
def test_who_is_renamed_who_watches_and_whose_letters_are_odd_is_told(person: Callable[..., Person]) -> None:
    ana, bo, eve = person("Ana"), person("Bo"), person("Аna")
    path = ana.new_table(["open"])
    bo.sit(path)
    ana.start()
    eve.open("/")
    eve.introduce()
    eve.open(path)
    eve.page.get_by_role("tab", name="Chat").click()
    eve.page.get_by_label("Say something").fill("Look at my card!")
    eve.page.keyboard.press("Enter")
    bo.page.goto(bo.origin)
    bo.page.get_by_role("button", name="Change").click()
    bo.page.locator("input[autocomplete=nickname]").fill("ana")
    bo.page.locator("form:has(input[autocomplete=nickname]) button[type=submit]").click()
    expect(ana.page.locator(".log li", has_text="Bo is called ana 3 from now on.")).to_be_visible()
    expect(ana.page.locator("[data-seat='1'] .name strong")).to_have_text("ana 3")
    ana.page.get_by_role("tab", name="Chat").click()
    watching = ana.page.locator(".chat p.watching")
    expect(watching.locator("bdi")).to_have_text("Аna 2")
    expect(watching.locator(".watches")).to_have_text("watching")
    expect(watching.locator("[data-letters=mixed]")).to_contain_text("letters of several alphabets")
    expect(ana.page.locator(".chat p.renamed .said")).to_have_text("Bo is called ana 3 from now on.")
    assert ana.read() == {}
    ana.page.reload()
    ana.at_board()
    lines = ana.page.locator(".log li").all_inner_texts()
    at = lines.index("Bo is called ana 3 from now on.")
    assert not any("ana 3" in line for line in lines[:at])


@pytest.mark.slow
def test_names_around_the_table_are_read_whole(person: Callable[..., Person]) -> None:
    """Before the game, at every place; one that is wider still is cut at its end, not where it begins."""
    ana = person("Friederike von Hohenlohe")
    ana.new_table(["here عبد الرحمن بن عوف", "here Friederike-Charlotte"], game="chef_alfredo")
    names = ana.page.locator(".scene .name")
    expect(names).to_have_count(3)
    for width in (1280, 390, 320):
        ana.page.set_viewport_size({"width": width, "height": 800})
        fits(ana)
        cut = names.evaluate_all(
            """(names) => names.filter((each) =>
                each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1
            ).map((each) => each.innerText)"""
        )
        assert cut == [], width
    ways = names.evaluate_all("all => all.map(e => getComputedStyle(e).direction)")
    assert ways == ["ltr", "rtl", "ltr"]
