"""Which names and addresses this machine is reached by, and which of them a request may use.

A page of another site can make a browser send requests here. Two checks stop it: the `Host` must be
ours (so a foreign name that resolves to us is no way in), and the `Origin` must be that very host.
"""

import re
import socket
from collections.abc import Iterable, Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final

LOOPBACK: Final = ("localhost", "127.0.0.1", "[::1]")
# A name or address, in brackets if it has colons; one final dot says that a name is whole.
_HOST: Final = re.compile(r"(?P<host>\[[0-9a-f:.]+\]|[^\s\[\]:/?#@\\,]+?)\.?(?::(?P<port>[0-9]{1,5}))?")
_ANY: Final = ("", "0.0.0.0", "::")  # noqa: S104 -- recognised here, chosen by the host
_DEFAULT_PORTS: Final = {"http": "80", "https": "443"}
# Any routable address does: nothing is sent, the system only says which of its own it would use.
_PROBES: Final = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))


def lan_names() -> list[str]:
    """This machine's name, also as ".local", lower case."""
    name = socket.gethostname().lower().rstrip(".")
    if not name or name == "localhost":
        return []
    return [name] if "." in name else [name, f"{name}.local"]


def lan_addresses() -> list[str]:
    """The addresses this machine has in its networks, IPv6 ones in brackets."""
    found: list[str] = []
    for family, probe in _PROBES:
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as sock:
                sock.connect((probe, 9))
                found.append(str(sock.getsockname()[0]))
        except OSError:
            continue
    kept = [ip for ip in map(ip_address, found) if not ip.is_loopback and not ip.is_unspecified]
    return [f"[{ip}]" if ip.version == 6 else str(ip) for ip in kept]


def reachable(listening: str, names: Sequence[str]) -> list[str]:
    """The hosts by which other machines reach a server that listens there: numbers first, then names.

    `names` are those the host of the house has given it besides. Empty: it listens on loopback only.
    """
    if listening in _ANY:
        # Listening on IPv4 alone, an IPv6 address would be no answer.
        numbers = [each for each in lan_addresses() if listening == "::" or not each.startswith("[")]
        return list(dict.fromkeys([*numbers, *names, *lan_names()]))
    if is_loopback(listening):
        return []
    return list(dict.fromkeys([f"[{listening}]" if ":" in listening else listening, *names]))


def is_loopback(host: str) -> bool:
    """Whether a host, without a port, is this machine by a name that means another one elsewhere."""
    literal = _literal(host)
    return host.lower() in LOOPBACK or (literal is not None and literal.is_loopback)


def split_host(netloc: str) -> tuple[str, str]:
    """Host and port of "name:port", "[::1]:port" or either without a port, lower case.

    Two empty texts for anything else: what stands before, behind or between is read in one way here and in
    another elsewhere.
    """
    found = _HOST.fullmatch(netloc.strip(" \t").lower())
    return ("", "") if found is None else (found["host"], found["port"] or "")


def origin_of(scheme: str, netloc: str, port: str) -> str:
    """The origin of a host: with a port of its own, else with this one, else without."""
    host, own = split_host(netloc)
    chosen = own or port
    return f"{scheme}://{host}:{chosen}" if chosen else f"{scheme}://{host}"


def _literal(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host.strip("[]"))
    except ValueError:
        return None


class Hosts:
    """The hosts that are us."""

    def __init__(self, extra: Iterable[str]) -> None:
        """`extra` are further names, e.g. "games.example.org", with a port if it is not the usual one."""
        given = [split_host(name) for name in extra]
        self._given = frozenset(each for each in given if each[0])
        self._names = {*LOOPBACK, *lan_names(), *lan_addresses(), *(host for host, _ in self._given)}

    def ours(self, netloc: str, arrived_at: str | None) -> bool:
        """Whether a `Host` header means us; `arrived_at` is the address the connection came in on.

        A private address is taken as ours even when this machine does not know it (a container, a
        new lease): only names can be made to point at somebody else's server, addresses cannot.
        """
        host, _ = split_host(netloc)
        if host in self._names:
            return True
        literal = _literal(host)
        return literal is not None and (literal.is_private or str(literal) == arrived_at)

    def speaks(self, origin: str, netloc: str) -> bool:
        """Whether an `Origin` is a page of ours: that this `Host` served, or of a name that was given to us.

        A proxy may put its own name for us into `Host`; what it is called outside it cannot tell then.
        """
        if self.same(origin, netloc):
            return True
        scheme, _, rest = origin.partition("://")
        default = _DEFAULT_PORTS.get(scheme)
        host, port = split_host(rest)
        return default is not None and any(
            (host, port or default) == (name, given or default) for name, given in self._given
        )

    @staticmethod
    def same(origin: str, netloc: str) -> bool:
        """Whether an `Origin` is the page that this `Host` served; ports count, schemes do not."""
        scheme, _, rest = origin.partition("://")
        default = _DEFAULT_PORTS.get(scheme)
        if default is None:
            return False
        host, port = split_host(rest)
        own, own_port = split_host(netloc)
        return host != "" and (host, port or default) == (own, own_port or default)
