"""No GPIO chip is in the machines where these run: an empty file stands for its device."""

import sys
import types

import pytest
from gpiozero.exc import PinUnknownPi
from gpiozero.pins.mock import MockFactory

from hardware.errors import PinsMissing, PinsUnusable
from hardware.panel.pin_factory import pin_factory


@pytest.fixture(autouse=True)
def _nothing_asked(monkeypatch):
    monkeypatch.delenv("GPIOZERO_PIN_FACTORY", raising=False)


@pytest.fixture
def chip(tmp_path):
    """A /dev with one chip that nobody can use."""
    (tmp_path / "gpiochip0").touch()
    return tmp_path


def test_without_a_gpio_chip_no_library_is_tried(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "lgpio", None)
    with pytest.raises(PinsMissing, match=r"there is no GPIO chip here \(.*gpiochip0\); buttons need"):
        pin_factory(tmp_path)


def test_with_a_chip_and_no_library_the_error_says_what_was_tried_and_what_to_install(monkeypatch, chip):
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.setitem(sys.modules, "RPi", None)
    with pytest.raises(PinsUnusable, match=r"lgpio: .*rpigpio: .*; install python3-lgpio\."):
        pin_factory(chip)


def test_a_chip_of_a_pc_is_no_place_for_buttons(monkeypatch, chip):
    lgpio = types.ModuleType("gpiozero.pins.lgpio")
    lgpio.__dict__["LGPIOFactory"] = no_pi
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", lgpio)
    with pytest.raises(PinsMissing, match="they need a Raspberry Pi") as caught:
        pin_factory(chip)
    assert not isinstance(caught.value, PinsUnusable)


def no_pi():
    """As gpiozero's factories do where no revision of a Pi is found."""
    raise PinUnknownPi("unable to locate Pi revision in /proc/device-tree or /proc/cpuinfo")


def test_the_environment_may_ask_for_mock_pins(monkeypatch, tmp_path):
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    assert isinstance(pin_factory(tmp_path), MockFactory)


def test_an_unknown_pin_factory_names_those_that_there_are(monkeypatch):
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "abacus")
    with pytest.raises(PinsMissing, match="'abacus'; it must be one of lgpio, rpigpio, pigpio, mock"):
        pin_factory()
