"""Nothing that axe knows of is wrong with any page, by daylight and by night."""

from collections.abc import Callable

import pytest

from tests.browser.people import CHOICE, Person, play_on

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_axe_finds_nothing(person: Callable[..., Person], theme: str) -> None:
    ana = person("Ana", color_scheme=theme)
    page = ana.page
    ana.open("/")
    page.wait_for_selector("main .shelf")
    assert ana.read() == {}
    ana.new_table(["bot easy", "bot medium"])
    page.wait_for_selector(".start")
    assert ana.read() == {}
    ana.start()
    page.wait_for_selector(CHOICE)
    assert ana.read() == {}
    page.locator(CHOICE).first.click()
    assert ana.read() == {}
    page.keyboard.press("Escape")
    assert play_on([ana], moves=400)
    assert ana.read() == {}
    ana.open("/new/cooking_rumble")
    page.wait_for_selector("main form button.big")
    assert ana.read() == {}
    ana.open("/about")
    page.wait_for_selector("main h1")
    assert ana.read() == {}
