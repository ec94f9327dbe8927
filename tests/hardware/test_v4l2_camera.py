"""No camera is plugged in where these run: OpenCV's own capture on a video file stands for the open device."""

import contextlib
import errno
import os
import time

import cv2
import numpy as np
import pytest

from hardware.cameras.v4l2 import WAITED_S, V4L2Camera, model_of, usb_cameras
from hardware.cameras.v4l2_controls import (
    AUTO_FOCUS,
    CONTROL,
    EXPOSURE,
    FOCUS,
    GET,
    KELVIN,
    POWER_LINE,
    Controls,
)
from hardware.errors import CameraBusy, CameraMissing, CameraStalled


@pytest.fixture
def device(tmp_path):
    """A file that plays the part of /dev/video0: two pictures, then nothing."""
    path = tmp_path / "video0.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 30, (64, 48))
    for level in (50, 200):
        writer.write(np.full((48, 64, 3), level, np.uint8))
    writer.release()
    return path


def film(device):
    return V4L2Camera(str(device), capture=play)


def play(name, api):
    assert api == cv2.CAP_V4L2
    return cv2.VideoCapture(name, cv2.CAP_FFMPEG)


class Driver:
    """A film and a driver with adjustable exposure and white balance; it records the settings while it plays."""

    made: list

    def __init__(self, name, api):
        self.film, self.sent = play(name, api), []
        type(self).made.append(self)

    def set(self, what, value):
        self.sent.append((what, value))
        return True

    def get(self, what):
        return 156.0 if what == cv2.CAP_PROP_EXPOSURE else 0.0

    def __getattr__(self, name):
        return getattr(self.film, name)


class Kernel:
    """The ioctls of a driver that has just these controls."""

    def __init__(self, **has):
        self.has = {CONTROLS[name]: value for name, value in has.items()}

    def __call__(self, _handle, request, data):
        control, value = CONTROL.unpack(data)
        if control not in self.has:
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        if request != GET:
            self.has[control] = value
        return CONTROL.pack(control, self.has[control])

    def controls(self, _device):
        return contextlib.nullcontext(Controls(0, ask=self))


class Motor(Kernel):
    """A lens with a motor: it finds `found` by itself, stands at `rests` when it is plugged in, and is sent nowhere while it moves."""

    def __init__(self, found, rests=0):
        super().__init__(auto_focus=1, focus=rests)
        self.found, self.rests, self.sent = found, rests, []

    def plug(self):
        self.has = {AUTO_FOCUS: 1, FOCUS: self.rests}

    def __call__(self, handle, request, data):
        control, value = CONTROL.unpack(data)
        if request != GET:
            self.sent.append((control, value))
            if control == FOCUS and self.has[AUTO_FOCUS]:
                raise OSError(errno.EACCES, os.strerror(errno.EACCES))
            if control == AUTO_FOCUS:
                self.has[FOCUS] = self.found if value else self.has[FOCUS]
        return super().__call__(handle, request, data)


class ShyMotor(Motor):
    """One that goes back to its rest when it is no longer moved by itself."""

    def __call__(self, handle, request, data):
        if request != GET and CONTROL.unpack(data) == (AUTO_FOCUS, 0):
            self.has[FOCUS] = self.rests
        return super().__call__(handle, request, data)


CONTROLS = {
    "power_line": POWER_LINE,
    "exposure": EXPOSURE,
    "kelvin": KELVIN,
    "focus": FOCUS,
    "auto_focus": AUTO_FOCUS,
}
LOCKED = [(cv2.CAP_PROP_AUTO_EXPOSURE, 1), (cv2.CAP_PROP_EXPOSURE, 156.0), (cv2.CAP_PROP_AUTO_WB, 0)]


@pytest.fixture
def driver(monkeypatch):
    monkeypatch.setattr("hardware.cameras.v4l2.SETTLE_S", 0.0)
    return type("OneDriver", (Driver,), {"made": []})


def test_exposure_and_white_balance_are_locked_where_the_driver_offers_it(device, driver):
    V4L2Camera(str(device), capture=driver).open()
    settings = driver.made[0].sent
    assert settings.index((cv2.CAP_PROP_AUTO_EXPOSURE, 3)) < settings.index(LOCKED[0])
    assert settings[-3:] == LOCKED


def test_a_camera_opened_again_keeps_its_exposure(device, driver):
    camera = V4L2Camera(str(device), capture=driver)
    camera.open()
    camera.close()
    camera.open()
    assert (cv2.CAP_PROP_AUTO_EXPOSURE, 3) not in driver.made[1].sent
    assert driver.made[1].sent[-3:] == LOCKED


