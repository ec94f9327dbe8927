"""The sensors of Raspberry Pi's cameras: their modes as picamera2's `sensor_modes` lists them, and the lens before each.

Sizes, crops and rates are those that `rpicam-hello --list-cameras` prints (Raspberry Pi documentation, "Camera software"), which
come from the kernel's drivers (raspberrypi/linux, drivers/media/i2c/imx219.c, imx296.c, imx477.c, imx708.c, ov5647.c).
"""

from typing import Any, Final

Mode = dict[str, Any]


def _modes(form: str, *sizes: tuple[tuple[int, int], float, tuple[int, int, int, int]]) -> list[Mode]:
    depth = int("".join(letter for letter in form.split("_", maxsplit=1)[0] if letter.isdigit()))
    return [
        {"format": form, "bit_depth": depth, "size": size, "fps": fps, "crop_limits": crop}
        for size, fps, crop in sizes
    ]


_IMX219: Final = (
    ((640, 480), 206.65, (1000, 752, 1280, 960)),
    ((1640, 1232), 41.85, (0, 0, 3280, 2464)),
    ((1920, 1080), 47.57, (680, 692, 1920, 1080)),
    ((3280, 2464), 21.19, (0, 0, 3280, 2464)),
)
_IMX708: Final = (
    ((1536, 864), 120.13, (768, 432, 3072, 1728)),
    ((2304, 1296), 56.03, (0, 0, 4608, 2592)),
    ((4608, 2592), 14.35, (0, 0, 4608, 2592)),
)
SENSORS: Final[dict[str, list[Mode]]] = {
    "imx219": [*_modes("SRGGB10_CSI2P", *_IMX219), *_modes("SRGGB8", *_IMX219)],
    "imx477": [
        *_modes("SRGGB10_CSI2P", ((1332, 990), 120.05, (696, 528, 2664, 1980))),
        *_modes(
            "SRGGB12_CSI2P",
            ((2028, 1080), 50.03, (0, 440, 4056, 2160)),
            ((2028, 1520), 40.01, (0, 0, 4056, 3040)),
            ((4056, 3040), 10.0, (0, 0, 4056, 3040)),
        ),
    ],
    "imx708": _modes("SRGGB10_CSI2P", *_IMX708),
    "imx708_wide": _modes("SRGGB10_CSI2P", *_IMX708),
    "imx296": _modes("SRGGB10_CSI2P", ((1456, 1088), 60.38, (0, 0, 1456, 1088))),
    "ov5647": _modes(
        "SGBRG10_CSI2P",
        ((640, 480), 58.92, (16, 0, 2560, 1920)),
        ((1296, 972), 43.25, (0, 0, 2592, 1944)),
        ((1920, 1080), 30.62, (348, 434, 1928, 1080)),
        ((2592, 1944), 15.63, (0, 0, 2592, 1944)),
    ),
}
LENSES: Final = {
    "imx219": "Camera Module 2",
    "imx477": "HQ Camera, 6 mm lens",
    "imx708": "Camera Module 3",
    "imx708_wide": "Camera Module 3 Wide",
    "imx296": "Global Shutter Camera, 6 mm lens",
    "ov5647": "Camera Module 1",
}
"""Which lens of `calibration.mounting` is before which sensor."""
