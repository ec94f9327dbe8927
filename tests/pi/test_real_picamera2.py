"""PiCamera with the real Picamera2 class. Its virtual cameras advertise no exposure controls and keep no pace."""

import contextlib
import gc
import time
from pathlib import Path

import picamera2.picamera2
import pytest
from picamera2 import Picamera2
from picamera2.request import CompletedRequest

from hardware.cameras.find import open_camera
from hardware.cameras.picamera2 import PiCamera
from hardware.errors import CameraMissing, CameraStalled
from knobeltisch.camera.setup import CameraSetup
from knobeltisch.camera.table_camera import TableCamera
from knobeltisch.config import CameraConfig
from knobeltisch.status import Device
from knobeltisch.storage.journal import open_journal
from knobeltisch.storage.store import open_store
from knobeltisch.table.table import Table
from knobeltisch.table.table_files import TableFiles
from vision.board import find_board
from vision.stream.watcher import Watcher
from vision.types import Sighting

pytestmark = pytest.mark.filterwarnings("default")  # what picamera2 and libcamera warn of is not ours to mend

LONG_EVENING = 500
OFTEN = 6


def opened(which="imx708"):
    camera = PiCamera(which)
    camera.open()
    return contextlib.closing(camera)


@pytest.fixture
def table():
    with opened() as camera:
        yield camera


def buffers_out(camera):
    """Starve the pipeline: hold every buffer it has, so that no further picture can come."""
    held = []
    with contextlib.suppress(TimeoutError):
        while True:
            held.append(camera.device.capture_request(wait=False).get_result(timeout=0.5))
    return held


def wait_for(house, status):
    until = time.monotonic() + 60
    while house.board.snapshot()["camera"]["status"] != status:
        assert time.monotonic() < until, f"never {status}"
        time.sleep(0.02)


def open_files():
    gc.collect()  # picamera2's buffers refer to one another
    return sorted(str(file.readlink()) for file in Path("/proc/self/fd").iterdir() if file.is_symlink())


def test_the_camera_opens_and_gives_pictures_of_the_wished_size(table):
    assert table.read().pixels.shape == (720, 1280, 3)


def test_a_small_stream_runs_beside_the_large_one(table):
    frame = table.read()
    assert frame.small.shape == (360, 640, 3)
    halved = frame.pixels.reshape(360, 2, 640, 2, 3).mean(axis=(1, 3))
    assert abs(frame.small - halved).mean() < 6


def test_only_advertised_controls_reach_the_real_class(table):
    assert "ExposureTime" not in table.device.camera_controls
    with pytest.raises(RuntimeError, match="not advertised"):
        table.device.set_controls({"ExposureTime": 9_000})


def test_the_dice_are_read_from_what_comes(table, dice):
    watcher, sightings = None, []
    for _ in range(200):
        frame = table.read()
        watcher = watcher or Watcher(pose=find_board(frame.pixels))
        sightings += [
            event
            for event in watcher.feed(frame.pixels, frame.at, frame.small)
            if isinstance(event, Sighting)
        ]
        if sightings:
            break
    assert sorted(die.value for die in sightings[0].reading.dice) == dice


def test_pictures_come_in_the_order_they_were_exposed(table):
    times = [table.read().at for _ in range(50)]
    assert times == sorted(set(times))


def test_after_a_pause_the_picture_was_exposed_after_it_was_asked_for(table):
    table.read()
    time.sleep(0.3)
    asked = time.monotonic()
    assert table.read().at >= asked


def test_every_request_of_a_long_evening_is_released(table, monkeypatch):
    made = []

    class Counted(CompletedRequest):
        def __init__(self, *args):
            super().__init__(*args)
            made.append(self)

    monkeypatch.setattr(picamera2.picamera2, "CompletedRequest", Counted)
    for _ in range(LONG_EVENING):
        table.read()
    table.close()
    assert len(made) >= LONG_EVENING
    assert [buffer for buffer in made if buffer.ref_count != 0] == []


def test_a_camera_that_sends_nothing_has_stalled_and_is_closed_all_the_same(table):
    held = buffers_out(table)
    with pytest.raises(CameraStalled, match="has sent nothing for 2 s"):
        table.read()
    table.close()
    assert held
    assert table.device is None


def test_a_camera_that_stalled_gives_pictures_again_when_it_is_reopened(table):
    held = buffers_out(table)
    with pytest.raises(CameraStalled):
        table.read()
    table.close()
    table.open()
    assert held
    assert table.read().pixels.shape == (720, 1280, 3)


def test_reopening_often_leaks_no_files():
    with opened() as camera:
        camera.read()
    before = open_files()
    for _ in range(OFTEN):
        with opened() as camera:
            camera.read()
    assert len(open_files()) <= len(before), open_files()


def test_cameras_are_distinguished_by_model_and_by_number():
    models = [camera["Model"] for camera in Picamera2.global_camera_info()]
    with opened("imx477") as grey:
        assert "imx477" in grey.name
        assert find_board(grey.read().pixels) is None
    number = models.index("imx708_wide")
    with contextlib.closing(open_camera(f"picamera2:{number}")) as camera:
        assert camera.name == f"Raspberry Pi camera {number} (imx708_wide)"
        assert find_board(camera.read().pixels) is not None


def test_two_cameras_deliver_at_the_same_time(table):
    with opened("imx477") as other:
        assert find_board(other.read().pixels) is None
        assert find_board(table.read().pixels) is not None


def test_a_camera_that_is_not_there_is_answered_with_those_that_are():
    with pytest.raises(CameraMissing, match=r"there is no ribbon camera imx219; there are .*imx477"):
        PiCamera("imx219").open()


def test_the_camera_sees_the_board_again_after_a_stall(tmp_path, table):
    journal = open_journal(tmp_path / "journal.sqlite")
    store = open_store(tmp_path / "house.txt")
    house = Table(files=TableFiles(journal=journal), clock=time.time, camera=Device(status="no_board"))
    camera = TableCamera(
        camera=table,
        table=house,
        config=CameraConfig(),
        make_setup=lambda: CameraSetup(
            store=store, clock=time.time, table=house, camera=table.name, panel=False
        ),
    )
    house.start()
    camera.start()
    try:
        wait_for(house, "ok")
        held = buffers_out(table)
        wait_for(house, "stalled")
        wait_for(house, "ok")
        assert held
    finally:
        camera.stop()
        house.stop()
        store.close()
        journal.close()
