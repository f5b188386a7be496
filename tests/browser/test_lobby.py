"""The pages before a game: a name counts once it is typed, nothing moves, what one looks for comes first."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from potluck.locale import game_rules, words_package
from potluck.play.registry import games
from tests.browser.people import Person

pytestmark = pytest.mark.browser
MakePerson = Callable[..., Person]

FIELD = "input[autocomplete=nickname]"
PICTURE = re.compile(r"^!\[(.+)\]\(picture:(\w+)\)$", re.MULTILINE)
PHONE = {"width": 390, "height": 800}


def top(at: Locator) -> float:
    box = at.bounding_box()
    assert box is not None
    return box["y"]


def speak(person: Person, language: str) -> None:
    """Have the pages in that language."""
    person.page.add_init_script(
        f"""localStorage.setItem("potluck.settings", '{{"language": "{language}", "speed": "off"}}')"""
    )


@pytest.mark.parametrize("viewport", [{"width": 1280, "height": 800}, PHONE])
def test_a_typed_name_counts_without_being_confirmed(person: MakePerson, viewport: dict[str, int]) -> None:
    """It goes along to the next page, and there with the button that makes the table."""
    ana = person("Ana", viewport=viewport)
    ana.open("/")
    ana.page.locator(FIELD).fill("Ana")
    ana.page.locator('a[href="/new/chef_alfredo"]').click()
    expect(ana.page.locator(".known")).to_contain_text("Ana")
    ana.page.get_by_role("button", name="Change").click()
    ana.page.locator(FIELD).fill("Anna")
    ana.page.locator("main form button.big").click()
    ana.page.wait_for_url("**/t/*")
    expect(ana.page.locator("li.mine")).to_contain_text("Anna")


@pytest.mark.slow
def test_a_chair_is_taken_with_the_name_typed_beside_it(person: MakePerson) -> None:
    ana, ben = person("Ana"), person("Ben")
    path = ana.new_table(["open"])
    ben.open(path)
    sit = ben.page.get_by_role("button", name="Sit here")
    # Without a name the field says so and has the focus; that is over once something is typed.
    sit.click()
    expect(ben.page.locator(FIELD)).to_be_focused()
    wrong = ben.page.locator("form .error")
    expect(wrong).to_have_text("Type a name first.")
    ben.page.keyboard.type("Ben")
    expect(wrong).to_have_count(0)
    ben.page.keyboard.press("Enter")  # the chair was asked for already
    expect(ben.page.locator("li.mine")).to_contain_text("Ben")
    # The last chair is filled: the host has the button at hand.
    expect(ana.page.locator(".start .button")).to_be_focused()


@pytest.mark.slow
@pytest.mark.parametrize("viewport", [{"width": 1280, "height": 800}, PHONE])
def test_who_watches_gets_a_name_where_they_want_to_talk(
    person: MakePerson, viewport: dict[str, int]
) -> None:
    ana, ben = person("Ana"), person("Ben", viewport=viewport)
    path = ana.new_table(["open"])
    ben.open(path)
    # There is a field on the page already: one is enough.
    to_field = ben.page.get_by_role("button", name="Give yourself a name to talk along.")
    to_field.click()
    expect(ben.page.locator(FIELD)).to_be_focused()
    ana.page.locator("#arrange-1").select_option("bot easy")
    expect(to_field).to_have_count(0)
    ben.introduce()
    ben.page.get_by_placeholder("Say something").fill("Hello!")
    ben.page.keyboard.press("Enter")
    expect(ana.page.locator(".chat")).to_contain_text("Hello!")
    assert ben.read() == {}


@pytest.mark.slow
def test_who_is_not_named_is_said_where_the_name_is_missing(person: MakePerson) -> None:
    ana = person("Ana", viewport=PHONE)
    ana.open("/new/chef_alfredo")
    make = ana.page.locator("main form button.big")
    make.click()
    expect(ana.page.locator(FIELD)).to_be_in_viewport()
    expect(ana.page.locator(".who .error")).to_be_in_viewport()
    ana.page.locator(FIELD).fill("Ana")
    ana.page.locator("select").nth(1).select_option("here")
    make.click()
    other = ana.page.get_by_label("Name of whoever sits on chair 2")
    expect(other).to_be_focused()
    expect(ana.page.get_by_text("Give everybody on this device a name.")).to_be_in_viewport()
    other.fill("Ben")
    expect(ana.page.locator(".error")).to_have_count(0)


@pytest.mark.slow
def test_the_start_has_the_focus_once_the_host_has_filled_the_chairs(person: MakePerson) -> None:
    ana = person("Ana")
    ana.new_table(["open", "open"])
    chairs = ana.page.locator("section select")
    chairs.nth(0).select_option("bot easy")
    expect(ana.page.locator(".start .button")).not_to_be_focused()
    chairs.nth(1).select_option("bot easy")
    expect(ana.page.locator(".start .button")).to_be_focused()
    # Everybody at the table is named there.
    names = ana.page.locator("ol li strong").all_inner_texts()
    assert sorted(ana.page.locator(".scene .name").all_inner_texts()) == sorted(names)


@pytest.mark.slow
@pytest.mark.parametrize("viewport", [{"width": 1280, "height": 800}, PHONE])
def test_own_tables_come_first_and_the_shelf_stays(person: MakePerson, viewport: dict[str, int]) -> None:
    ana = person("Ana", viewport=viewport)
    ana.open("/")
    shelf = ana.page.locator("ul.shelf")
    before = top(shelf)
    assert top(ana.page.get_by_role("heading", name="Your tables")) > before
    ana.introduce()
    assert top(shelf) == before
    ana.page.get_by_role("button", name="Change").click()
    ana.page.keyboard.press("Escape")
    assert top(shelf) == before
    ana.page.locator('a[href="/new/chef_alfredo"]').click()
    ana.page.locator("main form button.big").click()
    ana.page.wait_for_url("**/t/*")
    ana.open("/")
    table = ana.page.locator("ul.tables a").first
    expect(table).to_be_in_viewport(ratio=1)
    assert top(table) < top(shelf)
    assert ana.read() == {}


@pytest.mark.slow
def test_many_tables_leave_the_shelf_in_reach(person: MakePerson) -> None:
    ana = person("Ana", viewport=PHONE)
    ana.open("/")
    ana.introduce()
    for _ in range(6):
        ana.page.locator('a[href="/new/chef_alfredo"]').click()
        ana.page.locator("main form button.big").click()
        ana.page.wait_for_url("**/t/*")
        ana.page.locator("a.home").click()
    expect(ana.page.locator("ul.tables a")).to_have_count(3)
    ana.page.get_by_role("button", name="All tables (6)").click()
    expect(ana.page.locator("ul.tables a")).to_have_count(6)
    expect(ana.page.locator("ul.tables a").nth(3)).to_be_focused()


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de", "pt_BR"])
def test_titles_of_boxes_are_clear_of_frame_line_and_picture(person: MakePerson, language: str) -> None:
    ana = person("Ana")
    speak(ana, language)
    ana.open("/")
    boxes = ana.page.locator(".box")
    expect(boxes.first).to_be_visible()
    for width in (1280, 390, 320):
        ana.page.set_viewport_size({"width": width, "height": 800})
        crossed = boxes.evaluate_all("""(boxes) => boxes.flatMap((box) => {
            const words = document.createRange();
            words.selectNodeContents(box.querySelector(".name"));
            const front = box.querySelector(".front").getBoundingClientRect();
            const plate = box.querySelector(".plate").getBoundingClientRect();
            const unit = box.getBoundingClientRect().width / 100;
            const frame = 3.2 * unit + 1.5;
            const lid = front.top + 39 * unit;
            const clear = (line) => line.left > front.left + frame && line.right < front.right - frame
                && line.top > front.top + frame && line.bottom < lid && line.bottom < plate.top;
            return [...words.getClientRects()].every(clear) ? [] : [box.innerText];
        })""")
        assert crossed == [], width


@pytest.mark.slow
def test_rules_are_read_from_the_shelf(person: MakePerson) -> None:
    ana = person("Ana")
    ana.open("/")
    opener = ana.page.get_by_role("button", name="Rules of Cooking Rumble")
    opener.click()
    sheet = ana.page.get_by_role("dialog")
    expect(sheet.get_by_role("heading", name="Cooking Rumble")).to_be_visible()
    assert ana.read() == {}
    ana.page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(opener).to_be_focused()


@pytest.mark.slow
@pytest.mark.parametrize(("language", "width"), [("en", 1280), ("de", 390), ("pt_BR", 320)])
@pytest.mark.parametrize("game", ["chef_alfredo", "cooking_rumble"])
def test_pictures_in_the_rules_are_drawn_of_the_pieces(
    person: MakePerson, game: str, language: str, width: int
) -> None:
    ana = person("Ana", viewport={"width": width, "height": 800})
    speak(ana, language)
    ana.open(f"/new/{game}")
    ana.page.locator("aside button").click()
    pictures = ana.page.locator("dialog [data-picture]")
    expect(pictures.locator("svg").first).to_be_visible()
    named = PICTURE.findall(game_rules(words_package(games()[game]), language))
    assert pictures.count() == len(named) > 2
    for at, (words, name) in enumerate(named):
        picture = pictures.nth(at)
        assert (picture.get_attribute("aria-label"), picture.get_attribute("data-picture")) == (words, name)
        expect(picture.locator("svg").first).to_be_visible()
        wide, shown = picture.evaluate("each => [each.scrollWidth, each.clientWidth]")
        assert wide <= shown, name
    assert ana.read() == {}


@pytest.mark.slow
@pytest.mark.parametrize("viewport", [{"width": 1280, "height": 800}, PHONE])
def test_figures_among_letters_stand_on_the_line_and_nothing_is_cut(
    person: MakePerson, viewport: dict[str, int]
) -> None:
    """Fraunces' own figures are old-style; its letters reach lower than a tight line."""
    ana = person("Ana", viewport=viewport)

    def look() -> None:
        found = ana.page.evaluate("""() => [...document.querySelectorAll("body *")].flatMap((each) => {
            const style = getComputedStyle(each);
            const own = [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
            if (!own || each.matches(".hidden-words") || !style.fontFamily.startsWith("Fraunces")) return [];
            const found = style.fontVariantNumeric.includes("lining-nums") ? [] : ["figures"];
            const room = parseFloat(style.lineHeight) / parseFloat(style.fontSize);
            if (style.overflowY !== "visible" && room < 1.35) found.push("cut");
            return found.map((what) => `${what}: ${each.className} ${each.innerText}`);
        })""")
        assert found == []

    ana.open("/")
    expect(ana.page.locator(".box").first).to_be_visible()
    look()
    ana.new_table(["bot easy"], game="chef_alfredo")
    look()
    ana.page.locator(".start .button").click()
    expect(ana.page.locator("section.board .plate").first).to_be_visible()
    look()


