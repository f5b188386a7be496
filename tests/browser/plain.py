"""Playing on the plain board: what a person reads there and chooses, whatever the game."""

import re
from collections.abc import Sequence

from playwright.sync_api import Locator, TimeoutError

from tests.browser.people import END, Person

OWED = ".plain .moves > form, .plain .moves > .group"
_CHANCE = re.compile(r"^(\d): (\d+)\s?% (.+)\.$")
_OTHERS = re.compile(r"^Recipe of (.+)$")
_LOG = ".log li"
_PATIENCE = 4000
_SOON = 3000  # ms


class Reader:
    """A person at a plain board of Secret Recipe that shows chances; reads English."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page
        self.made: dict[str, int] = {}  # moves by kind

    def turn(self) -> str | None:
        """What waits for this person: "move", "over", or None."""
        found: str | None = self.page.evaluate(
            """([owed, end]) => document.querySelector(end) ? "over"
               : document.querySelector(owed)?.querySelector(
                   "button.move:not([aria-disabled=true]), form:not([data-busy]) input, select")
               ? "move" : null""",
            [OWED, END],
        )
        return found

    def go_on(self) -> None:
        """Read no longer what is being told, if anything is."""
        self.page.evaluate("() => document.querySelector('.prompt.told .button.plain')?.click()")

    def best_guess(self) -> tuple[int, str, int, str] | None:
        """The likeliest hidden ingredient of somebody else: percent, owner, slot number, kind."""
        told: list[list[str]] = self.page.evaluate(
            """() => [...document.querySelectorAll(".sections details")].flatMap(each =>
               [...each.querySelectorAll("li")].map(line =>
               [each.querySelector("h2").textContent, line.firstChild.textContent]))"""
        )
        best = None
        for title, line in told:
            owner, chance = _OTHERS.match(title), _CHANCE.match(line)
            if owner and chance:
                guess = (int(chance[2]), owner[1], int(chance[1]), chance[3])
                best = max(best, guess) if best else guess
        return best

    def pick(self, field: str, label: str | None = None) -> None:
        """Choose a value of a field by its words, else the first."""
        chips = self.page.locator(f".plain .moves > form label:has([data-field='{field}'])")
        chip = chips.first if label is None else chips.filter(has=self.page.get_by_text(label, exact=True))
        chip.click(timeout=_SOON)

    def kind(self, kind: str) -> Locator:
        """The chip of a kind of move."""
        return self.page.locator(f".plain .moves > form > fieldset label:has(input[value='{kind}'])")

    def move(self, sure: int = 60) -> str:
        """Make the move that is owed; its notation. Unveils what is at least so many percent likely.

        "" when somebody's free move has changed meanwhile what is owed.
        """
        try:
            return self._move(sure)
        except TimeoutError:
            return ""

    def _move(self, sure: int) -> str:
        form = self.page.locator(".plain .moves > form")
        if not form.count():
            button = self.page.locator(".plain .moves > .group button.move").first
            return self._confirm(button)
        guess = self.best_guess()
        if self.kind("unveil").count() and guess is not None and guess[0] >= sure:
            self.kind("unveil").click(timeout=_SOON)
            _, owner, slot, kind = guess
            for field, label in (("owner", owner), ("slot", str(slot)), ("kind", kind)):
                self.pick(field, label)
        elif self.kind("nothing").count():
            self.kind("nothing").click(timeout=_SOON)
        elif not form.locator("input:checked").count():
            form.locator("label").last.click(timeout=_SOON)
        while (open_field := self._open_field()) is not None:
            self.pick(open_field)
        return self._confirm(form.locator(".confirm"))

    def _open_field(self) -> str | None:
        found: str | None = self.page.evaluate(
            """() => [...document.querySelectorAll(".plain .moves > form fieldset")]
               .filter(each => each.querySelector("[data-field]") && !each.querySelector("input:checked"))
               .map(each => each.querySelector("[data-field]").dataset.field)[0] ?? null"""
        )
        return found

    def _confirm(self, button: Locator) -> str:
        text = button.get_attribute("data-move", timeout=_SOON)
        assert text, self.page.locator(".plain .moves").inner_text()
        lines = self.page.locator(_LOG).count()
        button.click(timeout=_SOON)
        # Until the table has answered, nothing can be confirmed again; then maybe the same once more.
        self.page.wait_for_function(
            """([text, end, log, lines]) => document.querySelector(end)
               || document.querySelectorAll(log).length > lines
               || !document.querySelector(`.plain [data-move="${text}"]:not([aria-disabled=true])`)""",
            arg=[text, END, _LOG, lines],
        )
        kind = text.split()[0]
        self.made[kind] = self.made.get(kind, 0) + 1
        return text


def read_on(readers: Sequence[Reader], *, moves: int, sure: int = 60) -> bool:
    """Let people move as the table asks them, at most `moves` times; True when the game is over."""
    made = 0
    for _ in range(_PATIENCE):
        turns = [reader.turn() for reader in readers]
        if all(turn == "over" for turn in turns):
            return True
        if "move" not in turns:
            for reader in readers:
                reader.go_on()
            readers[0].page.wait_for_timeout(20)
            continue
        if made == moves:
            return False
        made += bool(readers[turns.index("move")].move(sure))
    raise AssertionError("the table waits for nobody")


def read_until(readers: Sequence[Reader], wanted: Locator) -> None:
    """Let people move as the table asks them until there is what is wanted."""
    for _ in range(_PATIENCE):
        for reader in readers:
            reader.go_on()
            if reader.turn() == "move":
                if wanted.count():
                    return
                reader.move()
        readers[0].page.wait_for_timeout(20)
    raise AssertionError("it never comes")
