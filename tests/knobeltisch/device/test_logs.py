import logging

import pytest

from knobeltisch.device.logs import AT_ONCE, MOST, QUIET_S, OneLine, RepeatFilter


def record(text="camera: %s", *values, level=logging.WARNING):
    return logging.LogRecord("knobeltisch.camera.frame_loop", level, __file__, 1, text, values, None)


@pytest.fixture
def now():
    return [0.0]


@pytest.fixture
def repeats(now):
    return RepeatFilter(lambda: now[0])


def test_a_message_that_comes_again_and_again_is_written_a_few_times(repeats):
    assert [repeats.filter(record("x")) for _ in range(AT_ONCE + 3)] == [True] * AT_ONCE + [False] * 3


def test_the_same_sentence_with_other_values_is_the_same_message(repeats):
    assert sum(repeats.filter(record("camera: %s", str(number))) for number in range(99)) == AT_ONCE


def test_after_a_while_it_is_written_with_how_often_it_came(repeats, now):
    for number in range(100):
        repeats.filter(record("camera: %s", str(number)))
    now[0] += QUIET_S
    again = record("camera: %s", "gone")
    assert repeats.filter(again)
    assert again.getMessage() == "camera: gone (and 95 times before, not written)"


def test_what_is_remembered_does_not_grow(repeats):
    for number in range(MOST + 1):
        for _ in range(AT_ONCE):
            repeats.filter(record(f"{number}"))
    assert not repeats.filter(record("1"))
    assert repeats.filter(record("0")), "what came longest ago is forgotten"


def int_of(text):
    raise ValueError(text)


def test_a_traceback_is_one_line_with_its_priority_for_journald():
    with pytest.raises(ValueError, match="first") as caught:
        int_of("first\nsecond")
    record = logging.LogRecord(
        "a", logging.ERROR, "f", 1, "broken", (), (caught.type, caught.value, caught.tb)
    )
    text = OneLine(journald=True).format(record)
    assert text.startswith("<3>ERROR a: broken | Traceback")
    assert text.endswith("ValueError: first | second")
    assert "\n" not in text
