import pytest

from knobeltisch.device.sd_notify import Notifier
from knobeltisch.lifecycle.watchdog import BEATS, LOOKS, SILENT, Watchdog
from tests.support.systemd import notify_socket
from tests.support.waiting import until

WAITS_S = 0.4
PAUSE_S = WAITS_S


@pytest.fixture
def systemd(tmp_path):
    with notify_socket(str(tmp_path / "notify")) as listening:
        yield listening


@pytest.fixture
def make(systemd):
    made = []

    def one(*, watchdog_s=WAITS_S, schedule=lambda run: run(), silent=lambda _why: None):
        watchdog = Watchdog(
            Notifier(systemd.getsockname(), watchdog_s=watchdog_s), schedule=schedule, silent=silent
        )
        made.append(watchdog)
        return watchdog

    yield one
    for watchdog in made:
        watchdog.stop()


def test_without_a_camera_the_table_feeds_the_watchdog(make, systemd):
    watchdog = make()
    watchdog.start(watching=lambda: False)
    assert [systemd.recv(99) for _ in range(3)] == [b"WATCHDOG=1"] * 3
    assert watchdog.fed_by == "table"


def test_a_beat_goes_through_the_tables_thread(make, systemd):
    queue = []
    make(schedule=queue.append).start(watching=lambda: False)
    until(lambda: queue)
    systemd.settimeout(PAUSE_S)
    with pytest.raises(TimeoutError):
        systemd.recv(99)
    queue[0]()
    assert systemd.recv(99) == b"WATCHDOG=1"


def test_a_camera_that_sends_nothing_does_not_feed_it_and_people_hear_of_it_once_before_it_is_written_down(
    make, systemd
):
    told = []
    watchdog = make(silent=lambda why: told.append(("next start", why[:30])))
    watchdog.start(watching=lambda: True, quiet=lambda why: told.append(("people", why[:30])))
    assert systemd.recv(99).startswith(b"STATUS=The camera has sent no picture for ")
    assert told == [(who, "The camera has sent no picture") for who in ("people", "next start")]
    assert watchdog.fed_by == "camera"
    systemd.settimeout(2 * PAUSE_S)
    with pytest.raises(TimeoutError):
        systemd.recv(99)


def test_the_reason_is_written_down_before_the_watchdog_strikes_whenever_the_camera_hung():
    last_look = SILENT + 1 / LOOKS
    first_strike = 1 - 1 / BEATS  # fed for the last time just before a beat would have been due again
    assert last_look < first_strike


def test_the_camera_feeds_it_no_more_often_than_needed(make, systemd):
    watchdog = make(watchdog_s=2.0)
    watchdog.start(watching=lambda: True)
    beats = []
    while not beats:
        for _ in range(100):
            watchdog.beat()
        systemd.setblocking(False)
        try:
            beats.append(systemd.recv(99))
        except BlockingIOError:
            continue
    assert beats == [b"WATCHDOG=1"]
    watchdog.beat()
    with pytest.raises(BlockingIOError):
        systemd.recv(99)


def test_where_no_watchdog_waits_nothing_feeds_it(make):
    watchdog = make(watchdog_s=None)
    watchdog.start(watching=lambda: True)
    watchdog.beat()
    assert watchdog.fed_by == "nothing"
