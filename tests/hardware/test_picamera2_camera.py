"""picamera2 is not to be had everywhere: a stand-in with the few calls that we make checks our side of them.

The real class is met in tests/pi, over virtual cameras without exposure controls; what those cannot show is here.

It is as strict as the real one where that matters: it raises for controls that are not advertised, and it counts
requests that were not released.
"""

import sys
import time
import types

import numpy as np
import pytest

from hardware.cameras.picamera2 import PiCamera, choose_camera
from hardware.errors import CameraBusy, CameraMissing, CameraStalled
from hardware.frame import Exposure
from tests.support.cameras.sensors import SENSORS

OFFERED = {
    "FrameDurationLimits": (11_000, 120_000, 33_333),
    "AeFlickerMode": (0, 1, 0),
    "AeFlickerPeriod": (100, 1_000_000, None),
    "AeEnable": (False, True, True),
    "ExposureTime": (29, 0x7FFFFFFF, 20_000),
    "AnalogueGain": (1.0, 16.0, 1.0),
    "AwbEnable": (False, True, True),
    "ColourGains": (0.0, 32.0, None),
}
SEEN = {
    "ExposureTime": 9_000,
    "AnalogueGain": 2.5,
    "ColourGains": (1.9, 1.4),
    "SensorTimestamp": 10**18,  # long after any machine was started
}


