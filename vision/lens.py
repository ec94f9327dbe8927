"""Describes a camera's lens: its focal length and distortion, from a calibration.

Pictures are straightened once, when they arrive from the camera, so that all other code can assume a pinhole camera.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import cv2
import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from vision.types import Picture


@dataclass(frozen=True, slots=True, kw_only=True)
class Lens:
    """The lens of a camera, for pictures of one size.

    `size` is (width, height); `focal` is the focal length and `centre` the optical centre, both in pixels; `distortion` holds
    OpenCV's k1, k2, p1, p2, k3.
    """

    size: tuple[int, int]
    focal: float
    centre: tuple[float, float]
    distortion: tuple[float, ...] = (0.0,) * 5

    @property
    def matrix(self) -> npt.NDArray[np.float64]:
        """Return the camera matrix, shape (3, 3), in pixels."""
        x, y = self.centre
        return np.array([[self.focal, 0, x], [0, self.focal, y], [0, 0, 1]], np.float64)

    def straighten(self, picture: Picture) -> Picture:
        """Return the picture as a lens without distortion would show it. Raise ValueError if the picture has another size."""
        if (picture.shape[1], picture.shape[0]) != self.size:
            raise ValueError(
                f"the picture has {picture.shape[1]} x {picture.shape[0]} pixels, the lens was measured at "
                f"{self.size[0]} x {self.size[1]}; measure it at the size that the camera gives."
            )
        if not any(self.distortion):
            return picture
        across, down = _remap_tables(self)
        return np.asarray(cv2.remap(picture, across, down, cv2.INTER_LINEAR), np.uint8)

    def straight(self, points: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Return points (n, 2) of the camera's picture as points of the straightened picture, in pixels."""
        flat = np.asarray(points, np.float64).reshape(-1, 1, 2)
        straightened = cv2.undistortPoints(flat, self.matrix, np.array(self.distortion), P=self.matrix)
        return np.asarray(straightened, np.float64).reshape(-1, 2)

    def bent(self, points: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Return points (n, 2) of the straightened picture as points of the camera's picture, in pixels."""
        x, y = ((np.asarray(points, np.float64).reshape(-1, 2) - self.centre) / self.focal).T
        rays = np.stack([x, y, np.ones_like(x)], axis=1).reshape(-1, 1, 3)
        still = np.zeros(3)
        pixels, _ = cv2.projectPoints(rays, still, still, self.matrix, np.array(self.distortion))
        return np.asarray(pixels, np.float64).reshape(-1, 2)

    def at_size(self, size: tuple[int, int]) -> Lens:
        """Return the same lens for pictures of another size, (width, height), with the same aspect ratio."""
        scale = size[0] / self.size[0]
        # pixels are counted from their middles
        x, y = ((coordinate + 0.5) * scale - 0.5 for coordinate in self.centre)
        return Lens(size=size, focal=self.focal * scale, centre=(x, y), distortion=self.distortion)


@cache
def _remap_tables(lens: Lens) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.uint16]]:
    """Return the lookup tables in the format with which `remap` is fastest."""
    across, down = cv2.initUndistortRectifyMap(
        lens.matrix, np.array(lens.distortion), np.eye(3), lens.matrix, lens.size, cv2.CV_16SC2
    )
    return np.asarray(across, np.int16), np.asarray(down, np.uint16)
