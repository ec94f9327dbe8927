"""The kernel's files of a PWM, laid out as on a Pi; what answers an export is a thread in place of the kernel."""

import threading
import time

import pytest

from hardware.errors import LampUnusable
from hardware.lamp.pwm_channel import LAMP_PINS, LEAST_HZ, PwmChannel, find_channel, overlay_for
from tests.support.kit.sysfs_pwm import PI_4, PI_5, PI_5_FAN, lay_chip, make_channel


@pytest.fixture
def answer(request):
    """Make the channel's folder once its number was written, as the kernel does."""
    done = threading.Event()

    def kernel(chip, number):
        def run():
            while not done.is_set():
                if (chip / "export").read_text() == str(number):
                    make_channel(chip, number)
                    return
                time.sleep(0.005)

        thread = threading.Thread(target=run)
        thread.start()
        request.addfinalizer(lambda: (done.set(), thread.join()))

    return kernel


def read(channel, name):
    return int((channel / name).read_text())


@pytest.mark.parametrize(
    ("device", "pin", "number"), [(PI_4, 12, 0), (PI_4, 18, 0), (PI_5, 12, 0), (PI_5, 18, 2)]
)
def test_the_pin_has_its_channel_on_each_pi(tmp_path, answer, device, pin, number):
    lay_chip(tmp_path, PI_5_FAN, 0, channels=4)
    chip = lay_chip(tmp_path, device, 1, channels=4)
    answer(chip, number)
    PwmChannel(pin, sysfs=tmp_path / "class/pwm")
    assert read(chip / f"pwm{number}", "enable") == 1


def test_25_khz_and_the_level_are_written_in_nanoseconds(tmp_path):
    channel = make_channel(lay_chip(tmp_path, PI_4, 0), 0)
    lamp = PwmChannel(18, sysfs=tmp_path / "class/pwm")
    lamp.set_level(0.4)
    assert (read(channel, "period"), read(channel, "duty_cycle")) == (40_000, 16_000)
    lamp.set_level(1.0)
    assert read(channel, "duty_cycle") == 40_000


def test_a_pulse_longer_than_the_new_period_is_shortened_and_never_dark(tmp_path):
    channel = make_channel(lay_chip(tmp_path, PI_4, 0), 0, period=60_000, duty_cycle=60_000)
    PwmChannel(18, sysfs=tmp_path / "class/pwm")
    assert (read(channel, "period"), read(channel, "duty_cycle")) == (40_000, 40_000)


def test_the_fan_of_a_pi_5_is_left_alone(tmp_path):
    fan = lay_chip(tmp_path, PI_5_FAN, 0, channels=4)
    with pytest.raises(LampUnusable, match="there is no hardware PWM for pin 18"):
        PwmChannel(18, sysfs=tmp_path / "class/pwm")
    assert (fan / "export").read_text() == ""


@pytest.mark.parametrize("pin", LAMP_PINS)
def test_without_a_chip_the_sentence_says_the_line_that_is_missing(tmp_path, pin):
    with pytest.raises(LampUnusable) as caught:
        find_channel(pin, tmp_path)
    assert overlay_for(pin) in str(caught.value)
    assert "/boot/firmware/config.txt" in str(caught.value)


def test_a_channel_that_another_program_has_is_named(tmp_path):
    channel = make_channel(lay_chip(tmp_path, PI_4, 0), 0)
    (channel / "period").unlink()
    (channel / "period").mkdir()
    with pytest.raises(LampUnusable, match=r"pwm0\) cannot be used .* another program or overlay"):
        PwmChannel(18, sysfs=tmp_path / "class/pwm")


def test_at_the_least_frequency_a_row_differs_by_less_than_a_grey_level():
    """Counted, not by the formula: rows that begin anywhere in a period, exposed as long as half a period of 60 Hz."""
    period, exposure = 1 / LEAST_HZ, 1 / 120
    for share in (0.1, 0.4, 0.5, 0.9):
        light = [lit(start * period / 50, exposure, period, share) for start in range(50)]
        assert 255 * (max(light) - min(light)) / exposure < 1


def lit(start, exposure, period, share):
    """Seconds of light from `start` on, of a lamp that is lit in the first share of each period."""

    def until(at):
        whole, rest = divmod(at, period)
        return whole * share * period + min(rest, share * period)

    return until(start + exposure) - until(start)