class StandIn:
    """The calls of Picamera2 that PiCamera makes."""

    attached: tuple = ({"Model": "imx708"},)
    offered = OFFERED
    metadata: tuple = (SEEN,)
    silent = False
    padding = 0
    sensor = "imx708"
    asked_modes = 0
    made: list

    @classmethod
    def global_camera_info(cls):
        return cls.attached

    def __init__(self, number):
        type(self).made.append(self)
        self.waiting = 0
        self.number, self.held, self.closed, self.set = number, 0, False, {}
        self.camera_controls = self.offered
        self.seen = list(self.metadata)

    @property
    def sensor_modes(self):
        """What the real one finds by configuring the camera for each of its modes."""
        type(self).asked_modes += 1
        return SENSORS[self.sensor]

    def create_video_configuration(self, **wanted):
        return wanted

    def configure(self, wanted):
        self.configuration = wanted
        self.set_controls(wanted["controls"])

    def set_controls(self, controls):
        for name in controls:
            if name not in self.offered:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.set |= controls

    def camera_configuration(self):
        return self.configuration

    def start(self):
        self.running = True

    def cancel_all_and_flush(self):
        self.waiting = 0

    def stop(self):
        assert self.waiting == 0, "the real one would hang"
        self.running = False

    def close(self):
        self.closed = True

    def capture_request(self, *, wait):
        assert wait is False
        return self

    def get_result(self, *, timeout):
        assert timeout > 0
        self.waiting += 1
        if self.silent:
            raise TimeoutError
        self.waiting -= 1
        self.held += 1
        return self

    def release(self):
        self.held -= 1

    def make_array(self, name):
        width, height = self.configuration[name]["size"]
        if name == "lores":
            return np.full((height * 3 // 2, width + self.padding), 128, np.uint8)
        return np.zeros((height, width, 3), np.uint8)

    def get_metadata(self):
        return self.seen.pop(0) if len(self.seen) > 1 else self.seen[0]


@pytest.fixture
def library(monkeypatch):
    """Install a fresh stand-in as the module picamera2."""
    stand_in = type("StandIn", (StandIn,), {"made": []})
    module = types.ModuleType("picamera2")
    module.__dict__["Picamera2"] = stand_in
    monkeypatch.setitem(sys.modules, "picamera2", module)
    return stand_in


def test_without_picamera2_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraMissing, match="install python3-picamera2"):
        PiCamera().open()


def test_without_a_ribbon_camera_the_error_says_so(library):
    library.attached = []
    with pytest.raises(CameraMissing, match="libcamera knows no camera on a ribbon, 0 is asked for"):
        PiCamera().open()


@pytest.fixture
def camera(library):
    camera = PiCamera()
    camera.open()
    return camera


def broken(self, name):
    raise ZeroDivisionError


def test_a_request_is_released_also_when_its_picture_cannot_be_made(library, camera):
    camera.read()
    assert library.made[0].held == 0
    library.make_array = broken
    with pytest.raises(ZeroDivisionError):
        camera.read()
    assert library.made[0].held == 0


def test_the_flicker_of_the_mains_is_reported_and_what_settled_is_locked(library):
    PiCamera(fps=25).open()
    settings = library.made[0].set
    assert settings["AeFlickerPeriod"] == 10_000
    assert settings["FrameDurationLimits"] == (40_000, 40_000)
    assert (settings["AeEnable"], settings["ExposureTime"], settings["AnalogueGain"]) == (False, 9_000, 2.5)
    assert (settings["AwbEnable"], settings["ColourGains"]) == (False, (1.9, 1.4))


def test_a_picture_says_how_it_was_taken(library):
    library.metadata = [
        SEEN | {"DigitalGain": 1.2, "FrameDuration": 33_333, "ColourTemperature": 2900, "LensPosition": 1.25}
    ]
    camera = PiCamera()
    camera.open()
    assert camera.read().exposure == Exposure(
        seconds=pytest.approx(0.009),
        every=pytest.approx(0.033333),
        gain=3.0,
        red=1.9,
        blue=1.4,
        kelvin=2900,
        focus=1.25,
    )


def test_exposure_is_locked_only_after_it_has_settled(library):
    library.metadata = [SEEN | {"AeState": 1, "ExposureTime": 100}] * 4 + [SEEN | {"AeState": 2}]
    PiCamera().open()
    assert library.made[0].set["ExposureTime"] == 9_000


def test_the_main_stream_is_bgr_and_a_small_one_is_there_for_motion(library):
    PiCamera().open()
    wanted = library.made[0].configuration
    assert wanted["main"] == {"size": (1280, 720), "format": "RGB888"}
    assert wanted["lores"] == {"size": (640, 360), "format": "YUV420"}


@pytest.mark.parametrize("padding", [0, 64])
def test_each_picture_comes_with_a_small_one(library, padding):
    library.padding = padding
    camera = PiCamera()
    camera.open()
    small = camera.read().small
    assert small.shape == (360, 640, 3)
    assert np.ptp(small) == 0


CUTS = OFFERED | {"ScalerCrop": ((0, 0, 64, 64), (0, 0, 4608, 2592), (0, 0, 4608, 2592))}


@pytest.mark.parametrize(
    ("sensor", "mode"),
    [
        ("imx708", {"output_size": (2304, 1296), "bit_depth": 10}),
        ("imx219", {"output_size": (1640, 1232), "bit_depth": 10}),
        ("imx477", {"output_size": (2028, 1520), "bit_depth": 12}),
    ],
)
def test_the_sensor_is_asked_for_its_whole_field(library, sensor, mode):
    library.sensor, library.offered = sensor, CUTS
    PiCamera().open()
    assert library.made[0].configuration["sensor"] == mode


def test_a_camera_whose_modes_cannot_be_tried_is_used_all_the_same(library, caplog):
    def no_memory(_self):
        raise RuntimeError("Cannot allocate memory")

    library.offered, library.sensor_modes = CUTS, property(no_memory)
    PiCamera().open()
    assert library.made[0].configuration["sensor"] == {}
    assert "does not say its modes (Cannot allocate memory); its picture may be cropped" in caplog.text


@pytest.mark.parametrize(
    ("crop", "share"), [((0, 0, 4608, 2592), 1.0), ((768, 432, 3072, 1728), pytest.approx(2 / 3))]
)
def test_a_picture_says_how_much_of_the_lens_s_field_it_shows(library, crop, share):
    library.offered, library.metadata = CUTS, [SEEN | {"ScalerCrop": crop}]
    camera = PiCamera()
    camera.open()
    assert camera.read().exposure.field == share


def test_a_camera_that_stalls_while_it_starts_is_let_go(library):
    library.silent = True
    with pytest.raises(CameraStalled):
        PiCamera().open()
    assert library.made[0].closed


def test_a_camera_that_another_program_holds_is_let_go_and_named(library):
    def busy(self):
        raise RuntimeError("Camera in use")

    library.start = busy
    with pytest.raises(CameraBusy, match=r"does not start \(Camera in use\)"):
        PiCamera().open()
    assert library.made[0].closed


def test_a_camera_that_stalled_is_closed_without_waiting_for_its_picture(library, camera):
    library.silent = True
    with pytest.raises(CameraStalled):
        camera.read()
    camera.close()
    assert library.made[0].closed


def test_a_reopened_camera_keeps_what_was_locked_and_waits_for_nothing(library, camera):
    camera.close()
    library.metadata = [SEEN | {"AeState": 1, "ExposureTime": 100}]
    camera.open()
    asked = library.made[1].configuration["controls"]
    assert (asked["AeEnable"], asked["ExposureTime"], asked["ColourGains"]) == (False, 9_000, (1.9, 1.4))


def test_a_camera_reopened_much_later_settles_again(library, camera, monkeypatch):
    monkeypatch.setattr("hardware.cameras.picamera2.KEPT_S", 0.0)
    camera.close()
    camera.open()
    assert "ExposureTime" not in library.made[1].configuration["controls"]


def test_a_camera_is_focused_on_the_table_as_far_away_as_it_is(library):
    library.offered = OFFERED | {"AfMode": (0, 2, 0), "LensPosition": (0.0, 15.0, 1.0)}
    PiCamera(distance_m=0.5).open()
    settings = library.made[0].set
    assert (settings["AfMode"], settings["LensPosition"]) == (0, 2.0)


def test_whoever_asks_late_gets_no_picture_from_before_he_asked(library, camera):
    now = time.monotonic_ns()
    old, fresh = SEEN | {"SensorTimestamp": now - 10**9}, SEEN | {"SensorTimestamp": now + 10**9}
    library.made[0].seen = [old, old, fresh, fresh]
    assert camera.read().at == (now + 10**9) / 1e9
    assert library.made[0].held == 0


@pytest.mark.parametrize(("form", "height"), [("NV12", 540), ("YUV420", 540)])
def test_a_camera_that_gives_another_format_than_asked_for_is_read_all_the_same(library, form, height):
    both = {"format": form, "size": (640, 360)}
    library.camera_configuration = lambda _: {"main": both, "lores": both}
    library.make_array = lambda *_: np.full((height, 640), 128, np.uint8)
    camera = PiCamera(size=(640, 360))
    camera.open()
    assert camera.read().pixels.shape == (360, 640, 3)


def test_a_camera_whose_format_cannot_be_read_says_which(library):
    library.camera_configuration = lambda _: {"main": {"format": "YUYV", "size": (1280, 720)}}
    with pytest.raises(CameraMissing, match="gives pictures as YUYV"):
        PiCamera().open()


THERE = [
    {"Model": "imx708_wide", "Id": "/base/i2c/imx708@1a"},
    {"Model": "imx477", "Id": "/base/i2c/imx477@1a"},
    {"Model": "C920", "Id": "/base/usb/1-1"},
]


@pytest.mark.parametrize(("which", "number"), [(0, 0), (1, 1), ("imx708", 0), ("IMX477", 1)])
def test_a_camera_is_chosen_by_its_number_or_its_model(which, number):
    assert choose_camera(which, THERE)[0] == number


@pytest.mark.parametrize("which", [2, "C920"])
def test_a_usb_camera_is_left_to_video4linux(which):
    with pytest.raises(CameraMissing, match=r"there are 0 \(imx708_wide\), 1 \(imx477\)"):
        choose_camera(which, THERE)
