import errno
import os
import socket

import pytest

from knobeltisch.device.unreached import describe_failure


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
