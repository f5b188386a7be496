"""Absent friends: who goes does not end the game of the others, and finds it again on coming back."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import House
from tests.browser.people import END, Person, play_on

pytestmark = [pytest.mark.browser, pytest.mark.slow]
MakePerson = Callable[..., Person]
PHONE = {"viewport": {"width": 390, "height": 780}, "has_touch": True, "is_mobile": True}
AWAY = 1.5  # s


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, built: None) -> Iterator[House]:
    """A house in which one is soon missed."""
    served = House(tmp_path_factory.mktemp("absent"), away=AWAY)
    try:
        served.open()
        yield served
    finally:
        served.close()


class Evening:
    """Three people at a table of Cooking Rumble: Ana made it, Bo is about to go, Cy plays on a phone."""

    def __init__(self, person: MakePerson) -> None:
        self.ana, self.bo, self.cy = person("Ana"), person("Bo"), person("Cy", **PHONE)
        self.path = self.ana.new_table(["open", "open"])
        self.bo.sit(self.path)
        self.cy.sit(self.path)
        self.ana.start()
        for each in (self.bo, self.cy):
            each.at_board()

    @property
    def all(self) -> list[Person]:
        return [self.ana, self.bo, self.cy]

    def bo_goes(self) -> None:
        """He closes his tab; the others see that he is away."""
        self.bo.page.close()
        for each in (self.ana, self.cy):
            expect(each.page.locator("[data-away='1']")).to_have_accessible_name("away for 1 min")

    def bo_is_back(self) -> None:
        """The same browser opens the table again."""
        self.bo.reopen()
        self.bo.open(self.path)
        self.bo.at_board()

    def hand(self, by: Person) -> None:
        """Let a bot play for Bo, or propose it."""
        by.page.locator("[data-away='1']").click()
        by.page.locator("[data-hand]").click()
        expect(by.page.locator("dialog")).to_have_count(0)


@pytest.fixture
def evening(person: MakePerson) -> Evening:
    return Evening(person)


def seat(person: Person, number: int) -> Locator:
    """A seat in the players' strip."""
    return person.page.locator(f"ol[data-seats] [data-seat='{number}']")


def meanwhile(person: Person) -> Locator:
    return person.page.locator(".meanwhile")


def slip(person: Person, about: str) -> Locator:
    return person.page.locator(f"[data-slip='{about}']")


def unfold(phone: Person, about: str) -> None:
    """On a phone a slip lies behind its line."""
    phone.page.locator(f"[data-vote='{about}']").tap()


def end_by_vote(proposing: Person, agreeing: Person) -> None:
    """One proposes to end the game, another is for it."""
    proposing.page.get_by_role("button", name="Table", exact=True).click()
    proposing.page.get_by_role("button", name="Propose to end the game").click()
    proposing.page.locator("dialog [data-sure='close']").click()
    if agreeing.name == "Cy":
        unfold(agreeing, "close")
    slip(agreeing, "close").locator("[data-yes]").click()


def test_who_closes_a_private_window_is_played_for_and_the_game_ends(evening: Evening) -> None:
    play_on(evening.all, moves=4)
    evening.bo.page.context.close()
    # Where the table waits for him, the prompt says so, too; one press away is what can be done.
    here = [evening.ana, evening.cy]
    expect(seat(evening.cy, 1).locator("[data-away]")).to_be_visible()
    evening.cy.page.locator("[data-away='1']").tap()
    expect(evening.cy.page.locator("dialog h2")).to_have_text("Bo is away")
    assert evening.cy.read() == {}
    evening.cy.page.keyboard.press("Escape")
    evening.hand(evening.ana)
    for each in here:
        expect(seat(each, 1).locator("strong")).to_have_text("Bo (bot)")
        expect(seat(each, 1).locator(".standing")).to_contain_text("medium")
        assert each.read() == {}
    assert play_on(here, moves=10_000)
    expect(evening.ana.page.locator(END)).to_contain_text("Bo (bot)")


