"""Chooses a sensor mode that uses the lens's whole field; other modes crop to its middle.

By default picamera2 takes the mode with the nearest size, even if it crops: to two thirds of the width with a Camera Module 3, to
three fifths with a Module 2. Rectangles are (x, y, width, height) in the sensor's own pixels.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

Rect: TypeAlias = tuple[int, int, int, int]

WHOLE: Final = 0.98  # share of the width: modes that bin pixels lose a few at the edges


@dataclass(frozen=True, slots=True, kw_only=True)
class SensorMode:
    """A sensor mode: `crop` is the part used, `size` the picture's (width, height), `fps` the highest frame rate."""

    size: tuple[int, int]
    bit_depth: int
    crop: Rect
    fps: float


def modes_of(offered: Sequence[Mapping[str, Any]]) -> tuple[SensorMode, ...]:
    """Return the modes in picamera2's `sensor_modes`; empty for a camera without raw pictures, which lists only a format."""
    return tuple(
        SensorMode(
            size=tuple(mode["size"]),
            bit_depth=mode["bit_depth"],
            crop=tuple(mode["crop_limits"]),
            fps=mode["fps"],
        )
        for mode in offered
        if "crop_limits" in mode
    )


def choose_mode(modes: Sequence[SensorMode], size: tuple[int, int], fps: float) -> SensorMode | None:
    """Return the best mode for `size`: widest field, then enough pixels, then enough `fps`, then fewest pixels and most bits.

    None if the sensor lists no modes.
    """

    def cost(mode: SensorMode) -> tuple[float, bool, bool, int, int]:
        seen = picture_in(mode.crop, size)
        lost = max(0.0, WHOLE - field_share(seen, modes, size))
        pixels = mode.size[0] * seen[2] / mode.crop[2]
        return lost, pixels < size[0], mode.fps < fps, mode.size[0] * mode.size[1], -mode.bit_depth

    return min(modes, key=cost, default=None)


def field_share(seen: Rect, modes: Sequence[SensorMode], size: tuple[int, int]) -> float:
    """Return the share of the lens's field, by width, that `seen` covers; the field is the union of all the sensor's modes."""
    left, top = (min(mode.crop[side] for mode in modes) for side in (0, 1))
    right, bottom = (max(mode.crop[side] + mode.crop[side + 2] for mode in modes) for side in (0, 1))
    return seen[2] / picture_in((left, top, right - left, bottom - top), size)[2]


def picture_in(crop: Rect, size: tuple[int, int]) -> Rect:
    """Return the largest centred rectangle in `crop` with the aspect ratio of `size`: the part that the ISP uses."""
    x, y, width, height = crop
    wide, high = min(width, height * size[0] // size[1]), min(height, width * size[1] // size[0])
    return x + (width - wide) // 2, y + (height - high) // 2, wide, high
