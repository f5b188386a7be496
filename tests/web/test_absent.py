"""Somebody goes: what tabs are told, who may do what about their seat, how they come back. All over HTTP."""

import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from potluck.play import registry
from potluck.tables.database import Database
from potluck.tables.settings import Settings
from potluck.web.settings import WebSettings
from tests.tables.house import to_bot
from tests.tables.stir import Stir
from tests.web.conftest import ROOMY, Started
from tests.web.house import Person, Server, Tab, assert_worded, served, wait_for

GRACE = 0.3  # seconds, so that no test waits for a minute


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which who has gone is away at once."""
    folder = tmp_path_factory.mktemp("hasty")
    with pytest.MonkeyPatch.context() as patch:
        known = {**registry.games(), "stir": Stir(), "forget": Stir("forget", forgets=True)}
        patch.setattr(registry, "games", lambda: known)
        web = WebSettings(f"sqlite:///{folder}/potluck.db", bot_workers=0, limits=ROOMY)
        with served(folder, web, settings=Settings(away_seconds=GRACE)) as running:
            yield running


class Group(Started):
    """Friends at a started table, each with a tab."""

    def __init__(self, server: Server, seats: int = 3, game: str = "chef_alfredo") -> None:
        super().__init__(server, *(f"Guest {seat}" for seat in range(seats)), game=game)
        self.tabs = [self.open(seat) for seat in range(seats)]

    def post(self, by: int, door: str, /, **body: Any) -> Any:
        answer = self.people[by].post(f"{self.path}/{door}", json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def refused(self, person: Person, door: str, key: str, status: int, /, **body: Any) -> None:
        answer = person.post(f"{self.path}/{door}", json=body)
        assert_worded(answer.json()["why"], key)
        assert answer.status_code == status

    def room(self) -> Any:
        return self.people[0].get(self.path).json()

    def go(self, seat: int) -> None:
        """Close a tab and wait until its person is away."""
        self.tabs[seat].close()
        wait_for(lambda: self.room()["seats"][seat]["away"] is not None)


@pytest.fixture
def group(hasty: Server) -> Iterator[Group]:
    made = Group(hasty)
    yield made
    made.close()


def rooms(tab: Tab) -> Iterator[Any]:
    while True:
        yield tab.until("room")["room"]


def test_everybody_is_told_when_somebody_is_away_and_when_they_are_back(group: Group) -> None:
    left = time.time()
    group.go(2)
    seat = group.room()["seats"][2]
    assert (seat["kind"], seat["present"]) == ("human", False)
    assert abs(seat["away"] - left) < 5
    back = group.people[2].tab(group.table, group.tokens[2])
    room = next(room for room in rooms(group.tabs[0]) if room["seats"][2]["present"])
    assert room["seats"][2]["away"] is None
    back.close()


def test_the_rights_pass_on_and_each_tab_is_told_of_its_own(group: Group) -> None:
    group.go(0)
    mine = group.tabs[1].until("mine")
    assert mine == {
        "t": "mine", "yours": [1], "back": [], "host": True,
        "says": ["close", "bot 0", "place 0"], "closing": "vote",
    }  # fmt: skip
    assert next(room for room in rooms(group.tabs[2]) if room["host"] == 1)
    back = group.people[0].tab(group.table, group.tokens[0])
    assert group.tabs[1].until("mine")["host"] is False
    assert next(room for room in rooms(group.tabs[2]) if room["host"] == 0)
    group.server.settle()
    told = [json.loads(text) for text in group.tabs[2].waiting()]
    assert not any(each["host"] for each in told if each["t"] == "mine")
    back.close()


def test_a_bot_plays_on_and_the_owner_comes_back(group: Group) -> None:
    looks = [tab.look for tab in group.tabs]
    group.go(2)
    assert group.post(0, "hand", seat=2, level="easy") == {"carried": True}
    room = next(room for room in rooms(group.tabs[1]) if room["seats"][2]["kind"] == "bot")
    assert room["seats"][2] == {
        "kind": "bot", "name": None, "level": "easy", "present": True, "away": None,
        "owner": "Guest 2", "conceded": False, "letters": None,
    }  # fmt: skip
    # Nobody's look has changed, and none was sent.
    group.server.settle()
    assert {json.loads(text)["t"] for tab in group.tabs[:2] for text in tab.waiting()} <= {"room", "mine"}
    assert [tab.look for tab in group.tabs] == looks
    # The lobby says so; the old token is no mistake, nor proof.
    [mine] = group.people[2].get("/api/me").json()["tables"]
    assert (mine["table"], mine["bot"], mine["your_turn"]) == (group.table, True, False)
    tab = group.people[2].tab(group.table, hello=False)
    tab.send("hello", build="dev", table=group.table, seat_token=group.tokens[2], events=9, shown=9)
    welcome = tab.until("welcome")
    assert (welcome["seat"], welcome["yours"], welcome["back"]) == (None, [], [2])
    assert (welcome["look"]["view"]["seat"], welcome["look"]["first"]) == (None, 0)
    assert (welcome["since"], welcome["bot_from"]) == (None, None)
    tab.send("move", id="m", version=1, moves=["x"])
    assert_worded(tab.answer("m")["why"], "error.watchers_cannot")
    given = group.post(2, "back", seat=2)["seat_token"]
    mine = tab.until("mine")
    assert (mine["yours"], mine["back"], mine["host"], mine["says"]) == ([2], [], False, ["close"])
    tab.send("hello", build="dev", table=group.table, seat_token=given)
    welcome = tab.until("welcome")
    assert (welcome["seat"], welcome["back"]) == (2, [])
    assert welcome["look"]["view"]["seat"] == 2
    tab.close()


def test_the_old_token_alone_brings_back(group: Group) -> None:
    group.go(2)
    group.post(0, "hand", seat=2, level="easy")
    nobody = Person(group.server, None)
    tab = nobody.tab(group.table, hello=False)
    tab.send("hello", build="dev", table=group.table, seat_token=group.tokens[2])
    assert tab.until("welcome")["back"] == [2], "though there is no cookie"
    answer = nobody.post(f"{group.path}/back", json={"seat": 2, "seat_token": group.tokens[2]})
    assert answer.json() == {"seat_token": group.tokens[2]}
    tab.send("hello", build="dev", table=group.table, seat_token=group.tokens[2])
    assert tab.until("welcome")["seat"] == 2
    group.refused(nobody, "back", "error.seat_not_yours", 403, seat=1, seat_token="forged")
    tab.close()


def test_an_open_tab_of_a_seat_that_was_handed_over_watches_and_can_go_back(group: Group) -> None:
    """It slept: no final refusal, but a look that anybody may have."""
    tables = group.server.tables
    to_bot(tables, group.table, 2, "easy")
    welcome = group.tabs[2].until("welcome")
    assert (welcome["seat"], welcome["back"], welcome["look"]["view"]["seat"]) == (None, [2], None)
    group.tabs[2].send("say", id="s", text="hello")
    assert group.tabs[2].answer("s")["t"] == "done"
    assert group.tabs[0].until("chat")["lines"][0]["seat"] is None


def test_a_majority_decides_and_everybody_sees_how_it_stands(hasty: Server) -> None:
    group = Group(hasty, 4)
    group.go(3)
    assert group.post(1, "hand", seat=3, level="easy") == {"carried": False}
    asked = next(room for room in rooms(group.tabs[2]) if room["proposals"])["proposals"][0]
    assert {name: asked[name] for name in ("about", "seat", "level", "by", "against", "needed")} == {
        "about": "bot", "seat": 3, "level": "easy", "by": [1], "against": [], "needed": 2,
    }  # fmt: skip
    watching = Person(hasty, "Eve")
    group.refused(watching, "vote", "error.not_seated", 403, about="bot", seat=3, yes=True)
    group.refused(watching, "hand", "error.not_seated", 403, seat=3, level="easy")
    group.refused(group.people[2], "vote", "error.proposal_gone", 409, about="bot", seat=2, yes=True)
    assert group.post(2, "vote", about="bot", seat=3, yes=True) == {"carried": True}
    assert next(room for room in rooms(group.tabs[0]) if room["seats"][3]["kind"] == "bot")
    for tab in group.tabs:
        tab.close()


def test_those_who_leave_have_no_voice_and_it_is_done_without_being_asked(hasty: Server) -> None:
    group = Group(hasty, 4)
    group.go(3)
    group.post(1, "hand", seat=3, level="easy")
    group.go(0)
    group.tabs[2].close()
    assert next(room for room in rooms(group.tabs[1]) if room["seats"][3]["kind"] == "bot")
    for tab in group.tabs:
        tab.close()


def test_somebody_from_outside_plays_on_and_gives_back(group: Group) -> None:
    group.go(2)
    code = group.post(0, "offer", seat=2)["code"]
    dora = Person(group.server, "Dora")
    assert dora.get(f"/api/links/{code}").json() == {
        "table": group.table, "game": "chef_alfredo", "name": "Guest 2", "own": False, "beside": [],
        "gives": "place",
    }  # fmt: skip
    for seat in (0, 1):
        refused = group.people[seat].post(f"/api/links/{code}", json={})
        assert refused.status_code == 409
        assert_worded(refused.json()["why"], "error.sits_already")
    seated = dora.post(f"/api/links/{code}", json={}).json()
    assert (seated["table"], seated["seat"]) == (group.table, 2)
    again = Person(group.server, "Eve").post(f"/api/links/{code}", json={})
    assert again.status_code == 404
    assert_worded(again.json()["why"], "error.link_used")
    assert again.json()["table"] == group.table
    hers = dora.tab(group.table, seated["seat_token"])
    # Her tab may be late: until it is there she may have been told of as away.
    here = (room for room in rooms(group.tabs[1]) if room["seats"][2]["present"])
    room = next(room for room in here if room["seats"][2]["name"] == "Dora")
    assert room["seats"][2]["owner"] == "Guest 2"
    # The owner asks, is refused, and is not heard again at once.
    owner = group.people[2].tab(group.table, hello=False)
    owner.send("hello", build="dev", table=group.table, seat_token=group.tokens[2])
    assert owner.until("welcome")["back"] == [2]
    assert group.post(2, "back", seat=2) == {"seat_token": None}
    assert next(room for room in rooms(hers) if room["proposals"])["proposals"][0]["about"] == "back"
    ballot = {"about": "back", "seat": 2}
    assert dora.post(f"{group.path}/vote", json={**ballot, "yes": False}).json() == {"carried": False}
    group.refused(group.people[2], "back", "error.said_no", 409, seat=2)
    # Once she is away herself they need not ask.
    hers.close()
    assert next(room for room in rooms(group.tabs[1]) if room["seats"][2]["away"] is not None)
    given = group.post(2, "back", seat=2)["seat_token"]
    owner.send("hello", build="dev", table=group.table, seat_token=given)
    assert owner.until("welcome")["seat"] == 2
    owner.close()


def test_who_gives_back_watches_on(group: Group) -> None:
    group.go(2)
    dora = Person(group.server, "Dora")
    seated = dora.post(f"/api/links/{group.post(0, 'offer', seat=2)['code']}", json={}).json()
    hers = dora.tab(group.table, seated["seat_token"])
    assert group.post(2, "back", seat=2) == {"seat_token": None}
    ballot = {"about": "back", "seat": 2}
    assert not dora.post(f"{group.path}/vote", json={**ballot, "yes": False}).json()["carried"]
    assert dora.post(f"{group.path}/vote", json={**ballot, "yes": True}).json()["carried"]
    welcome = hers.until("welcome")
    assert (welcome["seat"], welcome["yours"], welcome["back"]) == (None, [], [])
    owner = group.people[2].tab(group.table, group.tokens[2])
    assert owner.look is not None
    assert owner.look["view"]["seat"] == 2
    owner.close()
    hers.close()


def test_giving_up(group: Group) -> None:
    spectator = Person(group.server, "Eve")
    group.refused(spectator, "concede", "error.seat_token_wrong", 403, seat_token="forged")
    group.refused(
        group.people[2], "concede", "error.level_unknown", 400, seat_token=group.tokens[2], level="x"
    )
    group.post(2, "concede", seat_token=group.tokens[2])
    seat = next(room for room in rooms(group.tabs[0]) if room["seats"][2]["kind"] == "bot")["seats"][2]
    assert (seat["owner"], seat["conceded"], seat["level"]) == ("Guest 2", True, "medium")
    welcome = group.tabs[2].until("welcome")
    assert (welcome["seat"], welcome["back"]) == (None, [])
    group.refused(group.people[2], "back", "error.seat_conceded", 409, seat=2)
    late = group.people[2].tab(group.table, hello=False)
    late.send("hello", build="dev", table=group.table, seat_token=group.tokens[2])
    assert_worded(late.until("refused", final=True)["why"], "error.seat_token_wrong")
    late.close()


def test_nobody_ends_the_game_of_the_others(group: Group) -> None:
    group.refused(Person(group.server, "Eve"), "close", "error.not_seated", 403)
    assert group.post(0, "close") == {"carried": False}
    asked = next(room for room in rooms(group.tabs[1]) if room["proposals"])["proposals"][0]
    assert (asked["about"], asked["needed"]) == ("close", 2)
    assert group.post(1, "vote", about="close", seat=None, yes=True) == {"carried": True}
    room = next(room for room in rooms(group.tabs[2]) if room["status"] == "over")
    assert room["ended"]["why"] == "closed"
    for door, body in (
        ("hand", {"seat": 2, "level": "easy"}),
        ("offer", {"seat": 2}),
        ("vote", {"about": "close", "seat": None, "yes": True}),
        ("back", {"seat": 2}),
        ("concede", {"seat_token": group.tokens[0]}),
        ("close", {}),
    ):
        group.refused(group.people[0], door, "error.table_over", 409, **body)


@pytest.mark.parametrize(
    ("door", "body"),
    [
        ("hand", {"seat": 2}),
        ("hand", {"seat": 2, "level": 3}),
        ("hand", {"seat": 2, "level": "easy", "more": 1}),
        ("hand", {"seat": 64, "level": "easy"}),
        ("offer", {}),
        ("offer", {"seat": -1}),
        ("vote", {"about": "war", "seat": None, "yes": True}),
        ("vote", {"about": "bot", "seat": 2}),
        ("back", {"seat": "2"}),
        ("back", {"seat": 2, "seat_token": "x" * 201}),
        ("concede", {}),
        ("concede", {"seat_token": "x", "level": "x" * 201}),
        ("close", {"seat": 1}),
    ],
)
def test_nonsense_is_refused(group: Group, door: str, body: dict[str, Any]) -> None:
    before = group.room()
    group.refused(group.people[0], door, "error.message_invalid", 400, **body)
    assert group.room() == before


def test_who_has_no_name_decides_nothing(group: Group) -> None:
    nobody = Person(group.server, None)
    for door, body in (
        ("hand", {"seat": 2, "level": "easy"}),
        ("offer", {"seat": 2}),
        ("vote", {"about": "close", "seat": None, "yes": True}),
        ("close", {}),
    ):
        group.refused(nobody, door, "error.guest_unknown", 401, **body)
    group.refused(nobody, "back", "error.seat_not_yours", 403, seat=2)
    for door, body in (("hand", {"seat": 0, "level": "easy"}), ("offer", {"seat": 0})):
        group.refused(group.people[1], door, "error.seat_present", 409, **body)


def test_what_was_missed_is_told_on_coming_back(hasty: Server) -> None:
    group = Group(hasty, 2, "stir")
    mover = group.tabs[0].look["view"]["waiting"][0]  # type: ignore[index]
    other = 1 - mover
    assert group.tabs[mover].move("put a", "m1")["t"] == "done"
    group.tabs[other].until("look")
    group.go(other)
    assert group.tabs[mover].move("put b", "m2")["t"] == "done"
    group.post(mover, "hand", seat=other, level="random")
    assert group.tabs[mover].move("put c", "m3")["t"] == "done"
    token = group.post(other, "back", seat=other)["seat_token"]
    tab = group.people[other].tab(group.table, hello=False)
    tab.send("hello", build="dev", table=group.table, seat_token=token)
    welcome = tab.until("welcome")
    assert (welcome["since"], welcome["bot_from"], len(welcome["look"]["events"])) == (1, 2, 3)
    # The browser may know better; a second tab beside the first has nothing to be told.
    tab.send("hello", build="dev", table=group.table, seat_token=token, shown=3)
    welcome = tab.until("welcome")
    assert (welcome["since"], welcome["bot_from"]) == (3, None)
    second = group.people[other].tab(group.table, hello=False)
    second.send("hello", build="dev", table=group.table, seat_token=token)
    assert second.until("welcome")["since"] == 3
    for each in (*group.tabs, tab, second):
        each.close()


def test_a_seat_that_was_lost_says_nothing_any_more(group: Group) -> None:
    """A tab that is slow to hear of it: what it says is no word of the seat's."""
    group.server.settle()
    [slow] = [tab for tab in group.server.hub._tabs if (tab.table, tab.seat) == (group.table, 2)]
    slow.sending = group.server.loop.time()  # it has not taken yet what was sent before
    to_bot(group.server.tables, group.table, 2, "easy")
    group.tabs[2].send("say", id="late", text="I still sit here")
    answer = next(each for each in iter(group.tabs[2].next, None) if each.get("id") == "late")
    assert answer["t"] == "refused"
    assert_worded(answer["why"], "error.seat_token_wrong")
    assert group.server.tables.chat(group.table, 0) == []


