"""Everything that two people's sockets, pages and storage receive in a whole game of Chef Alfredo, written
down and searched: nothing of it is a look, a throw or a tile of the past (CA-15, CA-20).

Past is what the seat can no longer see and has been shown. So: a tile is named on a socket only while the
pots are open to all, in the seat's own lifted pot, in the poured pot until the next roll, and in the one
event that tells of it, which comes once. On the page the four closed pots are the same to the letter,
elements stay with their hotplates when pots change places, and words of what happened fade.
"""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.browser import kitchen
from tests.browser.people import Person

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SOUPS = re.compile(r"(carrot|tomato|bean|garlic) soup")
FADED = 6_500  # ms after which no words of what happened are left

# Taken of a page at one moment: its HTML with every attribute, what stands on each hotplate, storage.
SNAPSHOT = """() => {
  const plates = [...document.querySelectorAll('.plate')];
  const here = plates.flatMap((plate) => [plate, plate.querySelector('.pot')]);
  window.known ||= here;
  return {
    html: document.documentElement.outerHTML,
    pots: plates.map((plate) => plate.querySelector('.pot').outerHTML),
    order: plates.map((plate) => plate.dataset.pot).join(''),
    same: here.every((element, at) => window.known[at] === element),
    quiet: !document.querySelector('.plate.swapped, .said') && !document.querySelector('.emptied'),
    open: document.querySelectorAll('.pot.open').length,
    private: document.querySelector('.plate.private .pot.open') !== null,
    poured: document.querySelector('.pot.tipped.open') !== null,
    lines: document.querySelectorAll('.log li').length,
    local: { ...localStorage },
    session: { ...sessionStorage },
    cookies: document.cookie,
  };
}"""


