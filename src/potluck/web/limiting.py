"""How much one guest or one address may do in a time: in memory, per process."""

from collections import Counter
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Final

from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from potluck.play.errors import PotluckError
from potluck.web.buckets import Bucket, Buckets, Purse
from potluck.web.errors import TooFast, TooManyGuests, TooManySockets
from potluck.web.settings import Limits

_HOUR: Final = 3600.0
_MINUTE: Final = 60.0
_SPREE_SECONDS: Final = 10  # so much of the frames of a second may come at once
_HOUSEHOLD_BITS: Final = 64  # of an IPv6 address; a household has all addresses that begin so


@lru_cache(4096)
def household(address: str) -> str:
    """Who shares limits: an IPv4 address, or what a household's IPv6 addresses have in common."""
    try:
        known = ip_address(address)
    except ValueError:
        return address
    if not isinstance(known, IPv6Address):
        return address
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    # A zone ("%eth0") says by which way it came, not whose it is.
    return IPv6Address(int(known)).exploded[: _HOUSEHOLD_BITS // 16 * 5]


class Purses:
    """What sockets, and lines that stand in for them, pay with for the frames that they send."""

    def __init__(self, limits: Limits) -> None:
        self._most = limits.frames_per_socket_second * _SPREE_SECONDS
        self._shared = Buckets(limits.frames_per_address_second * _SPREE_SECONDS, _SPREE_SECONDS)

    def new(self, address: str) -> Purse:
        """One for a socket that comes from there."""
        return Purse(Bucket(self._most, _SPREE_SECONDS), self._shared, household(address))


class Brakes:
    """Counts, and refuses when it is too much. What is refused is not counted."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._windows = MovingWindowRateLimiter(MemoryStorage())
        self._guest_tables = RateLimitItemPerHour(limits.tables_per_guest_hour)
        self._address_tables = RateLimitItemPerHour(limits.tables_per_address_hour)
        self._guests = RateLimitItemPerHour(limits.guests_per_address_hour)
        self._codes = RateLimitItemPerMinute(limits.codes_per_address_minute)
        self._guest_posts = RateLimitItemPerMinute(limits.posts_per_guest_minute)
        self._address_posts = RateLimitItemPerMinute(limits.posts_per_address_minute)
        self._gets = RateLimitItemPerMinute(limits.gets_per_address_minute)
        self._hellos = Buckets(limits.hellos_per_address_minute, _MINUTE)
        self.purses = Purses(limits)
        self._asked = Buckets(limits.requests_per_address_minute, _MINUTE)
        self._openings = RateLimitItemPerMinute(limits.openings_per_address_minute)
        self._sockets: Counter[str] = Counter()
        self._lines = Buckets(limits.chat_per_table_minute, _MINUTE)
        self._moves = Buckets(limits.moves_per_table_hour, _HOUR)
        self._undos = Buckets(limits.undos_per_table_hour, _HOUR)

    def _hit(self, window: RateLimitItem, *who: str, refusal: type[PotluckError] = TooFast) -> None:
        if not self._windows.hit(window, *who):
            raise refusal

    def ask(self, address: str) -> None:
        """One request, whatever becomes of it."""
        if not self._asked.take(household(address)):
            raise TooFast

    def get(self, address: str) -> None:
        """One page or file."""
        self._hit(self._gets, "get", household(address))

    def post(self, address: str, guest: str | None) -> None:
        """One request that changes something."""
        self._hit(self._address_posts, "post", household(address))
        if guest is not None:
            self._hit(self._guest_posts, "post.guest", guest)

    def new_guest(self, address: str) -> None:
        """One more guest."""
        self._hit(self._guests, "guest", household(address), refusal=TooManyGuests)

    def new_table(self, address: str, guest: str) -> None:
        """One more table."""
        self._hit(self._guest_tables, "table", guest)
        self._hit(self._address_tables, "table.address", household(address))

    def try_code(self, address: str) -> None:
        """One more seat link tried."""
        self._hit(self._codes, "code", household(address))

    def hello(self, address: str) -> None:
        """One more look at a table from the beginning."""
        if not self._hellos.take(household(address)):
            raise TooFast

    def pace(self) -> Bucket:
        """What a socket's messages are taken from."""
        return Bucket(self._limits.messages_per_socket_second, 1.0)

    def say(self, table: str, who: str) -> None:
        """One more line of somebody at a table: it pushes older lines out, in the end."""
        if not self._lines.take(f"{table} {who}"):
            raise TooFast

    def submit(self, table: str, who: str, *, back: bool) -> None:
        """One more submission of somebody at a table, moves or, with `back`, an undo: the log keeps both."""
        if not (self._undos if back else self._moves).take(f"{table} {who}"):
            raise TooFast

    def open_socket(self, address: str, guest: str | None) -> None:
        """One more tab; pair with `close_socket`."""
        address, mine = household(address), f"guest {guest}"
        self._hit(self._openings, "socket", address)
        if self._sockets[address] >= self._limits.sockets_per_address:
            raise TooManySockets
        if guest is not None and self._sockets[mine] >= self._limits.sockets_per_guest:
            raise TooManySockets
        self._sockets[address] += 1
        if guest is not None:
            self._sockets[mine] += 1

    def close_socket(self, address: str, guest: str | None) -> None:
        """A tab is gone."""
        address = household(address)
        for who in (address, f"guest {guest}") if guest is not None else (address,):
            self._sockets[who] -= 1
            if self._sockets[who] <= 0:
                del self._sockets[who]