@pytest.mark.parametrize(("hertz", "settings"), [(50, 1), (60, 2), (0, 3)])
def test_the_driver_learns_what_lamps_flicker_by(device, driver, hertz, settings):
    kernel = Kernel(power_line=3)
    V4L2Camera(str(device), capture=driver, mains_hz=hertz, controls=kernel.controls).open()
    assert kernel.has[POWER_LINE] == settings


@pytest.mark.parametrize("motor", [Motor, ShyMotor])
def test_the_lens_stays_where_it_found_the_board(device, driver, motor):
    lens = motor(found=45)
    V4L2Camera(str(device), capture=driver, controls=lens.controls).open()
    assert (lens.has[AUTO_FOCUS], lens.has[FOCUS]) == (0, 45)


def test_a_lens_plugged_in_again_is_sent_back_and_does_not_look_for_the_board_again(device, driver):
    lens = Motor(found=45)
    camera = V4L2Camera(str(device), capture=driver, controls=lens.controls)
    camera.open()
    camera.close()
    lens.plug()
    lens.sent.clear()
    camera.open()
    assert [call for call in lens.sent if call[0] in {AUTO_FOCUS, FOCUS}] == [(AUTO_FOCUS, 0), (FOCUS, 45)]


def test_pictures_say_how_long_they_were_exposed_where_the_driver_tells(device, driver):
    camera = V4L2Camera(str(device), capture=driver, controls=Kernel(exposure=156, kelvin=4600).controls)
    camera.open()
    taken = camera.read().exposure
    assert (taken.seconds, taken.kelvin, taken.gain) == (pytest.approx(0.0156), 4600.0, None)


def test_pictures_arrive_with_rising_times(device):
    camera = film(device)
    camera.open()
    first, second = camera.read(), camera.read()
    camera.close()
    assert [int(picture.pixels.mean()) for picture in (first, second)] == pytest.approx([50, 200], abs=4)
    assert first.at <= second.at


def test_a_camera_that_delivers_no_more_has_stalled(device):
    camera = film(device)
    camera.open()
    camera.read()
    camera.read()
    with pytest.raises(CameraStalled, match="delivers no pictures any more") as caught:
        camera.read()
    assert isinstance(caught.value, TimeoutError)


def test_a_camera_that_let_a_read_wait_for_nothing_is_not_asked_again(device):
    asked = []

    class Silent:
        """A film of which nothing comes; all but its pictures is the film's own."""

        def __init__(self, path):
            self._film = cv2.VideoCapture(path)

        def read(self):
            asked.append(True)
            time.sleep(WAITED_S)  # as OpenCV waits for a driver that sends nothing: there ten seconds
            return False, None

        def __getattr__(self, name):
            return getattr(self._film, name)

    camera = V4L2Camera(str(device), capture=lambda path, _: Silent(path))
    camera.open()
    asked.clear()
    with pytest.raises(CameraStalled):
        camera.read()
    assert len(asked) == 1


def test_a_camera_that_is_not_there_says_what_would_do(tmp_path):
    with pytest.raises(CameraMissing, match=r"there is no .*video7 .*plug a camera in or name another"):
        V4L2Camera(str(tmp_path / "video7")).open()


def test_a_device_that_is_no_camera_says_so(tmp_path):
    (tmp_path / "video0").write_bytes(b"")
    camera = film(tmp_path / "video0")
    with pytest.raises(CameraBusy, match="cannot be opened as a camera"):
        camera.open()


@pytest.fixture
def plug(tmp_path):
    """Plug things into a /dev and a /sys of the test's own."""
    devices, classes, drivers = (tmp_path / name for name in ("dev", "class", "drivers"))
    devices.mkdir()

    def plug_in(number, driver, index="0", *, node=True):
        entry = classes / f"video{number}"
        (entry / "device").mkdir(parents=True)
        (drivers / driver).mkdir(parents=True, exist_ok=True)
        (entry / "device" / "driver").symlink_to(drivers / driver)
        (entry / "index").write_text(index + "\n")
        if node:
            (devices / f"video{number}").touch()

    return plug_in, lambda: [name.rsplit("/", 1)[1] for name in usb_cameras(devices, classes)]


def test_usb_cameras_are_distinguished_from_codecs_raw_sensors_and_metadata(plug):
    plug_in, found = plug
    plug_in(10, "bcm2835-codec")
    plug_in(0, "unicam")
    plug_in(11, "uvcvideo")
    plug_in(2, "uvcvideo")
    plug_in(3, "uvcvideo", "1")
    plug_in(4, "uvcvideo", node=False)
    assert found() == ["video2", "video11"]


def test_a_camera_is_known_by_its_model_too(tmp_path):
    (tmp_path / "video3").mkdir()
    (tmp_path / "video3" / "name").write_text("HD Pro Webcam C920\n")
    assert model_of("/dev/video3", tmp_path) == " (HD Pro Webcam C920)"
    assert not model_of("/dev/video4", tmp_path)
