import threading

import pytest

from hardware.errors import LampUnusable
from hardware.lamp.table_lamp import FADE_S, TableLamp
from tests.support.waiting import until


class Recorded:
    """A lamp that notes what it was set to."""

    def __init__(self):
        self.levels = []
        self.fails = False

    def set_level(self, level):
        if self.fails:
            raise LampUnusable("the PWM of pin 18 cannot be used; mend it.")
        self.levels.append(level)


class Clock:
    now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def bulb():
    return Recorded()


@pytest.fixture
def lamp(bulb, clock):
    return TableLamp(bulb, dim=0.4, dim_after_s=300.0, clock=clock)


def test_it_begins_full(lamp, bulb):
    assert bulb.levels == [1.0]
    assert lamp.fade() == 300.0


def test_it_dims_when_nothing_has_happened_for_the_whole_time_and_not_before(lamp, bulb, clock):
    clock.now += 299.9
    lamp.fade()
    assert bulb.levels == [1.0]
    clock.now += 0.1 + FADE_S
    assert lamp.fade() is None
    assert bulb.levels == [1.0, 0.4]


def test_it_fades_in_small_steps(lamp, bulb, clock):
    clock.now += 300
    while (pause := lamp.fade()) is not None:
        clock.now += pause
    steps = [before - after for before, after in zip(bulb.levels, bulb.levels[1:], strict=False)]
    assert bulb.levels[-1] == 0.4
    assert max(steps) < 0.01
    assert min(steps) >= 0


def test_whatever_happens_puts_the_time_off(lamp, bulb, clock):
    for _ in range(5):
        clock.now += 200
        lamp.wake()
        lamp.fade()
    assert bulb.levels == [1.0]


@pytest.mark.parametrize("faded", [FADE_S / 2, FADE_S])
def test_it_is_full_at_once_when_it_is_woken(lamp, bulb, clock, faded):
    clock.now += 300 + faded
    lamp.fade()
    assert bulb.levels[-1] < 1
    lamp.wake()
    assert bulb.levels[-1] == 1.0
    assert lamp.fade() == 300.0


def test_it_ends_dim_and_stays_so(lamp, bulb):
    lamp.stop()
    lamp.wake()
    assert bulb.levels == [1.0, 0.4]


def test_a_lamp_that_fails_does_not_stop_the_evening(lamp, bulb, clock, caplog):
    clock.now += 300 + FADE_S
    lamp.fade()
    bulb.fails = True
    lamp.wake()
    lamp.wake()
    assert [record.message for record in caplog.records] == [
        "lamp: the PWM of pin 18 cannot be used; mend it."
    ]


def test_its_thread_dims_by_itself_and_wakes_up_again(bulb, clock):
    lamp = TableLamp(bulb, dim=0.4, dim_after_s=300.0, clock=clock)
    clock.now += 300 + FADE_S
    lamp.start()
    until(lambda: lamp.level == 0.4)
    woken = threading.Thread(target=lamp.wake)
    woken.start()
    woken.join()
    assert lamp.level == 1.0
    lamp.stop()
