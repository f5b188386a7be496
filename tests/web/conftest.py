"""What the web tests share: a running server, a started two-player table."""

from collections.abc import Iterator
from typing import Any

import pytest

from potluck.web import newcomers, parties, pulse
from potluck.web.settings import Limits, WebSettings
from tests.web.house import ME, OPEN, Person, Server, Tab, served

# Far above what all tests together do from one address; the brakes have tests of their own.
ROOMY = Limits(
    tables_per_address_hour=10**6,
    guests_per_address_hour=10**6,
    codes_per_address_minute=10**6,
    posts_per_address_minute=10**6,
    posts_per_guest_minute=10**6,
    messages_per_socket_second=10**6,
    frames_per_socket_second=10**6,
    frames_per_address_second=10**6,
    hellos_per_address_minute=10**6,
    requests_per_address_minute=10**6,
    openings_per_address_minute=10**6,
    connections_per_address_minute=10**6,
    chat_per_table_minute=10**6,
    moves_per_table_hour=10**6,
    undos_per_table_hour=10**6,
    gets_per_address_minute=10**6,
    sockets_per_address=10**6,
)


class Started:
    """People at a table of theirs that has been started; nobody has a tab open before they `come`."""

    def __init__(self, server: Server, *names: str, game: str = "cooking_rumble", **options: Any) -> None:
        self.server = server
        self.people = [Person(server, name) for name in names]
        host, *others = self.people
        made = host.new_table([ME] + [OPEN] * len(others), game=game, options=options)
        self.table: str = made["table"]
        self.path = f"/api/tables/{self.table}"
        self.tokens: list[str] = [made["seat_token"]]
        self.tokens += [person.sit(self.table, seat) for seat, person in enumerate(others, start=1)]
        assert host.post(f"{self.path}/start", json={}).status_code == 200
        self.tabs: list[Tab] = []

    def open(self, seat: int) -> Tab:
        """A tab of a seat."""
        return self.people[seat].tab(self.table, self.tokens[seat])

    @property
    def mover(self) -> int:
        """The seat that has moves, as far as its tab has been told."""
        return next(seat for seat, tab in enumerate(self.tabs) if tab.look and tab.look["legal"])

    def come(self) -> None:
        """Everybody opens a tab and has heard all there was to hear."""
        self.tabs = [self.open(seat) for seat in range(len(self.people))]
        self.server.settle()
        for tab in self.tabs:
            tab.waiting()

    def close(self) -> None:
        """Everybody goes."""
        for tab in self.tabs:
            tab.close()
        for person in self.people:
            person.close()


@pytest.fixture(scope="session", autouse=True)
def _quick_presence() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parties, "PRESENCE_SECONDS", 0.02)
        # A test's tab answers pings, and takes what it is sent, only when it is read; a busy machine may be
        # long in coming to that. Nor does a line end by itself where a test looks whether somebody ends it.
        patch.setattr(pulse, "SILENCE_SECONDS", 300.0)
        patch.setattr(pulse, "SEND_SECONDS", 300.0)
        patch.setattr(newcomers, "HELLO_SECONDS", 300.0)
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
    """A running game of Ana and Bo, each with a tab."""
    made = Started(server, "Ana", "Bo")
    made.come()
    yield made
    made.close()
