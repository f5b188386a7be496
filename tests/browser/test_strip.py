"""Who sits where: told apart by sign, name and level at every width, early and late."""

from collections.abc import Callable

import pytest

from tests.browser import kitchen
from tests.browser.people import CHOICE, END, Person, acting, play_on

pytestmark = [pytest.mark.browser, pytest.mark.slow]

WIDTHS = ((390, 844), (320, 640))
WIDE = "WM" * 12  # 24 of the widest letters
# What of each name is to be seen: whether all of it, in how many px.
_SEEN = """selector => [...document.querySelectorAll(selector)].filter(each => each.checkVisibility())
    .map(each => [each.textContent, each.scrollWidth <= each.clientWidth
        && each.scrollHeight <= each.clientHeight + 1, each.clientWidth])"""
STRIP = "ol[data-seats] .name strong"
MAT = ".mat .name"


def seen(person: Person, selector: str) -> list[tuple[str, bool, int]]:
    """Of each name: the name, whether all of it is seen, and how wide it may be."""
    found = [tuple(each) for each in person.page.evaluate(_SEEN, selector)]
    assert found, selector
    return found


def cut(person: Person, selector: str) -> list[str]:
    """The names of which not all is seen."""
    return [name for name, whole, _ in seen(person, selector) if not whole]


