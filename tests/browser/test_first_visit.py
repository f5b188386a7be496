"""A first visit: what it costs, that no page shows a raw key, what is said when a part does not come."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from bench.visit import GOAL_LOBBY, GOAL_TABLE, lay, total, visits
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from potluck.locale import LANGUAGES, game_catalogue, house_catalogue, words_package
from potluck.play.registry import games
from tests.browser.conftest import House
from tests.browser.people import WAIT, Person

pytestmark = pytest.mark.browser
MakePerson = Callable[..., Person]

BOARD = ".rumble .plate"
SHIFTS = """new PerformanceObserver((list) => {
    for (const each of list.getEntries()) window.shifted = (window.shifted ?? 0) + each.value;
}).observe({ type: "layout-shift", buffered: true })"""


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A browser that has never been here. Its errors are not counted: here the network is made to fail."""
    made = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en")
    made.set_default_timeout(WAIT)
    yield made
    made.close()


@pytest.mark.parametrize(
    ("language", "kinds"),
    [pytest.param("en", ("play", "waiting"), marks=pytest.mark.slow), ("de", ("play",))],
)
def test_a_first_visit_is_small(
    house: House, browser: Browser, language: str, kinds: tuple[str, ...]
) -> None:
    """With gzip, which is what a browser gets without https."""
    found = visits(browser, house.origin, language, "gzip", kinds)
    sizes = {name: total(pieces) for name, pieces in found.items()}
    assert 50_000 < sizes["lobby"] < GOAL_LOBBY
    tables = {name: size for name, size in sizes.items() if name.endswith(kinds)}
    assert len(tables) == len(kinds) * len(games())
    assert {name: size for name, size in tables.items() if not 20_000 < size < GOAL_TABLE} == {}
    # Whoever comes back has it all but the news.
    assert sizes["lobby again"] < 6_000
    # Every text came compressed, and no game's words but the table's own.
    for name, pieces in found.items():
        for piece in pieces:
            if piece.name.endswith((".js", ".css", ".svg")) or "/words/" in piece.name:
                assert piece.coding == "gzip" or piece.size < 1_000, piece
            if piece.name.count("/") == 5:
                assert piece.name.split("/")[4] in name


def every_key(language: str) -> set[str]:
    catalogues = [house_catalogue(language)]
    catalogues += [game_catalogue(words_package(game), language) for game in games().values()]
    return {key for each in catalogues for key in each}


def raw_keys(page: Page) -> list[str]:
    """What stands on the page, or is read aloud of it, and looks like the key of a message."""
    said: str = page.evaluate("""() => {
        const names = ["aria-label", "title", "placeholder", "alt"];
        const all = [...document.querySelectorAll("*")];
        const read = all.flatMap((each) => names.map((name) => each.getAttribute(name) ?? ""));
        return [document.title, document.body.textContent, ...read].join("\\n");
    }""")
    return re.findall(r"\b[a-z][a-z_]+\.[a-z_]+(?:\.\w+)*", said)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_page_asks_for_a_word_that_is_not_in_its_part(
    house: House, browser: Browser, language: str
) -> None:
    """Each page is loaded anew, so that no other page has brought its words."""
    known = every_key(language)
    context = browser.new_context(locale=language.replace("_", "-"))
    page = context.new_page()
    paths = ["/", *(f"/new/{game}" for game in games()), "/about", "/nowhere", "/seat/nothing", "/t/nothing"]
    for path in paths:
        page.goto(f"{house.origin}{path}")
        expect(page.locator("main[aria-busy=true]")).to_have_count(0)
        expect(page.locator("main h1").first).not_to_be_empty()
        assert page.locator("html").get_attribute("lang") == language.replace("_", "-")
        assert not known & set(raw_keys(page)), path
    context.close()


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("started", [False, True])
def test_no_table_shows_a_raw_key(house: House, browser: Browser, language: str, started: bool) -> None:
    known = every_key(language)
    for game, each in games().items():
        context = browser.new_context(locale=language.replace("_", "-"))
        laid = lay(context, house.origin, game, min(each.about.seats), started=started)
        page = context.new_page()
        page.goto(f"{house.origin}{laid.path}")
        page.wait_for_selector(laid.sight)
        assert not known & set(raw_keys(page)), game
        context.close()


