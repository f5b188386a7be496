"""Several people on one device: a cover between seats, and nothing of a seat where it is not looked at."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser import kitchen
from tests.browser.people import CHOICE, END, WAIT, Person

pytestmark = [pytest.mark.browser, pytest.mark.slow]
MakePerson = Callable[..., Person]
PHONE = {"viewport": {"width": 390, "height": 780}, "has_touch": True, "is_mobile": True}
COVER = "main.cover"
TAKE = f"{COVER} .primary[data-take]"
PASS = ".prompt [data-pass]"


class Wire:
    """Everything the socket of a page brings, checked as it comes against the seat that is looked at."""

    def __init__(self, page: Page) -> None:
        self.seat: int | None = None  # of the last welcome
        self.asked: list[str | None] = []  # the seat token of every hello
        self.looks: list[dict[str, Any]] = []
        self.wrong: list[str] = []
        self._welcomed = True
        self._page = page
        page.on("websocket", self._opened)

    def _opened(self, socket: Any) -> None:
        socket.on("framesent", lambda frame: self._sent(json.loads(frame)))
        socket.on("framereceived", lambda frame: self._received(json.loads(frame)))

    def let_go(self) -> None:
        """At a cover the page asks, before long, for what everybody may know only."""
        for _ in range(WAIT // 20):
            if self.asked[-1] is None and self._welcomed:
                break
            self._page.wait_for_timeout(20)
        assert self.seat is None

    def _sent(self, message: dict[str, Any]) -> None:
        if message["t"] == "hello":
            self.asked.append(message["seat_token"])
            self._welcomed = False

    def _received(self, message: dict[str, Any]) -> None:
        if message["t"] == "welcome":
            self.seat, self._welcomed = message["seat"], True
            if (self.seat is None) != (self.asked[-1] is None):
                self.wrong.append(f"welcomed as {self.seat} for {self.asked[-1]}")
        look = message.get("look")
        if look is None:
            return
        view = look["view"]
        self.looks.append(view)
        if view["seat"] != self.seat:
            self.wrong.append(f"a look of {view['seat']} for {self.seat}")
        if view["card"] is not None and view["seat"] != view["active"]:
            self.wrong.append(f"seat {view['seat']} was sent the card of {view['active']}")


def covered(ana: Person) -> bool:
    return ana.page.locator(COVER).count() > 0


def take(ana: Person, seat: int | None = None) -> int:
    """Say who is here, as soon as the cover lets one; the seat."""
    button = ana.page.locator(TAKE if seat is None else f"{COVER} [data-take='{seat}']")
    expect(button).to_have_attribute("aria-disabled", "false")
    taken = int(button.get_attribute("data-take") or "")
    button.click()
    expect(ana.page.locator(".rumble .plate, .alfredo .plate").first).to_be_visible()
    return taken


def nothing_shows(ana: Person) -> None:
    """At a cover the page knows names and tokens, and nothing of anybody's view."""
    page = ana.page
    ana.page.wait_for_timeout(120)  # longer than the live region gathers
    found = page.evaluate(
        """(board) => ({
            board: [...document.querySelectorAll(board)].map(each => each.outerHTML.slice(0, 80)),
            said: document.querySelector("[role=log][aria-live]").textContent.trim(),
            title: document.title,
            text: document.body.innerText,
            html: document.documentElement.outerHTML,
            kept: [...Object.entries(localStorage), ...Object.entries(sessionStorage)],
            history: JSON.stringify(history.state),
        })""",
        ".rumble, div.plain, .prompt, .log, .since, aside, ol[data-seats]",
    )
    heading = page.locator(f"{COVER} h1").inner_text()
    assert found["board"] == []
    assert found["said"] in ("", heading)
    assert found["title"] == f"{heading} · Cooking Rumble"
    assert found["history"] in ("null", "{}")
    for kind in ("cereal", "fruit", "sugar", "protein"):
        assert kind not in found["html"].lower()
    for key, value in found["kept"]:
        if key == "potluck.settings":
            continue
        assert key.startswith("potluck.seat.")
        tokens = json.loads(value)
        assert all(len(token) == 43 for token in tokens)
    assert "Points" not in found["text"]