def test_four_seats_keep_name_level_and_points_on_a_phone(person: Callable[..., Person]) -> None:
    ana = person("Friederike-Charlotte")
    kitchen.new_table(ana, ["bot easy", "bot medium", "bot random"])
    kitchen.start(ana)
    page = ana.page
    for width, height in (*WIDTHS, (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        names = seen(ana, STRIP)
        assert len(names) == 4
        assert [name for name, whole, _ in names[1:] if not whole] == []
        assert names[0][1] or width == 320
        assert names[0][2] >= 50
        for seat in range(4):
            cell = page.locator(f"ol[data-seats] [data-seat='{seat}']")
            assert cell.evaluate("each => each.scrollWidth <= each.clientWidth")
            assert cell.locator(".score").is_visible()
            assert cell.locator("[data-level]").is_visible() == (seat > 0)
        assert page.locator("ol[data-seats] .you").is_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert ana.read() == {}


def test_the_widest_name_leaves_room_for_the_rest(person: Callable[..., Person]) -> None:
    ana = person(WIDE)
    kitchen.new_table(ana, ["bot easy", "bot medium", "bot easy"])
    kitchen.start(ana)
    for width, height in (*WIDTHS, (1280, 800)):
        ana.page.set_viewport_size({"width": width, "height": height})
        own, *others = seen(ana, STRIP)
        assert own[2] >= 50
        assert all(whole for _, whole, _ in others)
        cell = ana.page.locator("ol[data-seats] [data-seat='0']")
        assert cell.evaluate("each => each.scrollWidth <= each.clientWidth")


def test_what_was_won_takes_no_name_its_room(person: Callable[..., Person]) -> None:
    ana = person("Ana")
    ana.new_table(["bot medium", "bot medium"])
    ana.start()
    while not ana.page.locator(".mat .chip:nth-child(2)").count():
        if play_on([ana], moves=1):
            break
    assert ana.page.locator(".mat .chip").count() or ana.page.locator(END).count()
    for width, height in (*WIDTHS, (1280, 800)):
        ana.page.set_viewport_size({"width": width, "height": height})
        assert cut(ana, MAT) == []
        assert cut(ana, STRIP) == []


@pytest.mark.parametrize("rivals", [1, 2])
def test_who_watches_on_a_phone_reads_every_name_on_the_table(
    person: Callable[..., Person], rivals: int
) -> None:
    ana, zoe = person("Ana"), person("Zoe", viewport={"width": 390, "height": 844})
    path = ana.new_table(["bot easy"] * rivals)
    ana.start()
    zoe.open(path)
    zoe.at_board()
    for width, height in WIDTHS:
        zoe.page.set_viewport_size({"width": width, "height": height})
        names = {name for name, whole, _ in seen(zoe, f"{MAT}, .own .name") if whole}
        assert names == {name for name, _, _ in seen(zoe, STRIP)}


def test_points_stand_in_one_line_however_long_the_names(person: Callable[..., Person]) -> None:
    ana = person("Friederike von Hohenlohe")
    kitchen.new_table(ana, ["bot easy", "bot medium", "bot random"])
    kitchen.start(ana)
    heights = ana.page.locator("ol[data-seats] .name strong").evaluate_all(
        "all => all.map(each => each.clientHeight)"
    )
    assert len(set(heights)) > 1, "one name wraps"
    tops = ana.page.locator("ol[data-seats] .score").evaluate_all(
        "all => all.map(each => Math.round("
        "each.getBoundingClientRect().top - each.closest('li').getBoundingClientRect().top))"
    )
    assert len(set(tops)) == 1


# Which points of recipes that were taken are covered, and which plates lie on the words for tokens.
_COVERED = """() => [...document.querySelectorAll(".mat, .own")].flatMap(mat => {
    return [...mat.querySelectorAll(".chip")].flatMap(chip => {
        const points = chip.querySelector(".points");
        points.scrollIntoView({block: "center"});
        const box = points.getBoundingClientRect();
        const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        const plate = chip.getBoundingClientRect();
        const label = mat.querySelector(".label")?.getBoundingClientRect();
        const over = label && label.width > 0 && plate.left < label.right && label.left < plate.right
            && plate.top < label.bottom && label.top < plate.bottom;
        return [...(top === points ? [] : ["points"]), ...(over ? ["label"] : [])];
    });
})"""


def test_what_was_taken_keeps_its_points_in_sight(person: Callable[..., Person]) -> None:
    ana = person("Friederike-Charlotte")
    ana.new_table(["bot medium", "bot medium"])
    ana.start()
    assert play_on([ana], moves=400)
    assert ana.page.locator(".chip").count() > 2
    for width, height in (*WIDTHS, (1280, 800)):
        ana.page.set_viewport_size({"width": width, "height": height})
        assert ana.page.evaluate(_COVERED) == []


@pytest.mark.parametrize("others", [["bot easy"], ["bot easy", "bot easy"]])
def test_the_own_name_and_the_place_for_a_card_on_a_wide_page(
    person: Callable[..., Person], others: list[str]
) -> None:
    """All of the name is seen, as judge too; the place for a hidden card only while one is to be hidden."""
    ana = person("Friederike-Charlotte v.H")
    ana.new_table(others)
    ana.start()
    roles: set[bool] = set()
    for _ in range(600):
        turn = ana.turn()
        if turn not in ("choice", "plate"):
            ana.page.keyboard.press("Shift")
            ana.page.wait_for_timeout(20)
            continue
        roles.add(ana.page.locator(".own .who .figure").count() > 0)
        assert cut(ana, ".own .name") == []
        hiding = ana.page.locator(".own .cards [data-lit]").count() > 0
        assert ana.page.locator(".own .spot.empty").count() == hiding
        if len(roles) == 2:
            break
        ana.move()
    assert roles == {True, False}


def test_a_verdict_lies_beside_the_answers_on_a_phone(person: Callable[..., Person]) -> None:
    people = [person(name) for name in ("Friederike-Charlotte", "Ben", "Cy")]
    path = people[0].new_table(["open", "open"])
    for each in people[1:]:
        each.sit(path)
    people[0].start()
    for each in people:
        each.at_board()
    for at in range(12):
        hider = acting(people)
        cards = hider.page.locator(CHOICE)
        hidden = hider.choose(cards.nth(at % cards.count()))
        judge = acting([each for each in people if each is not hider])
        judge.page.locator(f".choice[data-choice='{(hidden + 1) % 4}']").click(force=True)  # lit or not
        judge.page.locator(".prompt .button.yes").click()
        if acting(people) is hider:  # several recipes ask for the card: one is to be chosen
            break
    assert hider.turn() == "plate"
    for width, height in WIDTHS:
        hider.page.set_viewport_size({"width": width, "height": height})
        for word in ("Wrong!", "Richtig!", "Errado!"):
            hider.page.locator(".mat .verdict").evaluate(
                "(each, word) => { for (const node of each.childNodes)"
                " if (node.nodeType === 3 && node.data.trim()) node.data = ` ${word} ` }",
                word,
            )
            gap = hider.page.evaluate(
                "() => document.querySelector('.mat .said').getBoundingClientRect().left"
                " - document.querySelector('.mat .verdict').getBoundingClientRect().right"
            )
            assert gap >= 0, (width, word)
