"""`knobeltisch run` as systemd runs it: ready, fed by its camera, started anew, in the end in safe mode."""

import os
from pathlib import Path

import cv2
import numpy as np
import pytest

from knobeltisch.lifecycle.crash_counter import PATIENCE_S
from tests.support.waiting import LONGEST_S

PICTURES = 8000


@pytest.fixture
def recording(tmp_path):
    """A camera's pictures of an empty table, more than it takes to start."""
    folder = tmp_path / "pictures"
    folder.mkdir()
    cv2.imwrite(str(folder / "0.png"), np.full((480, 640, 3), 90, np.uint8))
    for number in range(1, PICTURES):
        os.link(folder / "0.png", folder / f"{number}.png")
    return folder


@pytest.fixture
def hang(recording):
    """Let the camera hang for good: its next picture waits for a writer that never comes."""

    def now():
        fifo = recording / "pipe"
        os.mkfifo(fifo)
        for number in range(100, PICTURES, 100):
            os.link(fifo, recording / "next")
            (recording / "next").replace(recording / f"{number}.png")

    return now


def test_ready_comes_when_the_page_answers_and_the_journal_is_open(systemd, tmp_path):
    systemd.start(KNOBELTISCH_CAMERA_DEVICE="none")
    systemd.ready()
    health = systemd.ask("/healthz")
    assert (tmp_path / "journal.sqlite").exists()
    assert {key: health[key] for key in ("mode", "reason", "watchdog")} == {
        "mode": "normal",
        "reason": "",
        "watchdog": "table",
    }


def test_a_camera_that_hangs_is_not_fed_for_while_the_page_goes_on(systemd, recording, hang):
    systemd.start(KNOBELTISCH_CAMERA_DEVICE=str(recording))
    systemd.ready()
    systemd.sees("no_board")
    systemd.forget()  # a slow machine may have been warned of the opening
    hang()
    systemd.hear("STATUS=The camera has sent no picture for ")
    systemd.sees("stalled")
    assert systemd.hears_nothing_of("WATCHDOG=1", 2 * systemd.watchdog_s)
    assert systemd.ask("/healthz")["watchdog"] == "camera"


def test_each_step_of_a_start_asks_for_its_time_and_for_more_after_failures(systemd, failed_twice):
    systemd.start(KNOBELTISCH_CAMERA_DEVICE="none")
    asked = [systemd.hear("EXTEND_TIMEOUT_USEC=") for _ in range(3)]
    assert asked == [f"EXTEND_TIMEOUT_USEC={round(2e6 * PATIENCE_S)}"] * 3
    systemd.ready()


def test_a_configuration_that_cannot_be_read_is_reported_on_the_page_by_the_next_start(systemd, tmp_path):
    file = tmp_path / "broken.toml"
    file.write_text("[camera]\nlens = 7\n")
    systemd.start("--config", str(file)).communicate(timeout=LONGEST_S)
    systemd.start("--config", str(file))
    systemd.ready()
    camera = systemd.ask("/api/board")["camera"]
    assert isinstance(camera, dict)
    assert camera["name"] == "config"
    assert "unknown key 'lens'" in str(camera["message"])


def test_safe_mode_may_be_asked_for(systemd):
    systemd.start("--safe", KNOBELTISCH_CAMERA_DEVICE="none")
    systemd.ready()
    assert systemd.ask("/healthz")["mode"] == "safe"


def test_a_terminal_that_takes_nothing_more_does_not_end_the_table(systemd):
    """Such as a full card behind standard output: a table is more than its terminal."""
    with Path("/dev/full").open("w") as full:
        process = systemd.start(stdout=full, KNOBELTISCH_CAMERA_DEVICE="none")
        systemd.ready()
        assert systemd.ask("/healthz")["mode"] == "normal"
        process.terminate()
        systemd.hear("STOPPING=1")
        _, printed = process.communicate(timeout=LONGEST_S)
    assert process.returncode == 0
    assert printed.count("The terminal takes nothing more (No space left on device); the table goes on.") == 1
