"""A browser that keeps no cookies: it is told so in words, and leaves no trail of guests behind."""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from potluck.locale import house_catalogue
from tests.browser.conftest import CHROMIUM, FLAGS, House
from tests.browser.people import Person

pytestmark = pytest.mark.browser

_BLOCK = 2  # Chromium's number for it


@pytest.fixture
def closed(browser: Browser, tmp_path: Path) -> Iterator[BrowserContext]:
    """Chromium with cookies (and storage) blocked in its settings."""
    profile = tmp_path / "profile" / "Default"
    profile.mkdir(parents=True)
    settings = {"profile": {"default_content_setting_values": {"cookies": _BLOCK}}}
    (profile / "Preferences").write_text(json.dumps(settings), encoding="utf-8")
    made = browser.browser_type.launch_persistent_context(
        profile.parent,
        executable_path=CHROMIUM,
        args=FLAGS,
        viewport={"width": 1280, "height": 800},
        locale="en",
    )
    yield made
    made.close()


def test_a_sentence_and_no_new_guest_with_every_press(house: House, closed: BrowserContext) -> None:
    ana = Person(closed, house.origin, "Xantippe")
    ana.open("/")
    field = ana.page.locator("input[autocomplete=nickname]")
    field.fill(ana.name)
    press = ana.page.locator("form:has(input[autocomplete=nickname]) button[type=submit]")
    for _ in range(3):
        press.click()
        expect(ana.page.locator("[role=alert]")).to_have_text(
            str(house_catalogue("en")["error.cookies_blocked"])
        )
        ana.page.wait_for_timeout(200)
    expect(field).to_have_value(ana.name)
    with sqlite3.connect(house.database) as database:
        assert database.execute("SELECT count(*) FROM guests WHERE name = ?", (ana.name,)).fetchone() == (0,)
