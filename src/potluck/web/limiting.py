"""How much one guest or one address may do in a time: moving windows, in memory, per process."""

import time
from collections import Counter, deque

from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from potluck.play.errors import PotluckError
from potluck.web.errors import TooFast, TooManyGuests, TooManySockets
from potluck.web.settings import Limits


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
        self._sockets: Counter[str] = Counter()

    def _hit(self, window: RateLimitItem, *who: str, refusal: type[PotluckError] = TooFast) -> None:
        if not self._windows.hit(window, *who):
            raise refusal

    def get(self, address: str) -> None:
        """One page or file."""
        self._hit(self._gets, "get", address)

    def post(self, address: str, guest: str | None) -> None:
        """One request that changes something."""
        self._hit(self._address_posts, "post", address)
        if guest is not None:
            self._hit(self._guest_posts, "post.guest", guest)

    def new_guest(self, address: str) -> None:
        """One more guest."""
        self._hit(self._guests, "guest", address, refusal=TooManyGuests)

    def new_table(self, address: str, guest: str) -> None:
        """One more table."""
        self._hit(self._guest_tables, "table", guest)
        self._hit(self._address_tables, "table.address", address)

    def try_code(self, address: str) -> None:
        """One more seat link tried."""
        self._hit(self._codes, "code", address)

    def message(self, times: deque[float]) -> None:
        """One more message on a socket; `times` are those of its last ones, kept by the socket.

        Counted here and not by `limits`, which starts a thread to forget each hit: half the cost of a move.
        """
        now = time.monotonic()
        while times and times[0] <= now - 1:
            times.popleft()
        if len(times) >= self._limits.messages_per_socket_second:
            raise TooFast
        times.append(now)

    def open_socket(self, address: str, guest: str | None) -> None:
        """One more tab; pair with `close_socket`."""
        mine = f"guest {guest}"
        if self._sockets[address] >= self._limits.sockets_per_address:
            raise TooManySockets
        if guest is not None and self._sockets[mine] >= self._limits.sockets_per_guest:
            raise TooManySockets
        self._sockets[address] += 1
        if guest is not None:
            self._sockets[mine] += 1

    def close_socket(self, address: str, guest: str | None) -> None:
        """A tab is gone."""
        for who in (address, f"guest {guest}") if guest is not None else (address,):
            self._sockets[who] -= 1
            if self._sockets[who] <= 0:
                del self._sockets[who]
