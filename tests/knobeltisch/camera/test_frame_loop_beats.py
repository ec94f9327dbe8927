"""What the frame loop reports to the watchdog: pictures and a camera that is not there, never one that hangs."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.cameras.base import Camera
from hardware.cameras.recordings import FilesCamera
from hardware.cameras.v4l2 import V4L2Camera
from hardware.frame import Frame
from knobeltisch.camera.frame_loop import FrameLoop
from knobeltisch.camera.setup import CameraSetup
from knobeltisch.config import CameraConfig
from knobeltisch.status import Device
from knobeltisch.storage.journal import open_journal
from knobeltisch.storage.store import open_store
from knobeltisch.table.table import Table
from knobeltisch.table.table_files import TableFiles
from tests.support.waiting import LONGEST_S

PICTURES = 5


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    journal = open_journal(tmp_path / "journal.sqlite")
    made = Table(files=TableFiles(journal=journal), clock=time.time, camera=Device(status="absent"))
    made.start()
    yield made
    made.stop()
    journal.close()


@pytest.fixture
def camera_setup(tmp_path: Path) -> Iterator[CameraSetup]:
    store = open_store(tmp_path / "house.sqlite")
    yield CameraSetup(store=store, clock=time.time, between=lambda: True, camera="test", panel=False)
    store.close()


@pytest.fixture
def look(table: Table, camera_setup: CameraSetup) -> Iterator[Callable[[Camera], list[float]]]:
    """Look through a camera until the table hears how it is; gives the beats up to then."""
    eyes: list[FrameLoop] = []

    def run_until_notice(camera: Camera) -> list[float]:
        beats: list[float] = []
        frame_loop = FrameLoop(
            camera=camera,
            table=table,
            config=CameraConfig(),
            camera_setup=lambda: camera_setup,
            beat=lambda: beats.append(time.monotonic()),
        )
        eyes.append(frame_loop)
        frame_loop.start()
        shown = table.board.snapshot()
        while shown["camera"]["status"] not in ("stalled", "ended"):
            news = table.board.wait(int(str(shown["version"])), LONGEST_S)
            assert news is not None
            shown = dict(news)
        return beats

    yield run_until_notice
    for frame_loop in eyes:
        frame_loop.stop()


def film(path: Path) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 30, (64, 48))
    for _ in range(PICTURES):
        writer.write(np.full((48, 64, 3), 90, np.uint8))
    writer.release()
    return path


def test_each_picture_that_was_looked_at_is_a_beat(
    look: Callable[[Camera], list[float]], tmp_path: Path
) -> None:
    assert len(look(FilesCamera(film(tmp_path / "evening.avi")))) == PICTURES


def test_a_camera_that_stalls_is_no_beat(look: Callable[[Camera], list[float]], tmp_path: Path) -> None:
    device = film(tmp_path / "video0.avi")
    stalls = V4L2Camera(str(device), capture=lambda name, _api: cv2.VideoCapture(name, cv2.CAP_FFMPEG))
    assert len(look(stalls)) == PICTURES


def test_a_camera_that_was_unplugged_is_a_beat_for_no_new_start_brings_it_back(
    table: Table, camera_setup: CameraSetup, tmp_path: Path
) -> None:
    beaten = threading.Event()
    gone = V4L2Camera(str(tmp_path / "video0"))
    frame_loop = FrameLoop(
        camera=gone, table=table, config=CameraConfig(), camera_setup=lambda: camera_setup, beat=beaten.set
    )
    frame_loop.start()
    assert beaten.wait(LONGEST_S)
    frame_loop.stop()


class Slow(FilesCamera):
    """A recording whose next picture comes when it is let."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.waits, self.go = threading.Event(), threading.Event()

    def read(self) -> Frame | None:
        frame = super().read()
        if self.taken:
            self.waits.set()
            self.go.wait(LONGEST_S)
        self.taken += 1
        return frame

    taken = 0


def test_a_camera_that_hangs_is_named_until_its_next_picture(
    table: Table, camera_setup: CameraSetup, tmp_path: Path
) -> None:
    said: list[str] = []
    slow = Slow(film(tmp_path / "evening.avi"))
    frame_loop = FrameLoop(
        camera=slow, table=table, config=CameraConfig(), camera_setup=lambda: camera_setup, beat=lambda: None
    )

    def wait_for(status: str) -> None:
        shown = dict(table.board.snapshot())
        while (camera := shown["camera"])["status"] != status:
            news = table.board.wait(int(str(shown["version"])), LONGEST_S)
            assert news is not None, said
            shown = dict(news)
        said.append(str(camera["message"]))

    frame_loop.start()
    assert slow.waits.wait(LONGEST_S)
    wait_for("no_board")
    frame_loop.report_hang("The camera has sent no picture for 3 s.")
    wait_for("stalled")
    slow.go.set()
    wait_for("ended")
    frame_loop.stop()
    assert said[1] == "The camera has sent no picture for 3 s."
