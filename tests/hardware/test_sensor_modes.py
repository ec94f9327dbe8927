"""Our choice among the modes of every sensor. What picamera2 makes of it is tried in tests/pi, where picamera2 is."""

import math

import pytest

from calibration.mounting import LENSES as LENS_TYPES
from calibration.mounting import MARGIN, mounting
from hardware.cameras.sensor_modes import SensorMode, choose_mode, field_share, modes_of, picture_in
from tests.support.cameras.sensors import LENSES, SENSORS
from vision.board import BOARD_MM

SIZE, FPS = (1280, 720), 30.0
EACH = sorted(SENSORS)


def chosen(sensor):
    modes = modes_of(SENSORS[sensor])
    return choose_mode(modes, SIZE, FPS), modes


@pytest.mark.parametrize(
    ("sensor", "size", "bit_depth"),
    [
        ("imx219", (1640, 1232), 10),
        ("imx477", (2028, 1520), 12),
        ("imx708", (2304, 1296), 10),
        ("imx708_wide", (2304, 1296), 10),
        ("imx296", (1456, 1088), 10),
        ("ov5647", (1296, 972), 10),
    ],
)
def test_the_mode_of_each_sensor_is_the_smallest_that_sees_all(sensor, size, bit_depth):
    mode, _ = chosen(sensor)
    assert (mode.size, mode.bit_depth) == (size, bit_depth)


@pytest.mark.parametrize("sensor", EACH)
def test_at_the_guide_s_height_each_sensor_sees_the_board_with_its_margin_large_and_fast_enough(sensor):
    mode, modes = chosen(sensor)
    lens = next(lens for lens in LENS_TYPES if lens.name == LENSES[sensor])
    share = field_share(picture_in(mode.crop, SIZE), modes, SIZE)
    for view, board in zip((lens.along, lens.across), BOARD_MM, strict=True):
        seen = 2 * mounting(lens).height * share * math.tan(math.radians(view) / 2)
        assert seen >= MARGIN * board * 0.999
    assert mode.size[0] * picture_in(mode.crop, SIZE)[2] / mode.crop[2] >= SIZE[0]  # no pixel is made up
    assert mounting(lens).die_px >= 30
    assert mode.fps >= FPS


def test_a_part_is_reported_by_its_share_of_the_width():
    _, modes = chosen("imx219")
    assert field_share((680, 692, 1920, 1080), modes, SIZE) == pytest.approx(1920 / 3280)
    assert field_share((0, 310, 3280, 1845), modes, SIZE) == pytest.approx(1.0)


def test_a_mode_that_is_wide_but_flat_loses_its_sides_for_the_picture_s_shape():
    assert picture_in((0, 440, 4056, 2160), SIZE) == (108, 440, 3840, 2160)


def mode(size, crop, fps=60.0):
    return SensorMode(size=size, bit_depth=10, crop=crop, fps=fps)


WHOLE = (0, 0, 4000, 2250)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (mode((4000, 2250), WHOLE, fps=10.0), mode((2000, 1125), (1000, 562, 2000, 1125))),
        (mode((4000, 2250), WHOLE, fps=10.0), mode((1000, 562), WHOLE)),
        (mode((4000, 2250), WHOLE), mode((2000, 1125), WHOLE, fps=20.0)),
        (mode((2000, 1125), WHOLE), mode((4000, 2250), WHOLE)),
        (mode((2000, 1125), (20, 12, 3960, 2226)), mode((4000, 2250), WHOLE)),
    ],
    ids=["whole field", "pixels enough", "fast enough", "fewest pixels", "a few pixels at the edge"],
)
def test_what_counts_first(better, worse):
    assert choose_mode([worse, better], SIZE, FPS) == choose_mode([better, worse], SIZE, FPS) == better


def test_a_camera_that_names_no_modes_is_asked_for_none():
    assert modes_of([{"format": "MJPEG"}]) == ()
    assert choose_mode((), SIZE, FPS) is None