def play_shared(
    ana: Person, wire: Wire, moves: int, *, tap: bool = False, check: bool = False
) -> tuple[bool, set[int]]:
    """Play everybody who shares the device, at most `moves` times; whether it is over, who had it."""
    made, had = 0, set[int]()
    for _ in range(6000):
        if covered(ana):
            if check:
                nothing_shows(ana)
                wire.let_go()
            had.add(take(ana))
            continue
        turn = ana.turn()
        if turn == "over":
            return True, had
        if turn is not None:
            if made == moves:
                return False, had
            ana.move(tap)
            made += 1
        elif ana.page.locator(PASS).count():
            ana.page.locator(PASS).click()
            expect(ana.page.locator(COVER)).to_be_visible()
        else:
            ana.page.wait_for_timeout(20)
    raise AssertionError("the table waits for nobody")


def test_two_people_on_one_device_and_a_bot_play_a_whole_game(person: MakePerson) -> None:
    ana = person("Ana")
    wire = Wire(ana.page)
    ana.new_table(["here Ben", "bot medium"])
    expect(ana.page.locator("ol li strong", has_text="Ben")).to_be_visible()
    ana.page.locator(".start .button").click()
    expect(ana.page.locator(COVER)).to_be_visible()
    over, had = play_shared(ana, wire, 400, check=True)
    assert over
    assert had == {0, 1}
    assert wire.wrong == []
    assert any(view["card"] is not None and view["seat"] == 0 for view in wire.looks)
    assert any(view["card"] is not None and view["seat"] == 1 for view in wire.looks)
    # The rematch keeps everybody on this device.
    ana.page.locator(f"{END} .primary").click()
    expect(ana.page.locator("ol li .note", has_text="on this device")).to_have_count(1)
    expect(ana.page.locator(".start .button")).to_have_attribute("aria-disabled", "false")
    ana.page.locator(".start .button").click()
    expect(ana.page.locator(COVER)).to_be_visible()
    nothing_shows(ana)


def test_a_reload_at_a_cover_and_in_mid_turn_covers(person: MakePerson) -> None:
    ana = person("Ana")
    wire = Wire(ana.page)
    ana.new_table(["here Ben"])
    ana.page.locator(".start .button").click()
    expect(ana.page.locator(TAKE)).to_be_visible()
    first = ana.page.locator(COVER).get_attribute("data-next")
    ana.page.reload()
    expect(ana.page.locator(TAKE)).to_be_visible()
    expect(ana.page.locator(COVER)).to_have_attribute("data-next", str(first))
    nothing_shows(ana)
    seat = take(ana)
    ana.page.locator(CHOICE).first.click()
    expect(ana.page.locator(".prompt .button.yes")).to_be_visible()
    ana.page.reload()
    expect(ana.page.locator(TAKE)).to_be_visible()
    nothing_shows(ana)
    assert wire.seat is None
    assert take(ana) == seat
    expect(ana.page.locator(".chosen")).to_have_count(0)
    # Hidden now: the other one answers without ever being sent the card.
    ana.move()
    ana.page.locator(PASS).click()
    expect(ana.page.locator(COVER)).to_have_attribute("data-next", str(1 - seat))
    nothing_shows(ana)
    ana.page.reload()
    expect(ana.page.locator(COVER)).to_have_attribute("data-next", str(1 - seat))
    nothing_shows(ana)
    take(ana)
    expect(ana.page.locator(".since li").last).to_contain_text(("Ana", "Ben")[seat])
    assert not play_shared(ana, wire, 4, check=True)[0]
    assert wire.wrong == []


def test_a_friend_elsewhere_sees_everybody_present_and_one_seat_can_move_away(person: MakePerson) -> None:
    ana, cleo, ben = person("Ana"), person("Cleo"), person("Benno")
    path = ana.new_table(["here Ben", "open"])
    cleo.sit(path)
    expect(cleo.page.locator("ol li strong")).to_have_text(["Ana", "Ben", "Cleo"])
    ana.page.locator(".start .button").click()
    cleo.at_board()
    cleo.page.wait_for_timeout(1200)
    expect(cleo.page.locator("ol[data-seats] .away")).to_have_count(0)
    # Ben takes his own phone out: a link made from his side of the table.
    take(ana, 1)
    ana.page.get_by_role("button", name="Table", exact=True).click()
    ana.page.get_by_role("button", name="Make the link").click()
    link = ana.page.locator("dialog input[readonly], dialog .invite code, dialog .invite input").last
    address = link.input_value() if link.evaluate("e => 'value' in e") else link.inner_text()
    ben.open(address.removeprefix(ben.origin))
    ben.introduce()
    ben.page.get_by_role("button", name="Take the seat").click()
    ben.at_board()
    expect(cleo.page.locator("ol[data-seats] strong")).to_have_text(["Ana", "Benno", "Cleo"])
    ana.page.get_by_role("button", name="Watch instead").or_(
        ana.page.get_by_role("button", name="Go on with the others here")
    ).click()
    ana.at_board()
    expect(ana.page.locator("ol[data-seats] .you")).to_have_count(1)
    assert (
        ana.page.evaluate("() => Object.keys(localStorage).filter(k => k.startsWith('potluck.seat')).length")
        == 1
    )


