import os

import pytest

from knobeltisch.device.sd_notify import Notifier, notifier
from tests.support.systemd import notify_socket


@pytest.fixture
def systemd(tmp_path):
    with notify_socket(str(tmp_path / "notify")) as listening:
        yield listening


def heard(listening):
    return listening.recv(4096).decode().split("\n")


def test_ready_is_reported_with_a_line_for_systemctl(systemd):
    Notifier(systemd.getsockname()).ready("page: http://192.0.2.1/\nand more")
    assert heard(systemd) == ["READY=1", "STATUS=page: http://192.0.2.1/ and more"]


@pytest.mark.parametrize(
    ("say", "line"),
    [
        (lambda service: service.alive(), "WATCHDOG=1"),
        (lambda service: service.stopping(), "STOPPING=1"),
        (lambda service: service.status("No picture."), "STATUS=No picture."),
    ],
)
def test_each_word_is_one_datagram(systemd, say, line):
    say(Notifier(systemd.getsockname()))
    assert heard(systemd) == [line]


def test_a_socket_without_a_place_on_the_disk_is_reached_too():
    name = f"knobeltisch-test-{os.getpid()}"
    with notify_socket(f"\0{name}") as listening:
        Notifier(f"@{name}").alive()
        assert heard(listening) == ["WATCHDOG=1"]


def test_without_systemd_nothing_is_said_and_no_watchdog_waits():
    service = notifier({"WATCHDOG_USEC": "30000000"})
    service.ready("page")
    assert service.watchdog_s is None


def test_a_systemd_that_has_gone_does_not_stop_the_table(tmp_path, caplog):
    Notifier(str(tmp_path / "gone")).alive()
    assert "systemd could not be sent WATCHDOG=1" in caplog.text


@pytest.mark.parametrize(
    ("environ", "waits"),
    [
        ({"WATCHDOG_USEC": "30000000"}, 30.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": str(os.getpid())}, 30.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({}, None),
    ],
)
def test_the_watchdog_waits_as_long_as_systemd_says(environ, waits):
    assert notifier({"NOTIFY_SOCKET": "/run/notify", **environ}).watchdog_s == waits
