"""The pip counter that most people write first: blobs, grouped by distance. Something to compare the reader with."""

from __future__ import annotations

import cv2
import numpy as np

NEAR = 40.0  # pixels between pips of one die, in a picture of the width that it was tuned for


def count_pips(picture: np.ndarray, width: int) -> list[int]:
    """Return the number of pips of each group of blobs, sorted, in a picture brought to `width` pixels."""
    scale = width / picture.shape[1]
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    wanted = cv2.SimpleBlobDetector_Params()
    wanted.filterByInertia, wanted.minInertiaRatio = True, 0.6
    blobs = cv2.SimpleBlobDetector_create(wanted).detect(cv2.medianBlur(small, 7))
    groups: list[list[tuple[float, float]]] = []
    for x, y in (blob.pt for blob in blobs):
        near = [group for group in groups if any(np.hypot(x - a, y - b) < NEAR for a, b in group)]
        groups = [group for group in groups if group not in near] + [sum(near, [(x, y)])]
    return sorted(len(group) for group in groups)
