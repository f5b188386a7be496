"""What a host can set, in one flat struct; `serve` and the tests fill it in."""

from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

MESSAGE_BYTES: Final = 64 * 1024  # the largest message or body that is read
DRAIN_BYTES: Final = 2 * 1024 * 1024  # up to here a too large one is read off, so that words can answer it
PING_SECONDS: Final = 3.0
SILENCE_SECONDS: Final = 15.0  # a tab that says nothing for so long is gone
SEND_SECONDS: Final = 10.0  # a tab that does not take a message for so long is dropped
REQUEST_SECONDS: Final = 15.0  # a request has to be here whole after so long
HELLO_SECONDS: Final = 15.0  # a tab has to say which table it is at after so long
TAKING_SECONDS: Final = 20.0  # an answer of which next to nothing is taken for so long is dropped
PEOPLE_PER_ADDRESS: Final = 100  # whom the limits of an address are made for
PRESENCE_SECONDS: Final = 0.4  # a reload of the page is no coming and going


class Limits(Struct, frozen=True):
    """How much of what one guest or one address may do. A household shares an address, and so may a club.

    What is stated for an address is enough for a hundred people who come at once; see `shared_by`.
    """

    tables_per_guest_hour: int = 30
    tables_per_address_hour: int = 300
    guests_per_address_hour: int = 300
    codes_per_address_minute: int = 60  # seat links tried
    posts_per_guest_minute: int = 120
    posts_per_address_minute: int = 1800
    gets_per_address_minute: int = 6000
    requests_per_address_minute: int = 18_000  # of every kind, the refused among them
    connections_per_address_minute: int = 3000  # of all kinds, a page takes a handful
    waiting_per_address: int = 250  # connections that have not asked for anything yet; the oldest are dropped
    openings_per_address_minute: int = 400  # of sockets
    newcomers_per_address: int = 250  # tabs that have not said which table they are at; the oldest are let go
    sockets_per_guest: int = 24
    sockets_per_address: int = 500
    messages_per_socket_second: int = 40
    frames_per_socket_second: int = 80  # of every kind; a large one counts as several
    frames_per_address_second: int = 800  # beyond it those of each socket count as many more
    hellos_per_address_minute: int = 800  # of sockets that are open, one each is usual
    chat_per_table_minute: int = 30  # lines of one guest
    moves_per_table_hour: int = 3600  # submissions of one guest
    undos_per_table_hour: int = 120

    def shared_by(self, people: int) -> "Limits":
        """The same with what is stated for an address made for so many people."""
        shared = {
            name: max(1, getattr(self, name) * people // PEOPLE_PER_ADDRESS)
            for name in self.__struct_fields__
            if "_per_address" in name
        }
        return msgspec.structs.replace(self, **shared)


class WebSettings(Struct, frozen=True):
    """One server."""

    database: str = "sqlite:///potluck.db"  # an SQLAlchemy URL
    host: str = "127.0.0.1"
    port: int = 8000
    host_names: tuple[str, ...] = ()  # further names of this server, with a port if it is no usual one
    prefix: str = ""  # the path before ours that a proxy passes on, e.g. "/potluck"
    trusted_proxy: str = ""  # addresses whose X-Forwarded-* headers are believed, comma separated
    secret: str = ""  # signs the guest cookie; empty: kept in a file beside the database
    metrics_token: str = ""  # opens /metrics to others than this machine
    bot_workers: int | None = None  # processes that think; None: as the machine has; 0: no bots here
    static: Path = Path(__file__).parent / "static"
    limits: Limits = Limits()