def test_a_view_asked_for_twice_at_once_tells_once(hasty: Server) -> None:
    group = Group(hasty, 2, "forget")
    mover = group.tabs[0].look["view"]["waiting"][0]  # type: ignore[index]
    other = 1 - mover
    group.tabs[other].close()
    assert group.tabs[mover].move("put a", "m1")["t"] == "done"
    assert group.tabs[mover].move("put b", "m2")["t"] == "done"
    seat = {"Authorization": f"Seat {group.tokens[other]}"}

    def asks(first: int) -> Any:
        return Person(hasty, None).get(f"{group.path}/view?first={first}", headers=seat).json()["look"]

    # To claim to have what was never told gives what was not told.
    look = asks(2)
    assert [look["first"], [event["key"] for event in look["events"]]] == [0, ["stir.event.put"] * 2]
    assert asks(0)["events"] == []
    group.tabs[mover].close()


def test_a_view_asked_for_in_two_threads_tells_once(hasty: Server) -> None:
    group = Group(hasty, 2, "forget")
    mover = group.tabs[0].look["view"]["waiting"][0]  # type: ignore[index]
    tables = hasty.tables
    for n in range(8):
        assert group.tabs[mover].move(f"put {'abc'[n % 3]}", f"m{n}")["t"] == "done"
        with ThreadPoolExecutor(4) as pool:
            told = list(pool.map(lambda _: tables.tell(group.table, 1 - mover, 0), range(4)))
        assert sum(len(look.events) for look in told if look is not None) == 1
    for tab in group.tabs:
        tab.close()


