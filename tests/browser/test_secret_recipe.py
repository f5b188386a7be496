"""Secret Recipe on the plain board: whole games of people and bots, and what their sockets were told."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from playwright.sync_api import WebSocket, expect

from potluck.games.secret_recipe import game
from potluck.games.secret_recipe.view import Hints, SecretRecipeView
from potluck.play.chance import Fast
from tests.browser.people import END, Person
from tests.browser.plain import Reader, read_on, read_until

pytestmark = [pytest.mark.browser, pytest.mark.slow]
MakePerson = Callable[..., Person]
PHONE = {"viewport": {"width": 390, "height": 780}, "has_touch": True, "is_mobile": True}
WIDTH = "() => [document.documentElement.scrollWidth, innerWidth]"
GAME = "secret_recipe"
REDEALT = 8  # frames a seat that are compared with other deals


def listen(person: Person) -> list[dict[str, Any]]:
    """Every message that the person's page will receive."""
    frames: list[dict[str, Any]] = []

    def opened(line: WebSocket) -> None:
        line.on("framereceived", lambda data: frames.append(msgspec.json.decode(data)))

    person.page.on("websocket", opened)
    return frames


def looks(frames: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The looks among the messages."""
    return [frame["look"] for frame in frames if frame.get("look")]


def test_two_people_and_a_bot_play_a_whole_game(person: MakePerson) -> None:
    """To the end by the rules, each move chosen field by field; the sockets tell nobody anything secret."""
    ana, ben = person("Ana"), person("Ben")
    heard = [listen(ana), listen(ben)]
    path = ana.new_table(["open", "bot medium"], game=GAME, choices=["expert"])
    ben.sit(path)
    ana.start()
    ben.at_board()
    readers = [Reader(ana), Reader(ben)]
    assert read_on(readers, moves=400, sure=45)
    told = ana.page.locator(f"{END} .score").all_inner_texts()
    assert told == ben.page.locator(f"{END} .score").all_inner_texts()
    assert len(told) == 3
    for reader in readers:
        assert reader.made.get("clue", 0) + reader.made.get("question", 0) > 0
        assert reader.made.get("unveil", 0) > 0
    end = msgspec.convert(looks(heard[0])[-1]["view"], SecretRecipeView)
    hidden = sum(not slot.revealed for recipe in end.recipes for slot in recipe)
    assert end.round < end.round_limit
    assert hidden == 0 or end.last_turns == 0
    for seat, frames in enumerate(heard):
        nothing_secret(seat, looks(frames))


def nothing_secret(seat: int, told: list[dict[str, Any]]) -> None:
    """What a seat was told is what its rules let it know, and would be the same with other hidden tiles."""
    assert len(told) > 20
    known = set()  # events whose words are for the seats named in these arguments
    own = {"saw": ("seat",), "hand": ("seat",), "kept_own": ("seat",), "asked_yes": ("seat", "owner")}
    own["asked_no"] = own["asked_yes"]
    varied = 0
    for at, look in enumerate(told):
        view = msgspec.convert(look["view"], SecretRecipeView)
        assert view.seat == seat
        over = view.step == "over"
        for owner, recipe in enumerate(view.recipes):
            assert all(slot.revealed for slot in recipe if owner != seat and slot.kind is not None)
        assert all(seat in shelf.seen for shelf in view.shelves if shelf.kind is not None)
        assert all(over or who == seat for who, kept in enumerate(view.kept) if kept is not None)
        assert all(seat in (each.seat, each.owner) for each in view.asked if each.kind is not None)
        for event in look["events"]:
            name = event["key"].rpartition(".")[2]
            if name in own:
                known.add(name)
                assert seat in [event["args"][argument] for argument in own[name]], event
        if at % max(1, len(told) // REDEALT) == 0 and not over:
            varied += same_with_other_tiles(view, look)
    assert {"hand", "kept_own"} <= known
    assert varied > 0


def same_with_other_tiles(view: SecretRecipeView, look: dict[str, Any]) -> bool:
    """The look of a seat over another deal that agrees with it is this one; whether that deal is another."""
    seat = view.seat
    assert seat is not None
    deal, luck = game.redealer(view), Fast(view.turn + 1)
    one, other = deal(luck), deal(luck)
    for state in (one, other):
        again = game.view(state, seat)
        assert again == view
        assert msgspec.convert(look["hints"], Hints) == game.hints(again)
        assert look["sections"] == msgspec.to_builtins(game.describe(again))
        assert look["prompt"] == msgspec.to_builtins(game.prompt(again))
        legal = [game.moves.text(move) for move in state.legal(seat)]
        assert [each["text"] for each in look["legal"]] == legal
    return bool(one.tiles != other.tiles)


def test_two_players_by_touch_on_a_phone(person: MakePerson) -> None:
    """Part B for some rounds; nothing is wider than the phone, chips are as big as a thumb."""
    ana = person("Ana", **PHONE)
    ana.new_table(["bot easy"], game=GAME, choices=["expert"])
    ana.start()
    reader = Reader(ana)
    for _ in range(5):
        assert not read_on([reader], moves=3)
        needed, given = ana.page.evaluate(WIDTH)
        assert needed <= given
    assert reader.made["clue"] >= 3
    chips = ana.page.locator(".plain .chip")
    for at in range(chips.count()):
        box = chips.nth(at).bounding_box()
        assert box is None or (box["width"] >= 44 and box["height"] >= 44)


def test_a_vote_by_keyboard_is_sealed(person: MakePerson) -> None:
    """Arrows choose in a field, Tab goes on, Enter makes the move; then the prompt says what is awaited."""
    ana, ben = person("Ana"), person("Ben")
    ben.sit(ana.new_table(["open", "bot easy"], game=GAME))
    ana.start()
    ben.at_board()
    readers = [Reader(ana), Reader(ben)]
    read_until(readers, readers[0].kind("unveil"))
    keys = ana.page.keyboard
    ana.tab_to(".plain input[type=radio]")
    keys.press("Space")
    while ana.page.locator(".plain .moves > form > fieldset input:checked").first.input_value() != "unveil":
        keys.press("ArrowRight")
    for field in ("owner", "slot", "kind", "cell"):
        ana.tab_to(f"[data-field={field}]")
        keys.press("Space")
    button = ana.page.locator(".plain .confirm")
    expect(button).to_have_attribute("aria-disabled", "false")
    expect(button).not_to_contain_text("…")
    text = button.get_attribute("data-move") or ""
    assert text.split()[0] == "unveil"
    ana.tab_to(".plain .confirm")
    keys.press("Enter")
    if ben.page.locator(".plain .moves > form").count():
        expect(ana.page.locator(".prompt .sentence")).to_contain_text("Your vote is sealed")
        expect(ana.page.locator(".plain .sections")).to_contain_text("Your sealed vote: unveil")
        expect(ben.page.locator(".plain .sections")).not_to_contain_text("Your sealed vote")
    assert ana.focused() != "BODY"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(person: MakePerson, theme: str) -> None:
    ana = person("Ana", color_scheme=theme)
    ana.new_table(["bot easy", "bot medium", "bot medium"], game=GAME)
    ana.start()
    reader = Reader(ana)
    read_on([reader], moves=2)
    while not reader.kind("unveil").count():
        read_on([reader], moves=1)
        ana.page.wait_for_timeout(50)
    assert ana.read() == {}
    reader.kind("unveil").click()
    assert ana.read() == {}


# Notes what the prompt tells, and for how long.
WATCH = """() => {
    window.told = [];
    let last = null;
    const look = () => {
        const now = document.querySelector(".prompt.told .sentence")?.innerText ?? null;
        if (now === last) return;
        if (last !== null) told.at(-1).ms = performance.now() - told.at(-1).at;
        if (now !== null) told.push({text: now, at: performance.now()});
        last = now;
    };
    new MutationObserver(look).observe(document.body, {subtree: true, childList: true, characterData: true});
}"""


@pytest.mark.parametrize("context", [{}, PHONE | {"motion": "normal"}])
def test_a_verdict_is_said_in_the_second_person_for_long_enough(
    person: MakePerson, context: dict[str, Any]
) -> None:
    ana, ben = person("Ana", **context), person("Ben", **context)
    ben.sit(ana.new_table(["open", "bot easy"], game=GAME))
    ana.start()
    ben.at_board()
    readers = [Reader(ana), Reader(ben)]
    read_until(readers, readers[0].kind("unveil"))
    first = ben.page.locator("details:has(h2:text-is('Your recipe')) li").first.inner_text()
    other = next(kind for kind in ("mint", "honey") if kind not in first)
    readers[0].kind("unveil").click()
    for field, label in (("owner", "Ben"), ("slot", "1"), ("kind", other), ("cell", "none")):
        readers[0].pick(field, label)
    for each in (ana, ben):
        each.page.evaluate(WATCH)
    ana.page.locator(".plain .confirm").click()
    ben.page.wait_for_selector(".plain .moves form, .prompt.told:has-text('wrong')")
    if readers[1].turn() == "move":
        readers[1].move()
    for each, said in (
        (ana, "You are wrong about ingredient 1 of Ben"),
        (ben, "Ana is wrong about your ingredient 1"),
    ):
        heard = f"told.find(each => each.text.includes('{said}') && each.ms)"
        each.page.wait_for_function(f"() => {heard}")
        assert each.page.evaluate(f"() => {heard}.ms") > 900


def test_on_a_phone_nothing_that_is_to_be_chosen_is_under_the_prompt(person: MakePerson) -> None:
    """Each choice brings the next one into sight; who reads further down is led back to the moves."""
    ana = person("Ana", viewport={"width": 390, "height": 640}, has_touch=True, is_mobile=True)
    ana.new_table(["bot easy", "bot easy"], game=GAME)
    ana.start()
    reader = Reader(ana)
    read_until([reader], ana.page.locator(".plain [data-field='how']").first)
    for field, after in (("slot", "how"), ("how", "spot"), ("spot", None)):
        reader.pick(field)
        to_do = f"fieldset:has([data-field='{after}'])" if after else ".confirm"
        below = ana.page.evaluate(
            """(pieces) => pieces.map(each => document.querySelector(each).getBoundingClientRect())
               .reduce((piece, prompt) => piece.bottom - prompt.top)""",
            [f".plain .moves > form {to_do}", ".prompt"],
        )
        assert below <= 0, (field, below)
    back = ana.page.locator(".prompt .button", has_text="What you can do")
    expect(back).to_have_count(0)
    ana.page.evaluate("() => document.querySelector('.plain .sections details:last-child').scrollIntoView()")
    back.click()
    expect(back).to_have_count(0)
    expect(ana.page.locator(".plain .moves h2")).to_be_focused()
    expect(ana.page.locator(".plain .moves input:checked")).to_have_count(3)


def test_where_it_is_picked_it_says_that_it_is_played_as_text(person: MakePerson) -> None:
    ana = person("Ana")
    ana.open("/")
    expect(ana.page.get_by_text("As text for now")).to_have_count(1)
    ana.page.locator(f'a[href$="/new/{GAME}"]').click()
    expect(ana.page.get_by_text("As text for now")).to_have_count(1)
