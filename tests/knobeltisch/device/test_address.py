import shlex
import shutil
import subprocess
import sys
from urllib.parse import urlsplit

import pytest

from knobeltisch.device.address import address_in_house, own_address, page_address
from tests.support.servers.networks import NEEDS_IP, NEEDS_ROOT
from web.visitors import is_local_address

ASK = "from knobeltisch.device.address import own_address; print(own_address())"

SETTLE = """
import fcntl, socket, struct
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
    fcntl.ioctl(asked, 0x8914, struct.pack("16sH14x", b"lo", 1))  # SIOCSIFFLAGS, IFF_UP
    at = struct.pack("16sHH4s8x", b"lo", socket.AF_INET, 0, socket.inet_aton("10.77.0.1"))
    fcntl.ioctl(asked, 0x8916, at)  # SIOCSIFADDR
"""
"""Give the only interface of a network an address; a route to anywhere else there is not."""


@pytest.fixture
def alone():
    """Run Python in a network of its own, which nothing leads out of."""
    apart = ["unshare", "--user", "--map-root-user", "--net"]
    if shutil.which("unshare") is None or subprocess.run([*apart, "true"], check=False).returncode:
        pytest.skip("a network of its own needs `unshare`, and a kernel that lets us")

    def run(program):
        said = subprocess.run(
            [*apart, sys.executable, "-c", program], capture_output=True, text=True, check=True
        )
        return said.stdout.strip()

    return run


def test_without_any_network_the_address_is_the_device_s_own(alone):
    assert alone(ASK) == "127.0.0.1"


def test_on_a_network_without_a_way_out_the_address_is_still_the_one_that_phones_use(alone):
    assert alone(SETTLE + ASK) == "10.77.0.1"


@pytest.mark.parametrize(
    ("host", "shown"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("192.0.2.7", "192.0.2.7"),
        ("::1", "[::1]"),
        ("localhost", "localhost"),
        ("table.local", "table.local"),
    ],
)
def test_a_page_served_at_one_address_is_announced_at_that_one(host, shown):
    assert address_in_house(host, 8080) == f"http://{shown}:8080"


LAYOUTS = {
    "Wi-Fi alone": ("ether wlan0 192.168.0.5/24 default", "192.168.0.5"),
    "cable and its own Wi-Fi": ("ether wlan0 10.42.0.1/24; ether eth0 192.168.0.5/24 default", "192.168.0.5"),
    "its own Wi-Fi alone, a cable not plugged in": (
        "down eth0 192.168.9.1/24; ether wlan0 10.42.0.1/24",
        "10.42.0.1",
    ),
    "a tunnel that takes everything": (
        "tunnel wg0 10.8.0.2/32 default; ether wlan0 192.168.0.5/24",
        "192.168.0.5",
    ),
    "containers before the Wi-Fi": (
        "bridge docker0 172.17.0.1/16; ether wlan0 192.168.0.5/24",
        "192.168.0.5",
    ),
    "a cable that got no address": ("ether eth0 169.254.7.7/16; ether wlan0 10.42.0.1/24", "10.42.0.1"),
    "IPv6 alone": ("ether eth0 fd00::5/64", "fd00::5"),
    "IPv6 and IPv4": ("ether eth0 fd00::5/64; ether wlan0 192.168.0.5/24 default", "192.168.0.5"),
    "two networks, the cable's router first": (
        "ether wlan0 10.1.0.5/24 default:600; ether eth0 192.168.0.5/24 default:100",
        "192.168.0.5",
    ),
}
BUILD = {
    "ether": "ip link add {name} type veth peer name {name}p && ip link set {name}p up",
    "down": "ip link add {name} type veth peer name {name}p",
    "tunnel": "ip tuntap add {name} mode tun",
    "bridge": "ip link add {name} type bridge && ip link add {name}v type veth peer name {name}w"
    " && ip link set {name}v master {name} up && ip link set {name}w up",
}


def _build(layout):
    lines = ["mount -t sysfs none /sys"]
    for interface in layout.split("; "):
        kind, name, address, *way = interface.split()
        lines += [
            BUILD[kind].format(name=name),
            f"ip link set {name} up",
            f"ip address add {address} dev {name} nodad",
        ]
        if ":" not in address:
            lines[-1] = lines[-1].removesuffix(" nodad")
        lines += [f"ip route add default dev {name} metric {route.partition(':')[2] or 0}" for route in way]
    return " && ".join([*lines, shlex.join([sys.executable, "-c", ASK])])


@pytest.mark.long
@NEEDS_ROOT
@NEEDS_IP
@pytest.mark.parametrize("layout", LAYOUTS)
def test_of_several_addresses_people_are_shown_one_that_a_phone_in_the_pub_reaches(layout):
    interfaces, shown = LAYOUTS[layout]
    said = subprocess.run(
        ["unshare", "--net", "--mount", "sh", "-c", _build(interfaces)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert said.stdout.strip() == shown, said.stderr


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("10.9.9.9", "http://10.9.9.9:8080"),
        ("::ffff:10.9.9.9", "http://10.9.9.9:8080"),
        ("fd00::9", "http://[fd00::9]:8080"),
        ("table.local", "http://table.local:8080"),
    ],
)
def test_every_host_becomes_an_address_that_leads_back_to_it(host, address):
    assert page_address(host, 8080) == address
    assert urlsplit(address).hostname == host.removeprefix("::ffff:")
    assert urlsplit(address).port == 8080


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_a_page_served_at_all_addresses_is_announced_at_the_device_s_own(host):
    assert address_in_house(host, 8080) == page_address(own_address(), 8080)


@pytest.mark.parametrize(
    ("address", "here"),
    [
        ("http://127.0.0.1:8080/", True),
        ("http://127.1.2.3:8080/", True),
        ("http://[::1]:8080/", True),
        ("http://localhost:8080/", True),
        ("http://192.0.2.7:8080/", False),
        ("http://table.local:8080/", False),
    ],
)
def test_what_only_this_machine_finds_is_known_as_that(address, here):
    assert is_local_address(address) is here
