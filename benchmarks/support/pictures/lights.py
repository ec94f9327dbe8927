"""The same picture in another light: unchanged, dim and grainy, and from farther away."""

from typing import Final

import cv2
import numpy as np

from tests.support.pictures.real_dice import DIE_PX

AS_IT_IS: Final = "as it is"
LIGHTS: Final = {AS_IT_IS: (1.0, 1.0, 0.0), "dim and grainy": (1.0, 0.4, 5.0), "from afar": (0.62, 1.0, 2.5)}
"""Scale, light and noise in grey levels."""
TINT: Final = (0.85, 1.0, 1.12)
SOFT: Final = 0.6  # pixels


def lit(picture, light, chance):
    """Return a picture at the board's scale in another light, and a die's edge in pixels."""
    scale, level, noise = LIGHTS[light]
    if light == AS_IT_IS:
        return picture, DIE_PX
    if scale < 1:
        shown = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(np.float32)
        shown = cv2.GaussianBlur(shown, (0, 0), SOFT)
    else:
        shift = np.array([[1, 0, chance.uniform(-0.5, 0.5)], [0, 1, chance.uniform(-0.5, 0.5)]], np.float32)
        shown = cv2.warpAffine(
            picture.astype(np.float32), shift, picture.shape[1::-1], borderMode=cv2.BORDER_REPLICATE
        )
    shown *= level * chance.uniform(0.94, 1.06)
    if level < 1:
        shown *= np.array(TINT, np.float32)
    shown += np.float32(chance.normal(0, noise, shown.shape))
    return np.clip(shown, 0, 255).astype(np.uint8), DIE_PX * scale
