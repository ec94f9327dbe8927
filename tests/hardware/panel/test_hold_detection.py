"""Buttons that are held: the two that switch off, one that is jammed, the buzzer. Driven by mock pins alone."""

from __future__ import annotations

import threading
from itertools import pairwise

import pytest
from gpiozero.threads import GPIOThread

from hardware.panel.panel import Button, Lamps, Panel, Pins

PASS, UNDO, AGAIN = 6, 21, 5
BUZZER = 12


@pytest.fixture
def heard():
    return []


@pytest.fixture
def panel(factory, heard):
    made = Panel(
        Pins(buzzer=BUZZER),
        factory=factory,
        on_press=lambda press: heard.append(press.button),
        clock=lambda: factory.now,
        on_off=lambda: heard.append("off"),
        on_stuck=lambda: heard.append("stuck"),
    )
    yield made
    made.close()


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


def lit(factory):
    return {name for name, pin in Pins().lamps.items() if factory.pin(pin).state}


def test_undo_and_pass_held_together_for_five_seconds_switch_off_once(hold, heard):
    hold(UNDO, PASS, seconds=4.8)
    assert heard == []
    hold(seconds=5)
    assert heard == ["off"]


def test_the_five_seconds_count_from_the_second_finger(hold, heard):
    hold(UNDO, seconds=4)
    hold(PASS, seconds=4)
    assert heard == []


def test_after_switching_off_neither_of_the_two_counts_as_a_press(hold, factory, heard):
    hold(UNDO, PASS, seconds=6)
    let_go(factory, UNDO, PASS)
    assert heard == ["off"]


def test_who_thinks_better_of_it_has_pressed_nothing(hold, factory, heard):
    hold(UNDO, PASS, seconds=3)
    let_go(factory, PASS, UNDO)
    assert heard == []


def test_quick_fingers_on_both_are_two_presses(hold, factory, heard):
    hold(UNDO, PASS, seconds=0.3)
    let_go(factory, PASS, UNDO)
    assert heard == [Button.PASS, Button.UNDO]


def test_a_hand_that_lies_on_the_panel_does_not_switch_off(hold, heard):
    hold(UNDO, PASS, AGAIN, seconds=10)
    assert heard == [Button.AGAIN]


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
    assert lit(factory) == set(Pins().lamps)


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


def test_with_one_of_the_two_jammed_the_other_does_not_switch_off(hold, heard):
    hold(UNDO, seconds=31)
    hold(PASS, seconds=10)
    assert "off" not in heard


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


def test_without_a_buzzer_there_is_no_sound_and_no_pin(factory):
    made = Panel(Pins(), factory=factory, on_press=lambda _press: None, clock=lambda: 0.0)
    factory.pin(PASS).drive_low()
    made.show(Lamps(ask=True))
    assert factory.pin(BUZZER).function == "input"
    made.close()


def test_the_panel_looks_by_itself_and_stops_with_it(factory):
    seen = []
    made = Panel(
        Pins(), factory=factory, on_press=lambda _p: None, clock=lambda: 0.0, on_stuck=lambda: seen.append(1)
    )
    made.watch()
    factory.pin(AGAIN).drive_low()
    factory.now = 31.0
    while not seen:
        pass
    made.close()
    assert "panel" not in {thread.name for thread in threading.enumerate()}
