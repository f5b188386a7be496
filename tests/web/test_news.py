"""Tabs that stand at the same place are told the same: it is put together once for all of them."""

from types import SimpleNamespace
from typing import Any, cast

from potluck.tables.room import ChatLine, Room
from potluck.tables.service import Place, Tables
from potluck.tables.vantage import Told
from potluck.web import news
from potluck.web.tab import Tab


def glance(table: str, places: list[Place]) -> list[Told]:
    return [Told(b'{"version":1}', 1, 3, None) for _ in places]


def chat(table: str, lines: int) -> list[ChatLine]:
    return [ChatLine(index, 0, "Ana", "hello", 0) for index in range(lines, 2)]


def at(events: int, lines: int) -> Tab:
    tab = Tab()
    tab.events, tab.lines = events, lines
    return tab


def test_those_at_one_place_share_the_bytes() -> None:
    tables = cast(Tables, SimpleNamespace(glance=glance, chat=chat))
    jobs = news.noted([at(1, 0), at(1, 0), at(2, 1), at(1, 2)], {"look", "chat"})
    assert news.read(tables, "table", cast(Room, cast(Any, object())), jobs) is None
    one, same, other, heard = jobs
    assert one.look is not None
    assert one.look is same.look is heard.look
    assert other.look is not one.look
    assert one.chat is not None
    assert one.chat is same.chat
    assert other.chat is not None
    assert other.chat != one.chat
    assert heard.chat is None
