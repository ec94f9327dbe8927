import threading
import time

import cv2
import numpy as np
import pytest

from hardware.cameras.recordings import FilesCamera
from hardware.cameras.v4l2 import V4L2Camera
from knobeltisch.camera.setup import CameraSetup
from knobeltisch.camera.table_camera import TableCamera
from knobeltisch.config import CameraConfig
from knobeltisch.storage.store import open_store
from tests.support.waiting import LONGEST_S

PICTURES = 5


@pytest.fixture
def table(pub):
    return pub.table


@pytest.fixture
def watch(table, tmp_path):
    """Start watching through a camera; `beat` is called for each picture."""
    store, cameras = open_store(tmp_path / "house.txt"), []

    def start(camera, beat):
        watching = TableCamera(
            camera=camera,
            table=table,
            config=CameraConfig(),
            make_setup=lambda: CameraSetup(
                store=store, clock=time.time, table=table, camera="test", panel=False
            ),
            beat=beat,
        )
        cameras.append(watching)
        watching.start()
        return watching

    yield start
    for watching in cameras:
        watching.stop()
    store.close()


def wait_for(table, *statuses):
    """Wait until the page shows the camera so; return its sentence."""
    shown = dict(table.board.snapshot())
    while (camera := shown["camera"])["status"] not in statuses:
        news = table.board.wait(int(str(shown["version"])), LONGEST_S)
        assert news is not None, camera
        shown = dict(news)
    return str(camera["message"])


@pytest.fixture
def look(table, watch):
    """Look through a camera until the table hears how it is; gives the beats up to then."""

    def run_until_notice(camera):
        beats = []
        watch(camera, lambda: beats.append(time.monotonic()))
        wait_for(table, "stalled", "ended")
        return beats

    return run_until_notice


def film(path):
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 30, (64, 48))
    for _ in range(PICTURES):
        writer.write(np.full((48, 64, 3), 90, np.uint8))
    writer.release()
    return path


def test_each_picture_that_was_looked_at_is_a_beat(look, tmp_path):
    assert len(look(FilesCamera(film(tmp_path / "evening.avi")))) == PICTURES


def test_a_camera_that_stalls_is_no_beat(look, tmp_path):
    device = film(tmp_path / "video0.avi")
    stalls = V4L2Camera(str(device), capture=lambda name, _api: cv2.VideoCapture(name, cv2.CAP_FFMPEG))
    assert len(look(stalls)) == PICTURES


def test_a_camera_that_was_unplugged_is_a_beat_for_no_new_start_brings_it_back(watch, tmp_path):
    beaten = threading.Event()
    watch(V4L2Camera(str(tmp_path / "video0")), beaten.set)
    assert beaten.wait(LONGEST_S)


class Slow(FilesCamera):
    """A recording whose next picture comes when it is let."""

    def __init__(self, path):
        super().__init__(path)
        self.waits, self.go = threading.Event(), threading.Event()

    def read(self):
        frame = super().read()
        if self.taken:
            self.waits.set()
            self.go.wait(LONGEST_S)
        self.taken += 1
        return frame

    taken = 0


def test_a_camera_that_hangs_is_named_until_its_next_picture(table, watch, tmp_path):
    slow = Slow(film(tmp_path / "evening.avi"))
    watching = watch(slow, lambda: None)
    assert slow.waits.wait(LONGEST_S)
    wait_for(table, "no_board")
    watching.report_hang("The camera has sent no picture for 3 s.")
    assert wait_for(table, "stalled") == "The camera has sent no picture for 3 s."
    slow.go.set()
    wait_for(table, "ended")
