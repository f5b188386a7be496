"""The plain board itself: it remembers what is folded, marks what is new, and plays any game."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.people import END, Person
from tests.browser.plain import Reader, read_on

pytestmark = pytest.mark.browser
MakePerson = Callable[..., Person]
GAME = "secret_recipe"


def test_what_is_folded_stays_folded_and_news_are_marked(person: MakePerson) -> None:
    ana = person("Ana")
    ana.new_table(["bot easy", "bot easy"], game=GAME)
    ana.start()
    page = ana.page
    shelves = page.locator("details:has(h2:text-is('Recipe shelves'))")
    shelves.locator("summary").click()
    expect(shelves).not_to_have_attribute("open", "")
    read_on([Reader(ana)], moves=2)
    page.wait_for_selector("li.fresh")
    page.reload()
    ana.at_board()
    expect(shelves).not_to_have_attribute("open", "")
    expect(page.locator("li.fresh")).to_have_count(0)


def test_a_game_with_a_board_can_be_played_as_text_to_its_end(person: MakePerson) -> None:
    ana = person("Ana")
    ana.open("/")
    ana.page.evaluate("""() => {
        const kept = JSON.parse(localStorage.getItem("potluck.settings"));
        localStorage.setItem("potluck.settings", JSON.stringify({ ...kept, text: true }));
    }""")
    ana.new_table(["bot easy"])
    ana.start()
    expect(ana.page.locator(".rumble")).to_have_count(0)
    reader = Reader(ana)
    assert read_on([reader], moves=400)
    expect(ana.page.locator(END)).to_be_visible()
    assert {"card", "guess"} <= set(reader.made)
