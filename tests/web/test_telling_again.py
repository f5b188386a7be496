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
def server(tmp_path: Path) -> Iterator[Server]:
    """One that a test may break; `started` plays there, too."""
    with served(tmp_path) as running:
        yield running


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


def test_a_look_that_could_not_be_read_is_sent_later(
    server: Server, started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Writer, "_looks", lambda *_: {})  # so it has to be read
    glance, failed = failing(server.tables.glance, 2)
    monkeypatch.setattr(server.tables, "glance", glance)
    seat = started.mover
    started.tabs[seat].send_move("one")
    comes(started.tabs[1 - seat], "look")
    assert len(failed) == 2


def test_talk_and_room_that_could_not_be_read_are_sent_later(
    server: Server, started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat, failed = failing(server.tables.chat, 1)
    monkeypatch.setattr(server.tables, "chat", chat)
    started.tabs[0].send("say", id="a", text="hello")
    comes(started.tabs[1], "chat")
    around, unread = failing(server.tables.around, 1)
    monkeypatch.setattr(server.tables, "around", around)
    started.tabs[0].close()
    comes(started.tabs[1], "room")
    assert failed
    assert unread


def test_who_could_not_be_seated_may_come_again(
    server: Server, started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line on which nobody is welcomed is of no use to anybody: it ends, and the tab opens another."""
    around, _ = failing(server.tables.around, 1)
    monkeypatch.setattr(server.tables, "around", around)
    tab = started.people[0].tab(started.table, started.tokens[0], hello=False)
    tab.send("hello", build="dev", table=started.table, seat_token=started.tokens[0])
    assert ended(tab) == []
    started.open(0).close()


def test_a_seat_that_has_moved_is_shown_to_its_old_device_no_more(
    server: Server, started: Started, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even before the loop has come to looking whose it is now."""
    seat = started.mover
    other = 1 - seat
    old = started.tabs[other]
    held: list[tuple[Any, ...]] = []
    soon = server.hub.loop.soon
    monkeypatch.setattr(server.hub.loop, "soon", lambda *call: held.append(call))
    guest = started.people[other].guest
    tables = server.tables
    tables.redeem(guest, tables.link(started.table, started.tokens[other]))
    assert held
    started.tabs[seat].send_move("one")
    assert started.tabs[seat].answer("one")["t"] == "done"
    monkeypatch.setattr(server.hub.loop, "soon", soon)
    for call, *given in held:
        soon(call, *given)
    assert "look" not in ended(old)


def test_what_is_older_is_sent_before_a_receipt() -> None:
    tab = Told()
    tab.offer(b"look", b"room")
    tab.reply(b"receipt")
    assert [tab.next(), tab.next(), tab.next(), tab.next()] == [b"look", b"receipt", b"room", None]