def test_the_owner_takes_the_seat_back_in_one_press_and_sees_what_happened(evening: Evening) -> None:
    play_on(evening.all, moves=4)
    evening.bo_goes()
    evening.hand(evening.ana)
    expect(seat(evening.ana, 1)).to_contain_text("Bo (bot)")
    play_on([evening.ana, evening.cy], moves=10)
    evening.bo_is_back()
    bo = evening.bo
    expect(bo.page.locator("[data-back='1']")).to_contain_text("A bot has been playing for you.")
    assert bo.read() == {}
    bo.page.locator("[data-come-back='1']").click()
    expect(seat(bo, 1)).to_contain_text("you")
    expect(meanwhile(bo)).to_contain_text("A bot has played")
    assert bo.read() == {}
    # All of it, folded by turn; what the bot did lies open. The board stands at the newest beneath.
    bo.page.locator("[data-all]").click()
    mine = bo.page.locator("dialog details[open]", has_text="bot for you")
    expect(mine.first).to_be_visible()
    assert bo.read() == {}
    bo.page.keyboard.press("Escape")
    # A reload tells it again, until it was put away.
    bo.page.reload()
    expect(meanwhile(bo)).to_be_visible()
    meanwhile(bo).get_by_role("button", name="Put away").click()
    expect(meanwhile(bo)).to_have_count(0)
    bo.page.reload()
    bo.at_board()
    expect(seat(bo, 1)).to_contain_text("you")
    expect(meanwhile(bo)).to_have_count(0)
    expect(seat(evening.ana, 1).locator("strong")).to_have_text("Bo")
    assert not play_on(evening.all, moves=4)


OVER = """() => {
    const box = (each) => each.getBoundingClientRect();
    const all = (css) => [...document.querySelectorAll(css)].map((each) => [css, box(each)]);
    const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const under = [".prompt", ".rumble", "ol[data-seats]"].flatMap(all);
    return [".slip", ".meanwhile", ".lost"].flatMap(all).flatMap(([over, paper]) =>
        under.filter(([, each]) => meet(paper, each)).map(([css]) => `${over} over ${css}`));
}"""


def test_nothing_that_comes_up_lies_over_the_board_or_its_buttons(evening: Evening) -> None:
    play_on(evening.all, moves=4)
    cy = evening.cy.page
    cy.context.set_offline(True)
    expect(cy.locator(".lost")).to_be_visible(timeout=30_000)
    assert cy.evaluate(OVER) == []
    cy.context.set_offline(False)
    expect(cy.locator(".lost")).to_have_count(0, timeout=30_000)
    evening.ana.page.get_by_role("button", name="Table", exact=True).click()
    evening.ana.page.get_by_role("button", name="Propose to end the game").click()
    evening.ana.page.locator("dialog [data-sure='close']").click()
    for person, size in ((evening.cy, (390, 780)), (evening.cy, (844, 390)), (evening.bo, (900, 700))):
        person.page.set_viewport_size({"width": size[0], "height": size[1]})
        expect(person.page.locator(".votes")).to_be_visible()
        assert person.page.evaluate(OVER) == []
        assert person.read() == {}


HAND = """() => document.querySelector('.hand').getBoundingClientRect().bottom
    - document.querySelector('.prompt').getBoundingClientRect().top"""


def test_on_a_phone_what_comes_up_pushes_no_hand_below_the_prompt(evening: Evening) -> None:
    play_on(evening.all, moves=2)
    cy = evening.cy
    cy.page.set_viewport_size({"width": 390, "height": 844})
    evening.ana.page.get_by_role("button", name="Table", exact=True).click()
    evening.ana.page.get_by_role("button", name="Propose to end the game").click()
    evening.ana.page.locator("dialog [data-sure='close']").click()
    expect(cy.page.locator(".votes [data-vote='close']")).to_be_visible()
    assert cy.page.evaluate(HAND) <= 0
    unfold(cy, "close")
    expect(slip(cy, "close").locator("[data-yes]")).to_be_visible()
    assert cy.read() == {}
    cy.page.keyboard.press("Escape")
    expect(slip(cy, "close")).to_have_count(0)
    # As if the page had been left after the first event.
    cy.page.evaluate("localStorage['potluck.seen'] = localStorage['potluck.seen'].replace(/:\\d+/g, ':1')")
    cy.page.reload()
    expect(meanwhile(cy)).to_be_visible()
    assert cy.page.evaluate(HAND) <= 0
    assert cy.read() == {}