@pytest.mark.slow
def test_a_table_waits_for_its_words_and_nothing_jumps(house: House, context: BrowserContext) -> None:
    laid = lay(context, house.origin, "cooking_rumble", 2, started=True)
    late: list[Route] = []
    context.route(re.compile(r"/api/words/\w+/\w+/"), lambda route: late.append(route))
    page = context.new_page()
    page.add_init_script(SHIFTS)
    page.goto(f"{house.origin}{laid.path}")
    expect(page.locator("main[aria-busy=true]")).to_have_count(1)
    page.wait_for_timeout(1_500)
    # The line is open and the game goes on; nothing of it is shown or read out.
    expect(page.locator("main[aria-busy=true]")).to_have_count(1)
    assert not every_key("en") & set(raw_keys(page))
    assert len(late) == 1
    late[0].continue_()
    expect(page.locator(BOARD).first).to_be_visible()
    assert not every_key("en") & set(raw_keys(page))
    page.wait_for_load_state("networkidle")
    assert page.evaluate("window.shifted ?? 0") < 0.02


@pytest.mark.slow
def test_words_that_do_not_come_are_said_and_tried_again(house: House, context: BrowserContext) -> None:
    laid = lay(context, house.origin, "cooking_rumble", 2, started=True)
    words = re.compile(r"/api/words/\w+/\w+/")
    context.route(words, lambda route: route.abort())
    page = context.new_page()
    page.goto(f"{house.origin}{laid.path}")
    said = page.get_by_role("status").filter(has_text="words of this page could not be loaded")
    expect(said).to_be_visible()
    expect(page.locator(BOARD)).to_have_count(0)
    assert not every_key("en") & set(raw_keys(page))
    context.unroute(words)
    said.get_by_role("button").click()
    expect(page.locator(BOARD).first).to_be_visible()
    expect(said).to_have_count(0)


@pytest.mark.slow
def test_another_language_in_the_middle_of_a_game(house: House, context: BrowserContext) -> None:
    """The words come as a whole, or not at all; then that is said, in the language that is there."""
    laid = lay(context, house.origin, "cooking_rumble", 2, started=True)
    page = context.new_page()
    page.goto(f"{house.origin}{laid.path}")
    page.wait_for_selector(BOARD)
    german = re.compile(r"/api/words/de/cooking_rumble/")
    context.route(german, lambda route: route.abort())
    page.locator("button[aria-label='Settings']").click()
    page.get_by_role("radio", name="Deutsch").check(force=True)
    expect(page.get_by_text("words of this page could not be loaded")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator(".prompt")).not_to_contain_text(re.compile(r"\bdu\b|Karte"))
    context.unroute(german)
    # Nobody has to press anything: it is tried again every few seconds.
    expect(page.locator("html")).to_have_attribute("lang", "de", timeout=WAIT)
    expect(page.get_by_text("words of this page could not be loaded")).to_have_count(0)
    assert not every_key("de") & set(raw_keys(page))
    page.get_by_role("radio", name="English").check(force=True)
    expect(page.locator("html")).to_have_attribute("lang", "en")


@pytest.mark.slow
def test_what_a_table_needs_is_asked_for_when_its_link_is_pointed_at(
    house: House, context: BrowserContext
) -> None:
    laid = lay(context, house.origin, "cooking_rumble", 2, started=True)
    page = context.new_page()
    page.goto(house.origin)
    with (
        page.expect_response(re.compile(r"/api/words/en/cooking_rumble/")),
        page.expect_response(re.compile(r"/assets/cooking_rumble-[\w-]+\.js")),
        page.expect_response(re.compile(r"/assets/table-[\w-]+\.js")),
    ):
        page.locator(f"a[href='{laid.path}']").hover()
    page.locator(f"a[href='{laid.path}']").click()
    expect(page.locator(BOARD).first).to_be_visible()


