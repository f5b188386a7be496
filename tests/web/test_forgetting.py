"""Where memory is the game: each event is shown to a seat once, wherever it sits (CA-20), over sockets."""

import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.web.conftest import Started
from tests.web.house import ME, Person, Server, Tab, assert_worded


class Kitchen(Started):
    """A game of Chef Alfredo for two that has begun; nobody has a tab open."""

    def tab(self, seat: int | None, **fields: Any) -> Tab:
        """A new tab of a seat (None: of somebody who watches), welcomed."""
        person, token = self.people[seat or 0], None if seat is None else self.tokens[seat]
        tab = person.tab(self.table, token, hello=False)
        tab.send("hello", build="dev", table=self.table, seat_token=token, **fields)
        assert tab.next()["t"] == "welcome"
        return tab

    def view(self, seat: int) -> dict[str, Any]:
        """What is asked for without a socket."""
        headers = {"Authorization": f"Seat {self.tokens[seat]}"}
        answer = self.people[seat].get(f"/api/tables/{self.table}/view", headers=headers)
        look: dict[str, Any] = answer.json()["look"]
        return look

    def ready(self, seat: int) -> None:
        """End a seat's look into the pots, without a socket."""
        self.server.tables.submit(self.table, seat, f"ready{seat}", self.version(seat), ["ready"])
        self.server.settle()

    def version(self, seat: int) -> int:
        look = self.server.tables.look(self.table, seat, 10**6)
        assert look is not None
        return look.version


@pytest.fixture
def kitchen(server: Server) -> Iterator[Kitchen]:
    made = Kitchen(server, "Ana", "Bo", game="chef_alfredo")
    yield made
    made.close()


def names(look: dict[str, Any] | None) -> list[str]:
    assert look is not None
    return [event["key"].rpartition(".")[2] for event in look["events"]]


def said_shown(tab: Tab, events: int) -> None:
    """Say `shown` and wait until the server has heard it: it answers what comes after."""
    tab.send("shown", events=events)
    tab.send("say", id=f"after {events}", text="hello")
    tab.answer(f"after {events}")


def test_the_browser_may_know_better_what_was_shown(kitchen: Kitchen) -> None:
    """Its word may have been lost with the line; it counts along."""
    kitchen.tab(0).close()
    again = kitchen.tab(0, shown=1)
    assert again.look is not None
    assert (names(again.look), again.look["first"]) == ([], 1)
    # It was said of this tab's own look back only: to who knows less it is still told.
    assert names(kitchen.tab(0).look) == ["look"]
    # What a tab that watches says of itself gives it nothing back.
    kitchen.ready(1)
    assert names(kitchen.tab(None, shown=0).look) == []


def test_an_event_comes_again_until_it_was_shown_and_never_after(kitchen: Kitchen) -> None:
    first = kitchen.tab(0)
    assert names(first.look) == ["look"]
    first.close()
    again = kitchen.tab(0)
    assert names(again.look) == ["look"], "the page may have been left before it was shown"
    said_shown(again, 1)
    again.close()
    kitchen.ready(1)
    third = kitchen.tab(0)
    assert names(third.look) == ["ready"]
    assert third.look is not None
    assert third.look["first"] == 1
    third.close()


def test_a_tab_cannot_say_shown_of_what_it_was_not_sent(kitchen: Kitchen) -> None:
    tab = kitchen.tab(0)
    said_shown(tab, 10_000)
    kitchen.ready(1)
    tab.close()
    assert names(kitchen.tab(0).look) == ["ready"]


def test_what_a_tab_already_has_is_not_sent_to_it_again_after_a_break(kitchen: Kitchen) -> None:
    tab = kitchen.tab(0)
    kitchen.ready(1)
    assert names(tab.until("look")["look"]) == ["ready"]
    tab.close()
    assert names(kitchen.tab(0, events=2).look) == []


