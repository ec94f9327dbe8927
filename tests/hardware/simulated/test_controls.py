import pytest

from hardware.panel.panel import Button, Lamps, Panel, Pins
from hardware.simulated import Fingers, TableFactory

PINS = Pins()


@pytest.fixture
def pressing():
    """Press buttons for so many seconds each, in the table's time; return all presses so far. With panel and fingers."""
    now, presses = [0.0], []
    factory = TableFactory(lambda: now[0])
    panel = Panel(PINS, factory=factory, on_press=presses.append, clock=lambda: now[0])
    fingers = Fingers(factory)

    def press(*pushes):
        for pin, seconds in pushes:
            fingers.press(pin, seconds=seconds)
        while fingers.busy:
            now[0] += 1 / 30
            fingers.tick(now[0])
        return [(press.button, press.long) for press in presses]

    yield press, panel, fingers
    panel.close()


def test_presses_are_as_long_as_told_in_the_tables_time_and_those_of_one_button_come_one_by_one(pressing):
    press, _, _ = pressing
    assert press(*[(PINS.ones, 0.12)] * 3) == [(Button.ONES, False)] * 3
    assert press((PINS.undo, 2.1))[3:] == [(Button.UNDO, True)]
    assert press((PINS.undo, 1.9))[4:] == [(Button.UNDO, False)]


def test_fingers_see_the_lamps(pressing):
    _, panel, fingers = pressing
    panel.show(Lamps(ready=True))
    assert (fingers.lamp(PINS.ready), fingers.lamp(PINS.ask)) == (True, False)
