"""What has to be seen and read on the drawn boards: verdicts, refusals, what may be chosen, the stakes."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import kitchen
from tests.browser.people import CHOICE, FACE, PLATE, Person, begun

pytestmark = pytest.mark.browser
MakePerson = Callable[..., Person]
PHONE = {"viewport": {"width": 390, "height": 780}, "has_touch": True, "is_mobile": True}
ANSWER = ".answers .choice[data-lit]"
SENTENCE = ".prompt .sentence"

# Notes how long each showdown stands, where, and what the prompt and the hand show with it.
WATCH = """() => {
    window.seen = [];
    let since = null;
    new MutationObserver(() => {
        const now = document.querySelector(".showdown");
        if (now && since === null) {
            since = performance.now();
            requestAnimationFrame(() => {
                const box = now.getBoundingClientRect();
                seen.push({
                    text: now.innerText,
                    inside: box.left >= 0 && box.right <= innerWidth
                        && box.top >= 0 && box.bottom <= innerHeight,
                    said: document.querySelector(".prompt .sentence").innerText,
                    answers: document.querySelectorAll(".answers .chosen").length,
                });
            });
        }
        if (!now && since !== null) {
            seen.at(-1).ms = performance.now() - since;
            since = null;
        }
    }).observe(document.body, {subtree: true, childList: true});
}"""


LONG = ("Friederike-Charlotte", "W" * 24)

# What sticks out of what it lies in, of all that `at` matches; a scrolled or clipped part of it does not.
OUTSIDE = """([at, inside]) => {
    const parts = [...document.querySelectorAll(at)];
    if (!parts.length) throw new Error(`there is no ${at}`);
    return parts.flatMap((part) => {
    const [box, whole] = [part.getBoundingClientRect(), part.closest(inside).getBoundingClientRect()];
    const across = [whole.left - box.left, box.right - whole.right];
    const out = Math.max(...across, whole.top - box.top, box.bottom - whole.bottom);
    return box.width > 0 && out > 1 ? [[part.className || part.tagName, Math.round(out)]] : [];
}) }"""


def outside(person: Person, at: str, inside: str) -> list[object]:
    """What of `at` sticks out of its `inside`, in px."""
    found: list[object] = person.page.evaluate(OUTSIDE, [at, inside])
    return found


OVERLAP = """(at) => {
    const parts = [...document.querySelectorAll(at)];
    if (parts.length < 2) throw new Error(`there is nothing beside ${at}`);
    const both = (a, b, low, high) => Math.min(a[high], b[high]) > Math.max(a[low], b[low]) + 1;
    return parts.flatMap((part, index) => parts.slice(index + 1).flatMap((next) => {
        const [one, other] = [part.getBoundingClientRect(), next.getBoundingClientRect()];
        const over = both(one, other, "left", "right") && both(one, other, "top", "bottom");
        return over ? [[part.className, next.className]] : [];
    }));
}"""


def overlapping(person: Person, at: str) -> list[object]:
    """Pairs of all that `at` matches that lie over each other."""
    found: list[object] = person.page.evaluate(OVERLAP, at)
    return found


def guess(hider: Person, judge: Person, right: bool) -> None:
    """The hider hides a card, the judge names a kind."""
    hidden = hider.choose(hider.page.locator(CHOICE).first)
    judge.page.wait_for_selector(ANSWER)
    said = hidden if right else (hidden + 1) % 4
    judge.page.locator(f".choice[data-choice='{said}']").click(force=True)  # lit or not, it may be said
    judge.page.locator(".prompt .button.yes").click()


def verdict(person: Person) -> dict[str, Any]:
    """The one that was seen, once it is over."""
    person.page.wait_for_function("() => seen.length === 1 && seen[0].ms !== undefined")
    found: dict[str, Any] = person.page.evaluate("() => seen[0]")
    return found


@pytest.mark.parametrize(
    ("right", "context"),
    [
        (False, {}),
        pytest.param(True, {"motion": "normal"}, marks=pytest.mark.slow),
        pytest.param(False, {"motion": "normal", "reduced_motion": "reduce"}, marks=pytest.mark.slow),
        (False, PHONE | {"motion": "normal"}),
        pytest.param(True, PHONE, marks=pytest.mark.slow),
    ],
)
def test_a_verdict_is_seen_and_said_whatever_moves(
    person: MakePerson, right: bool, context: dict[str, Any]
) -> None:
    ana, ben = person("Ana", **context), person("Ben", **context)
    hider, judge = begun(ana, ben)
    for each in (ana, ben):
        each.page.evaluate(WATCH)
    guess(hider, judge, right)
    word = "right" if right else "wrong"
    for each, said, stove in (
        (judge, f"You guessed {word}!", "yours" if right else hider.name),
        (hider, f"{judge.name} guessed {word}: your card", judge.name if right else "yours"),
    ):
        seen = verdict(each)
        assert seen["ms"] > 900
        assert seen["inside"]
        assert said in seen["said"]
        assert f"{word.title()}!" in seen["text"]
        assert stove in seen["text"].splitlines()[-1]
        assert seen["answers"] == (each is judge)
    # What the prompt says next may begin from it.
    expect(judge.page.locator(SENTENCE)).not_to_contain_text(f"You guessed {word}!")


@pytest.mark.slow
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_a_verdict_stays_in_its_frame_whatever_people_are_called(person: MakePerson, width: int) -> None:
    context = {"viewport": {"width": width, "height": 780}}
    hider, judge = begun(*(person(name, **context) for name in LONG))
    guess(hider, judge, right=False)
    for each in (judge, hider):
        each.page.wait_for_selector(".showdown")
        each.at_rest()
        assert outside(each, ".showdown *", ".showdown") == []
        assert outside(each, ".showdown", "body") == []
    assert outside(judge, ".answers .verdict, .answers .word", ".choice") == []


@pytest.mark.slow
def test_no_question_is_asked_again_once_it_is_answered(person: MakePerson) -> None:
    """Once an answer is given the prompt says what is done and what happens, then the next question."""
    hider, judge = begun(person("Ana", motion="normal"), person("Ben", motion="normal"))
    for each in (hider, judge):
        each.page.evaluate(
            """() => {
                const sentence = () => document.querySelector(".prompt .sentence")?.innerText;
                window.sentences = [sentence()];
                new MutationObserver(() => {
                    if (sentence() && sentences.at(-1) !== sentence()) sentences.push(sentence());
                }).observe(document.body, {subtree: true, childList: true, characterData: true});
            }"""
        )
    guess(hider, judge, right=True)
    expect(judge.page.locator(SENTENCE)).to_contain_text("Put a pan on your side")
    judge.page.locator(PLATE).first.click()
    expect(hider.page.locator(SENTENCE)).to_have_text(f"{judge.name} is choosing a card.")
    for each, questions in (
        (
            hider,
            [
                "Choose a card to hide",
                "Hide this card",
                "guessing your card",
                "is choosing what to do",
            ],
        ),
        (judge, ["is choosing a card", "which card did", "Is this your guess", "Put a pan on your side"]),
    ):
        said: list[str] = each.page.evaluate("() => sentences")
        for question in questions:
            assert sum(question in sentence for sentence in said) == 1, said
    said = judge.page.evaluate("() => sentences")
    assert any(sentence.startswith("You guess:") for sentence in said), said
    assert any(sentence.startswith("You put a pan") for sentence in said), said


@pytest.mark.slow
def test_a_refusal_looks_like_one_and_gives_way(person: MakePerson) -> None:
    hider, judge = begun(person("Ana"), person("Ben"))
    sentence, refused = hider.page.locator(SENTENCE), hider.page.locator(".prompt.refused")
    hider.page.locator(".pick").first.click(force=True)
    expect(sentence).to_have_text("First pick up a card or a wild token.")
    expect(refused.locator("svg").first).to_be_visible()
    hider.page.locator(CHOICE).first.click()  # at once, on the next action
    expect(refused).to_have_count(0)
    expect(sentence).to_contain_text("Hide this card")
    judge.page.locator(".choice").first.click(force=True)
    expect(judge.page.locator(".prompt.refused")).to_have_count(1)
    expect(judge.page.locator(".prompt.refused")).to_have_count(0, timeout=12_000)  # by itself
    expect(judge.page.locator(SENTENCE)).to_have_text(f"{hider.name} is choosing a card.")


@pytest.mark.slow
def test_only_answers_that_can_be_right_are_lit(person: MakePerson) -> None:
    hider, judge = begun(person("Ana"), person("Ben"))
    hider.choose(hider.page.locator(CHOICE).first)
    judge.page.wait_for_selector(ANSWER)
    asked, lit = judge.page.evaluate(
        """() => {
            const kinds = (at) => [...document.querySelectorAll(at)].map((each) => each.dataset.kind);
            return [".plate .border:not(.own) .next > .print", ".answers .choice[data-lit]"]
                .map((at) => [...new Set(kinds(at))].sort());
        }"""
    )
    assert lit == asked
    for other in {"0", "1", "2", "3"} - set(lit):  # it may be said all the same
        judge.page.locator(f".choice[data-choice='{other}']").click(force=True)
        expect(judge.page.locator(SENTENCE)).to_contain_text(f"No next symbol of {hider.name} asks for")
        expect(judge.page.locator(".prompt .button.yes")).to_be_visible()


@pytest.mark.slow
def test_rings_of_wild_tokens_keep_apart(person: MakePerson) -> None:
    """Each face's ring lies in its token, beside the other's; what is on a recipe leaves its place."""
    hider, _ = begun(person("Ana"), person("Ben"))
    faces = hider.page.locator(FACE)
    for at in range(faces.count()):
        faces.nth(at).click()
        if hider.page.locator(PLATE).count():
            hider.page.locator(PLATE).first.click()
            break
    expect(hider.page.locator(".token.away")).to_have_count(1)
    expect(hider.page.locator(".token.away")).to_have_css("border-style", "dashed")
    for width in (320, 390, 1280):
        hider.page.set_viewport_size({"width": width, "height": 780})
        hider.at_rest()
        assert outside(hider, "section.own .token, section.own .label", "section.own > .tokens") == []
        boxes = hider.page.evaluate(
            """() => [...document.querySelectorAll("section.own button.face")]
                .map((face) => face.getBoundingClientRect().toJSON())"""
        )
        left, right = sorted(boxes, key=lambda box: box["left"])
        assert right["left"] - left["right"] >= 2 * 3.5  # a ring is 3.5 px wide
        parts = "section.own > :is(.supply, .spot), section.own > .who > .judge"
        assert overlapping(hider, f"{parts}, section.own :is(.token, .label)") == []


@pytest.mark.slow
def test_in_the_next_turn_no_hand_looks_like_the_guess_before(person: MakePerson) -> None:
    """The new judge has guessed nothing yet, on whatever way the standee came."""
    hider, judge = begun(person("Ana", motion="fast"), person("Ben", motion="fast"))
    hider.page.evaluate(
        """() => {
            window.flashed = [];
            new MutationObserver(() => {
                const chosen = document.querySelector(".answers .chosen");
                if (chosen) flashed.push(chosen.innerText);
            }).observe(document.body, {subtree: true, childList: true, attributes: true});
        }"""
    )
    guess(hider, judge, right=False)
    for _ in range(200):
        if hider.turn() == "plate":
            hider.page.locator(PLATE).first.click()
        if judge.page.locator(".cards .choice[data-lit]").count():
            break
        judge.page.wait_for_timeout(50)
    expect(judge.page.locator(".cards .choice[data-lit]").first).to_be_visible()
    expect(hider.page.locator(SENTENCE)).to_have_text(f"{judge.name} is choosing a card.")
    assert hider.page.evaluate("() => flashed") == []


@pytest.mark.slow
@pytest.mark.parametrize("context", [{}, PHONE | {"motion": "normal"}])
@pytest.mark.parametrize("answer", ["Trust", "Doubt"])
def test_trust_or_doubt_says_what_is_at_stake_and_then_who_won_the_tile(
    person: MakePerson, answer: str, context: dict[str, Any]
) -> None:
    ana, ben = person("Ana", **context), person("Ben", **context)
    ben.sit(kitchen.new_table(ana, ["open"]))
    kitchen.start(ana)
    kitchen.at_stove(ben)
    both = (ana, ben)
    kitchen.play_until(both, lambda: any(each.page.locator(".staked").count() for each in both))
    doubter, thrower = both if ana.page.locator(".staked").count() else (ben, ana)
    trust, doubt = doubter.page.locator(".staked .button").all()
    expect(trust).to_contain_text(f"{thrower.name} gets a cooking tile.")
    expect(doubt).to_contain_text(f"Wrong pot: you get the tile. Right pot: {thrower.name} gets it")
    for each in (ana, ben):
        each.page.evaluate(
            """() => {
                window.won = [];
                new MutationObserver(() => {
                    const now = document.querySelector(".won");
                    const said = document.querySelector(".prompt .sentence").innerText;
                    if (now && won.at(-1)?.said !== said) won.push({text: now.innerText, said});
                }).observe(document.body, {subtree: true, childList: true, characterData: true});
            }"""
        )
    doubter.page.locator(".staked .button", has_text=answer).click()
    told = {}
    for each in (ana, ben):
        each.page.wait_for_function("() => won.length > 0")
        told[each.name] = each.page.evaluate("() => won[0]")
        expect(each.page.locator(".won")).to_have_count(0)
    winner = next(each for each in (ana, ben) if each.name in told["Ana"]["text"])
    assert winner.name in told["Ben"]["text"]
    assert "ou take a cooking tile" in told[winner.name]["said"]
    other = ana if winner is ben else ben
    assert f"{winner.name} takes a cooking tile" in told[other.name]["said"] or (
        f"{winner.name} was right to doubt you and takes a cooking tile" in told[other.name]["said"]
    )


@pytest.mark.slow
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_on_the_stove_nothing_lies_over_what_is_written(person: MakePerson, width: int) -> None:
    """Lids, rings and the die leave the letters and the tiles that are left free; those are said in words."""
    # Who is asked is chance; on a wide page only 24 of the widest letters take the sentence a line more.
    names = LONG if width <= 640 else (LONG[0], "Maximilian-Alexander")
    ana, ben = (person(name, viewport={"width": width, "height": 780}) for name in names)
    ben.sit(kitchen.new_table(ana, ["open"]))
    kitchen.start(ana)
    expect(ana.page.locator(".pot.open")).to_have_count(4)
    ana.at_rest()
    assert overlapping(ana, ".supply, .letter, .throw, .lid .copper") == []
    expect(ana.page.locator(".supply")).to_have_text("12 cooking tiles left")
    expect(ana.page.locator(".die circle")).to_have_count(0)  # no pips: its faces are ingredients
    both = (ana, ben)
    heights = [ana.page.locator(".prompt").bounding_box()]
    kitchen.play_until(both, lambda: any(each.page.locator(".plate.marked").count() for each in both))
    free = """() => [...document.querySelectorAll(".plate")].map((plate) => {
        const ring = plate.querySelector(".ring").getBoundingClientRect();
        const letter = plate.querySelector(".letter").getBoundingClientRect();
        const [x, y] = [ring.left + ring.width / 2, ring.top + ring.height / 2];
        const away = (low, high, middle) => Math.max(low - middle, middle - high, 0);
        const distance = Math.hypot(away(letter.left, letter.right, x), away(letter.top, letter.bottom, y));
        return distance - ring.width / 2;
    })"""
    for each in both:
        assert min(each.page.evaluate(free)) > 7  # px of a ring that marks a pot
    kitchen.play_until(both, lambda: any(each.page.locator(".staked").count() for each in both))
    asked = ana if ana.page.locator(".staked").count() else ben
    trust, doubt = (button.bounding_box() for button in asked.page.locator(".staked .button").all())
    assert trust
    assert doubt
    assert heights[0]
    assert doubt["x"] - trust["x"] - trust["width"] >= 12
    if width > 640:  # the stove stays where it is
        prompt = asked.page.locator(".prompt").bounding_box()
        assert prompt
        assert prompt["height"] == heights[0]["height"]
