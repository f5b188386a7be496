"""A person at a browser: what they do by hand, and what must never happen to them on any page."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, expect

CLIENT = Path(__file__).parents[2] / "client"
WAIT = 15_000  # ms

# What a person can choose now: lit cards or answers, else lit plates.
CHOICE = ".choice[data-lit]"
PLATE = ".pick[data-lit]"
FACE = ".face[data-lit]"
END = "section.end"

_AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


class Person:
    """One browser context with one tab."""

    def __init__(self, context: BrowserContext, origin: str, name: str, *, motion: str = "off") -> None:
        """`motion` is the setting of the same name; most tests do without, for speed."""
        self.name = name
        self.origin = origin
        self.errors: list[str] = []
        kept = json.dumps({"language": "en", "speed": motion})
        context.add_init_script(
            f"const kept = {kept!r};"
            "if (!localStorage.getItem('potluck.settings')) localStorage.setItem('potluck.settings', kept)"
        )
        self._context = context
        self.page: Page = self._new_page()

    def _new_page(self) -> Page:
        page = self._context.new_page()
        page.set_default_timeout(WAIT)
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        return page

    def reopen(self) -> None:
        """Open a tab again after the first was closed."""
        self.page = self._new_page()

    def _console(self, message: ConsoleMessage) -> None:
        # A server that is away is part of some tests, not an error of the page.
        away = "ERR_CONNECTION" in message.text or "WebSocket" in message.text
        if message.type == "error" and not away:
            self.errors.append(f"{message.text} {message.location['url']}")

    def open(self, path: str) -> None:
        """Go to a page of the house."""
        self.page.goto(self.origin + path)

    def introduce(self) -> None:
        """Give the name in the form that asks for it."""
        self.page.locator("input[autocomplete=nickname]").fill(self.name)
        self.page.locator("form:has(input[autocomplete=nickname]) button[type=submit]").click()
        expect(self.page.locator("input[autocomplete=nickname]")).to_have_count(0)

    def new_table(
        self,
        others: Sequence[str],
        *,
        game: str = "cooking_rumble",
        expert: bool = False,
        choices: Sequence[str] = (),
        unticked: Sequence[str] = (),
    ) -> str:
        """Make a table, from the lobby on; its path.

        `others` are the values to choose in the lists of the other seats; "here Ben" is somebody on this
        device. `choices` are values of the game's options, `unticked` the names of those not to be had.
        """
        self.open("/")
        self.introduce()
        self.page.locator(f'a[href$="/new/{game}"]').click()
        count = len(others) + 1
        self.page.get_by_role("radio", name=f"{count} player{'s' * (count > 1)}").check(force=True)
        for seat, value in enumerate(others, start=1):
            kind, _, name = value.partition(" ") if value.startswith("here ") else (value, "", "")
            self.page.locator("select").nth(seat).select_option(kind)
            if name:
                self.page.get_by_label(f"Name of whoever sits on chair {seat + 1}").fill(name)
        if expert:
            self.page.get_by_label("Expert mode").check()
        for option in unticked:
            self.page.get_by_label(option).uncheck()
        for choice in choices:
            self.page.locator(f"main form label:has(input[type=radio][value='{choice}'])").click()
        self.page.locator("main form button.big").click()
        self.page.wait_for_url("**/t/*")
        return self.page.url.removeprefix(self.origin)

    def sit(self, path: str) -> None:
        """Come by the link, say who you are, take the first free chair."""
        self.open(path)
        self.introduce()
        self.page.locator("li .do .button.yes").first.click()
        expect(self.page.locator("li.mine")).to_be_visible()

    def start(self) -> None:
        """Begin the game."""
        button = self.page.locator(".start .button")
        expect(button).to_have_attribute("aria-disabled", "false")
        button.click()
        self.at_board()

    def at_board(self) -> None:
        """The board is drawn."""
        expect(self.page.locator(".rumble .plate, .plain .sections").first).to_be_visible()

    def at_rest(self) -> None:
        """Nothing moves any more but what always does."""
        self.page.wait_for_function(
            "() => document.getAnimations().every(({playState, effect}) =>"
            " playState !== 'running' || effect.getComputedTiming().endTime === Infinity)"
        )

    def turn(self) -> str | None:
        """What waits for this person: "choice", "plate", "over", or None."""
        found: str | None = self.page.evaluate(
            """([choice, plate, end]) => document.querySelector(end) ? "over"
               : document.querySelector(choice) ? "choice"
               : document.querySelector(plate) ? "plate" : null""",
            [CHOICE, PLATE, END],
        )
        return found

    def move(self, tap: bool = False) -> None:
        """Make the next choice by pointing: a card or an answer and its button, or a plate.

        Afterwards nothing is lit until the server has answered.
        """
        if self.turn() == "choice":
            self.choose(self.page.locator(CHOICE).first, tap)
        else:
            _point(self._best_plate(), tap)

    def choose(self, piece: Locator, tap: bool = False) -> int:
        """Pick a card or an answer and confirm it in the prompt; its kind."""
        kind = int(piece.get_attribute("data-choice") or "")
        _point(piece, tap)
        _point(self.page.locator(".prompt .button.yes"), tap)
        return kind

    def _best_plate(self) -> Locator:
        # The fullest own border, so that games end.
        plates = self.page.locator(f".plate:has({PLATE})")
        pans = [plates.nth(at).locator(".border.own .pan").count() for at in range(plates.count())]
        return plates.nth(pans.index(max(pans))).locator(".pick")

    def read(self) -> dict[str, Any]:
        """What is wrong with the page for people who cannot see or point, as axe has it; empty if nothing."""
        if not self.page.evaluate("() => 'axe' in window"):
            self.page.evaluate((CLIENT / "node_modules/axe-core/axe.min.js").read_text(encoding="utf-8"))
        found = self.page.evaluate(
            "async (tags) => (await axe.run(document, {runOnly: tags})).violations", _AXE_TAGS
        )
        return {
            each["id"]: [node["html"][:200] + " | " + node["failureSummary"] for node in each["nodes"]]
            for each in found
        }

    def focused(self) -> str:
        """The tag of what has the focus."""
        found: str = self.page.evaluate("() => document.activeElement?.tagName ?? ''")
        return found

    def tab_to(self, selector: str, most: int = 80) -> None:
        """Press Tab until the focus is on something that matches."""
        for _ in range(most):
            if self.page.evaluate("s => document.activeElement?.matches(s) ?? false", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{selector} cannot be reached by Tab")


def _point(at: Locator, tap: bool) -> None:
    if tap:
        at.tap()
    else:
        at.click()


def begun(ana: Person, ben: Person, *, expert: bool = False) -> tuple[Person, Person]:
    """A table of Cooking Rumble for two that has begun: who hides first, and who judges."""
    ben.sit(ana.new_table(["open"], expert=expert))
    ana.start()
    ben.at_board()
    return (ana, ben) if acting([ana, ben]) is ana else (ben, ana)


def acting(people: Sequence[Person]) -> Person:
    """For whom the table waits."""
    for _ in range(WAIT // 20):
        for person in people:
            if person.turn():
                return person
        people[0].page.wait_for_timeout(20)
    raise AssertionError("the table waits for nobody")


def play_on(people: Sequence[Person], *, moves: int, tap: bool = False) -> bool:
    """Let people move as the table asks them, at most `moves` times; True when the game is over."""
    made = 0
    for _ in range(4000):
        if all(person.turn() == "over" for person in people):
            return True
        acting = next((person for person in people if person.turn() in ("choice", "plate")), None)
        if acting is None:
            for person in people:
                person.page.keyboard.press("Shift")  # whoever acts has seen enough of what went before
            people[0].page.wait_for_timeout(20)
            continue
        if made == moves:
            return False
        acting.move(tap)
        made += 1
    raise AssertionError("the table waits for nobody")
