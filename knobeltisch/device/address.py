"""The device's address on the local network, as shown to phones and on the console."""

from __future__ import annotations

import fcntl
import socket
import struct
from ipaddress import IPv4Address, ip_address
from typing import Final
from urllib.parse import urlsplit

ANYWHERE: Final = ("192.0.2.1", 9)
"""A documentation address (RFC 5737)."""
SIOCGIFADDR: Final = 0x8915
"""Ask an interface for its IPv4 address (netdevice(7))."""


def own_address() -> str:
    """Return the address that other devices use, without sending anything; loopback when there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ANYWHERE)  # a datagram socket only looks up the route
            return str(probe.getsockname()[0])
        except OSError:
            # No route to the internet, as on our own access point: then any neighbour shares our
            # network.
            found = []
            for _, name in socket.if_nameindex():
                try:
                    reply = fcntl.ioctl(probe, SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
                except OSError:  # the interface has no address
                    continue
                address = IPv4Address(reply[20:24])
                if not address.is_loopback:
                    found.append(str(address))
            return next(iter(found), "127.0.0.1")


def address_in_house(host: str) -> str:
    """Return the address where other devices find a page served at `host`: the device's own address if it is served at all of them."""
    try:
        place = ip_address(host)
    except ValueError:
        return host
    if place.is_unspecified:
        return own_address()
    return f"[{host}]" if place.version == 6 else host


def stays_here(address: str) -> bool:
    """Whether an address is reachable only from this machine."""
    host = urlsplit(address).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