@pytest.mark.slow
@pytest.mark.parametrize("height", [667, 844])
def test_what_is_said_stands_at_the_lower_edge_of_its_sheet(person: MakePerson, height: int) -> None:
    ana = person("Ana", viewport={"width": 390, "height": height})
    ana.new_table(["bot easy"])
    ana.start()
    ana.page.get_by_role("button", name="Chat").click()
    sheet = ana.page.get_by_role("dialog").bounding_box()
    field = ana.page.get_by_placeholder("Say something").bounding_box()
    assert sheet is not None
    assert field is not None
    assert sheet["y"] + sheet["height"] - (field["y"] + field["height"]) < 40


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de", "pt_BR"])
def test_along_the_shelf_nothing_is_out_of_line(person: MakePerson, language: str) -> None:
    """On a wide page what can be done stands at one height; on a phone no box stands under a hole."""
    ana = person("Ana", viewport={"width": 1280, "height": 900})
    speak(ana, language)
    ana.open("/")
    plays = ana.page.locator(".shelf .play")
    expect(plays.first).to_be_visible()
    assert len({round(top(each)) for each in plays.all()}) == 1
    ana.page.set_viewport_size({"width": 390, "height": 800})
    first = ana.page.locator(".shelf li").first
    assert top(first.locator(".take")) - top(first) < 40


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de", "pt_BR"])
def test_what_is_chosen_among_a_few_stands_in_one_row_or_each_in_its_own(
    person: MakePerson, language: str
) -> None:
    ana = person("Ana")
    speak(ana, language)
    ana.open("/new/chef_alfredo")
    rows = ana.page.locator(".row-of")
    expect(rows).to_have_count(2)
    for width in (1280, 390, 320):
        ana.page.set_viewport_size({"width": width, "height": 900})
        heights = [{round(top(each)) for each in row.locator("label").all()} for row in rows.all()]
        assert len(heights[0]) == 1, width
        assert len(heights[1]) in (1, rows.last.locator("label").count()), width


def test_how_long_a_name_may_be_is_said_where_it_is_typed(person: MakePerson) -> None:
    """Characters are counted as the server does, and nothing that is pasted is cut unseen."""
    ana = person("Ana")
    ana.open("/")
    field = ana.page.locator(FIELD)
    expect(field).to_have_accessible_description(re.compile("^0 of at most 24 characters"))
    field.fill("\N{CARROT}" * 24)
    expect(field).to_have_accessible_description(re.compile("^24 of at most 24 characters"))
    expect(field).to_have_attribute("aria-invalid", "false")
    field.fill("W" * 60)
    expect(field).to_have_accessible_description(re.compile("^60 of at most 24 characters"))
    expect(field).to_have_attribute("aria-invalid", "true")
    assert ana.read() == {}