def test_two_who_are_there_decide_and_a_proposal_that_fails_says_so(evening: Evening) -> None:
    evening.bo_goes()
    evening.hand(evening.cy)
    for each in (evening.ana, evening.cy):
        if each is evening.cy:
            unfold(each, "bot")
        expect(slip(each, "bot")).to_contain_text("1 of 2 for it: Cy.")
        assert each.read() == {}
    expect(slip(evening.cy, "bot")).to_contain_text("You are for it")
    slip(evening.cy, "bot").locator("[data-no]").tap()
    for each in (evening.ana, evening.cy):
        expect(each.page.locator(".votes .outcome")).to_contain_text("No bot for Bo")
    evening.hand(evening.cy)
    slip(evening.ana, "bot").locator("[data-yes]").click()
    for each in (evening.ana, evening.cy):
        expect(each.page.locator(".votes .outcome.carried")).to_contain_text("a bot plays on for Bo")
        expect(seat(each, 1)).to_contain_text("Bo (bot)")


def test_somebody_else_takes_the_place_by_a_link_and_gives_it_back_when_asked(
    evening: Evening, person: MakePerson
) -> None:
    play_on(evening.all, moves=4)
    evening.bo_goes()
    ana, bo, di = evening.ana, evening.bo, person("Di", **PHONE)
    ana.page.locator("[data-away='1']").click()
    ana.page.locator("[data-offer]").click()
    expect(ana.page.locator("dialog .invite")).to_be_visible()
    assert ana.read() == {}
    link = ana.page.locator("dialog .invite input").input_value()
    di.open("/seat/" + link.rpartition("/")[2])
    expect(di.page.locator("h1")).to_have_text("Play on for somebody")
    assert di.read() == {}
    di.introduce()
    di.page.get_by_role("button", name="Sit down and play").tap()
    di.at_board()
    expect(ana.page.locator("dialog")).to_contain_text("Di plays on for Bo now.")
    ana.page.keyboard.press("Escape")
    expect(seat(ana, 1).locator("strong")).to_have_text("Di")
    expect(seat(ana, 1).locator(".standing")).to_contain_text("plays for Bo")
    # Who comes too late is told so, and may watch.
    late = person("Eve")
    late.open("/seat/" + link.rpartition("/")[2])
    expect(late.page.locator("main [role=alert]")).to_contain_text("Somebody was faster")
    expect(late.page.locator("main button")).to_have_count(0)
    late.errors.clear()  # the browser's own line about the 404
    assert late.read() == {}
    expect(late.page.get_by_role("link", name="Watch instead")).to_have_attribute("href", evening.path)
    # The owner's lobby says who plays; they ask, and whoever plays the seat decides.
    bo.reopen()
    bo.open("/")
    expect(bo.page.locator(".mine .status")).to_have_text("Di plays for you")
    bo.page.close()
    evening.bo_is_back()
    expect(bo.page.locator("[data-back='1']")).to_contain_text("Di plays in your place now.")
    bo.page.locator("[data-come-back='1']").click()
    expect(bo.page.locator("[data-back='1']")).to_contain_text("Di has been asked")
    unfold(di, "back")
    expect(slip(di, "back")).to_contain_text("Bo would like the seat back.")
    expect(slip(bo, "back")).to_contain_text("You asked for your seat back.")
    expect(slip(ana, "back")).to_have_count(0)
    assert di.read() == {}
    slip(di, "back").locator("[data-yes]").tap()
    expect(seat(bo, 1)).to_contain_text("you")
    expect(di.page.locator(".prompt .watch")).to_be_visible()
    assert not play_on(evening.all, moves=3)


def test_who_gives_up_is_asked_once_and_played_for_to_the_end(evening: Evening) -> None:
    cy = evening.cy
    cy.page.get_by_role("button", name="Table", exact=True).tap()
    cy.page.get_by_role("button", name="Give up").tap()
    expect(cy.page.locator("dialog")).to_contain_text("You cannot take it back")
    assert cy.read() == {}
    cy.page.locator("dialog [data-sure='concede']").tap()
    expect(cy.page.locator(".prompt .watch")).to_be_visible()
    expect(cy.page.locator("[data-come-back]")).to_have_count(0)
    expect(seat(evening.ana, 2).locator(".standing")).to_contain_text("Cy gave up")
    assert not play_on([evening.ana, evening.bo], moves=6)


