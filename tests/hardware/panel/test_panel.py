import logging

import pytest
from gpiozero.pins.mock import MockPin

from hardware.errors import HardwareError, PinsConflict, PinsMissing
from hardware.panel.panel import Button, Lamps, Panel, Pins


@pytest.fixture
def presses():
    return []


@pytest.fixture
def panel(factory, presses):
    made = Panel(Pins(), factory=factory, on_press=presses.append, clock=lambda: 1000.0 + factory.now)
    yield made
    made.close()


def push(factory, pin, seconds=0.1):
    factory.pin(pin).drive_low()
    factory.now += seconds
    factory.pin(pin).drive_high()


@pytest.mark.parametrize(
    ("pin", "button"),
    [
        (5, Button.AGAIN),
        (6, Button.PASS),
        (13, Button.DIRECTION),
        (19, Button.ONES),
        (26, Button.SIXES),
        (21, Button.UNDO),
    ],
)
def test_each_button_sits_on_the_pin_of_the_house_plan(panel, factory, presses, pin, button):
    push(factory, pin)
    assert [(press.button, press.long) for press in presses] == [(button, False)]


@pytest.mark.parametrize("pin", [5, 13, 19, 26])
def test_a_press_is_reported_as_soon_as_the_finger_comes(panel, factory, presses, pin):
    factory.pin(pin).drive_low()
    assert [press.at for press in presses] == [1000.0]
    factory.pin(pin).drive_high()
    assert len(presses) == 1


@pytest.mark.parametrize("pin", [6, 21])
def test_undo_and_pass_are_reported_when_the_finger_leaves(panel, factory, presses, pin):
    factory.pin(pin).drive_low()
    assert presses == []
    factory.now = 0.2
    factory.pin(pin).drive_high()
    assert [press.at for press in presses] == [1000.2]


@pytest.mark.parametrize(("seconds", "long"), [(1.99, False), (2.0, True), (9.0, True)])
def test_two_seconds_make_a_long_press(panel, factory, presses, seconds, long):
    push(factory, 21, seconds)
    assert [press.long for press in presses] == [long]


def test_two_buttons_down_at_once_are_timed_each_for_itself(panel, factory, presses):
    factory.pin(6).drive_low()
    factory.now = 1.5
    factory.pin(21).drive_low()
    factory.now = 2.4
    factory.pin(6).drive_high()
    factory.pin(21).drive_high()
    assert [(press.button, press.long) for press in presses] == [(Button.PASS, True), (Button.UNDO, False)]


def test_debounce_is_given_to_the_pins_driver(factory, presses):
    panel = Panel(Pins(debounce_ms=15), factory=factory, on_press=presses.append, clock=lambda: 0.0)
    assert [factory.pin(pin).bounce for pin in Pins().buttons.values()] == [0.015] * 6
    panel.close()


class ShortedPass(MockPin):
    """Pins wired with pull-downs, of which GPIO 6 is shorted to 3V3."""

    def _set_pull(self, value):
        super()._set_pull(value)
        if self.info.name == "GPIO6":
            self.drive_high()


def test_a_button_that_is_down_at_the_start_is_noticed_and_never_counts_as_a_press(factory, presses, caplog):
    factory.pin_class = ShortedPass
    with caplog.at_level(logging.WARNING):
        panel = Panel(Pins(pull_up=False), factory=factory, on_press=presses.append, clock=lambda: 0.0)
    assert panel.stuck == (Button.PASS,)
    assert "PASS" in caplog.text
    factory.pin(6).drive_low()
    assert presses == []
    assert panel.stuck == ()
    panel.close()


def test_buttons_to_3v3_work_the_other_way_round(factory, presses):
    panel = Panel(Pins(pull_up=False), factory=factory, on_press=presses.append, clock=lambda: 0.0)
    factory.pin(5).drive_high()
    factory.pin(5).drive_low()
    assert [press.button for press in presses] == [Button.AGAIN]
    panel.close()


def lit(factory):
    return {name for name, pin in Pins().lamps.items() if factory.pin(pin).state}


def test_lamps_show_exactly_what_is_asked(panel, factory):
    panel.show(Lamps(ready=True, high=True))
    assert lit(factory) == {"ready", "high"}
    panel.show(Lamps(ask=True, ones100=True, sixes60=True))
    assert lit(factory) == {"ask", "ones100", "sixes60"}


def test_lamps_that_light_at_a_low_level_are_driven_low(factory, presses):
    panel = Panel(Pins(lamps_high=False), factory=factory, on_press=presses.append, clock=lambda: 0.0)
    panel.show(Lamps(ask=True))
    assert lit(factory) == {"ready", "high", "ones100", "sixes60"}
    panel.close()


def test_a_closed_panel_frees_its_pins_for_another(factory, presses):
    for _ in range(2):
        Panel(Pins(), factory=factory, on_press=presses.append, clock=lambda: 0.0).close()


def test_a_panel_that_cannot_be_wired_lets_go_of_what_it_had(factory, presses):
    taken = Panel(
        Pins(
            again=0,
            pass_=1,
            direction=2,
            ones=3,
            sixes=4,
            undo=21,
            ready=7,
            ask=8,
            high=9,
            ones100=10,
            sixes60=11,
        ),
        factory=factory,
        on_press=presses.append,
        clock=lambda: 0.0,
    )
    with pytest.raises(PinsMissing, match="pin 21"):
        Panel(Pins(), factory=factory, on_press=presses.append, clock=lambda: 0.0)
    taken.close()
    Panel(Pins(), factory=factory, on_press=presses.append, clock=lambda: 0.0).close()


@pytest.mark.parametrize(
    ("pins", "sentence"),
    [
        ({"undo": 5}, "AGAIN and UNDO are both on pin 5; give each its own."),
        ({"ask": 6}, "PASS and ASK are both on pin 6; give each its own."),
        ({"buzzer": 24}, "SIXES60 and BUZZER are both on pin 24; give each its own."),
        ({"buzzer": 28}, "BUZZER is on pin 28; it must be a BCM number from 0 to 27."),
        ({"ready": 40}, "READY is on pin 40; it must be a BCM number from 0 to 27."),
        ({"debounce_ms": 5}, "debounce_ms is 5; it must be from 10 to 30."),
        ({"hold_s": 0.0}, "hold_s is 0.0; it must be above 0, as in 2.0."),
    ],
)
def test_pins_that_cannot_work_are_refused_in_one_sentence(pins, sentence):
    with pytest.raises(PinsConflict) as caught:
        Pins(**pins)
    assert str(caught.value) == sentence
    assert isinstance(caught.value, HardwareError)
    assert isinstance(caught.value, ValueError)
