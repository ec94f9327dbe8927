"""Addresses of one network count as one visitor."""

import pytest

from visitors.network import network


@pytest.mark.parametrize(
    ("address", "whose"),
    [
        ("192.168.0.7", "192.168.0.7"),
        ("::ffff:192.168.0.7", "192.168.0.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%wlan0", "fe80::/64"),
        ("", ""),
        ("x" * 100, "x" * 64),
    ],
)
def test_of_ipv6_a_whole_network_counts_as_one_address(address, whose):
    assert network(address) == whose