def test_a_game_is_ended_by_those_who_play_and_keeps_what_it_came_to(evening: Evening) -> None:
    play_on(evening.all, moves=6)
    end_by_vote(evening.bo, evening.cy)
    for each in evening.all:
        end = each.page.locator(END)
        expect(end.locator("h2")).to_have_text("The game was ended early")
        expect(end.locator("li")).to_have_count(3)
        expect(end.get_by_role("button", name="Play again")).to_be_visible()
        assert each.read() == {}
    with evening.bo.page.expect_download() as download:
        evening.bo.page.locator(END).get_by_role("link", name="Download the record").click()
    assert "closed" in download.value.path().read_text(encoding="utf-8")
    evening.bo.open("/")
    expect(evening.bo.page.locator(".mine .status")).to_have_text("ended early")
    assert evening.bo.read() == {}


def test_whom_the_table_waits_for_is_nudged_once(evening: Evening) -> None:
    play_on(evening.all, moves=2)
    waited = next(each for each in evening.all if each.turn() in ("choice", "plate"))
    nudging = next(each for each in (evening.ana, evening.bo) if each is not waited)
    button = nudging.page.locator("[data-nudge]")
    expect(button).to_have_text(f"Nudge {waited.name}", timeout=40_000)
    button.click()
    expect(waited.page.locator(".prompt .nudged")).to_have_text(f"{nudging.name} is waiting for you.")
    expect(waited.page).to_have_title(f"● {nudging.name} is waiting · Cooking Rumble")
    expect(button).to_have_count(0)
    assert waited.read() == {}
    waited.move(tap=waited is evening.cy)
    expect(waited.page.locator(".prompt .nudged")).to_have_count(0)


def test_a_mere_reload_tells_nothing(evening: Evening) -> None:
    play_on(evening.all, moves=3)
    evening.bo.page.reload()
    evening.bo.at_board()
    expect(seat(evening.bo, 1)).to_contain_text("you")
    evening.bo.page.wait_for_timeout(400)
    expect(meanwhile(evening.bo)).to_have_count(0)


def test_people_on_one_device_have_one_voice_and_a_cover_shows_no_slip(person: MakePerson) -> None:
    ana, bo, cy = person("Ana"), person("Bo"), person("Cy")
    path = ana.new_table(["here Ben", "open"])
    bo.sit(path)
    ana.page.locator(".start .button").click()
    bo.at_board()
    end_by_device = ana.page.locator("main.cover [data-take='0']")
    expect(end_by_device).to_have_attribute("aria-disabled", "false")
    end_by_device.click()
    ana.at_board()
    ana.page.get_by_role("button", name="Table", exact=True).click()
    ana.page.get_by_role("button", name="Propose to end the game").click()
    ana.page.locator("dialog [data-sure='close']").click()
    expect(slip(ana, "close")).to_contain_text("1 of 2 for it: Ana.")
    expect(slip(ana, "close").locator("[data-yes]")).to_have_count(0)
    ana.page.get_by_role("button", name="Pass the device on").click()
    expect(ana.page.locator("main.cover")).to_be_visible()
    expect(ana.page.locator(".votes")).to_have_count(0)
    expect(ana.page.locator("main.cover [data-take='1']")).to_have_attribute("aria-disabled", "false")
    ana.page.locator("main.cover [data-take='1']").click()
    expect(slip(ana, "close")).to_contain_text("You are for it")
    # Who only watches sees it and has no say.
    cy.open(path)
    expect(slip(cy, "close")).to_be_visible()
    expect(slip(cy, "close").locator("button")).to_have_count(0)
    slip(bo, "close").locator("[data-yes]").click()
    expect(cy.page.locator(END)).to_be_visible()


def test_slips_and_what_happened_meanwhile_are_reached_by_keyboard(evening: Evening) -> None:
    ana, bo = evening.ana, evening.bo
    evening.bo_goes()
    ana.tab_to("[data-away='1']")
    ana.page.keyboard.press("Enter")
    ana.tab_to("[data-hand]")
    ana.page.keyboard.press("Enter")
    expect(seat(ana, 1)).to_contain_text("Bo (bot)")
    assert ana.focused() != "BODY"
    evening.bo_is_back()
    bo.tab_to("[data-come-back]")
    bo.page.keyboard.press("Enter")
    expect(seat(bo, 1)).to_contain_text("you")
    assert bo.focused() != "BODY"
