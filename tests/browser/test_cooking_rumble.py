"""Whole games of Cooking Rumble in real browsers: by clicking, by keyboard alone, by touch on a phone."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import House
from tests.browser.people import CHOICE, END, FACE, PLATE, Person, begun, play_on

pytestmark = pytest.mark.browser
LOG = ".log li"
MakePerson = Callable[..., Person]
PHONE = {"viewport": {"width": 390, "height": 780}, "has_touch": True, "is_mobile": True}


def test_two_people_and_a_bot_play_a_whole_game_by_clicking(person: MakePerson) -> None:
    ana, ben = person("Ana"), person("Ben")
    path = ana.new_table(["open", "bot medium"])
    ben.sit(path)
    ana.start()
    ben.at_board()
    assert play_on([ana, ben], moves=400)
    expect(ana.page.locator(END)).to_be_visible()
    told = ana.page.locator(f"{END} .score").all_inner_texts()
    assert told == ben.page.locator(f"{END} .score").all_inner_texts()
    scores = [int("".join(filter(str.isdigit, text))) for text in told]
    assert scores == sorted(scores, reverse=True)
    assert scores[0] >= 6


@pytest.mark.slow
def test_a_wild_token_changes_what_a_plate_asks_for(person: MakePerson) -> None:
    mover, other = begun(person("Ana"), person("Ben"))
    face = mover.page.locator(FACE).first
    kind = face.get_attribute("data-token")
    face.click()
    plate = mover.page.locator(PLATE).first
    place = plate.get_attribute("data-place")
    plate.click()
    for each, side in ((mover, "own"), (other, "top")):
        laid = each.page.locator(f".plate:has([data-place='{place}']) .border.{side} .token")
        expect(laid).to_have_attribute("data-kind", str(kind))
    expect(mover.page.locator(FACE)).to_have_count(2)


@pytest.mark.slow
def test_whoever_it_is_about_reads_you(person: MakePerson) -> None:
    mover, judge = begun(person("Ana"), person("Ben"))
    for each in (mover, judge):
        each.page.locator(CHOICE).first.click()
        each.page.locator(".prompt .button.yes").click()
    for each, said in (
        (mover, "You hide a card."),
        (judge, f"{mover.name} hides a card."),
        (mover, f"{judge.name} guesses: "),
        (judge, "You guess: "),
        (mover, re.compile(f"{judge.name} guessed (right|wrong): your card shows")),
        (judge, re.compile(f"You guessed (right|wrong)! The card of {mover.name} shows")),
    ):
        expect(each.page.locator(LOG).filter(has_text=said)).to_have_count(1)


@pytest.mark.slow
def test_escape_and_a_tap_beside_put_back_what_was_picked_up(person: MakePerson) -> None:
    mover, _ = begun(person("Ana"), person("Ben"))
    chosen, yes = mover.page.locator(".chosen"), mover.page.locator(".prompt .button.yes")
    mover.page.locator(CHOICE).first.click()
    expect(chosen).to_have_count(1)
    expect(yes).to_be_visible()
    mover.page.keyboard.press("Escape")
    expect(chosen).to_have_count(0)
    expect(yes).to_have_count(0)
    first = mover.page.locator(CHOICE).first
    mover.page.locator(".pick").first.focus()
    mover.page.keyboard.press(str(int(first.get_attribute("data-choice") or "") + 1))
    expect(chosen).to_have_count(1)
    mover.page.locator(FACE).first.click()
    expect(mover.page.locator(PLATE)).not_to_have_count(0)
    mover.page.locator(".rumble .own .supply").first.click()
    expect(chosen).to_have_count(0)


@pytest.mark.slow
def test_what_cannot_be_chosen_says_why(person: MakePerson) -> None:
    mover, waiting = begun(person("Ana"), person("Ben"))
    waiting.page.locator(".choice").first.click(force=True)
    expect(waiting.page.locator(".prompt .sentence")).to_contain_text(mover.name)
    mover.page.locator(".pick").first.click(force=True)
    sentence, yes = mover.page.locator(".prompt .sentence"), mover.page.locator(".prompt .button.yes")
    expect(sentence).to_contain_text("First pick up")
    mover.page.locator(CHOICE).first.click()
    mover.page.locator(".plate.fits .pick").first.click()
    expect(sentence).to_contain_text("A pan goes there")
    expect(yes).to_have_text("Hide it")
    yes.click()
    expect(yes).to_have_count(0)


@pytest.mark.slow
def test_keys_work_from_the_prompt_but_not_while_writing(person: MakePerson) -> None:
    mover, _ = begun(person("Ana"), person("Ben"))
    key = str(int(mover.page.locator(CHOICE).first.get_attribute("data-choice") or "") + 1)
    chosen = mover.page.locator(".chosen")
    mover.page.get_by_role("tab", name="Chat").click()
    mover.page.locator(".chat input").fill("")
    mover.page.keyboard.press(key)
    expect(mover.page.locator(".chat input")).to_have_value(key)
    expect(chosen).to_have_count(0)
    mover.page.locator(".prompt .sentence").focus()
    mover.page.keyboard.press(key)
    expect(chosen).to_have_count(1)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("width", "height", "others"),
    [
        (1280, 800, ["bot easy"]),
        (1280, 800, ["bot easy", "bot easy"]),
        (844, 390, ["bot easy"]),
        (844, 390, ["bot easy", "bot easy"]),
        (390, 844, ["bot easy", "bot easy"]),
    ],
)
def test_the_whole_board_is_in_sight(person: MakePerson, width: int, height: int, others: list[str]) -> None:
    """Without scrolling, and with the longest name, while a card is chosen and while a guess is made."""
    ana = person("Bartholomew Longfellowes", viewport={"width": width, "height": height})
    ana.new_table(others)
    ana.start()
    for _ in range(8):
        ana.page.wait_for_selector(f"{CHOICE}, {PLATE}")
        needed, given = ana.page.evaluate(
            "() => [[document.documentElement.scrollWidth, document.documentElement.scrollHeight],"
            " [innerWidth, innerHeight]]"
        )
        assert needed[0] <= given[0]
        assert needed[1] <= given[1]
        ana.move()


@pytest.mark.slow
def test_a_game_by_keyboard_alone(person: MakePerson) -> None:
    ana = person("Ana")
    keys = ana.page.keyboard
    ana.open("/")
    ana.page.wait_for_selector("input[autocomplete=nickname]")
    ana.tab_to("input[autocomplete=nickname]")
    keys.type("Ana")
    keys.press("Enter")
    # The page moves the focus when the form goes: who presses on meanwhile presses into nothing.
    expect(ana.page.locator("input[autocomplete=nickname]")).to_have_count(0)
    ana.page.wait_for_timeout(100)
    ana.tab_to('a[href$="/new/cooking_rumble"]')
    keys.press("Enter")
    ana.page.wait_for_url("**/new/*")
    ana.tab_to("main form button.big")
    keys.press("Enter")
    ana.page.wait_for_url("**/t/*")
    ana.page.wait_for_selector(".start .button")
    ana.tab_to(".start .button")
    keys.press("Enter")
    ana.at_board()
    for _ in range(2000):
        turn = ana.turn()
        if turn == "over":
            break
        if turn is None:
            ana.page.wait_for_timeout(20)
            continue
        group, lit = (".choice", CHOICE) if turn == "choice" else (".pick", PLATE)
        ana.tab_to(group)
        for _ in range(4):
            if ana.page.evaluate("s => document.activeElement.matches(s)", lit):
                break
            keys.press("ArrowRight")
        else:
            keys.press("Home")
        said = ana.page.locator(".prompt .sentence").inner_text()
        keys.press("Enter")
        if turn == "choice":
            expect(ana.page.locator(".prompt .button.yes")).to_be_visible()
            keys.press("Enter")
        ana.page.wait_for_function(
            """([before, end]) => document.querySelector(end)
               || document.querySelector('.prompt .sentence')?.innerText !== before""",
            arg=[said, END],
        )
        assert ana.focused() != "BODY"
    expect(ana.page.locator(END)).to_be_visible()
    assert ana.focused() != "BODY"


def test_a_game_by_touch_on_a_phone(person: MakePerson) -> None:
    ana = person("Ana", **PHONE)
    ana.new_table(["bot easy"])
    ana.start()
    width = "() => [document.documentElement.scrollWidth, innerWidth]"
    for _ in range(6):
        if play_on([ana], moves=5, tap=True):
            break
        needed, given = ana.page.evaluate(width)
        assert needed <= given
        hand = ana.page.locator(".choice").first.bounding_box()
        assert hand is not None
        assert hand["width"] >= 44
        assert hand["height"] >= 44
    assert play_on([ana], moves=400, tap=True)
    expect(ana.page.locator(END)).to_be_visible()


@pytest.mark.slow
def test_motion_ends_where_the_server_says(person: MakePerson) -> None:
    """With pieces travelling at full speed the board comes to the same picture as without."""
    ana, eve = person("Ana", motion="fast"), person("Eve")
    path = ana.new_table(["bot medium"])
    ana.start()
    eve.open(path)
    eve.at_board()
    play_on([ana], moves=3)
    ana.page.wait_for_selector(f"{CHOICE}, {PLATE}, {END}")
    pans = """() => [...document.querySelectorAll('.plate')]
        .map(plate => plate.querySelectorAll('.symbol .pan').length)"""
    for _ in range(40):  # what has to be read is, without motion too
        if ana.page.evaluate(pans) == eve.page.evaluate(pans):
            break
        eve.page.wait_for_timeout(100)
    assert ana.page.evaluate(pans) == eve.page.evaluate(pans)


@pytest.mark.slow
def test_a_spectator_sees_the_table_and_can_do_nothing(person: MakePerson) -> None:
    ana, eve = person("Ana"), person("Eve")
    path = ana.new_table(["bot easy"])
    ana.start()
    eve.open(path)
    eve.at_board()
    expect(eve.page.locator(".choice")).to_have_count(0)
    eve.page.locator(".pick").first.click(force=True)
    expect(eve.page.locator(".prompt .sentence")).to_contain_text("watching")
    play_on([ana], moves=4)
    assert eve.page.locator("[data-lit]").count() == 0


@pytest.mark.slow
def test_in_expert_mode_the_judge_may_move_a_pan(person: MakePerson) -> None:
    hider, judge = begun(person("Ana"), person("Ben"), expert=True)
    expect(hider.page.locator(".rumble .token")).to_have_count(0)
    for right in (False, False, True):
        hidden = hider.choose(hider.page.locator(CHOICE).first)
        judge.page.wait_for_selector(CHOICE)
        said = hidden if right else (hidden + 1) % 4
        judge.page.locator(f".choice[data-choice='{said}']").click(force=True)  # lit or not, it may be said
        judge.page.locator(".prompt .button.yes").click()
        if not right:
            while judge.turn() != "choice":  # a pan with one place to go is put there by the table itself
                if hider.turn() == "plate":
                    hider.move()
                judge.page.wait_for_timeout(20)
            hider, judge = judge, hider
    theirs = ".border:not(.own) .pan"
    expect(judge.page.locator(".lift")).to_have_count(1)
    start = judge.page.locator(f".plate:has({theirs}) .pick").get_attribute("data-place")
    judge.page.locator(".lift").click()
    target = judge.page.locator(PLATE).first
    place = target.get_attribute("data-place")
    assert place != start
    target.click()
    expect(judge.page.locator(f".plate:has({theirs}) .pick")).to_have_attribute("data-place", str(place))
    expect(hider.page.locator(".plate:has(.border.own .pan) .pick")).to_have_attribute(
        "data-place", str(place)
    )


def test_killed_and_restarted_the_table_goes_on_by_itself(person: MakePerson, house: House) -> None:
    ana, ben = person("Ana"), person("Ben")
    ben.sit(ana.new_table(["open", "bot medium"]))
    ana.start()
    ben.at_board()
    assert not play_on([ana, ben], moves=5)
    house.kill()
    try:
        for each in (ana, ben):
            expect(each.page.locator(".lost")).to_be_visible(timeout=15_000)
    finally:
        house.open()
    for each in (ana, ben):
        expect(each.page.locator(".lost")).to_have_count(0, timeout=30_000)
    told = ana.page.locator(LOG).count()
    assert told > 5
    play_on([ana, ben], moves=5)
    expect(ana.page.locator(LOG).nth(told)).to_be_attached()