def test_a_seat_is_played_in_its_newest_tab_and_the_older_one_is_told(kitchen: Kitchen) -> None:
    old = kitchen.tab(0)
    said_shown(old, 1)
    new = kitchen.tab(0)
    goodbye = old.until("refused")
    assert goodbye["final"]
    assert_worded(goodbye["why"], "error.seat_elsewhere")
    kitchen.ready(1)
    with pytest.raises(ConnectionClosed):
        old.raw()
    assert names(new.until("look")["look"]) == ["ready"]
    assert new.move("ready", "m")["t"] == "done"
    new.close()


def test_a_tab_that_has_lost_its_seat_has_shown_nothing_for_it(kitchen: Kitchen) -> None:
    old = kitchen.tab(0)
    [slow] = [each for each in kitchen.server.hub._tabs if (each.table, each.seat) == (kitchen.table, 0)]
    slow.sending = kitchen.server.loop.time()  # it has not taken yet what was sent before
    reclaimed = kitchen.people[0].post(f"/api/tables/{kitchen.table}/reclaim", json={"seat": 0})
    kitchen.tokens[0] = reclaimed.json()["seat_token"]
    with suppress(ConnectionClosed):  # it may be told that it has lost the seat before it is answered
        said_shown(old, 1)
    assert names(kitchen.tab(0).look) == ["look"]


def test_other_games_are_played_in_as_many_tabs_as_one_likes(server: Server) -> None:
    ana = Person(server, "Ana")
    made = ana.new_table([ME, {"kind": "bot", "level": "easy"}])
    assert ana.post(f"/api/tables/{made['table']}/start", json={}).status_code == 200
    tabs = [ana.tab(made["table"], made["seat_token"]) for _ in range(2)]
    server.settle()
    assert not any(json.loads(text)["t"] == "refused" for tab in tabs for text in tab.waiting())
    ana.close()


def test_without_a_socket_what_is_answered_counts_as_shown(kitchen: Kitchen) -> None:
    assert names(kitchen.view(0)) == ["look"]
    assert names(kitchen.view(0)) == []
    assert names(kitchen.tab(0).look) == []


def test_spectators_are_told_only_what_happens_while_they_watch(kitchen: Kitchen) -> None:
    kitchen.ready(1)
    watcher = kitchen.tab(None)
    assert names(watcher.look) == []
    kitchen.ready(0)
    assert names(watcher.until("look")["look"]) == ["ready", "turn"]
    watcher.close()
    later = kitchen.tab(None, events=0)
    assert names(later.look) == []
    assert later.look is not None
    assert later.look["view"]["look"] is None


def test_nothing_can_be_taken_back_so_undo_tells_nothing(kitchen: Kitchen) -> None:
    kitchen.ready(0)
    kitchen.ready(1)
    for who in (*kitchen.tokens, ""):
        headers = {"Authorization": f"Seat {who}"} if who else {}
        view = kitchen.people[0].get(f"/api/tables/{kitchen.table}/view", headers=headers).json()
        assert view["look"]["undo"] is None


def test_the_record_waits_for_the_end(kitchen: Kitchen) -> None:
    assert kitchen.people[0].get(f"/api/tables/{kitchen.table}/record").status_code == 409


def test_after_the_end_everybody_reads_again_what_they_were_told(kitchen: Kitchen) -> None:
    """And not before (CA-20); nobody is told what was not theirs."""
    kitchen.ready(0)
    kitchen.ready(1)
    assert names(kitchen.view(0)) == ["look", "ready", "ready", "turn"]  # it counts as shown
    assert names(kitchen.view(0)) == []
    watcher = kitchen.tab(None, events=0)
    assert names(watcher.look) == []
    kitchen.server.tables.end(kitchen.table)
    kitchen.server.settle()
    look = kitchen.view(0)
    assert names(look) == ["look", "ready", "ready", "turn", "closed"]
    assert not any(event.get("once") for event in look["events"])
    later = kitchen.tab(None, events=0)
    assert names(later.look) == ["ready", "ready", "turn", "closed"]
