from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable

import pytest

from knobeltisch.device.address import address_in_house, own_address, stays_here

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
def alone() -> Callable[[str], str]:
    """Run Python in a network of its own, which nothing leads out of."""
    apart = ["unshare", "--user", "--map-root-user", "--net"]
    if shutil.which("unshare") is None or subprocess.run([*apart, "true"], check=False).returncode:
        pytest.skip("a network of its own needs `unshare`, and a kernel that lets us")

    def run(program: str) -> str:
        said = subprocess.run(
            [*apart, sys.executable, "-c", program], capture_output=True, text=True, check=True
        )
        return said.stdout.strip()

    return run


def test_without_any_network_the_address_is_the_device_s_own(alone: Callable[[str], str]) -> None:
    assert alone(ASK) == "127.0.0.1"


def test_on_a_network_without_a_way_out_the_address_is_still_the_one_that_phones_use(
    alone: Callable[[str], str],
) -> None:
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
def test_a_page_served_at_one_address_is_announced_at_that_one(host: str, shown: str) -> None:
    assert address_in_house(host) == shown


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_a_page_served_at_all_addresses_is_announced_at_the_device_s_own(host: str) -> None:
    assert address_in_house(host) == own_address()


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
def test_what_only_this_machine_finds_is_known_as_that(address: str, here: bool) -> None:
    assert stays_here(address) is here
