"""Sketches of games to come on the plain board: what is told once and half kept, and a game for one."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from potluck.web.settings import WebSettings
from tests.browser.conftest import House
from tests.browser.people import END, Person
from tests.browser.plain import Reader, read_on

pytestmark = [pytest.mark.browser, pytest.mark.slow]
MakePerson = Callable[..., Person]

LOG = ".log li"
TOLD = re.compile(r"puts (bean|corn|leek|rice) into pot [ABC]\.")  # the words that are told once
GONE = 8_000  # ms; words of what is told once stand for six seconds
# Notes every line that has ever stood in the log of this page: who looks late may have missed one.
WATCH = """
    window.told = new Set();
    new MutationObserver(() => {
        for (const line of document.querySelectorAll(".log li")) window.told.add(line.innerText);
    }).observe(document, { childList: true, subtree: true, characterData: true });
"""
FOUND = "pattern => [...window.told].filter((line) => new RegExp(pattern).test(line))"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server that finds the sketches as if somebody had installed them."""
    if not (WebSettings().static / "index.html").is_file():
        pytest.skip("the browser client is not built: run `make client`")
    shelf: Path = tmp_path_factory.mktemp("shelf")
    facts = shelf / "sketches-1.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: sketches\nVersion: 1\n", encoding="utf-8")
    (facts / "entry_points.txt").write_text(
        "[potluck.games]\nlid = tests.play.lid:game\nblock = tests.play.block:game\n", encoding="utf-8"
    )
    served = House(tmp_path_factory.mktemp("toys"), path=shelf)
    try:
        served.open()
        yield served
    finally:
        served.close()


def lines(person: Person) -> list[str]:
    """The log as it stands."""
    return person.page.locator(LOG).all_inner_texts()


def watched(made: Person) -> Person:
    """Somebody whose log is watched."""
    made.page.add_init_script(WATCH)
    return made


def told_to(person: Person) -> list[str]:
    """What this page has been told that is told once, wherever it is by now."""
    found: list[str] = person.page.evaluate(FOUND, TOLD.pattern)
    return found


def is_told(person: Person) -> str:
    """The one such line; waits for it."""
    person.page.wait_for_function(f"pattern => ({FOUND})(pattern).length", arg=TOLD.pattern)
    [line] = told_to(person)
    return line


def test_what_is_told_once_is_read_once_and_what_stays_of_it_stays(person: MakePerson) -> None:
    ana, bo = watched(person("Ana")), watched(person("Bo"))
    table = ana.new_table(["open"], game="lid")
    bo.sit(table)
    ana.start()
    bo.at_board()
    assert not read_on([Reader(ana), Reader(bo)], moves=1)
    is_told(ana)
    hidden = is_told(bo)
    blind = re.sub(TOLD, lambda told: told[0].replace(told[1], "a card"), hidden)
    expect(bo.page.locator(LOG).filter(has_text=TOLD)).to_have_count(0, timeout=GONE)
    assert lines(bo).count(blind) == 1
    for again in range(2):
        if again:
            bo.page.reload()
            bo.at_board()
        expect(bo.page.locator(LOG).filter(has_text=blind)).to_have_count(1)
        assert told_to(bo) == ([] if again else [hidden])
        assert not TOLD.search(bo.page.locator(".log").inner_text())
        assert hidden not in bo.page.content()


def test_what_was_missed_is_told_after_a_reload_and_the_log_is_whole(person: MakePerson) -> None:
    ana, bo = watched(person("Ana")), watched(person("Bo"))
    table = ana.new_table(["open"], game="lid")
    bo.sit(table)
    ana.start()
    bo.at_board()
    acting, away = (ana, bo) if Reader(ana).turn() else (bo, ana)
    away.open("/")
    assert not read_on([Reader(acting)], moves=1)
    is_told(acting)
    expect(acting.page.locator(LOG).filter(has_text=TOLD)).to_have_count(0, timeout=GONE)
    away.open(table)
    is_told(away)
    expect(away.page.locator(LOG).filter(has_text=TOLD)).to_have_count(0, timeout=GONE)
    assert lines(away) == lines(acting)


def test_without_the_option_everything_stays_in_the_log(person: MakePerson) -> None:
    ana, bo = person("Ana"), person("Bo")
    table = ana.new_table(["open"], game="lid", unticked=["The lid hides"])
    bo.sit(table)
    ana.start()
    bo.at_board()
    assert not read_on([Reader(ana), Reader(bo)], moves=1)
    expect(bo.page.locator(LOG).filter(has_text=TOLD)).to_have_count(1)
    bo.page.wait_for_timeout(GONE)
    expect(bo.page.locator(LOG).filter(has_text=TOLD)).to_have_count(1)


def test_who_plays_alone_ends_with_a_score_and_how_good_it_is(person: MakePerson) -> None:
    ana = person("Ana")
    ana.new_table([], game="block")
    ana.start()
    assert read_on([Reader(ana)], moves=400)
    end = ana.page.locator(END)
    expect(end.locator("li")).to_have_count(1)
    expect(end.locator("li .score")).to_have_text(re.compile(r"^\d+ points?$"))
    expect(ana.page.locator(".place")).to_have_count(0)
    bands = ana.page.evaluate("""async () => {
        const house = await (await fetch("/api/house")).json();
        const words = await (await fetch(`/api/words/en/block/${house.words.en.block}`)).json();
        return Object.entries(words).filter(([key]) => key.startsWith("block.band.")).map(([, said]) => said);
    }""")
    assert end.locator("h2").inner_text() in bands
    assert not ana.read()
