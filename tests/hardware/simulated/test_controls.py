import pytest

from hardware.panel.panel import Button, Lamps, Panel, Pins
from hardware.simulated import Fingers, TableFactory

PINS = Pins()


@pytest.fixture
def clock():
    return [0.0]


@pytest.fixture
def factory(clock):
    made = TableFactory(lambda: clock[0])
    yield made
    made.reset()


@pytest.fixture
def presses():
    return []


@pytest.fixture
def panel(factory, presses, clock):
    made = Panel(PINS, factory=factory, on_press=presses.append, clock=lambda: clock[0])
    yield made
    made.close()


@pytest.fixture
def run(fingers, clock):
    def on(seconds, fps=30):
        for _ in range(round(seconds * fps)):
            clock[0] += 1 / fps
            fingers.tick(clock[0])

    return on


@pytest.fixture
def fingers(factory, panel):
    return Fingers(factory)


def test_a_finger_presses_through_the_pin(fingers, presses, run):
    fingers.press(PINS.again)
    run(1.0)
    assert [(press.button, press.long) for press in presses] == [(Button.AGAIN, False)]
    assert presses[0].at == pytest.approx(1 / 30, abs=0.01)


def test_a_long_press_is_long_in_the_table_s_time(fingers, presses, run):
    fingers.press(PINS.undo, seconds=2.1)
    run(1.9)
    assert fingers.busy
    assert presses == []
    run(0.5)
    assert [press.long for press in presses] == [True]
    assert not fingers.busy


def test_presses_of_one_button_come_one_after_the_other(fingers, presses, run):
    for _ in range(3):
        fingers.press(PINS.ones)
    run(2.0)
    assert [press.button for press in presses] == [Button.ONES] * 3


def test_fingers_see_the_lamps(fingers, panel):
    panel.show(Lamps(ready=True))
    assert (fingers.lamp(PINS.ready), fingers.lamp(PINS.ask)) == (True, False)
