import pytest

from web.visitors import MOST_VISITORS, Limiter, network


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


class Ticks:
    now = 0.0

    def __call__(self):
        return self.now


def test_a_burst_is_let_through_then_one_at_a_time_and_rest_fills_the_bucket_to_its_rim():
    ticks = Ticks()
    limiter = Limiter(burst=3, rate=2, clock=ticks)
    assert [limiter.take("a") for _ in range(4)] == [0, 0, 0, 0.5]
    assert limiter.take("b") == 0, "one phone does not use up what another has"
    ticks.now += 0.5
    assert [limiter.take("a") for _ in range(2)] == [0, 0.5]
    ticks.now += 1000
    assert [limiter.take("a") for _ in range(4)] == [0, 0, 0, 0.5]


def test_many_visitors_do_not_fill_the_memory():
    limiter = Limiter(burst=1, rate=1, clock=Ticks())
    for number in range(MOST_VISITORS + 1):
        limiter.take(str(number))
    assert limiter.take("1") > 0
    assert limiter.take("0") == 0, "who was not heard of for longest is forgotten"
