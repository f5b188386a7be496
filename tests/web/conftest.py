"""What the web tests share: a running server, a started two-player table."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from potluck.web import parties, pulse
from potluck.web.settings import Limits, WebSettings
from tests.web.house import ME, OPEN, Person, Server, Tab, served


class Started(NamedTuple):
    """A running game of two."""

    table: str
    people: list[Person]
    tokens: list[str]
    tabs: list[Tab]


# Far above what all tests together do from one address; the brakes have tests of their own.
ROOMY = Limits(
    tables_per_address_hour=10**6,
    guests_per_address_hour=10**6,
    codes_per_address_minute=10**6,
    posts_per_address_minute=10**6,
    posts_per_guest_minute=10**6,
    messages_per_socket_second=10**6,
    gets_per_address_minute=10**6,
    sockets_per_address=10**6,
)


@pytest.fixture(scope="session", autouse=True)
def _quick_presence() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parties, "PRESENCE_SECONDS", 0.02)
        # A test's tab answers pings only when it is read; a busy machine may be long in coming to that.
        patch.setattr(pulse, "SILENCE_SECONDS", 300.0)
        yield


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that do not change how it works."""
    folder = tmp_path_factory.mktemp("server")
    settings = WebSettings(f"sqlite:///{folder}/potluck.db", bot_workers=0, limits=ROOMY)
    with served(folder, settings) as running:
        yield running


@pytest.fixture
def started(server: Server) -> Iterator[Started]:
    ana, bo = Person(server, "Ana"), Person(server, "Bo")
    made: dict[str, Any] = ana.new_table([ME, OPEN])
    table = made["table"]
    sat = bo.post(f"/api/tables/{table}/sit", json={"seat": 1, "nonce": "11" * 16}).json()
    tokens = [made["seat_token"], sat["seat_token"]]
    assert ana.post(f"/api/tables/{table}/start", json={}).status_code == 200
    tabs = [ana.tab(table, tokens[0]), bo.tab(table, tokens[1])]
    server.settle()
    for tab in tabs:
        tab.waiting()
    yield Started(table, [ana, bo], tokens, tabs)
    for tab in tabs:
        tab.close()
    for person in (ana, bo):
        person.close()
