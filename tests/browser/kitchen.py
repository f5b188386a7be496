"""Chef Alfredo by hand: how a person makes a table of it and does what it asks for next."""

from collections.abc import Callable, Sequence

from playwright.sync_api import Locator, expect

from tests.browser.people import END, Person

POT = ".plate[data-lit]"
YES = ".prompt .button:not(.plain)[aria-disabled=false]"
CLOSED = ".plates .pot:not(.open, .ajar, .emptied)"


def new_table(person: Person, others: Sequence[str], *, points: int = 12) -> str:
    """Make a table of a short game, from the lobby on; its path. `others`: as in `Person.new_table`."""
    person.open("/")
    person.introduce()
    person.page.locator('a[href$="/new/chef_alfredo"]').click()
    person.page.locator(f"input[type=radio][value='{len(others) + 1}']").check(force=True)
    for seat, value in enumerate(others, start=1):
        person.page.locator("select").nth(seat).select_option(value)
    person.page.locator(f"input[type=radio][value='{points}']").check(force=True)
    person.page.locator("main form button.big").click()
    person.page.wait_for_url("**/t/*")
    return person.page.url.removeprefix(person.origin)


def start(person: Person) -> None:
    """Begin the game."""
    button = person.page.locator(".start .button")
    expect(button).to_have_attribute("aria-disabled", "false")
    button.click()
    at_stove(person)


def at_stove(person: Person) -> None:
    """The board is drawn."""
    expect(person.page.locator(".alfredo .plate").first).to_be_visible()


def asked(person: Person) -> str | None:
    """What the table waits for from this person: "button", "pot", "over", or None."""
    found: str | None = person.page.evaluate(
        """([yes, pot, end]) => document.querySelector(end) ? "over"
           : document.querySelector(yes) ? "button"
           : document.querySelector(pot) ? "pot" : null""",
        [YES, POT, END],
    )
    return found


def step(person: Person, turn: int, *, tap: bool = False) -> None:
    """Do what is asked for by pointing; `turn` makes choices differ from one to the next."""
    if asked(person) == "button":
        buttons = person.page.locator(YES)
        _point(buttons.nth(turn % buttons.count()), tap)  # trust and doubt in turns
        return
    pots = person.page.locator(POT)
    _point(pots.nth(turn % pots.count()), tap)
    if person.page.locator(YES).count():  # one pot: it is asked for once more before the lid is up
        _point(person.page.locator(YES), tap)
    else:
        _point(person.page.locator(f"{POT}[aria-pressed=false]").nth(turn % 3), tap)


def _point(at: Locator, tap: bool) -> None:
    if tap:
        at.tap()
    else:
        at.click()


def acting(people: Sequence[Person]) -> Person | None:
    """Who of these people is asked for something."""
    return next((each for each in people if asked(each) in ("button", "pot")), None)


def over(people: Sequence[Person]) -> bool:
    """Whether all of them see the end."""
    return all(asked(each) == "over" for each in people)


def play_until(people: Sequence[Person], so: Callable[[], bool], *, tap: bool = False) -> int:
    """Let people do what they are asked for until something is so; how many steps they made."""
    made = 0
    for _ in range(6000):
        if so():
            return made
        person = acting(people)
        if person is None:
            people[0].page.wait_for_timeout(30)
            continue
        step(person, made, tap=tap)
        made += 1
    raise AssertionError("the table waits for nobody")


def play_out(people: Sequence[Person], *, tap: bool = False) -> int:
    """Play to the end; how many steps the people made."""
    return play_until(people, lambda: over(people), tap=tap)