@pytest.mark.slow
def test_a_part_of_the_script_that_does_not_come_is_said_and_tried_again(
    house: House, context: BrowserContext
) -> None:
    part = re.compile(r"/assets/NewTable-[\w-]+\.js")
    context.route(part, lambda route: route.abort())
    page = context.new_page()
    page.goto(house.origin)
    page.locator("a[href='/new/cooking_rumble']").click()
    expect(page.get_by_role("heading", name="This page could not be loaded.")).to_be_visible()
    context.unroute(part)
    expect(page.locator("main form").first).to_be_visible(timeout=WAIT)
    assert page.url.endswith("/new/cooking_rumble")


def test_without_the_script_the_page_says_so(house: House, context: BrowserContext) -> None:
    base = re.compile(r"/assets/base-[\w-]+\.js")
    context.route(base, lambda route: route.abort())
    page = context.new_page()
    page.goto(house.origin)
    expect(page.get_by_role("heading", name="The kitchen does not answer")).to_be_visible()
    context.unroute(base)
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("ul.shelf")).to_be_visible()


@pytest.mark.slow
def test_without_any_words_the_page_has_a_few_of_its_own(house: House, browser: Browser) -> None:
    context = browser.new_context(locale="de-AT")
    context.set_default_timeout(WAIT)
    words = re.compile(r"/api/words/")
    context.route(words, lambda route: route.abort())
    page = context.new_page()
    page.goto(house.origin)
    expect(page.get_by_role("heading", name="Die Küche antwortet nicht")).to_be_visible()
    assert page.locator("html").get_attribute("lang") == "de"
    context.unroute(words)
    expect(page.locator("ul.shelf")).to_be_visible(timeout=WAIT)
    context.close()


@pytest.mark.slow
def test_a_build_without_siblings_and_preloads_is_the_same_to_play(
    house: House, context: BrowserContext, tmp_path: Path
) -> None:
    older = House(tmp_path)
    for path in [*(tmp_path / "static").rglob("*.br"), *(tmp_path / "static").rglob("*.gz")]:
        path.unlink()
    (tmp_path / "static/shipped.json").unlink()
    older.open()
    try:
        laid = lay(context, older.origin, "cooking_rumble", 2, started=True)
        page = context.new_page()
        page.goto(f"{older.origin}{laid.path}")
        expect(page.locator(BOARD).first).to_be_visible()
    finally:
        older.close()


@pytest.mark.slow
@pytest.mark.parametrize("width", [1280, 390])
def test_slow_pages_do_not_jump(house: House, browser: Browser, width: int) -> None:
    for path in ("/", "/new/secret_recipe"):
        context = browser.new_context(viewport={"width": width, "height": 800}, locale="de")
        page = context.new_page()
        cdp = context.new_cdp_session(page)
        cdp.send("Network.enable")
        slow = {"latency": 150, "downloadThroughput": 100_000, "uploadThroughput": 100_000}
        cdp.send("Network.emulateNetworkConditions", {"offline": False, **slow})
        page.add_init_script(SHIFTS)
        page.goto(f"{house.origin}{path}")
        expect(page.locator("main h1").first).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert page.evaluate("window.shifted ?? 0") < 0.05, path
        context.close()


@pytest.mark.slow
def test_a_page_that_is_coming_can_be_read(person: MakePerson) -> None:
    """axe finds nothing while the shapes stand there, nor in what is said when words fail."""
    ana = person("Ana")
    ana.open("/")
    ana.introduce()
    held: list[Route] = []
    ana.page.context.route(re.compile(r"/assets/NewTable-[\w-]+\.js"), lambda route: held.append(route))
    ana.page.locator("a[href='/new/cooking_rumble']").click()
    expect(ana.page.locator("main[aria-busy=true]")).to_have_count(1)
    assert json.dumps(ana.read()) == "{}"
    for each in held:
        each.continue_()
    expect(ana.page.locator("main form").first).to_be_visible()
    assert ana.focused() == "H1"
