import json

import pytest

from knobeltisch.lifecycle.crash_counter import (
    LONGEST_S,
    MOST,
    PATIENCE_S,
    WITHIN_S,
    CrashCounter,
    open_crash_counter,
)
from knobeltisch.status import Trouble


@pytest.fixture
def now():
    return [100.0]


@pytest.fixture
def begin(tmp_path, now):
    """Start once more; gives the counted start and why it is in safe mode."""

    def once(*, folder=tmp_path):
        made = CrashCounter(folder, clock=lambda: now[0])
        now[0] += 10
        return made, made.begin()

    return once


def test_the_first_starts_are_as_usual(begin):
    assert [begin()[1] for _ in range(MOST)] == [None] * MOST


def test_after_three_failures_in_a_row_the_next_start_is_in_safe_mode_and_says_why(begin):
    for _ in range(MOST):
        begin()[0].note_failure("silent", "The camera has sent no picture for 18 s.")
    assert begin()[1] == Trouble(
        kind="silent", sentence="It failed 3 times in a row. The camera has sent no picture for 18 s."
    )


def test_what_another_start_does_not_mend_is_reported_after_the_first(begin):
    begin()[0].note_failure("config", "a.toml: unknown key 'lens' in [camera].")
    assert begin()[1] == Trouble(kind="config", sentence="a.toml: unknown key 'lens' in [camera].")


def test_an_end_without_a_word_is_reported_by_what_was_done_last(begin):
    for _ in range(MOST):
        begin()[0].note_step("opening the camera (auto)")
    trouble = begin()[1]
    assert trouble.kind == "stopped"
    assert trouble.sentence.endswith("The last time it ended without a word while opening the camera (auto).")


def test_a_camera_that_hangs_while_it_is_opened_is_a_camera_that_hangs(begin):
    for _ in range(MOST):
        beside = begin()[0].note_parallel_work("opening the camera (auto)", "silent")
        beside.__enter__()
    trouble = begin()[1]
    assert trouble.kind == "silent"
    assert trouble.sentence.endswith("while opening the camera (auto).")


def test_what_was_done_beside_is_no_reason_once_it_is_done(begin):
    for _ in range(MOST):
        made, _ = begin()
        with made.note_parallel_work("opening the camera (auto)", "silent"):
            made.note_page_up()
    assert begin()[1] == Trouble(
        kind="stopped",
        sentence="It failed 3 times in a row. The last time it ended without a word while keeping the score.",
    )


def test_somebody_who_stops_the_table_in_order_has_seen_to_it(begin):
    for _ in range(MOST):
        made, _ = begin()
    made.reset()
    assert begin()[1] is None


def test_failures_far_apart_do_not_add_up(begin, now):
    for _ in range(2 * MOST):
        made, trouble = begin()
        assert trouble is None
        made.note_page_up()
        now[0] += WITHIN_S / 2


def test_starts_that_are_too_slow_are_given_longer_and_end_in_safe_mode_for_good(begin, now):
    given, safe = [], []
    for _ in range(8):
        made, trouble = begin()
        given.append(made.patience_s / PATIENCE_S)
        safe.append(trouble is not None)
        now[0] += 3 * made.patience_s  # each of its three steps took all its time
    assert given == [1, 1, 2, 4, 8, 8, 8, 8]
    assert given[-1] * PATIENCE_S == LONGEST_S
    assert safe == [False] * MOST + [True] * 5


def test_a_start_in_safe_mode_that_brings_the_page_is_no_failure(begin, now):
    for _ in range(MOST):
        begin()
    for _ in range(3):
        made, trouble = begin()
        assert trouble.sentence.startswith("It failed 3 times in a row.")
        made.note_page_up()
        now[0] += WITHIN_S / 5
    now[0] += WITHIN_S
    assert begin()[1] is None


@pytest.mark.parametrize("text", ["", "{", "[1]", '[{"at": "x"}]', "[[]]", "7", json.dumps([{"at": 1}])])
def test_a_count_that_cannot_be_read_is_started_again(begin, tmp_path, text):
    (tmp_path / "starts.json").write_text(text)
    assert begin()[1] is None


def test_without_systemd_nothing_is_counted():
    made = open_crash_counter({})
    made.note_failure("fault", "why")
    made.reset()
    assert [open_crash_counter({}).begin() for _ in range(MOST + 1)] == [None] * (MOST + 1)


def test_systemd_says_where_starts_are_counted(tmp_path):
    made = open_crash_counter({"RUNTIME_DIRECTORY": f"{tmp_path}:/elsewhere"})
    made.begin()
    assert (tmp_path / "starts.json").exists()