def test_who_plays_over_http_is_not_away(group: Group) -> None:
    group.tabs[2].close()
    seat = {"Authorization": f"Seat {group.tokens[2]}"}
    until = time.monotonic() + 4 * GRACE
    while time.monotonic() < until:
        asked = time.monotonic()
        assert group.people[2].get(f"{group.path}/view", headers=seat).status_code == 200
        away = group.room()["seats"][2]["away"]
        assert away is None or time.monotonic() - asked > GRACE
        time.sleep(GRACE / 4)
    assert next(room for room in rooms(group.tabs[0]) if room["seats"][2]["away"] is not None)


def test_who_left_is_written_down_also_when_the_server_stops(tmp_path: Path) -> None:
    web = WebSettings(f"sqlite:///{tmp_path}/potluck.db", bot_workers=0, limits=ROOMY)
    with served(tmp_path, web) as server:
        group = Group(server, 2, "cooking_rumble")
        before = time.time()
        tab = group.tabs[1]
        sent = tab.look["first"] + len(tab.look["events"])  # type: ignore[index]
        tables = server.tables
        server.stop()
        rows = tables.around(group.table).scene.rows
        assert all(row.seen is not None and row.seen >= before - 1 for row in rows)
        assert rows[1].delivered == sent


def test_where_several_processes_serve_who_is_here_is_written_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Database, "shared", True)
    web = WebSettings(f"sqlite:///{tmp_path}/potluck.db", bot_workers=0, limits=ROOMY)
    with served(tmp_path, web, settings=Settings(away_seconds=GRACE)) as server:
        group = Group(server, 2, "cooking_rumble")
        began = time.time()
        wait_for(
            lambda: all((row.seen or 0) >= began for row in server.tables.around(group.table).scene.rows)
        )
        group.close()


def test_pages_are_told_for_how_long_links_are_good(tmp_path: Path) -> None:
    web = WebSettings(f"sqlite:///{tmp_path}/potluck.db", bot_workers=0, limits=ROOMY)
    with served(tmp_path, web, settings=Settings(link_seconds=120, offer_seconds=2 * 24 * 3600)) as server:
        limits = server.get("/api/house").json()["limits"]
    assert (limits["seat_link"], limits["place_link"]) == (120, 24 * 3600), "a day at most"
