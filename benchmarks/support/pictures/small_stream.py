"""The small stream of a Pi's camera for a picture: half as wide, as YUV 4:2:0 by Rec. 709."""

import cv2
import numpy as np

from hardware.cameras.picamera2 import TO_BGR


def lores(picture):
    """Shrink a picture as the camera's chip does, and convert it to BGR as our camera class does."""
    code = TO_BGR["YUV420"]
    assert code is not None
    return np.asarray(cv2.cvtColor(_packed(picture), code), np.uint8)


def _packed(picture):
    """Return planes Y, U, V one below the other, shape (height * 3 / 2, width)."""
    size = (picture.shape[1] // 2, picture.shape[0] // 2)
    blue, green, red = cv2.split(cv2.resize(picture, size, interpolation=cv2.INTER_AREA).astype(np.float32))
    light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    planes = [16 + light * (219 / 255)]
    for colour, share in ((blue, 1.8556), (red, 1.5748)):
        half = cv2.resize((colour - light) / share, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        planes.append((128 + half * (224 / 255)).reshape(-1, size[0]))
    return np.clip(np.rint(np.vstack(planes)), 0, 255).astype(np.uint8)