def test_the_host_seats_and_unseats_people_here_before_the_start(person: MakePerson) -> None:
    ana, cleo = person("Ana"), person("Cleo")
    path = ana.new_table(["open", "open"])
    ana.page.locator("#arrange-1").select_option("here")
    ana.page.get_by_label("Their name").fill("Ben")
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator("ol li .note", has_text="on this device")).to_have_count(1)
    expect(ana.page.locator("ol li .note", has_text="host")).to_have_count(1)
    cleo.sit(path)
    expect(ana.page.locator("ol li strong")).to_have_text(["Ana", "Ben", "Cleo"])
    ana.page.locator("#arrange-1").select_option("open")
    expect(ana.page.locator("ol li strong")).to_have_text(["Ana", "Cleo"])
    # Cleo may bring somebody along at her device, too.
    cleo.page.get_by_role("button", name="Somebody on this device").click()
    cleo.page.get_by_label("Their name").fill("Dan")
    cleo.page.keyboard.press("Enter")
    expect(ana.page.locator("ol li strong")).to_have_text(["Ana", "Dan", "Cleo"])
    expect(cleo.page.locator("ol li .note", has_text="on this device")).to_have_count(1)
    ana.start()
    expect(cleo.page.locator(COVER)).to_be_visible()
    nothing_shows(cleo)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_cover_is_for_keyboards_readers_and_thumbs(person: MakePerson, theme: str) -> None:
    ana = person("Ana", color_scheme=theme, reduced_motion="reduce", **PHONE)
    ana.new_table(["here Benedikta Maximiliane", "bot easy"])
    assert ana.read() == {}
    ana.page.locator(".start .button").tap()
    expect(ana.page.locator(TAKE)).to_be_focused()
    expect(ana.page.locator(TAKE)).to_have_attribute("aria-disabled", "false")
    assert ana.read() == {}
    said = ana.page.locator("[role=log][aria-live]")
    expect(said).to_contain_text(ana.page.locator(f"{COVER} h1").inner_text())
    assert ana.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert ana.page.evaluate("() => document.getAnimations().length") == 0
    ana.page.keyboard.press("Enter")
    ana.at_board()
    assert ana.read() == {}
    wire = Wire(ana.page)
    for _ in range(40):
        if ana.page.locator(PASS).count() and ana.turn() is None:
            break
        if covered(ana):
            take(ana)
        elif ana.turn() in ("choice", "plate"):
            ana.move(tap=True)
        else:
            ana.page.wait_for_timeout(20)
    assert wire.wrong == []
    assert ana.read() == {}
    ana.tab_to(PASS)
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator(TAKE)).to_be_focused()
    nothing_shows(ana)


def test_where_memory_is_the_game_a_device_is_passed_round_to_the_end(person: MakePerson) -> None:
    ana = person("Ana")
    ana.new_table(["here Ben", "bot easy"], game="chef_alfredo", choices=["12"])
    ana.page.locator(".start .button").click()
    expect(ana.page.locator(COVER)).to_be_visible()
    made, had = 0, set[int]()
    for _ in range(6000):
        if covered(ana):
            assert ana.page.locator(".alfredo, .prompt, .log li").count() == 0
            had.add(take(ana))
            continue
        turn = kitchen.asked(ana)
        if turn == "over":
            break
        if turn is not None:
            kitchen.step(ana, made)
            made += 1
        elif ana.page.locator(PASS).count():
            ana.page.locator(PASS).click()
            expect(ana.page.locator(COVER)).to_be_visible()
        else:
            ana.page.wait_for_timeout(20)
    else:
        raise AssertionError("the table waits for nobody")
    assert had == {0, 1}
    expect(ana.page.locator(END)).to_be_visible()
