import types

import libcamera
import pytest
from picamera2 import Picamera2

from hardware.cameras.picamera2 import PiCamera
from hardware.cameras.sensor_modes import choose_mode, field_share, modes_of, picture_in
from tests.support.cameras.sensors import SENSORS

pytestmark = pytest.mark.filterwarnings("default")  # what picamera2 and libcamera warn of is not ours to mend

SIZE, FPS = (1280, 720), 30.0
CUT = ["imx219", "imx708", "imx708_wide", "ov5647"]
"""Of these it sees a part only, where nothing is asked for."""


class NoCamera:
    """Stands in for libcamera's structures on a machine without a sensor."""

    def generate_configuration(self, roles):
        streams = [types.SimpleNamespace() for _ in roles]
        return types.SimpleNamespace(at=lambda index: streams[index])


class Scoring(Picamera2):
    """The real class over a table of modes: only the device's data is replaced."""

    def __init__(self, sensor):
        self._preview, self.is_open = None, False
        self.camera, self.camera_ctrl_info = NoCamera(), {}
        self.camera_properties_ = {"ColorFilterArrangement": 0}  # by which it knows a camera of the Pi's own
        self._raw_modes = SENSORS[sensor]
        self.sensor_format = self._select_native_mode(self._raw_modes)["format"]

    def mode_for(self, wished):
        """Return size and bit depth of the chosen mode."""
        main, lores = {"size": SIZE, "format": "RGB888"}, {"size": (640, 360), "format": "YUV420"}
        config = self.create_video_configuration(main=main, lores=lores, sensor=wished)
        taken = self._make_libcamera_config(config).sensor_config
        assert isinstance(taken, libcamera.SensorConfiguration)
        return (taken.output_size.width, taken.output_size.height), taken.bit_depth


def share_of(sensor, size):
    modes = modes_of(SENSORS[sensor])
    crop = next(mode.crop for mode in modes if mode.size == size)
    return field_share(picture_in(crop, SIZE), modes, SIZE)


@pytest.mark.parametrize("sensor", sorted(SENSORS))
def test_the_mode_that_is_asked_for_is_taken_and_sees_the_whole_field(sensor):
    mode = choose_mode(modes_of(SENSORS[sensor]), SIZE, FPS)
    size, bit_depth = Scoring(sensor).mode_for({"output_size": mode.size, "bit_depth": mode.bit_depth})
    assert (size, bit_depth) == (mode.size, mode.bit_depth)
    assert share_of(sensor, size) == pytest.approx(1.0)


@pytest.mark.parametrize("sensor", sorted(SENSORS))
def test_left_alone_it_takes_a_part_of_some_which_is_why_we_ask(sensor):
    size, _ = Scoring(sensor).mode_for({})
    assert (share_of(sensor, size) < 0.9) == (sensor in CUT)


def test_a_real_camera_that_cannot_be_cut_is_used_as_it_is():
    camera = PiCamera("imx708")
    camera.open()
    assert camera.read().exposure is None
    camera.close()
