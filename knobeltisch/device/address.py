"""The device's address on the local network, and the address of a page."""

import contextlib
import fcntl
import socket
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from typing import Final, TypeAlias

from web.visitors import neighbourhood

SIOCGIFFLAGS: Final = 0x8913
SIOCGIFADDR: Final = 0x8915
"""Ask an interface for its flags and its IPv4 address (netdevice(7))."""
POINT_TO_POINT: Final = 0x10
RUNNING: Final = 0x40
ROUTES: Final = Path("/proc/net/route")
IPV6: Final = Path("/proc/net/if_inet6")
INTERFACES: Final = Path("/sys/class/net")
UNUSABLE: Final = 0x01 | 0x20 | 0x40
"""IPv6 addresses that are temporary, no longer wanted or not yet checked (linux/if_addr.h)."""
DONGLES: Final = ("cdc_ether", "cdc_ncm", "huawei_cdc_ncm", "ipheth", "rndis_host")
"""Drivers of USB modems and phones; no guest is on their network."""
LOOPBACK: Final = "127.0.0.1"

NEIGHBOURS: Final = Path("/proc/net/arp")
"""The MAC address of each IPv4 neighbour."""

Ip: TypeAlias = IPv4Address | IPv6Address


@dataclass(frozen=True, slots=True)
class _Address:
    """An address of a network interface; `metric` is that of its default route, None if there is no such route."""

    ip: Ip
    running: bool
    guests: int
    metric: int | None

    def rank(self) -> tuple[object, ...]:
        """Return a sort key that puts the address most likely to be reachable from phones in the pub first."""
        far = self.metric is None
        return not self.running, self.guests, self.ip.is_link_local, self.ip.version, far, self.metric or 0


def own_address(*, version: int | None = None) -> str:
    """Return the address at which phones in the pub reach this device; loopback if there is no network. Sends nothing.

    Cable and Wi-Fi are preferred to USB modems, tunnels and containers. A network with a router is preferred to the device's
    own Wi-Fi, whose phones reach that address too. `version`: only IPv4 (4) or IPv6 (6).
    """
    places = [place for place in _places() if version in (None, place.ip.version)]
    return str(min(places, key=_Address.rank).ip) if places else LOOPBACK


def _places() -> Iterator[_Address]:
    routes = [line.split() for line in _read(ROUTES)[1:]]
    metrics = {row[0]: int(row[6]) for row in reversed(routes) if row[1] == "00000000" == row[7]}
    rows = [row for row in map(str.split, _read(IPV6)) if row[3] == "00" and not int(row[4], 16) & UNUSABLE]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            asked = struct.pack("256s", name.encode()[:15])
            flags = struct.unpack_from("H", fcntl.ioctl(probe, SIOCGIFFLAGS, asked), 16)[0]
            found: list[Ip] = [IPv6Address(bytes.fromhex(row[0])) for row in rows if row[5] == name]
            with contextlib.suppress(OSError):  # it has none
                found.append(IPv4Address(fcntl.ioctl(probe, SIOCGIFADDR, asked)[20:24]))
            for ip in found:
                if not ip.is_loopback:
                    yield _Address(ip, bool(flags & RUNNING), _distance(name, flags), metrics.get(name))


def _distance(name: str, flags: int) -> int:
    """Return 0 for an interface that guests can reach, 1 for a USB modem or phone, 2 for a tunnel or container bridge."""
    here = INTERFACES / name
    inside = (here / "bridge").exists() and not any(
        (port / "device").exists() for port in here.glob("lower_*")
    )
    if flags & POINT_TO_POINT or inside:
        return 2
    return int((here / "device" / "driver").resolve().name in DONGLES)


def _read(file: Path) -> list[str]:
    try:
        return file.read_text(encoding="ascii").splitlines()
    except OSError:  # a kernel without it
        return []


def neighbour(address: str) -> str:
    """Return an identifier of the device at an address: its MAC address if the ARP table has it, else the address's `neighbourhood`."""
    cards = (row.split() for row in _read(NEIGHBOURS)[1:])
    return next((row[3] for row in cards if row[0] == address), neighbourhood(address))


def page_address(host: str, port: int) -> str:
    """Return the URL of the page at `host` (a name or an IP address), for a browser."""
    host = host.removeprefix("::ffff:") if "." in host else host  # an IPv4 address as an IPv6 socket shows it
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def address_in_house(host: str, port: int) -> str:
    """Return the URL at which other devices reach a page served at `host`; if it serves all addresses, the device's own."""
    try:
        place = ip_address(host)
    except ValueError:
        return page_address(host, port)
    if place.is_unspecified:
        host = own_address(version=4 if place.version == 4 else None)
    return page_address(host, port)
