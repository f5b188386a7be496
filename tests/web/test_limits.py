"""How much is enough: people who play fast, or come by the dozen from one address, never meet a limit."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from potluck.play.errors import PotluckError
from potluck.tables.cleaning import NAME_CHARACTERS
from potluck.web import buckets
from potluck.web.buckets import Bucket, Buckets, Purse
from potluck.web.errors import TooFast, TooManyGuests, TooManySockets
from potluck.web.limiting import Brakes, household
from potluck.web.settings import PEOPLE_PER_ADDRESS, Limits, WebSettings
from tests.web.conftest import Started
from tests.web.house import ME, OPEN, Person, Server, assert_worded, served

ADDRESS = "192.0.2.1"


def limited(folder: Path, limits: Limits) -> AbstractContextManager[Server]:
    return served(folder, WebSettings(f"sqlite:///{folder}/potluck.db", bot_workers=0, limits=limits))


@contextmanager
def playing(folder: Path, limits: Limits) -> Iterator[Started]:
    """A running game of Ana and Bo, each with a tab."""
    with limited(folder, limits) as server:
        game = Started(server, "Ana", "Bo")
        game.come()
        yield game
        game.close()


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(buckets, "time", SimpleNamespace(monotonic=made.monotonic))
    return made


def test_a_bucket_gives_what_it_holds_and_then_what_comes(clock: Clock) -> None:
    bucket = Bucket(3, 60)
    assert [bucket.take() for _ in range(4)] == [True] * 3 + [False]
    clock.now += 19
    assert not bucket.take()
    clock.now += 1
    assert bucket.take()
    assert not bucket.full
    clock.now += 3600
    assert bucket.full
    assert [bucket.take() for _ in range(4)] == [True] * 3 + [False]


def test_full_buckets_are_forgotten_and_others_not(clock: Clock) -> None:
    many = Buckets(1, 60)
    assert many.take("old")
    clock.now += 61
    assert many.take("new")
    for number in range(5000):
        assert many.take(f"{number}")
    assert not many.take("new")
    assert "old" not in many._kept
    clock.now += 61
    for number in range(20_000):
        many.take(f"again {number}")
    assert "0" not in many._kept


def test_what_all_together_spend_makes_it_dear_for_each(clock: Clock) -> None:
    shared = Buckets(100, 10)
    eager, quiet = (Purse(Bucket(80, 10), shared, "one") for _ in range(2))
    assert sum(eager.take() for _ in range(80)) == 80
    assert sum(quiet.take() for _ in range(24)) == 20 + 3, "at twenty times the price"
    assert Purse(Bucket(80, 10), shared, "two").take(80)
    clock.now += 10
    assert sum(quiet.take() for _ in range(80)) == 80


def test_fast_hands_meet_no_limit(clock: Clock) -> None:
    """Eight moves a second for a minute, each tried first and shown to its end."""
    limits = Limits()
    brakes = Brakes(limits)
    frames = Bucket(limits.frames_per_socket_second * 10, 10)
    messages = brakes.pace()
    for _ in range(8 * 60):
        clock.now += 1 / 8
        for _ in range(4):
            assert messages.take()
            assert frames.take()
        brakes.submit("table", "ana", back=False)


def test_what_is_undone_and_done_again_fills_no_log(clock: Clock) -> None:
    brakes = Brakes(Limits())
    undone = 0
    for _ in range(24 * 3600):
        clock.now += 1
        with suppress(TooFast):
            brakes.submit("table", "ana", back=True)
            undone += 1
    assert 1000 < undone < 4000
    for table, who in (("other", "ana"), ("table", "bo")):
        brakes.submit(table, who, back=True)
    brakes.submit("table", "ana", back=False)


@pytest.mark.parametrize(
    ("limits", "kind", "fields"),
    [
        (Limits(undos_per_table_hour=3), "undo", {"version": 1, "moves": 1}),
        (Limits(chat_per_table_minute=3), "say", {"text": "hi"}),
    ],
    ids=["undo", "talk"],
)
def test_who_asks_without_end_is_slowed_at_that_table(
    tmp_path: Path, limits: Limits, kind: str, fields: dict[str, Any]
) -> None:
    with playing(tmp_path, limits) as game:

        def refused(seat: int, times: int) -> list[bool]:
            answers = []
            for number in range(times):
                game.tabs[seat].send(kind, id=f"{number}", **fields)
                answers.append(game.tabs[seat].answer(f"{number}"))
            found = [each.get("why", {}).get("key") == "error.too_fast" for each in answers]
            if found[-1]:
                assert_worded(answers[-1]["why"])
            return found

        mine = refused(0, 6)
        assert (mine[:3], mine[-1]) == ([False] * 3, True)
        assert refused(1, 1) == [False]


def test_moves_by_post_are_counted_with_those_on_sockets(tmp_path: Path) -> None:
    with playing(tmp_path, Limits(moves_per_table_hour=1)) as game:
        game.tabs[0].send("move", id="m1", version=1, moves=["x"])
        game.tabs[0].answer("m1")
        body = {"id": "m2", "version": 1, "moves": ["x"]}
        headers = {"Authorization": f"Seat {game.tokens[0]}"}
        answer = game.people[0].post(f"{game.path}/moves", json=body, headers=headers)
        assert answer.status_code == 429
        assert_worded(answer.json()["why"], "error.too_fast")


# One address


def test_a_household_is_an_address_or_what_its_addresses_begin_with() -> None:
    assert household("192.0.2.7") == household("::ffff:192.0.2.7") == "192.0.2.7"
    assert household("2001:db8:1:2::1") == household("2001:db8:1:2:ffff::")
    assert household("2001:db8:1:2::1") != household("2001:db8:1:3::1")
    assert household("::1") != household("192.0.2.7")
    assert household("fe80::1%eth0") == household("fe80::2%wlan0")
    assert household("fe80::1%eth0") != household("2001:db8::1")
    assert household("unknown") == "unknown"


def test_addresses_of_one_household_share_its_limits() -> None:
    brakes = Brakes(Limits(guests_per_address_hour=2, sockets_per_address=2))
    brakes.new_guest("2001:db8::1")
    brakes.new_guest("2001:db8::2")
    with pytest.raises(TooManyGuests):
        brakes.new_guest("2001:db8::3")
    brakes.open_socket("2001:db8::1", None)
    brakes.open_socket("2001:db8::2", None)
    with pytest.raises(TooManySockets):
        brakes.open_socket("2001:db8::3", None)
    brakes.close_socket("2001:db8::2", None)
    brakes.open_socket("2001:db8::3", None)


def test_sockets_are_opened_at_a_bounded_rate() -> None:
    brakes = Brakes(Limits(openings_per_address_minute=5))
    for _ in range(5):
        brakes.open_socket(ADDRESS, None)
        brakes.close_socket(ADDRESS, None)
    with pytest.raises(PotluckError) as refused:
        brakes.open_socket(ADDRESS, None)
    assert_worded({"key": refused.value.key}, "error.too_fast")
    brakes.open_socket("192.0.2.2", None)


def test_a_refused_name_is_no_guest_made(tmp_path: Path) -> None:
    with limited(tmp_path, Limits(guests_per_address_hour=1)) as server:
        stranger = Person(server, None)
        for _ in range(3):
            refused = stranger.post("/api/me", json={"name": "x" * (NAME_CHARACTERS + 1)})
            assert_worded(refused.json()["why"], "error.name_invalid")
        assert stranger.post("/api/me", json={"name": "Ana"}).status_code == 200


def test_a_club_behind_one_router_sits_down_and_plays(tmp_path: Path) -> None:
    """Sixty-one people within a minute, by the limits as they are."""
    with served(tmp_path) as server:
        table: str | None = None
        hosts = []
        for number in range(61):
            person = Person(server, f"Guest {number}")
            for path in ("/", "/api/house", "/api/me", "/api/words/en", "/api/rules/cooking_rumble"):
                person.get(path)
            if table is None:
                made = person.new_table([ME, OPEN])
                table, token = made["table"], made["seat_token"]
                hosts.append(person)
            else:
                token = person.sit(table, 1)
                assert hosts[-1].post(f"/api/tables/{table}/start", json={}).status_code == 200
            for _ in range(2):  # somebody reloads the page
                tab = person.tab(table, token)
            tab.send("say", id="s", text="hello")
            assert tab.answer("s")["t"] == "done"
            if person is not hosts[-1]:
                table = None
        assert server.hub.sockets == 122


@pytest.mark.parametrize("people", [10, PEOPLE_PER_ADDRESS, 1000])
def test_the_host_says_how_many_share_an_address(people: int) -> None:
    usual, limits = Limits(), Limits().shared_by(people)
    for name in Limits.__struct_fields__:
        factor = people / PEOPLE_PER_ADDRESS if "_per_address" in name else 1
        assert getattr(limits, name) == getattr(usual, name) * factor