class Recorder:
    """What one person's browser got."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.frames: list[dict[str, Any]] = []
        self.answers: list[tuple[str, str]] = []
        person.page.on("websocket", self._socket)
        person.page.route(re.compile(r"/api/(?!words|house|rules)"), self._answer)

    def _socket(self, socket: Any) -> None:
        socket.on("framereceived", lambda payload: self.frames.append(json.loads(payload)))
        socket.on("framesent", self._sent)

    def _sent(self, payload: Any) -> None:
        message = json.loads(payload)
        if message["t"] == "shown":
            self.frames.append(message)

    @property
    def events(self) -> dict[int, str]:
        """What the seat was told, by its place in the stream."""
        return {
            look["first"] + at: event["key"].rpartition(".")[2]
            for look in self.looks
            for at, event in enumerate(look["events"])
        }

    def _answer(self, route: Any) -> None:
        response = route.fetch()
        if not self.over:  # from then on everything may be told again
            self.answers.append((route.request.url, response.text()))
        route.fulfill(response=response)

    @property
    def over(self) -> bool:
        """The game is, as far as this page has been told."""
        return bool(self.looks) and self.looks[-1]["view"]["places"] is not None

    @property
    def looks(self) -> list[dict[str, Any]]:
        """Every look that came, in order."""
        return [frame["look"] for frame in self.frames if frame.get("look")]

    def check_sockets(self, seat: int) -> None:
        told = shown = 0
        for frame in self.frames:
            if frame["t"] == "shown":
                assert shown <= frame["events"] <= told
                shown = frame["events"]
            look = frame.get("look")
            if look is None:
                continue
            view, events = look["view"], look["events"]
            # A page that was left before it had shown everything is sent the rest again; nothing else.
            assert look["first"] >= (shown if frame["t"] == "welcome" else told), "an event was sent twice"
            told = max(told, look["first"] + len(events))
            looking = view["step"] == "look"
            mine = view["step"] == "lifted" and view["active"] == seat
            # What a seat alone was shown is told while it can be seen, never afterwards.
            kinds = {each["key"].rpartition(".")[2] for each in events}
            assert looking or "look" not in kinds
            assert mine or "lift" not in kinds
            assert (view["look"] is not None) == looking
            assert (view["lifted"] is not None) == mine
            if view["poured"] is not None:
                assert view["step"] in ("roll", "over")
            rest = {name: look[name] for name in ("legal", "hints", "prompt", "sections")}
            if not looking and not mine and view["poured"] is None and view["step"] != "over":
                assert not list(named("tile", rest))
            for event in events:
                if list(named("tile", event)):
                    assert event["key"].rpartition(".")[2] in ("look", "lift", "tile")
            assert (view["pots"] is not None) == (view["step"] == "over")
            hidden = {"look", "lifted", "poured", "pots"}
            assert not list(named("inside", {name: view[name] for name in view if name not in hidden}))
        for frame in self.frames:
            if frame["t"] not in ("look", "welcome", "shown"):
                assert not list(named("tile", frame)), frame
            look = frame.get("look")
            assert look is None or look["undo"] is None

    def check_answers(self) -> None:
        assert self.answers
        for path, text in self.answers:
            assert '"look"' not in text or '"look":null' in text, path
            assert "tile" not in text, path


def named(name: str, value: Any) -> Iterator[Any]:
    """What stands anywhere inside a message under a name that begins with `name`."""
    if isinstance(value, dict):
        for key, each in value.items():
            if key.startswith(name) and each is not None:
                yield each
            yield from named(name, each)
    elif isinstance(value, list):
        for each in value:
            yield from named(name, each)


def check_page(shot: dict[str, Any]) -> None:
    """One moment of one page."""
    assert shot["order"] == "0123"
    assert shot["same"], "an element has left its hotplate"
    plain = [re.sub(r"\bajar\b|\s", "", pot) for pot in shot["pots"] if "open" not in pot[:80]]
    if shot["quiet"]:
        assert len(set(plain)) <= 1, "closed pots can be told apart"
    assert shot["lines"] <= 5
    if shot["open"] == 0 and shot["faded"]:
        assert not SOUPS.search(shot["html"])
    if 0 < shot["open"] < 4:
        assert shot["open"] == 1
        assert shot["private"] or shot["poured"]


def check_storage(shot: dict[str, Any], table: str) -> None:
    assert shot["session"] == {}
    assert shot["cookies"] == ""
    for key, value in shot["local"].items():
        if re.fullmatch(rf"potluck\.shown\.{table}\.\S{{8}}", key):
            assert value.isdecimal()
        elif key == "potluck.seen":  # of each seat how many events, and nothing of what they said
            assert all(isinstance(count, int) for count in json.loads(value).values()), value
        else:
            assert key in ("potluck.settings", f"potluck.seat.{table}"), key


def test_no_byte_of_a_whole_game_tells_of_the_past(person: Callable[..., Person]) -> None:
    ana, ben = person("Ana"), person("Ben")
    path = kitchen.new_table(ana, ["open", "bot medium"])
    ben.sit(path)
    table = path.rpartition("/")[2]
    recorders = [Recorder(ana), Recorder(ben)]
    for each in (ana, ben):
        each.page.reload()  # the sockets from the first byte on
    ana.page.wait_for_selector(".start .button[aria-disabled=false]")
    kitchen.start(ana)
    kitchen.at_stove(ben)
    people = [ana, ben]
    made = 0
    checked = 0
    for _ in range(8000):
        if kitchen.over(people):
            break
        for each in people:
            shot = each.page.evaluate(SNAPSHOT)
            if kitchen.asked(each) == "over":
                continue  # everything is told again
            shot["faded"] = False
            check_page(shot)
            check_storage(shot, table)
            checked += 1
        asked = kitchen.acting(people)
        if asked is None:
            ana.page.wait_for_timeout(50)
            continue
        kitchen.step(asked, made)
        made += 1
        if made in (6, 15):
            # Long after everything was shown nothing is left of it on the page.
            while not (kitchen.acting(people) or kitchen.over(people)):
                ana.page.wait_for_timeout(50)
            ana.page.wait_for_timeout(FADED)
            for each in people:
                shot = each.page.evaluate(SNAPSHOT)
                check_page({**shot, "faded": True})
                assert shot["lines"] == 0
        if made in (9, 20):
            # A reload at any moment repeats nothing.
            ben.page.reload()
            kitchen.at_stove(ben)
    assert kitchen.over(people)
    assert checked > 60
    for seat, recorder in enumerate(recorders):
        assert len(recorder.looks) > 20
        recorder.check_answers()
        recorder.check_sockets(seat)
    # Both were told everything that the other was told in public, each thing once.
    public = [
        [key for _, key in sorted(recorder.events.items()) if key not in ("look", "lift")]
        for recorder in recorders
    ]
    assert public[0] == public[1]
    for recorder in recorders:
        assert sorted(recorder.events) == list(range(len(recorder.events)))
