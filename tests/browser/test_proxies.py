"""A house behind a real proxy: as docs/hosting.md has it, and what people see when something is left out."""

import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from potluck.locale import LANGUAGES, house_catalogue
from tests.browser.conftest import House
from tests.browser.people import Person, play_on
from tests.browser.proxies import NAME, caddy, documented, nginx

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SLOW = ".slow"
Before = Callable[[Path, int, str], AbstractContextManager[str]]

# As it comes: nothing but where the house is.
BARE = f"server {{ listen 80; server_name {NAME}; location / {{ proxy_pass http://127.0.0.1:8000; }} }}"
# The name is passed on, sockets are not.
DEAF = BARE.replace("8000;", "8000; proxy_set_header Host $http_host;")
WHOLE = documented("nginx")
# Under a path, which nginx takes off, or passes on.
OFF = WHOLE.replace("location / {", "location /potluck/ {").replace(":8000;", ":8000/;")
ON = OFF.replace(":8000/;", ":8000;")


@pytest.fixture
def folder() -> Iterator[Path]:
    """A short path: Caddy's certificates have long ones."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as made:
        yield Path(made)


class Street:
    """What stands between people and the house."""

    def __init__(self, browser: Browser, origin: str) -> None:
        self._browser = browser
        self.origin = origin
        self.people: list[Person] = []

    def person(self, name: str, path: str = "", **context: Any) -> Person:
        made = self._browser.new_context(
            viewport={"width": 1280, "height": 800}, ignore_https_errors=True, **context
        )
        self.people.append(Person(made, self.origin + path, name))
        return self.people[-1]


@contextmanager
def street(
    browser: Browser, folder: Path, before: Before, config: str, *, named: bool = True, **settings: Any
) -> Iterator[Street]:
    """A house with a proxy before it. `named`: the house knows its name by the port that people come to."""
    served = House(folder, trusted_proxy="127.0.0.1", **settings)
    with before(folder, served.port, config) as origin:
        if named:
            served.tell(host_names=[origin.partition("://")[2]])
        try:
            served.open()
            laid = Street(browser, origin)
            yield laid
        finally:
            for each in laid.people:
                each.page.context.close()
            served.close()
    assert {each.name: each.errors for each in laid.people if each.errors} == {}


def play(street: Street, path: str = "", *, slow: bool = False) -> None:
    """Two people lay a table, one comes by the link that the other gives away, and they play to the end."""
    ana, ben = street.person("Ana", path), street.person("Ben", path)
    table = ana.new_table(["open"])
    link = ana.page.locator(".invite input")
    expect(link).to_have_value(f"{ana.origin}{table}")
    picture = ana.page.locator(".invite img")
    assert picture.evaluate("each => each.decode().then(() => each.naturalWidth)") > 0
    ben.sit(link.input_value().removeprefix(ben.origin))
    ana.start()
    ben.at_board()
    for each in (ana, ben):
        expect(each.page.locator(SLOW)).to_have_count(1 if slow else 0)
    assert play_on([ana, ben], moves=400)
    with ana.page.expect_download() as saved:
        ana.page.locator("section.end a[download]").click()
    assert "cooking_rumble" in saved.value.path().read_text(encoding="utf-8")
    ana.page.locator(".home").click()
    ana.page.wait_for_url(f"{ana.origin}/")
    assert ana.read() == {}


@pytest.mark.parametrize(
    ("before", "config", "path", "settings"),
    [
        pytest.param(nginx, WHOLE, "", {}, id="nginx"),
        pytest.param(caddy, documented("caddy"), "", {}, id="caddy"),
        pytest.param(nginx, OFF, "/potluck", {}, id="nginx takes a path off"),
        pytest.param(nginx, ON, "/potluck", {"prefix": "/potluck"}, id="nginx passes a path on"),
        pytest.param(caddy, documented("caddy", 1), "/potluck", {}, id="caddy takes a path off"),
    ],
)
def test_as_documented(
    browser: Browser, folder: Path, before: Before, config: str, path: str, settings: dict[str, Any]
) -> None:
    with street(browser, folder, before, config, **settings) as found:
        play(found, path)
        cookies = found.people[0].page.context.cookies()
        assert {(each["name"], each["path"], each["secure"]) for each in cookies} >= {
            ("potluck.guest", settings.get("prefix", "/"), True)
        }


def test_the_page_shows_the_lines_of_a_path_that_are_tried() -> None:
    shown = documented("nginx", 1)
    assert "location /potluck/ {" in shown
    assert "proxy_pass http://127.0.0.1:8000/;" in shown


@pytest.mark.parametrize("config", [BARE, DEAF], ids=["nginx as it comes", "no sockets"])
def test_without_sockets_it_goes_by_requests(browser: Browser, folder: Path, config: str) -> None:
    with street(browser, folder, nginx, config) as found:
        play(found, slow=True)


def test_sockets_that_come_back_are_used_again(browser: Browser, folder: Path) -> None:
    with street(browser, folder, nginx, WHOLE) as found:
        ana = found.person("Ana")
        blocked = True
        ana.page.route_web_socket(
            re.compile("/socket$"), lambda each: each.close() if blocked else each.connect_to_server()
        )
        ana.new_table(["bot random"])
        expect(ana.page.locator(SLOW)).to_have_count(1)
        blocked = False
        expect(ana.page.locator(SLOW)).to_have_count(0, timeout=20_000)
        ana.start()
        assert play_on([ana], moves=400)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_name_that_is_not_known_gets_a_page_that_says_so(
    browser: Browser, folder: Path, language: str
) -> None:
    words = house_catalogue(language)
    with street(browser, folder, nginx, WHOLE, named=False) as found:
        page = found.person("Ana", locale=language.replace("_", "-")).page
        answer = page.goto(found.origin)
        assert answer is not None
        assert answer.status == 421
        expect(page.locator("body")).to_contain_text(str(words["error.host_foreign"]))
        assert page.locator("html").get_attribute("lang") == language.replace("_", "-")
        found.people.clear()


def test_a_proxy_that_hides_the_name_and_a_house_that_was_not_told_it(browser: Browser, folder: Path) -> None:
    """The page comes; on the first press it says what to set, and so does a table."""
    said = str(house_catalogue("en")["error.origin_foreign"])
    with street(browser, folder, nginx, BARE, named=False) as found:
        ana = found.person("Ana")
        ana.open("/")
        ana.page.locator("input[autocomplete=nickname]").fill("Ana")
        ana.page.locator("form:has(input[autocomplete=nickname]) button[type=submit]").click()
        expect(ana.page.locator("body")).to_contain_text(said)
        ana.open("/t/abcdefghjk")
        expect(ana.page.locator("[role=alert]")).to_contain_text(said)
        ana.errors.clear()


def test_a_path_that_the_house_was_not_told_of(browser: Browser, folder: Path) -> None:
    with street(browser, folder, nginx, ON) as found:
        page: Page = found.person("Ana").page
        page.goto(f"{found.origin}/potluck/")
        for language in LANGUAGES:
            expect(page.get_by_text(str(house_catalogue(language)["unstyled.text"]))).to_be_visible()
        found.people[0].errors.clear()
