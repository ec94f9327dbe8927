"""What is allowed is said by the game: the table tries no act to find out."""

import threading

import pytest

from hardware.panel.panel import Button
from scorer import engine


@pytest.fixture
def calls():
    """How often each function of the engine was called, by the threads that start from here on."""
    found = dict.fromkeys(("can", "apply"), 0)
    named = {getattr(engine, name).__code__: name for name in found}

    def note(frame, event, _arg):
        if event == "call" and frame.f_code in named:
            found[named[frame.f_code]] += 1

    threading.setprofile(note)
    yield found
    threading.setprofile(None)


@pytest.mark.parametrize("variant", ["bavarian", "drinking", "schocken"])
def test_a_lift_and_a_tap_apply_their_own_acts_alone(calls, pub, variant):
    pub.start("Anna", "Ben", "Cem", leader="Anna", variant=variant)
    for do, acts in (
        (lambda: pub.throw(2, 4, 1), 1),
        (lambda: pub.press(Button.AGAIN), 0),
        (lambda: pub.throw(3, 4, held=(1,)), 2),
        (lambda: pub.order({"do": "act", "act": {"act": "pass"}}), 1),
    ):
        calls.update(can=0, apply=0)
        do()
        assert calls == {"can": 0, "apply": acts}
