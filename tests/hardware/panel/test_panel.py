"""The panel, driven by mock pins alone: presses, lamps, the buzzer, and buttons that are held."""

import logging
import threading
from itertools import pairwise

import pytest
from gpiozero.pins.mock import MockPin
from gpiozero.threads import GPIOThread

from hardware.errors import HardwareError, PinsConflict, PinsMissing
from hardware.panel.panel import Button, Lamps, Panel, Pins

PINS = Pins()
PASS, UNDO, AGAIN = 6, 21, 5
BUZZER = 12


@pytest.fixture
def presses():
    return []


@pytest.fixture
def heard():
    """The buttons that were pressed, and what else the panel said, in order."""
    return []


@pytest.fixture
def wire(factory, presses, heard):
    """Wire panels; they are let go at the end."""
    made = []

    def wired(**pins):
        def on_press(press):
            presses.append(press)
            heard.append(press.button)

        made.append(
            Panel(
                Pins(**pins),
                factory=factory,
                on_press=on_press,
                clock=lambda: 1000.0 + factory.now,
                on_off=lambda: heard.append("off"),
                on_stuck=lambda: heard.append("stuck"),
            )
        )
        return made[-1]

    yield wired
    for panel in made:
        panel.close()


@pytest.fixture
def panel(wire):
    return wire(buzzer=BUZZER)


def push(factory, pin, seconds=0.1):
    factory.pin(pin).drive_low()
    factory.now += seconds
    factory.pin(pin).drive_high()


def lit(factory):
    return {name for name, pin in PINS.lamps.items() if factory.pin(pin).state}


@pytest.mark.parametrize(
    ("pin", "button"),
    [
        (AGAIN, Button.AGAIN),
        (PASS, Button.PASS),
        (13, Button.DIRECTION),
        (19, Button.ONES),
        (26, Button.SIXES),
        (UNDO, Button.UNDO),
    ],
)
def test_each_button_is_on_the_pin_of_the_house_plan_and_counts_at_once_or_when_the_finger_leaves(
    panel, factory, presses, pin, button
):
    push(factory, pin, 0.2)
    assert [(press.button, press.long) for press in presses] == [(button, False)]
    assert presses[0].at == (1000.2 if button in (Button.PASS, Button.UNDO) else 1000.0)


@pytest.mark.parametrize(("seconds", "long"), [(1.99, False), (2.0, True), (9.0, True)])
def test_two_seconds_make_a_long_press(panel, factory, presses, seconds, long):
    push(factory, 21, seconds)
    assert [press.long for press in presses] == [long]


@pytest.mark.parametrize("pin", [*PINS.buttons.values()])
@pytest.mark.parametrize("open_s", [0.035, 0.1, 0.119])
def test_a_contact_that_opens_within_a_press_makes_no_second_one(panel, factory, presses, pin, open_s):
    for pause in (open_s, open_s, 0.121):
        push(factory, pin, 0.4)
        factory.now += pause
    assert len(presses) == 1
    push(factory, pin)
    assert [press.long for press in presses] == [False, False]


def test_a_contact_that_opens_does_not_stop_the_switch_that_is_held(panel, factory, heard):
    for pin in (PASS, UNDO):
        factory.pin(pin).drive_low()
    for _ in range(5):
        factory.now += 1.1
        factory.pin(UNDO).drive_high()
        factory.now += 0.1
        factory.pin(UNDO).drive_low()
        panel.check_held()
    assert heard == ["off"]


def test_two_buttons_down_at_once_are_timed_each_for_itself(panel, factory, presses):
    factory.pin(6).drive_low()
    factory.now = 1.5
    factory.pin(21).drive_low()
    factory.now = 2.4
    factory.pin(6).drive_high()
    factory.pin(21).drive_high()
    assert [(press.button, press.long) for press in presses] == [(Button.PASS, True), (Button.UNDO, False)]


def test_debounce_is_given_to_the_pins_driver(factory, wire):
    wire(debounce_ms=15)
    assert [factory.pin(pin).bounce for pin in PINS.buttons.values()] == [0.015] * 6


class ShortedPass(MockPin):
    """Pins wired with pull-downs, of which GPIO 6 is shorted to 3V3."""

    def _set_pull(self, value):
        super()._set_pull(value)
        if self.info.name == "GPIO6":
            self.drive_high()


def test_a_button_that_is_down_at_the_start_is_noticed_and_never_counts_as_a_press(
    factory, wire, presses, caplog
):
    factory.pin_class = ShortedPass
    with caplog.at_level(logging.WARNING):
        panel = wire(pull_up=False)
    assert panel.stuck == (Button.PASS,)
    assert "PASS" in caplog.text
    factory.pin(PASS).drive_low()
    assert presses == []
    assert panel.stuck == ()


def test_buttons_to_3v3_work_the_other_way_round(factory, wire, presses):
    wire(pull_up=False)
    factory.pin(AGAIN).drive_high()
    factory.pin(AGAIN).drive_low()
    assert [press.button for press in presses] == [Button.AGAIN]


