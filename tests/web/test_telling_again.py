"""What the tabs are told when something comes in between: a database that fails, a seat that moves away."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError
from websockets.exceptions import ConnectionClosed

from potluck.tables.writer import Writer
from potluck.web.tab import Tab as Told
from tests.web.conftest import Started
from tests.web.house import Server, Tab, keep_alive, served


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Server]:
    """A server that a test may break."""
    with served(tmp_path) as running:
        yield running


@pytest.fixture
def sitting(own: Server) -> Iterator[Started]:
    made = Started(own, "Ana", "Bo")
    made.come()
    yield made
    made.close()


def failing(work: Callable[..., Any], times: int) -> tuple[Callable[..., Any], list[int]]:
    """The same, but the database fails so many times first."""
    failed: list[int] = []

    def done(*given: Any, **named: Any) -> Any:
        if len(failed) < times:
            failed.append(1)
            raise OperationalError("SELECT", None, sqlite3.OperationalError("disk I/O error"))
        return work(*given, **named)

    return done, failed


def comes(tab: Tab, kind: str) -> None:
    keep_alive(tab, lambda found: any(message["t"] == kind for message in found))


def ended(tab: Tab) -> list[str]:
    """What kinds of messages came before the end of a line."""
    found: list[str] = []
    with suppress(ConnectionClosed):
        while True:
            found.append(tab.next()["t"])
    return found


def mover(sitting: Started) -> tuple[int, str]:
    """Whose move it is, and one."""
    for seat, tab in enumerate(sitting.tabs):
        assert tab.look is not None
        if tab.look["legal"]:
            return seat, tab.look["legal"][0]["text"]
    raise AssertionError("nobody may move")


def test_a_look_that_could_not_be_read_is_sent_later(
    own: Server, sitting: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Writer, "_looks", lambda *_: {})  # so it has to be read
    glance, failed = failing(own.tables.glance, 2)
    monkeypatch.setattr(own.tables, "glance", glance)
    seat, move = mover(sitting)
    look = sitting.tabs[seat].look
    assert look is not None
    sitting.tabs[seat].send("move", id="one", version=look["version"], moves=[move])
    comes(sitting.tabs[1 - seat], "look")
    assert len(failed) == 2


def test_talk_and_room_that_could_not_be_read_are_sent_later(
    own: Server, sitting: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat, failed = failing(own.tables.chat, 1)
    monkeypatch.setattr(own.tables, "chat", chat)
    sitting.tabs[0].send("say", id="a", text="hello")
    comes(sitting.tabs[1], "chat")
    around, unread = failing(own.tables.around, 1)
    monkeypatch.setattr(own.tables, "around", around)
    sitting.tabs[0].close()
    comes(sitting.tabs[1], "room")
    assert failed
    assert unread


def test_who_could_not_be_seated_may_come_again(
    own: Server, sitting: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line on which nobody is welcomed is of no use to anybody: it ends, and the tab opens another."""
    around, _ = failing(own.tables.around, 1)
    monkeypatch.setattr(own.tables, "around", around)
    tab = sitting.people[0].tab(sitting.table, sitting.tokens[0], hello=False)
    tab.send("hello", build="dev", table=sitting.table, seat_token=sitting.tokens[0])
    assert ended(tab) == []
    sitting.open(0).close()


def test_a_seat_that_has_moved_is_shown_to_its_old_device_no_more(
    own: Server, sitting: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even before the loop has come to looking whose it is now."""
    seat, move = mover(sitting)
    other = 1 - seat
    old = sitting.tabs[other]
    held: list[tuple[Any, ...]] = []
    soon = own.hub.loop.soon
    monkeypatch.setattr(own.hub.loop, "soon", lambda *call: held.append(call))
    guest = sitting.people[other].guest
    tables = own.tables
    tables.redeem(guest, tables.link(sitting.table, sitting.tokens[other]))
    assert held
    assert sitting.tabs[seat].move(move, "one")["t"] == "done"
    monkeypatch.setattr(own.hub.loop, "soon", soon)
    for call, *given in held:
        soon(call, *given)
    assert "look" not in ended(old)


def test_what_is_older_is_sent_before_a_receipt() -> None:
    tab = Told()
    tab.offer(b"look", b"room")
    tab.reply(b"receipt")
    assert [tab.next(), tab.next(), tab.next(), tab.next()] == [b"look", b"receipt", b"room", None]
