import os

import cv2
import numpy as np
import pytest

from hardware.cameras.find import open_camera
from knobeltisch.camera import table_camera
from tests.support.waiting import LONGEST_S

pytestmark = pytest.mark.long

HANGS = "import time\ntime.sleep(1e6)\n"
PATIENT = {"WATCHDOG_USEC": "60000000"}  # a slow machine must not be warned before the crash
CRASHES = "import os\nos.abort()\n"


@pytest.fixture
def library(tmp_path):
    """Put a library in the place of a real one; gives the environment in which it is found."""

    def put(name, text):
        folder = tmp_path / "libraries"
        folder.mkdir()
        (folder / f"{name}.py").write_text(text)
        return {"PYTHONPATH": os.pathsep.join((str(folder), os.environ.get("PYTHONPATH", "")))}

    return put


def test_the_score_is_kept_by_tablet_while_the_camera_hangs_in_its_driver(systemd, library):
    systemd.start(KNOBELTISCH_CAMERA_DEVICE="picamera2", **library("picamera2", HANGS))
    systemd.ready()
    board, health = systemd.ask("/api/board"), systemd.ask("/healthz")
    assert board["camera"]["status"] == "starting"
    assert (health["mode"], health["watchdog"]) == ("normal", "camera")


def test_a_camera_that_hangs_while_it_is_opened_ends_in_safe_mode_with_the_reason(
    systemd, failed_twice, library
):
    hangs = library("picamera2", HANGS)
    process = systemd.start(KNOBELTISCH_CAMERA_DEVICE="picamera2", **hangs)
    systemd.hear("STATUS=The camera has sent no picture for ")
    process.kill()  # as systemd does when its watchdog's first signal does not help
    process.wait()
    systemd.start(KNOBELTISCH_CAMERA_DEVICE="picamera2", **hangs)
    systemd.ready()
    camera = systemd.ask("/api/board")["camera"]
    assert (camera["status"], camera["name"]) == ("safe", "silent")
    assert "The camera has sent no picture for " in camera["message"]


def test_a_program_that_crashes_while_it_is_loaded_comes_up_in_safe_mode_without_what_crashed(
    systemd, library
):
    crashes = library("cv2", CRASHES) | PATIENT
    for _ in range(3):
        systemd.start(**crashes).wait(60)
    systemd.forget()
    systemd.start(**crashes)
    systemd.ready()
    health = systemd.ask("/healthz")
    assert (health["mode"], health["watchdog"]) == ("safe", "table")
    assert "ended without a word" in health["reason"]


def test_a_camera_that_was_asked_for_and_is_not_there_is_named_on_the_page_and_nothing_restarts(systemd):
    systemd.start(KNOBELTISCH_CAMERA_DEVICE="/dev/video-none")
    systemd.ready()
    systemd.sees("missing")
    fed = [systemd.hear("WATCHDOG=1") for _ in range(4)]
    camera, health = systemd.ask("/api/board")["camera"], systemd.ask("/healthz")
    assert fed == ["WATCHDOG=1"] * 4
    assert camera["status"] == "missing"
    assert "/dev/video-none" in camera["message"]
    assert (health["mode"], health["watchdog"]) == ("normal", "table")


@pytest.fixture
def opened(houses, monkeypatch):
    """Open a house before a camera; gives how to wait for what the page shows, and the house."""
    monkeypatch.setattr(table_camera, "SEEK_S", 0.05)

    def open_(camera):
        app = houses(camera=camera, device="picamera2")

        def until(status):
            shown = app.table.board.snapshot()
            while shown["camera"]["status"] != status:
                shown = app.table.board.wait(shown["version"], LONGEST_S)
                assert shown is not None, f"never {status}"
            return shown["camera"]

        return until, app

    return open_


def test_a_camera_that_is_plugged_in_later_is_taken_up(opened, tmp_path):
    folder = tmp_path / "pictures"
    until, _ = opened(lambda: open_camera(str(folder)))
    until("missing")
    folder.mkdir()
    cv2.imwrite(str(folder / "0.png"), np.full((48, 64, 3), 90, np.uint8))
    assert until("ended")["name"] == "recording pictures"
