"""The sender of a request: role, token, network and rate limit. Used by `knobeltisch` as well."""

import hashlib
import ipaddress
import secrets
import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final
from urllib.parse import urlsplit

OVER_TLS: Final = "s."
"""The prefix of tokens issued over https."""
_MAPPED: Final = "::ffff:"
CONSOLE: Final = ("127.0.0.1", "::1", "::ffff:127.0.0.1")
"""The device itself."""
MOST_VISITORS: Final = 512
MOST_ATTEMPTS: Final = 4096


class Role(IntEnum):
    """The permissions of a browser; each role includes those of the ones before it."""

    VIEWER = 0
    PLAYER = 1
    """A phone with a seat: it plays for one player, in that player's turn."""
    TABLE = 2
    LANDLORD = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Visitor:
    """The sender of a request.

    `device`: the session's public name, None if there is no session; `paired`: whether this is the table's tablet; `player`:
    the player for whom this device has a seat, else None.
    """

    role: Role
    device: str | None = None
    paired: bool = False
    player: str | None = None


def make_token(*, secure: bool) -> str:
    """Return a new random token, marked as issued over https (`secure`) or in clear text."""
    return f"{OVER_TLS if secure else ''}{secrets.token_urlsafe(32)}"


def hash_of(token: str) -> str:
    """Return the hash of a token for storage, so that a reader of the file cannot use it."""
    return hashlib.sha256(token.encode()).hexdigest()


def is_token_of(token: str, *, secure: bool) -> bool:
    """Whether a token was issued on a connection of this kind, encrypted or not; it is valid only on that kind."""
    return token.startswith(OVER_TLS) is secure


def network(address: str) -> str:
    """Return an IPv4 address, or the /64 network of an IPv6 one, in which a device chooses freely; other text is shortened."""
    plain = address.removeprefix(_MAPPED)
    try:
        found = ipaddress.ip_address(plain.partition("%")[0])
    except ValueError:
        return plain[:64]
    if found.version == 4:
        return str(found)
    return str(ipaddress.ip_network((found, 64), strict=False))


class Limiter:
    """Allows each visitor `burst` requests at once and `rate` more per second. Safe to call from any thread.

    The least recent visitor is forgotten first; by then the full burst would be available again anyway.
    """

    def __init__(self, *, burst: int, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.burst, self.rate = burst, rate
        self.clock = clock
        self._lock = threading.Lock()
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, visitor: str) -> float:
        """Take one token; return 0, or the seconds until there is one."""
        with self._lock:
            now = self.clock()
            left, then = self._buckets.pop(visitor, (float(self.burst), now))
            left = min(float(self.burst), left + (now - then) * self.rate)
            wait = 0.0 if left >= 1 else (1 - left) / self.rate
            self._buckets[visitor] = (left if wait else left - 1, now)
            while len(self._buckets) > MOST_VISITORS:
                self._buckets.popitem(last=False)
            return wait


class Attempts:
    """Counts the recent requests of each network. If there is no room for all, the networks that asked most make room.

    `around` returns what the addresses of one stranger share. Not thread-safe.
    """

    def __init__(self, around: Callable[[str], str]) -> None:
        self._around = around
        self._asked: deque[tuple[str, str]] = deque(maxlen=MOST_ATTEMPTS)

    def note(self, network: str) -> None:
        """Count a request from this network."""
        self._asked.append((network, self._around(network)))

    def gives_way(self, waiting: Sequence[str], network: str) -> int | None:
        """Return the index in `waiting` of the network that makes room for `network`; None if none has asked more often.

        Requests of its neighbours count too, so that many addresses of one stranger have few places.
        """
        each, around = Counter(one for one, _ in self._asked), Counter(shared for _, shared in self._asked)

        def tried(one: str) -> int:
            return each[one] + around[self._around(one)]

        most = max(range(len(waiting)), key=lambda index: tried(waiting[index]), default=None)
        return most if most is not None and tried(waiting[most]) > tried(network) else None


def neighbourhood(network: str) -> str:
    """Return the prefix that neighbouring networks share: three numbers of an IPv4 address, or 48 bits of an IPv6 one."""
    return network.rpartition(".")[0] or ":".join(network.split(":")[:3])


def is_local_address(address: str) -> bool:
    """Whether a page at this address is reachable only from this machine."""
    host = urlsplit(address).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
