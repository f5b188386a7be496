"""Seats that change hands: a link opened by somebody who already plays here, a lost key, an ended game."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.people import Person

pytestmark = [pytest.mark.browser, pytest.mark.slow]
MakePerson = Callable[..., Person]


def test_a_seat_is_given_away_taken_back_and_the_game_ended(person: MakePerson) -> None:
    ana, ben = person("Ana"), person("Ben")
    path = ana.new_table(["open"])
    ben.sit(path)
    ana.start()
    ben.at_board()
    # The key is lost: as no other tab holds the seat, it is simply had again.
    ben.page.evaluate("table => localStorage.removeItem('potluck.seat.' + table)", path.removeprefix("/t/"))
    ben.page.reload()
    ben.at_board()
    expect(ben.page.locator(".prompt .watch")).to_have_count(0)
    expect(ben.page.locator("[data-take-back]")).to_have_count(0)
    # Ana gives hers away; of the two links one is on show.
    ana.page.get_by_role("button", name="Table", exact=True).click()
    sheet = ana.page.locator("dialog")
    expect(sheet.locator(".invite")).to_have_count(1)
    sheet.get_by_role("button", name="Make the link").click()
    expect(sheet.locator(".giving > [role='note']")).to_be_visible()
    expect(sheet.locator(".invite")).to_have_count(1)
    link = sheet.locator(".giving input").input_value()
    ben.open("/seat/" + link.rpartition("/")[2])
    expect(ben.page.locator("[data-both]")).to_contain_text("Ben")
    ben.page.get_by_role("button", name="Take the seat").click()
    expect(ben.page.locator("main.cover [data-take]")).to_have_count(2)
    expect(ana.page.locator(".closed")).to_be_visible()
    # Whoever has both plays alone, and ends the game once asked.
    ben.page.wait_for_timeout(350)
    ben.page.locator("main.cover [data-take='1']").click()
    ben.at_board()
    ana.page.locator(".closed .primary").click()
    expect(ana.page.locator(".prompt .watch")).to_be_visible()
    expect(ana.page.locator("[data-take-back]")).to_have_count(0)
    ben.page.get_by_role("button", name="Table", exact=True).click()
    ben.page.get_by_role("button", name="End the game now").click()
    ben.page.get_by_role("button", name="Yes, end it").click()
    for each in (ana, ben):
        expect(each.page.locator("section.end h2")).to_contain_text("ended early")
