"""Networks of addresses: visitors who share one count as one."""

from __future__ import annotations

import ipaddress
from typing import Final

_MAPPED: Final = "::ffff:"
CONSOLE: Final = ("127.0.0.1", "::1", "::ffff:127.0.0.1")
"""The device itself."""


def network(address: str) -> str:
    """Return the network of an address: a device may choose freely within its IPv6 network."""
    plain = address.removeprefix(_MAPPED)
    try:
        found = ipaddress.ip_address(plain.partition("%")[0])
    except ValueError:
        return plain[:64]
    if found.version == 4:
        return str(found)
    return str(ipaddress.ip_network((found, 64), strict=False))
