"""The colours of a die's face, against those of the picture that it lies in."""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING

import cv2
import numpy as np

from vision.still.networks import squared

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hardware.frame import Pixels


def colour(picture: Pixels, corners: Sequence[Sequence[float]], edge: float) -> tuple[float, ...]:
    """Return body and pips of a face against the picture's own middle grey, in CIE L*a*b*, and its size."""
    quad = np.array(corners, np.float32)
    lab = cv2.cvtColor(np.ascontiguousarray(squared(picture, quad)), cv2.COLOR_BGR2LAB).astype(np.float32)
    height, width = lab.shape[:2]
    inner = lab[height // 5 : -height // 5, width // 5 : -width // 5].reshape(-1, 3)
    light = inner[:, 0]
    body, pip = (
        inner[light >= np.percentile(light, 50)].mean(0),
        inner[light <= np.percentile(light, 8)].mean(0),
    )
    background = np.median(cv2.cvtColor(picture, cv2.COLOR_BGR2LAB).reshape(-1, 3).astype(np.float32), axis=0)
    wide = float(np.hypot(*(np.roll(quad, -1, 0) - quad).T).mean())
    against, inside = body - background, pip - body
    return tuple(
        map(float, (*against[1:], against[0] / 3, *inside[1:], inside[0] / 3, 20 * log(wide / edge)))
    )
