"""Which of a sensor's modes sees what the lens sees; the others cut a part out of its middle.

picamera2, left alone, takes the mode whose size comes nearest to the picture's, whatever it cuts away: of a Camera Module 3
two thirds of the width, of a Module 2 three fifths. Rectangles are (x, y, width, height) in the sensor's own pixels.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Rect: TypeAlias = tuple[int, int, int, int]

WHOLE: Final = 0.98  # of the width: modes that add up pixels lose a few at the edges


@dataclass(frozen=True, slots=True, kw_only=True)
class SensorMode:
    """A way to read a sensor out: `crop` is what it sees, `size` the pixels that it makes of that, at most `fps` times a second."""

    size: tuple[int, int]
    bit_depth: int
    crop: Rect
    fps: float


def modes_of(offered: Sequence[Mapping[str, Any]]) -> tuple[SensorMode, ...]:
    """Return the modes that picamera2's `sensor_modes` names; for cameras without raw pictures it names only a format."""
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
    """Return the mode for pictures of `size`: the whole field first, then pixels enough, then `fps`, then the fewest pixels.

    None where the sensor names no modes.
    """

    def cost(mode: SensorMode) -> tuple[float, bool, bool, int, int]:
        seen = picture_in(mode.crop, size)
        lost = max(0.0, WHOLE - field_share(seen, modes, size))
        pixels = mode.size[0] * seen[2] / mode.crop[2]
        return lost, pixels < size[0], mode.fps < fps, mode.size[0] * mode.size[1], -mode.bit_depth

    return min(modes, key=cost, default=None)


def field_share(seen: Rect, modes: Sequence[SensorMode], size: tuple[int, int]) -> float:
    """Return the share of the lens's field that is `seen`, in width; the field is all that any mode of the sensor sees."""
    left, top = (min(mode.crop[side] for mode in modes) for side in (0, 1))
    right, bottom = (max(mode.crop[side] + mode.crop[side + 2] for mode in modes) for side in (0, 1))
    return seen[2] / picture_in((left, top, right - left, bottom - top), size)[2]


def picture_in(crop: Rect, size: tuple[int, int]) -> Rect:
    """Return the largest rectangle with the shape of a picture of `size`, in the middle of `crop`: what the ISP takes of it."""
    x, y, width, height = crop
    wide, high = min(width, height * size[0] // size[1]), min(height, width * size[1] // size[0])
    return x + (width - wide) // 2, y + (height - high) // 2, wide, high