def test_lamps_show_exactly_what_is_asked(panel, factory):
    panel.show(Lamps(ready=True, high=True))
    assert lit(factory) == {"ready", "high"}
    panel.show(Lamps(ask=True, ones100=True, sixes60=True))
    assert lit(factory) == {"ask", "ones100", "sixes60"}


def test_lamps_that_light_at_a_low_level_are_driven_low(factory, wire):
    wire(lamps_high=False).show(Lamps(ask=True))
    assert lit(factory) == {"ready", "high", "ones100", "sixes60"}


def test_a_panel_that_is_closed_or_cannot_be_wired_lets_go_of_its_pins(wire):
    numbers = dict(zip(("again", "pass_", "direction", "ones", "sixes"), range(5), strict=True))
    taken = wire(**numbers, ready=7, ask=8, high=9, ones100=10, sixes60=11)
    with pytest.raises(PinsMissing, match="pin 21"):
        wire()
    taken.close()
    wire().close()
    wire()


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


@pytest.fixture
def hold(panel, factory):
    """Let time pass with these pins down; the panel looks as often as it does by itself."""

    def run(*pins, seconds):
        for pin in pins:
            factory.pin(pin).drive_low()
        for _ in range(round(seconds * 10)):
            factory.now += 0.1
            panel.check_held()

    return run


def let_go(factory, *pins):
    for pin in pins:
        factory.pin(pin).drive_high()


def test_undo_and_pass_held_together_for_five_seconds_switch_off_once(hold, heard):
    hold(UNDO, PASS, seconds=4.8)
    assert heard == []
    hold(seconds=5)
    assert heard == ["off"]


@pytest.mark.parametrize(
    ("held", "after"),
    [
        pytest.param([((UNDO,), 4), ((PASS,), 4)], [], id="five seconds from the second finger"),
        pytest.param([((UNDO, PASS), 6), None], ["off"], id="neither counts as a press then"),
        pytest.param([((UNDO, PASS), 3), None], [], id="who thinks better of it has pressed nothing"),
        pytest.param([((UNDO, PASS), 0.3), None], [Button.PASS, Button.UNDO], id="quick fingers press both"),
        pytest.param([((UNDO, PASS, AGAIN), 10)], [Button.AGAIN], id="a hand that lies on the panel"),
        pytest.param([((UNDO,), 31), ((PASS,), 10)], ["stuck"], id="one of the two is jammed"),
    ],
)
def test_only_the_two_held_together_for_long_switch_off(hold, factory, heard, held, after):
    for pins in held:
        if pins is None:
            let_go(factory, PASS, UNDO)
        else:
            hold(*pins[0], seconds=pins[1])
    assert heard == after


def test_all_lamps_blink_together_while_the_two_are_held(panel, hold, factory):
    panel.show(Lamps(high=True))
    hold(UNDO, PASS, seconds=0.9)
    assert lit(factory) == {"high"}
    hold(seconds=0.2)
    seen = []
    for _ in range(8):
        hold(seconds=0.1)
        seen.append(len(lit(factory)))
    assert sorted(seen) == [0] * 4 + [5] * 4


def test_all_lamps_lit_say_safe_whatever_else_is_to_be_shown(panel, hold, factory):
    panel.say_safe()
    panel.show(Lamps(ready=True))
    hold(UNDO, PASS, seconds=2)
    assert lit(factory) == set(PINS.lamps)


def test_a_button_that_jams_while_playing_is_noticed(panel, hold, heard):
    hold(UNDO, seconds=29.8)
    assert panel.stuck == ()
    hold(seconds=0.4)
    assert panel.stuck == (Button.UNDO,)
    assert heard == ["stuck"]


def test_a_jammed_button_that_comes_free_is_reported_and_is_no_press(panel, hold, factory, heard):
    hold(UNDO, seconds=31)
    let_go(factory, UNDO)
    hold(seconds=0.1)
    assert panel.stuck == ()
    assert heard == ["stuck", "stuck"]


@pytest.fixture
def sounds(panel, factory):
    """How often the buzzer has sounded, once it is quiet again."""

    def count():
        for thread in threading.enumerate():
            if type(thread) is GPIOThread:  # what lets a pin blink; buttons that are held have others
                thread.join()
        levels = [state for _, state in factory.pin(BUZZER).states]
        return sum(up and not before for before, up in pairwise(levels))

    return count


def test_a_press_clicks_as_soon_as_the_finger_comes(factory, sounds):
    factory.pin(PASS).drive_low()
    assert sounds() == 1


def test_a_question_sounds_twice_and_only_once_for_as_long_as_it_is_open(panel, sounds):
    panel.show(Lamps(ask=True))
    assert sounds() == 2
    panel.show(Lamps(ask=True, high=True))
    assert sounds() == 2


def test_without_a_buzzer_there_is_no_sound_and_no_pin(factory, wire):
    panel = wire()
    factory.pin(PASS).drive_low()
    panel.show(Lamps(ask=True))
    assert factory.pin(BUZZER).function == "input"


def test_the_panel_looks_by_itself_and_stops_with_it(factory, panel, heard):
    panel.watch()
    factory.pin(AGAIN).drive_low()
    factory.now = 31.0
    while "stuck" not in heard:
        pass
    panel.close()
    assert "panel" not in {thread.name for thread in threading.enumerate()}
