import errno
import logging
import os
import socket
import threading

import pytest

from knobeltisch.device.retry import LATER_S, RetryingThread, describe_failure
from knobeltisch.errors import PushTrouble, RetryLater


class Pauses(threading.Event):
    """Note each pause and let none of it pass; set after the last."""

    def __init__(self, attempts):
        super().__init__()
        self.seconds, self._left = [], attempts

    def wait(self, timeout=None):
        self.seconds.append(round(timeout, 3))
        self._left -= 1
        if not self._left:
            self.set()
        return self.is_set()


class Scripted(RetryingThread):
    """Raise each error of a script, None for an attempt that succeeds."""

    def __init__(self, *errors):
        super().__init__("scripted")
        self._errors = iter(errors)
        self.stopping = self.pauses = Pauses(len(errors))

    def attempt(self):
        error = next(self._errors)
        if error is not None:
            raise error


def pauses(*errors):
    thread = Scripted(*errors)
    thread.start()
    assert threading.Event.wait(thread.stopping, 60)
    assert thread.stop(60)
    return thread.pauses.seconds


def away():
    return PushTrouble("It is away.", pause=1, longest=5)


def test_each_failure_in_a_row_doubles_the_pause_up_to_the_longest():
    assert pauses(*[away() for _ in range(5)]) == [1, 2, 4, 5, 5]


def test_after_a_success_the_first_pause_is_short_again():
    seconds = pauses(away(), away(), None, away())
    assert [seconds[0], seconds[1], seconds[3]] == [1, 2, 1]
    assert seconds[2] <= 0


def test_an_error_without_a_longest_pause_always_has_the_same():
    assert pauses(*[RetryLater("It may be back.", pause=0.25) for _ in range(4)]) == [0.25] * 4


@pytest.mark.parametrize("error", [away(), ValueError("a fault of ours")])
def test_the_same_sentence_is_logged_once_until_an_attempt_succeeds(caplog, error):
    with caplog.at_level(logging.WARNING):
        pauses(error, error, None, error, None)
    assert len(caplog.records) == 2
    assert str(error) in caplog.text


def test_an_unexpected_error_is_logged_with_its_traceback_and_tried_again_later(caplog):
    assert pauses(ValueError("a fault of ours"), None)[0] == LATER_S
    assert "Traceback" in caplog.text


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (TimeoutError("timed out"), "no answer in time"),
        (socket.gaierror(-2, "Name or service not known"), "the name is unknown"),
        (OSError(errno.ECONNREFUSED, os.strerror(errno.ECONNREFUSED)), "Connection refused"),
        (UnicodeError("label too long"), "label too long"),
        (OSError(), "OSError"),
    ],
)
def test_a_reason_is_a_few_words(error, said):
    assert describe_failure(error) == said


def test_what_the_units_own_limits_forbid_is_reported_as_that():
    """systemd's IPAddressDeny= answers a connection to a league on the internet with EPERM."""
    said = describe_failure(OSError(errno.EPERM, os.strerror(errno.EPERM)))
    assert "private addresses only; docs/network.md" in said
